// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The plugins of tests/support/plugins, and a process that searches only our folder and theirs.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "plugin/folders.hpp"

namespace ncf::test {

/// Returns the folder of a group of them.
inline std::string plugin_group(const std::string& group) {
  return std::string(NCF_TEST_PLUGINS) + "/" + group;
}

/// A test that does not search HDF5's default folder, which holds the machine's plugins.
class PluginTest : public testing::Test {
 protected:
  void SetUp() override { search({}); }

  static void search(const std::vector<std::string>& folders) {
    setenv("HDF5_PLUGIN_PATH", "", 1);
    plugin::set_plugin_path(folders);
  }
};

}  // namespace ncf::test
