#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Uses filters and codecs of other authors on Zarr: xor_filter.c of tests/support/plugins, a plugin
of HDF5 alone, and xor_codec.c, a codec alone, which asks libnetcdf about its variable.
"""

import json
import os
import struct
import sys
from pathlib import Path

import numpy

import cases
from cases import cases_in, main

BIN = Path(os.environ["NCF_BIN"])
PAIR, ASKING = (Path(os.environ["NCF_TESTS"]) / "plugins" / name for name in ("pair", "asking"))
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
    """Returns standard output and error of a program that finds these plugins."""
    done = cases.run(BIN / program, *arguments, status=status, text=True,
                     env={**os.environ, "HDF5_PLUGIN_PATH": str(plugins)})
    return done.stdout, done.stderr


def make(file, plugins):
    """Makes a file of TEXT, or a store, of NCZarr because that keeps the order of variables."""
    Path("in.cdl").write_text(TEXT, encoding="utf-8")
    kind = ["-k", "nczarr"] if file.endswith(".zarr") else []
    run("ncfgen", *kind, "-o", file, "in.cdl", plugins=plugins)


def route(source, target, *options, plugins):
    kind = ["-k", "nczarr"] if target.endswith(".zarr") else []
    report, _ = run("ncfcopy", "--report=json", *kind, *options, source, target, plugins=plugins)
    return {entry["path"]: entry["route"] for entry in json.loads(report)["variables"]}["/v"]


def shown(file, plugins, *options):
    return run("ncfdump", *options, "-n", "same", file, plugins=plugins)[0]


def stored_chunk():
    """Returns the first chunk, as the filter alone would make it."""
    return bytes(byte ^ KEY for byte in VALUES[:2, :3].tobytes())


def check_store(store, plugins):
    """Checks that the JSON has the visible parameter, and the chunk is encoded with it."""
    metadata = json.loads(Path(store, "v/.zarray").read_text(encoding="utf-8"))
    assert metadata["compressor"] == {"id": "xor", "key": KEY}, metadata
    assert metadata["filters"] is None, metadata
    assert Path(store, "v/0.0").read_bytes() == stored_chunk()
    text = shown(store, plugins, "-s")
    assert f'v:_Filter = "400,{KEY}"' in text, text
    assert r'v:_Codecs = "[{\"id\":\"xor\",\"key\":90}]"' in text, text


def case_both():
    """To Zarr and back, by text, elements, and stored bytes."""
    make("in.nc", PAIR)
    wanted = shown("in.nc", PAIR)
    make("made.zarr", PAIR)
    route("in.nc", "copied.zarr", plugins=PAIR)
    for store in ("made.zarr", "copied.zarr"):
        check_store(store, PAIR)
        assert shown(store, PAIR) == wanted
        assert route(store, "back.nc", plugins=PAIR) == "passthrough"
        assert shown("back.nc", PAIR) == wanted
        assert route(store, "chunks.nc", "-c", "x/2", plugins=PAIR) != "passthrough"
        assert shown("chunks.nc", PAIR) == wanted
    assert route("copied.zarr", "again.zarr", plugins=PAIR) == "passthrough"
    check_store("again.zarr", PAIR)
    assert route("in.nc", "other.zarr", "-F", "v,400,7", plugins=PAIR) != "passthrough"
    assert shown("other.zarr", PAIR) == wanted
    run("ncfcopy", "-k", "zarr3", "in.nc", "third.zarr", plugins=PAIR)
    run("ncfinfo", "compare", "in.nc", "third.zarr", plugins=PAIR)


def case_filter_alone():
    """A plugin of HDF5 without a codec: files work as always, stores do not."""
    make("in.nc", PAIR)
    Path("alone").mkdir()
    Path("alone/libxor_filter.so").symlink_to(PAIR / "libxor_filter.so")
    alone = Path("alone").absolute()
    assert "11, 12, 13, 14, 15" in shown("in.nc", alone)
    _, message = run("ncfcopy", "in.nc", "out.zarr", plugins=alone, status=1)
    assert "variable /v" in message and "400" in message, message
    assert not Path("out.zarr").exists()
    run("ncfcopy", "-k", "nczarr", "-F", "v,none", "in.nc", "out.zarr", plugins=alone)
    assert shown("out.zarr", alone) == shown("in.nc", alone)


def case_codec_alone():
    """A codec without its filter, and neither: metadata and other variables are shown, and a
    message reports the missing values."""
    make("in.zarr", PAIR)
    Path("alone").mkdir()
    Path("nothing").mkdir()
    Path("alone/libxor_codec.so").symlink_to(PAIR / "libxor_codec.so")
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


def case_names():
    """A filter and a codec of plugins, requested by their names and as JSON; ncfgen reads the
    output of ncdump -s."""
    make("in.nc", PAIR)
    wanted = shown("in.nc", PAIR)
    for i, spec in enumerate(('{"id":"xor","key":7}', "xor,7", "XOR,7", "400,7")):
        for target in (f"spec{i}.zarr", f"spec{i}.nc"):
            route("in.nc", target, "-F", f"v,{spec}", plugins=PAIR)
            assert shown(target, PAIR) == wanted
        assert Path(f"spec{i}.zarr/v/0.0").read_bytes() == bytes(
            byte ^ 7 for byte in VALUES[:2, :3].tobytes())
    for source in ("spec0.zarr", "spec0.nc"):
        Path("again.cdl").write_text(shown(source, PAIR, "-s"), encoding="utf-8")
        run("ncfgen", "-k", "nczarr", "-o", "again.zarr", "again.cdl", plugins=PAIR)
        metadata = json.loads(Path("again.zarr/v/.zarray").read_text(encoding="utf-8"))
        assert metadata["compressor"] == {"id": "xor", "key": 7}, metadata
        assert shown("again.zarr", PAIR) == wanted
    _, message = run("ncfcopy", "-F", 'v,{"id":"xor"}', "in.nc", "out.nc", plugins=PAIR, status=2)
    assert "codec xor" in message and "^" in message, message
    _, message = run("ncfcopy", "-F", "v,xr,7", "in.nc", "out.nc", plugins=PAIR, status=2)
    assert "unknown filter 'xr'" in message, message


def case_szip():
    """A codec that only netCDF has, from one of our plugins."""
    Path("in.cdl").write_text(TEXT.replace(f"400,{KEY + 256}", "szip,nn,2"), encoding="utf-8")
    run("ncfgen", "-o", "in.zarr", "in.cdl", plugins=PAIR)
    text = shown("in.zarr", PAIR, "-s")
    assert r'{\"id\":\"szip\"' in text, text
    Path("again.cdl").write_text(text, encoding="utf-8")
    run("ncfgen", "-o", "again.zarr", "again.cdl", plugins=PAIR)
    assert shown("again.zarr", PAIR, "-s") == text


def case_information():
    """ncfinfo describes codecs of plugins, and unknown ones."""
    explained, _ = run("ncfinfo", "explain", '{"id":"xor","key":90}', plugins=PAIR)
    assert '{"filters":null,"compressor":{"id":"xor","key":90}}' in explained, explained
    assert "xor, of somebody else" in explained and "libxor_filter.so" in explained, explained
    rows = {row["id"]: row for row in json.loads(run("ncfinfo", "filters", "--json",
                                                     plugins=PAIR)[0])}
    assert rows[400]["name"] == "xor", rows[400]
    assert rows[400]["description"] == "xor, of somebody else", rows[400]
    make("in.zarr", PAIR)
    assert "cannot read codec" not in run("ncfinfo", "file", "in.zarr", plugins=PAIR)[0]
    Path("nothing").mkdir()
    nothing = Path("nothing").absolute()
    text, _ = run("ncfinfo", "file", "in.zarr", plugins=nothing)
    assert "this machine cannot read codec xor, of /v\n" in text, text
    info = json.loads(run("ncfinfo", "file", "--json", "in.zarr", plugins=nothing)[0])
    assert info["unreadable_codecs"] == [{"name": "xor", "variables": ["/v"]}], info


def files_below(folder):
    """Returns the bytes of all chunks, by their keys."""
    return {path.relative_to(folder): path.read_bytes() for path in Path(folder).rglob("*")
            if path.is_file() and path.name[0] != "." and path.name != "zarr.json"}


def case_unknown():
    """Stored bytes that cannot be decoded here pass unchanged from Zarr to Zarr of the same
    version; anything that needs their values fails with the codec's name, and without output."""
    make("in.nc", PAIR)
    for kind in ("zarr", "nczarr"):
        run("ncfcopy", "-k", kind, "in.nc", f"in.{kind}", plugins=PAIR)
    Path("nothing").mkdir()
    nothing = Path("nothing").absolute()
    for source in ("in.nczarr", "in.zarr"):
        for kind in ("zarr", "nczarr"):
            assert route(source, "kept", "-k", kind, plugins=nothing) == "passthrough"
            metadata = json.loads(Path("kept/v/.zarray").read_text(encoding="utf-8"))
            assert metadata["compressor"] == {"id": "xor", "key": KEY}, metadata
            assert files_below("kept/v") == files_below(Path(source, "v"))
            run("ncfcopy", "-k", kind, source, "decoded", plugins=PAIR)
            assert shown("kept", PAIR) == shown("decoded", PAIR)
        for options in (["-k", "zarr3"], ["-k", "nc4"], ["-c", "x/2"], ["-F", "v,none"],
                        ["-F", "v,deflate,1"], ["--verify"]):
            _, message = run("ncfcopy", *options, source, "out", plugins=nothing, status=1)
            assert "variable /v: no filter decodes its codec xor" in message, message
            assert not Path("out").exists()


