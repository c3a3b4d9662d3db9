#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Cuts and joins of files, options and formats that are drawn at random: what libnetcdf reads of the
output must be what NumPy makes of the inputs."""

import random
import shutil
import sys

from cases import main
from viewing import as_netcdf, copy, netCDF4, numpy, require_values

FORMATS = ["nc4", "classic", "zarr", "zarr3"]
SUFFIXES = {"nc4": "nc", "classic": "nc", "zarr": "zarr", "zarr3": "zarr"}


def draw_file(path, generator, numbers, shape, kind="nc4", first=0):
    """Makes a file with dimensions a, b and c; a has a coordinate from `first` on. Returns the
    values by the variables' names."""
    values = {
        "a": first + numpy.arange(shape[0], dtype="f8"),
        "v": numbers.normal(50, 9, shape).astype(generator.choice(["f4", "f8", "i2", "i4"])),
        "w": numbers.integers(0, 99, shape[:1] + shape[2:]).astype("i4"),
        "s": numbers.integers(0, 99, shape[1:2]).astype("i2"),
    }
    chunks = {"v": [generator.randint(1, length) for length in shape],
              "w": [generator.randint(1, length) for length in shape[:1] + shape[2:]]}
    write_file(path, values, shape, chunks, kind, generator)
    return values


def write_file(path, values, shape, chunks, kind, generator):
    is_hdf5 = kind != "classic"
    with netCDF4.Dataset("made.nc", "w", format="NETCDF4" if is_hdf5 else "NETCDF3_64BIT_DATA") as file:
        for name, length in zip("abc", shape):
            file.createDimension(name, None if name == "a" and generator.random() < 0.5 else length)
        for name, dimensions in ("a", "a"), ("v", "abc"), ("w", "ac"), ("s", "b"):
            data = values[name]
            options, order = {}, "="
            if is_hdf5 and name in chunks:
                order = generator.choice("<>")
                options = {"chunksizes": chunks[name], "zlib": generator.random() < 0.7,
                           "shuffle": generator.random() < 0.5}
            file.createVariable(name, data.dtype.newbyteorder(order), tuple(dimensions), **options)[:] = data
    if kind.startswith("zarr"):
        copy("-k", kind, "made.nc", path)
    else:
        shutil.move("made.nc", path)


def name_of(stem, kind):
    return f"{stem}.{SUFFIXES[kind]}"


def drawn_cuts():
    """Indices with steps, of every format, by every route."""
    for seed in range(40):
        generator = random.Random(seed)
        numbers = numpy.random.default_rng(seed)
        shape = [generator.randint(1, 30) for _ in range(3)]
        kind = generator.choice(FORMATS)
        source = name_of(f"in{seed}", kind)
        values = draw_file(source, generator, numbers, shape, kind)
        slices = {}
        for name, length in zip("abc", shape):
            if generator.random() < 0.6:
                begin = generator.randrange(length)
                end = generator.randint(begin + 1, length)
                slices[name] = slice(begin, end, generator.choice([1, 1, 2, 3, 7]))
        text = ",".join(f"{name}[{s.start}:{s.stop}:{s.step}]" for name, s in slices.items())
        out = name_of(f"out{seed}", generator.choice(FORMATS))
        options = generator.choice([[], ["-d", "1"], ["-F", "*,shuffle|zstd,1"], ["-c", "a/5,b/4,c/3"]])
        out_kind = "classic" if out.endswith(".nc") and not options and generator.random() < 0.3 else None
        selection = ["--select", text] if text else []
        copy("--verify", "-j", generator.choice([1, 3]), *(["-k", "cdf5"] if out_kind else []),
             *options, *selection, source, out)
        with as_netcdf(out) as found:
            for name, dimensions in ("a", "a"), ("v", "abc"), ("w", "ac"), ("s", "b"):
                expected = values[name][tuple(slices.get(each, slice(None)) for each in dimensions)]
                require_values(f"seed {seed} {text} {name}", found[name][:], expected)


def drawn_joins():
    """Several files of any format, cut and joined; chunks that fit together and others."""
    for seed in range(40):
        generator = random.Random(1000 + seed)
        numbers = numpy.random.default_rng(seed)
        shape = [generator.randint(1, 12) for _ in range(3)]
        kind = generator.choice(FORMATS)
        typed = generator.choice(["f4", "i2", "f8"])
        chunks = {"v": [generator.randint(1, length) for length in shape],
                  "w": [generator.randint(1, shape[0]), shape[2]]}
        parts, names = [], []
        fixed = numbers.integers(0, 99, shape[1:2]).astype("i2")
        first = 0
        for i in range(generator.randint(1, 5)):
            length = generator.choice([chunks["v"][0], generator.randint(1, 15)])
            own = [length, *shape[1:]]
            part = {"a": first + numpy.arange(length, dtype="f8"),
                    "v": numbers.normal(50, 9, own).astype(typed),
                    "w": numbers.integers(0, 99, (length, shape[2])).astype("i4"), "s": fixed}
            first += length
            names.append(name_of(f"part{seed}_{i}", kind))
            one = generator.random()
            same = random.Random(seed)  # filters are the same in most files
            own_chunks = chunks if one < 0.8 else {"v": own, "w": [length, shape[2]]}
            limited = {name: [min(c, n) for c, n in zip(own_chunks[name], part[name].shape)]
                       for name in own_chunks}
            write_file(names[-1], part, own, limited, kind, same)
            parts.append(part)
        step = generator.choice([1, 1, 3])
        begin = generator.randrange(first)
        out = name_of(f"joined{seed}", generator.choice(FORMATS))
        options = generator.choice([[], [], ["-d", "1"], ["-c", "a/7"]])
        if generator.random() < 0.5:
            options = [*options, "--select", f"a[{begin}::{step}]"]
        else:
            begin, step = 0, 1
        shuffled = names[:]
        generator.shuffle(shuffled)
        copy("--verify", *options, "--concat", "a", *shuffled, out)
        with as_netcdf(out) as found:
            for name in "avw":
                expected = numpy.concatenate([part[name] for part in parts])[begin::step]
                require_values(f"seed {seed} {options} {name}", found[name][:], expected)
            require_values(f"seed {seed} s", found["s"][:], fixed)


if __name__ == "__main__":
    sys.exit(main([drawn_cuts, drawn_joins]))
