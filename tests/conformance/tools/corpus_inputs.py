# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""The inputs of a conformance run: files that Debian's ncgen makes from a corpus, and its real
files.

Every CDL file below cdl/ is made into every kind of file ncgen can make of it; data/ is taken as it
is. A file ncgen refuses to make is no input; one that is too large to be printed again and again,
or has the bytes of an input before it, is left out and named. Some tools take the CDL files.
"""

import dataclasses
import functools
import hashlib
import math
import re
from pathlib import Path

import grammar_samples
import programs

# Name in this test -> what ncgen calls it.
KINDS = {"classic": "classic", "64-bit-offset": "64-bit offset", "cdf5": "cdf5",
         "netCDF-4": "netCDF-4", "netCDF-4-classic": "netCDF-4 classic model"}
CDF5 = b"CDF\x05"
MOST_BYTES = 8 << 20
MOST_MADE_VALUES = 300_000
MOST_VALUES = 10_000_000

NUMBERS_AND_TEXT = {"byte", "ubyte", "char", "short", "ushort", "int", "uint", "int64", "uint64",
                    "float", "double"}


@dataclasses.dataclass(frozen=True)
class Input:
    """A file to work on. `kind` is that of a generated file, and empty for a real one."""
    name: str
    kind: str
    path: Path

    @property
    def title(self):
        return f"{self.name} {self.kind}".strip()


class Corpus:
    """The inputs of a corpus; only those named by `only`, if any. Files are made on demand."""

    def __init__(self, path, folder, only):
        self._path, self._folder, self._only = path, folder, only

    @functools.cached_property
    def files(self):
        """What ncgen makes of the texts, and the real files."""
        files, left_out = find_inputs(self._path, self._folder, self._only)
        for title, why in left_out:
            print(f"left out: {title}: {why}")
        return files

    @functools.cached_property
    def texts(self):
        """The CDL files as they are."""
        return [Input(name, "", cdl) for name, cdl in texts_of(self._path, self._only)]

    @functools.cached_property
    def samples(self):
        """The valid samples of CDL's grammar."""
        files = grammar_samples.write_samples(self._folder / "grammar", "cdl", only_valid=True)
        return [Input(f"grammar/{file.stem}", "", file) for file in files]


def texts_of(corpus, only):
    """Returns [(name, CDL file)]."""
    texts = ((cdl.relative_to(corpus / "cdl").with_suffix("").as_posix(), cdl)
             for cdl in sorted((corpus / "cdl").rglob("*.cdl")))
    return [(name, cdl) for name, cdl in texts if not only or name in only]


def made_inputs(corpus, folder, only):
    """Returns [(Input, "")] of the files that ncgen could make, and [(Input, why not)] of those
    that are too large."""
    made = []
    for name, cdl in texts_of(corpus, only):
        for kind, ncgens_name in KINDS.items():
            path = folder / f"{name.replace('/', '.')}.{kind}.nc"
            done = programs.run(["ncgen", "-k", ncgens_name, "-o", path, cdl], folder)
            too_large = done.is_too_large or path.exists() and path.stat().st_size > MOST_BYTES
            if too_large or (done.status == 0 and path.exists()):
                why = f"larger than {MOST_BYTES >> 20} MiB" if too_large else ""
                made.append((Input(name, kind, path), why))
            if too_large:
                path.unlink()
    return made


def real_inputs(corpus, only):
    files = ((f"data/{path.name}", path) for path in sorted((corpus / "data").iterdir()))
    return [(Input(name, "", path), "") for name, path in files if not only or name in only]


def read_header(path, folder):
    """Reads a header as ncdump -s prints it, which fails on CDF-5 files (quirk C3)."""
    with open(path, "rb") as file:
        options = "-h" if file.read(len(CDF5)) == CDF5 else "-hs"
    return Header(programs.run(["ncdump", options, path], folder).output.decode(errors="replace"))


def find_inputs(corpus, folder, only):
    """Returns the inputs, by name, and [(title, why)] of those left out; only those named by
    `only`, if any."""
    inputs, left_out, seen = [], [], {}
    for candidate, why in made_inputs(corpus, folder, only) + real_inputs(corpus, only):
        if not why:
            content = hashlib.sha256(candidate.path.read_bytes()).digest()
            first = seen.setdefault(content, candidate)
            if first is not candidate:
                why = f"the same bytes as {first.title}"
            else:
                max_values = MOST_MADE_VALUES if candidate.kind else MOST_VALUES
                if read_header(candidate.path, folder).count_values() > max_values:
                    why = f"more than {max_values:,} values"
        if why:
            left_out.append((candidate.title, why))
        else:
            inputs.append(candidate)
    return inputs, left_out


