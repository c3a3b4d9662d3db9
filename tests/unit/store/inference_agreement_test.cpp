// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares our inference with libnetcdf's, on every kind of dataset and on URLs.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <netcdf.h>

#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>

#include "store/open/input.hpp"
#include "support/errors.hpp"
#include "support/files.hpp"

namespace ncf::store {
namespace {

namespace fs = std::filesystem;
using location::Implementation;

int formatx_of(Implementation implementation) {
  switch (implementation) {
    case Implementation::netcdf3:
      return NC_FORMATX_NC3;
    case Implementation::hdf5:
      return NC_FORMATX_NC_HDF5;
    case Implementation::hdf4:
      return NC_FORMATX_NC_HDF4;
    case Implementation::dap2:
      return NC_FORMATX_DAP2;
    case Implementation::dap4:
      return NC_FORMATX_DAP4;
    case Implementation::zarr:
      return NC_FORMATX_NCZARR;
    case Implementation::user_defined:
      break;
  }
  return NC_FORMATX_UDF0;
}

/// Returns the name by which libnetcdf opens a folder, which we open by its path.
std::string name_for_libnetcdf(const Input& input) {
  const bool is_folder = input.inference.implementation == Implementation::zarr && input.path;
  return is_folder ? "file://" + input.path->string() + "#mode=nczarr,file" : input.name;
}

/// Expects that libnetcdf opens what we found for `name`, and describes it as we do.
void expect_agreement(const std::string& name, Implementation implementation) {
  const Input input = find_input(name);
  EXPECT_EQ(input.inference.implementation, implementation) << name;
  int ncid = 0;
  const std::string opened = name_for_libnetcdf(input);
  ASSERT_EQ(nc_open(opened.c_str(), NC_NOWRITE, &ncid), NC_NOERR) << opened;
  int formatx = 0;
  EXPECT_EQ(nc_inq_format_extended(ncid, &formatx, nullptr), NC_NOERR);
  EXPECT_EQ(formatx_of(input.inference.implementation), formatx) << name;
  nc_close(ncid);
}

/// Returns a file of one small variable by Debian's ncgen; `output` is a path or a URL.
bool generate(const test::TemporaryFolder& folder, const std::string& kind,
              const std::string& output) {
  std::ofstream(folder / "small.cdl")
      << "netcdf small { dimensions: x = 3; variables: int v(x); data: v = 1, 2, 3; }";
  const std::string command = "ncgen -b -k '" + kind + "' -o " + test::quoted(output) + " " +
                              test::quoted(folder / "small.cdl") + " 2>&1";
  return test::run(command).status == 0;
}

bool run_python(const std::string& code) {
  const char* const python = std::getenv("NCF_PYTHON");
  return python != nullptr &&
         test::run(test::quoted(python) + " -c \"" + code + "\" 2>&1").status == 0;
}

TEST(InferenceAgreement, EveryKindOfFile) {
  const struct {
    const char* kind;
    Implementation implementation;
  } rows[] = {
      {"classic", Implementation::netcdf3},
      {"64-bit offset", Implementation::netcdf3},
      {"cdf5", Implementation::netcdf3},
      {"netCDF-4", Implementation::hdf5},
      {"netCDF-4 classic model", Implementation::hdf5},
  };
  const test::TemporaryFolder folder;
  for (const auto& row : rows) {
    const std::string path = (folder / row.kind).string() + ".nc";
    ASSERT_TRUE(generate(folder, row.kind, path)) << row.kind;
    expect_agreement(path, row.implementation);
    expect_agreement("file://" + path, row.implementation);
    expect_agreement("file://" + path + "#mode=bytes", row.implementation);
  }
}

TEST(InferenceAgreement, Hdf5ByAnotherLibraryAndBehindAUserBlock) {
  const test::TemporaryFolder folder;
  for (const int user_block : {0, 512, 1024, 4096}) {
    const std::string path = (folder / "h5py.h5").string();
    if (!run_python("import h5py; h5py.File('" + path + "', 'w', userblock_size=" +
                    std::to_string(user_block) + ")['v'] = [1, 2, 3]")) {
      GTEST_SKIP() << "no h5py";
    }
    expect_agreement(path, Implementation::hdf5);
  }
}

TEST(InferenceAgreement, ZarrFolders) {
  const test::TemporaryFolder folder;
  for (const char* mode : {"nczarr,file", "zarr,file"}) {
    const std::string path = (folder / mode).string();
    const std::string url = "file://" + path + "#mode=" + mode;
    if (!generate(folder, "nc4", url)) GTEST_SKIP() << "libnetcdf makes no Zarr";
    expect_agreement(url, Implementation::zarr);
    expect_agreement(path, Implementation::zarr);
    expect_agreement("file://" + path, Implementation::zarr);
    // libnetcdf 4.9.0 never terminates on these as written.
    expect_agreement("file://" + path + "#mode=zarr", Implementation::zarr);
    expect_agreement("file://" + path + "#mode=nczarr,zarr", Implementation::zarr);
    expect_agreement("file://" + path + "#mode=noxarray", Implementation::zarr);
  }
}

TEST(InferenceAgreement, WrongShortAndEmptyContents) {
  const std::string hdf5_magic = "\x89HDF\r\n\x1A\n";
  const test::TemporaryFolder folder;
  const std::string path = (folder / "wrong.nc").string();
  for (const std::string& contents :
       {std::string(), std::string("CDF"), std::string("CDF\x01"),
        std::string("CDF\x03 no such version"), std::string("just text, no netCDF at all"),
        hdf5_magic.substr(1) + "123456789", std::string(513, 'x') + hdf5_magic + "x",
        std::string(512, 'x') + "CDF\x01" + std::string(100, '\0')}) {
    std::ofstream(path, std::ios::binary) << contents;
    int ncid = 0;
    EXPECT_EQ(nc_open(path.c_str(), NC_NOWRITE, &ncid), NC_ENOTNC) << contents;
    const std::string reason =
        test::reason_of([&] { (void)find_input(path); }, ErrorCode::unsupported);
    EXPECT_TRUE(reason.starts_with("not a netCDF file")) << reason << contents;
  }
}

// libnetcdf refuses such files since 4.10; 4.9.0 opens them as empty datasets.
TEST(InferenceAgreement, NoMoreThanASignature) {
  const test::TemporaryFolder folder;
  const std::string path = (folder / "short.nc").string();
  for (const char* contents : {"CDF\x01more", "\x89HDF\r\n\x1A\n"}) {
    std::ofstream(path, std::ios::binary) << contents;
    EXPECT_THROW(static_cast<void>(find_input(path)), Error);
  }
}

// ---- libnetcdf's own inference, which reads nothing when it is told to create -------------------

struct Model {
  int formatx = 0;
  int format = 0;
};

using InferModel = int(const char* path, int* mode, int is_create, int use_parallel,
                       void* parameters, Model* model, char** new_path);

/// libnetcdf's private function; null where it is not exported.
InferModel* find_infer_model() {
  nc_initialize();
  return reinterpret_cast<InferModel*>(dlsym(RTLD_DEFAULT, "NC_infermodel"));
}

/// Returns libnetcdf's inference of a text, or nothing if it refuses.
std::optional<Model> libnetcdfs_model(InferModel* infer_model, const std::string& text) {
  int mode = 0;
  Model model;
  char* new_path = nullptr;
  const int status = infer_model(text.c_str(), &mode, 1, 0, nullptr, &model, &new_path);
  std::free(new_path);
  return status == NC_NOERR ? std::optional(model) : std::nullopt;
}

void expect_same_model(InferModel* infer_model, const std::string& text,
                       const location::Inference& inference) {
  const std::optional<Model> model = libnetcdfs_model(infer_model, text);
  ASSERT_TRUE(model.has_value()) << text;
  EXPECT_EQ(formatx_of(inference.implementation), model->formatx) << text;
}

TEST(InferenceAgreement, Urls) {
  InferModel* const infer_model = find_infer_model();
  if (infer_model == nullptr) GTEST_SKIP() << "libnetcdf does not export its inference";
  for (const char* text : {"http://host/a",
                           "https://host",
                           "http://user:pass@host:80/a?b,c#log",
                           "dods://host/a",
                           "dap4://host/a?x",
                           "http://host/a#mode=dap4",
                           "http://host/a#mode=dap2",
                           "http://h/a#dap4",
                           "http://h/a#dap2",
                           "[mode=dap4]http://host/a",
                           "[log][show=fetch]http://host/a",
                           "http://h/a#mode=dap4&log&mode=consolidated",
                           "file:///a/b",
                           "file:/a/b",
                           "file://a/b",
                           "file:///a#mode=nczarr,file",
                           "file:///a#mode=nczarr,zip",
                           "file:///a#mode=zarr,file",
                           "file:///a#mode=xarray,file",
                           "file:///a#mode=noxarray,file",
                           "file:///a#bytes",
                           "https://h/a#mode=bytes",
                           "https://h/a#mode=netcdf-3",
                           "https://h/a#mode=classic",
                           "https://h/a#mode=netcdf-4",
                           "https://h/a#mode=enhanced",
                           "s3://bucket/key",
                           "s3://bucket/key#mode=nczarr",
                           "https://bucket.s3.eu-west-1.amazonaws.com/key#mode=nczarr,s3",
                           "https://s3.eu-west-1.amazonaws.com/bucket/key",
                           "https://h/bucket/key#mode=nczarr,s3"}) {
    const location::Inference inference = location::infer(location::parse_location(text));
    expect_same_model(infer_model, text, inference);
    expect_same_model(infer_model, inference.canonical, inference);
  }
}

// Texts on which libnetcdf 4.9.0 does not terminate, or which only 4.10 knows, work once rewritten.
TEST(InferenceAgreement, CanonicalFormsOfWhatLibnetcdfDoesNotTake) {
  InferModel* const infer_model = find_infer_model();
  if (infer_model == nullptr) GTEST_SKIP() << "libnetcdf does not export its inference";
  for (const char* text :
       {"file:///a#zarr", "file:///a#mode=zarr", "file:///a#mode=nczarr,zarr", "file:///a#xarray",
        "file:///a#mode=noxarray,zip", "HTTP://host/a#MODE=DAP4", "gs3://bucket/key#mode=nczarr",
        "https://bucket.s3.amazonaws.com/key#mode=zarr", "s3://bucket/key#zarr"}) {
    const location::Inference inference = location::infer(location::parse_location(text));
    expect_same_model(infer_model, inference.canonical, inference);
  }
}

TEST(InferenceAgreement, Paths) {
  InferModel* const infer_model = find_infer_model();
  if (infer_model == nullptr) GTEST_SKIP() << "libnetcdf does not export its inference";
  for (const char* text : {"a", "a#mode=zarr", "a:b", "file:a", "[a", "[a]b"}) {
    expect_same_model(infer_model, text, location::infer(location::parse_location(text)));
  }
}

}  // namespace
}  // namespace ncf::store
