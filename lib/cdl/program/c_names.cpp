// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/program/c_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text/characters.hpp"
#include "ncf/error.hpp"

namespace ncf::cdl {
namespace {

using model::Type;
using model::TypeClass;

struct AtomicType {
  std::string_view id;
  std::string_view value;
};

/// In the order of TypeClass.
constexpr std::array atomic_types{
    AtomicType{"NC_BYTE", "signed char"},
    AtomicType{"NC_CHAR", "char"},
    AtomicType{"NC_SHORT", "short"},
    AtomicType{"NC_INT", "int"},
    AtomicType{"NC_FLOAT", "float"},
    AtomicType{"NC_DOUBLE", "double"},
    AtomicType{"NC_UBYTE", "unsigned char"},
    AtomicType{"NC_USHORT", "unsigned short"},
    AtomicType{"NC_UINT", "unsigned int"},
    AtomicType{"NC_INT64", "long long"},
    AtomicType{"NC_UINT64", "unsigned long long"},
    AtomicType{"NC_STRING", "char *"},
};

const AtomicType& atomic(const Type& type) {
  return atomic_types.at(static_cast<std::size_t>(type.type_class));
}

/// Returns a path as part of an identifier.
std::string identifier_part(std::string_view path) {
  constexpr std::size_t longest = 48;
  std::string part(path.substr(0, longest));
  std::replace_if(
      part.begin(), part.end(),
      [](char c) { return !base::is_letter(c) && !base::is_digit(c) && c != '_'; }, '_');
  return part;
}

/// Makes names unique by adding numbers.
class UniqueNames {
 public:
  std::string add(const std::string& wanted) {
    std::string name = wanted;
    for (std::size_t i = 2; !taken_.insert(name).second; ++i)
      name = fmt::format("{}_{}", wanted, i);
    return name;
  }

 private:
  std::set<std::string> taken_;
};

std::string_view without_slash(std::string_view path) {
  return path.substr(path.starts_with('/') ? 1 : 0);
}

}  // namespace

CNames::CNames(const model::Schema& schema) : schema_(schema) {
  UniqueNames unique;
  const auto add = [&](std::vector<std::string>& names, std::string_view prefix,
                       std::string_view path) {
    names.push_back(unique.add(fmt::format("{}{}", prefix, identifier_part(without_slash(path)))));
  };
  for (model::GroupId id = 0; id < schema.groups.size(); ++id) {
    add(groups_, "group_", id == 0 ? "root" : schema.group_path(id));
  }
  for (const model::UserType& type : schema.types) {
    const std::string group = type.group == 0 ? "" : schema.group_path(type.group) + "/";
    add(types_, "type_", group + type.type->name);
  }
  for (model::DimensionId id = 0; id < schema.dimensions.size(); ++id) {
    add(dimensions_, "dim_", schema.dimension_path(id));
  }
  for (model::VariableId id = 0; id < schema.variables.size(); ++id) {
    add(variables_, "var_", schema.variable_path(id));
  }
}

const std::string& CNames::user_type(const Type& type) const {
  const auto& types = schema_.types;
  const auto found = std::find_if(types.begin(), types.end(),
                                  [&](const auto& user) { return user.type.get() == &type; });
  if (found == types.end()) {
    throw Error(ErrorCode::internal, fmt::format("type {} is not defined", type.name));
  }
  return types_.at(static_cast<std::size_t>(found - types.begin()));
}

std::string CNames::type_id(const Type& type) const {
  return type.is_atomic() ? std::string(atomic(type).id) : user_type(type);
}

std::string CNames::value_type(const Type& type) const {
  switch (type.type_class) {
    case TypeClass::enumeration:
      return value_type(*type.base);
    case TypeClass::vlen:
      return "nc_vlen_t";
    case TypeClass::opaque:
    case TypeClass::compound:
      return "value_of_" + user_type(type);
    default:
      return std::string(atomic(type).value);
  }
}

// The prefix avoids keywords and macros.
std::vector<std::string> member_names(const Type& compound) {
  UniqueNames unique;
  std::vector<std::string> names;
  for (const model::CompoundField& field : compound.fields) {
    names.push_back(unique.add("m_" + identifier_part(field.name)));
  }
  return names;
}

}  // namespace ncf::cdl
