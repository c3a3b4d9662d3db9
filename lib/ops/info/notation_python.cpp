// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "filter/registry/known_ids.hpp"
#include "filter/registry/registry.hpp"
#include "filter/spec/chain_order.hpp"
#include "ops/info/notation.hpp"

namespace ncf::ops {
namespace {

/// The filters that h5py's create_dataset orders itself: shuffle, one compressor, fletcher32.
struct PlainChain {
  bool shuffle = false;
  const Filter* compressor = nullptr;
  bool fletcher32 = false;
};

std::optional<PlainChain> find_plain(const Chain& chain) {
  PlainChain plain;
  std::size_t at = 0;
  const auto is_next = [&](std::uint32_t id) { return at < chain.size() && chain[at].id == id; };
  if (is_next(filter::shuffle_id)) {
    plain.shuffle = true;
    ++at;
  }
  // h5py has type-dependent arguments of its own for these two.
  const bool is_typed = is_next(filter::nbit_id) || is_next(filter::scaleoffset_id);
  if (at < chain.size() && !is_next(filter::fletcher32_id) && !is_typed) {
    plain.compressor = &chain[at++];
  }
  if (is_next(filter::fletcher32_id)) {
    plain.fletcher32 = true;
    ++at;
  }
  if (at < chain.size()) return std::nullopt;
  return plain;
}

/// Joins the arguments of a Python function, without empty ones.
std::string joined_arguments(std::initializer_list<std::string_view> arguments) {
  std::string text;
  for (const std::string_view argument : arguments) {
    if (!text.empty() && !argument.empty()) text += ", ";
    text += argument;
  }
  return text;
}

std::string create_dataset(const PlainChain& plain, std::string_view compression) {
  return fmt::format("f.create_dataset('v', data=data, chunks=True{}{}{}{})",
                     plain.shuffle ? ", shuffle=True" : "", compression.empty() ? "" : ", ",
                     compression, plain.fletcher32 ? ", fletcher32=True" : "");
}

std::string h5py_compression(const Filter& one) {
  if (const auto own = notation_in(filter::Program::h5py, one)) return own->text;
  std::string text = fmt::format("compression={}", one.id);
  if (!one.parameters.empty()) {
    text += fmt::format(", compression_opts={}", python_tuple(one.parameters));
  }
  return text;
}

/// Returns the low-level h5py call that adds a filter to the property list `p`.
std::string h5py_call(const Filter& one) {
  if (const auto own = notation_in(filter::Program::h5py_call, one)) return "p." + own->text;
  return fmt::format("p.set_filter({}, h5py.h5z.FLAG_{}, {})", one.id,
                     filter::is_optional(one) ? "OPTIONAL" : "MANDATORY",
                     python_tuple(one.parameters));
}

// ---- netCDF4-python ----

/// Returns the filters that createVariable makes, in libnetcdf's order: fletcher32, shuffle and
/// deflate, or fletcher32 and another compressor.
std::optional<PlainChain> find_of_netcdf(const Chain& chain) {
  PlainChain plain;
  for (const Filter& one : filter::in_order_of_libnetcdf(chain)) {
    if (one.id == filter::fletcher32_id && !plain.fletcher32) {
      plain.fletcher32 = true;
    } else if (one.id == filter::shuffle_id && !plain.shuffle) {
      plain.shuffle = true;
    } else if (plain.compressor == nullptr) {
      plain.compressor = &*std::find(chain.begin(), chain.end(), one);
    } else {
      return std::nullopt;
    }
  }
  const bool is_deflate = plain.compressor != nullptr && plain.compressor->id == filter::deflate_id;
  return plain.shuffle && !is_deflate ? std::nullopt : std::optional(plain);
}

/// Returns the arguments of createVariable, which by default shuffles for deflate; empty if it has
/// none for the compressor.
FilterNotation netcdf4_arguments(const PlainChain& plain, filter::Program program) {
  const std::string_view checksum = plain.fletcher32 ? "fletcher32=True" : "";
  if (plain.compressor == nullptr) return {std::string(checksum), ""};
  const auto own = notation_in(program, *plain.compressor);
  if (!own || own->text.empty()) return {};
  const bool is_deflate = plain.compressor->id == filter::deflate_id;
  const std::string_view shuffle = plain.shuffle ? "shuffle=True" : "shuffle=False";
  return {joined_arguments({own->text, is_deflate ? shuffle : "", checksum}), own->note};
}

}  // namespace

Notation h5py_notation(const Chain& chain) {
  if (const std::optional<PlainChain> plain = find_plain(chain)) {
    const Filter* one = plain->compressor;
    return {"h5py", create_dataset(*plain, one != nullptr ? h5py_compression(*one) : ""), ""};
  }
  std::string text = "p = h5py.h5p.create(h5py.h5p.DATASET_CREATE); ";
  for (const Filter& one : chain) text += h5py_call(one) + "; ";
  return {"h5py", text + "f.create_dataset('v', data=data, chunks=True, dcpl=p)", ""};
}

Notation hdf5plugin_notation(const Chain& chain) {
  const std::optional<PlainChain> plain = find_plain(chain);
  const auto own = plain && plain->compressor != nullptr
                       ? notation_in(filter::Program::hdf5plugin, *plain->compressor)
                       : std::nullopt;
  if (!own) return {"hdf5plugin", "", "hdf5plugin has no object for it, use h5py"};
  return {"hdf5plugin", create_dataset(*plain, "**hdf5plugin." + own->text), own->note};
}

Notation netcdf4_python_notation(const Chain& chain) {
  const std::string name = "netCDF4-python";
  const std::optional<PlainChain> plain = find_of_netcdf(chain);
  FilterNotation made;
  if (plain) made = netcdf4_arguments(*plain, filter::Program::netcdf4_python);
  if (made.text.empty()) {
    return {name, "", fmt::format("createVariable cannot make {}", filter::describe(chain))};
  }
  std::string note = netcdf_note(chain);
  if (!note.empty() && !made.note.empty()) note += "; ";
  return {name, fmt::format("f.createVariable('v', data.dtype, ('y', 'x'), {})", made.text),
          note + made.note};
}

// xarray passes only some arguments to netCDF4-python, and those of h5py to h5netcdf, which puts
// fletcher32 last.
std::optional<XarrayEncoding> find_xarray_encoding(const Chain& chain) {
  if (chain.empty()) return XarrayEncoding{};
  if (const auto plain = find_of_netcdf(chain); plain && netcdf_note(chain).empty()) {
    FilterNotation made = netcdf4_arguments(*plain, filter::Program::xarray);
    if (!made.text.empty()) return XarrayEncoding{std::move(made.text), false};
  }
  const std::optional<PlainChain> plain = find_plain(chain);
  if (!plain) return std::nullopt;
  return XarrayEncoding{
      joined_arguments({plain->compressor != nullptr ? h5py_compression(*plain->compressor) : "",
                        plain->shuffle ? "shuffle=True" : "",
                        plain->fletcher32 ? "fletcher32=True" : ""}),
      true};
}

Notation xarray_notation(const Chain& chain) {
  const auto encoding = find_xarray_encoding(chain);
  if (!encoding) {
    return {"xarray", "", fmt::format("no encoding makes {}", filter::describe(chain))};
  }
  return {"xarray",
          fmt::format("ds.to_netcdf('out.nc', engine='{}', encoding={{'v': dict({})}})",
                      encoding->needs_h5netcdf ? "h5netcdf" : "netcdf4", encoding->arguments),
          ""};
}

}  // namespace ncf::ops
