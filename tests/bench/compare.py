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
AS_FAST = 1 / 1.1  # but for noise
SERIES = "time/60,level/1,latitude/20,longitude/36"


@dataclass
class Row:
    """One piece of work: its input, and each program's arguments. IN stands for the input, IN:name
    for another, OUT and STORE for a new file and a new store of Zarr, FOLDER for a new folder, LIST for
    a file with the names of all files of the input and of outputs in a new folder, RESULT for what
    ours made last. What has none of these prints its result. Ours in another way is called by what differs.
    """
    task: str
    source: str
    commands: dict
    goals: dict  # peer -> how many times ours its time shall be, at least
    ours: str = "ncfcopy"
    plugin: str = ""  # Debian's library for the peers; without one they load ours


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
    "zfp": Row("raw -> zfp, accuracy 0.01", "raw", {
        "ncfcopy": ["-F", "t&u&t2m&msl,zfp,accuracy=0.01", "IN", "OUT"],
        "nccopy": ["-F", "t&u&t2m&msl,32013,3,0,1202590843,1065646817", "IN", "OUT"],
    }, {"nccopy": 1.8}, plugin="libh5zzfp.so"),
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
    "archive": Row("10,000 tiny files, deflate 1", "archive", {
        "ncfcopy": ["-j", "2", "-d", "1", "--into", "FOLDER", "IN"],
        "xargs": ["-a", "LIST", "-P2", "-n2", "nccopy", "-d", "1"],
    }, {"xargs": 1}),
    "dump_float": dump("floats as text", "floats", [], 10),
    "dump_double": dump("doubles as text", "doubles", [], 4),
    "dump_deflated": dump("model output as text, deflated", "deflated", ["-v", "t"], 10),
    "dump_header": dump("header of 2,000 variables", "many", ["-h"], 1),
    "dump_tiny": dump("header of one tiny file", "tiny", ["-h"], 1),
    "generate": Row("netCDF-4 from the text of floats", "float_text", {
        "ncfgen": ["-4", "-o", "OUT", "IN"], "ncgen": ["-4", "-o", "OUT", "IN"],
    }, {"ncgen": 8}, "ncfgen"),
    "zarr": Row("netCDF-4 -> Zarr, filters unchanged", "deflated", {
        "ncfcopy": ["IN", "STORE"], "cp": ["-r", "RESULT", "STORE"],
    }, {"cp": 1 / 2}),
    "zarr_deflate5": Row("netCDF-4 -> Zarr, deflate 1 -> 5", "deflated", {
        "ncfcopy": ["-d", "5", "-s", "IN", "STORE"], "to netCDF": ["-d", "5", "-s", "IN", "OUT"],
    }, {"to netCDF": AS_FAST}),
    "from_zarr": Row("Zarr -> netCDF-4, filters unchanged", "store", {
        "ncfcopy": ["IN", "OUT"], "from netCDF": ["IN:deflated", "OUT"],
        "cp": ["-r", "IN", "STORE"],
    }, {"cp": 1 / 2}),
    "from_zarr_deflate5": Row("Zarr -> netCDF-4, deflate 1 -> 5", "store", {
        "ncfcopy": ["-d", "5", "-s", "IN", "OUT"],
        "from netCDF": ["-d", "5", "-s", "IN:deflated", "OUT"],
    }, {"from netCDF": AS_FAST}),
}


class Inputs:
    """The files the rows read, made when they are first asked for."""

    def __init__(self, build, folder):
        self.build = build
        self.folder = folder

    def get(self, name):
        suffix = {"store": ".zarr", "archive": ""}.get(name, ".nc")
        path = self.folder / f"{name}{suffix}"
        if not path.exists():
            subprocess.run([*self.maker_of(name), path], check=True)
        for file in files_of(path):
            with open(file, "rb", buffering=0) as content:  # into the page cache
                while content.read(1 << 20):
                    pass
        return path

    def maker_of(self, name):
        if name == "store":
            return [self.build / "bin" / "ncfcopy", self.get("deflated")]
        if name in KINDS:
            return [self.build / "examples" / "make_model_output", *MODEL_OUTPUT, *KINDS[name]]
        return [sys.executable, "-B", Path(__file__).with_name("make_inputs.py"), name]


