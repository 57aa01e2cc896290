#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "store/reader.h"

namespace warpledger {

/// What a person writes to mean measurements: conditions, joined by commas, that a run must meet.
///
///     latest, latest~2       the newest run that meets the others; the one two before it
///     3f2a                   the run whose UUID begins so
///     experiment:NAME  submission:NAME  tag:NAME
///     device:TEXT            its name contains TEXT, or its UUID begins so
///     until:2026-03-01       it began on that day or before; a longer time is taken to its last digit
///     kernel:NAME            it has points of that kernel, and only these are meant; also an instance:
///     norm_group<32,8>
struct RunSelection {
  std::string text;                     ///< as it was written
  std::vector<std::string> conditions;  ///< SQL over a row of the view runs
  std::size_t newer = 0;                ///< how many newer runs that meet them are passed over
  std::string kernel;                   ///< empty: all kernels
};

/// The lines about it for --help.
inline constexpr const char* kRunSelectionHelp =
    "A side is one or more conditions, separated by commas. It selects the newest run that meets them all:\n"
    "  latest, latest~1       the newest, the one before it\n"
    "  3f2a                   the run whose UUID starts with that (`warpledger list`)\n"
    "  experiment:NAME  submission:NAME  tag:NAME\n"
    "  device:TEXT            part of the device's name, or the start of its UUID\n"
    "  until:2026-03-01       started on or before that day\n"
    "  kernel:NAME            only the points of that kernel, as norm_group or norm_group<32,8>\n";

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

/// The newest run that is meant. Throws Error with the newest runs that there are when none is.
ChosenRun choose_run(const LedgerReader& ledger, const RunSelection& selection);

/// For what takes "latest" or the start of a UUID, which stay as they are: the UUID of the run that other words select.
/// Throws Error as choose_run().
std::string run_named(const LedgerReader& ledger, const std::string& words);

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
