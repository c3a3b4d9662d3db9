// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "base/files/descriptor.hpp"
#include "base/files/file_state.hpp"
#include "base/threads/machine.hpp"
#include "hdf5/library/library.hpp"
#include "hdf5/properties/creation_properties.hpp"
#include "hdf5/recording/recording.hpp"
#include "hdf5/structure/file_space.hpp"
#include "hdf5/vlen/vlen_conversion.hpp"
#include "model/schema/fill_values.hpp"
#include "store/netcdf4/dataset_reader.hpp"
#include "store/netcdf4/open_netcdf4.hpp"
#include "store/netcdf4/schema_reader.hpp"
#include "store/netcdf4/selection.hpp"
#include "store/netcdf4/stored_chunks.hpp"
#include "store/netcdf4/type_reader.hpp"

namespace ncf::store::netcdf4 {
namespace {

using hdf5::call;
using hdf5::ErrorCapture;
using hdf5::Handle;
using model::Box;
using model::StoredForm;
using model::VariableId;

Handle open_file(const std::filesystem::path& path) {
  const Handle access = hdf5::make_file_access();
  hdf5::record(access);
  const ErrorCapture capture;
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, access.id());
  if (file >= 0) return {file, &H5Fclose};
  const std::string& text = capture.text();
  if (text.find("unable to lock file") != std::string::npos) {
    throw base::BusyFile(
        "locked: another program has the file open for writing (HDF5: " + text +
        "). Wait until it is done. If nothing writes to the file, its file system may not support "
        "locks; then set HDF5_USE_FILE_LOCKING=FALSE in the environment");
  }
  if (text.find("truncated file") != std::string::npos) {
    throw Error(ErrorCode::corrupt, "the file is cut short (HDF5: " + text + ")");
  }
  throw hdf5::error_of(text);
}

void register_filters(const model::Schema& schema, filter::FilterSource& filters) {
  std::set<std::uint32_t> ids;
  for (const model::Variable& variable : schema.variables) {
    for (const StoredFilter& filter : variable.filters) ids.insert(filter.id);
  }
  for (const std::uint32_t id : ids) static_cast<void>(filters.register_with_libhdf5(id));
}

/// A netCDF-4 file, or any HDF5 file, read through libhdf5. One variable at a time is open for its
/// values, with a chunk cache sized for the requested boxes, and one for its stored bytes. So files
/// with thousands of variables take little memory, and should be read variable by variable.
class Netcdf4Source final : public model::Source {
 public:
  Netcdf4Source(std::string name, Handle file, OpenSchema open, const Tuning& tuning,
                filter::FilterSource& filters)
      : Source(std::move(name)),
        file_(std::move(file)),
        metadata_(hdf5::take_metadata_reads(hdf5::recording_of(file_.id()))),
        open_(std::move(open)),
        tuning_(tuning),
        filters_(filters),
        amounts_(open_.variables.size()),
        recordings_(open_.variables.size()) {}

  [[nodiscard]] const model::Schema& schema() const override { return open_.schema; }
  [[nodiscard]] model::Provenance provenance() override { return open_.provenance; }
  [[nodiscard]] std::set<std::string> other_files() const override { return open_.other_files; }
  [[nodiscard]] std::set<std::string> other_files(VariableId id) const override {
    return open_.variables[id].other_files;
  }
  [[nodiscard]] bool shows_stored_bytes() const noexcept override { return true; }
  [[nodiscard]] bool is_one_file() const noexcept override { return true; }

  [[nodiscard]] std::optional<model::FileLayout> file_layout() override {
    return read_layout([](const model::FileLayout&) { return true; });
  }

  [[nodiscard]] model::RequestedLayout layout_to_keep() override {
    using Kind = model::RequestedLayout::Kind;
    const model::FileLayout layout = read_layout([](const model::FileLayout& so_far) {
      return !so_far.is_paged() && so_far.is_consolidated();
    });
    if (layout.is_paged()) return {Kind::paged, layout.page_bytes};
    return {layout.first_value && layout.is_consolidated() ? Kind::consolidated : Kind::ordinary};
  }

