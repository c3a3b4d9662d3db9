// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/references/references.hpp"

#include <fmt/format.h>

#include <iterator>
#include <utility>

#include "base/json/json.hpp"
#include "base/text/base64.hpp"
#include "base/threads/stop.hpp"
#include "store/zarr/schema/array_variable.hpp"

namespace ncf::store::zarr {

using base::Json;
using model::VariableId;

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
