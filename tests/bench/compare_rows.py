# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""The rows of compare.py: pieces of work, and the commands that do them with each program."""

from dataclasses import dataclass

AS_FAST = 1 / 1.1  # but for noise
SERIES = "time/60,level/1,latitude/20,longitude/36"
# Reads a file and looks at each of its numbers once.
READ_AND_ADD = """import numpy, os, sys
words = os.path.getsize(sys.argv[1]) // 4
print(numpy.memmap(sys.argv[1], "u4", "r", shape=words).sum(dtype="u8"))"""


@dataclass
class Row:
    """One piece of work: its input, and each program's arguments. IN stands for the input, IN:name
    for another one, OUT and STORE for a new file and a new Zarr store, FOLDER for a new folder,
    LIST for a file that lists all files of the input and their outputs in a new folder, LINKS for
    links to all files of the input in a new folder, for a program that puts its outputs beside its
    inputs, ALL for all files of the input, FIRST for one of them, RESULT for what our program made last. A command without any of the outputs prints its result. A name with
    a blank is our program again, used as the name says; numpy is a script of Python.
    """
    task: str
    source: str
    commands: dict
    goals: dict  # peer -> its time as a multiple of ours, at least
    ours: str = "ncfcopy"
    plugin: str = ""  # Debian's library for the peers; without one they load ours
    launcher: tuple = ()  # starts our program; not the peers
    may_differ: tuple = ()  # programs that may exit with 1, because they find a difference


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


def repacked(metadata_bytes, times):
    """The options of h5repack for monthly data, as cmip7repack gives them."""
    words = [f"--metadata_block_size={metadata_bytes}"]
    for variable, chunk in {"time": times, "time_bnds": f"{times}x2", "pr": "38x144x192"}.items():
        for name in ("SHUF", "GZIP=4", "FLET"):
            words += ["-f", f"{variable}:{name}"]
        words += ["-l", f"{variable}:CHUNK={chunk}"]
    return words


def shuffled_plugin(task, name, words, goal):
    """Changes to a filter of a plugin; nccopy silently keeps deflate there."""
    return Row(task, "deflated", {
        "ncfcopy": ["-F", f"*,shuffle|{name}", "IN", "OUT"],
        "h5repack": ["-f", "SHUF", "-f", f"UD={words}", "IN", "OUT"],
    }, {"h5repack": goal})


def comparison(task, other, limit, goal):
    """Compares two files. h5diff always finds that _NCProperties differ; cdo compares only values."""
    return Row(task, "deflated", {
        "ncfinfo": ["compare", "--error", limit, "IN", f"IN:{other}"],
        "h5diff": ["-d", limit, "IN", f"IN:{other}"],
        "cdo": [f"diffv,abslim={limit}", "IN", f"IN:{other}"],
    }, {"h5diff": goal}, "ncfinfo", may_differ=("h5diff", "cdo"))


def dump(task, source, options, goal):
    """Prints the same text as ncdump."""
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
    # h5repack does what cmip7repack starts, without its h5stat and h5dump, which find the sizes.
    "repack": Row("CMIP7 repacking", "monthly", {
        "ncfcopy": ["--for", "cmip7", "IN", "OUT"],
        "h5repack": [*repacked(236570, 1800), "IN", "OUT"], "cmip7repack": ["LINKS"],
    }, {"h5repack": 8, "cmip7repack": 8}),
    "repack_tree": Row("CMIP7 repacking, 200 files of 5 MB", "monthlies", {
        "ncfcopy": ["--for", "cmip7", "--into", "FOLDER", "IN"],
        "xargs": ["-a", "LIST", "-n2", "h5repack", *repacked(47000, 60)], "cmip7repack": ["LINKS"],
    }, {"xargs": 8, "cmip7repack": 8}),
    "repack_metadata": Row("CMIP7 repacking, metadata only", "repacked", {
        "ncfcopy": ["--for", "cmip7", "IN", "OUT"],
        "h5repack": ["--metadata_block_size=43360", "IN", "OUT"], "cmip7repack": ["LINKS"],
        "cp": ["IN", "OUT"],
    }, {"h5repack": 1, "cp": 1 / 1.3}),
    "consolidate": Row("metadata to the front", "monthly", {
        "ncfcopy": ["--layout", "consolidated", "IN", "OUT"],
        "h5repack": ["--metadata_block_size=236570", "IN", "OUT"], "cp": ["IN", "OUT"],
    }, {"h5repack": 1, "cp": 1 / 1.3}),
    "mpi": Row("raw -> shuffle+deflate 1, two processes", "raw", {
        "ncfcopy": ["--mpi", "-j", "1", "-d", "1", "-s", "IN", "OUT"],
        "two threads": ["-j", "2", "-d", "1", "-s", "IN", "OUT"],
    }, {"two threads": AS_FAST}, launcher=("mpirun", "-n", "2")),
    "information": Row("information in each bit, one thread", "raw", {
        "ncfcopy": ["--plan", "-j", "1", "--quantize", "*,bitround,information=99%", "IN", "no.nc"],
        "numpy": ["-c", READ_AND_ADD, "IN"],
    }, {"numpy": 1 / 3}),
    "compare_equal": comparison("compare, other deflate levels", "recompressed", "1", 5),
    "compare_rounded": comparison("compare, rounded values", "rounded", "1000", 5),
    "join": Row("join 12 files of 50 MB", "months", {
        "ncfcopy": ["--concat", "time", "ALL", "OUT"], "ncrcat": ["-O", "ALL", "OUT"],
        "cat": ["ALL"],
    }, {"ncrcat": 20, "cat": 1 / 1.3}),
    "join_deflate2": Row("join 12 files, shuffle+deflate 1 -> 2", "months", {
        "ncfcopy": ["--concat", "time", "-d", "2", "-s", "ALL", "OUT"],
        "ncrcat": ["-O", "-L", "2", "ALL", "OUT"],
    }, {"ncrcat": 8}),
    "cut": Row("a third of the longitudes", "months", {
        "ncfcopy": ["--select", "lon[100:250]", "FIRST", "OUT"],
        "ncks": ["-O", "-d", "lon,100,249", "FIRST", "OUT"],
    }, {"ncks": 5}),
    "unpack": Row("16-bit integers to floats, zstd 3", "packed", {
        "ncfcopy": ["--unpack", "-F", ":data,shuffle|zstd,3", "IN", "OUT"],
        "ncpdq": ["-O", "-U", "-L", "1", "IN", "OUT"],
    }, {"ncpdq": 6}),
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
