// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf4/schema_reader.hpp"
#include "store/netcdf4/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "hdf5/properties/creation_properties.hpp"
#include "model/schema/fill_values.hpp"
#include "model/values/type.hpp"
#include "store/netcdf4/dataset_reader.hpp"
#include "store/netcdf4/foreign_files.hpp"
#include "store/netcdf4/unrepresented.hpp"

namespace ncf::store::netcdf4 {
namespace {

using hdf5::call;
using hdf5::Handle;
using model::GroupId;
using model::Variable;
using Kind = model::Finding::Kind;

/// The full stop matters to libnetcdf. source: netcdf.h, DIM_WITHOUT_VARIABLE
constexpr std::string_view dimension_only = "This is a netCDF dimension but not a netCDF variable.";

int superblock_version(const Handle& file) {
  const Handle properties(call(H5Fget_create_plist, file.id()), &H5Pclose);
  unsigned version = 0;
  call(H5Pget_version, properties.id(), &version, static_cast<unsigned*>(nullptr),
       static_cast<unsigned*>(nullptr), static_cast<unsigned*>(nullptr));
  return static_cast<int>(version);
}

std::string cannot_be_read(const Error& error) {
  return fmt::format("cannot be read: {}", error.what());
}

std::shared_ptr<const model::Values> stored_fill(const Handle& properties, const ReadType& read,
                                                 const Variable& variable) {
  if (variable.no_fill) {
    const bool is_zeros = variable.type->is_fixed_size && reads_zeros(properties);
    return is_zeros ? std::make_shared<const model::Values>(variable.type, 1) : nullptr;
  }
  if (!model::keeps_stored_fill(*variable.type) ||
      model::find_attribute(variable.attributes, "_FillValue") != nullptr) {
    return nullptr;
  }
  model::Values fill = read_fill(properties, read);
  if (fill == model::default_fill_value(variable.type)) return nullptr;
  return std::make_shared<const model::Values>(std::move(fill));
}

/// Returns whether a dataset is shorter than its variable. shape: lengths of the variable's
/// dimensions.
bool ends_before(const model::StoredForm& form, const std::vector<std::size_t>& shape) {
  for (std::size_t i = 0; i < std::min(form.extent.size(), shape.size()); ++i) {
    if (form.extent[i] < shape[i]) return true;
  }
  return false;
}

bool ends_within_chunk(const model::StoredForm& form, const std::vector<std::size_t>& shape) {
  if (form.layout != model::Layout::chunked || form.extent.size() != shape.size()) return false;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (form.extent[i] < shape[i] && form.extent[i] % form.chunk_shape[i] != 0) return true;
  }
  return false;
}

/// Returns whether the fill value beyond the end of a dataset, as netCDF reads it, is also the one
/// that readers treat as missing. If both are equal, a copy need not store the former.
bool fills_as_netcdf(const Handle& properties, const ReadType& read, const Variable& variable) {
  return read_fill(properties, read) == model::fill_value_of(variable);
}

/// Returns whether memory can hold the variable. shape: of the variable.
bool can_be_held(const model::StoredForm& form, const std::vector<std::size_t>& shape,
                 const model::Type& type) {
  return model::fits_any_file(shape, std::max(type.size_bytes, form.element_bytes)) &&
         model::fits_any_file(form.chunk_shape, form.element_bytes);
}

class SchemaReader {
 public:
  SchemaReader(const Handle& file, OtherFiles others)
      : file_(file),
        others_(others),
        objects_(find_objects(file, others)),
        foreign_files_(file.id()),
        foreign_values_(objects_.files),
        types_(objects_.files) {}

