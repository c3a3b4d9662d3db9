#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Stores in S3 are extended as those on disk are: chunks first, metadata last. Runs that fail or are
killed leave the store as it was, and the next one completes it.

The judge is the store that the same commands make on disk, which other tests have others judge.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from cases import main
from server import Server
from store_on_s3 import PLACE, clear, files_in, is_put, made, objects
from support import BIN, KEYS, SECRETS, copy, expect, folder, run, s3_environment

import netCDF4
import numpy

KINDS = (("-k", "zarr"), ("-k", "zarr3"),
         ("-k", "zarr3", "-c", "t/1,y/4,x/5", "--shards", "t/6,y/,x/"))
RECORD = Path("served/bucket/a b/.out.zarr.ncf-append")


def make(path, first, count):
    values = numpy.random.default_rng(first).standard_normal((count, 8, 10)).astype("f4")
    with netCDF4.Dataset(path, "w") as file:
        for name, length in zip("tyx", (None, *values.shape[1:])):
            file.createDimension(name, length)
        file.createVariable("t", "f8", ("t",), chunksizes=(4,))[:] = numpy.arange(first, first + count)
        file.createVariable("v", "f4", tuple("tyx"), zlib=True, chunksizes=(1, 4, 5))[:] = values


def append(*inputs, store=PLACE, status=0, **settings):
    return run(BIN / "ncfcopy", "--append", "t", *inputs, store, text=True, status=status, **settings)


def start(*options, **settings):
    """Makes a store in S3, and the same on disk."""
    copy("a.nc", "local.zarr", *options)
    copy("a.nc", PLACE, *options, **settings)


def make_parts():
    make("a.nc", 0, 9)
    make("b.nc", 9, 3)
    make("c.nc", 12, 5)
    (folder() / "bucket").mkdir()


def expect_same(what):
    expect(files_in("local.zarr") == files_in(made()), f"{what}: the stores differ")
    expect(not RECORD.exists(), f"{what}: {RECORD} is left")


def stores():
    make_parts()
    with Server("served", credentials=SECRETS) as server:
        environment = s3_environment(server, **KEYS)
        for options in KINDS:
            start(*options, env=environment)
            for arguments in (("b.nc",), ("--verify", "c.nc")):
                append(*arguments, store="local.zarr")
                append(*arguments, env=environment)
                expect_same(f"{options} {arguments}")
            clear()
        expect(not server.faults, server.faults)


def order():
    """Chunks, then the metadata of arrays, then those of the root; and no chunk is read."""
    make_parts()
    with Server("served") as server:
        environment = s3_environment(server)
        start("-k", "zarr", env=environment)
        server.requests.clear()
        append("b.nc", env=environment)
        sent = [path.rpartition("/a%20b/")[2] for method, path, _ in server.requests if method == "PUT"]
        keys = [path.removeprefix("out.zarr/") for path in sent if path.startswith("out.zarr/")]
        expect(sorted(keys[-3:-1]) == ["t/.zarray", "v/.zarray"] and keys[-1] == ".zmetadata", keys)
        expect(not any(key.endswith(".zarray") for key in keys[:-3]), keys)
        chunks = [path for method, path, _ in server.requests
                  if method == "GET" and "/v/" in path and "/v/." not in path]
        expect(not chunks, f"chunks are read: {chunks}")
        expect(sent[0].endswith(".ncf-append"), sent)


def refusals():
    make_parts()
    with Server("served") as server:
        environment = s3_environment(server)
        start("-k", "zarr", env=environment)
        before = files_in(made())
        for inputs, message in ((("a.nc",), "overlap"), (("none.nc",), "no such file")):
            expect(message in append(*inputs, env=environment, status=1).stderr, message)
        RECORD.write_text(json.dumps({"owner": ".out.zarr.ncf-00000000-1-abcd",
                                      "seconds": time.time(), "metadata": {}}), encoding="utf-8")
        done = append("b.nc", env=environment, status=1)
        expect("another machine appends to it" in done.stderr, done.stderr)
        expect(files_in(made()) == before, "the store has changed")
        plan = run(BIN / "ncfcopy", "--plan", "--append", "t", "b.nc", PLACE, text=True,
                   env=environment)
        expect("--append t: t is then 12 long" in plan.stdout and RECORD.exists(), plan.stdout)
        RECORD.write_text(json.dumps({"owner": ".out.zarr.ncf-00000000-1-abcd",
                                      "seconds": time.time() - 90000, "metadata": {}}), encoding="utf-8")
        append("b.nc", env=environment)
        copy("a.nc", "s3://bucket/n.zarr", "-k", "nczarr", env=environment)
        done = append("b.nc", store="s3://bucket/n.zarr", env=environment, status=1)
        expect("NCZarr" in done.stderr, done.stderr)
    append("b.nc", store="local.zarr")
    expect_same("after a day")


