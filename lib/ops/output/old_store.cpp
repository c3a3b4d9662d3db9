// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/output/old_store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "base/errors/error_context.hpp"
#include "base/files/descriptor.hpp"
#include "base/files/paths.hpp"
#include "base/json/json.hpp"
#include "location/contents.hpp"
#include "ncf/error.hpp"
#include "ops/trees/tree_walk.hpp"
#include "store/zarr/storage/key_store.hpp"

namespace ncf::ops {
namespace {

namespace fs = std::filesystem;
using namespace store::zarr;

/// A folder of a store, and what it may contain.
struct Place {
  fs::path path;
  bool may_hold_chunks = false;  ///< it belongs to an array
};

class StraySearch {
 public:
  explicit StraySearch(const fs::path& store) { places_.push_back({store}); }

  /// Returns the first thing that does not belong to the store; empty if there is none.
  std::optional<fs::path> run() {
    while (!places_.empty() && !found_) {
      const Place place = std::move(places_.back());
      places_.pop_back();
      try {
        base::with_context(place.path.native(), [&] { look_into(place); });
      } catch (const Error&) {
        // Another run may have replaced the store meanwhile.
        std::error_code unknown;
        if (fs::symlink_status(place.path, unknown).type() != fs::file_type::not_found) throw;
      }
    }
    return found_;
  }

 private:
  void look_into(const Place& place) {
    std::vector<std::string> files;
    std::vector<std::string> folders;
    std::vector<std::string> strays;
    base::visit_entries(place.path, [&](const fs::directory_entry& entry) {
      std::error_code gone;
      const bool is_link = entry.is_symlink(gone);
      auto& names = !is_link && entry.is_directory(gone)      ? folders
                    : !is_link && entry.is_regular_file(gone) ? files
                                                              : strays;
      names.push_back(entry.path().filename().string());
    });
    const bool has_chunks = place.may_hold_chunks || is_array(place.path, files);
    std::copy_if(files.begin(), files.end(), std::back_inserter(strays),
                 [&](const std::string& name) { return !is_own(name, has_chunks); });
    if (!strays.empty()) {
      found_ = place.path / *std::min_element(strays.begin(), strays.end());
    }
    std::sort(folders.rbegin(), folders.rend());  // the first is visited next
    for (const std::string& name : folders) {
      places_.push_back({place.path / name, has_chunks && is_chunk_name(name)});
    }
  }

  /// Returns whether a folder is an array. In Zarr v3, groups have the same file.
  static bool is_array(const fs::path& folder, const std::vector<std::string>& files) {
    const auto has = [&](std::string_view name) {
      return std::find(files.begin(), files.end(), name) != files.end();
    };
    return has(".zarray") || (has("zarr.json") && says_array(folder / "zarr.json"));
  }

  /// Returns whether metadata are those of an array; false if they cannot be read.
  static bool says_array(const fs::path& metadata) {
    constexpr std::uintmax_t max_bytes = std::uintmax_t{64} << 20U;
    if (fs::file_size(metadata) > max_bytes) return false;
    const std::vector<std::byte> bytes = base::read_file(metadata);
    try {
      const base::Json json =
          base::parse_json({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
      const base::Json* const type = json.find("node_type");
      return type != nullptr && type->text == "array";
    } catch (const Error&) {
      return false;
    }
  }

  static bool is_own(const std::string& name, bool has_chunks) {
    return (has_chunks && is_chunk_name(name)) || is_metadata_name(name) || is_litter_name(name) ||
           name == folder_record_name;
  }

  std::vector<Place> places_;  ///< to visit, the next one last
  std::optional<fs::path> found_;
};

}  // namespace

bool is_store(const fs::path& folder) {
  const auto names = base::with_context(folder.native(), [&] { return base::names_in(folder); });
  return location::folder_contents(names).signature.has_value();
}

std::optional<std::string> why_kept(const fs::path& folder) {
  if (!is_store(folder)) return "is a folder with other things in it; it is not replaced";
  const auto stray = StraySearch(folder).run();
  if (!stray) return std::nullopt;
  return fmt::format(
      "is not replaced: {} in it is not part of a Zarr store; move it elsewhere, or name another "
      "output",
      stray->lexically_relative(folder).native());
}

}  // namespace ncf::ops
