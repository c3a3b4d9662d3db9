// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr_check.hpp"

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <system_error>

#include "ncf/error.hpp"

namespace ncf::store {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

bool is_given(const json& array, const char* key) {
  const auto value = array.find(key);
  return value != array.end() && !value->is_null();
}

/// Little-endian or single-byte numbers. What libnetcdf wrote itself it reads as it wrote it.
bool is_readable_type(const json& array) {
  if (array.contains("_NCZARR_ARRAY")) return true;
  const std::string type = array.value("dtype", json()).is_string() ? array["dtype"] : "";
  static constexpr std::string_view readable[] = {"<i2", "<i4", "<i8", "<u2", "<u4", "<u8",
                                                  "<f4", "<f8", "|i1", "|u1", "<i1", "<u1"};
  for (const std::string_view known : readable) {
    if (type == known) return true;
  }
  return false;
}

/// What libnetcdf does not understand of an array; empty if nothing.
std::string unreadable_part(const json& array) {
  if (is_given(array, "compressor") || is_given(array, "filters")) return "compression";
  if (!is_readable_type(array)) return "type " + array.value("dtype", json()).dump();
  if (array.value("shape", json()).empty()) return "an array without dimensions";
  if (array.value("order", json()) != "C") return "the order of its values";
  return {};
}

void check_array(const fs::path& metadata) {
  std::ifstream file(metadata, std::ios::binary);
  const json array = json::parse(file, nullptr, false);
  if (!array.is_object()) throw Error(ErrorCode::corrupt, ".zarray is not a JSON object");
  const std::string part = unreadable_part(array);
  if (part.empty()) return;
  throw Error(ErrorCode::unsupported, "libnetcdf does not understand " + part +
                                          " in a Zarr store and would give wrong values");
}

}  // namespace

void check_zarr_readable(const fs::path& store) {
  std::error_code failure;
  fs::recursive_directory_iterator entry(store, failure);
  for (; !failure && entry != fs::recursive_directory_iterator(); entry.increment(failure)) {
    const fs::path& metadata = entry->path();
    if (metadata.filename() != ".zarray") continue;
    try {
      check_array(metadata);
    } catch (Error& error) {
      error.add_context("variable /" + fs::relative(metadata.parent_path(), store).string());
      throw;
    }
  }
  if (failure) throw Error(ErrorCode::io, failure.message());
}

}  // namespace ncf::store
