#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Copies files whose filters libnetcdf alone does not read: a plugin with a class of version 1,
which libhdf5 ignores, and a missing filter that was skipped for every chunk.
"""

import os
import re
import sys
from pathlib import Path

import h5py
import numpy

import cases
from cases import cases_in, main

BIN = Path(os.environ["NCF_BIN"])
OLD = 401  # tests/support/plugins/old_filter.c
OLD_FOLDER = Path(os.environ["NCF_TESTS"]) / "plugins/old"
MISSING = 33333
VALUES = numpy.arange(24, dtype=">i4").reshape(4, 6)
SKIPPED = 1  # the mask of a chunk that went past the first filter
ENCODED = 0


def run(program, *arguments, plugins="", status=0):
    """Returns standard output and error of a program that finds these plugins."""
    done = cases.run(BIN / program, *arguments, status=status, text=True,
                     env={**os.environ, "HDF5_PLUGIN_PATH": str(plugins)})
    return done.stdout, done.stderr


def values(file, plugins=""):
    text, _ = run("ncfdump", "-v", "v", file, plugins=plugins)
    return [int(number) for number in re.findall(r"-?\d+", text[text.index("data:"):])]


def case_class_version_1():
    """The filter is registered before libnetcdf opens the file, by every program and on every
    route."""
    Path("in.cdl").write_text(f"""netcdf in {{ dimensions: y = 4 ; x = 6 ; variables:
  int v(y, x) ; v:_ChunkSizes = 2, 3 ; v:_Filter = "{OLD}" ;
  data: v = {", ".join(map(str, VALUES.ravel()))} ; }}""", encoding="utf-8")
    run("ncfgen", "-o", "in.nc", "in.cdl", plugins=OLD_FOLDER)
    wanted = VALUES.ravel().tolist()
    assert values("in.nc", OLD_FOLDER) == wanted, values("in.nc", OLD_FOLDER)
    for name, options in (("classic.nc", ("-k", "nc3", "-F", "none")), ("plain.nc", ("-F", "none")),
                          ("other.nc", ("-c", "y/4,x/6")), ("same.nc", ())):
        run("ncfcopy", "--verify", *options, "in.nc", name, plugins=OLD_FOLDER)
        assert values(name, OLD_FOLDER) == wanted, name


def make_masked(file, masks, dtype=VALUES.dtype):
    """Makes chunks of 2 x 3 with their masks; the filter is optional and missing."""
    with h5py.File(file, "w") as opened:
        creation = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
        creation.set_chunk((2, 3))
        creation.set_filter(MISSING, h5py.h5z.FLAG_OPTIONAL, (7,))
        space = h5py.h5s.create_simple(VALUES.shape)
        kind = h5py.h5t.py_create(dtype)
        dataset = h5py.h5d.create(opened.id, b"v", kind, space, creation)
        places = [(y, x) for y in (0, 2) for x in (0, 3)]
        for (y, x), mask in zip(places, masks):
            chunk = numpy.ascontiguousarray(VALUES[y:y + 2, x:x + 3].astype(dtype))
            dataset.write_direct_chunk((y, x), chunk.tobytes(), mask)


def case_skipped_by_mask():
    """A filter is needed only if a chunk went through it, as in h5dump."""
    wanted = VALUES.ravel().tolist()
    for dtype in (">i4", "<i4"):
        make_masked("skipped.h5", [SKIPPED] * 4, dtype)
        assert values("skipped.h5") == wanted, values("skipped.h5")
        for name, options in (("classic.nc", ("-k", "nc3", "-F", "none")),
                              ("deflated.nc", ("-F", "*,deflate,5")), ("none.nc", ("-F", "none")),
                              ("stores.zarr", ("-F", "none"))):
            run("ncfcopy", *options, "skipped.h5", name)
            assert values(name) == wanted, name
    make_masked("half.h5", [SKIPPED] * 2)
    text, _ = run("ncfdump", "half.h5")
    assert text.count("_") > 6, text  # chunks that were never written are fill values
    make_masked("encoded.h5", [SKIPPED, SKIPPED, SKIPPED, ENCODED])
    for program, arguments in (("ncfdump", ()), ("ncfcopy", ("out.nc", "-F", "none"))):
        _, message = run(program, "encoded.h5", *arguments, status=1)
        assert f"{MISSING}" in message and "/v" in message, message
    assert not Path("out.nc").exists()


if __name__ == "__main__":
    sys.exit(main(cases_in(globals())))
