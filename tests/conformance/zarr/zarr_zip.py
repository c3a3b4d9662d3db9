#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Exchanges Zarr stores in zip files between our programs and zarr-python, xarray, Python's
zipfile, zip, and a libnetcdf that reads them.
"""

import hashlib
import json
import subprocess
import sys
import zipfile
from pathlib import Path

from cases import cases_in, main, need_program, skip
from peers import NCF_BIN  # sets the plugin path before the libraries below are loaded
from zarr_peers import NCFCOPY, check_same_file, check_xarray, check_zarr_python, copy, make_file, run
from zarr_python import IS_VERSION_3

import netCDF4
import numpy
import zarr

NCFDUMP = NCF_BIN / "ncfdump"
NCFGEN = NCF_BIN / "ncfgen"


def open_zip(path, mode):
    if IS_VERSION_3:
        return zarr.storage.ZipStore(path, mode=mode)
    return zarr.ZipStore(path, mode=mode)


def test_zip(path):
    """Returns the entries, in the order of the file, all of them sound and stored."""
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None, path
        entries = archive.infolist()
        assert all(entry.compress_type == zipfile.ZIP_STORED for entry in entries), path
        names = [entry.filename for entry in entries]
        assert len(set(names)) == len(names), path
        offsets = [entry.header_offset for entry in entries]
        assert offsets == sorted(offsets), path
    subprocess.run([need_program("unzip"), "-tqq", path], check=True)
    return names


def unzipped(path, folder):
    """Returns the store in a zip file as a folder, for comparisons of folders."""
    with zipfile.ZipFile(path) as archive:
        archive.extractall(folder)
    return folder


def same_text(a, b):
    return run(NCFDUMP, "-n", "x", a) == run(NCFDUMP, "-n", "x", b)


def case_written():
    """Plain Zarr of both versions: without decoding, sound, the folder's values; and back."""
    make_file("in.nc", zlib=True, complevel=4)
    for kind, suffix in ("zarr", "zarr.zip"), ("zarr3", "zip"):
        path = f"{kind}.{suffix}"
        routes = copy("in.nc", path, "-k", kind)
        assert routes["/f4"] == routes["/big_f8"] == routes["/filled"] == "passthrough", routes
        names = test_zip(path)
        copy("in.nc", f"{kind}.zarr", "-k", kind)
        folder = Path(f"{kind}.zarr")
        assert set(names) == {str(file.relative_to(folder)) for file in folder.rglob("*")
                              if file.is_file()}
        with zipfile.ZipFile(path) as archive:
            for name in names:
                assert archive.read(name) == (folder / name).read_bytes(), name
        assert same_text(path, folder)
        copy(path, "back.nc")
        check_same_file("in.nc", "back.nc", exact=False)
    assert names[-1] == "zarr.json", names[-1]  # with all metadata, beside the directory


def case_read_by_peers():
    """zarr-python and xarray open the zip file itself."""
    make_file("in.nc", zlib=True, complevel=4)
    copy("in.nc", "out.zarr.zip")  # version 2 unless another is asked for
    assert test_zip("out.zarr.zip")[-1] == ".zmetadata"
    with netCDF4.Dataset("in.nc") as file:
        root = zarr.open_group(open_zip("out.zarr.zip", "r"), mode="r")
        expected = file["f4"][...]
        numpy.testing.assert_array_equal(root["f4"][...], expected)
        numpy.testing.assert_array_equal(root["forecast/model/level"][...],
                                         file["forecast/model/level"][...])
    check_xarray("in.nc", open_zip("out.zarr.zip", "r"))
    check_zarr_python("in.nc", unzipped("out.zarr.zip", "unzipped"), is_nczarr=False)


def case_nczarr():
    """In a folder of the zip file, where libnetcdf looks for it; back with everything."""
    make_file("in.nc", zlib=True, complevel=4)
    for target in "out.zip", "file://url.zip#mode=nczarr,zip":
        routes = copy("in.nc", target, "-k", "nczarr")
        assert routes["/f4"] == "passthrough", routes
    names = test_zip("out.zip")
    assert all(name.startswith("out/") for name in names), names
    assert [name.replace("out/", "url/", 1) for name in names] == test_zip("url.zip")
    copy("file://out.zip#mode=nczarr,zip", "back.nc")
    check_same_file("in.nc", "back.nc", exact=True)


