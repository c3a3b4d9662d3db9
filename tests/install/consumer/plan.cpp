// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
//   plan FILE
//
// Reads a filter spec, makes a tiny netCDF file and prints the plan for its variable.
#include <array>
#include <exception>
#include <fstream>
#include <iostream>
#include <ncf/ncf.hpp>
#include <string>

namespace {

// netcdf tiny { dimensions: x = 2 ; variables: int v(x) ; data: v = 7, 8 ; }
constexpr std::array<unsigned char, 88> tiny_file{
    'C', 'D', 'F', 1,  0,   0, 0, 0,               // classic, no records
    0,   0,   0,   10, 0,   0, 0, 1,               // one dimension
    0,   0,   0,   1,  'x', 0, 0, 0, 0, 0, 0, 2,   // x = 2
    0,   0,   0,   0,  0,   0, 0, 0,               // no global attributes
    0,   0,   0,   11, 0,   0, 0, 1,               // one variable
    0,   0,   0,   1,  'v', 0, 0, 0,               // v
    0,   0,   0,   1,  0,   0, 0, 0,               // of dimension 0
    0,   0,   0,   0,  0,   0, 0, 0,               // no attributes
    0,   0,   0,   4,  0,   0, 0, 8, 0, 0, 0, 80,  // int, 8 bytes, at byte 80
    0,   0,   0,   7,  0,   0, 0, 8,               // 7, 8
};

void make_file(const std::string& path) {
  std::ofstream file(path, std::ios::binary);
  for (const unsigned char byte : tiny_file) file.put(static_cast<char>(byte));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  try {
    const ncf::FilterSpec spec = ncf::parse_filter_spec("fletcher32|zstd,level=3");
    std::cout << ncf::format_spec(spec) << " is " << ncf::format_numeric(ncf::resolve(spec))
              << '\n';

    make_file(argv[1]);
    ncf::CopyOptions options;
    options.input = argv[1];
    options.output = "copy.nc";
    options.filters = {"v," + ncf::format_spec(spec)};
    for (const ncf::VariableCopy& variable : ncf::plan_copy(options).variables) {
      std::cout << variable.path << ": " << ncf::format_numeric(variable.filters) << " by "
                << variable.filters_by << '\n';
    }
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
  return 0;
}
