# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Filter specs as arguments of other packages."""

from __future__ import annotations

import ast
import json
import warnings
from typing import Any

from ._inspecting import explain
from ._programs import Note, UsageError

Notation = dict[str, Any]  # as `explain` returns it


def encoding(spec: str, dtype: Any = None, writer: str = "xarray-h5netcdf") -> dict[str, Any]:
    """The arguments with which another package writes a variable with the filters of a spec.

        >>> ncf.encoding("shuffle|zstd,3", "float32")
        {'dtype': 'float32', 'shuffle': True, 'compression': 32015, 'compression_opts': (3,)}
        >>> dataset.to_netcdf("out.nc", engine="h5netcdf", encoding={"t2m": _})

    writer           the dictionary is
    xarray-h5netcdf  the variable's `encoding` in xarray's to_netcdf with engine="h5netcdf"
    xarray-netcdf4   the same with engine="netcdf4", xarray's default
    xarray-zarr      the variable's `encoding` in xarray's to_zarr, for stores of version 2
    netCDF4-python   keyword arguments of netCDF4.Dataset.createVariable
    h5py             keyword arguments of h5py.Group.create_dataset

    The names of xarray's engines, "h5netcdf", "netcdf4" and "zarr", and of the module "netCDF4",
    in exactly this spelling, are accepted too.

    dtype: the type of the stored values; xarray-zarr requires it. Call `use_plugins` before writing
    with filters that are not built into HDF5. If the writer applies filters differently, a warning of
    the class `Note` says so. Raises UsageError if it cannot write with these filters, naming the
    writers that can.
    """
    writer = _OTHER_NAMES.get(writer, writer)
    if writer not in _WRITERS:
        raise UsageError(f"writer {writer!r}: expected one of {', '.join(_WRITERS)}")
    if writer == "xarray-zarr" and dtype is None:
        raise UsageError("writer 'xarray-zarr' needs the dtype: codecs depend on the size of a "
                         "value")
    explained = explain(spec, None if dtype is None else _value_bytes(dtype))
    notations = {one["name"]: one for one in explained["notations"]}
    name, read = _WRITERS[writer]
    arguments = read(notations[name])
    if arguments is None:
        able = [other for other in _WRITERS if _can_make(other, notations)]
        raise UsageError(f"writer {writer!r} cannot make {notations['ncf']['text']}; " +
                         (f"these can: {', '.join(able)}" if able else "none of these can"))
    note = _without_value_bytes(notations[name]["note"])
    if note:
        warnings.warn(note, Note, stacklevel=2)
    if dtype is None:
        return arguments
    return {"datatype" if writer == "netCDF4-python" else "dtype": dtype, **arguments}


def _can_make(writer: str, notations: dict[str, Notation]) -> bool:
    name, read = _WRITERS[writer]
    try:
        return read(notations[name]) is not None
    except ImportError:
        return False


def _value_bytes(dtype: Any) -> int:
    import numpy  # every package that takes the result needs it
    return int(numpy.dtype(dtype).itemsize)


def _without_value_bytes(note: str | None) -> str:
    """The note without its part about the size of a value, which the caller gave as dtype."""
    parts = (note or "").split("; ")
    return "; ".join(part for part in parts if not part.startswith("for values of "))


def _keywords(call: ast.Call) -> dict[str, Any]:
    """The keyword arguments of a call in Python whose values are literals."""
    found: dict[str, Any] = {}
    for keyword in call.keywords:
        assert keyword.arg is not None  # as in **arguments
        try:
            found[keyword.arg] = ast.literal_eval(keyword.value)
        except ValueError:  # `data=data`
            found[keyword.arg] = keyword.value
    return found


def _call(notation: Notation) -> Any:
    return (None if notation["text"] is None
            else ast.parse(notation["text"]).body[-1].value)  # type: ignore[attr-defined]


def _for_h5py(notation: Notation) -> dict[str, Any] | None:
    found = _keywords(_call(notation))
    if "dcpl" in found:  # a list of properties, which keywords cannot express
        return None
    return {name: value for name, value in found.items() if name not in {"data", "chunks"}}


def _for_netcdf4_engine(notation: Notation) -> dict[str, Any] | None:
    call = _call(notation)
    arguments = {} if call is None else _keywords(call)
    if arguments.get("engine") != "netcdf4":
        return None
    return _keywords(arguments["encoding"].values[0])


def _for_create_variable(notation: Notation) -> dict[str, Any] | None:
    call = _call(notation)
    return None if call is None else _keywords(call)


def _for_zarr(notation: Notation) -> dict[str, Any] | None:
    if notation["text"] is None:
        return None
    from numcodecs import get_codec
    codecs = json.loads(notation["text"])
    filters, compressor = codecs["filters"], codecs["compressor"]
    try:
        return {"filters": filters and [get_codec(one) for one in filters],
                "compressor": compressor and get_codec(compressor)}
    except ValueError:  # a third-party codec
        return None


# For each writer, the notation of a spec that contains its arguments, and the function that reads
# them there.
_WRITERS = {
    "xarray-h5netcdf": ("h5py", _for_h5py),
    "xarray-netcdf4": ("xarray", _for_netcdf4_engine),
    "xarray-zarr": ("numcodecs", _for_zarr),
    "netCDF4-python": ("netCDF4-python", _for_create_variable),
    "h5py": ("h5py", _for_h5py),
}
_OTHER_NAMES = {"h5netcdf": "xarray-h5netcdf", "netcdf4": "xarray-netcdf4", "zarr": "xarray-zarr",
                "netCDF4": "netCDF4-python"}
