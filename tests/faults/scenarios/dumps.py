# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""ncfdump, which prints its result: the output is complete and right, or the exit status reports a
failure."""

import functools
import resource

import jobs
import process
from scenario import Scenario
from scenarios import failing_calls, kills, limits


def dump_failing_call(case, some=jobs.DUMPS):
    times = case.random.choice(["once", "always"])
    return failing_calls.failing_call(case, "input", failing_calls.INPUT_ERRORS, times, some)


dump_killed = functools.partial(kills.kill_at_moment, some=jobs.DUMPS)
dump_memory_limit = functools.partial(limits.memory_limit, some=jobs.DUMPS)


def dump_into_nothing(case):
    """A full device is a failure. A closed pipe ends the program without a message, whatever the
    status."""
    case.set_up(jobs.DUMPS, old_output=False)
    with limits.broken_pipe() as pipe, open("/dev/full", "wb") as full:
        stdout = case.random.choice([pipe, full])
        outcome = case.run(process.Surroundings(stdout=stdout))
        if stdout is full:
            case.check_ending(outcome, False, True, ())
            case.check_words(outcome, nameless=True)
        elif outcome.stderr or outcome.crashed or outcome.hung:
            case.outcomes.append(outcome)
            case.fail("a closed pipe was no quiet end")
    case.check_untouched(outcome)
    return True


def dump_file_size_limit(case):
    case.set_up(jobs.slow(jobs.DUMPS), old_output=False)
    size = len(case.reference.output.read_bytes())
    limit = {resource.RLIMIT_FSIZE: case.random.randrange(size)}
    with open(case.folder.with_name(case.folder.name + "_text"), "w+b") as text:
        outcome = case.run(process.Surroundings(stdout=text, limits=limit))
    case.check_ending(outcome, False, True, ())
    case.check_words(outcome, nameless=True)
    case.check_untouched(outcome)
    return True


SCENARIOS = [
    Scenario("dump_failing_call", dump_failing_call, weight=4),
    Scenario("dump_killed", dump_killed, weight=2),
    Scenario("dump_memory_limit", dump_memory_limit, weight=2),
    Scenario("dump_into_nothing", dump_into_nothing, weight=2),
    Scenario("dump_file_size_limit", dump_file_size_limit),
]
