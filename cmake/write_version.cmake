# Fills FROM into TO with the commit of SOURCE_DIR, "+" behind it when the tree has changes; "unknown" without git.
execute_process(COMMAND git -C ${SOURCE_DIR} describe --always --abbrev=8 --dirty=+ --exclude=*
                OUTPUT_VARIABLE WARPLEDGER_COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed)
  set(WARPLEDGER_COMMIT unknown)
endif()
configure_file(${FROM} ${TO} @ONLY)
