#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "plan/plan.h"
#include "plan/point_index.h"
#include "run/line_reader.h"
#include "run/point_chooser.h"

namespace warpledger {

/// Another program that chooses a run's points.
struct Asker {
  int descriptor = -1;                           ///< file descriptor to read requests from, one JSON line per point
  std::function<void(std::string_view)> answer;  ///< receives one line per request
};

/// Points requested by another program: `run --points -` (docs/json.md). Answers once a point is stored. A point that
/// was measured before is answered from its result.
class AskedPoints final : public PointChooser {
 public:
  /// `plan` must outlive this. `before` holds results from before a resume.
  AskedPoints(const Plan& plan, Asker asker, const std::vector<Result>& before);

  std::optional<std::int64_t> next() override;
  void measured(const Result& /*result*/) override {}
  void recorded(std::span<const Job> jobs, std::span<const Result> results) override;
  std::string left_out() const override;
  /// No batches, because the asker waits for each point.
  BatchLimits limits() const override { return {.points = 1, .time_s = 0}; }
  std::int64_t most_points() const override;

 private:
  std::int64_t point_of(const std::string& line);

  const Plan& plan_;
  Asker asker_;
  LineReader lines_;
  std::unique_ptr<PointIndex> index_;            ///< built on first use
  std::map<std::int64_t, std::string> answers_;  ///< by ordinal
  std::int64_t line_ = 0;                        ///< number of the last line read
  bool stopped_ = false;                         ///< by the user
};

}  // namespace warpledger
