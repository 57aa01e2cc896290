# Copies the shared libraries that EXECUTABLE needs into FOLDER, but for those that its machine must have: glibc's, the
# driver's and the toolkit's.
file(REMOVE_RECURSE ${FOLDER})  # else the copies of the last build are found beside the originals
file(GET_RUNTIME_DEPENDENCIES
  EXECUTABLES ${EXECUTABLE}
  RESOLVED_DEPENDENCIES_VAR libraries
  UNRESOLVED_DEPENDENCIES_VAR missing
  DIRECTORIES /usr/local/cuda/lib64
  PRE_EXCLUDE_REGEXES "^lib(c|m|dl|rt|pthread)\\.so" "^ld-linux" "^libcuda\\." "^lib(cupti|nvrtc)")
if(missing)
  message(FATAL_ERROR "${EXECUTABLE} needs ${missing}, which are not here")
endif()
foreach(library IN LISTS libraries)
  file(COPY ${library} DESTINATION ${FOLDER} FOLLOW_SYMLINK_CHAIN)
endforeach()
