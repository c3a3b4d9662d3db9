// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/kernels/builtin.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include <string>
#include <string_view>
#include <vector>

#include "filter/kernels/prepared_chain.hpp"
#include "filter/registry/known_ids.hpp"

namespace ncf::filter {
namespace {

using CodecBytes = std::vector<std::byte>;

CodecBytes encoded_by(std::uint32_t id, std::vector<std::uint32_t> parameters,
                      const CodecBytes& decoded) {
  const PreparedChain chain({{id, std::move(parameters)}}, {*find_codec_kernel(id)});
  ChainWorkspace workspace;
  const auto bytes = chain.encode(decoded, workspace).bytes;
  CodecBytes again(decoded.size());
  chain.decode(bytes, 0, again, workspace);
  EXPECT_EQ(again, decoded);
  return {bytes.begin(), bytes.end()};
}

CodecBytes codec_bytes_of(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

/// What zlib reads of a single member of gzip, which it compares with the checksum and the size.
CodecBytes as_zlib_reads(const CodecBytes& stored, std::size_t size) {
  constexpr int gzip_alone = 16 + 15;
  z_stream stream{};
  EXPECT_EQ(inflateInit2(&stream, gzip_alone), Z_OK);
  CodecBytes decoded(size + 1);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(stored.data()));
  stream.avail_in = static_cast<uInt>(stored.size());
  stream.next_out = reinterpret_cast<Bytef*>(decoded.data());
  stream.avail_out = static_cast<uInt>(decoded.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  EXPECT_EQ(stream.avail_in, 0U);
  decoded.resize(stream.total_out);
  inflateEnd(&stream);
  return decoded;
}

TEST(CodecKernels, GzipIsReadByZlib) {
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += std::to_string(i * i);
  for (const std::string& data : {std::string(), std::string("a"), text}) {
    for (const std::uint32_t level : {0U, 1U, 6U, 9U}) {
      const CodecBytes decoded = codec_bytes_of(data);
      EXPECT_EQ(as_zlib_reads(encoded_by(gzip_id, {level}, decoded), decoded.size()), decoded);
    }
  }
}

TEST(CodecKernels, GzipHasTheSizeOfDeflate) {
  const CodecBytes decoded = codec_bytes_of(std::string(100'000, 'x'));
  const CodecBytes gzip = encoded_by(gzip_id, {9}, decoded);
  EXPECT_LT(gzip.size(), 300U);
  const CodecBytes header(gzip.begin(), gzip.begin() + 4);
  EXPECT_EQ(header, (CodecBytes{std::byte{0x1f}, std::byte{0x8b}, std::byte{8}, std::byte{0}}));
}

// source: RFC 3720, appendix B.4
TEST(CodecKernels, Crc32cComesAfterTheData) {
  const CodecBytes stored = encoded_by(crc32c_id, {}, CodecBytes(32));
  const CodecBytes checksum(stored.end() - 4, stored.end());
  EXPECT_EQ(checksum,
            (CodecBytes{std::byte{0xaa}, std::byte{0x36}, std::byte{0x91}, std::byte{0x8a}}));
}

TEST(CodecKernels, OfFletcher32InZarrIsNotThatOfHdf5) {
  const StoredChain chain = as_decoded_in_zarr({{shuffle_id, {4}}, {fletcher32_id, {}}});
  EXPECT_EQ(chain[0].id, shuffle_id);
  EXPECT_EQ(chain[1].id, zarr_fletcher32_id);
  EXPECT_EQ(find_codec_kernel(chain[1].id)->id(), chain[1].id);
}

TEST(CodecKernels, OtherIdsHaveNone) { EXPECT_FALSE(find_codec_kernel(deflate_id)); }

}  // namespace
}  // namespace ncf::filter
