#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Runs ncfcopy --mpi on one file, which all processes that NCF_MPIRUN starts share.

The output must have the same bytes as that of one process.
"""

import contextlib
import ctypes
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import netCDF4
import numpy

from cases import main
from processes import (ENVIRONMENT, MPIRUN, NCFCOPY, by_mpi, by_rank, expect, own_messages,
                       ranks_of, run, skip)

NCFINFO = NCFCOPY.with_name("ncfinfo")
SERIES = "t:40,10,16"
BROKEN = b"\xff" * 64


def make_input(path="in.nc", times=40):
    """Makes chunks with and without filters, missing ones, elements without chunks, and texts."""
    numbers = numpy.random.default_rng(1)
    with netCDF4.Dataset(path, "w") as file:
        for name, length in {"time": None, "y": 60, "x": 80, "place": 3}.items():
            file.createDimension(name, length)
        grid = ("time", "y", "x")
        t = file.createVariable("t", "f4", grid, zlib=True, complevel=2, chunksizes=(1, 30, 40))
        t[:] = 280 + numpy.cumsum(numbers.normal(0, 0.1, (times, 60, 80)), axis=2)
        big = file.createVariable("big_endian", ">i4", grid, endian="big", chunksizes=(2, 60, 80))
        big[:] = numbers.integers(0, 50, (times, 60, 80))
        gaps = file.createVariable("gaps", "i2", grid, zlib=True, chunksizes=(1, 20, 20))
        gaps[3, 20:40, 40:60] = 7
        gaps[times - 1, 0:20, 0:20] = 9
        file.createVariable("never", "f8", grid, chunksizes=(1, 60, 80))
        whole = file.createVariable("whole", "f8", ("y", "x"), contiguous=True)
        whole[:] = numbers.normal(0, 1, (60, 80))
        names = file.createVariable("name", str, ("place",))
        names[:] = numpy.array(["here", "there", "elsewhere"], dtype=object)
        file.createVariable("scalar", "i4")[:] = 4


def contents(output):
    """Returns {path: bytes} of a file or folder."""
    output = Path(output)
    paths = [output] if output.is_file() else sorted(output.rglob("*"))
    return {path.relative_to(output).as_posix(): path.read_bytes()
            for path in paths if path.is_file()}


def remove(output):
    if Path(output).is_dir():
        shutil.rmtree(output)
    Path(output).unlink(missing_ok=True)


def expect_same(source, output, *options, processes=(2, 4), threads=(1, 2)):
    alone = f"alone-{output}"
    remove(alone)
    run(NCFCOPY, *options, source, alone)
    for count in processes:
        for each in threads:
            remove(output)
            by_mpi("--mpi", "-j", each, *options, source, output, processes=count)
            expect(contents(output) == contents(alone),
                   f"{options}: {count} processes with {each} threads make another output")


def expect_nothing_hidden():
    hidden = [path.name for path in Path().iterdir() if path.name.startswith(".")]
    expect(not hidden, f"left behind: {hidden}")


def same_bytes():
    """Every route to netCDF-4."""
    make_input()
    expect_same("in.nc", "out.nc", "-F", "*,shuffle|deflate,5", processes=(1, 2, 4))
    expect_same("in.nc", "out.nc", threads=(1,))
    expect_same("in.nc", "out.nc", "-c", SERIES, "-d", "1", "--max-memory", "8M")
    expect_same("in.nc", "out.nc", "--quantize", "t,error,0.01", "-d", "1", threads=(2,))
    run(NCFCOPY, "-k", "nc5", "-V", "t,gaps,whole", "in.nc", "classic.nc")
    expect_same("classic.nc", "out.nc", "-k", "nc4", "-d", "1", "-s", threads=(1,))
    expect_nothing_hidden()


def layouts():
    """The metadata of one process, in front; and all that CMIP7 asks."""
    make_input(times=300)  # so that t has several chunks of 4 MiB
    with netCDF4.Dataset("in.nc", "a") as file:
        file.createVariable("time", "f8", ("time",), chunksizes=(1,))[:] = numpy.arange(300)
        file.variable_id = "t"
    expect_same("in.nc", "out.nc", "--layout", "consolidated", processes=(3,), threads=(1,))
    expect_same("in.nc", "out.nc", "--layout", "consolidated", "-d", "2", processes=(2,))
    expect_same("in.nc", "out.nc", "--for", "cmip7", threads=(1,))
    run(NCFINFO, "file", "--for", "cmip7", "out.nc")


def stores():
    """To and from Zarr, with and without shards."""
    make_input()
    options = ["-V", "t,gaps,big_endian,whole"]
    expect_same("in.nc", "out.zarr", *options, "-d", "3", threads=(2,))
    expect_same("in.nc", "out.zarr", *options, threads=(1,))
    expect_same("in.nc", "out.zarr", *options, "-k", "zarr3", "-d", "2", "--shards", "64K")
    expect_same("alone-out.zarr", "back.nc", "-d", "4", threads=(1,))


def verified():
    """All processes compare what they wrote."""
    make_input()
    expect_same("in.nc", "out.nc", "--verify", "-d", "2", processes=(2,))
    expect_same("in.nc", "out.nc", "--verify", processes=(3,), threads=(1,))
    expect_same("in.nc", "out.zarr", "--verify", "-V", "t,gaps", "-k", "zarr3", "-d", "2",
                processes=(3,), threads=(1,))


def read_from_disk():
    """Each machine flushes its part of the output and removes it from its cache before --verify
    reads it: the only call of its kind on a rank of this machine other than 0 fails."""
    library = NCFCOPY.parents[1] / "tests/libfailing_io.so"
    if not library.exists():
        skip("no calls can be made to fail here")
    make_input()
    command = by_rank("true", f"export LD_PRELOAD={library} NCF_FAILING_IO='sync output 1 EIO once'",
                      "--mpi", "-d", "1", "--verify", "in.nc", "out.nc")
    done = run(MPIRUN, "-n", "2", *command, env=ENVIRONMENT, status=1, text=True)
    expect("out.nc: " in done.stderr and "Input/output error" in done.stderr, done.stderr)


def alone():
    """One process makes outputs that processes cannot share, and says so."""
    make_input()
    for output, options in (("out.nc", ["-k", "nc5", "-V", "t,gaps"]), ("out.zip", ["-V", "t"]),
                            ("out.nc", ["--follow-external"])):
        expect_same("in.nc", output, *options, processes=(2,), threads=(1,))
        remove(output)
        done = by_mpi("--mpi", *options, "in.nc", output)
        expect("note: only one process makes this copy: " in done.stderr, done.stderr)


def break_chunk(path):
    """Damages a chunk of the variable t; returns its name in messages."""
    h5py = __import__("h5py")
    with h5py.File(path) as file:
        info = file["t"].id.get_chunk_info(37)
    with open(path, "r+b") as file:
        file.seek(info.byte_offset)
        file.write(BROKEN)
    return f"chunk at ({','.join(map(str, info.chunk_offset))})"


def broken_chunk():
    """The message names file, variable and chunk, as with one process."""
    make_input()
    chunk = break_chunk("in.nc")
    Path("out.nc").write_bytes(b"old")
    expected = run(NCFCOPY, "-d", "4", "in.nc", "out.nc", status=1, text=True)
    for count in (2, 4):
        done = by_mpi("--mpi", "-d", "4", "in.nc", "out.nc", status=1, processes=count)
        # If rank 0 ends first, Open MPI may kill the others, which print a message.
        messages = [line for line in own_messages(done) if "interrupted" not in line]
        expect(messages == expected.stderr.splitlines(), done.stderr)
        expect(f"in.nc: variable /t: {chunk}" in done.stderr, done.stderr)
    expect(Path("out.nc").read_bytes() == b"old", "the target has changed")
    expect_nothing_hidden()


def full_disk():
    """A rank other than 0 fails to write, and the whole run fails: this rank may write little, rank
    0 all."""
    make_input()
    for options in (["-d", "4"], []):
        command = by_rank("true", "trap '' XFSZ; ulimit -f 20", "--mpi", "-j", "1", *options,
                          "in.nc", "out.nc")
        done = subprocess.run([MPIRUN, "-n", "2", *command], text=True, capture_output=True,
                              check=False, env={**ENVIRONMENT, "UCX_TLS": "tcp,self"})
        if "unable to reach each other" in done.stderr:
            skip("this MPI itself needs longer files")
        expect(done.returncode == 1, done)
        expect("out.nc: variable /" in done.stderr and "File too large" in done.stderr, done.stderr)
        expect(not Path("out.nc").exists(), "made a copy")
    expect_nothing_hidden()


def by_another_view(mount, *arguments, status=1):
    """Runs a command on rank 1 before ncfcopy, in a separate mount namespace."""
    command = by_rank("true", mount, "--mpi", *arguments)
    return run(MPIRUN, "-n", "2", "unshare", "--mount", *command, env=ENVIRONMENT, status=status,
               text=True)


def expect_other_input(seen, place, message, *arguments):
    """Expects an error that names `place` as rank 1 sees it, where it has mounted `seen`."""
    done = by_another_view(f"mount --bind {seen} {place}", "-d", "1", *arguments, "out.nc")
    expect(f"{os.uname().nodename}: {place}: sees another {message}" in done.stderr, done.stderr)
    expect(not Path("out.nc").exists(), "made a copy")
    expect_nothing_hidden()


def other_input():
    """A message names a machine that sees another file than rank 0 does, and the file."""
    make_input()
    shutil.copy("in.nc", "other.nc")
    with open("other.nc", "ab") as file:
        file.write(b" ")
    if subprocess.run(["unshare", "--mount", "mount", "--bind", "other.nc", "in.nc"],
                      capture_output=True, check=False).returncode != 0:
        skip("no mounts")
    size = Path("in.nc").stat().st_size
    expect_other_input("other.nc", "in.nc", "file than the machine of rank 0: its size is "
                       f"{size + 1}, not {size} bytes", "in.nc")
    run(NCFCOPY, "-V", "t", "-k", "zarr2", "-F", "*,none", "in.nc", "in.zarr")
    shutil.copytree("in.zarr", "other.zarr")
    Path("other.zarr/t/7.1.1").write_bytes(bytes(4800))
    expect_other_input("other.zarr", "in.zarr", "folder than the machine of rank 0: ", "in.zarr")
    run(NCFCOPY, "--kerchunk", "in.json", "in.nc")
    expect_other_input("other.nc", Path("in.nc").absolute(), "file than the machine of rank 0: ",
                       "-V", "t", "in.json")


def by_two_machines(*arguments, status=0, on_second="true"):
    """Gives each process its own host name and mounts, so that Open MPI regards it as being on
    another machine. on_second: a command for the second."""
    Path("agent").write_text("#!/bin/sh\nhost=$1; shift\n"
                             f"[ $host = second ] && before='{on_second}' || before=true\n"
                             'exec unshare --uts --mount sh -c "hostname $host; $before; $*"\n')
    Path("agent").chmod(0o755)
    return run(MPIRUN, "-H", "first:1,second:1", "--mca", "plm_rsh_agent", Path("agent").absolute(),
               "-n", "2", NCFCOPY, *arguments, env=ENVIRONMENT, status=status, text=True)


def mount_unknown(folder):
    """Mounts, for this process only, a file system that is not known to keep the writes of machines
    apart."""
    new_mounts = 0x00020000  # CLONE_NEWNS
    expect(ctypes.CDLL(None).unshare(new_mounts) == 0, "no mounts of its own")
    run("mount", "--make-rprivate", "/")
    Path(folder).mkdir()
    run("mount", "-t", "ramfs", "ramfs", folder)


def need_our_agent():
    """Skips the case unless mpirun can start processes by a command of ours."""
    if os.environ["NCF_MPI"] != "openmpi":
        skip("only Open MPI's mpirun starts processes by another command")


def two_machines():
    """Two machines make the same copy as one process if the file system keeps their writes apart;
    otherwise one process makes it. Errors on one machine name it."""
    need_our_agent()
    if subprocess.run(["unshare", "--uts", "--mount", "hostname", "other"], capture_output=True,
                      check=False).returncode != 0:
        skip("no host names")
    make_input()
    for output, options in (("out.nc", []), ("out.zarr", ["-V", "t,gaps"])):
        command = ["-d", "2", "--verify", *options, "in.nc"]
        run(NCFCOPY, *command, f"alone-{output}")
        by_two_machines("--mpi", *command, output)
        expect(contents(output) == contents(f"alone-{output}"), f"another {output}")
    mount_unknown("mounted")
    try:
        done = by_two_machines("--mpi", "-d", "2", "in.nc", "mounted/out.nc")
    finally:
        run("umount", "mounted")
    expect("note: only one process makes this copy: the file system of the output" in done.stderr,
           done.stderr)
    here = Path().absolute()
    done = by_two_machines("--mpi", "in.nc", "new.nc", status=1,
                           on_second=f"mount --bind {here}/out.nc {here}/in.nc")
    expect("second: in.nc: sees another file than the machine of rank 0: " in done.stderr,
           done.stderr)


@contextlib.contextmanager
def two_networks():
    """Makes two networks that a cable joins: 10.9.0.1 in the first and 10.9.0.2 in the second."""
    names = [f"ncf-{os.getpid()}-{end}" for end in ("first", "second")]
    for name in names:
        if subprocess.run(["ip", "netns", "add", name], capture_output=True,
                          check=False).returncode != 0:
            skip("no networks of our own")
    try:
        run("ip", "link", "add", "cable", "netns", names[0], "type", "veth", "peer", "name",
            "cable", "netns", names[1])
        for number, name in enumerate(names, start=1):
            run("ip", "-n", name, "address", "add", f"10.9.0.{number}/24", "dev", "cable")
            run("ip", "-n", name, "link", "set", "cable", "up")
            run("ip", "-n", name, "link", "set", "lo", "up")
        yield names
    finally:
        for name in names:
            run("ip", "netns", "delete", name)


def over_a_network():
    """Two machines that only a network joins make the same copy as one process."""
    need_our_agent()
    if not shutil.which("ip"):
        skip("no ip")
    make_input()
    run(NCFCOPY, "-d", "2", "--verify", "in.nc", "alone.nc")
    with two_networks() as (first, second):
        Path("agent").write_text(f"#!/bin/sh\nshift\nexec ip netns exec {second} "
                                 'unshare --uts sh -c "hostname second; $*"\n')
        Path("agent").chmod(0o755)
        command = [MPIRUN, "-H", "first:1,10.9.0.2:1", "--mca", "plm_rsh_agent",
                   Path("agent").absolute(), "--mca", "oob_tcp_if_include", "10.9.0.0/24", "--mca",
                   "btl_tcp_if_include", "10.9.0.0/24", "--mca", "btl", "tcp,self", "-n", "2",
                   NCFCOPY, "--mpi", "-d", "2", "--verify", "in.nc", "out.nc"]
        run("ip", "netns", "exec", first, "unshare", "--uts", "sh", "-c",
            'hostname first; exec "$@"', "sh", *command, env=ENVIRONMENT)
    expect(contents("out.nc") == contents("alone.nc"), "another output than of one process")


def under_slurm():
    """Runs the example's script with another srun, which starts two processes."""
    script = Path(__file__).parents[2] / "examples" / "one_file.sbatch"
    if shutil.which("shellcheck"):
        run("shellcheck", script)
    make_input()
    Path("bin").mkdir()
    Path("bin/srun").write_text('#!/bin/sh\nwhile case $1 in --*) true ;; *) false ;; esac; do shift; done\n'
                                f'exec {MPIRUN} -n 2 "$@"\n')
    Path("bin/srun").chmod(0o755)
    path = f"{Path('bin').absolute()}:{NCFCOPY.parent}:{os.environ['PATH']}"
    slurm = {"PATH": path, "SLURM_CPUS_PER_TASK": "2", "SLURM_MEM_PER_CPU": "64"}
    run("bash", script, "in.nc", "out.nc", env={**ENVIRONMENT, **slurm})
    run(NCFCOPY, "-F", "*,shuffle|deflate,4", "in.nc", "alone.nc")
    expect(contents("out.nc") == contents("alone.nc"), "another output than of one process")
    run("bash", script, "in.nc", status=2)


