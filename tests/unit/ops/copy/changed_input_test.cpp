// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Inputs that other programs change while they are copied.
#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <functional>
#include <thread>

#include "ncf/copy.hpp"
#include "ncf/generate.hpp"
#include "support/errors.hpp"
#include "support/files.hpp"

namespace ncf::ops {
namespace {

namespace fs = std::filesystem;

constexpr const char* changed_back =
    ": the file changed while it was read (its status did, although mode, owner, links and time of "
    "modification are the same)";

class ChangedInput : public testing::Test {
 protected:
  ChangedInput() {
    std::ofstream(folder_ / "in.cdl")
        << "netcdf in { dimensions: x = 3 ; variables: int v(x) ; data: v = 1, 2, 3 ; }";
    GenerateOptions generated;
    generated.input = (folder_ / "in.cdl").string();
    generated.output = input_.string();
    generated.format = Format::classic;
    generate(generated);
    // The clock of the file system goes on every few milliseconds.
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }

  /// Replaces the last bytes of the input in place and sets back its time of modification.
  void rewrite() const {
    const auto time = fs::last_write_time(input_);
    std::fstream file(input_, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(-1, std::ios::end);
    file.put('\7');
    file.close();
    fs::last_write_time(input_, time);
  }

  /// Copies and verifies the input, and calls `change` once, after so many steps.
  void copy_during(const std::function<void()>& change, std::size_t steps = 1) const {
    CopyOptions options;
    options.input = input_.string();
    options.output = output_.string();
    options.verify = true;
    copy(options, {}, [&](const CopyProgress& /*progress*/) {
      if (--steps == 0) change();
    });
  }

  test::TemporaryFolder folder_;
  fs::path input_ = folder_ / "in.nc";
  fs::path output_ = folder_ / "out.nc";
};

TEST_F(ChangedInput, IsAnErrorAlsoIfItsTimeIsSetBack) {
  EXPECT_EQ(test::reason_of([&] { copy_during([&] { rewrite(); }); }, ErrorCode::io),
            input_.string() + changed_back);
  EXPECT_FALSE(fs::exists(output_));
}

// Otherwise the message would blame the disk, the memory or a filter.
TEST_F(ChangedInput, ExplainsWhyTheCopyDiffers) {
  EXPECT_EQ(test::reason_of([&] { copy_during([&] { rewrite(); }, 2); }, ErrorCode::io),
            input_.string() + changed_back);
  EXPECT_FALSE(fs::exists(output_));
}

TEST_F(ChangedInput, MayGetAnotherModeAndLink) {
  copy_during([&] {
    fs::permissions(input_, fs::perms::owner_read);
    fs::create_hard_link(input_, folder_ / "link.nc");
  });
  EXPECT_TRUE(fs::exists(output_));
}

}  // namespace
}  // namespace ncf::ops
