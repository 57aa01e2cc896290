#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/program.h"
#include "spec/gradescope_metadata.h"

namespace warpledger {

/// Reads a folder, file or archive of device code (submission_of). `name` defaults to the path's, without the ending.
/// Throws Error for other paths, and like submission_of().
Submission read_submission(const std::string& path, const std::string& name = {});

struct HandIn {
  int attempt = 1;  ///< 1-based, among submissions with the same name
  /// UTC time from Gradescope: 2026-10-01T21:59:00Z; empty if unknown.
  std::string submitted_utc;
  bool marked_late = false;           ///< by Canvas, which does not export times
  std::vector<Submitter> submitters;  ///< as the platform knows them; empty without a platform
};

/// A submission of a class, or the reason why it was rejected.
struct ReadSubmission {
  std::string name;
  std::optional<Submission> submission;
  std::string refusal;  ///< message of the Error; empty if there is a submission
  HandIn hand_in = {};
  bool rules_waived = false;  ///< a person lets it run although it violates a source rule
};

/// Returns a digest of file names and texts, or of the refusal.
std::string digest_of(const ReadSubmission& submission);

/// A file in a class that is not a submission.
struct PassedOver {
  std::string file;
  std::string why;  ///< "an archive of a kind that is not read"
};

struct ReadClass {
  std::vector<ReadSubmission> submissions;  ///< sorted by name and attempt
  std::vector<PassedOver> passed_over;      ///< sorted by name
};

/// Reads a Gradescope or Canvas export, or a folder or archive where each subfolder, .cu or .cpp file and archive is a
/// submission; NAME@2.zip is the second attempt of NAME. Rejected submissions do not affect others; their messages use
/// paths relative to the class.
///
/// Throws Error if the class cannot be read or is empty, for duplicate or unprintable names, and if libarchive is
/// needed but missing.
ReadClass read_class(const std::string& path);

}  // namespace warpledger
