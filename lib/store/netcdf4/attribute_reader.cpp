// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf4/attribute_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <span>
#include <utility>

#include "hdf5/library/calls.hpp"
#include "hdf5/vlen/vlen_conversion.hpp"
#include "model/schema/finding.hpp"
#include "model/values/type.hpp"
#include "store/netcdf4/names.hpp"
#include "store/netcdf4/type_reader.hpp"

namespace ncf::store::netcdf4 {
namespace {

using hdf5::call;
using hdf5::Handle;
using model::TypeClass;
using model::Values;
using Kind = model::Finding::Kind;

/// Counts the values. libhdf5 accepts any lengths whose product is right modulo 2^64.
std::size_t count_values(const Handle& type, const Handle& space) {
  const hssize_t count = call(H5Sget_simple_extent_npoints, space.id());
  const auto values = static_cast<std::size_t>(count);
  if (model::fits_any_file({&values, 1}, H5Tget_size(type.id()))) return values;
  throw Error(ErrorCode::corrupt, "it has more values than any file can hold");
}

/// An open attribute, with its types and shape.
struct OpenAttribute {
  explicit OpenAttribute(hid_t id)
      : attribute(id, &H5Aclose),
        type(call(H5Aget_type, id), &H5Tclose),
        space(call(H5Aget_space, id), &H5Sclose),
        rank(call(H5Sget_simple_extent_ndims, space.id())),
        count(count_values(type, space)) {}

  [[nodiscard]] bool is_fixed_text() const {
    return H5Tget_class(type.id()) == H5T_STRING && H5Tis_variable_str(type.id()) == 0;
  }

  Handle attribute;
  Handle type;
  Handle space;
  int rank;
  std::size_t count;
};

std::string read_fixed_text(const OpenAttribute& open) {
  std::string text(open.count * H5Tget_size(open.type.id()), '\0');
  if (!text.empty()) {
    call(H5Aread, open.attribute.id(), open.type.id(), static_cast<void*>(text.data()));
  }
  return text;
}

/// Returns the text of an attribute that holds one string, of fixed length or not; empty for
/// others.
std::optional<std::string> one_text(const OpenAttribute& open) {
  if (open.count != 1 || H5Tget_class(open.type.id()) != H5T_STRING) return std::nullopt;
  if (open.is_fixed_text()) {
    const std::string text = read_fixed_text(open);
    return text.substr(0, text.find('\0'));
  }
  char* text = nullptr;
  call(H5Aread, open.attribute.id(), open.type.id(), static_cast<void*>(&text));
  return hdf5::take_text(text);
}

std::vector<int> integers(const OpenAttribute& open) {
  if (H5Tget_class(open.type.id()) != H5T_INTEGER) return {};
  std::vector<int> values(open.count);
  if (!values.empty()) {
    call(H5Aread, open.attribute.id(), H5T_NATIVE_INT, static_cast<void*>(values.data()));
  }
  return values;
}

/// Reads the scale of each dimension. If a dimension has several, the last is netCDF's. Returns
/// false if the attribute is not a list of scales.
bool read_scales(const OpenAttribute& open, HiddenAttributes& hidden) {
  if (H5Tget_class(open.type.id()) != H5T_VLEN) return false;
  const Handle base(call(H5Tget_super, open.type.id()), &H5Tclose);
  if (H5Tequal(base.id(), H5T_STD_REF_OBJ) <= 0) return false;
  if (open.count == 0) return true;
  std::vector<hvl_t> lists(open.count);
  call(H5Aread, open.attribute.id(), open.type.id(), static_cast<void*>(lists.data()));
  for (const hvl_t& list : lists) {
    haddr_t address = HADDR_UNDEF;
    if (list.len > 0) {
      const auto* first = static_cast<const hobj_ref_t*>(list.p);
      address = first[list.len - 1];
    }
    hidden.scales.push_back(address);
    hidden.has_more_scales = hidden.has_more_scales || list.len > 1;
    H5free_memory(list.p);
  }
  return true;
}

/// Returns whether the type is that of a list of the users of a scale.
bool is_list_of_users(hid_t type) {
  if (H5Tget_class(type) != H5T_COMPOUND) return false;
  const Handle user(call(H5Tget_member_type, type, 0U), &H5Tclose);
  return H5Tget_class(user.id()) == H5T_REFERENCE;
}

/// Does what read_hidden_of_dataset does, for the root group. Other groups have none.
bool read_hidden_of_root(const std::string& name, const OpenAttribute& open,
                         HiddenAttributes& hidden) {
  if (name == "_NCProperties") {
    const auto text = one_text(open);
    if (!text || !model::is_provenance(*text)) return false;
    hidden.properties = text;
    return true;
  }
  hidden.is_classic_model = hidden.is_classic_model || name == "_nc3_strict";
  return name == "_nc3_strict";
}

/// Records an attribute of the netCDF-4 format or of dimension scales. Returns false if it is a
/// user's attribute with such a name. A scale declares itself in its first attribute.
bool read_hidden_of_dataset(const std::string& name, const OpenAttribute& open,
                            HiddenAttributes& hidden) {
  if (name == "CLASS") return hidden.is_scale = one_text(open) == "DIMENSION_SCALE";
  if (name == "NAME") {
    hidden.scale_name = one_text(open).value_or("");
    return hidden.is_scale;
  }
  if (name == "_Netcdf4Dimid") {
    const std::vector<int> ids = integers(open);
    if (ids.size() == 1) hidden.dimension_id = ids.front();
    return ids.size() == 1;
  }
  if (name == "_Netcdf4Coordinates") {
    hidden.dimension_ids = integers(open);
    return !hidden.dimension_ids.empty();
  }
  if (name == "DIMENSION_LIST") return read_scales(open, hidden);
  return name == "REFERENCE_LIST" && is_list_of_users(open.type.id());
}

/// Returns a single string of fixed length as characters, which is how netCDF stores text.
Values read_characters(const OpenAttribute& open) {
  const std::string text = read_fixed_text(open);
  Values values(model::atomic_type(TypeClass::char_), text.size());
  std::ranges::copy(std::as_bytes(std::span(text)), values.data());
  return values;
}

Values read_values(const OpenAttribute& open, const ReadType& read) {
  if (open.is_fixed_text() && open.rank == 0) return read_characters(open);
  Values values(read.type, open.count);
  if (open.is_fixed_text()) {
    values = Values(model::atomic_type(TypeClass::string), open.count);
    copy_fixed_text(read_fixed_text(open), H5Tget_size(open.type.id()),
                    H5Tget_strpad(open.type.id()), values);
  } else if (open.count > 0) {
    call(H5Aread, open.attribute.id(), read.memory.id(), static_cast<void*>(values.data()));
  }
  return values;
}

/// The names of an object's attributes, as far as they can be listed.
struct NameList {
  std::vector<std::string> names;
  std::exception_ptr failure;
  std::optional<Error> error = {};  ///< of libhdf5, if it could not list all
};

// Exceptions must not pass through libhdf5.
herr_t add_name(hid_t /*object*/, const char* name, const H5A_info_t* /*info*/,
                void* list) noexcept {
  auto& names = *static_cast<NameList*>(list);
  try {
    names.names.emplace_back(name);
    return 0;
  } catch (...) {
    names.failure = std::current_exception();
    return -1;
  }
}

NameList names_of(const Handle& object) {
  NameList list;
  hsize_t position = 0;
  hdf5::ErrorCapture capture;
  const herr_t status =
      H5Aiterate2(object.id(), H5_INDEX_CRT_ORDER, H5_ITER_INC, &position, &add_name, &list);
  if (list.failure) std::rethrow_exception(list.failure);
  if (status < 0) list.error = hdf5::error_of(capture.text());
  return list;
}

class AttributeReader {
 public:
  AttributeReader(const Handle& object, const std::string& path, model::GroupId group,
                  TypeReader& types, std::vector<model::Finding>& findings)
      : object_(object), path_(path), group_(group), types_(types), findings_(findings) {}

