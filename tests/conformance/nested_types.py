#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Random types made of other types, written from text, copied and dumped, and read by h5dump.

    nested_types.py FILES [--seed S]

Each file holds variables and attributes of compounds, sequences, arrays, opaques, enumerations and
strings within each other. What h5dump prints of the file that ncfgen makes, of a copy of it and of
what ncfgen makes of its dump must be the values that were drawn. (h5py 3.7 crashes on some.)
"""

import argparse
import os
import random
import re
import sys
import tempfile

from cases import Failure
import peers

import numpy

TYPES = 7
VARIABLES = 5
LENGTHS = {"x": 3, "t": 2}
NUMBERS = {"byte": "i1", "short": "i2", "int": "i4", "int64": "i8", "ubyte": "u1", "ushort": "u2",
           "uint": "u4", "uint64": "u8", "float": "f4", "double": "f8"}
CLOSING = {"{": "}", "[": "]", "(": ")"}
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[][(){}]|[^][(){},\s"]+')
COPIES = [[], ["-u"], ["-c", "x/2", "-d", "1"], ["-j", "3", "--max-memory", "3M"], ["-w"]]


class Number:
    """An integer or real number."""

    def __init__(self, name):
        self.name = name
        self.dtype = numpy.dtype(NUMBERS[name])

    def draw(self, generator):
        """A value as text, and as `is_same` takes it: lists of int, float, bytes and names."""
        if self.dtype.kind == "f":
            number = self.dtype.type(generator.choice([0, -1.5, 1e30, generator.uniform(-9, 9)]))
            return repr(float(number)), float(number)
        limits = numpy.iinfo(self.dtype)
        number = generator.choice([limits.min, limits.max, generator.randint(0, 99)])
        return str(number), int(number)


class String:
    """Text, which cannot be told from none where it is empty."""

    name = "string"

    def draw(self, generator):
        text = "".join(generator.choices("abc ,;{}()", k=generator.randrange(12)))
        return f'"{text}"', text.encode()


class Opaque:
    def __init__(self, name, generator):
        self.name = name
        self.size = generator.randint(1, 9)
        self.definition = f"opaque({self.size}) {name} ;"

    def draw(self, generator):
        value = generator.randbytes(self.size)
        return "0x" + value.hex(), value


class Enumeration:
    def __init__(self, name, generator):
        self.name = name
        base = Number(generator.choice([number for number in NUMBERS if NUMBERS[number][0] != "f"]))
        limits = numpy.iinfo(base.dtype)
        numbers = [0, 1, int(limits.max)]
        self.members = [f"{name}_{number}" for number in numbers]
        listed = ", ".join(map("{} = {}".format, self.members, numbers))
        self.definition = f"{base.name} enum {name} {{{listed}}} ;"

    def draw(self, generator):
        name = generator.choice(self.members)
        return name, name


class Sequence:
    def __init__(self, name, generator, known):
        self.name = name
        self.base = generator.choice(known)
        self.definition = f"{self.base.name}(*) {name} ;"

    def draw(self, generator):
        return in_braces(self.base, generator.randrange(4), generator)


class Compound:
    def __init__(self, name, generator, known):
        self.name = name
        self.fields = []
        lines = [f"compound {name} {{"]
        for number in range(generator.randint(1, 4)):
            base, shape = generator.choice(known), generator.choice([(), (), (1,), (2,), (2, 2)])
            self.fields.append((base, shape))
            lengths = f"({', '.join(map(str, shape))})" if shape else ""
            lines.append(f"{base.name} f{number}{lengths} ;")
        self.definition = " ".join([*lines, "} ;"])

    def draw(self, generator):
        drawn = [in_braces(base, int(numpy.prod(shape)), generator) if shape
                 else base.draw(generator) for base, shape in self.fields]
        return "{" + ", ".join(text for text, _ in drawn) + "}", [value for _, value in drawn]


def draw_some(base, count, generator):
    """(text, values)"""
    drawn = [base.draw(generator) for _ in range(count)]
    return ", ".join(text for text, _ in drawn), [value for _, value in drawn]


def in_braces(base, count, generator):
    text, values = draw_some(base, count, generator)
    return "{" + text + "}", values


def draw_types(generator):
    """Types of which each may hold those before it; basic types first."""
    known = [*map(Number, NUMBERS), String()]
    for number in range(TYPES):
        name = f"type{number}"
        kind = generator.choice([Opaque, Enumeration, Sequence, Sequence, Compound, Compound])
        # The later types are likelier, so that they nest deeply.
        bases = [*known, *known[-number:] * 3] if number else known
        known.append(kind(name, generator, bases) if kind in (Sequence, Compound)
                     else kind(name, generator))
    return known


def draw_data(base, dimensions, generator):
    """(text, values) of a variable. A list along an unlimited dimension that is not the first has
    its braces."""
    if dimensions == ("x", "t"):
        drawn = [in_braces(base, LENGTHS["t"], generator) for _ in range(LENGTHS["x"])]
        return ", ".join(text for text, _ in drawn), sum((values for _, values in drawn), [])
    return draw_some(base, int(numpy.prod([LENGTHS[name] for name in dimensions])), generator)


def draw_file(generator):
    """A text, and {variable: (values, values of its attribute)}."""
    types = draw_types(generator)
    variables, data, expected = [], [], {}
    for number in range(VARIABLES):
        name, base = f"v{number}", generator.choice(types[-TYPES:])
        dimensions = generator.choice([(), ("x",), ("t",), ("t", "x"), ("x", "t")])
        text, values = draw_data(base, dimensions, generator)
        attribute, of_attribute = draw_some(base, generator.randint(1, 3), generator)
        variables.append(f"{base.name} {name}({', '.join(dimensions)}) ;" if dimensions
                         else f"{base.name} {name} ;")
        variables.append(f"{base.name} {name}:a = {attribute} ;")
        data.append(f"{name} = {text} ;")
        expected[name] = values, of_attribute
    return "\n".join([
        "netcdf nested {", "types:", *(one.definition for one in types[-TYPES:]),
        f"dimensions: x = {LENGTHS['x']} ; t = UNLIMITED ;",
        "variables:", *variables, "data:", *data, "}", ""]), expected


def values_until(closing, tokens):
    """What stands in brackets of any kind, as lists of tokens."""
    values = []
    for token in tokens:
        if token == closing:
            break
        values.append(values_until(CLOSING[token], tokens) if token in CLOSING else token)
    return values


def read(file, *which):
    """The values of a variable or an attribute that h5dump prints."""
    printed = peers.run("h5dump", "-y", "-w", "65535", "-m", "%.17g", "-A", "0", *which, file)
    data = re.search(r"\bDATA \{(.*)\}\s*\}\s*\}", printed.decode(), re.DOTALL)[1]
    return values_until(None, iter(TOKEN.findall(data)))


def is_same(token, expected):
    if isinstance(expected, list):
        return (isinstance(token, list) and len(token) == len(expected) and
                all(map(is_same, token, expected)))
    if isinstance(expected, bytes):
        return bytes_of(token) == expected
    return type(expected)(token) == expected


def bytes_of(token):
    """Of a string, which may be none, or an opaque value."""
    if token == "NULL":
        return b""
    if token[0] == '"':
        return token[1:-1].encode()
    return bytes.fromhex(token.removeprefix("0x").replace(":", ""))


def require_values(path, expected, how):
    for name, values in expected.items():
        for which, wanted in zip((("-d", f"/{name}"), ("-a", f"/{name}/a")), values):
            found = read(path, *which)
            if not is_same(found, wanted):
                raise Failure(f"{how}: {which[1]} is\n{found}\nnot\n{wanted}")


def ncfgen(source, target):
    peers.run(peers.NCF_BIN / "ncfgen", "-4", "-o", target, source)


def check_file(generator, folder):
    text, expected = draw_file(generator)
    source, made, copy, again = (os.path.join(folder, name)
                                 for name in ("in.cdl", "in.nc", "copy.nc", "again.nc"))
    with open(source, "w", encoding="utf-8") as file:
        file.write(text)
    try:
        ncfgen(source, made)
        require_values(made, expected, "ncfgen")
        options = generator.choice(COPIES)
        peers.ncfcopy(*options, made, copy)
        require_values(copy, expected, " ".join(["ncfcopy", *options]))
        with open(source, "wb") as file:
            file.write(peers.run(peers.NCF_BIN / "ncfdump", "--exact", made))
        ncfgen(source, again)
        require_values(again, expected, "ncfdump --exact, ncfgen")
    except Failure as failure:
        raise Failure(f"{failure}\n{text}") from failure


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("files", type=int)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    for number in range(arguments.files):
        generator = random.Random(arguments.seed * 1000003 + number)
        with tempfile.TemporaryDirectory() as folder:
            try:
                check_file(generator, folder)
            except Failure as failure:
                print(f"file {number} of seed {arguments.seed}: {failure}", file=sys.stderr)
                return 1
    print(f"files={arguments.files} seed={arguments.seed}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
