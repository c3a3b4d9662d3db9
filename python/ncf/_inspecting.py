# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""What filters, files and specs are."""

import json

from ._programs import option_list, run


def filters():
    """All filters that are known, and what each can do on this machine: `ncfinfo filters`."""
    return json.loads(run("ncfinfo", ["filters", "--json"]))


def explain(spec, value_bytes=None):
    """What a filter spec means, and how other programs write it: `ncfinfo explain`.

    value_bytes: of one value, for Zarr.
    """
    return json.loads(run("ncfinfo", ["explain", "--json", ("--value-bytes", value_bytes)], [spec]))


def parse(spec):
    """The filters of a spec, as pairs of id and parameters.

        >>> ncf.parse("shuffle|zstd,level=3")
        [(2, ()), (32015, (3,))]

    Raises UsageError with the place of the mistake.
    """
    return [(one["id"], tuple(one["parameters"])) for one in explain(spec)["filters"]]


def info(input, follow_external=False):
    """How each variable of a file is stored, and what cannot be read: `ncfinfo file`."""
    flags = ["--follow-external"] if follow_external else []
    return json.loads(run("ncfinfo", ["file", "--json", *flags], [input]))


def tune(input, *, goal=None, readers=None, error=None, digits=None, bits=None, variables=None,
         threads=None):
    """Which filters suit the data, measured on samples of them: `ncfinfo tune`.

    goal: "size", "balanced" or "speed". readers: "stock" or "any". error, digits, bits: what may be
    lost, "LIMIT" or "SELECTOR,LIMIT", or several. `command` of the result holds the words of the
    copy it suggests.
    """
    names = variables if variables is None or isinstance(variables, str) else ",".join(variables)
    options = ["tune", "--json", ("--goal", goal), ("--readers", readers),
               *option_list("--error", error), *option_list("--digits", digits),
               *option_list("--bits", bits), ("-v", names), ("-j", threads)]
    return json.loads(run("ncfinfo", options, [input]))
