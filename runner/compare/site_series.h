#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "compare/series_marks.h"
#include "compare/site_folder.h"

namespace warpledger {

/// Maximum; more go to further pages.
inline constexpr std::size_t kMostSeriesOfPage = 50;

/// Maximum in its plot and list; the newest are kept.
inline constexpr std::size_t kMostRunsOfSeries = 1000;

/// Series of a kernel in an experiment on a device.
struct SiteGroup {
  std::string experiment;
  std::string device_uuid;
  std::string device_name;
  std::string kernel;
  std::string id;  ///< site_id()
  std::size_t series = 0;
  std::size_t changed = 0;  ///< in the site's period
  std::size_t changes = 0;  ///< in all series, at any time
  std::string newest_utc;   ///< of the newest run
  std::string spark;        ///< SVG: mean of the series, each relative to its median
};

std::string id_of(const Series& series);

struct SiteSeries {
  std::string address;  ///< on its group's page
  std::string spark;    ///< SVG
};

/// Series by id_of().
using SiteSeriesById = std::map<std::string, SiteSeries>;

/// Writes the pages of groups, groups/ID.html, groups/ID-2.html, ... A page has a line per series, which pages/site.js
/// expands to a plot and a list of runs, from this JSON:
///
///     {"metric": "time, µs",
///      "runs": [["2026-01-05 03:00", "3f2a9c1b"], ...],          start (UTC), start of the UUID
///      "texts": ["driver 580.1 -> 581.0", ...],
///      "series": {"0f3c...": {"runs": [0, 1, ...], "values": [30.1, null, ...], "failed": [[1, "crashed"], ...],
///                             "changes": [[8, 0], ...], "notes": [[8, 0], ...]}, ...}}
///
/// A series that has all runs omits `runs`. `changes` and `notes` are pairs of indices into `values` and `texts`.
class SiteGroups {
 public:
  /// add() fills in addresses and sparklines of `changed`.
  SiteGroups(SiteFolder& folder, SiteSeriesById& changed) : folder_(folder), changed_(changed) {}

  /// Series of a group must be consecutive.
  void add(MarkedSeries marked);

  /// Returns all groups; call it after the last add().
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
  std::vector<MarkedSeries> page_;                                       ///< current page
  std::size_t part_ = 0;                                                 ///< written pages of the group
  std::map<std::pair<std::string, std::string>, RelativeSum> relative_;  ///< by start and UUID of the run
};

}  // namespace warpledger
