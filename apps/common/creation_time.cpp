// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "common/creation_time.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "common/command_line.hpp"

namespace ncf::apps {

std::optional<std::time_t> fixed_creation_time(const std::string& option) {
  const char* const epoch = std::getenv("SOURCE_DATE_EPOCH");
  if (epoch == nullptr) return std::nullopt;
  const std::string_view text = epoch;
  std::int64_t seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  constexpr std::int64_t end_of_year_9999 = 253402300799;
  if (error != std::errc{} || end != text.data() + text.size() || seconds < 0 ||
      seconds > end_of_year_9999) {
    throw UsageError(
        fmt::format("{}: SOURCE_DATE_EPOCH is '{}', not a number of seconds", option, text));
  }
  return static_cast<std::time_t>(seconds);
}

}  // namespace ncf::apps
