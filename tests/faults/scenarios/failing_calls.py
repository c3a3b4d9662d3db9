# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Calls on the input or the output that fail, by the shim."""

import jobs
from scenario import Scenario

OUTPUT_ERRORS = ["EIO", "ENOSPC", "EDQUOT", "EFBIG", "EROFS", "EACCES"]
INPUT_ERRORS = ["EIO", "ESTALE", "EACCES", "ENOMEM"]


def failing_call(case, file, errors, times, some):
    """Any one call on a file fails. It may be one without consequences."""
    case.set_up(some)
    # A file that cannot be removed stays.
    calls = sorted(call for call, counted in case.reference.counts
                   if counted == file and call != "remove")
    call = case.random.choice(calls)
    number = case.random.randint(1, case.reference.counts[call, file])
    outcome, happened = case.run_failing(call, file, number, case.random.choice(errors), times)
    # A folder that cannot be opened cannot be cleared either.
    case.check(outcome, may_leave=call == "open" and times == "always" and case.job.makes_store)
    return happened


def failing_output_call(case, some=jobs.ALL):
    return failing_call(case, "output", OUTPUT_ERRORS, "once", some)


def failing_input_call(case, some=jobs.ALL):
    return failing_call(case, "input", INPUT_ERRORS, "once", some)


def dead_output(case, some=jobs.ALL):
    """From some call on, all calls of its kind fail."""
    return failing_call(case, "output", OUTPUT_ERRORS, "always", some)


def dead_input(case, some=jobs.ALL):
    return failing_call(case, "input", INPUT_ERRORS, "always", some)


def failing_write(case, some=jobs.ALL):
    """A write that fails, once or from then on, never ends in success."""
    case.set_up(some)
    number = case.random.randint(1, case.reference.counts["write", "output"])
    outcome, happened = case.run_failing("write", "output", number,
                                         case.random.choice(OUTPUT_ERRORS),
                                         case.random.choice(["once", "always"]))
    case.check(outcome, may_succeed=not happened)
    return happened


def failing_rename(case, some=jobs.ALL):
    """The last step fails."""
    case.set_up(some)
    call = case.random.choice(["chmod", "rename"])
    outcome, happened = case.run_failing(call, "output", 1, case.random.choice(OUTPUT_ERRORS))
    case.check(outcome, may_succeed=not happened)
    return happened


def failing_sync(case, some=jobs.ALL):
    """Data that the disk does not store are not an output."""
    case.set_up(some)
    number = case.random.randint(1, case.reference.counts["sync", "output"])
    outcome, happened = case.run_failing("sync", "output", number,
                                         case.random.choice(OUTPUT_ERRORS),
                                         case.random.choice(["once", "always"]))
    case.check(outcome, may_succeed=not happened)
    return happened


def failing_sync_of_name(case, some=jobs.ALL):
    """The output is complete and has its name, but might not after a power failure: this counts as
    a failure."""
    case.set_up(some)
    outcome, happened = case.run_failing("sync", "folder", 1, case.random.choice(OUTPUT_ERRORS))
    case.check_ending(outcome, not happened, happened, ())
    case.check_finished()
    if happened:
        case.check_words(outcome)
    return happened


def full_device(case, some=jobs.ALL):
    """The device has room for some bytes, then for none."""
    case.set_up(some)
    room = case.random.randrange(jobs.size_of(case.reference.output))
    outcome, happened = case.run_failing("write", "output", room, "full")
    case.check(outcome, may_succeed=not happened)
    return happened


def interrupted_call(case, some=jobs.ALL):
    """EINTR and partial writes are not failures."""
    case.set_up(some)
    action = case.random.choice(["EINTR", "short"])
    call, file = case.random.choice([("write", "output"), ("read", "input")])
    if action == "short":
        call, file = "write", "output"
    number = case.random.randint(1, case.reference.counts[call, file])
    outcome, happened = case.run_failing(call, file, number, action,
                                         "always" if action == "short" else "once")
    case.check(outcome)
    return happened


SCENARIOS = [
    Scenario("failing_output_call", failing_output_call, weight=8),
    Scenario("failing_input_call", failing_input_call, weight=6),
    Scenario("dead_output", dead_output, weight=5),
    Scenario("dead_input", dead_input, weight=4),
    Scenario("failing_write", failing_write, weight=6),
    Scenario("failing_rename", failing_rename, weight=2),
    Scenario("failing_sync", failing_sync, weight=3),
    Scenario("failing_sync_of_name", failing_sync_of_name),
    Scenario("full_device", full_device, weight=6),
    Scenario("interrupted_call", interrupted_call, weight=3),
]
