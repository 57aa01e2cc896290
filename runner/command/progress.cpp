#include "command/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "model/health.h"

namespace warpledger {
namespace {

constexpr std::chrono::milliseconds kLiveInterval{100};
constexpr std::chrono::seconds kLogInterval{10};

constexpr std::string_view kClearLine = "\r\x1b[K";

}  // namespace

Progress::Progress(std::ostream& out, bool terminal, int width, std::int64_t points,
                   std::function<Clock::time_point()> now)
    : out_(out),
      terminal_(terminal),
      width_(static_cast<std::size_t>(width)),
      points_(points),
      now_(std::move(now)),
      start_(now_()),
      last_drawn_(start_) {}

void Progress::begin(const Job& job) {
  const auto interval = terminal_ ? Clock::duration(kLiveInterval) : Clock::duration(kLogInterval);
  if (now_() - last_drawn_ < interval) return;
  last_drawn_ = now_();
  draw(status_line(job.identity));
}

void Progress::end(const Job& job, const Result& result) {
  ++done_;
  ++counts_.at(static_cast<std::size_t>(result.outcome));
  count_disturbances(result);
  if (result.outcome == Outcome::ok) return;
  if (terminal_) out_ << kClearLine;
  const bool is_log = result.reason.find('\n') != std::string::npos;
  const bool told = is_log && !told_reasons_.insert(result.reason).second;
  out_ << fmt::format("{}: {}: {}\n", name_of(result.outcome), job.identity, told ? "as told above" : result.reason)
       << std::flush;
}

void Progress::tell_absent_counters(const Result& complete) {
  if (complete.outcome != Outcome::ok) return;
  for (const Metric& metric : complete.metrics) {
    if (metric.source != "cupti" || metric.value || !told_reasons_.insert(metric.reason).second) continue;
    if (terminal_) out_ << kClearLine;
    out_ << fmt::format("not counted: {}: {}\n", metric.name, metric.reason) << std::flush;
  }
}

void Progress::finish() {
  if (terminal_) out_ << kClearLine;
  out_ << fmt::format("{} of {} points in {}: {}\n", done_, points_, human_seconds(elapsed_s()), outcome_counts())
       << std::flush;
  tell_disturbances();
}

void Progress::count_disturbances(const Result& result) {
  const auto seen = [&](const std::string& name) {
    return std::ranges::any_of(
        result.metrics, [&](const Metric& metric) { return metric.name == name && metric.value.value_or(0) > 0; });
  };
  if (seen(kThrottled)) ++throttled_;
  for (const std::string_view cause : kThrottleCauses)
    if (seen(throttled_by(cause))) throttle_causes_.emplace(cause);
  if (seen(kOtherGpuProcesses)) ++shared_;
}

void Progress::tell_disturbances() {
  const auto points = [](std::int64_t count) {
    return fmt::format("{} {}", count, count == 1 ? "point was" : "points were");
  };
  if (throttled_ > 0)
    out_ << fmt::format("{} measured while the GPU throttled: {}\n", points(throttled_),
                        fmt::join(throttle_causes_, ", "));
  if (shared_ > 0) out_ << fmt::format("{} measured while other processes used the GPU\n", points(shared_));
  out_ << std::flush;
}

std::string Progress::outcome_counts() const {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < counts_.size(); ++i)
    if (counts_.at(i) > 0) texts.push_back(fmt::format("{} {}", counts_.at(i), kOutcomeNames.at(i)));
  return texts.empty() ? "none run" : join(texts);
}

std::string Progress::status_line(const std::string& current) const {
  std::string left;
  if (done_ > 0) {
    const double seconds = elapsed_s() / static_cast<double>(done_) * static_cast<double>(points_ - done_);
    left = fmt::format(", {} left", human_seconds(seconds));
  }
  return fmt::format("[{}/{}] {}{}  {}", done_, points_, outcome_counts(), left, current);
}

double Progress::elapsed_s() const { return std::chrono::duration<double>(now_() - start_).count(); }

void Progress::draw(const std::string& line) {
  if (terminal_) {
    out_ << kClearLine << line.substr(0, width_ - 1) << std::flush;
  } else {
    out_ << line << '\n' << std::flush;
  }
}

}  // namespace warpledger
