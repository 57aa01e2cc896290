#include "spec/submitted_kernels.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
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

const SourceFile* only_cu(const Submission& submission) {
  const auto is_cu = [](const SourceFile& file) { return file.name.ends_with(".cu"); };
  return std::ranges::count_if(submission.files, is_cu) == 1 ? &*std::ranges::find_if(submission.files, is_cu)
                                                             : nullptr;
}

/// `main` with all that it includes, directly or not.
Program program_of(const SourceFile& main, const Submission& submission, const Program& own) {
  Program program{.main = main};
  std::map<std::string, std::string> headers;
  std::vector<QuotedInclude> open = checked_includes(main);
  while (!open.empty()) {
    const QuotedInclude include = std::move(open.back());
    open.pop_back();
    if (headers.contains(include.name)) continue;
    const SourceFile* header = find_file(submission.files, include.name);
    if (!header) header = find_file(own.headers, include.name);
    if (!header)
      throw Error(include.place, fmt::format("'{}' is not a file of the submission", include.name),
                  "add the file; headers of the CUDA toolkit are included with <...>");
    headers[header->name] = header->text;
    for (QuotedInclude& nested : checked_includes(*header)) open.push_back(std::move(nested));
  }
  for (auto& [name, text] : headers) program.headers.push_back({name, std::move(text)});
  return program;
}

/// The grid's kernels by name.
std::map<std::string, Kernel*> kernels_of_grid(Experiment& experiment) {
  std::map<std::string, Kernel*> kernels;
  for (const KernelChoice& choice : experiment.grid.kernels) {
    Kernel& kernel = experiment.family.kernels.at(choice.kernel);
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

[[noreturn]] void refuse_missing(const Submission& submission, const std::string& kernel, const std::string& source) {
  std::vector<std::string> files;
  for (const SourceFile& file : submission.files)
    if (file.name.ends_with(".cu")) files.push_back(file.name);
  throw Error(
      fmt::format("submission '{}' has no file for kernel '{}': it has {}", submission.name, kernel, join(files)),
      fmt::format("name the file {}, or hand in a single .cu file", source));
}

/// The experiments of the library whose kernels the submission has files for; the graded ones alone when there are
/// some.
std::vector<std::string> candidates_for(const Submission& submission, const Library& library) {
  std::vector<std::string> all, graded;
  for (const std::string& name : library.experiments()) {
    try {
      const Experiment experiment = load_experiment(library, name);
      if (kernels_named_in(submission, experiment).empty()) continue;
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
    const Kernel& kernel = experiment.family.kernels.at(choice.kernel);
    if (find_file(submission.files, source_name(kernel, experiment.family))) names.insert(kernel.name);
  }
  return {names.begin(), names.end()};
}

Experiment with_submission(Experiment experiment, const Submission& submission,
                           const std::vector<std::string>& kernels) {
  const std::map<std::string, Kernel*> of_grid = kernels_of_grid(experiment);
  std::vector<std::string> replaced = kernels;
  if (replaced.empty() && experiment.grading)
    std::ranges::copy_if(experiment.grading->submission, std::back_inserter(replaced),
                         [&](const std::string& name) { return of_grid.contains(name); });
  if (replaced.empty()) replaced = kernels_named_in(submission, experiment);
  if (replaced.empty()) replaced = names_of(of_grid);
  for (const std::string& name : replaced) {
    const auto found = of_grid.find(name);
    if (found == of_grid.end())
      throw Error(fmt::format("experiment '{}' has no kernel '{}'", experiment.name, name),
                  did_you_mean(name, names_of(of_grid)));
    Kernel& kernel = *found->second;
    const std::string source = source_name(kernel, experiment.family);
    const SourceFile* main = find_file(submission.files, source);
    if (!main) main = only_cu(submission);
    if (!main) refuse_missing(submission, name, source);
    kernel.program = program_of(*main, submission, kernel.program);
    kernel.submitted = true;
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