def case_libnetcdf():
    """ncdump prints the same for a zip file as for a folder, and so does ncfdump for those of
    nccopy."""
    ncdump, nccopy = need_program("ncdump"), need_program("nccopy")
    make_file("in.nc")
    def urls_of(name):
        return [f"file://{Path(name).absolute()}.{suffix}#mode=nczarr,{mode}"
                for suffix, mode in (("zip", "zip"), ("zarr", "file"))]
    urls = urls_of("out")
    for url in urls:
        copy("in.nc", url)
    shown = [subprocess.run([ncdump, "-n", "x", url], capture_output=True, check=False)
             for url in urls]
    if shown[0].returncode != 0:
        skip("libnetcdf reads no zip files")
    assert b"data:" in shown[0].stdout and shown[0].stdout == shown[1].stdout
    for url in urls_of("theirs"):
        run(nccopy, "in.nc", url)
    assert same_text("theirs.zip", "theirs.zarr")


def case_python_writes():
    """Stores that zarr-python zips, deflated ones, and ones in which it replaced values."""
    values = numpy.arange(60, dtype="f8").reshape(6, 10)
    store = open_zip("theirs.zip", "w")
    root = zarr.group(store=store)
    create = root.create_array if IS_VERSION_3 else root.create_dataset
    array = create("v", shape=(6, 10), chunks=(2, 5), dtype="f8")
    array[...] = 1
    array[...] = values  # appends what replaces the first values
    store.close()
    with zipfile.ZipFile("theirs.zip") as archive:
        names = archive.namelist()
        assert len(names) > len(set(names))
        with zipfile.ZipFile("deflated.zip", "w", zipfile.ZIP_DEFLATED) as other:
            for name in sorted(set(names)):
                other.writestr(name, archive.read(name))
    for path in "theirs.zip", "deflated.zip":
        run(NCFCOPY, "--verify", path, "out.nc")
        with netCDF4.Dataset("out.nc") as file:
            numpy.testing.assert_array_equal(file["v"][...], values)


def case_zipped_folder():
    """A folder that the program zip packed: from inside, and as a whole with deflated values."""
    make_file("in.nc")
    copy("in.nc", "out.zarr", "-k", "nczarr")
    program = need_program("zip")
    subprocess.run([program, "-rq0", "../inside.zip", "."], cwd="out.zarr", check=True)
    subprocess.run([program, "-rq", "whole.zip", "out.zarr"], check=True)
    for path in "inside.zip", "whole.zip":
        assert same_text(path, "out.zarr"), path
        copy(path, "back.nc")
        check_same_file("in.nc", "back.nc", exact=True)


def case_threads():
    """The file is the same for any number of processors, by passthrough and by encoding."""
    taskset = need_program("taskset")
    make_file("in.nc", zlib=True, complevel=4)
    for options in (), ("-d", "1", "-c", "t/1,y/5,x/30"):
        sums = set()
        for bound in (), (taskset, "-c", "0"), ():
            run(*bound, NCFCOPY, "-k", "zarr", *options, "in.nc", "out.zip")
            sums.add(hashlib.sha256(Path("out.zip").read_bytes()).hexdigest())
        assert len(sums) == 1, (options, sums)


def case_generated():
    """CDL to a zip file and back; also values that arrive out of the order of their chunks."""
    make_file("in.nc", zlib=True, complevel=4)
    text = run(NCFDUMP, "-s", "-n", "x", "in.nc")
    Path("in.cdl").write_text(text, encoding="utf-8")
    for kind in "nczarr", "zarr", "zarr3":
        run(NCFGEN, "-k", kind, "-o", f"{kind}.zip", "in.cdl")
        test_zip(f"{kind}.zip")
        run(NCFGEN, "-k", kind, "-o", f"{kind}.zarr", "in.cdl")
        assert same_text(f"{kind}.zip", f"{kind}.zarr"), kind


def case_many_chunks():
    """More entries than 16 bits count."""
    with netCDF4.Dataset("in.nc", "w") as file:
        file.createDimension("x", 70_000)
        file.createVariable("v", "i4", ("x",), chunksizes=(1000,))[...] = numpy.arange(70_000)
    copy("in.nc", "out.zip", "-k", "zarr", "-c", "x/1")
    assert len(test_zip("out.zip")) > 65_535 + 4
    report = json.loads(run(NCFCOPY, "--report=json", "--verify", "-c", "x/70000", "out.zip", "back.nc"))
    assert report["variables"][0]["path"] == "/v"
    with netCDF4.Dataset("back.nc") as file:
        numpy.testing.assert_array_equal(file["v"][...], numpy.arange(70_000))


if __name__ == "__main__":
    sys.exit(main(cases_in(globals())))
