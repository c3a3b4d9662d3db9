// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Datasets that are read through libnetcdf.
#include <fmt/format.h>
#include <netcdf.h>
#include <netcdf_mem.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <string_view>
#include <utility>

#include "base/files/descriptor.hpp"
#include "base/threads/machine.hpp"
#include "hdf5/library/library.hpp"
#include "model/dataset/stored_form.hpp"
#include "store/common/spare_bytes.hpp"
#include "store/common/tuning.hpp"
#include "store/netcdf/calls.hpp"
#include "store/netcdf/classic_header.hpp"
#include "store/netcdf/functions.hpp"
#include "store/netcdf/schema_reader.hpp"

namespace ncf::store::netcdf {
namespace {

using model::Schema;
using model::VariableId;

/// A classic file: its header, which libnetcdf does not expose, and the file itself.
struct ClassicFile {
  ClassicHeader header;
  std::shared_ptr<const base::ByteSource> bytes;
};

// Pads a small classic file in memory, because libnetcdf reads beyond the end and fails.
std::vector<std::byte> readable_image(std::vector<std::byte> image) {
  constexpr std::string_view classic = "CDF";
  constexpr std::size_t more_bytes = 4096;
  const bool is_classic = image.size() > classic.size() &&
                          std::memcmp(image.data(), classic.data(), classic.size()) == 0;
  if (is_classic) image.resize(image.size() + more_bytes);
  return image;
}

Error opening_error(int status, const std::string& hdf5_text) {
  if (status == NC_ENOTNC) return {ErrorCode::unsupported, "not a netCDF file"};
  const Error error = error_of(status, hdf5_text);
  if (status != NC_EDAS && status != NC_EDDS) return error;
  // libnetcdf itself prints where.
  return {error.code(), error.message() +
                            "; the server's answer is not valid DAP, as libnetcdf's own "
                            "\"syntax error\" shows"};
}

// libnetcdf reads missing bytes as zeros.
void require_whole(const ClassicFile& classic) {
  const std::uint64_t bytes = classic.bytes->size_bytes();
  const std::uint64_t needed = classic_extent(classic.header);
  if (bytes >= needed) return;
  throw Error(ErrorCode::corrupt,
              fmt::format("the file is cut short: it has {} bytes of {}", bytes, needed));
}

/// Returns empty for a file that is not classic.
std::optional<ClassicFile> read_classic(std::shared_ptr<const base::ByteSource> bytes) {
  auto header = read_classic_header(*bytes);
  if (!header) return std::nullopt;
  ClassicFile classic{std::move(*header), std::move(bytes)};
  require_whole(classic);
  return classic;
}

/// Not the location, which libnetcdf might interpret as a URL.
constexpr const char* name_of_image = "image";

/// Returns the bytes for libnetcdf to open in memory; empty if it opens a file or a URL.
/// header_only: values are read without libnetcdf.
std::vector<std::byte> read_image(const std::string& location, const ClassicFile* header_only,
                                  const Tuning& tuning) {
  // libnetcdf and HDF5 loop forever if a file is truncated while they read it into memory.
  if (tuning.in_memory) return readable_image(base::read_file(location));
  if (header_only == nullptr) return {};
  std::vector<std::byte> image(header_only->header.bytes);
  header_only->bytes->read(0, image);
  return readable_image(std::move(image));
}

// libnetcdf interprets the mark of a streamed file as a record count.
void set_record_count(Schema& schema, const ClassicHeader& header) {
  for (model::Dimension& dimension : schema.dimensions) {
    if (dimension.is_unlimited) dimension.length = header.records;
  }
  if (header.left_bytes == 0) return;
  schema.findings.push_back({model::Finding::Kind::left_out, "/",
                             fmt::format("ends within a record, which is left out: it was "
                                         "streamed, and its last {} bytes are not a whole record",
                                         header.left_bytes)});
}

/// Returns whether bytes are zeros that libnetcdf may leave: it writes whole blocks of the file
/// system. More than any block are not read.
bool is_empty_block(const base::ByteSource& file, std::uint64_t begin, std::uint64_t end) {
  constexpr std::uint64_t max_bytes = std::uint64_t{8} << 20;
  constexpr std::uint64_t piece_bytes = std::uint64_t{1} << 20;
  if (end - begin > max_bytes) return false;
  std::vector<std::byte> piece;
  for (; begin < end; begin += piece.size()) {
    piece.resize(std::min(piece_bytes, end - begin));
    file.read(begin, piece);
    if (!std::ranges::all_of(piece, [](std::byte byte) { return byte == std::byte{0}; })) {
      return false;
    }
  }
  return true;
}

std::optional<std::string> tell_bytes_after_end(const ClassicFile& classic) {
  const std::uint64_t bytes = classic.bytes->size_bytes();
  const std::uint64_t end = padded_classic_extent(classic.header) + classic.header.left_bytes;
  if (bytes <= end || is_empty_block(*classic.bytes, end, bytes)) return std::nullopt;
  return tell_spare(bytes - end, "after its end");
}

/// Classic, 64-bit offset and CDF-5 files, and datasets on servers, which may be netCDF-4.
class NetcdfSource final : public model::Source {
 public:
  NetcdfSource(std::string name, std::optional<ClassicFile> classic, File file, OpenSchema schema,
               bool is_in_memory)
      : Source(std::move(name)),
        classic_(std::move(classic)),
        file_(std::move(file)),
        open_(std::move(schema)),
        is_in_memory_(is_in_memory) {}

