# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Copies and their plans, of one file or many, and references instead of copies."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypedDict, Union

from ._programs import Error, Flag, Option, PathLike, Texts, Words, escaped, inputs_of, joined, run
from ._results import CopyReport, ManyReport, Plan

if TYPE_CHECKING:
    from typing_extensions import Unpack

Lengths = Union[Texts, Mapping[str, Union[int, None, "list[int]", "tuple[int, ...]"]]]
Progress = Callable[[int, int], object]


class CopyOptions(TypedDict, total=False):
    """The options of `copy`, which describes them."""

    filters: Texts | None
    deflate: int | None
    shuffle: bool | None
    format: str | None
    chunks: Lengths | None
    shards: Lengths | None
    layout: str | None
    strings: str | None
    purpose: str | None
    quantize: Texts | None
    variables: Texts | None
    with_coordinates: bool | None
    groups: Texts | None
    select: Texts | None
    unpack: bool | None
    types: Texts | None
    attributes: Texts | None
    allow_absent: bool | None
    fix_unlimited: bool | None
    unlimited: Texts | None
    verify: bool | None
    preserve: bool | None
    history: bool | None
    strict: bool | None
    follow_external: bool | None
    threads: int | None
    max_memory: str | int | None
    connections: int | None
    plugin_path: PathLike | Iterable[PathLike] | None


class OneOptions(CopyOptions, total=False):
    """The options of `copy` that those of `copy_many` lack, too."""

    concat: str | None
    append: str | None
    rename: Texts | Mapping[str, str] | None
    resume: bool | None


class RunOptions(TypedDict, total=False):
    """The options of `copy_many`, which describes them, besides those of `copy`."""

    include: Texts | None
    exclude: Texts | None
    copies_others: bool | None
    relative_to: PathLike | None
    rename: str | None
    resume: bool | None
    remove_orphans: bool | None
    journal: PathLike | None
    checksums: bool | None
    jobs: int | None
    stop_after: int | None
    file_timeout: str | float | None
    nice: int | None


class ManyOptions(CopyOptions, RunOptions):
    """All options of `copy_many`."""


def copy(input: PathLike | Iterable[PathLike], output: PathLike, *,
         progress: Progress | None = None, **options: Unpack[OneOptions]) -> CopyReport:
    """Copies a netCDF file or a Zarr store, and changes filters, chunks or format if requested.

    input: a path or a URL; with `concat` or `append` also a list of them.

    The output appears complete or not at all. Every requested filter is applied, or the copy fails.
    Options are given by name; ncfcopy(1) describes them in full:

    filters        "SELECTOR,SPEC", or a list: ":data,shuffle|zstd,3", "t2m,307,9", "none"
    deflate        level 0 to 9, for variables that `filters` does not select; 0 removes filters
    shuffle        shuffle before the deflate of `deflate`
    format         "nc3", "nc4", "zarr", ...; default: by the output's name, or the input's format
    chunks         {"time": 1, "lat": 100}, lengths by dimension, None for the whole dimension;
                   {"t2m": (1, 100, 100)} for one variable; or as texts: "time/1,lat/100",
                   "t2m:1,100,100", or a list
    shards         the same for shards of Zarr v3, or a size: "64M"
    layout         "consolidated", "paged" or "paged=SIZE", of a netCDF-4 output; default: as the
                   input
    purpose        what a community asks for: "cmip7"; "s3"
    quantize       "SELECTOR,MODE,DIGITS", or a list: "*,bitround,9", "t2m,error,0.01",
                   "*,bitround,information=99%"
    strings        "strings" or "characters": the form of texts; default: as the input
    variables      names of the variables to copy; all others are left out
    with_coordinates  also copy what belongs to `variables` by the CF conventions
    groups         names of the groups to copy, likewise
    select         "lat=30..60,time=2020-01", "time[0:480:4]", or a list: the part to copy
    unpack         multiply by scale_factor and add add_offset
    types          "SELECTOR:TYPE", or a list: "t2m:float", ":double:float,error,0.01": the type that
                   numbers are converted to
    attributes     "SELECTOR@NAME=VALUE", or a list: "t2m@units=K", "@title=" to remove one of the
                   dataset
    allow_absent   variables in `filters` and `quantize` need not exist
    concat         "time": the dimension along which all inputs are joined, by its values
    append         "time": the dimension along which inputs are appended to a Zarr store, the output
    resume         append only the inputs that the store does not have
    rename         {"OLD": "NEW"}: new names of variables; or as texts: "OLD=NEW", or a list
    unlimited      names of dimensions to make unlimited
    fix_unlimited  make unlimited dimensions fixed
    verify         read the output back and compare all values before it gets its name
    preserve       give the output the input's permissions and times
    history        add the command to the attribute history
    strict         turn notes into errors
    follow_external  read other files that contain values of an HDF5 file
    threads        number of threads that decode and encode; default: one per processor
    max_memory     memory for values, for example "500M"
    connections    the most requests to a server at the same time; default: 16
    plugin_path    folders that are searched for filter plugins first

    progress is a function that takes the bytes of values copied so far and of all values. It is
    called at the beginning, a few times a second and at the end, on the thread that called `copy`.
    Ctrl-C, and an exception that it raises, stop the copy at once. When the caller gets the
    exception, ncfcopy has ended, and the output was not touched, or is complete if ncfcopy had
    done its work just then; the exception's notes (Python 3.11) say which.

    Returns what `ncfcopy --report=json` prints. Raises Error, UsageError.
    """
    return CopyReport.of(run("ncfcopy", _reporting(progress), _words("copy", _ONE, options),
                             [*_joined_inputs(input, options), output], progress=progress))


