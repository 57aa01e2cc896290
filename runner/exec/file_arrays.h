#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "model/file_array.h"
#include "model/job.h"

namespace warpledger {

/// Arrays sent to the worker, which opens no files: untrusted code shares its process.
class FileArrays {
 public:
  void keep(FileArray array);

  /// Content of fill `file`, in the buffer's type. Throws Error if the array was not sent or has another number of
  /// elements.
  std::vector<std::byte> elements_of(const BufferSpec& buffer) const;

  /// Content of BufferSpec::golden. Throws likewise.
  std::vector<double> golden_of(const BufferSpec& buffer) const;

 private:
  const FileArray& find(const std::string& digest, const BufferSpec& buffer) const;

  std::map<std::string, FileArray> arrays_;
};

}  // namespace warpledger
