// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <span>

#include "filter/known_ids.hpp"
#include "ops/info/notation.hpp"
#include "ops/info/program_notation.hpp"

namespace ncf::ops {
namespace {

/// A Python tuple: `(9,)`, `(1, 0)`.
std::string tuple_of(std::span<const std::uint32_t> words) {
  if (words.size() == 1) return fmt::format("({},)", words.front());
  return fmt::format("({})", fmt::join(words, ", "));
}

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

std::string create_dataset(const PlainChain& plain, std::string_view compression) {
  return fmt::format("f.create_dataset('v', data=data, chunks=True{}{}{}{})",
                     plain.shuffle ? ", shuffle=True" : "", compression.empty() ? "" : ", ",
                     compression, plain.fletcher32 ? ", fletcher32=True" : "");
}

std::string h5py_compression(const Filter& one) {
  if (const auto own = notation_in(filter::Program::h5py, one)) return own->text;
  std::string text = fmt::format("compression={}", one.id);
  if (!one.parameters.empty()) {
    text += fmt::format(", compression_opts={}", tuple_of(one.parameters));
  }
  return text;
}

/// The low-level h5py call that adds a filter to the property list `p`.
std::string h5py_call(const Filter& one) {
  if (const auto own = notation_in(filter::Program::h5py_call, one)) return "p." + own->text;
  return fmt::format("p.set_filter({}, h5py.h5z.FLAG_OPTIONAL, {})", one.id,
                     tuple_of(one.parameters));
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

}  // namespace ncf::ops
