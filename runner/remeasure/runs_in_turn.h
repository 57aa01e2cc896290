#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/text_width.h"
#include "compare/run_comparison.h"
#include "exec/locked_clocks.h"
#include "model/device.h"
#include "plan/plan.h"
#include "remeasure/run_to_repeat.h"
#include "remeasure/take_turns.h"

namespace warpledger {

struct InTurnOptions {
  std::string ledger = "results.db";
  std::string device = "auto";  ///< "auto": that of the first run
  double budget_s = 120;
  std::optional<unsigned int> lock_clocks_mhz;  ///< to lock
  std::string command_line;
};

/// Two points by identity, and samples per round.
struct PairToMeasure {
  std::string before, after;
  int samples = 20;
};

struct RunsMade {
  std::string before, after;  ///< UUIDs
  std::size_t missing = 0;    ///< pairs not in the plans
};

/// Two recorded runs whose points can be measured in turn. If either side is untrusted, both are sandboxed alike; they
/// share a process.
class RunsInTurn {
 public:
  /// `before` and `after` are UUIDs. Throws like options_to_repeat(), and Error if the experiment or submission can no
  /// longer be read.
  RunsInTurn(const InTurnOptions& options, const std::string& before, const std::string& after);

  const Device& device() const { return device_; }

  /// Measures until each pair is decided by `how` or the budget is spent. Adds two runs that refer to the repeated ones
  /// and share settings.in_turn. Absent if the plans have none of the pairs. Throws Error if no point was measured, or
  /// if the worker fails; records measured points first.
  std::optional<RunsMade> measure(const std::vector<PairToMeasure>& pairs, const ComparisonOptions& how,
                                  const Console& console);

 private:
  struct Side {
    RunOptions options;
    Experiment experiment;
    std::optional<Plan> plan = {};
    std::map<std::string, std::int64_t> ordinals = {};  ///< by identity
  };

  Side side_of(const std::string& run, const std::filesystem::path& folder) const;
  TurnsRequest request_for(const std::vector<PairToMeasure>& pairs) const;
  RunInfo info_of(const Side& side, std::size_t points, const std::string& in_turn) const;

  InTurnOptions options_;
  TemporaryFolder folder_;
  std::array<Side, 2> sides_;
  bool untrusted_ = false;
  WorkerProcess worker_;
  Device device_;
  std::unique_ptr<LockedClocks> clocks_;
};

}  // namespace warpledger
