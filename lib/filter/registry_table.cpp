// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The table. First the parameters, filter by filter, in the order of their words; then the rows.
// A parameter's default is what the filter itself does when the word is missing; where a filter
// insists on the word, what its library takes for normal.
#include <array>

#include "base/build_config.hpp"
#include "filter/codec_rows.hpp"
#include "filter/known_ids.hpp"
#include "filter/registry.hpp"
#include "filter/zfp_words.hpp"

namespace ncf::filter {
namespace {

/// A word the filter sets itself.
constexpr Parameter automatic(std::string_view name, std::string_view help) {
  return {.name = name, .kind = Kind::automatic, .help = help};
}

/// The word that tells a layout from the others.
constexpr Parameter mode(double number) {
  return {.name = "mode", .kind = Kind::mode, .default_value = number, .help = "how to compress"};
}

/// For filters that take no parameters.
constexpr Layout no_words[] = {{}};

// ---- deflate ----

constexpr Parameter deflate_words[] = {
    {.name = "level",
     .maximum = 9,
     .default_value = 6,
     .help = "effort, from 0 (stored) and 1 (fastest) to 9 (smallest)"},
};
constexpr Layout deflate_user[] = {{.parameters = deflate_words, .min_words = 1}};
constexpr std::string_view deflate_aliases[] = {"zlib", "gzip"};

// ---- shuffle ----

constexpr Parameter shuffle_stored_words[] = {
    automatic("element_size", "bytes of one value"),
};
constexpr Layout shuffle_stored[] = {{.parameters = shuffle_stored_words, .min_words = 1}};

// ---- szip ----

constexpr Choice szip_masks[] = {{"ec", 4}, {"nn", 32}};
// Bits of szlib.h. H5Pset_szip adds allow_k13 and raw, set_local the byte order.
constexpr Choice szip_flags[] = {
    {"allow_k13", 1}, {"chip", 2}, {"lsb", 8}, {"msb", 16}, {"raw", 128}};
constexpr Parameter szip_mask = {.name = "mask",
                                 .kind = Kind::choice,
                                 .choices = szip_masks,
                                 .flags = szip_flags,
                                 .default_value = 32,
                                 .help = "nearest neighbour (nn) or entropy coding (ec)"};
constexpr Parameter szip_pixels = {.name = "pixels_per_block",
                                   .minimum = 2,
                                   .maximum = 32,
                                   .multiple_of = 2,
                                   .default_value = 16,
                                   .help = "values that are coded together"};
constexpr Parameter szip_user_words[] = {szip_mask, szip_pixels};
constexpr Parameter szip_stored_words[] = {
    szip_mask, szip_pixels, automatic("bits_per_pixel", "bits of one value"),
    automatic("pixels_per_scanline", "values in a row of the chunk")};
constexpr Layout szip_user[] = {{.parameters = szip_user_words, .min_words = 2}};
constexpr Layout szip_stored[] = {{.parameters = szip_stored_words, .min_words = 4}};

// ---- nbit ----

constexpr Parameter nbit_stored_words[] = {
    automatic("words", "how many there are"),
    automatic("unchanged", "1 when there is nothing to pack"),
    automatic("elements", "values in a chunk"),
    automatic("class", "kind of type"),
    automatic("size", "bytes of one value"),
    automatic("order", "byte order"),
    automatic("precision", "bits that matter"),
    automatic("offset", "of the first bit that matters"),
};
constexpr Layout nbit_stored[] = {{.parameters = nbit_stored_words, .min_words = 8}};

// ---- scaleoffset ----

constexpr Parameter scaleoffset_digits = {
    .name = "digits", .maximum = 2147483647, .help = "decimal digits kept after the decimal point"};
constexpr Parameter scaleoffset_bits = {.name = "bits",
                                        .maximum = 64,
                                        .default_value = 0,
                                        .help = "bits of one value, 0 to find out for each chunk"};
constexpr Parameter scaleoffset_float_words[] = {mode(0), scaleoffset_digits};
constexpr Parameter scaleoffset_int_words[] = {mode(2), scaleoffset_bits};
constexpr Layout scaleoffset_user[] = {
    {.mode = "float", .parameters = scaleoffset_float_words, .min_words = 2},
    {.mode = "int", .parameters = scaleoffset_int_words, .min_words = 2},
};
constexpr std::array<Parameter, 20> scaleoffset_stored_words(const Parameter& number,
                                                             const Parameter& factor) {
  std::array<Parameter, 20> words{number,
                                  factor,
                                  automatic("elements", "values in a chunk"),
                                  automatic("class", "kind of type"),
                                  automatic("size", "bytes of one value"),
                                  automatic("signed", "1 for signed integers"),
                                  automatic("order", "byte order"),
                                  automatic("has_fill", "1 when there is a fill value")};
  for (std::size_t i = 8; i < words.size(); ++i) {
    words[i] = automatic("fill", "the fill value's bytes");
  }
  return words;
}
constexpr auto scaleoffset_float_stored = scaleoffset_stored_words(mode(0), scaleoffset_digits);
constexpr auto scaleoffset_int_stored = scaleoffset_stored_words(mode(2), scaleoffset_bits);
constexpr Layout scaleoffset_stored[] = {
    {.mode = "float", .parameters = scaleoffset_float_stored, .min_words = 20},
    {.mode = "int", .parameters = scaleoffset_int_stored, .min_words = 20},
};

// ---- bzip2 ----

constexpr Parameter bzip2_words[] = {
    {.name = "level",
     .minimum = 1,
     .maximum = 9,
     .default_value = 9,
     .help = "block size in units of 100 kB; larger compresses better and takes more memory"},
};
constexpr Layout bzip2_user[] = {{.parameters = bzip2_words}};
constexpr std::string_view bzip2_aliases[] = {"bz2"};

// ---- lzf ----

constexpr Parameter lzf_stored_words[] = {
    automatic("filter_revision", "of the filter that wrote"),
    automatic("lzf_version", "of the library that wrote"),
    automatic("chunk_bytes", "bytes of a whole chunk"),
};
constexpr Layout lzf_stored[] = {{.parameters = lzf_stored_words, .min_words = 3}};

// ---- blosc and blosc2 ----

constexpr Parameter blosc_clevel = {.name = "clevel",
                                    .maximum = 9,
                                    .default_value = 5,
                                    .help = "effort, from 0 (copied) to 9 (smallest)"};
constexpr Choice blosc_shuffles[] = {{"none", 0}, {"byte", 1}, {"bit", 2}};
constexpr Choice blosc_cnames[] = {{"blosclz", 0}, {"lz4", 1},  {"lz4hc", 2},
                                   {"snappy", 3},  {"zlib", 4}, {"zstd", 5}};
constexpr Parameter blosc_words[] = {
    automatic("filter_revision", "of the filter that wrote"),
    automatic("blosc_format", "of the library that wrote"),
    automatic("typesize", "bytes of one value"),
    automatic("chunk_bytes", "bytes of a whole chunk"),
    blosc_clevel,
    {.name = "shuffle",
     .kind = Kind::choice,
     .choices = blosc_shuffles,
     .default_value = 1,
     .help = "what is brought together before compressing: bytes, bits or nothing"},
    {.name = "cname",
     .kind = Kind::choice,
     .choices = blosc_cnames,
     .default_value = 0,
     .help = "the compressor inside"},
};
constexpr Layout blosc_user[] = {{.parameters = blosc_words}};

constexpr Choice blosc2_filters[] = {
    {"none", 0}, {"byte", 1}, {"bit", 2}, {"delta", 3}, {"trunc_prec", 4}};
constexpr Choice blosc2_cnames[] = {
    {"blosclz", 0}, {"lz4", 1}, {"lz4hc", 2}, {"zlib", 4}, {"zstd", 5}};
constexpr Parameter blosc2_words[] = {
    automatic("filter_revision", "of the filter that wrote"),
    automatic("block_bytes", "bytes of a block"),
    automatic("typesize", "bytes of one value"),
    automatic("chunk_bytes", "bytes of a whole chunk"),
    blosc_clevel,
    {.name = "filter",
     .kind = Kind::choice,
     .choices = blosc2_filters,
     .default_value = 1,
     .help = "what is done before compressing"},
    {.name = "cname",
     .kind = Kind::choice,
     .choices = blosc2_cnames,
     .default_value = 0,
     .help = "the compressor inside"},
};
constexpr Layout blosc2_user[] = {{.parameters = blosc2_words}};

// ---- lz4 ----

constexpr Parameter lz4_words[] = {
    {.name = "block_bytes",
     .maximum = 0x7E000000,
     .default_value = 0,
     .help = "bytes compressed at once, 0 for a whole chunk up to 1 GiB"},
};
constexpr Layout lz4_user[] = {{.parameters = lz4_words}};

// ---- bitshuffle ----

constexpr Choice bitshuffle_cnames[] = {{"none", 0}, {"lz4", 2}, {"zstd", 3}};
constexpr Parameter bitshuffle_block = {.name = "block",
                                        .maximum = largest_word - 7,
                                        .multiple_of = 8,
                                        .default_value = 0,
                                        .help = "values in a block, 0 for about 8 kB"};
constexpr Parameter bitshuffle_cname = {.name = "cname",
                                        .kind = Kind::choice,
                                        .choices = bitshuffle_cnames,
                                        .default_value = 0,
                                        .help = "the compressor inside"};
constexpr Parameter bitshuffle_level = {.name = "level",
                                        .maximum = 22,
                                        .may_be_left_out = true,
                                        .help = "effort of zstd, 0 for its own"};
constexpr Parameter bitshuffle_user_words[] = {bitshuffle_block, bitshuffle_cname,
                                               bitshuffle_level};
constexpr Parameter bitshuffle_stored_words[] = {
    automatic("version_major", "of the library that wrote"),
    automatic("version_minor", "of the library that wrote"),
    automatic("element_size", "bytes of one value"),
    bitshuffle_block,
    bitshuffle_cname,
    bitshuffle_level};
constexpr Layout bitshuffle_user[] = {{.parameters = bitshuffle_user_words}};
constexpr Layout bitshuffle_stored[] = {{.parameters = bitshuffle_stored_words, .min_words = 3}};
constexpr std::string_view bitshuffle_aliases[] = {"bshuf"};

// ---- zfp ----

constexpr Parameter zfp_unused = automatic("unused", "always 0");
constexpr Parameter zfp_rate_words[] = {
    mode(1),
    zfp_unused,
    {.name = "rate",
     .kind = Kind::real,
     .maximum = 64,
     .help = "compressed bits per value, rounded so that a block has whole bits"},
    zfp_unused,
    zfp_unused};
constexpr Parameter zfp_precision_words[] = {
    mode(2),
    zfp_unused,
    {.name = "precision", .minimum = 1, .maximum = 64, .help = "bit planes kept of each block"},
    zfp_unused,
    zfp_unused,
    zfp_unused};
constexpr Parameter zfp_accuracy_words[] = {
    mode(3),
    zfp_unused,
    {.name = "accuracy",
     .kind = Kind::real,
     .maximum = unbounded,
     .help = "largest absolute error, rounded down to a power of two"},
    zfp_unused,
    zfp_unused};
constexpr Parameter zfp_expert_words[] = {
    mode(4),
    zfp_unused,
    {.name = "minbits", .minimum = 1, .maximum = 32768, .help = "fewest bits of a block"},
    {.name = "maxbits", .minimum = 1, .maximum = 32768, .help = "most bits of a block"},
    {.name = "maxprec", .minimum = 1, .maximum = 64, .help = "most bit planes of a block"},
    {.name = "minexp",
     .minimum = -16495,
     .maximum = 16272,
     .help = "power of two of the last bit plane kept"}};
constexpr Parameter zfp_reversible_words[] = {mode(5),    zfp_unused, zfp_unused,
                                              zfp_unused, zfp_unused, zfp_unused};
constexpr Layout zfp_user[] = {
    {.mode = "rate", .parameters = zfp_rate_words, .min_words = 4},
    {.mode = "precision", .parameters = zfp_precision_words, .min_words = 3},
    {.mode = "accuracy", .parameters = zfp_accuracy_words, .min_words = 4},
    {.mode = "expert", .parameters = zfp_expert_words, .min_words = 6},
    {.mode = "reversible", .parameters = zfp_reversible_words, .min_words = 1},
    {.mode = "default"},  // what the plugin was built for
};

// ---- zstd ----

constexpr Parameter zstd_words[] = {
    {.name = "level",
     .minimum = -131072,
     .maximum = 22,
     .default_value = 3,
     .help = "effort; 0 is zstd's own choice, below 0 is faster still, above 19 takes much memory"},
};
constexpr Layout zstd_user[] = {{.parameters = zstd_words}};
constexpr std::string_view zstd_aliases[] = {"zstandard"};

// ---- sz ----

constexpr Parameter sz_bound(std::string_view name, std::string_view help) {
  return {.name = name,
          .kind = Kind::real,
          .maximum = unbounded,
          .high_word_first = true,
          .help = help};
}
constexpr Parameter sz_unused = automatic("unused", "a bound of another mode");
constexpr Parameter sz_absolute_words[] = {
    mode(0),   sz_bound("absolute", "largest absolute error"),
    sz_unused, sz_unused,
    sz_unused, sz_unused,
    sz_unused, sz_unused};
constexpr Parameter sz_relative_words[] = {
    mode(1),   sz_unused, sz_unused, sz_bound("relative", "largest error as a part of the range"),
    sz_unused, sz_unused, sz_unused, sz_unused};
constexpr Parameter sz_pointwise_words[] = {
    mode(10),  sz_unused, sz_unused,
    sz_unused, sz_unused, sz_bound("pointwise_relative", "largest error as a part of each value"),
    sz_unused, sz_unused};
constexpr Layout sz_user[] = {
    {.mode = "absolute", .parameters = sz_absolute_words, .min_words = 9},
    {.mode = "relative", .parameters = sz_relative_words, .min_words = 9},
    {.mode = "pointwise_relative", .parameters = sz_pointwise_words, .min_words = 9},
};
constexpr std::string_view sz_aliases[] = {"sz2"};

// ---- jpeg ----

constexpr Choice jpeg_colours[] = {{"mono", 0}, {"rgb", 1}};
constexpr Parameter jpeg_words[] = {
    {.name = "quality", .minimum = 1, .maximum = 100, .help = "of the image, 100 is best"},
    {.name = "columns", .minimum = 1, .help = "of the image"},
    {.name = "rows", .minimum = 1, .help = "of the image"},
    {.name = "colour",
     .kind = Kind::choice,
     .choices = jpeg_colours,
     .default_value = 0,
     .help = "one value a pixel or three"},
};
constexpr Layout jpeg_user[] = {{.parameters = jpeg_words, .min_words = 4}};

// ---- bitgroom and granular bitround ----

constexpr Parameter quantize_digits = {.name = "digits",
                                       .minimum = 1,
                                       .maximum = 15,
                                       .default_value = 3,
                                       .help = "significant decimal digits kept"};
constexpr Parameter quantize_user_words[] = {quantize_digits};
constexpr Parameter quantize_stored_words[] = {
    quantize_digits, automatic("typesize", "bytes of one value"),
    automatic("has_fill", "1 when there is a fill value"),
    automatic("fill", "the fill value's bytes"), automatic("fill", "the fill value's bytes")};
constexpr Layout quantize_user[] = {{.parameters = quantize_user_words}};
constexpr Layout quantize_stored[] = {{.parameters = quantize_stored_words, .min_words = 5}};

// ---- names of filters whose parameters are not known ----

constexpr std::string_view jpeg_xr_aliases[] = {"jpegxr"};
constexpr std::string_view lpc_rice_aliases[] = {"lpcrice"};
constexpr std::string_view ccsds_aliases[] = {"ccsds123"};
constexpr std::string_view jpeg_ls_aliases[] = {"jpegls"};
constexpr std::string_view granular_aliases[] = {"gbr", "granularbr"};
constexpr std::string_view delta_rice_aliases[] = {"deltarice"};
constexpr std::string_view terse_aliases[] = {"trpx"};

// ---- what changes values ----

using Words = std::span<const std::uint32_t>;

constexpr bool is_always_lossy(Words /*words*/) { return true; }

constexpr bool scaleoffset_is_lossy(Words words) {
  constexpr std::uint32_t int_mode = 2;
  return words.empty() || words.front() != int_mode;
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

constexpr Providers in_hdf5 = {.hdf5 = true};

// ---- the rows ----

constexpr FilterFacts rows[] = {
    {.id = deflate_id,
     .name = "deflate",
     .aliases = deflate_aliases,
     .description = "the compression of zlib and gzip, which every netCDF-4 program reads",
     .providers = in_hdf5,
     .user = deflate_user,
     .codecs = deflate_codecs},
    {.id = shuffle_id,
     .name = "shuffle",
     .description = "brings the first bytes of all values together, then the second, and so on",
     .providers = in_hdf5,
     .user = no_words,
     .stored = shuffle_stored,
     .codecs = shuffle_codecs},
    {.id = fletcher32_id,
     .name = "fletcher32",
     .description = "a checksum after each chunk, verified when it is read",
     .providers = in_hdf5,
     .user = no_words,
     .codecs = fletcher32_codecs},
    {.id = szip_id,
     .name = "szip",
     .description = "the Rice coder of CCSDS 121.0, fast on smooth integers",
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
     .description =
         "subtracts the minimum of each chunk and keeps the bits needed; lossy on floats",
     .providers = in_hdf5,
     .user = scaleoffset_user,
     .stored = scaleoffset_stored,
     .is_lossy = scaleoffset_is_lossy,
     .in_zarr = "shuffle|zstd"},
    {.id = 257,
     .name = "hzip",
     .description = "lossless compression of hexahedral meshes, of Silo"},
    {.id = 258, .name = "silo-fpzip", .description = "fpzip under the number that Silo gave it"},
    {.id = 305, .name = "lzo", .description = "very fast lossless compression, of PyTables"},
    {.id = bzip2_id,
     .name = "bzip2",
     .aliases = bzip2_aliases,
     .description = "slow lossless compression, often smaller than deflate",
     .providers = {.ncf = true, .debian_package = "hdf5-filter-plugin", .python_hdf5plugin = true},
     .user = bzip2_user,
     .codecs = bzip2_codecs},
    {.id = lzf_id,
     .name = "lzf",
     .description = "very fast lossless compression, of h5py",
     .providers = {.ncf = NCF_WITH_LZF, .ncf_built_with = "liblzf", .debian_package = "bitshuffle"},
     .user = no_words,
     .stored = lzf_stored,
     .in_zarr = "blosc,cname=blosclz,shuffle=none"},
    {.id = blosc_id,
     .name = "blosc",
     .description = "shuffles and compresses in blocks that fit the cache",
     .providers = {.ncf = NCF_WITH_BLOSC,
                   .ncf_built_with = "blosc",
                   .debian_package = "hdf5-filter-plugin-blosc-serial",
                   .python_hdf5plugin = true},
     .user = blosc_user,
     .codecs = blosc_codecs},
    {.id = 32002,
     .name = "mafisc",
     .description = "adaptive prediction over all dimensions, then lzma"},
    {.id = 32003, .name = "snappy", .description = "very fast lossless compression"},
    {.id = lz4_id,
     .name = "lz4",
     .description = "very fast lossless compression with a still faster decoder",
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
     .providers = {.debian_package = "hdf5-filter-plugin-zfp-serial", .python_hdf5plugin = true},
     .user = zfp_user,
     .read_stored = zfp_user_words,
     .is_lossy = zfp_is_lossy,
     .codecs = zfp_codecs},
    {.id = 32014,
     .name = "fpzip",
     .description = "lossy or lossless compression of 2-D and 3-D floating-point fields"},
    {.id = zstd_id,
     .name = "zstd",
     .aliases = zstd_aliases,
     .description = "lossless compression, smaller than deflate and several times as fast",
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
     .user = quantize_user,
     .stored = quantize_stored,
     .is_lossy = is_always_lossy,
     .open = true},  // the Community Codec Repository's BitRound has the same id
    {.id = 32023,
     .name = "granular-bitround",
     .aliases = granular_aliases,
     .description = "rounds each value to significant digits; lossy",
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
