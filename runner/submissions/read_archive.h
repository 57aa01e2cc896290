#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "base/error.h"

namespace warpledger {

/// libarchive is not installed; not an error of a submission.
struct LibraryMissing : Error {
  using Error::Error;
};

/// Limits beyond which an archive is rejected.
struct ArchiveLimits {
  std::uintmax_t packed_bytes = 0;  ///< of the archive file
  std::size_t entries = 0;
  std::int64_t total_bytes = 0;  ///< of all entries, as stated by the archive
  std::int64_t file_bytes = 0;   ///< of a wanted entry
};

/// Limits of one submission; file_bytes also applies to read_submission().
inline constexpr ArchiveLimits kSubmissionArchive = {64 << 20, 10'000, 256 << 20, 1 << 20};

/// Limits of a platform's export of a class, including nested archives.
inline constexpr ArchiveLimits kClassArchive = {std::uintmax_t{4} << 30, 100'000, std::int64_t{4} << 30, 64 << 20};

/// True if read_archive() supports the file's ending: .zip, .tar.gz, .tgz or .tar, ignoring case.
bool is_archive_name(const std::string& file);

/// Returns the name without the archive's ending: "anna" for "anna.tar.gz".
std::string archive_stem(const std::string& file);

/// Reason why a wanted entry is skipped.
enum class EntryFault { no_file, too_large };

/// Reads a zip, tar or gzipped tar, whatever its name, in memory. Calls `take` for each `wanted` file, in archive
/// order; names are relative, without "." and "..".
///
/// Throws Error with the archive's path if it is empty, damaged, encrypted, of another kind or beyond `limits`, or has
/// a name that leads out of it or is duplicated. A wanted link, device or oversized file goes to `pass_over`, or throws
/// without it.
void read_archive(const std::string& path, const ArchiveLimits& limits,
                  const std::function<bool(const std::string& name)>& wanted,
                  const std::function<void(const std::string& name, std::string bytes)>& take,
                  const std::function<void(const std::string& name, EntryFault fault)>& pass_over = {});

}  // namespace warpledger
