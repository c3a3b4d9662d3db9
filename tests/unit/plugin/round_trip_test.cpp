// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Uses filters of this program, each of which damages values in its own way.
#include "plugin/round_trip.hpp"

#include <gtest/gtest.h>
#include <hdf5.h>

#include <cstdlib>
#include <span>

#include "unit/plugin/test_plugins.hpp"

namespace ncf::plugin {
namespace {

constexpr std::uint32_t own_filter = 495;
constexpr std::uint32_t unregistered_filter = 499;
constexpr std::uint32_t zeros_filter = 404;
constexpr std::uint64_t chunk_bytes = std::uint64_t{32} * 64 * 4;

template <class Value, int percent>
std::size_t scale_when_read(unsigned flags, std::size_t, const unsigned*, std::size_t bytes,
                            std::size_t*, void** buffer) {
  if ((flags & H5Z_FLAG_REVERSE) == 0) return bytes;
  for (Value& value : std::span(static_cast<Value*>(*buffer), bytes / sizeof(Value))) {
    value = value * percent / 100;
  }
  return bytes;
}

std::size_t end_the_program(unsigned, std::size_t, const unsigned*, std::size_t, std::size_t*,
                            void**) {
  std::abort();
}

htri_t only_integers(hid_t, hid_t type, hid_t) { return H5Tget_class(type) == H5T_INTEGER ? 1 : 0; }

class RoundTrips : public test::PluginTest {
 protected:
  static RoundTrip through(H5Z_func_t apply, H5Z_can_apply_func_t can_apply = nullptr) {
    const H5Z_class2_t filter{H5Z_CLASS_T_VERS, own_filter, 1,       1,
                              "a program's",    can_apply,  nullptr, apply};
    register_filter(&filter);
    const RoundTrip trip = try_with_libhdf5({own_filter, {}});
    unregister_filter(own_filter);
    return trip;
  }
};

TEST_F(RoundTrips, TellExactValuesFromNearAndOther) {
  const RoundTrip exact = through(scale_when_read<float, 100>);
  EXPECT_EQ(exact.result, TripResult::exact);
  EXPECT_EQ(exact.raw_bytes, chunk_bytes);
  EXPECT_EQ(exact.stored_bytes, chunk_bytes);

  const RoundTrip near = through(scale_when_read<float, 105>);
  EXPECT_EQ(near.result, TripResult::near);
  EXPECT_EQ(near.reason, "");

  const RoundTrip other = through(scale_when_read<float, 115>);
  EXPECT_EQ(other.result, TripResult::failed);
  EXPECT_EQ(other.reason, "returns other values");
}

TEST_F(RoundTrips, GiveWholeNumbersToFiltersThatTakeNoOthers) {
  EXPECT_EQ(through(scale_when_read<std::int32_t, 100>, only_integers).result, TripResult::exact);
  EXPECT_EQ(through(scale_when_read<std::int32_t, 95>, only_integers).result, TripResult::near);
  EXPECT_EQ(through(scale_when_read<std::int32_t, 80>, only_integers).reason,
            "returns other values");
}

TEST_F(RoundTrips, OutliveAFilterThatEndsTheProgram) {
  const RoundTrip trip = through(end_the_program);
  EXPECT_EQ(trip.result, TripResult::failed);
  EXPECT_EQ(trip.reason, "crashes (Aborted)");
}

TEST_F(RoundTrips, TryAKernelApartFromItsFilter) {
  search({test::plugin_group("zeros")});
  EXPECT_EQ(try_with_libhdf5({zeros_filter, {}}).result, TripResult::exact);
  const RoundTrip trip = try_with_kernel({zeros_filter, {}});
  EXPECT_EQ(trip.result, TripResult::failed);
  EXPECT_EQ(trip.reason, "returns other values");
  EXPECT_EQ(try_with_kernel({unregistered_filter, {}}).reason,
            "the plugin folders no longer contain its kernel");
}

}  // namespace
}  // namespace ncf::plugin
