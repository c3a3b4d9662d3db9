// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs a kernel for scripts:
//
//   run_kernel encode|decode NAME [WORD...] <INPUT >OUTPUT
//
// WORDs are working parameters. Kernels are sought in the library, then in the plugins of
// $NCF_PLUGINS.
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include "filter/kernels/builtin.hpp"
#include "filter/kernels/kernel.hpp"
#include "ncf/error.hpp"
#include "plugin/shared_library.hpp"

namespace {

using ncf::filter::Kernel;

Kernel get_kernel(const std::string& name) {
  for (const ncf_kernel* table : ncf::filter::builtin_kernels()) {
    if (table->name == name) return Kernel(*table);
  }
  const std::string file = std::string(std::getenv("NCF_PLUGINS")) + "/libncf_" + name + ".so";
  const auto library = ncf::plugin::SharedLibrary::open(file);
  return Kernel(
      *reinterpret_cast<ncf_get_kernel_function>(library.find_symbol("ncf_get_kernel"))());
}

std::span<const std::byte> run(const std::string& verb, const Kernel& kernel,
                               Kernel::CdValues cd_values, Kernel::ConstBytes input,
                               ncf::base::ByteBuffer& memory) {
  const ncf::filter::Workspace workspace = kernel.make_workspace();
  if (verb == "decode") {
    constexpr std::size_t max_bytes = std::size_t{1} << 30;
    const std::size_t bytes = kernel.decode(workspace, cd_values, input, memory, max_bytes);
    return memory.bytes().first(bytes);
  }
  memory.reserve(kernel.bound(cd_values, input.size()));
  return memory.bytes().first(kernel.encode(workspace, cd_values, input, memory.bytes()));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  std::vector<std::uint32_t> cd_values;
  for (int i = 3; i < argc; ++i) {
    cd_values.push_back(static_cast<std::uint32_t>(std::stol(argv[i])));
  }
  const std::string input{std::istreambuf_iterator<char>(std::cin), {}};
  try {
    ncf::base::ByteBuffer memory;
    const auto output =
        run(argv[1], get_kernel(argv[2]), cd_values, std::as_bytes(std::span(input)), memory);
    std::cout.write(reinterpret_cast<const char*>(output.data()),
                    static_cast<std::streamsize>(output.size()));
  } catch (const ncf::Error& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
  return 0;
}
