# -Wrestrict is left out: GCC 12 sees it in std::string's own operator+ (GCC bug 105651).
add_library(warnings INTERFACE)
target_compile_options(warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
                       -Wno-missing-field-initializers $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict> -Werror)

if(WARPLEDGER_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()
if(WARPLEDGER_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)  # counts the branches taken, for the fuzzer to see what is new
  # nlohmann_json reads a floating-point number as an integer without asking whether it fits: some integer results, and
  # whoever takes a message apart has to check what it means anyway.
  add_compile_options(-fno-sanitize=float-cast-overflow)
endif()

# One library a folder of runner/; its link edges are the design's arrows. Tests beside the sources become
# <folder>_test.
#   warpledger_folder(<name> SOURCES a.cpp ... TESTS a_test.cpp ... LINK <folders and libraries>)
function(warpledger_folder name)
  cmake_parse_arguments(arg "" "" "SOURCES;TESTS;LINK" ${ARGN})
  add_library(${name} STATIC ${arg_SOURCES})
  target_include_directories(${name} PUBLIC ${CMAKE_SOURCE_DIR}/runner)
  target_link_libraries(${name} PUBLIC ${arg_LINK} fmt::fmt PRIVATE warnings)
  if(WARPLEDGER_TESTS AND arg_TESTS)
    warpledger_test(${name}_test SOURCES ${arg_TESTS} LINK ${name})
  endif()
endfunction()

function(warpledger_test name)
  cmake_parse_arguments(arg "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  target_compile_definitions(${name} PRIVATE WARPLEDGER_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  target_link_libraries(${name} PRIVATE ${arg_LINK} GTest::gmock GTest::gtest_main warnings)
  # What tests spend their time in are the libraries. They themselves are to compile quickly.
  target_compile_options(${name} PRIVATE -O0)
  target_precompile_headers(${name} PRIVATE <gmock/gmock.h> <gtest/gtest.h>)
  gtest_discover_tests(${name} TEST_PREFIX ${name}. DISCOVERY_MODE PRE_TEST PROPERTIES TIMEOUT 300)
endfunction()

if(WARPLEDGER_TESTS)
  enable_testing()
  include(GoogleTest)
endif()
