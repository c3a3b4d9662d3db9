#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Runs ncfcopy --mpi: several processes, which NCF_MPIRUN starts, share the files of one run.

The outputs must have the same bytes as those of one process.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from cases import Failure, main, run, skip

import netCDF4
import numpy

NCFCOPY = Path(os.environ["NCF_BIN"]) / "ncfcopy"
NCFGEN = Path(os.environ["NCF_BIN"]) / "ncfgen"
MPIRUN = os.environ["NCF_MPIRUN"]
RECORD = ".ncfcopy-journal"
ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_rmaps_base_oversubscribe": "1", "PRTE_MCA_rmaps_default_mapping_policy":
               ":oversubscribe"}
PROCESSES = 3
LONG_RUN = 30  # files


def make_inputs(count, values=5000):
    """Makes files of different lengths in `in`."""
    Path("in").mkdir()
    for number in range(count):
        text = ", ".join(str((position * (number + 3)) % 1000)
                         for position in range(values + 100 * number))
        text = (f"netcdf f {{ dimensions: x = {values + 100 * number} ; "
                f"variables: int v(x) ; data: v = {text} ; }}")
        Path("f.cdl").write_text(text)
        run(NCFGEN, "-4", "-o", f"in/{number:02}.nc", "f.cdl")


def by_rank(zero, others, *arguments):
    """Returns a shell command for rank 0 and another for the others, before ncfcopy and its
    arguments. (mpirun's own way, two commands with a colon between them, crashes in Open MPI
    5.0.7.)"""
    script = (f"if [ ${{OMPI_COMM_WORLD_RANK:-$PMI_RANK}} = 0 ]; then {zero}; else {others}; fi "
              f'&& exec {NCFCOPY} "$@"')
    return ["sh", "-c", script, "sh", *map(str, arguments)]


def by_mpi(*arguments, status=0, processes=PROCESSES):
    return run(MPIRUN, "-n", processes, NCFCOPY, *arguments, status=status, text=True,
               env=ENVIRONMENT)


def copies_in(folder):
    """Returns {path: bytes} of the files that are not hidden."""
    return {path.relative_to(folder).as_posix(): path.read_bytes()
            for path in Path(folder).rglob("*") if path.is_file() and path.name[0] != "."}


def expect(condition, text):
    if not condition:
        raise Failure(text)


def expect_nothing_unfinished(folder):
    hidden = [path.name for path in Path(folder).rglob(".*") if path.name != RECORD]
    expect(not hidden, f"left behind: {hidden}")


def lines_of(journal):
    lines = map(json.loads, Path(journal).read_text().splitlines())
    return [line for line in lines if "run" not in line]


def own_messages(done):
    """Returns the messages without those of mpirun."""
    return [line for line in done.stderr.splitlines() if line.startswith("ncfcopy: ")]


def copy_alone(folder):
    Path(folder).mkdir()
    run(NCFCOPY, "-F", "*,shuffle|deflate,1", "--into", folder, "in")


CHAIN = ("-F", "*,shuffle|deflate,1")


def same_files():
    """Many processes make the same files as one, with one report and one journal."""
    make_inputs(12)
    copy_alone("alone")
    Path("out").mkdir()
    done = by_mpi("--mpi", *CHAIN, "--verify", "--checksums", "--journal", "journal",
                  "--report=summary", "--into", "out", "in")
    expect(copies_in("out") == copies_in("alone"), "other copies than of one process")
    expect(done.stdout.count("12 copied, 0 skipped, 0 failed") == 1, done.stdout)
    expect(own_messages(done) == [], done.stderr)
    lines = lines_of("journal")
    expect(sorted(Path(line["output"]).name for line in lines) == sorted(copies_in("out")),
           "the journal names other files")
    expect(all(line["verified"] and line["output_sha256"] for line in lines), "not verified")
    run(NCFCOPY, "--in-place", *CHAIN, "in")
    expect(copies_in("in") == copies_in("alone"), "other copies in place")


def failures():
    """A problem with a file is reported once, and the other files are copied."""
    make_inputs(5)
    Path("in/02.nc").write_bytes(Path("in/02.nc").read_bytes()[:3000])
    Path("out").mkdir()
    done = by_mpi("--mpi", *CHAIN, "--into", "out", "in", status=1)
    expect(sorted(copies_in("out")) == ["00.nc", "01.nc", "03.nc", "04.nc"], "other copies")
    messages = own_messages(done)
    expect(len(messages) == 2 and "02.nc" in messages[0], messages)
    expect(messages[1] == "ncfcopy: 1 of 5 files failed: 1 corrupt", messages)
    expect_nothing_unfinished("out")


