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
  std::string text;
  std::vector<std::string> conditions;    ///< SQL over a row of the view runs
  std::string uuid_start;                 ///< empty: not named
  std::string tag;                        ///< empty: not named
  std::optional<std::string> submission;  ///< absent: not named; "none" is a name
  std::optional<std::size_t> age;         ///< newer runs to skip: 2 in latest~2
  std::string kernel;                     ///< empty: all
  bool of_any_submission = false;         ///< if none is named
  std::string now_utc = current_utc();

  bool names_one_run() const { return !uuid_start.empty() || !tag.empty(); }
};

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

/// Throws Error for an invalid condition. `common` may be empty.
RunSelection parse_run_selection(const std::string& text, const std::string& common);

struct ChosenRun {
  std::int64_t run = 0;  ///< id
  std::string uuid;
  std::string started_utc;
  std::string experiment;
  std::string submission;  ///< empty: the family's own kernels
  std::string device_uuid;
  std::string device_name;
  std::string device_backend;
  std::string in_turn;  ///< same in two runs measured in turn (settings: in_turn); may be empty
};

/// Throws Error if no run is selected, with the condition that excludes one, and if several have the tag or UUID.
ChosenRun choose_run(const LedgerReader& ledger, const RunSelection& selection);

/// Returns the UUID; the start of a UUID is returned unchanged. Throws like choose_run().
std::string run_named(const LedgerReader& ledger, const std::string& words);

/// Calls run_named() on the ledger at `path`, which is closed again.
std::string run_named_in(const std::string& path, const std::string& schema_folder, const std::string& words);

/// Selects a run to resume, of any submission.
std::string run_to_resume(const std::string& path, const std::string& schema_folder, const std::string& words);

/// Means "no submission".
inline constexpr const char* kNoSubmission = "none";

/// SQL over a row of the view runs; empty and kNoSubmission select runs of none.
std::string submission_condition(const std::string& name);

/// A run dated later than now, by an incorrect clock.
struct LaterRun {
  std::string uuid;
  std::string started_utc;
};

/// The latest first, without forgotten runs.
std::vector<LaterRun> runs_dated_later(const LedgerReader& ledger, const std::string& now_utc);

/// "1 run is dated later than now (2026-11-28 18:30 UTC): 3f2a81c0 of 2040-01-01 00:00; latest, history and site leave
/// it out"; may be empty.
std::string words_of(const std::vector<LaterRun>& runs, const std::string& now_utc);

/// Returns the same for the ledger at `path`, which is closed again.
std::string words_of_later_runs(const std::string& path, const std::string& schema_folder, const std::string& now_utc);

/// SQL over a row of the view points. For "norm_group<32,8>" it also has the kernel, because ledgers have an index for
/// that.
std::string kernel_condition(const std::string& kernel);

/// Converts "2024-02-29", "2024-02-29 12:30", "2024-02-29T12:30:15Z" or "2024-02-29T12:30:15.123Z", all UTC, to the
/// ledger's format, which is the last one. Throws Error for other text and days that do not exist.
std::string utc_of(const std::string& text);

/// Returns the corresponding prefix of the ledger's moments: a year, a month ("2024-02"), a day or a moment. Throws
/// Error for other text.
std::string utc_beginning(const std::string& text);

}  // namespace warpledger
