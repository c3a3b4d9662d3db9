// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/recoding/form_difference.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "base/memory/bytes.hpp"
#include "filter/registry/registry.hpp"
#include "model/dataset/stored_form.hpp"
#include "model/grid/chunk_grid.hpp"
#include "ncf/error.hpp"

namespace ncf::transcode {
namespace {

using model::Layout;
using model::StoredForm;

std::string format_shape(const std::vector<std::size_t>& shape) {
  return fmt::format("{}", fmt::join(shape, " x "));
}

std::string format_filters(const StoredChain& chain) {
  return chain.empty() ? "none" : filter::describe(chain);
}

/// Shows the parameters only if the texts of the filters are equal without them.
std::string difference_of_filters(const StoredChain& from, const StoredChain& to) {
  std::string texts[] = {format_filters(from), format_filters(to)};
  if (texts[0] == texts[1]) {
    texts[0] = format_numeric(from);
    texts[1] = format_numeric(to);
  }
  return fmt::format("the stored filters differ: {} and {}", texts[0], texts[1]);
}

bool has_missing_chunks(const StoredForm& form, std::size_t stored_chunk_count) {
  return stored_chunk_count < model::ChunkGrid(form.extent, form.chunk_shape).chunk_count();
}

bool can_reach(const StoredForm& form, const std::vector<std::size_t>& extent) {
  if (form.extent.size() != extent.size()) return false;
  for (std::size_t i = 0; i < extent.size(); ++i) {
    if (extent[i] < form.extent[i] || extent[i] > form.max_extent[i]) return false;
  }
  return true;
}

}  // namespace

std::optional<std::string> why_not_movable(const StoredForm& from, const StoredForm& to) {
  if (from.layout == Layout::other || to.layout == Layout::other) {
    return "its storage is of a special kind";
  }
  if (from.has_own_values_beyond) {
    return "it is shorter than its dimensions, so a copy would read other values at its end";
  }
  if (from.element.empty() || to.element.empty()) return "its values are of variable length";
  return std::nullopt;
}

std::optional<std::string> why_not_as_stored(const StoredForm& form) {
  return why_not_movable(form, form);
}

std::optional<std::string> difference_of_bytes(const StoredForm& from, const StoredForm& to) {
  if (auto objection = why_not_movable(from, to)) return objection;
  if (from.element != to.element || from.byte_order != to.byte_order) {
    return fmt::format("the stored types differ: {} and {}",
                       model::describe_element(from.element, from.byte_order),
                       model::describe_element(to.element, to.byte_order));
  }
  if (from.layout != to.layout) return "the layouts differ";
  if (from.chunk_shape != to.chunk_shape) {
    return fmt::format("the chunks differ: {} and {}", format_shape(from.chunk_shape),
                       format_shape(to.chunk_shape));
  }
  if (from.codecs != to.codecs) {
    if (from.codecs.empty() || to.codecs.empty()) {
      return "the filters store other bytes than the codecs";
    }
    return fmt::format("the codecs differ: {} and {}", from.codecs, to.codecs);
  }
  if (!filter::encode_alike(from.filters, to.filters)) {
    return difference_of_filters(from.filters, to.filters);
  }
  return std::nullopt;
}

std::optional<std::string> why_not_passthrough(
    const StoredForm& from, const StoredForm& to,
    const std::function<std::size_t()>& stored_chunk_count) {
  if (auto difference = difference_of_bytes(from, to)) return difference;
  if (!can_reach(to, from.extent)) return "its dimensions are longer than what is stored";
  if (from.hides_padding && to.shows_padding) {
    return "data in its last chunks beyond its values would be read";
  }
  if (from.fill != to.fill && has_missing_chunks(from, stored_chunk_count())) {
    return "parts were never written, and would read as another value";
  }
  return std::nullopt;
}

void require_same_form(const ReopenedOutput& output, model::VariableId variable,
                       const model::StoredForm& written) {
  const model::VariableId id = output.ids[variable];
  output.source.at_variable(id, [&] {
    const model::StoredForm found = output.source.stored_form(id);
    std::optional<std::string> difference = difference_of_bytes(written, found);
    if (!difference && !filter::encode_alike(found.chain(), written.chain())) {
      difference = "the parameters of the filters differ";
    }
    if (!difference && found.fill != written.fill &&
        has_missing_chunks(found, output.source.stored_chunk_count(id))) {
      difference = "missing chunks read as another value";
    }
    if (!difference) return;
    throw Error(ErrorCode::corrupt, "does not read back as it was written: " + *difference);
  });
}

bool is_filled_with(std::span<const std::byte> value, std::span<const std::byte> elements) {
  return elements.empty() || (base::are_equal(value, elements.first(value.size())) &&
                              base::are_equal(elements.subspan(value.size()),
                                              elements.first(elements.size() - value.size())));
}

void require_equal(std::span<const std::byte> written, std::span<const std::byte> read) {
  if (!base::are_equal(written, read)) throw Error(ErrorCode::corrupt, not_as_written);
}

}  // namespace ncf::transcode
