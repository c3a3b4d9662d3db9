// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/read/document.hpp"

namespace ncf::cdl {
namespace {

/// Looks for names of definitions in a message. The longest one found is the innermost.
class Search {
 public:
  explicit Search(std::string_view message) : message_(message) {}

  void compare(const std::string& name, const Span& span) {
    const std::size_t begin = find(name);
    if (begin == std::string_view::npos || name.size() <= longest_) return;
    longest_ = name.size();
    found_ = {span, begin};
  }

  [[nodiscard]] const std::optional<NamedDefinition>& found() const noexcept { return found_; }

 private:
  /// Returns where the message uses the name as a place: "name: ..." or "...: name: ...".
  [[nodiscard]] std::size_t find(const std::string& name) const {
    const std::string place = name + ": ";
    if (message_.starts_with(place)) return 0;
    const std::size_t before = message_.find(": " + place);
    return before == std::string_view::npos ? before : before + 2;
  }

  std::string_view message_;
  std::size_t longest_ = 0;
  std::optional<NamedDefinition> found_;
};

std::string name_of(const model::Schema& schema, const Definitions::Attribute& attribute) {
  const AttributeOwner& owner = attribute.owner;
  const std::string name = "attribute " + attribute.name;
  if (owner.variable) return "variable " + schema.variable_path(*owner.variable) + ": " + name;
  return owner.group == 0 ? name : "group " + schema.group_path(owner.group) + ": " + name;
}

}  // namespace

std::optional<NamedDefinition> find_named(const Definitions& definitions,
                                          const model::Schema& schema, std::string_view message) {
  Search search(message);
  for (model::GroupId id = 1; id < definitions.groups.size(); ++id) {
    search.compare("group " + schema.group_path(id), definitions.groups[id]);
  }
  for (std::size_t i = 0; i < definitions.types.size(); ++i) {
    search.compare("type " + schema.types[i].type->name, definitions.types[i]);
  }
  for (model::DimensionId id = 0; id < definitions.dimensions.size(); ++id) {
    search.compare("dimension " + schema.dimension_path(id), definitions.dimensions[id]);
  }
  for (model::VariableId id = 0; id < definitions.variables.size(); ++id) {
    search.compare("variable " + schema.variable_path(id), definitions.variables[id]);
  }
  for (const Definitions::Attribute& attribute : definitions.attributes) {
    search.compare(name_of(schema, attribute), attribute.span);
  }
  std::optional<NamedDefinition> found = search.found();
  if (!found) return found;
  const std::string_view about = message.substr(found->begin);
  const bool is_about_filters = about.find("filter") != std::string_view::npos ||
                                about.find("codec") != std::string_view::npos;
  if (!is_about_filters) return found;
  for (const auto& [id, spans] : definitions.filters) {
    const std::string variable = "variable " + schema.variable_path(id) + ": ";
    if (spans.size() == 1 && about.starts_with(variable)) found->span = spans.front();
  }
  return found;
}

}  // namespace ncf::cdl
