// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/chunks/codec_chain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "base/errors/error_context.hpp"
#include "filter/codecs/codec_interpreter.hpp"
#include "filter/codecs/own_codecs.hpp"
#include "filter/kernels/builtin.hpp"
#include "filter/registry/known_ids.hpp"
#include "filter/registry/registry.hpp"
#include "filter/spec/chain_order.hpp"
#include "ncf/error.hpp"
#include "store/zarr/metadata/element.hpp"

namespace ncf::store::zarr {
namespace {

using filter::Codec;
using filter::CodecFilter;
using filter::FilterSource;
using filter::FilterUse;
using filter::ZarrFormat;

std::string codec_place(const Codec& codec) { return fmt::format("codec {}", codec.name); }

filter::ChunkLayout layout_of(const ArrayMetadata& array) {
  filter::ChunkLayout layout = chunk_layout(array.element, array.chunk_shape);
  const auto& shape = array.expected_shape.empty() ? array.shape : array.expected_shape;
  layout.dimension_lengths.assign(shape.begin(), shape.end());
  return layout;
}

filter::ChunkLayout layout_for(const ArrayMetadata& array, const CodecFilter& filter) {
  filter::ChunkLayout layout = layout_of(array);
  if (filter.element_size > 0) layout.element_bytes = filter.element_size;
  return layout;
}

/// Finds the filter of a codec. throws: Error(unsupported) for an unknown codec.
CodecFilter filter_of(const Codec& codec, const ArrayMetadata& array, FilterSource& source) {
  try {
    return filter::filter_of(codec, array.element.bytes);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::unsupported || filter::find_form(codec)) throw;
    auto of_plugin = source.find_filter(codec);
    if (!of_plugin) throw;
    CodecFilter found;
    found.filter = std::move(*of_plugin);
    return found;
  }
}

/// Returns whether a codec only determines how values become bytes and in which order.
bool is_arrangement(const Codec& codec) {
  static constexpr std::string_view names[] = {"bytes", "transpose", "sharding_indexed",
                                               vlen_codec(Element::Kind::string),
                                               vlen_codec(Element::Kind::byte_string)};
  return std::ranges::find(names, codec.name) != std::end(names);
}

/// Returns the metadata with other codecs, without those that only arrange values.
ArrayMetadata with_codecs(const ArrayMetadata& array, const filter::CodecList& all_codecs) {
  ArrayMetadata other = array;
  other.codecs = all_codecs;
  std::erase_if(other.codecs, [](const Codec& codec) { return is_arrangement(codec); });
  return other;
}

/// Binds a filter to an array. throws: Error(unsupported), also if the available filter produces
/// other bytes than the codec.
StoredFilter bind(const CodecFilter& filter, const ArrayMetadata& array, FilterSource& source,
                  FilterUse use) {
  StoredFilter bound =
      source.bind_codec(filter.filter, layout_for(array, filter), array.shown, use);
  if (!filter.difference.empty() && !filter.makes_bytes(bound.parameters)) {
    throw Error(ErrorCode::unsupported,
                fmt::format("cannot be coded by the plugin found, because the codec {}; ncf's own "
                            "plugin can",
                            filter.difference));
  }
  return bound;
}

StoredFilter bind_if_here(const CodecFilter& filter, const ArrayMetadata& array,
                          FilterSource& source, FilterUse use) {
  try {
    return bind(filter, array, source, use);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::not_found) throw;
    return {filter.filter.id, filter.filter.parameters};
  }
}

/// Our own kernel, with its parameters, for a codec without a filter.
struct OwnKernel {
  filter::Kernel kernel;
  StoredFilter in_chain;
};

/// Returns the effort of gzip, as for deflate. Decoding does not need it, so an invalid one then
/// becomes the codec's default.
std::vector<std::uint32_t> gzip_effort(const Codec& codec, FilterUse use) {
  try {
    return filter::filter_of(codec).filter.parameters;
  } catch (const filter::MemberError&) {
    if (use == FilterUse::encode) throw;
    return filter::filter_of(filter::make_codec(codec.format, codec.name, {})).filter.parameters;
  }
}

/// numbers: as for filter::own_filter_of.
std::optional<OwnKernel> find_own_kernel(const Codec& codec, FilterUse use,
                                         std::uint32_t& numbers) {
  const auto kernel = filter::find_codec_kernel(codec);
  if (!kernel) return std::nullopt;
  StoredFilter in_chain{kernel->id(), {}};
  in_chain.parameters = kernel->id() == filter::gzip_id
                            ? gzip_effort(codec, use)
                            : filter::own_filter_of(codec, numbers).parameters;
  return OwnKernel{*kernel, std::move(in_chain)};
}

