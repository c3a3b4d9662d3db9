// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The table: a row for each filter.
#include <bit>
#include <cmath>

#include "base/build_config.hpp"
#include "filter/codec_rows.hpp"
#include "filter/known_ids.hpp"
#include "filter/parameter_rows.hpp"
#include "filter/registry.hpp"
#include "filter/zfp_words.hpp"

namespace ncf::filter {
namespace {

// ---- names of filters whose parameters are not known ----

constexpr std::string_view jpeg_xr_aliases[] = {"jpegxr"};
constexpr std::string_view lpc_rice_aliases[] = {"lpcrice"};
constexpr std::string_view ccsds_aliases[] = {"ccsds123"};
constexpr std::string_view jpeg_ls_aliases[] = {"jpegls"};
constexpr std::string_view granular_aliases[] = {"gbr", "granularbr"};
constexpr std::string_view delta_rice_aliases[] = {"deltarice"};
constexpr std::string_view terse_aliases[] = {"trpx"};

// ---- lossy filters ----

using Words = std::span<const std::uint32_t>;

constexpr bool is_always_lossy(Words /*words*/) { return true; }

constexpr std::uint32_t scaleoffset_int_mode = 2;

constexpr bool scaleoffset_is_lossy(Words words) {
  const bool finds_bits = words.size() < 2 || words[1] == 0;
  return words.empty() || words.front() != scaleoffset_int_mode || !finds_bits;
}

constexpr bool zfp_is_lossy(Words words) {
  constexpr std::uint32_t reversible_mode = 5;
  return words.empty() || words.front() != reversible_mode;
}

constexpr bool blosc2_is_lossy(Words words) {
  constexpr std::size_t filter_word = 5;
  constexpr std::uint32_t trunc_prec = 4;
  return words.size() > filter_word && words[filter_word] == trunc_prec;
}

// ---- error bounds ----

std::optional<double> scaleoffset_bound(Words words) {
  constexpr std::uint32_t float_mode = 0;
  if (words.size() < 2) return std::nullopt;
  // Integers are exact or, with too few bits, destroyed.
  if (words[0] == scaleoffset_int_mode) return 0;
  if (words[0] != float_mode) return std::nullopt;
  return 0.5 * std::pow(10.0, -static_cast<double>(static_cast<std::int32_t>(words[1])));
}

std::optional<double> zfp_bound(Words words) {
  constexpr std::uint32_t accuracy_mode = 3;
  if (words.size() < 4 || words[0] != accuracy_mode) return std::nullopt;
  return std::bit_cast<double>(static_cast<std::uint64_t>(words[3]) << 32U | words[2]);
}

constexpr Providers in_hdf5 = {.hdf5 = true};

// ---- the rows ----

constexpr FilterFacts rows[] = {
    {.id = deflate_id,
     .name = "deflate",
     .aliases = deflate_aliases,
     .description = "the compression of zlib and gzip, which every netCDF-4 program reads",
     .kind = FilterKind::bytes_to_bytes,
     .providers = in_hdf5,
     .user = deflate_user,
     .codecs = deflate_codecs},
    {.id = shuffle_id,
     .name = "shuffle",
     .description = "brings the first bytes of all values together, then the second, and so on",
     .kind = FilterKind::bytes_to_bytes,
     .providers = in_hdf5,
     .user = no_words,
     .stored = shuffle_stored,
     .codecs = shuffle_codecs},
    {.id = fletcher32_id,
     .name = "fletcher32",
     .description = "a checksum after each chunk, verified when it is read",
     .kind = FilterKind::bytes_to_bytes,
     .providers = in_hdf5,
     .user = no_words,
     .codecs = fletcher32_codecs},
    {.id = szip_id,
     .name = "szip",
     .description = "the Rice coder of CCSDS 121.0, fast on smooth integers",
     .kind = FilterKind::bytes_to_bytes,
     .providers = in_hdf5,
     .user = szip_user,
     .stored = szip_stored,
     .in_zarr = "shuffle|zstd"},
    {.id = nbit_id,
     .name = "nbit",
     .description = "packs values to the bits their type says matter",
     .providers = in_hdf5,
     .user = no_words,
     .stored = nbit_stored,
     .open = true},  // compound types add words
    {.id = scaleoffset_id,
     .name = "scaleoffset",
     .description = "subtracts the minimum of each chunk; lossy on floats and with too few bits",
     .providers = in_hdf5,
     .user = scaleoffset_user,
     .stored = scaleoffset_stored,
     .is_lossy = scaleoffset_is_lossy,
     .error_bound = scaleoffset_bound,
     .in_zarr = "shuffle|zstd"},
    {.id = 257,
     .name = "hzip",
     .description = "lossless compression of hexahedral meshes, of Silo"},
    {.id = 258, .name = "silo-fpzip", .description = "fpzip under the number that Silo gave it"},
    {.id = 305,
     .name = "lzo",
     .description = "very fast lossless compression, of PyTables",
     .kind = FilterKind::bytes_to_bytes},
    {.id = bzip2_id,
     .name = "bzip2",
     .aliases = bzip2_aliases,
     .description = "slow lossless compression, often smaller than deflate",
     .kind = FilterKind::bytes_to_bytes,
     .providers = {.ncf = true, .debian_package = "hdf5-filter-plugin", .python_hdf5plugin = true},
     .user = bzip2_user,
     .codecs = bzip2_codecs},
    {.id = lzf_id,
     .name = "lzf",
     .description = "very fast lossless compression, of h5py",
     .kind = FilterKind::bytes_to_bytes,
     .providers = {.ncf = NCF_WITH_LZF, .ncf_built_with = "liblzf", .debian_package = "bitshuffle"},
     .user = no_words,
     .stored = lzf_stored,
     .in_zarr = "blosc,cname=blosclz,shuffle=none"},
    {.id = blosc_id,
     .name = "blosc",
     .description = "shuffles and compresses in blocks that fit the cache",
     .kind = FilterKind::bytes_to_bytes,
     .providers = {.ncf = NCF_WITH_BLOSC,
                   .ncf_built_with = "blosc",
                   .debian_package = "hdf5-filter-plugin-blosc-serial",
                   .python_hdf5plugin = true},
     .user = blosc_user,
     .codecs = blosc_codecs},
    {.id = 32002,
     .name = "mafisc",
     .description = "adaptive prediction over all dimensions, then lzma"},
    {.id = 32003,
     .name = "snappy",
     .description = "very fast lossless compression",
     .kind = FilterKind::bytes_to_bytes},
    {.id = lz4_id,
     .name = "lz4",
     .description = "very fast lossless compression with a still faster decoder",
     .kind = FilterKind::bytes_to_bytes,
     .providers = {.ncf = NCF_WITH_LZ4,
                   .ncf_built_with = "lz4",
                   .debian_package = "hdf5-filter-plugin",
                   .python_hdf5plugin = true},
     .user = lz4_user,
     .codecs = lz4_codecs,
     .in_zarr = "blosc,cname=lz4,shuffle=none"},
    {.id = 32005,
     .name = "apax",
     .description = "numerical encoding of Samplify, no longer offered"},
    {.id = 32006,
     .name = "cbf",
     .description = "the compressions of crystallographic imgCIF files"},
    {.id = 32007,
     .name = "jpeg-xr",
     .aliases = jpeg_xr_aliases,
     .description = "JPEG XR image compression"},
    {.id = bitshuffle_id,
     .name = "bitshuffle",
     .aliases = bitshuffle_aliases,
     .description = "brings equal bits of all values together, and may compress them",
     .kind = FilterKind::bytes_to_bytes,
     .providers = {.ncf = NCF_WITH_LZ4,
                   .ncf_built_with = "lz4",
                   .debian_package = "bitshuffle",
                   .python_hdf5plugin = true},
     .user = bitshuffle_user,
     .stored = bitshuffle_stored,
     .in_zarr = "blosc,cname=lz4,shuffle=bit"},
    {.id = 32009, .name = "spdp", .description = "fast lossless compression of floats and doubles"},
    {.id = 32010,
     .name = "lpc-rice",
     .aliases = lpc_rice_aliases,
     .description = "linear prediction and Rice coding"},
    {.id = 32011,
     .name = "ccsds-123",
     .aliases = ccsds_aliases,
     .description = "ESA's compression of multispectral images"},
    {.id = 32012,
     .name = "jpeg-ls",
     .aliases = jpeg_ls_aliases,
     .description = "JPEG-LS image compression with CharLS"},
    {.id = zfp_id,
     .name = "zfp",
     .description = "lossy or lossless compression of numbers to a rate, precision or accuracy",
     .providers = {.ncf = NCF_WITH_ZFP,
                   .ncf_built_with = "zfp",
                   .debian_package = "hdf5-filter-plugin-zfp-serial",
                   .python_hdf5plugin = true},
     .user = zfp_user,
     .read_stored = zfp_user_words,
     .is_lossy = zfp_is_lossy,
     .error_bound = zfp_bound,
     .codecs = zfp_codecs},
    {.id = 32014,
     .name = "fpzip",
     .description = "lossy or lossless compression of 2-D and 3-D floating-point fields"},
    {.id = zstd_id,
     .name = "zstd",
     .aliases = zstd_aliases,
     .description = "lossless compression, smaller than deflate and several times as fast",
     .kind = FilterKind::bytes_to_bytes,
     .providers = {.ncf = true, .python_hdf5plugin = true},
     .user = zstd_user,
     .codecs = zstd_codecs},
    {.id = 32016, .name = "b3d", .description = "compression of light-microscopy images on a GPU"},
    {.id = 32017,
     .name = "sz",
     .aliases = sz_aliases,
     .description = "lossy compression with a bounded error, second generation",
     .providers = {.python_hdf5plugin = true},
     .user = sz_user,
     .is_lossy = is_always_lossy,
     .open = true},  // modes and stored forms differ by version
    {.id = 32018,
     .name = "fcidecomp",
     .description = "JPEG-LS as EUMETSAT packs the images of MTG-FCI",
     .providers = {.python_hdf5plugin = true},
     .user = no_words,
     .open = true},  // its stored words are not known
    {.id = 32019,
     .name = "jpeg",
     .description = "lossy JPEG compression of 8-bit images",
     .user = jpeg_user,
     .is_lossy = is_always_lossy},
    {.id = 32020,
     .name = "vbz",
     .description = "compression of raw DNA signals, of Oxford Nanopore"},
    {.id = 32021, .name = "fapec", .description = "entropy coding of satellite data, of DAPCOM"},
    {.id = 32022,
     .name = "bitgroom",
     .description = "sets bits that carry no significant digits to 0 or 1 in turn; lossy",
     .kind = FilterKind::values_to_values,
     .user = quantize_user,
     .stored = quantize_stored,
     .is_lossy = is_always_lossy,
     .open = true},  // the Community Codec Repository's BitRound has the same id
    {.id = 32023,
     .name = "granular-bitround",
     .aliases = granular_aliases,
     .description = "rounds each value to significant digits; lossy",
     .kind = FilterKind::values_to_values,
     .user = quantize_user,
     .stored = quantize_stored,
     .is_lossy = is_always_lossy},
    {.id = 32024,
     .name = "sz3",
     .description = "lossy compression with a bounded error, third generation",
     .providers = {.python_hdf5plugin = true},
     .is_lossy = is_always_lossy},
    {.id = 32025,
     .name = "delta-rice",
     .aliases = delta_rice_aliases,
     .description = "delta and Rice coding of digitised signals"},
    {.id = 32026,
     .name = "blosc2",
     .description = "blosc's second generation, in another format",
     .kind = FilterKind::bytes_to_bytes,
     .providers = {.python_hdf5plugin = true},
     .user = blosc2_user,
     .is_lossy = blosc2_is_lossy,
     .open = true},  // stored words go on with the chunk's shape
    {.id = 32027, .name = "flac", .description = "lossless compression of sound"},
    {.id = 32028,
     .name = "sperr",
     .description = "lossy compression with wavelets, to a rate, a quality or an error",
     .providers = {.python_hdf5plugin = true},
     .is_lossy = is_always_lossy},
    {.id = 32029,
     .name = "terse",
     .aliases = terse_aliases,
     .description = "lossless compression of diffraction images"},
    {.id = 32030,
     .name = "ffmpeg",
     .description = "lossy compression with video codecs",
     .is_lossy = is_always_lossy},
    {.id = 32033,
     .name = "htj2k",
     .description = "lossless high-throughput JPEG 2000 of 8- and 16-bit images",
     .providers = {.python_hdf5plugin = true},
     .user = no_words,
     .open = true},  // its stored words are not known
};

}  // namespace

std::span<const FilterFacts> all_filters() noexcept { return rows; }

std::span<const CodecWithoutFilter> codecs_without_filter() noexcept { return lone_codecs; }

}  // namespace ncf::filter
