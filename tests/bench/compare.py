#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Times our programs and their peers on the same work and prints ratios.

    compare.py --build FOLDER [--row NAME]... [--rounds N] [--large-chunks] [--cold] [--list]
               [--keep FOLDER] [--json FILE]

A row is one piece of work and the command that does it with each program. In every round each
program runs once, one after the other, with the input in the page cache. The table shows the median
of the rounds, its ratio to ours, the largest memory and the size of the result. ncfcopy runs once
more in each round to report its coordinator's share of the processor time: the coordinator is the
thread that calls libhdf5 and hands out the work. --large-chunks makes model output in chunks of
1 MB instead of 259 kB. --cold drops the input's pages before each run, so the folder must be on a
disk.
Peers that are not installed are left out, and named. Programs are compared only with runs of the
same day.
--json also writes the results to FILE, from which chart.py draws docs/speed.svg.

(A process inherits the memory of the one that started it, so this program stays small.)
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from compare_rows import ROWS, SERIES

MODEL_OUTPUT = ["--times", "60", "--levels", "10", "--latitudes", "180", "--longitudes", "360"]
LARGE_CHUNKS = ["--times", "15", "--levels", "10", "--latitudes", "360", "--longitudes", "720"]
KINDS = {"raw": [], "deflated": ["--deflate", "1", "--shuffle"], "classic": ["--kind", "nc5"]}
COPIES = {  # of another input
    "store": ("deflated", []), "recompressed": ("deflated", ["-d", "2", "-s"]),
    "rounded": ("deflated", ["-d", "1", "-s", "--quantize", "t&u&t2m&sst&msl,bitround,10"]),
    "repacked": ("monthly", ["--for", "cmip7"]),
    "packed": ("deflated", ["--quantize", "t&u,error,0.01,pack=int16", "-V", "t,u", "--with-coordinates"]),
}
LARGE_SERIES = "time/15,level/1,latitude/120,longitude/144"


class Inputs:
    """The files that the rows read, each made when it is first needed."""

    def __init__(self, build, folder, has_large_chunks):
        self.build = build
        self.folder = folder
        self.has_large_chunks = has_large_chunks

    def get(self, name):
        suffix = {"store": ".zarr", "archive": "", "monthlies": "", "months": ""}.get(name, ".nc")
        size = "-large" if self.has_large_chunks else ""
        path = self.folder / f"{name}{size}{suffix}"
        if not path.exists():
            subprocess.run([*self.maker_of(name), path], check=True)
        for file in files_of(path):
            with open(file, "rb", buffering=0) as content:  # into the page cache
                while content.read(1 << 20):
                    pass
        return path

    def drop_pages(self, name):
        for file in files_of(self.get(name)):
            with open(file, "rb") as content:
                os.fsync(content.fileno())  # pages that are not on the disk stay
                os.posix_fadvise(content.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)

    def maker_of(self, name):
        if name in COPIES:
            source, options = COPIES[name]
            return [self.build / "bin" / "ncfcopy", *options, self.get(source)]
        if name in KINDS:
            shape = LARGE_CHUNKS if self.has_large_chunks else MODEL_OUTPUT
            return [self.build / "examples" / "make_model_output", *shape, *KINDS[name]]
        return [sys.executable, "-B", Path(__file__).with_name("make_inputs.py"), name]


def files_of(path):
    """Returns a file, or the files in a folder, without links."""
    if not path.is_dir():
        return [path]
    return [file for file in path.rglob("*") if file.is_file() and not file.is_symlink()]


@dataclass
class Run:
    seconds: float
    cpu_seconds: float
    memory_bytes: int


def run(command, environment, output, statuses=(0,)):
    """Runs a program once, from start to end of the process; its output goes to `output`."""
    begin = time.perf_counter()
    process = subprocess.Popen(command, env=environment, stdout=output)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in statuses:
        raise SystemExit(f"{' '.join(map(str, command))}: exit status {process.returncode}")
    return Run(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024)


