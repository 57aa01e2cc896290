#include "spec/submitted_kernels.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <optional>
#include <set>

#include "base/error.h"
#include "base/text.h"
#include "spec/include_rule.h"

namespace warpledger {
namespace {

const SourceFile* find_file(const std::vector<SourceFile>& files, const std::string& name) {
  const auto found = std::ranges::find(files, name, &SourceFile::name);
  return found == files.end() ? nullptr : &*found;
}

/// The name of a kernel's own source within its family's folder.
std::string source_name(const Kernel& kernel, const Family& family) {
  return std::filesystem::path(kernel.program.main.name)
      .lexically_relative(std::filesystem::path(family.file).parent_path())
      .string();
}

/// The deepest folder that has all files.
std::filesystem::path common_folder(const std::vector<SourceFile>& files) {
  if (files.empty()) return {};
  std::filesystem::path folder = std::filesystem::path(files.front().name).parent_path();
  const auto lies_outside = [&](const SourceFile& file) { return !file.name.starts_with(folder.string() + "/"); };
  while (!folder.empty() && std::ranges::any_of(files, lies_outside)) folder = folder.parent_path();
  return folder;
}

/// The file of a kernel whose source has this name; folders around all files do not count.
const SourceFile* find_source(const Submission& submission, const std::string& name) {
  for (std::filesystem::path folder = common_folder(submission.files);; folder = folder.parent_path())
    if (const SourceFile* found = find_file(submission.files, (folder / name).string()); found || folder.empty())
      return found;
}

const SourceFile* only_cu(const Submission& submission) {
  const auto is_cu = [](const SourceFile& file) { return file.name.ends_with(".cu"); };
  return std::ranges::count_if(submission.files, is_cu) == 1 ? &*std::ranges::find_if(submission.files, is_cu)
                                                             : nullptr;
}

/// The file that replaces a kernel whose source has this name.
const SourceFile* main_file(const Submission& submission, const std::string& name) {
  const SourceFile* named = find_source(submission, name);
  return named ? named : only_cu(submission);
}

/// The headers of one program, as its files name them.
class IncludedHeaders {
 public:
  IncludedHeaders(const Submission& submission, const Program& own, SourceRules rules)
      : submission_(submission), own_(own), rules_(rules) {}

  /// All that `main` includes, directly or not; sorted by name.
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

  /// Beside the file that includes it, which is in `folder`; else in the submission's; else in the family's.
  const SourceFile& find(const QuotedInclude& include, const std::filesystem::path& folder) const {
    const SourceFile* header = find_file(submission_.files, (folder / include.name).lexically_normal().string());
    if (!header) header = find_file(submission_.files, include.name);
    if (!header) header = find_file(own_.headers, include.name);
    if (header) return *header;
    throw Error(include.place, fmt::format("'{}' is not a file of the submission", include.name),
                "add the file; headers of the CUDA toolkit are included with <...>");
  }

