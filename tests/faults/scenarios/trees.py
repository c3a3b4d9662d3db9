# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Runs over trees of files that are killed, or whose disk is full: each file is complete at any time,
the old one or the new, and the next run completes the rest.
"""

import collections
import dataclasses
import json
import shutil
import signal
import time

import invariants
import jobs
import process
from case import INTERRUPTING
from scenario import Scenario
from scenarios import limits

DEFLATIONS = [jobs.Job("ncfcopy", name, ("-d", "5", "-s")) for name in jobs.FILTERABLE]
JOURNAL = "run.jsonl"
RECORD = "out/.ncfcopy-journal"


@dataclasses.dataclass(frozen=True)
class TreeFile:
    name: str  # below the case's folder
    job: jobs.Job
    mode: int


class Tree:
    """Files in two folders, some of them large, that their copies replace."""
    target = ("--in-place",)
    made = {JOURNAL}  # besides the copies
    copies = DEFLATIONS  # with the same options
    root = "tree"

    def __init__(self, case):
        self.case = case
        self.files = []
        for i in range(case.random.randint(3, 6)):
            job = case.random.choice(self.copies)
            self.add(f"{self.root}/{case.random.choice(['', 'sub/'])}{i}.nc", job)
        self.add(f"{self.root}/last.nc", jobs.slow(self.copies)[0])
        case.job = self.files[0].job
        case.note_state()

    def add(self, name, job):
        path = self.case.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(self.case.workshop.input(job), path)
        mode = self.case.random.choice([0o644, 0o600, 0o444])
        path.chmod(mode)
        self.files.append(TreeFile(name, job, mode))

    @property
    def seconds(self):
        return sum(self.case.workshop.reference(file.job).seconds for file in self.files)

    def start(self, *more):
        program = self.case.workshop.programs["ncfcopy"]
        argv = [program, *self.copies[0].options, *self.target, "--journal", JOURNAL, *more,
                self.root]
        return process.Process(argv, self.case.folder)

    def check(self):
        """Returns how many files are new."""
        new = 0
        for file in self.files:
            path = self.case.folder / file.name
            if not path.exists():
                self.case.fail(f"{file.name} is gone")
                continue
            is_old = path.read_bytes() == self.case.workshop.input(file.job).read_bytes()
            is_new = not is_old and self.case.workshop.is_right_output(file.job, path)
            if not is_old and not is_new:
                self.case.fail(f"{file.name} is neither what it was nor its copy")
            if path.stat().st_mode & 0o7777 != file.mode:
                self.case.fail(f"{file.name} has another mode")
            new += is_new
        return new

    def check_names(self, pids):
        """Checks that the only new names in the folder are those of the run and the remains of
        killed processes."""
        known = {*self.made, *self.case.before}
        for name in invariants.snapshot(self.case.folder):
            if name not in known and not invariants.is_leftover(name, pids):
                self.case.fail(f"{name} was left")


class CopiedTree(Tree):
    """Such files, copied into another folder."""
    target = ("--into", "out")

    def __init__(self, case):
        (case.folder / "out").mkdir()
        super().__init__(case)
        self.made = {JOURNAL, RECORD, "out/sub", *map(self.copy_of, self.files)}

    @staticmethod
    def copy_of(file):
        return file.name.replace("tree/", "out/", 1)

    def check(self):
        """Returns how many copies there are."""
        found = 0
        for file in self.files:
            source = self.case.folder / file.name
            if source.read_bytes() != self.case.workshop.input(file.job).read_bytes():
                self.case.fail(f"{file.name} has changed")
            path = self.case.folder / self.copy_of(file)
            if not path.exists():
                continue
            found += 1
            if not self.case.workshop.is_right_output(file.job, path):
                self.case.fail(f"{self.copy_of(file)} is not the copy")
        return found


class RepackedTree(Tree):
    """Files that are repacked for CMIP7 where they are."""
    copies = jobs.REPACKINGS


class RepackedTreeOnDisk(RepackedTree):
    root = "disk/tree"


def check_journal(tree):
    """Checks that each line is complete, and that no file was copied twice."""
    journal = tree.case.folder / JOURNAL
    copied = collections.Counter()
    for text in journal.read_text(encoding="utf-8").splitlines() if journal.exists() else []:
        try:
            line = json.loads(text)
        except ValueError:
            tree.case.fail(f"half a line in the journal: {text!r}")
            continue
        if "run" not in line:
            copied[line["output"]] += line["outcome"] == "copied"
    for output, times in copied.items():
        if times > 1:
            tree.case.fail(f"{output} was copied {times} times")


def kill_run(case, tree):
    """Sends a signal at a random moment, then starts a run that completes the rest."""
    number = case.random.choice([*INTERRUPTING, signal.SIGKILL, signal.SIGKILL])
    running = tree.start()
    end = time.monotonic() + case.random.uniform(0, 1.2 * tree.seconds)
    while running.is_running and time.monotonic() < end:
        running.workers()  # to know their ids
        time.sleep(0.002)
    running.send(number, case.random.choice([("program",), ("worker",), ("group",)]))
    killed = running.finish()
    case.check_ending(killed, True, False, [number])
    tree.check()
    tree.check_names(killed.pids)
    check_journal(tree)
    complete_rest(case, tree)
    return killed.returncode != 0


def complete_rest(case, tree):
    rest = tree.start("--resume").finish()
    case.check_ending(rest, True, False, ())
    if tree.check() != len(tree.files):
        case.fail("the next run left files as they were")
    tree.check_names(set())
    check_journal(tree)


def kill_in_place(case):
    return kill_run(case, Tree(case))


def kill_repacking(case):
    return kill_run(case, RepackedTree(case))


def kill_into(case):
    return kill_run(case, CopiedTree(case))


def full_disk_repacking(case):
    """The disk of files that their copies replace becomes full, and is then given more room."""
    plenty = 1 << 30
    with limits.Disk(case, plenty) as disk:
        tree = RepackedTreeOnDisk(case)
        most = max(limits.pages_of(case.workshop.reference(file.job).output) for file in tree.files)
        pages = sum(limits.pages_of(case.folder / file.name) for file in tree.files)
        pages += case.random.randint(0, most)
        disk.mount("-o", f"remount,size={pages * limits.PAGE_BYTES}", disk.path)
        full = tree.start().finish()
        case.check_ending(full, True, True, ())
        if full.returncode != 0 and "No space left on device" not in full.stderr:
            case.fail(f"it failed saying {full.stderr!r}")
        tree.check()
        tree.check_names(set())
        check_journal(tree)
        disk.mount("-o", f"remount,size={plenty}", disk.path)
        complete_rest(case, tree)
    return full.returncode != 0


SCENARIOS = [
    Scenario("kill_in_place", kill_in_place, weight=4),
    Scenario("kill_repacking", kill_repacking, weight=4),
    Scenario("kill_into", kill_into, weight=3),
    Scenario("full_disk_repacking", full_disk_repacking, weight=3, why_not=limits.why_no_mount),
]