  [[nodiscard]] std::optional<Error> fault(VariableId id) const override {
    return open_.variables[id].fault;
  }

  [[nodiscard]] std::uint64_t ahead_bytes() const override {
    return hdf5::ahead_bytes(hdf5::recording_of(file_.id()));
  }

 private:
  /// A variable read as values.
  struct Values {
    VariableId id;
    Handle dataset;
    ChunkCheck chunks;
  };

  /// A variable read as stored.
  struct Stored {
    VariableId id;
    Handle dataset;
    std::optional<StoredChunks> chunks;  ///< set when a chunk is first looked up
  };

  /// Adds variables to the layout for as long as `goes_on`.
  model::FileLayout read_layout(const std::function<bool(const model::FileLayout&)>& goes_on) {
    model::FileLayout layout = hdf5::begin_layout(file_.id(), metadata_);
    for (VariableId id = 0; id < open_.variables.size() && goes_on(layout); ++id) {
      if (!open_.variables[id].place.is_here() || open_.variables[id].fault) continue;
      at_variable(id, [&] {
        const ErrorCapture capture;
        hdf5::add_to_layout(open_stored(id).dataset.id(), open_.variables[id].form, id, layout);
      });
    }
    model::tidy(layout);
    return layout;
  }

  void do_read(VariableId id, const Box& box, model::Values& values) override {
    base::require_memory();
    const ErrorCapture capture;
    try {
      read_box(id, box, values);
    } catch (const Error&) {
      hdf5::require_filters(schema().variables[id].filters);
      throw;
    }
  }

  // libhdf5 1.10 writes fill values of variable length to the file, even while reading. So missing
  // chunks are never read through it.
  void read_box(VariableId id, const Box& box, model::Values& values) {
    const StoredVariable& variable = open_.variables[id];
    Values& open = open_values(id, box);
    const Box stored = model::intersection(
        box, {std::vector<std::size_t>(box.start.size(), 0), variable.form.extent});
    if (stored.value_count() > 0) open.chunks.require_whole(stored);
    if (variable.read.text_bytes > 0) return read_texts(id, box, stored, values);
    std::vector<Box> parts;
    if (stored.value_count() > 0) {
      parts =
          values.type()->is_fixed_size ? std::vector{stored} : open.chunks.written_parts(stored);
    }
    read_parts(id, box, parts, values.data());
    if (parts.size() != 1 || parts.front().count != box.count)
      fill_missing(id, box, stored, values);
  }

  /// Reads strings of fixed length. stored: the part of `box` that the dataset has. Padded texts
  /// may be much longer than the strings they become, so only few are in memory at a time. Those
  /// beyond the end of the dataset are fill values.
  void read_texts(VariableId id, const Box& box, const Box& stored, model::Values& values) {
    const ReadType& type = open_.variables[id].read;
    const H5T_str_t padding = H5Tget_strpad(type.memory.id());
    constexpr std::size_t piece_bytes = std::size_t{8} << 20;
    const model::ChunkGrid pieces(box.count, piece_shape(box.count, type.text_bytes, piece_bytes));
    std::string fill;
    if (stored.count != box.count) {
      fill = read_text_fill(hdf5::creation_properties_of(values_->dataset), type);
    }
    std::size_t read = 0;
    for (std::size_t number = 0; number < pieces.chunk_count(); ++number) {
      Box piece = pieces.within(pieces.chunk_box(number));
      for (std::size_t i = 0; i < piece.start.size(); ++i) piece.start[i] += box.start[i];
      const Box part = model::intersection(piece, stored);
      std::string texts(piece.value_count() * type.text_bytes, '\0');
      for (std::size_t i = 0; i < texts.size() && part.count != piece.count; i += fill.size()) {
        texts.replace(i, fill.size(), fill);
      }
      if (part.value_count() > 0) read_parts(id, piece, {part}, texts.data());
      copy_fixed_text(texts, type.text_bytes, padding, values, read);
      read += piece.value_count();
    }
  }

