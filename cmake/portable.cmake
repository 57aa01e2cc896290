# A portable program needs glibc, the NVIDIA driver and the CUDA Toolkit of the machine it is copied to, and nothing
# else: what Debian has as a static library is linked so, the rest lies in lib/ beside the program.
if(WARPLEDGER_PORTABLE)
  set(CMAKE_BUILD_WITH_INSTALL_RPATH ON)
  set(CMAKE_INSTALL_RPATH "$ORIGIN/lib:/usr/local/cuda/lib64")
  # RUNPATH would not serve the libraries that the carried ones need in turn.
  add_link_options(-Wl,--disable-new-dtags)
endif()

# warpledger_carry_libraries(<executable>): fills lib/ after each build of a portable program.
function(warpledger_carry_libraries executable)
  if(WARPLEDGER_PORTABLE)
    add_custom_command(
      TARGET ${executable} POST_BUILD
      COMMAND ${CMAKE_COMMAND} -DEXECUTABLE=$<TARGET_FILE:${executable}> -DFOLDER=${CMAKE_BINARY_DIR}/lib
              -P ${CMAKE_SOURCE_DIR}/cmake/carry_libraries.cmake)
  endif()
endfunction()
