#pragma once

#include <string>

#include "base/error.h"
#include "base/file.h"

namespace warpledger {

/// An archive read from standard input into a temporary file, removed by the destructor.
class ReceivedArchive {
 public:
  ReceivedArchive();

  /// Reads to the end. Throws Error, and keeps nothing, if the input is a terminal, takes longer than a minute or is
  /// too large for one student's archive.
  void receive();

  /// Has an archive's file name, whatever the content is.
  std::string path() const { return (folder_.path() / "submission.tar.gz").string(); }

  /// Returns `error` with "the submission" instead of the temporary path, which would tell a student nothing.
  Error told(const Error& error) const;

 private:
  TemporaryFolder folder_;
};

}  // namespace warpledger
