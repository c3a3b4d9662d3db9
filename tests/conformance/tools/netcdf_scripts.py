# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Runs the test scripts of a netCDF-C source folder twice: with Debian's ncdump, ncgen and nccopy,
and with ncfdump, ncfgen and ncfcopy under these names. A script that passes with Debian's must pass
with ours; what does not is listed, with its reason, in differences/netcdf_scripts.txt.

The scripts run in two copies of the source, in the order of their Makefile, since some read what
others wrote. The C programs they call are compiled against the installed libnetcdf; a script that
needs more than this fails with Debian's tools too and is left out of the comparison.

With --build FOLDER, a build of that source with its tests and plugins, its programs are compared
instead of Debian's, and its scripts run where they are. So the tests of filters and codecs run,
which Debian's netCDF has no plugins for.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
LIST = HERE.parent / "differences" / "netcdf_scripts.txt"
FOLDERS = ("ncdump", "nczarr_test", "nc_test4")
PROGRAMS = {"ncdump/ncdump": ("ncdump", "ncfdump"), "ncdump/nccopy": ("nccopy", "ncfcopy"),
            "ncgen/ncgen": ("ncgen", "ncfgen"), "ncgen3/ncgen3": ("ncgen3", "ncgen3")}
FEATURES = {"HAS_HDF5": "yes", "HAS_NCZARR": "yes", "TESTUID": "1"}
SECONDS = 300
BYTES = 4 << 30  # netCDF's own programs take all memory for some of the Zarr stores


def fill_in(folder):
    """Makes test_common.sh and config.h as netCDF's own configure step would."""
    template = (folder / "test_common.in").read_text(encoding="utf-8")
    values = {**FEATURES, "abs_top_srcdir": str(folder), "abs_top_builddir": str(folder)}
    text = re.sub(r"@(\w+)@", lambda match: values.get(match[1], ""), template)
    (folder / "test_common.sh").write_text(text, encoding="utf-8")
    (folder / "config.h").write_text("#define NETCDF_ENABLE_CDF5 1\n#define ENABLE_CDF5 1\n"
                                     "#define USE_HDF5 1\n#define HAVE_UNISTD_H 1\n",
                                     encoding="utf-8")


def compile_programs(folder):
    """Compiles the C programs that scripts call, except those that cannot be compiled alone."""
    for name in FOLDERS:
        scripts = "".join(path.read_text(errors="replace") for path in (folder / name).glob("*.sh"))
        for called in sorted(set(re.findall(r"\$\{?execdir\}?/(\w+)", scripts))):
            program = folder / name / called
            source = program.with_suffix(".c")
            if source.exists() and not program.exists():
                subprocess.run(["cc", "-w", f"-I{folder}", f"-I{folder}/include", "-o", program,
                                source, "-lnetcdf", "-lm"], stderr=subprocess.DEVNULL, check=False)


def place_programs(folder, which, bin_folder):
    for place, names in PROGRAMS.items():
        ours = bin_folder / names[1]
        program = ours if which == 1 and ours.exists() else shutil.which(names[0])
        wrapper = folder / place
        wrapper.parent.mkdir(exist_ok=True)
        wrapper.unlink(missing_ok=True)
        wrapper.write_text(f'#!/bin/sh\nexec "{program}" "$@"\n', encoding="utf-8")
        wrapper.chmod(0o755)


def scripts_of(source, folder):
    """Returns ["ncdump/tst_64bit.sh", ...] in the order of the source's Makefiles, those that are in
    the folder, source or build: a build has more, made from others."""
    scripts = []
    for name in FOLDERS:
        makefile = (source / name / "Makefile.am").read_text(encoding="utf-8")
        for lines in re.findall(r"^TESTS *\+?=((?:.*\\\n)*.*)", makefile, re.MULTILINE):
            scripts += [f"{name}/{script}" for script in re.findall(r"\S+\.sh", lines)]
    return [script for script in dict.fromkeys(scripts) if (folder / script).exists()]


def run(folder, script):
    """Returns (whether the script passes, its output)."""
    place = folder / script
    environment = {**os.environ, "srcdir": str(place.parent), "HDF5_PLUGIN_PATH": ""}
    return run_command(["bash", place], place.parent, environment)


