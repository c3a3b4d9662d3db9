#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Zarr stores on web servers and S3.

The judge is the copy of the local file: that of the URL must be the same bytes.
"""

import shutil
import sys
from pathlib import Path

from cases import main
from server import Server
from support import (BIN, KEYS, SECRETS, check_store, copy, dump, expect, folder, make_bucket,
                     make_netcdf4, run, s3_environment)

import netCDF4
import numpy


def zarr():
    make_netcdf4("in.nc", 120)
    folder()
    for kind in ("zarr2", "zarr3"):
        copy("in.nc", f"served/{kind}.zarr", "-k", kind)
        copy("in.nc", f"served/{kind}.zip", "-k", kind)
    # Missing chunks, and one that is damaged.
    Path("served/zarr2.zarr/v/3.0.0").unlink()
    Path("served/zarr3.zarr/v/c/5/0/0").unlink()
    with Server("served") as server:
        for kind in ("zarr2", "zarr3"):
            check_store(server, f"{kind}.zarr")
            check_store(server, f"{kind}.zarr", fragment="#mode=zarr")
            check_store(server, f"{kind}.zip")
        # Chunks are read whole, so that a server without ranges will do.
        check_store(server, "zarr2.zarr", way="without-ranges")
        copy("served/zarr2.zarr", "local.zarr", "-k", "zarr2")
        copy(server.url("well", "zarr2.zarr"), "remote.zarr", "-k", "zarr2")
        run("diff", "-r", "local.zarr/v", "remote.zarr/v")


def shards():
    """Parts of objects, and the order of the output's shards."""
    make_netcdf4("in.nc", 120)
    copy("in.nc", folder() / "a.zarr", "-k", "zarr3", "-c", "t/1,y/20,x/25", "--shards", "t/30,y/,x/")
    copy("in.nc", "served/b.zarr", "-k", "zarr3", "-c", "t/1,y/20,x/25")
    with Server("served") as server:
        check_store(server, "a.zarr")
        for source in ("a.zarr", "b.zarr"):
            options = ("-k", "zarr3", "--shards", "t/60,y/20,x/")
            copy(server.folder / source, "local.zarr", *options)
            copy(server.url("well", source), "remote.zarr", *options)
            run("diff", "-r", "local.zarr", "remote.zarr")
            shutil.rmtree("local.zarr")
            shutil.rmtree("remote.zarr")


def chunks_at_once():
    make_netcdf4("in.nc", 200)
    copy("in.nc", folder() / "a.zarr", "-k", "zarr2")
    with Server("served", delay=0.02) as server:
        copy(server.url("well", "a.zarr"), "out.nc", "-k", "nc4")
        expect(server.most_at_once > 8, f"at most {server.most_at_once} requests at once")
        server.most_at_once = 0
        text = dump(server.url("well", "a.zarr")).stdout
        expect(server.most_at_once > 8, f"at most {server.most_at_once} requests at once to dump")
        expect(text == dump("served/a.zarr").stdout, "the dumps differ")
        server.most_at_once = 0
        dump(server.url("well", "a.zarr"), "--connections", "3")
        expect(server.most_at_once <= 3, f"{server.most_at_once} requests at once to dump")
        server.requests.clear()
        dump(server.url("well", "a.zarr"), "-h")
        expect(len(server.requests) <= 6, f"{server.requests} for the metadata")


def other_programs_at_once():
    """Who compares, measures or samples values also requests chunks together."""
    make_netcdf4("in.nc", 200)
    copy("in.nc", folder() / "a.zarr", "-k", "zarr2")
    copy("in.nc", "b.zarr", "-k", "zarr2", "-F", ":float,shuffle|deflate,4")
    with Server("served", delay=0.02) as server:
        url = server.url("well", "a.zarr")
        for command in ((BIN / "ncfinfo", "compare", url, "served/a.zarr"),
                        (BIN / "ncfinfo", "compare", url, "b.zarr"),
                        (BIN / "ncfinfo", "tune", url),
                        (BIN / "ncfcopy", "--plan", "--quantize", "v,error,0.1", url, "out.nc")):
            server.most_at_once = 0
            run(*command)
            expect(server.most_at_once > 8, f"at most {server.most_at_once} at once: {command}")


def shards_at_once():
    """The indexes and chunks of many shards, neighbours together; and a shard that is cut short."""
    make_netcdf4("in.nc", 600)
    copy("in.nc", folder() / "a.zarr", "-k", "zarr3", "-V", "v", "-c", "t/1,y/,x/",
         "--shards", "t/30,y/,x/")
    shards = 20
    with Server("served", delay=0.02) as server:
        url = server.url("well", "a.zarr")
        for options in (("-k", "zarr3"), ("-k", "nc4", "-d", "2")):
            server.most_at_once = 0
            server.requests.clear()
            copy(url, "out", *options)
            expect(server.most_at_once > 8, f"at most {server.most_at_once} requests at once")
            # Its size, its index and its chunks; and the metadata.
            expect(len(server.requests) <= 3 * shards + 8, f"{len(server.requests)} requests")
            run(BIN / "ncfinfo", "compare", "served/a.zarr", "out")
            run("rm", "-r", "out")
        server.most_at_once = 0
        expect(dump(url).stdout == dump("served/a.zarr").stdout, "the dumps differ")
        expect(server.most_at_once > 8, f"at most {server.most_at_once} requests at once to dump")
        with open("served/a.zarr/v/c/3/0/0", "r+b") as shard:
            whole = shard.read()
            shard.seek(0)
            shard.write(whole[20000:])
            shard.truncate()
        done = copy(url, "no.nc", "-k", "nc4", status=1)
        expect("v/c/3/0/0, chunk " in done.stderr and "is cut short" in done.stderr, done.stderr)


