#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "model/metric.h"
#include "spec/library.h"

namespace warpledger {

/// A parsed file of metrics/. Places are kept for names that can conflict with other files.
struct MetricGroupFile {
  struct Definition {
    MetricRequest metric;
    Place place;
  };
  struct Mention {
    std::string name;  ///< metric or group
    Place place;
  };

  std::string name;
  std::string about;
  std::vector<Definition> metrics;
  std::vector<Mention> also;
};

/// True for full CUPTI names, which have a double underscore and a rollup after a dot: "smsp__inst_executed.sum".
bool is_raw_counter(const std::string& name);

/// Reads the file of group `name`. Adds problems to `errors`; metrics are still present by name.
MetricGroupFile read_metric_group(const Library& library, const std::string& name, ErrorList& errors);

}  // namespace warpledger
