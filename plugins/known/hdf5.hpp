// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The filters of libhdf5 that only libhdf5 runs: nbit and scaleoffset.
#pragma once

#include <array>
#include <cmath>

#include "filter/facts.hpp"
#include "filter/registry/known_ids.hpp"

namespace ncf::filter::nbit {

inline constexpr Parameter working_parameters[] = {
    automatic("count", "how many parameters there are"),
    automatic("unchanged", "1 when there is nothing to pack"),
    automatic("elements", "values in a chunk"),
    automatic("class", "kind of type"),
    automatic("size", "bytes of one value"),
    automatic("order", "byte order"),
    automatic("precision", "bits that matter"),
    automatic("offset", "of the first bit that matters"),
};
inline constexpr Layout working_layouts[] = {
    {.parameters = working_parameters, .min_cd_values = 8}};

inline constexpr ProgramNotation notations[] = {{Program::h5repack, "NBIT"}};

inline constexpr FilterFacts facts{
    .id = nbit_id,
    .name = "nbit",
    .description = "packs values to the significant bits of their type",
    .providers = {.hdf5 = true},
    .visible = no_parameters,
    .working = working_layouts,
    .loss = never,
    .open = true,  // compound types add cd_values
    .is_usually_optional = true,
    .notations = notations};

}  // namespace ncf::filter::nbit

namespace ncf::filter::scaleoffset {

inline constexpr std::uint32_t float_mode = 0;
inline constexpr std::uint32_t int_mode = 2;

inline constexpr Parameter digits = {
    .name = "digits", .maximum = 2147483647, .help = "decimal digits kept after the decimal point"};
inline constexpr Parameter bits = {
    .name = "bits",
    .maximum = 64,
    .default_value = 0,
    .help = "bits per value; values that need more are corrupted; 0: chosen for each chunk"};
inline constexpr Parameter float_parameters[] = {mode(float_mode), digits};
inline constexpr Parameter int_parameters[] = {mode(int_mode), bits};
inline constexpr Layout visible_layouts[] = {
    {.mode = "float", .parameters = float_parameters, .min_cd_values = 2},
    {.mode = "int", .parameters = int_parameters, .min_cd_values = 2},
};

constexpr std::array<Parameter, 20> working_parameters(std::uint32_t number,
                                                       const Parameter& factor) {
  std::array<Parameter, 20> cd_values{mode(number),
                                      factor,
                                      automatic("elements", "values in a chunk"),
                                      automatic("class", "kind of type"),
                                      automatic("size", "bytes of one value"),
                                      automatic("signed", "1 for signed integers"),
                                      automatic("order", "byte order"),
                                      automatic("has_fill", "1 when there is a fill value")};
  for (std::size_t i = 8; i < cd_values.size(); ++i) {
    cd_values[i] = automatic("fill", "the fill value's bytes");
  }
  return cd_values;
}
inline constexpr auto float_working_parameters = working_parameters(float_mode, digits);
inline constexpr auto int_working_parameters = working_parameters(int_mode, bits);
inline constexpr Layout working_layouts[] = {
    {.mode = "float", .parameters = float_working_parameters, .min_cd_values = 20},
    {.mode = "int", .parameters = int_working_parameters, .min_cd_values = 20},
};

constexpr bool is_int(CdValues visible) { return !visible.empty() && visible.front() == int_mode; }

constexpr Loss loss(CdValues visible) {
  const bool finds_bits = visible.size() < 2 || visible[1] == 0;
  return is_int(visible) && finds_bits ? Loss::none : Loss::some;
}

inline std::optional<double> error_bound(CdValues visible) {
  if (visible.size() < 2) return std::nullopt;
  // Integers are exact or, with too few bits, destroyed.
  if (is_int(visible)) return 0;
  if (visible[0] != float_mode) return std::nullopt;
  return 0.5 * std::pow(10.0, -static_cast<double>(static_cast<std::int32_t>(visible[1])));
}

inline constexpr ProgramNotation notations[] = {
    {Program::h5repack, "SOFF={bits},IN", is_int},
    {Program::h5repack, "SOFF={digits},DS"},
    {Program::nco},
};

/// HDF5 stores every chunk without the filter if it is to keep more bits than a value has.
constexpr std::optional<TypeObjection> why_not_requested(CdValues visible, const ValueType& type) {
  const std::size_t bytes = type.bytes;
  if (!is_int(visible) || visible.size() < 2 || visible[1] <= 8 * bytes) return std::nullopt;
  const std::string_view keeps = bytes == 1   ? "scaleoffset keeps at most 8 bits"
                                 : bytes == 2 ? "scaleoffset keeps at most 16 bits"
                                 : bytes == 4 ? "scaleoffset keeps at most 32 bits"
                                              : "scaleoffset keeps at most 64 bits";
  return TypeObjection{keeps, "scaleoffset,bits=0", " of "};
}

constexpr std::optional<TypeObjection> why_not_on_type(CdValues visible, const ValueType& type) {
  if (!type.is_number()) return TypeObjection{"scaleoffset encodes numbers"};
  const bool is_of_reals = !visible.empty() && visible.front() == float_mode;
  if (is_of_reals == (type.value_class == ValueClass::real)) return std::nullopt;
  return is_of_reals
             ? TypeObjection{"scaleoffset digits=N encodes float and double", "scaleoffset,bits=0"}
             : TypeObjection{"scaleoffset bits=N encodes integers", "scaleoffset,digits=N"};
}

inline constexpr FilterFacts facts{
    .id = scaleoffset_id,
    .name = "scaleoffset",
    .description = "subtracts the minimum of each chunk; lossy on floats and with too few bits",
    .providers = {.hdf5 = true},
    .visible = visible_layouts,
    .working = working_layouts,
    .loss = loss,
    .error_bound = error_bound,
    .block_edge = 1,  // the range of a chunk's values leaves out fill values
    .why_not_on_type = why_not_on_type,
    .why_not_requested = why_not_requested,
    .is_usually_optional = true,
    .in_zarr = "shuffle|zstd",
    .notations = notations};

}  // namespace ncf::filter::scaleoffset
