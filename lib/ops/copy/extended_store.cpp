// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/extended_store.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <span>
#include <utility>
#include <vector>

#include "base/errors/error_context.hpp"
#include "base/files/byte_source.hpp"
#include "base/files/descriptor.hpp"
#include "base/files/file_state.hpp"
#include "base/json/json.hpp"
#include "base/output/temporary_name.hpp"
#include "ncf/error.hpp"
#include "network/object_changes.hpp"
#include "ops/output/output_place.hpp"
#include "store/open/remote.hpp"
#include "store/zarr/storage/key_store.hpp"

namespace ncf::ops {
namespace {

namespace fs = std::filesystem;
using base::Json;
using Texts = std::map<std::string, std::string>;

/// Returns the keys of metadata in the order in which they are replaced.
std::vector<std::string> in_order(const Texts& metadata) {
  std::vector<std::string> keys;
  for (const auto& [key, text] : metadata) keys.push_back(key);
  const auto is_below = [](const std::string& key) { return key.find('/') != std::string::npos; };
  std::stable_partition(keys.begin(), keys.end(), is_below);
  return keys;
}

/// Refuses to plan, which would read old and new metadata.
[[noreturn]] void refuse_half_extended() {
  throw Error(ErrorCode::unsupported,
              "an interrupted run has left it half extended; append again, which completes it, "
              "and plan then");
}

// ---- In a folder --------------------------------------------------------------------------------

class ExtendedFolder final : public ExtendedStore {
 public:
  ExtendedFolder(const fs::path& path, ExtendedFor use)
      : store_(fs::canonical(path)), lock_(store_, O_RDONLY | O_DIRECTORY) {
    const std::string name = "." + store_.filename().string() + ".ncf-append";
    added_ = store_.parent_path() / (name + ".zarr");
    metadata_ = store_.parent_path() / name;
    // On file systems without locks, no program uses locks.
    if (::flock(lock_.id(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      throw base::BusyFile("another run appends to it");
    }
    if (!fs::exists(metadata_)) return;
    if (use == ExtendedFor::planning) refuse_half_extended();
    replace_metadata();
  }
  ~ExtendedFolder() override {
    std::error_code ignored;
    fs::remove_all(added_, ignored);
  }

  [[nodiscard]] fs::path added() const override { return added_; }

  std::optional<std::string> read(const std::string& key) override {
    if (!fs::exists(store_ / key)) return std::nullopt;
    return base::with_context((store_ / key).string(), [&] {
      const std::vector<std::byte> bytes = base::read_file(store_ / key);
      return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    });
  }

  void add(const fs::path& file, const std::string& key) override {
    const fs::path target = store_ / key;
    fs::create_directories(target.parent_path());
    const auto [end, rest] = std::ranges::mismatch(store_, fs::canonical(target.parent_path()));
    if (end != store_.end()) {
      throw Error(ErrorCode::unsupported, "is outside of the store; links are not followed")
          .add_context(target.string());
    }
    fs::rename(file, target);
  }

  void remove(const std::string& key) override { fs::remove(store_ / key); }

  void publish(const Texts& metadata) override {
    const fs::path partial = metadata_.string() + ".partial";
    fs::remove_all(partial);
    for (const auto& [key, text] : metadata) {
      fs::create_directories((partial / key).parent_path());
      base::write_file(partial / key, std::as_bytes(std::span(text)));
    }
    base::write_out_and_forget(partial);
    fs::rename(partial, metadata_);
    replace_metadata();
  }

 private:
  void replace_metadata() {
    Texts waiting;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(metadata_)) {
      if (entry.is_regular_file()) {
        waiting[entry.path().lexically_relative(metadata_).generic_string()];
      }
    }
    for (const std::string& key : in_order(waiting)) fs::rename(metadata_ / key, store_ / key);
    fs::remove_all(metadata_);
  }

  fs::path store_;
  fs::path added_;     ///< beside it, so that files are moved
  fs::path metadata_;  ///< that state the new lengths, once all chunks are in the store
  base::Descriptor lock_;
};

// ---- In S3 --------------------------------------------------------------------------------------

/// The object beside a store: who extends it, since when, and the metadata, once all chunks are
/// there.
struct Record {
  std::string owner;
  double seconds = 0;  ///< since 1970
  Texts metadata;
};

std::string format_record(const Record& record) {
  Json metadata = base::json_object();
  for (const auto& [key, text] : record.metadata) metadata.add(key, text);
  return base::format_json(base::json_object(
      {{"owner", record.owner}, {"seconds", record.seconds}, {"metadata", metadata}}));
}

Record parse_record(const std::string& text) {
  const Json json = base::parse_json(text);
  Record record;
  if (const Json* const owner = json.find("owner")) record.owner = owner->text;
  if (const Json* const seconds = json.find("seconds")) {
    record.seconds = as_double(*seconds).value_or(0);
  }
  if (const Json* const metadata = json.find("metadata")) {
    for (const base::JsonMember& member : metadata->members) {
      store::zarr::check_key(member.name);
      record.metadata[member.name] = member.value.text;
    }
  }
  return record;
}

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

class ExtendedBucket final : public ExtendedStore {
 public:
  ExtendedBucket(const std::string& url, const store::Network& network, ExtendedFor use)
      : place_(store::bucket_place(url)), changes_(place_, network.connections) {
    const fs::path path(place_.prefix);
    record_key_ = (path.parent_path() / ("." + path.filename().string() + ".ncf-append")).string();
    const fs::path beside = base::temporary_folder() / path.filename();
    base::clear_leftovers(beside);
    added_ = base::pick_temporary(beside);
    use == ExtendedFor::writing ? lock(beside) : require_complete();
  }
  ~ExtendedBucket() override {
    std::error_code ignored;
    fs::remove_all(added_, ignored);
    if (is_locked_) changes_.try_remove(record_key_);
  }