def run_command(command, folder, environment):
    """Returns (whether it succeeds, its output)."""
    try:
        result = subprocess.run(["prlimit", f"--as={BYTES}", *command], cwd=folder,
                                env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return False, "it took too long\n"
    return result.returncode == 0, result.stdout.decode(errors="replace")


def run_in_build(script, which, source, build, bin_folder):
    """Runs a script of a build. It reads the names of the programs from test_common.sh once."""
    place = build / script
    names = "" if which == 0 else "".join(
        f"{variable}='{bin_folder / program}'; " for variable, program in
        (("NCDUMP", "ncfdump"), ("NCCOPY", "ncfcopy"), ("NCGEN", "ncfgen")))
    command = f". ../test_common.sh; {names}. './{place.name}'"
    environment = {**os.environ, "srcdir": str(source / place.parent.name), "HDF5_PLUGIN_PATH": ""}
    return run_command(["bash", "-c", command], place.parent, environment)


def read_list():
    """Reads the scripts that fail with ours for a known reason: `script: reason` in each line."""
    if not LIST.exists():
        return {}
    lines = LIST.read_text(encoding="utf-8").splitlines()
    return dict(line.split(": ", 1) for line in lines if line and not line.startswith("#"))


def make_copies(source, work, bin_folder):
    folders = [work / "theirs", work / "ours"]
    for which, folder in enumerate(folders):
        if which == 0:
            shutil.copytree(source, folder, ignore=shutil.ignore_patterns(".git"), symlinks=True)
            fill_in(folder)
            compile_programs(folder)
        else:
            shutil.copytree(folders[0], folder, symlinks=True)
            fill_in(folder)
        place_programs(folder, which, bin_folder)
    return folders


def compare(run_with, scripts):
    """Prints a line for each script. run_with: a function of a script and of the side, 0 for theirs
    and 1 for ours, as `run`. Returns the exit status."""
    listed = read_list()
    counts = {"both": 0, "ours_alone": 0, "neither": 0, "listed": 0, "unexpected": 0}
    for script in scripts:
        (theirs, _), (ours, text) = (run_with(script, which) for which in (0, 1))
        if theirs and not ours:
            kind = "listed" if script in listed else "unexpected"
        else:
            kind = {(True, True): "both", (False, True): "ours_alone"}.get((theirs, ours), "neither")
        counts[kind] += 1
        print(f"{kind}: {script}", flush=True)
        if kind == "unexpected":
            print("".join(f"    {line}\n" for line in text.splitlines()[-12:]), end="", flush=True)
        elif script in listed and ours:
            counts["unexpected"] += 1
            print("    is listed as a difference and is none")
    print(f"scripts={len(scripts)}", *(f"{kind}={count}" for kind, count in counts.items()))
    return 1 if counts["unexpected"] > 0 or counts["both"] == 0 else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=Path, help="a source folder of netCDF-C; it is not changed")
    parser.add_argument("--bin", type=Path, default=HERE.parents[2] / "build/release/bin",
                        help="our programs (default: those of the preset release)")
    parser.add_argument("--build", type=Path, metavar="FOLDER",
                        help="a CMake build of the source, compared instead of Debian's netCDF")
    parser.add_argument("--only", default="", metavar="REGEX", help="scripts whose name matches")
    parser.add_argument("--keep", type=Path, metavar="FOLDER",
                        help="work here, a new folder, and leave everything")
    options = parser.parse_args()
    if options.build:
        source, build = options.source.resolve(), options.build.resolve()
        scripts = [script for script in scripts_of(source, build)
                   if re.search(options.only, script)]
        return compare(lambda script, which: run_in_build(script, which, source, build,
                                                          options.bin.resolve()), scripts)
    with tempfile.TemporaryDirectory(prefix="netcdf_scripts_") as temporary:
        work = (options.keep or Path(temporary)).resolve()
        folders = make_copies(options.source.resolve(), work, options.bin.resolve())
        scripts = [script for script in scripts_of(options.source, folders[0])
                   if re.search(options.only, script)]
        return compare(lambda script, which: run(folders[which], script), scripts)


if __name__ == "__main__":
    sys.exit(main())
