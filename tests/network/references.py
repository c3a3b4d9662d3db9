#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""References to objects on servers: written by --kerchunk of a URL, and read with --follow-external.

The judges are the copy of the local file, and xarray with fsspec.
"""

import json
import sys
import urllib.request
from pathlib import Path

from cases import main
from server import Server
from support import (BIN, KEYS, SECRETS, copy, dump, expect, folder, make_classic, make_netcdf4,
                     run, s3_environment)
from zarr_python import open_references

import fsspec
import netCDF4
import numpy
import xarray


def refer(output, *inputs, **settings):
    run(BIN / "ncfcopy", "--kerchunk", output, *inputs, text=True, **settings)


def check_copy(references, local, *options, **settings):
    """A copy by references has the values of a copy of the local file."""
    copy(references, "remote.nc", "-k", "nc4", "--follow-external", "--verify", *options,
         **settings)
    copy(local, "local.nc", "-k", "nc4", "-u", *options)
    run(BIN / "ncfinfo", "compare", "local.nc", "remote.nc")
    with netCDF4.Dataset("local.nc") as wanted, netCDF4.Dataset("remote.nc") as found:
        for name, variable in wanted.variables.items():
            numpy.testing.assert_array_equal(variable[...], found[name][...], name)


def check_failure(message, references="refs.json", status=1, **settings):
    done = copy(references, "no.nc", "--follow-external", status=status, **settings)
    expect(message in done.stderr, done.stderr)
    expect(not Path("no.nc").exists(), "an output is left")
    return done.stderr


class Ranges(fsspec.AbstractFileSystem):
    """What fsspec needs of HTTP, without aiohttp."""
    protocol = "http"

    @classmethod
    def _strip_protocol(cls, path):
        return path

    def cat_file(self, path, start=None, end=None, **_):
        request = urllib.request.Request(path, headers={"Range": f"bytes={start}-{end - 1}"})
        with urllib.request.urlopen(request) as answer:
            return answer.read()


# ---- Cases ---------------------------------------------------------------------------------------


def files():
    """Of all kinds, decoded and as they are stored; nothing is asked of a server without consent."""
    make_netcdf4(folder() / "a.nc")
    make_netcdf4("served/scattered.nc", scattered=True)
    make_classic("served/classic.nc", "NETCDF3_CLASSIC")
    with Server("served") as server:
        for name in ("a.nc", "scattered.nc", "classic.nc"):
            url = server.url("well", name)
            refer("refs.json", url)
            named = {place[0] for place in json.loads(Path("refs.json").read_text())["refs"].values()
                     if isinstance(place, list)}
            expect(named == {url}, named)
            server.requests.clear()
            done = copy("refs.json", "no.nc", status=1)
            expect(f": its bytes are on a server, at {url}; --follow-external reads them" in
                   done.stderr, done.stderr)
            expect(not server.requests, f"asked without consent: {server.requests}")
            check_copy("refs.json", f"served/{name}")
            check_copy("refs.json", f"served/{name}", "-d", "1", "-j", "3")
            check_copy("refs.json", f"served/{name}", "--max-memory", "2M")
            copy(f"served/{name}", "plain.zarr", "-u")
            expect(dump("refs.json", "--follow-external").stdout == dump("plain.zarr").stdout, name)


def other_readers():
    make_netcdf4(folder() / "a.nc", 20)
    with Server("served") as server:
        refer("refs.json", server.url("well", "a.nc"))
        places = open_references("refs.json", server=Ranges())
        with xarray.open_zarr(places, consolidated=False) as found, \
             xarray.open_dataset("served/a.nc") as wanted:
            xarray.testing.assert_identical(found.load(), wanted.load())


def s3():
    (folder() / "bucket").mkdir()
    make_netcdf4("served/bucket/a b=c.nc", 30)
    with Server("served", credentials=SECRETS) as server:
        environment = s3_environment(server, **KEYS)
        refer("refs.json", "s3://bucket/a b=c.nc", env=environment)
        expect("s3://bucket/a b=c.nc" in Path("refs.json").read_text(), "the URL")
        check_copy("refs.json", "served/bucket/a b=c.nc", env=environment)
        told = check_failure("the server refuses access (HTTP status 403)",
                             env=s3_environment(server, **{**KEYS, "AWS_SECRET_ACCESS_KEY": "no"}))
        expect("0: s3://bucket/a b=c.nc: " in told, told)


def make_series(length):
    """References to 40 files, one for each time."""
    folder()
    names = [f"{number:02}.nc" for number in range(40)]
    for number, name in enumerate(names):
        with netCDF4.Dataset(f"served/{name}", "w") as file:
            file.createDimension("t", None)
            file.createDimension("x", length)
            file.createVariable("t", "f8", ("t",))[:] = [number]
            values = numpy.random.default_rng(number).standard_normal((1, length))
            file.createVariable("v", "f8", ("t", "x"), chunksizes=(1, length))[:] = values
    refer("local.json", "--concat", "t", *[f"served/{name}" for name in names])
    return names


def serve_references(server, names):
    """The same references, to these files on the server."""
    text = Path("local.json").read_text()
    for name in names:
        text = text.replace(str(Path("served", name).absolute()), server.url("well", name))
    Path("refs.json").write_text(text)


def many_files():
    """More than stay open: their heads and chunks are requested at the same time."""
    names = make_series(30000)
    with Server("served", delay=0.02) as server:
        serve_references(server, names)
        copy("refs.json", "remote.nc", "-k", "nc4", "--follow-external")
        expect(server.most_at_once > 8, f"at most {server.most_at_once} requests at once")
        expect(len(server.requests) <= 3 * len(names), f"{len(server.requests)} requests")
        copy("local.json", "local.nc", "-k", "nc4")
        expect(Path("local.nc").read_bytes() == Path("remote.nc").read_bytes(), "other values")
        server.most_at_once = 0
        check_copy("refs.json", "local.json", "-c", "t/7,x/10000", "-d", "1", "--connections", "3")
        expect(server.most_at_once <= 3, f"{server.most_at_once} requests at once")


def split_series(references, count):
    """Puts the first chunks of the variable v into a variable u of the same shape."""
    values = references["refs"]
    chunks = sorted(key for key in values if key.startswith("v/") and isinstance(values[key], list))
    for name in ("v/.zarray", "v/.zattrs"):
        values[name.replace("v", "u", 1)] = values[name]
    for key in chunks[:count]:
        values[key.replace("v", "u", 1)] = values.pop(key)
    return [values[key.replace("v", "u", 1)] for key in chunks[:count]]


def expect_files_at_once(server, names):
    """Requests begin with those to many of these files."""
    asked = [name for name in (Path(path).name for _, path, _ in server.requests) if name in names]
    expect(len(set(asked[:16])) >= 13, f"requested one by one: {asked}")


def mixed_files():
    """Files on this machine do not take the places of those on servers."""
    names = make_series(60000)
    with Server("served", delay=0.1) as server:
        serve_references(server, names[20:])
        references = json.loads(Path("refs.json").read_text())
        split_series(references, 20)
        Path("refs.json").write_text(json.dumps(references))
        copy("refs.json", "remote.nc", "-k", "nc4", "--follow-external", "--verify")
        expect_files_at_once(server, names[20:])


def after_unreadable():
    """Files are requested ahead also after a variable for which others were, but cannot be read."""
    names = make_series(60000)
    with Server("served", delay=0.1) as server:
        serve_references(server, names)
        references = json.loads(Path("refs.json").read_text())
        beyond_end = split_series(references, 20)[0]
        beyond_end[1] += 1 << 30
        Path("refs.json").write_text(json.dumps(references))
        done = dump("refs.json", "--follow-external", "-v", "u,v", status=1)
        expect("variable /u" in done.stderr and "\n v =" in done.stdout, done.stderr)
        expect_files_at_once(server, names[20:])


def bad_places():
    """Each error names the key and the URL, without secrets."""
    make_netcdf4(folder() / "a.nc", 300)
    with Server("served") as server:
        url = server.url("well", "a.nc")
        refer("good.json", url)
        text = Path("good.json").read_text()
        for way, message in (
                ("broken", "the server answers with HTTP status 500"),
                ("changed", "the file changed on the server while it was read"),
                ("html", "the server sends a page of HTML, not a dataset"),
                ("shifted", "the server sends a different part of the file than was requested"),
                ("without-ranges", "the server does not send parts of files")):
            bad = server.url(way, "a.nc")
            Path("refs.json").write_text(text.replace(url, bad))
            told = check_failure(message)
            expect("variable /" in told and f": {bad}: " in told, told)
        for way in ("busy", "cut"):
            Path("refs.json").write_text(text.replace(url, server.url(way, "a.nc")))
            check_copy("refs.json", "served/a.nc")
        Path("refs.json").write_text(text.replace(url, server.url("well", "none.nc")))
        check_failure("the server has no such file (HTTP status 404)")
        Path("refs.json").write_text(text.replace(url, url + "?X-Amz-Signature=SECRET"))
        check_copy("refs.json", "served/a.nc")
        missing = server.url("well", "none.nc?X-Amz-Signature=SECRET")
        Path("refs.json").write_text(text.replace(url, missing))
        told = check_failure("none.nc?X-Amz-Signature=***: the server has no such file")
        expect("SECRET" not in told, told)
        Path("refs.json").write_text(text.replace(url, url.replace("http://", "http://joe:pw@")))
        expect("pw" not in check_failure("the URL contains a password", status=2), "the password")
        Path("refs.json").write_text(text.replace(url, "gopher://host/a.nc"))
        check_failure("gopher://host/a.nc: unknown protocol")
        with open("served/a.nc", "r+b") as file:
            file.truncate(60000)
        Path("refs.json").write_text(text)
        check_failure(f"are beyond the end of {url}, which has 60000")


if __name__ == "__main__":
    sys.exit(main([files, other_readers, s3, many_files, mixed_files, after_unreadable,
                   bad_places]))
