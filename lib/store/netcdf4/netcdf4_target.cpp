// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A new netCDF-4 file, written through libhdf5.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/threads/machine.hpp"
#include "filter/registry/registry.hpp"
#include "hdf5/recording/recording.hpp"
#include "hdf5/vlen/vlen_conversion.hpp"
#include "model/dataset/target.hpp"
#include "store/common/index_size.hpp"
#include "store/common/tuning.hpp"
#include "store/netcdf4/open_netcdf4.hpp"
#include "store/netcdf4/output_file.hpp"
#include "store/netcdf4/schema_writer.hpp"
#include "store/netcdf4/selection.hpp"

namespace ncf::store::netcdf4 {
namespace {

using hdf5::call;
using hdf5::ErrorCapture;
using hdf5::Handle;
using model::Box;
using model::StoredForm;
using model::VariableId;

/// Drops the chunks of a dataset, also those in its cache. If a filter fails, they cannot be
/// written, and libhdf5 does not close a dataset that has them: it stays open, with its file.
void discard_chunks(const Handle& dataset) {
  const ErrorCapture quiet;
  const Handle space(H5Dget_space(dataset.id()), &H5Sclose);
  const int rank = H5Sget_simple_extent_ndims(space.id());
  if (rank <= 0) return;
  std::vector<hsize_t> lengths(static_cast<std::size_t>(rank));
  H5Sget_simple_extent_dims(space.id(), lengths.data(), nullptr);
  lengths.front() = 0;  // libhdf5 encodes chunks if it shortens several dimensions
  H5Dset_extent(dataset.id(), lengths.data());
}

/// A target that writes a netCDF-4 file. As in Netcdf4Source, one variable at a time is open for
/// its values, and one for its stored bytes. If the target is not closed, its file becomes empty.
class Netcdf4Target final : public model::Target {
 public:
  Netcdf4Target(std::string name, OutputFile file, WrittenSchema written, const Tuning& tuning)
      : Target(std::move(name)),
        file_(std::move(file)),
        written_(std::move(written)),
        tuning_(tuning),
        stored_bytes_(written_.datasets.size(), 0) {
    for (VariableId id = 0; id < stored_bytes_.size(); ++id) {
      const StoredForm& form = written_.datasets[id].form;
      if (form.layout != model::Layout::compact) continue;
      stored_bytes_[id] = model::value_count(form.extent) * form.element_bytes;
    }
  }
  Netcdf4Target(const Netcdf4Target&) = delete;
  Netcdf4Target& operator=(const Netcdf4Target&) = delete;
  // Closing the datasets would encode what they still have in their caches.
  ~Netcdf4Target() override {
    for (const auto* open : {&values_, &stored_}) {
      if (*open) discard_chunks((*open)->dataset);
    }
  }

  [[nodiscard]] const model::Schema& schema() const override { return written_.schema; }
  [[nodiscard]] bool shows_stored_bytes() const noexcept override { return !tuning_.in_memory; }
  [[nodiscard]] bool is_shareable() const noexcept override { return !tuning_.in_memory; }
  [[nodiscard]] std::uint64_t definition_bytes() override {
    hsize_t bytes = 0;
    call(H5Fget_filesize, file_.handle().id(), &bytes);
    return bytes;
  }

 private:
  struct OpenVariable {
    VariableId id;
    Handle dataset;
  };

  /// Returns HDF5's message, with the filters that it was running and their variable.
  [[nodiscard]] Error encoding_error(VariableId id, const std::string& hdf5_text) const {
    const StoredChain& filters = written_.datasets[id].form.filters;
    if (filters.empty() || hdf5::errno_in(hdf5_text)) return hdf5::error_of(hdf5_text);
    return {ErrorCode::io,
            fmt::format("HDF5: {}; it was running {} of variable {}", hdf5_text,
                        filter::describe(visible_form(filters)), schema().variable_path(id))};
  }

  /// Calls a function of libhdf5 that may encode chunks, perhaps of a variable written earlier.
  /// throws: as encoding_error.
  template <class Function, class... Arguments>
  void call_encoding(VariableId id, Function function, Arguments... arguments) {
    const ErrorCapture capture;
    if (function(arguments...) < 0) throw encoding_error(id, capture.text());
  }

