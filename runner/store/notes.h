#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/grading.h"

namespace warpledger {

/// What a person says of a run, or of a moment.
struct Note {
  std::string kind = "note";  ///< "note", "tag", "untag", "forget", "recall"
  std::string run;            ///< "latest" or the start of its UUID; empty: a note about a date
  std::string about_utc;      ///< that moment; empty: the run's start, or now
  std::string text;           ///< the note, the tag, or why
  std::string author;
  bool moves = false;  ///< a tag: from the run that has it
};

/// SELECT of run and text of each current tag of the ledger that a connection calls `ledger`: "main", "other".
std::string standing_tags(const std::string& ledger);

/// Adds a note to the ledger at `path`, which must exist; the UUID of its run, empty without one. A tag names one run.
/// Throws Error when there is no such run, when another run has the tag and it does not move, when a tag is untagged
/// that the run does not have, and when a run is recalled that is not forgotten.
std::string write_note(const std::string& path, const std::string& schema_folder, const Note& note);

/// Adds it, written now, to the ledger at `path`, which must exist. Throws Error when the ledger has no run of that
/// submission in that experiment, with the nearest name.
void write_adjustment(const std::string& path, const std::string& schema_folder, const Adjustment& adjustment);

/// The same of all or, when one is wrong, of none, but for those that were written before, by whomever. How many are
/// new.
std::size_t write_adjustments(const std::string& path, const std::string& schema_folder,
                              const std::vector<Adjustment>& adjustments);

}  // namespace warpledger