void add_filter(const Codec& codec, const ArrayMetadata& array, FilterSource& source, FilterUse use,
                ArrayFilters& filters, std::uint32_t& numbers) {
  if (const auto own = find_own_kernel(codec, use, numbers)) {
    filters.has_own_kernels = true;
    filters.chain.push_back(own->in_chain);
    if (const auto id = filter::nearest_filter(own->in_chain.id)) {
      StoredFilter nearest{*id, {}};
      if (*id == filter::deflate_id) nearest.parameters = own->in_chain.parameters;
      filters.visible.push_back(nearest);
      filters.filters.push_back(std::move(nearest));
    }
    return;
  }
  const CodecFilter filter = filter_of(codec, array, source);
  base::with_context(codec_place(codec), [&] {
    if (!filter.difference.empty() && filter.makes_bytes == nullptr) {
      throw Error(ErrorCode::unsupported, fmt::format("cannot be read: it {}", filter.difference));
    }
    filters.visible.push_back({filter.filter.id, filter.filter.parameters});
    filters.filters.push_back(bind_if_here(filter, array, source, use));
    filters.chain.push_back(filters.filters.back());
  });
  if (!filter.difference.empty()) filters.has_own_bytes = true;
}

filter::ValueClass value_class_of(const Element& element) {
  using Kind = Element::Kind;
  return element.kind == Kind::signed_integer     ? filter::ValueClass::integer
         : element.kind == Kind::unsigned_integer ? filter::ValueClass::unsigned_integer
         : element.kind == Kind::floating         ? filter::ValueClass::real
                                                  : filter::ValueClass::other;
}

filter::ValueType value_type_of(const Element& element) {
  const bool is_big = element.has_byte_order() && element.byte_order == std::endian::big;
  return {value_class_of(element), element.bytes, is_big};
}

std::string_view name_of(const filter::ValueType& type) {
  if (type.value_class == filter::ValueClass::unsigned_integer) return "unsigned integers";
  return type.is_number() ? "numbers" : "such values";
}

/// throws: Error(unsupported) for values that the filter can encode in HDF5 but the codec cannot.
void require_encodable(const Filter& filter, const ArrayMetadata& array) {
  const filter::FilterFacts* facts = filter::find_filter(filter.id);
  if (facts == nullptr || facts->codecs.empty()) return;
  const filter::TypeTest test = facts->codecs.front().why_not_on_type;
  if (test == nullptr) return;
  const filter::ValueType type = value_type_of(array.element);
  const auto objection = test(filter.parameters, type);
  if (!objection) return;
  throw Error(ErrorCode::unsupported,
              fmt::format("{}{}{}", objection->encodes, objection->before_type, name_of(type)));
}

/// numbers: as for filter::own_filter_of.
Codec codec_for(const Filter& filter, const ArrayMetadata& array, FilterSource& source,
                std::uint32_t& numbers) {
  if (filter::find_codec_without_filter(filter.id) != nullptr) {
    return filter::own_codec_of(filter, array.format, numbers);
  }
  require_encodable(filter, array);
  if (filter::has_codec(filter)) {
    const std::size_t bytes = filter::bytes_of_numbers(numbers);
    return filter::codec_of(filter, array.format, bytes > 0 ? bytes : array.element.bytes);
  }
  auto of_plugin = source.find_codec(filter, array.format, layout_of(array), array.shown);
  if (of_plugin) return std::move(*of_plugin);
  throw Error(ErrorCode::unsupported, filter::no_codec_message(filter));
}

/// Replaces `numcodecs.zlib`, whose bytes are deflate's, by Zarr's own gzip if all other codecs are
/// Zarr's own as well: then all readers of Zarr v3 can read the array.
void use_gzip_among_core(filter::CodecList& codecs) {
  constexpr std::string_view zlib = "numcodecs.zlib";
  const bool is_core = std::ranges::all_of(codecs, [&](const Codec& codec) {
    return codec.name == zlib || !codec.name.starts_with("numcodecs.");
  });
  if (!is_core) return;
  for (Codec& codec : codecs) {
    if (codec.name != zlib) continue;
    codec = filter::make_codec(ZarrFormat::v3, "gzip", filter::configuration_of(codec));
  }
}

/// Gives shuffles of another array the size of this array's elements, if theirs may not divide its
/// chunks.
void fit_shuffles(ArrayMetadata& array) {
  using filter::UnknownSizes;
  const bool may_pass = array.element.bytes > 0;  // shuffles of compressed data, unless encoded
  if (!find_partial_shuffle(array,
                            may_pass ? UnknownSizes::are_whole : UnknownSizes::may_be_partial)) {
    return;
  }
  for (Codec& codec : array.codecs) {
    const auto form = filter::find_form(codec);
    if (!form || form->facts->id != filter::shuffle_id) continue;
    codec = filter::codec_of({filter::shuffle_id}, array.format, array.element.bytes);
  }
}

/// What an array keeps of another array's codecs beyond their filters.
enum class KeptExtras { none, encoded, all };

/// Returns a codec of another array for this one: as it is if it differs from its filter.
Codec kept_codec(const Codec& codec, const ArrayMetadata& array, KeptExtras kept) {
  if (!filter::find_form(codec)) return codec;
  if (kept == KeptExtras::none) return filter::without_extras(codec, array.element.bytes);
  const CodecFilter read = filter::filter_of(codec, array.element.bytes);
  if (!read.extras.empty()) {
    return kept == KeptExtras::all ? codec : filter::as_encoded(codec, array.element.bytes);
  }
  if (filter::find_codec_kernel(codec)) return filter::without_extras(codec, array.element.bytes);
  if (kept == KeptExtras::all || !read.difference.empty()) return codec;
  return filter::codec_of(read.filter, array.format, read.element_size);
}