  [[nodiscard]] fs::path added() const override { return added_; }
  std::optional<std::string> read(const std::string& key) override {
    auto object = changes_.read(key_of(key));
    if (!object) return std::nullopt;
    return std::move(object->text);
  }
  void add(const fs::path& file, const std::string& key) override {
    changes_.replace(key_of(key), base::open_bytes(file));
  }
  void remove(const std::string& key) override { changes_.remove(key_of(key)); }

  void publish(const Texts& metadata) override {
    changes_.await_all();
    const Record record{added_.filename().string(), seconds_now(), metadata};
    changes_.replace(record_key_, format_record(record));
    changes_.await_all();
    is_locked_ = false;  // from here on, the next run finishes this one
    replace_metadata(metadata);
    changes_.remove(record_key_);
    changes_.await_all();
  }

 private:
  [[nodiscard]] std::string key_of(const std::string& key) const {
    return place_.prefix + '/' + key;
  }

  [[nodiscard]] Record record_of(const network::ReadObject& object) const {
    return base::with_context(record_key_, [&] { return parse_record(object.text); });
  }

  void require_complete() {
    const auto object = changes_.read(record_key_);
    if (object && !record_of(*object).metadata.empty()) refuse_half_extended();
  }

  /// Two runs that find the record of a dead one cannot both take the store over: each replaces
  /// this record only as it was read. Until it has finished the dead run's work, its own record has
  /// the metadata, so that an interruption loses nothing.
  void lock(const fs::path& beside) {
    Record own{added_.filename().string(), seconds_now(), {}};
    std::optional<network::ReadObject> found;
    while (!changes_.replace_if(record_key_, found, format_record(own))) {
      found = changes_.read(record_key_);
      own.metadata.clear();
      if (!found) continue;
      const Record record = record_of(*found);
      require_dead(record, beside);
      own.metadata = record.metadata;
    }
    if (!own.metadata.empty()) {
      replace_metadata(std::exchange(own.metadata, {}));
      changes_.replace(record_key_, format_record(own));
      changes_.await_all();
    }
    is_locked_ = true;
  }

  /// Whether a process of another machine lives is not known.
  void require_dead(const Record& record, const fs::path& beside) const {
    const double old = std::chrono::duration<double>(base::age_of_orphans).count();
    const bool is_of_here = record.owner.starts_with(base::temporary_prefix(beside));
    const bool is_dead = is_of_here ? !base::is_of_living_process(record.owner)
                                    : seconds_now() - record.seconds > old;
    if (is_dead) return;
    throw base::BusyFile(
        is_of_here ? "another run appends to it"
                   : fmt::format("another machine appends to it, or did and was interrupted: a run "
                                 "there finishes this, or one here after a day (object {})",
                                 record_key_));
  }

  void replace_metadata(const Texts& metadata) {
    for (const std::string& key : in_order(metadata)) {
      if (key.find('/') == std::string::npos) changes_.await_all();
      changes_.replace(key_of(key), metadata.at(key));
    }
    changes_.await_all();
  }

  network::BucketPlace place_;
  network::ObjectChanges changes_;
  std::string record_key_;
  fs::path added_;
  bool is_locked_ = false;  ///< the record is this run's, without metadata
};

}  // namespace

std::unique_ptr<ExtendedStore> open_extended(const CopyOptions& options,
                                             const store::Network& network, ExtendedFor use) {
  return base::with_context(options.output, [&]() -> std::unique_ptr<ExtendedStore> {
    const OutputPlace place = find_output_place(options.output);
    if (place.url) return std::make_unique<ExtendedBucket>(*place.url, network, use);
    std::error_code unknown;
    if (!fs::exists(place.path, unknown)) {
      throw Error(ErrorCode::not_found, "does not exist; copy the first input to make it");
    }
    if (!is_zarr_store(place.path)) {
      throw Error(ErrorCode::unsupported,
                  "is not a Zarr store in a folder or in S3, which --append could extend; join "
                  "files, and stores elsewhere, with --concat");
    }
    return std::make_unique<ExtendedFolder>(place.path, use);
  });
}

}  // namespace ncf::ops