def size_of(path):
    """Returns the size of a file; 0 if an earlier run's removal of leftovers was faster."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def start_long_copy():
    """Starts a long copy and waits until part of the output exists."""
    make_input(times=1000)
    Path("out.nc").write_bytes(b"old")
    begun = subprocess.Popen([MPIRUN, "-n", "3", NCFCOPY, "--mpi", "-j", "1", "-d", "1", "-c",
                              "t:1,4,4", "in.nc", "out.nc"], env=ENVIRONMENT,
                             stderr=subprocess.PIPE, text=True)
    while not any(size_of(path) > 500_000 for path in Path().glob(".out.nc*")):
        expect(begun.poll() is None, "ended before it was stopped")
        time.sleep(0.005)
    return begun


def expect_old_output(begun):
    """Expects the target as it was, and that neither this nor the next run leaves anything else."""
    begun.communicate(timeout=60)
    expect(Path("out.nc").read_bytes() == b"old", "the target has changed")
    # mpirun does not wait for the process that removes what the killed ones left.
    end = time.monotonic() + 20
    while any(Path().glob(".out.nc*")) and time.monotonic() < end:
        time.sleep(0.05)
    expect_nothing_hidden()
    by_mpi("--mpi", "-d", "1", "in.nc", "out.nc")
    expect_nothing_hidden()


def lost_rank():
    """The death of any process ends the run."""
    for which in (0, -1):
        begun = start_long_copy()
        os.kill(ranks_of(begun.pid)[which], signal.SIGKILL)
        expect_old_output(begun)
        expect(begun.returncode != 0, "a run that lost a rank has exit status 0")


def interrupted():
    """A signal to mpirun ends all processes. mpirun's exit status may be 0: after Ctrl-C, MPICH's
    does not always wait for that of the processes.
    """
    for number in (signal.SIGTERM, signal.SIGINT):
        begun = start_long_copy()
        begun.send_signal(number)
        expect_old_output(begun)


if __name__ == "__main__":
    sys.exit(main([same_bytes, layouts, stores, verified, read_from_disk, alone, broken_chunk,
                   full_disk, other_input, two_machines, over_a_network, under_slurm, lost_rank,
                   interrupted]))
