#include "grading/score/class_copies.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

#include "base/sql_text.h"
#include "grading/measure/grading_session.h"
#include "grading/score/evidence.h"
#include "model/table.h"
#include "submissions/submissions.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;

void add(std::vector<SourceFile>& files, const SourceFile& file) {
  if (std::ranges::find(files, file) == files.end()) files.push_back(file);
}

/// Returns each text once: kernels share headers.
std::vector<SourceFile> files_in(const LedgerReader& ledger, const Grading& grading, const std::string& run) {
  std::vector<SourceFile> files;
  for (const std::vector<Cell>& row :
       ledger
           .query(fmt::format("SELECT name, text FROM sources WHERE run_uuid = {} AND kernel IN {} "
                              "ORDER BY kernel, place",
                              quoted_text(run), quoted_list(grading.submission)))
           .rows)
    add(files, {text_in(row[0]), text_in(row[1])});
  return files;
}

/// Returns code that students are given or find independently.
std::vector<SourceFile> given_files(const Experiment& experiment) {
  std::vector<std::string> given;
  for (const auto& [replaced, kernel] : experiment.grading->reference) given.push_back(kernel);
  for (const auto& [replaced, kernels] : experiment.grading->common)
    given.insert(given.end(), kernels.begin(), kernels.end());
  std::vector<SourceFile> files;
  for (const Kernel& kernel : experiment.only_family().kernels) {
    for (const SourceFile& header : kernel.program.headers) add(files, header);
    if (std::ranges::count(given, kernel.name) > 0) add(files, kernel.program.main);
  }
  const fs::path starter = fs::path(experiment.only_family().file).parent_path() / "starter";
  if (fs::exists(starter))
    for (const SourceFile& file : read_submission(starter.string()).files) add(files, file);
  return files;
}

}  // namespace

ComparedFolders read_compared(const std::vector<std::string>& folders) {
  ComparedFolders read;
  for (const std::string& folder : folders) {
    const fs::path place = fs::path(folder).lexically_normal();
    ReadClass found = read_class(folder);
    for (ReadSubmission& one : found.submissions) {
      std::string name = (place / one.name).string();
      if (one.hand_in.attempt > 1) name += fmt::format("@{}", one.hand_in.attempt);
      if (one.submission)
        read.codes.push_back({name, std::move(one.submission->files)});
      else
        read.refused.push_back(fmt::format("{}: {}", name, one.refusal));
    }
    for (const PassedOver& one : found.passed_over)
      read.refused.push_back(fmt::format("{}: {}", (place / one.file).string(), one.why));
  }
  return read;
}

NearCopies class_copies(const LedgerReader& ledger, const Experiment& experiment, const std::string& session,
                        const std::vector<ComparedCode>& others, const CopySearch& search) {
  std::vector<ComparedCode> submitted;
  for (const auto& [name, attempt] : read_grading_session(ledger, experiment.name, session).submissions)
    if (const auto runs = own_runs(attempt.runs); !runs.empty())
      submitted.push_back({name, files_in(ledger, *experiment.grading, runs.front())});
  return near_copies(submitted, others, given_files(experiment), search);
}

NearCopies renamed(NearCopies found, const Pseudonyms& pseudonyms) {
  for (CodePair& pair : found.pairs) {
    pair.left = pseudonyms.at(pair.left);
    pair.right = pseudonyms.at(pair.right);
    for (SharedPassage& passage : pair.passages)
      for (CodeLines* lines : {&passage.left, &passage.right}) {
        lines->file.clear();
        lines->text.clear();
      }
  }
  for (std::vector<std::string>* names : {&found.too_short, &found.cut})
    for (std::string& name : *names) name = pseudonyms.at(name);
  return found;
}

NearCopies with_names(NearCopies found, const Pseudonyms& pseudonyms) {
  const std::map<std::string, std::string> names = names_of(pseudonyms);
  const auto show = [&](std::string& name) {
    if (const auto known = names.find(name); known != names.end()) name = known->second;
  };
  for (CodePair& pair : found.pairs) show(pair.left), show(pair.right);
  for (std::vector<std::string>* all : {&found.too_short, &found.cut})
    for (std::string& name : *all) show(name);
  return found;
}

}  // namespace warpledger
