#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "grading/evidence.h"
#include "grading/flag.h"
#include "spec/experiment.h"
#include "store/reader.h"

namespace warpledger {

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
