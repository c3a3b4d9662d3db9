# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""The jobs of the programs: a job turns an input into an output that is known."""

import dataclasses
import os
import re
import signal
import subprocess
from pathlib import Path

import inputs
import invariants
import process
import shim

PLUGINS = os.environ["NCF_PLUGINS"]


@dataclasses.dataclass(frozen=True)
class Job:
    program: str
    input: str  # a name in inputs.MAKERS
    options: tuple = ()
    target: str = "out.nc"  # a folder of Zarr where it ends so
    from_store: bool = False  # the input is a folder of Zarr

    @property
    def name(self):
        words = [self.program, self.input + self.input_suffix, *self.options, self.target]
        return "_".join(words).replace("/", "%").replace("*", "@")

    @property
    def remarks(self):
        """Returns whether the job prints a note on standard error: every input has something
        unfilterable."""
        return "-F" in self.options

    @property
    def prints(self):
        """Returns whether the job prints its result."""
        return self.program == "ncfdump"

    @property
    def makes_store(self):
        return self.output_suffix == ".zarr"

    @property
    def input_suffix(self):
        if self.from_store:
            return ".zarr"
        return ".cdl" if self.program == "ncfgen" else ".nc"

    @property
    def output_suffix(self):
        return os.path.splitext(self.target)[1]

    def argv(self, program, input_path, output_path):
        if self.program == "ncfgen":
            return [program, *self.options, "-o", output_path, input_path]
        if self.prints:
            return [program, *self.options, input_path]
        return [program, *self.options, input_path, output_path]


@dataclasses.dataclass(frozen=True)
class Reference:
    """The result of a job without faults."""
    output: Path
    counts: dict  # (call, file) -> number of calls
    seconds: float


ANY_KIND = ["classic", "cdf5", "deflate", "fletcher32", "zstd", "groups", "strings", "large"]
FILTERABLE = ["classic", "deflate", "zstd", "large"]
FLAT = ["classic", "deflate", "fletcher32", "large"]

REPACKINGS = [Job("ncfcopy", name, ("--for", "cmip7")) for name in ("monthly", "large_monthly")]

COPIES = (
    [Job("ncfcopy", name) for name in [*ANY_KIND, "large_classic"]] +
    [Job("ncfcopy", name, ("-d", "5", "-s")) for name in FILTERABLE] +
    [Job("ncfcopy", name, ("-F", "*,zstd,3")) for name in [*FILTERABLE, "groups"]] +
    [Job("ncfcopy", name, ("-F", "*,bzip2,9")) for name in ("large", "large_classic")] +
    [Job("ncfcopy", name, ("-k", "classic")) for name in FLAT] +
    [Job("ncfcopy", name, ("-c", "x/7")) for name in FILTERABLE] +
    [Job("ncfcopy", name, (option,)) for name in ANY_KIND for option in ("-w", "-r")] +
    [Job("ncfcopy", name, ("-u",)) for name in ("classic", "deflate", "large")] +
    [Job("ncfcopy", name, ("--verify", *options)) for name in FILTERABLE
     for options in ((), ("-d", "1"), ("-c", "x/7"))] +
    [Job("ncfcopy", name, ("--report=json",)) for name in ANY_KIND] +
    [Job("ncfcopy", name, ("--layout", layout)) for name in ("deflate", "strings", "large")
     for layout in ("consolidated", "paged")] + REPACKINGS)

GENERATIONS = (
    [Job("ncfgen", name) for name in [*ANY_KIND, "large_classic"]] +
    [Job("ncfgen", name, ("-4",)) for name in FLAT])

ZIPS = (  # files as others, that ncdump does not read
    [Job("ncfcopy", name, ("-k", kind, *options), "out.zip") for name in ("deflate", "large")
     for kind in ("zarr", "zarr3") for options in ((), ("-d", "1"))] +
    [Job("ncfgen", name, ("-k", "nczarr"), "out.zip") for name in ("classic", "deflate")])

ALL = [*COPIES, *GENERATIONS]  # that make files

DUMPS = [Job("ncfdump", name, ("-n", "same", *options)) for name in ANY_KIND
         for options in ((), ("-h",), ("-s",), ("-j", "1"))]

FROM_STORES = [Job("ncfcopy", name, options, target, from_store=True)
               for name in inputs.STORES for target in ("out.nc", "out.zarr")
               for options in ((), ("-d", "5", "-s"), ("-F", "*,zstd,3"))]

TO_STORES = (
    [Job("ncfcopy", name, ("-k", kind, *options), "out.zarr")
     for name in ("classic", "deflate", "large")
     for kind, options in (("nczarr", ()), ("nczarr", ("-d", "5", "-s")), ("zarr", ()),
                           ("zarr3", ()), ("nczarr", ("-c", "x/7")))
     if name != "large" or (kind == "nczarr" and "-c" not in options)] +
    [Job("ncfgen", name, ("-k", "nczarr"), "out.zarr")
     for name in ("classic", "deflate", "large_classic")] +
    [job for job in FROM_STORES if job.makes_store])

