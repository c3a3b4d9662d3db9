// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "deflate/kernel.hpp"

#include <algorithm>
#include <memory>
#include <string>

#include "deflate/choice.hpp"
#include "deflate/coders.hpp"

namespace ncf::plugins::deflate {
namespace {

constexpr std::uint32_t default_level = 6;

std::uint32_t level_of(Parameters parameters) {
  return parameters.empty() ? default_level : parameters[0];
}

int checked_level(Parameters parameters) {
  check(parameters);
  return static_cast<int>(level_of(parameters));
}

// Returns the element size; 1 if the data were not shuffled.
std::size_t element_bytes_of(const EncodeHints& hints) {
  return std::max<std::size_t>(hints.shuffled_element_bytes, 1);
}

// Returns whether the bytes of a stream's header, as far as they exist, are valid.
// source: RFC 1950, section 2.2
bool may_be_stream(ConstBytes input) {
  if (input.empty()) return true;
  const auto method = std::to_integer<unsigned>(input[0]);
  if ((method & 0x0F) != 8 || method >> 4 > 7) return false;
  return input.size() == 1 || (method << 8 | std::to_integer<unsigned>(input[1])) % 31 == 0;
}

}  // namespace

void check(Parameters parameters) {
  if (level_of(parameters) > 9) {
    throw ParameterError("level must be 0 to 9, not " + std::to_string(level_of(parameters)));
  }
}

std::size_t bound(Parameters /*parameters*/, std::size_t decoded_bytes) noexcept {
  return Coders::bound(decoded_bytes);
}

std::unique_ptr<Workspace> make_coders() { return make_workspace<Coders>(); }

std::size_t encode(Workspace& coders, Parameters parameters, ConstBytes input, Bytes output) {
  return encode_hinted(coders, parameters, {}, input, output);
}

std::size_t encode_hinted(Workspace& workspace, Parameters parameters, const EncodeHints& hints,
                          ConstBytes input, Bytes output) {
  auto& coders = static_cast<Coders&>(workspace);
  const int level = checked_level(parameters);
  const std::size_t element_bytes = element_bytes_of(hints);
  const auto chosen = find_strategy(hints.strategy);
  if (!chosen || !serves(*chosen, element_bytes, input.size())) {
    return coders.encode(strategy_by_level(level, element_bytes, input.size()), element_bytes,
                         input, output);
  }
  const std::size_t written = coders.encode(*chosen, element_bytes, input, output);
  if (chosen->expects(written, input.size())) return written;
  return coders.try_again(careful_strategy(level, element_bytes, input.size()), element_bytes,
                          input, written, output);
}

ChosenStrategy choose_strategy(Workspace& workspace, Parameters parameters,
                               const EncodeHints& hints, std::uint64_t variable_bytes,
                               ConstBytes first_chunk) {
  const Strategy strategy = choose(static_cast<Coders&>(workspace), checked_level(parameters),
                                   element_bytes_of(hints), variable_bytes, first_chunk);
  return {strategy.number(), text_of(strategy)};
}

std::size_t decode(Workspace& coders, Parameters /*parameters*/, ConstBytes input, Output& output) {
  if (!may_be_stream(input)) throw KernelError("not deflate data");
  return static_cast<Coders&>(coders).decode(input, output);
}

}  // namespace ncf::plugins::deflate
