#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Exchanges filters and attributes of NCZarr between ncf and a libnetcdf that is built with its own
filters; with_newer_netcdf.sh builds one and calls this.

    newer_netcdf.py --netcdf BUILD --ours BUILD [CASE...]

Both build folders are those of CMake. Without cases all run. Exit status 0: as expected; 1: not.
"""

import argparse
import itertools
import os
import re
import sys
from functools import partial
from pathlib import Path

import cases

TYPES = {"b": "byte", "u": "ubyte", "h": "short", "i": "int", "l": "int64", "f": "float", "d": "double"}
# Rows and chunks of which the lengths agree, divide, do not, and are too short for a block.
SHAPES = (((8, 120), (8, 120)), ((8, 120), (8, 40)), ((8, 120), (4, 60)), ((20, 6), (20, 3)),
          ((4, 5000), (4, 250)), ((8, 120), (8, 50)))
SZIP = ((4, 8), (32, 8), (32, 32))
CHAINS = {"deflate": "1,5", "shuffle": "2|1,5", "fletcher32": "3", "szip": "4,32,8",
          "bzip2": "307,9", "blosc": "32001,0,0,0,0,5,1,1", "zstd": "32015,3"}


class Side:
    """The programs of one build with the plugins of a build."""

    def __init__(self, programs, plugins):
        self.programs, self.plugins = programs, plugins

    def run(self, name, *words, status=0):
        return cases.run(self.programs[name], *words, status=status, text=True,
                         env={**os.environ, "HDF5_PLUGIN_PATH": str(self.plugins)}).stdout


def url(store):
    mode = "zip" if Path(store).suffix == ".zip" else "file"
    return f"file://{Path(store).absolute()}#mode=nczarr,{mode}"


def cdl(variables):
    """Returns the text of variables, each (name, type, shape, chunk shape, filters); values are
    smooth, because libnetcdf's szip refuses data that it makes larger."""
    dimensions = {length for _, _, shape, _, _ in variables for length in shape}
    lines = ["netcdf in {", "dimensions:", *(f"n{length} = {length} ;" for length in dimensions),
             "variables:"]
    for name, kind, shape, chunks, filters in variables:
        names = ", ".join(f"n{length}" for length in shape)
        lines += [f"{kind} {name}({names}) ;", f'{name}:_Storage = "chunked" ;',
                  f"{name}:_ChunkSizes = {', '.join(map(str, chunks))} ;",
                  f'{name}:_Filter = "{filters}" ;']
    lines.append("data:")
    for number, (name, _, shape, _, _) in enumerate(variables):
        smooth = ((i // 150 + number) % 5 for i in range(shape[0] * shape[1]))
        lines.append(f"{name} = {', '.join(map(str, smooth))} ;")
    return "\n".join([*lines, "}", ""])


def of_szip():
    for (shape, chunks), (mask, block) in itertools.product(SHAPES, SZIP):
        if chunks[0] * chunks[1] >= block:
            yield from ((f"{letter}_{shape[1]}_{chunks[1]}_{mask}_{block}", kind, shape, chunks,
                         f"4,{mask},{block}") for letter, kind in TYPES.items())


def of_chains():
    return [(name, "float", (7, 100), (4, 30), filters) for name, filters in CHAINS.items()]


def values(text):
    """Returns the text after `data:`, which is equal in files of all kinds."""
    return text[text.index("\ndata:"):]


def chunks_of(store):
    return {path.relative_to(store): path.read_bytes() for path in sorted(Path(store).rglob("*"))
            if path.is_file() and not path.name.startswith(".")}


def require_equal(what, wanted, found):
    if wanted != found:
        raise cases.Failure(f"{what}: not equal")


def write_both(theirs, ours, variables):
    """Writes the same data to theirs.zarr, ours.zarr and in.nc, which has no filters."""
    Path("in.cdl").write_text(cdl(variables), encoding="utf-8")
    theirs.run("ncgen", "-o", url("theirs.zarr"), "in.cdl")
    ours.run("ncfgen", "-k", "nczarr", "-o", "ours.zarr", "in.cdl")
    plain = re.sub(r"\w+:_Filter = .*", "", cdl(variables))
    Path("plain.cdl").write_text(plain, encoding="utf-8")
    ours.run("ncfgen", "-o", "in.nc", "plain.cdl")


def case_szip(theirs, ours):
    """Stored bytes equal theirs, and each reads the other's."""
    write_both(theirs, ours, list(of_szip()))
    wanted = values(ours.run("ncfdump", "in.nc"))
    require_equal("stored bytes of szip", chunks_of("theirs.zarr"), chunks_of("ours.zarr"))
    require_equal("their store, by us", wanted, values(ours.run("ncfdump", "theirs.zarr")))
    require_equal("our store, by them", wanted, values(theirs.run("ncdump", url("ours.zarr"))))


def case_szip_from_netcdf4(theirs, ours):
    """Chunks of netCDF-4 have another scanline: they pass through if both agree, in either
    direction."""
    write_both(theirs, ours, list(of_szip()))
    wanted = values(ours.run("ncfdump", "in.nc"))
    ours.run("ncfcopy", "theirs.zarr", "back.nc")
    require_equal("their store as netCDF-4", wanted, values(theirs.run("ncdump", "back.nc")))
    ours.run("ncfgen", "-o", "szip.nc", "in.cdl")
    ours.run("ncfcopy", "-k", "nczarr", "szip.nc", "copied.zarr")
    require_equal("stored bytes of the copy", chunks_of("theirs.zarr"), chunks_of("copied.zarr"))


def case_szip_along_unlimited(theirs, ours):
    """The scanline is the dimension's length when the store is complete."""
    text = cdl([("v", "int", (10, 70), (5, 20), "4,32,8")]).replace("n70 = 70", "n70 = UNLIMITED")
    rows = [", ".join(str((i + row) // 7) for i in range(70)) for row in range(10)]
    text = re.sub(r"\nv = .* ;", "\nv = " + ", ".join(f"{{{row}}}" for row in rows) + " ;", text)
    Path("in.cdl").write_text(text, encoding="utf-8")
    theirs.run("ncgen", "-o", url("theirs.zarr"), "in.cdl")
    ours.run("ncfgen", "-k", "nczarr", "-o", "ours.zarr", "in.cdl")
    require_equal("stored bytes", chunks_of("theirs.zarr"), chunks_of("ours.zarr"))
    require_equal("values", values(theirs.run("ncdump", url("ours.zarr"))),
                  values(ours.run("ncfdump", "theirs.zarr")))


def case_chains(theirs, ours):
    """Every filter that both have, in either direction."""
    write_both(theirs, ours, of_chains())
    wanted = values(ours.run("ncfdump", "in.nc"))
    require_equal("their store, by us", wanted, values(ours.run("ncfdump", "theirs.zarr")))
    require_equal("our store, by them", wanted, values(theirs.run("ncdump", url("ours.zarr"))))


def case_netcdf4(theirs, ours):
    """Every filter in netCDF-4 files, which libnetcdf since 4.9.3 makes optional; the text of one
    is read by the other."""
    write_both(theirs, ours, of_chains())
    wanted = values(ours.run("ncfdump", "in.nc"))
    theirs.run("ncgen", "-4", "-o", "theirs.nc", "in.cdl")
    ours.run("ncfgen", "-o", "ours.nc", "in.cdl")
    require_equal("their file, by us", wanted, values(ours.run("ncfdump", "theirs.nc")))
    require_equal("our file, by them", wanted, values(theirs.run("ncdump", "ours.nc")))
    Path("theirs.cdl").write_text(ours.run("ncfdump", "-s", "theirs.nc"), encoding="utf-8")
    theirs.run("ncgen", "-4", "-o", "again.nc", "theirs.cdl")
    require_equal("by way of text", wanted, values(ours.run("ncfdump", "again.nc")))


def case_copies(theirs, ours):
    """Copies that nccopy and ncfcopy filter, as NCZarr, as Zarr without NCZarr's attributes and as
    netCDF-4."""
    write_both(theirs, ours, of_chains())
    wanted = values(ours.run("ncfdump", "in.nc"))
    for name, filters in CHAINS.items():
        theirs.run("nccopy", "-F", f"*,{filters}", "in.nc", url(f"{name}.zarr"))
        theirs.run("nccopy", "-F", f"*,{filters}", "in.nc", f"{name}.nc")
        for copy in (f"{name}.zarr", f"{name}.nc"):
            require_equal(f"{copy} of nccopy", wanted, values(ours.run("ncfdump", copy)))
        for kind, mode in (("nczarr", "nczarr"), ("zarr", "xarray")):
            copy = f"{name}_{kind}.zarr"
            ours.run("ncfcopy", "-k", kind, "-F", f"*,{filters}", "in.nc", copy)
            shown = values(theirs.run("ncdump", url(copy).replace("nczarr", mode)))
            # Zarr without NCZarr's attributes has no order of variables.
            require_equal(f"{copy} of ncfcopy", *(sorted(re.findall(r"\w+ =[^;]*", text))
                                                  for text in (wanted, shown)))


def case_zip(theirs, ours):
    """Stores in zip files, in either direction."""
    write_both(theirs, ours, of_chains())
    wanted = values(ours.run("ncfdump", "in.nc"))
    theirs.run("ncgen", "-o", url("theirs.zip"), "in.cdl")
    ours.run("ncfcopy", "-k", "nczarr", "ours.zarr", "ours.zip")
    require_equal("their zip file, by us", wanted, values(ours.run("ncfdump", "theirs.zip")))
    require_equal("our zip file, by them", wanted, values(theirs.run("ncdump", url("ours.zip"))))


def case_our_plugins_alone(theirs, ours):
    """Filters and codecs in our plugins are complete: their programs need no others."""
    write_both(theirs, ours, of_chains())
    alone = Side(theirs.programs, ours.plugins)
    wanted = values(ours.run("ncfdump", "in.nc"))
    for store in ("theirs.zarr", "ours.zarr"):
        require_equal(f"{store} with our plugins", wanted, values(alone.run("ncdump", url(store))))
    alone.run("ncgen", "-o", url("alone.zarr"), "in.cdl")
    require_equal("written with our plugins", wanted, values(ours.run("ncfdump", "alone.zarr")))


def case_filter_attribute(theirs, ours):
    """`_Filter` of a store holds visible parameters, as in theirs."""
    write_both(theirs, ours, of_chains())

    def shown(text):
        return re.findall(r"\w+:_(?:Filter|DeflateLevel|Shuffle|Fletcher32) = .*", text)

    for store in ("theirs.zarr", "ours.zarr"):
        require_equal(store, shown(theirs.run("ncdump", "-hs", url(store))),
                      shown(ours.run("ncfdump", "-hs", store)))
    text = ours.run("ncfdump", "-s", "theirs.zarr")
    Path("again.cdl").write_text(re.sub(r"\w+:_Codecs = .*", "", text), encoding="utf-8")
    ours.run("ncfgen", "-o", "again.nc", "again.cdl")
    require_equal("by way of text", values(text), values(ours.run("ncfdump", "again.nc")))


def case_texts(theirs, ours):
    """Attributes beyond ASCII, which libnetcdf reads unescaped."""
    text = 'v:units = "°C" ;'
    Path("in.cdl").write_text(f"netcdf in {{variables: int v ; {text} data: v = 1 ; }}\n",
                              encoding="utf-8")
    ours.run("ncfgen", "-k", "nczarr", "-o", "ours.zarr", "in.cdl")
    for shown in (theirs.run("ncdump", url("ours.zarr")), ours.run("ncfdump", "ours.zarr")):
        require_equal("units", [text], re.findall(r"v:units = .*", shown))


def case_attributes(theirs, ours):
    """A copy of a Zarr store has attributes of all kinds of JSON as libnetcdf reads them."""
    Path("in.zarr").mkdir()
    Path("in.zarr/.zgroup").write_text('{"zarr_format":2}', encoding="utf-8")
    Path("in.zarr/.zattrs").write_text(
        """{"text":"a","texts":["a","b"],"none":[],"null":null,"yes":true,"many":[true,false],
        "object":{"a":[1,null]},"mixed":[1,"a"],"nested":[[1],[2]],"one":[1],"mean":[0.1,1e5],
        "large":18446744073709551615,"huge":123456789012345678901234567890,"nan":[NaN,1.50]}""",
        encoding="utf-8")
    ours.run("ncfcopy", "-k", "nczarr", "in.zarr", "out.zarr")

    def attributes(text):
        return re.findall(r"\t\t.*:.*", text.replace(" ", ""))

    wanted = attributes(ours.run("ncfdump", "out.zarr"))
    require_equal("number of attributes", 14, len(wanted))
    require_equal("attributes", wanted, attributes(theirs.run("ncdump", url("out.zarr"))))


def parse(words):
    names = [name.removeprefix("case_") for name in globals() if name.startswith("case_")]
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--netcdf", type=Path, required=True, metavar="BUILD")
    parser.add_argument("--ours", type=Path, required=True, metavar="BUILD")
    parser.add_argument("cases", nargs="*", metavar="CASE", help=", ".join(names))
    options = parser.parse_args(words)
    unknown = set(options.cases) - set(names)
    if unknown:
        parser.error(f"no case {', '.join(sorted(unknown))}")
    options.cases = options.cases or names
    return options


def main(words):
    options = parse(words)
    netcdf, build = options.netcdf.absolute(), options.ours.absolute()
    theirs = Side({"ncgen": netcdf / "ncgen/ncgen", "ncdump": netcdf / "ncdump/ncdump",
                   "nccopy": netcdf / "ncdump/nccopy"}, netcdf / "plugins")
    plugins = next(build.rglob("libncf_zstd.so"), None)
    if plugins is None:
        raise cases.Failure(f"no plugins in {build}")
    ours = Side({name: build / "bin" / name for name in ("ncfgen", "ncfcopy", "ncfdump")},
                plugins.parent)
    failures = 0
    for name in options.cases:
        try:
            cases.run_here(partial(globals()[f"case_{name}"], theirs, ours))
            print(f"{name}: as expected")
        except cases.Failure as failure:
            failures += 1
            print(f"{name}: {failure}")
    print(f"cases={len(options.cases)} failed={failures}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
