// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <span>

#include "filter/describe.hpp"
#include "filter/known_ids.hpp"
#include "filter/registry.hpp"
#include "filter/words.hpp"
#include "ops/info/notation.hpp"

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

std::string szip_options(const std::vector<std::uint32_t>& words) {
  constexpr std::uint32_t nearest_neighbour = 32;
  return fmt::format("('{}', {})", (words.at(0) & nearest_neighbour) != 0 ? "nn" : "ec",
                     words.at(1));
}

std::string h5py_compression(const Filter& one) {
  switch (one.id) {
    case filter::deflate_id:
      return fmt::format("compression='gzip', compression_opts={}", one.parameters.at(0));
    case filter::szip_id:
      return fmt::format("compression='szip', compression_opts={}", szip_options(one.parameters));
    case filter::lzf_id:
      return "compression='lzf'";
    default:
      break;
  }
  std::string text = fmt::format("compression={}", one.id);
  if (!one.parameters.empty()) {
    text += fmt::format(", compression_opts={}", tuple_of(one.parameters));
  }
  return text;
}

/// The low-level h5py call that adds a filter to the property list `p`.
std::string h5py_call(const Filter& one) {
  switch (one.id) {
    case filter::deflate_id:
      return fmt::format("p.set_deflate({})", one.parameters.at(0));
    case filter::shuffle_id:
      return "p.set_shuffle()";
    case filter::fletcher32_id:
      return "p.set_fletcher32()";
    case filter::szip_id:
      return fmt::format("p.set_szip({}, {})", one.parameters.at(0), one.parameters.at(1));
    default:
      return fmt::format("p.set_filter({}, h5py.h5z.FLAG_OPTIONAL, {})", one.id,
                         tuple_of(one.parameters));
  }
}

// ---- hdf5plugin ----

/// The values of a filter's parameters by name.
class Arguments {
 public:
  static std::optional<Arguments> of(const Filter& one) {
    const filter::FilterFacts* facts = filter::find_filter(one.id);
    if (facts == nullptr) return std::nullopt;
    auto reading = filter::read_words(*facts, one.parameters, filter::Form::user);
    if (!reading || reading->fault) return std::nullopt;
    return Arguments(std::move(*reading));
  }

  [[nodiscard]] std::string_view mode() const { return reading_.layout->mode; }

  /// The value as in a filter spec; empty if there is none.
  [[nodiscard]] std::string get(std::string_view name) const {
    for (std::size_t i = 0; i < reading_.values.size(); ++i) {
      const filter::Parameter& parameter = reading_.layout->parameters[i];
      if (parameter.name != name) continue;
      const auto value = reading_.values[i] ? reading_.values[i] : parameter.default_value;
      return value ? format_value(parameter, *value) : "";
    }
    return "";
  }

 private:
  explicit Arguments(filter::Reading reading) : reading_(std::move(reading)) {}

  filter::Reading reading_;
};

std::string hdf5plugin_zfp(const Arguments& given) {
  if (given.mode() == "reversible") return "hdf5plugin.Zfp(reversible=True)";
  if (given.mode() == "default") return "hdf5plugin.Zfp()";
  if (given.mode() != "expert") {
    return fmt::format("hdf5plugin.Zfp({}={})", given.mode(), given.get(given.mode()));
  }
  return fmt::format("hdf5plugin.Zfp(minbits={}, maxbits={}, maxprec={}, minexp={})",
                     given.get("minbits"), given.get("maxbits"), given.get("maxprec"),
                     given.get("minexp"));
}

std::string_view hdf5plugin_shuffle(std::string_view shuffle) {
  if (shuffle == "none") return "NOSHUFFLE";
  return shuffle == "bit" ? "BITSHUFFLE" : "SHUFFLE";
}

std::string hdf5plugin_bitshuffle(const Arguments& given) {
  const bool has_level = given.get("cname") == "zstd";
  const std::string level = given.get("level");
  return fmt::format("hdf5plugin.Bitshuffle(nelems={}, cname='{}'{}{})", given.get("block"),
                     given.get("cname"), has_level ? ", clevel=" : "",
                     has_level ? (level.empty() ? "0" : level) : "");
}

/// hdf5plugin's object for a compressor; empty if it has none.
std::string hdf5plugin_object(const Filter& one) {
  const std::optional<Arguments> given = Arguments::of(one);
  if (!given) return "";
  switch (one.id) {
    case filter::bzip2_id:
      return fmt::format("hdf5plugin.BZip2(blocksize={})", given->get("level"));
    case filter::lz4_id:
      return fmt::format("hdf5plugin.LZ4(nbytes={})", given->get("block_bytes"));
    case filter::zstd_id:
      return fmt::format("hdf5plugin.Zstd(clevel={})", given->get("level"));
    case filter::blosc_id:
      return fmt::format("hdf5plugin.Blosc(cname='{}', clevel={}, shuffle=hdf5plugin.Blosc.{})",
                         given->get("cname"), given->get("clevel"),
                         hdf5plugin_shuffle(given->get("shuffle")));
    case filter::bitshuffle_id:
      return hdf5plugin_bitshuffle(*given);
    case filter::zfp_id:
      return hdf5plugin_zfp(*given);
    default:
      return "";
  }
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
  const std::string object =
      plain && plain->compressor != nullptr ? hdf5plugin_object(*plain->compressor) : "";
  if (object.empty()) return {"hdf5plugin", "", "hdf5plugin has no object for it, use h5py"};
  const bool is_fast_zstd =
      plain->compressor->id == filter::zstd_id && object.find('-') != std::string::npos;
  return {"hdf5plugin", create_dataset(*plain, "**" + object),
          is_fast_zstd ? "older versions of hdf5plugin take levels 1 to 22" : ""};
}

}  // namespace ncf::ops
