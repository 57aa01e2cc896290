#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/program.h"

namespace warpledger {

/// A folder of device code, or one .cu file; the submission is called `name`, or when that is empty as the folder, or
/// as the file without its ending. Reads the files that end in .cu, .cuh, .h or .hpp, those of sub-folders too, and
/// passes over hidden ones. Throws Error for a path that is neither, a folder without a .cu file, a link that leads out
/// of the folder, more than 64 files, a file above 1 MiB, a text that cannot be shown (readable_source), and a name
/// that no message could show.
Submission read_submission(const std::string& path, const std::string& name = {});

/// What is in a folder of submissions under one name: the submission, or why it cannot be read.
struct ReadSubmission {
  std::string name;
  std::optional<Submission> submission;
  std::string refusal;  ///< the message of the Error; empty when there is a submission
};

/// A digest of what was handed in: file names and texts, or why they cannot be read.
std::string digest_of(const ReadSubmission& submission);

/// Every sub-folder and .cu file of `folder`, sorted by name; hidden ones and other files are passed over
/// (passed_over_in). One that is refused does not keep the others from being read; its refusal names files as they lie
/// in `folder`, not where that is. Throws Error when the folder cannot be read, holds no submission, or holds two of
/// the same name, and for a name that pages and messages cannot show.
std::vector<ReadSubmission> read_submissions(const std::string& folder);

/// What is in a folder of submissions and is none.
struct PassedOver {
  std::string file;
  std::string why;  ///< "an archive; unpack it into a folder"
};

/// Sorted by name. Throws Error when the folder cannot be read.
std::vector<PassedOver> passed_over_in(const std::string& folder);

}  // namespace warpledger
