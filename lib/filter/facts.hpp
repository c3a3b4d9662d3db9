// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The terms in which facts about filters are stated. Each plugins/<name>/filter.hpp describes one
// filter, plugins/known those that we do not ship, and plugins/numcodecs/facts.hpp codecs without a
// filter; registry_table.cpp lists them all. Plugins take their codecs from the same facts, so this
// header includes only the standard library.
// Constant data; any thread.
//
// The parameters of a filter, its `cd_values`, have two forms, named as in netCDF. The *visible*
// form is what users write and `H5Pset_filter` receives. The *working* form is what a file stores,
// after the filter's `set_local` has added facts about the variable. Each form is one or more
// `Layout`s.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ncf::filter {

/// A filter's parameters as passed to libhdf5.
using CdValues = std::span<const std::uint32_t>;

// ---- parameters ----

/// The contents of a parameter, and who sets it.
enum class Kind : std::uint8_t {
  integer,    ///< set by the user: an integer; negative ones as 32-bit two's complement
  choice,     ///< set by the user: one of several names, each with a number
  real,       ///< set by the user: a double in two cd_values
  automatic,  ///< set by the filter from the variable; a user leaves 0
  /// Set by the user: a type of numbers, as `number_parameter` makes it; 0: that of the values.
  number_type,
  mode,  ///< set by the layout: the number that distinguishes it from the filter's other layouts
};

/// One of the values of a `Kind::choice`.
struct Choice {
  std::string_view name;
  std::uint32_t number = 0;
};

/// Returns a type of numbers as a parameter. kind: NumPy's i, u or f.
constexpr std::uint32_t number_parameter(char kind, std::size_t bytes, bool is_big_endian) {
  return static_cast<std::uint32_t>(kind) << 16U | static_cast<std::uint32_t>(bytes) << 8U |
         (is_big_endian ? 1U : 0U);
}

/// Returns the bytes of such a number; 0 if the parameter is 0.
constexpr std::size_t bytes_of_numbers(std::uint32_t numbers) { return numbers >> 8U & 0xFFU; }

inline constexpr double largest_cd_value = 4294967295.0;

/// The `maximum` of a real without a limit.
inline constexpr double unbounded = std::numeric_limits<double>::max();

/// One parameter: one cd_value, two for a `real`.
struct Parameter {
  std::string_view name = {};
  Kind kind = Kind::integer;
  double minimum = 0;                 ///< for integer and real, inclusive
  double maximum = largest_cd_value;  ///< for integer and real, inclusive
  std::uint32_t multiple_of = 1;      ///< for integer
  std::span<const Choice> choices = {};
  std::span<const Choice> flags = {};  ///< for choice: bits that may be added to the number
  bool high_word_first = false;        ///< for real
  /// The value if the user gives none, and what the filter does if it is missing; if the
  /// filter requires it, the usual value of its library. For `mode` the number. If empty, the
  /// user must give a value.
  std::optional<double> default_value = std::nullopt;
  /// If it is not given, this parameter and all later ones are left out.
  bool may_be_left_out = false;
  std::string_view help = {};  ///< a phrase without a full stop
};

/// Returns a parameter that the filter sets itself.
constexpr Parameter automatic(std::string_view name, std::string_view help) {
  return {.name = name, .kind = Kind::automatic, .help = help};
}

/// Returns the parameter that distinguishes a layout from the others.
constexpr Parameter mode(double number) {
  return {.name = "mode", .kind = Kind::mode, .default_value = number, .help = "how to compress"};
}

/// A parameter that must not be larger than another one.
struct Limit {
  std::string_view parameter;
  std::string_view at_most;
};

/// The cd_values of a filter in one form and mode.
struct Layout {
  std::string_view mode = {};  ///< name for users; empty if the filter has only one layout
  std::span<const Parameter> parameters = {};
  std::size_t min_cd_values = 0;  ///< with fewer cd_values it is not this layout
  std::span<const Limit> limits = {};
};

/// For filters that take no parameters.
inline constexpr Layout no_parameters[] = {{}};

// ---- types of values ----

enum class ValueClass : std::uint8_t { integer, unsigned_integer, real, enumeration, other };

/// The type of a variable, as far as filters distinguish types.
struct ValueType {
  ValueClass value_class = ValueClass::other;
  std::size_t bytes = 0;       ///< of one value
  bool is_big_endian = false;  ///< only for tests of codecs

  [[nodiscard]] constexpr bool is_number() const noexcept {
    return value_class == ValueClass::integer || value_class == ValueClass::unsigned_integer ||
           value_class == ValueClass::real;
  }
};

/// The reason why a filter cannot encode values of a type: "szip encodes numbers". The message adds
/// the type.
struct TypeObjection {
  std::string_view encodes;
  std::string_view instead = {};  ///< a spec for the type; empty if there is none
  std::string_view before_type = ", not ";
};

/// Returns empty if the filter, with these parameters, can encode such values.
using TypeTest = std::optional<TypeObjection> (*)(CdValues visible, const ValueType& type);

/// The shape of a variable's chunks, as far as filters distinguish shapes.
struct ChunkShape {
  std::span<const std::size_t> lengths;
  bool is_in_zarr = false;

