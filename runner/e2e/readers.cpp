#include "e2e/readers.h"

#include <cstdlib>
#include <filesystem>

namespace warpledger::e2e {
namespace {

const std::string kReaders = WARPLEDGER_SOURCE_DIR "/runner/e2e/readers";

bool succeeds(const std::string& command) { return std::system((command + " >/dev/null 2>&1").c_str()) == 0; }

}  // namespace

std::string absence_of(Reader reader) {
  switch (reader) {
    case Reader::pandas:
      // Another python3 may stand before Debian's on the PATH, without Debian's packages.
      return succeeds("/usr/bin/python3 -c 'import pandas'") ? "" : "no python3-pandas; hint: scripts/setup readers";
    case Reader::duckdb:
      return std::filesystem::exists(kReaders + "/node_modules/@duckdb/node-api") && succeeds("node --version")
                 ? ""
                 : "no DuckDB of npm; hint: scripts/setup readers";
    case Reader::r:
      break;
  }
  return succeeds("Rscript -e 'library(RSQLite)'") ? "" : "no R with RSQLite; hint: install r-cran-rsqlite";
}

std::string reader_command(Reader reader, const std::string& script) {
  if (reader == Reader::pandas) return "/usr/bin/python3 " + script;
  return (reader == Reader::duckdb ? "node " + kReaders + "/duckdb.mjs " : "Rscript ") + script;
}

std::string parquet_as_json(const std::string& file) { return "node " + kReaders + "/hyparquet.mjs " + file; }

}  // namespace warpledger::e2e
