# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Signals at random moments."""

import signal
import time

import jobs
import process
from case import INTERRUPTING
from scenario import Scenario

ANY = [*INTERRUPTING, signal.SIGKILL]


def kill_at_moment(case, some=jobs.ALL):
    """Sends one signal after a random part of the usual time."""
    case.set_up(jobs.slow(some))
    number = case.random.choice(ANY)
    running = case.start()
    time.sleep(case.random.uniform(0, case.reference.seconds))
    running.send(number)
    outcome = running.finish()
    case.check(outcome, may_fail=False, signals=[number])
    return outcome.returncode != 0


def kill_twice(case, some=jobs.ALL):
    """A second signal changes nothing; it may arrive when the output already has its name."""
    case.set_up(jobs.slow(some))
    numbers = case.random.choices(INTERRUPTING, k=2)
    running = case.start()
    time.sleep(case.random.uniform(0, case.reference.seconds))
    running.send(numbers[0])
    time.sleep(case.random.choice([0, 0.0005, 0.003]))
    running.send(numbers[1])
    outcome = running.finish()
    case.check_ending(outcome, True, False, numbers)
    case.check_either(outcome)
    if outcome.returncode != 0:
        case.check_words(outcome)
    return outcome.returncode != 0


def kill_group(case, some=jobs.ALL):
    """Sends a signal to the program, to its worker process, or to both, as timeout(1) and terminals
    do."""
    case.set_up(jobs.slow(some))
    number = case.random.choice(ANY)
    to = case.random.choice([("worker",), ("group",), ("program", "group"), ("worker", "program")])
    running = case.start()
    time.sleep(case.random.uniform(0, case.reference.seconds))
    running.send(number, to)
    outcome = running.finish()
    case.check(outcome, may_fail=False, signals=[number])
    return outcome.returncode != 0


def kill_at_call(case, some=jobs.ALL):
    """Sends one signal just before a call on the input or the output."""
    case.set_up(some)
    number = case.random.choice(ANY)
    call, file = case.random.choice(sorted(case.reference.counts))
    count = case.reference.counts[call, file]
    outcome, happened = case.run_failing(call, file, case.random.randint(1, count), number.name)
    case.check(outcome, may_fail=False, signals=[number])
    return happened


def kill_at_two_calls(case, some=jobs.ALL):
    """Sends a signal before a call and before every later call of its kind."""
    case.set_up(some)
    number = case.random.choice(INTERRUPTING)
    call = case.random.choice(["read", "write"])
    file = {"read": "input", "write": "output"}[call]
    at = case.random.randint(1, case.reference.counts[call, file])
    outcome, happened = case.run_failing(call, file, at, number.name, "always")
    case.check(outcome, may_fail=False, signals=[number, number])
    return happened


def hang_up_ignored(case, some=jobs.ALL):
    """Under nohup a hang-up does not stop the program."""
    case.set_up(jobs.slow(some))
    running = case.start(process.Surroundings(ignored=(signal.SIGHUP,)))
    time.sleep(case.random.uniform(0, case.reference.seconds))
    happened = running.send(signal.SIGHUP)
    case.check(running.finish(), may_fail=False)
    return happened


SCENARIOS = [
    Scenario("kill_at_moment", kill_at_moment, weight=6),
    Scenario("kill_twice", kill_twice, weight=3),
    Scenario("kill_group", kill_group, weight=4),
    Scenario("kill_at_call", kill_at_call, weight=8),
    Scenario("kill_at_two_calls", kill_at_two_calls, weight=2),
    Scenario("hang_up_ignored", hang_up_ignored),
]