  void do_write(VariableId id, const Box& box, const model::Values& values) override {
    const ErrorCapture capture;
    base::require_memory();
    const model::Type& type = *schema().variables[id].type;
    const hdf5::WritingOverNothing fresh(has_arrays_of_variable_length(type));
    file_.write([&] {
      const Handle& dataset = open_values(id, box);
      grow(id, dataset, box);
      const Handle in_file = select(written_.datasets[id].form.extent, {}, box);
      const Handle in_memory = select(box.count, box.start, box);
      call_encoding(id, H5Dwrite, dataset.id(), written_.types.native(type), in_memory.id(),
                    in_file.id(), H5P_DEFAULT, static_cast<const void*>(values.data()));
    });
  }

  Handle& open_values(VariableId id, const Box& box) {
    if (!values_ || values_->id != id) {
      close_variable(values_);
      if (stored_ && stored_->id == id) close_variable(stored_);  // it would keep its smaller cache
      const Handle access = access_for(schema(), id, box, tuning_);
      values_.emplace(OpenVariable{
          id,
          {call(H5Dopen2, file_.handle().id(), written_.datasets[id].path.c_str(), access.id()),
           &H5Dclose}});
    }
    return values_->dataset;
  }

  Handle& open_stored(VariableId id) {
    if (!stored_ || stored_->id != id) {
      close_variable(stored_);
      base::require_memory();
      stored_.emplace(OpenVariable{id, open_object(file_.handle(), written_.datasets[id].place)});
    }
    return stored_->dataset;
  }

  // Only here does HDF5 encode and write what is left in its cache, so it may fail; afterwards the
  // stored size is known.
  void close_variable(std::optional<OpenVariable>& variable) {
    if (!variable) return;
    OpenVariable closing = *std::exchange(variable, std::nullopt);
    const ErrorCapture capture;
    stored_bytes_[closing.id] = H5Dget_storage_size(closing.dataset.id());
    if (!capture.text().empty()) {
      Error error = encoding_error(closing.id, capture.text());
      discard_chunks(closing.dataset);
      throw error;
    }
    call_encoding(closing.id, H5Dclose, closing.dataset.release());
  }

  // All other metadata exist already, and do not grow.
  void do_expect(std::span<const model::ExpectedChunks> by_variable) override {
    if (schema().layout.kind != model::RequestedLayout::Kind::consolidated) return;
    const ErrorCapture capture;
    std::uint64_t bytes = 0;
    for (VariableId id = 0; id < by_variable.size(); ++id) {
      const auto& [count, in_order] = by_variable[id];
      bytes += tree_bytes(written_.datasets[id].form.extent.size(), count, in_order);
    }
    if (bytes > 0) file_.reserve_metadata(bytes);
  }

  [[nodiscard]] StoredForm do_stored_form(VariableId id) override {
    return written_.datasets[id].form;
  }

  // libhdf5 allocates the chunk and adds it to its index; only the bytes are not written yet.
  [[nodiscard]] model::PlacedChunk do_place_chunk(VariableId id,
                                                  std::span<const std::size_t> offset,
                                                  std::uint64_t bytes,
                                                  std::uint32_t filter_mask) override {
    const ErrorCapture capture;
    const std::vector<hsize_t> start(offset.begin(), offset.end());
    file_.write([&] { open_stored(id); });
    const std::byte* const nothing = nothing_.of(bytes);
    const hdf5::Noting noting(file_.recording(), nothing);
    file_.write([&] {
      call(H5Dwrite_chunk, stored_->dataset.id(), H5P_DEFAULT, filter_mask, start.data(),
           std::size_t{bytes}, static_cast<const void*>(nothing));
    });
    return {id, {offset.begin(), offset.end()}, {noting.transfer().begin, bytes, filter_mask}};
  }

  void do_write_placed(std::span<const model::PlacedChunk> chunks,
                       std::span<const std::span<const std::byte>> bytes) override {
    while (!chunks.empty()) {
      const model::PlacedChunk& first = chunks.front();
      const std::size_t together = model::count_adjacent(chunks);
      at_chunk(first.variable, first.offset,
               [&] { write_noted(file_.recording(), first.place.begin, bytes.first(together)); });
      chunks = chunks.subspan(together);
      bytes = bytes.subspan(together);
    }
  }

