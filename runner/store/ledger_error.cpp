#include "store/ledger_error.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include "store/lock_holder.h"

namespace warpledger {

Error ledger_error(const std::string& path, const SQLite::Exception& cause) {
  switch (cause.getErrorCode() & 0xff) {  // the low byte is the kind; the rest of an extended code is detail
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
      return Error({.file = path}, "the ledger cannot be opened",
                   "check that its folder exists and that you may write there: SQLite keeps two more files beside it");
    case SQLITE_READONLY:
      return Error({.file = path}, "the ledger cannot be written", "check the permissions of the file and its folder");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return Error({.file = path}, fmt::format("{} keeps the ledger locked", lock_holder(path)),
                   "wait until it has ended, or write to another file with --db");
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return Error({.file = path}, fmt::format("the ledger is damaged: {}", cause.what()),
                   fmt::format("restore a copy, or save what is left: sqlite3 {} .recover | sqlite3 saved.db", path));
    case SQLITE_FULL:
      return Error({.file = path}, "the disk is full", "make room on it; nothing recorded before is lost");
    case SQLITE_IOERR:
      return Error({.file = path}, fmt::format("the disk refused: {}", cause.what()),
                   "check the free space; nothing recorded before is lost");
    default:
      return Error({.file = path}, cause.what(), "this is a defect of warpledger: please report it with this message");
  }
}

}  // namespace warpledger
