#pragma once

#include <string>

namespace warpledger::e2e {

/// Other programs that read a ledger; `scripts/setup readers` installs pandas and Node's better-sqlite3.
enum class Reader { pandas, r, node };

/// Why a reader cannot run here; empty when it can.
std::string absence_of(Reader reader);

/// The command line that runs `script` with a reader.
std::string reader_command(Reader reader, const std::string& script);

}  // namespace warpledger::e2e
