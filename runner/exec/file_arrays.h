#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "model/file_array.h"
#include "model/job.h"

namespace warpledger {

/// The arrays from files that a worker was given. It opens none of these files itself: code that is not ours shares its
/// process.
class FileArrays {
 public:
  void keep(FileArray array);

  /// The content of a buffer with fill `file`, in the buffer's type. Throws Error when it was not given, or has another
  /// number of elements.
  std::vector<std::byte> elements_of(const BufferSpec& buffer) const;

  /// What a buffer must hold (BufferSpec::golden). Throws likewise.
  std::vector<double> golden_of(const BufferSpec& buffer) const;

 private:
  const FileArray& find(const std::string& digest, const BufferSpec& buffer) const;

  std::map<std::string, FileArray> arrays_;
};

}  // namespace warpledger
