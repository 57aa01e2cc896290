#pragma once

#include <memory>
#include <string>

#include "command/arguments.h"
#include "store/notes.h"

namespace warpledger {

/// Options of every command that adds a note.
struct NoteOptions {
  Note note;
  std::string ledger = "results.db";
};

/// Declares --author and the ledger for notes of that kind.
std::shared_ptr<NoteOptions> declare_note(Arguments& arguments, const char* kind);

/// Writes the note and returns the start of its run's UUID, empty without a run. Throws Error like write_note().
std::string write(NoteOptions& options);

/// Returns $USER, or the owner of this process.
std::string user();

/// Throws Error if `text` is blank; `what` names it in the message.
void refuse_blank(const std::string& text, const char* what);

}  // namespace warpledger
