#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Compares what two builds say and write, to prove that a change of structure changes nothing else.

    same_behaviour.py BEFORE AFTER CORPUS [--jobs N] [--only TEXT] [--every N]

BEFORE and AFTER are build folders (build/release), CORPUS is a folder with datasets and CDL texts.
Each command runs with both builds, in folders of the same relative names. Texts, JSON, pages,
journals, exit statuses and the bytes of outputs must be equal, but for times, addresses in memory
and the names of the build folders. Prints the commands that differ; exit status 1 if any do.
"""

import argparse
import concurrent.futures
import difflib
import hashlib
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

DATASETS = {".nc", ".nc3", ".nc4", ".cdf", ".h5", ".hdf5", ".he5", ".grd", ".zarr"}

# "{input}" stands for a file of the corpus; each command of a list sees the outputs of those before.
OF_DATASET = [
    ["ncfdump {input}"],
    ["ncfdump -h -s {input}"],
    ["ncfdump -x {input}"],
    ["ncfdump --json -h {input}"],
    ["ncfinfo file {input}"],
    ["ncfinfo file --json {input}"],
    ["ncfinfo file --html page.html {input}"],
    ["ncfinfo file --for cmip7 {input}"],
    ["ncfcopy --plan {input} out.nc"],
    ["ncfcopy --plan --report=json -F *,shuffle|zstd,3 {input} out.nc"],
    ["ncfcopy --report {input} out.nc", "ncfinfo compare --json {input} out.nc"],
    ["ncfcopy --report=json -F :data,shuffle|zstd,3 -j 3 {input} out.nc",
     "ncfinfo compare {input} out.nc"],
    ["ncfcopy --report --quantize :float,bitgroom,3 -d 4 -s {input} out.nc",
     "ncfinfo compare --html page.html {input} out.nc", "ncfinfo compare --json {input} out.nc"],
    ["ncfcopy --layout consolidated -c / {input} out.nc", "ncfinfo file out.nc"],
    ["ncfcopy --for cmip7 --report {input} out.nc"],
    ["ncfcopy --report=json {input} file://out.zarr#mode=zarr", "ncfdump -s out.zarr",
     "ncfinfo compare {input} out.zarr"],
    ["ncfcopy {input} file://out.zarr#mode=nczarr,v3", "ncfdump -s -h out.zarr"],
    ["ncfcopy -3 --report {input} out.nc", "ncfdump -h out.nc"],
    ["ncfcopy --plan --unpack {input} out.nc", "ncfcopy --report --unpack {input} out.nc"],
    ["ncfcopy --report --quantize :float,error,1,pack=int16 {input} out.nc"],
    ["ncfcopy --report --type *:double -d 1 {input} out.nc"],
    ["ncfcopy --report --strings characters -k nc4 {input} out.nc", "ncfdump -s out.nc"],
    ["ncfcopy --kerchunk out.json {input}", "ncfdump out.json"],
    ["ncfcopy --into out --report=json --journal out.jsonl {input}",
     "ncfinfo journal out.jsonl", "ncfcopy --into out --report --journal out.jsonl --resume {input}"],
]
OF_CDL = [
    ["ncfgen -o out.nc {input}", "ncfdump -s out.nc"],
    ["ncfgen -k nc3 -o out.nc {input}", "ncfdump -h out.nc"],
    ["ncfgen -o file://out.zarr#mode=nczarr {input}", "ncfdump -s out.zarr"],
    ["ncfgen -l c {input}"],
    ["ncfgen -l f77 {input}"],
]
OF_CORPUS = [
    ["ncfinfo filters"], ["ncfinfo filters --json"], ["ncfinfo doctor"], ["ncfinfo doctor --json"],
    ["ncfinfo explain shuffle|zstd,level=3"], ["ncfinfo explain --json 307,9|32001,0,0,0,0,5,1,0"],
    ["ncfcopy --plan --into out {input}"], ["ncfcopy --plan --report=json --into out -d 5 {input}"],
    ["ncfcopy --report --into out --journal out.jsonl {input}", "ncfinfo journal --json out.jsonl",
     "ncfinfo compare --json {input} out", "ncfinfo compare {input} out",
     "ncfinfo compare --html page.html {input} out"],
]

LONGEST_TEXT = 4 << 20  # bytes
VARIES = [
    (re.compile(r'("[a-z_]*(?:seconds|time|began|ended|_at)": ?)[^,}\n]+'), r"\1T"),
    (re.compile(r"\b\d+(\.\d+)?(e-?\d+)? (ms|s|seconds?|minutes?|MB/s|GB/s|kB/s|MiB/s|GiB/s)\b"), "T"),
    (re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?Z?"), "DATE"),
    (re.compile(r"\.ncf-[0-9a-f]+-\d+-\w+"), "TEMPORARY"),
    (re.compile(r'("(?:modified|changed|checksum|input_sha256|output_sha256)": ?)[^,}\n]+'), r"\1N"),
]


def text_of(file):
    """Returns what a file says; of a long one its beginning, and a digest of the rest."""
    file.seek(0)
    text = file.read(LONGEST_TEXT).decode(errors="backslashreplace")
    if file.peek(1):
        text += f"\n{hashlib.file_digest(file, 'sha256').hexdigest()}\n"
    return text


def run(build, commands, source):
    """Returns all that the commands say and leave, as lines."""
    with (tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as output,
          tempfile.TemporaryFile() as errors):
        said = []
        for command in commands:
            program, *arguments = [word.format(input=source) for word in command.split(" ")]
            environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC",
                           "HOME": folder, "SOURCE_DATE_EPOCH": "1700000000"}
            for file in (output, errors):
                file.seek(0)
                file.truncate()
            try:
                done = subprocess.run([build / "bin" / program, *arguments], cwd=folder,
                                      env=environment, stdout=output, stderr=errors, timeout=300,
                                      stdin=subprocess.DEVNULL, check=False)
                said.append(f"$ {command}\nexit status {done.returncode}\n")
                said += [text_of(file) for file in (output, errors)]
            except subprocess.TimeoutExpired:
                said.append(f"$ {command}\ntimeout\n")
        for path in sorted(Path(folder).rglob("*")):
            if not path.is_file():
                continue
            if path.suffix in (".html", ".jsonl") or path.name.endswith("-journal"):
                said.append(f"{path.name}\n{path.read_text(errors='backslashreplace')}\n")
            else:
                digest = hashlib.sha256(path.read_bytes()).hexdigest()
                said.append(f"{path.relative_to(folder)} {digest}\n")
        text = "".join(said).replace(str(build), "BUILD").replace(folder, "FOLDER")
    for pattern, replacement in VARIES:
        text = pattern.sub(replacement, text)
    return text.splitlines()


def difference(before, after, commands, source):
    first, second = (run(build, commands, source) for build in (before, after))
    if first == second:
        return ""
    if run(before, commands, source) != first:
        return f"{commands[0]} varies for {source}: not compared\n"
    changes = difflib.unified_diff(first, second, "before", "after", n=1, lineterm="")
    return f"{' && '.join(commands)} for {source}\n" + "\n".join(list(changes)[:40]) + "\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", default="", help="commands that contain this text")
    parser.add_argument("--every", type=int, default=1, help="take each Nth CDL text only")
    given = parser.parse_args()
    before, after, corpus = (path.resolve() for path in (given.before, given.after, given.corpus))

    datasets = sorted(path for path in corpus.rglob("*") if path.suffix in DATASETS)
    texts = sorted(corpus.rglob("*.cdl"))[:: given.every]
    tasks = [(commands, source) for source in datasets for commands in OF_DATASET]
    tasks += [(commands, source) for source in texts for commands in OF_CDL]
    tasks += [(commands, corpus) for commands in OF_CORPUS]
    tasks = [task for task in tasks if given.only in " ".join(task[0])]

    differing = varying = 0
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        for found in pool.map(lambda task: difference(before, after, *task), tasks):
            varying += "not compared" in found
            differing += bool(found) and "not compared" not in found
            sys.stdout.write(found)
            sys.stdout.flush()
    print(f"{len(tasks)} commands, {differing} differ, {varying} not compared")
    return int(differing > 0)


if __name__ == "__main__":
    sys.exit(main())
