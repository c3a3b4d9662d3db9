// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads every real file of the corpus, and every CDL file that Debian's ncgen accepts, and writes
// it again through the store; ncdump must not see a difference.
#include <gtest/gtest.h>
#include <hdf5.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <utility>
#include <vector>

#include "ncf/error.hpp"
#include "store/open/open.hpp"
#include "support/files.hpp"
#include "support/leaks_of_others.hpp"

namespace {

namespace fs = std::filesystem;
using ncf::test::quoted;
using ncf::test::run;

std::vector<fs::path> files_below(const fs::path& folder, const std::string& extension) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    if (extension.empty() || entry.path().extension() == extension) {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// The element route in its shortest form: each variable in one box.
void copy_dataset(const fs::path& from, const fs::path& to) {
  const auto input = ncf::store::open_source(from.string());
  ncf::model::Schema schema = input->schema();
  for (auto& variable : schema.variables) {
    variable.quantization.reset();
    if (!ncf::is_netcdf4(schema.format)) variable.no_fill = true;
  }
  const auto output = ncf::store::create_target(to, {}, schema);
  for (ncf::model::VariableId id = 0; id < schema.variables.size(); ++id) {
    const auto& variable = schema.variables[id];
    const auto shape = schema.shape(variable);
    const ncf::model::Box box{std::vector<std::size_t>(shape.size(), 0), shape};
    ncf::model::Values values(variable.type);
    input->read(id, box, values);
    output->write(id, box, values);
  }
  output->close();
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
// The first ncdump on the path is one with the sanitizer, to load our plugins. These tests do not
// need them, and that ncdump fails with Debian's zfp plugin.
constexpr const char* plain_path = "PATH=\"${PATH#*:}\"; ";
#else
constexpr const char* plain_path = "";
#endif

/// Returns the output of ncdump and its exit status, since both copies of a file that it cannot
/// read completely must end alike.
std::string dump(const fs::path& file) {
  const auto [status, output] =
      run(std::string(plain_path) + "ncdump -n same -p 9,17 " + quoted(file) + " 2>/dev/null");
  return output + "\nexit status " + std::to_string(status);
}

/// Returns the dump on which two runs in a row agree; the last of five if they never do.
std::string stable_dump(const fs::path& file) {
  std::string text = dump(file);
  for (int attempt = 0; attempt < 4; ++attempt) {
    std::string again = dump(file);
    if (again == text) break;
    text = std::move(again);
  }
  return text;
}

/// Copies `file` and compares; returns the difference.
std::string difference(const fs::path& file, const fs::path& copied) {
  try {
    copy_dataset(file, copied);
  } catch (const ncf::Error& error) {
    return error.what();
  }
  if (dump(file) == dump(copied)) return "";
  const std::string before = stable_dump(file);
  const std::string after = stable_dump(copied);
  if (before == after) return "";
  std::size_t at = 0;
  while (at < before.size() && at < after.size() && before[at] == after[at]) ++at;
  const std::size_t begin = at > 100 ? at - 100 : 0;
  return "was ..." + before.substr(begin, 200) + "\nis  ..." + after.substr(begin, 200);
}

/// Returns whether this machine has the filters the file needs.
bool can_decode(const fs::path& file) {
  const auto dataset = ncf::store::open_source(file.string());
  for (const auto& variable : dataset->schema().variables) {
    for (const ncf::StoredFilter& filter : variable.filters) {
      if (H5Zfilter_avail(static_cast<H5Z_filter_t>(filter.id)) <= 0) return false;
    }
  }
  return true;
}

/// Returns whether all values are defined and few enough to be written as text. Copies made on a
/// big-endian machine have big-endian enumerations, and ncdump may be that of another machine:
/// libnetcdf fails on these.
bool is_comparable(const fs::path& file) {
  constexpr std::uint64_t limit_bytes = 1 << 20;
  const auto dataset = ncf::store::open_source(file.string());
  const ncf::model::Schema& schema = dataset->schema();
  if (std::endian::native == std::endian::big &&
      std::any_of(schema.types.begin(), schema.types.end(), [](const auto& user_type) {
        return user_type.type->type_class == ncf::model::TypeClass::enumeration;
      })) {
    return false;
  }
  std::uint64_t bytes = 0;
  for (const auto& variable : schema.variables) {
    std::uint64_t size = variable.type->size_bytes;
    for (const std::size_t length : schema.shape(variable)) size *= length;
    bytes += size;
    if (variable.no_fill) return false;
  }
  return bytes < limit_bytes;
}

TEST(Corpus, RealFiles) {
  if (ncf::test::corpus().empty()) GTEST_SKIP() << "NCF_CORPUS is not set";
  const ncf::test::LeaksOfOthers leaks;
  ncf::test::TemporaryFolder folder;
  for (const fs::path& file : files_below(ncf::test::corpus() / "data", "")) {
    if (!can_decode(file)) continue;
    EXPECT_EQ(difference(file, folder / file.filename().string()), "") << file.filename();
  }
}

TEST(Corpus, GeneratedFiles) {
  if (ncf::test::corpus().empty()) GTEST_SKIP() << "NCF_CORPUS is not set";
  ncf::test::TemporaryFolder folder;
  constexpr std::array other_kinds{"nc3", "nc6", "nc5", "nc7"};
  // There are many, and conformance/quick copies them, too.
  const std::size_t step = std::getenv("NCF_RELEASE") == nullptr ? 5 : 1;
  std::size_t number = 0;
  std::size_t compared = 0;
  std::size_t next_kind = 0;
  for (const fs::path& cdl : files_below(ncf::test::corpus() / "cdl", ".cdl")) {
    if (number++ % step != 0) continue;
    for (const char* kind : {"nc4", other_kinds[next_kind++ % other_kinds.size()]}) {
      const fs::path made = folder / "made.nc";
      const fs::path copied = folder / "copied.nc";
      fs::remove(made);
      fs::remove(copied);
      const int status = run("ncgen -k " + std::string(kind) + " -o " + quoted(made) + " " +
                             quoted(cdl) + " 2>/dev/null")
                             .status;
      if (status != 0 || !fs::exists(made) || !is_comparable(made)) continue;
      EXPECT_EQ(difference(made, copied), "") << cdl << " as " << kind;
      ++compared;
    }
  }
  EXPECT_GT(compared, 0U);
}

}  // namespace
