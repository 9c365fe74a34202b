#!/usr/bin/env python3
"""How well a job's parts would fill a cluster, from their measured times.

    python3 benches/farm/balance.py job [--startup 1] [--workers 16 64 256 1000]

Each worker takes the next part as soon as it is free, in the order of their numbers, as the tasks of an array do.
Efficiency: the seconds of all parts over those of all workers until the last part ends.
"""
import argparse
import heapq
import json
import pathlib


def makespan(times, workers, startup):
    """When the last part ends."""
    free = [0.0] * workers
    for time in times:
        heapq.heappush(free, heapq.heappop(free) + startup + time)
    return max(free)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("job", type=pathlib.Path)
    parser.add_argument("--startup", type=float, default=1.0, help="seconds before a task begins its work")
    parser.add_argument("--workers", type=int, nargs="*", default=[16, 64, 256, 1000])
    args = parser.parse_args()
    answers = [json.loads(file.read_text()) for file in sorted(args.job.glob("part-*.json"))]
    times = [answer["seconds"] for answer in answers]
    if not times:
        raise SystemExit(f"{args.job}: no part is answered")
    print(f"{len(times)} parts of {sum(times):.1f} s together, the longest {max(times):.1f} s")
    print("| workers | until the last part ends | efficiency |")
    print("| --- | --- | --- |")
    for workers in args.workers:
        end = makespan(times, workers, args.startup)
        print(f"| {workers} | {end:.1f} s | {100 * sum(times) / (workers * end):.0f} % |")


if __name__ == "__main__":
    main()
