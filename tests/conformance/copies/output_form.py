#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""The bytes of copies change only with the number of their form, which --resume compares.

output_form.json has the checksums of copies without encoders, made with the libraries that it names;
with others the case is skipped. If the bytes must change, raise output_form in
lib/ops/copy/copy_options.hpp, and write the new checksums: NCF_UPDATE=1 ctest -R output_form
"""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

from cases import Failure, main, skip
from peers import NCF_BIN

KNOWN = Path(__file__).with_suffix(".json")
COPIES = {
    "plain": [],
    "shuffled": ["-F", "*,shuffle|fletcher32"],
    "chunked": ["-c", "t/1,x/7"],
    "packed": ["--quantize", "v,error,0.5,pack=int16", "-F", "none"],
    "rounded": ["--quantize", "*,bitround,7", "-F", "none"],
    "classic": ["-k", "classic", "-G", "/"],
    "nczarr": ["-k", "nczarr", "-F", "none"],
    "zarr": ["-k", "zarr", "-F", "none"],
    "zarr3": ["-k", "zarr3", "-F", "none"],
}
INPUT = """netcdf in {

dimensions: t = UNLIMITED ; x = 20 ;
variables:
  float v(t, x) ; v:units = "K" ; v:_FillValue = -9.f ;
  int i(x) ;
  double t(t) ; t:units = "days since 2000-01-01" ;
:title = "form" ;
data:
  v = %s ;
  i = %s ;
  t = 1, 2, 3 ;
group: g { variables: short w(t, x) ; w:scale_factor = 0.5 ; }
}
""" % (", ".join(str(n * 1.25) for n in range(60)), ", ".join(map(str, range(20))))


def sum_of(path):
    """Returns the SHA-256 of a file, or of the names and contents of all files in a folder."""
    files = [path] if path.is_file() else sorted(file for file in path.rglob("*") if file.is_file())
    digest = hashlib.sha256()
    for file in files:
        digest.update(str(file.relative_to(path)).encode() + file.read_bytes())
    return digest.hexdigest()


def make_copies():
    """Returns {name: checksum}, and the number of the form by which they were made."""
    Path("in.cdl").write_text(INPUT, encoding="utf-8")
    subprocess.run([NCF_BIN / "ncfgen", "-4", "-o", "in.nc", "in.cdl"], check=True)
    sums = {}
    for name, options in COPIES.items():
        suffix = "nc" if "zarr" not in name else "zarr"
        journal = f"{name}.jsonl"
        subprocess.run([NCF_BIN / "ncfcopy", *options, "--rename", f"{name}_{{name}}.{suffix}", "--into",
                        "out", "--journal", journal, "in.nc"], check=True,
                       stderr=subprocess.DEVNULL)
        sums[name] = sum_of(Path(f"out/{name}_in.{suffix}"))
    last = json.loads(Path(journal).read_text(encoding="utf-8").splitlines()[-1])
    return sums, last["options"]["form"]


def form():
    libraries = subprocess.run([NCF_BIN / "ncfcopy", "--version"], check=True, text=True,
                               capture_output=True).stdout.splitlines()[1:3]
    sums, number = make_copies()
    made = {"form": number, "libraries": libraries, "sums": sums}
    if os.environ.get("NCF_UPDATE"):
        KNOWN.write_text(json.dumps(made, indent=2) + "\n", encoding="utf-8")
    known = json.loads(KNOWN.read_text(encoding="utf-8"))
    if known["libraries"] != libraries:
        skip(f"the checksums are those of {', '.join(known['libraries'])}")
    changed = [name for name in sums if sums[name] != known["sums"].get(name)]
    if changed or number != known["form"]:
        raise Failure(f"form {number} has other bytes than form {known['form']} in {changed}: raise "
                      "output_form if it was not, and write the checksums with NCF_UPDATE=1")


if __name__ == "__main__":
    sys.exit(main([form]))