class Bench:
    """Leaves Zarr stores in the output folder, for the caller to remove: for minutes, ext4 skips
    recently deleted inodes one by one, which would slow down the program that creates files next.
    """

    def __init__(self, build, inputs, outputs, rounds, is_cold):
        self.build = build
        self.outputs = outputs
        self.rounds = rounds
        self.is_cold = is_cold
        self.inputs = inputs
        self.number = 0  # of runs
        self.last_output = None

    def environment(self, row, name):
        plugins = self.build / "plugins"
        if row.plugin and name != row.ours:
            plugins = next(Path("/usr/lib").glob(f"*/hdf5/serial/plugins/{row.plugin}")).parent
        return dict(os.environ, HDF5_PLUGIN_PATH=str(plugins), OMPI_ALLOW_RUN_AS_ROOT="1",
                    OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")

    def programs(self, row):
        ours = self.build / "bin" / row.ours
        found = {}
        for name in row.commands:
            if name == row.ours or " " in name:
                found[name] = ours
            elif name == "numpy":
                found[name] = Path(sys.executable)
            elif shutil.which(name):
                found[name] = Path(shutil.which(name))
        return found

    def words(self, row, name, number):
        """Returns the arguments of one run, and the path of its output, or None if it prints its
        result."""
        made = None
        words = []
        for word in row.commands[name]:
            if word == "FOLDER":
                word = made = self.outputs / f"{number}-{name}"
                made.mkdir()
            elif word == "LIST":
                word, made = self.list_pairs(row, number)
            elif word == "LINKS":
                made = self.outputs / f"{number}-{name}"
                words += self.link_inputs(row, made)
                continue
            elif word == "ALL":
                words += sorted(files_of(self.inputs.get(row.source)))
                continue
            elif word == "FIRST":
                word = min(files_of(self.inputs.get(row.source)))
            elif word in ("OUT", "STORE"):
                suffix = "nc" if word == "OUT" else "zarr"
                word = made = self.outputs / f"{number}-{name.replace(' ', '-')}.{suffix}"
            elif word == "RESULT":
                word = self.last_output
            elif word == "IN":
                word = self.inputs.get(row.source)
            elif word.startswith("IN:"):
                word = self.inputs.get(word.removeprefix("IN:"))
            elif word == SERIES and self.inputs.has_large_chunks:
                word = LARGE_SERIES
            words.append(word)
        return words, made

    def list_pairs(self, row, number):
        """Makes a file with pairs of lines, an input and its output, and the folder of the
        outputs."""
        made = self.outputs / f"{number}-listed"
        made.mkdir()
        pairs = self.outputs / f"{number}.list"
        names = [file.name for file in files_of(self.inputs.get(row.source))]
        pairs.write_text("".join(f"{self.inputs.get(row.source) / name}\n{made / name}\n"
                                 for name in names), encoding="utf-8")
        return pairs, made

    def link_inputs(self, row, folder):
        """Links all files of the input in a new folder, and returns the links."""
        folder.mkdir()
        links = []
        for file in files_of(self.inputs.get(row.source)):
            links.append(folder / file.name)
            links[-1].symlink_to(file)
        return links

    def measure(self, row):
        """Measures the runs of each program, the sizes of their outputs, and our coordinator's
        shares."""
        runs = {name: [] for name in self.programs(row)}
        sizes = {}
        shares = []
        for _ in range(self.rounds):
            for name, program in self.programs(row).items():
                self.number += 1
                arguments, made = self.words(row, name, self.number)
                target = made or self.outputs / "printed"
                with open(os.devnull if made else target, "wb") as output:
                    launcher = row.launcher if name == row.ours else ()
                    statuses = (0, 1) if name in row.may_differ else (0,)
                    if self.is_cold:
                        self.inputs.drop_pages(row.source)
                    runs[name].append(run([*launcher, program, *arguments],
                                          self.environment(row, name), output, statuses))
                sizes[name] = sum(file.stat().st_size for file in files_of(target))
                self.last_output = target if name == row.ours else self.last_output
                if target.is_file():
                    target.unlink()
            shares.append(self.coordinator_share(row))
        return runs, sizes, shares

    def coordinator_share(self, row):
        """Returns the coordinator's part of one run's processor time, or None if it is not
        reported."""
        if row.ours != "ncfcopy" or {"FOLDER", "--plan"} & set(row.commands[row.ours]):
            return None
        self.number += 1
        arguments, made = self.words(row, row.ours, self.number)
        report = json.loads(subprocess.run(
            [*row.launcher, self.build / "bin" / row.ours, "--report=json", *arguments], check=True,
            env=self.environment(row, row.ours), stdout=subprocess.PIPE).stdout)
        if made.is_file():
            made.unlink()
        return report["coordinator_cpu_seconds"] / report["cpu_seconds"]

    def result(self, name):
        """Summarizes the runs of a row as an object of --json."""
        row = ROWS[name]
        runs, sizes, shares = self.measure(row)
        programs = {peer: {
            "seconds": statistics.median(one.seconds for one in runs[peer]),
            "cpu_seconds": statistics.median(one.cpu_seconds for one in runs[peer]),
            "memory_bytes": max(one.memory_bytes for one in runs[peer]),
            "output_bytes": sizes[peer],
        } for peer in runs}
        share = None if None in shares else statistics.median(shares)
        return {"name": name, "task": row.task, "ours": row.ours, "rounds": self.rounds,
                "cores": len(os.sched_getaffinity(0)), "coordinator_share": share,
                "programs": programs}


def print_result(result):
    ours = result["programs"][result["ours"]]
    print(f"{result['name']}: {result['task']}")
    for peer, one in result["programs"].items():
        ratio = one["seconds"] / ours["seconds"]
        line = (f"  {peer:<11} {one['seconds']:8.3f} s  {ratio:6.2f}x  "
                f"{one['cpu_seconds']:7.3f} s CPU  {one['memory_bytes'] / 1e6:7.0f} MB memory  "
                f"{one['output_bytes'] / 1e6:8.1f} MB output")
        if one is ours and result["coordinator_share"] is not None:
            line += f"  coordinator {result['coordinator_share']:.1%}"
        goal = ROWS[result["name"]].goals.get(peer)
        if goal:
            line += f"  goal {goal:.2f}x: {'reached' if ratio >= goal else 'missed'}"
            if ratio < goal:
                busy = one["seconds"] / (ours["cpu_seconds"] / result["cores"])
                line += f" (with all cores busy {busy:.2f}x)"
        print(line, flush=True)
    for peer in ROWS[result["name"]].commands.keys() - result["programs"].keys():
        print(f"  {peer:<11} is not installed", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--row", action="append", choices=ROWS, metavar="NAME")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--large-chunks", action="store_true")
    parser.add_argument("--cold", action="store_true")
    parser.add_argument("--keep", type=Path, help="a folder for the inputs, kept for the next time")
    parser.add_argument("--json", type=Path, help="a file for the results")
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
        build = options.build.resolve()
        inputs = Inputs(build, folder.resolve(), options.large_chunks)
        bench = Bench(build, inputs, outputs.resolve(), options.rounds, options.cold)
        results = []
        for name in options.row or ROWS:
            launcher = ROWS[name].launcher
            if launcher and not shutil.which(launcher[0]):
                print(f"{name}: left out, because there is no {launcher[0]}")
                continue
            results.append(bench.result(name))
            print_result(results[-1])
            if options.json:  # each time: an interrupted run keeps what it has measured
                options.json.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
        shutil.rmtree(outputs)
    return 0


if __name__ == "__main__":
    sys.exit(main())
