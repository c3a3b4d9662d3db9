#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""The main job on a real file: copy it with a filter, let everybody read the copy.

    main_job.py FILE -F SPEC ID[,WORD...] ...   copies FILE from the corpus; every variable that can
                                                have filters must have those; none: no filter;
                                                SIZE: the size of a value
    main_job.py seed                            the two filters 307,9|4,32,32 written in CDL

netCDF4-python, h5py and h5dump must read the same values from the copy as libnetcdf reads from the
source, and ncdump must print the same text.
"""

import os
import sys
import tempfile
from pathlib import Path

import peers

SKIPPED = 77

# Fill values of another type than their variable, which netCDF-4 does not allow: ncfcopy writes
# them with that type or, where it has no such value, leaves them out; and says so.
ODD_FILL_VALUES = {"eraint_uvz.nc": ["longitude", "latitude", "z", "u", "v"]}


def parse_chain(words):
    """[(id, (word, ...))]; SIZE stands for the size of a value, which shuffle stores."""
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
            raise peers.Failure(f"{path} has filters {found[path]}, expected {expected}")


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


def check_file(name, spec, chain, folder):
    source = Path(os.environ["NCF_CORPUS"]) / "data" / name
    copy = folder / "copy.nc"
    done = peers.ncfcopy("-4", "-F", spec, source, copy)
    odd = ODD_FILL_VALUES.get(name, [])
    for variable in odd:
        if f"variable /{variable}: netCDF-4 wants a _FillValue" not in done.stderr.decode():
            raise peers.Failure(f"no note about the fill value of {variable}")
    left_out = [rf"^\t\t{variable}:_FillValue = NaNf? ;" for variable in odd]
    values = require_readable(source, copy, left_out)
    require_filters(copy, values, chain)


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


def check_seed(folder):
    """ncgen applies `_Filter`; the copy keeps it, and makes it again when asked by -F."""
    text = folder / "seed.cdl"
    text.write_text(SEED % ", ".join(str(i * i % 97) for i in range(64 * 48)), encoding="utf-8")
    source = folder / "seed.nc"
    peers.run("ncgen", "-4", "-o", source, text)
    plain = folder / "plain.nc"
    peers.ncfcopy("-F", "none", source, plain)
    for options in ([source], ["-F", "*,307,9|4,32,32", source], ["-F", "v,307,9|4,32,32", plain],
                    ["-F", "*,bzip2|szip,nn,32", plain]):
        copy = folder / "copy.nc"
        peers.ncfcopy(*options, copy)
        require_readable(source, copy)
        ids = [filter_id for filter_id, _ in peers.filters(copy)["/v"]]
        if ids != [307, 4]:
            raise peers.Failure(f"{options}: filters {ids}, expected 307 and 4")
        if '_Filter = "307,9|4,32,32"' not in peers.cdl(copy, "-hs"):
            raise peers.Failure(f"{options}: ncdump -s does not print the filters as written")


def main(arguments):
    with tempfile.TemporaryDirectory() as folder:
        if arguments == ["seed"]:
            peers.report_and_exit("seed", lambda: check_seed(Path(folder)))
            return
        name, option, spec, *words = arguments
        assert option == "-F"
        if not os.environ.get("NCF_CORPUS"):
            print("no corpus")
            sys.exit(SKIPPED)
        chain = [] if words == ["none"] else parse_chain(words)
        peers.report_and_exit(f"{name} {spec}",
                              lambda: check_file(name, spec, chain, Path(folder)))


main(sys.argv[1:])
