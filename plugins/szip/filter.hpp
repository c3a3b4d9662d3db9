// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Szip, HDF5 filter 4: the Rice coder of CCSDS 121.0, implemented by libaec. Stored bytes are the
// size of the data, 4 bytes little-endian, and a coded stream.
//
// Visible parameters: [option mask, pixels of a block]. Working parameters add [bits of a pixel,
// pixels of a scanline], and their mask contains the byte order of the data. A pixel is an element.
//
// A scanline is a row of the chunk in HDF5, but a row of the variable in NCZarr, as long as its
// last dimension: libnetcdf does not store the number, so data can be read only if both agree.
//
// Any data can be stored: noise grows a little. HDF5's own filter refuses such chunks and reads
// ours.
// source: HDF5 reference manual, H5Pset_szip; CCSDS 121.0-B-3; measured with HDF5 1.10.8, libaec
// and libnetcdf 4.10
#pragma once

#include "common/kernel.hpp"
#include "filter/facts.hpp"
#include "filter/registry/known_ids.hpp"

namespace ncf::filter::szip {

inline constexpr Choice masks[] = {{"ec", 4}, {"nn", 32}};
// Bits of szlib.h. H5Pset_szip adds allow_k13 and raw, set_local the byte order.
inline constexpr Choice flags[] = {
    {"allow_k13", 1}, {"chip", 2}, {"lsb", 8}, {"msb", 16}, {"raw", 128}};
inline constexpr Parameter mask = {.name = "mask",
                                   .kind = Kind::choice,
                                   .choices = masks,
                                   .flags = flags,
                                   .default_value = 32,
                                   .help = "nearest neighbour (nn) or entropy coding (ec)"};
inline constexpr Parameter pixels = {.name = "pixels_per_block",
                                     .minimum = 2,
                                     .maximum = 32,
                                     .multiple_of = 2,
                                     .default_value = 16,
                                     .help = "values that are coded together"};
inline constexpr Parameter visible_parameters[] = {mask, pixels};
inline constexpr Parameter working_parameters[] = {
    mask, pixels, automatic("bits_per_pixel", "bits of one value"),
    automatic("pixels_per_scanline", "values in a row of the chunk")};
inline constexpr Layout visible_layouts[] = {
    {.parameters = visible_parameters, .min_cd_values = 2}};
inline constexpr Layout working_layouts[] = {
    {.parameters = working_parameters, .min_cd_values = 4}};

// The members of netCDF-C's codec. numcodecs has none, so only the plugin shows it.
inline constexpr CodecMember codec_members[] = {
    {.name = "mask"},
    {.name = "pixels-per-block", .parameter = "pixels_per_block"},
};
inline constexpr CodecFacts codec_of_netcdf{.numcodecs_id = "szip", .members = codec_members};

inline constexpr ProgramNotation notations[] = {
    {Program::h5repack, "SZIP={pixels_per_block},{mask:EC|NN}"},
    {Program::nco},
    {Program::h5py, "compression='szip', compression_opts=('{mask}', {pixels_per_block})"},
    {Program::h5py_call, "set_szip({mask:4|32}, {pixels_per_block})"},
    {Program::netcdf4_python,
     "compression='szip', szip_coding='{mask}', szip_pixels_per_block={pixels_per_block}"},
};

inline constexpr std::string_view candidates[] = {
    "szip,mask=nn,pixels_per_block=32",
    "szip,mask=ec,pixels_per_block=32",
};

constexpr std::optional<TypeObjection> why_not_on_type(CdValues /*visible*/,
                                                       const ValueType& type) {
  if (type.is_number() || type.value_class == ValueClass::enumeration) return std::nullopt;
  return TypeObjection{"szip encodes numbers"};
}

/// A block must fit into a chunk.
inline std::optional<std::string> why_not_on_shape(CdValues visible, const ChunkShape& chunk) {
  const std::size_t needed = visible.size() > 1 ? visible[1] : 1;
  const std::size_t values = chunk.value_count();
  if (needed <= values) return std::nullopt;
  return "szip needs chunks of at least " + std::to_string(needed) + " values, not " +
         std::to_string(values);
}

inline constexpr FilterFacts facts{
    .id = szip_id,
    .name = "szip",
    .description = "the Rice coder of CCSDS 121.0, for smooth or noisy integers",
    .kind = FilterKind::bytes_to_bytes,
    .providers = {.hdf5 = true},
    .read_by = {.h5py = true, .xarray = true},
    .visible = visible_layouts,
    .working = working_layouts,
    .why_not_on_type = why_not_on_type,
    .why_not_on_shape = why_not_on_shape,
    .is_usually_optional = true,
    .in_zarr = "shuffle|zstd",
    .notations = notations,
    .candidates = candidates};

}  // namespace ncf::filter::szip

namespace ncf::plugins::szip {

using filter::szip::facts;

/// Bits of the option mask.
enum Option : std::uint32_t {
  allow_k13 = 1,
  chip = 2,
  entropy_coding = 4,
  least_significant_first = 8,
  most_significant_first = 16,
  nearest_neighbour = 32,
  raw = 128,
};

void check(Parameters visible);

/// throws: ParameterError for elements other than 1, 2, 4 or 8 bytes of a known order, and for
/// chunks of less than a block.
std::vector<std::uint32_t> bind(Parameters visible, const ChunkLayout& layout);

std::size_t bound(Parameters working, std::size_t decoded_bytes) noexcept;

/// Makes memory for arranging data for libaec.
std::unique_ptr<Workspace> make_scratch();

/// Encodes at most 4 GiB. throws: KernelError.
std::size_t encode(Workspace& scratch, Parameters working, ConstBytes input, Bytes output);

/// Decodes a stream. Bytes after it are ignored, as by HDF5.
/// throws: KernelError if the stream is truncated or damaged.
std::size_t decode(Workspace& scratch, Parameters working, ConstBytes input, Output& output);

inline constexpr Kernel kernel{facts.id, facts.name.data(), check,  bind,
                               bound,    make_scratch,      encode, decode};

}  // namespace ncf::plugins::szip