def resume():
    """A later run skips files that a process has recorded as done."""
    make_inputs(6)
    copy_alone("out")
    Path("out/03.nc").unlink()
    done = by_mpi("--mpi", *CHAIN, "--resume", "--report=summary", "--into", "out", "in")
    expect("1 copied, 5 skipped, 0 failed" in done.stdout, done.stdout)


def start_long_run():
    """Starts a long run and waits until the first files are done."""
    make_inputs(LONG_RUN, values=20000)
    Path("out").mkdir()
    begun = subprocess.Popen([MPIRUN, "-n", str(PROCESSES), NCFCOPY, "--mpi", "-d", "9", "--verify",
                              "--into", "out", "in"], env=ENVIRONMENT, stderr=subprocess.PIPE,
                             text=True)
    while len(copies_in("out")) < 3:
        expect(begun.poll() is None, "ended before it was stopped")
        time.sleep(0.01)
    return begun


def expect_whole(begun):
    """Expects that every file with its final name is complete, and that the next run makes the
    others."""
    begun.communicate(timeout=60)
    made = copies_in("out")
    by_mpi("--mpi", "-d", "9", "--verify", "--resume", "--into", "out", "in")
    complete = copies_in("out")
    expect(len(complete) == LONG_RUN, f"{len(complete)} files")
    expect(all(complete[name] == made[name] for name in made), "some were not whole")
    expect_nothing_unfinished("out")


def interrupted():
    """A signal to mpirun ends all processes. MPICH's may kill them before they remove unfinished
    copies, which the next run does then.
    """
    begun = start_long_run()
    begun.send_signal(signal.SIGTERM)
    expect_whole(begun)


def processes():
    """Returns {number: (name, parent)}, from /proc."""
    found = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, rest = path.read_text().split("(", 1)[1].rsplit(")", 1)
        except OSError:  # it has ended
            continue
        found[int(path.parent.name)] = (name, int(rest.split()[1]))
    return found


def ranks_of(process):
    """Returns the processes of ncfcopy that an mpirun, or a process of its own, has started."""
    found = processes()

    def is_below(number):
        while number in found and number != process:
            number = found[number][1]
        return number == process

    return sorted(number for number, (name, parent) in found.items()
                  if name == "ncfcopy" and is_below(number)
                  and found.get(parent, ("", 0))[0] != "ncfcopy")


def lost_rank():
    """The death of one process ends the run."""
    begun = start_long_run()
    os.kill(ranks_of(begun.pid)[-1], signal.SIGKILL)
    expect_whole(begun)
    expect(begun.returncode != 0, "a run that lost a rank has exit status 0")


def make_large_input(path, times=200):
    """Of values that take long to compress."""
    numbers = numpy.random.default_rng(1)
    with netCDF4.Dataset(path, "w") as file:
        for name, length in {"time": times, "y": 200, "x": 320}.items():
            file.createDimension(name, length)
        t = file.createVariable("t", "f4", ("time", "y", "x"), chunksizes=(1, 200, 320), zlib=True,
                                complevel=1)
        for time_step in range(times):
            t[time_step] = 280 + numpy.cumsum(numbers.normal(0, 0.1, (200, 320)), axis=1)


def idle_ranks():
    """Ranks that have nothing left to copy help with large files; a classic file is not shared."""
    make_inputs(2)
    make_large_input("in/large.nc")
    Path("alone").mkdir()
    run(NCFCOPY, *CHAIN, "--into", "alone", "in")
    Path("out").mkdir()
    by_mpi("--mpi", *CHAIN, "--verify", "--journal", "journal", "--into", "out", "in")
    expect(copies_in("out") == copies_in("alone"), "other copies than of one process")
    helpers = {Path(line["output"]).name: line.get("helpers", 0) for line in lines_of("journal")}
    expect(helpers == {"00.nc": 0, "01.nc": 0, "large.nc": PROCESSES - 1}, helpers)
    Path("classic").mkdir()
    by_mpi("--mpi", "-k", "nc6", "--journal", "journal2", "--into", "classic", "in/large.nc")
    expect("helpers" not in lines_of("journal2")[0], "several processes wrote a classic file")


def children_that_write(output):
    """Returns the processes that have the unfinished output open, a file .NAME... in its folder."""
    output = Path(output).resolve()
    found = []
    for number in processes():
        try:
            targets = [os.readlink(path) for path in Path(f"/proc/{number}/fd").iterdir()]
        except OSError:  # it has ended
            continue
        if any(Path(target).parent == output.parent and
               Path(target).name.startswith(f".{output.name}") for target in targets):
            found.append(number)
    return found


