// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The C interface: exceptions become codes of netcdf.h and messages, results memory of the caller.
#include <algorithm>
#include <new>
#include <span>
#include <string>
#include <variant>

#include "base/text/messages.hpp"
#include "base/threads/library_call.hpp"
#include "filter/registry/registry.hpp"
#include "filter/spec/constant.hpp"
#include "libnetcdf/functions.hpp"
#include "ncf/error.hpp"
#include "ncf/variable_filters.hpp"
#include "ops/filters/filter_owner.hpp"
#include "plugin/availability.hpp"

using ncf::ErrorCode;
using ncf::libnetcdf::StatusError;

namespace {

int status_of(const ncf::Error& error) noexcept {
  if (const auto* known = dynamic_cast<const StatusError*>(&error)) return known->status();
  if (dynamic_cast<const ncf::plugin::MissingFilter*>(&error) != nullptr) return ncf_nc_enofilter;
  switch (error.code()) {
    case ErrorCode::not_found:
      return ncf_nc_enofilter;
    case ErrorCode::usage:
    case ErrorCode::syntax:
    case ErrorCode::unsupported:
      return ncf_nc_einval;
    case ErrorCode::no_memory:
      return ncf_nc_enomem;
    case ErrorCode::internal:
      return ncf_nc_einternal;
    default:
      return ncf_nc_ehdferr;
  }
}

void set(char** message, const std::string& text) noexcept {
  if (message != nullptr && !text.empty()) *message = ncf::base::c_text(text);
}

/// Runs `work`; an exception becomes a code and a message.
template <class Work>
int guard(char** message, Work work) noexcept {
  if (message != nullptr) *message = nullptr;
  try {
    work();
    return ncf_nc_noerr;
  } catch (const ncf::Error& error) {
    set(message, error.what());
    return status_of(error);
  } catch (const std::bad_alloc&) {
    return ncf_nc_enomem;
  } catch (...) {
    return ncf_nc_einternal;
  }
}

template <class To, class From>
void give(To* to, const From& value) {
  if (to != nullptr) *to = static_cast<To>(value);
}

void give_list(const std::vector<std::uint32_t>& list, size_t* count, uint32_t* to) {
  give(count, list.size());
  if (to != nullptr) std::ranges::copy(list, to);
}

/// throws: Error(usage) if a pointer that must not be null is.
template <class Pointed>
Pointed* required(Pointed* pointer, const char* name) {
  if (pointer != nullptr) return pointer;
  throw ncf::Error(ErrorCode::usage, std::string(name) + " is NULL");
}

ncf::Filter filter_of(uint32_t id, size_t count, const uint32_t* parameters) {
  if (count == 0) return {id};
  const std::span values(required(parameters, "parameters"), count);
  return {id, {values.begin(), values.end()}};
}

/// Returns whether parameters are too many or too few for a filter that the registry knows.
bool has_wrong_count(const ncf::Filter& filter) {
  const auto* const facts = ncf::filter::find_filter(filter.id);
  return facts != nullptr && !read_cd_values(*facts, filter.parameters, ncf::filter::Form::visible);
}

/// Does `work`, which checks the parameters of filters. throws: StatusError if these are too many
/// or too few.
template <class Work>
decltype(auto) with_count_checked(const ncf::Chain& filters, Work work) {
  try {
    return work();
  } catch (const ncf::SyntaxError& error) {
    if (std::ranges::none_of(filters, has_wrong_count)) throw;
    throw StatusError(ncf_nc_efilter, error);
  }
}

/// Returns the filters that are given by number, as they are given.
ncf::Chain numeric_filters(const ncf::FilterSpec& spec) {
  ncf::Chain filters;
  for (const ncf::FilterAsWritten& written : spec.filters) {
    const auto* const numeric = std::get_if<ncf::NumericFilter>(&written);
    if (numeric == nullptr) continue;
    filters.push_back({numeric->id, ncf::filter::all_cd_values_of(*numeric)});
  }
  return filters;
}

ncf::Chain chain_of(const char* spec) {
  const std::string text = required(spec, "spec");
  const ncf::FilterSpec parsed = ncf::parse_filter_spec(text);
  return with_count_checked(numeric_filters(parsed), [&] { return ncf::resolve(parsed, text); });
}

/// Defines filters that may be left out. Returns why some were.
std::string define_optional(ncf_filter_owner owner, const ncf::Chain& chain, size_t* defined) {
  give(defined, 0);
  std::string reasons;
  for (const ncf::Filter& filter : chain) {
    const auto reason =
        with_count_checked({filter}, [&] { return define_optional_filter(owner, filter); });
    if (reason) reasons += (reasons.empty() ? "" : "\n") + *reason;
    if (!reason && defined != nullptr) ++*defined;
  }
  return reasons;
}

void require_available(std::uint32_t id) {
  ncf::base::library_call([&] {
    for (const auto use : {ncf::plugin::FilterUse::encode, ncf::plugin::FilterUse::decode}) {
      ncf::plugin::require_filter(id, use);
    }
  });
}

void inquire(ncf_filter_owner owner, uint32_t id, size_t* count, uint32_t* parameters) {
  ncf::ops::at_owner(owner, [&] {
    const auto found = ncf::inquire_filter_parameters(owner, id);
    if (!found) {
      throw ncf::Error(ErrorCode::not_found, ncf::filter::filter_title(id) + " is not attached");
    }
    give_list(*found, count, parameters);
  });
}

}  // namespace