  OpenSchema run() {
    schema().findings = std::move(objects_.findings);
    note_if(Kind::left_out, "/", tell_user_block(file_));
    note_if(Kind::left_out, "/", tell_bytes_after_end(file_));
    schema().groups.clear();
    for (const FoundGroup& group : objects_.groups) {
      schema().groups.push_back({group.name, group.parent, {}});
      result_.groups.push_back(group.place);
    }
    read_types();
    for (GroupId id = 0; id < objects_.groups.size(); ++id) read_group(id);
    set_dimensions();
    for (model::VariableId id = 0; id < result_.variables.size(); ++id) settle_form(id);
    schema().types = types_.all_types();
    set_format_and_provenance();
    result_.other_files.merge(objects_.linked_files);
    return std::move(result_);
  }

 private:
  model::Schema& schema() noexcept { return result_.schema; }

  /// Runs `work` for an object. If it fails, leaves the object out and adds a finding.
  template <class Work>
  void try_object(GroupId group, const std::string& name, Work work) {
    try {
      work();
    } catch (const Error& error) {
      if (error.code() == ErrorCode::interrupted || error.code() == ErrorCode::internal) throw;
      if (error.code() == ErrorCode::unsupported) {
        note(Kind::left_out, group, name, fmt::format("is left out: {}", error.what()));
      } else {
        note(Kind::unreadable, group, name, cannot_be_read(error));
      }
    }
  }

  void note(Kind kind, GroupId group, const std::string& name, std::string text) {
    schema().findings.push_back({kind, objects_.path_in(group, name), std::move(text)});
  }

  void note_if(Kind kind, const std::string& path, std::optional<std::string> text) {
    if (text) schema().findings.push_back({kind, path, std::move(*text)});
  }

  void read_types() {
    for (GroupId id = 0; id < objects_.groups.size(); ++id) {
      for (const FoundObject& object : objects_.groups[id].types) {
        try_object(id, object.name, [&] {
          const Handle type = open_object(file_, object.place);
          note_if(Kind::left_out, objects_.path_in(id, object.name), tell_comment(type));
          tell_attributes(type, id, object.name);
          types_.add(type, object, id);
        });
      }
    }
    types_.read_noted(objects_, schema().findings);
  }

  void tell_attributes(const Handle& type, GroupId group, const std::string& name) {
    H5O_info_t info;
    call(H5Oget_info2, type.id(), &info, unsigned{H5O_INFO_NUM_ATTRS});
    if (info.num_attrs == 0) return;
    note(Kind::left_out, group, name,
         "has attributes, which are left out: netCDF's types have none");
  }

  /// Notes a scale that is not a variable, as in libnetcdf, according to its attributes.
  void note_hidden(GroupId group, const std::string& name, bool has_values, bool has_attributes) {
    if (!has_values && !has_attributes) return;
    note(Kind::left_out, group, name,
         fmt::format("is a dimension without a variable, as its attribute NAME says: its {} are "
                     "left out",
                     !has_attributes ? "values"
                     : !has_values   ? "attributes"
                                     : "values and attributes"));
  }

  void read_group(GroupId id) {
    const FoundGroup& group = objects_.groups[id];
    const Handle opened = open_object(file_, group.place);
    const std::string path = objects_.group_path(id);
    note_if(Kind::left_out, path, tell_comment(opened));
    ReadAttributes read = read_attributes(opened, path, id, types_, schema().findings);
    schema().groups[id].attributes = std::move(read.attributes);
    if (id == 0) root_ = std::move(read.hidden);
    for (const FoundObject& object : group.datasets) {
      try_object(id, object.name, [&] { read_dataset(id, object); });
    }
  }

