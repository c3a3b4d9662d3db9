# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
include(GoogleTest)
include(${PROJECT_SOURCE_DIR}/tests/costs.cmake)

# The Python that has h5py and netCDF4: Debian's own, whatever else stands first on PATH.
find_program(NCF_PYTHON NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(NCF_PYTHON NAMES python3)

# The folder of real files that some tests read. Without it, tests/corpus makes small files that
# resemble them; if it cannot, the tests are skipped.
set(NCF_CORPUS "$ENV{NCF_CORPUS}" CACHE PATH "Folder with data/ and cdl/ of real files, or OFF")
if("${NCF_CORPUS}" STREQUAL "" AND IS_DIRECTORY "${PROJECT_SOURCE_DIR}/../shared/data")
  get_filename_component(NCF_CORPUS "${PROJECT_SOURCE_DIR}/../shared" ABSOLUTE)
endif()
set(NCF_MAKES_CORPUS OFF)
if(NOT NCF_CORPUS)
  set(NCF_CORPUS "")
  find_program(NCF_NCGEN ncgen)
  execute_process(COMMAND ${NCF_PYTHON} -c "import h5py, netCDF4, numcodecs"
    RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
  if(NCF_NCGEN AND status EQUAL 0)
    set(NCF_MAKES_CORPUS ON)
    set(NCF_CORPUS "${PROJECT_BINARY_DIR}/tests/corpus/made")
  endif()
endif()

# A program that is not ours loads our plugins, built for a sanitizer, only where the sanitizer's
# library was loaded before them: those programs get wrappers that see to it. What they leak is
# theirs; Python's leaks are suppressed instead (lsan.supp), for the sake of the programs it runs.
set(NCF_PEER_PYTHON ${NCF_PYTHON})
if(NCF_SANITIZER)
  string(REPLACE "address" "asan" library "${NCF_SANITIZER}")
  string(REPLACE "thread" "tsan" library "${library}")
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=lib${library}.so
    OUTPUT_VARIABLE library OUTPUT_STRIP_TRAILING_WHITESPACE)
  set(wrappers "${PROJECT_BINARY_DIR}/tests/peers")
  set(NCF_PEER_PYTHON ${wrappers}/python3)
  file(WRITE ${NCF_PEER_PYTHON} "#!/bin/sh\nLD_PRELOAD=${library} exec ${NCF_PYTHON} \"$@\"\n")
  file(CHMOD ${NCF_PEER_PYTHON} PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
  foreach(name ncdump nccopy ncgen ncks h5dump h5repack zip)
    find_program(path ${name} NO_CACHE)
    if(path)
      file(WRITE ${wrappers}/${name} "#!/bin/sh\n"
        "ASAN_OPTIONS=detect_leaks=0 LD_PRELOAD=${library} exec ${path} \"$@\"\n")
      file(CHMOD ${wrappers}/${name} PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
    endif()
    unset(path)
  endforeach()
endif()

# The environment every test runs in. `leak_stacks` is fast (by frame pointers, which Debian's
# libraries do not keep) or whole, for suppressions to recognise what those libraries leak.
function(ncf_test_environment out leak_stacks)
  set(environment
    "NCF_CORPUS=${NCF_CORPUS}"
    "NCF_SOURCE_DIR=${PROJECT_SOURCE_DIR}"
    "NCF_BIN=${CMAKE_RUNTIME_OUTPUT_DIRECTORY}"
    "NCF_PLUGINS=${NCF_PLUGIN_OUTPUT_DIRECTORY}"
    "NCF_TESTS=${PROJECT_BINARY_DIR}/tests"
    "NCF_PYTHON=${NCF_PYTHON}"
    "PYTHONPATH=${PROJECT_SOURCE_DIR}/tests/support"
    "LC_ALL=C.UTF-8"
    "TZ=UTC")
  if(NCF_SANITIZER)
    list(APPEND environment
      "NCF_SANITIZER=${NCF_SANITIZER}" "PATH=${PROJECT_BINARY_DIR}/tests/peers:$ENV{PATH}")
  endif()
  if(NCF_SANITIZER STREQUAL "address")
    set(fast_unwind 1)
    if(leak_stacks STREQUAL "whole")
      set(fast_unwind 0)
    endif()
    list(APPEND environment
      "ASAN_OPTIONS=detect_leaks=1:fast_unwind_on_malloc=${fast_unwind}"
      "LSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/tests/support/lsan.supp:print_suppressions=0"
      "UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1")
  endif()
  set(${out} "${environment}" PARENT_SCOPE)
endfunction()

# Compiling a test takes longer than running it, so tests are not optimised; optimised builds have no
# debugging information for them, nor for what they link. All have the same options and can share
# precompiled headers: without -fPIC, those of libraries and programs would differ.
function(ncf_compile_as_test target)
  target_compile_options(${target} PRIVATE -O0 -fPIC $<$<CONFIG:RelWithDebInfo>:-g0>)
  target_link_options(${target} PRIVATE $<$<CONFIG:RelWithDebInfo>:LINKER:--strip-debug>)
endfunction()

# Gives a test its room, what it costs and how much of the machine it takes.
#
#   ncf_place_test(<name> ROOM <rooms>... [PROCESSORS <n>] [RELEASE])
#
# ROOM: the folders of lib/, or other parts of the project, whose change this test is the first to
# notice: `tests/run.sh --room ROOM` runs it. RELEASE: it runs only with `tests/run.sh --release`.
#
# The timeout ends tests that hang. It is the same for all, and so long that no test meets it on a
# slow or busy machine, because tests do not measure time.
function(ncf_place_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "RELEASE" "PROCESSORS" "ROOM")
  if(NOT arg_ROOM)
    message(FATAL_ERROR "ncf: test ${name} has no room")
  endif()
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "ncf: test ${name} has unknown arguments: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  list(TRANSFORM arg_ROOM PREPEND "room:" OUTPUT_VARIABLE labels)
  if(arg_RELEASE)
    list(APPEND labels release)
  endif()
  set_tests_properties(${name} PROPERTIES
    LABELS "${labels}" COST "${NCF_COST_${name}}.0" TIMEOUT 900)
  if(arg_PROCESSORS)
    set_tests_properties(${name} PROPERTIES PROCESSORS ${arg_PROCESSORS})
  endif()
endfunction()

# Notes which targets a room's tests need, besides the programs; `tests/run.sh --room` builds them.
function(ncf_room_needs rooms)
  foreach(room IN LISTS rooms)
    set_property(GLOBAL APPEND PROPERTY NCF_ROOMS ${room})
    set_property(GLOBAL APPEND PROPERTY "NCF_TARGETS_OF_${room}" ${ARGN})
  endforeach()
endfunction()

#   ncf_add_unit_test(<name> ROOM <rooms>... SOURCES <sources>... [LIBRARIES <targets>...]
#                     [LEAK_STACKS whole] [SHARDS <n>] [APART <suite>...])
#
# A GoogleTest program that sees the insides of lib/. It is one test, or with SHARDS n of them, each
# with a part of its TESTs. Only those of the suites APART have a process each, because they change
# what a process has once: its libraries, its plugins, its children.
function(ncf_add_unit_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "LEAK_STACKS;SHARDS" "ROOM;SOURCES;LIBRARIES;APART")
  if(NOT arg_LEAK_STACKS)
    set(arg_LEAK_STACKS fast)
  endif()
  if(NOT arg_SHARDS)
    set(arg_SHARDS 1)
  endif()
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE test_support ${arg_LIBRARIES} GTest::gtest_main
    ncf_warnings ncf_unity_warnings)
  target_precompile_headers(${name} REUSE_FROM test_support)
  ncf_compile_as_test(${name})
  set_target_properties(${name} PROPERTIES
    UNITY_BUILD ON
    UNITY_BUILD_BATCH_SIZE 8
    RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests")
  ncf_room_needs("${arg_ROOM}" ${name})
  ncf_test_environment(environment ${arg_LEAK_STACKS})

  list(TRANSFORM arg_APART APPEND ".*" OUTPUT_VARIABLE apart)
  list(JOIN apart ":" apart)
  foreach(shard RANGE 1 ${arg_SHARDS})
    set(test ${name})
    if(arg_SHARDS GREATER 1)
      string(APPEND test "/${shard}")
    endif()
    add_test(NAME ${test} COMMAND ${name} --gtest_brief=1 "--gtest_filter=-${apart}")
    math(EXPR index "${shard} - 1")
    set_tests_properties(${test} PROPERTIES ENVIRONMENT
      "${environment};GTEST_TOTAL_SHARDS=${arg_SHARDS};GTEST_SHARD_INDEX=${index}")
    ncf_place_test(${test} ROOM ${arg_ROOM})
  endforeach()
  if(NOT apart)
    return()
  endif()
  list(TRANSFORM arg_ROOM PREPEND "room:" OUTPUT_VARIABLE labels)
  gtest_discover_tests(${name} TEST_PREFIX "${name}/" TEST_FILTER "${apart}" DISCOVERY_TIMEOUT 60)
  # Not by PROPERTIES above, which takes a list apart and would leave its first entry.
  set(set_properties "${CMAKE_CURRENT_BINARY_DIR}/${name}_properties.cmake")
  file(WRITE ${set_properties}
    "if(${name}_TESTS)\n"
    "  set_tests_properties(\${${name}_TESTS} PROPERTIES\n"
    "    ENVIRONMENT [==[${environment}]==] LABELS [==[${labels}]==])\n"
    "endif()\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${set_properties})
endfunction()

#   ncf_add_script_test(<name> ROOM <rooms>... COMMAND <command>... [NEEDS <targets>...]
#                       [PROCESSORS <n>] [RELEASE])
#
# A script, which uses our programs and NEEDS other targets; exit status 77 means skipped.
function(ncf_add_script_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "COMMAND;NEEDS;ROOM")
  add_test(NAME ${name} COMMAND ${arg_COMMAND})
  ncf_test_environment(environment whole)
  set_tests_properties(${name} PROPERTIES ENVIRONMENT "${environment}" SKIP_RETURN_CODE 77)
  ncf_room_needs("${arg_ROOM}" programs ${arg_NEEDS})
  ncf_place_test(${name} ROOM ${arg_ROOM} ${arg_UNPARSED_ARGUMENTS})
endfunction()