  [[nodiscard]] constexpr std::size_t value_count() const noexcept {
    std::size_t count = 1;
    for (const std::size_t length : lengths) count *= length;
    return count;
  }
};

/// Returns why the filter, with these parameters, cannot encode such chunks; empty if it can.
using ShapeTest = std::optional<std::string> (*)(CdValues visible, const ChunkShape& chunk);

// ---- Zarr's codecs ----

/// The meaning of a member of a codec.
enum class MemberRole : std::uint8_t {
  parameter,     ///< the filter's parameter `CodecMember::parameter`
  mode,          ///< one of `CodecMember::words`, which selects the layout
  element_size,  ///< bytes of one value, which the filter determines itself; 0 and null leave that
                 ///< to readers
  extra,         ///< something that the filter lacks; its default is what the filter does
  ignored,       ///< implied by another member
  null,          ///< something that the kernel lacks; must be null, and is not written
};

/// How a number is spelled in JSON.
enum class Spelling : std::uint8_t { number, word, flag };

/// A member of a codec's JSON.
struct CodecMember {
  std::string_view name = {};
  MemberRole role = MemberRole::parameter;
  /// The filter's name for the member, if it differs. For an element size, the working parameter
  /// that contains it, if there is one.
  std::string_view parameter = {};
  double default_value =
      0;  ///< the codec's own default, if the member is missing; NaN: it must not be
  Spelling spelling = Spelling::number;
  /// Words and their numbers: for a mode those of the layout, for a parameter those of the JSON if
  /// they differ from the parameter's choices.
  std::span<const Choice> words = {};
  bool is_only_read = false;    ///< not all readers know the member
  bool may_be_missing = false;  ///< null means its default too, which is not written
  bool minus_one_is_by_size =
      false;  ///< numcodecs' AUTOSHUFFLE: bits for single bytes, otherwise bytes
  /// Returns the number that a number means to the codec; null if each means itself.
  double (*meaning)(double number) = nullptr;
  /// The layout that a number below 0 selects, if the member belongs to the mode; empty if none.
  std::string_view mode_below_zero = {};
};

/// A codec of Zarr. It may have two tables of members: the one that numcodecs defined, used in Zarr
/// v2 (`{"id":"blosc","shuffle":1}`) and under the names `numcodecs.*` of v3; and Zarr v3's own
/// (`{"name":"blosc","configuration":{"shuffle":"shuffle"}}`), where the same member may be spelled
/// differently.
/// source: numcodecs' codec configurations; Zarr v3 specification and zarr-extensions
struct CodecFacts {
  std::string_view numcodecs_id = {};
  std::span<const CodecMember> members = {};
  std::string_view core_name = {};  ///< name in Zarr v3, if the codec has its own form there
  std::span<const CodecMember> core_members = {};
  bool takes_values = false;  ///< in Zarr v3 it takes the place of `bytes`
  /// The difference between the codec's bytes and the filter's; empty if there is none.
  std::string_view difference = {};
  /// Returns whether a kernel with these working parameters produces the codec's bytes
  /// nevertheless; null if no kernel does.
  bool (*makes_bytes)(CdValues working) = nullptr;
  /// What to write instead, if a user's codec must not be interpreted as the filter.
  std::string_view instead = {};
  TypeTest why_not_on_type = nullptr;  ///< if the codec accepts fewer types than the filter
};

// ---- notations of other programs ----

/// Programs that write some filters in another way than by id and cd_values.
enum class Program : std::uint8_t {
  h5repack,
  nco,             ///< an item of ncks --cmp
  h5py,            ///< arguments of create_dataset
  h5py_call,       ///< a method of a property list
  hdf5plugin,      ///< a class and its arguments
  netcdf4_python,  ///< arguments of createVariable
  xarray,          ///< the same, as far as xarray passes them on
};

/// How a program writes a filter. `{level}` is replaced by a parameter's value, `{mask:EC|NN}` for
/// one of the texts, in the order of the parameter's choices.
struct ProgramNotation {
  Program program = Program::h5repack;
  std::string_view text = {};  ///< empty if the program cannot
  bool (*applies)(CdValues visible) =
      nullptr;  ///< if only for some parameters; the first that applies is used
  std::string_view note = {};
};

// ---- filters ----

/// The sources from which a user can get a filter.
struct Providers {
  bool hdf5 = false;                     ///< built into HDF5
  bool ncf = false;                      ///< a plugin of our own; in the registry, in this build
  std::string_view ncf_built_with = {};  ///< library that such a plugin needs, if not all builds
                                         ///< have one
  std::string_view debian_package = {};  ///< of Debian 12
  bool python_hdf5plugin = false;        ///< the Python package hdf5plugin
};

