// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Shows datasets as libhdf5 reads them, for command-line cases, because h5py takes long to start:
//
//   h5show FILE DATASET...
//
// prints a line for each dataset, and its values in C order on the next:
//
//   v: int32 4 x 8, chunks 2 x 8 (2 stored), filters 405,8,1|2?,4, fill 7
//     1 2 3 ...
//
// Filters are written as in -F; "?" means optional, "masked" that some chunks skip one. A NaN has
// its bits, if they are not the usual ones. DATASET[I,J] prints only one value. Texts, compounds
// and the like are not shown.
#include <hdf5.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

namespace {

/// Returns what a function of HDF5 returned, or ends the program. Identifiers stay open until then.
template <class Result>
Result checked(Result result) {
  if (result < 0) std::exit(1);  // libhdf5 has printed why
  return result;
}

struct Dataset {
  hid_t id;
  hid_t type;
  hid_t space;
  hid_t creation;
  std::vector<hsize_t> shape;
};

Dataset open_dataset(hid_t file, const std::string& name) {
  Dataset dataset{};
  dataset.id = checked(H5Dopen2(file, name.c_str(), H5P_DEFAULT));
  dataset.type = checked(H5Dget_type(dataset.id));
  dataset.space = checked(H5Dget_space(dataset.id));
  dataset.creation = checked(H5Dget_create_plist(dataset.id));
  dataset.shape.resize(
      static_cast<std::size_t>(checked(H5Sget_simple_extent_ndims(dataset.space))));
  checked(H5Sget_simple_extent_dims(dataset.space, dataset.shape.data(), nullptr));
  return dataset;
}

std::string joined(const auto& numbers, const char* separator) {
  std::ostringstream text;
  for (std::size_t i = 0; i < numbers.size(); ++i) text << (i == 0 ? "" : separator) << numbers[i];
  return text.str();
}

// ---- values ----

std::string name_of(hid_t type) {
  const std::string bits = std::to_string(8 * H5Tget_size(type));
  const std::string order = H5Tget_order(type) == H5T_ORDER_BE ? " big-endian" : "";
  if (H5Tget_class(type) == H5T_FLOAT) return "float" + bits + order;
  if (H5Tget_class(type) != H5T_INTEGER) {
    std::cerr << "h5show: only integers and floats are shown\n";
    std::exit(1);
  }
  return (H5Tget_sign(type) == H5T_SGN_NONE ? "uint" : "int") + bits + order;
}

/// Returns the type to read values as: int64, uint64, float or double.
hid_t type_in_memory(hid_t type) {
  if (H5Tget_class(type) == H5T_FLOAT) {
    return H5Tget_size(type) <= sizeof(float) ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE;
  }
  return H5Tget_sign(type) == H5T_SGN_NONE ? H5T_NATIVE_UINT64 : H5T_NATIVE_INT64;
}

template <class Real, class Bits>
std::string format_real(Real value) {
  const auto bits = std::bit_cast<Bits>(value);
  if (std::isnan(value) && bits != std::bit_cast<Bits>(std::numeric_limits<Real>::quiet_NaN())) {
    std::ostringstream text;
    text << "nan:" << std::hex << bits;
    return text.str();
  }
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

std::string format_value(const void* value, hid_t type) {
  if (H5Tequal(type, H5T_NATIVE_INT64) > 0) {
    return std::to_string(*static_cast<const std::int64_t*>(value));
  }
  if (H5Tequal(type, H5T_NATIVE_UINT64) > 0) {
    return std::to_string(*static_cast<const std::uint64_t*>(value));
  }
  if (H5Tequal(type, H5T_NATIVE_FLOAT) > 0) {
    return format_real<float, std::uint32_t>(*static_cast<const float*>(value));
  }
  return format_real<double, std::uint64_t>(*static_cast<const double*>(value));
}

void print_values(const Dataset& dataset, const std::vector<hsize_t>& place) {
  if (!place.empty()) {
    checked(H5Sselect_elements(dataset.space, H5S_SELECT_SET, 1, place.data()));
  }
  const auto count = static_cast<hsize_t>(checked(H5Sget_select_npoints(dataset.space)));
  const hid_t memory = checked(H5Screate_simple(1, &count, nullptr));
  const hid_t type = type_in_memory(dataset.type);
  const std::size_t size = H5Tget_size(type);
  std::vector<char> values(count * size);
  checked(H5Dread(dataset.id, type, memory, dataset.space, H5P_DEFAULT, values.data()));
  std::cout << ' ';
  for (hsize_t i = 0; i < count; ++i) std::cout << ' ' << format_value(&values[i * size], type);
  std::cout << '\n';
}

// ---- storage ----

std::string format_filter(hid_t creation, unsigned index) {
  unsigned flags = 0;
  std::vector<unsigned> cd_values(64);
  std::size_t count = cd_values.size();
  const int id = checked(
      H5Pget_filter2(creation, index, &flags, &count, cd_values.data(), 0, nullptr, nullptr));
  cd_values.resize(count);
  const char* optional = (flags & H5Z_FLAG_OPTIONAL) != 0 ? "?" : "";
  return std::to_string(id) + optional + (count > 0 ? "," : "") + joined(cd_values, ",");
}

void print_chunks(const Dataset& dataset) {
  std::vector<hsize_t> chunk(dataset.shape.size());
  checked(H5Pget_chunk(dataset.creation, static_cast<int>(chunk.size()), chunk.data()));
  hsize_t stored = 0;
  checked(H5Dget_num_chunks(dataset.id, dataset.space, &stored));
  std::cout << ", chunks " << joined(chunk, " x ") << " (" << stored << " stored";
  unsigned masks = 0;
  for (hsize_t i = 0; i < stored; ++i) {
    unsigned mask = 0;
    checked(H5Dget_chunk_info(dataset.id, dataset.space, i, nullptr, &mask, nullptr, nullptr));
    masks |= mask;
  }
  std::cout << (masks != 0 ? ", masked)" : ")");
}

void print_storage(const Dataset& dataset) {
  if (H5Pget_layout(dataset.creation) == H5D_CHUNKED) print_chunks(dataset);
  std::vector<std::string> filters(
      static_cast<std::size_t>(checked(H5Pget_nfilters(dataset.creation))));
  for (unsigned i = 0; i < filters.size(); ++i) filters[i] = format_filter(dataset.creation, i);
  if (!filters.empty()) std::cout << ", filters " << joined(filters, "|");
  H5D_fill_value_t defined{};
  checked(H5Pfill_value_defined(dataset.creation, &defined));
  if (defined != H5D_FILL_VALUE_USER_DEFINED) return;
  char fill[8];
  const hid_t type = type_in_memory(dataset.type);
  checked(H5Pget_fill_value(dataset.creation, type, fill));
  std::cout << ", fill " << format_value(fill, type);
}

// ---- the command ----

void show(hid_t file, const std::string& argument) {
  const std::string name = argument.substr(0, argument.find('['));
  std::vector<hsize_t> place;
  for (std::size_t at = name.size(); at < argument.size() && argument[at] != ']';
       at = argument.find_first_of(",]", at + 1)) {
    place.push_back(std::stoull(argument.substr(at + 1)));
  }
  const Dataset dataset = open_dataset(file, name);
  std::cout << name << ": " << name_of(dataset.type);
  if (!dataset.shape.empty()) std::cout << ' ' << joined(dataset.shape, " x ");
  print_storage(dataset);
  std::cout << '\n';
  print_values(dataset, place);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::cerr << "usage: h5show FILE DATASET...\n";
    return 2;
  }
  const hid_t file = checked(H5Fopen(argv[1], H5F_ACC_RDONLY, H5P_DEFAULT));
  for (int i = 2; i < argc; ++i) show(file, argv[i]);
  return 0;
}
