# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Describes filters, files and specs."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Union

from ._programs import Flag, Option, PathLike, Texts, inputs_of, joined, run
from ._results import Comparison, FileReport, Tuning

Paths = Union[PathLike, Iterable[PathLike]]


def filters(*, plugin_path: Paths | None = None) -> list[dict[str, Any]]:
    """Lists all known filters, and what each can do on this machine: `ncfinfo filters`.

    plugin_path, here and below: folders that are searched for filter plugins first.
    """
    printed: list[dict[str, Any]] = json.loads(
        run("ncfinfo", ["filters", "--json"], [_plugin_path(plugin_path)]))
    return printed


def explain(spec: str, value_bytes: int | None = None, *,
            plugin_path: Paths | None = None) -> dict[str, Any]:
    """Says what a filter spec means, and how other programs write it: `ncfinfo explain`.

    value_bytes: the size of one value, for Zarr.
    """
    printed: dict[str, Any] = json.loads(
        run("ncfinfo", ["explain", "--json"],
            [Option("value_bytes", "--value-bytes", value_bytes), _plugin_path(plugin_path)],
            [spec]))
    return printed


def parse(spec: str) -> list[tuple[int, tuple[int, ...]]]:
    """Returns the filters of a spec, as pairs of an id and its parameters.

        >>> ncf.parse("shuffle|zstd,level=3")
        [(2, ()), (32015, (3,))]

    A filter that occurs again keeps its first position and gets its last parameters. Raises
    UsageError, which shows the position of the mistake.
    """
    return list({one["id"]: tuple(one["parameters"])
                 for one in explain(spec)["filters"]}.items())


def info(input: PathLike, follow_external: bool = False, html: PathLike | None = None,
         pictures: bool = False, plugin_path: Paths | None = None) -> FileReport:
    """Says how each variable of a file is stored, and what cannot be read: `ncfinfo file`.

    html: the path of an HTML page to write as well. pictures: add the numbers of its pictures.
    """
    options = [Flag("follow_external", "--follow-external", follow_external),
               Option("html", "--html", html), Flag("pictures", "--pictures", pictures),
               _plugin_path(plugin_path)]
    return FileReport.of(run("ncfinfo", ["file", "--json"], options, [input]), html)


def tune(input: Paths, *, goal: str | None = None, readers: str | None = None,
         error: Texts | None = None, digits: Texts | None = None, bits: Texts | None = None,
         information: Texts | None = None, per: str | None = None, variables: Texts | None = None,
         threads: int | None = None, plugin_path: Paths | None = None,
         html: PathLike | None = None) -> Tuning:
    """Finds filters that suit the data, by measuring them on samples: `ncfinfo tune`.

    input: a file, or a list of files and folders, which get the same filters. goal: "size",
    "balanced" or "speed". readers: "stock", "h5py", "xarray", "zarr-python", "netcdf-java" or
    "any". error, digits, bits: how much may be lost, "LIMIT" or "SELECTOR,LIMIT", or a list.
    information: the share to keep, "99%" or "SELECTOR,99%", or a list. per: the name of a
    dimension; the information of each step along it is shown, too. html: the path of an HTML page
    to write as well. `command` of the result is the command of the suggested copy, as a list
    of words.
    """
    options = [Option("goal", "--goal", goal), Option("readers", "--readers", readers),
               Option("error", "--error", error), Option("digits", "--digits", digits),
               Option("bits", "--bits", bits), Option("information", "--information", information),
               Option("per", "--per", per), Option("variables", "-v", joined(variables)),
               Option("threads", "-j", threads), Option("html", "--html", html),
               _plugin_path(plugin_path)]
    return Tuning.of(run("ncfinfo", ["tune", "--json"], options, inputs_of(input)), html)


def compare(first: PathLike, second: PathLike, *, error: Texts | None = None,
            variables: Texts | None = None, groups: Texts | None = None,
            select: Texts | None = None, ignore_attributes: Texts | None = None,
            storage: bool = False, maps: bool = False, decode: bool = False,
            follow_external: bool = False, threads: int | None = None,
            max_memory: str | int | None = None, plugin_path: Paths | None = None,
            html: PathLike | None = None, pictures: bool = False) -> Comparison:
    """Says how two datasets of any formats, or those in two folders, differ: `ncfinfo compare`.

    error: allowed differences, "LIMIT", "SELECTOR,LIMIT" or "SELECTOR,relative,LIMIT", or a list.
    select: the part of both to compare, as for `copy`. ignore_attributes: names of attributes.
    storage: also report differences in storage. maps: also check each level. decode: decode values
    even if the stored bytes are equal. html: the path of an HTML page to write as well. pictures:
    add the numbers of its pictures.

    `equal` of the result is True if nothing differs, and `within_limits` if nothing differs by more
    than allowed. Raises Error if something cannot be read.
    """
    options = [Option("error", "--error", error), Option("variables", "-v", joined(variables)),
               Option("groups", "-g", joined(groups)), Option("select", "--select", select),
               Option("ignore_attributes", "--ignore-attributes", joined(ignore_attributes)),
               Flag("storage", "--storage", storage), Flag("maps", "--maps", maps),
               Flag("decode", "--decode", decode), Flag("pictures", "--pictures", pictures),
               Flag("follow_external", "--follow-external", follow_external),
               Option("threads", "-j", threads), Option("max_memory", "--max-memory", max_memory),
               Option("html", "--html", html), _plugin_path(plugin_path)]
    return Comparison.of(run("ncfinfo", ["compare", "--json"], options, [first, second],
                             may_answer_no=True), html)


def _plugin_path(folders: Paths | None) -> Option:
    return Option("plugin_path", "--plugin-path", folders)
