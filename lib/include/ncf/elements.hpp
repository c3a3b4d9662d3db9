// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Elements of any of netCDF's types in memory: numbers, strings, sequences of variable length,
// compounds that contain these, nested. Types and elements do not depend on a dataset or a file, so
// both remain valid after it is closed.
//
//   const auto words = ncf::DataType::sequence("words", ncf::ElementType::text);
//   const auto record = ncf::DataType::compound(
//       "record", {{"number", ncf::ElementType::int32}, {"names", words}});
//   ncf::Elements records(record, 2);
//   records[0].field("number").set(7);
//   records[0].field("names").resize(1);
//   records[0].field("names")[0].set_text("first");
//   const ncf::Elements copy = records;  // deep
//
// In memory, elements are as libnetcdf's C interface has them: a string is a pointer to characters,
// a sequence a length and a pointer (nc_vlen_t), a compound a struct of C. What they point to comes
// from malloc and belongs to the Elements, which frees it.
//
// Thread rule: as a std::vector. Functions throw ncf::Error: `usage` for a request that the type
// does not allow.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "ncf/export.hpp"

namespace ncf {

namespace model {
struct Type;
class Values;
}  // namespace model

/// The type of elements: netCDF's atomic types, and those that a dataset defines itself.
enum class ElementType {
  int8,
  character,
  int16,
  int32,
  float32,
  float64,
  uint8,
  uint16,
  uint32,
  int64,
  uint64,
  text,  ///< netCDF's string
  user_defined,
};

/// Returns the type of elements that are numbers of a type of C++.
template <class Number>
requires(std::is_arithmetic_v<Number> && !std::is_same_v<Number, bool>) constexpr ElementType
    element_type_of() noexcept {
  static_assert(sizeof(Number) <= 8, "netCDF has no such numbers");
  if constexpr (std::is_floating_point_v<Number>) {
    return sizeof(Number) == 4 ? ElementType::float32 : ElementType::float64;
  } else if constexpr (std::is_signed_v<Number>) {
    constexpr ElementType types[] = {ElementType::int8, ElementType::int16, ElementType::int32,
                                     ElementType::int64};
    return types[std::countr_zero(sizeof(Number))];
  } else {
    constexpr ElementType types[] = {ElementType::uint8, ElementType::uint16, ElementType::uint32,
                                     ElementType::uint64};
    return types[std::countr_zero(sizeof(Number))];
  }
}

/// An immutable type; copies share it. Equal types have the same name, structure and layout.
class NCF_API DataType {
 public:
  enum class Kind { atomic, opaque, enumeration, sequence, compound };
  struct Field;
  /// value: the bits of a uint64 beyond the range.
  struct Member {
    std::string name;
    std::int64_t value = 0;
  };

  /// throws: Error(usage) for `user_defined`, here and as a base.
  DataType(ElementType atomic);  // NOLINT(google-explicit-constructor): each of these is a type
  static DataType opaque(std::string name, std::size_t bytes);
  /// base: a type of integers.
  static DataType enumeration(std::string name, ElementType base,
                              const std::vector<Member>& members);
  static DataType sequence(std::string name, const DataType& base);
  /// Fields get the offsets that a C compiler would give them.
  static DataType compound(std::string name, const std::vector<Field>& fields);

  [[nodiscard]] Kind kind() const noexcept;
  [[nodiscard]] ElementType element_type() const noexcept;
  [[nodiscard]] const std::string& name() const noexcept;
  /// Returns the size of an element in memory, without what it points to.
  [[nodiscard]] std::size_t bytes() const noexcept;
  /// Returns whether no part of an element is a string or a sequence. This is found out once, when
  /// the type is made.
  [[nodiscard]] bool is_fixed_size() const noexcept;
  /// Of a sequence or an enumeration.
  [[nodiscard]] DataType base() const;
  [[nodiscard]] std::vector<Member> members() const;
  [[nodiscard]] std::vector<Field> fields() const;
  friend NCF_API bool operator==(const DataType& a, const DataType& b);

  /// Of the library.
  explicit DataType(std::shared_ptr<const model::Type> type) noexcept : type_(std::move(type)) {}
  [[nodiscard]] const std::shared_ptr<const model::Type>& model() const noexcept { return type_; }

