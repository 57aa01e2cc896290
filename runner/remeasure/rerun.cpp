#include "remeasure/rerun.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "base/version.h"
#include "ledger/ledger_reader.h"
#include "ledger/run_files.h"
#include "ledger/run_selection.h"
#include "run/resume.h"
#include "run/run_texts.h"
#include "spec/family.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;

struct RunToRepeat {
  StoredRun stored;
  std::string submission;  ///< its name; empty: none
  std::vector<SourceFile> files;

  std::string name() const { return stored.uuid.substr(0, 8); }
};

RunToRepeat read_run(const RerunRequest& request) {
  const LedgerReader ledger = open_ledger(request.ledger, Library(find_paths().roots));
  const ChosenRun chosen = choose_run(ledger, parse_run_selection(request.run, ""));
  return {.stored = ledger.stored_run(chosen.uuid),
          .submission = chosen.submission,
          .files = files_of_run(ledger, chosen.uuid)};
}

const SourceFile& family_of(const RunToRepeat& run) {
  const auto family =
      std::ranges::find_if(run.files, [](const SourceFile& file) { return file.name.ends_with("/family.yaml"); });
  if (family == run.files.end())
    throw Error(fmt::format("the ledger does not have the family of run {} (kernels/.../family.yaml)", run.name()),
                "an older warpledger recorded the run, or it was made up: it cannot be measured again");
  return *family;
}

/// Whether a root of data may have it from a ledger, which may come from elsewhere: views and devices are the
/// program's.
bool is_of_experiment(const SourceFile& file) {
  return file.name.starts_with("experiments/") || file.name.starts_with("kernels/") ||
         file.name.starts_with("submission/");
}

/// What to compile. The family names the sources of all its kernels; the ledger has those that the run chose. The
/// others are not compiled, so that an empty file stands for each.
std::vector<SourceFile> files_to_run(const RunToRepeat& run) {
  const SourceFile& family = family_of(run);
  std::vector<SourceFile> files;
  std::ranges::copy_if(run.files, std::back_inserter(files), is_of_experiment);
  const NamedFiles named = files_named_in(family.name, family.text);
  const fs::path folder = fs::path(family.name).parent_path();
  // The ledger keeps a header as if it were in the family's folder, where it is looked for first.
  for (const std::string& included : named.included)
    files.push_back({folder.parent_path() / included / "README", "The run's headers are in the family's folder.\n"});
  for (const std::string& source : named.sources) {
    const std::string name = folder / source;
    if (std::ranges::find(files, name, &SourceFile::name) == files.end())
      files.push_back({name, "// The run did not use this file, so that the ledger does not have it.\n"});
  }
  return files;
}

/// `options` with their files in `folder`.
RunOptions options_in(const fs::path& folder, const RunToRepeat& run, RunOptions options) {
  options.experiment = folder / "experiments" / (run.stored.experiment + ".yaml");
  if (!run.submission.empty()) {
    options.submission = folder / "submission";
    options.submission_name = run.submission;
  }
  return options;
}

/// How many points that the run recorded are not the plan's at their place.
std::int64_t other_points(const StoredRun& run, const Plan& plan) {
  return std::ranges::count_if(run.recorded, [&](const RecordedPoint& point) {
    return point.ordinal >= plan.size() || plan.job(point.ordinal).key != point.key;
  });
}

void tell_differences(const RunToRepeat& run, const Opened& opened, const Device& device, const Plan& plan,
                      const Console& console) {
  const StoredRun& then = run.stored;
  if (device.uuid != then.device.uuid)
    console.tell(fmt::format("another device: then {}, now {}\n", then.device.name, device.name));
  if (const std::string changes = changes_since(then, device, kVersion); !changes.empty())
    console.tell(fmt::format("changed since run {}: {}\n", run.name(), changes));
  for (const SourceFile& now : texts_of(opened.experiment))
    for (const SourceFile& text : then.texts)
      if (text.name == now.name && text.text != now.text)
        console.tell(fmt::format("{} is another one now\n{}\n", now.name, difference(text.text, now.text)));
  if (const std::int64_t others = other_points(then, plan); others > 0 || plan.size() != then.planned_points)
    console.tell(fmt::format("{} of {} points are other ones than those of run {}\n",
                             with_thousands(std::max(others, plan.size() - then.planned_points)),
                             with_thousands(plan.size()), run.name()));
}

}  // namespace

RunEnd rerun(const RerunRequest& request, const Console& console) {
  const RunToRepeat run = read_run(request);
  RunOptions options;
  options.ledger = request.ledger;
  options.device = request.device;
  options.command_line = request.command_line;
  options.quiet = request.quiet;
  options.rerun_of = run.stored.uuid;
  options = stored_run_options(run.stored, options);
  // On a host kernels are native code, and a ledger may come from somebody else.
  options.untrusted = options.untrusted || !options.device.starts_with("cuda");
  const TemporaryFolder folder;
  write_files(files_to_run(run), folder.path());
  Opened opened = open_experiment(options_in(folder.path(), run, options));
  const Device device = described(opened.worker);
  const Plan plan = make_plan(opened.experiment, device);
  if (!request.quiet) tell_differences(run, opened, device, plan, console);
  return begin_run(options, opened, device, plan, console);
}

}  // namespace warpledger
