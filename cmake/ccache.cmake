# Compiles through ccache where it is installed.
#
# A precompiled header counts by its content: GCC needs -fpch-preprocess to name it in the preprocessed text, and ccache
# needs these two kinds of sloppiness to accept it (ccache's manual, "Precompiled headers").
find_program(WARPLEDGER_CCACHE ccache)
mark_as_advanced(WARPLEDGER_CCACHE)
if(WARPLEDGER_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${WARPLEDGER_CCACHE})
  add_compile_options($<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
endif()
