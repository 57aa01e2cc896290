#include "run/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "model/device.h"
#include "model/launch_text.h"

namespace warpledger {
namespace {

constexpr std::chrono::milliseconds kLiveInterval{100};
constexpr std::chrono::seconds kLogInterval{10};

constexpr std::string_view kClearLine = "\r\x1b[K";
constexpr std::string_view kClearBelow = "\x1b[J";

}  // namespace

void ProgressLines::draw(std::size_t run, const std::string& line) {
  const std::lock_guard guard(mutex_);
  if (!live_) {
    out_ << wrap_lines(printable(line + "\n"), width_) << std::flush;
    return;
  }
  clear();
  lines_.at(run) = line;
  for (const std::string& one : lines_) {
    if (one.empty()) continue;
    if (drawn_++ > 0) out_ << '\n';
    out_ << beginning(one_line(one), static_cast<std::size_t>(width_.columns - 1));
  }
  out_ << std::flush;
}

void ProgressLines::tell(std::size_t run, std::string_view lines) {
  const std::lock_guard guard(mutex_);
  if (live_) clear();
  lines_.at(run).clear();
  out_ << wrap_lines(printable(lines), width_) << std::flush;
}

/// Moves the cursor to the start of the first line and clears the rest.
void ProgressLines::clear() {
  out_ << kClearLine;
  if (drawn_ > 1) out_ << fmt::format("\x1b[{}A", drawn_ - 1) << kClearBelow;
  drawn_ = 0;
}

Progress::Progress(ProgressLines& lines, std::size_t run, std::string label, std::int64_t points,
                   std::optional<double> most_s, std::function<Clock::time_point()> now)
    : lines_(lines),
      run_(run),
      label_(label.empty() ? "" : std::move(label) + ": "),
      points_(points),
      most_s_(most_s),
      now_(std::move(now)),
      start_(now_()),
      last_drawn_(start_) {}

void Progress::begin(const Job& job) {
  const auto interval = lines_.is_live() ? Clock::duration(kLiveInterval) : Clock::duration(kLogInterval);
  if (now_() - last_drawn_ < interval) return;
  last_drawn_ = now_();
  lines_.draw(run_, label_ + status_line(point_text(job)));
}

void Progress::end(const Job& job, const Result& result) {
  ++done_;
  ++counts_.at(static_cast<std::size_t>(result.outcome));
  count_disturbances(result);
  if (result.outcome == Outcome::ok) return;
  const bool is_log = result.reason.find('\n') != std::string::npos;
  const bool told = is_log && !told_reasons_.insert(result.reason).second;
  tell(fmt::format("{}: {}: {}\n", name_of(result.outcome), point_text(job),
                   told ? "same message as above" : result.reason));
}

void Progress::tell_absent_counters(const Result& complete) {
  if (complete.outcome != Outcome::ok) return;
  for (const Metric& metric : complete.metrics) {
    if (metric.source != "cupti" || metric.value || !told_reasons_.insert(metric.reason).second) continue;
    tell(fmt::format("not counted: {}: {}\n", metric.name, metric.reason));
  }
}

void Progress::finish() {
  tell(fmt::format("{} of {} point{} in {}: {}\n", done_, points_, points_ == 1 ? "" : "s", human_seconds(elapsed_s()),
                   outcome_counts()));
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
    tell(fmt::format("{} measured while the GPU throttled: {}\n", points(throttled_),
                     fmt::join(throttle_causes_, ", ")));
  if (shared_ > 0) tell(fmt::format("{} measured while other processes used the GPU\n", points(shared_)));
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
    double seconds = elapsed_s() / static_cast<double>(done_) * static_cast<double>(points_ - done_);
    if (most_s_) seconds = std::min(seconds, std::max(0.0, *most_s_ - elapsed_s()));
    left = fmt::format(", {} left", human_seconds(seconds));
  }
  return fmt::format("[{}/{}] {}{}  {}", done_, points_, outcome_counts(), left, current);
}

double Progress::elapsed_s() const { return std::chrono::duration<double>(now_() - start_).count(); }

void Progress::tell(const std::string& lines) { lines_.tell(run_, label_ + lines); }

}  // namespace warpledger
