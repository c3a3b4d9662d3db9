# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Runs Debian's programs and ours, each in the same surroundings.

Memory that a program allocates and frees is filled with a pattern, so that a program that uses
uninitialised memory does so the same way every time.
"""

import dataclasses
import glob
import os
import re
import resource
import shutil
import signal
import subprocess

LARGEST_FILE_BYTES = 64 << 20
LONGEST_SECONDS = 120
MEMORY = "165"
OTHER_MEMORIES = ("1", "77", "200")
DEBIANS_PLUGINS = "/usr/lib/*/hdf5/serial/plugins"


@dataclasses.dataclass
class Done:
    """How a program ended; `status` is negative for a signal."""
    status: int
    output: bytes
    message: str

    @property
    def reason(self):
        """Returns the first line of its message."""
        return self.message.strip().splitlines()[0] if self.message.strip() else "without a word"

    @property
    def is_too_large(self):
        return self.status == -signal.SIGXFSZ or "File too large" in self.message


def set_surroundings(our_plugins):
    """Sets the environment for this process and all that it starts."""
    os.environ.update(LC_ALL="C.UTF-8", TZ="UTC",
                      HDF5_PLUGIN_PATH=":".join([str(our_plugins), *glob.glob(DEBIANS_PLUGINS)]))
    resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_FILE_BYTES, LARGEST_FILE_BYTES))


def missing(*names):
    """Returns the programs that this machine lacks."""
    return [name for name in names if not shutil.which(name)]


def netcdf_version():
    """Returns the version of the netCDF library that ncdump uses."""
    told = subprocess.run(["ncdump"], capture_output=True, text=True, check=False)
    return re.search(r"netcdf library version ([0-9.]+)", told.stdout + told.stderr)[1]


def run(command, folder, memory=MEMORY):
    """Runs `command` in `folder`; `memory` is the pattern that fills its memory."""
    try:
        done = subprocess.run([str(word) for word in command], cwd=folder,
                              stdin=subprocess.DEVNULL, capture_output=True, check=False,
                              timeout=LONGEST_SECONDS,
                              env=dict(os.environ, MALLOC_PERTURB_=memory))
    except subprocess.TimeoutExpired:
        return Done(-signal.SIGALRM, b"", f"did not end in {LONGEST_SECONDS} seconds")
    return Done(done.returncode, done.stdout, done.stderr.decode(errors="replace"))
