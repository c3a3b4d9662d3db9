// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <new>
#include <utility>

#include "base/text/characters.hpp"
#include "cdl/write/value_text.hpp"
#include "model/values/numbers.hpp"
#include "model/values/type.hpp"
#include "model/values/values.hpp"
#include "ncf/elements.hpp"
#include "ncf/error.hpp"
#include "ops/dataset/states.hpp"

namespace ncf {
namespace {

using model::Type;
using model::TypeClass;
using model::Vlen;

/// throws: Error(usage).
void require_class(const Type& type, TypeClass expected, const char* what) {
  if (type.type_class == expected) return;
  throw Error(ErrorCode::usage, fmt::format("an element of type {} is not {}", type.name, what));
}

/// throws: Error(usage) if `index` is beyond the elements.
void require_below(std::size_t index, std::size_t count) {
  if (index < count) return;
  throw Error(ErrorCode::usage, fmt::format("there is no element {} among {}", index, count));
}

/// Returns the memory of an element of a sequence.
std::byte* at_index(const Type& type, const std::byte* sequence, std::size_t index) {
  require_class(type, TypeClass::vlen, "a sequence");
  const auto vlen = model::load<Vlen>(sequence);
  require_below(index, vlen.length);
  return static_cast<std::byte*>(vlen.data) + index * type.base->size_bytes;
}

struct FieldPlace {
  const Type* type;
  std::size_t offset;
};

FieldPlace find_field(const Type& type, std::string_view name, std::size_t index) {
  require_class(type, TypeClass::compound, "a compound");
  const auto found = std::ranges::find(type.fields, name, &model::CompoundField::name);
  if (found == type.fields.end()) {
    throw Error(ErrorCode::not_found, fmt::format("type {} has no field {}", type.name, name));
  }
  require_below(index, found->value_count());
  return {found->type.get(), found->offset_bytes + index * found->type->size_bytes};
}

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

// ---- Reading ----

void ElementView::require_number(ElementType wanted) const {
  const Type& number = type_->type_class == TypeClass::enumeration ? *type_->base : *type_;
  const Type& asked = *DataType(wanted).model();
  if (number.type_class == asked.type_class) return;
  throw Error(ErrorCode::usage,
              fmt::format("an element of type {} is not of type {}", type_->name, asked.name));
}

std::optional<std::string_view> ElementView::text() const {
  require_class(*type_, TypeClass::string, "a string");
  const auto* const text = model::load<const char*>(at_);
  return text == nullptr ? std::nullopt : std::optional<std::string_view>(text);
}

std::size_t ElementView::size() const {
  require_class(*type_, TypeClass::vlen, "a sequence");
  return model::load<Vlen>(at_).length;
}

ElementView ElementView::operator[](std::size_t index) const {
  return {*type_->base, at_index(*type_, at_, index)};
}

ElementView ElementView::field(std::string_view name, std::size_t index) const {
  const FieldPlace place = find_field(*type_, name, index);
  return {*place.type, at_ + place.offset};
}

std::span<const std::byte> ElementView::bytes() const noexcept { return {at_, type_->size_bytes}; }

// ---- Writing ----

void Element::set_text(std::optional<std::string_view> text) {
  require_class(*type_, TypeClass::string, "a string");
  char* const made = text ? model::allocate_string(*text) : nullptr;
  std::free(model::load<char*>(at_));
  model::store(memory(), made);
}

void Element::resize(std::size_t size) {
  const std::size_t old_size = this->size();
  const auto old = model::load<Vlen>(at_);
  auto* const from = static_cast<std::byte*>(old.data);
  const std::size_t bytes = type_->base->size_bytes;
  const std::size_t kept = std::min(old_size, size);
  void* made = nullptr;
  if (size > 0) {
    made = std::calloc(size, bytes);
    if (made == nullptr) throw std::bad_alloc();
    if (kept > 0) std::memcpy(made, from, kept * bytes);
  }
  if (old_size > kept) model::free_values(*type_->base, from + kept * bytes, old_size - kept);
  std::free(from);
  model::store(memory(), Vlen{size, made});
}

Element Element::operator[](std::size_t index) const {
  return {*type_->base, at_index(*type_, at_, index)};
}

Element Element::field(std::string_view name, std::size_t index) const {
  const FieldPlace place = find_field(*type_, name, index);
  return {*place.type, memory() + place.offset};
}

std::span<std::byte> Element::bytes() const noexcept { return {memory(), type_->size_bytes}; }

// ---- Elements ----

Elements::Elements(const DataType& type, std::size_t count)
    : values_(std::make_unique<model::Values>(type.model(), count)) {}
Elements::Elements(model::Values values)
    : values_(std::make_unique<model::Values>(std::move(values))) {}
Elements::Elements(const Elements& other)
    : values_(std::make_unique<model::Values>(*other.values_)) {}
Elements::Elements(Elements&& other) noexcept = default;
Elements& Elements::operator=(Elements other) noexcept {
  values_.swap(other.values_);
  return *this;
}
Elements::~Elements() = default;

Elements Elements::of_characters(std::string_view text) {
  return Elements(model::text_values(text));
}

Elements Elements::of_texts(std::span<const std::string> texts) {
  Elements elements(ElementType::text, texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) elements[i].set_text(texts[i]);
  return elements;
}

DataType Elements::type() const { return DataType(values_->type()); }
std::size_t Elements::count() const noexcept { return values_->count(); }

ElementView Elements::operator[](std::size_t index) const {
  require_below(index, count());
  return {*values_->type(), values_->data() + index * values_->type()->size_bytes};
}

Element Elements::operator[](std::size_t index) {
  require_below(index, count());
  return {*values_->type(), values_->data() + index * values_->type()->size_bytes};
}

std::span<const std::byte> Elements::bytes() const noexcept {
  return {values_->data(), values_->size_bytes()};
}

std::span<std::byte> Elements::bytes() noexcept { return {values_->data(), values_->size_bytes()}; }

std::vector<std::string> Elements::texts() const {
  const auto texts = model::texts_of(*values_);
  return {texts.begin(), texts.end()};
}

std::string ops::cdl_of(const Type& type, const std::byte* elements, std::size_t count) {
  CdlStyle style;
  style.exact = true;
  std::string text;
  cdl::append_value_list(text, type, elements, count, style);
  return text;
}

std::string Elements::cdl() const {
  return ops::cdl_of(*values_->type(), values_->data(), count());
}

bool operator==(const Elements& a, const Elements& b) { return *a.values_ == *b.values_; }

// ---- Types ----

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
