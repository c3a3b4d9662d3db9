// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The elements of an array: the spelling of their type in both Zarr formats, the netCDF type, and
// conversion between bytes and values. Pure functions, any thread.
//
//   netCDF            Zarr v2    Zarr v3
//   byte              |i1        int8
//   char              |S1        null_terminated_bytes of length 1
//   short             <i2 >i2    int16, the order in codec `bytes`
//   float             <f4        float32
//   string            |S12       null_terminated_bytes     text padded with NULs
//   string            <U12       fixed_length_utf32
//   string            |O         string                    codec vlen-utf8
//   string (read only) |O        variable_length_bytes     codec vlen-bytes
//   byte enum bool    |b1        bool                      {FALSE = 0, TRUE = 1}, as in h5py
//   float (read only) <f2        float16, bfloat16
//   int64 (read only) <M8[s]     numpy.datetime64, numpy.timedelta64; `units` by CF
//   compound {r, i}   <c8        complex64, complex128
//   opaque            |V3        raw_bytes                 also r24 (read only)
//
// source: Zarr v2 specification, "Data type encoding"; Zarr v3 specification, "Data types";
// zarr-extensions
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json/json.hpp"
#include "filter/kernels/kernel.hpp"
#include "model/schema/schema.hpp"
#include "model/values/values.hpp"

namespace ncf::store::zarr {

/// Size of a character in `Element::Kind::unicode`.
inline constexpr std::size_t unicode_bytes = 4;

/// Longer elements are not read.
inline constexpr std::size_t max_element_bytes = std::size_t{1} << 20U;

/// The calendar and the origin of NumPy's dates.
inline constexpr std::string_view numpy_calendar = "proleptic_gregorian";
inline constexpr std::string_view numpy_epoch = "since 1970-01-01";

struct Element {
  enum class Kind {
    boolean,
    signed_integer,
    unsigned_integer,
    floating,
    character,    ///< a byte of text
    text,         ///< bytes padded with NULs
    unicode,      ///< 4 bytes per character, padded with zeros
    string,       ///< of any length
    byte_string,  ///< bytes of any length
    complex,      ///< two floats
    opaque,
  };

  Kind kind = Kind::opaque;
  std::size_t bytes = 1;  ///< of one stored element; 0 for any length
  std::endian byte_order = std::endian::little;
  std::string name = {};   ///< for `opaque`: the type's name in netCDF; "bfloat16" for these
  std::string units = {};  ///< for integers that are dates or time spans: units by CF

  /// Returns false as long as nothing else is set.
  [[nodiscard]] bool is_known() const noexcept { return kind != Kind::opaque || !name.empty(); }
  [[nodiscard]] bool has_byte_order() const noexcept {
    return kind != Kind::opaque && kind != Kind::text && bytes > 1;
  }
  /// Returns the bytes that the byte order applies to: half of a complex number.
  [[nodiscard]] std::size_t number_bytes() const noexcept {
    return kind == Kind::complex ? bytes / 2 : bytes;
  }
  /// Returns whether each element has a length of its own.
  [[nodiscard]] bool has_any_length() const noexcept {
    return kind == Kind::string || kind == Kind::byte_string;
  }
  /// Returns whether it is a 2-byte float, which netCDF does not have.
  [[nodiscard]] bool is_half() const noexcept { return kind == Kind::floating && bytes == 2; }
  /// Returns whether such a float has the exponent of a float of 4 bytes.
  [[nodiscard]] bool is_bfloat16() const noexcept { return is_half() && !name.empty(); }

  friend bool operator==(const Element&, const Element&) = default;
};

/// Parses Zarr v2's "dtype": a text, or a list for structures.
/// throws: Error(unsupported) for types without a known fixed size.
Element parse_dtype(const base::Json& dtype);
std::string format_dtype(const Element& element);

/// Parses Zarr v3's "data_type". byte_order: from codec `bytes`.
Element parse_data_type(const base::Json& data_type, std::endian byte_order);
base::Json format_data_type(const Element& element);

/// Returns the netCDF type for elements.
model::TypeRef type_of(const Element& element);

/// Returns the element for a netCDF type.
/// throws: Error(unsupported) for user-defined types other than complex numbers, booleans and
/// opaque ones.
Element element_of(const model::Type& type, model::ByteOrder byte_order);

/// Returns whether elements can have values of a netCDF type.
[[nodiscard]] bool has_element(const model::Type& type);

/// Returns the type of complex numbers of r and i for a compound of the same floats that names them
/// "real" and "imag" or "re" and "im"; null for all others.
[[nodiscard]] model::TypeRef find_complex(const model::Type& type);

/// Returns whether values of a type are booleans, as h5py stores them.
[[nodiscard]] bool is_boolean(const model::Type& type);

/// Returns the name for model::StoredForm; empty for texts and elements without a netCDF type.
std::string_view element_name(const Element& element);
model::ByteOrder byte_order_of(const Element& element);

/// Returns the type of numbers for filter/codecs/own_codecs.hpp; 0 for elements without one.
[[nodiscard]] std::uint32_t number_parameter(const Element& element);

/// Returns what filter parameters depend on.
filter::ChunkLayout chunk_layout(const Element& element, std::span<const std::size_t> chunk_shape);

/// Converts stored bytes to values. values: one for each element, of `type_of(element)`.
/// Not for elements of any length. throws: Error(unsupported) for a text that contains a NUL.
void read_elements(const Element& element, std::span<const std::byte> stored,
                   model::Values& values);
/// throws: Error(unsupported) for a text longer than the element.
void write_elements(const Element& element, const model::Values& values,
                    std::span<std::byte> stored);

/// Replaces value `index` of strings.
/// throws: Error(unsupported) for a text that contains a NUL.
void set_string(model::Values& values, std::size_t index, std::string_view text);
/// Returns string `index`; "" for a null one.
std::string_view get_string(const model::Values& values, std::size_t index);

/// Returns the netCDF type that elements are read as, with the difference; empty if there is none.
std::string find_difference(const Element& element);

/// Returns the codec for elements of any length, in both versions of Zarr; empty for other
/// elements.
constexpr std::string_view vlen_codec(Element::Kind kind) noexcept {
  if (kind == Element::Kind::string) return "vlen-utf8";
  return kind == Element::Kind::byte_string ? "vlen-bytes" : "";
}

/// Decode and encode strings as these codecs do: their number, then each with its length in bytes,
/// all as 4 little-endian bytes. throws: Error(corrupt) if there are not `count` strings.
/// source: numcodecs, vlen-utf8 and vlen-bytes
model::Values parse_vlen_strings(std::span<const std::byte> bytes, std::size_t count);
std::vector<std::byte> format_vlen_strings(const model::Values& strings);

}  // namespace ncf::store::zarr
