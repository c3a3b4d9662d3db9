// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/variable_filters.hpp"

#include <array>
#include <utility>

#include "store/netcdf/calls.hpp"
#include "store/netcdf/filters.hpp"

namespace ncf {

namespace {

using store::netcdf::at_place;
using store::netcdf::call;

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

template <class Work>
decltype(auto) at_variable(int ncid, int varid, Work&& work) {
  return at_place([&] { return "variable " + path_of(ncid, varid); }, std::forward<Work>(work));
}

void check_level(int level, int least, int most, const char* filter) {
  if (level >= least && level <= most) return;
  throw Error(ErrorCode::usage, std::string(filter) + "'s level is " + std::to_string(least) +
                                    " to " + std::to_string(most) + ", not " +
                                    std::to_string(level));
}

template <class Enumeration>
std::uint32_t word_of(Enumeration value) noexcept {
  return static_cast<std::uint32_t>(value);
}

}  // namespace

void define_filter(int ncid, int varid, const Filter& filter) {
  at_variable(ncid, varid, [&] { store::netcdf::add_filter(ncid, varid, filter); });
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
  return at_variable(ncid, varid, [&] { return store::netcdf::read_filters(ncid, varid); });
}

std::vector<std::uint32_t> inquire_filter_ids(int ncid, int varid) {
  return at_variable(ncid, varid, [&] { return store::netcdf::filter_ids(ncid, varid); });
}

std::optional<std::vector<std::uint32_t>> inquire_filter_parameters(int ncid, int varid,
                                                                    std::uint32_t id) {
  for (const std::uint32_t defined : inquire_filter_ids(ncid, varid)) {
    if (defined == id) {
      return at_variable(ncid, varid, [&] { return store::netcdf::filter_words(ncid, varid, id); });
    }
  }
  return std::nullopt;
}

Filter inquire_first_filter(int ncid, int varid) {
  Chain chain = inquire_filters(ncid, varid);
  return chain.empty() ? Filter{} : std::move(chain.front());
}

}  // namespace ncf
