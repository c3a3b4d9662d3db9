# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Folders of Zarr: outputs that are complete or not there, and inputs that are damaged."""

import os
import shutil

import jobs
from scenario import Scenario


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
    Scenario("full_store", full_store, weight=3),
    Scenario("damaged_store", damaged_store, weight=5),
]
