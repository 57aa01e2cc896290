#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "model/program.h"

namespace warpledger {

/// Location of a part of a submission: a file, folder or archive.
struct SubmittedPart {
  std::filesystem::path path;
  std::string called;  ///< original file name, which exports change
};

/// True if a path component is hidden or was added by macOS (__MACOSX).
bool is_passed_over(const std::filesystem::path& relative);

/// True for .cu, .cpp, .cc and .cxx, ignoring case: such a file can be a submission.
bool is_source_name(const std::filesystem::path& file);

/// True for is_source_name(), .cuh, .h and .hpp.
bool is_device_code(const std::filesystem::path& file);

/// Throws Error at `within`, the containing folder or archive, if messages, tables, #line directives or page folders
/// cannot show `name`.
void check_submission_name(const std::string& name, const std::filesystem::path& within);

/// Returns the device code in `parts`: .cu and header files; without any .cu, also other sources, renamed to .cu. A
/// folder with none of these and one archive counts as that archive.
///
/// Throws Error without a source, for links (as a part, or leading out of its folder), more than 64 files, files above
/// 1 MiB, duplicate names, unprintable texts or names (readable_source), and like read_archive().
Submission submission_of(const std::string& name, const std::vector<SubmittedPart>& parts);

}  // namespace warpledger
