// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "kernel.hpp"

#include <algorithm>
#include <cstring>

namespace ncf::plugins::delta {
namespace {

bool is_size_of_number(std::size_t bytes) {
  return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
}

template <class Number>
Number read(const std::byte* from) {
  Number number;
  std::memcpy(&number, from, sizeof number);
  return number;
}

template <class Number>
void write(std::byte* to, Number number) {
  std::memcpy(to, &number, sizeof number);
}

// Unsigned numbers: their differences wrap around, and no value is lost.
template <class Number>
void subtract(ConstBytes input, std::byte* output) {
  Number before = 0;
  for (std::size_t i = 0; i + sizeof(Number) <= input.size(); i += sizeof(Number)) {
    const auto number = read<Number>(input.data() + i);
    write(output + i, static_cast<Number>(number - before));
    before = number;
  }
}

template <class Number>
void add_up(ConstBytes input, std::byte* output) {
  Number sum = 0;
  for (std::size_t i = 0; i + sizeof(Number) <= input.size(); i += sizeof(Number)) {
    sum = static_cast<Number>(sum + read<Number>(input.data() + i));
    write(output + i, sum);
  }
}

using Step = void (*)(ConstBytes input, std::byte* output);

Step step_for(Parameters working, bool encoding) {
  switch (working.size() == 1 ? working[0] : 0) {
    case 1:
      return encoding ? subtract<std::uint8_t> : add_up<std::uint8_t>;
    case 2:
      return encoding ? subtract<std::uint16_t> : add_up<std::uint16_t>;
    case 4:
      return encoding ? subtract<std::uint32_t> : add_up<std::uint32_t>;
    case 8:
      return encoding ? subtract<std::uint64_t> : add_up<std::uint64_t>;
    default:
      throw ParameterError("stored with parameters that are not its own");
  }
}

std::size_t apply(Step step, ConstBytes input, Bytes output) {
  std::copy(input.begin(), input.end(), output.begin());
  step(input, output.data());
  return input.size();
}

}  // namespace

void check(Parameters visible) {
  if (visible.size() > 1 || (visible.size() == 1 && !is_size_of_number(visible[0]))) {
    throw ParameterError("takes no parameters");
  }
}

std::vector<std::uint32_t> bind(Parameters, const ChunkLayout& layout) {
  if (layout.element_class != ncf_element_integer || !is_size_of_number(layout.element_bytes)) {
    throw ParameterError("is for whole numbers only");
  }
  return {static_cast<std::uint32_t>(layout.element_bytes)};
}

std::size_t bound(Parameters, std::size_t decoded_bytes) noexcept { return decoded_bytes; }

std::size_t encode(Workspace&, Parameters working, ConstBytes input, Bytes output) {
  return apply(step_for(working, true), input, output);
}

std::size_t decode(Workspace&, Parameters working, ConstBytes input, Output& output) {
  output.reserve(input.size());
  return apply(step_for(working, false), input, output.memory());
}

}  // namespace ncf::plugins::delta
