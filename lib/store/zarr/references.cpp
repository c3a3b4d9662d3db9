// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/references.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <system_error>
#include <utility>

#include "base/errors/error_context.hpp"
#include "base/files/descriptor.hpp"
#include "base/files/paths.hpp"
#include "base/json/json.hpp"
#include "base/text/base64.hpp"
#include "base/threads/stop.hpp"
#include "ncf/error.hpp"
#include "store/zarr/metadata/json_values.hpp"
#include "store/zarr/schema/array_variable.hpp"

namespace ncf::store::zarr {

namespace fs = std::filesystem;

using base::Json;
using model::VariableId;

namespace {

constexpr std::uint64_t max_text_bytes = std::uint64_t{1} << 30U;
constexpr std::size_t max_values = 16'000'000;  // some four million chunks
constexpr std::size_t max_name_bytes = 65'536;  // because templates could multiply them

bool is_store(const Json& refs) {
  return refs.find_any({".zgroup", ".zarray", "zarr.json"}) != nullptr;
}

/// Returns the object with the references; null if the JSON has none.
const Json* find_refs(const Json& json) {
  const Json* const refs = json.find("refs");
  const Json* const version = json.find("version");
  if (refs == nullptr || version == nullptr) return is_store(json) ? &json : nullptr;
  if (const auto number = as_uint64(*version); !number || *number > 1) {
    throw Error(ErrorCode::unsupported, fmt::format("references of version {}, expected 0 or 1",
                                                    format_compact_json(*version)));
  }
  if (!refs->is(Json::Kind::object)) {
    throw Error(ErrorCode::corrupt, "\"refs\" is not a JSON object");
  }
  return refs;
}

class TableReader {
 public:
  TableReader(const Json& json, ReferenceTable& table) : table_(table) {
    if (json.find("refs") == nullptr) return;
    if (const Json* const gen = json.find("gen"); gen != nullptr && !gen->elements.empty()) {
      throw Error(ErrorCode::unsupported,
                  "references that are generated (\"gen\"); write them out with kerchunk");
    }
    templates_ = json.find("templates");
  }

  void read(const Json& refs) {
    for (const base::JsonMember& member : refs.members) {
      base::throw_if_stopped();
      check_key(member.name);
      base::with_context(member.name,
                         [&] { table_.values.emplace(member.name, reference(member.value)); });
    }
  }

 private:
  Reference reference(const Json& json) {
    switch (json.kind) {
      case Json::Kind::text:
        return {.text = inline_value(json.text)};
      case Json::Kind::object:  // metadata, which fsspec accepts
        return {.text = format_compact_json(json)};
      case Json::Kind::list:
        return place(json.elements);
      default:
        throw Error(ErrorCode::corrupt, "a reference is a text, or a list of a file and a range");
    }
  }

  static std::string inline_value(const std::string& text) {
    constexpr std::string_view prefix = "base64:";
    if (!text.starts_with(prefix)) return text;
    auto bytes = base::parse_base64(std::string_view(text).substr(prefix.size()));
    if (!bytes) throw Error(ErrorCode::corrupt, "incorrect base64");
    return std::move(*bytes);
  }

  Reference place(const std::vector<Json>& list) {
    const bool is_whole_file = list.size() == 1;
    if ((!is_whole_file && list.size() != 3) || !list[0].is(Json::Kind::text)) {
      throw Error(ErrorCode::corrupt, "expected [FILE] or [FILE, OFFSET, LENGTH]");
    }
    Reference found{.file = file_number(expand(list[0].text))};
    if (is_whole_file) return found;
    const auto begin = as_uint64(list[1]);
    found.bytes = as_uint64(list[2]);
    constexpr auto most = std::uint64_t{std::numeric_limits<std::int64_t>::max()};
    if (!begin || !found.bytes || *begin > most || *found.bytes > most - *begin) {
      throw Error(ErrorCode::corrupt,
                  fmt::format("{} and {} are not an offset and a length",
                              format_compact_json(list[1]), format_compact_json(list[2])));
    }
    found.begin = *begin;
    return found;
  }

  /// Replaces "{{u}}" by the template "u".
  [[nodiscard]] std::string expand(std::string name) const {
    if (templates_ == nullptr || templates_->members.empty()) return name;
    for (std::size_t begin = 0; (begin = name.find("{{", begin)) != std::string::npos;) {
      const std::size_t end = name.find("}}", begin);
      const std::size_t inner = begin + 2;
      const Json* const found =
          end == std::string::npos ? nullptr : templates_->find(name.substr(inner, end - inner));
      if (found == nullptr || !found->is(Json::Kind::text) ||
          found->text.find("{{") != std::string::npos) {
        throw Error(ErrorCode::unsupported,
                    fmt::format("{}: only templates that are plain texts are read; write the "
                                "references out with kerchunk",
                                name));
      }
      name.replace(begin, end + 2 - begin, found->text);
      begin += found->text.size();
      if (name.size() > max_name_bytes) {
        throw Error(ErrorCode::corrupt, "a file name is longer than 64 KiB");
      }
    }
    return name;
  }

