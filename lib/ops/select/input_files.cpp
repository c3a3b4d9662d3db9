// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/select/input_files.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>

#include "base/errors/error_context.hpp"
#include "base/files/paths.hpp"
#include "base/output/temporary_name.hpp"
#include "base/text/characters.hpp"
#include "base/threads/stop.hpp"
#include "location/contents.hpp"
#include "ncf/error.hpp"
#include "store/open/input.hpp"

namespace ncf::ops {

namespace fs = std::filesystem;

namespace {

using Kind = TreeEntry::Kind;
using location::Signature;

struct stat lstat_of(const fs::path& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) base::throw_system_error(errno);
  return status;
}

/// Returns whether this is a dataset that can be read; HDF4 files cannot.
bool is_dataset(const std::optional<Signature>& signature) {
  return signature && *signature != Signature::hdf4;
}

/// Returns whether people expect a dataset behind this name.
bool names_dataset(const fs::path& path) {
  constexpr std::string_view endings[] = {".nc", ".nc3",  ".nc4", ".cdf", ".netcdf",
                                          ".h5", ".hdf5", ".he5", ".zarr"};
  const std::string ending = path.extension().native();
  return std::ranges::any_of(
      endings, [&](std::string_view one) { return base::equals_ignoring_case(one, ending); });
}

bool is_of_ncf(const std::string& name) {
  return name == folder_record_name || base::is_temporary_name(name);
}

class Walk {
 public:
  Walk(const fs::path& root, const PathFilter& filter,
       const std::vector<base::FileIdentity>& without)
      : root_(root), filter_(filter), without_(without) {}

  std::vector<TreeEntry> run() {
    try_to_read({}, [&] { look_into({}); });
    return std::move(found_);
  }

 private:
  /// Reads an entry. A failure, of any kind, does not end the walk.
  template <class Read>
  void try_to_read(const fs::path& relative, Read read) {
    try {
      read();
    } catch (const Error& error) {
      if (error.code() == ErrorCode::interrupted) throw;
      found_.push_back({relative, Kind::unreadable, false, 0, error.what(), error.code()});
    }
  }

  void look_into(const fs::path& folder) {
    base::throw_if_stopped();
    std::vector<std::string> names = base::names_in(root_ / folder);
    const location::Contents contents = location::folder_contents(names);
    if (!folder.empty() && is_dataset(contents.signature)) return add_store(folder);
    const std::size_t before = found_.size();
    std::sort(names.begin(), names.end());
    for (const std::string& name : names) {
      if (is_of_ncf(name)) continue;
      const fs::path relative = folder / name;
      try_to_read(relative, [&] { look_at(relative); });
    }
    const bool has_datasets =
        std::any_of(found_.begin() + static_cast<std::ptrdiff_t>(before), found_.end(),
                    [](const TreeEntry& entry) { return entry.kind == Kind::dataset; });
    if (!folder.empty() && names_dataset(folder) && !has_datasets) {
      add_misnamed(folder, contents, 0);
    }
  }

  void look_at(const fs::path& relative) {
    const struct stat status = lstat_of(root_ / relative);
    const base::FileIdentity identity{status.st_dev, status.st_ino};
    if (std::find(without_.begin(), without_.end(), identity) != without_.end()) return;
    if (S_ISDIR(status.st_mode)) {
      if (filter_.enters(relative)) look_into(relative);
      return;
    }
    if (!filter_.selects(relative)) return;
    if (S_ISREG(status.st_mode)) {
      add_file(relative, status);
    } else {
      const auto what = S_ISLNK(status.st_mode) ? "a link" : base::describe_kind(status);
      found_.push_back({relative, Kind::left_out, false, 0, std::string(what)});
    }
  }

  void add_file(const fs::path& relative, const struct stat& status) {
    const location::Contents contents = store::look_at(root_ / relative);
    const auto bytes = static_cast<std::uint64_t>(status.st_size);
    if (!is_dataset(contents.signature) && names_dataset(relative)) {
      return add_misnamed(relative, contents, bytes);
    }
    const Kind kind = is_dataset(contents.signature) ? Kind::dataset : Kind::other_file;
    found_.push_back({relative, kind, false, bytes, {}});
  }

