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

/// What the threads of a campaign share.
struct CampaignShared {
  const RunOptions& options;  ///< of all runs, but for their device and place
  const LoadedExperiment& loaded;
  const LedgerWriter& ledger;
  ProgressLines& lines;
  PartsLeft& parts;
  std::mutex mutex;  ///< of what follows
  CampaignEnd end;
  std::int64_t plan_size = 0;                     ///< points of the plan; 0: no device was opened
  std::vector<std::vector<std::int64_t>> shares;  ///< of a plan that is split: device by device; empty before
  std::optional<Error> wrong;                     ///< the experiment or the ledger is at fault
  std::optional<Error> first_failure;
};

/// One device of a campaign: its worker, and the runs on it one after the other.
class CampaignDevice {
 public:
  /// `line`: which of the lines of progress is its own.
  CampaignDevice(CampaignShared& shared, const Device& device, std::size_t line);

  /// Measures `part`, then parts of devices that failed, until there are no more. Lets go of the device in the thread
  /// that opened it: the system kills a worker when the thread ends that started it.
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
