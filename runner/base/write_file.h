#pragma once

#include <string>

namespace warpledger {

/// Makes `path` a file that holds `text`. Throws Error naming it when it cannot be written, and when it is a ledger or
/// belongs to one: refuse_database().
void write_file(const std::string& path, const std::string& text);

/// Throws Error when `path` is an SQLite database, as every ledger is, or the log or index beside one: what it holds
/// would be lost.
void refuse_database(const std::string& path);

}  // namespace warpledger
