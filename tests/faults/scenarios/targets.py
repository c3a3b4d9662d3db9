# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Outputs and inputs that are not plain files, and other files beside them."""

import functools
import os
import shutil
import socket
import subprocess
import tempfile

import invariants
import jobs
from case import copy_any
from scenario import Scenario


def missing_folder(case, some=jobs.ALL):
    case.set_up(some, old_output=False)
    (case.folder / "file").write_bytes(b"")
    case.target = case.random.choice(["no/", "no/no/", "file/"]) + case.target
    case.note_state()
    case.check(case.run(), may_succeed=False)
    return True


def odd_name(case):
    """Names that no output can have are refused with a message."""
    case.set_up(jobs.ALL, old_output=False)
    (case.folder / "folder").mkdir()
    case.target = case.random.choice([".", "..", "/", "folder", "folder/", "new/", "o" * 256])
    case.note_state()
    case.check(case.run(), may_succeed=False)
    return True


def long_name(case):
    """The longest names of a file system are accepted."""
    case.set_up(jobs.ALL, old_output=False)
    case.target = case.random.choice(["o" * 252 + ".nc", "\u00e9" * 127, "a b'c\"d\ne.nc"])
    case.note_state()
    case.check(case.run(), may_fail=False)
    return True


def link_to_output(case, some=jobs.ALL):
    """The link stays; its target is replaced, or created."""
    case.set_up(some, old_output=False)
    folder = case.folder / "folder"
    folder.mkdir()
    suffix = case.job.output_suffix
    real = case.random.choice(["real", "folder/real"]) + suffix
    if case.random.random() < 0.5:
        case.make_old_output(case.folder / real)
    link = case.random.choice(["link", "folder/link"]) + suffix
    path = os.path.relpath(real, os.path.dirname(link) or ".")
    if case.random.random() < 0.5:
        path = case.folder / real
    (case.folder / link).symlink_to(path)
    if case.random.random() < 0.3:
        (case.folder / f"second{suffix}").symlink_to(link)
        link = f"second{suffix}"
    before = os.readlink(case.folder / link)
    case.note_state()
    case.target = real
    outcome = case.run(output=link)
    case.check(outcome, may_fail=False)
    if os.readlink(case.folder / link) != before:
        case.fail("the link was changed")
    return True


def bad_link(case, some=jobs.ALL):
    """Links that form a loop, or lead to places that are not writable."""
    case.set_up(some, old_output=False)
    second, missing = f"second{case.job.output_suffix}", f"no/{case.target}"
    (case.folder / second).symlink_to(case.target)
    (case.folder / "folder").mkdir()
    (case.folder / "folder" / "diary").write_bytes(b"not to be lost")
    to = case.random.choice([case.target, second, missing, "folder", "/dev/full"])
    (case.folder / case.target).symlink_to(to)
    case.note_state()
    case.check(case.run(), may_succeed=False)
    return True


def linked_folder(case, some=jobs.ALL):
    case.set_up(some, old_output=False)
    (case.folder / "folder").mkdir()
    (case.folder / "link").symlink_to("folder")
    link = f"link/{case.target}"
    case.target = f"folder/{case.target}"
    case.note_state()
    case.check(case.run(output=link), may_fail=False)
    return True


def make_socket(path):
    folder = os.getcwd()
    os.chdir(path.parent)  # the name of a socket must be short
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(path.name)
    finally:
        os.chdir(folder)


def no_file(case, some=jobs.ALL):
    """A FIFO, a folder that is not a store, a socket or a device is not replaced, nor a file by a
    store."""
    case.set_up(some, old_output=False)
    path = case.folder / case.target
    kind = case.random.choice(["FIFO", "folder", "socket", "/dev/null", "/dev/full",
                               *(["file"] if case.job.makes_store else [])])
    if kind == "FIFO":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
        (path / "diary").write_bytes(b"not to be lost")
    elif kind == "file":
        path.write_bytes(b"not to be lost")
    elif kind == "socket":
        make_socket(path)
    else:
        case.target = kind
    case.note_state()
    case.check(case.run(), may_succeed=False)
    return True


