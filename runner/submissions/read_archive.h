#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "base/error.h"

namespace warpledger {

/// The machine lacks the library: no fault of a submission.
struct LibraryMissing : Error {
  using Error::Error;
};

/// What an archive may hold. Beyond it, it is refused as a whole.
struct ArchiveLimits {
  std::uintmax_t packed_bytes = 0;  ///< of the archive's file
  std::size_t entries = 0;
  std::int64_t total_bytes = 0;  ///< of all entries, as the archive says
  std::int64_t file_bytes = 0;   ///< of an entry that is wanted
};

/// Of what one person hands in; a file's is that of read_submission().
inline constexpr ArchiveLimits kSubmissionArchive = {64 << 20, 10'000, 256 << 20, 1 << 20};

/// Of what a platform exports of a whole class, archives within it included.
inline constexpr ArchiveLimits kClassArchive = {std::uintmax_t{4} << 30, 100'000, std::int64_t{4} << 30, 64 << 20};

/// Whether a file of that name is called as archives are that read_archive() reads: .zip, .tar.gz, .tgz, .tar, in any
/// case.
bool is_archive_name(const std::string& file);

/// What the name of an archive is without its ending: "anna" of "anna.tar.gz".
std::string archive_stem(const std::string& file);

/// Why an entry that is wanted is not read.
enum class EntryFault { no_file, too_large };

/// Reads a zip, a tar or a tar packed by gzip, whatever it is called, into memory: nothing is written, and no entry
/// leads anywhere. `take` gets each file whose name `wanted` is true of, in the archive's order; directories, and other
/// entries that are not wanted, are passed over. Names are relative, without "." and "..". Throws Error naming the
/// archive by its path: for one that is empty, damaged, encrypted or of another kind, for more than `limits` allow, for
/// a name that leads out of the archive, a name twice, and for a wanted entry that is a link or a device; with
/// `pass_over`, that gets those, and files whose size is beyond the limit, instead.
void read_archive(const std::string& path, const ArchiveLimits& limits,
                  const std::function<bool(const std::string& name)>& wanted,
                  const std::function<void(const std::string& name, std::string bytes)>& take,
                  const std::function<void(const std::string& name, EntryFault fault)>& pass_over = {});

}  // namespace warpledger
