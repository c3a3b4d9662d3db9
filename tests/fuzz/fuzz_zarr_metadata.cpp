// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads any bytes as the metadata of a store of Zarr, in memory: they are refused with an
// ncf::Error, or variables and values can be requested, each with values or an ncf::Error. The
// bytes are values of keys: "KEY\nVALUE", each ended by the bytes FF FE; without keys, the metadata
// of one array.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "ncf/error.hpp"
#include "store/zarr/open_zarr.hpp"
#include "store/zarr/zarr_store.hpp"

namespace {

using namespace ncf::store::zarr;
using ncf::model::VariableId;

void put(KeyStore& store, std::string_view key, std::string_view value) {
  try {
    store.write(std::string(key), std::as_bytes(std::span(value)));
  } catch (const ncf::Error&) {
    return;  // no key
  }
}

std::shared_ptr<KeyStore> make_store(std::string_view bytes) {
  std::shared_ptr<KeyStore> store = make_memory_store();
  if (bytes.find('\n') == std::string_view::npos) {
    put(*store, "v/.zarray", bytes);
    return store;
  }
  constexpr std::string_view end_of_value = "\xff\xfe";
  while (!bytes.empty()) {
    const std::string_view entry = bytes.substr(0, bytes.find(end_of_value));
    const std::size_t line_end = std::min(entry.find('\n'), entry.size());
    put(*store, entry.substr(0, line_end), entry.substr(std::min(line_end + 1, entry.size())));
    bytes.remove_prefix(std::min(entry.size() + end_of_value.size(), bytes.size()));
  }
  return store;
}

void read_some(ZarrStore& store, VariableId id) {
  constexpr std::size_t max_length = 4;
  constexpr std::size_t max_chunk_bytes = std::size_t{1} << 20U;
  if (store.chunks(id).memory_bytes() > max_chunk_bytes) return;
  const auto& variable = store.schema().variables[id];
  auto count = store.schema().shape(variable);
  for (std::size_t& length : count) length = std::min(length, max_length);
  ncf::model::Box box{std::vector<std::size_t>(count.size(), 0), count};
  if (box.value_count() > max_chunk_bytes) return;
  ncf::model::Values values(variable.type);
  store.read(id, box, values);
}

void read_store(std::string_view bytes) {
  const auto keys = make_store(bytes);
  OpenStore open = read_schema(read_tree(*keys), ncf::filter::builtin_filters());
  const std::size_t count = open.arrays.size();
  const ncf::store::Tuning tuning;
  ZarrStore store(keys, std::move(open), ncf::filter::builtin_filters(), tuning);
  for (VariableId id = 0; id < count; ++id) {
    try {
      read_some(store, id);
    } catch (const ncf::Error&) {
      continue;  // of this variable alone
    }
  }
  const auto source =
      open_source(keys, "a store", XarrayNames::read, tuning, ncf::filter::builtin_filters());
  for (VariableId id = 0; id < count; ++id) {
    (void)source->stored_form(id);
    (void)source->stored_chunk_count(id);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    read_store({reinterpret_cast<const char*>(data), size});
  } catch (const ncf::Error&) {
    return 0;  // refused
  }
  return 0;
}
