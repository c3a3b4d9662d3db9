// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Datasets and their elements in C.
#include "ncf/dataset.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

#include "base/threads/library_call.hpp"
#include "libnetcdf/functions.hpp"
#include "model/values/values.hpp"
#include "ncf/dataset.hpp"
#include "ops/c_api/c_call.hpp"
#include "ops/dataset/states.hpp"

struct ncf_type {
  ncf::DataType type;
};

struct ncf_source {
  ncf::Source source;
};

struct ncf_target {
  ncf_target(const char* output, const ncf::Definition& definition)
      : target(ncf::Target::create(output, definition, {}, [this](const std::string& note) {
          notes += (notes.empty() ? "" : "\n") + note;
        })) {}

  std::string notes;  ///< since the last call
  ncf::Target target;
};

namespace {

using ncf::Elements;
using ncf::ops::at;
using ncf::ops::c_call;

const ncf::model::Type& type_at(const ncf_type* type) { return *at(type).type.model(); }

const std::byte* bytes_at(const void* elements) { return static_cast<const std::byte*>(elements); }
std::byte* bytes_at(void* elements) { return static_cast<std::byte*>(elements); }

/// Returns a copy of the caller's elements.
Elements elements_at(const ncf::DataType& type, size_t count, const void* elements) {
  Elements copy(type, count);
  if (count == 0) return copy;
  copy_values(*type.model(), &at(bytes_at(elements)), copy.bytes().data(), count);
  return copy;
}

void give(Elements elements, ncf_type** type, size_t* count, void** to) {
  auto shown = std::make_unique<ncf_type>(ncf_type{elements.type()});
  void*& given = at(to);
  at(count) = elements.count();
  given = elements.model().release();
  if (type != nullptr) *type = shown.release();
}

/// Returns a box; the whole of a variable if it is not given.
ncf::Box box_of(const ncf::VariableDefinition& variable, const size_t* start,
                const size_t* lengths) {
  const std::size_t rank = variable.shape.size();
  if (start == nullptr && lengths == nullptr) {
    return {std::vector<std::size_t>(rank, 0), variable.shape};
  }
  if (rank == 0) return {};
  return {{&at(start), start + rank}, {&at(lengths), lengths + rank}};
}

void tell(char** message, const std::string& notes) {
  if (message != nullptr && !notes.empty()) *message = ncf::base::c_text(notes);
}

ncf::DataType type_of_cdl(const char* cdl, const std::string& path) {
  for (int atomic = 0; atomic < static_cast<int>(ncf::ElementType::user_defined); ++atomic) {
    const ncf::DataType type(static_cast<ncf::ElementType>(atomic));
    if (type.name() == path) return type;
  }
  const ncf::Definition definition = ncf::Definition::from_cdl(&at(cdl));
  const ncf::model::Schema& schema = definition.state().schema;
  const auto found = std::ranges::find(
      schema.types, path, [&](const ncf::model::UserType& type) { return schema.type_path(type); });
  if (found != schema.types.end()) return ncf::DataType(found->type);
  throw ncf::Error(ncf::ErrorCode::not_found, "there is no type " + path);
}

std::vector<ncf::AttributeDefinition> attributes_of(const ncf::Definition& definition,
                                                    const std::string& path) {
  const std::vector<std::string> groups = definition.groups();
  const bool is_group = std::ranges::find(groups, path) != groups.end();
  return is_group ? definition.attributes(path) : definition.variable(path).attributes;
}

Elements attribute_of(const ncf::Definition& definition, const std::string& path,
                      const std::string& name) {
  auto attributes = attributes_of(definition, path);
  const auto found = std::ranges::find(attributes, name, &ncf::AttributeDefinition::name);
  if (found != attributes.end()) return std::move(found->values);
  throw ncf::Error(ncf::ErrorCode::not_found, "there is no attribute " + path + ":" + name);
}

}  // namespace

// ---- Types ----

ncf_status ncf_type_of_cdl(const char* cdl, const char* path, ncf_type** type, char** message) {
  return c_call(message, [&] {
    ncf_type*& made = at(type);
    made = new ncf_type{type_of_cdl(cdl, &at(path))};
  });
}

ncf_status ncf_type_of_netcdf(int ncid, int nc_type, ncf_type** type, char** message) {
  return c_call(message, [&] {
    ncf_type*& made = at(type);
    made = new ncf_type{ncf::DataType(ncf::base::library_call(
        [&] { return ncf::libnetcdf::functions().read_type(ncid, nc_type); }))};
  });
}

void ncf_type_free(ncf_type* type) { delete type; }

