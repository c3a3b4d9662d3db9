// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model_fields.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace {

/// A sine's likeness of period 1 and amplitude 1, made of two parabolas.
double wave(double turns) {
  double phase = turns - std::floor(turns) - 0.5;
  return -8.0 * phase * (1.0 - 2.0 * std::abs(phase));
}

/// The planetary waves all fields share, about -1.7 to 1.7.
double weather(const Place& at) {
  const double shift = 0.11 * at.day + 0.3 * at.height;
  const double midlatitude = 4.0 * at.north * (1.0 - at.north);
  return midlatitude * wave(3.0 * at.east + shift) +
         0.5 * wave(at.north) * wave(5.0 * at.east - shift) +
         0.2 * wave(11.0 * at.east + 4.0 * at.north + shift);
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

constexpr std::array all_fields{
    Field{"t", "air_temperature", "K", NC_FLOAT, true, temperature},
    Field{"u", "eastward_wind", "m s-1", NC_FLOAT, true, eastward_wind},
    Field{"q", "specific_humidity", "kg kg-1", NC_SHORT, true, humidity},
    Field{"t2m", "air_temperature", "K", NC_FLOAT, false, screen_temperature},
    Field{"sst", "sea_surface_temperature", "K", NC_FLOAT, false, sea_surface_temperature},
    Field{"tp", "precipitation_amount", "m", NC_SHORT, false, precipitation},
    Field{"msl", "air_pressure_at_mean_sea_level", "Pa", NC_DOUBLE, false, sea_level_pressure},
};

}  // namespace

bool is_land(const Place& at) {
  return wave(2.0 * at.east + 0.2) * wave(at.north + 0.15) +
             0.3 * wave(7.0 * at.east + 3.0 * at.north) >
         0.15;
}

std::span<const Field> fields() { return all_fields; }
