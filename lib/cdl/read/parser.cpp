// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The text, its groups and sections. The contents of the sections are parsed in
// parser_definitions.cpp and parser_attributes.cpp.
#include "cdl/read/parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cdl/language/language.hpp"
#include "cdl/read/literal.hpp"

namespace ncf::cdl {
namespace {

constexpr std::size_t max_title_bytes = 4096;
constexpr std::size_t max_nested_groups = 64;

}  // namespace

Parser::Parser(TextWindow& text, Diagnostics& diagnostics, DataHandler on_data,
               ParseOptions options)
    : text_(text),
      lexer_(text),
      diagnostics_(diagnostics),
      on_data_(std::move(on_data)),
      options_(options),
      schema_(document_.schema),
      scope_(document_.schema),
      specials_(lexer_, diagnostics, options.filters) {
  lexer_.set_attribute_test([this](std::string_view owner, std::string_view attribute) {
    return scope_.find_variable(group_, parse_path(owner)) &&
           !scope_.find_variable(group_, parse_path(attribute));
  });
}

Document Parser::parse() {
  try {
    parse_heading();
    parse_group_body();
    lexer_.expect('}');
    if (lexer_.peek().kind != TokenKind::end) throw lexer_.unexpected("nothing after the last '}'");
  } catch (const Fault& fault) {
    tell(fault);
  }
  read_waiting_filters();
  specials_.apply(schema_);
  return std::move(document_);
}

// The only place where faults are caught: the end of a statement.
void Parser::statement(const std::function<void()>& parse) {
  const std::size_t depth = lexer_.depth();
  defining_.clear();
  try {
    parse();
  } catch (const Fault& fault) {
    tell(fault);
    if (!defining_.empty()) faulty_names_.insert(defining_);
    recover(depth);
  }
}

void Parser::recover(std::size_t depth) {
  for (;;) {
    try {
      const Token& token = lexer_.peek();
      const bool is_outside = lexer_.depth() <= depth;
      if (token.kind == TokenKind::end || token.kind == TokenKind::section ||
          (token.is('}') && is_outside)) {
        break;
      }
      if (lexer_.take().is(';')) break;
    } catch (const Fault&) {
      // One of several in the same statement.
    }
  }
  lexer_.set_depth(depth);
}

void Parser::skip_values() {
  while (lexer_.peek().kind != TokenKind::end && !lexer_.peek().is(';')) lexer_.take();
}

// If several faults have the same position, for example the end of the text, only the first is
// reported.
void Parser::tell(const Fault& fault) {
  if (fault.reason.empty() || last_told_ == fault.span.offset) return;
  last_told_ = fault.span.offset;
  diagnostics_.error(text_, fault.span, fault.reason);
}

Fault Parser::undefined(const char* what, const Reference& reference) {
  std::string reason = fmt::format("{} {} is not defined", what, reference.written);
  const bool is_news =
      !faulty_names_.contains(reference.path.name) && told_undefined_.insert(reason).second;
  return {reference.span, is_news ? std::move(reason) : std::string()};
}

// Reports invalid characters; they do not end a section.
bool Parser::at_statement() {
  for (;;) {
    try {
      const Token& token = lexer_.peek();
      return token.kind != TokenKind::end && token.kind != TokenKind::section && !token.is('}');
    } catch (const Fault& fault) {
      diagnostics_.error(text_, fault.span, fault.reason);
      recover(lexer_.depth());
    }
  }
}

bool Parser::take_word_if(std::string_view word) {
  if (lexer_.peek().kind != TokenKind::name || lexer_.peek().text != word) return false;
  lexer_.take();
  return true;
}

Parser::Reference Parser::take_reference(const char* what) {
  const TokenKind kind = lexer_.peek().kind;
  if (kind != TokenKind::name && kind != TokenKind::path) throw lexer_.unexpected(what);
  const Token token = lexer_.take();
  return {parse_path(token.text), std::string(token.text.substr(0, max_name_bytes)), token.span};
}

std::string Parser::take_name(const char* what) {
  if (lexer_.peek().kind != TokenKind::name) throw lexer_.unexpected(what);
  const Token token = lexer_.take();
  std::string name = parse_name(token.text);
  if (name.size() > max_name_bytes) {
    throw Fault{token.span, fmt::format("a name longer than {} bytes", max_name_bytes)};
  }
  return name;
}

std::uint64_t Parser::take_length(const char* what, std::uint64_t lowest, std::uint64_t highest) {
  if (lexer_.peek().kind != TokenKind::number) throw lexer_.unexpected(what);
  return lexer_.take_whole_number(what, lowest, highest);
}

void Parser::parse_heading() {
  const Token& token = lexer_.peek();
  const bool is_heading =
      token.text == "netcdf" || token.text == "NETCDF" || token.text == "netCDF";
  if (!is_heading) throw lexer_.unexpected("'netcdf' at the beginning of the text");
  lexer_.take();
  for (const char c : lexer_.take_up_to('{', max_title_bytes)) {
    if (static_cast<unsigned char>(c) > ' ') document_.name += c;
  }
  lexer_.expect('{');
}

void Parser::parse_group_body() {
  std::size_t next_section = 0;
  for (;;) {
    // Attributes stand before all sections, and after each group.
    const bool has_attributes = next_section == 0 || next_section == section_names.size();
    while (at_statement()) {
      statement([&] {
        if (!has_attributes) throw lexer_.unexpected("a section or '}'");
        parse_attribute_statement();
      });
    }
    if (lexer_.peek().kind != TokenKind::section) return;
    const Token token = lexer_.take();
    const std::string section(token.text.substr(0, token.text.size() - 1));
    const auto place =
        static_cast<std::size_t>(std::ranges::find(section_names, section) - section_names.begin());
    const bool is_group = place + 1 == section_names.size();
    if (place < next_section && !(is_group && next_section == section_names.size())) {
      diagnostics_.error(text_, token.span,
                         fmt::format("{}: is out of place: the order is types:, dimensions:, "
                                     "variables:, data:, each once, then groups",
                                     section));
    }
    next_section = std::max(next_section, place + 1);
    parse_section(section);
  }
}

void Parser::parse_section(const std::string& section) {
  if (section == "types") return parse_definitions(&Parser::parse_type_statement);
  if (section == "dimensions") return parse_definitions(&Parser::parse_dimension_statement);
  if (section == "variables") {
    parse_definitions(&Parser::parse_variable_statement);
    return read_waiting_filters();
  }
  if (section == "data") return parse_definitions(&Parser::parse_data);
  parse_group();
}

void Parser::parse_definitions(void (Parser::*parse_one)()) {
  while (at_statement()) {
    statement([&] { (this->*parse_one)(); });
  }
}

void Parser::read_waiting_filters() {
  specials_.read_waiting(schema_, [this](const Fault& fault) { tell(fault); });
}

void Parser::parse_group() {
  const Span span = lexer_.peek().span;
  std::string name = take_name("the name of a group");
  document_.needs_netcdf4 = true;
  if (++group_depth_ > max_nested_groups) {
    throw Fault{span, fmt::format("groups nested deeper than {}", max_nested_groups)};
  }
  lexer_.expect('{');
  const model::GroupId outer = std::exchange(group_, schema_.groups.size());
  schema_.groups.push_back({std::move(name), outer, {}});
  document_.definitions.groups.push_back(span);
  if (!scope_.add_group(group_)) {
    diagnostics_.error(text_, span,
                       fmt::format("group {} is defined already", schema_.groups[group_].name));
  }
  parse_group_body();
  lexer_.expect('}');
  group_ = outer;
  --group_depth_;
}

void Parser::parse_data() {
  const Reference name = take_reference("a variable");
  const auto id = scope_.find_variable(group_, name.path);
  if (!id) throw undefined("variable", name);
  lexer_.expect('=');
  if (faulty_.contains(*id)) {
    skip_values();
    return lexer_.expect(';');
  }
  on_data_(schema_, *id, lexer_);
  lexer_.expect(';', "',' or ';'");
}

}  // namespace ncf::cdl
