// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads any bytes as a zip file: they are refused with an ncf::Error, or the store in it can be
// listed and its values read, each with an ncf::Error or bytes of the stated size.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>

#include "ncf/error.hpp"
#include "store/zarr/storage/key_store.hpp"
#include "store/zarr/storage/zip_store.hpp"

namespace {

using namespace ncf::store::zarr;

constexpr std::uint64_t max_bytes = std::uint64_t{1} << 24U;

void read_value(KeyStore& store, const std::string& key) {
  try {
    const std::uint64_t size = store.size_bytes(key).value();
    std::array<std::byte, 1> last{};
    if (size > 0) (void)store.read_part(key, size - 1, last);
    if (store.read(key, max_bytes).value().size() != size) std::abort();
  } catch (const ncf::Error&) {
    return;  // of this value alone
  }
}

void read_folder(KeyStore& store, const std::string& folder, std::size_t depth) {
  constexpr std::size_t max_depth = 20;
  for (const Entry& entry : store.list(folder)) {
    const std::string key = join_key(folder, entry.name);
    if (!entry.is_folder) {
      read_value(store, key);
    } else if (depth < max_depth) {
      read_folder(store, key, depth + 1);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const auto bytes = std::as_bytes(std::span(data, size));
    const auto store = open_zip(find_store(ncf::base::bytes_in_memory(bytes)));
    read_folder(*store, "", 0);
  } catch (const ncf::Error&) {
    return 0;  // refused
  }
  return 0;
}