def plan(input: PathLike | Iterable[PathLike], output: PathLike,
         **options: Unpack[OneOptions]) -> Plan:
    """Returns what `copy` would do with each variable, and why. Writes nothing.

    The options are those of `copy`. Returns what `ncfcopy --plan --report=json` prints.
    """
    return Plan.of(run("ncfcopy", ["--plan", "--report=json"], _words("plan", _ONE, options),
                       [*_joined_inputs(input, options), output]))


def copy_many(inputs: PathLike | Iterable[PathLike], *, into: PathLike | None = None,
              in_place: bool = False, plan: bool = False, progress: Progress | None = None,
              **options: Unpack[ManyOptions]) -> ManyReport:
    """Copies files and whole folders into a folder, or replaces each file by its copy.

    inputs: files and folders, or one of them. Give either `into`, a folder, or `in_place=True`,
    which compares each copy with its original first. plan: find out what would happen to each file,
    and write nothing. The options are those of `copy`, for each file, and these:

    include, exclude  patterns of the files to copy from folders, and of files and folders to leave
                   out: "*.nc", or a list
    copies_others  also copy files of folders that are not netCDF, as they are
    relative_to    outputs keep the paths of their inputs below this folder
    rename         a pattern for the names of outputs: "{name}.zarr"
    resume         skip files that an earlier run copied with the same options
    remove_orphans remove unfinished outputs that jobs on other machines left more than a day ago
    journal        a file that gets a line of JSON for each file as soon as it is done
    checksums      add SHA-256 checksums to the journal and the result
    jobs           number of files that are copied at a time; default: one per thread
    stop_after     start no more files after this number of failures
    file_timeout   give up on a file after this time: seconds, or "15m", "2h"
    nice           lower the priority by 1 to 19

    Returns what `ncfcopy --report=json` prints. If a file fails, all others are still copied, and
    Error is raised: its member `report` is the result. Raises Error, UsageError.
    """
    if in_place and into is not None:
        raise TypeError("copy_many() takes into or in_place, not both")
    words = [Option("into", "--into", into), Flag("in_place", "--in-place", in_place),
             Flag("plan", "--plan", plan), *_words("copy_many", _MANY, options)]
    try:
        return ManyReport.of(run("ncfcopy", _reporting(progress), words, inputs_of(inputs),
                                 progress=progress))
    except Error as error:
        if error.printed:
            error.report = ManyReport.of(error.printed)
        raise


def kerchunk(inputs: PathLike | Iterable[PathLike], output: PathLike | None = None, *,
             concat: str | None = None, url: str | None = None, connections: int | None = None,
             plugin_path: PathLike | Iterable[PathLike] | None = None) -> dict[str, Any] | None:
    """Makes references with which xarray opens a file, or many files joined, as Zarr: no copy.

    output: the JSON file to write; None returns its contents as a dictionary. concat: the
    dimension along which several files are joined; default: the only unlimited one. url: the URL
    at which readers find the input, or, ending in "/", the folder of all inputs. connections,
    plugin_path: as for `copy`.
    """
    words = [Option("connections", "--connections", connections),
             Option("plugin_path", "--plugin-path", plugin_path),
             Option("concat", "--concat", concat),
             Option("url", "--kerchunk-url", url),
             Option("output", "--kerchunk", "-" if output is None else output)]
    printed = run("ncfcopy", [], words, inputs_of(inputs))
    return json.loads(printed) if output is None else None


