# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Conditions that must hold after every run, whatever went wrong. Each check yields the
violations."""

import dataclasses
import os
import re
import socket
import stat

OF_AN_OBJECT = re.compile(r"ncfdump: .*?: (?:variable )?(?P<path>/\S*|:\S+|the file) ")
OF_A_TEXT = re.compile(r"\S.*?:\d+:\d+: error: ")
CARET = re.compile(r" *\^~*")
COUNT_OF_ERRORS = re.compile(r"ncfgen: .*: (?P<count>\d+) errors?")
LEFTOVER = re.compile(r"\.(?P<name>.+)\.ncf-[0-9a-f]{8}-(?P<pid>\d+)-[0-9a-f]{4}")


@dataclasses.dataclass(frozen=True)
class Entry:
    """One name in a folder."""
    kind: int
    mode: int
    link: str = ""
    content: bytes = b""


def look_at(path):
    status = path.lstat()
    kind, mode = stat.S_IFMT(status.st_mode), stat.S_IMODE(status.st_mode)
    if kind == stat.S_IFLNK:
        return Entry(kind, mode, link=os.readlink(path))
    content = path.read_bytes() if kind == stat.S_IFREG else b""
    return Entry(kind, mode, content=content)


def snapshot(folder):
    """Returns {relative name: Entry} of everything below a folder."""
    names = (os.path.join(root, name) for root, folders, files in os.walk(folder)
             for name in [*folders, *files])
    return {os.path.relpath(name, folder): look_at(folder / name) for name in names}


def contents(folder):
    """Returns {relative name: bytes} of all files below a folder."""
    return {name: entry.content for name, entry in snapshot(folder).items()
            if entry.kind == stat.S_IFREG}


def leftover_prefix(target):
    """Returns the beginning of the names of unfinished outputs, up to the process id."""
    word = 0xCBF29CE484222325
    for text in (socket.gethostname(), os.readlink("/proc/self/ns/pid"), target):
        encoded = os.fsencode(text)
        for byte in encoded + len(encoded).to_bytes(8, "little"):
            word = (word ^ byte) * 0x00000100000001B3 % 2**64
    return f".{target}.ncf-{word % 2**32:08x}-"


def is_leftover(name, pids):
    """Returns whether the name is, or is in, something that a killed run with one of these ids may
    leave."""
    matches = [LEFTOVER.fullmatch(part) for part in name.split(os.sep)]
    return any(match is not None and int(match["pid"]) in pids for match in matches)


def is_of_libnetcdf(text):
    """Returns whether lines on standard output are those that libnetcdf prints when a seek
    fails."""
    return all(re.fullmatch(r"Error \d+: .*", line) for line in text.splitlines())


def check_unchanged(before, after, except_names):
    """Checks that nothing in the folder is new, missing or changed, except for these names and
    everything below them."""
    excepted = tuple(f"{name}{os.sep}" for name in except_names)
    for name in sorted({*before, *after} - set(except_names)):
        if name.startswith(excepted):
            continue
        if name not in after:
            yield f"{name} is gone"
        elif name not in before:
            yield f"{name} is new, {len(after[name].content)} bytes"
        elif before[name] != after[name]:
            yield f"{name} was changed"


def check_mode(before, after, name):
    if name in before and before[name].mode != after[name].mode:
        yield f"{name} has mode {after[name].mode:o}, had {before[name].mode:o}"


def without_notes(lines, program):
    """Returns the lines on standard error that report how the run ended, without details below
    them."""
    notes = (f"{program}: note: ", f"Try '{program} --help'", "  ")
    return [line for line in lines if not line.startswith(notes)]


def take_errors_of_text(lines):
    """Splits what a compiler says: its errors, each without the line of the text that it quotes and
    the caret below, and all other lines."""
    errors, others = [], []
    rest = iter(lines)
    for line in rest:
        if OF_A_TEXT.match(line):
            errors.append(line)
            next(rest, "")
            caret = next(rest, "")
            others += [] if CARET.fullmatch(caret) else [caret]
        else:
            others.append(line)
    return errors, others


def is_one_for_each_object(lines):
    """Returns whether the lines are one for each object that a dump could not show, after which it
    continues."""
    paths = [match["path"] for line in lines if (match := OF_AN_OBJECT.match(line))]
    return len(lines) == len(set(paths)) > 0


def check_message(outcome, program, names):
    """Checks that one line for people names the program and the file and is clear. Errors in a text
    precede it, as many as it says."""
    errors, lines = take_errors_of_text(outcome.stderr.splitlines())
    lines = without_notes(lines, program)
    if len(lines) != 1 and not is_one_for_each_object(lines):
        yield f"{len(lines)} lines of message instead of one: {outcome.stderr!r}"
        return
    count = COUNT_OF_ERRORS.fullmatch(lines[0])
    if len(errors) != (int(count["count"]) if count else 0):
        yield f"{len(errors)} errors with their places: {outcome.stderr!r}"
    for line in [*errors, *lines]:
        if line in lines and not line.startswith(f"{program}: "):
            yield f"the message does not begin with the program's name: {line!r}"
        if not any(name in line for name in names):
            yield f"the message names none of {', '.join(names)}: {line!r}"
        for riddle in ("internal error", "filesystem error", "basic_string", ".ncf-"):
            if riddle in line:
                yield f"the message says {riddle!r}: {line!r}"
