#pragma once

#include <string>

#include "base/error.h"
#include "base/file.h"

namespace warpledger {

/// An archive from standard input in a temporary file.
class ReceivedArchive {
 public:
  ReceivedArchive();

  /// Throws Error, and keeps nothing, for a terminal, after a minute, or if the archive is too large for one student.
  void receive();

  /// Has an archive's file name, whatever the content is.
  std::string path() const { return (folder_.path() / "submission.tar.gz").string(); }

  /// Replaces the temporary path by "the submission", for students.
  Error told(const Error& error) const;

 private:
  TemporaryFolder folder_;
};

}  // namespace warpledger