def odd_input(case):
    """An input that is missing, empty, not a file, or text ends the run at once."""
    case.set_up(jobs.COPIES)
    path = case.folder / case.input
    path.unlink()
    kind = case.random.choice(["missing", "empty", "FIFO", "folder", "socket", "text", "device",
                               "loop", "zeros"])
    if kind == "FIFO":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    elif kind == "socket":
        make_socket(path)
    elif kind == "loop":
        path.symlink_to(case.input)
    elif kind == "device":
        path.symlink_to(case.random.choice(["/dev/zero", "/dev/null", "/dev/full"]))
    elif kind != "missing":
        path.write_bytes({"empty": b"", "text": b"netcdf x {}\n" * 9, "zeros": bytes(9999)}[kind])
    case.note_state()
    case.check(case.run(), may_succeed=False)
    return True


def input_as_output(case):
    """The target is the input, under any of its names."""
    case.set_up(jobs.ALL, old_output=False)
    (case.folder / "folder").mkdir()
    os.link(case.folder / case.input, case.folder / "hard.nc")
    (case.folder / "link.nc").symlink_to(case.input)
    case.target = case.random.choice([case.input, f"./{case.input}", f"folder/../{case.input}",
                                      "hard.nc", "link.nc", str(case.folder / case.input)])
    case.note_state()
    case.check_refused(case.run())
    return True


def hard_linked_output(case):
    """The older output remains under its other name."""
    case.set_up(jobs.ALL, old_output=True)
    os.link(case.folder / case.target, case.folder / "other.nc")
    case.note_state()
    case.check(case.run(), may_fail=False)
    return True


def immutable_output(case):
    """A file that cannot be replaced is detected only at the end."""
    case.set_up(jobs.ALL, old_output=True)
    subprocess.run(["chattr", "+i", case.folder / case.target], check=True)
    try:
        case.check(case.run(), may_succeed=False)
    finally:
        subprocess.run(["chattr", "-i", case.folder / case.target], check=True)
    return True


@functools.cache
def why_not_immutable():
    if not shutil.which("chattr"):
        return "chattr is not here"
    with tempfile.NamedTemporaryFile() as file:
        for change in ("+i", "-i"):
            if subprocess.run(["chattr", change, file.name], capture_output=True,
                              check=False).returncode != 0:
                return "chattr cannot make files immutable here"
    return ""


def leftovers(case, some=jobs.ALL):
    """Remains of dead runs beside this target are removed; other files stay."""
    case.set_up(some)
    dead = subprocess.Popen(["true"])
    dead.wait()
    name = case.target
    prefix = invariants.leftover_prefix(name)
    swept = f"{prefix}{dead.pid}-01ab"
    kept = [f"{prefix}{os.getpid()}-01ab", f".other.nc.ncf-01234567-{dead.pid}-01ab", f"{prefix}x",
            f"{prefix}{dead.pid}", f"{prefix}-1-01ab", f"{prefix[1:]}{dead.pid}-01ab",
            f".{name}.ncf-01234567-{dead.pid}-01ab", f"{prefix}{dead.pid}-notes.txt"]
    for name in kept:
        (case.folder / name).write_bytes(b"kept")
    case.note_state()
    copy_any(case.folder / case.input, case.folder / swept)
    case.check(case.run(), may_fail=False)
    return True


SCENARIOS = [
    Scenario("missing_folder", missing_folder),
    Scenario("odd_name", odd_name),
    Scenario("long_name", long_name),
    Scenario("link_to_output", link_to_output, weight=2),
    Scenario("bad_link", bad_link),
    Scenario("linked_folder", linked_folder),
    Scenario("no_file", no_file),
    Scenario("odd_input", odd_input, weight=2),
    Scenario("input_as_output", input_as_output),
    Scenario("hard_linked_output", hard_linked_output),
    Scenario("immutable_output", immutable_output, why_not=why_not_immutable),
    Scenario("leftovers", leftovers),
]
