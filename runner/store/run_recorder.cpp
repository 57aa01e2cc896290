#include "store/run_recorder.h"

#include <utility>

namespace warpledger {

RunRecorder::RunRecorder(LedgerWriter ledger, const RunInfo& info)
    : ledger_(std::move(ledger)), run_(ledger_.begin_run(info)) {}

RunRecorder::RunRecorder(LedgerWriter ledger, const StoredRun& run, const RunInfo& info, const std::string& changes)
    : ledger_(std::move(ledger)), run_(run.uuid) {
  ledger_.resume_run(info, changes);
}

void RunRecorder::add_one(const Job& job, const Result& result) {
  if (!refusal_) {
    try {
      return ledger_.record(job, result);
    } catch (const Error& error) {
      refusal_ = error;
    }
  }
  if (refused_) refused_->keep(ledger_, job, result);
}

void RunRecorder::add(std::span<const Job> jobs, std::span<const Result> results) {
  if (jobs.size() > 1 && !refusal_) {
    try {
      return ledger_.record(jobs, results);
    } catch (const Error&) {
      // Retry one by one to find the refused points.
    }
  }
  for (std::size_t i = 0; i < jobs.size(); ++i) add_one(jobs[i], results[i]);
}

void RunRecorder::finish(const std::string& outcome, const std::string& reason) {
  if (refusal_) throw Error(refused_ ? refused_->located(*refusal_) : *refusal_);
  ledger_.end_run(outcome, reason);
}

std::string record_finished_run(LedgerWriter ledger, const RunInfo& info, std::span<const Job> jobs,
                                std::span<const Result> results) {
  RunRecorder recorder(std::move(ledger), info);
  recorder.add(jobs, results);
  recorder.finish("finished");
  return recorder.run();
}

}  // namespace warpledger
