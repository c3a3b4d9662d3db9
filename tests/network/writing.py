#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Zarr stores written to S3 are those on disk, object by object.

The judge is the store that the same command makes on disk, which other tests have others judge.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

from cases import main
from server import Server
from store_on_s3 import (PLACE, SHARDS, TEXTS, check_as_on_disk, clear, expect_failure, files_in,
                         made, objects, start)
from support import BIN, KEYS, SECRETS, copy, expect, folder, make_netcdf4, run, s3_environment

import xarray
import zarr as zarr_python

ALL_OPTIONS = (("-k", "zarr"), ("-k", "zarr3"), ("-k", "nczarr"), SHARDS,
               ("-k", "zarr", "-d", "1", "-c", "t/20,y/20,x/25"), (*SHARDS, "-d", "1"))


def stores():
    """All kinds, with and without a signature, and read back."""
    start()
    with Server("served", credentials=SECRETS) as server:
        environment = s3_environment(server, **KEYS, AWS_SESSION_TOKEN="to/ken==")
        for options in ALL_OPTIONS:
            for verify in ((), ("--verify",)):
                check_as_on_disk("in.nc", *options, *verify, env=environment)
                clear()
        check_as_on_disk("in.nc", "-k", "zarr", env=environment)
        copy(PLACE, "s3://bucket/second.zarr", "-k", "zarr", env=environment)
        copy("local.zarr", "second.zarr", "-k", "zarr")
        expect(files_in("served/bucket/second.zarr") == files_in("second.zarr"), "from S3 to S3")
        expect(not server.faults, server.faults)
    clear()
    with Server("served") as server:
        check_as_on_disk("in.nc", *SHARDS, env=s3_environment(server))


def other_readers():
    start()
    with Server("served") as server:
        copy("in.nc", PLACE, env=s3_environment(server))
    values = zarr_python.open_consolidated(str(made()))["v"][:]
    with xarray.open_dataset(made(), engine="zarr", mask_and_scale=False) as opened:
        with xarray.open_dataset("in.nc", mask_and_scale=False) as expected:
            expect(opened.identical(expected) and (values == expected["v"].values).all(), opened)


def strings():
    """Texts of NCZarr are written twice, when their lengths are known."""
    folder()
    Path("in.cdl").write_text(TEXTS, encoding="utf-8")
    run(BIN / "ncfgen", "-k", "nc4", "-o", "in.nc", "in.cdl")
    with Server("served", credentials=SECRETS) as server:
        environment = s3_environment(server, **KEYS)
        for kind in ("nczarr", "zarr", "zarr3"):
            check_as_on_disk("in.nc", "-k", kind, env=environment)
            clear()
        run(BIN / "ncfgen", "-k", "nczarr", "-o", PLACE, "in.cdl", env=environment)
        run(BIN / "ncfgen", "-k", "nczarr", "-o", "gen.zarr", "in.cdl")
        expect(files_in("gen.zarr") == files_in(made()), "of ncfgen")


def spellings():
    """As netCDF names objects."""
    start(3)
    with Server("served", credentials=SECRETS) as server:
        environment = s3_environment(server, **KEYS)
        for place in (f"{PLACE}#mode=zarr,s3", f"{PLACE}/", f"{PLACE}#aws.region=eu-west-1",
                      server.url("s3", "bucket/a b/out.zarr#mode=zarr,s3"),
                      "s3://bucket/a%20b/out.zarr#mode=zarr"):
            check_as_on_disk("in.nc", "-k", "zarr", place=place, env=environment)
            clear()
        check_as_on_disk("in.nc", *SHARDS, place=f"{PLACE}#mode=zarr,v3,s3", env=environment)


def order():
    """The metadata of the root come last: before, there is no store."""
    start()
    with Server("served", credentials=SECRETS) as server:
        for kind, last in (("zarr", [".zattrs", ".zgroup", ".zmetadata"]), ("zarr3", ["zarr.json"])):
            server.requests.clear()
            copy("in.nc", PLACE, "-k", kind, env=s3_environment(server, **KEYS))
            sent = [path.split("/out.zarr/")[1] for method, path, _ in server.requests
                    if method == "PUT"]
            expect(sent[-len(last):] == last and len(sent) == len(set(sent)), sent)
            clear()


