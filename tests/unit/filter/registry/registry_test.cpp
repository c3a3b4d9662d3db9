// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks that hold for every row, and names, writes, reads and describes every filter at the bounds
// of each of its parameters.
#include "filter/registry/registry.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "base/text/characters.hpp"
#include "filter/registry/known_ids.hpp"
#include "ncf/filter_spec.hpp"
#include "support/errors.hpp"
#include "support/table.hpp"

namespace ncf::filter {
namespace {

std::string lower(std::string_view text) {
  std::string lowered(text);
  std::transform(lowered.begin(), lowered.end(), lowered.begin(), base::to_lower);
  return lowered;
}

bool is_name(std::string_view text) {
  return !text.empty() && base::is_letter(text.front()) &&
         std::all_of(text.begin(), text.end(), base::is_name_character);
}

Chain resolve_text(const std::string& text) { return resolve(parse_filter_spec(text), text); }

/// Returns every layout of a row, of both forms.
std::vector<const Layout*> layouts_of(const FilterFacts& facts) {
  std::vector<const Layout*> layouts;
  for (const Layout& layout : facts.visible) layouts.push_back(&layout);
  for (const Layout& layout : facts.working) layouts.push_back(&layout);
  return layouts;
}

TEST(Registry, IsSortedByIdWithoutRepeats) {
  const auto rows = all_filters();
  for (std::size_t i = 1; i < rows.size(); ++i) EXPECT_LT(rows[i - 1].id, rows[i].id);
}

TEST(Registry, KnowsEveryRegisteredFilter) {
  std::set<std::uint32_t> expected{1, 2, 3, 4, 5, 6, 257, 258, 305, 307, 32033};
  for (std::uint32_t id = 32000; id <= 32030; ++id) expected.insert(id);
  std::set<std::uint32_t> known;
  for (const FilterFacts& facts : all_filters()) known.insert(facts.id);
  EXPECT_TRUE(std::includes(known.begin(), known.end(), expected.begin(), expected.end()));
}

TEST(Registry, HasTheIdsThatTheCodeTreatsSpecially) {
  const std::pair<const char*, std::uint32_t> special[] = {
      {"deflate", deflate_id}, {"shuffle", shuffle_id}, {"fletcher32", fletcher32_id},
      {"szip", szip_id},       {"nbit", nbit_id},       {"scaleoffset", scaleoffset_id},
      {"zfp", zfp_id},
  };
  for (const auto& [name, id] : special) EXPECT_EQ(get_filter(name).id, id) << name;
}

TEST(Registry, EveryNameAndAliasIsOneNameOfOneFilter) {
  std::set<std::string> names;
  for (const FilterFacts& facts : all_filters()) {
    std::vector<std::string_view> all{facts.name};
    all.insert(all.end(), facts.aliases.begin(), facts.aliases.end());
    for (const std::string_view name : all) {
      EXPECT_TRUE(is_name(name)) << name;
      EXPECT_TRUE(names.insert(lower(name)).second) << name << " is there twice";
      EXPECT_EQ(find_filter(name), &facts) << name;
      EXPECT_EQ(&get_filter(name), &facts) << name;
    }
    EXPECT_EQ(find_filter(facts.id), &facts) << facts.name;
  }
}

TEST(Registry, EveryRowHasADescriptionOfOneLine) {
  for (const FilterFacts& facts : all_filters()) {
    EXPECT_FALSE(facts.description.empty()) << facts.name;
    EXPECT_LE(facts.description.size(), 80U) << facts.name;
    EXPECT_NE(facts.description.back(), '.') << facts.name;
  }
}

TEST(Registry, EveryParameterHasANameAndHelp) {
  for (const FilterFacts& facts : all_filters()) {
    for (const Layout* layout : layouts_of(facts)) {
      for (const Parameter& parameter : layout->parameters) {
        EXPECT_TRUE(is_name(parameter.name)) << facts.name;
        EXPECT_FALSE(parameter.help.empty()) << facts.name << ' ' << parameter.name;
      }
      EXPECT_LE(layout->min_cd_values, width(*layout)) << facts.name;
    }
  }
}

TEST(Registry, EveryStandardIsAllowedAndEveryChoiceHasAName) {
  for (const FilterFacts& facts : all_filters()) {
    for (const Layout* layout : layouts_of(facts)) {
      for (const Parameter& parameter : layout->parameters) {
        if (parameter.default_value) {
          EXPECT_TRUE(allows(parameter, *parameter.default_value))
              << facts.name << ' ' << parameter.name;
        }
        EXPECT_EQ(parameter.kind == Kind::choice, !parameter.choices.empty()) << parameter.name;
        for (const Choice& choice : parameter.choices) EXPECT_TRUE(is_name(choice.name));
      }
    }
  }
}

TEST(Registry, FiltersOfSeveralLayoutsNameTheirModes) {
  for (const FilterFacts& facts : all_filters()) {
    if (facts.visible.size() < 2) continue;
    std::set<std::string_view> modes;
    for (const Layout& layout : facts.visible) {
      EXPECT_TRUE(is_name(layout.mode)) << facts.name;
      EXPECT_TRUE(modes.insert(layout.mode).second) << facts.name << ' ' << layout.mode;
    }
  }
}

TEST(Registry, EveryStoredLayoutHoldsAllThatItsUserLayoutHas) {
  for (const FilterFacts& facts : all_filters()) {
    for (const Layout& stored : facts.working) {
      const auto user =
          std::find_if(facts.visible.begin(), facts.visible.end(),
                       [&](const Layout& layout) { return layout.mode == stored.mode; });
      ASSERT_NE(user, facts.visible.end()) << facts.name << ' ' << stored.mode;
      for (const Parameter& parameter : user->parameters) {
        EXPECT_EQ(
            std::count_if(stored.parameters.begin(), stored.parameters.end(),
                          [&](const Parameter& other) { return other.name == parameter.name; }),
            1)
            << facts.name << ' ' << parameter.name;
      }
    }
  }
}

TEST(Registry, EveryCodecIsThereOnceAndItsMembersLeadToParameters) {
  std::set<std::string_view> ids;
  std::set<std::string_view> zarr_names;
  for (const FilterFacts& facts : all_filters()) {
    for (const CodecFacts& codec : facts.codecs) {
      EXPECT_TRUE(ids.insert(codec.numcodecs_id).second) << codec.numcodecs_id;
      EXPECT_EQ(codec.core_name.empty(), codec.core_members.empty()) << codec.numcodecs_id;
      if (!codec.core_name.empty()) {
        EXPECT_TRUE(zarr_names.insert(codec.core_name).second) << codec.core_name;
      }
      std::vector<CodecMember> members(codec.members.begin(), codec.members.end());
      members.insert(members.end(), codec.core_members.begin(), codec.core_members.end());
      for (const CodecMember& member : members) {
        for (const Choice& mode : member.words) {
          if (member.role != MemberRole::mode) break;
          EXPECT_TRUE(std::any_of(facts.visible.begin(), facts.visible.end(),
                                  [&](const Layout& layout) { return layout.mode == mode.name; }))
              << codec.numcodecs_id << ' ' << mode.name;
        }
        if (member.role != MemberRole::parameter) continue;
        const auto name = member.parameter.empty() ? member.name : member.parameter;
        EXPECT_TRUE(std::any_of(
            facts.visible.begin(), facts.visible.end(),
            [name](const Layout& layout) { return find_parameter(layout, name) != nullptr; }))
            << codec.numcodecs_id << ' ' << member.name;
      }
    }
  }
}

TEST(Registry, FindsNamesInAnyLetterCase) {
  EXPECT_EQ(find_filter("ZSTD")->id, 32015U);
  EXPECT_EQ(find_filter("GZip")->id, 1U);
  EXPECT_EQ(find_filter("zst"), nullptr);
  EXPECT_EQ(find_filter(4711), nullptr);
}

std::string error_of_name(std::string_view name) {
  return test::reason_of([&] { (void)get_filter(name); }, ErrorCode::not_found);
}

TEST(Registry, SuggestsNamesLikeTheOneWritten) {
  test::expect_table(error_of_name, R"(
    zst       -> unknown filter 'zst', did you mean zstd?
    blsc      -> unknown filter 'blsc', did you mean blosc?
    ZSTANDART -> unknown filter 'ZSTANDART', did you mean zstandard?
    zp        -> unknown filter 'zp', did you mean zfp?
    sz4       -> unknown filter 'sz4', did you mean lz4, sz, sz2 or sz3?
    wibble    -> unknown filter 'wibble', expected a number or a name, for example deflate, zstd \
                 or blosc
  )");
}

TEST(Registry, SaysWhatProvidesAFilter) {
  EXPECT_EQ(providers_of(get_filter("deflate")), "HDF5, built in");
  EXPECT_EQ(providers_of(get_filter("bzip2")),
            "ncf's own plugin, Debian package hdf5-filter-plugin or the Python package hdf5plugin");
  FilterFacts lzf = get_filter("lzf");
  lzf.providers.ncf = true;
  EXPECT_EQ(providers_of(lzf), "ncf's own plugin or Debian package bitshuffle");
  lzf.providers.ncf = false;
  EXPECT_EQ(providers_of(lzf), "ncf built with liblzf or Debian package bitshuffle");
  EXPECT_EQ(providers_of(get_filter("mafisc")), "");
}

// ---- every filter, there and back ----

/// Returns the values at which a parameter is tried.
std::vector<double> samples_of(const Parameter& parameter) {
  if (parameter.kind != Kind::choice) return {parameter.minimum, parameter.maximum};
  std::vector<double> numbers;
  for (const Choice& choice : parameter.choices) numbers.push_back(choice.number);
  return numbers;
}

/// Returns only the values that a user must give.
Values min_values(const Layout& layout) {
  Values values(layout.parameters.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Parameter& parameter = layout.parameters[i];
    const bool needed =
        is_given(parameter) && !parameter.default_value && !parameter.may_be_left_out;
    if (needed) values[i] = samples_of(parameter).front();
  }
  return values;
}

/// Returns whether a file could hold the same cd_values with another meaning.
bool has_double_meaning(const FilterFacts& facts, const std::vector<std::uint32_t>& cd_values) {
  const auto as_user = read_cd_values(facts, cd_values, Form::visible);
  const auto as_stored = read_cd_values(facts, cd_values, Form::working);
  return as_user->layout != as_stored->layout;
}

void expect_round_trip(const FilterFacts& facts, const Layout& layout, const Values& values) {
  const std::string named = format_named(facts, layout, values);
  SCOPED_TRACE(named);
  const Filter filter{facts.id, write_cd_values(layout, values)};
  EXPECT_EQ(resolve_text(named), Chain{filter});

  std::string described = named;
  std::replace(described.begin(), described.end(), ',', ' ');
  EXPECT_EQ(describe(filter), described);

  const auto reading = read_cd_values(facts, filter.parameters, Form::visible);
  ASSERT_TRUE(reading);
  EXPECT_FALSE(reading->fault);
  EXPECT_EQ(write_cd_values(*reading->layout, reading->values), filter.parameters);
  EXPECT_EQ(to_visible_form(filter.id, filter.parameters, Form::visible), filter);

  const std::string numeric = format_numeric({filter});
  if (has_double_meaning(facts, filter.parameters)) {
    EXPECT_THROW(resolve_text(numeric), SyntaxError);
  } else {
    EXPECT_EQ(resolve_text(numeric), Chain{filter});
  }
}

/// Raises zfp's maxbits to minbits, which may not be larger.
void raise_limits(const Layout& layout, Values& values) {
  for (std::size_t i = 1; i < values.size(); ++i) {
    if (layout.parameters[i].name == "maxbits") values[i] = std::max(*values[i], *values[i - 1]);
  }
}

TEST(EveryFilter, ComesBackFromNamesWordsAndDescriptions) {
  for (const FilterFacts& facts : all_filters()) {
    for (const Layout& layout : facts.visible) {
      const Values least = min_values(layout);
      expect_round_trip(facts, layout, least);
      for (std::size_t i = 0; i < layout.parameters.size(); ++i) {
        if (!is_given(layout.parameters[i])) continue;
        for (const double sample : samples_of(layout.parameters[i])) {
          Values values = least;
          values[i] = sample;
          raise_limits(layout, values);
          expect_round_trip(facts, layout, values);
        }
      }
    }
  }
}

/// Returns whether the name alone is enough.
bool has_standards(const FilterFacts& facts) {
  if (facts.visible.size() > 1) return false;
  for (const Layout& layout : facts.visible) {
    for (const std::optional<double>& needed : min_values(layout)) {
      if (needed) return false;
    }
  }
  return true;
}

TEST(EveryFilter, IsFoundByEachOfItsNames) {
  for (const FilterFacts& facts : all_filters()) {
    std::vector<std::string> names{std::string(facts.name)};
    names.insert(names.end(), facts.aliases.begin(), facts.aliases.end());
    for (const std::string& name : names) {
      if (has_standards(facts)) {
        EXPECT_EQ(resolve_text(name).front().id, facts.id) << name;
      } else {
        EXPECT_THROW(resolve_text(name), SyntaxError) << name;
      }
    }
  }
}

TEST(EveryFilter, RefusesValuesJustOutsideItsBounds) {
  for (const FilterFacts& facts : all_filters()) {
    for (const Layout& layout : facts.visible) {
      for (std::size_t i = 0; i < layout.parameters.size(); ++i) {
        const Parameter& parameter = layout.parameters[i];
        if (parameter.kind != Kind::integer) continue;
        for (const double outside : {parameter.minimum - 1, parameter.maximum + 1}) {
          Values values = min_values(layout);
          values[i] = outside;
          const std::string named = format_named(facts, layout, values);
          EXPECT_THROW(resolve_text(named), SyntaxError) << named;
        }
      }
    }
  }
}

TEST(Registry, KnowsWhichFiltersChangeValues) {
  const auto loss = [](const char* spec) { return loss_of(resolve(parse_filter_spec(spec))[0]); };
  for (const char* lossy :
       {"zfp,rate=8", "zfp,precision=16", "zfp,accuracy=0.1", "zfp,default", "scaleoffset,digits=3",
        "scaleoffset,bits=4", "6,0,3", "bitgroom,3", "granular-bitround", "sz,absolute=0.1",
        "32024,1,2", "blosc2,filter=trunc_prec"}) {
    EXPECT_EQ(loss(lossy), Loss::some) << lossy;
  }
  for (const char* lossless : {"zfp,reversible", "scaleoffset,bits=0", "deflate,5", "nbit", "szip",
                               "blosc2", "bitshuffle", "snappy,1", "spdp,1", "flac,1"}) {
    EXPECT_EQ(loss(lossless), Loss::none) << lossless;
  }
  for (const char* unknown : {"40000,1", "fpzip,1", "jpeg-xr,1", "jpeg-ls,1", "ccsds-123,1",
                              "b3d,1", "mafisc,1", "vbz,1"}) {
    EXPECT_EQ(loss(unknown), Loss::unknown) << unknown;
  }
}

TEST(Registry, KnowsWhichValuesLossyFiltersEncodeTogether) {
  const auto edge = [](const char* spec) {
    return block_edge(resolve(parse_filter_spec(spec)).front());
  };
  EXPECT_EQ(edge("zfp,rate=8"), 4U);
  EXPECT_EQ(edge("blosc2,filter=trunc_prec"), 1U);
  EXPECT_EQ(edge("sz,absolute=0.1"), 0U);
}

}  // namespace
}  // namespace ncf::filter
