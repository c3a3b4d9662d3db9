// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/tune/information_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/text/format_count.hpp"
#include "ops/page/page.hpp"
#include "ops/rounding/information.hpp"

namespace ncf::ops {
namespace {

using page::Html;

/// The bits of a value, from the sign to the lowest.
class Bits {
 public:
  explicit Bits(const DimensionInformation& along)
      : exponent_bits_(along.information.size() - significand_part(along.information).size() - 1) {}

  /// Returns "sign", "exponent 1", "significand 1".
  [[nodiscard]] std::string name(std::size_t bit) const {
    if (bit == 0) return "sign";
    if (bit <= exponent_bits_) return fmt::format("exponent {}", bit);
    return fmt::format("significand {}", bit - exponent_bits_);
  }

  /// Returns "±", "e1", "m1", as in xbitinfo.
  [[nodiscard]] std::string short_name(std::size_t bit) const {
    if (bit == 0) return "±";
    if (bit <= exponent_bits_) return fmt::format("e{}", bit);
    return fmt::format("m{}", bit - exponent_bits_);
  }

  [[nodiscard]] bool is_kept(std::size_t bit, const DimensionInformation& along) const {
    return bit <= exponent_bits_ + static_cast<std::size_t>(along.bits);
  }

 private:
  std::size_t exponent_bits_;
};

const DimensionInformation& decisive(const std::vector<DimensionInformation>& information) {
  return *std::max_element(
      information.begin(), information.end(),
      [](const auto& one, const auto& other) { return one.bits < other.bits; });
}

std::optional<std::size_t> color_of(double information) {
  if (information == 0) return std::nullopt;
  const double colors = static_cast<double>(page::color_count);
  return static_cast<std::size_t>(std::clamp(std::ceil(information * colors) - 1, 0.0, colors - 1));
}

std::vector<page::Color> color_legend() {
  std::vector<page::Color> legend{{std::nullopt, "no information"}};
  const auto bits = [](std::size_t color) {
    return static_cast<double>(color) / static_cast<double>(page::color_count);
  };
  for (std::size_t color = 0; color < page::color_count; ++color) {
    legend.push_back({color, fmt::format("to {:.2f}", bits(color + 1))});
  }
  return legend;
}

/// Returns the number of columns up to the last bit that any row keeps or that has information.
std::size_t columns_of(const std::vector<InformationRow>& rows) {
  std::size_t columns = 0;
  for (const InformationRow& row : rows) {
    const DimensionInformation& along = decisive(row.information);
    const Bits bits(along);
    for (std::size_t bit = columns; bit < along.information.size(); ++bit) {
      if (along.information[bit] > 0 || bits.is_kept(bit, along)) columns = bit + 1;
    }
  }
  return columns;
}

std::vector<Html> cells_of(const InformationRow& row, std::size_t columns) {
  const DimensionInformation& along = decisive(row.information);
  const Bits bits(along);
  std::vector<Html> cells{row.name, along.dimension,
                          page::number(static_cast<std::uint64_t>(along.bits))};
  for (std::size_t bit = 0; bit < columns; ++bit) {
    const double information = along.information[bit];
    const bool is_kept = bits.is_kept(bit, along);
    cells.push_back(
        page::number(information, page::square(color_of(information), is_kept,
                                               fmt::format("{}: {:.3g}{}", bits.name(bit),
                                                           information, is_kept ? ", kept" : ""))));
  }
  return cells;
}

Html figure_of(const std::string& what, const std::string& type,
               const std::vector<InformationRow>& rows) {
  if (rows.empty()) return {};
  const std::size_t columns = columns_of(rows);
  const Bits bits(rows.front().information.front());
  page::Table table{
      fmt::format("Information in each bit of a {}, along the dimension that needs the most bits "
                  "of the significand; kept bits are underlined",
                  type),
      {{what}, {"along"}, {"bits", true}}};
  for (std::size_t bit = 0; bit < columns; ++bit) table.columns.push_back({bits.short_name(bit)});
  for (const InformationRow& row : rows) table.add(cells_of(row, columns));
  return page::table(table);
}

/// Returns a table of the bits along one dimension.
Html information_table(const DimensionInformation& along) {
  const Bits bits(along);
  page::Table table{
      fmt::format("Information along {}: {} of the significand for the requested share",
                  along.dimension, base::format_count(along.bits, "bit")),
      {{"bit"}, {"information", true}, {"of one bit"}, {"kept"}}};
  for (std::size_t bit = 0; bit < along.information.size(); ++bit) {
    const double information = along.information[bit];
    table.add({bits.name(bit), page::number(information, fmt::format("{:.3g}", information)),
               page::bar(information), bits.is_kept(bit, along) ? "yes" : "no"});
  }
  return page::table(table);
}

}  // namespace

Html information_figure(const std::string& what, const std::vector<InformationRow>& rows) {
  constexpr std::size_t float_bits = 32;
  std::vector<InformationRow> floats;
  std::vector<InformationRow> doubles;
  for (const InformationRow& row : rows) {
    const bool is_float = row.information.front().information.size() == float_bits;
    (is_float ? floats : doubles).push_back(row);
  }
  if (rows.empty()) return {};
  return figure_of(what, "float", floats) + figure_of(what, "double", doubles) +
         page::legend(color_legend());
}

Html information_section(const std::vector<InformationRow>& rows) {
  if (rows.empty()) return {};
  return page::section("Information",
                       page::paragraph("How much a bit of a value tells about the same bit of its "
                                       "neighbour, from 0 to 1 bit.") +
                           information_figure("variable", rows));
}

Html information_details(const std::vector<DimensionInformation>& information) {
  if (information.empty()) return {};
  Html tables;
  for (const DimensionInformation& along : information) tables += information_table(along);
  return page::details("Information in each bit", tables);
}

}  // namespace ncf::ops
