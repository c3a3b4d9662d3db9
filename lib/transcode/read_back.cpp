// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/read_back.hpp"

#include <optional>
#include <string>

#include "filter/registry/cd_values.hpp"
#include "model/values/chunk_grid.hpp"
#include "ncf/error.hpp"
#include "transcode/passthrough/passthrough.hpp"

namespace ncf::transcode {
namespace {

bool has_missing_chunks(model::Source& source, model::VariableId id,
                        const model::StoredForm& form) {
  const model::ChunkGrid grid(form.extent, form.chunk_shape);
  return source.stored_chunk_count(id) < grid.chunk_count();
}

}  // namespace

void require_same_form(const ReadBack& output, model::VariableId variable,
                       const model::StoredForm& written) {
  const model::VariableId id = output.ids[variable];
  output.source.at_variable(id, [&] {
    const model::StoredForm found = output.source.stored_form(id);
    std::optional<std::string> difference = difference_of_bytes(written, found);
    if (!difference && !filter::encode_alike(found.chain(), written.chain())) {
      difference = "the parameters of the filters differ";
    }
    if (!difference && found.fill != written.fill && has_missing_chunks(output.source, id, found)) {
      difference = "missing chunks read as another value";
    }
    if (!difference) return;
    throw Error(ErrorCode::corrupt, "does not read back as it was written: " + *difference);
  });
}

}  // namespace ncf::transcode
