#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where one route should take over from another, from a sweep of kokkosaxis_perf --suite=routes.

    fit_thresholds.py routes.json

For each two routes that serve the same cases: the length up to which the first is to be taken, chosen so that the time
lost against always taking the faster one is least (mean over cases of the logarithm), for each key width and for all.
The numbers go into src/KokkosAxis/impl/dispatch/sort_routes.hpp, with device, date and command.
"""
import argparse
import math
from collections import defaultdict
from itertools import combinations

from rows import load

KEY_BYTES = {"uint8": 1, "fp16": 2, "fp32": 4, "fp64": 8}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("json", nargs="+")
    options = parser.parse_args()
    contexts, rows, _, failed = load(options.json)
    for context in contexts:
        print(f"# {context.get('device')}, {context.get('date')}, commit {context.get('git_hash')}, "
              f"{context.get('execution_space')} x {context.get('concurrency')}")
    for name, why in failed:
        print(f"# failed: {name}: {why}")

    times = defaultdict(dict)  # case -> route -> ms
    for row in rows:
        if row.who.startswith("ours."):
            times[row][row.who.removeprefix("ours.")] = row.ms
    by_case = defaultdict(dict)
    for row, measured in times.items():
        by_case[(row.verb, KEY_BYTES.get(row.dtype, 0), row.count, row.length)].update(measured)

    routes = list(dict.fromkeys(route for measured in by_case.values() for route in measured))
    for first, second in combinations(routes, 2):
        both = {case: measured for case, measured in by_case.items() if first in measured and second in measured}
        if both:
            print_pair(first, second, both)
    print_best(by_case)


def print_pair(first, second, both):
    """A count is busy when its case has the most slices among the cases of its length."""
    most = defaultdict(int)
    for _, width, count, length in both:
        most[(width, length)] = max(most[(width, length)], count)
    busy = {case for case in both if case[2] == most[(case[1], case[3])]}
    print(f"\n{first} up to a length, then {second}  (lost: mean and worst factor against the faster of the two)")
    print("  key bytes  slices  length  lost  worst")
    for width in sorted({case[1] for case in both}):
        for name, chosen in (("many", busy), ("few", both.keys() - busy)):
            print_fit(f"{width:>9d}  {name:6s}", first, second,
                      {case: both[case] for case in chosen if case[1] == width})
    print_fit("      all  all   ", first, second, both)


def print_fit(name, first, second, cases):
    if not cases:
        return
    lengths = sorted({case[3] for case in cases})
    best = min(([0] + lengths), key=lambda to: lost(first, second, cases, to)[0])
    mean, worst = lost(first, second, cases, best)
    note = " (never slower)" if best == lengths[-1] else " (never faster)" if best == 0 else ""
    print(f"  {name}  {best:>6d}  {math.exp(mean):.3f}  {math.exp(worst):.2f}{note}")


def lost(first, second, cases, to):
    logs = [math.log(measured[first if case[3] <= to else second] / min(measured[first], measured[second]))
            for case, measured in cases.items()]
    return sum(logs) / len(logs), max(logs)


def print_best(by_case):
    print("\nThe fastest route (and by how much over the next) by verb, key bytes, count")
    groups = defaultdict(list)
    for (verb, width, count, length), measured in by_case.items():
        groups[(verb, width, count if count in (1, 16) else 0)].append((length, measured))
    for (verb, width, count), cases in sorted(groups.items()):
        line = []
        for length, measured in sorted(cases, key=lambda case: case[0]):
            order = sorted(measured, key=measured.get)
            lead = measured[order[1]] / measured[order[0]] if len(order) > 1 else 1
            line.append(f"{length}:{order[0]}({lead:.2f})")
        print(f"  {verb} {width} bytes, {count or 'many'} slices: " + " ".join(line))


if __name__ == "__main__":
    main()