def many_at_once():
    start(150)
    with Server("served", delay=0.02) as server:
        copy("in.nc", PLACE, env=s3_environment(server))
        expect(server.most_at_once > 8, f"at most {server.most_at_once} requests at once")
        clear()
        server.most_at_once = 0
        copy("in.nc", PLACE, "--connections", "3", env=s3_environment(server))
        expect(server.most_at_once <= 3, f"{server.most_at_once} requests at once")


def held_bytes(process):
    """In files of a process and its children that have no name."""
    most = 0
    for descriptor in Path("/proc").glob(f"{process}/fd/*"):
        try:
            if os.readlink(descriptor).endswith(" (deleted)"):
                most += os.stat(descriptor).st_blocks * 512
        except OSError:
            continue
    children = Path(f"/proc/{process}/task/{process}/children")
    try:
        return most + sum(held_bytes(child) for child in children.read_text().split())
    except OSError:
        return most


def held_shards():
    """Finished shards that a slow server does not take do not fill the disk."""
    make_netcdf4("in.nc", 400, shape=(100, 100))
    (folder() / "bucket").mkdir()
    Path("tmp").mkdir()
    most = 0
    with Server("served", delay=0.1) as server:
        environment = s3_environment(server, TMPDIR=str(Path("tmp").resolve()))
        copying = subprocess.Popen([BIN / "ncfcopy", "--connections", "2", "-k", "zarr3", "--shards",
                                    "t/10,y/,x/", "in.nc", PLACE], env=environment)
        while copying.poll() is None:
            most = max(most, held_bytes(copying.pid))
            time.sleep(0.002)
        expect(copying.returncode == 0, copying.returncode)
    shard = (made() / "v/c/0/0/0").stat().st_size
    expect(shard < most < 10 * shard, f"{most} bytes, {most / shard} shards")


def refused():
    """Before anything is stored."""
    start(3)
    with Server("served", credentials=SECRETS) as server:
        environment = s3_environment(server, **KEYS)
        for place, message, *options in (
                (PLACE, "on S3, only Zarr stores can be written, not netCDF-4", "-k", "nc4"),
                ("s3://bucket/out.nc", "on S3, only Zarr stores can be written"),
                ("s3://bucket/", "names a whole bucket", "-k", "zarr"),
                ("s3://bucket/out.zip", "a zip file cannot be written on S3"),
                (f"{PLACE}?X-Amz-Signature=abc", "a URL with a query", "-k", "zarr"),
                (server.url("s3", "out.zarr"), "an output is a path", "-k", "zarr")):
            done = subprocess.run([BIN / "ncfcopy", *options, "in.nc", place], env=environment,
                                  capture_output=True, text=True, check=False)
            expect(done.returncode != 0 and message in done.stderr, done.stderr)
        for options, message in ((("--into", "s3://bucket", "in.nc"), "a folder on this machine"),
                                 (("--in-place", PLACE), "is a URL; --in-place replaces files")):
            done = subprocess.run([BIN / "ncfcopy", *options], env=environment,
                                  capture_output=True, text=True, check=False)
            expect(done.returncode != 0 and message in done.stderr, done.stderr)
        expect(not objects(), objects())


def existing():
    """What is there stays as it is."""
    start(3)
    with Server("served", credentials=SECRETS) as server:
        environment = s3_environment(server, **KEYS)
        made().mkdir(parents=True)
        (made() / "0.0").write_bytes(b"precious")
        for options in ((), ("--plan",)):
            message = "there are objects already, for example a b/out.zarr/0.0; on S3, a store " \
                      "cannot be replaced as a whole: remove it first (aws s3 rm --recursive), or " \
                      "name another place"
            expect_failure(message, *options, left=1, env=environment)
        expect(not [method for method, _, _ in server.requests if method != "GET"], "changed")
        copy("in.nc", f"{PLACE}2", "-k", "zarr", env=environment)  # beside it


if __name__ == "__main__":
    sys.exit(main([stores, other_readers, strings, spellings, order, many_at_once, held_shards,
                   refused, existing]))
