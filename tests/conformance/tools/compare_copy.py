# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""nccopy and ncfcopy on one input: both refuse, or ncdump -s must print the same of both copies.

Some things ncdump cannot compare; what ncfcopy makes of them is asserted instead where there is
something to assert:

- `_NoFill`: nccopy sets it on every variable (quirk B22). Ours must be that of the input.
- storage, in option sets that say so: nccopy changes that of variables nobody asked about (quirk
  B21). Ours must be that of the input.
- values that -v and -g did not ask for: nccopy's are uninitialised memory (quirk B1). Ours must be
  fill values.
- lengths of unlimited dimensions under -v and -g: in nccopy they shrink to what is copied. Ours
  must be those of the input.
- values of files that have very many: of these ncdump prints the header, and libnetcdf's Python
  interface reads the values.
- values that were never written, in inputs without fill values: ncdump prints what is in its
  memory, otherwise each time. Of these inputs the header alone is compared.
- `_Storage` and the other attributes of variables in CDF-5 files: ncdump -s fails on these (quirk
  C3), so they are printed without -s, and their kind by ncdump -k.
"""

import difflib
import functools
import hashlib
import operator
import re
import signal
import tempfile
from pathlib import Path

import numpy

import option_sets
import programs
from corpus_inputs import CDF5, NUMBERS_AND_TEXT, Header, read_header

NAME = "ncfcopy"
OPTION_SETS = "optionsets.txt"
MOST_LINES = 20_000
MOST_PRINTED_VALUES = 100_000
MOST_LISTED_LINES = 200

NCDUMP_FAILS = "ncdump fails"
ATOMIC_TYPES = NUMBERS_AND_TEXT | {"string"}
# ncdump prints fill values as `_`, those of bytes and of user-defined types as they are.
FILL = re.compile(r'(_|-127|255|""|NIL|,|\s)*')
CURRENT_LENGTH = re.compile(r" // \(\d+ currently\)$", re.MULTILINE)
FILL_OF_USER_TYPES = re.compile(r'_|""|NIL|0X0+|0')


def describe_end(program, done):
    """Describes how a program ended, as a line of a difference. Other tests check our messages."""
    if done.status == 0:
        return f"{program} succeeds"
    if done.status < 0:
        return f"{program} is killed by {signal.Signals(-done.status).name}"
    if program == NAME:
        return f"{program} fails"
    return f"{program} fails: {done.reason}"


def missing():
    return programs.missing("ncgen", "nccopy", "ncdump")


class Cases:
    """The cases of one input; what ncdump prints of equal files is printed once."""

    def __init__(self, ncfcopy, given, folder):
        self._ncfcopy = ncfcopy
        self._input = given
        self._folder = folder
        self._printed = {}
        self._header = read_header(given.path, folder)
        self._is_netcdf4 = self._header.is_netcdf4
        self._is_large = self._header.count_values() > MOST_PRINTED_VALUES
        self._has_undefined_values = bool(self._header.no_fill()) and not self._is_stable(given.path)
        self.names = self._header.names()

    def _is_stable(self, file):
        """Returns whether ncdump prints the same values whatever the memory contained before."""
        return len({programs.run(["ncdump", file], self._folder, memory).output
                    for memory in programs.OTHER_MEMORIES}) == 1

    def difference(self, choice):
        """Returns the lines that differ; none for equal outcomes."""
        with tempfile.TemporaryDirectory(dir=self._folder) as folder:
            theirs, ours = Path(folder) / "theirs.nc", Path(folder) / "ours.nc"
            min_chunk = () if "-M" in choice.words or choice.ours_also else ("-M", "0")
            their_end = programs.run(
                ["nccopy", *min_chunk, *choice.words, self._input.path, theirs], folder)
            our_end = programs.run(
                [self._ncfcopy, *choice.words, *choice.ours_also, self._input.path, ours], folder)
            if our_end.status not in (0, 1, 2) or (our_end.status == 0) != ours.exists():
                return [f"+{describe_end(NAME, our_end)}, with exit status {our_end.status}"]
            if their_end.status != 0 or our_end.status != 0:
                if their_end.status > 0 and our_end.status > 0:
                    return []
                return [f"-{describe_end('nccopy', their_end)}", f"+{describe_end(NAME, our_end)}"]
            lines = self._compare(theirs, ours, choice, self._has_undefined_values)
            if lines and not self._is_stable(theirs):
                lines = self._compare(theirs, ours, choice, True)
            return lines

    def _compare(self, theirs, ours, choice, has_undefined_values):
        their_text = self._text(theirs, choice, has_undefined_values)
        our_text = self._text(ours, choice, has_undefined_values)
        if (NCDUMP_FAILS in their_text and NCDUMP_FAILS not in our_text and
                not has_undefined_values):
            return ["-ncdump cannot read the values of nccopy's copy",
                    *self._compare(theirs, ours, choice, True)]
        their_header, our_header = Header(their_text), Header(our_text)
        kept = self._kept(choice)
        faults = self._fill_modes_changed(our_header, choice)
        if our_header.is_netcdf4:
            faults += self._storage_changed(our_header, kept)
        if choice.selected is not None and not (has_undefined_values or self._is_large):
            faults += self._unfilled(ours, our_header, choice)
        if choice.selected is not None:
            if our_header.lengths != self._header.lengths:
                faults.append(f"+{NAME}'s dimensions have other lengths than the input's")
            their_text, our_text = (CURRENT_LENGTH.sub("", text) for text in (their_text, our_text))
        return faults + differing_lines(compared_lines(their_text, their_header, kept),
                                        compared_lines(our_text, our_header, kept))

    def _text(self, file, choice, has_undefined_values):
        """Returns the output of ncdump for a copy, without values that cannot be compared."""
        if choice.selected is None and not has_undefined_values and not self._is_large:
            return self._dump(file)
        text = self._dump(file, "-h")
        if not has_undefined_values:
            values = hashes_of(file) if self._is_large else values_of(self._dump(file))
            text += "".join(f"{path} = {values[path]}\n" for path in values
                            if choice.selected is None or
                            path in self._selected_names(choice.selected))
        return text

    def _selected_names(self, selected):
        """Returns the paths of variables. A name without a leading slash matches all paths that end
        in it; one that ends in a slash is that of a group."""
        paths = []
        for path in self._header.variables:
            absolute = "/" + path.removeprefix("/")
            folder = absolute.rpartition("/")[0] + "/"
            if any(absolute.endswith("/" + name.removeprefix("/")) and name[0] != "/" or
                   name in (absolute, folder) for name in selected):
                paths.append(path)
        return paths

    def _dump(self, file, *options):
        """Returns the output of ncdump for `file`, and how it ended."""
        content = file.read_bytes()
        key = (hashlib.sha256(content).digest(), options)
        if key not in self._printed:
            special = () if content.startswith(CDF5) else ("-s",)
            done = programs.run(["ncdump", "-n", "same", *special, *options, file], self._folder)
            text = without_maker(done.output.decode(errors="backslashreplace"))
            if not special:
                text += programs.run(["ncdump", "-k", file], self._folder).output.decode()
            if done.status != 0:
                text += f"{NCDUMP_FAILS}: {done.message.splitlines()[0]}\n"
            self._printed[key] = text
        return self._printed[key]

    def _kept(self, choice):
        """The variables that must be stored as in the input; of them theirs are not compared.
        Those without dimensions have but one way, and those that grow where the input's format says
        nothing of chunks have the library's chunks."""
        if choice.stored_anew is None:
            return set()
        return {path for path, variable in self._header.variables.items()
                if path not in choice.stored_anew and variable.dimensions and
                (self._is_netcdf4 or not self._header.is_growing(path))}

    def _storage_changed(self, ours, kept):
        contiguous = [("_Storage", '"contiguous"')]
        return [f"+{NAME} stores {path} otherwise than the input"
                for path in sorted(kept & set(ours.variables))
                if ours.storage(path) != (self._header.storage(path) if self._is_netcdf4
                                          else contiguous)]

    def _fill_modes_changed(self, ours, choice):
        """Returns differences of `_NoFill` between the copy and the input, except for variables
        that are filled."""
        expected = self._header.no_fill() & set(ours.variables) if ours.is_netcdf4 else set()
        if choice.selected is not None:
            expected &= set(self._selected_names(choice.selected))
        return [f"+{NAME}'s {path} has another fill mode than the input's"
                for path in sorted(expected ^ ours.no_fill())]

    def _unfilled(self, file, header, choice):
        """Returns the variables that were not selected but hold other values than fill values."""
        selected = self._selected_names(choice.selected)
        faults = []
        for path, values in values_of(self._dump(file)).items():
            if path in selected:
                continue
            if header.variables[path].type in ATOMIC_TYPES:
                is_fill = FILL.fullmatch(values)
            else:
                is_fill = all(FILL_OF_USER_TYPES.fullmatch(value) or value in header.zero_names
                              for value in re.split(r"[{},\s]+", values) if value)
            if not is_fill:
                faults.append(f"+{NAME}'s {path} was not selected and holds values")
        return faults


