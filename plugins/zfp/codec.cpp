// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// numcodecs' zfpy: {"id":"zfpy","mode":4,"tolerance":0.001,"rate":-1,"precision":-1}. Its modes are
// the numbers of zfp_mode, each with a member of its own. A number below 0 there means no loss;
// numcodecs writes it for lossless arrays. Mode 5 can only be read by numcodecs.
// source: numcodecs 0.16, zfpy.py; zfp 1.0, zfpy.pyx
#include <netcdf.h>
#include <zfp.h>

#include <array>
#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include "common/codec_entry.hpp"
#include "common/codec_json.hpp"
#include "common/codec_memory.hpp"
#include "zfp/facts.hpp"
#include "zfp/kernel.hpp"

namespace ncf::plugins::zfp {
namespace {

using CdValues = std::vector<std::uint32_t>;

constexpr Codec codec{kernel, filter::zfp::facts, filter::zfp::codecs[0]};
constexpr double not_given = -1;

// A mode of the JSON and of the filter's parameters.
struct Mode {
  int codec_number;
  std::uint32_t number;
  const char* member;
};
constexpr std::array modes{Mode{zfp_mode_fixed_rate, 1, "rate"},
                           Mode{zfp_mode_fixed_precision, 2, "precision"},
                           Mode{zfp_mode_fixed_accuracy, 3, "tolerance"}};
constexpr std::uint32_t precision_mode = 2;
constexpr std::uint32_t reversible_mode = 5;

double number_of(const Json& json, const char* member, double otherwise) {
  const auto found = json.find(member);
  if (found == json.end()) return otherwise;
  if (!found->is_number()) throw ParameterError("not a number");
  return found->get<double>();
}

CdValues cd_values_of(const Mode& mode, double value) {
  if (!(value >= 0)) return {reversible_mode};
  if (mode.number == precision_mode) {
    const double precision = filter::zfp::meaning_of_precision(value);
    if (precision != std::floor(precision) || precision > ZFP_MAX_PREC) {
      throw ParameterError("no precision");
    }
    return {mode.number, 0, static_cast<std::uint32_t>(precision)};
  }
  const auto bits = std::bit_cast<std::uint64_t>(value);
  return {mode.number, 0, static_cast<std::uint32_t>(bits), static_cast<std::uint32_t>(bits >> 32)};
}

CdValues parse_codec(const char* text) {
  const Json json = read_codec_json(codec, text);
  const double number = number_of(json, "mode", zfp_mode_fixed_accuracy);
  if (number == int{zfp_mode_reversible}) return {reversible_mode};
  for (const Mode& mode : modes) {
    if (number != mode.codec_number) continue;
    CdValues visible = cd_values_of(mode, number_of(json, mode.member, not_given));
    check(visible);
    return visible;
  }
  throw ParameterError("unknown mode");
}

Json value_of(Parameters visible) {
  if (visible[0] == precision_mode) return visible[2];
  return std::bit_cast<double>(std::uint64_t{visible[3]} << 32 | visible[2]);
}

// Formats the codec. numcodecs has no member for libzfp's default or for expert parameters.
std::string format_codec(Parameters visible) {
  check(visible);
  Json json{{"id", codec.facts.numcodecs_id},
            {"mode", zfp_mode_fixed_accuracy},
            {"tolerance", -1},
            {"rate", -1},
            {"precision", -1}};
  const std::uint32_t number = visible.empty() ? 0 : visible[0];
  if (number == reversible_mode) return json.dump();
  for (const Mode& mode : modes) {
    if (number != mode.number) continue;
    json["mode"] = mode.codec_number;
    json[mode.member] = value_of(visible);
    return json.dump();
  }
  throw ParameterError("a mode that zfpy lacks");
}

int zfpy_to_hdf5(const char* json, std::size_t* count, unsigned** parameters) noexcept {
  if (json == nullptr || count == nullptr || parameters == nullptr) return NC_EINVAL;
  return status_of([&] {
    const CdValues visible = parse_codec(json);
    *parameters = copied_for_c(visible);
    *count = visible.size();
  });
}

int hdf5_to_zfpy(std::size_t count, const unsigned* parameters, char** json) noexcept {
  if (json == nullptr) return NC_EINVAL;
  return status_of([&] { *json = copied_for_c(format_codec({parameters, count})); });
}

// Makes the table with its own functions for JSON: its numbers are reals, and a mode determines
// which of them count.
constexpr ncf_ncz_codec make_table() noexcept {
  ncf_ncz_codec made = make_ncz_codec_without_json<codec>();
  made.codec_to_hdf5 = zfpy_to_hdf5;
  made.hdf5_to_codec = hdf5_to_zfpy;
  return made;
}
constexpr ncf_ncz_codec table = make_table();

}  // namespace
}  // namespace ncf::plugins::zfp

const void* NCZ_get_codec_info() { return &ncf::plugins::zfp::table; }
