# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""ncfdump, whose result goes to standard output: all of it and right, or the exit status says no."""

import resource
import time

import jobs
import process
from case import INTERRUPTING
from scenario import Scenario
from scenarios.failing_calls import INPUT_ERRORS
from scenarios.limits import broken_pipe, min_memory

LARGE = [job for job in jobs.DUMPS if job.input == "large"]


def check(case, outcome, may_succeed=True, may_fail=True, signals=(), nameless=False):
    case.check_ending(outcome, may_succeed, may_fail, signals)
    case.check_untouched(outcome)
    if outcome.returncode != 0:
        case.check_words(outcome, nameless)
    elif outcome.stdout != case.reference.output.read_text(encoding="utf-8"):
        case.fail("exit status 0, but the text is not right")


def dump_failing_call(case, some=jobs.DUMPS):
    case.set_up(some, old_output=False)
    call = case.random.choice(sorted(call for call, file in case.reference.counts
                                     if file == "input"))
    number = case.random.randint(1, case.reference.counts[call, "input"])
    outcome, happened = case.run_failing(call, "input", number, case.random.choice(INPUT_ERRORS),
                                         case.random.choice(["once", "always"]))
    check(case, outcome)
    return happened


def dump_killed(case):
    case.set_up(LARGE, old_output=False)
    number = case.random.choice(INTERRUPTING)
    running = case.start()
    time.sleep(case.random.uniform(0, case.reference.seconds))
    running.send(number)
    outcome = running.finish()
    check(case, outcome, may_fail=False, signals=[number])
    return outcome.returncode != 0


def dump_memory_limit(case):
    case.set_up(jobs.DUMPS, old_output=False)
    least = min_memory(case.workshop.programs[case.job.program])
    limit = least + case.random.randrange(case.random.choice([1, 4, 16]) << 20)
    outcome = case.run(process.Surroundings(limits={resource.RLIMIT_AS: limit}))
    if outcome.crashed:
        case.check_library_crash(outcome)
    else:
        check(case, outcome, nameless=True)
    return outcome.returncode != 0


def dump_into_nothing(case):
    """A full device is a failure. Whoever closes a pipe has seen enough: quiet, whatever the
    status."""
    case.set_up(jobs.DUMPS, old_output=False)
    with broken_pipe() as pipe, open("/dev/full", "wb") as full:
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
    case.set_up(LARGE, old_output=False)
    size = len(case.reference.output.read_bytes())
    limits = {resource.RLIMIT_FSIZE: case.random.randrange(size)}
    with open(case.folder.with_name(case.folder.name + "_text"), "w+b") as text:
        outcome = case.run(process.Surroundings(stdout=text, limits=limits))
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