  [[nodiscard]] const Schema& schema() const override { return open_.schema; }
  [[nodiscard]] model::Provenance provenance() override {
    if (!is_netcdf4(schema().format)) return {};
    return read_provenance(file_.ncid());
  }
  [[nodiscard]] bool is_one_file() const noexcept override { return classic_.has_value(); }
  [[nodiscard]] std::uint64_t ahead_bytes() const override {
    return classic_ ? classic_->bytes->ahead_bytes() : 0;
  }

 private:
  void do_read(VariableId id, const model::Box& box, model::Values& values) override {
    base::require_memory();
    if (const auto places = do_find_elements(id)) {
      const auto elements =
          std::span(static_cast<std::byte*>(values.data()), values.count() * places->element_bytes);
      return model::read_elements_at(*places, box, elements,
                                     [&](std::uint64_t offset, std::span<std::byte> bytes) {
                                       do_read_bytes(id, offset, bytes);
                                     });
    }
    const VariableHandle handle = open_.handles[id];
    try {
      call(nc_get_vara, handle.ncid, handle.varid, box.start.data(), box.count.data(),
           static_cast<void*>(values.data()));
    } catch (const Error&) {
      hdf5::require_filters(schema().variables[id].filters);
      throw;
    }
  }

  [[nodiscard]] std::uint64_t do_stored_bytes(VariableId id) override {
    return classic_ ? schema().raw_bytes(id) : 0;
  }

  // libnetcdf fills unwritten values or leaves arbitrary bytes, so all values exist.
  [[nodiscard]] std::optional<model::ElementPlaces> do_find_elements(VariableId id) override {
    if (!classic_ || is_in_memory_) return std::nullopt;
    const ClassicHeader& header = classic_->header;
    if (header.variables.size() != schema().variables.size()) return std::nullopt;
    const ClassicVariable& variable = header.variables[id];
    model::ElementPlaces places{variable.begin, schema().shape(schema().variables[id]),
                                schema().variables[id].type->size_bytes};
    places.is_swapped = std::endian::native == std::endian::little && places.element_bytes > 1;
    std::vector<std::size_t> record = places.shape;
    if (variable.has_records) {
      places.record_bytes = header.record_bytes;
      record.front() = 1;
    }
    if (model::value_count(record) * places.element_bytes != variable.bytes) return std::nullopt;
    return places;
  }

  void do_read_bytes(VariableId /*variable*/, std::uint64_t offset,
                     std::span<std::byte> bytes) override {
    classic_->bytes->read(offset, bytes);
  }

  std::optional<ClassicFile> classic_;
  File file_;
  OpenSchema open_;
  bool is_in_memory_;
};

}  // namespace

std::unique_ptr<model::Source> open_source(std::string name, const std::string& location,
                                           std::shared_ptr<const base::ByteSource> bytes,
                                           const Tuning& tuning) {
  std::optional<ClassicFile> classic;
  if (bytes) classic = read_classic(std::move(bytes));
  initialize_library();
  const bool is_header_only = classic && location.empty();
  std::vector<std::byte> image = read_image(location, is_header_only ? &*classic : nullptr, tuning);
  int ncid = 0;
  {
    hdf5::ErrorCapture capture;
    const int status =
        image.empty() ? nc_open(location.c_str(), NC_NOWRITE, &ncid)
                      : nc_open_mem(name_of_image, NC_NOWRITE, image.size(), image.data(), &ncid);
    if (status != NC_NOERR) throw opening_error(status, capture.text());
  }
  File file(ncid, File::Use::read, location, std::move(image));
  try {
    OpenSchema schema = read_schema(ncid);
    if (classic) {
      set_record_count(schema.schema, classic->header);
      if (auto text = tell_bytes_after_end(*classic)) {
        schema.schema.findings.push_back({model::Finding::Kind::left_out, "/", *std::move(text)});
      }
    }
    return std::make_unique<NetcdfSource>(std::move(name), std::move(classic), std::move(file),
                                          std::move(schema), tuning.in_memory);
  } catch (...) {
    file.leave_open();
    throw;
  }
}

}  // namespace ncf::store::netcdf
