#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "plan/plan.h"
#include "run/campaign.h"
#include "run/campaign_parts.h"
#include "run/open_experiment.h"
#include "run/progress.h"
#include "run/record_run.h"
#include "run/share_in_hand.h"
#include "store/run_recorder.h"

namespace warpledger {

/// State shared by a campaign's threads.
struct CampaignShared {
  const RunOptions& options;  ///< common to all runs, except device and place
  const LoadedExperiment& loaded;
  const LedgerWriter& ledger;
  ProgressLines& lines;
  PartsLeft& parts;
  std::mutex mutex;  ///< guards the following members
  CampaignEnd end;
  std::int64_t plan_size = 0;                     ///< 0: no device was opened yet
  std::vector<std::vector<std::int64_t>> shares;  ///< by device, if the plan is split; empty until planned
  std::optional<Error> wrong;                     ///< error of the experiment or ledger
  std::optional<Error> first_failure;
};

/// A device of a campaign: its worker and its consecutive runs.
class CampaignDevice {
 public:
  /// `line` is its index in the progress lines.
  CampaignDevice(CampaignShared& shared, const Device& device, std::size_t line);

  /// Measures `part`, then waiting parts until there are none. Closes the worker in the thread that started it, because
  /// the system kills a worker when that thread ends.
  void work(std::optional<CampaignPart> part);

 private:
  void measure_all(std::optional<CampaignPart> part);
  void tell(std::string_view text);
  bool open(const CampaignPart& part);
  void fail(const Error& error, CampaignPart part);
  bool measured(CampaignPart& part);
  std::vector<std::int64_t> ordinals_of(const CampaignPart& part);
  void measure_anchor();
  RunTask begun(const CampaignPart& part);
  RunRecorder resumed(LedgerWriter ledger, const std::string& uuid, const RunInfo& info,
                      std::vector<std::int64_t>& left);
  void hand_over_of(ShareInHand& share, const CampaignPart& part, std::size_t done, double elapsed_s);
  void record(RunTask& task, CampaignPart& part);

  CampaignShared& shared_;
  Device listed_;
  std::size_t line_;
  RunOptions options_;
  std::optional<Opened> opened_;
  Device device_;
  std::unique_ptr<LockedClocks> clocks_;
  std::optional<Plan> plan_;
};

}  // namespace warpledger
