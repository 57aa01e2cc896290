#pragma once

#include <string>
#include <vector>

namespace warpledger {

/// Author of a submission as the platform knows them. Each field may be empty.
struct Submitter {
  std::string name;
  std::string id;  ///< Gradescope's SID or Canvas's user number
  std::string email;
};

struct GradescopeEntry {
  std::string folder;  ///< "submission_123", next to the metadata file
  std::string submitted_utc;
  std::vector<Submitter> submitters;
};

/// Name of the metadata file.
inline constexpr const char* kGradescopeMetadata = "submission_metadata.yml";

/// Throws Error naming the file if it is not a mapping from folders next to it to `:submitters` (`:name`, `:sid`,
/// `:email`) and, optionally, a valid `:created_at`. Ignores other keys.
std::vector<GradescopeEntry> read_gradescope_metadata(const std::string& file);

}  // namespace warpledger
