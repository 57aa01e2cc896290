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
#include "spec/included_headers.h"

namespace warpledger {
namespace {

std::filesystem::path common_folder(const std::vector<SourceFile>& files) {
  if (files.empty()) return {};
  std::filesystem::path folder = std::filesystem::path(files.front().name).parent_path();
  const auto lies_outside = [&](const SourceFile& file) { return !file.name.starts_with(folder.string() + "/"); };
  while (!folder.empty() && std::ranges::any_of(files, lies_outside)) folder = folder.parent_path();
  return folder;
}

/// Returns the file of a source name; folders that contain all files are ignored.
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

/// Returns the file of the source's name or the only .cu file; for several sources, a generated file that includes
/// them. Empty if a source is missing: the family's may be the solution.
std::optional<SourceFile> main_of(const Submission& submission, const Kernel& kernel) {
  if (kernel.sources.size() == 1) {
    const SourceFile* named = find_source(submission, kernel.sources.front());
    const SourceFile* file = named ? named : only_cu(submission);
    return file ? std::optional(*file) : std::nullopt;
  }
  if (!std::ranges::all_of(kernel.sources, [&](const auto& source) { return find_source(submission, source); }))
    return std::nullopt;
  SourceFile main{(common_folder(submission.files) / join(kernel.sources, "+")).string(), ""};
  for (const std::string& source : kernel.sources) main.text += fmt::format("#include \"{}\"\n", source);
  return main;
}

/// Headers may come from the family's program, but sources may not.
std::vector<SourceFile> headers_of(const SourceFile& main, const Submission& submission, const Kernel& kernel,
                                   SourceRules rules) {
  Program given = kernel.program;
  std::erase_if(given.headers,
                [&](const SourceFile& header) { return std::ranges::count(kernel.sources, header.name) > 0; });
  return included_headers(main, submission, given, rules);
}

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

std::vector<std::string> graded_kernels(const Experiment& experiment) {
  std::vector<std::string> graded;
  if (experiment.grading) graded = experiment.grading->submission;
  std::erase_if(graded, [&](const std::string& name) {
    return std::ranges::none_of(experiment.grid.kernels,
                                [&](const KernelChoice& choice) { return experiment.kernel_of(choice).name == name; });
  });
  return graded;
}

/// Kernels of the grid that a submission replaces by default.
std::vector<std::string> replaced_kernels(const Experiment& experiment, const Submission& submission) {
  if (std::vector<std::string> graded = graded_kernels(experiment); !graded.empty()) return graded;
  if (std::vector<std::string> named = kernels_named_in(submission, experiment); !named.empty()) return named;
  std::set<std::string> all;
  for (const KernelChoice& choice : experiment.grid.kernels) all.insert(experiment.kernel_of(choice).name);
  return {all.begin(), all.end()};
}

[[noreturn]] void refuse_missing(const Submission& submission, const Kernel& kernel) {
  std::vector<std::string> files;
  for (const SourceFile& file : submission.files)
    if (file.name.ends_with(".cu")) files.push_back(file.name);
  throw Error(
      fmt::format("submission '{}' has no file for kernel '{}': it has {}", submission.name, kernel.name, join(files)),
      fmt::format("hand in {} at the top{}", join(kernel.sources),
                  kernel.sources.size() == 1 ? ", or a single .cu file" : ""));
}

/// Returns only graded experiments if there are any.
std::vector<std::string> candidates_for(const Submission& submission, const Library& library) {
  std::vector<std::string> all, graded;
  for (const std::string& name : library.experiments()) {
    try {
      const Experiment experiment = load_experiment(library, name);
      if (experiment.families.size() > 1 || kernels_named_in(submission, experiment).empty()) continue;
      all.push_back(name);
      if (experiment.grading) graded.push_back(name);
    } catch (const Error&) {
      continue;  // ignore invalid experiments
    }
  }
  return graded.empty() ? all : graded;
}

}  // namespace

std::vector<std::string> kernels_named_in(const Submission& submission, const Experiment& experiment) {
  std::set<std::string> names;
  for (const KernelChoice& choice : experiment.grid.kernels) {
    const Kernel& kernel = experiment.kernel_of(choice);
    if (std::ranges::any_of(kernel.sources, [&](const auto& source) { return find_source(submission, source); }))
      names.insert(kernel.name);
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
    const std::optional<SourceFile> main = main_of(submission, kernel);
    if (!main) refuse_missing(submission, kernel);
    kernel.program = {*main, headers_of(*main, submission, kernel, rules)};
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
    if (graded.empty() || std::ranges::count(graded, kernel.name) > 0)
      replaceable.insert(kernel.sources.begin(), kernel.sources.end());
    if (std::ranges::count(replaced, kernel.name) == 0) continue;
    for (const std::string& source : kernel.sources)  // even if another source is missing, which is reported elsewhere
      if (const SourceFile* file = find_source(submission, source)) used.insert(file->name);
    const std::optional<SourceFile> main = main_of(submission, kernel);
    if (!main) continue;
    used.insert(main->name);
    try {
      for (const SourceFile& header : headers_of(*main, submission, kernel, rules)) used.insert(header.name);
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
    const std::string source = join(kernel->sources, "+");
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
