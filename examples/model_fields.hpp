// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The fields of a made-up weather model: smooth waves with noise, masks, packed integers. The same
// on every machine: the noise is our own generator's, and the waves are built of additions and
// multiplications alone.
#pragma once

#include <netcdf.h>

#include <cstdint>
#include <span>

/// Uniform and roughly normal numbers; the generator is splitmix64.
class Noise {
 public:
  double uniform() {
    state_ += 0x9e3779b97f4a7c15U;
    std::uint64_t bits = state_;
    bits = (bits ^ (bits >> 30U)) * 0xbf58476d1ce4e5b9U;
    bits = (bits ^ (bits >> 27U)) * 0x94d049bb133111ebU;
    return static_cast<double>((bits ^ (bits >> 31U)) >> 11U) * 0x1p-53;
  }
  /// Returns a number of mean 0 and standard deviation 1, never beyond 3.5.
  double normal() { return (uniform() + uniform() + uniform() + uniform() - 2.0) * 1.75; }

 private:
  std::uint64_t state_ = 20260101;
};

/// A point of the grid, each coordinate from 0 to 1; time in days.
struct Place {
  double day = 0;
  double height = 0;
  double north = 0;
  double east = 0;
};

[[nodiscard]] bool is_land(const Place& at);

inline constexpr float missing = 1e20F;
inline constexpr std::int16_t packed_missing = -32767;

/// What a field is, and the function of place and noise its values come from.
struct Field {
  const char* name;
  const char* standard_name;
  const char* units;
  nc_type type;
  bool has_levels;
  double (*value)(const Place&, Noise&);
};

/// Returns all fields.
[[nodiscard]] std::span<const Field> fields();
