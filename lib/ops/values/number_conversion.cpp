// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/values/number_conversion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "model/grid/box.hpp"
#include "model/values/numbers.hpp"
#include "ncf/error.hpp"

namespace ncf::ops {
namespace {

template <class Number>
std::vector<Number> numbers_in(const model::Values& values) {
  std::vector<Number> numbers(values.count());
  if (!numbers.empty()) std::memcpy(numbers.data(), values.data(), values.size_bytes());
  return numbers;
}

template <class Number>
auto find(const std::vector<Number>& markers, Number number) {
  return std::ranges::find_if(markers, [number](Number marker) {
    return marker == number || (marker != marker && number != number);
  });
}

template <class From, class To>
bool convert(From number, const std::optional<transcode::ErrorBound>& bound, To& result) {
  return model::convert_number_exactly(number, result) ||
         (bound && model::round_number(number, result) &&
          bound->allows(static_cast<double>(number), static_cast<double>(result)));
}

}  // namespace

void NumberConversion::operator()(const model::Box& box, std::span<const std::byte> numbers,
                                  std::span<std::byte> converted) const {
  const model::Type& to = *markers_.after.type();
  const auto refuse = [&](std::size_t i, auto number, const std::string& why) {
    throw Error(
        ErrorCode::unsupported,
        fmt::format("value {} at ({}) {}", number, fmt::join(model::indices_of(box, i), ","), why));
  };
  model::visit_number(markers_.before.type()->type_class, [&](auto from_like) {
    return model::visit_number(to.type_class, [&](auto to_like) {
      using From = decltype(from_like);
      using To = decltype(to_like);
      const auto before = numbers_in<From>(markers_.before);
      const auto after = numbers_in<To>(markers_.after);
      for (std::size_t i = 0; i < numbers.size() / sizeof(From); ++i) {
        const auto number = model::load<From>(numbers.data() + i * sizeof(From));
        To result{};
        if (const auto marker = find(before, number); marker != before.end()) {
          result = after[static_cast<std::size_t>(marker - before.begin())];
        } else if (!convert(number, bound_, result)) {
          refuse(i, number,
                 fmt::format("{} {}{}",
                             bound_ ? fmt::format("is not within {} of any", describe(*bound_))
                                    : "is equal to no",
                             to.name, advice_));
        } else if (find(after, result) != after.end()) {
          refuse(i, number, fmt::format("would become {}, which marks missing data", result));
        }
        model::store(converted.data() + i * sizeof(To), result);
      }
      return true;
    });
  });
}

}  // namespace ncf::ops
