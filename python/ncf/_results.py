# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Results: the JSON that the programs print, as dictionaries that show themselves."""

from __future__ import annotations

import html
import json
import os
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar, TypeVar

Own = TypeVar("Own", bound="Result")


class Result(dict[str, Any]):
    """What a program printed as JSON. It is a dictionary; `summary` says the most important in a
    line, and a notebook shows a table, or the HTML page if one was written.
    """

    _ROWS: ClassVar[str] = "variables"  # the member with the rows of the table
    _COLUMNS: ClassVar[dict[str, str]] = {}  # heading and member
    _page: str | None = None

    @classmethod
    def of(cls: type[Own], printed: str, page: Any = None) -> Own:
        """Reads JSON. page: the path of the HTML page that the program wrote, if it did."""
        result = cls(json.loads(printed))
        if page is not None:
            result._page = Path(os.fsdecode(page)).read_text(encoding="utf-8")
        return result

    @property
    def summary(self) -> str:
        """The most important in a line."""
        raise NotImplementedError

    def _repr_html_(self) -> str:
        if self._page is not None:
            return (f'<iframe srcdoc="{html.escape(self._page)}" width="100%" height="600" '
                    'style="border: 0"></iframe>')
        heads = "".join(f"<th>{html.escape(head)}</th>" for head in self._COLUMNS)
        rows = "".join("<tr>" + "".join(f"<td>{html.escape(_text(name, row))}</td>"
                                        for name in self._COLUMNS.values()) + "</tr>"
                       for row in self.get(self._ROWS, []))
        return (f"<p>{html.escape(self.summary)}</p>"
                f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>")


class Plan(Result):
    """What `plan` returns."""

    _COLUMNS = {"variable": "path", "type": "type", "shape": "shape", "chunks": "chunks",
                "filters": "filters", "route": "route", "raw": "raw_bytes",
                "input": "input_bytes", "output": "output_bytes"}

    @property
    def summary(self) -> str:
        return f"{self['output']} would be {self['format']}; {self._routes()}"

    def _routes(self) -> str:
        routes = Counter(one["route"] for one in self["variables"])
        return (f"{_count(sum(routes.values()), 'variable')}" +
                "".join(f", {count} by {route}" for route, count in routes.most_common()))


class CopyReport(Plan):
    """What `copy` returns."""

    @property
    def summary(self) -> str:
        verified = "; verified" if self["verified"] else ""
        sizes = _change(self["input_file_bytes"], self["output_file_bytes"])
        return f"{self['output']}: {sizes}; {self._routes()}{verified}"


class ManyReport(Result):
    """What `copy_many` returns: what became of each file, in `files`."""

    _ROWS = "files"
    _COLUMNS = {"input": "input", "output": "output", "outcome": "outcome", "why": "failure",
                "before": "input_bytes", "after": "output_bytes"}

    @property
    def summary(self) -> str:
        files = self["files"]
        outcomes = Counter(one["outcome"].replace("_", " ") for one in files)
        done = [one for one in files if one["outcome"] in ("planned", "copied")]
        sizes = _change(*(sum(one[f"{which}_bytes"] for one in done)
                          for which in ("input", "output")))
        return (f"{_count(len(files), 'file')}" +
                "".join(f", {count} {outcome}" for outcome, count in outcomes.most_common()) +
                (f"; {sizes}" if done else ""))


class FileReport(Result):
    """What `info` returns."""

    _COLUMNS = {"variable": "path", "type": "type", "shape": "shape", "chunks": "chunks",
                "filters": "filters", "raw": "raw_bytes", "stored": "stored_bytes"}

    @property
    def summary(self) -> str:
        raw, stored = (sum(one[f"{which}_bytes"] or 0 for one in self["variables"])
                       for which in ("raw", "stored"))
        return (f"{self['input']} ({self['format']}): "
                f"{_count(len(self['variables']), 'variable')}, {_size(raw)} raw, "
                f"{_size(stored)} stored")


class Tuning(Result):
    """What `tune` returns. `command` has the words of the command that makes such a copy."""

    _COLUMNS = {"variable": "path", "type": "type", "filters": "trials", "raw": "raw_bytes",
                "before": "input_bytes", "after": "stored_bytes"}

    @property
    def summary(self) -> str:
        return (f"{_change(self['input_bytes'], self['stored_bytes'])} of values; "
                f"{' '.join(self['command']) or 'nothing to change'}")


class Comparison(Result):
    """What `compare` returns. `equal`: nothing differs. `within_limits`: nothing differs by more
    than allowed."""

    _COLUMNS = {"variable": "path", "type": "type", "values": "values", "differing": "differing",
                "over the limit": "exceeding", "largest error": "largest_error"}

    @property
    def summary(self) -> str:
        names = self.get("journal") or f"{self['first']} and {self['second']}"
        if self["equal"]:
            return f"{names}: equal"
        verdict = "differ within the limits" if self["within_limits"] else "differ"
        paths = [one["path"] for one in self["variables"] if one["differing"]]
        where = f" in {', '.join(paths[:5])}{', ...' if len(paths) > 5 else ''}" if paths else ""
        return f"{names} {verdict}{where}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _change(before: int, after: int) -> str:
    ratio = f" ({after / before:.0%})" if before else ""
    return f"{_size(before)} to {_size(after)}{ratio}"


def _size(number: float) -> str:
    if number < 1000:
        return f"{number:.0f} B"
    for unit in ("kB", "MB", "GB"):
        number /= 1000
        if number < 1000:
            return f"{number:.1f} {unit}"
    return f"{number / 1000:.1f} TB"


def _text(name: str, row: Mapping[str, Any]) -> str:
    """Returns a member of a variable or a file as people read it."""
    value = row.get(name)
    if name == "path":  # or those of an archive that are alike
        return ", ".join(row.get("paths") or [str(value)])
    if name == "largest_error":
        value = value or (row.get("numbers") or {}).get(name)
        return "" if value is None else f"{value['error']:g}"
    if value is None:
        return ""
    if name == "trials":
        return ", ".join(trial["filters"] for trial in value if trial["chosen"])
    if name.endswith("_bytes"):
        return _size(value)
    if name in ("shape", "chunks"):
        return " x ".join(map(str, value))
    if name == "filters":
        return " | ".join(one.get("description") or str(one["id"]) for one in value)
    return str(value)
