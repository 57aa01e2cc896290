# `cmake --install` and the Debian package (`cpack`, or scripts/package). The program finds its data in
# ../share/warpledger; its man page and completions are what it says about its own commands.
include(GNUInstallDirs)

install(TARGETS warpledger)
install(DIRECTORY autograder experiments kernels metrics reports devices schema USE_SOURCE_PERMISSIONS DESTINATION ${CMAKE_INSTALL_DATADIR}/warpledger)
install(DIRECTORY contrib/ USE_SOURCE_PERMISSIONS DESTINATION ${CMAKE_INSTALL_DATADIR}/warpledger/contrib
        FILES_MATCHING PATTERN "*.py" PATTERN "README.md" PATTERN test EXCLUDE PATTERN __pycache__ EXCLUDE)
install(DIRECTORY pages/ DESTINATION ${CMAKE_INSTALL_DATADIR}/warpledger/pages FILES_MATCHING PATTERN "*.css" PATTERN "*.js"
        PATTERN test EXCLUDE PATTERN node_modules EXCLUDE)
# Without them HTML pages have no plots and say so.
foreach(library d3/dist/d3.min.js d3/LICENSE @observablehq/plot/dist/plot.umd.min.js @observablehq/plot/LICENSE)
  cmake_path(GET library PARENT_PATH folder)
  install(FILES pages/node_modules/${library} OPTIONAL
          DESTINATION ${CMAKE_INSTALL_DATADIR}/warpledger/pages/node_modules/${folder})
endforeach()
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES README.md CHANGELOG.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(WARPLEDGER_PORTABLE)
  install(DIRECTORY ${CMAKE_BINARY_DIR}/lib DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

# warpledger_words(<words of the command line> <file> <destination>): what they print, as an installed file.
set(said)
function(warpledger_words words file destination)
  separate_arguments(words UNIX_COMMAND ${words})
  set(path ${CMAKE_BINARY_DIR}/said/${file})
  add_custom_command(OUTPUT ${path} COMMAND warpledger ${words} > ${path} DEPENDS warpledger VERBATIM)
  install(FILES ${path} DESTINATION ${destination})
  set(said ${said} ${path} PARENT_SCOPE)
endfunction()
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/said)
warpledger_words("manual" warpledger.1 ${CMAKE_INSTALL_MANDIR}/man1)
warpledger_words("completion bash" warpledger ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
warpledger_words("completion zsh" _warpledger ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
warpledger_words("completion fish" warpledger.fish ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
add_custom_target(said ALL DEPENDS ${said})

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "the maintainers of warpledger")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "config-driven experiments with CUDA kernels, and a database of their results")
set(CPACK_PACKAGE_DESCRIPTION "Runs CUDA kernels over grids of shapes and launch configurations, checks every result, and
 keeps times and hardware counters in a SQLite ledger that reports are printed from. Needs no GPU to start.")
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Kernels are compiled by the first ones on a machine without a GPU; archives of submissions are read with libarchive; the
# scripts of contrib/ take Python.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "clang | g++, libarchive13 | libarchive13t64, python3")
include(CPack)
