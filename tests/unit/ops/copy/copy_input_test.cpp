// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/copy_input.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "ops/output/output_place.hpp"
#include "support/errors.hpp"
#include "support/files.hpp"

namespace ncf::ops {
namespace {

namespace fs = std::filesystem;

class OtherFiles : public testing::Test {
 protected:
  fs::path make(const std::string& name) const {
    std::ofstream(folder_ / name) << name;
    return folder_ / name;
  }

  std::string refusal(const fs::path& other, const fs::path& output) const {
    return test::reason_of(
        [&] { require_apart_from_others({other}, "in.nc", {.path = output}, "OUT"); },
        ErrorCode::usage);
  }

  test::TemporaryFolder folder_;
};

constexpr const char* would_be_lost =
    "OUT: the input, in.nc, reads values from this file, which would be lost; choose another "
    "output";

TEST_F(OtherFiles, AreThoseThatExist) {
  const fs::path here = make("a.h5");
  const std::set<std::string> named{here, folder_ / "gone.h5", folder_.path()};
  EXPECT_EQ(find_other_files({}, true, named), std::vector{here});
}

TEST_F(OtherFiles, AreThoseOfReferencesWithoutWhatTheseName) {
  std::ofstream(folder_ / "refs.json")
      << R"({"version": 1, "refs": {".zgroup": "{\"zarr_format\": 2}",)"
      << R"("v/0": ["a.h5", 0, 4], "v/1": ["gone.h5", 0, 4]}})";
  const fs::path file = make("a.h5");
  const store::Input found = store::find_input((folder_ / "refs.json").string());
  EXPECT_EQ(find_other_files(found, false, {}), std::vector{file});
}

TEST_F(OtherFiles, AreNotReplaced) {
  const fs::path other = make("a.h5");
  EXPECT_EQ(refusal(other, other), would_be_lost);
  fs::create_hard_link(other, folder_ / "b.h5");
  EXPECT_EQ(refusal(other, folder_ / "b.h5"), would_be_lost);
  fs::create_symlink(other, folder_ / "c.h5");
  EXPECT_EQ(refusal(other, folder_ / "c.h5"), would_be_lost);
  EXPECT_NO_THROW(require_apart_from_others({other}, "in.nc", {.path = make("a_%b.h5")}, "OUT"));
}

TEST_F(OtherFiles, AreNotReplacedWithTheirStore) {
  fs::create_directory(folder_ / "store");
  std::ofstream(folder_ / "store/.zgroup") << R"({"zarr_format": 2})";
  EXPECT_EQ(refusal(make("store/a.h5"), folder_ / "store"), would_be_lost);
}

}  // namespace
}  // namespace ncf::ops
