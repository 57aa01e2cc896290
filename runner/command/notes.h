#pragma once

#include <memory>
#include <string>

#include "command/arguments.h"
#include "store/notes.h"

namespace warpledger {

struct NoteOptions {
  Note note;
  std::string ledger = "results.db";
};

/// Declares --author and --db.
std::shared_ptr<NoteOptions> declare_note(Arguments& arguments, const char* kind);

/// Returns the start of the run's UUID, empty without a run. Throws like write_note().
std::string write(NoteOptions& options);

/// Returns $USER, or the owner of this process.
std::string user();

/// Throws Error if `text`, called `what`, is blank.
void refuse_blank(const std::string& text, const char* what);

}  // namespace warpledger
