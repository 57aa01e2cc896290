# Run by ctest: adds a test for each suite of the GoogleTest program ${program}, called program.Suite; of a suite with
# parameters for each test; and one for each item of the list ${together}, which names suites with colons between them.
# Suites that the list ${sanitized} names get the label "sanitized": .ci/run runs them once, under sanitizers.
get_filename_component(name ${program} NAME)
execute_process(COMMAND ${program} --gtest_list_tests OUTPUT_VARIABLE listed RESULT_VARIABLE failed)
if(failed)
  add_test(${name} ${program})  # shows why it does not start
  return()
endif()
string(REPLACE "\n" ";" lines "${listed}")

macro(add_process test filter)
  add_test("${name}.${test}" ${program} "--gtest_filter=${filter}")
  set_tests_properties("${name}.${test}" PROPERTIES TIMEOUT 600)
  list(FIND sanitized "${suite}" at)
  if(suite AND at GREATER -1)
    set_tests_properties("${name}.${test}" PROPERTIES LABELS sanitized)
  endif()
endmacro()

foreach(line IN LISTS lines)
  string(REGEX REPLACE " *#.*" "" line "${line}")  # the comment says what a parameter is
  if(line MATCHES "^[^ ]+\\.$")
    string(REGEX REPLACE "\\.$" "" suite "${line}")
    string(REPLACE ";" ":" grouped ":${together}:")
    string(FIND "${grouped}" ":${suite}:" at)
    if(at GREATER -1)
      set(suite "")
    elseif(NOT suite MATCHES "/")
      add_process("${suite}" "${suite}.*")
    endif()
  elseif(suite MATCHES "/" AND line MATCHES "^  ")
    string(STRIP "${line}" test)
    add_process("${suite}.${test}" "${suite}.${test}")
  endif()
endforeach()
foreach(group IN LISTS together)
  string(REGEX REPLACE ":.*" "" first "${group}")
  string(REPLACE ":" ".*:" filter "${group}")
  add_process("${first}" "${filter}.*")
  set_tests_properties("${name}.${first}" PROPERTIES TIMEOUT 1500 COST 1000)  # these begin first: they take the longest
endforeach()
