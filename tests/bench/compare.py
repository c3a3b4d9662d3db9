#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Times our programs and their peers on the same work and prints ratios.

    compare.py --build FOLDER [--row NAME]... [--rounds N] [--list] [--keep FOLDER]

A row is one piece of work and the command that does it with each program. In every round each
program runs once, one after the other, with the input in the page cache; what is printed is the
median of the rounds, as a multiple of ours, with the largest memory and the size of the result.
(A process inherits the memory of the one that started it, so this program stays small.)
Peers that are not installed are left out. Nothing is measured against a number of another day.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

MODEL_OUTPUT = ["--times", "60", "--levels", "10", "--latitudes", "180", "--longitudes", "360"]
KINDS = {"raw": [], "deflated": ["--deflate", "1", "--shuffle"], "classic": ["--kind", "nc5"]}
SERIES = "time/60,level/1,latitude/20,longitude/36"


@dataclass
class Row:
    """One piece of work: its input, and each program's arguments; IN and OUT stand for files. What
    has no OUT prints its result."""
    task: str
    source: str
    commands: dict
    goals: dict  # peer -> how many times ours its time shall be, at least
    ours: str = "ncfcopy"


def recompression(task, source, ours, deflate_level, goal):
    """A change of filters that every peer can do with built-in filters."""
    shuffled = ["-f", "SHUF"] if deflate_level else []
    packed = f"GZIP={deflate_level}" if deflate_level else "NONE"
    return Row(task, source, {
        "ncfcopy": [*ours, "IN", "OUT"],
        "nccopy": [*(["-s"] if deflate_level else []), "-d", str(deflate_level), "IN", "OUT"],
        "h5repack": [*shuffled, "-f", packed, "IN", "OUT"],
        "ncks": ["-O", "-L", str(deflate_level), "IN", "OUT"],
    }, {"nccopy": goal})


def shuffled_plugin(task, name, words, goal):
    """A change to a filter that is a plugin; nccopy keeps deflate there, without a word."""
    return Row(task, "deflated", {
        "ncfcopy": ["-F", f"*,shuffle|{name}", "IN", "OUT"],
        "h5repack": ["-f", "SHUF", "-f", f"UD={words}", "IN", "OUT"],
    }, {"h5repack": goal})


def dump(task, source, options, goal):
    """The same text by ncdump."""
    return Row(task, source, {"ncfdump": [*options, "IN"], "ncdump": [*options, "IN"]},
               {"ncdump": goal}, "ncfdump")


ROWS = {
    "unchanged": Row("copy, filters unchanged", "deflated", {
        "ncfcopy": ["IN", "OUT"], "nccopy": ["IN", "OUT"], "h5repack": ["IN", "OUT"],
        "ncks": ["-O", "IN", "OUT"], "cp": ["IN", "OUT"],
    }, {"nccopy": 25, "h5repack": 1, "cp": 1 / 1.2}),
    "deflate1": recompression("raw -> shuffle+deflate 1", "raw", ["-d", "1", "-s"], 1, 6.5),
    "deflate5": recompression("raw -> shuffle+deflate 5", "raw", ["-d", "5", "-s"], 5, 10),
    "deflate9": recompression("raw -> shuffle+deflate 9", "raw", ["-d", "9", "-s"], 9, 15),
    "none": recompression("deflate -> none", "deflated", ["-F", "none"], 0, 4),
    "zstd": shuffled_plugin("shuffle+deflate -> shuffle+zstd 3", "zstd,3", "32015,0,1,3", 3),
    "bzip2": shuffled_plugin("shuffle+deflate -> shuffle+bzip2 9", "bzip2,9", "307,0,1,9", 1.8),
    "classic": Row("CDF-5 -> shuffle+deflate 1", "classic", {
        "ncfcopy": ["-k", "nc4", "-d", "1", "-s", "IN", "OUT"],
        "nccopy": ["-k", "nc4", "-d", "1", "-s", "IN", "OUT"],
        "ncks": ["-O", "-4", "-L", "1", "IN", "OUT"],
    }, {"nccopy": 4}),
    "rechunk": Row("rechunk to time series, deflate 1", "deflated", {
        "ncfcopy": ["-c", SERIES, "-d", "1", "-s", "IN", "OUT"],
        "nccopy": ["-c", SERIES, "-d", "1", "-s", "IN", "OUT"],
    }, {"nccopy": 3.5}),
    "many": Row("2,000 small variables, deflate 1", "many", {
        "ncfcopy": ["-d", "1", "-s", "IN", "OUT"], "nccopy": ["-d", "1", "-s", "IN", "OUT"],
        "h5repack": ["-f", "SHUF", "-f", "GZIP=1", "IN", "OUT"],
    }, {"nccopy": 2}),
    "tiny": Row("one tiny file", "tiny", {
        "ncfcopy": ["IN", "OUT"], "nccopy": ["IN", "OUT"], "h5repack": ["IN", "OUT"],
        "ncks": ["-O", "IN", "OUT"],
    }, {"nccopy": 1}),
    "dump_float": dump("floats as text", "floats", [], 10),
    "dump_double": dump("doubles as text", "doubles", [], 4),
    "dump_deflated": dump("model output as text, deflated", "deflated", ["-v", "t"], 10),
    "dump_header": dump("header of 2,000 variables", "many", ["-h"], 1),
    "dump_tiny": dump("header of one tiny file", "tiny", ["-h"], 1),
    "generate": Row("netCDF-4 from the text of floats", "float_text", {
        "ncfgen": ["-4", "-o", "OUT", "IN"], "ncgen": ["-4", "-o", "OUT", "IN"],
    }, {"ncgen": 8}, "ncfgen"),
}


