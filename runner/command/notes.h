#pragma once

#include <memory>
#include <string>

#include "command/arguments.h"
#include "store/notes.h"

namespace warpledger {

/// What every command that adds a note takes.
struct NoteOptions {
  Note note;
  std::string ledger = "results.db";
};

/// Declares --author and the ledger, for notes of that kind.
std::shared_ptr<NoteOptions> declare_note(Arguments& arguments, const char* kind);

/// Writes the note; the beginning of its run's UUID, empty without a run. Throws Error as write_note does.
std::string write(NoteOptions& options);

/// Who the person is, as far as the machine knows: $USER, or the owner of this process.
std::string user();

/// Throws Error when `text`, called `what`, is blank.
void refuse_blank(const std::string& text, const char* what);

}  // namespace warpledger