def _joined_inputs(given: Any, options: Mapping[str, Any]) -> list[Any]:
    is_joined = any(options.get(option) is not None for option in ("concat", "append"))
    return inputs_of(given) if is_joined else [given]


def _reporting(progress: Progress | None) -> list[str]:
    return ["--report=json"] + ([] if progress is None else ["--progress=json"])


def _words(function: str, known: Mapping[str, str], given: Mapping[str, Any]) -> list[Words]:
    return [_word(function, known, keyword, value) for keyword, value in given.items()]


def _word(function: str, known: Mapping[str, str], keyword: str, value: Any) -> Words:
    if keyword not in known:
        raise TypeError(f"{function}() got an unexpected keyword argument {keyword!r}")
    if keyword in _FLAGS or keyword in _RUN_FLAGS:
        return Flag(keyword, known[keyword], value)
    if keyword in _PREPARED:
        value = _PREPARED[keyword](value)
    return Option(keyword, known[keyword], value)


def _chunk_texts(chunks: Any) -> Any:
    """Writes a mapping as ncfcopy's -c takes it: one text for all dimensions, one per variable."""
    if not isinstance(chunks, Mapping):
        return chunks
    dimensions, variables = [], []
    for name, length in chunks.items():
        name = escaped(name, "\\,:")
        if isinstance(length, (list, tuple)):
            variables.append(f"{name}:{','.join(map(str, length))}")
        else:
            dimensions.append(f"{name}/{'' if length is None else length}")
    return ([",".join(dimensions)] if dimensions else []) + variables


def _rename_texts(names: Any) -> Any:
    """Writes a mapping as ncfcopy's --rename-variable takes it."""
    if not isinstance(names, Mapping):
        return names
    return [escaped(f"{old}={new}", "\\,") for old, new in names.items()]


_OPTIONS = {
    "filters": "-F", "deflate": "-d", "format": "-k", "chunks": "-c", "shards": "--shards",
    "layout": "--layout", "purpose": "--for", "quantize": "--quantize", "variables": "-V",
    "groups": "-G", "select": "--select", "types": "--type", "attributes": "--attribute",
    "unlimited": "--unlimited", "threads": "-j", "strings": "--strings",
    "max_memory": "--max-memory", "connections": "--connections", "plugin_path": "--plugin-path",
}
_FLAGS = {
    "shuffle": "-s", "fix_unlimited": "-u", "verify": "--verify", "preserve": "--preserve",
    "strict": "--strict", "follow_external": "--follow-external",
    "with_coordinates": "--with-coordinates", "allow_absent": "--allow-absent",
    "history": "--history", "unpack": "--unpack",
}
_JOIN_OPTIONS = {"concat": "--concat", "append": "--append", "rename": "--rename-variable",
                 "resume": "--resume"}
_RUN_OPTIONS = {
    "include": "--include", "exclude": "--exclude", "relative_to": "--relative-to",
    "rename": "--rename", "journal": "--journal", "jobs": "--jobs", "stop_after": "--stop-after",
    "file_timeout": "--file-timeout", "nice": "--nice",
}
_RUN_FLAGS = {
    "copies_others": "--copy-others", "resume": "--resume", "remove_orphans": "--remove-orphans",
    "checksums": "--checksums",
}
_ONE = {**_OPTIONS, **_JOIN_OPTIONS, **_FLAGS}
_MANY = {**_OPTIONS, **_FLAGS, **_RUN_OPTIONS, **_RUN_FLAGS}
_PREPARED: dict[str, Callable[[Any], Any]] = {
    "chunks": _chunk_texts, "shards": _chunk_texts, "variables": joined, "groups": joined,
    "rename": _rename_texts, "unlimited": joined}


def _show_options(function: Callable[..., Any], known: Iterable[str]) -> None:
    """Makes help() and the completion of notebooks show the options."""
    signature = inspect.signature(function)
    given = [one for one in signature.parameters.values() if one.kind is not one.VAR_KEYWORD]
    named = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None)
             for name in known]
    setattr(function, "__signature__", signature.replace(parameters=given + named))


_show_options(copy, _ONE)
_show_options(plan, _ONE)
_show_options(copy_many, _MANY)
