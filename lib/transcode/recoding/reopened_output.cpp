// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/recoding/reopened_output.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "filter/registry/registry.hpp"
#include "ncf/error.hpp"
#include "transcode/recoding/form_difference.hpp"

namespace ncf::transcode {

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
  return elements.empty() || (std::ranges::equal(value, elements.first(value.size())) &&
                              std::ranges::equal(elements.subspan(value.size()),
                                                 elements.first(elements.size() - value.size())));
}

void require_equal(std::span<const std::byte> written, std::span<const std::byte> read) {
  if (!std::ranges::equal(written, read)) throw Error(ErrorCode::corrupt, not_as_written);
}

}  // namespace ncf::transcode
