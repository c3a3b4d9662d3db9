#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Measures how many cores one copy can keep busy, on a machine with fewer of them.

    cores.py BIN PLUGINS [--chunks N] [--wait MICROSECONDS] [--rounds N]

BIN is the folder of our programs, PLUGINS that of the target bench_waiting_filter (preset bench). A
filter that waits for the given time stands for one that works for as long, so a copy with `-j 64`
keeps 64 threads busy on two cores.
Beside the time of the copy, the table shows three limits for it: what all threads need if they
always wait at the same time, the processor time of the coordinator, and that of all threads divided
by the cores of this machine, which a machine with as many cores as threads does not have. The best
of the rounds counts.
"""

import argparse
import json
import os
import subprocess
import tempfile
from pathlib import Path

import h5py

FILTER = 500
THREADS = [8, 16, 32, 64, 128]
CHUNK_VALUES = 65536  # floats: chunks of 256 KB


def make_file(path, chunks):
    """All chunks are stored, which takes a few bytes each: the filter keeps only their size."""
    with h5py.File(path, "w") as file:
        properties = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
        properties.set_chunk((CHUNK_VALUES,))
        properties.set_filter(FILTER, h5py.h5z.FLAG_OPTIONAL, (0,))  # h5py does not know it
        space = h5py.h5s.create_simple((chunks * CHUNK_VALUES,))
        dataset = h5py.h5d.create(file.id, b"v", h5py.h5t.IEEE_F32LE, space, properties)
        stored = (CHUNK_VALUES * 4).to_bytes(8, "little")
        for i in range(chunks):
            dataset.write_direct_chunk((i * CHUNK_VALUES,), stored)


def copy(program, source, target, threads, wait):
    """Returns the report of one copy."""
    done = subprocess.run([program, "--report=json", "-j", str(threads), "-F", "none", "-F",
                           f"v,{FILTER},{wait}", source, target], check=True, stdout=subprocess.PIPE)
    return json.loads(done.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", type=Path, metavar="BIN")
    parser.add_argument("plugins", type=Path, metavar="PLUGINS")
    parser.add_argument("--chunks", type=int, default=8000)
    parser.add_argument("--wait", type=int, default=1000, help="of the filter, in microseconds")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["HDF5_PLUGIN_PATH"] = str(options.plugins)
        make_file(folder / "in.nc", options.chunks)
        print("threads  measured  waiting  coordinator  these cores")
        for threads in THREADS:
            reports = [copy(options.programs / "ncfcopy", folder / "in.nc", folder / "out.nc",
                            threads, options.wait) for _ in range(options.rounds)]
            best = min(reports, key=lambda report: report["seconds"])
            ideal = options.chunks * options.wait / 1e6 / threads
            print(f"{threads:7}  {best['seconds']:6.2f} s {ideal:6.2f} s"
                  f" {best['coordinator_cpu_seconds']:10.2f} s"
                  f" {best['cpu_seconds'] / os.cpu_count():10.2f} s", flush=True)


if __name__ == "__main__":
    main()
