# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""The Python side of failing_io.cpp, the library that makes one call fail."""

import collections
import os

SHIM = os.environ["NCF_FAILING_IO_LIBRARY"]


def environment(log, input_name, call, file, number, action, times="once"):
    """Returns the variables that make a program's calls fail; fault.hpp documents the words."""
    return {"LD_PRELOAD": SHIM,
            "NCF_FAILING_IO": f"{call} {file} {number} {action} {times}",
            "NCF_FAILING_IO_INPUT": input_name,
            "NCF_FAILING_IO_LOG": str(log)}


def counting(log, input_name):
    return environment(log, input_name, "any", "any", 0, "count")


def tracing(log, input_name):
    return environment(log, input_name, "any", "any", 0, "trace")


def read_trace(log):
    """Returns [(call, file, path)] of a program that ran under `tracing`, in order."""
    lines = log.read_text(encoding="utf-8").splitlines()
    return [tuple(line.split(" ", 2)) for line in lines]


def read_counts(log):
    """Returns {(call, file): number of calls} of a program that ran under `counting`."""
    counts = collections.Counter()  # of the process that works and the one that supervises it
    for line in log.read_text(encoding="utf-8").splitlines():
        call, file, number = line.split()
        counts[call, file] += int(number)
    return dict(+counts)


def read_processes(log):
    """Returns the ids of the processes in which the fault happened."""
    return {int(line) for line in log.read_text(encoding="utf-8").split()} if log.exists() else set()
