#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Measures how fast ncfcopy and curl store many small chunks on an S3 server with a delay.

    s3_writing.py BIN [--chunks N] [--delay SECONDS] [--rounds N]

BIN is the folder of our programs. ncfcopy copies the chunks of a netCDF-4 file as stored to a Zarr
store. curl sends the same objects from files, with their checksums, 16 at a time; then they are
listed, as ncfcopy does at the end. The server is tests/network/server.py, in a process of its own
on the loopback. The rounds are interleaved; the medians are printed first.
"""

import argparse
import base64
import hashlib
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
from pathlib import Path

import netCDF4
import numpy

SERVER = Path(__file__).parents[1] / "network/server.py"
CONNECTIONS = 16
ELEMENTS = 1000  # of a chunk


def make_file(path, chunks):
    values = numpy.random.default_rng(1).standard_normal((chunks, ELEMENTS)).astype("f4")
    with netCDF4.Dataset(path, "w") as file:
        file.createDimension("t", chunks)
        file.createDimension("x", ELEMENTS)
        file.createVariable("v", "f4", ("t", "x"), zlib=True, complevel=1,
                            chunksizes=(1, ELEMENTS))[:] = values


def checksum(file):
    return base64.b64encode(hashlib.sha256(file.read_bytes()).digest()).decode()


def write_curl_configuration(path, store, url):
    files = sorted(file for file in store.rglob("*") if file.is_file())
    texts = [f'upload-file = "{file}"\nurl = "{url}/{file.relative_to(store)}"\n'
             f'header = "x-amz-checksum-sha256: {checksum(file)}"\nheader = "Expect:"\n'
             'output = "/dev/null"\nsilent\nfail\n' for file in files]
    path.write_text("next\n".join(texts), encoding="utf-8")


def list_objects(url, prefix):
    """Requests the pages of a listing one after another, as they must be."""
    token, names = "", 0
    while True:
        query = urllib.parse.urlencode({"list-type": 2, "prefix": prefix,
                                        **({"continuation-token": token} if token else {})})
        with urllib.request.urlopen(f"{url}?{query}") as answer:
            text = answer.read().decode()
        names += text.count("<Key>")
        found = re.search("<NextContinuationToken>(.*)</NextContinuationToken>", text)
        if not found:
            return names
        token = found[1]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("programs", type=Path)
    parser.add_argument("--chunks", type=int, default=10000)
    parser.add_argument("--delay", type=float, default=0.02)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    program = options.programs / "ncfcopy"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        source, store = folder / "in.nc", folder / "store.zarr"
        make_file(source, options.chunks)
        subprocess.run([program, source, store], check=True)
        (folder / "served/bucket").mkdir(parents=True)
        server = subprocess.Popen(
            [sys.executable, "-B", SERVER, folder / "served", "--delay", str(options.delay)],
            stdout=subprocess.PIPE, text=True)
        try:
            url = f"http://127.0.0.1:{int(server.stdout.readline())}/s3"
            environment = {**{name: value for name, value in os.environ.items()
                              if not name.startswith("AWS_")},
                           "AWS_ENDPOINT_URL": url, "HOME": name}

            def run(command):
                subprocess.run(command, check=True, env=environment, stderr=subprocess.DEVNULL)

            seconds = {"ncfcopy": [], "curl -Z": [], "listing": []}
            for number in range(options.rounds):
                write_curl_configuration(folder / "curl", store, f"{url}/bucket/c{number}.zarr")
                work = {
                    "ncfcopy": lambda: run([program, source, f"s3://bucket/n{number}.zarr"]),
                    "curl -Z": lambda: run(["curl", "-Z", "--no-progress-meter", "--parallel-max",
                                            str(CONNECTIONS), "-K", folder / "curl"]),
                    "listing": lambda: list_objects(f"{url}/bucket", f"c{number}.zarr/"),
                }
                for what, do in work.items():
                    begin = time.monotonic()
                    do()
                    seconds[what].append(time.monotonic() - begin)
        finally:
            server.kill()
    print(f"{options.chunks} chunks, {options.delay * 1000:g} ms a request, {os.cpu_count()} "
          "processors")
    for what, all_seconds in seconds.items():
        print(f"{statistics.median(all_seconds):8.2f} s  {what}: "
              + ", ".join(f"{value:.2f}" for value in all_seconds))


if __name__ == "__main__":
    main()
