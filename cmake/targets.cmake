# Presets for development make warnings errors; a release is built by compilers that see others.
#
# GCC 12 sees buffers overflow in std::string's own operator+ (GCC bug 105651): those four warnings are left out. The
# sanitizers look for what they do.
set(false_alarms -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
add_library(warnings INTERFACE)
target_compile_options(warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
                       -Wno-missing-field-initializers "$<$<CXX_COMPILER_ID:GNU>:${false_alarms}>")

if(WARPLEDGER_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  # These checks take a fifth of the compile time, by GCC and by clang. AddressSanitizer sees where null or a wrong size is
  # used.
  add_compile_options(-fno-sanitize=null,alignment,object-size)
  # Not position-independent: UndefinedBehaviorSanitizer's data (28 MB) would be relocated at each start, and tests start
  # the program thousands of times (0.05 against 0.08 s of processor).
  add_link_options(-fsanitize=address,undefined -no-pie)
endif()
if(WARPLEDGER_SANITIZE_THREADS)
  add_compile_options(-fsanitize=thread -fno-omit-frame-pointer)
  add_link_options(-fsanitize=thread)
endif()
if(WARPLEDGER_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)  # counts the branches taken, for the fuzzer to see what is new
  # nlohmann_json reads a floating-point number as an integer without asking whether it fits: some integer results, and
  # whoever takes a message apart has to check what it means anyway.
  add_compile_options(-fno-sanitize=float-cast-overflow)
endif()

# Headers that most sources read are compiled once. A source still includes what it uses: `scripts/lint --thorough`
# compiles each alone and without these.
file(WRITE ${CMAKE_BINARY_DIR}/empty.cpp "")
function(warpledger_precompiled name)
  add_library(${name} OBJECT ${CMAKE_BINARY_DIR}/empty.cpp)
  target_precompile_headers(${name} PRIVATE ${ARGN})
  target_link_libraries(${name} PRIVATE fmt::fmt warnings)
endfunction()
set(usual <algorithm> <cstdint> <filesystem> <fmt/format.h> <fstream> <functional> <iostream> <map> <memory> <optional>
          <set> <span> <sstream> <string> <string_view> <utility> <variant> <vector>)
warpledger_precompiled(usual_headers ${usual})
# Code that users wait for to compute is optimised in the preset dev, too, which otherwise favours a quick build. Its
# headers are compiled likewise: GCC 12 crashes when the levels differ.
set(hot_options $<$<CONFIG:RelWithDebInfo>:-O2>)
warpledger_precompiled(usual_headers_hot ${usual})
target_compile_options(usual_headers_hot PRIVATE ${hot_options})

# One library a folder of runner/; its link edges are the design's arrows. Tests beside the sources become
# <folder>_test. With WARPLEDGER_UNITY the sources are compiled in batches, so names in anonymous namespaces are those of
# the folder, not of the file: scripts/lint takes whole folders.
#   warpledger_folder(<name> [HOT] SOURCES a.cpp ... TESTS a_test.cpp ... LINK <folders and libraries>
#                     [TEST_LINK <what only the tests take>])
function(warpledger_folder name)
  cmake_parse_arguments(arg "HOT" "" "SOURCES;TESTS;LINK;TEST_LINK" ${ARGN})
  add_library(${name} STATIC ${arg_SOURCES})
  target_include_directories(${name} PUBLIC ${CMAKE_SOURCE_DIR}/runner)
  target_link_libraries(${name} PUBLIC ${arg_LINK} fmt::fmt PRIVATE warnings)
  set_target_properties(${name} PROPERTIES UNITY_BUILD ${WARPLEDGER_UNITY})
  if(arg_HOT)
    target_compile_options(${name} PRIVATE ${hot_options})
    target_precompile_headers(${name} REUSE_FROM usual_headers_hot)
  else()
    target_precompile_headers(${name} REUSE_FROM usual_headers)
  endif()
  if(WARPLEDGER_TESTS AND arg_TESTS)
    warpledger_test(${name}_test SOURCES ${arg_TESTS} LINK ${name} ${arg_TEST_LINK})
  endif()
endfunction()

if(WARPLEDGER_TESTS)
  enable_testing()
  warpledger_precompiled(test_headers <gmock/gmock.h> <gtest/gtest.h>)
  # What tests spend their time in are the libraries. They themselves are to compile quickly: UndefinedBehaviorSanitizer
  # looks at what they call, since in their own code it costs two fifths of their compile time (35.7 against 22.4 s a batch).
  set(test_options -O0 $<$<BOOL:${WARPLEDGER_SANITIZE}>:-fno-sanitize=undefined> $<$<BOOL:${WARPLEDGER_FUZZ}>:-fsanitize-coverage=0>)
  target_compile_options(test_headers PRIVATE ${test_options})
  target_link_libraries(test_headers PRIVATE GTest::gmock)
endif()

# A test program. ctest runs one process a suite, and of a suite with parameters one a test, since those take long: a
# process a test would spend a quarter of the time in starting.
#   warpledger_test(<name> SOURCES a_test.cpp ... LINK <folders> [TOGETHER <suite>:<suite>... <suite>...]
#                   [SANITIZED <suite>...])
# TOGETHER: suites of which each group looks at the same long run and stays in one process.
# SANITIZED: suites whose program .ci/run drives under sanitizers only.
function(warpledger_test name)
  cmake_parse_arguments(arg "" "" "SOURCES;LINK;TOGETHER;SANITIZED" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  target_compile_definitions(${name} PRIVATE WARPLEDGER_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/runner)
  target_link_libraries(${name} PRIVATE ${arg_LINK} GTest::gmock GTest::gtest_main warnings)
  target_compile_options(${name} PRIVATE ${test_options})
  target_precompile_headers(${name} REUSE_FROM test_headers)
  set_target_properties(${name} PROPERTIES UNITY_BUILD ${WARPLEDGER_UNITY} UNITY_BUILD_BATCH_SIZE 16)
  set(suites ${CMAKE_CURRENT_BINARY_DIR}/${name}_suites.cmake)
  file(GENERATE OUTPUT ${suites} CONTENT
       "set(program \"$<TARGET_FILE:${name}>\")\nset(together \"${arg_TOGETHER}\")\nset(sanitized \"${arg_SANITIZED}\")\ninclude(\"${CMAKE_SOURCE_DIR}/cmake/suites.cmake\")\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${suites})
endfunction()
