// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/variable_filters.hpp"

#include <array>
#include <utility>

#include "store/netcdf/calls.hpp"

#include <netcdf_filter.h>

namespace ncf {

namespace {

using store::netcdf::at_place;
using store::netcdf::call;
using store::netcdf::error_of;

constexpr std::uint32_t deflate_id = 1;
constexpr std::uint32_t shuffle_id = 2;
constexpr std::uint32_t fletcher32_id = 3;
constexpr std::uint32_t szip_id = 4;
constexpr std::uint32_t bzip2_id = 307;
constexpr std::uint32_t blosc_id = 32001;
constexpr std::uint32_t zstandard_id = 32015;

std::string path_of(int ncid, int varid) {
  std::size_t length = 0;
  call(nc_inq_grpname_full, ncid, &length, static_cast<char*>(nullptr));
  std::string path(length + 1, '\0');
  call(nc_inq_grpname_full, ncid, &length, path.data());
  path.resize(length);
  std::array<char, NC_MAX_NAME + 1> name{};
  call(nc_inq_varname, ncid, varid, name.data());
  if (path.back() != '/') path += '/';
  return path + name.data();
}

std::string filter_text(std::uint32_t id) { return "filter " + std::to_string(id); }

void require(bool holds, const std::string& message) {
  if (!holds) throw Error(ErrorCode::usage, message);
}

/// The words libnetcdf takes for what a file may hold; checks what libnetcdf would not explain.
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

void check_available(int ncid, std::uint32_t id) {
  const int status = nc_inq_filter_avail(ncid, id);
  if (status == NC_ENOFILTER) {
    throw Error(ErrorCode::not_found, "not available: no plugin with this id was found");
  }
  if (status != NC_NOERR) throw error_of(status, {});
}

void check_not_both_compressions(int ncid, int varid, std::uint32_t id) {
  if (id != deflate_id && id != szip_id) return;
  const std::uint32_t other = id == deflate_id ? szip_id : deflate_id;
  for (const std::uint32_t defined : inquire_filter_ids(ncid, varid)) {
    if (defined == other) {
      throw Error(ErrorCode::unsupported,
                  "libnetcdf does not allow deflate and szip on one variable");
    }
  }
}

void check_level(int level, int least, int most, const char* filter) {
  require(level >= least && level <= most,
          std::string(filter) + "'s level is " + std::to_string(least) + " to " +
              std::to_string(most) + ", not " + std::to_string(level));
}

template <class Enumeration>
std::uint32_t word_of(Enumeration value) noexcept {
  return static_cast<std::uint32_t>(value);
}

std::vector<std::uint32_t> parameters_of(int ncid, int varid, std::uint32_t id) {
  std::size_t count = 0;
  call(nc_inq_var_filter_info, ncid, varid, id, &count, static_cast<unsigned*>(nullptr));
  std::vector<std::uint32_t> parameters(count);
  if (count > 0) call(nc_inq_var_filter_info, ncid, varid, id, &count, parameters.data());
  return parameters;
}

}  // namespace

void define_filter(int ncid, int varid, const Filter& filter) {
  at_place([&] { return "variable " + path_of(ncid, varid); },
           [&] {
             check_variable(ncid, varid);
             at_place([&] { return filter_text(filter.id); },
                      [&] {
                        const std::vector<std::uint32_t> words = words_for_library(filter);
                        check_available(ncid, filter.id);
                        check_not_both_compressions(ncid, varid, filter.id);
                        call(nc_def_var_filter, ncid, varid, filter.id, words.size(),
                             static_cast<const unsigned*>(words.data()));
                      });
           });
}

void define_filters(int ncid, int varid, const Chain& chain) {
  for (const Filter& filter : chain) define_filter(ncid, varid, filter);
}

void define_deflate(int ncid, int varid, int level) {
  check_level(level, 0, NC_MAX_DEFLATE_LEVEL, "deflate");
  define_filter(ncid, varid, {deflate_id, {word_of(level)}});
}

void define_shuffle(int ncid, int varid) { define_filter(ncid, varid, {shuffle_id, {}}); }

void define_fletcher32(int ncid, int varid) { define_filter(ncid, varid, {fletcher32_id, {}}); }

void define_szip(int ncid, int varid, SzipCoding coding, int pixels_per_block) {
  const int mask = coding == SzipCoding::entropy ? NC_SZIP_EC : NC_SZIP_NN;
  define_filter(ncid, varid, {szip_id, {word_of(mask), word_of(pixels_per_block)}});
}

void define_bzip2(int ncid, int varid, int level) {
  check_level(level, 1, 9, "bzip2");
  define_filter(ncid, varid, {bzip2_id, {word_of(level)}});
}

void define_zstandard(int ncid, int varid, int level) {
  check_level(level, -131072, 22, "zstd");
  define_filter(ncid, varid, {zstandard_id, {word_of(level)}});
}

void define_blosc(int ncid, int varid, BloscCodec codec, int level, BloscShuffle shuffle) {
  check_level(level, 0, 9, "blosc");
  // The first four words are the filter's own to fill in.
  define_filter(ncid, varid,
                {blosc_id, {0, 0, 0, 0, word_of(level), word_of(shuffle), word_of(codec)}});
}

Chain inquire_filters(int ncid, int varid) {
  Chain chain;
  for (const std::uint32_t id : inquire_filter_ids(ncid, varid)) {
    chain.push_back({id, parameters_of(ncid, varid, id)});
  }
  return chain;
}

std::vector<std::uint32_t> inquire_filter_ids(int ncid, int varid) {
  std::size_t count = 0;
  call(nc_inq_var_filter_ids, ncid, varid, &count, static_cast<unsigned*>(nullptr));
  std::vector<std::uint32_t> ids(count);
  if (count > 0) call(nc_inq_var_filter_ids, ncid, varid, &count, ids.data());
  return ids;
}

std::optional<std::vector<std::uint32_t>> inquire_filter_parameters(int ncid, int varid,
                                                                    std::uint32_t id) {
  for (const std::uint32_t defined : inquire_filter_ids(ncid, varid)) {
    if (defined == id) return parameters_of(ncid, varid, id);
  }
  return std::nullopt;
}

Filter inquire_first_filter(int ncid, int varid) {
  Chain chain = inquire_filters(ncid, varid);
  return chain.empty() ? Filter{} : std::move(chain.front());
}

}  // namespace ncf