  void read_dataset(GroupId group, const FoundObject& object) {
    const Handle dataset = open_object(file_, object.place);
    const Handle properties = hdf5::creation_properties_of(dataset);
    const auto foreign = foreign_file(properties);
    if (foreign && is_length_elsewhere(properties.id())) {
      note(Kind::unreachable, group, object.name, cannot_be_read(foreign_error(*foreign)));
      return;
    }
    const std::string path = objects_.path_in(group, object.name);
    if (!has_extent(dataset) && add_scale_without_extent(dataset, group, object)) return;
    Shape shape{group, object, read_extent(dataset), {}, {}};
    note_if(Kind::left_out, path, tell_comment(dataset));
    const std::size_t findings = schema().findings.size();
    ReadAttributes read = read_attributes(dataset, path, group, types_, schema().findings);
    shape.hidden = std::move(read.hidden);
    marks_ += shape.hidden.count;
    if (shape.hidden.is_scale && shape.extent.rank() > 0) {
      shape.own = add_scale(shape);
      if (shape.hidden.scale_name.starts_with(dimension_only)) {
        const bool has_attributes = !read.attributes.empty() || schema().findings.size() > findings;
        schema().findings.resize(findings);
        note_hidden(group, object.name, foreign || has_written_values(dataset), has_attributes);
        return;
      }
    }
    note_if(Kind::left_out, path, tell_scales(shape.hidden));
    note_if(Kind::left_out, path, tell_title(shape.hidden, object.name, path));
    Variable variable;
    variable.attributes = std::move(read.attributes);
    add_variable(dataset, properties, std::move(shape), std::move(variable), foreign);
    if (!foreign) look_at_foreign_values(dataset, properties, object, path);
  }

  /// Adds a dimension whose scale has no values, as some libraries write it. Returns false for a
  /// dataset that is no scale.
  bool add_scale_without_extent(const Handle& dataset, GroupId group, const FoundObject& object) {
    std::vector<model::Finding> findings;
    ReadAttributes read =
        read_attributes(dataset, objects_.path_in(group, object.name), group, types_, findings);
    if (!read.hidden.is_scale) return false;
    marks_ += read.hidden.count;
    note_hidden(group, object.name, false, !read.attributes.empty() || !findings.empty());
    add_scale({group, object, {}, std::move(read.hidden), {}});
    return true;
  }

  // libhdf5 would read fill values or zeros instead, without an error.
  void look_at_foreign_values(const Handle& dataset, const Handle& properties,
                              const FoundObject& object, const std::string& path) {
    const ForeignValues::Found& found = foreign_values_.look(dataset, properties);
    if (found.missing) {
      note_if(Kind::unreachable, path, "has values in " + *found.missing);
    }
    StoredVariable& variable = result_.variables.back();
    variable.other_files = found.files;
    if (!object.place.is_here()) {
      variable.other_files.insert(objects_.linked_files.begin(), objects_.linked_files.end());
    }
    result_.other_files.insert(found.files.begin(), found.files.end());
  }

  std::optional<std::string> foreign_file(const Handle& properties) {
    return others_ == OtherFiles::allowed ? std::nullopt : foreign_files_.find(properties.id());
  }

  [[nodiscard]] Error foreign_error(const std::string& file) const {
    return {ErrorCode::unsupported, fmt::format("its values are in another file, {}{}", file,
                                                how_to_read(others_, "them"))};
  }

  std::size_t add_scale(const Shape& shape) {
    if (!scales_.insert(shape.object.identity).second) {
      throw Error(ErrorCode::unsupported, "it is another name of a dimension scale");
    }
    scale_shapes_.push_back(shape);
    return scale_shapes_.size() - 1;
  }

  void add_variable(const Handle& dataset, const Handle& properties, Shape shape, Variable variable,
                    const std::optional<std::string>& foreign) {
    const FoundObject& object = shape.object;
    const Handle file_type(call(H5Dget_type, dataset.id()), &H5Tclose);
    const std::string path = objects_.path_in(shape.group, object.name);
    ReadType read = types_.read(file_type.id(), shape.group);
    note_if(Kind::converted, path, tell_type(read));
    variable.name = variable_name(object.name);
    variable.group = shape.group;
    if (!names_.insert({shape.group, variable.name}).second) {
      throw Error(ErrorCode::unsupported, "another variable is called " + variable.name);
    }
    note_if(Kind::converted, path, tell_other_name(object, path));
    variable.type = read.type;
    model::StoredForm form = read_stored_form(shape.extent, properties, file_type);
    note_if(Kind::left_out, path, tell_spare_bytes(dataset, form, read));
    set_storage(form, properties, file_type.id(), variable);
    variable.stored_fill = stored_fill(properties, read, variable);
    note_if(Kind::left_out, path, tell_fill(properties, read, variable));
    StoredVariable stored{object.name, object.place, std::move(read), std::move(form), {}, {}};
    if (foreign) stored.fault = foreign_error(*foreign);
    schema().variables.push_back(std::move(variable));
    result_.variables.push_back(std::move(stored));
    shapes_.push_back(std::move(shape));
  }

