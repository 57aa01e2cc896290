# Sources that name the commit, and the CUDA Toolkit. Looked up at every build, because a commit needs no new
# configuration, and written only when they change.
set(WARPLEDGER_TOOLKIT "no CUDA Toolkit")
if(WARPLEDGER_HAS_CUDA)
  file(STRINGS ${CUDA_INCLUDE}/cuda_runtime_api.h line REGEX "#define CUDART_VERSION +[0-9]+" LIMIT_COUNT 1)
  string(REGEX MATCH "[0-9]+" version "${line}")  # 13000 is 13.0
  math(EXPR major "${version} / 1000")
  math(EXPR minor "${version} % 1000 / 10")
  set(WARPLEDGER_TOOLKIT "CUDA Toolkit ${major}.${minor}")
endif()

# warpledger_version_source(<target> <name>): makes <name>.cpp, which is made of <name>.cpp.in, a source of the target.
function(warpledger_version_source target name)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  add_custom_target(${name} BYPRODUCTS ${source}
                    COMMAND ${CMAKE_COMMAND} -DSOURCE_DIR=${CMAKE_SOURCE_DIR} -DFROM=${CMAKE_CURRENT_SOURCE_DIR}/${name}.cpp.in
                            -DTO=${source} "-DWARPLEDGER_TOOLKIT=${WARPLEDGER_TOOLKIT}"
                            -P ${CMAKE_SOURCE_DIR}/cmake/write_version.cmake)
  add_dependencies(${target} ${name})
  set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)  # changes with each commit
  target_sources(${target} PRIVATE ${source})
endfunction()
