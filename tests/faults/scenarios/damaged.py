# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Inputs that are not whole: never a crash, never endless, never success with wrong values."""

import os

import jobs
from scenario import Scenario

SMALL_COPIES = [job for job in jobs.ALL if not job.input.startswith("large")]


def check_against_peer(case, outcome):
    """A success must show what Debian's ncdump shows of the damaged input."""
    if outcome.crashed and jobs.crashes_ncdump(case.folder / case.input):
        case.check_library_crash(outcome)
        return
    case.check_ending(outcome, True, True, ())
    if outcome.returncode != 0:
        case.check_untouched(outcome)
        case.check_words(outcome)
        return
    if jobs.crashes_ncdump(case.folder / case.input):
        case.library_crashed = True  # libhdf5 reads beyond its memory: no one knows what it holds
        return
    expected = jobs.dump(case.folder / case.input)
    found = jobs.dump(case.folder / case.target)
    if found is None and expected is None:
        return  # such as values an enumeration does not have: copied, and not printed by ncdump
    if found is None:
        case.fail("exit status 0, but ncdump cannot read the output")
    elif expected is None:
        case.fail("exit status 0, but ncdump cannot read the input")
    elif jobs.data_section(found) != jobs.data_section(expected):
        case.fail("exit status 0, but ncdump shows other values")


def truncated_input(case):
    case.set_up(SMALL_COPIES)
    path = case.folder / case.input
    os.truncate(path, case.random.randrange(path.stat().st_size))
    case.note_state()
    outcome = case.run()
    check_against_peer(case, outcome)
    return outcome.returncode != 0


def flipped_bits(case):
    case.set_up(SMALL_COPIES)
    path = case.folder / case.input
    content = bytearray(path.read_bytes())
    for _ in range(case.random.choice([1, 1, 2, 8, 64])):
        content[case.random.randrange(len(content))] ^= 1 << case.random.randrange(8)
    path.write_bytes(content)
    case.note_state()
    outcome = case.run()
    check_against_peer(case, outcome)
    return outcome.returncode != 0


SCENARIOS = [
    Scenario("truncated_input", truncated_input, weight=4),
    Scenario("flipped_bits", flipped_bits, weight=6),
]
