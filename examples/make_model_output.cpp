// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Makes a file that looks like the output of a weather model, for the examples and the benches: the
// fields of model_fields.hpp, an unlimited time axis, CF attributes. The same options make the same
// values on every machine. It uses libnetcdf, because most model output is written with it.
#include <netcdf.h>

#include <CLI/CLI.hpp>
#include <array>
#include <exception>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "model_fields.hpp"

namespace {

struct Options {
  std::string path;
  int mode = NC_NETCDF4;
  size_t times = 24;
  size_t levels = 8;
  size_t latitudes = 96;
  size_t longitudes = 192;
  std::vector<size_t> chunk;  // time, level, latitude, longitude; empty: one horizontal field
  int deflate_level = 0;
  bool shuffle = false;

  [[nodiscard]] bool has_chunks() const { return (mode & NC_NETCDF4) != 0; }
};

void check(int status, const std::string& what) {
  if (status != NC_NOERR) throw std::runtime_error(what + ": " + nc_strerror(status));
}

/// The file being written. Closes itself only on failure; close() is what completes it.
class ModelOutput {
 public:
  explicit ModelOutput(const Options& options) : options_(options) {
    check(nc_create(options.path.c_str(), NC_CLOBBER | options.mode, &file_), options.path);
  }
  ModelOutput(const ModelOutput&) = delete;
  ModelOutput& operator=(const ModelOutput&) = delete;
  ~ModelOutput() {
    if (file_ >= 0) nc_abort(file_);
  }

  void define();
  void write_coordinates();
  void write_land_mask();
  void write_fields(size_t time, Noise& noise);
  void close() {
    check(nc_close(file_), options_.path);
    file_ = -1;
  }

 private:
  void define_dimensions();
  void define_coordinate(const char* name, nc_type type, int dimension, const char* standard_name,
                         const char* units, const char* axis);
  void define_field(const Field& field);
  void define_missing_values(const Field& field, int variable);
  void define_storage(int variable, bool has_levels);
  void put_text(int variable, const char* name, const std::string& text);
  int find(const char* name);
  [[nodiscard]] Place place(size_t time, size_t level, size_t row, size_t column) const;

