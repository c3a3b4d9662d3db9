#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Copies a real file with a filter, the main job of ncfcopy, and lets other programs read the copy.

    FILE/JOB  copies FILE from the corpus; every variable that can have filters must have those asked
              for (none: no filter; SIZE: the size of a value)
    seed      the two filters 307,9|4,32,32 written in CDL

netCDF4-python, h5py and h5dump must read the same values from the copy as libnetcdf reads from the
source, and ncdump must print the same text.
"""

import sys
from functools import partial
from pathlib import Path

from cases import Failure, main, need_corpus
import peers

# Fill values of another type than their variable, which netCDF-4 does not allow: ncfcopy writes
# them with that type or, where it has no such value, leaves them out; and says so.
ODD_FILL_VALUES = {"eraint_uvz.nc": ["longitude", "latitude", "z", "u", "v"]}


def parse_chain(words):
    """Returns [(id, (word, ...))]; SIZE means the size of a value, which shuffle stores."""
    chain = []
    for word in words:
        numbers = [part if part == "SIZE" else int(part) for part in word.split(",")]
        chain.append((numbers[0], tuple(numbers[1:])))
    return chain


def chain_for(values, chain):
    size = values.dtype.itemsize
    return [(filter_id, tuple(size if word == "SIZE" else word for word in words))
            for filter_id, words in chain]


def can_have_filters(values):
    return values.shape != () and values.dtype.kind != "O"


def require_filters(copy, expected_values, chain):
    found = peers.filters(copy)
    for path, values in expected_values.items():
        expected = chain_for(values, chain) if can_have_filters(values) else []
        if found[path] != expected:
            raise Failure(f"{path} has filters {found[path]}, expected {expected}")


def require_readable(source, copy, left_out=()):
    expected = peers.netcdf_values(source)
    peers.require_same_values("netCDF4-python", peers.netcdf_values(copy), expected)
    peers.require_same_values("h5py", peers.hdf5_values(copy), expected)
    for path, values in expected.items():
        if values.dtype.kind in "iuf" and values.size > 0:
            found = peers.h5dump_values(copy, path, values)
            peers.require_same_values("h5dump", {path: found}, {path: values})
    peers.require_same_cdl(source, copy, left_out)
    return expected


def check_file(name, spec, *words):
    source = need_corpus() / name
    done = peers.ncfcopy("-4", "-F", spec, source, "copy.nc")
    odd = ODD_FILL_VALUES.get(name, [])
    for variable in odd:
        if f"/{variable}:_FillValue" not in done.stderr.decode():
            raise Failure(f"no note about the fill value of {variable}")
    left_out = [rf"^\t\t{variable}:_FillValue = NaNf? ;" for variable in odd]
    values = require_readable(source, "copy.nc", left_out)
    require_filters("copy.nc", values, [] if words == ("none",) else parse_chain(words))


SEED = """netcdf seed {
dimensions:
  y = 64 ;
  x = 48 ;
variables:
  int v(y, x) ;
    v:_ChunkSizes = 64, 48 ;
    v:_Filter = "307,9|4,32,32" ;
data:
  v = %s ;
}
"""


def check_seed():
    """Checks that ncgen applies `_Filter`, and that the copy keeps it, and makes it again when
    requested by -F."""
    text = SEED % ", ".join(str(i * i % 97) for i in range(64 * 48))
    Path("seed.cdl").write_text(text, encoding="utf-8")
    peers.run("ncgen", "-4", "-o", "seed.nc", "seed.cdl")
    peers.ncfcopy("-F", "none", "seed.nc", "plain.nc")
    for options in (["seed.nc"], ["-F", "*,307,9|4,32,32", "seed.nc"],
                    ["-F", "v,307,9|4,32,32", "plain.nc"],
                    ["-F", "*,bzip2|szip,nn,32", "plain.nc"]):
        peers.ncfcopy(*options, "copy.nc")
        require_readable("seed.nc", "copy.nc")
        ids = [filter_id for filter_id, _ in peers.filters("copy.nc")["/v"]]
        if ids != [307, 4]:
            raise Failure(f"{options}: filters {ids}, expected 307 and 4")
        if '_Filter = "307,9|4,32,32"' not in peers.cdl("copy.nc", "-hs"):
            raise Failure(f"{options}: ncdump -s does not print the filters as written")


FILES = ("eraint_uvz", "small_theta_colpex", "tmean_1910_1910", "lfric_surface_mean")
JOBS = {"bzip2_cd_values": ("*,307,9", "307,9"), "zstd_name": ("*,zstd,3", "32015,3"),
        "zstd_cd_values": ("*,32015,3", "32015,3"),
        "chain": ("*,shuffle|bzip2,9", "2,SIZE", "307,9"), "none": ("none", "none")}

if __name__ == "__main__":
    sys.exit(main({"seed": check_seed,
                   **{f"{file}/{job}": partial(check_file, f"{file}.nc", *words)
                      for file in FILES for job, words in JOBS.items()}}))
