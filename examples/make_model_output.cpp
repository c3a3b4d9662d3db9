// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Makes a file that looks like the output of a weather model, for the examples and the benches:
// smooth fields with noise, masks, packed integers, an unlimited time axis, CF attributes. The
// same options make the same values on every machine: the noise is our own generator's, and the
// waves are built of additions and multiplications alone. Written with libnetcdf, for it stands
// for the files others make.
#include <netcdf.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <exception>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

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

/// Uniform and roughly normal numbers; the generator is splitmix64.
class Noise {
 public:
  double uniform() {
    state_ += 0x9e3779b97f4a7c15U;
    std::uint64_t bits = state_;
    bits = (bits ^ (bits >> 30U)) * 0xbf58476d1ce4e5b9U;
    bits = (bits ^ (bits >> 27U)) * 0x94d049bb133111ebU;
    return static_cast<double>((bits ^ (bits >> 31U)) >> 11U) * 0x1p-53;
  }
  /// Mean 0, standard deviation 1, never beyond 3.5.
  double normal() { return (uniform() + uniform() + uniform() + uniform() - 2.0) * 1.75; }

 private:
  std::uint64_t state_ = 20260101;
};

/// A sine's likeness of period 1 and amplitude 1, made of two parabolas.
double wave(double turns) {
  double phase = turns - std::floor(turns) - 0.5;
  return -8.0 * phase * (1.0 - 2.0 * std::abs(phase));
}

/// A point of the grid, each coordinate from 0 to 1; time in days.
struct Place {
  double day = 0;
  double height = 0;
  double north = 0;
  double east = 0;
};

/// The planetary waves all fields share, about -1.7 to 1.7.
double weather(const Place& at) {
  const double shift = 0.11 * at.day + 0.3 * at.height;
  const double midlatitude = 4.0 * at.north * (1.0 - at.north);
  return midlatitude * wave(3.0 * at.east + shift) +
         0.5 * wave(at.north) * wave(5.0 * at.east - shift) +
         0.2 * wave(11.0 * at.east + 4.0 * at.north + shift);
}

bool is_land(const Place& at) {
  return wave(2.0 * at.east + 0.2) * wave(at.north + 0.15) +
             0.3 * wave(7.0 * at.east + 3.0 * at.north) >
         0.15;
}

/// Keeps `bits` bits of the mantissa, as models do that round before they write.
float keep_bits(double value, unsigned bits) {
  const auto single = static_cast<float>(value);
  const unsigned dropped = 23 - bits;
  std::uint32_t word = 0;
  std::memcpy(&word, &single, sizeof word);
  word += 1U << (dropped - 1);
  word &= ~((1U << dropped) - 1);
  float rounded = 0;
  std::memcpy(&rounded, &word, sizeof rounded);
  return rounded;
}

double keep_step(double value, double steps_per_unit) {
  return std::floor(value * steps_per_unit + 0.5) / steps_per_unit;
}

constexpr float missing = 1e20F;
constexpr std::int16_t packed_missing = -32767;

double temperature(const Place& at, Noise& noise) {
  const double equator = wave(0.5 * at.north);
  const double value = 245 + 45 * equator - 55 * at.height + 6 * weather(at);
  return keep_step(value + 0.15 * noise.normal(), 100);
}

double eastward_wind(const Place& at, Noise& noise) {
  return keep_bits(12 * weather(at) + 20 * at.height + 0.3 * noise.normal(), 11);
}

double screen_temperature(const Place& at, Noise& noise) {
  const double daily = is_land(at) ? 6.0 * wave(at.day + at.east) : 0.5 * wave(at.day + at.east);
  return 250 + 45 * wave(0.5 * at.north) + 5 * weather(at) + daily + 0.05 * noise.normal();
}

double sea_surface_temperature(const Place& at, Noise& noise) {
  const double value = 272 + 29 * wave(0.5 * at.north) + weather(at) + 0.02 * noise.normal();
  return is_land(at) ? static_cast<double>(missing) : value;
}

/// Packed: steps of 2e-6 m; dry almost everywhere, absent in the first field of a forecast.
double precipitation(const Place& at, Noise& noise) {
  const double wet = weather(at) + 0.3 * noise.normal() - 0.6;
  if (at.day == 0) return packed_missing;
  return wet > 0 ? std::floor(2000 * wet * wet) : 0;
}

/// Packed: steps of 1e-6 kg/kg around 0.012.
double humidity(const Place& at, Noise& noise) {
  const double moist = (1 - at.height) * (3000 * weather(at) + 12000 * wave(0.5 * at.north));
  return std::floor(std::max(0.0, moist + 40 * noise.normal())) - 12000;
}

double sea_level_pressure(const Place& at, Noise& noise) {
  return keep_step(101325 + 1500 * weather(at) + 20 * noise.normal(), 16);
}

/// What a field is, and the function of place and noise its values come from.
struct Field {
  const char* name;
  const char* standard_name;
  const char* units;
  nc_type type;
  bool has_levels;
  double (*value)(const Place&, Noise&);
};

constexpr std::array fields{
    Field{"t", "air_temperature", "K", NC_FLOAT, true, temperature},
    Field{"u", "eastward_wind", "m s-1", NC_FLOAT, true, eastward_wind},
    Field{"q", "specific_humidity", "kg kg-1", NC_SHORT, true, humidity},
    Field{"t2m", "air_temperature", "K", NC_FLOAT, false, screen_temperature},
    Field{"sst", "sea_surface_temperature", "K", NC_FLOAT, false, sea_surface_temperature},
    Field{"tp", "precipitation_amount", "m", NC_SHORT, false, precipitation},
    Field{"msl", "air_pressure_at_mean_sea_level", "Pa", NC_DOUBLE, false, sea_level_pressure},
};

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

  for (const Field& field : fields) define_field(field);
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
  for (const Field& field : fields) {
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
