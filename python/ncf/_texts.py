# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Converts files to text, and text to files."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Literal, overload

from ._programs import Flag, Option, PathLike, Texts, encoded, joined, run


@overload
def dump(input: PathLike, *, as_dict: Literal[False] = False, header: bool = False,
         special: bool = False, exact: bool = False, variables: Texts | None = None,
         select: Texts | None = None,
         plugin_path: PathLike | Iterable[PathLike] | None = None) -> str: ...


@overload
def dump(input: PathLike, *, as_dict: Literal[True], header: bool = False, special: bool = False,
         exact: bool = False, variables: Texts | None = None, select: Texts | None = None,
         plugin_path: PathLike | Iterable[PathLike] | None = None) -> dict[str, Any]: ...


def dump(input: PathLike, *, as_dict: bool = False, header: bool = False, special: bool = False,
         exact: bool = False, variables: Texts | None = None, select: Texts | None = None,
         plugin_path: PathLike | Iterable[PathLike] | None = None) -> str | dict[str, Any]:
    """Returns a file as CDL: `ncfdump`.

    as_dict: return a dictionary instead, `ncfdump --json`, with the members "dimensions",
    "variables", "attributes" and "groups". header: leave out the values. special: include special
    attributes, which describe the storage. exact: print numbers without loss. variables: names of
    the variables whose values are printed. select: the part to print, as for `copy`. plugin_path:
    folders that are searched for filter plugins first.
    """
    options = [Flag("as_dict", "--json", as_dict), Flag("header", "-h", header),
               Flag("special", "-s", special),
               Flag("exact", "--exact", exact), Option("variables", "-v", joined(variables)),
               Option("select", "--select", select),
               Option("plugin_path", "--plugin-path", plugin_path)]
    printed = run("ncfdump", [], options, [input])
    return json.loads(printed) if as_dict else printed


def generate(cdl: str, output: PathLike, *, format: str | None = None, layout: str | None = None,
             threads: int | None = None, max_memory: str | int | None = None,
             plugin_path: PathLike | Iterable[PathLike] | None = None) -> None:
    """Makes a file from a CDL text: `ncfgen`.

    format: "nc3", "nc4", "zarr", ... layout: "consolidated", "paged" or "paged=SIZE", of a netCDF-4
    file. threads: number of threads that encode; default: one per processor. max_memory: memory for
    chunks that are to be written, for example "64M". plugin_path: folders that are searched for
    filter plugins first.
    """
    if not isinstance(cdl, str):
        raise TypeError(f"cdl: expected a string, not {type(cdl).__name__}")
    options = [Option("format", "-k", format), Option("layout", "--layout", layout),
               Option("threads", "-j", threads), Option("max_memory", "--max-memory", max_memory),
               Option("plugin_path", "--plugin-path", plugin_path), Option("output", "-o", output)]
    run("ncfgen", [], options, ["-"], text=encoded(cdl, "cdl"))