  /// A compiler of texts in memory knows no file beside another: a name must lead to the same file everywhere.
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
  std::vector<const SourceFile*> open_;  ///< whose includes are still to be looked at
  std::vector<ShortName> short_;         ///< includes by less than the whole name
};

/// The grid's kernels by name.
std::map<std::string, Kernel*> kernels_of_grid(Experiment& experiment) {
  std::map<std::string, Kernel*> kernels;
  for (const KernelChoice& choice : experiment.grid.kernels) {
    Kernel& kernel = experiment.families.at(choice.kernel.family).kernels.at(choice.kernel.kernel);
    kernels[kernel.name] = &kernel;
  }
  return kernels;
}

template <class Map>
std::vector<std::string> names_of(const Map& map) {
  std::vector<std::string> names;
  for (const auto& [name, value] : map) names.push_back(name);
  return names;
}

/// The kernels of the grid that the grading takes from submissions.
std::vector<std::string> graded_kernels(const Experiment& experiment) {
  std::vector<std::string> graded;
  if (experiment.grading) graded = experiment.grading->submission;
  std::erase_if(graded, [&](const std::string& name) {
    return std::ranges::none_of(experiment.grid.kernels,
                                [&](const KernelChoice& choice) { return experiment.kernel_of(choice).name == name; });
  });
  return graded;
}

/// The kernels of the grid that a submission replaces when nobody names some.
std::vector<std::string> replaced_kernels(const Experiment& experiment, const Submission& submission) {
  if (std::vector<std::string> graded = graded_kernels(experiment); !graded.empty()) return graded;
  if (std::vector<std::string> named = kernels_named_in(submission, experiment); !named.empty()) return named;
  std::set<std::string> all;
  for (const KernelChoice& choice : experiment.grid.kernels) all.insert(experiment.kernel_of(choice).name);
  return {all.begin(), all.end()};
}

[[noreturn]] void refuse_missing(const Submission& submission, const std::string& kernel, const std::string& source) {
  std::vector<std::string> files;
  for (const SourceFile& file : submission.files)
    if (file.name.ends_with(".cu")) files.push_back(file.name);
  throw Error(
      fmt::format("submission '{}' has no file for kernel '{}': it has {}", submission.name, kernel, join(files)),
      fmt::format("hand in {} at the top, or a single .cu file", source));
}

/// The experiments of the library whose kernels the submission has files for; the graded ones alone when there are
/// some.
std::vector<std::string> candidates_for(const Submission& submission, const Library& library) {
  std::vector<std::string> all, graded;
  for (const std::string& name : library.experiments()) {
    try {
      const Experiment experiment = load_experiment(library, name);
      if (experiment.families.size() > 1 || kernels_named_in(submission, experiment).empty()) continue;
      all.push_back(name);
      if (experiment.grading) graded.push_back(name);
    } catch (const Error&) {
      continue;  // an experiment that is wrong is not the one to run
    }
  }
  return graded.empty() ? all : graded;
}

}  // namespace

std::vector<std::string> kernels_named_in(const Submission& submission, const Experiment& experiment) {
  std::set<std::string> names;
  for (const KernelChoice& choice : experiment.grid.kernels) {
    const Kernel& kernel = experiment.kernel_of(choice);
    if (find_source(submission, source_name(kernel, experiment.family_of(choice)))) names.insert(kernel.name);
  }
  return {names.begin(), names.end()};
}

Experiment with_submission(Experiment experiment, const Submission& submission, const std::vector<std::string>& kernels,
                           SourceRules rules) {
  if (experiment.families.size() > 1)
    throw Error({.file = experiment.file}, "an experiment of several families takes no submission",
                "take an experiment of the one family whose kernels are handed in");
  const std::map<std::string, Kernel*> of_grid = kernels_of_grid(experiment);
  for (const std::string& name : kernels.empty() ? replaced_kernels(experiment, submission) : kernels) {
    const auto found = of_grid.find(name);
    if (found == of_grid.end())
      throw Error(fmt::format("experiment '{}' has no kernel '{}'", experiment.name, name),
                  did_you_mean(name, names_of(of_grid)));
    Kernel& kernel = *found->second;
    const std::string source = source_name(kernel, experiment.only_family());
    const SourceFile* main = main_file(submission, source);
    if (!main) refuse_missing(submission, name, source);
    kernel.program = {*main, IncludedHeaders(submission, kernel.program, rules).of(*main)};
    kernel.submitted = true;
  }
  experiment.submission = submission.name;
  return experiment;
}

UnusedSources unused_sources(const Experiment& experiment, const Submission& submission, SourceRules rules) {
  UnusedSources unused{.experiment = experiment.name, .files = {}, .replaced = {}};
  if (experiment.families.size() > 1) return unused;
  const std::vector<std::string> replaced = replaced_kernels(experiment, submission);
  const std::vector<std::string> graded = graded_kernels(experiment);
  std::set<std::string> used, replaceable;
  for (const KernelChoice& choice : experiment.grid.kernels) {
    const Kernel& kernel = experiment.kernel_of(choice);
    const std::string source = source_name(kernel, experiment.only_family());
    if (graded.empty() || std::ranges::count(graded, kernel.name) > 0) replaceable.insert(source);
    if (std::ranges::count(replaced, kernel.name) == 0) continue;
    const SourceFile* main = main_file(submission, source);
    if (!main) continue;
    used.insert(main->name);
    try {
      for (const SourceFile& header : IncludedHeaders(submission, kernel.program, rules).of(*main))
        used.insert(header.name);
    } catch (const Error&) {
      return unused;
    }
  }
  unused.replaced.assign(replaceable.begin(), replaceable.end());
  for (const SourceFile& file : submission.files)
    if (file.name.ends_with(".cu") && !used.contains(file.name)) unused.files.push_back(file.name);
  return unused;
}

std::string text_of(const UnusedSources& unused, const std::function<std::string(const std::string&)>& shown) {
  if (unused.files.empty()) return {};
  std::vector<std::string> files, allowed;
  for (const std::string& file : unused.files) {
    const std::optional<std::string> meant = nearest(file, unused.replaced);
    files.push_back(shown(file) + (meant ? fmt::format(" (did you mean {}?)", shown(*meant)) : ""));
  }
  std::ranges::transform(unused.replaced, std::back_inserter(allowed), shown);
  const bool is_one = files.size() == 1;
  return fmt::format("{} {} no kernel of {} and {} not used; allowed: {}", join(files), is_one ? "replaces" : "replace",
                     unused.experiment, is_one ? "is" : "are", join(allowed));
}

Experiment with_refused_submission(Experiment experiment, const Submission& submission,
                                   const std::vector<std::string>& kernels) {
  for (auto& [name, kernel] : kernels_of_grid(experiment)) {
    if (std::ranges::count(kernels, name) == 0) continue;
    const std::string source = source_name(*kernel, experiment.only_family());
    kernel->program = {{source, ""}, {}};
    for (const SourceFile& file : submission.files) {
      if (&file == find_source(submission, source) || &file == only_cu(submission))
        kernel->program.main = file;
      else
        kernel->program.headers.push_back(file);
    }
    kernel->submitted = true;
  }
  experiment.submission = submission.name;
  return experiment;
}

std::string experiment_for(const Submission& submission, const Library& library) {
  const std::vector<std::string> candidates = candidates_for(submission, library);
  if (candidates.empty())
    throw Error(fmt::format("no experiment has a kernel whose source has the name of a file of '{}'", submission.name),
                "name the experiment with --experiment; allowed: " + join(library.experiments()));
  if (candidates.size() > 1)
    throw Error(fmt::format("'{}' has kernels of {} experiments", submission.name, candidates.size()),
                "name one with --experiment: " + join(candidates));
  return candidates.front();
}

}  // namespace warpledger
