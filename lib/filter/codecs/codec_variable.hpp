// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The facts that a plugin's codec may request from libnetcdf about its variable, as plain values:
// the variable may be a Zarr array, or may not exist yet. Any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace ncf::filter {

struct CodecDimension {
  std::string name;
  std::uint64_t length = 0;  ///< current length if unlimited
  bool is_unlimited = false;
  std::size_t depth = 0;  ///< of its group, which is above the variable's or the same; 0: the root
};

/// A text of type char, strings, or numbers.
using AttributeValues =
    std::variant<std::string, std::vector<std::string>, std::vector<std::int8_t>,
                 std::vector<std::uint8_t>, std::vector<std::int16_t>, std::vector<std::uint16_t>,
                 std::vector<std::int32_t>, std::vector<std::uint32_t>, std::vector<std::int64_t>,
                 std::vector<std::uint64_t>, std::vector<float>, std::vector<double>>;

struct CodecAttribute {
  std::string name;
  AttributeValues values;
};

/// A variable without its elements and chunks, which a ChunkLayout describes. Empty members are
/// unknown.
struct CodecVariable {
  std::string name;
  std::vector<std::string> groups;  ///< from below the root down to its own
  bool is_unsigned = false;         ///< its integers are unsigned
  std::vector<CodecDimension> dimensions;
  std::vector<CodecAttribute> attributes;
};

}  // namespace ncf::filter