def files_of(path):
    return [file for file in path.rglob("*") if file.is_file()] if path.is_dir() else [path]


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
    """Stores are left in the folder of outputs, for the caller to remove: for minutes ext4 passes over
    inodes that were just deleted, one by one, which makes whoever creates files next look slow."""

    def __init__(self, build, folder, outputs, rounds):
        self.build = build
        self.outputs = outputs
        self.rounds = rounds
        self.inputs = Inputs(build, folder)
        self.number = 0  # of runs
        self.result = None

    def environment(self, row, name):
        plugins = self.build / "plugins"
        if row.plugin and name != row.ours:
            plugins = next(Path("/usr/lib").glob(f"*/hdf5/serial/plugins/{row.plugin}")).parent
        return dict(os.environ, HDF5_PLUGIN_PATH=str(plugins))

    def programs(self, row):
        ours = self.build / "bin" / row.ours
        found = {}
        for name in row.commands:
            if name == row.ours or " " in name:
                found[name] = ours
            elif shutil.which(name):
                found[name] = Path(shutil.which(name))
        return found

    def words(self, row, name, number):
        """The arguments of one run, and what it makes; nothing where it prints its result."""
        made = None
        words = []
        for word in row.commands[name]:
            if word == "FOLDER":
                word = made = self.outputs / f"{number}-{name}"
                made.mkdir()
            elif word == "LIST":
                word, made = self.list_pairs(row, number)
            elif word in ("OUT", "STORE"):
                suffix = "nc" if word == "OUT" else "zarr"
                word = made = self.outputs / f"{number}-{name.replace(' ', '-')}.{suffix}"
            elif word == "RESULT":
                word = self.result
            elif word == "IN":
                word = self.inputs.get(row.source)
            elif word.startswith("IN:"):
                word = self.inputs.get(word.removeprefix("IN:"))
            words.append(word)
        return words, made

    def list_pairs(self, row, number):
        """A file with an input and its output in each two lines, and the folder of the outputs."""
        made = self.outputs / f"{number}-listed"
        made.mkdir()
        pairs = self.outputs / f"{number}.list"
        names = [file.name for file in files_of(self.inputs.get(row.source))]
        pairs.write_text("".join(f"{self.inputs.get(row.source) / name}\n{made / name}\n"
                                 for name in names), encoding="utf-8")
        return pairs, made

    def measure(self, row):
        """The runs of each program, and the size of what it made."""
        runs = {name: [] for name in self.programs(row)}
        sizes = {}
        for _ in range(self.rounds):
            for name, program in self.programs(row).items():
                self.number += 1
                arguments, made = self.words(row, name, self.number)
                target = made or self.outputs / "printed"
                with open(os.devnull if made else target, "wb") as output:
                    runs[name].append(run([program, *arguments],
                                          self.environment(row, name), output))
                sizes[name] = sum(file.stat().st_size for file in files_of(target))
                self.result = target if name == row.ours else self.result
                if target.is_file():
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
            line = (f"  {peer:<11} {median:8.3f} s  {median / ours:6.2f}x  {cpu[peer]:7.3f} s CPU  "
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
            print(f"{name:<18} {row.task}")
        return 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        outputs = folder / "outputs"
        outputs.mkdir(exist_ok=True)
        bench = Bench(options.build.resolve(), folder.resolve(), outputs.resolve(), options.rounds)
        for name in options.row or ROWS:
            bench.print_row(name)
        shutil.rmtree(outputs)
    return 0


if __name__ == "__main__":
    sys.exit(main())