// ---- By id, or by name ----

int ncf_define_filter(ncf_filter_owner owner, uint32_t id, size_t count, const uint32_t* parameters,
                      char** message) {
  return guard(message, [&] {
    const ncf::Filter filter = filter_of(id, count, parameters);
    with_count_checked({filter}, [&] { define_filter(owner, filter); });
  });
}

int ncf_define_filters(ncf_filter_owner owner, const char* spec, char** message) {
  return guard(message, [&] { define_filters(owner, chain_of(spec)); });
}

int ncf_define_optional_filter(ncf_filter_owner owner, uint32_t id, size_t count,
                               const uint32_t* parameters, size_t* defined, char** message) {
  std::string reasons;
  const int status = guard(message, [&] {
    reasons = define_optional(owner, {filter_of(id, count, parameters)}, defined);
  });
  set(message, reasons);
  return status;
}

int ncf_define_optional_filters(ncf_filter_owner owner, const char* spec, size_t* defined,
                                char** message) {
  std::string reasons;
  const int status =
      guard(message, [&] { reasons = define_optional(owner, chain_of(spec), defined); });
  set(message, reasons);
  return status;
}

int ncf_inquire_filter_ids(ncf_filter_owner owner, size_t* count, uint32_t* ids, char** message) {
  return guard(message, [&] { give_list(ncf::inquire_filter_ids(owner), count, ids); });
}

int ncf_inquire_filter(ncf_filter_owner owner, uint32_t id, size_t* count, uint32_t* parameters,
                       char** message) {
  return guard(message, [&] { inquire(owner, id, count, parameters); });
}

int ncf_inquire_filter_by_name(ncf_filter_owner owner, const char* name, uint32_t* id,
                               size_t* count, uint32_t* parameters, char** message) {
  return guard(message, [&] {
    const std::uint32_t found = ncf::find_filter_id(required(name, "name"));
    give(id, found);
    inquire(owner, found, count, parameters);
  });
}

int ncf_inquire_first_filter(ncf_filter_owner owner, uint32_t* id, size_t* count,
                             uint32_t* parameters, char** message) {
  return guard(message, [&] {
    const ncf::StoredFilter first = ncf::inquire_first_filter(owner);
    give(id, first.id);
    give_list(first.parameters, count, parameters);
  });
}

int ncf_filter_available(uint32_t id, char** message) {
  return guard(message, [&] { require_available(id); });
}

int ncf_filter_available_by_name(const char* name, uint32_t* id, char** message) {
  return guard(message, [&] {
    const std::uint32_t found = ncf::find_filter_id(required(name, "name"));
    give(id, found);
    require_available(found);
  });
}

