#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Runs ncfdump on damaged files: it must not crash or hang unless ncdump, and with it libhdf5,
does.

    damaged.py NCFDUMP [--count N] [--seed S] [--corpus DIR]

Files are damaged by bits that flip, bytes that are lost at the end and blocks of zeros. Whatever they
then hold is printed or refused: exit status 0 or 1, and a message with the latter. The last line
counts; exit status 1: some case went wrong, and how to repeat it was printed; 77: no ncgen or ncdump.
"""

import argparse
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from cases import need_program

LONGEST_SECONDS = 60
MOST_READ_BYTES = 4 << 20
MOST_MEMORY_BYTES = 4 << 30
LARGEST_FILE_BYTES = 200_000
MEMORIES = ("165", "1", "77", "0")

CDL = """netcdf small {
types:
  compound pair { int a ; double b(2) ; } ;
  int(*) list ;
  byte enum sky { clear = 0, fog = 1 } ;
  opaque(3) raw ;
dimensions:
  t = UNLIMITED ;
  x = 4 ;
variables:
  float f(t, x) ;
    f:units = "K" ;
    f:_DeflateLevel = 5 ;
    f:_Shuffle = "true" ;
    f:_ChunkSizes = 1, 4 ;
  string s(x) ;
    s:_Fletcher32 = "true" ;
  pair p(x) ;
  list l(x) ;
  sky k(x) ;
  raw r ;
  char c(t, x) ;
data:
  f = 1, 2, 3, 4, 5, 6, 7, 8 ;
  s = "a", "bc", "", "def" ;
  p = {{1, {2, 3}}}, {{4, {5, 6}}} ;
  l = {1, 2}, {}, {3}, {4, 5, 6} ;
  k = clear, fog, fog, clear ;
  r = 0X010203 ;
  c = "abcd", "ef" ;
group: g { variables: int n ; data: n = 7 ; }
}
"""
CLASSIC_CDL = """netcdf classic {
dimensions: t = UNLIMITED ; x = 5 ;
variables: int i(t, x) ; i:units = "1" ; double d(x) ; char c(x) ; :title = "a title" ;
data: i = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 ; d = 1, 2, 3, 4, 5 ; c = "abcde" ;
}
"""


def make_files(folder, corpus):
    """Returns intact files to damage: a few made here, and all small ones of the corpus."""
    made = []
    for name, text, kinds in (("small", CDL, ["4"]), ("classic", CLASSIC_CDL, ["3", "6", "5", "7"])):
        (folder / f"{name}.cdl").write_text(text, encoding="utf-8")
        made += [make_file(folder, folder / f"{name}.cdl", kind) for kind in kinds]
    if corpus:
        for cdl in sorted((corpus / "cdl").rglob("*.cdl")):
            made += [make_file(folder, cdl, kind) for kind in ("3", "5", "4")]
        made += sorted((corpus / "data").iterdir())
    return [path for path in made if path and 0 < path.stat().st_size <= LARGEST_FILE_BYTES]


def make_file(folder, cdl, kind):
    path = folder / f"{cdl.stem}.{kind}.nc"
    try:
        subprocess.run(["ncgen", "-" + kind, "-o", path, cdl], capture_output=True, check=False,
                       timeout=LONGEST_SECONDS, preexec_fn=limit)
    except subprocess.TimeoutExpired:
        return None
    return path if path.exists() else None


def damage(content, choose):
    """Returns damaged content, and a description of the damage."""
    content = bytearray(content)
    kind = choose.choice(["bits", "bits", "bits", "cut", "zeros"])
    if kind == "cut":
        length = choose.randrange(len(content))
        return content[:length], f"cut to {length} bytes"
    if kind == "zeros":
        begin = choose.randrange(len(content))
        end = min(len(content), begin + choose.choice([4, 64, 1024]))
        content[begin:end] = bytes(end - begin)
        return content, f"zeros from {begin} to {end}"
    places = [choose.randrange(8 * len(content)) for _ in range(choose.choice([1, 1, 2, 8]))]
    for place in places:
        content[place // 8] ^= 1 << place % 8
    return content, f"bits {places} flipped"


def limit():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (64 << 20, 64 << 20))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY_BYTES, MOST_MEMORY_BYTES))


def run(program, path, options, memory):
    """Returns how the program ends on a file, None for never, and its message; only part of its
    output is read."""
    with subprocess.Popen([program, *options, path], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          stdin=subprocess.DEVNULL, preexec_fn=limit,
                          env=dict(os.environ, MALLOC_PERTURB_=memory)) as process:
        watchdog = threading.Timer(LONGEST_SECONDS, process.kill)
        watchdog.start()
        process.stdout.read(MOST_READ_BYTES)
        process.stdout.close()
        message = process.stderr.read().decode(errors="replace")
        status = process.wait()
        hangs = not watchdog.is_alive()
        watchdog.cancel()
    return (None, "hangs") if hangs else (status, message)


def objection(program, path, options, memory="165"):
    """Returns what is wrong with how the program ended; None if nothing is. memory: fills the
    memory that the program allocates, because uninitialised memory of libhdf5 determines the
    outcome for some files."""
    status, message = run(program, path, options, memory)
    if status in (0, -signal.SIGPIPE) or (status == 1 and message.strip()):
        return None
    return "fails without a word" if status == 1 else f"ends with {status}: {message.strip()}"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ncfdump", type=Path)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--corpus", type=Path, default=os.environ.get("NCF_CORPUS") or None)
    arguments = parser.parse_args()
    need_program("ncgen")
    need_program("ncdump")
    faults = of_the_library = 0
    with tempfile.TemporaryDirectory(prefix="ncf-damaged-") as name:
        folder = Path(name)
        files = make_files(folder, arguments.corpus)
        damaged = folder / "damaged.nc"
        for number in range(arguments.count):
            choose = random.Random(f"{arguments.seed} {number}")
            file = choose.choice(files)
            content, what = damage(file.read_bytes(), choose)
            options = choose.choice([[], [], ["-hs"], ["--json"], ["-t"]])
            damaged.write_bytes(content)
            wrong = objection(arguments.ncfdump, damaged, options)
            if not wrong:
                continue
            theirs = ["-hs"] if options == ["-hs"] else []
            if wrong != "fails without a word" and any(
                    objection("ncdump", damaged, theirs, memory) for memory in MEMORIES):
                of_the_library += 1
                continue
            faults += 1
            print(f"case {number}: {file.name}: {what}: {' '.join(options)}: {wrong}")
    print(f"cases={arguments.count} libraries_fault={of_the_library} unexpected={faults}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
