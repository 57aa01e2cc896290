#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/program.h"
#include "spec/gradescope_metadata.h"

namespace warpledger {

/// A folder of device code, a file of it, or an archive of either (submission_of); the submission is called `name`, or
/// when that is empty as the folder, or as the file without its ending. Throws Error for a path that is none of these,
/// and for what submission_of() refuses.
Submission read_submission(const std::string& path, const std::string& name = {});

/// What is known of a submission beside its files.
struct HandIn {
  int attempt = 1;  ///< of those under one name, the first is 1
  /// When, as Gradescope says, in UTC: 2026-10-01T21:59:00Z; empty: not known.
  std::string submitted_utc;
  bool marked_late = false;           ///< by Canvas, which does not say when
  std::vector<Submitter> submitters;  ///< as the platform knows them; none where there is no platform
};

/// What of a class is under one name: the submission, or why it cannot be read.
struct ReadSubmission {
  std::string name;
  std::optional<Submission> submission;
  std::string refusal;  ///< the message of the Error; empty when there is a submission
  HandIn hand_in = {};
  bool rules_waived = false;  ///< a person lets it run though a rule of sources refuses it
};

/// A digest of what was handed in: file names and texts, or why they cannot be read.
std::string digest_of(const ReadSubmission& submission);

/// What lies among submissions and is none.
struct PassedOver {
  std::string file;
  std::string why;  ///< "an archive of a kind that is not read"
};

struct ReadClass {
  std::vector<ReadSubmission> submissions;  ///< by name and attempt
  std::vector<PassedOver> passed_over;      ///< by name
};

/// The submissions in a folder or an archive of them: each sub-folder, .cu or .cpp file and archive is one, NAME@2.zip
/// the second attempt of NAME; or what Gradescope or Canvas exports. One that is refused does not keep the others from
/// being read; its refusal names files as they lie in the class, not where that is. Throws Error when the class cannot
/// be read, holds no submission, or holds two of the same name, for a name that pages and messages cannot show, and for
/// archives where libarchive is not installed.
ReadClass read_class(const std::string& path);

}  // namespace warpledger
