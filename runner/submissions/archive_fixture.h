#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpledger {

struct MadeEntry {
  std::string name;
  std::string bytes = {};
  unsigned type = S_IFREG;
  std::string link = {};                  ///< target of a symbolic link
  std::string hard_link = {};             ///< target of a hard link
  std::optional<std::int64_t> size = {};  ///< size in the header; absent: that of `bytes`
};

enum class MadeKind { zip, tar, tar_gz, pax_gz, stored_zip, encrypted_zip, seven_zip, tar_gz_gz };

/// Returns the bytes of an archive made by libarchive.
std::string made_archive(MadeKind kind, const std::vector<MadeEntry>& entries);

/// Returns `bytes` compressed by gzip.
std::string gzipped(const std::string& bytes);

}  // namespace warpledger
