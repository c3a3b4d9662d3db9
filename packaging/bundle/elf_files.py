# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""What programs and shared libraries need, read from their files. Needs binutils and ldd."""

import re
import subprocess
from pathlib import Path


def printed_by(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def find(folder):
    """Returns all programs and shared libraries below a folder, without symbolic links."""
    return sorted(path for path in Path(folder).rglob("*")
                  if path.is_file() and not path.is_symlink() and is_linked(path))


def is_linked(path):
    with open(path, "rb") as file:
        header = file.read(18)
    return header[:4] == b"\x7fELF" and header[16] in (2, 3)  # ET_EXEC, ET_DYN


def needed(path):
    """Returns the names of the libraries that a file names."""
    return re.findall(r"\(NEEDED\).*\[(.+)\]", printed_by("readelf", "--dynamic", path))


def loaded(path):
    """Returns the libraries that this machine would load for a file, as {name: path}.

    throws: LookupError if the machine lacks one
    """
    libraries = {}
    for line in printed_by("ldd", path).splitlines():
        name, arrow, found = line.strip().partition(" => ")
        if arrow and found == "not found":
            raise LookupError(f"{path} needs {name}, which is not found")
        if arrow or name.startswith("/"):  # the dynamic linker has no arrow
            path = Path((found or name).rsplit(" (", 1)[0])
            libraries[path.name if not arrow else name] = path
    return libraries


def oldest_glibc(paths):
    """Returns the version of glibc that the files need, as (major, minor): by their symbols."""
    versions = set()
    for path in paths:
        versions |= set(re.findall(r"\bGLIBC_(\d+)\.(\d+)", printed_by("readelf", "--version-info",
                                                                     path)))
    return max((int(major), int(minor)) for major, minor in versions)