 private:
  std::shared_ptr<const model::Type> type_;
};

struct DataType::Field {
  std::string name;
  DataType type;
  std::vector<std::size_t> shape = {};  ///< empty for a single element
  std::size_t offset = 0;               ///< in bytes; not used to make a type
};

/// An element in the memory of Elements, for reading. Valid until that memory is changed elsewhere.
class NCF_API ElementView {
 public:
  ElementView(const model::Type& type, const std::byte* at) noexcept : type_(&type), at_(at) {}

  /// Returns the number; of an enumeration, that of its base.
  template <class Number>
  [[nodiscard]] Number get() const {
    require_number(element_type_of<Number>());
    Number number;
    std::memcpy(&number, at_, sizeof number);
    return number;
  }
  /// Returns the text of a string; empty if it is null (NIL in CDL).
  [[nodiscard]] std::optional<std::string_view> text() const;
  /// Returns the number of elements of a sequence.
  [[nodiscard]] std::size_t size() const;
  /// Returns an element of a sequence.
  [[nodiscard]] ElementView operator[](std::size_t index) const;
  /// Returns a field of a compound. index: of a field with a shape, in C order.
  [[nodiscard]] ElementView field(std::string_view name, std::size_t index = 0) const;
  /// Returns the element itself, for characters, opaque types and structs of C.
  [[nodiscard]] std::span<const std::byte> bytes() const noexcept;

 protected:
  void require_number(ElementType type) const;
  const model::Type* type_;
  const std::byte* at_;
};

/// The same for writing.
class NCF_API Element : public ElementView {
 public:
  Element(const model::Type& type, std::byte* at) noexcept : ElementView(type, at) {}

  template <class Number>
  void set(Number number) {
    require_number(element_type_of<Number>());
    std::memcpy(memory(), &number, sizeof number);
  }
  /// Replaces the text of a string by another, or by null.
  void set_text(std::optional<std::string_view> text);
  /// Replaces a sequence by one with its first elements; new ones are zeros, null and empty.
  void resize(std::size_t size);
  [[nodiscard]] Element operator[](std::size_t index) const;
  [[nodiscard]] Element field(std::string_view name, std::size_t index = 0) const;
  /// The pointers inside belong to the Elements.
  [[nodiscard]] std::span<std::byte> bytes() const noexcept;

 private:
  [[nodiscard]] std::byte* memory() const noexcept { return const_cast<std::byte*>(at_); }
};

/// Elements of one type. Copies are deep.
class NCF_API Elements {
 public:
  /// Makes zeros: null strings, empty sequences.
  explicit Elements(const DataType& type, std::size_t count = 0);
  template <class Number>
  static Elements of(const std::vector<Number>& numbers) {
    Elements elements(element_type_of<Number>(), numbers.size());
    if (!numbers.empty())
      std::memcpy(elements.bytes().data(), numbers.data(), elements.bytes().size());
    return elements;
  }
  static Elements of_characters(std::string_view text);
  /// throws: Error(usage) for a text that contains a NUL, where netCDF's strings end.
  static Elements of_texts(std::span<const std::string> texts);
  Elements(const Elements& other);
  Elements(Elements&& other) noexcept;
  Elements& operator=(Elements other) noexcept;
  ~Elements();

  [[nodiscard]] DataType type() const;
  [[nodiscard]] std::size_t count() const noexcept;
  [[nodiscard]] ElementView operator[](std::size_t index) const;
  [[nodiscard]] Element operator[](std::size_t index);
  /// Returns the elements themselves, without what they point to.
  [[nodiscard]] std::span<const std::byte> bytes() const noexcept;
  [[nodiscard]] std::span<std::byte> bytes() noexcept;
  /// Returns all characters as one text, each string as one (empty if it is null), nothing for
  /// other types.
  [[nodiscard]] std::vector<std::string> texts() const;
  /// Returns the elements as CDL writes them: "{7, {\"first\"}}, {0, {}}".
  [[nodiscard]] std::string cdl() const;
  /// Compares strings and sequences by content, numbers by their bits.
  friend NCF_API bool operator==(const Elements& a, const Elements& b);

  /// Of the library.
  explicit Elements(model::Values values);
  [[nodiscard]] model::Values& model() noexcept { return *values_; }
  [[nodiscard]] const model::Values& model() const noexcept { return *values_; }

 private:
  std::unique_ptr<model::Values> values_;
};

}  // namespace ncf