def array_v3(codecs, shape):
    return {"zarr_format": 3, "node_type": "array", "shape": shape, "data_type": "int16",
            "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": shape}},
            "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
            "fill_value": 5, "codecs": codecs, "attributes": {"units": "K"}}


def case_unknown_v3():
    """Likewise of version 3, codecs of bytes and of values, of a scalar, and in shards."""
    mystery = {"name": "mystery", "configuration": {"depth": 1.50, "words": ["a", None]}}
    little = {"name": "bytes", "configuration": {"endian": "little"}}
    arrays = {"bytes": ([little, mystery], [3]), "values": ([mystery], [3]),
              "both": ([mystery, {"name": "zstd", "configuration": {"level": 1,
                                                                    "checksum": True}}], [2, 2]),
              "scalar": ([little, mystery], [])}
    store = Path("in.zarr")
    store.mkdir()
    (store / "zarr.json").write_text(
        '{"zarr_format": 3, "node_type": "group", "attributes": {}}', encoding="utf-8")
    for name, (codecs, shape) in arrays.items():
        (store / name / "c").parent.mkdir()
        (store / name / "zarr.json").write_text(json.dumps(array_v3(codecs, shape)),
                                                encoding="utf-8")
        chunk = store / name / "/".join(["c"] + ["0"] * len(shape))
        chunk.parent.mkdir(parents=True, exist_ok=True)
        chunk.write_bytes(b"of any " + name.encode())
    here = Path(".").absolute()
    run("ncfcopy", "in.zarr", "out.zarr", plugins=here)
    assert files_below("out.zarr") == files_below("in.zarr")
    for name, (codecs, shape) in arrays.items():
        made = json.loads((Path("out.zarr") / name / "zarr.json").read_text(encoding="utf-8"))
        assert made["codecs"] == codecs, made
        assert made["shape"] == shape and made["data_type"] == "int16", made
    for kind in ("zarr", "nc4"):
        _, message = run("ncfcopy", "-k", kind, "in.zarr", "other", plugins=here, status=1)
        assert "codec mystery" in message, message
    shards = [{"name": "sharding_indexed", "configuration": {
        "chunk_shape": [1], "codecs": [little, mystery], "index_codecs": [little]}}]
    (store / "bytes/zarr.json").write_text(json.dumps(array_v3(shards, [3])), encoding="utf-8")
    none = 2**64 - 1
    index = struct.pack("<6Q", 3, 2, none, none, 0, 3)
    (store / "bytes/c/0").write_bytes(b"onetw" + index)
    run("ncfcopy", "-V", "bytes", "in.zarr", "shards.zarr", plugins=here)
    shard = Path("shards.zarr/bytes/c/0").read_bytes()
    assert shard[:-4] == b"twone" + struct.pack("<6Q", 0, 2, none, none, 2, 3), shard
    _, message = run("ncfcopy", "-V", "bytes", "-c", "bytes:3", "in.zarr", "other.zarr",
                     plugins=here, status=1)
    assert "variable /bytes" in message and "codec mystery" in message, message


def case_asking():
    """A codec whose modify_parameters supplies the values that its JSON needs."""
    Path("in.cdl").write_text(TEXT.replace(f"400,{KEY + 256}", "404").replace(
        "int v(t, x) ;", "int v(t, x) ; v:key = 90 ;"), encoding="utf-8")
    run("ncfgen", "-o", "in.zarr", "in.cdl", plugins=ASKING)
    metadata = json.loads(Path("in.zarr/v/.zarray").read_text(encoding="utf-8"))
    assert metadata["compressor"] == {"id": "asking", "key": KEY}, metadata
    assert Path("in.zarr/v/0.0").read_bytes() == stored_chunk()
    assert "11, 12, 13, 14, 15" in shown("in.zarr", ASKING)


if __name__ == "__main__":
    sys.exit(main(cases_in(globals())))
