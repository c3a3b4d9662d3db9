# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Folders of Zarr: outputs that are complete or not there, and inputs that are damaged."""

import os
import shutil
import signal
import time

import jobs
from case import INTERRUPTING
from scenario import Scenario

ANY = [*INTERRUPTING, signal.SIGKILL]
ERRORS = ["EIO", "ENOSPC", "EDQUOT", "EROFS", "EACCES"]


def kill_store(case):
    """One signal after a random part of the usual time."""
    case.set_up(jobs.slow(jobs.STORES))
    number = case.random.choice(ANY)
    running = case.start()
    time.sleep(case.random.uniform(0, case.reference.seconds))
    running.send(number)
    outcome = running.finish()
    case.check(outcome, may_fail=False, signals=[number])
    return outcome.returncode != 0


def kill_store_at_call(case):
    """One signal just before a call on a file of the store, on whatever thread."""
    case.set_up(jobs.STORES)
    number = case.random.choice(ANY)
    call = case.random.choice(["open", "write", "close"])
    count = case.reference.counts[call, "output"]
    outcome, happened = case.run_failing(call, "output", case.random.randint(1, count), number.name)
    case.check(outcome, may_fail=False, signals=[number])
    return happened


def failing_store_call(case):
    """A call on a file of the store fails, once or from then on."""
    case.set_up(jobs.STORES)
    call = case.random.choice(["open", "write"])
    number = case.random.randint(1, case.reference.counts[call, "output"])
    outcome, happened = case.run_failing(call, "output", number, case.random.choice(ERRORS),
                                         case.random.choice(["once", "always"]))
    case.check(outcome, may_succeed=not happened)
    return happened


def full_store(case):
    """Room for some bytes, then for none."""
    case.set_up(jobs.STORES)
    room = case.random.randrange(jobs.size_of(case.reference.output))
    outcome, happened = case.run_failing("write", "output", room, "full")
    case.check(outcome, may_succeed=not happened)
    return happened


def damaged_store(case):
    """Metadata and chunks that are cut, flipped, gone, or no files. Never a crash, and words."""
    case.job = jobs.Job("ncfcopy", "store", case.random.choice([(), ("-d", "5"), ("-c", "x/7")]))
    case.input = "in.zarr"
    store = case.folder / case.input
    shutil.copytree(case.workshop.old_store(), store)
    path = case.random.choice(sorted(file for file in store.rglob("*") if file.is_file()))
    content = bytearray(path.read_bytes())
    damage = case.random.choice(["cut", "flip", "flip", "gone", "link", "folder"])
    if damage == "cut":
        os.truncate(path, case.random.randrange(len(content) + 1))
    elif damage == "flip":
        for _ in range(case.random.choice([1, 2, 8])):
            content[case.random.randrange(len(content))] ^= 1 << case.random.randrange(8)
        path.write_bytes(content)
    else:
        path.unlink()
        if damage == "link":
            path.symlink_to("/etc/hostname")
        elif damage == "folder":
            path.mkdir()
    case.note_state()
    outcome = case.run()
    case.check_ending(outcome, True, True, ())
    if outcome.returncode != 0:
        case.check_untouched(outcome)
        case.check_words(outcome)
    return outcome.returncode != 0


SCENARIOS = [
    Scenario("kill_store", kill_store, weight=3),
    Scenario("kill_store_at_call", kill_store_at_call, weight=4),
    Scenario("failing_store_call", failing_store_call, weight=4),
    Scenario("full_store", full_store, weight=3),
    Scenario("damaged_store", damaged_store, weight=5),
]
