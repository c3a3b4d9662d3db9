# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Other processes that work on the same files."""

import dataclasses
import os
import shutil
import signal
import time

import jobs
from scenario import Scenario


def runs_on_one_target(case, some=jobs.ALL):
    """Two or three runs at once: the output is complete, whichever was last; one of them may be
    killed."""
    case.set_up(jobs.slow(some))
    running = [case.start() for _ in range(case.random.choice([2, 3]))]
    killed = case.random.choice([None, signal.SIGTERM, signal.SIGKILL])
    if killed:
        time.sleep(case.random.uniform(0, case.reference.seconds))
        running[0].send(killed)
    overlapping = running[0].is_running and running[1].is_running
    outcomes = [run.finish() for run in running]
    case.check_ending(outcomes[0], True, False, [killed] if killed else ())
    for outcome in outcomes[1:]:
        case.check_ending(outcome, True, False, ())
    if outcomes[0].returncode != 0:
        case.check_next_run()
    case.check_finished()
    return overlapping or killed is not None


def opened_by(pid):
    """Returns the paths of the files that a process has open."""
    opened = f"/proc/{pid}/fd"
    try:
        return [os.path.realpath(f"{opened}/{fd}") for fd in os.listdir(opened)]
    except OSError:
        return []


def wait_until_read(case, running):
    """Waits for a random time after the program opened its input."""
    path = str(case.folder / case.input)
    end = time.monotonic() + case.reference.seconds
    while running.is_running and time.monotonic() < end:
        if any(path in opened_by(pid) for pid in running.workers()):
            break
    time.sleep(case.random.uniform(0, case.reference.seconds / 2))
    return running.is_running


def came_too_early(case, outcome, other):
    """Returns whether the program opened the input only after `other` replaced it, and copied
    that."""
    job = dataclasses.replace(case.job, input=other)
    return (outcome.returncode == 0 and
            case.workshop.is_right_output(job, case.folder / case.target))


def replaced_input(case):
    """A new file replaces the input, or the name is removed: the opened file is copied, or nothing.
    If the opened file is the new one, the replacement came too early."""
    case.set_up(jobs.slow(jobs.COPIES))
    path = case.folder / case.input
    others = [None, "deflate"] if "--layout" in case.job.options else [None, "classic", "deflate"]
    other = case.random.choice(others)  # one that this job can copy
    running = case.start()
    happened = wait_until_read(case, running)
    if other:
        shutil.copyfile(case.workshop.folder / f"{other}.nc", case.folder / "new")
        os.replace(case.folder / "new", path)
    else:
        path.unlink()
    outcome = running.finish()
    shutil.copyfile(case.workshop.input(case.job), path)
    if other and came_too_early(case, outcome, other):
        return False
    case.check(outcome)
    return happened


def shrinking_input(case):
    """The input is truncated while it is read: a failure, never a copy with zeros."""
    case.set_up(jobs.slow(jobs.COPIES))
    path = case.folder / case.input
    running = case.start()
    happened = wait_until_read(case, running)
    os.truncate(path, case.random.randrange(path.stat().st_size))
    outcome = running.finish()
    shutil.copyfile(case.workshop.input(case.job), path)
    case.check(outcome)
    return happened and outcome.returncode != 0


SCENARIOS = [
    Scenario("runs_on_one_target", runs_on_one_target, weight=4),
    Scenario("replaced_input", replaced_input, weight=2),
    Scenario("shrinking_input", shrinking_input, weight=2),
]