  std::optional<std::string> tell_other_name(const FoundObject& object, const std::string& path) {
    const auto [known, is_new] = paths_.try_emplace(object.identity, path);
    if (is_new) return std::nullopt;
    return fmt::format("is another name of {}, and is read as a variable of its own",
                       known->second);
  }

  void set_dimensions() {
    MatchedDimensions matched = match_dimensions(schema().groups, scale_shapes_, shapes_);
    schema().dimensions = std::move(matched.dimensions);
    for (model::DimensionId id = 0; id < schema().dimensions.size(); ++id) {
      const model::Dimension& dimension = schema().dimensions[id];
      if (matched.lost_lengths[id].empty()) continue;
      note(Kind::converted, dimension.group, dimension.name, matched.lost_lengths[id]);
    }
    for (model::VariableId id = 0; id < schema().variables.size(); ++id) {
      Variable& variable = schema().variables[id];
      variable.dimensions = std::move(matched.of_variables[id]);
      for (const std::string& text : matched.notes[id]) {
        note(Kind::converted, variable.group, variable.name, text);
      }
      note_if(Kind::converted, objects_.path_in(variable.group, variable.name),
              tell_growth(result_.variables[id].form, schema(), variable));
    }
  }

  // If a dataset ends before a dimension, only its elements show what is beyond.
  void settle_form(model::VariableId id) {
    const Variable& variable = schema().variables[id];
    StoredVariable& stored = result_.variables[id];
    const std::vector<std::size_t> shape = schema().shape(variable);
    if (!stored.fault && !can_be_held(stored.form, shape, *variable.type)) {
      stored.fault = Error(ErrorCode::corrupt, "it has more values than any file can hold");
    }
    if (!ends_before(stored.form, shape)) return;
    stored.form.hides_padding = ends_within_chunk(stored.form, shape);
    if (variable.no_fill) {
      // Nothing would fill a copy that is extended, as coordinate variables are.
      stored.form.has_own_values_beyond = true;
    } else if (stored.read.is_in_place()) {
      const Handle properties = hdf5::creation_properties_of(open_object(file_, stored.place));
      stored.form.has_own_values_beyond = !fills_as_netcdf(properties, stored.read, variable);
    }
  }

  void set_format_and_provenance() {
    constexpr std::size_t enough_marks = 2;  // the number that libnetcdf requires
    schema().format = root_.is_classic_model ? Format::netcdf4_classic : Format::netcdf4;
    result_.provenance.is_netcdf4 =
        root_.is_classic_model || root_.properties || marks_ >= enough_marks;
    result_.provenance.properties = root_.properties;
    result_.provenance.superblock_version = superblock_version(file_);
  }

  const Handle& file_;
  OtherFiles others_;
  Objects objects_;
  ForeignFileFinder foreign_files_;
  ForeignValues foreign_values_;
  TypeReader types_;
  std::set<Identity> scales_;
  std::vector<Shape> scale_shapes_;                  ///< of these, in the order of the file
  std::map<Identity, std::string> paths_;            ///< of the variables
  std::set<std::pair<GroupId, std::string>> names_;  ///< of the variables
  std::vector<Shape> shapes_;                        ///< of the variables
  HiddenAttributes root_;
  std::size_t marks_ = 0;  ///< number of attributes that only netCDF-4 and dimension scales have
  OpenSchema result_;
};

}  // namespace

OpenSchema read_schema(const Handle& file, OtherFiles others) {
  return SchemaReader(file, others).run();
}

}  // namespace ncf::store::netcdf4
