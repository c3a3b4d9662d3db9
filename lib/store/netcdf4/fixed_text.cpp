// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf4/fixed_text.hpp"

#include <cstring>
#include <new>

#include "ncf/error.hpp"

namespace ncf::store::netcdf4 {
namespace {

using namespace std::string_view_literals;

std::string_view without_padding(std::string_view text, H5T_str_t padding) {
  if (padding == H5T_STR_NULLTERM) return text.substr(0, text.find('\0'));
  const std::size_t last = text.find_last_not_of(padding == H5T_STR_SPACEPAD ? " \0"sv : "\0"sv);
  text = text.substr(0, last == std::string_view::npos ? 0 : last + 1);
  if (text.find('\0') == std::string_view::npos) return text;
  throw Error(ErrorCode::corrupt,
              "one of its strings has a NUL inside, where netCDF's strings end; write it "
              "otherwise, for example with h5py");
}

}  // namespace

void copy_fixed_text(std::string_view texts, std::size_t bytes, H5T_str_t padding,
                     model::Values& strings, std::size_t first) {
  for (std::size_t i = 0; i * bytes < texts.size(); ++i) {
    const std::string_view text = without_padding(texts.substr(i * bytes, bytes), padding);
    char* copy = ::strndup(text.data(), text.size());
    if (copy == nullptr) throw std::bad_alloc();
    std::memcpy(strings.data() + (first + i) * sizeof(char*), &copy, sizeof copy);
  }
}

}  // namespace ncf::store::netcdf4
