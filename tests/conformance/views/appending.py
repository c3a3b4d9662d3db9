#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""--append: an extended store must be what --concat makes of the same inputs, and what xarray reads
after its own append_dim."""

import fcntl
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from cases import Failure, main, need_package
import peers
from viewing import copy, netCDF4, numpy, refused


def make(path, first, count, chunk=5, deflate=1, fill=-1):
    numbers = numpy.random.default_rng(first)
    with netCDF4.Dataset(path, "w") as file:
        file.createDimension("time", count)
        file.createDimension("x", 6)
        steps = file.createVariable("time", "f8", ("time",), chunksizes=(min(count, 16),))
        steps.units = "hours since 2020-01-01"
        steps[:] = first + numpy.arange(count)
        file.createVariable("x", "f4", ("x",))[:] = range(6)
        v = file.createVariable("v", "f4", ("time", "x"), zlib=True, complevel=deflate,
                                chunksizes=(min(count, chunk), 3))
        v[:] = numbers.normal(0, 1, (count, 6)).astype("f4")
        w = file.createVariable("w", "i2", ("x", "time"), chunksizes=(6, min(count, 4)), fill_value=fill)
        w[:] = numbers.integers(0, 9, (6, count))


def require_equal(left, right):
    done = subprocess.run([peers.NCF_BIN / "ncfinfo", "compare", left, right], text=True,
                          capture_output=True)
    if done.returncode:
        raise Failure(f"{left} and {right} differ: {done.stdout}{done.stderr}")


def require_like_join(store, parts, options):
    joined = Path("joined.zarr")
    shutil.rmtree(joined, ignore_errors=True)
    copy(*options, "--concat", "time", *parts, joined)
    require_equal(store, joined)
    left = [name for name in os.listdir() if "ncf-append" in name]
    if left:
        raise Failure(f"left behind: {left}")


def drawn():
    """Stores of both versions, with shards, partly filled chunks, and files with other chunks."""
    for seed in range(12):
        generator = random.Random(seed)
        store = Path(f"store{seed}.zarr")
        options = generator.choice([["-k", "zarr2"], ["-k", "zarr3"],
                                    ["-k", "zarr3", "--shards", "time/10,x/6"]])
        lengths = [generator.randint(1, 23) for _ in range(4)]
        parts, first = [], 0
        for i, length in enumerate(lengths):
            parts.append(f"part{seed}_{i}.nc")
            make(parts[-1], first, length, chunk=generator.choice([5, 7]), deflate=generator.choice([1, 2]))
            first += length
        copy(*options, "-c", "time/5", parts[0], store)
        copy("--verify", "--append", "time", parts[1], store)
        require_like_join(store, parts[:2], [*options, "-c", "time/5"])
        copy("--append", "time", parts[3], parts[2], store)
        require_like_join(store, parts, [*options, "-c", "time/5"])


def stores_of_xarray():
    xarray = need_package("xarray")
    need_package("zarr")
    make("a.nc", 0, 10, fill=False)
    make("b.nc", 10, 7, fill=False)
    for name in "ours.zarr", "theirs.zarr":
        with xarray.open_dataset("a.nc") as first:
            for variable in first.variables.values():
                variable.encoding.clear()
            first.time.encoding["units"] = "hours since 2020-01-01"
            first.chunk({"time": 4}).to_zarr(name, consolidated=True)
    with xarray.open_dataset("b.nc") as second:
        second.to_zarr("theirs.zarr", append_dim="time")
    copy("--append", "time", "b.nc", "ours.zarr")
    ours, theirs = (xarray.open_zarr(name).load() for name in ("ours.zarr", "theirs.zarr"))
    if not ours.equals(theirs):
        raise Failure(f"{ours} is not {theirs}")


def refusals():
    make("a.nc", 10, 10)
    make("b.nc", 20, 5)
    make("before.nc", 0, 5)
    copy("-k", "zarr2", "a.nc", "store.zarr")
    before = sorted(map(str, Path("store.zarr").rglob("*")))
    copy("--append", "time", "b.nc", "store.zarr")
    for expected, arguments in {
            "overlap": ["b.nc", "store.zarr"], "inserted before": ["before.nc", "store.zarr"],
            "not a Zarr store": ["b.nc", "a.nc"]}.items():
        said = refused("--append", "time", *arguments)
        if expected not in said:
            raise Failure(f"{arguments}: {said}")
    copy("-k", "nczarr", "a.nc", "nczarr.zarr")
    if "NCZarr" not in refused("--append", "time", "b.nc", "nczarr.zarr"):
        raise Failure("an NCZarr store is extended")
    require_like_join("store.zarr", ["a.nc", "b.nc"], ["-k", "zarr2"])
    if len(sorted(map(str, Path("store.zarr").rglob("*")))) <= len(before):
        raise Failure("nothing was added")


def await_lock(store):
    """Waits until the child in which a killed program worked is gone, and its lock with it."""
    folder = os.open(store, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
    finally:
        os.close(folder)


def interrupted_runs():
    """Killed at any time, a run leaves the store as it was, and the next one completes it."""
    make("a.nc", 0, 400, chunk=2)
    make("b.nc", 400, 400, chunk=2)
    copy("-k", "zarr2", "a.nc", "whole.zarr")
    copy("-k", "zarr2", "--concat", "time", "a.nc", "b.nc", "both.zarr")
    seconds = 0.01
    while True:
        shutil.rmtree("store.zarr", ignore_errors=True)
        shutil.copytree("whole.zarr", "store.zarr")
        run = subprocess.Popen([peers.NCF_BIN / "ncfcopy", "--append", "time", "b.nc", "store.zarr"],
                               start_new_session=True)
        time.sleep(seconds)
        is_done = run.poll() is not None
        if not is_done:
            os.killpg(run.pid, signal.SIGKILL)
        run.wait()
        await_lock("store.zarr")
        metadata = json.loads(Path("store.zarr/.zmetadata").read_text(encoding="utf-8"))["metadata"]
        length = metadata["time/.zarray"]["shape"][0]
        require_equal("store.zarr", "both.zarr" if length == 800 else "whole.zarr")
        if length == 400:
            copy("--append", "time", "b.nc", "store.zarr")
        require_equal("store.zarr", "both.zarr")
        if is_done:
            return
        seconds *= 1.7


def metadata_half_replaced():
    """Metadata that were complete beside the store are published by the next run."""
    make("a.nc", 0, 6)
    make("b.nc", 6, 6)
    make("c.nc", 12, 3)
    copy("-k", "zarr2", "a.nc", "store.zarr")
    shutil.copytree("store.zarr", "old.zarr")
    copy("--append", "time", "b.nc", "store.zarr")
    waiting = Path(".store.zarr.ncf-append")
    for key in "v/.zarray", "w/.zarray", ".zmetadata":
        (waiting / key).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(Path("store.zarr") / key, waiting / key)
        shutil.copy(Path("old.zarr") / key, Path("store.zarr") / key)
    before = sorted(map(str, waiting.rglob("*")))
    said = refused("--plan", "--append", "time", "c.nc", "store.zarr")
    if "half extended" not in said or sorted(map(str, waiting.rglob("*"))) != before:
        raise Failure(f"a plan publishes metadata: {said}")
    copy("--append", "time", "c.nc", "store.zarr")
    require_like_join("store.zarr", ["a.nc", "b.nc", "c.nc"], ["-k", "zarr2"])


if __name__ == "__main__":
    sys.exit(main([drawn, stores_of_xarray, refusals, interrupted_runs, metadata_half_replaced]))