def lost_helper():
    """If a helper dies, the copy has failed and nothing of it is left; other files are copied."""
    make_inputs(1)
    make_large_input("in/large.nc")
    Path("out").mkdir()
    slow = ("--mpi", "-F", "*,shuffle|deflate,9", "--resume", "--into", "out", "in")
    begun = subprocess.Popen([MPIRUN, "-n", str(PROCESSES), NCFCOPY, "-j", "1", *slow],
                             env=ENVIRONMENT, stderr=subprocess.PIPE, text=True)
    while len(writing := children_that_write("out/large.nc")) < 2:
        expect(begun.poll() is None, "ended before ranks shared the copy")
    os.kill(writing[-1], signal.SIGKILL)
    errors = begun.communicate(timeout=60)[1]
    expect(begun.returncode != 0, "a copy that lost a process has exit status 0")
    expect("in/large.nc: copying it crashes (Killed)" in errors, errors)
    expect(sorted(copies_in("out")) == ["00.nc"], "other copies")
    expect_nothing_unfinished("out")
    by_mpi(*slow)
    expect(sorted(copies_in("out")) == ["00.nc", "large.nc"], "not made again")


def other_files():
    """A machine that sees another file than rank 0 does must not copy it."""
    make_inputs(1)
    Path("other.nc").write_bytes(Path("in/00.nc").read_bytes() + b" ")
    if subprocess.run(["unshare", "--mount", "mount", "--bind", "other.nc", "in/00.nc"],
                      capture_output=True, check=False).returncode != 0:
        skip("no mounts")
    Path("out").mkdir()
    command = by_rank("true", "mount --bind other.nc in/00.nc", "--mpi", "--into", "out",
                      "in/00.nc")
    done = run(MPIRUN, "-n", "2", "unshare", "--mount", *command, env=ENVIRONMENT, status=1,
               text=True)
    expect("sees another file than the machine of rank 0" in done.stderr, done.stderr)
    expect(copies_in("out") == {}, "made a copy")


def other_folder():
    """Names are relative to rank 0's working folder."""
    make_inputs(4)
    copy_alone("alone")
    for name in ("out", "elsewhere"):
        Path(name).mkdir()
    shutil.copy("in/00.nc", "elsewhere/01.nc")
    command = by_rank("cd in", "cd elsewhere", "--mpi", *CHAIN, "--into", "../out", "00.nc",
                      "01.nc", "02.nc", "03.nc")
    run(MPIRUN, "-n", "3", *command, env=ENVIRONMENT)
    expect(copies_in("out") == copies_in("alone"), "other copies")


def refused():
    """Jobs that several processes cannot share."""
    make_inputs(1)
    done = by_mpi("in/00.nc", "out.nc", status=2, processes=2)
    expect("2 processes were started to do the same work: add --mpi to share it among them"
           in done.stderr, done.stderr)
    expect(not Path("out.nc").exists(), "made a copy")
    other = "mpich" if "openmpi" in MPIRUN else "openmpi"
    if any((NCFCOPY.parents[1] / "lib/ncf").glob(f"libncf-{other}-*.so")):
        # MPICH 5 itself refuses to run under another mpirun.
        done = by_mpi(f"--mpi={other}", "in/00.nc", "out.nc", status=None, processes=2)
        expect("2 processes were started, but not by this MPI" in done.stderr or
               "uses unsupported PMI version" in done.stderr, done.stderr)
        expect(done.returncode != 0, "is accepted")
        expect(not Path("out.nc").exists(), "made a copy")
    done = run(NCFCOPY, "--mpi", "--plan", "in/00.nc", "out.nc", status=2, text=True)
    expect("--plan of one file does not need several processes" in done.stderr, done.stderr)
    done = run(NCFCOPY, "--mpi", "--jobs", "2", "--into", ".", "in/00.nc", status=2, text=True)
    expect("--mpi and --jobs contradict each other" in done.stderr, done.stderr)
    done = run(NCFCOPY, "--mpi=lam", "--into", ".", "in/00.nc", status=2, text=True)
    expect("--mpi=lam: expected --mpi, --mpi=openmpi or --mpi=mpich" in done.stderr, done.stderr)


if __name__ == "__main__":
    sys.exit(main([same_files, failures, resume, interrupted, lost_rank, idle_ranks, lost_helper,
                   other_files, other_folder, refused]))
