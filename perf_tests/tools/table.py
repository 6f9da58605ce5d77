#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The JSON of one run (ours with rivals, and torch's beside it) as the Markdown tables of results/.

    table.py --title "Sort on one H200" api.json torch.json > results/h200-sort.md
"""
import argparse
import json
import math
from pathlib import Path

from rows import load

TARGETS = json.loads((Path(__file__).parent / "targets.json").read_text())
OURS, TORCH, CUB, TOPK = "ours", "torch.sort", "cub.segmented_sort", "torch.topk"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--title", default="Results")
    parser.add_argument("json", nargs="+")
    options = parser.parse_args()
    contexts, rows, ratios, failed = load(options.json)
    on_target = any("H200" in context.get("device", "") for context in contexts)
    table = {}
    for row in rows:
        table.setdefault(row.case, {})[row.who] = row

    print(f"# {options.title}\n")
    for context in contexts:
        print_context(context)
    cases = [case for case, who in table.items() if OURS in who]
    for dtype in ("fp16", "fp32"):
        print_cases(f"argsort, {dtype}, random (keys and 64-bit indices out)", table,
                    select(cases, "argsort", dtype, axis=1, wanted=TARGETS["argsort"][dtype]), on_target)
    print_cases("sort, fp32, random (keys only)", table, select(cases, "sort", "fp32", axis=1), False)
    print_cases("sort, keys of one and two bytes, random (keys only)", table,
                [case for case in cases if case[0] == "sort" and case[1] in ("uint8", "fp16")], False)
    print_axes(table, cases)
    print_cases("argsort, other key types, random", table,
                [case for case in cases if case[0] == "argsort" and case[1] not in ("fp16", "fp32")], False)
    print_cases("other distributions", table, [case for case in cases if case[4] != "random" and not case[0].startswith(("topk", "nms"))], False)
    print_topk(table, cases)
    print_nms(table, cases, on_target)
    print_reduce(table, cases, on_target)
    print_means(table)
    print_ratios(ratios)
    if failed:
        print("## Failed\n")
        for name, why in failed:
            print(f"- `{name}`: {why}")


def select(cases, verb, dtype, axis, wanted=None):
    return [case for case in cases
            if case[:2] == (verb, dtype) and case[3] == axis and case[4] == "random"
            and (wanted is None or case[2] in wanted)]


def print_context(context):
    kept = ("date", "device", "git_hash", "kokkos_version", "execution_space", "concurrency", "OMP_NUM_THREADS",
            "OMP_PROC_BIND", "forced_route", "floor_tbps", "timing", "torch", "cuda")
    if context.get("execution_space") in ("Serial", "OpenMP", "Threads"):
        kept = kept[:-4]  # floor and timing are of devices
    print("- " + ", ".join(f"{key} {context[key]}" for key in kept if key in context))


def rivals_of(table, cases):
    order = [TORCH, CUB, "cub.segmented_radix", "cub.radix", "kokkos.sort_team", "kokkos.sort", "std.stable_sort",
             "std.sort"]
    return [who for who in order if any(who in table[case] for case in cases)]


def print_cases(title, table, cases, with_target):
    if not cases:
        return
    rivals = rivals_of(table, cases)
    print(f"\n## {title}\n")
    kinds = {(case[0], case[1]) for case in cases}
    names = ["slices"] + (["case"] if len(kinds) > 1 or any(case[4] != "random" for case in cases) else [])
    floors = any(table[case][OURS].of_floor >= 0.005 for case in cases)
    names += ["ours ms"] + (["target ms", "met"] if with_target else []) + (["of floor"] if floors else [])
    names += [f"{who} ms (x)" for who in rivals] + ["route"]
    print("| " + " | ".join(names) + " |")
    print("|" + "---|" * len(names))
    for case in cases:
        ours = table[case][OURS]
        cells = [case[2]]
        if "case" in names:
            cells.append(f"{case[0]} {case[1]} {case[4]}")
        cells.append(f"{ours.ms:.4f}")
        if with_target:
            target = TARGETS["argsort"].get(case[1], {}).get(case[2])
            cells += [f"{target}" if target else "", "" if not target else "yes" if ours.ms <= target else "**no**"]
        if floors:
            cells.append(f"{ours.of_floor:.2f}")
        for who in rivals:
            rival = table[case].get(who)
            cells.append(f"{rival.ms:.4f} ({rival.ms / ours.ms:.2f})" if rival else "")
        print("| " + " | ".join(cells + [ours.route]) + " |")


def print_axes(table, cases):
    pairs = [(case, (*case[:3], 1, case[4])) for case in cases if case[3] == 0]
    pairs = [(strided, contiguous) for strided, contiguous in pairs if contiguous in table]
    if not pairs:
        return
    print("\n## A strided axis (0) against the contiguous one (1), slices alike\n")
    torch = any(TORCH in table[strided] for strided, _ in pairs)
    names = ["slices", "case", "axis 0 ms", "axis 1 ms", "ratio"] + ["torch axis 0 ms (x)"] * torch + ["route of axis 0"]
    print("| " + " | ".join(names) + " |")
    print("|" + "---|" * len(names))
    for strided, contiguous in pairs:
        a, b, rival = table[strided][OURS], table[contiguous][OURS], table[strided].get(TORCH)
        cells = [a.shape, f"{a.verb} {a.dtype}", f"{a.ms:.4f}", f"{b.ms:.4f}", f"{a.ms / b.ms:.2f}"]
        if torch:
            cells.append(f"{rival.ms:.4f} ({rival.ms / a.ms:.2f})" if rival else "")
        print("| " + " | ".join(cells + [a.route]) + " |")


def print_topk(table, cases):
    """Rows and their k, ours beside torch.topk; means over the random ones of 4-byte floats, and over all."""
    cases = [case for case in cases if case[0].startswith("topk")]
    if not cases:
        return
    rival = "std.partial_sort" if any("std.partial_sort" in table[case] for case in cases) else TOPK
    factor = {case: table[case][rival].ms / table[case][OURS].ms for case in cases if rival in table[case]}
    wanted = TARGETS["topk"]
    groups = [("fp32, random", [c for c in cases if c[1] == "fp32" and c[4] == "random"]),
              ("other types, random", [c for c in cases if c[1] != "fp32"]),
              ("other distributions", [c for c in cases if c[1] == "fp32" and c[4] != "random"])]
    for title, group in groups:
        if not group:
            continue
        print(f"\n## topk, {title} (values and 64-bit indices out, best first)\n")
        print(f"| rows x length | k | case | ours ms | target ms | met | of floor | {rival} ms (x) | route |")
        print("|---|---|---|---|---|---|---|---|---|")
        for case in group:
            ours, other = table[case][OURS], table[case].get(rival)
            target = wanted.get(case[2]) if case[0] in ("topk64", "topk2048") and title == "fp32, random" else None
            met = "" if target is None else "yes" if ours.ms <= target else "**no**"
            print(f"| {case[2]} | {case[0].removeprefix('topk')} | {case[1]} {case[4]} | {ours.ms:.4f} | "
                  f"{target or ''} | {met} | {ours.of_floor:.2f} | "
                  f"{f'{other.ms:.4f} ({factor[case]:.2f})' if other else ''} | {ours.route} |")
        factors = [factor[case] for case in group if case in factor]
        if factors:
            mean = math.exp(sum(map(math.log, factors)) / len(factors))
            print(f"\n{rival} / ours: {mean:.2f}x geometric mean over {len(factors)} cells, least {min(factors):.2f}x, "
                  f"most {max(factors):.2f}x")


def print_nms(table, cases, with_target):
    """Images of boxes, ours beside torchvision or a plain loop."""
    cases = [case for case in cases if case[0].startswith("nms")]
    if not cases:
        return
    rivals = [who for who in ("torchvision.nms", "torchvision.batched_nms", "plain") if any(who in table[c] for c in cases)]
    print("\n## nms, boxes and scores of fp32, 32-bit positions out\n")
    print("| images x boxes | boxes lie | classes | ours ms | target ms | met | " +
          "".join(f"{who} ms (x) | " for who in rivals) + "route |")
    print("|" + "---|" * (7 + len(rivals)))
    factors = []
    for case in cases:
        ours = table[case][OURS]
        target = TARGETS["nms"].get(case[2]) if with_target and case[0] == "nms" and case[4] == "sparse" else None
        cells = [case[2], case[4], case[0].removeprefix("nms") or "1", f"{ours.ms:.4f}", f"{target or ''}",
                 "" if target is None else "yes" if ours.ms <= target else "**no**"]
        for who in rivals:
            other = table[case].get(who)
            cells.append(f"{other.ms:.3f} ({other.ms / ours.ms:.1f})" if other else "")
            factors += [other.ms / ours.ms] if other else []
        print("| " + " | ".join(cells + [ours.route]) + " |")
    if factors:
        mean = math.exp(sum(map(math.log, factors)) / len(factors))
        print(f"\nrival / ours: {mean:.1f}x geometric mean over {len(factors)} cells, least {min(factors):.1f}x, "
              f"most {max(factors):.1f}x")


def print_reduce(table, cases, on_target):
    """Arrays and axes: TB/s of one read (and one write, where there is a result for each element), ours beside torch and a
    loop of Kokkos."""
    elementwise = ("softmax", "cumsum")  # these write as much as they read
    cases = [case for case in cases if case[0] in TARGETS["reduce"] or case[0] in elementwise]
    for verb, dtype in dict.fromkeys(case[:2] for case in cases):
        group = [case for case in cases if case[:2] == (verb, dtype)]
        torch = "torch.amax" if verb == "max" else f"torch.{verb}"
        rivals = [who for who in (torch, f"torch.compile.{verb}", "kokkos.by_hand")
                  if any(who in table[case] for case in group)]
        print(f"\n## {verb}, {dtype}\n")
        names = ["extents", "axes", "ours ms", "TB/s", "target", "met"] + [f"{who} ms (x)" for who in rivals] + ["route"]
        print("| " + " | ".join(names) + " |")
        print("|" + "---|" * len(names))
        for case in group:
            ours = table[case][OURS]
            size = ours.count * ours.length * {"fp16": 2, "fp32": 4, "fp64": 8}[dtype] * (2 if verb in elementwise else 1)
            speed = size / ours.ms * 1e-9
            target, met = "", ""
            if verb in elementwise or not on_target:
                pass
            elif size >= 64e6:
                target, met = f"{TARGETS['reduce'][verb]} TB/s", speed >= TARGETS["reduce"][verb]
            elif size <= 2**20:
                target, met = f"{TARGETS['reduce']['small_ms']} ms", ours.ms <= TARGETS["reduce"]["small_ms"]
            cells = [case[2], case[3], f"{ours.ms:.4f}", f"{speed:.2f}", target, {True: "yes", False: "**no**"}.get(met, "")]
            for who in rivals:
                other = table[case].get(who)
                cells.append(f"{other.ms:.4f} ({other.ms / ours.ms:.2f})" if other else "")
            print("| " + " | ".join(cells + [ours.route]) + " |")
        factors = [table[case][torch].ms / table[case][OURS].ms for case in group if torch in table[case]]
        if factors:
            mean = math.exp(sum(map(math.log, factors)) / len(factors))
            print(f"\n{torch} / ours: {mean:.2f}x geometric mean over {len(factors)} cells, least {min(factors):.2f}x, "
                  f"most {max(factors):.2f}x")


def print_means(table):
    """Over the shapes of the two tables with targets."""
    if not any(case[0] in ("sort", "argsort") for case in table):
        return
    print("\n## Geometric means (rival's time / ours) over random rows, axis 1\n")
    for who, verb, dtypes in ((TORCH, "argsort", ("fp16", "fp32")), (CUB, "argsort", ("fp16", "fp32")),
                              (CUB, "sort", ("fp32",)), ("std.stable_sort", "argsort", ("fp32",)),
                              ("std.sort", "sort", ("fp32",)), ("kokkos.sort", "sort", ("fp32",))):
        factors = [row[who].ms / row[OURS].ms for case, row in table.items()
                   if who in row and OURS in row and case[0] == verb and case[1] in dtypes and case[3] == 1
                   and case[4] == "random"
                   and case[2] in (TARGETS["sort"]["shapes"] if verb == "sort" else TARGETS["argsort"][case[1]])]
        if factors:
            mean = math.exp(sum(map(math.log, factors)) / len(factors))
            print(f"- {who}, {verb}: {mean:.2f}x over {len(factors)} cells, least {min(factors):.2f}x, "
                  f"most {max(factors):.2f}x")


def print_ratios(ratios):
    if not ratios:
        return
    print("\n## Ratios with a bound\n")
    print("| what | ratio | (quartiles) | bound | met | median ms of both |")
    print("|---|---|---|---|---|---|")
    for row in ratios:
        sign = ">=" if row["at_least"] else "<="
        print(f"| {row['name']}: {row['label']} | {row['ratio']:.2f} | ({row['ratio_low']:.2f} .. "
              f"{row['ratio_high']:.2f}) | {sign} {row['bound']:g} | {'yes' if row['met'] else '**no**'} | "
              f"{row['above_ms']:.4g} / {row['below_ms']:.4g} |")


if __name__ == "__main__":
    main()
