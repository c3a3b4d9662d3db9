#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""All options of views together, drawn at random, because most faults are where two options meet:
what libnetcdf reads of the output must be what NumPy makes of the inputs."""

import random
import sys

from cases import Failure, main
from drawn_views import FORMATS, name_of
from viewing import as_netcdf, copy, netCDF4, numpy, require_values

DIMENSIONS = {"a": "a", "p": "abc", "v": "ac", "s": "b", "n": "a"}
FILL = -7


def draw_part(numbers, first, length, shape, packing, fixed):
    """Returns the values of a file; `p` is packed, with missing ones."""
    packed = numbers.integers(-500, 500, (length, *shape)).astype("i2")
    packed[numbers.random(packed.shape) < 0.1] = FILL
    return {"a": first + numpy.arange(length, dtype="f8"), "p": packed, "packing": packing,
            "v": numbers.integers(-99, 99, (length, shape[1])).astype("f8") / 4,
            "s": fixed, "n": numbers.integers(0, 99, length).astype("i4")}


def write_part(path, part, generator, kind, has_others):
    made = f"{path}.made.nc"
    with netCDF4.Dataset(made, "w", format="NETCDF4") as file:
        file.title = path
        file.createDimension("a", len(part["a"]) if generator.random() < 0.5 else None)
        file.createDimension("b", part["p"].shape[1])
        file.createDimension("c", part["p"].shape[2])
        for name, dimensions in DIMENSIONS.items():
            data = part[name]
            options = {"fill_value": FILL} if name == "p" else {}
            if name in "pv":
                options |= {"chunksizes": [generator.randint(1, max(1, n)) for n in data.shape],
                            "zlib": generator.random() < 0.5}
            variable = file.createVariable(name, data.dtype, tuple(dimensions), **options)
            variable.set_auto_maskandscale(False)
            variable.setncattr("units", "1")
            if name == "p":
                variable.coordinates = "n"
                variable.scale_factor, variable.add_offset = part["packing"]
            if data.size:
                variable[:] = data
        if has_others:
            file.createVariable("other", "i4", ("b", "c"))[:] = generator.randint(0, 9)
    copy("-k", kind, made, path)


class Expected:
    """What the options make of the parts."""

    def __init__(self, parts, dimensions):
        self.values = {name: parts[0][name] if name == "s" else
                       numpy.concatenate([part[name] for part in parts]) for name in dimensions}
        self.missing = self.values["p"] == FILL
        self.parts, self.names = parts, {name: name for name in dimensions}

    def unpack(self, kind):
        whole = numpy.concatenate([part["p"].astype("f8") * part["packing"][0] + part["packing"][1]
                                   for part in self.parts])
        fill = netCDF4.default_fillvals["f8"]
        self.values["p"] = numpy.where(self.missing, fill, whole).astype(kind)

    def cut(self, slices):
        for name, dimensions in DIMENSIONS.items():
            self.values[name] = self.values[name][tuple(slices.get(d, slice(None)) for d in dimensions)]


def draw_options(generator, expected, shape, is_joined, packings):
    """Draws options, and changes what is expected. Returns the options and the new types."""
    options, lengths = [], dict(zip("abc", shape))
    has_one_packing = len(set(packings)) == 1
    if not has_one_packing or generator.random() < 0.5:
        kind = generator.choice(["f4", "f8"])
        options += ["--unpack"] + (["--type", "p:double"] if kind == "f8" else [])
        expected.unpack(kind)
    is_left_out = generator.random() < 0.5
    if is_left_out:
        left_out = generator.choice(["v", "s,n", "n"]).split(",")
        options += ["-V", ",".join(f"!{name}" for name in ["other", *left_out])]
        expected.names = {name: name for name in expected.names if name not in left_out}
    for name, kind, new in ("v", "f4", "float"), ("n", "i8", "int64"), ("s", "f8", "double"):
        if name in expected.names and generator.random() < 0.3:
            options += ["--type", f"{name}:{new}"]
            expected.values[name] = expected.values[name].astype(kind)
    for name in "apv":
        if name in expected.names and generator.random() < 0.3:
            options += ["--rename-variable", f"{name}={name}_new"]
            expected.names[name] = f"{name}_new"
    slices = {}
    for name in "abc":
        if generator.random() < 0.4:
            begin = generator.randrange(lengths[name])
            slices[name] = slice(begin, generator.randint(begin + 1, lengths[name]),
                                 generator.choice([1, 1, 2, 3]))
            new = expected.names["a"] if name == "a" else name
            one = slices[name]
            options += ["--select", f"{new}[{one.start}:{one.stop}:{one.step}]"]
    expected.cut(slices)
    if not is_left_out:
        kept = generator.sample(sorted(expected.names), generator.choice([2, 5]))
        options += ["-V", ",".join(expected.names[name] for name in kept)]
        expected.names = {name: expected.names[name] for name in kept}
    if generator.random() < 0.3:
        options += ["--attribute", f"{next(iter(expected.names.values()))}@units=new",
                    "--attribute", "@title="]
    if generator.random() < 0.3:
        options += ["--unlimited", "b"]
    if is_joined:
        options += ["--concat", "a"]
    return options


def drawn_pairs():
    for seed in range(60):
        generator = random.Random(7000 + seed)
        numbers = numpy.random.default_rng(seed)
        shape = [generator.randint(1, 6), generator.randint(1, 6)]
        fixed = numbers.integers(0, 99, shape[0]).astype("i2")
        own = generator.random() < 0.4
        parts, names, first = [], [], 0
        is_joined = generator.random() < 0.7
        for i in range(generator.randint(2, 4) if is_joined else 1):
            length = generator.randint(1, 7)
            packing = (0.25 * (i + 1 if own else 1), 10.0)
            parts.append(draw_part(numbers, first, length, shape, packing, fixed))
            kind = generator.choice(FORMATS)
            names.append(name_of(f"p{seed}_{i}", kind))
            write_part(names[-1], parts[-1], generator, "cdf5" if kind == "classic" else kind,
                       has_others=True)  # its values differ
            first += length
        expected = Expected(parts, DIMENSIONS)
        options = draw_options(generator, expected, [first, *shape], is_joined,
                               [part["packing"] for part in parts])
        out = name_of(f"o{seed}", generator.choice(["nc4", "zarr", "zarr3"]))
        generator.shuffle(names)
        options += generator.choice([[], ["-d", "1"], ["-F", "*,shuffle|zstd,1"]])
        copy("--verify", *options, *names, out)
        with as_netcdf(out) as found:
            wanted = set(expected.names.values())
            if set(found.variables) != wanted:
                raise Failure(f"seed {seed} {options}: {set(found.variables)}, not {wanted}")
            for name, new in expected.names.items():
                require_values(f"seed {seed} {options} {new}", found[new][:], expected.values[name])
            if "--attribute" in options:
                changed = next(iter(expected.names.values()))
                if found[changed].units != "new" or "title" in found.ncattrs():
                    raise Failure(f"seed {seed} {options}: attributes")


def drawn_appends():
    """Days appended to a store of another type, packed or not, in parts of any length."""
    for seed in range(12):
        generator = random.Random(9000 + seed)
        numbers = numpy.random.default_rng(seed)
        shape = [generator.randint(1, 6), generator.randint(1, 6)]
        fixed = numbers.integers(0, 99, shape[0]).astype("i2")
        store, parts, first = f"s{seed}.zarr", [], 0
        is_unpacked = generator.random() < 0.5
        options = ["--unpack"] if is_unpacked else []
        if generator.random() < 0.5:
            options += ["--type", "v:float"]
        for i in range(4):
            length = generator.randint(1, 7)
            packing = (0.25 * (i + 1 if is_unpacked else 1), 10.0)
            parts.append(draw_part(numbers, first, length, shape, packing, fixed))
            write_part(f"d{seed}_{i}.nc", parts[-1], generator, "nc4", has_others=False)
            first += length
            if i == 0:
                copy(*options, "-k", generator.choice(["zarr", "zarr3"]), "-c",
                     f"a/{generator.randint(1, 4)}", f"d{seed}_{i}.nc", store)
            else:
                copy("--verify", *options, "--append", "a", f"d{seed}_{i}.nc", store)
        expected = Expected(parts, DIMENSIONS)
        if is_unpacked:
            expected.unpack("f4")
        if "--type" in options:
            expected.values["v"] = expected.values["v"].astype("f4")
        with as_netcdf(store) as found:
            for name in DIMENSIONS:
                require_values(f"seed {seed} {options} {name}", found[name][:], expected.values[name])


if __name__ == "__main__":
    sys.exit(main([drawn_pairs, drawn_appends]))
