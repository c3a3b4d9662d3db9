// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The types of netCDF's data model: twelve atomic types, and user-defined types built from them.
// A Type is immutable and shared. Atomic types are singletons, so pointers to them compare equal.
// Sizes and offsets are those of values in memory, as libnetcdf's C interface lays them out.
// Files and texts may be damaged, so sizes and paths have limits.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/library/module_api.hpp"
#include "model/grid/box.hpp"

namespace ncf::model {

enum class TypeClass {
  byte_,
  char_,
  short_,
  int_,
  float_,
  double_,
  ubyte,
  ushort,
  uint,
  int64,
  uint64,
  string,
  opaque,
  enumeration,
  vlen,
  compound,
};

struct Type;
using TypeRef = std::shared_ptr<const Type>;

struct EnumMember {
  std::string name;
  std::vector<std::byte> value;  ///< one value of the enumeration's base type
};

struct CompoundField {
  std::string name;
  std::size_t offset_bytes = 0;
  TypeRef type;
  std::vector<std::size_t> shape;  ///< empty for a single value

  [[nodiscard]] std::size_t value_count() const noexcept { return model::value_count(shape); }
};

struct Type {
  TypeClass type_class = TypeClass::byte_;
  std::string name;            ///< "float", or the user's name
  std::size_t size_bytes = 0;  ///< of one value in memory; a string is a pointer
  TypeRef base;                ///< of enumeration and vlen
  std::vector<EnumMember> members;
  std::vector<CompoundField> fields;
  /// The type contains no string or vlen, so values can be moved as one block of bytes. `make_type`
  /// finds this out.
  bool is_fixed_size = true;

  [[nodiscard]] bool is_atomic() const noexcept { return type_class <= TypeClass::string; }
  [[nodiscard]] bool is_floating_point() const noexcept {
    return type_class == TypeClass::float_ || type_class == TypeClass::double_;
  }
  [[nodiscard]] bool is_number() const noexcept {
    return type_class < TypeClass::string && type_class != TypeClass::char_;
  }
  [[nodiscard]] bool is_integer() const noexcept { return is_number() && !is_floating_point(); }
};

/// A variable-length value in memory. The bytes come from malloc and belong to the owner of the
/// value.
struct Vlen {
  std::size_t length = 0;  ///< values, not bytes
  void* data = nullptr;
};

/// Returns an atomic type. `type_class` must be that of one.
NCF_MODULE_API const TypeRef& atomic_type(TypeClass type_class);

/// Returns whether two types have the same values, layout and names.
NCF_MODULE_API bool same_type(const Type& a, const Type& b);

/// Does the same, whatever the names of the two types themselves.
bool same_type_but_for_name(const Type& a, const Type& b);

/// The deepest nesting of types.
inline constexpr std::size_t max_nested_types = 32;

/// The largest size of one value of any type.
inline constexpr std::size_t max_type_bytes = std::size_t{1} << 30U;

/// The longest path of an object in an HDF5 file. Paths are kept and shown whole, and groups can be
/// nested without end.
inline constexpr std::size_t max_path_bytes = 4096;

/// Returns 1 for an atomic type, 2 for a list of these.
[[nodiscard]] std::size_t depth_of(const Type& type) noexcept;

/// Returns an immutable type, with `is_fixed_size` according to its class and its fields.
[[nodiscard]] NCF_MODULE_API TypeRef make_type(Type type);

/// Appends a field at the next offset that a C compiler would choose. Returns false if the compound
/// becomes larger than `max_type_bytes`.
[[nodiscard]] bool append_field(Type& compound, CompoundField field);

/// Pads a compound after its last field, so that elements of arrays are aligned.
void pad_compound(Type& compound) noexcept;

/// Returns whether a file can contain a block of these lengths: whether its bytes can be counted,
/// even if another length is 0.
[[nodiscard]] bool fits_any_file(std::span<const std::size_t> lengths,
                                 std::size_t value_bytes) noexcept;

}  // namespace ncf::model