  /// to: memory for the values of `box`. The sources of a virtual dataset may be in other files,
  /// with heaps of their own.
  void read_parts(VariableId id, const Box& box, const std::vector<Box>& parts, void* to) const {
    const StoredVariable& variable = open_.variables[id];
    const hid_t dataset = values_->dataset.id();
    std::optional<hdf5::HeapCheck> check;
    if (schema().variables[id].storage.layout != model::Layout::other) check.emplace(dataset);
    for (const Box& part : parts) {
      netcdf4::read_box(dataset, variable.read.memory.id(), variable.form.extent, part, box, to);
    }
  }

  // Elements beyond the end of a dataset, within its unlimited dimension, are fill values.
  void fill_missing(VariableId id, const Box& box, const Box& stored, model::Values& values) {
    const bool no_fill = schema().variables[id].no_fill;
    const ChunkCheck& chunks = values_->chunks;
    const model::Values fill = no_fill ? model::default_fill_value(values.type())
                                       : read_fill(hdf5::creation_properties_of(values_->dataset),
                                                   open_.variables[id].read);
    const bool may_be_missing = !no_fill && !values.type()->is_fixed_size;
    std::vector<std::size_t> element = box.start;
    for (std::size_t i = 0; i < values.count(); ++i) {
      if (!model::contains(stored, element) || (may_be_missing && chunks.is_missing(element))) {
        model::copy_value(fill, values.data() + i * values.type()->size_bytes);
      }
      for (std::size_t axis = element.size(); axis-- > 0;) {
        if (++element[axis] < box.start[axis] + box.count[axis]) break;
        element[axis] = box.start[axis];
      }
    }
  }

  Values& open_values(VariableId id, const Box& box) {
    if (!values_ || values_->id != id) {
      values_.reset();
      const StoredVariable& variable = open_.variables[id];
      const Place& group = open_.groups[schema().variables[id].group];
      Handle dataset =
          open_dataset(file_, group, variable.name, access_for(schema(), id, box, tuning_));
      const hdf5::HeapCheck check(dataset.id());
      ChunkCheck chunks(dataset, variable.form, filters_);
      values_.emplace(Values{id, std::move(dataset), std::move(chunks)});
    }
    return *values_;
  }

  Stored& open_stored(VariableId id) {
    if (!stored_ || stored_->id != id) {
      stored_.reset();
      base::require_memory();
      Stored stored{id, open_object(file_, open_.variables[id].place), {}};
      if (recordings_[id] == nullptr) keep_file_open(stored);
      stored_.emplace(std::move(stored));
    }
    return *stored_;
  }

  // Workers may still read a variable in another file when the next one is open.
  void keep_file_open(const Stored& stored) {
    const hid_t dataset = stored.dataset.id();
    hdf5::Recording& recording = hdf5::recording_of(dataset);
    if (&recording != &hdf5::recording_of(file_.id())) {
      Handle file(call(H5Iget_file_id, dataset), &H5Fclose);
      other_files_.push_back(std::move(file));
    }
    recordings_[stored.id] = &recording;
  }

  [[nodiscard]] StoredForm do_stored_form(VariableId id) override {
    return open_.variables[id].form;
  }

  const hdf5::StoredAmount& stored_amount(VariableId id) {
    if (!amounts_[id]) {
      const ErrorCapture capture;
      amounts_[id] = netcdf4::stored_amount(open_stored(id).dataset.id(), open_.variables[id].form);
    }
    return *amounts_[id];
  }

  [[nodiscard]] std::size_t do_stored_chunk_count(VariableId id) override {
    return stored_amount(id).chunks;
  }

  [[nodiscard]] std::uint64_t do_stored_bytes(VariableId id) override {
    return stored_amount(id).bytes;
  }

  [[nodiscard]] std::optional<std::vector<std::vector<std::size_t>>> do_list_chunks(
      VariableId id) override {
    if (open_.variables[id].form.layout != model::Layout::chunked) return std::nullopt;
    const ErrorCapture capture;
    StoredChunks& chunks = stored_chunks(id);
    if (stored_amount(id).chunks > chunks.grid().chunk_count() / 2) return std::nullopt;
    return chunks.list();
  }

  [[nodiscard]] std::optional<model::StoredPlace> do_find_chunk(
      VariableId id, std::span<const std::size_t> offset) override {
    const ErrorCapture capture;
    return stored_chunks(id).find(offset);
  }

