#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/grading.h"

namespace warpledger {

/// A person's note about a run or a date.
struct Note {
  std::string kind = "note";  ///< "note", "tag", "untag", "forget", "recall"
  std::string run;            ///< "latest" or a UUID prefix; empty: the note is about a date
  std::string about_utc;      ///< date of the note; empty: the run's start, or now
  std::string text;           ///< the note, the tag, or the reason
  std::string author;
  bool moves = false;  ///< a tag may be taken from another run
};

/// Returns a SELECT of run and text of each current tag in the attached schema `ledger`: "main", "other".
std::string standing_tags(const std::string& ledger);

/// Adds a note to an existing ledger and returns its run's UUID, empty without a run. Throws Error if the run does not
/// exist, another run has the tag and it does not move, the run lacks the tag to remove, or the run to recall is not
/// forgotten.
std::string write_note(const std::string& path, const std::string& schema_folder, const Note& note);

/// Adds an adjustment, dated now, to an existing ledger. Throws Error, with the nearest name, if it has no run of that
/// submission in that experiment.
void write_adjustment(const std::string& path, const std::string& schema_folder, const Adjustment& adjustment);

/// Adds all or, if one is invalid, none. Skips those already written by anyone. Returns the number added.
std::size_t write_adjustments(const std::string& path, const std::string& schema_folder,
                              const std::vector<Adjustment>& adjustments);

}  // namespace warpledger
