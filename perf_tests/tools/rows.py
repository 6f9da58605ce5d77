# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads the JSON that kokkosaxis_perf and torch_rivals.py write."""
import json
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    who: str  # ours, ours.<route>, torch.sort, cub.segmented_sort, ...
    verb: str
    dtype: str
    count: int
    length: int
    axis: int  # of reductions a string: the axes
    distribution: str
    ms: float
    route: str  # the label: route and how it was timed
    of_floor: float
    shape: str  # rows x length; of reductions the extents

    @property
    def case(self):
        return (self.verb, self.dtype, self.shape, self.axis, self.distribution)


def load(paths):
    """(context of each file, rows, ratio rows as Google Benchmark wrote them, what failed)."""
    contexts, rows, ratios, failed = [], [], [], []
    for path in paths:
        data = read(path)
        contexts.append(data["context"])
        for entry in data["benchmarks"]:
            name = entry["name"].split("/iterations:")[0]
            if entry.get("error_occurred"):
                failed.append((name, entry.get("error_message", "")))
            elif name.startswith("ratio/"):
                ratios.append({**entry, "name": name.removeprefix("ratio/")})
            else:
                rows.append(to_row(name, entry))
    return contexts, rows, ratios, failed


def read(path):
    """What a run that was stopped wrote counts as well: up to its last whole row."""
    with open(path) as file:
        text = file.read()
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return json.loads(text[:text.rindex("\n    }") + len("\n    }")] + "]}")


def to_row(name, entry):
    who, verb, dtype, shape, axis, distribution = name.split("/")
    if axis.startswith("axes"):
        count, length, axis = int(entry["count"]), int(entry["length"]), axis.removeprefix("axes")
    else:
        count, length = map(int, shape.split("x"))
        axis = int(axis.removeprefix("axis"))
    scale = {"ns": 1e-6, "us": 1e-3, "ms": 1, "s": 1e3}[entry["time_unit"]]
    return Row(who, verb, dtype, count, length, axis, distribution, entry["real_time"] * scale, entry.get("label", ""),
               entry.get("of_floor", 0), shape)
