#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Compares the information in each bit, as ncfcopy uses it for plans, with NumPy's computation bit
by bit from the definitions in Klöwer and others 2021, with Bonferroni's correction for the number
of bits.

Pairs, information and bits must be equal: of fields with gaps, constant regions and rounded digits
(made), and of every float and double of files of the corpus.
"""

import json
import math
import os
import statistics
import sys

import cases
from cases import Failure, main, need_file, need_package

SHARES = (0.9, 0.99, 0.999, 1)
SHORTEST_RUN = 8


def signed_exponent(values):
    """Returns the bits of values, with their exponents as sign and magnitude."""
    import numpy
    double = values.dtype == numpy.float64
    word, significand, bias = (numpy.uint64, 52, 1023) if double else (numpy.uint32, 23, 127)
    bits = values.view(word)
    mask = word((2 * bias + 1) << significand)
    exponent = ((bits & mask) >> word(significand)).astype(numpy.int64) - bias
    signed = (numpy.abs(exponent).astype(word) << word(significand)) | numpy.where(
        exponent < 0, word((bias + 1) << significand), word(0))
    return (bits & ~mask) | signed


def in_constant_regions(bits):
    """Finds runs of equal values along the fastest dimension that has more than one value."""
    import numpy
    length = next((length for length in reversed(bits.shape) if length > 1), 1)
    found = numpy.zeros(bits.shape, bool).reshape(-1, length)
    for row, marks in zip(bits.reshape(-1, length), found):
        ends = numpy.flatnonzero(row[1:] != row[:-1]) + 1
        for begin, end in zip([0, *ends], [*ends, length]):
            marks[begin:end] = end - begin >= SHORTEST_RUN
    return found.reshape(bits.shape)


def mutual_information(first, second):
    import numpy
    information = 0.0
    for a in (False, True):
        for b in (False, True):
            both = numpy.count_nonzero((first == a) & (second == b)) / first.size
            if both > 0:
                apart = numpy.count_nonzero(first == a) * numpy.count_nonzero(second == b)
                information += both * math.log2(both * first.size**2 / apart)
    return information


def insignificant(pairs, tested_bits):
    deviations = -statistics.NormalDist().inv_cdf(0.01 / tested_bits / 2)
    heads = min(1.0, 0.5 + deviations / (2 * math.sqrt(pairs)))
    return 1 + sum(p * math.log2(p) for p in (heads, 1 - heads) if p > 0)


def pairs_along(bits, counts, axis):
    import numpy
    first, second = (numpy.take(bits, range(*part), axis)
                     for part in ((bits.shape[axis] - 1,), (1, bits.shape[axis])))
    paired = (numpy.take(counts, range(bits.shape[axis] - 1), axis)
              & numpy.take(counts, range(1, bits.shape[axis]), axis))
    return first[paired], second[paired]


def information_of(first, second, dimensions):
    """Returns the information in each bit. dimensions: the number along which pairs are
    compared."""
    one, size = first.dtype.type(1), 8 * first.itemsize
    if (first == second).all():
        return [0.0] * size
    least = insignificant(first.size, dimensions * size)
    found = [mutual_information(*((word >> first.dtype.type(size - 1 - bit) & one) == one
                                  for word in (first, second))) for bit in range(size)]
    return [bit if bit > least else 0.0 for bit in found]


def bits_for(information, share):
    """Returns the bits to keep, as xbitinfo's get_keepbits, but at least one; 0 if no bit has
    information."""
    least = 1.5 * max(information[-4:])
    counted = [one if one > least else 0.0 for one in information]
    if sum(counted) == 0:
        return 0
    kept = 0.0
    last = max(bit for bit, one in enumerate(counted) if one)
    for bit, one in enumerate(counted):
        kept += one
        if (share < 1 and kept > share * sum(counted)) or bit == last:
            return max(1, bit + 1 - (9 if len(information) == 32 else 12))
    raise AssertionError


def expected_of(variable):
    import numpy
    values = numpy.ascontiguousarray(variable[...], variable.dtype.newbyteorder("="))
    marks = [variable.getncattr(name) for name in ("_FillValue", "missing_value")
             if name in variable.ncattrs()]
    if "_FillValue" not in variable.ncattrs():
        marks.append(numpy.array(9.9692099683868690e36, values.dtype))
    bits = signed_exponent(values)
    counts = (numpy.isfinite(values) & ~numpy.isin(values, numpy.array(marks, values.dtype))
              & ~in_constant_regions(bits))
    pairs = {name: pairs_along(bits, counts, axis)
             for axis, name in enumerate(variable.dimensions)}
    pairs = {name: pair for name, pair in pairs.items() if pair[0].size}
    return {name: (pair[0].size, information_of(*pair, len(pairs)))
            for name, pair in pairs.items()}


def check_variable(planned, variable, share):
    expected = expected_of(variable)
    found = {one["dimension"]: one for one in planned["information"]}
    if not planned["quantized_by"]:
        if any(bits_for(information, share) for _, information in expected.values()):
            raise Failure(f"{planned['path']} is not rounded, though bits carry information")
        return
    if sorted(found) != sorted(expected):
        raise Failure(f"{planned['path']}: {sorted(found)}, not {sorted(expected)}")
    for name, (pairs, information) in expected.items():
        one = found[name]
        if one["pairs"] != pairs or one["bits"] != bits_for(information, share) or not all(
                math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-12)
                for a, b in zip(one["information"], information)):
            raise Failure(f"{planned['path']} along {name}: {one}, not {pairs} pairs, "
                          f"{bits_for(information, share)} bits, {information}")
    most = max(bits_for(information, share) for _, information in expected.values())
    if planned["quantized_by"] != f"bitround {most}":
        raise Failure(f"{planned['path']}: {planned['quantized_by']}, not bitround {most}")


def check(file):
    netcdf = need_package("netCDF4")
    with netcdf.Dataset(file) as dataset:
        dataset.set_auto_maskandscale(False)
        names = [name for name, variable in dataset.variables.items()
                 if getattr(variable, "dtype", None) in ("f4", ">f4", "f8") and variable.dimensions
                 and not {"scale_factor", "add_offset"} & set(variable.ncattrs())]
        if not names:
            raise Failure(f"{file}: no variable to compare")
        for share in SHARES:
            asked = [f"--quantize={name},bitround,information={share * 100:g}%" for name in names]
            plan = json.loads(cases.run("ncfcopy", "--plan", "--report=json", *asked, file, "no.nc",
                                        text=True).stdout)
            planned = {one["path"]: one for one in plan["variables"]}
            for name in names:
                check_variable(planned[f"/{name}"], dataset[name], share)


def made():
    """Makes fields that are smooth, with noise, gaps and constant regions."""
    numpy = need_package("numpy")
    netcdf = need_package("netCDF4")
    random = numpy.random.default_rng(7)
    t, y, x = numpy.meshgrid(numpy.arange(6), numpy.arange(50), numpy.arange(80), indexing="ij")
    smooth = 2 + numpy.sin(y / 9 + t) * numpy.cos(x / 13)
    noise = random.normal(size=smooth.shape)
    with netcdf.Dataset("made.nc", "w") as dataset:
        for name, length in zip("tyxo", (*smooth.shape, 1)):
            dataset.createDimension(name, length)

        def add(name, values, kind, dimensions=("t", "y", "x"), **options):
            variable = dataset.createVariable(name, kind, dimensions, **options)
            variable.set_auto_maskandscale(False)
            variable[:] = values.astype(kind)

        add("temperature", 280 + 9 * smooth + 0.01 * noise, "f4", zlib=True, chunksizes=(1, 25, 80))
        add("double", smooth + 1e-4 * noise, "f8")
        add("noise", noise, "f4")
        for seed in range(20):
            add(f"noise_{seed}", numpy.random.default_rng(seed).random(noise.shape), "f8")
        add("rounded", numpy.round(280 + 9 * smooth, 1), "f4")
        add("big_endian", 1e5 * smooth + noise, ">f4", endian="big")
        add("column", smooth[0, 0] + 0.01 * noise[0, 0], "f8", ("x", "o"))
        add("same_at_all_times", numpy.broadcast_to(smooth[0] + 0.01 * noise[0], smooth.shape), "f4")
        land = numpy.where(smooth > 2, 1e-3 * smooth * (1 + 0.01 * noise), 0)
        land[noise > 2] = numpy.nan
        land[noise < -2] = 1e20
        land[0, 0, 0] = numpy.inf
        add("land", land, "f4", fill_value=numpy.float32(1e20))
    return "made.nc"


FILES = ("eraint_uvz", "small_theta_colpex", "tmean_1910_1910")

if __name__ == "__main__":
    os.environ["PATH"] = f"{os.environ['NCF_BIN']}:{os.environ['PATH']}"
    sys.exit(main({"made": lambda: check(made()),
                   **{file: lambda file=file: check(need_file(f"{file}.nc")) for file in FILES}}))
