# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Files that are replaced by their copies: each is complete at any time, the old one or the new."""

import dataclasses
import shutil
import signal
import time

import invariants
import jobs
import process
from case import INTERRUPTING
from scenario import Scenario

OPTIONS = ("-d", "5", "-s")
COPIES = [jobs.Job("ncfcopy", name, OPTIONS) for name in jobs.FILTERABLE]
JOURNAL = "run.jsonl"


@dataclasses.dataclass(frozen=True)
class Replaced:
    """A file of the tree."""
    name: str  # below the case's folder
    job: jobs.Job
    mode: int


class Tree:
    """Files in two folders, some of them large."""

    def __init__(self, case):
        self.case = case
        self.files = []
        for i in range(case.random.randint(3, 6)):
            job = case.random.choice(COPIES)
            self.add(f"tree/{case.random.choice(['', 'sub/'])}{i}.nc", job)
        self.add("tree/last.nc", jobs.slow(COPIES)[0])
        case.job = self.files[0].job
        case.note_state()

    def add(self, name, job):
        path = self.case.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(self.case.workshop.input(job), path)
        mode = self.case.random.choice([0o644, 0o600, 0o444])
        path.chmod(mode)
        self.files.append(Replaced(name, job, mode))

    @property
    def seconds(self):
        return sum(self.case.workshop.reference(file.job).seconds for file in self.files)

    def start(self, *more):
        program = self.case.workshop.programs["ncfcopy"]
        argv = [program, *OPTIONS, "--in-place", "--journal", JOURNAL, *more, "tree"]
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
        """Nothing is new in the folder but the journal and what killed processes may leave."""
        known = {JOURNAL, *self.case.before}
        for name in invariants.snapshot(self.case.folder):
            if name not in known and not invariants.is_leftover(name, pids):
                self.case.fail(f"{name} was left")


def kill_in_place(case):
    """A signal at a random moment, then a run that does the rest."""
    tree = Tree(case)
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
    rest = tree.start("--resume").finish()
    case.check_ending(rest, True, False, ())
    if tree.check() != len(tree.files):
        case.fail("the next run left files as they were")
    tree.check_names(set())
    return killed.returncode != 0


SCENARIOS = [Scenario("kill_in_place", kill_in_place, weight=4)]
