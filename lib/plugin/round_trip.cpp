// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "plugin/round_trip.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <functional>
#include <vector>

#include "base/memory/packed.hpp"
#include "base/process/child_process.hpp"
#include "ncf/error.hpp"
#include "plugin/availability.hpp"
#include "plugin/dataset_adapter.hpp"
#include "plugin/loader.hpp"

namespace ncf::plugin {
namespace {

constexpr std::uint64_t rows = 32;
constexpr std::uint64_t columns = 64;

using Bytes = std::vector<std::byte>;
template <class Value>
using Chunk = std::array<Value, rows * columns>;

// A wave of whole numbers, which compressors can compress.
template <class Value>
Chunk<Value> wave() {
  Chunk<Value> values;
  for (std::size_t i = 0; i < values.size(); ++i) {
    constexpr double height = 1000;
    constexpr double length = 100;
    values[i] =
        static_cast<Value>(std::floor(height * (2 + std::sin(static_cast<double>(i) / length))));
  }
  return values;
}

template <class Value>
Bytes bytes_of(const Chunk<Value>& values) {
  Bytes bytes(values.size() * sizeof(Value));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

// Returns whether the values equal the wave within ten percent: a lossy filter stays within that, a
// broken one does not.
template <class Value>
bool is_near(const Bytes& bytes) {
  const Chunk<Value> expected = wave<Value>();
  Chunk<Value> values;
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return std::equal(values.begin(), values.end(), expected.begin(), [](Value value, Value wanted) {
    constexpr double tolerance = 0.1;
    const double difference = static_cast<double>(value) - static_cast<double>(wanted);
    return std::abs(difference) <= tolerance * static_cast<double>(wanted);
  });
}

// The decoded values and their encoded size.
struct Returned {
  Bytes values;
  std::uint64_t stored_bytes = 0;
};
using EncodeDecode = std::function<Returned(const Bytes&, const filter::ChunkLayout&)>;

template <class Value>
RoundTrip round_trip_as(const EncodeDecode& encode_decode, ncf_element_class element_class) {
  const Bytes values = bytes_of(wave<Value>());
  const Returned returned =
      encode_decode(values, {sizeof(Value), element_class, ncf_order_little, {rows, columns}});
  RoundTrip trip;
  trip.raw_bytes = values.size();
  trip.stored_bytes = returned.stored_bytes;
  if (returned.values == values) {
    trip.result = TripResult::exact;
  } else if (returned.values.size() == values.size() && is_near<Value>(returned.values)) {
    trip.result = TripResult::near;
  } else {
    trip.result = TripResult::failed;
    trip.reason = "returns other values";
  }
  return trip;
}

RoundTrip round_trip_float_or_int(const EncodeDecode& encode_decode) {
  try {
    return round_trip_as<float>(encode_decode, ncf_element_floating);
  } catch (const Error&) {
    return round_trip_as<std::int32_t>(encode_decode, ncf_element_integer);
  }
}

RoundTrip round_trip_in_child(const EncodeDecode& encode_decode) {
  const base::ChildResult result =
      base::run_in_child([&] { return base::packed(round_trip_float_or_int(encode_decode)); });
  if (result.failure.empty()) return base::unpacked<RoundTrip>(result.text);
  RoundTrip trip;
  trip.result = TripResult::failed;
  trip.reason = result.failure;
  trip.ends_process = !result.has_thrown;
  return trip;
}

}  // namespace

RoundTrip try_with_libhdf5(const Filter& visible) {
  return round_trip_in_child([&](const Bytes& values, const filter::ChunkLayout& layout) {
    require_filter(visible.id, FilterUse::encode);
    ScratchDataset dataset(visible, layout);
    Returned returned;
    returned.values = dataset.round_trip(values);
    returned.stored_bytes = dataset.stored_bytes();
    return returned;
  });
}

RoundTrip try_with_kernel(const Filter& visible) {
  return round_trip_in_child([&](const Bytes& values, const filter::ChunkLayout& layout) {
    const auto found = find_kernel(visible.id);
    if (!found) {
      throw Error(ErrorCode::not_found, "the plugin folders no longer contain its kernel");
    }
    const filter::Kernel& kernel = found->kernel;
    const auto working = kernel.bind(visible.parameters, layout);
    const filter::Workspace workspace = kernel.make_workspace();
    Bytes stored(kernel.bound(working, values.size()));
    stored.resize(kernel.encode(workspace, working, values, stored));
    Returned returned;
    returned.values.resize(values.size());
    returned.values.resize(kernel.decode(workspace, working, stored, returned.values));
    returned.stored_bytes = stored.size();
    return returned;
  });
}

}  // namespace ncf::plugin
