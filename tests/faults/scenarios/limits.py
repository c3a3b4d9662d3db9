# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Missing resources: room, memory, streams, permissions."""

import contextlib
import functools
import math
import os
import resource
import stat
import subprocess

import jobs
import process
from scenario import Scenario

PAGE_BYTES = 4096
# Rights that root has over everybody's files; without them permissions bind root too.
WITHOUT_PRIVILEGES = ("setpriv", "--bounding-set", "-dac_override,-dac_read_search",
                      "--inh-caps", "-all")


def file_size_limit(case, some=jobs.ALL):
    """Sets RLIMIT_FSIZE, whose signal would end the program."""
    case.set_up(some)
    limit = case.random.randrange(jobs.largest_of(case.reference.output))
    outcome = case.run(process.Surroundings(limits={resource.RLIMIT_FSIZE: limit}))
    case.check(outcome, may_succeed=False)
    return outcome.returncode != 0


@functools.cache
def min_memory(program):
    """Returns the address space in which a program just starts."""
    low, high = 1 << 20, 1 << 32
    while high - low > PAGE_BYTES:
        middle = (low + high) // 2
        done = process.run([program, "--help"], "/", process.Surroundings(
            limits={resource.RLIMIT_AS: middle}))
        low, high = (low, middle) if done.returncode == 0 else (middle, high)
    return high


def memory_limit(case, some=jobs.ALL):
    """Sets RLIMIT_AS, from what the program needs to start. libhdf5 and libnetcdf do not check
    every allocation: a crash there is counted, but is a fault only if something is left."""
    case.set_up(some)
    least = min_memory(case.workshop.programs[case.job.program])
    limit = least + case.random.randrange(case.random.choice([1, 4, 16]) << 20)
    outcome = case.run(process.Surroundings(limits={resource.RLIMIT_AS: limit}))
    if outcome.crashed:
        case.check_library_crash(outcome)
    else:
        case.check(outcome, nameless=True)
    return outcome.returncode != 0


def closed_streams(case):
    """Standard streams that are closed when the program starts must not become the files."""
    case.set_up([job for job in jobs.ALL if "--report=json" not in job.options])
    closed = case.random.choice([(0,), (1,), (2,), (0, 1), (1, 2), (0, 1, 2)])
    case.check(case.run(process.Surroundings(closed=closed)), may_fail=False)
    return True


def silent_failure(case):
    """A failure that cannot be reported is still a failure."""
    case.set_up(jobs.ALL)
    (case.folder / case.input).write_bytes(b"no netCDF file")
    case.note_state()
    with broken_pipe() as pipe:
        surroundings = case.random.choice([process.Surroundings(closed=(2,)),
                                           process.Surroundings(closed=(1, 2)),
                                           process.Surroundings(stderr=pipe)])
        outcome = case.run(surroundings)
    case.check_ending(outcome, False, True, ())
    case.check_untouched(outcome)
    return True


def broken_report(case):
    """The output may have its name when the report cannot be printed; the run has failed."""
    case.set_up([job for job in jobs.ALL if "--report=json" in job.options])
    with broken_pipe() as pipe, open("/dev/full", "wb") as full:
        outcome = case.run(case.random.choice([process.Surroundings(closed=(1,)),
                                               process.Surroundings(stdout=full),
                                               process.Surroundings(stdout=pipe)]))
    case.check_ending(outcome, False, True, ())
    case.check_either(outcome)
    case.check_words(outcome, nameless=True)
    return True


def broken_notes(case):
    """Notes during a run may be lost; the work continues."""
    case.set_up([job for job in jobs.ALL if job.remarks])
    with broken_pipe() as pipe, open("/dev/full", "wb") as full:
        outcome = case.run(case.random.choice([process.Surroundings(closed=(2,)),
                                               process.Surroundings(stderr=full),
                                               process.Surroundings(stderr=pipe)]))
    case.check(outcome, may_fail=False)
    return True


def broken_pipe():
    """Returns the writing end of a pipe without a reader."""
    reading, writing = os.pipe()
    os.close(reading)
    return os.fdopen(writing, "wb", buffering=0)