  ReadAttributes run() {
    const NameList list = names_of(object_);
    for (const std::string& name : list.names) {
      try {
        read(name);
      } catch (const Error& error) {
        note_failure(name, error);
      }
    }
    if (list.error) {
      findings_.push_back(
          {Kind::unreadable, path_,
           fmt::format("has attributes that cannot be read: {}", list.error->what())});
    }
    return std::move(result_);
  }

 private:
  void read(const std::string& name) {
    const OpenAttribute open(call(H5Aopen, object_.id(), name.c_str(), H5P_DEFAULT));
    const hdf5::HeapCheck check(open.attribute.id());
    if (is_reserved_attribute(name)) {
      if (read_hidden(name, open)) {
        ++result_.hidden.count;
      } else {
        note(Kind::left_out, name, model::has_special_name);
      }
      return;
    }
    const ReadType type = types_.read(open.type.id(), group_);
    if (auto text = tell_type(type)) note(Kind::converted, name, *std::move(text));
    if (open.rank > 1) {
      note(Kind::converted, name, "is read as a list: netCDF's attributes have no shape");
    }
    auto values = std::make_shared<const Values>(read_values(open, type));
    result_.attributes.push_back({name, std::move(values)});
  }

  bool read_hidden(const std::string& name, const OpenAttribute& open) {
    if (path_ == "/") return read_hidden_of_root(name, open, result_.hidden);
    const bool is_group = H5Iget_type(object_.id()) == H5I_GROUP;
    return !is_group && read_hidden_of_dataset(name, open, result_.hidden);
  }

  void note_failure(const std::string& name, const Error& error) {
    if (error.code() == ErrorCode::unsupported) {
      note(Kind::left_out, name, fmt::format("is left out: {}", error.what()));
    } else {
      note(Kind::unreadable, name, fmt::format("cannot be read: {}", error.what()));
    }
  }

  void note(Kind kind, const std::string& name, std::string text) {
    findings_.push_back({kind, path_, std::move(text), name});
  }

  const Handle& object_;
  const std::string& path_;
  model::GroupId group_;
  TypeReader& types_;
  std::vector<model::Finding>& findings_;
  ReadAttributes result_;
};

}  // namespace

ReadAttributes read_attributes(const Handle& object, const std::string& path, model::GroupId group,
                               TypeReader& types, std::vector<model::Finding>& findings) {
  return AttributeReader(object, path, group, types, findings).run();
}

}  // namespace ncf::store::netcdf4
