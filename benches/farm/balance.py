#!/usr/bin/env python3
"""How well a job's parts would fill a cluster, from their measured times.

    vesc-col generate --features 120 --terms 3 --positives 0 --negatives 1000 --seed 5 --output runs.csv
    vesc-col plan runs.csv --literals 8 --terms 1 --list-limit 1000 --parts 2048 --output job
    python3 benches/farm/answer.py target/release/vesc-col job --share 0.15 --limit 8
    python3 benches/farm/balance.py job [--limit 8] [--each 4] [--any] [--startup 1] [--hours H] [--workers 16 64 256 1000]

Each worker takes the next task as soon as it is free, in the order of their numbers, as an array does. A task has one part, or
--each of them, whose numbers are far apart. With --any a worker is one task, which takes one part after the other. A part that
reaches the limit is handed back: it has cost the limit, and the smaller parts become tasks of their own at the end of the queue.
A part that was not measured stands for one drawn from those that were. --hours H scales all parts, so that they take so long
together: other work on the machine lengthens all alike. Efficiency: the seconds of all first parts, each undisturbed, over those
of all workers until the last part ends.
"""
import argparse
import heapq
import json
import math
import pathlib
import random

from answer import planned, smaller_parts, times_file


def last_end(tasks, times, smaller, limit, workers, startup, takes_any):
    """When the last part ends, and how many parts were handed back."""
    ready = [(0.0, number, parts) for number, parts in enumerate(tasks)]
    first, startup = (startup, 0.0) if takes_any else (0.0, startup)
    free, handed_back = [first] * workers, 0
    while ready:
        since, number, parts = heapq.heappop(ready)
        clock = max(since, heapq.heappop(free)) + startup
        for part in parts:
            is_handed_back = times[part] > limit and part in smaller
            clock += limit if is_handed_back else times[part]
            handed_back += is_handed_back
            for one in smaller[part] if is_handed_back else []:
                heapq.heappush(ready, (clock, number, [one]))
        heapq.heappush(free, clock)
    return max(free), handed_back


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("job", type=pathlib.Path)
    parser.add_argument("--limit", type=float, help="seconds after which a part is handed back; that of answer.py, or more")
    parser.add_argument("--each", type=int, default=1, help="how many parts a task has")
    parser.add_argument("--any", action="store_true", help="each worker is one task, as with `work --any`")
    parser.add_argument("--startup", type=float, default=1.0, help="seconds before a task begins its work")
    parser.add_argument("--hours", type=float, help="how long all parts take together, if not as long as measured")
    parser.add_argument("--workers", type=int, nargs="*", default=[16, 64, 256, 1000])
    args = parser.parse_args()
    times = {int(part): time for part, time in json.loads(times_file(args.job).read_text()).items()}
    smaller = smaller_parts(args.job)
    children = {part for parts in smaller.values() for part in parts}
    first = sorted(part["number"] for part in planned(args.job) if part["number"] not in children)
    measured = [part for part in first if part in times]
    draw = random.Random(1)
    parts = [part if part in times else draw.choice(measured) for part in first]
    if args.hours:
        scale = 3600 * args.hours / sum(times[part] for part in parts)
        times = {part: scale * time for part, time in times.items()}
    count = -(-len(parts) // args.each)
    tasks = [parts[task::count] for task in range(count)]
    work = sum(times[part] for part in parts)
    print(f"{len(parts)} parts in {count} tasks, {len(measured)} measured")
    print(f"{work:.1f} s together, the longest {max(times[part] for part in measured):.1f} s")
    for limit in [math.inf] + [args.limit] * (args.limit is not None):
        print(f"\nhanded back after {limit} s" if limit < math.inf else "\nnothing is handed back")
        print("| workers | until the last part ends | efficiency | handed back |")
        print("| --- | --- | --- | --- |")
        for workers in args.workers:
            end, handed_back = last_end(tasks, times, smaller, limit, workers, args.startup, args.any)
            print(f"| {workers} | {end:.1f} s | {100 * work / (workers * end):.0f} % | {handed_back} |")


if __name__ == "__main__":
    main()
