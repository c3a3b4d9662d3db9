#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Fails when an #include points the wrong way.

    include_directions.py [ROOT]

apps -> ops -> { store, transcode, cdl, plugin } -> { hdf5, libnetcdf } -> model
     -> { filter, location, mpi, network } -> base

Includes go down or stay in their room, the braces hold siblings that never include each other, and
only a few rooms see HDF5 and netCDF. The folders of a room have levels in the same way, so no room
has a circle. docs/architecture.md gives the reasons.
"""

import re
import sys
from pathlib import Path

from repository import Finding, is_code, read_lines, report, tracked_files

# Rooms of lib/ from the bottom up; rooms of one level are siblings.
LEVELS = [
    {"base"},
    {"filter", "location", "mpi", "network"},
    {"model"},
    {"hdf5", "libnetcdf"},
    {"store", "transcode", "cdl", "plugin"},
    {"ops"},
]
LEVEL = {room: height for height, rooms in enumerate(LEVELS) for room in rooms}

# The folders of rooms from the bottom up; "." holds the files of the room itself. Rooms that are
# absent have no folders.
FOLDERS = {
    "base": [
        {"library"},
        {"memory", "text"},
        {"errors"},
        {"threads"},
        {"files", "json"},
        {"zip", "output"},
        {"process"},
    ],
    "filter": [{"."}, {"registry"}, {"codecs"}, {"kernels"}, {"spec"}],
    "model": [{"grid"}, {"values"}, {"schema"}, {"dataset"}, {"view"}],
    "hdf5": [{"library"}, {"recording"}, {"vlen"}, {"properties"}, {"structure"}],
    "store": [
        {"common"},
        {"netcdf", "netcdf4", "zarr/storage"},
        {"zarr/metadata"},
        {"zarr/chunks"},
        {"zarr/schema"},
        {"zarr"},
        {"open"},
    ],
    "cdl": [{"language"}, {"read"}, {"write"}, {"program"}],
    "transcode": [
        {"walks", "rounding"},
        {"recoding"},
        {"tiles"},
        {"values", "sinks", "passthrough"},
        {"pipeline", "ranks"},
    ],
    "ops": [
        {"report"},
        {"select"},
        {"filters", "definitions"},
        {"values"},
        {"rounding", "views"},
        {"output"},
        {"page"},
        {"copy", "compare", "dump", "info"},
        {"tune", "generate", "dataset", "references"},
        {"many"},
        {"c_api"},
    ],
}
HEIGHT = {
    (room, folder): height
    for room, levels in FOLDERS.items()
    for height, folders in enumerate(levels)
    for folder in folders
}

# The room that implements each public header, which decides who may include it.
PUBLIC_HEADERS = {
    "ncf/byte_count.hpp": "base",
    "ncf/error.hpp": "base",
    "ncf/escape_controls.hpp": "base",
    "ncf/mpi.hpp": "mpi",
    "ncf/export.h": "base",
    "ncf/export.hpp": "base",
    "ncf/version.hpp": "base",
    "ncf/library_lock.hpp": "base",
    "ncf/stop.hpp": "base",
    "ncf/supervise.hpp": "base",
    "ncf/text_sink.hpp": "base",
    "ncf/format.hpp": "location",
    "ncf/input_bytes.hpp": "store",
    "ncf/filter_spec.hpp": "filter",
    "ncf/deflate.h": "filter",
    "ncf/filter_spec.h": "filter",
    "ncf/variable_filters.h": "filter",
    "ncf/kernel.h": "filter",
    "ncf/ncz_codec.h": "plugin",
    "ncf/plugins.hpp": "plugin",
    "ncf/cdl_style.hpp": "cdl",
    "ncf/copy.hpp": "ops",
    "ncf/copy_many.hpp": "ops",
    "ncf/dataset.h": "ops",
    "ncf/dataset.hpp": "ops",
    "ncf/elements.hpp": "ops",
    "ncf/doctor.hpp": "ops",
    "ncf/dump.hpp": "ops",
    "ncf/explain.hpp": "ops",
    "ncf/filter_list.hpp": "ops",
    "ncf/generate.hpp": "ops",
    "ncf/info.hpp": "ops",
    "ncf/journal.hpp": "ops",
    "ncf/map_axis.hpp": "ops",
    "ncf/ncf.h": "ops",
    "ncf/ncf.hpp": "ops",
    "ncf/page.hpp": "ops",
    "ncf/purpose.hpp": "ops",
    "ncf/references.hpp": "ops",
    "ncf/compare.hpp": "ops",
    "ncf/compare_many.hpp": "ops",
    "ncf/tune.hpp": "ops",
    "ncf/view.hpp": "ops",
    "ncf/tune_many.hpp": "ops",
    "ncf/variable_filters.hpp": "ops",
}
# What plugins see of lib, which includes the standard library alone.
TERMS_OF_FACTS = {"filter/facts.hpp", "filter/registry/known_ids.hpp"}
SHARED_WITH_PLUGINS = {"ncf/kernel.h", "ncf/ncz_codec.h"} | TERMS_OF_FACTS
# The interpreter of codecs, which each plugin contains; one file adapts it to libnetcdf.
CODEC_ADAPTER = "plugins/common/codec_entry.cpp"
CODEC_HEADERS = {"base/json/json.hpp", "filter/codecs/codec_interpreter.hpp"}
# What has facts, which the registry includes: facts alone, and with them the declaration of a kernel.
FACTS = re.compile(r"(numcodecs/facts|known/\w+)\.hpp")
FILTER = re.compile(r"\w+/filter\.hpp")
TESTS_OF_PLUGIN = {"test.cpp", "test"}
LISTS_OF_FILTERS = {"lib/filter/registry/registry_table.cpp",
                    "lib/filter/registry/plugin_facts.hpp.in"}
BUILT_IN_KERNELS = {"deflate", "shuffle", "fletcher32", "numcodecs", "szip", "common"}

INCLUDE = re.compile(r'\s*#\s*include\s*([<"])([^>"]+)[>"]')
HDF5_OR_NETCDF = re.compile(r"(hdf5|hdf5_hl|H5\w+|netcdf\w*)\.h")
SEES_HDF5_AND_NETCDF = re.compile(r"lib/(hdf5|store/netcdf4?)/.|lib/plugin/\w+_adapter\.[ch]pp")
FREE_OF_HDF5 = {"hdf5/library/library.hpp", "hdf5/properties/creation_properties.hpp"}  # of the headers of lib/hdf5
STANDARD = re.compile(r"[a-z_0-9]+|std(int|def|bool)\.h")


def public_header_objection(path, room, quoted, name):
    """Checks a public header, which may include the standard library and other public headers, no
    higher than itself."""
    own = path.relative_to("lib/include").as_posix()
    if own not in PUBLIC_HEADERS:
        return f"{own} is in no room: name it in PUBLIC_HEADERS of include_directions.py"
    if quoted or name.startswith("ncf/"):
        return library_objection(path, PUBLIC_HEADERS[own], quoted, name)
    if not STANDARD.fullmatch(name):
        return f"a public header includes only the standard library and ncf/, not {name}"
    return None


def library_objection(path, room, quoted, name):
    """Checks a file of lib/<room>."""
    if path.as_posix() == "lib/filter/facts.hpp":
        return facts_objection(path, room, quoted, name)
    of_hdf5 = name.startswith("hdf5/") and name not in FREE_OF_HDF5
    if of_hdf5 and room == "hdf5":
        return folder_objection(path, room, name)
    if of_hdf5 or HDF5_OR_NETCDF.fullmatch(name):
        if SEES_HDF5_AND_NETCDF.match(path.as_posix()):
            return None
        return f"{name} is seen only by hdf5, store/{{netcdf,netcdf4}} and plugin/*_adapter"
    if name == "iostream":
        return "library code never prints"
    if not quoted and not name.startswith("ncf/"):
        return None
    is_list_of_kernels = path.as_posix() == "lib/filter/kernels/builtin.cpp"
    if is_list_of_kernels and name.split("/")[0] in BUILT_IN_KERNELS:
        return None
    is_of_filter = FACTS.fullmatch(name) or FILTER.fullmatch(name)
    if path.as_posix() in LISTS_OF_FILTERS and is_of_filter:
        return None
    target = PUBLIC_HEADERS.get(name) or name.split("/")[0]
    if target == "ncf":
        return f"{name} is in no room: name it in PUBLIC_HEADERS of include_directions.py"
    if "/" not in name or target not in LEVEL:
        return f"{name} is in no room of lib/: write includes relative to lib/"
    if target == room:
        return None if name in PUBLIC_HEADERS else folder_objection(path, room, name)
    if LEVEL[target] < LEVEL[room]:
        return None
    relation = "a sibling of" if LEVEL[target] == LEVEL[room] else "above"
    return f"{target} is {relation} {room}: {room} may not include {name}"


def folder_objection(path, room, name):
    """Checks an include within a room."""
    own = path.parent.relative_to(Path("lib", room)).as_posix()
    target = Path(name).parent.relative_to(room).as_posix()
    if own == target:
        return None
    for folder in (own, target):
        if (room, folder) not in HEIGHT:
            return f"lib/{room}/{folder} has no level: name it in FOLDERS of include_directions.py"
    if HEIGHT[room, target] < HEIGHT[room, own]:
        return None
    relation = "a sibling of" if HEIGHT[room, target] == HEIGHT[room, own] else "above"
    return f"{room}/{target} is {relation} {room}/{own}, which may not include {name}"


def facts_objection(path, room, quoted, name):
    """Checks facts about a filter, and their terms, which both the library and plugins include."""
    if STANDARD.fullmatch(name) and not quoted:
        return None
    if name in TERMS_OF_FACTS and path.parts[0] == "plugins":
        return None
    return f"facts include only the standard library, filter/facts.hpp and known_ids.hpp, not {name}"


def filter_objection(path, room, quoted, name):
    """Checks the facts about a filter and the declaration of its kernel."""
    if name == "common/kernel.hpp":
        return None
    return facts_objection(path, room, quoted, name)


def plugin_objection(path, room, quoted, name):
    """Checks a plugin, which may include its own folder, plugins/common, and the headers of other
    libraries."""
    if name in SHARED_WITH_PLUGINS:
        return None
    if path.as_posix() == CODEC_ADAPTER and name in CODEC_HEADERS:
        return None
    if not quoted and not name.startswith("ncf/"):
        return None
    if name.split("/")[0] in {room, "common"}:
        return None
    return f"a plugin is a leaf: {room} may not include {name}"


def app_objection(path, room, quoted, name):
    """Checks a program, which may include the public headers, apps/common and its own folder, by
    their full names."""
    own = path.parts[1].removesuffix(".cpp")
    if HDF5_OR_NETCDF.fullmatch(name):
        return f"programs know nothing of HDF5 and netCDF: {name}"
    if not quoted or name.split("/")[0] in {"ncf", "common", own}:
        return None
    return f"programs include only ncf/, common/ and their own folder, not {name}"


def rule_for(path):
    """Returns the rule for a file and the room it is in, or None if its includes are free."""
    parts = path.parts
    if parts[:3] == ("lib", "include", "ncf"):
        return public_header_objection, None
    if parts[0] == "lib" and len(parts) > 2:
        return library_objection, parts[1]
    if parts[0] == "plugins" and len(parts) > 2 and parts[2] not in TESTS_OF_PLUGIN:
        name = "/".join(parts[1:])
        if FACTS.fullmatch(name):
            return facts_objection, parts[1]
        return filter_objection if FILTER.fullmatch(name) else plugin_objection, parts[1]
    if parts[0] == "apps":
        return app_objection, None
    return None


def objections(root, path):
    rule = rule_for(path)
    if not rule:
        return
    objection_to, room = rule
    if objection_to is library_objection and room not in LEVEL:
        yield Finding(path, 1, f"lib/{room} is no room of docs/architecture.md")
        return
    for number, line in enumerate(read_lines(root / path), start=1):
        include = INCLUDE.match(line)
        if include:
            objection = objection_to(path, room, include[1] == '"', include[2])
            if objection:
                yield Finding(path, number, objection)


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    code = [path for path in tracked_files(root) if is_code(path)]
    return report([finding for path in code for finding in objections(root, path)])


if __name__ == "__main__":
    sys.exit(main())
