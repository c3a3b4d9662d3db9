// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The C interface: exceptions become codes and messages, containers become memory from malloc.
#include "ncf/filter_spec.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/text/messages.hpp"
#include "ncf/filter_spec.hpp"

namespace {

struct ListDeleter {
  std::size_t count;
  void operator()(ncf_filter* filters) const { ncf_filter_list_free(count, filters); }
};
using List = std::unique_ptr<ncf_filter, ListDeleter>;

template <typename Element>
Element* allocate(std::size_t count) {
  void* const memory = std::calloc(count, sizeof(Element));
  if (memory == nullptr) throw std::bad_alloc();
  return static_cast<Element*>(memory);
}

List copy_of(const ncf::Chain& chain) {
  List list(allocate<ncf_filter>(chain.size()), ListDeleter{chain.size()});
  for (std::size_t i = 0; i < chain.size(); ++i) {
    ncf_filter& filter = list.get()[i];
    const std::vector<std::uint32_t>& parameters = chain[i].parameters;
    filter.id = chain[i].id;
    filter.is_optional = chain[i].flag == ncf::FilterFlag::optional ? 1 : 0;
    if (parameters.empty()) continue;
    filter.parameters = allocate<std::uint32_t>(parameters.size());
    filter.parameter_count = parameters.size();
    std::copy(parameters.begin(), parameters.end(), filter.parameters);
  }
  return list;
}

void set(char** message, std::string_view text) noexcept {
  if (message != nullptr && !text.empty()) *message = ncf::base::c_text(text);
}

std::string join(const ncf::Warnings& warnings) {
  std::string text;
  for (const std::string& warning : warnings) text += (text.empty() ? "" : "\n") + warning;
  return text;
}

struct Parsed {
  ncf::Chain chain;
  ncf::Warnings warnings;
};

/// Returns the chain of a text. single: the text must be one filter.
Parsed parse(std::string_view text, bool single) {
  Parsed parsed;
  const ncf::FilterSpec spec = ncf::parse_filter_spec(text, &parsed.warnings);
  if (single && spec.filters.size() != 1) {
    const ncf::SourceSpan second =
        std::visit([](const auto& filter) { return filter.span; }, spec.filters[1]);
    throw ncf::SyntaxError(text, second, "second filter, expected one filter");
  }
  parsed.chain = ncf::resolve(spec, text);
  return parsed;
}

/// Runs `work`; an exception becomes a status and a message.
template <typename Work>
ncf_status guard(char** message, Work work) noexcept {
  if (message != nullptr) *message = nullptr;
  try {
    work();
    return ncf_ok;
  } catch (const std::bad_alloc&) {
    return ncf_no_memory;
  } catch (const ncf::SyntaxError& error) {
    set(message, error.what());
    return ncf_syntax_error;
  } catch (const std::exception& error) {
    set(message, error.what());
    return ncf_internal_error;
  } catch (...) {
    return ncf_internal_error;
  }
}

}  // namespace

ncf_status ncf_filter_parse(const char* text, ncf_filter* filter, char** message) {
  if (message != nullptr) *message = nullptr;
  if (filter != nullptr) *filter = {};
  if (text == nullptr || filter == nullptr) return ncf_invalid_pointer;
  return guard(message, [&] {
    const Parsed parsed = parse(text, true);
    const std::string warnings = join(parsed.warnings);
    const List list = copy_of(parsed.chain);
    std::swap(*filter, *list);
    set(message, warnings);
  });
}

ncf_status ncf_filter_parse_list(const char* text, size_t* count, ncf_filter** filters,
                                 char** message) {
  if (message != nullptr) *message = nullptr;
  if (count != nullptr) *count = 0;
  if (filters != nullptr) *filters = nullptr;
  if (text == nullptr || count == nullptr || filters == nullptr) return ncf_invalid_pointer;
  return guard(message, [&] {
    const Parsed parsed = parse(text, false);
    const std::string warnings = join(parsed.warnings);
    *filters = copy_of(parsed.chain).release();
    *count = parsed.chain.size();
    set(message, warnings);
  });
}

void ncf_filter_free(ncf_filter* filter) {
  if (filter == nullptr) return;
  std::free(filter->parameters);
  *filter = {};
}

void ncf_filter_list_free(size_t count, ncf_filter* filters) {
  if (filters == nullptr) return;
  for (std::size_t i = 0; i < count; ++i) ncf_filter_free(&filters[i]);
  std::free(filters);
}

void ncf_string_free(char* text) { std::free(text); }

void ncf_filter_fix8(unsigned char value[8], int decode) {
  ncf::fix8(std::span<std::byte, 8>(reinterpret_cast<std::byte*>(value), 8), decode != 0);
}
