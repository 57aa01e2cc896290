#include "grading/score/source_flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/cpp_text.h"
#include "base/sql_text.h"
#include "base/text.h"
#include "model/table.h"
#include "spec/submitted_kernels.h"
#include "submissions/submissions.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;
using BareProgram = std::vector<std::string>;
using ProgramByKernel = std::map<std::string, BareProgram>;

/// Returns the bare texts, sorted, because file names do not matter.

BareProgram bare_program(const Program& program) {
  BareProgram texts = {bare_source(program.main.text)};
  for (const SourceFile& header : program.headers) texts.push_back(bare_source(header.text));
  std::ranges::sort(texts);
  return texts;
}

ProgramByKernel programs_of(const Experiment& experiment, const std::vector<std::string>& kernels) {
  ProgramByKernel programs;
  for (const Kernel& kernel : experiment.only_family().kernels)
    if (std::ranges::count(kernels, kernel.name) > 0) programs[kernel.name] = bare_program(kernel.program);
  return programs;
}

ProgramByKernel programs_in(const LedgerReader& ledger, const Grading& grading, const std::string& run_uuid) {
  ProgramByKernel programs;
  for (const std::vector<Cell>& row :
       ledger.query(fmt::format("SELECT kernel, text FROM sources WHERE run_uuid = {}", quoted_text(run_uuid))).rows)
    if (std::string bare = bare_source(text_in(row[1]));
        !bare.empty() && std::ranges::count(grading.submission, text_in(row[0])) > 0)
      programs[text_in(row[0])].push_back(std::move(bare));
  for (auto& [kernel, texts] : programs) std::ranges::sort(texts);
  return programs;
}

ProgramByKernel starter_programs(const Experiment& experiment) {
  const fs::path folder = fs::path(experiment.only_family().file).parent_path() / "starter";
  if (!fs::exists(folder)) return {};
  const Submission starter = read_submission(folder.string());
  const std::vector<std::string> kernels = kernels_named_in(starter, experiment);
  if (kernels.empty()) return {};
  return programs_of(with_submission(experiment, starter, kernels), kernels);
}

class ClassSources {
 public:
  ClassSources(const LedgerReader& ledger, const Experiment& experiment, const std::map<std::string, std::string>& runs)
      : reference_(experiment.grading->reference),
        common_(experiment.grading->common),
        own_(programs_of(experiment, known_kernels())),
        starter_(starter_programs(experiment)) {
    for (const auto& [submission, run_uuid] : runs)
      submitted_[submission] = programs_in(ledger, *experiment.grading, run_uuid);
  }

  bool has_common(const std::string& submission) const {
    return std::ranges::any_of(submitted_.at(submission),
                               [&](const auto& program) { return is_common(program.first, program.second); });
  }

  std::vector<Flag> flags_of(const std::string& submission) const {
    const ProgramByKernel& programs = submitted_.at(submission);
    if (!programs.empty() && std::ranges::all_of(programs, [&](const auto& program) { return is_starter(program); }))
      return {{.kind = FlagKind::starter_source}};
    std::vector<Flag> flags;
    for (const auto& [kernel, program] : programs) {
      if (is_starter({kernel, program}) || is_common(kernel, program)) continue;
      if (const auto found = own_.find(reference_.at(kernel)); found != own_.end() && found->second == program)
        flags.push_back({.kind = FlagKind::reference_source, .kernel = kernel, .reference = found->first});
      std::vector<std::string> others = others_with(submission, kernel, program);
      if (!others.empty())
        flags.push_back({.kind = FlagKind::same_source, .kernel = kernel, .others = std::move(others)});
    }
    return flags;
  }

 private:
  std::vector<std::string> known_kernels() const {
    std::vector<std::string> kernels;
    for (const auto& [replaced, kernel] : reference_) kernels.push_back(kernel);
    for (const auto& [replaced, common] : common_) kernels.insert(kernels.end(), common.begin(), common.end());
    return kernels;
  }

  bool is_common(const std::string& kernel, const BareProgram& program) const {
    const auto common = common_.find(kernel);
    return common != common_.end() &&
           std::ranges::any_of(common->second, [&](const std::string& name) { return own_.at(name) == program; });
  }

  bool is_starter(const ProgramByKernel::value_type& program) const {
    const auto found = starter_.find(program.first);
    return found != starter_.end() && found->second == program.second;
  }

  std::vector<std::string> others_with(const std::string& submission, const std::string& kernel,
                                       const BareProgram& program) const {
    std::vector<std::string> others;
    for (const auto& [other, programs] : submitted_) {
      const auto found = programs.find(kernel);
      if (other != submission && found != programs.end() && found->second == program) others.push_back(other);
    }
    return others;
  }

  std::map<std::string, std::string> reference_;  ///< the family's kernel by replaced kernel
  std::map<std::string, std::vector<std::string>> common_;
  ProgramByKernel own_;  ///< those in reference_ and common_
  ProgramByKernel starter_;
  std::map<std::string, ProgramByKernel> submitted_;
};

}  // namespace

ClassFlags source_flags(const LedgerReader& ledger, const Experiment& experiment,
                        const std::map<std::string, std::string>& runs) {
  const ClassSources sources(ledger, experiment, runs);
  ClassFlags found;
  for (const auto& [submission, run_uuid] : runs) {
    found.flags[submission] = sources.flags_of(submission);
    if (sources.has_common(submission)) found.notes.common.insert(submission);
  }
  return found;
}

void check_starter(const Experiment& experiment) { starter_programs(experiment); }

std::string bare_source(std::string_view text) {
  std::string bare;
  while (!text.empty()) {
    const CppToken token = cpp_token(text);
    if (token.part != CppPart::blank && token.part != CppPart::comment) bare += token.text;
    text.remove_prefix(token.text.size());
  }
  return bare;
}

}  // namespace warpledger
