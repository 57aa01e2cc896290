#include "remeasure/run_to_repeat.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "ledger/ledger_reader.h"
#include "ledger/run_files.h"
#include "ledger/run_selection.h"
#include "model/device_name.h"
#include "model/digest.h"
#include "run/campaign.h"
#include "run/resume.h"
#include "run/run_texts.h"
#include "spec/family.h"
#include "spec/library.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;

std::vector<SourceFile> families_of(const RunToRepeat& run) {
  std::vector<SourceFile> families;
  std::ranges::copy_if(run.files, std::back_inserter(families),
                       [](const SourceFile& file) { return file.name.ends_with("/family.yaml"); });
  if (families.empty())
    throw Error(fmt::format("the ledger does not have the family of run {} (kernels/.../family.yaml)", run.name()),
                "an older warpledger recorded the run, or it was made up: it cannot be measured again");
  return families;
}

/// A foreign ledger must not replace views and devices.
bool is_of_experiment(const SourceFile& file) {
  return file.name.starts_with("experiments/") || file.name.starts_with("kernels/") ||
         file.name.starts_with("submission/");
}

/// Adds placeholders for sources that the run did not use: the family names them, and they are not compiled.
void add_unused_files(const SourceFile& family, std::vector<SourceFile>& files) {
  const NamedFiles named = files_named_in(family.name, family.text);
  const fs::path folder = fs::path(family.name).parent_path();
  const auto add = [&](const std::string& name, const char* text) {
    if (std::ranges::find(files, name, &SourceFile::name) == files.end()) files.push_back({name, text});
  };
  // The ledger stores headers in the family's folder, which is searched first.
  for (const std::string& included : named.included)
    add(folder.parent_path() / included / "README", "The run's headers are in the family's folder.\n");
  for (const std::string& source : named.sources)
    add(folder / source, "// The run did not use this file, so that the ledger does not have it.\n");
}

std::vector<SourceFile> files_to_run(const RunToRepeat& run) {
  std::vector<SourceFile> files;
  std::ranges::copy_if(run.files, std::back_inserter(files), is_of_experiment);
  for (const SourceFile& family : families_of(run)) add_unused_files(family, files);
  return files;
}

/// Below the family's folder, or next to experiments.
std::vector<fs::path> places_of(const std::string& name) {
  const Library library(find_paths().roots);
  const fs::path path = name;
  if (!name.starts_with("experiments/")) {
    const std::string family = std::next(path.begin())->string();
    return {library.family_folder(family) / path.lexically_relative(fs::path("kernels") / family)};
  }
  std::vector<fs::path> places;
  for (const std::string& root : library.roots()) {
    places.push_back(root / path);
    places.push_back(root / path.lexically_relative("experiments"));
  }
  return places;
}

/// Throws Error if no file has the content that the run read.
fs::path unchanged_file(const RunToRepeat& run, const std::vector<fs::path>& places, const std::string& digest) {
  fs::path changed;
  for (const fs::path& place : places) {
    if (!fs::is_regular_file(place)) continue;
    if (digest.starts_with(sha256(read_file(place)))) return fs::canonical(place);
    if (changed.empty()) changed = place;
  }
  throw Error({.file = fs::absolute(changed.empty() ? places.front() : changed)},
              changed.empty() ? fmt::format("run {} read this data file, which is missing now", run.name())
                              : fmt::format("this data file has changed since run {} read it", run.name()),
              fmt::format("the ledger keeps the digest of a data file, not its content; restore the file with "
                          "SHA-256 {}",
                          trim(digest)));
}

/// Replaces the digests of data files, which a file pattern could match, by the unchanged files. An experiment's data
/// file may not be a symbolic link.
void put_data_files(const RunToRepeat& run, const std::string& folder) {
  for (const SourceFile& digest : run.files) {
    const bool is_kept = digest.name.starts_with("kernels/") || digest.name.starts_with("experiments/");
    if (!is_kept || !digest.name.ends_with(kDigestSuffix)) continue;
    const std::string name = digest.name.substr(0, digest.name.size() - kDigestSuffix.size());
    const fs::path file = unchanged_file(run, places_of(name), digest.text), copy = fs::path(folder) / name;
    std::error_code ignored;
    fs::remove(fs::path(folder) / digest.name, ignored);
    if (!name.starts_with("experiments/")) {
      fs::create_symlink(file, copy);
      continue;
    }
    std::error_code elsewhere;  // a hard link needs no space
    fs::create_hard_link(file, copy, elsewhere);
    if (elsewhere) fs::copy_file(file, copy);
  }
}

/// The whole family must be identical: its macros, template arguments and numbers become part of the code.
bool is_installed(const Library& installed, const Family& family, std::size_t kernel) try {
  const Family own = load_family(installed, family.name);
  return read_file(own.file) == read_file(family.file) &&
         digest_of(own.kernels.at(kernel).program) == digest_of(family.kernels.at(kernel).program);
} catch (const Error&) {
  return false;  // no such family
}

/// The GPU that measured the run, by UUID: its CUDA number may now be another GPU's.
std::string device_to_repeat_on(const StoredRun& run, const std::string& asked) {
  if (asked != RunOptions().device || run.device.backend != "cuda") return asked;
  const std::vector<Device> here = devices_here();
  return std::ranges::count(here, run.device.uuid, &Device::uuid) > 0 ? run.device.uuid : asked;
}

}  // namespace

RunToRepeat read_run_to_repeat(const std::string& path, const std::string& run) {
  const LedgerReader ledger = open_ledger(path, Library(find_paths().roots));
  return read_run_to_repeat(ledger, choose_run(ledger, parse_run_selection(run, "")).uuid);
}

RunToRepeat read_run_to_repeat(const LedgerReader& ledger, const std::string& uuid) {
  const Table submission = ledger.query("SELECT coalesce(submission, '') FROM main.run WHERE uuid = ?1", {uuid});
  return {.stored = ledger.stored_run(uuid),
          .submission = text_in(submission.rows.at(0).at(0)),
          .files = files_of_run(ledger, uuid)};
}

std::string write_run(const RunToRepeat& run, const std::string& folder) {
  write_files(files_to_run(run), folder);
  put_data_files(run, folder);
  return fs::path(folder) / "experiments" / (run.stored.experiment + ".yaml");
}

RunOptions options_to_repeat(const RunToRepeat& run, const std::string& folder, RunOptions given) {
  given.device = device_to_repeat_on(run.stored, given.device);
  RunOptions options = stored_run_options(run.stored, std::move(given));
  options.rerun_of = run.stored.uuid;
  options.untrusted = options.untrusted || !parse_device_name(options.device).is_gpu();
  options.experiment = write_run(run, folder);
  options.submission = run.submission.empty() ? "" : (fs::path(folder) / "submission").string();
  options.submission_name = run.submission;
  return options;
}

void refuse_host_code(const Experiment& stored, const Library& installed) {
  for (const KernelChoice& choice : stored.grid.kernels) {
    const Kernel& kernel = stored.kernel_of(choice);
    if (!is_library(kernel.program) || is_installed(installed, stored.family_of(choice), choice.kernel.kernel))
      continue;
    throw Error(fmt::format("'{}' is a library program, host code, and not the one that is installed", kernel.name),
                fmt::format("it is not run from a ledger; `warpledger run {}` runs what the installed files have",
                            stored.name));
  }
}

}  // namespace warpledger
