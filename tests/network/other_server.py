#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Zarr stores on an S3 server that is not ours.

The server is s3rver of npm (`npm install --global s3rver`) or moto_server of PyPI's moto[server],
whichever is found. Debian has neither.
"""

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from cases import main, skip
from store_on_s3 import PLACE, SHARDS, files_in
from support import copy, dump, expect, make_netcdf4

ALL_OPTIONS = (("-k", "zarr"), ("-k", "zarr3"), ("-k", "nczarr"), SHARDS)
LONGEST_START = 60


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


def command(port):
    if shutil.which("s3rver"):
        return ["s3rver", "--silent", "--directory", "objects", "--address", "127.0.0.1",
                "--port", port, "--configure-bucket", "bucket"]
    if shutil.which("moto_server"):
        return ["moto_server", "-H", "127.0.0.1", "-p", port]
    return skip("no S3 server: neither s3rver (npm) nor moto_server (PyPI) is installed")


def wait_for(process, port):
    end = time.monotonic() + LONGEST_START
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            if process.poll() is not None or time.monotonic() > end:
                skip(f"{process.args[0]} does not start")
            time.sleep(0.1)


@contextlib.contextmanager
def running_server():
    """Yields the environment for our programs."""
    port = free_port()
    words = [str(word) for word in command(port)]
    # s3rver needs an old digest, which newer versions of Node offer only with this option.
    environment = {**os.environ, "NODE_OPTIONS": "--openssl-legacy-provider"}
    process = subprocess.Popen(words, env=environment, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    try:
        wait_for(process, port)
        url = f"http://127.0.0.1:{port}"
        if words[0] == "moto_server":
            urllib.request.urlopen(urllib.request.Request(f"{url}/bucket", method="PUT")).close()
        own = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
        yield {**own, "AWS_ACCESS_KEY_ID": "S3RVER", "AWS_SECRET_ACCESS_KEY": "S3RVER",
               "AWS_ENDPOINT_URL": url, "HOME": "home"}
    finally:
        process.kill()
        process.wait()


def round_trips():
    """Stores are written, read back equal, and not replaced."""
    with running_server() as environment:
        make_netcdf4("in.nc", 60)
        for number, options in enumerate(ALL_OPTIONS):
            place = PLACE.replace("out", f"out{number}")
            copy("in.nc", f"local{number}.zarr", *options)
            copy("in.nc", place, "--verify", *options, env=environment)
            expect(dump(place, env=environment).stdout == dump(f"local{number}.zarr").stdout,
                   f"{options}: the dumps differ")
            copy(place, f"back{number}.zarr", env=environment)
            copy(f"local{number}.zarr", f"expected{number}.zarr")
            expect(files_in(f"back{number}.zarr") == files_in(f"expected{number}.zarr"),
                   f"{options}: the stores differ")
            done = copy("in.nc", place, *options, status=1, env=environment)
            expect("there are objects already" in done.stderr, done.stderr)
        copy(place, PLACE.replace("out", "second"), env=environment)
        second = dump(PLACE.replace("out", "second"), env=environment).stdout
        expect(second == dump("local3.zarr").stdout, "from S3 to S3")
    expect(not Path("home").exists(), "files of the user were made")


if __name__ == "__main__":
    sys.exit(main([round_trips]))
