#include "spec/included_headers.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string_view>

#include "base/error.h"
#include "spec/include_rule.h"

namespace warpledger {
namespace {

class IncludedHeaders {
 public:
  IncludedHeaders(const Submission& submission, const Program& own, SourceRules rules)
      : submission_(submission), own_(own), rules_(rules) {}

  std::vector<SourceFile> of(const SourceFile& main) {
    add_includes_of(main);
    while (!open_.empty()) {
      const SourceFile* header = open_.back();
      open_.pop_back();
      add_includes_of(*header);
    }
    refuse_two_of_a_name();
    std::vector<SourceFile> headers;
    for (const auto& [name, header] : headers_) headers.push_back(*header);
    return headers;
  }

 private:
  void add_includes_of(const SourceFile& file) {
    for (const QuotedInclude& include :
         rules_ == SourceRules::hold ? checked_includes(file) : unchecked_includes(file)) {
      const SourceFile& header = find(include, std::filesystem::path(file.name).parent_path());
      if (header.name != include.name) short_.push_back({include, header.name});
      if (headers_.emplace(header.name, &header).second) open_.push_back(&header);
    }
  }

  /// `folder` is the including file's.
  const SourceFile& find(const QuotedInclude& include, const std::filesystem::path& folder) const {
    const SourceFile* header = find_file(submission_.files, (folder / include.name).lexically_normal().string());
    if (!header) header = find_file(submission_.files, include.name);
    if (!header) header = find_file(own_.headers, include.name);
    if (header) return *header;
    throw Error(include.place, fmt::format("'{}' is not a file of the submission", include.name),
                "add the file; headers of the CUDA toolkit are included with <...>");
  }

  /// In-memory compilers do not search next to a file, so a name must mean the same file everywhere.
  void refuse_two_of_a_name() const {
    for (const auto& [include, found] : short_) {
      std::string_view end = include.name;
      while (end.starts_with("../")) end.remove_prefix(3);
      for (const auto& [name, header] : headers_)
        if (name != found && (name == end || name.ends_with(fmt::format("/{}", end))))
          throw Error(include.place, fmt::format("'{}' may be {} and {}", include.name, found, name),
                      fmt::format("include \"{}\"", found));
    }
  }

  struct ShortName {
    QuotedInclude include;
    std::string found;
  };

  const Submission& submission_;
  const Program& own_;
  SourceRules rules_;
  std::map<std::string, const SourceFile*> headers_;
  std::vector<const SourceFile*> open_;  ///< their includes are not visited yet
  std::vector<ShortName> short_;         ///< includes that omit part of the path
};

}  // namespace

const SourceFile* find_file(const std::vector<SourceFile>& files, const std::string& name) {
  const auto found = std::ranges::find(files, name, &SourceFile::name);
  return found == files.end() ? nullptr : &*found;
}

std::vector<SourceFile> included_headers(const SourceFile& main, const Submission& submission, const Program& own,
                                         SourceRules rules) {
  return IncludedHeaders(submission, own, rules).of(main);
}

}  // namespace warpledger
