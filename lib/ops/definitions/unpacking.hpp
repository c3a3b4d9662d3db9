// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Unpacks values of variables that the two datasets pack differently. They are compared as readers
// see them, multiplied by `scale_factor` and added to `add_offset` in double precision.
//
// source: CF conventions 1.11, section 8.1; netCDF Users Guide, appendix A (_Unsigned)
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "model/schema/fill_values.hpp"
#include "model/schema/schema.hpp"
#include "model/values/values.hpp"

namespace ncf::ops {

/// Returns whether both hold numbers, at least one of them packed, and not in the same way.
[[nodiscard]] bool are_packed_differently(const model::Variable& first,
                                          const model::Variable& second);

/// Returns the names of the attributes that differ because of packing, in such a pair. A valid
/// range is one of them only if both mean the same range, as exactly as packed numbers can express
/// it.
[[nodiscard]] std::vector<std::string> attributes_of_packing(const model::Variable& first,
                                                             const model::Variable& second);

/// Returns "short, scale_factor 0.01, add_offset 244".
[[nodiscard]] std::string describe_packing(const model::Variable& variable);

/// Unpacks the values of a variable. Immutable; any thread.
class Unpacker {
 public:
  /// The attributes of packing must be finite numbers, if there are any.
  explicit Unpacker(const model::Variable& variable);

  /// Returns one that leaves numbers as they are stored, whether they are packed or not.
  [[nodiscard]] static Unpacker of_stored(const model::Variable& variable);

  /// Unpacks `count` values as stored. Missing values become NaN.
  void unpack(const std::byte* values, std::size_t count, double* unpacked) const;

  [[nodiscard]] std::size_t value_bytes() const noexcept { return markers_.type()->size_bytes; }
  /// Returns a stored value as in CDL.
  [[nodiscard]] std::string text(const std::byte* value) const;

 private:
  model::Values markers_;
  model::Packing packing_;
  bool is_packed_;
  bool is_unsigned_;  ///< the numbers of a signed type are unsigned ones
};

struct Unpackers {
  Unpacker first;
  Unpacker second;
};

/// Returns empty unless the variables are packed differently.
[[nodiscard]] std::optional<Unpackers> make_unpackers(const model::Variable& first,
                                                      const model::Variable& second);

}  // namespace ncf::ops
