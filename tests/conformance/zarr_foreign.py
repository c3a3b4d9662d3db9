#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Filters and codecs as others write them, on Zarr: tests/plugins/xor_filter.c, a plugin of HDF5
alone, and xor_codec.c, a codec alone, which asks libnetcdf about its variable.

    zarr_foreign.py FOLDER CASE

FOLDER holds both libraries. Exit status 0: as expected; 1: not.
"""

import json
import os
import sys
from pathlib import Path

import numpy

import cases

BIN = Path(os.environ["NCF_BIN"])
KEY = 90
VALUES = numpy.arange(1, 16, dtype="<i4").reshape(3, 5)
TEXT = f"""netcdf in {{
dimensions: t = UNLIMITED ; x = 5 ;
variables:
  int v(t, x) ; v:_ChunkSizes = 2, 3 ; v:_Filter = "400,{KEY + 256}" ;
  float other(x) ;
data:
  v = {", ".join(map(str, VALUES.ravel()))} ;
  other = 1, 2, 3, 4, 5 ;
}}
"""


def run(program, *arguments, plugins, status=0):
    """Standard output and error of a program that finds these plugins."""
    done = cases.run(BIN / program, *arguments, status=status, text=True,
                     env={**os.environ, "HDF5_PLUGIN_PATH": str(plugins)})
    return done.stdout, done.stderr


def make(file, plugins):
    """A file of TEXT."""
    Path("in.cdl").write_text(TEXT, encoding="utf-8")
    run("ncfgen", "-o", file, "in.cdl", plugins=plugins)


def route(source, target, *options, plugins):
    report, _ = run("ncfcopy", "--report=json", *options, source, target, plugins=plugins)
    return {entry["path"]: entry["route"] for entry in json.loads(report)["variables"]}["/v"]


def shown(file, plugins, *options):
    return run("ncfdump", *options, "-n", "same", file, plugins=plugins)[0]


def stored_chunk():
    """The first, as the filter alone would make it."""
    return bytes(byte ^ KEY for byte in VALUES[:2, :3].tobytes())


def check_store(store, plugins):
    """The visible parameter in its JSON, brought into a byte by the codec, is shown."""
    metadata = json.loads(Path(store, "v/.zarray").read_text(encoding="utf-8"))
    assert metadata["compressor"] == {"id": "xor", "key": KEY}, metadata
    assert metadata["filters"] is None, metadata
    assert Path(store, "v/0.0").read_bytes() == stored_chunk()
    text = shown(store, plugins, "-s")
    assert f'v:_Filter = "400,{KEY}"' in text, text
    assert r'v:_Codecs = "[{\"id\":\"xor\",\"key\":90}]"' in text, text


def case_both(both):
    """To Zarr and back, by text, elements, and stored bytes."""
    make("in.nc", both)
    wanted = shown("in.nc", both)
    make("made.zarr", both)
    route("in.nc", "copied.zarr", plugins=both)
    for store in ("made.zarr", "copied.zarr"):
        check_store(store, both)
        assert shown(store, both) == wanted
        assert route(store, "back.nc", plugins=both) == "passthrough"
        assert shown("back.nc", both) == wanted
        assert route(store, "chunks.nc", "-c", "x/2", plugins=both) != "passthrough"
        assert shown("chunks.nc", both) == wanted
    assert route("copied.zarr", "again.zarr", plugins=both) == "passthrough"
    check_store("again.zarr", both)
    assert route("in.nc", "other.zarr", "-F", "v,400,7", plugins=both) != "passthrough"
    assert shown("other.zarr", both) == wanted
    _, message = run("ncfcopy", "-k", "zarr3", "in.nc", "out.zarr", plugins=both, status=1)
    assert "variable /v" in message and "400" in message, message


def case_filter_alone(both):
    """A plugin of HDF5 without a codec: files as always, and no store."""
    make("in.nc", both)
    Path("alone").mkdir()
    Path("alone/libxor_filter.so").symlink_to(both / "libxor_filter.so")
    alone = Path("alone").absolute()
    assert "11, 12, 13, 14, 15" in shown("in.nc", alone)
    _, message = run("ncfcopy", "in.nc", "out.zarr", plugins=alone, status=1)
    assert "variable /v" in message and "400" in message, message
    assert not Path("out.zarr").exists()
    run("ncfcopy", "-F", "v,none", "in.nc", "out.zarr", plugins=alone)
    assert shown("out.zarr", alone) == shown("in.nc", alone)


def case_codec_alone(both):
    """A codec without its filter, and neither: metadata and other variables are shown, and the
    values are missed in words."""
    make("in.zarr", both)
    Path("alone").mkdir()
    Path("nothing").mkdir()
    Path("alone/libxor_codec.so").symlink_to(both / "libxor_codec.so")
    for name in ("alone", "nothing"):
        plugins = Path(name).absolute()
        header = shown("in.zarr", plugins, "-hs")
        assert r'v:_Codecs = "[{\"id\":\"xor\",\"key\":90}]"' in header, header
        text, message = run("ncfdump", "in.zarr", plugins=plugins, status=1)
        assert "other = 1, 2, 3, 4, 5 ;" in text, text
        assert "variable /v" in message and "xor" in message, message
        _, message = run("ncfcopy", "in.zarr", "out.nc", "-F", "none", plugins=plugins, status=1)
        assert "variable /v" in message and ("xor" in message or "400" in message), message
        run("ncfcopy", "-V", "other", "in.zarr", "other.nc", plugins=plugins)
        assert "other = 1, 2, 3, 4, 5 ;" in shown("other.nc", plugins)


if __name__ == "__main__":
    cases.run_case(globals()[f"case_{sys.argv[2]}"], Path(sys.argv[1]).resolve())
