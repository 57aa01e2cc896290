#pragma once

#include <SQLiteCpp/Exception.h>

#include <string>

#include "base/error.h"

namespace warpledger {

/// What SQLite said about the ledger at `path`, as an Error with the cure for that kind of failure.
Error ledger_error(const std::string& path, const SQLite::Exception& cause);

/// Calls `action` and turns what SQLite throws into a ledger_error.
template <typename Action>
auto with_ledger_errors(const std::string& path, Action&& action) {
  try {
    return action();
  } catch (const SQLite::Exception& cause) {
    throw ledger_error(path, cause);
  }
}

}  // namespace warpledger
