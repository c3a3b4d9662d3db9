# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Zarr in folders and zip files: outputs that are complete or not there, whatever goes wrong, and inputs that are
damaged or vanish."""

import functools
import os
import re
import shutil

import invariants
import jobs
from scenario import Scenario
from scenarios import concurrent, dumps, failing_calls, kills, limits, targets

SMALL = [job for job in jobs.FROM_STORES if job.input != "large"]


def random_file(case):
    """Returns a file of the input."""
    store = case.folder / case.input
    return case.random.choice(sorted(file for file in store.rglob("*") if file.is_file()))


def damaged_store(case):
    """Metadata and chunks that are cut, flipped, missing, or not files. Never a crash, always a
    message."""
    case.set_up(SMALL)
    path = random_file(case)
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


def start_reading(case):
    """Starts a run and waits until it reads its input; returns the run, and whether it is still at
    work."""
    case.set_up(jobs.slow(jobs.FROM_STORES))
    running = case.start()
    return running, concurrent.wait_until_read(case, running)


def put_back(case):
    path = case.folder / case.input
    shutil.rmtree(path, ignore_errors=True)
    shutil.copytree(case.workshop.input(case.job), path)


def removed_store(case):
    """Removing a store while it is read causes a failure, never a copy with holes."""
    running, happened = start_reading(case)
    shutil.rmtree(case.folder / case.input)
    outcome = running.finish()
    put_back(case)
    case.check(outcome)
    return happened and outcome.returncode != 0


def replaced_store(case):
    """Another store takes the name, as in our own replacement, and the old one is removed: the
    opened store is copied, or nothing. If the opened store is the new one, the replacement came too
    early."""
    running, happened = start_reading(case)
    path, aside = case.folder / case.input, case.folder.with_name(case.folder.name + "_old")
    shutil.copytree(case.workshop.old_store(), case.folder / "new")
    path.rename(aside)
    (case.folder / "new").rename(path)
    shutil.rmtree(aside)
    outcome = running.finish()
    put_back(case)
    if concurrent.came_too_early(case, outcome, case.workshop.old_store().stem):
        return False
    case.check(outcome)
    return happened


def store_onto_itself(case):
    """The target is the input, under any of its names."""
    case.set_up(SMALL, old_output=False)
    (case.folder / "folder").mkdir()
    (case.folder / "link.zarr").symlink_to(case.input)
    case.target = case.random.choice([case.input, f"./{case.input}/", f"folder/../{case.input}",
                                      "link.zarr", str(case.folder / case.input),
                                      f"{case.input}/inner.zarr"])
    case.note_state()
    case.check_refused(case.run())
    return True


def no_exchange(case):
    """On a file system that cannot exchange two folders, two renames are used, which can be
    undone."""
    case.set_up(jobs.TO_STORES, old_output=True)
    outcome, happened = case.run_failing("rename", "output", 1, "EINVAL")
    case.check(outcome, may_fail=False)
    return happened


def no_way_back(case):
    """The renames cannot be undone either: the message says where the older folder is, and the next
    run finds it."""
    case.set_up(jobs.TO_STORES, old_output=True)
    outcome, happened = case.run_failing("rename", "output", 1, "EINVAL", "always")
    case.check_ending(outcome, may_succeed=False, may_fail=True, signals=[])
    aside = re.search(r"the old one, which is now '(.*-old)'", outcome.stderr)
    if not aside:
        case.fail(f"no word of the older store: {outcome.stderr!r}")
        return happened
    below = f"{case.target}{os.sep}"
    older = {name.removeprefix(below): entry for name, entry in case.before.items()
             if name.startswith(below)}
    if invariants.snapshot(case.folder / aside[1]) != older:
        case.fail(f"{aside[1]} is not the older store")
    case.check_next_run()
    return happened


def of_stores(run, some=tuple(jobs.TO_STORES), **settings):
    """Wraps a kind of fault that outputs of other kinds have too."""
    return Scenario(f"store_{run.__name__}", functools.partial(run, some=some), **settings)


def of_zips(run, **settings):
    return Scenario(f"zip_{run.__name__}", functools.partial(run, some=tuple(jobs.ZIPS)),
                    **settings)


SCENARIOS = [
    of_stores(kills.kill_at_moment, weight=4),
    of_stores(kills.kill_twice, weight=3),
    of_stores(kills.kill_at_call, weight=5),
    of_stores(kills.kill_at_two_calls),
    of_stores(failing_calls.failing_output_call, weight=5),
    of_stores(failing_calls.failing_input_call, jobs.FROM_STORES, weight=4),
    of_stores(failing_calls.dead_output, weight=4),
    of_stores(failing_calls.dead_input, jobs.FROM_STORES, weight=2),
    of_stores(failing_calls.failing_write, weight=3),
    of_stores(failing_calls.failing_rename, weight=2),
    of_stores(failing_calls.full_device, weight=3),
    of_stores(failing_calls.interrupted_call, weight=2),
    of_stores(limits.file_size_limit),
    of_stores(limits.memory_limit, weight=2),
    of_stores(limits.full_disk, weight=2, why_not=limits.why_no_mount),
    of_stores(limits.read_only_disk, why_not=limits.why_no_mount),
    of_stores(limits.unwritable_folder, why_not=limits.why_no_permissions),
    of_stores(limits.unreadable_input, jobs.FROM_STORES, why_not=limits.why_no_permissions),
    of_stores(limits.read_only_output, why_not=limits.why_no_permissions),
    of_stores(targets.missing_folder),
    of_stores(targets.link_to_output),
    of_stores(targets.bad_link),
    of_stores(targets.linked_folder),
    of_stores(targets.no_file),
    of_stores(targets.leftovers),
    of_stores(concurrent.runs_on_one_target, weight=3),
    of_stores(dumps.dump_failing_call, jobs.STORE_DUMPS, weight=2),
    of_zips(kills.kill_at_moment, weight=2),
    of_zips(kills.kill_at_call, weight=2),
    of_zips(failing_calls.failing_output_call, weight=2),
    of_zips(failing_calls.dead_output),
    of_zips(failing_calls.failing_write, weight=2),
    of_zips(failing_calls.full_device),
    of_zips(limits.file_size_limit),
    of_zips(limits.full_disk, why_not=limits.why_no_mount),
    of_zips(targets.leftovers),
    of_zips(concurrent.runs_on_one_target),
    Scenario("damaged_store", damaged_store, weight=5),
    Scenario("removed_store", removed_store, weight=2),
    Scenario("replaced_store", replaced_store, weight=2),
    Scenario("store_onto_itself", store_onto_itself),
    Scenario("no_exchange", no_exchange),
    Scenario("no_way_back", no_way_back),
]