  StoredChunks& stored_chunks(VariableId id) {
    Stored& stored = open_stored(id);
    if (!stored.chunks) stored.chunks.emplace(stored.dataset.id(), open_.variables[id].form);
    return *stored.chunks;
  }

  // If the file states another size for the elements than they need, libhdf5 reads them or fails.
  [[nodiscard]] std::optional<model::ElementPlaces> do_find_elements(VariableId id) override {
    const StoredForm& form = open_.variables[id].form;
    if (form.layout != model::Layout::contiguous || form.element.empty()) return std::nullopt;
    const ErrorCapture capture;
    const hid_t dataset = open_stored(id).dataset.id();
    const haddr_t begin = H5Dget_offset(dataset);
    if (begin == HADDR_UNDEF) return std::nullopt;
    const std::uint64_t bytes = model::value_count(form.extent) * form.element_bytes;
    const std::uint64_t in_file = recordings_[id]->end_of_file;
    if (stored_amount(id).bytes != bytes || begin > in_file || bytes > in_file - begin) {
      return std::nullopt;
    }
    return model::ElementPlaces{begin, form.extent, form.element_bytes};
  }

  void do_read_bytes(VariableId id, std::uint64_t offset, std::span<std::byte> bytes) override {
    hdf5::read_noted(*recordings_[id], offset, bytes);
  }

  void do_will_read(VariableId id, std::uint64_t begin, std::uint64_t bytes) noexcept override {
    hdf5::will_read(*recordings_[id], begin, bytes);
  }

  void do_read_elements(VariableId id, const Box& box, std::span<std::byte> elements) override {
    const ErrorCapture capture;
    Values& open = open_values(id, box);
    open.chunks.require_whole(box);
    const hid_t dataset = open.dataset.id();
    const Handle type(call(H5Dget_type, dataset), &H5Tclose);
    netcdf4::read_box(dataset, type.id(), open_.variables[id].form.extent, box, box,
                      elements.data());
  }

  void do_expect_found(VariableId variable) override { open_stored(variable); }

  hdf5::Handle file_;
  std::vector<model::FileRange> metadata_;  ///< that were read to open the file
  OpenSchema open_;
  Tuning tuning_;
  filter::FilterSource& filters_;
  std::optional<Values> values_;
  std::optional<Stored> stored_;
  std::vector<std::optional<hdf5::StoredAmount>> amounts_;  ///< by variable; set when first needed
  std::vector<hdf5::Recording*> recordings_;  ///< of the variable's file; set once it was open
  std::vector<hdf5::Handle> other_files_;     ///< files with variables that were open
};

std::unique_ptr<model::Source> open(const std::function<Handle()>& open_file, std::string name,
                                    const Tuning& tuning, OtherFiles others,
                                    filter::FilterSource& filters) {
  base::require_memory();
  const ErrorCapture capture;
  hdf5::replace_vlen_conversion();
  Handle file = open_file();
  OpenSchema schema = read_schema(file, others);
  register_filters(schema.schema, filters);
  return std::make_unique<Netcdf4Source>(std::move(name), std::move(file), std::move(schema),
                                         tuning, filters);
}

}  // namespace

std::unique_ptr<model::Source> open_source(const std::filesystem::path& path, std::string name,
                                           const Tuning& tuning, filter::FilterSource& filters) {
  const auto open_it = [&] {
    if (!tuning.in_memory) return open_file(path);
    return hdf5::open_copy(base::bytes_in_memory(base::read_file(path)), path);
  };
  const OtherFiles others = tuning.follow_external ? OtherFiles::allowed : OtherFiles::not_allowed;
  return open(open_it, std::move(name), tuning, others, filters);
}

std::unique_ptr<model::Source> open_source(std::shared_ptr<const base::ByteSource> bytes,
                                           std::string name, const Tuning& tuning,
                                           filter::FilterSource& filters) {
  return open([&] { return hdf5::open_bytes(bytes); }, std::move(name), tuning,
              OtherFiles::not_found, filters);
}

}  // namespace ncf::store::netcdf4
