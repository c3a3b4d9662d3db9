// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Chunks of every type, shape and mode of zfp, with libzfp's own results.
#pragma once

#include <gtest/gtest.h>
#include <zfp.h>

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <vector>

#include "common/test/every_plugin.hpp"
#include "zfp/filter.hpp"

namespace ncf::plugins::zfp::cases {

using test::Data;
using CdValues = std::vector<std::uint32_t>;
using Shape = std::vector<std::uint64_t>;

inline CdValues with_double(std::uint32_t mode, double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  return {mode, 0, static_cast<std::uint32_t>(bits), static_cast<std::uint32_t>(bits >> 32)};
}

inline const CdValues lossless{5};

struct Type {
  zfp_type type;
  std::size_t bytes;
  ncf_element_class element_class;
};
inline constexpr std::array types{
    Type{zfp_type_int32, 4, ncf_element_integer}, Type{zfp_type_int64, 8, ncf_element_integer},
    Type{zfp_type_float, 4, ncf_element_floating}, Type{zfp_type_double, 8, ncf_element_floating}};
inline constexpr Type float_type = types[2];

inline ChunkLayout layout_of(const Type& type, const Shape& shape) {
  return {type.bytes, type.element_class, ncf_order_little, shape};
}

inline ChunkLayout zarr_layout_of(const Type& type, const Shape& shape) {
  return {type.bytes, type.element_class, ncf_order_little, shape, shape};
}

inline std::size_t count_of(const Shape& shape) {
  return std::accumulate(shape.begin(), shape.end(), std::size_t{1}, std::multiplies<>());
}

template <typename Number>
Data smooth_numbers(std::size_t count) {
  std::vector<Number> numbers(count);
  for (std::size_t i = 0; i < count; ++i) {
    numbers[i] = static_cast<Number>(1000 * std::sin(static_cast<double>(i) / 9) + 3000);
  }
  Data data(count * sizeof(Number));
  std::memcpy(data.data(), numbers.data(), data.size());
  return data;
}

inline Data smooth(const Type& type, std::size_t count) {
  switch (type.type) {
    case zfp_type_int32:
      return smooth_numbers<std::int32_t>(count);
    case zfp_type_int64:
      return smooth_numbers<std::int64_t>(count);
    case zfp_type_float:
      return smooth_numbers<float>(count);
    default:
      return smooth_numbers<double>(count);
  }
}

// The result of libzfp's own interface, called as in zfpy and H5Z-ZFP.
struct Reference {
  Data header;
  Data stream;
  Data both;  // one stream, as zfpy writes it, in words of 64 bits
};

inline void set_mode(zfp_stream* stream, const CdValues& visible, zfp_type type, unsigned rank) {
  const auto real = [&] {
    return std::bit_cast<double>(std::uint64_t{visible[3]} << 32 | visible[2]);
  };
  switch (visible[0]) {
    case 1:
      zfp_stream_set_rate(stream, real(), type, rank, 0);
      break;
    case 2:
      zfp_stream_set_precision(stream, visible[2]);
      break;
    case 3:
      zfp_stream_set_accuracy(stream, real());
      break;
    case 4:
      zfp_stream_set_params(stream, visible[2], visible[3], visible[4],
                            static_cast<int>(visible[5]));
      break;
    default:
      zfp_stream_set_reversible(stream);
  }
}

inline Data written_by(zfp_stream* stream, const zfp_field* field, bool header, bool values) {
  Data memory(zfp_stream_maximum_size(stream, field) + 64);
  bitstream* const bits = stream_open(memory.data(), memory.size());
  zfp_stream_set_bit_stream(stream, bits);
  if (header) zfp_write_header(stream, field, ZFP_HEADER_FULL);
  if (values) zfp_compress(stream, field);
  zfp_stream_flush(stream);
  memory.resize(stream_size(bits));
  stream_close(bits);
  return memory;
}

inline Reference reference(const Type& type, const Shape& shape, const CdValues& visible,
                           Data values) {
  Shape lengths(shape.rbegin(), shape.rend());
  lengths.resize(4);
  zfp_field field{};
  field.type = type.type;
  field.nx = lengths[0];
  field.ny = lengths[1];
  field.nz = lengths[2];
  field.nw = lengths[3];
  field.data = values.data();
  zfp_stream* const stream = zfp_stream_open(nullptr);
  set_mode(stream, visible, type.type, static_cast<unsigned>(shape.size()));
  Reference made{written_by(stream, &field, true, false), written_by(stream, &field, false, true),
                 written_by(stream, &field, true, true)};
  made.both.resize((made.both.size() + 7) / 8 * 8);
  zfp_stream_close(stream);
  return made;
}

inline const std::vector<CdValues> modes{with_double(1, 0.3),
                                         with_double(1, 8),
                                         with_double(1, 64),
                                         {2, 0, 11},
                                         with_double(3, 0),
                                         with_double(3, 0.25),
                                         {4, 0, 64, 4096, 20, static_cast<std::uint32_t>(-30)},
                                         lossless};
inline const std::vector<Shape> shapes{{64}, {5}, {16, 24}, {9, 7}, {3, 5, 6}, {4, 8, 3, 5}};

template <typename Judge>
void for_each_chunk(const Judge& judge) {
  for (const Type& type : types) {
    for (const Shape& shape : shapes) {
      for (const CdValues& visible : modes) {
        SCOPED_TRACE(testing::Message()
                     << "type " << type.type << ", " << shape.size() << " dimensions of "
                     << shape[0] << ", mode " << visible[0]);
        judge(type, shape, visible);
      }
    }
  }
}

inline Data header_of(const CdValues& working) {
  Data header(sizeof(std::uint32_t) * (working.size() - 1));
  std::memcpy(header.data(), working.data() + 1, header.size());
  return header;
}

}  // namespace ncf::plugins::zfp::cases