const char* ncf_type_name(const ncf_type* type) { return type->type.name().c_str(); }
size_t ncf_type_bytes(const ncf_type* type) { return type->type.bytes(); }
int ncf_type_is_fixed(const ncf_type* type) { return type->type.is_fixed_size() ? 1 : 0; }

// ---- Elements ----

ncf_status ncf_elements_copy(const ncf_type* type, size_t count, const void* elements, void* copy) {
  return c_call(nullptr, [&] {
    Elements copies = elements_at(at(type).type, count, elements);
    const auto bytes = copies.bytes();
    if (!bytes.empty()) std::memcpy(&at(bytes_at(copy)), bytes.data(), bytes.size());
    std::ranges::fill(bytes, std::byte{});  // the caller owns what they contain
  });
}

ncf_status ncf_elements_copy_all(const ncf_type* type, size_t count, const void* elements,
                                 void** copy) {
  return c_call(nullptr, [&] {
    void*& to = at(copy);
    to = elements_at(at(type).type, count, elements).model().release();
  });
}

void ncf_elements_clear(const ncf_type* type, size_t count, void* elements) {
  if (elements == nullptr || count == 0) return;
  free_values(type_at(type), bytes_at(elements), count);
  std::memset(elements, 0, count * ncf_type_bytes(type));
}

void ncf_elements_free(const ncf_type* type, size_t count, void* elements) {
  if (elements == nullptr) return;
  free_values(type_at(type), bytes_at(elements), count);
  std::free(elements);
}

int ncf_elements_equal(const ncf_type* type, size_t count, const void* a, const void* b) {
  return equal_values(type_at(type), bytes_at(a), bytes_at(b), count) ? 1 : 0;
}

ncf_status ncf_elements_cdl(const ncf_type* type, size_t count, const void* elements, char** text) {
  return c_call(nullptr, [&] {
    char*& made = at(text);
    made = ncf::base::c_text(ncf::ops::cdl_of(type_at(type), bytes_at(elements), count));
    if (made == nullptr) throw std::bad_alloc();
  });
}

// ---- Reading ----

ncf_status ncf_source_open(const char* input, ncf_source** source, char** message) {
  return c_call(message, [&] {
    ncf_source*& opened = at(source);
    opened = new ncf_source{ncf::Source::open(&at(input))};
    tell(message, fmt::format("{}", fmt::join(opened->source.definition().notes(), "\n")));
  });
}

void ncf_source_close(ncf_source* source) { delete source; }

ncf_status ncf_source_shape(ncf_source* source, const char* variable, size_t* rank, size_t* shape,
                            char** message) {
  return c_call(message, [&] {
    const auto lengths = at(source).source.definition().variable(&at(variable)).shape;
    at(rank) = lengths.size();
    if (shape != nullptr) std::ranges::copy(lengths, shape);
  });
}

ncf_status ncf_source_read(ncf_source* source, const char* variable, const size_t* start,
                           const size_t* lengths, ncf_type** type, size_t* count, void** elements,
                           char** message) {
  return c_call(message, [&] {
    ncf::Source& read = at(source).source;
    const auto definition = read.definition().variable(&at(variable));
    give(read.read_elements(definition.path, box_of(definition, start, lengths)), type, count,
         elements);
  });
}

ncf_status ncf_source_attribute(ncf_source* source, const char* path, const char* name,
                                ncf_type** type, size_t* count, void** elements, char** message) {
  return c_call(message, [&] {
    give(attribute_of(at(source).source.definition(), &at(path), &at(name)), type, count, elements);
  });
}

// ---- Writing ----

ncf_status ncf_target_create(const char* output, const char* cdl, ncf_target** target,
                             char** message) {
  return c_call(message, [&] {
    ncf_target*& made = at(target);
    made = new ncf_target(&at(output), ncf::Definition::from_cdl(&at(cdl)));
    tell(message, std::exchange(made->notes, {}));
  });
}

ncf_status ncf_target_write(ncf_target* target, const char* variable, const size_t* start,
                            const size_t* lengths, const void* elements, char** message) {
  return c_call(message, [&] {
    ncf::Target& written = at(target).target;
    const auto definition = written.definition().variable(&at(variable));
    const ncf::Box box = box_of(definition, start, lengths);
    const std::size_t count = ncf::ops::to_model(box).value_count();
    if (!definition.type.is_fixed_size()) {
      return written.write_elements(definition.path, box,
                                    elements_at(definition.type, count, elements));
    }
    written.write(definition.path, box, {bytes_at(elements), count * definition.type.bytes()});
  });
}

ncf_status ncf_target_commit(ncf_target* target, char** message) {
  return c_call(message, [&] {
    at(target).target.commit();
    tell(message, std::exchange(target->notes, {}));
  });
}

void ncf_target_free(ncf_target* target) { delete target; }
