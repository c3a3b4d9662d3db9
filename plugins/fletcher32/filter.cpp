// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "fletcher32/filter.hpp"

#include <algorithm>
#include <array>

#include "common/bytes.hpp"

namespace ncf::plugins::fletcher32 {
namespace {

constexpr std::size_t checksum_bytes = 4;

// Numbers are summed in rows of this length, with one sum for each position in the row, which
// processors do in parallel.
constexpr std::size_t lanes = 8;

// No 32-bit sum of sums of that many 16-bit numbers overflows: 361 * 362 / 2 * 65535 < 2^32.
constexpr std::size_t max_rows = 361;

std::uint32_t number_at(const std::byte* bytes) {
  return std::to_integer<std::uint32_t>(bytes[0]) << 8 | std::to_integer<std::uint32_t>(bytes[1]);
}

// Both sums modulo 65535.
class Sums {
 public:
  void add(std::uint64_t number) {
    simple_ += number;
    of_sums_ += simple_;
    fold();
  }

  void add_rows(const std::byte* bytes, std::size_t rows) {
    std::array<std::uint32_t, lanes> simple{};
    std::array<std::uint32_t, lanes> of_sums{};
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        simple[lane] += number_at(bytes + 2 * (lanes * row + lane));
        of_sums[lane] += simple[lane];
      }
    }
    // A number in lane j counts `lanes` times in the sum of sums for each row from its own on,
    // minus j times.
    of_sums_ += lanes * rows * simple_;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      of_sums_ += std::uint64_t{lanes} * of_sums[lane] - std::uint64_t{lane} * simple[lane];
      simple_ += simple[lane];
    }
    fold();
  }

  [[nodiscard]] std::uint32_t checksum() const {
    return static_cast<std::uint32_t>(of_sums_ << 16 | simple_);
  }

 private:
  // Returns the sum modulo 65535, but 65535 instead of 0 unless the sum is 0, as end-around carry
  // does.
  static std::uint64_t folded(std::uint64_t sum) { return sum == 0 ? 0 : (sum - 1) % 65535 + 1; }

  void fold() {
    simple_ = folded(simple_);
    of_sums_ = folded(of_sums_);
  }

  std::uint64_t simple_ = 0;
  std::uint64_t of_sums_ = 0;
};

std::uint32_t checksum_of(ConstBytes data) {
  constexpr std::size_t row_bytes = 2 * lanes;
  Sums sums;
  while (data.size() >= row_bytes) {
    const std::size_t rows = std::min(data.size() / row_bytes, max_rows);
    sums.add_rows(data.data(), rows);
    data = data.subspan(rows * row_bytes);
  }
  for (; data.size() >= 2; data = data.subspan(2)) sums.add(number_at(data.data()));
  if (!data.empty()) sums.add(std::to_integer<std::uint64_t>(data[0]) << 8);
  return sums.checksum();
}

std::uint32_t with_swapped_halves(std::uint32_t checksum) {
  return (checksum & 0x00FF00FFU) << 8 | (checksum & 0xFF00FF00U) >> 8;
}

enum class OldOrder : bool { refused, accepted };

std::size_t decode_checked(ConstBytes input, Output& output, OldOrder old_order) {
  if (input.size() < checksum_bytes) throw KernelError("fletcher32 data cut short");
  const ConstBytes data = input.first(input.size() - checksum_bytes);
  const auto stored =
      static_cast<std::uint32_t>(read_number(input.last(checksum_bytes), std::endian::little));
  const std::uint32_t computed = checksum_of(data);
  if (stored != computed && stored != with_swapped_halves(computed)) {
    throw KernelError("data contradict their fletcher32 checksum");
  }
  if (stored != computed && old_order == OldOrder::refused) {
    throw KernelError(
        "the checksum has the byte order of HDF5 before 1.6.3, which readers of Zarr refuse; "
        "choose other filters");
  }
  output.reserve(data.size());
  copy(data, output.memory());
  return data.size();
}

}  // namespace

void check(Parameters /*parameters*/) {}

std::size_t bound(Parameters /*parameters*/, std::size_t decoded_bytes) noexcept {
  return decoded_bytes + checksum_bytes;
}

std::size_t encode(Workspace& /*workspace*/, Parameters parameters, ConstBytes input,
                   Bytes output) {
  const std::size_t encoded_bytes = bound(parameters, input.size());
  if (output.size() < encoded_bytes) throw KernelError("too little memory to encode into");
  copy(input, output);
  write_number(checksum_of(input), output.subspan(input.size(), checksum_bytes),
               std::endian::little);
  return encoded_bytes;
}

std::size_t decode(Workspace& /*workspace*/, Parameters /*parameters*/, ConstBytes input,
                   Output& output) {
  return decode_checked(input, output, OldOrder::accepted);
}

std::size_t decode_in_zarr(Workspace& /*workspace*/, Parameters /*parameters*/, ConstBytes input,
                           Output& output) {
  return decode_checked(input, output, OldOrder::refused);
}

}  // namespace ncf::plugins::fletcher32
