#include "e2e/readers.h"

#include <cstdlib>

namespace warpledger::e2e {
namespace {

bool succeeds(const std::string& command) { return std::system((command + " >/dev/null 2>&1").c_str()) == 0; }

}  // namespace

std::string absence_of(Reader reader) {
  // Another python3 may stand before Debian's on the PATH, without Debian's packages.
  if (reader == Reader::pandas)
    return succeeds("/usr/bin/python3 -c 'import pandas'") ? "" : "no python3-pandas; hint: scripts/setup readers";
  return succeeds("Rscript -e 'library(RSQLite)'") ? "" : "no R with RSQLite; hint: install r-cran-rsqlite";
}

std::string reader_command(Reader reader, const std::string& script) {
  return (reader == Reader::pandas ? "/usr/bin/python3 " : "Rscript ") + script;
}

}  // namespace warpledger::e2e
