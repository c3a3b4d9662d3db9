// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/references/reference_chunks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "model/grid/box.hpp"
#include "ncf/error.hpp"

namespace ncf::ops {
namespace {

using model::ByteOrder;
using model::Layout;
using model::StoredForm;

constexpr std::uint64_t max_small_bytes = 1024;
constexpr std::uint64_t max_chunk_bytes = std::uint64_t{1} << 31U;  // numcodecs' limit
constexpr std::uint64_t max_parts = 1'000'000;                      // of contiguous values

/// Returns the largest divisor of `length` that is at most `most`, which is not 0; or 1 if that
/// would make more than max_parts parts.
std::size_t part_length(std::size_t length, std::uint64_t most) {
  for (std::uint64_t parts = (length - 1) / most + 1; parts <= max_parts; ++parts) {
    if (length % parts == 0) return length / parts;
  }
  return 1;
}

}  // namespace

StoredForm reference_form(model::Source& input, model::VariableId id) {
  StoredForm form = input.stored_form(id);
  const auto places = input.find_elements(id);
  if (!places) return form;
  if (places->is_swapped) {
    form.byte_order = form.byte_order == ByteOrder::little ? ByteOrder::big : ByteOrder::little;
  }
  if (!places->record_bytes) return form;
  form.layout = Layout::chunked;
  form.chunk_shape = form.extent;
  form.chunk_shape.front() = 1;
  return form;
}

std::vector<std::size_t> reference_chunks(const StoredForm& form,
                                          std::optional<std::size_t> joined_axis) {
  if (form.layout == Layout::chunked) return form.chunk_shape;
  std::vector<std::size_t> shape = form.extent;
  if (joined_axis == 0U) shape.front() = 1;
  std::uint64_t bytes = model::value_count(shape) * form.element_bytes;
  std::uint64_t parts = 1;
  for (std::size_t& length : shape) {
    if (bytes <= max_chunk_bytes) break;
    bytes /= length;
    parts *= length;
    length = part_length(length, std::max<std::uint64_t>(1, max_chunk_bytes / bytes));
    bytes *= length;
    parts /= length;
  }
  if (parts > max_parts) {
    throw Error(ErrorCode::unsupported,
                fmt::format("contiguous values would need {} references of equal size, because "
                            "readers accept at most 2 GiB per reference; make a chunked copy first "
                            "(-c)",
                            parts));
  }
  return shape;
}

bool is_held_in_text(const StoredForm& form, std::uint64_t values) {
  if (form.extent.empty() || form.element.empty() || form.layout == Layout::compact) return true;
  return form.filters.empty() && values * form.element_bytes <= max_small_bytes;
}

}  // namespace ncf::ops
