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

/// What shall be measured in turn, and how the ledger tells it.
struct InTurnOptions {
  std::string ledger = "results.db";
  std::string device = "auto";  ///< "auto": that of the first run
  double budget_s = 120;
  std::optional<unsigned int> lock_clocks_mhz;  ///< the SM clock to measure at; nothing: as it is
  std::string command_line;
};

/// Two points by their identities, and how many samples a round takes.
struct PairToMeasure {
  std::string before, after;
  int samples = 20;
};

/// What came of it.
struct RunsMade {
  std::string before, after;  ///< UUIDs
  std::size_t missing = 0;    ///< pairs that a plan does not have any more
};

/// Two stored runs whose points can be measured in turn, by what the ledger keeps of them. If either side's code is
/// untrusted, both are taken for it: alike, and confined. They then share a process all the same.
class RunsInTurn {
 public:
  /// `before` and `after` are UUIDs. Throws what options_to_repeat() throws, and Error for an experiment or submission
  /// that this program cannot read any more.
  RunsInTurn(const InTurnOptions& options, const std::string& before, const std::string& after);

  const Device& device() const { return device_; }

  /// Measures the pairs until each is decided, as compare_runs() will by `how` what is measured on this device, or the
  /// budget is spent, and adds two runs to the ledger,
  /// which name those that they repeat and share settings.in_turn. Nothing where the plans have none of the pairs.
  /// Throws Error when the worker cannot continue, after what was measured is in the ledger, and when no point was
  /// measured.
  std::optional<RunsMade> measure(const std::vector<PairToMeasure>& pairs, const ComparisonOptions& how,
                                  const Console& console);

 private:
  struct Side {
    RunOptions options;
    Experiment experiment;
    std::optional<Plan> plan = {};
    std::map<std::string, std::int64_t> ordinals = {};  ///< of the plan, by identity
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