DIMENSION = re.compile(r"^\t(\S+) = (UNLIMITED ; // \(|)(\d+)")
SPECIAL = re.compile(r"^\t\t(\S+):(_Storage|_ChunkSizes|_NoFill) = (.*) ;$")
FILTER = re.compile(r'^\t\t(\S+):_Filter = "(.*)" ;$')
TYPE = re.compile(r"^ *(?:compound|\S+ enum|opaque\(\d+\)|\S+\(\*\)) (\S+) [{;]")
ENUM = re.compile(r"^ *\S+ enum \S+ \{(.*)\} ;$")
VARIABLE = re.compile(r"^\t(\S+) ([^\s(:]+)(?:\(([^)]*)\))? ;$")


@dataclasses.dataclass
class Variable:
    path: str
    type: str
    dimensions: list


@dataclasses.dataclass(frozen=True)
class Special:
    """A line of ncdump -s about how a variable is stored."""
    line_number: int
    variable: str
    name: str
    value: str


class Header:
    """What the text of ncdump says a file defines: groups, dimensions, variables and their
    filters, by path, and types; a root variable's path is its name. Names stand as CDL writes them, with their backslashes."""

    def __init__(self, text):
        self.groups, self.variables, self.lengths, self.records = [], {}, {}, []
        self.specials, self.filters, self.types, self.zero_names = [], {}, [], set()
        self.is_netcdf4 = "\t\t:_IsNetcdf4 = " in text
        path, section = [], ""
        for number, line in enumerate(text.splitlines()):
            stripped = line.strip()
            if stripped.startswith("group: ") and stripped.endswith(" {"):
                path.append(stripped[len("group: "):-len(" {")])
                self.groups.append("/" + "/".join(path))
                section = ""
            elif stripped.startswith("} // group ") and path:
                path.pop()
                section = ""
            elif re.fullmatch(r"(types|dimensions|variables|data):", stripped):
                section = stripped
            else:
                self._read(number, line.removeprefix("  " * len(path)), section, path)

    def _read(self, number, line, section, path):
        prefix = "".join(f"/{group}" for group in path) + "/" if path else ""
        if section == "types:":
            found = TYPE.match(line)
            if found:
                self.types.append(found[1])
            found = ENUM.match(line)
            if found:
                self.zero_names.update(name for name, _, value in
                                       (member.partition(" = ") for member in found[1].split(", "))
                                       if value == "0")
        elif section == "dimensions:":
            found = DIMENSION.match(line)
            if found:
                self.lengths[prefix + found[1]] = int(found[3])
                if found[2]:
                    self.records.append(prefix + found[1])
        elif section == "variables:":
            found = VARIABLE.match(line)
            if found:
                dimensions = found[3].split(", ") if found[3] else []
                variable = Variable(prefix + found[2], found[1], dimensions)
                self.variables[variable.path] = variable
            found = FILTER.match(line)
            if found:
                self.filters[prefix + found[1]] = found[2]
            found = SPECIAL.match(line)
            if found:
                self.specials.append(Special(number, prefix + found[1], found[2], found[3]))

    def _find(self, dimension, variable):
        """The path of a dimension as `variable` sees it: the nearest of that name, or one named by
        its path."""
        scope = variable.rpartition("/")[0]
        while scope and f"{scope}/{dimension}" not in self.lengths:
            scope = scope.rpartition("/")[0]
        return f"{scope}/{dimension}" if scope else dimension

    def _length(self, dimension, variable):
        return self.lengths.get(self._find(dimension, variable), 1)

    def count_values(self):
        return sum(math.prod(self._length(dimension, variable.path)
                             for dimension in variable.dimensions)
                   for variable in self.variables.values())

    def no_fill(self):
        """Returns the variables that are not filled."""
        return {special.variable for special in self.specials if special.name == "_NoFill"}

    def storage(self, path):
        return [(special.name, special.value) for special in self.specials
                if special.variable == path and special.name != "_NoFill"]

    def is_growing(self, path):
        """Returns whether a dimension of the variable is unlimited."""
        return any(self._find(dimension, path) in self.records
                   for dimension in self.variables[path].dimensions)

    def names(self):
        """Returns the values of the placeholders of option sets in this file, as far as it has
        them."""
        arrays = [variable for variable in self.variables.values()
                  if variable.dimensions and variable.type in NUMBERS_AND_TEXT]
        texts = [variable for variable in self.variables.values() if variable.type == "string"]
        scalars = [variable for variable in self.variables.values() if not variable.dimensions]
        names = {}
        if arrays:
            names["@variable"] = arrays[0].path
            names["@path"] = "/" + arrays[0].path.removeprefix("/")
            names["@dimension"] = arrays[0].dimensions[0]
            names["@halves"] = ",".join(str((self._length(dimension, arrays[0].path) + 1) // 2 or 1)
                                        for dimension in arrays[0].dimensions)
        for name, found in (("@other", [variable.path for variable in arrays[1:]]),
                            ("@string", [variable.path for variable in texts]),
                            ("@scalar", [variable.path for variable in scalars]),
                            ("@record", self.records), ("@group", self.groups),
                            ("@root", ["/"] if self.groups else [])):
            if found:
                names[name] = found[0]
        return names