def failures():
    """Whichever object cannot be stored, the store is as before, or complete after the next run."""
    make_parts()
    with Server("served") as server:
        environment = s3_environment(server)
        for ending, number in (("v/9.0.0", 1), ("v/.zarray", 1), (".zmetadata", 1),
                               (".ncf-append", 1), (".ncf-append", 2)):
            clear()
            start("-k", "zarr", env=environment)
            refused = []

            def fail(handler, name, ending=ending, number=number, refused=refused):
                if not is_put(handler, name, ending):
                    return False
                refused.append(name)
                if len(refused) != number:
                    return False
                handler.send_error_code(403, "AccessDenied")
                return True

            server.on_change = fail
            append("b.nc", env=environment, status=1)
            server.on_change = lambda handler, name: False
            expect(len(refused) >= number, f"{ending} was stored")
            shape = json.loads(made().joinpath(".zmetadata").read_text())["metadata"]["v/.zarray"]["shape"]
            expect(shape[0] == 9, f"{ending}: {shape}")
            is_waiting = RECORD.exists()
            expect(is_waiting == (ending in ("v/.zarray", ".zmetadata")), f"{ending}: {is_waiting}")
            if is_waiting:
                plan = append("c.nc", "--plan", env=environment, status=1)
                expect("half extended" in plan.stderr and RECORD.exists(), plan.stderr)
                append("c.nc", env=environment)
                append("b.nc", "c.nc", store="local.zarr")
            else:
                append("b.nc", env=environment)
                append("b.nc", store="local.zarr")
            expect_same(ending)
            shutil.rmtree("local.zarr")


def taken_over():
    """Of two runs that find the record of a dead one, the later to take it over gives way."""
    make_parts()
    with Server("served") as server:
        environment = s3_environment(server)
        start("-k", "zarr", env=environment)
        before = files_in(made())
        record = {"owner": ".out.zarr.ncf-00000000-1-abcd", "seconds": time.time() - 90000,
                  "metadata": {"v/.zarray": (made() / "v/.zarray").read_text()}}
        RECORD.write_text(json.dumps(record), encoding="utf-8")
        taken = json.dumps({**record, "seconds": time.time()})

        def take_first(handler, name):
            if is_put(handler, name, ".ncf-append") and handler.headers.get("If-Match"):
                RECORD.write_text(taken, encoding="utf-8")
            return False

        server.on_change = take_first
        done = append("b.nc", env=environment, status=1)
        expect("another machine appends to it" in done.stderr, done.stderr)
        expect(files_in(made()) == before and RECORD.read_text() == taken, "something has changed")


def killed_runs():
    make("a.nc", 0, 9)
    make("b.nc", 9, 60)
    (folder() / "bucket").mkdir()
    with Server("served", delay=0.005) as server:
        environment = s3_environment(server)
        start("-k", "zarr", env=environment)
        old = files_in("local.zarr")
        append("b.nc", store="local.zarr")
        new = files_in("local.zarr")
        seconds, is_done = 0.05, False
        while not is_done:
            clear()
            for key, value in old.items():
                path = made() / key
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(value)
            with subprocess.Popen([BIN / "ncfcopy", "--append", "t", "b.nc", PLACE], env=environment,
                                  start_new_session=True) as process:
                time.sleep(seconds)
                is_done = process.poll() is not None
                if not is_done:
                    os.killpg(process.pid, signal.SIGKILL)
            time.sleep(0.05)  # requests that the server has
            # If all chunks were there, it replaces the metadata, and the same values overlap.
            subprocess.run([BIN / "ncfcopy", "--append", "t", "b.nc", PLACE], env=environment, check=False,
                           stderr=subprocess.DEVNULL)
            expect(files_in(made()) == new, f"killed after {seconds} s: {objects()}")
            expect(not RECORD.exists(), "the record is left")
            seconds *= 1.5


def without_conditions():
    make_parts()
    with Server("served") as server:
        server.conditions = "refused"
        environment = s3_environment(server)
        start("-k", "zarr", env=environment)
        append("b.nc", env=environment)
        append("b.nc", store="local.zarr")
        expect_same("no conditions")


if __name__ == "__main__":
    sys.exit(main([stores, order, refusals, failures, taken_over, killed_runs, without_conditions]))
