#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""torch.sort, torch.topk, reductions of torch and torchvision.ops.nms on the cases of a suite, as JSON of the same
shape: run it beside kokkosaxis_perf, on the same device.

    kokkosaxis_perf --suite=api --benchmark_list_tests | python3 torch_rivals.py --out torch.json

Reads benchmark names and times each case that torch can do, by graph replay: device time, as kokkosaxis_perf takes it.
torchvision's nms copies its mask to the host and cannot be captured: it is timed call by call.
"""
import argparse
import json
import math
import sys
from datetime import datetime, timezone

import torch

DTYPES = {
    "fp16": torch.float16,
    "bf16": torch.bfloat16,
    "fp32": torch.float32,
    "fp64": torch.float64,
    "int32": torch.int32,
    "int64": torch.int64,
    "uint8": torch.uint8,
}


def draw(shape, length_axis, dtype, distribution):
    """The same distributions as support/inputs.hpp (other random numbers)."""
    n = shape[length_axis]
    real = dict(device="cuda", dtype=torch.float32)
    if dtype.is_floating_point:
        values = {
            "random": lambda: torch.randn(shape, **real),
            "sorted": lambda: (8 * (torch.arange(n, **real) / n - 0.5)).expand(shape),
            "all_equal": lambda: torch.ones(shape, **real),
            "few_distinct": lambda: torch.randint(0, 8, shape, device="cuda"),
            "narrow_range": lambda: 1 + torch.rand(shape, **real) / 256,
            "heavy_tail": lambda: torch.randn(shape, **real) * torch.exp(2 * torch.randn(shape, **real)),
            "uniform": lambda: torch.rand(shape, **real),
            "reversed": lambda: (-torch.arange(n, **real)).expand(shape),
            "misleading": lambda: torch.randn(shape, **real)
            + 4 * (torch.arange(n, device="cuda") // 64 % 32 == 7).to(torch.float32),
        }[distribution]()
        return values.to(dtype).contiguous()
    info = torch.iinfo(dtype)
    if distribution == "random":
        return torch.randint(info.min, info.max, shape, device="cuda", dtype=dtype)
    raise ValueError(f"{distribution} of integers is not timed")


def device_seconds(call, budget):
    """Median over replays of a graph of several calls."""
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        for _ in range(3):
            call()
    torch.cuda.current_stream().wait_stream(stream)
    torch.cuda.synchronize()
    one = once(call)
    calls = max(1, min(20, int(200e-6 / max(one, 1e-9))))
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        for _ in range(calls):
            call()
    once(graph.replay)
    samples = max(5, min(51, int(budget / (calls * max(one, 1e-9)))))
    times = sorted(once(graph.replay) / calls for _ in range(samples))
    return times, calls


def once(work):
    begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    begin.record()
    work()
    end.record()
    end.synchronize()
    return begin.elapsed_time(end) * 1e-3


def boxes(count, length, scene):
    """As perf_tests/api/nms.cpp makes them (other random numbers): boxes, scores, classes, images."""
    rand = lambda *shape: torch.rand(*shape, device="cuda")
    n = count * length
    corner, size = rand(n, 2) * 1000, rand(n, 2) * 50 + 1
    if scene == "clustered":
        place = torch.randint(0, 100, (n,), device="cuda")
        corner = torch.stack([place % 10, place // 10], 1) * 100 + rand(n, 2) * 10
        size = 50 + rand(n, 2) * 10
    elif scene == "identical":
        corner, size = torch.zeros(n, 2, device="cuda"), torch.full((n, 2), 10.0, device="cuda")
    elif scene == "disjoint":
        at = torch.arange(n, device="cuda") % length
        corner, size = torch.stack([at % 1000, at // 1000], 1).float(), torch.full((n, 2), 0.5, device="cuda")
    image = torch.arange(n, device="cuda") // length
    return torch.cat([corner, corner + size], 1), rand(n), torch.randint(0, 80, (n,), device="cuda"), image


def run_nms(case, floor_tbps, budget):
    import torchvision  # not everybody who has torch has it

    verb, _, shape, _, scene = case.split("/")
    count, length = map(int, shape.split("x"))
    box, score, classes, image = boxes(count, length, scene)
    group = image * 80 + classes if verb == "nms80" else image
    if verb == "nms" and count == 1:
        who, call = "torchvision.nms", lambda: torchvision.ops.nms(box, score, 0.5)
    else:
        who, call = "torchvision.batched_nms", lambda: torchvision.ops.batched_nms(box, score, group, 0.5)
    for _ in range(3):
        call()
    torch.cuda.synchronize()
    samples = max(5, min(51, int(budget / max(once(call), 1e-9))))
    times = sorted(once(call) for _ in range(samples))
    size = count * length * 24
    return row(case, who, f"{who}, call by call", count, length, size, times, floor_tbps)


def run(case, floor_tbps, budget):
    if case.startswith("nms"):
        return run_nms(case, floor_tbps, budget)
    verb, dtype_name, shape, axis, distribution = case.split("/")
    axis = int(axis.removeprefix("axis"))
    count, length = map(int, shape.split("x"))
    dtype = DTYPES[dtype_name]
    keys = draw((count, length) if axis == 1 else (length, count), axis, dtype, distribution)
    if verb == "argsort":
        who, k = "torch.sort", length
        times, calls = device_seconds(lambda: torch.sort(keys, dim=axis), budget)
    else:
        who, k = "torch.topk", length // 2 if verb == "topkhalf" else int(verb.removeprefix("topk"))
        times, calls = device_seconds(lambda: torch.topk(keys, k, dim=axis), budget)
    size = count * (length * keys.element_size() + k * (keys.element_size() + 8))
    return row(case, who, f"{who}, graph", count, length, size, times, floor_tbps)


def row(case, who, label, count, length, size, times, floor_tbps):
    """A result as Google Benchmark writes it."""
    median = times[len(times) // 2]
    floor = size / (floor_tbps * 1e12)
    return {
        "name": f"{who}/{case}",
        "run_type": "iteration",
        "real_time": median * 1e3,
        "cpu_time": 0,
        "time_unit": "ms",
        "label": label,
        "count": count,
        "length": length,
        "bytes": size,
        "GBps": size / median * 1e-9,
        "floor_ms": floor * 1e3,
        "of_floor": floor / median,
        "least_ms": times[0] * 1e3,
        "most_ms": times[-1] * 1e3,
        "samples": len(times),
    }


REDUCTIONS = {
    "sum": lambda x, axes: torch.sum(x, dim=axes),
    "max": lambda x, axes: torch.amax(x, dim=axes),
    "argmax": lambda x, axes: torch.argmax(x, dim=axes[0] if len(axes) == 1 else None),
    "var_mean": lambda x, axes: torch.var_mean(x, dim=axes, correction=1),
    "softmax": lambda x, axes: torch.softmax(x, dim=axes[0]),
    "cumsum": lambda x, axes: torch.cumsum(x, dim=axes[0]),
}
OUTPUTS_AS_LARGE = ("softmax", "cumsum")


def run_reduction(case, floor_tbps, budget, compiled=False):
    """Of positions over some of several axes torch has none, so these are moved together and merged first: a copy."""
    verb, dtype_name, shape, axes, _ = case.split("/")
    extents = [int(e) for e in shape.split("x")]
    axes = [int(a) for a in axes.removeprefix("axes")]
    x = torch.randn(extents, device="cuda", dtype=torch.float32).to(DTYPES[dtype_name])
    who = {"max": "torch.amax"}.get(verb, f"torch.{verb}")
    call = lambda: REDUCTIONS[verb](x, axes)
    if verb == "argmax" and 1 < len(axes) < len(extents):
        kept = [d for d in range(len(extents)) if d not in axes]
        call = lambda: torch.argmax(x.permute(*kept, *axes).flatten(len(kept)), dim=-1)
    if compiled:
        who, call = f"torch.compile.{verb}", torch.compile(call, dynamic=False)
    times, calls = device_seconds(call, budget)
    median, size = times[len(times) // 2], x.numel() * x.element_size() * (2 if verb in OUTPUTS_AS_LARGE else 1)
    outputs = math.prod(e for d, e in enumerate(extents) if d not in axes)
    return {
        "name": f"{who}/{case}",
        "run_type": "iteration",
        "real_time": median * 1e3,
        "cpu_time": 0,
        "time_unit": "ms",
        "label": f"{who}, graph",
        "count": outputs,
        "length": x.numel() // outputs,
        "bytes": size,
        "GBps": size / median * 1e-9,
        "of_floor": size / (floor_tbps * 1e12) / median,
        "least_ms": times[0] * 1e3,
        "most_ms": times[-1] * 1e3,
        "samples": len(times),
    }


def wanted(lines):
    """torch always gives indices, so of the sorts only argsort is like for like."""
    seen = []
    for line in lines:
        parts = line.strip().split("/")
        if len(parts) < 6 or parts[0] != "ours" or parts[2] not in DTYPES:
            continue
        if parts[1] != "argsort" and not parts[1].startswith(("topk", "nms")) and parts[1] not in REDUCTIONS:
            continue
        case = "/".join(parts[1:6])
        if case not in seen:
            seen.append(case)
    return seen


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", required=True)
    parser.add_argument("--floor_tbps", type=float, default=4.3)
    parser.add_argument("--seconds", type=float, default=0.05, help="to spend on the samples of one case")
    parser.add_argument("--compile", action="store_true", help="reductions by torch.compile as well, where it runs")
    options = parser.parse_args()
    torch.manual_seed(0)
    results = []

    def add(who, how, case, *more):
        try:
            results.append(how(case, options.floor_tbps, options.seconds, *more))
        except Exception as error:  # noqa: BLE001: a case that torch cannot do is a result as well
            results.append({"name": f"{who}/{case}", "error_occurred": True, "error_message": str(error)})
        last = results[-1].get("real_time", math.nan)
        print(f"{who} {case:60s} {last:.5f} ms", flush=True)

    for case in wanted(sys.stdin):
        reduction = case.split("/")[0] in REDUCTIONS
        add("torch", run_reduction if reduction else run, case)
        if reduction and options.compile:
            add("torch.compile", run_reduction, case, True)
    context = {
        "date": datetime.now(timezone.utc).isoformat(timespec="seconds"),
        "torch": torch.__version__,
        "cuda": torch.version.cuda,
        "device": torch.cuda.get_device_name(),
        "floor_tbps": str(options.floor_tbps),
        "timing": "graph",
    }
    with open(options.out, "w") as out:
        json.dump({"context": context, "benchmarks": results}, out, indent=1)


if __name__ == "__main__":
    main()
