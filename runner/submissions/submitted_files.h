#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "model/program.h"

namespace warpledger {

/// Where a part of a submission lies: a file, a folder or an archive.
struct SubmittedPart {
  std::filesystem::path path;
  std::string called;  ///< the file's own name, which a platform's export changes
};

/// Whether a path has a part that is hidden, or that macOS adds to archives.
bool is_passed_over(const std::filesystem::path& relative);

/// Whether a file of that name can be a submission by itself: .cu, .cpp, .cc or .cxx, in any case.
bool is_source_name(const std::filesystem::path& file);

/// The same, or a header: .cuh, .h or .hpp.
bool is_device_code(const std::filesystem::path& file);

/// Throws Error for a name of a submission or of its file that messages, tables, #line directives and folders of pages
/// cannot show. It names the folder or archive `within`: a line with the name itself would show it.
void check_submission_name(const std::string& name, const std::filesystem::path& within);

/// The device code in `parts`, as one submission: files that end in .cu, .cuh, .h or .hpp, in any case; where none is a
/// .cu, those in .cpp, .cc and .cxx are taken for it. Their names end in .cu. A folder without any of them and with one
/// archive is that archive. Hidden files and other ones are passed over. Throws Error for parts without a source, a
/// part that is a link, a link that leads out of its folder, more than 64 files, a file above 1 MiB or twice, a text or
/// a name that cannot be shown (readable_source), and for what read_archive() refuses.
Submission submission_of(const std::string& name, const std::vector<SubmittedPart>& parts);

}  // namespace warpledger
