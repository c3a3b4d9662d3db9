// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/dump/variable_values.hpp"

#include <algorithm>
#include <string_view>

#include "base/stop.hpp"
#include "cdl/c_format.hpp"
#include "transcode/c_order.hpp"

namespace ncf::ops {
namespace {

using model::Values;

constexpr std::size_t most_box_bytes = std::size_t{4} << 20;
/// Values that are written at a time: their text stays in the processor's cache.
constexpr std::size_t batch = std::size_t{16} << 10;

/// Reads `box`; what went wrong, but not that the work is to stop, is returned.
std::optional<Error> try_read(model::Dataset& dataset, model::VariableId id, const model::Box& box,
                              Values& values) {
  try {
    dataset.read(id, box, values);
    return std::nullopt;
  } catch (const Error& error) {
    if (error.code() == ErrorCode::interrupted) throw;
    return error;
  }
}

/// Appends values of a variable, of numbers and others alike.
class ValueAppender {
 public:
  ValueAppender(cdl::CdlWriter& writer, const model::Variable& variable, model::VariableId id,
                const std::function<void()>& flush)
      : writer_(writer),
        formatter_(writer.formatter(id)),
        layout_(writer.variable_text(id)),
        flush_(flush),
        is_text_(cdl::shows_rows_of_text(variable)),
        value_bytes_(variable.type->size_bytes) {}

  cdl::VariableText& layout() noexcept { return layout_; }

  void append(const Values& values) {
    for (std::size_t done = 0; done < values.count(); done += batch) {
      const std::byte* const begin = values.data() + done * value_bytes_;
      append_batch(begin, std::min(batch, values.count() - done));
      flush_();
    }
  }

 private:
  void append_batch(const std::byte* values, std::size_t count) {
    if (is_text_) {
      layout_.append_characters(writer_.text(), {reinterpret_cast<const char*>(values), count});
      return;
    }
    texts_.clear();
    formatter_.append(texts_, values, count);
    layout_.append(writer_.text(), texts_);
  }

  cdl::CdlWriter& writer_;
  cdl::ValueFormatter formatter_;
  cdl::VariableText layout_;
  cdl::ValueTexts texts_;
  const std::function<void()>& flush_;
  bool is_text_;
  std::size_t value_bytes_;
};

}  // namespace

bool holds_values(const model::Schema& schema, const model::Variable& variable) {
  const auto shape = schema.shape(variable);
  return std::find(shape.begin(), shape.end(), 0U) == shape.end();
}

bool awaits_records(const model::Schema& schema, const model::Variable& variable) {
  return std::any_of(
      variable.dimensions.begin(), variable.dimensions.end(), [&](model::DimensionId id) {
        return schema.dimensions[id].is_unlimited && schema.dimensions[id].length == 0;
      });
}

std::optional<Error> append_variable_values(model::Dataset& dataset, model::VariableId id,
                                            cdl::CdlWriter& writer,
                                            const std::function<void()>& flush) {
  const model::Variable& variable = dataset.schema().variables.at(id);
  const std::size_t most_values =
      std::max<std::size_t>(1, most_box_bytes / variable.type->size_bytes);
  transcode::COrderWalk walk(dataset.schema().shape(variable), variable.storage.chunk_shape,
                             most_values);
  ValueAppender appender(writer, variable, id, flush);
  Values values(variable.type);
  bool is_begun = false;
  while (const auto box = walk.next()) {
    base::throw_if_stopped();
    if (auto failure = try_read(dataset, id, *box, values)) {
      if (is_begun) appender.layout().cut_short(writer.text());
      return failure;
    }
    if (!is_begun) appender.layout().begin(writer.text());
    is_begun = true;
    appender.append(values);
  }
  return std::nullopt;
}

}  // namespace ncf::ops
