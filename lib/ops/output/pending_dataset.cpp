// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/output/pending_dataset.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "base/errors/error_context.hpp"
#include "base/files/descriptor.hpp"
#include "base/files/paths.hpp"
#include "base/json/json.hpp"
#include "base/output/pending_output.hpp"
#include "base/text/messages.hpp"
#include "ncf/error.hpp"
#include "ops/select/input_files.hpp"
#include "store/open/open.hpp"
#include "store/open/remote.hpp"
#include "store/zarr/storage/key_store.hpp"

namespace ncf::ops {
namespace {

namespace fs = std::filesystem;
using base::with_context;

// ---- The Zarr store that an output replaces -----------------------------------------------------
//
// Its whole folder is removed, so it must contain nothing else.

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
        with_context(place.path.native(), [&] { look_into(place); });
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
      places_.push_back({place.path / name, has_chunks && store::zarr::is_chunk_name(name)});
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
    return (has_chunks && store::zarr::is_chunk_name(name)) ||
           store::zarr::is_metadata_name(name) || store::zarr::is_litter_name(name) ||
           name == folder_record_name;
  }

  std::vector<Place> places_;  ///< to visit, the next one last
  std::optional<fs::path> found_;
};

/// Returns the first thing in a folder that is not part of a Zarr store, worded for
/// base::PendingFolder; empty if there is none. Walks the whole folder, checks names and the kinds
/// of nodes, and follows no links. throws: Error(io).
std::optional<std::string> why_kept(const fs::path& folder) {
  if (!is_zarr_store(folder)) return "is a folder with other things in it; it is not replaced";
  const auto stray = StraySearch(folder).run();
  if (!stray) return std::nullopt;
  return fmt::format(
      "is not replaced: {} in it is not part of a Zarr store; move it elsewhere, or name another "
      "output",
      stray->lexically_relative(folder).native());
}

// ---- Outputs on this machine and on servers -----------------------------------------------------

class LocalDataset final : public PendingDataset {
 public:
  LocalDataset(std::unique_ptr<base::PendingOutput> pending, const OutputPlace& place,
               Format format, std::string name)
      : pending_(std::move(pending)), file_(store_file(place, format)), name_(std::move(name)) {}

  void limit_readers(const base::SourceStatus& source) override { pending_->limit_readers(source); }
  void preserve(const base::SourceStatus& source) override { pending_->preserve(source); }
  void take_over_target(base::PendingOutput::ReplacedCheck check,
                        base::PendingOutput::OnNote on_note) override {
    pending_->take_over_target(std::move(check), std::move(on_note));
  }
  void require_space(std::uint64_t bytes) const override { pending_->require_space(bytes); }
  void reserve(std::uint64_t bytes) override { pending_->reserve(bytes); }

  [[nodiscard]] std::optional<fs::path> local_path() const override {
    return pending_->temporary();
  }

  std::unique_ptr<model::Target> create(const model::Schema& schema, store::Tuning tuning,
                                        filter::FilterSource& filters) override {
    tuning.file = file_;
    return store::create_target(pending_->temporary(), name_, schema, tuning, filters);
  }

  std::uint64_t size_bytes() override {
    return with_context(name_, [&] {
      return store::input_bytes(store::find_input(pending_->temporary().string()));
    });
  }

  void read_back(ReadFrom from, filter::FilterSource& filters,
                 const std::function<void(model::Source&)>& work) override {
    const fs::path& path = pending_->temporary();
    base::with_final_name(path, name_, [&] {
      if (from == ReadFrom::disk) with_context(name_, [&] { base::write_out_and_forget(path); });
      work(*store::open_source(path.string(), {}, filters));
    });
  }

  void commit() override { pending_->commit(); }

 private:
  std::unique_ptr<base::PendingOutput> pending_;
  std::optional<store::StoreFile> file_;
  std::string name_;
};

class RemoteDataset final : public PendingDataset {
 public:
  RemoteDataset(const std::string& url, std::string name, const store::Network& network)
      : output_(url, network), name_(std::move(name)) {}

  std::unique_ptr<model::Target> create(const model::Schema& schema, store::Tuning tuning,
                                        filter::FilterSource& filters) override {
    return output_.create(schema, tuning, filters);
  }
  std::uint64_t size_bytes() override { return output_.stored_bytes(); }
  void read_back(ReadFrom /*from*/, filter::FilterSource& filters,
                 const std::function<void(model::Source&)>& work) override {
    work(*output_.read_back(filters));
  }
  void commit() override {
    with_context(name_, [&] { output_.commit(); });
  }
  std::string discard() override {
    const std::size_t left = output_.discard();
    if (left == 0) return {};
    return fmt::format(
        "{} of the unfinished store could not be removed; remove them "
        "(aws s3 rm --recursive)",
        base::format_count(left, "object"));
  }

 private:
  store::RemoteOutput output_;
  std::string name_;
};

/// throws: Error(unsupported).
void require_zarr(Format format) {
  if (is_zarr(format)) return;
  throw Error(ErrorCode::unsupported,
              fmt::format("on S3, only Zarr stores can be written, not {}; add -k zarr or zarr3",
                          format_name(format)));
}

}  // namespace

void make_or_discard(const std::unique_ptr<PendingDataset>& pending,
                     const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    const std::string left = pending ? pending->discard() : "";
    if (left.empty()) throw;
    Error told(error.code(), fmt::format("{}; moreover, {}", error.message(), left));
    for (const std::string& context : error.context()) told.add_context(context);
    throw told;
  }
}

void check_pending(const OutputPlace& place, Format format, const store::Network& network) {
  if (place.url) {
    with_context(*place.url, [&] {
      require_zarr(format);
      store::check_remote_output(*place.url, network);
    });
  } else if (is_folder(place, format)) {
    base::PendingFolder::check(place.path, why_kept);
  } else {
    base::PendingFile::check(place.path);
  }
}

std::unique_ptr<PendingDataset> make_pending(const OutputPlace& place, Format format,
                                             std::string name, const store::Network& network) {
  if (place.url) {
    return with_context(name, [&] {
      require_zarr(format);
      return std::make_unique<RemoteDataset>(*place.url, name, network);
    });
  }
  std::unique_ptr<base::PendingOutput> pending;
  if (is_folder(place, format)) {
    pending = std::make_unique<base::PendingFolder>(place.path, why_kept);
  } else {
    pending = std::make_unique<base::PendingFile>(place.path);
  }
  return std::make_unique<LocalDataset>(std::move(pending), place, format, std::move(name));
}

}  // namespace ncf::ops
