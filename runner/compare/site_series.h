#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "compare/series_marks.h"
#include "compare/site_folder.h"

namespace warpledger {

/// Series on a page; the others are on its next pages.
inline constexpr std::size_t kMostSeriesOfPage = 50;

/// Newest runs of a series in its plot and its list.
inline constexpr std::size_t kMostRunsOfSeries = 1000;

/// The series of one kernel in one experiment on one device.
struct SiteGroup {
  std::string experiment;
  std::string device_uuid;
  std::string device_name;
  std::string kernel;
  std::string id;  ///< site_id()
  std::size_t series = 0;
  std::size_t changed = 0;  ///< series that changed in the site's period
  std::size_t changes = 0;  ///< of all series, ever
  std::string newest_utc;   ///< start of the newest run
  std::string spark;        ///< SVG: mean of all series, run by run, each relative to its median
};

/// Identifies a series in a site.
std::string id_of(const Series& series);

/// A series that changed.
struct SiteSeries {
  std::string address;  ///< its place on its group's page
  std::string spark;    ///< SVG
};

/// Series by id_of().
using SiteSeriesById = std::map<std::string, SiteSeries>;

/// Writes the pages of groups, groups/ID.html, groups/ID-2.html, ... A page has a line per series, which pages/site.js
/// opens to a plot and a list of runs. It makes these of JSON:
///
///     {"metric": "time, µs",
///      "runs": [["2026-01-05 03:00", "3f2a9c1b"], ...],          start (UTC), start of the UUID
///      "texts": ["driver 580.1 -> 581.0", ...],
///      "series": {"0f3c...": {"runs": [0, 1, ...], "values": [30.1, null, ...], "failed": [[1, "crashed"], ...],
///                             "changes": [[8, 0], ...], "notes": [[8, 0], ...]}, ...}}
///
/// A series that has all runs leaves `runs` out; `changes` and `notes` are pairs of a place in `values` and one in
/// `texts`.
class SiteGroups {
 public:
  /// `changed` has the series that changed; add() fills in what is known of them.
  SiteGroups(SiteFolder& folder, SiteSeriesById& changed) : folder_(folder), changed_(changed) {}

  /// The series of a group follow each other.
  void add(MarkedSeries marked);

  /// All groups, in their order, after the last add().
  std::vector<SiteGroup> finished();

 private:
  struct RelativeSum {
    double sum = 0;
    std::size_t count = 0;
  };

  void add_relative(const Series& series);
  void begin_group(const Series& series);
  void end_group();
  void write_page(bool has_next);
  std::string page_name(std::size_t part) const;

  SiteFolder& folder_;
  SiteSeriesById& changed_;
  std::vector<SiteGroup> groups_;
  std::vector<MarkedSeries> page_;                                       ///< series of the page in the making
  std::size_t part_ = 0;                                                 ///< pages of this group that are written
  std::map<std::pair<std::string, std::string>, RelativeSum> relative_;  ///< by a run's start and its UUID
};

}  // namespace warpledger
