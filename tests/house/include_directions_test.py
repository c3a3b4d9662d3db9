#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Plants an include of each forbidden kind and expects the check to name its file and line."""

import unittest
from pathlib import Path

from include_directions import FOLDERS
from planted_check import PlantedCheck

CHECK = "include_directions.py"


class IncludeDirections(PlantedCheck):
    def expect_objection(self, path, include, message):
        self.plant(path, f"// A file.\n\n#include {include}\n")
        self.expect_finding(f"{path}:3: {message}", CHECK)

    def expect_allowed(self, path, *includes):
        self.plant(path, "".join(f"#include {include}\n" for include in includes))
        self.expect_clean(CHECK)

    def test_down_and_inside_a_room_is_allowed(self):
        self.expect_allowed("lib/ops/copy.cpp", '"ops/text.hpp"', '"store/open/open.hpp"',
                            '"cdl/writer.hpp"', '"ncf/copy.hpp"', '"base/errors/error.hpp"', "<vector>")

    def test_upwards(self):
        self.expect_objection("lib/base/errors/error.cpp", '"filter/spec.hpp"',
                              "filter is above base: base may not include filter/spec.hpp")

    def test_upwards_through_a_public_header(self):
        self.expect_objection("lib/filter/spec.cpp", '"ncf/copy.hpp"',
                              "ops is above filter: filter may not include ncf/copy.hpp")

    def test_siblings(self):
        self.expect_objection(
            "lib/transcode/pipeline/pipeline.cpp", '"store/memory/dataset.hpp"',
            "store is a sibling of transcode: transcode may not include store/memory/dataset.hpp")

    def test_siblings_below_the_model(self):
        self.expect_objection("lib/location/format.hpp", '"filter/spec.hpp"',
                              "filter is a sibling of location: "
                              "location may not include filter/spec.hpp")

    def test_down_inside_a_room(self):
        self.expect_allowed("lib/ops/copy/copy.cpp", '"ops/output/output_schema.hpp"',
                            '"ops/copy/routes.hpp"', '"ncf/copy.hpp"')

    def test_upwards_inside_each_room(self):
        for room, levels in FOLDERS.items():
            low, high = min(levels[0]), min(levels[-1])
            path, name = str(Path("lib", room, low, "low.cpp")), f"{room}/{high}/high.hpp"
            with self.subTest(room=room):
                self.expect_objection(path, f'"{name}"',
                                      f"{room}/{high} is above {room}/{low}, "
                                      f"which may not include {name}")
            (self.root / path).unlink()

    def test_siblings_inside_a_room(self):
        self.expect_objection("lib/ops/copy/copy.cpp", '"ops/compare/tiling.hpp"',
                              "ops/compare is a sibling of ops/copy, "
                              "which may not include ops/compare/tiling.hpp")

    def test_a_folder_without_a_level(self):
        self.expect_objection("lib/ops/copy/copy.cpp", '"ops/helpers/text.hpp"',
                              "lib/ops/helpers has no level: "
                              "name it in FOLDERS of include_directions.py")

    def test_an_unknown_room(self):
        self.plant("lib/utils/string.cpp", "\n")
        self.expect_finding("lib/utils/string.cpp:1: lib/utils is no room of docs/architecture.md",
                            CHECK)

    def test_an_include_relative_to_the_folder(self):
        self.expect_objection("lib/base/errors/error.cpp", '"error.hpp"',
                              "error.hpp is in no room of lib/: write includes relative to lib/")

    def test_an_include_through_the_parent_folder(self):
        self.expect_objection("lib/base/errors/error.cpp", '"../ops/copy.hpp"',
                              "../ops/copy.hpp is in no room of lib/: "
                              "write includes relative to lib/")

    def test_the_rooms_that_see_hdf5_and_netcdf(self):
        self.plant("lib/hdf5/library/calls.hpp", "#include <hdf5.h>\n")
        self.plant("lib/store/netcdf/calls.hpp", "#include <netcdf.h>\n#include <netcdf_filter.h>\n")
        self.plant("lib/plugin/h5z_adapter.cpp", "#include <H5PLextern.h>\n")
        self.expect_clean(CHECK)

    def test_hdf5_elsewhere_in_the_library(self):
        self.expect_objection("lib/ops/copy.cpp", "<hdf5.h>",
                              "hdf5.h is seen only by hdf5, store/{netcdf,netcdf4} "
                              "and plugin/*_adapter")

    def test_our_hdf5_elsewhere_in_the_library(self):
        self.expect_objection("lib/transcode/tile.cpp", '"hdf5/library/calls.hpp"',
                              "hdf5/library/calls.hpp is seen only by hdf5, store/{netcdf,netcdf4} "
                              "and plugin/*_adapter")

    def test_the_header_of_hdf5_for_all(self):
        self.expect_allowed("lib/ops/info/libraries.cpp", '"hdf5/library/library.hpp"')

    def test_hdf5_beside_an_adapter(self):
        self.expect_objection("lib/plugin/loader.cpp", "<H5Zpublic.h>",
                              "H5Zpublic.h is seen only by hdf5, store/{netcdf,netcdf4} "
                              "and plugin/*_adapter")

    def test_netcdf_directly_under_store(self):
        self.expect_objection("lib/store/open/open.cpp", "<netcdf.h>",
                              "netcdf.h is seen only by hdf5, store/{netcdf,netcdf4} "
                              "and plugin/*_adapter")

    def test_netcdf_in_a_store_that_needs_none(self):
        self.expect_objection("lib/store/zarr/tree.cpp", "<netcdf.h>",
                              "netcdf.h is seen only by hdf5, store/{netcdf,netcdf4} "
                              "and plugin/*_adapter")

    def test_a_public_header_with_hdf5(self):
        self.expect_objection("lib/include/ncf/copy.hpp", "<hdf5.h>",
                              "a public header includes only the standard library and ncf/, "
                              "not hdf5.h")

    def test_a_public_header_with_another_library(self):
        self.expect_objection("lib/include/ncf/copy.hpp", "<fmt/format.h>",
                              "a public header includes only the standard library and ncf/, "
                              "not fmt/format.h")

    def test_a_public_header_with_a_private_one(self):
        self.expect_objection("lib/include/ncf/error.hpp", '"ncf/copy.hpp"',
                              "ops is above base: base may not include ncf/copy.hpp")

    def test_a_public_header_in_no_room(self):
        self.expect_objection("lib/include/ncf/new.hpp", "<vector>",
                              "ncf/new.hpp is in no room: "
                              "name it in PUBLIC_HEADERS of include_directions.py")

    def test_a_plugin_and_what_it_may_see(self):
        self.expect_allowed("plugins/zstd/filter.cpp", '"zstd/filter.hpp"', '"common/span.hpp"',
                            "<zstd.h>", "<hdf5.h>", "<cstdint>")

    def test_a_plugin_with_the_library(self):
        self.expect_objection("plugins/zstd/filter.cpp", '"base/errors/error.hpp"',
                              "a plugin is a leaf: zstd may not include base/errors/error.hpp")

    def test_a_plugin_and_the_header_it_shares_with_the_library(self):
        self.expect_allowed("plugins/common/kernel_entry.hpp", "<ncf/kernel.h>")

    def test_the_file_of_plugins_that_interprets_codecs(self):
        self.expect_allowed("plugins/common/codec_entry.cpp", '"base/json/json.hpp"',
                            '"filter/codecs/codec_interpreter.hpp"')
        self.expect_objection("plugins/zstd/filter.cpp", '"base/json/json.hpp"',
                              "a plugin is a leaf: zstd may not include base/json/json.hpp")

    def test_a_plugin_with_a_public_header(self):
        self.expect_objection("plugins/zstd/filter.cpp", '"ncf/error.hpp"',
                              "a plugin is a leaf: zstd may not include ncf/error.hpp")

    def test_a_plugin_with_another_plugin(self):
        self.expect_objection("plugins/zstd/filter.cpp", '"bzip2/filter.hpp"',
                              "a plugin is a leaf: zstd may not include bzip2/filter.hpp")

    def test_the_one_file_that_links_the_built_in_kernels(self):
        self.expect_allowed("lib/filter/kernels/builtin.cpp",
                            '"deflate/filter.hpp"', '"szip/filter.hpp"')

    def test_facts_and_the_one_list_that_includes_them(self):
        self.expect_allowed("plugins/zstd/filter.hpp", "<bit>", '"filter/facts.hpp"',
                            '"filter/registry/known_ids.hpp"', '"common/kernel.hpp"')
        self.expect_allowed("plugins/zstd/codec.cpp", '"zstd/filter.hpp"', '"filter/facts.hpp"')
        self.expect_allowed("lib/filter/registry/registry_table.cpp",
                            '"zstd/filter.hpp"', '"known/sz.hpp"')

    def expect_facts_objection(self, path, include):
        self.expect_objection(path, f'"{include}"',
                              "facts include only the standard library, filter/facts.hpp and "
                              f"known_ids.hpp, not {include}")

    def test_facts_with_more_of_the_library(self):
        self.expect_facts_objection("plugins/zstd/filter.hpp", "filter/registry/cd_values.hpp")

    def test_facts_of_a_filter_that_is_not_ours(self):
        self.expect_facts_objection("plugins/known/sz.hpp", "filter/registry/cd_values.hpp")

    def test_the_terms_of_facts(self):
        self.expect_facts_objection("lib/filter/facts.hpp", "filter/registry/cd_values.hpp")

    def test_facts_with_more_than_the_kernel(self):
        self.expect_facts_objection("plugins/zstd/filter.hpp", "zstd/strategy.hpp")

    def test_facts_alone_with_a_kernel(self):
        self.expect_facts_objection("plugins/known/sz.hpp", "common/kernel.hpp")

    def test_facts_seen_elsewhere(self):
        self.expect_objection("lib/ops/explain.cpp", '"zstd/filter.hpp"',
                              "zstd/filter.hpp is in no room of lib/: "
                              "write includes relative to lib/")

    def test_a_plugin_with_more_of_the_filter_room(self):
        self.expect_objection("plugins/zstd/codec.cpp", '"filter/registry/registry.hpp"',
                              "a plugin is a leaf: zstd may not include "
                              "filter/registry/registry.hpp")

    def test_a_built_in_kernel_seen_elsewhere(self):
        self.expect_objection("lib/filter/chain.cpp", '"deflate/filter.hpp"',
                              "deflate/filter.hpp is in no room of lib/: "
                              "write includes relative to lib/")

    def test_a_program_and_what_it_may_see(self):
        self.expect_allowed("apps/ncfcopy.cpp", '"ncf/copy.hpp"', '"common/main_guard.hpp"',
                            "<CLI/CLI.hpp>", "<string>")
        self.expect_allowed("apps/ncfinfo.cpp", '"ncfinfo/commands.hpp"')
        self.expect_allowed("apps/ncfinfo/filters.cpp", '"ncfinfo/commands.hpp"')

    def test_a_program_with_the_insides_of_the_library(self):
        self.expect_objection("apps/ncfcopy.cpp", '"filter/registry/registry.hpp"',
                              "programs include only ncf/, common/ and their own folder, "
                              "not filter/registry/registry.hpp")
        self.expect_objection("apps/ncfcopy.cpp", '"ncfinfo/commands.hpp"',
                              "programs include only ncf/, common/ and their own folder, "
                              "not ncfinfo/commands.hpp")

    def test_a_program_with_netcdf(self):
        self.expect_objection("apps/common/main_guard.cpp", "<netcdf.h>",
                              "programs know nothing of HDF5 and netCDF: netcdf.h")

    def test_a_library_that_prints(self):
        self.expect_objection("lib/ops/copy.cpp", "<iostream>", "library code never prints")


if __name__ == "__main__":
    unittest.main()
