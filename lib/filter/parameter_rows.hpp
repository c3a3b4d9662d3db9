// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The parameters in the rows of registry_table.cpp, the only file that includes this: filter by
// filter, in the order of their words. A parameter's default is what the filter does if the word is
// missing; if the filter requires the word, it is the usual value of its library.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "filter/schema.hpp"

namespace ncf::filter {

/// A word the filter sets itself.
constexpr Parameter automatic(std::string_view name, std::string_view help) {
  return {.name = name, .kind = Kind::automatic, .help = help};
}

/// The word that distinguishes a layout from the others.
constexpr Parameter mode(double number) {
  return {.name = "mode", .kind = Kind::mode, .default_value = number, .help = "how to compress"};
}

/// For filters that take no parameters.
inline constexpr Layout no_words[] = {{}};

// ---- deflate ----

inline constexpr Parameter deflate_words[] = {
    {.name = "level",
     .maximum = 9,
     .default_value = 6,
     .help = "effort, from 0 (stored) and 1 (fastest) to 9 (smallest)"},
};
inline constexpr Layout deflate_user[] = {{.parameters = deflate_words, .min_words = 1}};
inline constexpr std::string_view deflate_aliases[] = {"zlib", "gzip"};

// ---- shuffle ----

inline constexpr Parameter shuffle_stored_words[] = {
    automatic("element_size", "bytes of one value"),
};
inline constexpr Layout shuffle_stored[] = {{.parameters = shuffle_stored_words, .min_words = 1}};

// ---- szip ----

inline constexpr Choice szip_masks[] = {{"ec", 4}, {"nn", 32}};
// Bits of szlib.h. H5Pset_szip adds allow_k13 and raw, set_local the byte order.
inline constexpr Choice szip_flags[] = {
    {"allow_k13", 1}, {"chip", 2}, {"lsb", 8}, {"msb", 16}, {"raw", 128}};
inline constexpr Parameter szip_mask = {.name = "mask",
                                        .kind = Kind::choice,
                                        .choices = szip_masks,
                                        .flags = szip_flags,
                                        .default_value = 32,
                                        .help = "nearest neighbour (nn) or entropy coding (ec)"};
inline constexpr Parameter szip_pixels = {.name = "pixels_per_block",
                                          .minimum = 2,
                                          .maximum = 32,
                                          .multiple_of = 2,
                                          .default_value = 16,
                                          .help = "values that are coded together"};
inline constexpr Parameter szip_user_words[] = {szip_mask, szip_pixels};
inline constexpr Parameter szip_stored_words[] = {
    szip_mask, szip_pixels, automatic("bits_per_pixel", "bits of one value"),
    automatic("pixels_per_scanline", "values in a row of the chunk")};
inline constexpr Layout szip_user[] = {{.parameters = szip_user_words, .min_words = 2}};
inline constexpr Layout szip_stored[] = {{.parameters = szip_stored_words, .min_words = 4}};

// ---- nbit ----

inline constexpr Parameter nbit_stored_words[] = {
    automatic("words", "how many there are"),
    automatic("unchanged", "1 when there is nothing to pack"),
    automatic("elements", "values in a chunk"),
    automatic("class", "kind of type"),
    automatic("size", "bytes of one value"),
    automatic("order", "byte order"),
    automatic("precision", "bits that matter"),
    automatic("offset", "of the first bit that matters"),
};
inline constexpr Layout nbit_stored[] = {{.parameters = nbit_stored_words, .min_words = 8}};

// ---- scaleoffset ----

inline constexpr Parameter scaleoffset_digits = {
    .name = "digits", .maximum = 2147483647, .help = "decimal digits kept after the decimal point"};
inline constexpr Parameter scaleoffset_bits = {
    .name = "bits",
    .maximum = 64,
    .default_value = 0,
    .help = "bits per value; values that need more are destroyed; 0: chosen for each chunk"};
inline constexpr Parameter scaleoffset_float_words[] = {mode(0), scaleoffset_digits};
inline constexpr Parameter scaleoffset_int_words[] = {mode(2), scaleoffset_bits};
inline constexpr Layout scaleoffset_user[] = {
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
inline constexpr auto scaleoffset_float_stored =
    scaleoffset_stored_words(mode(0), scaleoffset_digits);
inline constexpr auto scaleoffset_int_stored = scaleoffset_stored_words(mode(2), scaleoffset_bits);
inline constexpr Layout scaleoffset_stored[] = {
    {.mode = "float", .parameters = scaleoffset_float_stored, .min_words = 20},
    {.mode = "int", .parameters = scaleoffset_int_stored, .min_words = 20},
};

// ---- bzip2 ----

inline constexpr Parameter bzip2_words[] = {
    {.name = "level",
     .minimum = 1,
     .maximum = 9,
     .default_value = 9,
     .help = "block size in units of 100 kB; larger compresses better and takes more memory"},
};
inline constexpr Layout bzip2_user[] = {{.parameters = bzip2_words}};
inline constexpr std::string_view bzip2_aliases[] = {"bz2"};

// ---- lzf ----

inline constexpr Parameter lzf_stored_words[] = {
    automatic("filter_revision", "of the filter that wrote"),
    automatic("lzf_version", "of the library that wrote"),
    automatic("chunk_bytes", "bytes of a whole chunk"),
};
inline constexpr Layout lzf_stored[] = {{.parameters = lzf_stored_words, .min_words = 3}};

// ---- blosc and blosc2 ----

inline constexpr Parameter blosc_clevel = {.name = "clevel",
                                           .maximum = 9,
                                           .default_value = 5,
                                           .help = "effort, from 0 (copied) to 9 (smallest)"};
inline constexpr Choice blosc_shuffles[] = {{"none", 0}, {"byte", 1}, {"bit", 2}};
inline constexpr Choice blosc_cnames[] = {{"blosclz", 0}, {"lz4", 1},  {"lz4hc", 2},
                                          {"snappy", 3},  {"zlib", 4}, {"zstd", 5}};
inline constexpr Parameter blosc_words[] = {
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
inline constexpr Layout blosc_user[] = {{.parameters = blosc_words}};

inline constexpr Choice blosc2_filters[] = {
    {"none", 0}, {"byte", 1}, {"bit", 2}, {"delta", 3}, {"trunc_prec", 4}};
inline constexpr Choice blosc2_cnames[] = {
    {"blosclz", 0}, {"lz4", 1}, {"lz4hc", 2}, {"zlib", 4}, {"zstd", 5}};
inline constexpr Parameter blosc2_words[] = {
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
inline constexpr Layout blosc2_user[] = {{.parameters = blosc2_words}};

// ---- lz4 ----

inline constexpr Parameter lz4_words[] = {
    {.name = "block_bytes",
     .maximum = 0x7E000000,
     .default_value = 0,
     .help = "bytes compressed at once, 0 for a whole chunk up to 1 GiB"},
};
inline constexpr Layout lz4_user[] = {{.parameters = lz4_words}};

// ---- bitshuffle ----

inline constexpr Choice bitshuffle_cnames[] = {{"none", 0}, {"lz4", 2}, {"zstd", 3}};
inline constexpr Parameter bitshuffle_block = {.name = "block",
                                               .maximum = largest_word - 7,
                                               .multiple_of = 8,
                                               .default_value = 0,
                                               .help = "values in a block, 0 for about 8 kB"};
inline constexpr Parameter bitshuffle_cname = {.name = "cname",
                                               .kind = Kind::choice,
                                               .choices = bitshuffle_cnames,
                                               .default_value = 0,
                                               .help = "the compressor inside"};
inline constexpr Parameter bitshuffle_level = {.name = "level",
                                               .maximum = 22,
                                               .may_be_left_out = true,
                                               .help = "effort of zstd, 0 for its own"};
inline constexpr Parameter bitshuffle_user_words[] = {bitshuffle_block, bitshuffle_cname,
                                                      bitshuffle_level};
inline constexpr Parameter bitshuffle_stored_words[] = {
    automatic("version_major", "of the library that wrote"),
    automatic("version_minor", "of the library that wrote"),
    automatic("element_size", "bytes of one value"),
    bitshuffle_block,
    bitshuffle_cname,
    bitshuffle_level};
inline constexpr Layout bitshuffle_user[] = {{.parameters = bitshuffle_user_words}};
inline constexpr Layout bitshuffle_stored[] = {
    {.parameters = bitshuffle_stored_words, .min_words = 3}};
inline constexpr std::string_view bitshuffle_aliases[] = {"bshuf"};

// ---- zfp ----

inline constexpr Parameter zfp_unused = automatic("unused", "always 0");
inline constexpr Parameter zfp_rate_words[] = {
    mode(1),
    zfp_unused,
    {.name = "rate",
     .kind = Kind::real,
     .maximum = 64,
     .help = "compressed bits per value, rounded so that a block has whole bits"},
    zfp_unused,
    zfp_unused};
inline constexpr Parameter zfp_precision_words[] = {
    mode(2),
    zfp_unused,
    {.name = "precision", .minimum = 1, .maximum = 64, .help = "bit planes kept of each block"},
    zfp_unused,
    zfp_unused,
    zfp_unused};
inline constexpr Parameter zfp_accuracy_words[] = {
    mode(3),
    zfp_unused,
    {.name = "accuracy",
     .kind = Kind::real,
     .maximum = unbounded,
     .help = "largest absolute error, rounded down to a power of two"},
    zfp_unused,
    zfp_unused};
inline constexpr Parameter zfp_expert_words[] = {
    mode(4),
    zfp_unused,
    {.name = "minbits", .minimum = 1, .maximum = 32768, .help = "fewest bits of a block"},
    {.name = "maxbits", .minimum = 1, .maximum = 32768, .help = "most bits of a block"},
    {.name = "maxprec", .minimum = 1, .maximum = 64, .help = "most bit planes of a block"},
    {.name = "minexp",
     .minimum = -16495,
     .maximum = 16272,
     .help = "power of two of the last bit plane kept"}};
inline constexpr Parameter zfp_reversible_words[] = {mode(5),    zfp_unused, zfp_unused,
                                                     zfp_unused, zfp_unused, zfp_unused};
inline constexpr Layout zfp_user[] = {
    {.mode = "rate", .parameters = zfp_rate_words, .min_words = 4},
    {.mode = "precision", .parameters = zfp_precision_words, .min_words = 3},
    {.mode = "accuracy", .parameters = zfp_accuracy_words, .min_words = 4},
    {.mode = "expert", .parameters = zfp_expert_words, .min_words = 6},
    {.mode = "reversible", .parameters = zfp_reversible_words, .min_words = 1},
    {.mode = "default"},  // what the plugin was built for
};

// ---- zstd ----

inline constexpr Parameter zstd_words[] = {
    {.name = "level",
     .minimum = -131072,
     .maximum = 22,
     .default_value = 3,
     .help = "effort; 0 is zstd's own choice, below 0 is faster still, above 19 takes much memory"},
};
inline constexpr Layout zstd_user[] = {{.parameters = zstd_words}};
inline constexpr std::string_view zstd_aliases[] = {"zstandard"};

// ---- sz ----

constexpr Parameter sz_bound(std::string_view name, std::string_view help) {
  return {.name = name,
          .kind = Kind::real,
          .maximum = unbounded,
          .high_word_first = true,
          .help = help};
}
inline constexpr Parameter sz_unused = automatic("unused", "a bound of another mode");
inline constexpr Parameter sz_absolute_words[] = {
    mode(0),   sz_bound("absolute", "largest absolute error"),
    sz_unused, sz_unused,
    sz_unused, sz_unused,
    sz_unused, sz_unused};
inline constexpr Parameter sz_relative_words[] = {
    mode(1),   sz_unused, sz_unused, sz_bound("relative", "largest error as a part of the range"),
    sz_unused, sz_unused, sz_unused, sz_unused};
inline constexpr Parameter sz_pointwise_words[] = {
    mode(10),  sz_unused, sz_unused,
    sz_unused, sz_unused, sz_bound("pointwise_relative", "largest error as a part of each value"),
    sz_unused, sz_unused};
inline constexpr Layout sz_user[] = {
    {.mode = "absolute", .parameters = sz_absolute_words, .min_words = 9},
    {.mode = "relative", .parameters = sz_relative_words, .min_words = 9},
    {.mode = "pointwise_relative", .parameters = sz_pointwise_words, .min_words = 9},
};
inline constexpr std::string_view sz_aliases[] = {"sz2"};

// ---- jpeg ----

inline constexpr Choice jpeg_colours[] = {{"mono", 0}, {"rgb", 1}};
inline constexpr Parameter jpeg_words[] = {
    {.name = "quality", .minimum = 1, .maximum = 100, .help = "of the image, 100 is best"},
    {.name = "columns", .minimum = 1, .help = "of the image"},
    {.name = "rows", .minimum = 1, .help = "of the image"},
    {.name = "colour",
     .kind = Kind::choice,
     .choices = jpeg_colours,
     .default_value = 0,
     .help = "one value a pixel or three"},
};
inline constexpr Layout jpeg_user[] = {{.parameters = jpeg_words, .min_words = 4}};

// ---- bitgroom and granular bitround ----

inline constexpr Parameter quantize_digits = {.name = "digits",
                                              .minimum = 1,
                                              .maximum = 15,
                                              .default_value = 3,
                                              .help = "significant decimal digits kept"};
inline constexpr Parameter quantize_user_words[] = {quantize_digits};
inline constexpr Parameter quantize_stored_words[] = {
    quantize_digits, automatic("typesize", "bytes of one value"),
    automatic("has_fill", "1 when there is a fill value"),
    automatic("fill", "the fill value's bytes"), automatic("fill", "the fill value's bytes")};
inline constexpr Layout quantize_user[] = {{.parameters = quantize_user_words}};
inline constexpr Layout quantize_stored[] = {{.parameters = quantize_stored_words, .min_words = 5}};

}  // namespace ncf::filter