class Inputs:
    """The files the rows read, made when they are first asked for."""

    def __init__(self, build, folder):
        self.maker = build / "examples" / "make_model_output"
        self.folder = folder

    def get(self, name):
        path = self.folder / f"{name}.nc"
        if not path.exists():
            command = [self.maker, *MODEL_OUTPUT, *KINDS[name]] if name in KINDS else \
                [sys.executable, "-B", Path(__file__).with_name("make_inputs.py"), name]
            subprocess.run([*command, path], check=True)
        with open(path, "rb", buffering=0) as file:  # into the page cache
            while file.read(1 << 20):
                pass
        return path


@dataclass
class Run:
    seconds: float
    cpu_seconds: float
    memory_bytes: int


def run(command, environment, output):
    """One run of a program, from start to end of the process; what it prints goes to `output`."""
    begin = time.perf_counter()
    process = subprocess.Popen(command, env=environment, stdout=output)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, command))}: exit status {process.returncode}")
    return Run(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024)


class Bench:
    def __init__(self, build, folder, rounds):
        self.build = build
        self.folder = folder
        self.rounds = rounds
        self.inputs = Inputs(build, folder)
        plugins = build / "plugins"
        self.environment = dict(os.environ, HDF5_PLUGIN_PATH=str(plugins))

    def programs(self, row):
        found = {row.ours: self.build / "bin" / row.ours}
        for name in row.commands:
            if name != row.ours and shutil.which(name):
                found[name] = Path(shutil.which(name))
        return found

    def measure(self, row):
        """The runs of each program, and the size of what it made."""
        source = self.inputs.get(row.source)
        runs = {name: [] for name in self.programs(row)}
        sizes = {}
        for _ in range(self.rounds):
            for name, program in self.programs(row).items():
                target = self.folder / f"out-{name}.nc"
                target.unlink(missing_ok=True)
                arguments = [{"IN": source, "OUT": target}.get(word, word)
                             for word in row.commands[name]]
                is_printed = "OUT" not in row.commands[name]
                with open(target if is_printed else os.devnull, "wb") as output:
                    runs[name].append(run([program, *arguments], self.environment, output))
                sizes[name] = target.stat().st_size
                target.unlink()
        return runs, sizes

    def print_row(self, name):
        row = ROWS[name]
        runs, sizes = self.measure(row)
        medians = {peer: statistics.median(one.seconds for one in runs[peer]) for peer in runs}
        cpu = {peer: statistics.median(one.cpu_seconds for one in runs[peer]) for peer in runs}
        ours = medians[row.ours]
        cores = len(os.sched_getaffinity(0))
        print(f"{name}: {row.task}")
        for peer, median in medians.items():
            memory = max(one.memory_bytes for one in runs[peer])
            line = (f"  {peer:<9} {median:8.3f} s  {median / ours:6.2f}x  {cpu[peer]:7.3f} s CPU  "
                    f"{memory / 1e6:7.0f} MB memory  {sizes[peer] / 1e6:8.1f} MB output")
            goal = row.goals.get(peer)
            if goal:
                reached = "reached" if median / ours >= goal else "missed"
                line += f"  goal {goal:.2f}x: {reached}"
                if reached == "missed":
                    line += f" (with all cores busy {median / (cpu[row.ours] / cores):.2f}x)"
            print(line, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--row", action="append", choices=ROWS, metavar="NAME")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--keep", type=Path, help="a folder for the inputs, kept for the next time")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    if options.list:
        for name, row in ROWS.items():
            print(f"{name:<10} {row.task}")
        return 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        bench = Bench(options.build.resolve(), folder.resolve(), options.rounds)
        for name in options.row or ROWS:
            bench.print_row(name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