inputs = operator.attrgetter("files")
cases_of = functools.partial(option_sets.cases_of, Cases, NAME, OPTION_SETS)


def without_maker(text):
    """Removes the name and version with which each library marks its files."""
    return re.sub(r'(:_NCProperties = )".*"', r'\1"..."', text)


def differing_lines(expected, found):
    """Returns the lines of a unified diff, line by line if there are as many on both sides; of very
    many the first, and a hash of all."""
    if len(expected) == len(found):
        pairs = [(theirs, ours) for theirs, ours in zip(expected, found) if theirs != ours]
        lines = [line for theirs, ours in pairs for line in (f"-{theirs}", f"+{ours}")]
    elif len(expected) + len(found) > MOST_LINES:
        lines = [f"-{line}" for line in expected] + [f"+{line}" for line in found]
    else:
        lines = [line for line in difflib.unified_diff(expected, found, n=0, lineterm="")
                 if not line.startswith(("@@", "---", "+++"))]
    if len(lines) > MOST_LISTED_LINES:
        content = hashlib.sha256("\n".join(lines).encode()).hexdigest()
        more = len(lines) - MOST_LISTED_LINES
        return [*lines[:MOST_LISTED_LINES], f" and {more} more, {content}"]
    return lines


def compared_lines(text, header, kept):
    """Returns the lines of `text` except those about fill mode, and about the storage of `kept`
    variables."""
    left_out = {special.line_number for special in header.specials
                if special.name == "_NoFill" or special.variable in kept}
    return [line for number, line in enumerate(text.splitlines()) if number not in left_out]


def hashes_of(file):
    """Returns {path of a variable: a hash of its values}, as libnetcdf reads them."""
    import netCDF4  # imported late: its libhdf5 reads the plugin path when it is loaded

    found = {}

    def visit(group, prefix):
        for name, variable in group.variables.items():
            variable.set_auto_maskandscale(False)
            variable.set_auto_chartostring(False)
            values = numpy.asarray(variable[...])
            content = repr(values.tolist()).encode() if values.dtype.hasobject else values.tobytes()
            found[prefix + name] = hashlib.sha256(content).hexdigest()
        for name, child in group.groups.items():
            visit(child, f"{prefix or '/'}{name}/")

    with netCDF4.Dataset(file) as dataset:
        visit(dataset, "")
    return found


def values_of(text):
    """Returns {path of a variable: the text of its values}."""
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
                path = "".join(f"/{group}" for group in groups) + f"/{beginning[1]}"
                path = path if groups else beginning[1]
                found[path] = ""
                stripped = line[beginning.end():].strip()
            if path is not None:
                found[path] += stripped.removesuffix(";") + "\n"
                if stripped.endswith(";"):
                    path = None
    return found
