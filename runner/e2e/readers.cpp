#include "e2e/readers.h"

#include <cstdlib>

namespace warpledger::e2e {
namespace {

// Another python3 may stand before Debian's on the PATH, without Debian's packages.
const std::string kPython = "/usr/bin/python3 ";
const std::string kNode = "NODE_PATH=" WARPLEDGER_SOURCE_DIR "/build/readers/node_modules node ";

bool succeeds(const std::string& command) { return std::system((command + " >/dev/null 2>&1").c_str()) == 0; }

}  // namespace

std::string absence_of(Reader reader) {
  switch (reader) {
    case Reader::pandas:
      return succeeds(kPython + "-c 'import pandas'") ? "" : "no python3-pandas; hint: scripts/setup readers";
    case Reader::node:
      return succeeds(kNode + "-e 'new (require(\"better-sqlite3\"))(\":memory:\")'")
                 ? ""
                 : "no better-sqlite3 of Node.js; hint: scripts/setup readers";
    case Reader::r:
      return succeeds("Rscript -e 'library(RSQLite)'") ? "" : "no R with RSQLite; hint: install r-cran-rsqlite";
  }
  return "unknown reader";
}

std::string reader_command(Reader reader, const std::string& script) {
  if (reader == Reader::r) return "Rscript " + script;
  return (reader == Reader::pandas ? kPython : kNode) + script;
}

}  // namespace warpledger::e2e
