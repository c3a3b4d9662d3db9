// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "ncf/filter_spec.hpp"
#include "support/errors.hpp"
#include "support/table.hpp"

namespace ncf {
namespace {

/// Returns the cd_values that a text resolves to, or the whole message.
std::string resolved(const std::string& text) {
  try {
    return format_numeric(resolve(parse_filter_spec(text), text));
  } catch (const SyntaxError& error) {
    return error.what();
  }
}

TEST(Resolve, FiltersByNumber) {
  test::expect_table(resolved, R"(
    // A negative number is shown as it was written.
    1,-1
      ^~ deflate level is -1, expected 0 to 9
    307,-1b
        ^~~ bzip2 level is -1b, expected 1 to 9
    1,4294967295
      ^~~~~~~~~~ deflate level is 4294967295, expected 0 to 9

    // cd_values are taken as they are.
    307,9            -> 307,9
    307              -> 307
    1,0              -> 1,0
    307,9|4,32,32    -> 307,9|4,32,32
    32015,-5         -> 32015,4294967291
    32015,4294967291 -> 32015,4294967291
    32013,3,0,0.001d -> 32013,3,0,3539053052,1062232653
    32013            -> 32013

    // What is not known is passed on.
    33000,1,2,3,4,5 -> 33000,1,2,3,4,5
    65535           -> 65535
    32002,1,1.5d    -> 32002,1,0,1073217536
    // BitRound has bitgroom's id.
    32022,20        -> 32022,20
    // A mode of sz that has no name here.
    32017,4,1,2     -> 32017,4,1,2

    // The words that a file holds become those of a user.
    32001,2,2,4,4096       -> 32001,0,0,0,0
    32001,2,2,4,4096,5,1,1 -> 32001,0,0,0,0,5,1,1
    2,4|1,9                -> 2|1,9
    4,40,8,16,32           -> 4,40,8
    4,169,8,32,64          -> 4,169,8
    32000,4,261,4096       -> 32000
    32008,0,3,4,0,2        -> 32008,0,2
    5,8,1,1024,1,4,0,32,0  -> 5

    // Values out of range print the range.
    307,900
        ^~~ bzip2 level is 900, expected 1 to 9
    2|1,10
        ^~ deflate level is 10, expected 0 to 9
    32015,23
          ^~ zstd level is 23, expected -131072 to 22
    4,36,8
      ^~ szip mask is 36, expected ec (4) or nn (32)
    4,32,7
         ^ szip pixels_per_block is 7, expected 2 to 32 in steps of 2
    32001,0,0,0,0,5,1,9
                      ^ blosc cname is 9, expected blosclz (0), lz4 (1), lz4hc (2), snappy (3), \
                        zlib (4) or zstd (5)
    32013,3,0,-1d
              ^~~ zfp accuracy is -1d, expected 0 or more

    // A level before its place says how to write it.
    32001,5
          ^ blosc's clevel is its fifth parameter, the filter sets those before it; expected \
            blosc,clevel=5 or 32001,0,0,0,0,5
    32001,77,1
          ^~~~ blosc's clevel is its fifth parameter, the filter sets those before it; expected \
               blosc,clevel=5 or 32001,0,0,0,0,5

    // Too few and too many words say how many.
    307,1,2
          ^ bzip2 takes at most 1 parameter (level), not 2
    1
    ^ deflate takes 1 parameter (level), not 0
    3,1,2
      ^~~ fletcher32 takes no parameters, not 2
    2,4,4
      ^~~ shuffle takes no parameters, or 1 as in a file, not 2
    4,32
    ^~~~ szip takes 2 parameters (mask, pixels_per_block), or 4 as in a file, not 1
    32001,0,0,0,0,5,1,1,1
                        ^ blosc takes at most 7 parameters, not 8
    32015,5l
          ^~ zstd takes at most 1 parameter (level), not 2
    32013,1,0
    ^~~~~~~~~ zfp rate takes 4 to 6 parameters, not 2

    // Unknown modes list the known.
    32013,7
          ^ zfp begins with its mode, expected 1 (rate), 2 (precision), 3 (accuracy), 4 (expert) \
            or 5 (reversible)
    6
    ^ scaleoffset begins with its mode, expected 0 (float) or 2 (int)

    // Stored words of zfp say what to write.
    32013,268456208,91252346,4026532342,133169153
    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ parameters that zfp stored in a file, which \
                                                  describe the chunks of one variable, expected \
                                                  zfp,rate=8
    32013,268456208,91252346,243,4293918720,3286728803,527204
    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ parameters that zfp stored in a \
      file, which describe the chunks of one variable, expected \
      zfp,expert,minbits=100,maxbits=2000,maxprec=20,minexp=-20

    // cd_values of two meanings are refused.
    32008,0,3,4
    ^~~~~~~~~~~ parameters of bitshuffle with another meaning in a file, expected \
                bitshuffle,block=0,cname=zstd,level=4 or bitshuffle,block=0,cname=none

    // cd_values of Blosc2 mean the same in a file of one dimension.
    32026,0,0,0,0,5,1,5        -> 32026,0,0,0,0,5,1,5
    32026,1,4096,4,65536,5,1,5 -> 32026,0,4096,0,0,5,1,5
  )");
}

TEST(Resolve, FiltersByName) {
  test::expect_table(resolved, R"(
    // Parameters stand by place or by key, or are standard.
    zstd                                 -> 32015,3
    zstd,19                              -> 32015,19
    zstd,level=-5                        -> 32015,4294967291
    Blosc,Clevel=9                       -> 32001,0,0,0,0,9,1,0
    blosc,cname=lz4,clevel=5,shuffle=bit -> 32001,0,0,0,0,5,2,1
    blosc,9,none,ZSTD                    -> 32001,0,0,0,0,9,0,5
    blosc,9,cname=2                      -> 32001,0,0,0,0,9,1,2
    szip,ec,8                            -> 4,4,8
    shuffle|gzip,4|fletcher32            -> 2|1,4|3
    bitshuffle,cname=lz4                 -> 32008,0,2
    bitshuffle,cname=zstd,level=5        -> 32008,0,3,5
    lzf                                  -> 32000
    bzip2,5ub                            -> 307,5
    bzip2,5.0                            -> 307,5

    // Modes are named, or follow from a parameter.
    zfp,rate=8                 -> 32013,1,0,0,1075838976
    zfp,rate,8                 -> 32013,1,0,0,1075838976
    zfp,mode=rate,rate=8f      -> 32013,1,0,0,1075838976
    zfp,accuracy=1e-3          -> 32013,3,0,3539053052,1062232653
    zfp,precision=16           -> 32013,2,0,16
    zfp,reversible             -> 32013,5
    zfp,expert,100,2000,20,-20 -> 32013,4,0,100,2000,20,4294967276
    scaleoffset,digits=3       -> 6,0,3
    scaleoffset,int            -> 6,2,0
    sz,absolute=0.001          -> 32017,0,1062232653,3539053052,0,0,0,0,0,0

    // Raw words where parameters are not known.
    mafisc,1,1.5d -> 32002,1,0,1073217536
    mafisc,level=1
           ^~~~~~~ the parameters of mafisc are not known by name, expected a number, as 9, -17b, \
                   93u or 1.5d
    mafisc,1.5
           ^~~ the parameters of mafisc are not known by name, expected a number, as 9, -17b, 93u \
               or 1.5d

    // Unknown names suggest others.
    shuffle|zst,3
            ^~~ unknown filter 'zst', did you mean zstd?

    // Unknown and repeated keys list the keys.
    blosc,level=5
          ^~~~~~~ blosc has no parameter level, expected clevel, shuffle or cname
    shuffle,size=4
            ^~~~~~ shuffle has no parameter size, expected none
    blosc,typesize=4
          ^~~~~~~~~~ blosc has no parameter typesize, expected clevel, shuffle or cname
    zstd,level=3,level=4
                 ^~~~~~~ zstd level is given twice, expected it once
    zstd,3,level=4
           ^~~~~~~ zstd level is given twice, expected it once
    zstd,3,4
           ^ too many parameters of zstd, expected level
    blosc,cname=lz4,5
                    ^ parameter without a name after one with a name, expected key=value

    // Values that are not allowed print what is.
    bzip2,level=10
          ^~~~~~~~ bzip2 level is 10, expected 1 to 9
    bzip2,9.5
          ^~~ bzip2 level is 9.5, expected a whole number, 1 to 9
    bzip2,best
          ^~~~ bzip2 level is best, expected a whole number, 1 to 9
    blosc,shuffle=byt
          ^~~~~~~~~~~ blosc shuffle is byt, expected none (0), byte (1) or bit (2)
    blosc,shuffle=7
          ^~~~~~~~~ blosc shuffle is 7, expected none (0), byte (1) or bit (2)
    zfp,rate=65
        ^~~~~~~ zfp rate is 65, expected 0 to 64
    zstd,18446744073709551615
         ^~~~~~~~~~~~~~~~~~~~ zstd level is 18446744073709551615, expected -131072 to 22

    // Missing parameters are named.
    jpeg,90
    ^~~~~~~ jpeg without its columns (1 to 4294967295), expected columns=...
    zfp,rate
    ^~~~~~~~ zfp rate without its rate (0 to 64), expected rate=...

    // Missing and unknown modes list the modes.
    zfp
    ^~~ zfp without its mode, expected rate=..., precision=..., accuracy=..., expert, reversible \
        or default
    zfp,fast
        ^~~~ zfp has no mode fast, expected rate=..., precision=..., accuracy=..., expert, \
             reversible or default
    zfp,level=8
    ^~~~~~~~~~~ zfp without its mode, expected rate=..., precision=..., accuracy=..., expert, \
                reversible or default
    zfp,rate=8,precision=3
               ^~~~~~~~~~~ zfp rate has no parameter precision, expected rate
  )");
}

TEST(ResolveJson, FailsUnderTheMember) {
  test::expect_table(resolved, R"(
    {"id":"zstd","level":5}|{"id":"shuffle"} -> 32015,5|2
    2|{"id":"zstd", "level":99}
                    ^~~~~~~~~~ codec zstd level is 99, expected -131072 to 22
    [{"name":"zstd","configuration":{"level" : 1, "speed": [1, 2]}}]
                                                  ^~~~~~~~~~~~~~~ codec zstd has no member \
                                                    'speed', expected level or checksum
  )");
  EXPECT_EQ(resolved(R"({"id":"nosuch"})").substr(0, 22), "unknown codec 'nosuch'");
}

TEST(Resolve, ARepeatedIdKeepsItsPlaceAndTheLastParametersWin) {
  test::expect_table(resolved, R"(
    307,1|2|bzip2,9                      -> 307,9|2
    gzip,1|2,4|{"id":"zlib","level":2}|3 -> 1,2|2|3
  )");
}

TEST(Resolve, MarksMakeAFilterOptionalAndAcceptItsChanges) {
  const std::string_view text = "deflate?,5|32015?~,3|40000~|307";
  EXPECT_EQ(resolve(parse_filter_spec(text), text), (Chain{{1, {5}, FilterFlag::optional},
                                                           {32015, {3}, FilterFlag::optional, true},
                                                           {40000, {}, FilterFlag::usual, true},
                                                           {307, {}}}));
}

TEST(Resolve, TheLastOfARepeatedIdSaysWhetherItIsOptional) {
  EXPECT_EQ(resolve(parse_filter_spec("zstd?|zstd,5")), (Chain{{32015, {5}}}));
}

TEST(Resolve, AnEmptySpecIsAnEmptyChain) { EXPECT_EQ(resolve({}), Chain{}); }

TEST(Resolve, WithoutItsTextAMessageQuotesTheFilter) {
  const FilterSpec spec = parse_filter_spec("shuffle|bzip2,level=10");
  EXPECT_EQ(test::reason_of([&] { resolve(spec); }, ErrorCode::syntax),
            "bzip2 level is 10, expected 1 to 9\n"
            "  bzip2,level=10\n"
            "  ^~~~~~~~~~~~~~");
}

TEST(Resolve, QuotesTheWholeCopyOption) {
  const std::string text = "t2m&u10,shuffle|307,900";
  EXPECT_EQ(
      test::reason_of([&] { resolve(parse_filter_option(text).spec, text); }, ErrorCode::syntax),
      "bzip2 level is 900, expected 1 to 9\n"
      "  t2m&u10,shuffle|307,900\n"
      "                      ^~~");
}

}  // namespace
}  // namespace ncf
