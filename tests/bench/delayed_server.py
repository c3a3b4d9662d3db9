# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Measurements with a server that answers after a delay: tests/network/server.py, on the loopback,
in a process of its own. Rounds are interleaved, and the median counts.
"""

import argparse
import contextlib
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

SERVER = Path(__file__).parents[1] / "network/server.py"
CONNECTIONS = 16


def parse_options(chunks):
    """chunks: the default number."""
    parser = argparse.ArgumentParser()
    parser.add_argument("programs", type=Path)
    parser.add_argument("--chunks", type=int, default=chunks)
    parser.add_argument("--delay", type=float, default=0.02)
    parser.add_argument("--rounds", type=int, default=3)
    return parser.parse_args()


@contextlib.contextmanager
def serving(folder, delay):
    """Serves a folder; gives the URL of the server."""
    server = subprocess.Popen([sys.executable, "-B", SERVER, folder, "--delay", str(delay)],
                              stdout=subprocess.PIPE, text=True)
    try:
        yield f"http://127.0.0.1:{int(server.stdout.readline())}"
    finally:
        server.kill()


def measure(contenders, rounds):
    """Returns the seconds of each round, by name. contenders: functions of the round's number."""
    seconds = {name: [] for name in contenders}
    for number in range(rounds):
        for name, work in contenders.items():
            begin = time.monotonic()
            work(number)
            seconds[name].append(time.monotonic() - begin)
    return seconds


def show(what, options, seconds):
    print(f"{what}, {options.delay * 1000:g} ms a request, {os.cpu_count()} processors")
    for name, rounds in sorted(seconds.items(), key=lambda item: statistics.median(item[1])):
        print(f"{statistics.median(rounds):8.2f} s  {name}: "
              + ", ".join(f"{value:.2f}" for value in rounds))
