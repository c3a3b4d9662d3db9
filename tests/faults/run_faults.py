# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Draws fault runs and counts them; run.sh documents the options."""

import argparse
import collections
import dataclasses
import multiprocessing
import os
import random
import shutil
import sys
import tempfile
import traceback
from pathlib import Path

import inputs
import jobs
import scenarios
from case import Case

PROCESSES = 2
MOST_ATTEMPTS = 20  # some faults come at random moments, which can be too late
SKIPPED = 77


@dataclasses.dataclass
class Result:
    number: int
    scenario: str
    happened: bool
    library_crashed: bool
    failures: list
    commands: list


class Runner:
    """Makes case NUMBER, the same for the same seed."""

    def __init__(self, seed, workshop, folder, chosen):
        self.seed = seed
        self.workshop = workshop
        self.folder = folder
        self.schedule = self.make_schedule(chosen)

    def make_schedule(self, chosen):
        """Returns every scenario once, and every scenario by its weight, both shuffled."""
        weighted = [scenario for scenario in chosen for _ in range(scenario.weight)]
        order = random.Random(self.seed)
        order.shuffle(weighted)
        once = list(chosen)
        order.shuffle(once)
        return once, weighted

    def scenario(self, number):
        once, weighted = self.schedule
        return once[number] if number < len(once) else weighted[(number - len(once)) %
                                                                len(weighted)]

    def run(self, number):
        scenario = self.scenario(number)
        happened = False
        for attempt in range(MOST_ATTEMPTS):
            case = Case(self.workshop, random.Random(f"{self.seed}/{number}/{attempt}"),
                        self.folder / f"case{number}_{attempt}")
            try:
                happened = scenario.run(case)
            except Exception:  # the harness's own fault counts as one
                case.fail(traceback.format_exc(limit=-1))
            shutil.rmtree(case.folder, ignore_errors=True)
            if happened or case.failures:
                break
        commands = [f"{outcome.command}\n      {outcome.ending}: {outcome.stderr.strip()}"
                    for outcome in case.outcomes]
        return Result(number, scenario.name, happened, case.library_crashed, case.failures,
                      commands)


def report_failure(result, seed):
    print(f"FAULT seed {seed} case {result.number} {result.scenario}")
    for text in [*result.failures, *result.commands]:
        print(f"    {text}")
    print(f"    again: bash tests/faults/run.sh --seed {seed} --case {result.number}", flush=True)


def report_scenarios(results, chosen):
    """Prints how often each was drawn and its fault happened. Returns those that never did."""
    drawn = collections.Counter(result.scenario for result in results)
    happened = collections.Counter(result.scenario for result in results if result.happened)
    crashed = collections.Counter(result.scenario for result in results if result.library_crashed)
    failed = collections.Counter(result.scenario for result in results if result.failures)
    print(f"{'scenario':22} {'drawn':>6} {'happened':>9} {'libraries crashed':>18} {'faults':>7}")
    for scenario in chosen:
        name = scenario.name
        print(f"{name:22} {drawn[name]:6} {happened[name]:9} {crashed[name]:18} {failed[name]:7}")
    return [name for name in drawn if not happened[name]]


def choose_scenarios(only):
    chosen = []
    for scenario in scenarios.ALL:
        if only and scenario.name not in only:
            continue
        reason = scenario.why_not()
        if reason:
            print(f"skipped: {scenario.name}: {reason}")
        else:
            chosen.append(scenario)
    return chosen


def run_all(numbers, runner):
    results = []
    with multiprocessing.Pool(PROCESSES) as pool:
        for result in pool.imap_unordered(runner.run, numbers):
            results.append(result)
            if result.failures:
                report_failure(result, runner.seed)
    return results


def parse_arguments():
    parser = argparse.ArgumentParser(prog="tests/faults/run.sh")
    parser.add_argument("runs", type=int, nargs="?", default=100, metavar="N",
                        help="how many runs (default: 100)")
    parser.add_argument("--seed", type=int, help="default: another one each time")
    parser.add_argument("--case", type=int, help="only the case of this number")
    parser.add_argument("--only", action="append", metavar="SCENARIO",
                        help="only this scenario; repeatable. Numbers cases anew")
    parser.add_argument("--ncfcopy", type=Path, metavar="PATH",
                        help="only this program, in the place of ours")
    parser.add_argument("--inputs", type=Path, metavar="FOLDER",
                        help="keep the inputs here, or take those that an earlier run kept")
    return parser.parse_args()


def programs_of(arguments):
    if arguments.ncfcopy:
        return {"ncfcopy": arguments.ncfcopy.resolve()}
    folder = Path(os.environ["NCF_BIN"]).resolve()
    return {name: folder / name for name in ("ncfcopy", "ncfdump", "ncfgen")}


def main():
    arguments = parse_arguments()
    seed = arguments.seed if arguments.seed is not None else random.SystemRandom().randrange(10**6)
    chosen = choose_scenarios(arguments.only)
    numbers = range(arguments.runs) if arguments.case is None else [arguments.case]
    programs = programs_of(arguments)
    with tempfile.TemporaryDirectory(prefix="ncf-faults-", ignore_cleanup_errors=True) as folder:
        folder = Path(folder)
        workshop = arguments.inputs or folder / "workshop"
        if not workshop.exists():
            workshop.mkdir()
            inputs.make_all(workshop, programs["ncfcopy"])
        runner = Runner(seed, jobs.Workshop(workshop, programs), folder, chosen)
        results = run_all(numbers, runner)
    idle = report_scenarios(results, chosen)
    for name in idle:
        print(f"FAULT: {name} never happened")
    faults = sum(1 for result in results if result.failures) + len(idle)
    print(f"runs={len(results)} faults={faults} seed={seed}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