  std::size_t file_number(std::string name) {
    if (name.empty()) throw Error(ErrorCode::corrupt, "a reference has an empty file name");
    const auto [found, is_new] = numbers_.emplace(std::move(name), table_.files.size());
    if (is_new) table_.files.push_back(found->first);
    return found->second;
  }

  ReferenceTable& table_;
  const Json* templates_ = nullptr;
  std::map<std::string, std::size_t> numbers_;  ///< of files
};

}  // namespace

std::vector<std::string> ReferenceTable::names() const {
  std::vector<std::string> names;
  for (Entry& entry : list_keys("", values)) names.push_back(std::move(entry.name));
  return names;
}

std::optional<fs::path> ReferenceTable::local_path(const std::string& name) const {
  constexpr std::string_view file_protocol = "file://";
  if (name.starts_with(file_protocol)) return folder / name.substr(file_protocol.size());
  return is_on_server(name) ? std::nullopt : std::optional(folder / name);
}

bool ReferenceTable::is_below_folder(const fs::path& file) const {
  std::error_code is_missing;
  const fs::path above = fs::canonical(folder, is_missing);
  if (is_missing) return false;
  return std::mismatch(above.begin(), above.end(), file.begin(), file.end()).first == above.end();
}

bool ReferenceTable::names_servers() const { return std::ranges::any_of(files, is_on_server); }

std::uint64_t ReferenceTable::range_bytes() const {
  std::uint64_t bytes = 0;
  for (const auto& [key, reference] : values) bytes += reference.bytes.value_or(0);
  return bytes;
}

bool is_on_server(std::string_view file) {
  return file.find("://") != std::string_view::npos && !file.starts_with("file://");
}

std::shared_ptr<const ReferenceTable> parse_references(std::string_view text, fs::path folder) {
  const Json json = base::parse_json(text, max_values);
  const Json* const refs = find_refs(json);
  if (refs == nullptr) return nullptr;
  auto table = std::make_shared<ReferenceTable>();
  table->folder = std::move(folder);
  TableReader(json, *table).read(*refs);
  return table;
}

std::shared_ptr<const ReferenceTable> read_references(const fs::path& path) {
  if (std::filesystem::file_size(path) > max_text_bytes) {
    throw Error(ErrorCode::unsupported, "JSON of more than 1 GiB");
  }
  const std::vector<std::byte> bytes = base::read_file(path);
  return parse_references({reinterpret_cast<const char*>(bytes.data()), bytes.size()},
                          base::folder_of(base::absolute_path(path)));
}

References::References(const model::Schema& schema, filter::FilterSource& filters) {
  auto keys = make_memory_store();
  keys_ = keys.get();
  store_ =
      std::make_unique<ZarrStore>(std::move(keys), plan_store(schema, filters), filters, Tuning{});
}

model::StoredForm References::stored_form(VariableId id) const {
  return zarr::stored_form(store_->open(), id, store_->array(id).metadata.shape);
}

void References::set_url(const std::string& url) {
  urls_.push_back(format_compact_json(Json(url)));
}

void References::refer(VariableId id, std::span<const std::size_t> offset,
                       const model::StoredPlace& place) {
  const std::string key = store_->chunks(id).key_of(store_->coordinates(id, offset));
  keys_->write(key, {});
  places_[key] = {urls_.size() - 1, place};
}

void References::write(VariableId id, const model::Box& box, const model::Values& values) {
  store_->write(id, box, values);
}

std::string References::format() {
  store_->finish(ZarrStore::MissingChunks::left);
  std::string text = "{\n\"version\": 1,\n\"refs\": {";
  format_folder("", text);
  text += "\n}\n}\n";
  return text;
}

void References::format_folder(const std::string& folder, std::string& text) {
  for (const Entry& entry : keys_->list(folder)) {
    base::throw_if_stopped();
    const std::string key = join_key(folder, entry.name);
    if (entry.is_folder) {
      format_folder(key, text);
    } else {
      format_entry(key, text);
    }
  }
}

void References::format_entry(const std::string& key, std::string& text) {
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "{}\n{}: ", text.back() == '{' ? "" : ",", format_compact_json(Json(key)));
  if (const auto place = places_.find(key); place != places_.end()) {
    const auto& [url, range] = place->second;
    fmt::format_to(out, "[{}, {}, {}]", urls_[url], range.begin, range.bytes);
    return;
  }
  const auto bytes = keys_->read(key, max_metadata_bytes).value();
  const std::string value(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const bool is_metadata = key.substr(key.rfind('/') + 1).front() == '.';
  text += format_compact_json(Json(is_metadata ? value : "base64:" + base::format_base64(value)));
}

}  // namespace ncf::store::zarr