  void add_misnamed(const fs::path& relative, const location::Contents& contents,
                    std::uint64_t bytes) {
    if (!filter_.selects(relative)) return;
    found_.push_back({relative, Kind::misnamed, contents.kind == location::Contents::Kind::folder,
                      bytes, location::why_no_dataset(contents)});
  }

  void add_store(const fs::path& relative) {
    if (!filter_.selects(relative)) return;
    std::uint64_t bytes = 0;
    base::visit_files(root_ / relative, [&](const fs::directory_entry& file) {
      std::error_code gone;
      const std::uint64_t size = file.file_size(gone);
      bytes += gone ? 0 : size;
    });
    found_.push_back({relative, Kind::dataset, false, bytes, {}});
  }

  const fs::path& root_;
  const PathFilter& filter_;
  const std::vector<base::FileIdentity>& without_;
  std::vector<TreeEntry> found_;
};

/// Returns the length of a pattern without the slash at its end, which people write for folders.
std::size_t length_of(std::string_view text) {
  return text.size() > 1 && text.ends_with('/') ? text.size() - 1 : text.size();
}

std::uint64_t size_of(const std::string& input) {
  try {
    return store::input_bytes(store::find_input(input));
  } catch (const Error&) {
    return 0;
  }
}

/// Returns the local path of an input, or the text of its URL up to the path's end.
std::string path_of(const std::string& input) {
  try {
    const auto local = store::find_input_path(input);
    return local ? local->string() : input.substr(0, input.find_first_of("?#"));
  } catch (const Error&) {
    return input;
  }
}

}  // namespace

bool is_tree(const std::string& path) {
  std::error_code failure;
  if (!fs::is_directory(path, failure)) return false;
  try {
    return !store::look_at(path).signature;
  } catch (const Error&) {
    return true;  // the walk will report the error
  }
}

std::vector<TreeEntry> walk_tree(const fs::path& root, const PathFilter& filter,
                                 const std::vector<base::FileIdentity>& without) {
  return Walk(root, filter, without).run();
}

PathFilter::Pattern::Pattern(const std::string& text)
    : glob(text, {0, length_of(text)}), is_of_names(text.find('/') >= length_of(text)) {}

bool PathFilter::Pattern::matches(const fs::path& relative) const {
  return glob.matches("/" + (is_of_names ? relative.filename() : relative).string());
}

PathFilter::PathFilter(const std::vector<std::string>& include,
                       const std::vector<std::string>& exclude)
    : include_(read_patterns("--include", include)),
      exclude_(read_patterns("--exclude", exclude)) {}

std::vector<PathFilter::Pattern> PathFilter::read_patterns(const std::string& option,
                                                           const std::vector<std::string>& texts) {
  try {
    return {texts.begin(), texts.end()};
  } catch (const SyntaxError& error) {
    throw Error(ErrorCode::usage, error.message()).add_context(option);
  }
}

bool PathFilter::any_matches(const std::vector<Pattern>& patterns, const fs::path& relative) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const Pattern& pattern) { return pattern.matches(relative); });
}

bool PathFilter::enters(const fs::path& relative) const { return !any_matches(exclude_, relative); }

bool PathFilter::selects(const fs::path& relative) const {
  return enters(relative) && (include_.empty() || any_matches(include_, relative));
}

std::vector<ListedInput> list_inputs(const std::vector<std::string>& inputs) {
  std::vector<ListedInput> files;
  for (const std::string& input : inputs) {
    if (!is_tree(input)) {
      files.push_back({input, size_of(input)});
      continue;
    }
    for (const TreeEntry& entry : walk_tree(input, {{}, {}}, {})) {
      using Kind = TreeEntry::Kind;
      if (entry.kind == Kind::other_file || entry.kind == Kind::left_out) continue;
      files.push_back({(std::filesystem::path(input) / entry.relative).string(), entry.bytes});
    }
  }
  if (files.empty()) {
    throw Error(ErrorCode::not_found, "contains no netCDF file and no Zarr store")
        .add_context(inputs.front());
  }
  return files;
}

std::string last_part_of(const std::string& input) {
  std::string path = path_of(input);
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path.substr(path.rfind('/') + 1);
}

std::string name_of_input(const std::string& input) {
  return std::filesystem::path(last_part_of(input)).stem().string();
}

}  // namespace ncf::ops