def after_unreadable():
    """Chunks are requested ahead also after a variable that cannot be read."""
    folder()
    with netCDF4.Dataset("in.nc", "w") as file:
        for name, length in (("t", 300), ("s", 100), ("y", 256)):
            file.createDimension(name, length)
        # Those of `a` are more than are requested ahead.
        for name, dimensions in (("a", ("t", "y", "y")), ("b", ("s", "y"))):
            shape = [len(file.dimensions[dimension]) for dimension in dimensions]
            file.createVariable(name, "f4", dimensions, zlib=True,
                                chunksizes=(1, *shape[1:]))[:] = numpy.ones(shape)
    copy("in.nc", "served/a.zarr", "-k", "zarr2")
    Path("served/a.zarr/a/0.0.0").write_bytes(b"damaged")
    with Server("served") as server:
        done = dump(server.url("well", "a.zarr"), status=1)
        expect("variable /a" in done.stderr and "\n b =" in done.stdout, done.stderr)
        late = [path for _, path, asked in server.requests
                if "/b/" in path and asked not in (None, "bytes=0-0")]
        expect(not late, f"requested one by one: {late}")


def no_store():
    make_netcdf4("in.nc", 3)
    copy("in.nc", folder() / "a.zarr", "-k", "zarr2")
    Path("served/a.zarr/.zmetadata").unlink()
    with Server("served") as server:
        for name, message in (
                ("a.zarr", "the store has no consolidated metadata, and a web server cannot list "
                           "its groups and arrays; copy it with -k zarr or zarr3, or "
                           "consolidate it (zarr.consolidate_metadata)"),
                ("b.zarr", "the server has no Zarr store there")):
            url = server.url("well", name)
            done = copy(url, "out.nc", status=1)
            expect(done.stderr == f"ncfcopy: {url}: {message}\n", done.stderr)


def s3():
    """Signed requests, with credentials from all places."""
    make_bucket()
    Path("home/.aws").mkdir(parents=True)
    Path("home/.aws/credentials").write_text(
        "[default]\naws_access_key_id = NO\naws_secret_access_key = NO\n\n[ mine ]\n"
        f"aws_access_key_id=KEY1\naws_secret_access_key = {SECRETS['KEY1']}\n", encoding="utf-8")
    Path("home/.aws/config").write_text("[profile mine]\nregion = eu-west-1\n", encoding="utf-8")
    with Server("served", credentials=SECRETS) as server:
        for environment in (s3_environment(server, **KEYS),
                            s3_environment(server, **KEYS, AWS_SESSION_TOKEN="to/ken=="),
                            s3_environment(server, AWS_PROFILE="mine")):
            for name in ("a b/c=d.nc", "v2.zarr", "v3.zarr", "nczarr"):
                check_store(server, f"bucket/{name}", url=f"s3://bucket/{name}", env=environment)
        url = "s3://bucket/v2.zarr#mode=zarr&aws.profile=mine&aws.region=us-west-2"
        check_store(server, "bucket/v2.zarr", url=url, env=s3_environment(server))
        host = server.url("s3", "bucket/v2.zarr#mode=zarr,s3")
        expect(not server.faults, server.faults)
        done = copy("s3://bucket/v2.zarr", "out.nc", status=1, env=s3_environment(server))
        expect("the server refuses access (HTTP status 403)" in done.stderr, done.stderr)
        expect(server.faults.pop() == "InvalidAccessKeyId", server.faults)
        expect("NO" not in done.stderr and host, done.stderr)
        missing = copy("s3://bucket/none", "out.nc", status=1,
                       env=s3_environment(server, **KEYS)).stderr
        expect(missing.startswith("ncfcopy: s3://bucket/none: the server has no such object: http")
               and missing.endswith("/bucket/none, in the bucket bucket (HTTP status 404)\n"),
               missing)


def s3_for_all():
    """Without credentials, requests are not signed."""
    make_bucket()
    with Server("served") as server:
        for name in ("a b/c=d.nc", "v2.zarr", "v3.zarr", "nczarr"):
            check_store(server, f"bucket/{name}", url=f"s3://bucket/{name}",
                        env=s3_environment(server))
        url = "s3://bucket/v2.zarr#aws.profile=none"
        check_store(server, "bucket/v2.zarr", url=url, env=s3_environment(server, **KEYS))
        expect(not server.faults, server.faults)


def s3_listing():
    """The chunks are found by listing: no request for one that is missing."""
    make_bucket()
    with Server("served", credentials=SECRETS) as server:
        copy("s3://bucket/v2.zarr", "out.nc", "-k", "nc4", env=s3_environment(server, **KEYS))
        paths = [path for _, path, _ in server.requests]
        expect(not any("/v/3.0.0" in path for path in paths), paths)
        expect(all(paths.count(path) == 1 for path in paths if "/v/" in path), paths)


if __name__ == "__main__":
    sys.exit(main([zarr, shards, chunks_at_once, other_programs_at_once, shards_at_once,
                   after_unreadable, no_store, s3, s3_for_all, s3_listing]))
