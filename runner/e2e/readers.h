#pragma once

#include <string>

namespace warpledger::e2e {

/// Other programs that read what `ledger export` writes; `scripts/setup readers` installs the first two.
enum class Reader { pandas, duckdb, r };

/// Why a reader cannot run here; empty when it can.
std::string absence_of(Reader reader);

/// The command line that runs `script` with a reader; a script for DuckDB is SQL, whose last answer is printed as CSV.
std::string reader_command(Reader reader, const std::string& script);

/// The command line that prints the rows of a Parquet file as JSON, by a reader that comes with DuckDB.
std::string parquet_as_json(const std::string& file);

}  // namespace warpledger::e2e
