#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "model/metric.h"
#include "spec/library.h"

namespace warpledger {

/// A file of metrics/ as it is written, with the places of all names that other files may contradict.
struct MetricGroupFile {
  struct Definition {
    MetricRequest metric;
    Place place;
  };
  struct Mention {
    std::string name;  ///< of a metric or of a group
    Place place;
  };

  std::string name;
  std::string about;
  std::vector<Definition> metrics;
  std::vector<Mention> also;
};

/// CUPTI's full names have a double underscore, and their rollup after a dot: "smsp__inst_executed.sum".
bool is_raw_counter(const std::string& name);

/// Reads the file of group `name`, which is the name it then has. What is wrong is kept in `errors`; the metrics are
/// there by name.
MetricGroupFile read_metric_group(const Library& library, const std::string& name, ErrorList& errors);

}  // namespace warpledger
