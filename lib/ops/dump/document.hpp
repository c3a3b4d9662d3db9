// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The text of a dataset, in CDL or JSON, how the values of its variables are written to it, and a
// note on what CDL cannot express.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cdl/write/value_formatter.hpp"
#include "model/dataset/source.hpp"
#include "ncf/cdl_style.hpp"
#include "ncf/dump.hpp"
#include "ncf/error.hpp"
#include "plugin/plugin_filters.hpp"
#include "transcode/values/tile_reader.hpp"

namespace ncf::ops {

/// A box of values and its formatted text.
struct PreparedBox {
  std::span<const std::byte> values;
  cdl::ValueTexts texts;
};

/// The text of a dataset as seen by the code that walks the dataset. Calls come in the order of the
/// text: a group, its variables, its groups.
class Document {
 public:
  Document() = default;
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;
  virtual ~Document() = default;

  /// Returns the text written so far and not yet taken by the caller.
  [[nodiscard]] virtual std::string& text() noexcept = 0;

  virtual void begin(std::string_view /*name*/) {}
  /// shows_values: whether values of its variables may follow.
  virtual void begin_group(model::GroupId group, bool shows_values) = 0;
  virtual void begin_variable(model::VariableId /*variable*/) {}

  /// Chooses the variable whose values follow, if they can be read.
  virtual void choose_values(model::VariableId variable) = 0;
  /// Formats a box of them. Any thread, several boxes at a time.
  virtual void prepare(PreparedBox& /*box*/) const {}
  /// Call it before the first box.
  virtual void begin_values() = 0;
  /// Call it with the boxes in C order.
  virtual void append(const PreparedBox& box) = 0;
  /// Call it instead of the missing boxes, after `begin_values`.
  virtual void cut_short() = 0;

  /// Adds a remark about the variable if the format has comments.
  virtual void remark(std::string_view /*text*/) {}
  virtual void end_variable() {}
  virtual void end_variables(model::GroupId /*group*/) {}
  virtual void end_group(model::GroupId group) = 0;
  virtual void end() {}
};

/// Makes a document. Input and schema must outlive the result.
[[nodiscard]] std::unique_ptr<Document> make_cdl_document(model::Source& input,
                                                          const CdlStyle& style);
[[nodiscard]] std::unique_ptr<Document> make_json_document(const model::Schema& schema,
                                                           const CdlStyle& style);

/// What a dump needs to read values.
struct ValueEngine {
  /// input: must outlive the engine.
  ValueEngine(model::Source& of, std::size_t threads) : input(of), reader(threads) {}

  model::Source& input;
  plugin::KernelChains chains;
  transcode::TileReader reader;
};

/// Returns whether the variable has values: no dimension has length 0.
bool holds_values(const model::Schema& schema, const model::Variable& variable);

/// Writes the values of a variable that has some, from the first to the last, in bounded memory:
/// reads tiles ahead, formats them on all threads, and appends them in order. Passes the text on in
/// large pieces, except the last. If values cannot be read, returns the reason; the text then has
/// the values before them and was cut short. throws: Error when stopped; errors of `sink`.
std::optional<Error> write_values(ValueEngine& engine, model::VariableId variable,
                                  Document& document, const TextSink& sink);

/// Adds notes that name what generators cannot read, or may convert.
void note_limits_of_cdl(const DumpOptions& options, const model::Schema& schema,
                        std::vector<std::string>& notes);

}  // namespace ncf::ops
