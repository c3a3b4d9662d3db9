// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads a CDL text: definitions become a Document, and the contents of data sections are passed to
// a handler while they are read. A fault ends one statement; reading goes on after it, so that one
// run reports many.
//
// The text is read twice to make a file from it: groups define their dimensions and variables after
// the data of the groups above, so a file cannot be made before everything was read once.
//
// source: grammar/cdl.ebnf (normative)
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "cdl/read/document.hpp"
#include "cdl/read/lexer.hpp"
#include "cdl/read/special_reader.hpp"
#include "cdl/read/text.hpp"
#include "filter/kernels/filter_source.hpp"

namespace ncf::cdl {

/// Reads the items of a variable's data from the lexer, from just after `=` up to but without `;`.
/// schema: what was defined so far. May throw Fault.
using DataHandler =
    std::function<void(const model::Schema& schema, model::VariableId variable, Lexer& lexer)>;

struct ParseOptions {
  /// Variables of type int64 become int, for files without wider integers.
  bool int64_is_int = false;
  /// Provides `_Filter` and `_Codecs` with filters that only plugins know.
  filter::FilterSource& filters = filter::builtin_filters();
};

class Parser {
 public:
  Parser(TextWindow& text, Diagnostics& diagnostics, DataHandler on_data,
         ParseOptions options = {});

  /// Reads the whole text. Errors go to the diagnostics; after one, the document is not usable.
  /// throws: Error if there are too many errors, or from the source.
  Document parse();

 private:
  static constexpr std::size_t max_name_bytes = 256;  // NC_MAX_NAME

  /// A name or path and where it was written.
  struct Reference {
    Path path;
    std::string written;
    Span span;
  };

  // Statements, and recovery from a fault in one.
  /// Parses a statement including its end. A fault in it is reported, and the statement is skipped.
  void statement(const std::function<void()>& parse);
  void recover(std::size_t depth);
  void skip_values();
  void tell(const Fault& fault);
  Fault undefined(const char* what, const Reference& reference);
  [[nodiscard]] bool at_statement();

  // Tokens.
  bool take_word_if(std::string_view word);
  Reference take_reference(const char* what);
  std::string take_name(const char* what);
  std::uint64_t take_length(const char* what, std::uint64_t lowest, std::uint64_t highest);

  // The text and its groups.
  void parse_heading();
  void parse_group_body();
  void parse_section(const std::string& section);
  void read_waiting_filters();
  void parse_group();
  void parse_definitions(void (Parser::*parse_one)());
  void parse_data();

  // Definitions.
  void parse_dimension_statement();
  void parse_dimension(const Reference& name);
  void parse_variable_statement();
  void parse_variables(const Reference& type, Reference name);
  void parse_shape(model::Variable& variable, bool& is_faulty);
  void parse_type_statement();
  void parse_enumeration(const Reference& base);
  void parse_opaque();
  void parse_sequence(const Reference& base);
  void parse_compound();
  void parse_fields(model::Type& type);
  void define_type(model::Type type, const Span& span);
  model::TypeRef get_type(const Reference& reference);

  // Attributes.
  void parse_attribute_statement();
  void parse_attribute(const Reference* type, const Reference* owner);
  void parse_variable_attribute(model::VariableId id, const model::TypeRef& type);
  void parse_global_attribute(const model::TypeRef& type);
  void read_attribute(const AttributeOwner& owner, std::string name, const model::TypeRef& type,
                      const Span& span);
  void add_attribute(const AttributeOwner& owner, model::Attribute attribute, const Span& span);
  void add_fill_value(model::VariableId id, const model::TypeRef& type, const Span& span);
  void note_type(const model::Type& type);

  TextWindow& text_;
  Lexer lexer_;
  Diagnostics& diagnostics_;
  DataHandler on_data_;
  ParseOptions options_;
  Document document_;
  model::Schema& schema_;
  Scope scope_;
  SpecialReader specials_;
  model::GroupId group_ = 0;
  std::size_t group_depth_ = 0;
  std::size_t unlimited_ = 0;                                    ///< dimensions
  std::set<std::pair<AttributeOwner, std::string>> attributes_;  ///< defined so far
  std::set<model::VariableId>
      faulty_;  ///< whose definitions were faults; nothing more is reported about them
  std::optional<std::uint64_t> last_told_;  ///< position of the last fault that was reported
  std::string defining_;                    ///< the name that the statement defines
  std::set<std::string> faulty_names_;      ///< names that faulty statements define
  std::set<std::string> told_undefined_;    ///< undefined names that were reported
};

}  // namespace ncf::cdl
