#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Measures how fast ncfcopy and curl store many small chunks on an S3 server with a delay.

    s3_writing.py BIN [--chunks N] [--delay SECONDS] [--rounds N]

BIN is the folder of our programs. ncfcopy copies the chunks of a netCDF-4 file as stored to a Zarr
store. curl sends the same objects from files, with their checksums, 16 at a time; then they are
listed, as ncfcopy does at the end.
"""

import base64
import hashlib
import os
import re
import subprocess
import tempfile
import urllib.parse
import urllib.request
from pathlib import Path

import netCDF4
import numpy

from delayed_server import CONNECTIONS, measure, parse_options, serving, show

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


def contenders(programs, source, store, folder, url):
    """Returns functions by name, each of the number of a round."""
    environment = {**{name: value for name, value in os.environ.items()
                      if not name.startswith("AWS_")},
                   "AWS_ENDPOINT_URL": url, "HOME": str(folder)}

    def run(*command):
        subprocess.run(command, check=True, env=environment, stderr=subprocess.DEVNULL)

    def by_curl(number):
        run("curl", "-Z", "--no-progress-meter", "--parallel-max", str(CONNECTIONS),
            "-K", folder / f"curl{number}")

    return {"ncfcopy": lambda number: run(programs / "ncfcopy", source,
                                          f"s3://bucket/n{number}.zarr"),
            "curl -Z": by_curl,
            "listing": lambda number: list_objects(f"{url}/bucket", f"c{number}.zarr/")}


def main():
    options = parse_options(chunks=10000)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        source, store = folder / "in.nc", folder / "store.zarr"
        make_file(source, options.chunks)
        subprocess.run([options.programs / "ncfcopy", source, store], check=True)
        (folder / "served/bucket").mkdir(parents=True)
        with serving(folder / "served", options.delay) as server:
            url = f"{server}/s3"
            for number in range(options.rounds):
                write_curl_configuration(folder / f"curl{number}", store,
                                         f"{url}/bucket/c{number}.zarr")
            seconds = measure(contenders(options.programs, source, store, folder, url),
                              options.rounds)
    show(f"{options.chunks} chunks", options, seconds)


if __name__ == "__main__":
    main()
