# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Compiled files do not depend on the folders of the sources and of the build, so that builds are
# reproducible: the paths in them begin at the source folder. Debug builds and builds for a sanitizer
# keep the true paths, for debuggers, gcov and reports. If two prefixes match, compilers take the
# last.
if(NOT NCF_SANITIZER)
  add_compile_options("$<$<NOT:$<CONFIG:Debug>>:\
-ffile-prefix-map=${PROJECT_SOURCE_DIR}=.;-ffile-prefix-map=${PROJECT_BINARY_DIR}=./build>")
endif()
