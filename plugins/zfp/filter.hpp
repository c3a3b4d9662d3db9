// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// zfp, HDF5 filter 32013 of H5Z-ZFP, and numcodecs' zfpy: blocks of 4 values along each dimension
// are transformed and their bit planes coded, with a rate, a precision, an error bound, or without
// loss. Stored bytes are a zfp stream from libzfp, with its header in front only in Zarr. There it
// is padded to a multiple of 8 bytes, because zfpy reads whole words.
// Unsigned integers are encoded as signed ones, as by H5Z-ZFP.
//
// Visible parameters are those of H5Z-ZFP: a mode, an unused one, and those of the mode. A double
// takes two, the low half first:
//
//   1, 0, rate as double                     4, 0, minbits, maxbits, maxprec, minexp
//   2, 0, precision                          5
//   3, 0, accuracy as double                 none: libzfp's default
//
// Working parameters are [versions, header...]: the header of a zfp stream in 3 parameters, or in 5
// if its mode takes more bits. H5Z-ZFP stores the bytes of a header as they are in memory, so a
// big-endian machine stores each parameter with its bytes reversed; such a header means big-endian
// values. If the versions are 0, each chunk has its own header in front, as in numcodecs' zfpy; the
// one in the parameters determines how to encode. Such parameters are not stored: Zarr has JSON.
// source: zfp 1.0 manual; H5Z-ZFP 1.1, H5Zzfp.c and H5Zzfp_plugin.h; numcodecs, zfpy.py; measured
// with Debian's hdf5-filter-plugin-zfp-serial
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "common/kernel.hpp"
#include "filter/facts.hpp"
#include "filter/registry/known_ids.hpp"

