// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks that floats and doubles are printed as printf prints them, with ncdump's 7 and 15 digits:
//
//   numbers_as_printf COUNT [SEED]
//
// COUNT of each: random bits, and measurements, which have few digits or lie half way between two
// texts. Exit status 1: some differ; the first of them are printed.
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string_view>

#include "cdl/write/number_text.hpp"

namespace {

class Comparison {
 public:
  void add(double value, int digits) {
    if (!std::isfinite(value)) return;
    char expected[64];
    char printed[ncf::cdl::longest_number];
    const int length = std::snprintf(expected, sizeof expected, "%.*g", digits, value);
    const char* end = ncf::cdl::put_general(printed, value, digits);
    const std::string_view ours(printed, static_cast<std::size_t>(end - printed));
    ++count_;
    if (ours == std::string_view(expected, static_cast<std::size_t>(length))) return;
    constexpr std::uint64_t max_shown = 20;
    if (++differences_ > max_shown) return;
    std::printf("%a with %d digits: printf %s, ours %.*s\n", value, digits, expected,
                static_cast<int>(ours.size()), ours.data());
  }

  [[nodiscard]] int tell() const {
    std::printf("numbers=%llu differences=%llu\n", static_cast<unsigned long long>(count_),
                static_cast<unsigned long long>(differences_));
    return differences_ == 0 ? 0 : 1;
  }

 private:
  std::uint64_t count_ = 0;
  std::uint64_t differences_ = 0;
};

/// Returns a number of up to 16 digits, scaled.
double measurement(std::mt19937_64& random) {
  constexpr int max_digits = 16;
  const auto digits = static_cast<int>(1 + random() % max_digits);
  const double whole =
      std::floor(std::pow(10.0, digits) * static_cast<double>(random() >> 11U) * 0x1p-53);
  const double value = whole * std::pow(10.0, static_cast<int>(random() % 30) - 22);
  return random() % 2 == 0 ? value : -value;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fputs("usage: numbers_as_printf COUNT [SEED]\n", stderr);
    return 2;
  }
  const std::uint64_t count = std::strtoull(argv[1], nullptr, 10);
  std::mt19937_64 random(argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1);
  Comparison comparison;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t bits = random();
    comparison.add(std::bit_cast<float>(static_cast<std::uint32_t>(bits)), 7);
    comparison.add(std::bit_cast<double>(bits), 15);
    const double measured = measurement(random);
    comparison.add(static_cast<float>(measured), 7);
    comparison.add(measured, 15);
  }
  return comparison.tell();
}
