#!/usr/bin/env python3
"""Answers the parts of a job one after the other, and notes the user seconds of each.

    python3 benches/farm/answer.py target/release/vesc-col job [--share 0.25] [--limit 8]

They go to `job.seconds.json`, by the number of the part. Other work on the machine changes them less than the seconds of an answer.
With a share below 1, only so many parts are answered, drawn at random.

A part that takes longer than the limit is asked again for a moment. So it is handed back, and the smaller parts are planned and
answered in its place. Its own seconds are kept, too: balance.py tells what either way takes.
"""
import argparse
import json
import math
import pathlib
import random

from measure import seconds


def times_file(job):
    """Where the user seconds of a job's parts are."""
    return job.with_name(job.name + ".seconds.json")


def planned(job):
    """All parts of a job."""
    plan = json.loads((job / "plan.json").read_text())
    return [part for question in plan["questions"] for part in question["parts"]]


def smaller_parts(job):
    """The numbers of the smaller parts in the place of each part that was handed back."""
    parts = planned(job)
    numbers = {json.dumps(part["choices"]): part["number"] for part in parts}
    replaced = [part["number"] for part in parts if part.get("replaced")]
    answers = [json.loads(answer_file(job, part).read_text()) for part in replaced]
    return {answer["part"]: [numbers[json.dumps(choices)] for choices in answer["smaller"]] for answer in answers}


def answer_file(job, part):
    """Where the answer of a part is."""
    return next(job.glob(f"part-*-{part:06}.json"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("job", type=pathlib.Path)
    parser.add_argument("--share", type=float, default=1.0, help="the share of the first parts that are answered")
    parser.add_argument("--limit", type=float, default=math.inf, help="seconds after which a part is handed back")
    args = parser.parse_args()
    file = times_file(args.job)
    times = {int(part): time for part, time in json.loads(file.read_text()).items()} if file.exists() else {}
    work = [args.program, "work", args.job, "--threads", 1, "--part"]
    while True:
        smaller = smaller_parts(args.job)
        numbers = [part["number"] for part in planned(args.job)]
        later = {part for parts in smaller.values() for part in parts}
        first = [part for part in numbers if part not in later]
        random.Random(1).shuffle(first)
        parts = [part for part in first[: math.ceil(args.share * len(first))] + sorted(later) if part not in smaller]
        for part in parts:
            if part not in times:
                times[part] = seconds(*work, part)[0]
                file.write_text(json.dumps(times))
        for part in parts:
            if times[part] > args.limit:
                answer_file(args.job, part).unlink()
                seconds(*work, part, "--timeout", "1ms", statuses=(0, 3))
        if all(times[part] <= args.limit for part in parts):
            break
        seconds(args.program, "plan", "--continue", args.job)
        if len(planned(args.job)) == len(numbers):
            break
    print(f"{args.job}: {len(times)} parts, {sum(times.values()):.1f} s of user time")


if __name__ == "__main__":
    main()