/// Programs that read the filter as they are installed, without plugins.
struct Readers {
  /// Any netCDF. source: netCDF-C requires an HDF5 with zlib; every HDF5 has shuffle and
  /// fletcher32.
  bool netcdf = false;
  /// h5py alone. source: h5py/_hl/filters.py (lzf is part of h5py); h5z.filter_avail of Debian's
  /// h5py without plugins; h5py's wheels contain libaec for szip (h5py issue 731), as does the HDF5
  /// of conda-forge (hdf5-feedstock pull request 179)
  bool h5py = false;
  /// xarray by its engine netcdf4 as well as by h5netcdf. source: as for h5py, but lzf is not
  /// part of libhdf5, which netCDF4 uses
  bool xarray = false;
  /// zarr-python in a Zarr store. source: numcodecs.registry; bytes as compared in both directions
  bool zarr_python = false;
  /// netCDF-Java. source: package ucar.nc2.filter of cdm-core 5; netcdf-java issue 1447 and
  /// thredds issue 555 about others
  bool netcdf_java = false;
};

/// What a filter takes and returns, in the classes of Zarr v3. It decides which orders of filters
/// keep values: see chain_order.hpp.
/// source: Zarr v3 specification, "Codecs"
enum class FilterKind : std::uint8_t {
  values_to_values,  ///< rounds values, which stay values
  values_to_bytes,   ///< encodes values, possibly with loss; the default for unknown filters
  bytes_to_bytes,    ///< permutes, checks or compresses any bytes without loss
};

/// Converts working cd_values that hold more than their layout describes to visible form; empty if
/// they are not of that kind.
using WorkingReader = std::optional<std::vector<std::uint32_t>> (*)(CdValues working);

/// Whether a filter changes values.
enum class Loss : std::uint8_t { none, some, unknown };

/// Returns whether a filter with these parameters changes values.
using LossTest = Loss (*)(CdValues visible);

/// The `LossTest` of filters that always round, and of those that never do.
constexpr Loss always(CdValues /*visible*/) { return Loss::some; }
constexpr Loss never(CdValues /*visible*/) { return Loss::none; }

/// Returns the filter's bound on the absolute error; empty if it has none.
using ErrorBound = std::optional<double> (*)(CdValues visible);

/// Returns the largest magnitude of floating-point numbers of so many bytes that are certain to
/// keep the error bound; 0 if none are. Larger numbers may exceed it by the rounding errors of the
/// filter.
using CertainMagnitude = double (*)(CdValues visible, std::size_t bytes);

/// The facts about a filter.
/// source: the list of filters registered with The HDF Group; parameters as measured with the
/// filters themselves
struct FilterFacts {
  std::uint32_t id = 0;
  std::string_view name = {};
  std::span<const std::string_view> aliases = {};
  std::string_view description = {};  ///< one line, without a full stop
  /// The text that HDF5 stores with the id and h5dump shows as COMMENT. For a filter that others
  /// made first, this is their text.
  std::string_view comment = name;
  FilterKind kind = FilterKind::values_to_bytes;
  Providers providers = {};
  Readers read_by = {};
  /// Several if a mode decides which parameters there are. Empty if the parameters are unknown:
  /// users then give cd_values.
  std::span<const Layout> visible = {};
  std::span<const Layout> working = {};  ///< if it differs from the visible form
  WorkingReader read_working =
      nullptr;                       ///< set if working cd_values must never be given as visible
  LossTest loss = nullptr;           ///< null: unknown, or none if the kind is bytes_to_bytes
  ErrorBound error_bound = nullptr;  ///< null if it has no bound
  CertainMagnitude certain_magnitude = nullptr;  ///< null if it is not known
  /// Length, along each dimension, of the block whose values a lossy filter encodes together: 1 if
  /// each value is encoded alone, 0 if the block may be the whole chunk.
  std::size_t block_edge = 0;
  TypeTest why_not_on_type = nullptr;  ///< null if it encodes all types, as far as known
  /// Why it is not to be requested for a type, though files have it. Null if there is no reason.
  TypeTest why_not_requested = nullptr;
  /// Whether other implementations of the filter cannot decode big-endian numbers.
  bool is_for_little_endian = false;
  ShapeTest why_not_on_shape = nullptr;  ///< null if it encodes chunks of any shape
  /// Parameters that match no layout are valid too: another filter has the same id, or versions
  /// differ.
  bool open = false;
  /// Whether files have it as an optional filter unless a user requests otherwise. This is how
  /// libhdf5 defines its own filters, except checksums; and some filters fail on chunks that they
  /// cannot make smaller.
  bool is_usually_optional = false;
  std::span<const CodecFacts> codecs = {};  ///< for Zarr; empty, or the first one is written
  std::string_view in_zarr = {};            ///< a similar spec, if no codec has its bytes
  std::span<const ProgramNotation> notations = {};
  /// Specs that `ncfinfo tune` tries. Shuffle does nothing for values of one byte and little for
  /// most texts, so some omit it.
  std::span<const std::string_view> candidates = {};
  /// A spec to try if an absolute error is allowed; the error follows it: "zfp,accuracy=".
  std::string_view candidate_within_error = {};
};

/// Returns whether a filter with these facts and parameters changes values.
constexpr Loss loss_by(const FilterFacts& facts, CdValues visible) {
  if (facts.loss != nullptr) return facts.loss(visible);
  return facts.kind == FilterKind::bytes_to_bytes ? Loss::none : Loss::unknown;
}

}  // namespace ncf::filter