/// Replaces codecs that only our kernels can code by their filters', and drops those without one.
void use_filters(filter::CodecList& codecs) {
  std::erase_if(codecs,
                [](const Codec& codec) { return filter::find_own_codec(codec) != nullptr; });
  for (Codec& codec : codecs) {
    if (!filter::find_codec_kernel(codec)) continue;
    codec = filter::codec_of(filter::filter_of(codec).filter, codec.format, 0);
  }
}

/// Returns whether some codecs of another array state what their filters lack.
bool have_extras(const ArrayMetadata& array) {
  return std::ranges::any_of(array.codecs, [&](const Codec& codec) {
    return filter::find_form(codec) &&
           !filter::filter_of(codec, array.element.bytes).extras.empty();
  });
}

}  // namespace

ArrayFilters find_filters(ArrayMetadata& array, FilterSource& source, FilterUse use) {
  ArrayFilters filters;
  if (array.fault) return filters;
  std::uint32_t numbers = number_parameter(array.element);
  for (const Codec& codec : array.codecs) {
    try {
      add_filter(codec, array, source, use, filters, numbers);
    } catch (const Error& error) {
      filters.unreadable_codecs.push_back(codec.name);
      if (!array.fault) array.fault = error;
    }
  }
  if (array.fault) return {.unreadable_codecs = std::move(filters.unreadable_codecs)};
  return filters;
}

std::vector<std::string> find_unreadable(const filter::CodecList& all_codecs,
                                         const ArrayMetadata& array, FilterSource& source) {
  ArrayMetadata other = with_codecs(array, all_codecs);
  return find_filters(other, source, FilterUse::decode).unreadable_codecs;
}

std::optional<filter::CodecList> find_kept_codecs(const model::Variable& variable,
                                                  const ArrayMetadata& array, Format format,
                                                  FilterSource& source) {
  const filter::CodecList& all_codecs = variable.codecs.list();
  if (variable.asked_filters || all_codecs.empty()) return std::nullopt;
  if (all_codecs.front().format != array.format) return std::nullopt;
  ArrayMetadata other = with_codecs(array, all_codecs);
  const ArrayFilters found = find_filters(other, source, FilterUse::encode);
  if (other.fault || visible_form(found.filters) != variable.filters_to_define()) {
    return std::nullopt;
  }
  // libnetcdf reads NCZarr with filters, which determine the element size themselves.
  const bool is_for_filters = format == Format::nczarr;
  if (is_for_filters) use_filters(other.codecs);
  const bool may_have_extras =
      !is_for_filters && variable.codec_element_bytes == array.element.bytes;
  const bool has_own_kernels = !is_for_filters && found.has_own_kernels;
  const bool has_extras = may_have_extras && have_extras(other);
  if (!has_own_kernels && !found.has_own_bytes && !has_extras) return std::nullopt;
  // Extras that no filter encodes are only kept with chunks as stored.
  const KeptExtras with_chunks =
      variable.keeps_stored_filters ? KeptExtras::all : KeptExtras::encoded;
  const KeptExtras kept = may_have_extras ? with_chunks : KeptExtras::none;
  for (Codec& codec : other.codecs) codec = kept_codec(codec, array, kept);
  fit_shuffles(other);
  return std::move(other.codecs);
}

filter::PreparedChain prepare_codecs(const ArrayMetadata& array, FilterSource& source,
                                     FilterUse use) {
  if (array.fault) throw *array.fault;
  StoredChain chain;
  std::vector<filter::Kernel> kernels;
  std::uint32_t numbers = number_parameter(array.element);
  for (const Codec& codec : array.codecs) {
    if (auto own = find_own_kernel(codec, use, numbers)) {
      chain.push_back(std::move(own->in_chain));
      kernels.push_back(own->kernel);
      continue;
    }
    const CodecFilter filter = filter_of(codec, array, source);
    base::with_context(codec_place(codec), [&] {
      kernels.push_back(source.get_kernel(filter.filter.id, use));
      chain.push_back(bind(filter, array, source, use));
    });
  }
  if (use == FilterUse::encode) filter::require_whole_shuffles(chain, chunk_bytes(array));
  return {std::move(chain), std::move(kernels)};
}

filter::CodecList codecs_for(const Chain& filters, const ArrayMetadata& array,
                             FilterSource& source) {
  if (const auto why = filter::why_not_in_zarr(filters, array.element.bytes)) {
    throw Error(ErrorCode::unsupported, *why);
  }
  filter::CodecList codecs;
  std::uint32_t numbers = number_parameter(array.element);
  for (const Filter& filter : filters) {
    codecs.push_back(codec_for(filter, array, source, numbers));
  }
  if (array.format == ZarrFormat::v3) use_gzip_among_core(codecs);
  return codecs;
}

}  // namespace ncf::store::zarr
