#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "spec/utc_time.h"
#include "store/reader.h"

namespace warpledger {

/// Selection of a run by conditions, separated by commas, that it must meet.
///
///     latest, latest~2       the newest run that meets the others; the second one before it
///     3f2a                   the run whose UUID starts with that
///     experiment:NAME
///     submission:NAME        a run of that submission; none: of no submission, the default
///     tag:NAME               the run with the tag
///     device:TEXT            its name contains TEXT, or its UUID starts with it
///     until:2026-03-01       it started on or before that day; a finer time counts to its last digit
///     kernel:NAME            it has points of that kernel, and only they are selected; also an instance:
///                            norm_group<32,8>
///
/// A UUID or tag names one run without further conditions. Other selections omit runs dated later than now, whose clock
/// was incorrect, and runs of submissions unless one is named.
struct RunSelection {
  std::string text;                       ///< as written
  std::vector<std::string> conditions;    ///< SQL over a row of the view runs
  std::string uuid_start;                 ///< empty: not named
  std::string tag;                        ///< empty: not named
  std::optional<std::string> submission;  ///< absent: no condition; "none": likewise
  std::optional<std::size_t> age;         ///< number of newer runs to skip, as in latest~2
  std::string kernel;                     ///< empty: all kernels
  bool of_any_submission = false;         ///< include runs of submissions if none is named
  std::string now_utc = current_utc();

  bool names_one_run() const { return !uuid_start.empty() || !tag.empty(); }
};

/// Help text.
inline constexpr const char* kRunSelectionHelp =
    "A side is one or more conditions, separated by commas. It selects the newest run that meets them all:\n"
    "  latest, latest~1       the newest run, the previous one\n"
    "  3f2a                   the run whose UUID starts with that (`warpledger list`)\n"
    "  tag:NAME               the run with that tag\n"
    "  experiment:NAME\n"
    "  submission:NAME        runs of that submission; without it, or with submission:none, only runs of none\n"
    "  device:TEXT            part of the device's name, or the start of its UUID\n"
    "  until:2026-03-01       started on or before that day\n"
    "  kernel:NAME            only the points of that kernel, as norm_group or norm_group<32,8>\n"
    "Runs dated later than now are selected only by UUID or tag.\n";

/// Throws Error for an invalid condition. `common` is appended; it may be empty.
RunSelection parse_run_selection(const std::string& text, const std::string& common);

/// The selected run.
struct ChosenRun {
  std::int64_t run = 0;  ///< id
  std::string uuid;
  std::string started_utc;
  std::string experiment;
  std::string submission;  ///< empty: the family's own kernels
  std::string device_uuid;
  std::string device_name;
  std::string device_backend;
  std::string in_turn;  ///< common to the two runs that were measured in turn (settings: in_turn); empty: none
};

/// Returns the selected run. Throws Error if there is none, with the condition that excludes a run or the newest runs,
/// and if several runs have the tag or the start of the UUID.
ChosenRun choose_run(const LedgerReader& ledger, const RunSelection& selection);

/// Returns the UUID of the run that `words` select; returns `words` unchanged if they are the start of a UUID. Throws
/// Error like choose_run().
std::string run_named(const LedgerReader& ledger, const std::string& words);

/// Calls run_named() on the ledger at `path` and closes it.
std::string run_named_in(const std::string& path, const std::string& schema_folder, const std::string& words);

/// Selects a run to resume, of any submission: the one that the user measured last.
std::string run_to_resume(const std::string& path, const std::string& schema_folder, const std::string& words);

/// Selects runs of no submission.
inline constexpr const char* kNoSubmission = "none";

/// Returns SQL over a row of the view runs that is true for runs of submission `name`; for empty and kNoSubmission, for
/// runs of none.
std::string submission_condition(const std::string& name);

/// A run dated later than now, because a machine's clock was incorrect.
struct LaterRun {
  std::string uuid;
  std::string started_utc;
};

/// Returns the ledger's runs that are not forgotten, the latest first.
std::vector<LaterRun> runs_dated_later(const LedgerReader& ledger, const std::string& now_utc);

/// "1 run is dated later than now (2026-11-28 18:30 UTC): 3f2a81c0 of 2040-01-01 00:00; latest, history and site leave
/// it out"; empty without runs.
std::string words_of(const std::vector<LaterRun>& runs, const std::string& now_utc);

/// Returns the same for the ledger at `path`, which is closed again.
std::string words_of_later_runs(const std::string& path, const std::string& schema_folder, const std::string& now_utc);

/// Returns SQL that is true for a point of `kernel`: "norm_group", or an instance, "norm_group<32,8>". For an instance
/// it also has the kernel, by which a ledger finds points quickly.
std::string kernel_condition(const std::string& kernel);

/// Converts a UTC date ("2024-02-29") or moment ("2024-02-29 12:30", "2024-02-29T12:30:15Z",
/// "2024-02-29T12:30:15.123Z") to the ledger's format, "2024-02-29T12:30:15.123Z". Throws Error for other text and days
/// that do not exist.
std::string utc_of(const std::string& text);

/// Returns the prefix of the ledger's moments that `text` specifies: a year, a month ("2024-02"), a day or a moment.
/// Throws Error for other text.
std::string utc_beginning(const std::string& text);

}  // namespace warpledger
