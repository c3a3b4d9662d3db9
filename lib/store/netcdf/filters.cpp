// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf/filters.hpp"

#include <hdf5.h>

#include "store/netcdf/calls.hpp"

// Needs netcdf.h before it.
#include <netcdf_filter.h>

namespace ncf::store::netcdf {

namespace {

constexpr std::uint32_t deflate_id = H5Z_FILTER_DEFLATE;
constexpr std::uint32_t shuffle_id = H5Z_FILTER_SHUFFLE;
constexpr std::uint32_t fletcher32_id = H5Z_FILTER_FLETCHER32;
constexpr std::uint32_t szip_id = H5Z_FILTER_SZIP;

void require(bool holds, const std::string& message) {
  if (!holds) throw Error(ErrorCode::usage, message);
}

// The words libnetcdf takes for what a file may hold; checks what libnetcdf would not explain.
std::vector<std::uint32_t> words_for_library(const Filter& filter) {
  const auto& words = filter.parameters;
  switch (filter.id) {
    case deflate_id:
      require(words.size() == 1 && words[0] <= NC_MAX_DEFLATE_LEVEL,
              "deflate has one parameter, the level, 0 to 9");
      return words;
    case shuffle_id:  // the stored word is the element's size, found out anew
      require(words.size() <= 1, "shuffle has no parameters");
      return {};
    case fletcher32_id:
      require(words.empty(), "fletcher32 has no parameters");
      return {};
    case szip_id: {  // of the four stored words the last two are found out anew
      require(words.size() == 2 || words.size() == 4,
              "szip has two parameters, the options mask and the pixels per block");
      const bool entropy = (words[0] & NC_SZIP_EC) != 0;
      const bool nearest = (words[0] & NC_SZIP_NN) != 0;
      require(entropy != nearest,
              "szip's options mask holds either 4, entropy coding, or 32, nearest "
              "neighbour");
      require(words[1] >= 2 && words[1] <= 32 && words[1] % 2 == 0,
              "szip's pixels per block are an even number, 2 to 32");
      return {words[0], words[1]};
    }
    default:
      return words;
  }
}

void check_variable(int ncid, int varid) {
  nc_type type = NC_NAT;
  int rank = 0;
  call(nc_inq_var, ncid, varid, static_cast<char*>(nullptr), &type, &rank,
       static_cast<int*>(nullptr), static_cast<int*>(nullptr));
  if (rank == 0) throw Error(ErrorCode::unsupported, "a scalar cannot have filters");
  bool is_variable_length = type == NC_STRING;
  if (type > NC_STRING) {
    int type_class = 0;
    call(nc_inq_user_type, ncid, type, static_cast<char*>(nullptr),
         static_cast<std::size_t*>(nullptr), static_cast<nc_type*>(nullptr),
         static_cast<std::size_t*>(nullptr), &type_class);
    is_variable_length = type_class == NC_VLEN;
  }
  if (is_variable_length) {
    throw Error(ErrorCode::unsupported, "a variable-length type cannot have filters");
  }
}

void check_available(std::uint32_t id) {
  hdf5::ErrorCapture capture;
  const htri_t available = H5Zfilter_avail(static_cast<H5Z_filter_t>(id));
  if (available > 0) return;
  std::string message = "not available: no plugin with this id was found";
  if (!capture.text().empty()) message += " (HDF5: " + capture.text() + ")";
  throw Error(ErrorCode::not_found, message);
}

// Without this, enddef would fail and name nobody.
void check_block(int ncid, int varid, std::uint32_t pixels_per_block) {
  int rank = 0;
  int storage = NC_CONTIGUOUS;
  call(nc_inq_varndims, ncid, varid, &rank);
  std::vector<std::size_t> chunk_shape(static_cast<std::size_t>(rank));
  call(nc_inq_var_chunking, ncid, varid, &storage, chunk_shape.data());
  std::size_t values = 1;
  for (const std::size_t length : chunk_shape) values *= length;
  require(storage != NC_CHUNKED || pixels_per_block <= values,
          "szip's pixels per block are " + std::to_string(pixels_per_block) +
              ", but a chunk holds only " + std::to_string(values));
}

void check_not_both_compressions(int ncid, int varid, std::uint32_t id) {
  if (id != deflate_id && id != szip_id) return;
  const std::uint32_t other = id == deflate_id ? szip_id : deflate_id;
  for (const std::uint32_t defined : filter_ids(ncid, varid)) {
    if (defined == other) {
      throw Error(ErrorCode::unsupported,
                  "libnetcdf does not allow deflate and szip on one variable");
    }
  }
}

}  // namespace

void add_filter(int ncid, int varid, const Filter& filter) {
  check_variable(ncid, varid);
  at_place([&] { return filter_label(filter.id); },
           [&] {
             const std::vector<std::uint32_t> words = words_for_library(filter);
             check_available(filter.id);
             check_not_both_compressions(ncid, varid, filter.id);
             call(nc_def_var_filter, ncid, varid, filter.id, words.size(),
                  static_cast<const unsigned*>(words.data()));
             if (filter.id == szip_id) check_block(ncid, varid, words[1]);
           });
}

std::vector<std::uint32_t> filter_ids(int ncid, int varid) {
  std::size_t count = 0;
  call(nc_inq_var_filter_ids, ncid, varid, &count, static_cast<unsigned*>(nullptr));
  std::vector<std::uint32_t> ids(count);
  if (count > 0) call(nc_inq_var_filter_ids, ncid, varid, &count, ids.data());
  return ids;
}

std::vector<std::uint32_t> filter_words(int ncid, int varid, std::uint32_t id) {
  std::size_t count = 0;
  call(nc_inq_var_filter_info, ncid, varid, id, &count, static_cast<unsigned*>(nullptr));
  std::vector<std::uint32_t> words(count);
  if (count > 0) call(nc_inq_var_filter_info, ncid, varid, id, &count, words.data());
  return words;
}

Chain read_filters(int ncid, int varid) {
  Chain chain;
  for (const std::uint32_t id : filter_ids(ncid, varid)) {
    chain.push_back({id, filter_words(ncid, varid, id)});
  }
  return chain;
}

void check_available(const Chain& filters) {
  for (const Filter& filter : filters) {
    at_place([&] { return filter_label(filter.id); }, [&] { check_available(filter.id); });
  }
}

std::string filter_label(std::uint32_t id) { return "filter " + std::to_string(id); }

}  // namespace ncf::store::netcdf
