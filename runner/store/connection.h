#pragma once

#include <SQLiteCpp/Database.h>

#include <optional>
#include <string>

namespace warpledger {

/// How SQLite keeps a transaction whole.
enum class Journal {
  write_ahead,  ///< readers and a writer do not wait for each other; needs memory that all of them share
  rollback,     ///< works on network file systems as well
};

/// A connection that writes to the ledger at `path`, which is made when it is absent and migrated when its schema is
/// older than <schema_folder>/migrations. Its journal is the one for the file system that it lies on, unless `journal`
/// says. Throws Error, with the file unchanged, when it is not a ledger or newer.
SQLite::Database open_for_writing(const std::string& path, const std::string& schema_folder,
                                  std::optional<Journal> journal = {});

/// A connection that cannot change the ledger at `path`. Throws Error when there is none, or its schema is not the one
/// of <schema_folder>/migrations.
SQLite::Database open_for_reading(const std::string& path, const std::string& schema_folder);

}  // namespace warpledger
