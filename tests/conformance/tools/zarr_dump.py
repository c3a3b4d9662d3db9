#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Compares the output of ncfdump for a store of Zarr with that of ncdump for the netCDF-4 file from
which it was made.

For NCZarr everything is the same, special attributes too, except for the codecs, which only Zarr
has, and the attributes about the writer of a netCDF-4 file. Plain Zarr has no types of attributes
and no order of variables; there the values are the same.
"""

import difflib
import os
import re
import sys
from functools import partial

import cases
from cases import main, need_file, need_program

OF_NETCDF4 = ("_NCProperties", "_SuperblockVersion", "_IsNetcdf4", "_NoFill")
OF_ZARR = ("_Codecs",)


def run(*command):
    return cases.run(*command).stdout.decode("latin-1")


def lines_without(text, attributes):
    """Returns the lines without null strings, which Zarr does not have; they become empty."""
    return [line.replace(" = NIL ", ' = "" ') for line in text.splitlines()
            if not any(f":{attribute} = " in line for attribute in attributes)]


def values(text):
    """Returns the statement of each variable's values, by the groups and names above it."""
    found, groups, is_data, statement = {}, [], False, []
    for line in text.replace("NIL", '""').splitlines():
        if begin := re.fullmatch(r"\s*group: (\S+) {", line):
            groups.append(begin[1])
            is_data = False
        elif re.fullmatch(r"\s*} // group .*", line):
            groups.pop()
            is_data = False
        elif line.strip() == "data:":
            is_data = True
        elif is_data and line.strip():
            statement.append(line.strip())
            if line.endswith(";"):
                found[tuple(groups), statement[0].split(" ")[0]] = statement
                statement = []
    return found


def compare(what, wanted, got):
    if wanted == got:
        return
    sys.stderr.writelines(line + "\n" for line in
                          list(difflib.unified_diff(wanted, got, "ncdump", what, lineterm=""))[:40])
    raise AssertionError(f"{what}: ncfdump prints something else")


def check(name):
    need_program("ncdump")
    run("ncfcopy", "-k", "nc4", "-F", "*,shuffle|deflate,2", need_file(name), "in.nc")
    wanted = run("ncdump", "-s", "-n", "in", "in.nc")
    run("ncfcopy", "-k", "nczarr", "in.nc", "in.zarr")
    compare("nczarr", lines_without(wanted, OF_NETCDF4),
            lines_without(run("ncfdump", "-s", "in.zarr"), OF_ZARR))
    expected = values(run("ncdump", "in.nc"))
    assert expected, "no values"
    for kind in ("zarr", "zarr3"):
        run("ncfcopy", "-k", kind, "in.nc", f"{kind}.zarr")
        printed = values(run("ncfdump", f"{kind}.zarr"))
        assert printed.keys() == expected.keys(), (kind, printed.keys() ^ expected.keys())
        for path, statement in expected.items():
            compare(f"{kind} {path}", statement, printed[path])


FILES = ("21_triangle_example", "cell_methods", "eraint_uvz", "issue672", "ref_nc_test_netcdf4_4_0",
         "small_rotPole_precipitation", "small_theta_colpex", "test_gold", "tiny", "tmean_1910_1910")

if __name__ == "__main__":
    os.environ["PATH"] = f"{os.environ['NCF_BIN']}:{os.environ['PATH']}"
    sys.exit(main({file: partial(check, f"{file}.nc") for file in FILES}))
