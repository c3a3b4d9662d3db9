// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads any bytes as references to places in files: they are refused with an ncf::Error, or values
// can be requested, each with an ncf::Error or bytes of the stated size. The files do not exist.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "ncf/error.hpp"
#include "store/zarr/references.hpp"
#include "store/zarr/storage/key_store.hpp"

namespace {

using namespace ncf::store::zarr;

void read_value(KeyStore& store, const std::string& key) {
  constexpr std::uint64_t max_bytes = std::uint64_t{1} << 24U;
  try {
    const std::uint64_t size = store.size_bytes(key).value();
    const auto value = store.read(key, max_bytes);
    if (!value || value->size() != size) std::abort();
  } catch (const ncf::Error&) {
    return;  // of this value alone
  }
}

void read_all(std::string_view text) {
  auto table = parse_references(text, "/nonexistent");
  if (!table) return;
  if (!table->values.empty() && table->names().empty()) std::abort();
  (void)table->range_bytes();
  const auto store = open_references(table, false, {});
  for (const Entry& entry : store->list("")) {
    if (entry.is_folder) (void)store->may_have_folders(entry.name);
  }
  for (const auto& [key, reference] : table->values) read_value(*store, key);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    read_all({reinterpret_cast<const char*>(data), size});
  } catch (const ncf::Error&) {
    return 0;  // refused
  }
  return 0;
}
