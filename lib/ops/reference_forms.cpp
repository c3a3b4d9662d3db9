// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/reference_forms.hpp"

#include "model/box.hpp"

namespace ncf::ops {
namespace {

using model::ByteOrder;
using model::Layout;
using model::StoredForm;

constexpr std::uint64_t max_small_bytes = 1024;
constexpr std::uint64_t max_chunk_bytes = std::uint64_t{1} << 31U;  // numcodecs' limit

}  // namespace

std::vector<StoredForm> reference_forms(model::Source& input) {
  std::vector<StoredForm> forms;
  for (model::VariableId id = 0; id < input.schema().variables.size(); ++id) {
    StoredForm& form = forms.emplace_back(input.stored_form(id));
    const auto places = input.find_elements(id);
    if (!places) continue;
    if (places->is_swapped) {
      form.byte_order = form.byte_order == ByteOrder::little ? ByteOrder::big : ByteOrder::little;
    }
    if (!places->record_bytes) continue;
    form.layout = Layout::chunked;
    form.chunk_shape = form.extent;
    form.chunk_shape.front() = 1;
  }
  return forms;
}

std::vector<std::size_t> reference_chunks(const StoredForm& form,
                                          std::optional<std::size_t> joined_axis) {
  if (form.layout == Layout::chunked) return form.chunk_shape;
  std::vector<std::size_t> shape = form.extent;
  if (joined_axis == 0U) shape.front() = 1;
  std::uint64_t bytes = model::value_count(shape) * form.element_bytes;
  for (std::size_t& length : shape) {
    if (bytes <= max_chunk_bytes) break;
    bytes /= length;
    length = 1;
  }
  return shape;
}

bool is_held_in_text(const StoredForm& form, std::uint64_t values) {
  if (form.extent.empty() || form.element.empty() || form.layout == Layout::compact) return true;
  return form.filters.empty() && values * form.element_bytes <= max_small_bytes;
}

}  // namespace ncf::ops