// ---- Filters with parameters of their own ----

int ncf_define_deflate(ncf_filter_owner owner, int level, char** message) {
  return guard(message, [&] { ncf::define_deflate(owner, level); });
}

int ncf_define_shuffle(ncf_filter_owner owner, char** message) {
  return guard(message, [&] { ncf::define_shuffle(owner); });
}

int ncf_define_fletcher32(ncf_filter_owner owner, char** message) {
  return guard(message, [&] { ncf::define_fletcher32(owner); });
}

int ncf_define_szip(ncf_filter_owner owner, int coding, int pixels_per_block, char** message) {
  return guard(message, [&] {
    ncf::define_szip(owner, {static_cast<ncf::SzipCoding>(coding), pixels_per_block});
  });
}

int ncf_define_bzip2(ncf_filter_owner owner, int level, char** message) {
  return guard(message, [&] { ncf::define_bzip2(owner, level); });
}

int ncf_define_zstandard(ncf_filter_owner owner, int level, char** message) {
  return guard(message, [&] { ncf::define_zstandard(owner, level); });
}

int ncf_define_blosc(ncf_filter_owner owner, int codec, int level, int shuffle, char** message) {
  return guard(message, [&] {
    ncf::define_blosc(owner, {static_cast<ncf::BloscCodec>(codec), level,
                              static_cast<ncf::BloscShuffle>(shuffle)});
  });
}

int ncf_define_quantization(ncf_filter_owner owner, int mode, int digits, char** message) {
  return guard(message, [&] {
    ncf::define_quantization(owner, {static_cast<ncf::QuantizationMode>(mode), digits});
  });
}

namespace {

int inquire_level(std::optional<int> (*inquire_filter)(ncf::FilterOwner), ncf_filter_owner owner,
                  int* has, int* level, char** message) {
  return guard(message, [&] {
    const std::optional<int> found = inquire_filter(owner);
    give(has, found.has_value());
    if (found) give(level, *found);
  });
}

}  // namespace

int ncf_inquire_deflate(ncf_filter_owner owner, int* has, int* level, char** message) {
  return inquire_level(&ncf::inquire_deflate, owner, has, level, message);
}

int ncf_inquire_shuffle(ncf_filter_owner owner, int* has, char** message) {
  return guard(message, [&] { give(has, ncf::inquire_shuffle(owner)); });
}

int ncf_inquire_fletcher32(ncf_filter_owner owner, int* has, char** message) {
  return guard(message, [&] { give(has, ncf::inquire_fletcher32(owner)); });
}

int ncf_inquire_szip(ncf_filter_owner owner, int* has, int* coding, int* pixels_per_block,
                     char** message) {
  return guard(message, [&] {
    const auto found = ncf::inquire_szip(owner);
    give(has, found.has_value());
    if (!found) return;
    give(coding, found->coding);
    give(pixels_per_block, found->pixels_per_block);
  });
}

int ncf_inquire_bzip2(ncf_filter_owner owner, int* has, int* level, char** message) {
  return inquire_level(&ncf::inquire_bzip2, owner, has, level, message);
}

int ncf_inquire_zstandard(ncf_filter_owner owner, int* has, int* level, char** message) {
  return inquire_level(&ncf::inquire_zstandard, owner, has, level, message);
}

int ncf_inquire_blosc(ncf_filter_owner owner, int* has, int* codec, int* level, int* shuffle,
                      char** message) {
  return guard(message, [&] {
    const auto found = ncf::inquire_blosc(owner);
    give(has, found.has_value());
    if (!found) return;
    give(codec, found->codec);
    give(level, found->level);
    give(shuffle, found->shuffle);
  });
}

int ncf_inquire_quantization(ncf_filter_owner owner, int* mode, int* digits, char** message) {
  return guard(message, [&] {
    const ncf::Quantization found = ncf::inquire_quantization(owner);
    give(mode, found.mode);
    give(digits, found.digits);
  });
}