  void do_write_elements(VariableId id, const Box& box,
                         std::span<const std::byte> elements) override {
    const ErrorCapture capture;
    file_.write([&] {
      const Handle& dataset = open_stored(id);
      const Handle type(call(H5Dget_type, dataset.id()), &H5Tclose);
      const Handle in_file = select(written_.datasets[id].form.extent, {}, box);
      const Handle in_memory = select(box.count, box.start, box);
      call_encoding(id, H5Dwrite, dataset.id(), type.id(), in_memory.id(), in_file.id(),
                    H5P_DEFAULT, static_cast<const void*>(elements.data()));
    });
  }

  void do_extend(VariableId id, std::span<const std::size_t> extent) override {
    file_.write([&] { set_extent(id, open_stored(id), {extent.begin(), extent.end()}); });
  }

  /// Extends the dataset to the end of the box.
  void grow(VariableId id, const Handle& dataset, const Box& box) {
    std::vector<std::size_t> extent = written_.datasets[id].form.extent;
    for (std::size_t i = 0; i < extent.size(); ++i) {
      extent[i] = std::max(extent[i], box.start[i] + box.count[i]);
    }
    set_extent(id, dataset, std::move(extent));
  }

  void set_extent(VariableId id, const Handle& dataset, std::vector<std::size_t> extent) {
    if (extent == written_.datasets[id].form.extent) return;
    const auto& dimensions = schema().variables[id].dimensions;
    for (std::size_t i = 0; i < dimensions.size(); ++i) {
      model::Dimension& dimension = written_.schema.dimensions[dimensions[i]];
      if (!dimension.is_unlimited && extent[i] > dimension.length) {
        throw Error(ErrorCode::internal,
                    "values beyond the end of dimension " + schema().dimension_path(dimensions[i]));
      }
      dimension.length = std::max(dimension.length, extent[i]);
    }
    const std::vector<hsize_t> lengths(extent.begin(), extent.end());
    call(H5Dset_extent, dataset.id(), lengths.data());
    written_.datasets[id].form.extent = std::move(extent);
  }

  // A coordinate variable is as long as its dimension.
  void extend_coordinates() {
    for (model::DimensionId id = 0; id < written_.coordinates.size(); ++id) {
      const auto variable = written_.coordinates[id];
      if (!variable || !schema().dimensions[id].is_unlimited) continue;
      const std::vector<std::size_t> shape = schema().shape(schema().variables[*variable]);
      if (shape != written_.datasets[*variable].form.extent) {
        set_extent(*variable, open_stored(*variable), shape);
      }
    }
  }

  void do_close() override {
    const ErrorCapture capture;
    base::require_memory();
    file_.write([&] {
      extend_coordinates();
      close_variable(values_);
      close_variable(stored_);
      close_objects();
    });
    file_.close();
  }

  void close_objects() {
    values_.reset();
    stored_.reset();
    written_.types = {};
  }

  [[nodiscard]] std::uint64_t do_stored_bytes(VariableId id) override { return stored_bytes_[id]; }

  [[nodiscard]] model::FilePlace do_file_place(const model::PlacedChunk& chunk) override {
    return {{}, chunk.place.begin};
  }

  OutputFile file_;
  WrittenSchema written_;
  Tuning tuning_;
  std::vector<std::uint64_t> stored_bytes_;
  std::optional<OpenVariable> values_;
  std::optional<OpenVariable> stored_;
  hdf5::UntouchedMemory nothing_;  ///< chunks are "written" from it, to record their places
};

}  // namespace

std::unique_ptr<model::Target> create_target(const std::filesystem::path& path, std::string name,
                                             const model::Schema& schema, const Tuning& tuning) {
  const ErrorCapture capture;
  OutputFile file(path,
                  tuning.in_memory ? OutputFile::Where::in_memory : OutputFile::Where::on_disk,
                  schema.layout);
  WrittenSchema written;
  file.write([&] { written = write_schema(file.handle(), schema); });
  return std::make_unique<Netcdf4Target>(std::move(name), std::move(file), std::move(written),
                                         tuning);
}

std::unique_ptr<model::Target> create_in_memory(const model::Schema& schema) {
  const ErrorCapture capture;
  OutputFile file({}, OutputFile::Where::only_memory, schema.layout);
  WrittenSchema written = write_schema(file.handle(), schema);
  return std::make_unique<Netcdf4Target>(std::string(), std::move(file), std::move(written),
                                         Tuning{});
}

}  // namespace ncf::store::netcdf4
