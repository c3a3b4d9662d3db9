# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""nccopy and ncfcopy on one input: both refuse, or ncdump -s must print the same of both copies.

Three things are not compared, for nccopy never gets them right; what ncfcopy makes of them is
asserted instead:

- `_NoFill`: nccopy sets it on every variable (quirk B22). Ours must be that of the input.
- values that -v and -g did not ask for: nccopy's are uninitialised memory (quirk B1). Ours must be
  fill values.
- `_Storage` and the other attributes of variables in CDF-5 files: ncdump -s fails on these (quirk
  C3), so they are printed without -s, and their kind by ncdump -k.
"""

import difflib
import hashlib
import re
import shutil
import signal
import tempfile
from pathlib import Path

import programs
from corpus_inputs import Header, read_header
from option_sets import choose

NAME = "ncfcopy"
OPTION_SETS = "optionsets.txt"
CDF5 = b"CDF\x05"
HDF5 = b"\x89HDF"
MOST_LINES = 1000
NO_FILL = re.compile(r'^\s*(\S.*):_NoFill = "true" ;$')
# How ncdump prints fill values: as `_`, those of bytes and of types of users as they are.
FILL = re.compile(r'(_|-127|255|""|NIL|0X[0]+|[{}]|_UNDEFINED|,|\s)*')


def describe_end(program, done):
    """How a program ended, as a line of a difference. Our words are tested elsewhere."""
    if done.status == 0:
        return f"{program} succeeds"
    if done.status < 0:
        return f"{program} is killed by {signal.Signals(-done.status).name}"
    if program == NAME:
        return f"{program} fails"
    reason = done.message.strip().splitlines()[0] if done.message.strip() else "without a word"
    return f"{program} fails: {reason}"


class Cases:
    """The cases of one input; what ncdump prints of equal files is printed once."""

    def __init__(self, ncfcopy, given, folder):
        self._ncfcopy = ncfcopy
        self._input = given
        self._folder = folder
        self._printed = {}
        self._header = read_header(given.path, folder)
        self.names = self._header.names()

    def difference(self, choice):
        """The lines that differ; none for equal outcomes."""
        with tempfile.TemporaryDirectory(dir=self._folder) as folder:
            theirs, ours = Path(folder) / "theirs.nc", Path(folder) / "ours.nc"
            least_chunk = () if "-M" in choice.words or choice.ours_also else ("-M", "0")
            their_end = programs.run(
                ["nccopy", *least_chunk, *choice.words, self._input.path, theirs], folder)
            our_end = programs.run(
                [self._ncfcopy, *choice.words, *choice.ours_also, self._input.path, ours], folder)
            if our_end.status < 0 or our_end.status > 2 or (our_end.status == 0) != ours.exists():
                return [f"+{describe_end(NAME, our_end)}, status {our_end.status}"]
            if their_end.status != 0 or our_end.status != 0:
                if their_end.status > 0 and our_end.status > 0:
                    return []
                return [f"-{describe_end('nccopy', their_end)}", f"+{describe_end(NAME, our_end)}"]
            return self._compare(theirs, ours, choice)

    def _compare(self, theirs, ours, choice):
        if choice.selected is None:
            their_text, our_text = self._dump(theirs), self._dump(ours)
        else:
            names = self._selected_names(choice.selected)
            options = ["-v", ",".join(names)] if names else ["-h"]
            their_text, our_text = self._dump(theirs, *options), self._dump(ours, *options)
        faults = self._no_fill_faults(ours, Header(our_text), choice)
        if choice.selected is not None:
            faults += self._unfilled(self._dump(ours), self._selected_names(choice.selected))
        return faults + differing_lines(without_no_fill(their_text), without_no_fill(our_text))

    def _selected_names(self, selected):
        """Paths of variables; a name that ends in a slash is that of a group."""
        paths = []
        for name in selected:
            paths += [path for path in self._header.variables
                      if path == name or f"/{path.lstrip('/')}".rpartition("/")[0] + "/" == name]
        return paths

    def _dump(self, file, *options):
        """What ncdump prints of `file`, and how it ended."""
        content = file.read_bytes()
        key = (hashlib.sha256(content).digest(), options)
        if key not in self._printed:
            special = () if content.startswith(CDF5) else ("-s",)
            done = programs.run(["ncdump", "-n", "same", *special, *options, file], self._folder)
            text = done.output.decode(errors="backslashreplace")
            if not special:
                text += programs.run(["ncdump", "-k", file], self._folder).output.decode()
            if done.status != 0:
                text += f"ncdump fails: {done.message.splitlines()[0]}\n"
            self._printed[key] = text
        return self._printed[key]

    def _no_fill_faults(self, file, ours, choice):
        """The `_NoFill` of the copy must be that of the input, but for what is filled."""
        kept = self._header.no_fill & set(ours.variables)
        if choice.selected is not None:
            kept &= set(self._selected_names(choice.selected))
        expected = kept if file.read_bytes().startswith(HDF5) else set()
        return [f"+{NAME}'s {path} has another fill mode than the input's"
                for path in sorted(expected ^ ours.no_fill)]

    def _unfilled(self, text, selected):
        """Variables that were not selected and hold other values than fill values."""
        return [f"+{NAME}'s {path} was not selected and holds values"
                for path, values in values_of(text).items()
                if path not in selected and not FILL.fullmatch(values)]


def differing_lines(expected, found):
    """What unified diff would say; of many lines the first, and a hash of all."""
    begin, end = 0, 0
    shorter = min(len(expected), len(found))
    while begin < shorter and expected[begin] == found[begin]:
        begin += 1
    while end < shorter - begin and expected[-1 - end] == found[-1 - end]:
        end += 1
    expected, found = expected[begin:len(expected) - end], found[begin:len(found) - end]
    if len(expected) + len(found) > MOST_LINES:
        content = hashlib.sha256("\n".join([*expected, "", *found]).encode()).hexdigest()
        return [f"-{expected[0] if expected else ''}", f"+{found[0] if found else ''}",
                f" and more: {len(expected)} lines for {len(found)}, {content}"]
    lines = difflib.unified_diff(expected, found, n=0, lineterm="")
    return [line for line in list(lines)[2:] if not line.startswith("@@")]


def without_no_fill(text):
    return [line for line in text.splitlines() if not NO_FILL.match(line)]


def values_of(text):
    """{path of a variable: the text of its values}"""
    found, groups, in_data, path = {}, [], False, None
    for line in text.splitlines():
        stripped = line.strip()
        if stripped.startswith("group: ") and stripped.endswith(" {"):
            groups.append(stripped[len("group: "):-len(" {")])
            in_data = False
        elif stripped.startswith("} // group ") and groups:
            groups.pop()
            in_data = False
        elif stripped == "data:":
            in_data = True
        elif in_data:
            beginning = re.match(r" *(\S+) =( |$)", line)
            if path is None and beginning:
                prefix = "".join(f"/{group}" for group in groups) + "/" if groups else ""
                path = prefix + beginning[1]
                found[path] = ""
                stripped = line[beginning.end():].strip()
            if path is not None:
                found[path] += stripped.removesuffix(";") + "\n"
                if stripped.endswith(";"):
                    path = None
    return found
