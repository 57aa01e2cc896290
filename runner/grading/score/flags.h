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

/// What a person must look at before a submission is ranked.
enum class FlagKind {
  same_source,       ///< a kernel's source is that of other submissions
  reference_source,  ///< a kernel's source is the reference solution's
  starter_source,    ///< the whole source is the starter's
  same_code,         ///< the machine code is that of other submissions
  reference_code,    ///< a kernel's machine code is the reference solution's
  too_fast,          ///< a time is below what the device needs
  too_few_bytes,     ///< fewer bytes were written than the outputs have
  refused,           ///< it was not run
};

inline constexpr std::array<std::string_view, 8> kFlagKindNames = {
    "same source", "reference source", "starter source", "same machine code", "reference's machine code",
    "too fast",    "too few bytes",    "refused"};

constexpr std::string_view name_of(FlagKind kind) { return kFlagKindNames.at(static_cast<std::size_t>(kind)); }

/// A median below the speed of light.
struct TooFast {
  std::string point;  ///< its identity
  double median_ns = 0;
  SpeedOfLight floor;
  std::size_t others = 0;  ///< measurements below theirs, which are not as far below
};

/// A launch that wrote less than its outputs have.
struct TooFewBytes {
  std::string point;         ///< its identity
  double written_share = 0;  ///< bytes written to the L2 per byte of output
  std::size_t others = 0;    ///< points of which the same holds, less so
};

/// A flag of one submission. Others that it is about are names, nowhere words: what a student sees is made without
/// flags (StudentGrade), and pseudonyms replace `others`.
struct Flag {
  FlagKind kind = FlagKind::same_source;
  std::string kernel = {};                ///< of same_source, reference_source and reference_code
  std::string reference = {};             ///< of reference_source and reference_code: the family's kernel
  std::vector<std::string> others = {};   ///< of same_source and same_code: submissions, all of them
  std::size_t instances = 0;              ///< of same_code and reference_code: how many are the same
  std::optional<TooFast> time = {};       ///< of too_fast
  std::optional<TooFewBytes> bytes = {};  ///< of too_few_bytes
};

/// A submission that no person of the roster has, or that he has a second one of.
struct Stranger {
  std::string submission;
  std::string why;  ///< may name people; for who answers for the grades
};

/// A submission whose time is not known, though lateness counts.
struct Untimed {
  std::string submission;
  bool marked_late = false;  ///< by Canvas
};

/// Adjustments of a submission and a problem that are lost (Adjustment::is_lost).
struct LostAdjustment {
  std::string submission;
  std::string problem;
  bool operator==(const LostAdjustment&) const = default;
};

/// What many of a class share, which accuses nobody, and what a person must put in order.
struct ClassNotes {
  std::set<std::string> common = {};  ///< submissions with a kernel of Grading::common
  std::vector<std::size_t> alike =
      {};  ///< of each group with the same machine code that is too large to flag: its size
  std::vector<Stranger> strangers = {};
  std::vector<Untimed> untimed = {};
  std::vector<LostAdjustment> lost = {};
};

/// Of a class: the flags of each submission that has some, and the notes.
struct ClassFlags {
  std::map<std::string, std::vector<Flag>> flags = {};
  ClassNotes notes = {};
};

std::string note_text(const LostAdjustment& lost);

/// The notes of a class for who answers for the grades.
std::vector<std::string> note_texts(const ClassNotes& notes);

/// A flag for who answers for the grades: "the source of norm_group is the same as that of ben, ignoring comments and
/// white space". It names other submissions.
std::string flag_text(const Flag& flag);

/// For each submission of `runs` what a person must look at before it is ranked (Flag): a source that is another's
/// (source_flags), else machine code that is (code_flags), times below what the device can do (time_flag), and that it
/// was refused. Empty when there is nothing, or when an adjustment of 0 points was written after the last of its runs:
/// then a person has looked. With the notes of the class. `experiment` has the family's own kernels, `known` the UUIDs
/// of their runs.
ClassFlags read_flags(const LedgerReader& ledger, const Experiment& experiment,
                      const std::map<std::string, GradedRuns>& runs, const std::vector<std::string>& known);

/// A flag when points of runs, given by UUID, took less time than the device needs for their bytes and multiply-adds
/// (exec/speed_of_light.h), with the point that is furthest below; else none. Points of a host, whose times say nothing
/// of a GPU, and of devices that say too little have no floor. `in_place`: as of LeastWork.
std::optional<Flag> time_flag(const LedgerReader& ledger, const std::vector<std::string>& run_uuids, bool in_place);

/// A flag when points of runs on a GPU wrote less than 98 % of the bytes that their outputs have, with the one that
/// wrote least; else none. Counted launches are verified: what is left is an output that was written by atomics, which
/// the counter leaves out, or a way round the verification that nobody knows yet.
std::optional<Flag> bytes_flag(const LedgerReader& ledger, const std::vector<std::string>& run_uuids);

}  // namespace warpledger
