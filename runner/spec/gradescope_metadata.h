#pragma once

#include <string>
#include <vector>

namespace warpledger {

/// Who handed in a submission, as a platform knows him. Each text may be empty.
struct Submitter {
  std::string name;
  std::string id;  ///< Gradescope's SID, Canvas's number of the user
  std::string email;
};

/// What an export of Gradescope says of one of its submissions.
struct GradescopeEntry {
  std::string folder;  ///< "submission_123", beside the metadata
  std::string submitted_utc;
  std::vector<Submitter> submitters;
};

/// The name of the file of an export that says whose its folders are.
inline constexpr const char* kGradescopeMetadata = "submission_metadata.yml";

/// Reads it: a mapping from folders to `:submitters`, each with `:name`, `:sid` and `:email`, and `:created_at`, among
/// more. Throws Error naming the file for text that is no such mapping, a folder that is not beside it, a time that is
/// none, and an entry without submitters.
std::vector<GradescopeEntry> read_gradescope_metadata(const std::string& file);

}  // namespace warpledger
