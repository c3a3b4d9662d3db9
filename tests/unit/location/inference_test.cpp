// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "location/inference.hpp"

#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "support/errors.hpp"
#include "support/table.hpp"

namespace ncf::location {
namespace {

using Modes = std::vector<std::string>;
constexpr auto nothing = Contents{};

Contents file(std::optional<Signature> signature) { return {Contents::Kind::file, signature}; }
Contents folder(std::optional<Signature> signature) { return {Contents::Kind::folder, signature}; }

Inference infer_text(const std::string& text, const Contents& contents = {},
                     const Surroundings& surroundings = {}) {
  return infer(parse_location(text), contents, surroundings);
}

Modes modes_of_url(const std::string& modes) {
  return infer_text("http://h/bucket/a#mode=" + modes).modes;
}

/// Returns the implementation that a text names, or the message.
std::string implementation(const std::string& text) {
  try {
    return std::string(implementation_name(infer_text(text).implementation));
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage) << text;
    return error.what();
  }
}

std::string reason_of(const std::string& text, const Contents& contents, ErrorCode code) {
  return test::reason_of([&] { infer_text(text, contents); }, code);
}

TEST(Inference, Contents) {
  const struct {
    Signature signature;
    Implementation implementation;
  } rows[] = {
      {Signature::classic, Implementation::netcdf3}, {Signature::offset64, Implementation::netcdf3},
      {Signature::cdf5, Implementation::netcdf3},    {Signature::hdf5, Implementation::hdf5},
      {Signature::hdf4, Implementation::hdf4},
  };
  for (const auto& row : rows) {
    for (const char* text : {"a.nc", "file:///a.nc", "file:///a.nc#mode=bytes", "a#mode=dap4"}) {
      const Inference inference = infer_text(text, file(row.signature));
      EXPECT_EQ(inference.implementation, row.implementation) << text;
      EXPECT_EQ(inference.by, Evidence::contents) << text;
      EXPECT_EQ(inference.zarr_version, std::nullopt) << text;
    }
  }
}

TEST(Inference, FoldersOfZarr) {
  EXPECT_EQ(infer_text("a", folder(Signature::zarr2)).implementation, Implementation::zarr);
  EXPECT_EQ(infer_text("a", folder(Signature::zarr2)).zarr_version, 2);
  EXPECT_EQ(infer_text("a", folder(Signature::zarr3)).zarr_version, 3);
  EXPECT_EQ(infer_text("file:///a#mode=v3", folder(Signature::zarr2)).zarr_version, 2);
  EXPECT_EQ(infer_text("file:///a#mode=zarr", folder(std::nullopt)).zarr_version, 2);
  EXPECT_EQ(infer_text("file:///a#mode=v3").zarr_version, 3);
}

TEST(Inference, ContentsBeforeUrlBeforeFallback) {
  const auto evidence = [](const char* text, const Contents& contents) {
    return infer_text(text, contents).by;
  };
  EXPECT_EQ(evidence("file:///a#mode=zarr", file(Signature::classic)), Evidence::contents);
  EXPECT_EQ(evidence("file:///a#mode=zarr", nothing), Evidence::url);
  EXPECT_EQ(evidence("http://h/a", nothing), Evidence::fallback);
  EXPECT_EQ(evidence("a", file(Signature::classic)), Evidence::contents);
  EXPECT_EQ(evidence("a", nothing), Evidence::fallback);
}

TEST(Inference, OfTheTextAlone) {
  test::expect_table(implementation, R"(
    // A path is a classic file, and a URL is of DAP2, unless more is known.
    a               -> netCDF-3
    https://h/a#log -> DAP2

    // Bytes are HDF5 unless another mode says more.
    http://h/a#bytes              -> HDF5
    http://h/a#mode=bytes,classic -> netCDF-3
    http://h/a#s3&bytes           -> HDF5

    // Modes are known in any letter case; grammar/samples has one that is unknown.
    file:///a#mode=NCZarr,File,consolidated -> Zarr

    // Modes must not contradict each other.
    http://h/a#dap2&dap4
      -> mode=dap2 and mode=dap4 contradict each other, expected one of them
    dods://h/a#mode=zip,zarr
      -> mode=dap2 and mode=zarr contradict each other, expected one of them
    http://h/a#mode=bytes,dap2
      -> mode=bytes and mode=dap2 contradict each other, expected one of them
    http://h/a#mode=dap2,bytes
      -> mode=bytes and mode=dap2 contradict each other, expected one of them
    dods://h/a#bytes
      -> mode=bytes and mode=dap2 contradict each other, expected one of them
    file:///a#mode=bytes,dap2
      -> mode=bytes and mode=dap2 contradict each other, expected one of them
    http://h/a#mode=bytes,udf0 -> user-defined
  )");
}

TEST(Inference, PathsAreKeptAsWritten) {
  for (const char* path : {"a.nc", "./a//b/../c.nc", "a#mode=zarr", "C:a"}) {
    EXPECT_EQ(infer_text(path).canonical, path);
    EXPECT_EQ(infer_text(path).modes, Modes()) << path;
  }
}

TEST(Inference, RelativeFileUrlsBeginInTheWorkingFolder) {
  const auto canonical = [](const char* text, const char* working_folder) {
    return infer_text(text, nothing, {.working_folder = working_folder}).canonical;
  };
  EXPECT_EQ(canonical("file://a/b", "/here"), "file:///here/a/b");
  EXPECT_EQ(canonical("file://a/b", "/"), "file:///a/b");
  EXPECT_EQ(canonical("file:///a/b", "/here"), "file:///a/b");
}

TEST(Inference, ModesStandBeforeWhatTheyImply) {
  const auto modes = [](const std::string& given) {
    return fmt::format("{}", fmt::join(modes_of_url(given), ","));
  };
  test::expect_table(modes, R"(
    zarr                    -> zarr,nczarr
    nczarr                  -> nczarr
    nczarr,zarr             -> zarr,nczarr
    nczarr,file,zarr,xarray -> file,xarray,zarr,nczarr
    V3                      -> v3,zarr,nczarr
    nczarr,zarr3            -> zarr3,v3,zarr,nczarr
    noxarray                -> noxarray,zarr,nczarr
  )");
}

// The last of three modes never implies anything: libnetcdf 4.9.0 terminates only on such lists.
TEST(Inference, EveryListOfModesEnds) {
  const Modes some = {"zarr", "nczarr", "xarray", "noxarray", "v3", "bytes", "file", "s3"};
  const Modes implying = {"zarr", "xarray", "noxarray", "v3"};
  for (const std::string& first : some) {
    for (const std::string& second : some) {
      for (const std::string& third : some) {
        Modes modes;
        try {
          modes = modes_of_url(first + "," + second + "," + third);
        } catch (const Error& error) {
          EXPECT_NE(error.message().find("contradict"), std::string::npos);
          continue;
        }
        EXPECT_EQ(std::count(implying.begin(), implying.end(), modes.back()), 0)
            << first << "," << second << "," << third;
      }
    }
  }
}

TEST(Inference, ContradictingModes) {
  for (const char* const modes : {"file,zip,nczarr", "zarr,s3,file", "dap2,zarr"}) {
    EXPECT_THROW(modes_of_url(modes), Error) << modes;
  }
  for (const char* const url : {"s3://h/b/a#mode=file", "https://h/b/a#gs3&mode=file"}) {
    EXPECT_THROW((void)infer_text(url), Error) << url;
  }
}

// source: netcdf-c, libdispatch/dinfermodel.c, modenegations
TEST(Inference, SomeModesWinOverOthers) {
  const auto outcome = [](const std::string& text) {
    const Inference inference = infer_text(text);
    return fmt::format("{}: {} {}", implementation_name(inference.implementation),
                       fmt::join(inference.modes, ","), fmt::join(inference.notes, "; "));
  };
  test::expect_table(outcome, R"(
    http://h/a#mode=bytes,nczarr       -> HDF5: bytes mode=bytes wins over mode=nczarr
    http://h/a#mode=v3,bytes           -> HDF5: bytes mode=bytes wins over mode=v3
    http://h/b/a#mode=nczarr,s3&bytes  -> HDF5: s3,bytes mode=bytes wins over mode=nczarr
    http://h/a#mode=bytes,classic,zarr -> netCDF-3: bytes,classic mode=bytes wins over mode=zarr
    file:///a#mode=noxarray,xarray
      -> Zarr: noxarray,zarr,nczarr mode=noxarray wins over mode=xarray
    file:///a#xarray&noxarray
      -> Zarr: noxarray,zarr,nczarr mode=noxarray wins over mode=xarray
  )");
  const Inference store = infer_text("file:///a#mode=bytes,zarr", folder(Signature::zarr2));
  EXPECT_EQ(store.implementation, Implementation::zarr);
  EXPECT_TRUE(store.notes.empty()) << "contents decide before bytes do";
}

TEST(Inference, ModesMustNotContradictWhateverTheContents) {
  EXPECT_EQ(reason_of("file:///a#mode=dap4,bytes", file(Signature::hdf5), ErrorCode::usage),
            "mode=bytes and mode=dap4 contradict each other, expected one of them");
}

TEST(Inference, ContentsThatAreNoDataset) {
  for (const char* text : {"a", "file:///a", "file:///a#mode=bytes", "file:///a#mode=netcdf-4"}) {
    EXPECT_EQ(reason_of(text, file(std::nullopt), ErrorCode::unsupported), "not a netCDF file");
    EXPECT_EQ(reason_of(text, folder(std::nullopt), ErrorCode::unsupported),
              "a folder, not a netCDF file or a store of Zarr");
  }
}

TEST(Inference, ZipFilesAreZarrOrNothing) {
  const Contents store{Contents::Kind::zip, Signature::zarr3};
  EXPECT_EQ(infer_text("a.zip", store).implementation, Implementation::zarr);
  EXPECT_EQ(infer_text("a.zip", store).zarr_version, 3);
  for (const char* text : {"a.zip", "file:///a#mode=nczarr,zip", "file:///a#mode=bytes"}) {
    EXPECT_EQ(reason_of(text, {Contents::Kind::zip, std::nullopt}, ErrorCode::unsupported),
              "a zip file that contains no Zarr store");
  }
}

// The first bytes of DAP's test files identify nothing.
TEST(Inference, ContentsThatOnlyTheModeKnows) {
  for (const char* text :
       {"file:///a#mode=nczarr,zip", "file:///a#mode=dap2", "file:///a#mode=udf0"}) {
    EXPECT_EQ(infer_text(text, file(std::nullopt)).by, Evidence::url) << text;
  }
}

TEST(Inference, TheCanonicalFormIsItsOwn) {
  for (const char* text : {"dods://h/a#x", "file://a#noxarray&zip", "file:///a#s3=,",
                           "s3://b/k#zarr&x=1,1&X=2", "gs3://b/k#mode=nczarr", "[bytes]http://h",
                           "https://b.s3.eu.amazonaws.com/k#mode=zarr,s3,nczarr"}) {
    const Inference once = infer_text(text);
    const Inference twice = infer_text(once.canonical);
    EXPECT_EQ(twice.canonical, once.canonical);
    EXPECT_EQ(twice.implementation, once.implementation) << text;
    EXPECT_EQ(twice.modes, once.modes) << text;
  }
}

TEST(Inference, ImplementationsHaveNames) {
  EXPECT_EQ(implementation_name(Implementation::netcdf3), "netCDF-3");
  EXPECT_EQ(implementation_name(Implementation::hdf5), "HDF5");
  EXPECT_EQ(implementation_name(Implementation::hdf4), "HDF4");
  EXPECT_EQ(implementation_name(Implementation::dap2), "DAP2");
  EXPECT_EQ(implementation_name(Implementation::dap4), "DAP4");
  EXPECT_EQ(implementation_name(Implementation::zarr), "Zarr");
  EXPECT_EQ(implementation_name(Implementation::user_defined), "user-defined");
}

}  // namespace
}  // namespace ncf::location