STORE_DUMPS = [Job("ncfdump", name, ("-n", "same"), from_store=True) for name in inputs.STORES]


def slow(some):
    """Returns the jobs that take long enough for something to happen meanwhile."""
    return [job for job in some if job.input.startswith("large")]


def run_ncdump(path, options):
    """Runs Debian's ncdump, whose limit of time leaves room for a busy machine: where it is met, the
    file counts as one that ncdump cannot read."""
    return subprocess.run(["timeout", "--signal=KILL", "150", "ncdump", *options, path],
                          check=False, capture_output=True,
                          env={**os.environ, "HDF5_PLUGIN_PATH": PLUGINS})


def dump(path, options=("-n", "same")):
    """Returns the output of Debian's ncdump for a file, under one name; None if it fails."""
    done = run_ncdump(path, options)
    return done.stdout if done.returncode == 0 else None


def breaks_ncdump(path):
    """Returns whether ncdump crashes or never ends, because a damaged file may cause that in
    libhdf5. If it only fails, each variable is tried alone, because our dumps continue after one
    that cannot be read."""
    status = run_ncdump(path, ()).returncode
    if status != 1:
        return is_broken(status)
    header = run_ncdump(path, ("-h",)).stdout.decode(errors="replace")
    names = set(re.findall(r"^\t\S+ ([^\s(]+)(?:\(.*\))? ;$", header, re.MULTILINE))
    return any(is_broken(run_ncdump(path, ("-v", name)).returncode) for name in sorted(names))


def is_broken(status):
    killed_by_timeout = 128 + signal.SIGKILL
    return status < 0 or status == killed_by_timeout


def sizes_of(path):
    """Returns sizes in bytes, of a file or of all files in a folder."""
    files = [file for file in path.rglob("*") if file.is_file()] if path.is_dir() else [path]
    return [file.stat().st_size for file in files]


def size_of(path):
    return sum(sizes_of(path))


def largest_of(path):
    return max(sizes_of(path))


def statements(text):
    """Returns the values by variable, because only NCZarr keeps the order of variables."""
    values = data_section(text).removeprefix(b"\ndata:")
    return sorted(statement.strip(b"\n ") for statement in values.split(b";"))


def data_section(text):
    return text[text.find(b"\ndata:"):]


class Workshop:
    """Inputs and references, made on demand and kept in a folder that processes may share."""

    def __init__(self, folder, programs):
        self.folder = folder
        self.programs = programs  # name -> path

    def input(self, job):
        return self.folder / f"{job.input}{job.input_suffix}"

    def old_store(self):
        """Returns a store that an output replaces."""
        return self.folder / "cdf5.zarr"

    def argv(self, job, input_path, output_path):
        return job.argv(self.programs[job.program], input_path, output_path)

    def reference(self, job):
        output = self.folder / job.name / job.target
        log = output.with_name("counts")
        if not log.exists():
            self.make_reference(job, output.parent)
        seconds = float(output.with_name("seconds").read_text(encoding="utf-8"))
        return Reference(output, shim.read_counts(log), seconds)

    def make_reference(self, job, final):
        folder = final.with_name(f"{final.name}_{os.getpid()}")
        folder.mkdir(exist_ok=True)
        done = process.run(self.argv(job, self.input(job), job.target), folder, process.Surroundings(
            environment=shim.counting(folder / "counts", self.input(job).name)))
        if done.returncode != 0:
            raise RuntimeError(f"{done.command} fails without a fault: {done.stderr}")
        (folder / "seconds").write_text(f"{done.seconds}", encoding="utf-8")
        if job.prints:
            (folder / job.target).write_text(done.stdout, encoding="utf-8")
        elif not self.has_values(folder / job.target, job):
            raise RuntimeError(f"{done.command}: the output has other values")
        try:
            folder.rename(final)
        except OSError:
            if not final.is_dir():  # else another process was faster
                raise

    def has_values(self, output, job):
        values, expected = self.dump_output(output), dump(self.folder / f"{job.input}.nc")
        return values is not None and statements(values) == statements(expected)

    def dump_output(self, path):
        """Works like `dump`, but converts a store to a file first, because ncdump reads few
        stores."""
        if not path.is_dir() and path.suffix != ".zip":
            return dump(path)
        copied = path.with_name("copied.nc")
        subprocess.run([self.programs["ncfcopy"], "-k", "nc4", path, copied], check=False,
                       capture_output=True)
        return dump(copied)

    def is_right_output(self, job, path):
        """Returns whether a file has the bytes of the reference or, failing that, its header and
        values. A store must have the same files."""
        reference = self.reference(job).output
        if reference.is_dir():
            return path.is_dir() and invariants.contents(path) == invariants.contents(reference)
        if not path.is_file():
            return False
        if path.read_bytes() == reference.read_bytes():
            return True
        shown = dump(path)
        return shown is not None and shown == dump(reference)
