// `also` in the files of metrics/, and its conflicts.
#include <gtest/gtest.h>

#include "spec/library_fixture.h"
#include "spec/metrics.h"

namespace warpledger {
namespace {

class MetricCatalogue : public testing::Test {
 protected:
  std::vector<std::string> members(const std::string& group) const {
    std::vector<std::string> names;
    for (const MetricRequest& metric : find_metric_group(load_metric_groups(files_.library()), group).members())
      names.push_back(metric.name);
    return names;
  }

  /// Writes a group with one metric `<name>_hits` and an `also` line.
  void write(const std::string& name, const std::string& also) const {
    files_.write("metrics/" + name + ".yaml", "group: " + name + "\nabout: A test.\nmetrics:\n  " + name +
                                                  "_hits: {about: hits, unit: hit, counters: [a__b.sum]}\n" + also);
  }

  std::string message() const {
    return files_.message([&] { load_metric_groups(files_.library()); });
  }

  TemporaryLibrary files_;
};

using Names = std::vector<std::string>;

TEST_F(MetricCatalogue, AGroupHasItsOwnMetricsThenThoseItTakes) {
  write("cache", "also: [cycles, read_bytes]\n");
  EXPECT_EQ(members("cache"), (Names{"cache_hits", "cycles", "read_bytes"}));
}

TEST_F(MetricCatalogue, AGroupThatIsTakenBringsWhatItTakes) {
  write("cache", "also: [traffic]\n");
  write("all", "also: [cache, cycles]\n");
  EXPECT_EQ(members("all"), (Names{"all_hits", "cache_hits", "read_bytes", "cycles"}));
}

TEST_F(MetricCatalogue, AGroupMayConsistOfOthersMetrics) {
  files_.write("metrics/few.yaml", "group: few\nabout: A test.\nalso: cycles\n");
  EXPECT_EQ(members("few"), Names{"cycles"});
}

TEST_F(MetricCatalogue, EachMetricIsDefinedInOneGroup) {
  write("cache", "also: [cycles]\n");
  const std::vector<MetricGroup> groups = load_metric_groups(files_.library());
  EXPECT_EQ(groups.at(0).name, "cache");
  EXPECT_EQ(groups.at(0).metrics.size(), 1);
  EXPECT_EQ(groups.at(0).also.size(), 1);
}

TEST_F(MetricCatalogue, RefusesASecondDefinition) {
  files_.write("metrics/two.yaml",
               "group: two\nabout: A test.\nmetrics:\n  cycles: {about: c, unit: cycle, counters: [a__b.sum]}\n");
  EXPECT_EQ(message(), R"text(metrics/two.yaml:4:3: metric 'cycles' is already defined, in metrics/traffic.yaml:8
    cycles: {about: c, unit: cycle, counters: [a__b.sum]}
    ^
hint: delete one definition and include the other with also: [cycles])text");
}

TEST_F(MetricCatalogue, RefusesAMetricWithAGroupsName) {
  files_.write("metrics/two.yaml",
               "group: two\nabout: A test.\nmetrics:\n  traffic: {about: c, unit: byte, counters: [a__b.sum]}\n");
  EXPECT_EQ(message(), R"text(metrics/two.yaml:4:3: 'traffic' is a metric here and a group elsewhere
    traffic: {about: c, unit: byte, counters: [a__b.sum]}
    ^
hint: rename one of them)text");
}

TEST_F(MetricCatalogue, RefusesToTakeWhatDoesNotExist) {
  write("cache", "also: [cycle]\n");
  EXPECT_EQ(message(), R"text(metrics/cache.yaml:5:8: there is no metric and no group 'cycle'
  also: [cycle]
         ^
hint: did you mean 'cycles'?)text");
}

TEST_F(MetricCatalogue, RefusesGroupsThatTakeEachOtherInACircle) {
  write("one", "also: [two]\n");
  write("two", "also: [three]\n");
  write("three", "also: [two]\n");
  EXPECT_EQ(message(), R"text(metrics/three.yaml:5:8: groups include each other in a cycle: two, three, two
  also: [two]
         ^
hint: remove one of them from also:)text");
}

TEST_F(MetricCatalogue, RefusesAGroupThatTakesItself) {
  write("one", "also: [one]\n");
  EXPECT_EQ(message(), R"text(metrics/one.yaml:5:8: groups include each other in a cycle: one, one
  also: [one]
         ^
hint: remove one of them from also:)text");
}

TEST_F(MetricCatalogue, RefusesAGroupWithoutAnyMetric) {
  files_.write("metrics/none.yaml", "group: none\nabout: A test.\n");
  EXPECT_EQ(message(), R"text(metrics/none.yaml:1:1: group 'none' has no metric
  group: none
  ^
hint: define some under metrics:, or include those of other groups with also:)text");
}

TEST_F(MetricCatalogue, RefusesANameThatNoColumnCanHave) {
  files_.write("metrics/two.yaml",
               "group: two\nabout: A test.\nmetrics:\n  l1-hits: {about: c, unit: hit, counters: [a__b.sum]}\n");
  EXPECT_EQ(message(), R"text(metrics/two.yaml:4:3: 'l1-hits' is not a name
    l1-hits: {about: c, unit: hit, counters: [a__b.sum]}
    ^
hint: use letters, digits and _, no digit first)text");
}

}  // namespace
}  // namespace warpledger