namespace ncf::filter::zfp {

inline constexpr Parameter unused = automatic("unused", "always 0");
inline constexpr Parameter rate_parameters[] = {
    mode(1),
    unused,
    {.name = "rate",
     .kind = Kind::real,
     .maximum = 64,
     .help = "compressed bits per value, rounded so that a block has whole bits"},
    unused,
    unused};
inline constexpr Parameter precision_parameters[] = {
    mode(2),
    unused,
    {.name = "precision", .minimum = 1, .maximum = 64, .help = "bit planes kept of each block"},
    unused,
    unused,
    unused};
inline constexpr Parameter accuracy_parameters[] = {
    mode(3),
    unused,
    {.name = "accuracy",
     .kind = Kind::real,
     .maximum = unbounded,
     .help = "largest absolute error, rounded down to a power of two"},
    unused,
    unused};
inline constexpr Parameter expert_parameters[] = {
    mode(4),
    unused,
    {.name = "minbits", .minimum = 1, .maximum = 32768, .help = "fewest bits of a block"},
    {.name = "maxbits", .minimum = 1, .maximum = 32768, .help = "most bits of a block"},
    {.name = "maxprec", .minimum = 1, .maximum = 64, .help = "most bit planes of a block"},
    {.name = "minexp",
     .minimum = -16495,
     .maximum = 16272,
     .help = "power of two of the last bit plane kept"}};
inline constexpr Limit expert_limits[] = {{"minbits", "maxbits"}};
inline constexpr Parameter reversible_parameters[] = {mode(5), unused, unused,
                                                      unused,  unused, unused};
inline constexpr Layout layouts[] = {
    {.mode = "rate", .parameters = rate_parameters, .min_cd_values = 4},
    {.mode = "precision", .parameters = precision_parameters, .min_cd_values = 3},
    {.mode = "accuracy", .parameters = accuracy_parameters, .min_cd_values = 4},
    {.mode = "expert",
     .parameters = expert_parameters,
     .min_cd_values = 6,
     .limits = expert_limits},
    {.mode = "reversible", .parameters = reversible_parameters, .min_cd_values = 1},
    {.mode = "default"},  // the mode that the plugin was built for
};

template <std::uint32_t number>
constexpr bool has_mode(CdValues visible) {
  return !visible.empty() && visible.front() == number;
}

constexpr Loss loss(CdValues visible) { return has_mode<5>(visible) ? Loss::none : Loss::some; }

constexpr std::optional<double> error_bound(CdValues visible) {
  if (visible.size() < 4 || !has_mode<3>(visible)) return std::nullopt;
  return std::bit_cast<double>(static_cast<std::uint64_t>(visible[3]) << 32U | visible[2]);
}

/// Returns the largest magnitude that is certain to keep the bound. A block of numbers below 2^e
/// becomes integers in units of 2^(e - 30) for floats, 2^(e - 62) for doubles. From those, zfp
/// drops the bits below 2^(m - 2d), where 2^m is the accuracy rounded down and d the number of
/// dimensions, at most 4. The inverse transform enlarges the errors to at most 2/3 of 2^m, and
/// those of its own rounding to less than 2^10 units. The margins below leave 1/4 of 2^m for these,
/// and room for all bits that are kept.
/// source: Diffenderfer and others, Error analysis of ZFP compression for floating-point data, 2019
inline double certain_magnitude(CdValues visible, std::size_t bytes) {
  const double bound = error_bound(visible).value_or(0);
  const bool is_float = bytes == sizeof(float);
  const double smallest = std::ldexp(1, is_float ? -100 : -900);  // far from denormal numbers
  if (!(bound >= smallest) || !std::isfinite(bound)) return 0;
  return std::ldexp(1, std::ilogb(bound) + (is_float ? 18 : 49));
}

/// 0 and whole numbers above 64 mean full precision.
/// source: zfp_stream_set_precision
inline double meaning_of_precision(double precision) {
  constexpr double full = 64;
  const bool is_full = precision == 0 || (precision > full && precision == std::floor(precision));
  return is_full ? full : precision;
}

inline constexpr Choice codec_modes[] = {
    {"rate", 2}, {"precision", 3}, {"accuracy", 4}, {"reversible", 5}};
inline constexpr CodecMember codec_members[] = {
    {.name = "mode", .role = MemberRole::mode, .default_value = 4, .words = codec_modes},
    {.name = "tolerance",
     .parameter = "accuracy",
     .default_value = -1,
     .mode_below_zero = "reversible"},
    {.name = "rate", .default_value = -1, .mode_below_zero = "reversible"},
    {.name = "precision",
     .default_value = -1,
     .meaning = meaning_of_precision,
     .mode_below_zero = "reversible"},
    {.name = "compression_kwargs", .role = MemberRole::ignored},
};

constexpr std::optional<TypeObjection> why_not_on_type(CdValues /*visible*/,
                                                       const ValueType& type) {
  if (type.is_number() && type.bytes >= 4) return std::nullopt;
  return TypeObjection{"zfp encodes numbers of 4 and 8 bytes"};
}

/// The bound of a mode holds for real numbers: a date or a flag would change.
constexpr std::optional<TypeObjection> why_not_requested(CdValues visible, const ValueType& type) {
  if (loss(visible) == Loss::none || type.value_class == ValueClass::real) return std::nullopt;
  return TypeObjection{"zfp,reversible keeps integers; its other modes are for real numbers"};
}

/// HDF5's filter leaves out dimensions of length 1, zfpy does not.
inline std::optional<std::string> why_not_on_shape(CdValues /*visible*/, const ChunkShape& chunk) {
  constexpr std::size_t most = 4;
  const std::size_t dimensions =
      chunk.lengths.size() -
      (chunk.is_in_zarr ? 0 : static_cast<std::size_t>(std::ranges::count(chunk.lengths, 1U)));
  if (dimensions >= 1 && dimensions <= most) return std::nullopt;
  if (chunk.is_in_zarr) {
    return "zfp needs chunks with 1 to 4 dimensions, not " + std::to_string(dimensions);
  }
  return "zfp needs chunks in which 1 to 4 dimensions are longer than 1; here " +
         std::to_string(dimensions) + " are";
}

/// Returns why a type is not possible in Zarr. HDF5's filter encodes unsigned integers as signed
/// ones, and keeps the byte order among its parameters.
constexpr std::optional<TypeObjection> why_not_in_zarr(CdValues /*visible*/,
                                                       const ValueType& type) {
  if (type.value_class == ValueClass::unsigned_integer) {
    return TypeObjection{"numcodecs' zfpy encodes int, int64, float and double"};
  }
  if (!type.is_big_endian) return std::nullopt;
  return TypeObjection{"numcodecs' zfpy encodes little-endian numbers", {}, ", not big-endian "};
}

/// Returns whether parameters are bound for Zarr: they have 0 instead of the versions that a file
/// stores.
constexpr bool has_header_in_front(CdValues working) {
  return !working.empty() && working.front() == 0;
}

inline constexpr CodecFacts codecs[] = {
    {.numcodecs_id = "zfpy",
     .members = codec_members,
     .takes_values = true,
     .difference =
         "puts zfp's header, which the filter keeps among its parameters, before each chunk",
     .makes_bytes = has_header_in_front,
     .why_not_on_type = why_not_in_zarr}};

inline constexpr ProgramNotation notations[] = {
    {Program::hdf5plugin, "Zfp(rate={rate})", has_mode<1>},
    {Program::hdf5plugin, "Zfp(precision={precision})", has_mode<2>},
    {Program::hdf5plugin, "Zfp(accuracy={accuracy})", has_mode<3>},
    {Program::hdf5plugin,
     "Zfp(minbits={minbits}, maxbits={maxbits}, maxprec={maxprec}, minexp={minexp})", has_mode<4>},
    {Program::hdf5plugin, "Zfp(reversible=True)", has_mode<5>},
    {Program::hdf5plugin, "Zfp()"},
};

inline constexpr std::string_view candidates[] = {"zfp,reversible"};

/// The facts, without `read_working`, which registry_table.cpp adds: a file stores a header of zfp.
inline constexpr FilterFacts facts{
    .id = zfp_id,
    .name = "zfp",
    .description =
        "lossy or lossless compression of numbers, to a given rate, precision or accuracy",
    // The version of the filter whose parameters we write; H5Z-ZFP also names that of libzfp.
    .comment = "H5Z-ZFP-1.1.0",
    .providers = {.ncf = true,
                  .ncf_built_with = "zfp",
                  .debian_package = "hdf5-filter-plugin-zfp-serial",
                  .python_hdf5plugin = true},
    .visible = layouts,
    .loss = loss,
    .error_bound = error_bound,
    .certain_magnitude = certain_magnitude,
    .block_edge = 4,
    .why_not_on_type = why_not_on_type,
    .why_not_requested = why_not_requested,
    // H5Z-ZFP 1.1.0: "ZFP codec version mismatch"
    .is_for_little_endian = true,
    .why_not_on_shape = why_not_on_shape,
    .codecs = codecs,
    .notations = notations,
    .candidates = candidates,
    .candidate_within_error = "zfp,accuracy="};

}  // namespace ncf::filter::zfp

namespace ncf::plugins::zfp {

using filter::zfp::facts;

void check(Parameters visible);

/// Keeps working parameters if they are for such chunks.
/// throws: ParameterError for types and shapes that zfp does not encode.
std::vector<std::uint32_t> bind(Parameters visible, const ChunkLayout& layout);
std::size_t bound(Parameters working, std::size_t decoded_bytes) noexcept;

/// Returns the memory for values in the machine's byte order and for stored bytes.
std::unique_ptr<Workspace> make_scratch();

/// throws: KernelError unless the input is the chunk that the parameters were made for.
std::size_t encode(Workspace& scratch, Parameters working, ConstBytes input, Bytes output);

/// Decodes a stream. Bytes after it are ignored, as by H5Z-ZFP.
/// throws: KernelError if the stream is truncated, or its header does not match the chunk. Other
/// damage is not noticed, because nearly any bits are valid.
std::size_t decode(Workspace& scratch, Parameters working, ConstBytes input, Output& output);

inline constexpr Kernel kernel{facts.id, facts.name.data(), check,  bind,
                               bound,    make_scratch,      encode, decode};

}  // namespace ncf::plugins::zfp
