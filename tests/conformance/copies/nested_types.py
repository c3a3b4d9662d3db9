#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Writes random nested types from text, copies and dumps them, and reads them by h5dump.

    nested_types.py FILES [--seed S]

Each file holds variables and attributes of compounds, sequences, arrays, opaques, enumerations and
strings within each other. What h5dump prints of the file that ncfgen makes, of a copy of it and of
what ncfgen makes of its dump must be the values that were drawn. (h5py 3.7 crashes on some.)
Left out are characters, and texts with quotes, backslashes, newlines or bytes beyond ASCII, which
h5dump does not print so that they can be read back.

draw() returns a value twice: as CDL text, and as Python data (int, float, bytes, an enumeration's
name, or a list of these).
"""

import argparse
import math
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
TOKEN = re.compile(r'"[^"]*"|[][(){}]|[^][(){},\s"]+')
COPIES = [[], ["-u"], ["-c", "x/2", "-d", "1"], ["-j", "3", "--max-memory", "3M"], ["-w"]]


class Number:
    """An integer or real number."""

    def __init__(self, name):
        self.name = name
        self.dtype = numpy.dtype(NUMBERS[name])

    def draw(self, rng):
        if self.dtype.kind == "f":
            number = rng.choice([-0.0, 1e30, math.inf, math.nan, rng.uniform(-9, 9)])
            number = float(self.dtype.type(number))
            return {"inf": "Infinity", "nan": "NaN"}.get(repr(number), repr(number)), number
        limits = numpy.iinfo(self.dtype)
        number = rng.choice([limits.min, limits.max, rng.randint(0, 99)])
        return str(number), int(number)


class String:
    """Text; h5dump may print an empty one as NULL."""

    name = "string"

    def draw(self, rng):
        text = "".join(rng.choices("abc ,;{}()", k=rng.randrange(12)))
        return f'"{text}"', text.encode()


class Opaque:
    def __init__(self, name, rng):
        self.name = name
        self.size = rng.randint(1, 9)
        self.definition = f"opaque({self.size}) {name} ;"

    def draw(self, rng):
        value = rng.randbytes(self.size)
        return "0x" + value.hex(), value


class Enumeration:
    def __init__(self, name, rng):
        self.name = name
        base = Number(rng.choice([kind for kind in NUMBERS if NUMBERS[kind][0] != "f"]))
        limits = numpy.iinfo(base.dtype)
        numbers = [0, 1, int(limits.max)]
        self.members = [f"{name}_{number}" for number in numbers]
        listed = ", ".join(map("{} = {}".format, self.members, numbers))
        self.definition = f"{base.name} enum {name} {{{listed}}} ;"

    def draw(self, rng):
        name = rng.choice(self.members)
        return name, name


class Sequence:
    def __init__(self, name, rng, known):
        self.name = name
        self.base = rng.choice(known)
        self.definition = f"{self.base.name}(*) {name} ;"

    def draw(self, rng):
        return in_braces(self.base, rng.randrange(4), rng)


class Compound:
    def __init__(self, name, rng, known):
        self.name = name
        self.fields = []
        lines = [f"compound {name} {{"]
        for number in range(rng.randint(1, 4)):
            base, shape = rng.choice(known), rng.choice([(), (), (1,), (2,), (2, 2)])
            self.fields.append((base, shape))
            lengths = f"({', '.join(map(str, shape))})" if shape else ""
            lines.append(f"{base.name} f{number}{lengths} ;")
        self.definition = " ".join([*lines, "} ;"])

    def draw(self, rng):
        drawn = [in_braces(base, int(numpy.prod(shape)), rng) if shape
                 else base.draw(rng) for base, shape in self.fields]
        return "{" + ", ".join(text for text, _ in drawn) + "}", [value for _, value in drawn]


def draw_some(base, count, rng):
    """Draws (text, values)."""
    drawn = [base.draw(rng) for _ in range(count)]
    return ", ".join(text for text, _ in drawn), [value for _, value in drawn]


def in_braces(base, count, rng):
    text, values = draw_some(base, count, rng)
    return "{" + text + "}", values


def draw_types(rng):
    """Draws types, each of which may contain the ones before it; basic types first."""
    known = [*map(Number, NUMBERS), String()]
    for number in range(TYPES):
        name = f"type{number}"
        kind = rng.choice([Opaque, Enumeration, Sequence, Sequence, Compound, Compound])
        # Each of these types is four times as likely as a basic one, so that they nest deeply.
        bases = [*known, *known[-number:] * 3] if number else known
        known.append(kind(name, rng, bases) if kind in (Sequence, Compound)
                     else kind(name, rng))
    return known


def draw_data(base, dimensions, rng):
    """Draws (text, values) of a variable. An unlimited dimension that is not the first needs braces
    around its values."""
    if dimensions == ("x", "t"):
        drawn = [in_braces(base, LENGTHS["t"], rng) for _ in range(LENGTHS["x"])]
        return ", ".join(text for text, _ in drawn), sum((values for _, values in drawn), [])
    return draw_some(base, int(numpy.prod([LENGTHS[name] for name in dimensions])), rng)


def draw_file(rng):
    """Draws a text, and {variable: (values, values of its attribute)}."""
    types = draw_types(rng)
    variables, data, expected = [], [], {}
    for number in range(VARIABLES):
        name, base = f"v{number}", rng.choice(types[-TYPES:])
        dimensions = rng.choice([(), ("x",), ("t",), ("t", "x"), ("x", "t")])
        text, values = draw_data(base, dimensions, rng)
        attribute, of_attribute = draw_some(base, rng.randint(1, 3), rng)
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
    """Returns the contents of brackets of any kind, as lists of tokens."""
    values = []
    for token in tokens:
        if token == closing:
            break
        values.append(values_until(CLOSING[token], tokens) if token in CLOSING else token)
    return values


def read(file, option, path):
    """Returns the values of a variable or an attribute that h5dump prints."""
    printed = peers.run("h5dump", "-y", "-w", "65535", "-m", "%.17g", "-A", "0", option, path, file)
    data = re.search(r"\bDATA \{(.*)\}\s*\}\s*\}", printed.decode(), re.DOTALL)
    if not data:
        raise Failure(f"h5dump prints no values of {path}:\n{printed.decode()}")
    return values_until(None, iter(TOKEN.findall(data[1])))


def is_same(token, expected):
    if isinstance(expected, list) or isinstance(token, list):
        return (isinstance(expected, list) and isinstance(token, list) and
                len(token) == len(expected) and all(map(is_same, token, expected)))
    try:
        found = bytes_of(token) if isinstance(expected, bytes) else type(expected)(token)
    except ValueError:
        return False
    return repr(found) == repr(expected)  # so that NaN is NaN and -0.0 is not 0.0


def bytes_of(token):
    """Returns the bytes of a string (NULL: empty) or an opaque value."""
    if token == "NULL":
        return b""
    if token[0] == '"':
        return token[1:-1].encode()
    return bytes.fromhex(token.removeprefix("0x").replace(":", ""))


def require_values(file, expected, how):
    for name, values in expected.items():
        for option, path, wanted in zip(("-d", "-a"), (f"/{name}", f"/{name}/a"), values):
            found = read(file, option, path)
            if not is_same(found, wanted):
                raise Failure(f"{how}: {path} is\n{found}\nnot\n{wanted}")


def ncfgen(source, target):
    peers.run(peers.NCF_BIN / "ncfgen", "-4", "-o", target, source)


def check_file(rng, folder):
    text, expected = draw_file(rng)
    source, generated, copy, dump, regenerated = (
        os.path.join(folder, name)
        for name in ("in.cdl", "in.nc", "copy.nc", "dump.cdl", "again.nc"))
    with open(source, "w", encoding="utf-8") as file:
        file.write(text)
    try:
        ncfgen(source, generated)
        require_values(generated, expected, "ncfgen")
        options = rng.choice(COPIES)
        peers.ncfcopy(*options, generated, copy)
        require_values(copy, expected, " ".join(["ncfcopy", *options]))
        with open(dump, "wb") as file:
            file.write(peers.run(peers.NCF_BIN / "ncfdump", "--exact", generated))
        ncfgen(dump, regenerated)
        require_values(regenerated, expected, "ncfdump --exact, ncfgen")
    except Failure as failure:
        raise Failure(f"{failure}\n{text}") from failure


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("files", type=int)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    for number in range(arguments.files):
        rng = random.Random(arguments.seed * 1000003 + number)
        with tempfile.TemporaryDirectory() as folder:
            try:
                check_file(rng, folder)
            except Failure as failure:
                print(f"file {number} of seed {arguments.seed}: {failure}", file=sys.stderr)
                return 1
    print(f"files={arguments.files} seed={arguments.seed}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
