# version_text.cpp: the commit and the CUDA Toolkit that --version names. Looked up at every build, because a commit
# needs no new configuration, and written only when they change.
set(WARPLEDGER_TOOLKIT "no CUDA Toolkit")
if(WARPLEDGER_HAS_CUDA)
  file(STRINGS ${CUDA_INCLUDE}/cuda_runtime_api.h line REGEX "#define CUDART_VERSION +[0-9]+" LIMIT_COUNT 1)
  string(REGEX MATCH "[0-9]+" version "${line}")  # 13000 is 13.0
  math(EXPR major "${version} / 1000")
  math(EXPR minor "${version} % 1000 / 10")
  set(WARPLEDGER_TOOLKIT "CUDA Toolkit ${major}.${minor}")
endif()

# warpledger_version_source(<target>): makes version_text.cpp a source of the target.
function(warpledger_version_source target)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/version_text.cpp)
  add_custom_target(version_text BYPRODUCTS ${source}
                    COMMAND ${CMAKE_COMMAND} -DSOURCE_DIR=${CMAKE_SOURCE_DIR} -DFROM=${CMAKE_CURRENT_SOURCE_DIR}/version_text.cpp.in
                            -DTO=${source} "-DWARPLEDGER_TOOLKIT=${WARPLEDGER_TOOLKIT}"
                            -P ${CMAKE_SOURCE_DIR}/cmake/write_version.cmake)
  add_dependencies(${target} version_text)
  set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)  # changes with each commit
  target_sources(${target} PRIVATE ${source})
endfunction()
