// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/elements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <new>
#include <utility>

#include "cdl/write/value_text.hpp"
#include "model/values/numbers.hpp"
#include "model/values/values.hpp"
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

}  // namespace ncf
