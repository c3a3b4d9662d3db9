// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/metadata/time_units.hpp"

#include <fmt/format.h>

namespace ncf::store::zarr {
namespace {

struct TimeUnit {
  std::string_view numpy;
  std::string_view cf;
  std::uint64_t count = 1;
};

constexpr TimeUnit time_units[] = {
    {"W", "days", 7},      {"D", "days"},          {"h", "hours"},         {"m", "minutes"},
    {"s", "seconds"},      {"ms", "milliseconds"}, {"us", "microseconds"}, {"μs", "microseconds"},
    {"ns", "nanoseconds"}, {"ps", "picoseconds"},  {"fs", "femtoseconds"}, {"as", "attoseconds"},
};

}  // namespace

std::optional<std::string> cf_units(std::string_view numpy_unit, std::uint64_t scale,
                                    bool is_date) {
  constexpr std::uint64_t max_scale = 0x7FFFFFFF;  // NumPy's
  if (scale == 0 || scale > max_scale) return std::nullopt;
  for (const TimeUnit& unit : time_units) {
    if (unit.numpy != numpy_unit) continue;
    const std::uint64_t count = unit.count * scale;
    std::string units = count == 1 ? std::string(unit.cf) : fmt::format("{} {}", count, unit.cf);
    return is_date ? fmt::format("{} {}", units, numpy_epoch) : units;
  }
  return std::nullopt;
}

}  // namespace ncf::store::zarr
