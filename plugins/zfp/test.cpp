// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "zfp/kernel.hpp"

#include <gtest/gtest.h>
#include <zfp.h>

#include <array>
#include <bit>
#include <limits>
#include <numeric>

#include "unit/plugins/every_plugin.hpp"

namespace ncf::plugins::zfp {
namespace {

using test::Data;
using Words = std::vector<std::uint32_t>;
using Shape = std::vector<std::uint64_t>;

Words with_double(std::uint32_t mode, double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  return {mode, 0, static_cast<std::uint32_t>(bits), static_cast<std::uint32_t>(bits >> 32)};
}

const Words lossless{5};

struct Type {
  zfp_type type;
  std::size_t bytes;
  ElementClass element_class;
};
constexpr std::array types{Type{zfp_type_int32, 4, ElementClass::integer},
                           Type{zfp_type_int64, 8, ElementClass::integer},
                           Type{zfp_type_float, 4, ElementClass::floating},
                           Type{zfp_type_double, 8, ElementClass::floating}};
constexpr Type float_type = types[2];

ChunkLayout layout_of(const Type& type, const Shape& shape) {
  return {.element_bytes = type.bytes,
          .element_class = type.element_class,
          .byte_order = ByteOrder::little,
          .shape = shape};
}

ChunkLayout zarr_layout_of(const Type& type, const Shape& shape) {
  ChunkLayout layout = layout_of(type, shape);
  layout.dimension_lengths = shape;
  return layout;
}

std::size_t count_of(const Shape& shape) {
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

Data smooth(const Type& type, std::size_t count) {
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

// What libzfp's own interface makes, as zfpy and H5Z-ZFP call it.
struct Reference {
  Data header;
  Data stream;
  Data both;  // one stream, as zfpy writes it, in words of 64 bits
};

void set_mode(zfp_stream* stream, const Words& visible, zfp_type type, unsigned rank) {
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

Data written_by(zfp_stream* stream, const zfp_field* field, bool header, bool values) {
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

Reference reference(const Type& type, const Shape& shape, const Words& visible, Data values) {
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

const std::vector<Words> modes{with_double(1, 0.3),
                               with_double(1, 8),
                               with_double(1, 64),
                               {2, 0, 11},
                               with_double(3, 0),
                               with_double(3, 0.25),
                               {4, 0, 64, 4096, 20, static_cast<std::uint32_t>(-30)},
                               lossless};
const std::vector<Shape> shapes{{64}, {5}, {16, 24}, {9, 7}, {3, 5, 6}, {4, 8, 3, 5}};

template <typename Judge>
void for_each_chunk(const Judge& judge) {
  for (const Type& type : types) {
    for (const Shape& shape : shapes) {
      for (const Words& visible : modes) {
        SCOPED_TRACE(testing::Message()
                     << "type " << type.type << ", " << shape.size() << " dimensions of "
                     << shape[0] << ", mode " << visible[0]);
        judge(type, shape, visible);
      }
    }
  }
}

Data header_of(const Words& working) {
  Data header(sizeof(std::uint32_t) * (working.size() - 1));
  std::memcpy(header.data(), working.data() + 1, header.size());
  return header;
}

// ---- parameters ----

TEST(Zfp, StoresTheHeaderThatLibzfpWrites) {
  for_each_chunk([](const Type& type, const Shape& shape, const Words& visible) {
    const Words working = kernel.bind(visible, layout_of(type, shape));
    EXPECT_EQ(working[0], zfp_library_version << 16 | zfp_codec_version << 12 | 0x110U);
    Data expected = reference(type, shape, visible, smooth(type, count_of(shape))).header;
    expected.resize((expected.size() + 3) / 4 * 4);
    EXPECT_EQ(header_of(working), expected);
  });
}

TEST(Zfp, LeavesOutLengthsOfOneExceptForZarr) {
  const Shape shape{1, 16, 1, 24};
  const Words squeezed = kernel.bind(lossless, layout_of(float_type, shape));
  EXPECT_EQ(squeezed, kernel.bind(lossless, layout_of(float_type, {16, 24})));
  const Words kept = kernel.bind(lossless, zarr_layout_of(float_type, shape));
  EXPECT_EQ(kept[0], 0U);
  EXPECT_NE(header_of(kept), header_of(squeezed));
}

TEST(Zfp, StoresTheHeaderOfABigEndianMachineForItsValues) {
  const Shape shape{16, 24};
  ChunkLayout layout = layout_of(float_type, shape);
  const Words little = kernel.bind(lossless, layout);
  layout.byte_order = ByteOrder::big;
  const Words big = kernel.bind(lossless, layout);
  ASSERT_EQ(big.size(), little.size());
  EXPECT_EQ(big[0], little[0]);
  EXPECT_EQ(big[1], 0x7A667005U);  // "zfp" and the codec, 5
  for (std::size_t i = 1; i < big.size(); ++i) {
    EXPECT_EQ(__builtin_bswap32(big[i]), little[i]) << i;
  }
}

// libhdf5 hands them to the filter again when a dataset is made like another.
TEST(Zfp, KeepsStoredParametersForTheSameChunks) {
  const Words working = kernel.bind(lossless, layout_of(float_type, {16, 24}));
  EXPECT_EQ(kernel.bind(working, layout_of(float_type, {16, 1, 24})), working);
  EXPECT_EQ(test::failure_of([&] {
              kernel.bind(working, layout_of(float_type, {24, 16}));
            }),
            "the stored parameters are of chunks of another type or shape");
}

TEST(Zfp, RefusesParametersItHasNot) {
  const auto refusal = [](const Words& visible) {
    return test::failure_of([&] { check(visible); });
  };
  EXPECT_EQ(refusal({6}),
            "mode must be 1 (rate), 2 (precision), 3 (accuracy), 4 (expert) or 5 (reversible), "
            "not 6");
  EXPECT_EQ(refusal({1, 0, 8}), "mode 1 (rate) takes 4 to 6 parameters, not 3");
  EXPECT_EQ(refusal({5, 0, 0, 0, 0, 0, 0}), "mode 5 (reversible) takes 1 to 6 parameters, not 7");
  EXPECT_EQ(refusal(with_double(1, 65)), "rate must be 0 to 64, not 65.000000");
  EXPECT_EQ(refusal(with_double(1, std::numeric_limits<double>::quiet_NaN())),
            "rate must be 0 to 64, not nan");
  EXPECT_EQ(refusal({2, 0, 65}), "precision must be 1 to 64, not 65");
  EXPECT_EQ(refusal(with_double(3, -1)), "accuracy must be 0 or more, not -1.000000");
  EXPECT_EQ(refusal({4, 0, 9, 8, 64, 0}),
            "minbits must be 1 to maxbits, and maxbits at most 32768, not 9 and 8");
  EXPECT_EQ(refusal({4, 0, 1, 8, 65, 0}), "maxprec must be 1 to 64, not 65");
  EXPECT_EQ(refusal({4, 0, 1, 8, 64, 20000}), "minexp must be -16495 to 16272, not 20000");
  EXPECT_EQ(refusal({}), "");
}

TEST(Zfp, RefusesVariablesThatItCannotEncode) {
  const auto refusal = [](const ChunkLayout& layout, const Words& visible = lossless) {
    return test::failure_of([&] { kernel.bind(visible, layout); });
  };
  const Type narrow{zfp_type_none, 2, ElementClass::integer};
  const Type text{zfp_type_none, 4, ElementClass::other};
  EXPECT_EQ(refusal(layout_of(narrow, {8})), "only numbers of 4 and 8 bytes can be encoded");
  EXPECT_EQ(refusal(layout_of(text, {8})), "only numbers of 4 and 8 bytes can be encoded");
  EXPECT_EQ(refusal(layout_of(float_type, {1, 1})),
            "a chunk must have 1 to 4 dimensions of more than one value, not 0");
  EXPECT_EQ(refusal(layout_of(float_type, {2, 2, 2, 2, 2})),
            "a chunk must have 1 to 4 dimensions of more than one value, not 5");
  EXPECT_EQ(refusal(zarr_layout_of(float_type, {1, 1, 1, 1, 8})),
            "zfpy encodes 1 to 4 dimensions, not 5");
  EXPECT_EQ(refusal(layout_of(float_type, {2, 2, 2, 4097})),
            "a dimension of the chunk is too long: the limit is 16777216 for 2 dimensions, 65536 "
            "for 3 and 4096 for 4");
  EXPECT_EQ(refusal(layout_of(float_type, {8}), {4, 0, 1, 8, 64, 0}),
            "a block of at most 8 bits cannot hold values of the type; at least 9 are needed");
  const Shape shape{8};
  ChunkLayout big = zarr_layout_of(float_type, shape);
  big.byte_order = ByteOrder::big;
  EXPECT_EQ(refusal(big), "zfpy stores little-endian values only");
}

// ---- chunks ----

TEST(Zfp, WritesTheStreamThatLibzfpWrites) {
  for_each_chunk([](const Type& type, const Shape& shape, const Words& visible) {
    const Data values = smooth(type, count_of(shape));
    const Reference expected = reference(type, shape, visible, values);
    EXPECT_EQ(test::encode(kernel, kernel.bind(visible, layout_of(type, shape)), values),
              expected.stream);
    EXPECT_EQ(test::encode(kernel, kernel.bind(visible, zarr_layout_of(type, shape)), values),
              expected.both);
  });
}

TEST(Zfp, ReadsWhatItWrote) {
  for_each_chunk([](const Type& type, const Shape& shape, const Words& visible) {
    const Data values = smooth(type, count_of(shape));
    const Words working = kernel.bind(visible, layout_of(type, shape));
    const Data stored = test::encode(kernel, working, values);
    const Data read = test::decode(kernel, stored, values.size(), working);
    if (visible == lossless) {
      EXPECT_EQ(read, values);
    }
    EXPECT_EQ(test::decode_growing(kernel, stored, working), read);
    const Words in_front = kernel.bind(visible, zarr_layout_of(type, shape));
    EXPECT_EQ(test::decode(kernel, test::encode(kernel, in_front, values), values.size(), in_front),
              read);
  });
}

TEST(Zfp, KeepsEveryBitWithoutLoss) {
  std::vector<float> numbers(64, 1.5F);
  numbers[3] = std::numeric_limits<float>::quiet_NaN();
  numbers[17] = std::numeric_limits<float>::infinity();
  numbers[18] = -0.0F;
  numbers[40] = std::numeric_limits<float>::denorm_min();
  Data values(256);
  std::memcpy(values.data(), numbers.data(), values.size());
  const Words working = kernel.bind(lossless, layout_of(float_type, {64}));
  EXPECT_EQ(test::decode(kernel, test::encode(kernel, working, values), 256, working), values);
}

TEST(Zfp, EncodesValuesInEitherByteOrderAlike) {
  for (const Type& type : types) {
    const Data values = smooth(type, 64);
    Data swapped = values;
    for (std::size_t i = 0; i < swapped.size(); i += type.bytes) {
      std::reverse(&swapped[i], &swapped[i] + type.bytes);
    }
    const Shape shape{8, 8};
    ChunkLayout layout = layout_of(type, shape);
    const Words little = kernel.bind(lossless, layout);
    layout.byte_order = ByteOrder::big;
    const Words big = kernel.bind(lossless, layout);
    const Data stored = test::encode(kernel, big, swapped);
    EXPECT_EQ(stored, test::encode(kernel, little, values));
    EXPECT_EQ(test::decode(kernel, stored, swapped.size(), big), swapped);
  }
}

TEST(Zfp, WorksOnValuesAnywhereInMemory) {
  const Words working = kernel.bind(lossless, layout_of(types[3], {64}));
  const Data values = smooth(types[3], 64);
  const Data stored = test::encode(kernel, working, values);
  Data shifted(values.size() + 1);
  std::copy(values.begin(), values.end(), shifted.begin() + 1);
  Data output(kernel.bound(working, values.size()));
  output.resize(kernel.encode(*make_scratch(), working, ConstBytes(shifted).subspan(1), output));
  EXPECT_EQ(output, stored);
  std::fill(shifted.begin(), shifted.end(), std::byte{0});
  FixedOutput decoded(Bytes(shifted).subspan(1));
  EXPECT_EQ(kernel.decode(*make_scratch(), working, stored, decoded), values.size());
  EXPECT_TRUE(std::equal(values.begin(), values.end(), shifted.begin() + 1));
}

// ---- what is damaged ----

TEST(Zfp, RefusesAStreamThatIsCutShort) {
  for (const Words& visible : {with_double(1, 8), with_double(3, 0.01), lossless}) {
    for (const bool is_zarr : {false, true}) {
      const Shape shape{9, 7};
      const Words working = kernel.bind(
          visible, is_zarr ? zarr_layout_of(float_type, shape) : layout_of(float_type, shape));
      const Data values = smooth(float_type, 63);
      const Data stored = test::encode(kernel, working, values);
      // The last bytes may be filling.
      for (std::size_t bytes = 0; bytes + 8 < stored.size(); ++bytes) {
        const Data part(stored.begin(), stored.begin() + static_cast<std::ptrdiff_t>(bytes));
        EXPECT_NE(test::failure_of([&] { test::decode(kernel, part, values.size(), working); }), "")
            << bytes;
      }
    }
  }
}

TEST(Zfp, StaysInMemoryWhateverTheBits) {
  for (const Words& visible : modes) {
    for (const Shape& shape : {Shape{6, 5}, Shape{2, 3, 4, 5}}) {
      for (const Type& type : types) {
        const Words working = kernel.bind(visible, layout_of(type, shape));
        const std::size_t bytes = count_of(shape) * type.bytes;
        for (std::size_t length = 0; length < 200; length += 13) {
          Data ones(length, std::byte{0xFF});
          test::failure_of([&] { test::decode(kernel, ones, bytes, working); });
          test::failure_of([&] { test::decode(kernel, test::noise(length), bytes, working); });
        }
      }
    }
  }
}

// libzfp takes the precision from the stream where nothing is lost, whatever the header says.
TEST(Zfp, ReadsNoFurtherThanAReversibleStreamCanMakeIt) {
  const Words working = kernel.bind(Words{4, 0, 1, 16658, 1, static_cast<std::uint32_t>(-1075)},
                                    layout_of(types[3], {4, 4, 4, 4}));
  EXPECT_EQ(
      test::failure_of([&] { test::decode(kernel, Data(100, std::byte{0xFF}), 2048, working); }),
      "zfp data cut short");
}

TEST(Zfp, AllocatesNothingBecauseAHeaderSaysSo) {
  const Words working =
      kernel.bind(with_double(3, 1), layout_of(types[3], {std::uint64_t{1} << 31}));
  EXPECT_EQ(kernel.bound(working, 64), 64U);
  EXPECT_EQ(test::failure_of([&] { test::decode_growing(kernel, Data(64), working); }),
            "zfp data cut short");
  EXPECT_EQ(test::failure_of([&] { test::encode(kernel, working, Data(64)); }),
            "a chunk of 64 bytes, but the parameters are of chunks of 17179869184");
}

TEST(Zfp, RefusesStoredParametersThatAreDamaged) {
  const auto refusal = [](const Words& working) {
    return test::failure_of([&] { test::decode(kernel, Data(64), 256, working); });
  };
  const Words working = kernel.bind(Words{4, 0, 64, 4096, 20, 0}, layout_of(float_type, {8, 8}));
  EXPECT_EQ(refusal({1, 2, 3}), "needs 4 to 6 stored parameters, not 3");
  Words other = working;
  other[1] ^= 1;
  EXPECT_EQ(refusal(other), "the stored parameters hold no header of a zfp stream");
  other = working;
  other[1] += 1U << 24;
  EXPECT_EQ(refusal(other),
            "not a header of a zfp stream, or one that libzfp's version " ZFP_VERSION_STRING
            " does not read");
  // Every bit: refused, or values of some kind.
  for (std::size_t bit = 0; bit < 32 * working.size(); ++bit) {
    other = working;
    other[bit / 32] ^= 1U << (bit % 32);
    refusal(other);
  }
}

TEST(Zfp, RefusesAHeaderInFrontOfOtherValues) {
  const Words working = kernel.bind(lossless, zarr_layout_of(float_type, {8, 8}));
  const auto refusal = [&](const Type& type, const Shape& shape) {
    const Data stored = test::encode(kernel, kernel.bind(lossless, zarr_layout_of(type, shape)),
                                     smooth(type, count_of(shape)));
    return test::failure_of([&] { test::decode(kernel, stored, 256, working); });
  };
  constexpr const char* other =
      "the chunk's header states another type or shape than the chunk has";
  EXPECT_EQ(refusal(float_type, {8, 8}), "");
  EXPECT_EQ(refusal(float_type, {64}), "") << "as older versions of numcodecs wrote it";
  EXPECT_EQ(refusal(float_type, {8, 9}), other);
  EXPECT_EQ(refusal(float_type, {32, 2}), other) << "of as many values, but in more blocks";
  EXPECT_EQ(refusal(types[0], {8, 8}), other);
  EXPECT_EQ(refusal(types[3], {8, 4}), other);
}

// ---- what is tried on all ----

using test::EveryCodec;
using test::EveryPlugin;

INSTANTIATE_TEST_SUITE_P(
    Zfp, EveryPlugin,
    testing::Values(test::Plugin{
        .name = "zfp",
        .stored_name = "H5Z-ZFP-1.1.0",
        .visible = {5},
        .working = {268456208, 91252346, 1599984, 2281701376},
        .wrong = {6},
        .refusal = "mode must be 1 (rate), 2 (precision), 3 (accuracy), 4 (expert) or 5 "
                   "(reversible), not 6",
        .complaint = "zfp data cut short",
        .about_nothing = "a chunk of 0 bytes, but the parameters are of chunks of 400000"}));
INSTANTIATE_TEST_SUITE_P(
    Zfp, EveryCodec,
    testing::Values(test::CodecCase{
        "zfp",
        {{R"({"id":"zfpy","mode":4,"tolerance":0.5,"rate":-1,"precision":-1})",
          {3, 0, 0, 0x3FE00000}},
         {R"({"id":"zfpy","mode":2,"tolerance":-1,"rate":8.0,"precision":-1})",
          {1, 0, 0, 0x40200000}},
         {R"({"id":"zfpy","mode":3,"tolerance":-1,"rate":-1,"precision":16})", {2, 0, 16}},
         {R"({"id":"zfpy","mode":4,"tolerance":-1,"rate":-1,"precision":-1})", {5}}},
        {{R"({"id":"zfpy"})", {5}},
         {R"({"id":"zfpy","mode":5})", {5}},
         {R"({"id":"zfpy","mode":2,"rate":-1,"compression_kwargs":{"rate":-1}})", {5}},
         {R"({"id":"zfpy","mode":3,"tolerance":0.5})", {5}}},
        {},
        {R"({"id":"zfpy","mode":1})", R"({"id":"zfpy","mode":"4"})", R"({"id":"zfpy","mode":4.9})",
         R"({"id":"zfpy","mode":1e300})", R"({"id":"zfpy","mode":3,"precision":1.5})",
         R"({"id":"zfpy","mode":2,"rate":65})", R"({"id":"zfpy","tolerance":0.5,"level":1})"},
        {{6}, {}, {4, 0, 1, 16658, 64, 0}, {1, 0, 8}}}));

// ---- parameters that depend on the variable ----

class ZfpBinding : public test::Binding {
 protected:
  ZfpBinding() : Binding("zfp") {}
};

TEST_F(ZfpBinding, PutsTheHeaderInFront) {
  Words visible{5};
  Words working;
  EXPECT_EQ(modify(define(NC_FLOAT, "a"), visible, working), NC_NOERR);
  ASSERT_EQ(working.size(), 4U);
  EXPECT_EQ(working[0], 0U) << "of no filter's version";
  EXPECT_EQ(visible, Words{5}) << "the user's remain";
  EXPECT_EQ(modify(define(NC_SHORT, "b"), visible, working), NC_EFILTER);
  EXPECT_EQ(modify(define(NC_DOUBLE, "c", NC_ENDIAN_BIG), visible, working), NC_EFILTER);
}

}  // namespace
}  // namespace ncf::plugins::zfp