  const Options& options_;
  int file_ = -1;
  int time_ = -1;
  int level_ = -1;
  int latitude_ = -1;
  int longitude_ = -1;
};

void ModelOutput::define() {
  define_dimensions();
  put_text(NC_GLOBAL, "Conventions", "CF-1.8");
  put_text(NC_GLOBAL, "title", "Synthetic model output");
  put_text(NC_GLOBAL, "source", "make_model_output, an example program of ncf");
  define_coordinate("time", NC_DOUBLE, time_, "time", "hours since 2026-01-01 00:00:00", "T");
  put_text(find("time"), "calendar", "standard");
  define_coordinate("level", NC_INT, level_, "air_pressure", "hPa", "Z");
  put_text(find("level"), "positive", "down");
  define_coordinate("latitude", NC_FLOAT, latitude_, "latitude", "degrees_north", "Y");
  define_coordinate("longitude", NC_FLOAT, longitude_, "longitude", "degrees_east", "X");

  int crs = -1;
  check(nc_def_var(file_, "crs", NC_INT, 0, nullptr, &crs), "crs");
  put_text(crs, "grid_mapping_name", "latitude_longitude");

  const std::array horizontal{latitude_, longitude_};
  int mask = -1;
  check(nc_def_var(file_, "lsm", NC_BYTE, 2, horizontal.data(), &mask), "lsm");
  const std::array<signed char, 2> flags{0, 1};
  put_text(mask, "long_name", "land-sea mask");
  check(nc_put_att_schar(file_, mask, "flag_values", NC_BYTE, flags.size(), flags.data()), "lsm");
  put_text(mask, "flag_meanings", "sea land");

  for (const Field& field : fields()) define_field(field);
  check(nc_enddef(file_), options_.path);
}

void ModelOutput::define_dimensions() {
  check(nc_def_dim(file_, "time", NC_UNLIMITED, &time_), "time");
  check(nc_def_dim(file_, "level", options_.levels, &level_), "level");
  check(nc_def_dim(file_, "latitude", options_.latitudes, &latitude_), "latitude");
  check(nc_def_dim(file_, "longitude", options_.longitudes, &longitude_), "longitude");
}

void ModelOutput::define_coordinate(const char* name, nc_type type, int dimension,
                                    const char* standard_name, const char* units,
                                    const char* axis) {
  int variable = -1;
  check(nc_def_var(file_, name, type, 1, &dimension, &variable), name);
  put_text(variable, "standard_name", standard_name);
  put_text(variable, "units", units);
  put_text(variable, "axis", axis);
}

void ModelOutput::define_field(const Field& field) {
  std::vector<int> dimensions{time_, level_, latitude_, longitude_};
  if (!field.has_levels) dimensions.erase(dimensions.begin() + 1);
  int variable = -1;
  check(nc_def_var(file_, field.name, field.type, static_cast<int>(dimensions.size()),
                   dimensions.data(), &variable),
        field.name);
  define_missing_values(field, variable);
  put_text(variable, "standard_name", field.standard_name);
  put_text(variable, "units", field.units);
  put_text(variable, "grid_mapping", "crs");
  if (options_.has_chunks()) define_storage(variable, field.has_levels);
}

void ModelOutput::define_missing_values(const Field& field, int variable) {
  if (field.type == NC_FLOAT) {
    check(nc_put_att_float(file_, variable, "_FillValue", NC_FLOAT, 1, &missing), field.name);
  }
  if (field.type == NC_SHORT) {
    const double scale = field.has_levels ? 1e-6 : 2e-6;
    const double offset = field.has_levels ? 0.012 : 0;
    check(nc_put_att_short(file_, variable, "_FillValue", NC_SHORT, 1, &packed_missing),
          field.name);
    check(nc_put_att_double(file_, variable, "scale_factor", NC_DOUBLE, 1, &scale), field.name);
    check(nc_put_att_double(file_, variable, "add_offset", NC_DOUBLE, 1, &offset), field.name);
  }
}

void ModelOutput::define_storage(int variable, bool has_levels) {
  std::vector<size_t> chunk = options_.chunk;
  if (chunk.empty()) chunk = {1, 1, options_.latitudes, options_.longitudes};
  if (!has_levels) chunk.erase(chunk.begin() + 1);
  check(nc_def_var_chunking(file_, variable, NC_CHUNKED, chunk.data()), "chunks");
  if (options_.shuffle || options_.deflate_level > 0) {
    check(nc_def_var_deflate(file_, variable, options_.shuffle ? 1 : 0,
                             options_.deflate_level > 0 ? 1 : 0, options_.deflate_level),
          "deflate");
  }
}

void ModelOutput::put_text(int variable, const char* name, const std::string& text) {
  check(nc_put_att_text(file_, variable, name, text.size(), text.data()), name);
}

int ModelOutput::find(const char* name) {
  int variable = -1;
  check(nc_inq_varid(file_, name, &variable), name);
  return variable;
}

Place ModelOutput::place(size_t time, size_t level, size_t row, size_t column) const {
  const auto part = [](size_t index, size_t count) {
    return (static_cast<double>(index) + 0.5) / static_cast<double>(count);
  };
  return {0.25 * static_cast<double>(time), part(level, options_.levels),
          part(row, options_.latitudes), part(column, options_.longitudes)};
}

void ModelOutput::write_coordinates() {
  std::vector<int> levels;
  for (size_t level = 0; level < options_.levels; ++level) {
    levels.push_back(static_cast<int>(1000 - 1000 * level / options_.levels));
  }
  std::vector<float> latitudes;
  for (size_t row = 0; row < options_.latitudes; ++row) {
    latitudes.push_back(static_cast<float>(180 * place(0, 0, row, 0).north - 90));
  }
  std::vector<float> longitudes;
  for (size_t column = 0; column < options_.longitudes; ++column) {
    longitudes.push_back(static_cast<float>(360 * place(0, 0, 0, column).east));
  }
  check(nc_put_var_int(file_, find("level"), levels.data()), "level");
  check(nc_put_var_float(file_, find("latitude"), latitudes.data()), "latitude");
  check(nc_put_var_float(file_, find("longitude"), longitudes.data()), "longitude");
}

void ModelOutput::write_land_mask() {
  std::vector<signed char> mask;
  for (size_t row = 0; row < options_.latitudes; ++row) {
    for (size_t column = 0; column < options_.longitudes; ++column) {
      mask.push_back(is_land(place(0, 0, row, column)) ? 1 : 0);
    }
  }
  check(nc_put_var_schar(file_, find("lsm"), mask.data()), "lsm");
}

/// Writes all fields of one time, level by level.
void ModelOutput::write_fields(size_t time, Noise& noise) {
  const double hours = 6.0 * static_cast<double>(time);
  check(nc_put_var1_double(file_, find("time"), &time, &hours), "time");
  std::vector<double> values(options_.latitudes * options_.longitudes);
  for (const Field& field : fields()) {
    const int variable = find(field.name);
    for (size_t level = 0; level < (field.has_levels ? options_.levels : 1); ++level) {
      auto value = values.begin();
      for (size_t row = 0; row < options_.latitudes; ++row) {
        for (size_t column = 0; column < options_.longitudes; ++column) {
          *value++ = field.value(place(time, level, row, column), noise);
        }
      }
      std::vector<size_t> start{time, level, 0, 0};
      std::vector<size_t> count{1, 1, options_.latitudes, options_.longitudes};
      if (!field.has_levels) {
        start.erase(start.begin() + 1);
        count.erase(count.begin() + 1);
      }
      check(nc_put_vara_double(file_, variable, start.data(), count.data(), values.data()),
            field.name);
    }
  }
}

void read_options(CLI::App& app, Options& options) {
  const std::map<std::string, int> kinds{{"nc3", 0},
                                         {"nc6", NC_64BIT_OFFSET},
                                         {"nc5", NC_64BIT_DATA},
                                         {"nc4", NC_NETCDF4},
                                         {"nc7", NC_NETCDF4 | NC_CLASSIC_MODEL}};
  app.add_option("output", options.path, "File to make")->required();
  app.add_option("--kind", options.mode, "Format, by the names of nccopy -k")
      ->transform(CLI::CheckedTransformer(kinds).description("nc3|nc6|nc5|nc4|nc7"))
      ->type_name("KIND");
  app.add_option("--times", options.times, "Number of times, six hours apart");
  app.add_option("--levels", options.levels, "Number of levels");
  app.add_option("--latitudes", options.latitudes, "Number of latitudes");
  app.add_option("--longitudes", options.longitudes, "Number of longitudes");
  app.add_option("--chunk", options.chunk, "Chunk shape T,Z,Y,X; default one horizontal field")
      ->delimiter(',')
      ->expected(4);
  app.add_option("--deflate", options.deflate_level, "Deflate level, 0 for none")
      ->check(CLI::Range(0, 9));
  app.add_flag("--shuffle", options.shuffle, "Shuffle the bytes");
}

void make(const Options& options) {
  ModelOutput output(options);
  output.define();
  output.write_coordinates();
  output.write_land_mask();
  Noise noise;
  for (size_t time = 0; time < options.times; ++time) output.write_fields(time, noise);
  output.close();
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Makes a file that looks like the output of a weather model");
  Options options;
  read_options(app, options);
  CLI11_PARSE(app, argc, argv);
  try {
    make(options);
  } catch (const std::exception& error) {
    std::cerr << "make_model_output: " << error.what() << '\n';
    return 1;
  }
  return 0;
}
