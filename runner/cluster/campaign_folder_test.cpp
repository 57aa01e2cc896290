#include "cluster/campaign_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "base/file.h"

namespace warpledger {
namespace {

using testing::HasSubstr;

class CampaignFolder : public testing::Test {
 protected:
  std::string path() const { return folder_.path().string(); }
  template <class Action>
  std::string refusal(Action action) const {
    try {
      action();
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  }
  void write(const std::string& text) const { std::ofstream(path() + "/campaign.json") << text; }
  std::string reading() const {
    return refusal([&] { read_campaign(path()); });
  }

  TemporaryFolder folder_;
  ClusterCampaign campaign_{.job_name = "warpledger-01234567",
                            .created_utc = "2026-11-25T01:02:03.004Z",
                            .tasks = 12,
                            .array_limit = std::nullopt,
                            .experiments = {{"/a b/x.yaml", "x", "01234567-89ab-cdef-0123-456789abcdef"}}};
};

TEST_F(CampaignFolder, KeepsACampaign) {
  write_campaign(path(), campaign_);
  const ClusterCampaign read = read_campaign(path());
  EXPECT_EQ(read.job_name, campaign_.job_name);
  EXPECT_EQ(read.created_utc, campaign_.created_utc);
  EXPECT_EQ(read.tasks, 12);
  EXPECT_FALSE(read.array_limit);
  ASSERT_EQ(read.experiments.size(), 1u);
  EXPECT_EQ(read.experiments[0].given + read.experiments[0].name, "/a b/x.yamlx");
  EXPECT_EQ(read.experiments[0].campaign, campaign_.experiments[0].campaign);
}

TEST_F(CampaignFolder, IsOfOneCampaignAlone) {
  write_campaign(path(), campaign_);
  EXPECT_THAT(refusal([&] { write_campaign(path(), campaign_); }), HasSubstr("this folder has a campaign already"));
}

TEST_F(CampaignFolder, IsRefusedWithoutACampaignOrWithADamagedOne) {
  EXPECT_THAT(reading(), HasSubstr("there is no campaign.json in this folder\nhint: "));
  for (const char* text :
       {"", "{", "[]", "{}", R"({"job_name": 1})",
        R"({"job_name": "a", "created_utc": "b", "tasks": 1, "array_limit": null, "experiments": [1]})"}) {
    write(text);
    EXPECT_THAT(reading(), HasSubstr("campaign.json: this is not what warpledger writes: ")) << text;
  }
  for (const char* text :
       {R"({"job_name": "a", "created_utc": "b", "tasks": 0, "array_limit": null, "experiments": []})",
        R"({"job_name": "a", "created_utc": "b", "tasks": 1000000000000, "array_limit": null,
                               "experiments": [{"experiment": "x", "name": "x", "campaign": "c"}]})"}) {
    write(text);
    EXPECT_THAT(reading(), HasSubstr("its numbers are none of a campaign")) << text;
  }
}

TEST_F(CampaignFolder, HasTheLedgersOfItsTasksInTheOrderInWhichTheyWereWritten) {
  write_campaign(path(), campaign_);
  for (const char* name : {"10.5.0.db", "2.12.0.db", "2.7.10.db", "2.7.9.db", "13.1.0.db", "0.1.0.db", ".1.1.0.partial",
                           "1.1.db", "1.1.0.db-wal", "x.1.0.db", "1.1.0.dbx", "-1.1.0.db"})
    std::ofstream(path() + "/ledgers/" + name) << "";
  std::vector<std::string> names;
  for (const TaskLedger& ledger : task_ledgers(path(), campaign_))
    names.push_back(std::filesystem::path(ledger.path).filename().string());
  EXPECT_EQ(names, (std::vector<std::string>{"2.7.9.db", "2.7.10.db", "2.12.0.db", "10.5.0.db"}));
}

}  // namespace
}  // namespace warpledger
