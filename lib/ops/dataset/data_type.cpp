// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text/characters.hpp"
#include "model/values/numbers.hpp"
#include "model/values/type.hpp"
#include "ncf/elements.hpp"
#include "ncf/error.hpp"

namespace ncf {
namespace {

using model::Type;
using model::TypeClass;

static_assert(static_cast<int>(ElementType::int8) == static_cast<int>(TypeClass::byte_));
static_assert(static_cast<int>(ElementType::float64) == static_cast<int>(TypeClass::double_));
static_assert(static_cast<int>(ElementType::uint64) == static_cast<int>(TypeClass::uint64));
static_assert(static_cast<int>(ElementType::text) == static_cast<int>(TypeClass::string));

const model::TypeRef& atomic(ElementType type) {
  if (type >= ElementType::int8 && type < ElementType::user_defined) {
    return model::atomic_type(static_cast<TypeClass>(type));
  }
  throw Error(ErrorCode::usage, "not one of netCDF's atomic types");
}

/// throws: Error(usage).
[[noreturn]] void refuse(const std::string& name, const std::string& reason) {
  throw Error(ErrorCode::usage, reason).add_context("type " + name);
}

Type begin_type(TypeClass type_class, std::string name, std::size_t bytes) {
  base::require_no_nul(name);  // without the name, which would end the message
  if (name.empty() || name.find('/') != std::string::npos) refuse(name, "is not a name");
  Type type;
  type.type_class = type_class;
  type.name = std::move(name);
  type.size_bytes = bytes;
  return type;
}

DataType end_type(Type type) {
  if (model::depth_of(type) > model::max_nested_types) {
    refuse(type.name, fmt::format("nested deeper than {}", model::max_nested_types));
  }
  return DataType(model::make_type(std::move(type)));
}

template <class Named>
void require_new_name(const Type& type, const std::vector<Named>& others, const std::string& name) {
  base::require_no_nul(name);
  if (std::ranges::find(others, name, &Named::name) == others.end()) return;
  refuse(type.name, name + " is there twice");
}

}  // namespace

DataType::DataType(ElementType type) : type_(atomic(type)) {}

DataType DataType::opaque(std::string name, std::size_t bytes) {
  Type type = begin_type(TypeClass::opaque, std::move(name), bytes);
  if (bytes == 0 || bytes > model::max_type_bytes) {
    refuse(type.name, fmt::format("has {} bytes, expected 1 to {}", bytes, model::max_type_bytes));
  }
  return end_type(std::move(type));
}

DataType DataType::enumeration(std::string name, ElementType base,
                               const std::vector<Member>& members) {
  const model::TypeRef& integers = atomic(base);
  Type type = begin_type(TypeClass::enumeration, std::move(name), integers->size_bytes);
  if (!integers->is_integer() || members.empty()) {
    refuse(type.name, members.empty() ? "has no members" : "is not of integers");
  }
  type.base = integers;
  for (const Member& member : members) {
    require_new_name(type, type.members, member.name);
    model::EnumMember made{member.name, std::vector<std::byte>(type.size_bytes)};
    model::visit_number(integers->type_class, [&](auto like) {
      const auto value = static_cast<decltype(like)>(member.value);
      if (static_cast<std::int64_t>(value) != member.value) {
        refuse(type.name,
               fmt::format("{} is {}, which no {} is", member.name, member.value, integers->name));
      }
      model::store(made.value.data(), value);
    });
    type.members.push_back(std::move(made));
  }
  return end_type(std::move(type));
}

DataType DataType::sequence(std::string name, const DataType& base) {
  Type type = begin_type(TypeClass::vlen, std::move(name), sizeof(model::Vlen));
  type.base = base.type_;
  return end_type(std::move(type));
}

DataType DataType::compound(std::string name, const std::vector<Field>& fields) {
  Type type = begin_type(TypeClass::compound, std::move(name), 0);
  if (fields.empty()) refuse(type.name, "has no fields");
  for (const Field& field : fields) {
    require_new_name(type, type.fields, field.name);
    const bool has_zero = std::ranges::find(field.shape, 0U) != field.shape.end();
    if (has_zero || !model::append_field(type, {field.name, 0, field.type.type_, field.shape})) {
      refuse(type.name,
             fmt::format("field {} is {}", field.name, has_zero ? "empty" : "too large"));
    }
  }
  model::pad_compound(type);
  return end_type(std::move(type));
}

DataType::Kind DataType::kind() const noexcept {
  switch (type_->type_class) {
    case TypeClass::opaque:
      return Kind::opaque;
    case TypeClass::enumeration:
      return Kind::enumeration;
    case TypeClass::vlen:
      return Kind::sequence;
    case TypeClass::compound:
      return Kind::compound;
    default:
      return Kind::atomic;
  }
}

ElementType DataType::element_type() const noexcept {
  return type_->is_atomic() ? static_cast<ElementType>(type_->type_class)
                            : ElementType::user_defined;
}

const std::string& DataType::name() const noexcept { return type_->name; }
std::size_t DataType::bytes() const noexcept { return type_->size_bytes; }
bool DataType::is_fixed_size() const noexcept { return type_->is_fixed_size; }

DataType DataType::base() const {
  if (!type_->base) refuse(type_->name, "has no base");
  return DataType(type_->base);
}

std::vector<DataType::Member> DataType::members() const {
  std::vector<Member> members;
  for (const model::EnumMember& member : type_->members) {
    members.push_back(
        {member.name, model::integer_at(type_->base->type_class, member.value.data())});
  }
  return members;
}

std::vector<DataType::Field> DataType::fields() const {
  std::vector<Field> fields;
  for (const model::CompoundField& field : type_->fields) {
    fields.push_back({field.name, DataType(field.type), field.shape, field.offset_bytes});
  }
  return fields;
}

bool operator==(const DataType& a, const DataType& b) {
  return model::same_type(*a.type_, *b.type_);
}

}  // namespace ncf