class Disk:
    """A small separate file system in the folder of a case."""

    def __init__(self, case, size_bytes):
        self.path = case.folder / "disk"
        self.path.mkdir()
        self.mount("-t", "tmpfs", "-o", f"size={size_bytes}", "tmpfs", self.path)

    @staticmethod
    def mount(*words):
        subprocess.run(["mount", *words], check=True, capture_output=True)

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        subprocess.run(["umount", "--lazy", self.path], check=True)


@functools.cache
def why_no_mount():
    if os.environ.get("NCF_FAULTS_MAY_MOUNT") == "yes":
        return ""
    return "no right to mount a file system"


@functools.cache
def why_no_permissions():
    done = subprocess.run([*WITHOUT_PRIVILEGES, "true"], capture_output=True, check=False)
    return "" if os.geteuid() != 0 or done.returncode == 0 else "setpriv cannot drop capabilities"


def without_privileges():
    return process.Surroundings(wrapper=WITHOUT_PRIVILEGES if os.geteuid() == 0 else ())


@contextlib.contextmanager
def mode_of(case, path, mode):
    """Gives a file another mode while a program runs, and then restores its usual mode."""
    usual = stat.S_IMODE(path.stat().st_mode)
    path.chmod(mode)
    yield
    if stat.S_IMODE(path.stat().st_mode) != mode:
        case.fail(f"{path.name} has another mode")
    path.chmod(usual)


def pages_of(path):
    return sum(math.ceil(size / PAGE_BYTES) for size in jobs.sizes_of(path))


def full_disk(case, some=jobs.ALL):
    """A real file system becomes full, with the older output on it."""
    case.set_up(some, old_output=False)
    pages = case.random.randint(1, max(2, pages_of(case.reference.output)))
    has_old_output = case.random.random() < 0.5
    if has_old_output and case.job.makes_store:
        pages += pages_of(case.workshop.old_store())
    case.target = f"disk/{case.target}"
    with Disk(case, PAGE_BYTES * pages):
        if has_old_output:
            case.make_old_output(case.folder / case.target)
        case.note_state()
        outcome = case.run()
        case.check(outcome)
    return outcome.returncode != 0


def read_only_disk(case, some=jobs.ALL):
    case.set_up(some, old_output=False)
    case.target = f"disk/{case.target}"
    with Disk(case, 1 << 20) as disk:
        if case.random.random() < 0.5:
            case.make_old_output(case.folder / case.target)
        Disk.mount("-o", "remount,bind,ro", disk.path)
        case.note_state()
        outcome = case.run()
        case.check(outcome, may_succeed=False)
    return True


def unwritable_folder(case, some=jobs.ALL):
    """The program may not write into the target's folder, or not enter it."""
    case.set_up(some, old_output=False)
    folder = case.folder / "folder"
    folder.mkdir()
    case.target = f"folder/{case.target}"
    if case.random.random() < 0.5:
        case.make_old_output(case.folder / case.target)
    case.note_state()
    with mode_of(case, folder, case.random.choice([0o555, 0o444, 0])):
        outcome = case.run(without_privileges())
    case.check(outcome, may_succeed=False)
    return True


def unreadable_input(case, some=jobs.ALL):
    case.set_up(some)
    case.note_state()
    with mode_of(case, case.folder / case.input, case.random.choice([0, 0o222])):
        outcome = case.run(without_privileges())
    case.check(outcome, may_succeed=False)
    return True


def read_only_output(case, some=jobs.ALL):
    """A read-only output is replaced all the same, and stays read-only."""
    case.set_up(some, old_output=True)
    (case.folder / case.target).chmod(0o555 if case.job.makes_store else 0o444)
    case.note_state()
    case.check(case.run(without_privileges()), may_fail=False)
    return True


SCENARIOS = [
    Scenario("file_size_limit", file_size_limit, weight=4),
    Scenario("memory_limit", memory_limit, weight=5),
    Scenario("closed_streams", closed_streams, weight=2),
    Scenario("silent_failure", silent_failure),
    Scenario("broken_report", broken_report),
    Scenario("broken_notes", broken_notes),
    Scenario("full_disk", full_disk, weight=5, why_not=why_no_mount),
    Scenario("read_only_disk", read_only_disk, why_not=why_no_mount),
    Scenario("unwritable_folder", unwritable_folder, weight=2, why_not=why_no_permissions),
    Scenario("unreadable_input", unreadable_input, why_not=why_no_permissions),
    Scenario("read_only_output", read_only_output, why_not=why_no_permissions),
]
