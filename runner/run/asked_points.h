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

/// Who chooses the points of a run from outside: another program.
struct Asker {
  int descriptor = -1;                           ///< it writes JSON here, a line for each point
  std::function<void(std::string_view)> answer;  ///< takes a line for each of its lines
};

/// Points that another program asks for, one after the other: `run --points -`, as docs/json.md describes it. A point
/// is answered when it is stored; one that was measured before is answered from what is known and not measured again.
class AskedPoints final : public PointChooser {
 public:
  /// `plan` must outlive this. `before`: what the run has measured already.
  AskedPoints(const Plan& plan, Asker asker, const std::vector<Result>& before);

  std::optional<std::int64_t> next() override;
  void measured(const Result& /*result*/) override {}
  void recorded(std::span<const Job> jobs, std::span<const Result> results) override;
  std::string left_out() const override;
  /// The asker waits for each.
  BatchLimits limits() const override { return {.points = 1, .time_s = 0}; }
  std::int64_t most_points() const override;

 private:
  std::int64_t point_of(const std::string& line);

  const Plan& plan_;
  Asker asker_;
  LineReader lines_;
  std::unique_ptr<PointIndex> index_;            ///< made when a point is first asked for by its values
  std::map<std::int64_t, std::string> answers_;  ///< by ordinal
  std::int64_t line_ = 0;                        ///< number of the one read last
  bool stopped_ = false;                         ///< by the user
};

}  // namespace warpledger
