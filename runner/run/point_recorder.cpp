#include "run/point_recorder.h"

#include <fmt/format.h>

#include <filesystem>

#include "run/resume_command.h"
#include "run/spill.h"
#include "spec/paths.h"

namespace warpledger {

void PointRecorder::record(const Job& job, const Result& result) {
  if (!failure_) {
    try {
      return writer_.record(job, result);
    } catch (const Error& error) {
      failure_ = error;
    }
    if (!writer_.is_in_place()) {
      const std::string name = std::filesystem::path(ledger_).stem().string();
      copy_ = fmt::format("{}/{}-{}.db", state_folder(), name, run_);
      try {
        writer_.save_copy(copy_);
        ledger_ = copy_;
      } catch (const Error&) {
        copy_.clear();  // the results that follow are kept all the same
      }
    }
  }
  keep_elsewhere(job, result);
}

void PointRecorder::record(std::span<const Job> jobs, std::span<const Result> results) {
  if (jobs.size() > 1 && !failure_) {
    try {
      return writer_.record(jobs, results);
    } catch (const Error&) {
      // one by one it shows which of them the ledger refuses
    }
  }
  for (std::size_t i = 0; i < jobs.size(); ++i) record(jobs[i], results[i]);
}

void PointRecorder::keep_elsewhere(const Job& job, const Result& result) {
  try {
    spill_file_ = spill(spill_files(ledger_, run_), job, result);
    ++spilled_;
  } catch (const Error&) {
    ++lost_;
  }
}

void PointRecorder::end(const std::string& outcome, const std::string& reason) {
  if (!failure_) return writer_.end_run(outcome, reason);
  throw Error(failure_->where(), failure_->problem(), fmt::format("{}\n{}", failure_->cure(), whereabouts()));
}

Error PointRecorder::resumable(const Error& error) const {
  return Error(error.where(), error.problem(),
               fmt::format("{}\n  then go on with the run: {}", error.cure(), resume_command(ledger_, run_)));
}

std::string PointRecorder::whereabouts() const {
  std::string text;
  if (!copy_.empty()) text += fmt::format("  all that the ledger held was saved as {}\n", copy_);
  if (spilled_ > 0) text += fmt::format("  results that it could not take: {}, kept in {}\n", spilled_, spill_file_);
  if (lost_ > 0) text += fmt::format("  results that could not be kept anywhere and are measured again: {}\n", lost_);
  return fmt::format("{}  then go on with the run: {}", text, resume_command(ledger_, run_));
}

}  // namespace warpledger
