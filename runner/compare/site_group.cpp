#include "compare/site_group.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "compare/history_page.h"
#include "compare/site_series.h"
#include "model/samples.h"

namespace warpledger {
namespace {

constexpr std::size_t kMostPageBytes = 300'000;  // as page_bytes_ counts them: well below 500 KB in truth
constexpr std::size_t kSeriesBytes = 1800, kObservationBytes = 9, kRunBytes = 40;

std::vector<double> counted(const Series& series) {
  std::vector<double> values;
  for (const Observation& observation : series.observations)
    if (observation.counts()) values.push_back(*observation.value);
  return values;
}

std::string title_of(const SiteGroup& group) { return fmt::format("{} on {}", group.kernel, group.device_name); }

}  // namespace

std::string id_of(const Series& series) {
  return site_id({series.experiment, series.submission, series.device_uuid, series.identity});
}

bool SiteGroups::is_of_group(const Series& series) const {
  if (groups_.empty()) return false;
  const SiteGroup& group = groups_.back();
  return group.experiment == series.experiment && group.submission == series.submission &&
         group.device_uuid == series.device_uuid && group.kernel == series.kernel;
}

void SiteGroups::begin_group(const Series& series) {
  part_ = 0;
  groups_.push_back({.experiment = series.experiment,
                     .submission = series.submission,
                     .device_uuid = series.device_uuid,
                     .device_name = series.device_name,
                     .kernel = series.kernel});
  groups_.back().address = page_address(0);
}

std::string SiteGroups::page_address(std::size_t part) const {
  const SiteGroup& group = groups_.back();
  const std::string id = site_id({group.experiment, group.submission, group.device_uuid, group.kernel});
  return part == 0 ? fmt::format("groups/{}.html", id) : fmt::format("groups/{}-{}.html", id, part + 1);
}

void SiteGroups::add(MarkedSeries marked) {
  if (!is_of_group(marked.series)) {
    end_group();
    begin_group(marked.series);
  }
  keep_newest(marked);
  const std::size_t observations = marked.series.observations.size();
  const std::size_t bytes = kSeriesBytes + observations * kObservationBytes;
  if (!page_.empty() && page_bytes_ + bytes > kMostPageBytes) write_page(true);
  if (page_.empty()) page_bytes_ = observations * kRunBytes;
  page_bytes_ += bytes;
  SiteGroup& group = groups_.back();
  ++group.series;
  group.changes += marked.changes.size();
  group.newest_utc = std::max(group.newest_utc, marked.series.observations.back().started_utc);
  const std::vector<double> values = counted(marked.series);
  const double middle = values.empty() ? 0 : median(values);
  for (const Observation& observation : marked.series.observations) {
    RelativeSum& sum = relative_[{observation.started_utc, observation.run_uuid}];
    if (!observation.counts() || !(middle > 0) || !(*observation.value > 0)) continue;
    sum.sum += std::log(*observation.value / middle);
    ++sum.count;
  }
  if (const auto wanted = wanted_.find(id_of(marked.series)); wanted != wanted_.end())
    wanted->second = {fmt::format("{}#{}", page_address(part_), wanted->first), spark_of(marked)};
  page_.push_back(std::move(marked));
}

void SiteGroups::write_page(bool has_next) {
  const SiteGroup& group = groups_.back();
  std::stable_sort(page_.begin(), page_.end(),
                   [](const MarkedSeries& a, const MarkedSeries& b) { return a.series.ordinal < b.series.ordinal; });
  const std::string experiment = fmt::format("experiments/{}.html", site_id({group.experiment}));
  std::string body = fmt::format("<p class=\"way\">{} ›</p>\n<h1>{}</h1>\n",
                                 link_to("../" + experiment, group.experiment), html_escaped(title_of(group)));
  if (!group.submission.empty()) body += fmt::format("<p>submission {}</p>\n", html_escaped(group.submission));
  std::string parts;
  if (part_ > 0) parts += link_to("../" + page_address(part_ - 1), "‹ previous series");
  if (has_next) parts += link_to("../" + page_address(part_ + 1), "next series ›");
  if (!parts.empty()) parts = fmt::format("<p class=\"parts\">{}</p>\n", parts);
  body += parts + series_of_page(page_) + parts;
  folder_.write(page_address(part_), site_page(frame_, title_of(group), body, 1));
  page_.clear();
  ++part_;
}

void SiteGroups::end_group() {
  if (page_.empty()) return;
  write_page(false);
  for (const auto& [run, sum] : relative_)
    groups_.back().relative.push_back(
        sum.count == 0 ? std::nullopt : std::optional(std::exp(sum.sum / static_cast<double>(sum.count))));
  relative_.clear();
}

std::vector<SiteGroup> SiteGroups::finished() {
  end_group();
  return std::move(groups_);
}

}  // namespace warpledger
