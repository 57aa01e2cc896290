#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "compare/series_marks.h"
#include "compare/site_page.h"
#include "compare/sparkline.h"

namespace warpledger {

/// The series of one kernel in one experiment, submission and device, as a site's other pages show them.
struct SiteGroup {
  std::string experiment;
  std::string submission;
  std::string device_uuid;
  std::string device_name;
  std::string kernel;
  std::string address;  ///< of its first page, from the site's folder
  std::size_t series = 0;
  std::size_t changes = 0;  ///< of all series, ever
  std::string newest_utc;   ///< when the newest run began
  /// The mean of all series, run by run, each relative to its own middle.
  std::vector<std::optional<double>> relative;
};

/// What a series is known by in a site.
std::string id_of(const Series& series);

/// A series as the first page shows it.
struct SiteSeries {
  std::string address;  ///< its group's page and its place there
  std::string spark;    ///< SVG
};

/// Some series, by id_of().
using SiteSeriesById = std::map<std::string, SiteSeries>;

/// Writes the pages of groups from series that come one after another, those of a group together. A page holds as many
/// series as keep it small.
class SiteGroups {
 public:
  /// `wanted` gets what is known of the series that it names.
  SiteGroups(SiteFolder& folder, const SiteFrame& frame, SiteSeriesById& wanted)
      : folder_(folder), frame_(frame), wanted_(wanted) {}

  void add(MarkedSeries marked);

  /// All groups, in their order; no series may be added any more.
  std::vector<SiteGroup> finished();

 private:
  bool is_of_group(const Series& series) const;
  void begin_group(const Series& series);
  void end_group();
  void write_page(bool has_next);
  std::string page_address(std::size_t part) const;

  struct RelativeSum {
    double sum = 0;
    std::size_t count = 0;
  };

  SiteFolder& folder_;
  const SiteFrame& frame_;
  SiteSeriesById& wanted_;
  std::vector<SiteGroup> groups_;
  std::vector<MarkedSeries> page_;                                       ///< the series of the page that is being made
  std::size_t page_bytes_ = 0;                                           ///< about so large
  std::size_t part_ = 0;                                                 ///< pages of this group that are written
  std::map<std::pair<std::string, std::string>, RelativeSum> relative_;  ///< by when a run began and its UUID
};

}  // namespace warpledger
