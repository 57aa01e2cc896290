#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "spec/utc_time.h"
#include "store/reader.h"

namespace warpledger {

/// The words by which a person selects a run: conditions, joined by commas, that the run must meet.
///
///     latest, latest~2       the newest run that meets the others; the one two before it
///     3f2a                   the run whose UUID begins so
///     experiment:NAME
///     submission:NAME        a run of that submission; none: of no submission, as without this condition
///     tag:NAME               the run that has the tag
///     device:TEXT            its name contains TEXT, or its UUID begins so
///     until:2026-03-01       it began on that day or before; a longer time is taken to its last digit
///     kernel:NAME            it has points of that kernel, and only these are meant; also an instance:
///     norm_group<32,8>
///
/// A UUID and a tag name one run, whatever it is. All else selects among runs of no submission, unless one is named,
/// that began by now: a run that is dated later has the date of a wrong clock.
struct RunSelection {
  std::string text;                       ///< as it was written
  std::vector<std::string> conditions;    ///< SQL over a row of the view runs
  std::string uuid_start;                 ///< empty: none is named
  std::string tag;                        ///< empty: none is named
  std::optional<std::string> submission;  ///< absent: no condition; "none": as absent
  std::optional<std::size_t> age;         ///< of latest~2: how many newer runs that meet the conditions come before it
  std::string kernel;                     ///< empty: all kernels
  bool of_any_submission = false;         ///< where none is named, runs of submissions as well
  std::string now_utc = current_utc();

  bool names_one_run() const { return !uuid_start.empty() || !tag.empty(); }
};

/// The lines about it for --help.
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

/// Throws Error for what is none of these. `common` are conditions that hold as well; empty for none.
RunSelection parse_run_selection(const std::string& text, const std::string& common);

/// A run that was chosen.
struct ChosenRun {
  std::int64_t run = 0;  ///< its id
  std::string uuid;
  std::string started_utc;
  std::string experiment;
  std::string submission;  ///< empty: the family's own kernels
  std::string device_uuid;
  std::string device_name;
  std::string device_backend;
  std::string in_turn;  ///< shared with the run that it was measured in turn with (settings: in_turn); empty: none
};

/// The run that is meant. Throws Error when none is, with what keeps a run from it or the newest runs that there are,
/// and when a tag or the beginning of a UUID is that of several.
ChosenRun choose_run(const LedgerReader& ledger, const RunSelection& selection);

/// The UUID of the run that `words` select, or `words` where they are the beginning of a UUID. Throws Error as
/// choose_run().
std::string run_named(const LedgerReader& ledger, const std::string& words);

/// run_named() of the ledger at `path`, which is closed again.
std::string run_named_in(const std::string& path, const std::string& schema_folder, const std::string& words);

/// The same of a run to resume, which may be of any submission: it is what the user measured last.
std::string run_to_resume(const std::string& path, const std::string& schema_folder, const std::string& words);

/// The name that means "no submission".
inline constexpr const char* kNoSubmission = "none";

/// SQL that is true of a run of the submission `name`, over a row of the view runs; empty and kNoSubmission: of none.
std::string submission_condition(const std::string& name);

/// A run that is dated later than now: the clock of a machine was wrong.
struct LaterRun {
  std::string uuid;
  std::string started_utc;
};

/// The runs of the ledger that are not forgotten, the latest first.
std::vector<LaterRun> runs_dated_later(const LedgerReader& ledger, const std::string& now_utc);

/// "1 run is dated later than now (2026-11-28 18:30 UTC): 3f2a81c0 of 2040-01-01 00:00; latest, history and site leave
/// it out"; empty without runs.
std::string words_of(const std::vector<LaterRun>& runs, const std::string& now_utc);

/// The same of the ledger at `path`, which is closed again.
std::string words_of_later_runs(const std::string& path, const std::string& schema_folder, const std::string& now_utc);

/// SQL that is true of a point of `kernel`: "norm_group", or one instance of it, "norm_group<32,8>". By the kernel
/// alone a ledger finds points at once, so an instance is asked for by both.
std::string kernel_condition(const std::string& kernel);

/// A date ("2024-02-29") or a moment ("2024-02-29 12:30", "2024-02-29T12:30:15Z", "2024-02-29T12:30:15.123Z"), all UTC,
/// as the ledger writes moments: "2024-02-29T12:30:15.123Z". Throws Error when it is none, or no such day exists.
std::string utc_of(const std::string& text);

/// The beginning of a moment: a year, a month ("2024-02"), a day or a moment, as far as `text` says it, written as the
/// ledger writes it. Throws Error when it is none.
std::string utc_beginning(const std::string& text);

}  // namespace warpledger
