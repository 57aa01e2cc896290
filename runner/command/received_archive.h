#pragma once

#include <string>

#include "base/error.h"
#include "base/file.h"

namespace warpledger {

/// An archive that comes on standard input, in a file for as long as this lives.
class ReceivedArchive {
 public:
  ReceivedArchive();

  /// Reads to the end. Throws Error for a terminal, and when that takes more than a minute or the archive is larger
  /// than one person's may be: nothing of it is kept then.
  void receive();

  /// Called like an archive, whatever it is.
  std::string path() const { return (folder_.path() / "submission.tar.gz").string(); }

  /// The same error; this archive is called the submission in it, not by where it is kept: students read it.
  Error told(const Error& error) const;

 private:
  TemporaryFolder folder_;
};

}  // namespace warpledger
