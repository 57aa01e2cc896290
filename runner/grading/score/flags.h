#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "exec/speed_of_light.h"
#include "grading/score/evidence.h"
#include "spec/experiment.h"
#include "store/reader.h"

namespace warpledger {

/// Why a person must look at a submission before it is ranked.
enum class FlagKind {
  same_source,       ///< a kernel's source equals that of other submissions
  reference_source,  ///< a kernel's source equals the reference solution's
  starter_source,    ///< all sources equal the starter's
  same_code,         ///< the machine code equals that of other submissions
  reference_code,    ///< a kernel's machine code equals the reference solution's
  too_fast,          ///< a time is below the device's minimum
  too_few_bytes,     ///< fewer bytes were written than the outputs have
  refused,           ///< it was not run
};

inline constexpr std::array<std::string_view, 8> kFlagKindNames = {
    "same source", "reference source", "starter source", "same machine code", "reference's machine code",
    "too fast",    "too few bytes",    "refused"};

constexpr std::string_view name_of(FlagKind kind) { return kFlagKindNames.at(static_cast<std::size_t>(kind)); }

/// A median below the speed of light.
struct TooFast {
  std::string point;  ///< identity
  double median_ns = 0;
  SpeedOfLight floor;
  std::size_t others = 0;  ///< other measurements below the minimum
};

/// A launch that wrote fewer bytes than its outputs have.
struct TooFewBytes {
  std::string point;         ///< identity
  double written_share = 0;  ///< bytes written to the L2 / bytes of output
  std::size_t others = 0;    ///< other points that wrote too little
};

/// A flag of one submission. Other submissions are named only in `others`, so pseudonyms can replace them. Students
/// never see flags.
struct Flag {
  FlagKind kind = FlagKind::same_source;
  std::string kernel = {};               ///< of same_source, reference_source and reference_code
  std::string reference = {};            ///< the family's kernel; of reference_source and reference_code
  std::vector<std::string> others = {};  ///< of same_source and same_code
  std::size_t instances = 0;             ///< number of equal instances; of same_code and reference_code
  std::optional<TooFast> time = {};
  std::optional<TooFewBytes> bytes = {};
};

/// A submission without a person on the roster, or a person's second one.
struct Stranger {
  std::string submission;
  std::string why;  ///< for graders: may name people
};

/// A submission without a time, although lateness counts.
struct Untimed {
  std::string submission;
  bool marked_late = false;  ///< by Canvas
};

/// An adjustment of an unknown problem (Adjustment::is_lost).
struct LostAdjustment {
  std::string submission;
  std::string problem;
  bool operator==(const LostAdjustment&) const = default;
};

/// Facts that accuse nobody, and problems that a person must resolve.
struct ClassNotes {
  std::set<std::string> common = {};    ///< submissions with a kernel of Grading::common
  std::vector<std::size_t> alike = {};  ///< sizes of groups with equal machine code, too large to flag
  std::vector<Stranger> strangers = {};
  std::vector<Untimed> untimed = {};
  std::vector<LostAdjustment> lost = {};
};

struct ClassFlags {
  std::map<std::string, std::vector<Flag>> flags = {};
  ClassNotes notes = {};
};

std::string note_text(const LostAdjustment& lost);

/// Returns the notes, for graders.
std::vector<std::string> note_texts(const ClassNotes& notes);

/// Returns a flag, for graders: "the source of norm_group is the same as that of ben, ignoring comments and white
/// space". It names other submissions.
std::string flag_text(const Flag& flag);

/// Returns the flags of each submission: equal sources, else equal machine code; impossible times, missing bytes, and
/// refusals. A later adjustment of 0 points clears a submission's flags: a person has looked. `known` has the UUIDs of
/// the runs of the family's kernels.
ClassFlags read_flags(const LedgerReader& ledger, const Experiment& experiment,
                      const std::map<std::string, GradedRuns>& runs, const std::vector<std::string>& known);

/// Flags runs (UUIDs) with times below the device's minimum (exec/speed_of_light.h), and reports the furthest below.
/// Ignores hosts and devices with unknown peaks. `in_place` is LeastWork::in_place.
std::optional<Flag> time_flag(const LedgerReader& ledger, const std::vector<std::string>& run_uuids, bool in_place);

/// Flags runs (UUIDs) with GPU points that wrote less than 98 % of their outputs' bytes. Counted launches are verified,
/// so the cause is atomics, which the counter omits, or an unknown way around the verification.
std::optional<Flag> bytes_flag(const LedgerReader& ledger, const std::vector<std::string>& run_uuids);

}  // namespace warpledger
