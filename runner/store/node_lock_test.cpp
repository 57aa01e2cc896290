#include "store/node_lock.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <optional>

#include "base/error.h"
#include "base/file.h"

namespace warpledger {
namespace {

using testing::HasSubstr;

class NodeLocks : public testing::Test {
 protected:
  bool is_there() const { return std::filesystem::exists(file_); }

  TemporaryFolder folder_;
  std::string ledger_ = (folder_.path() / "x.db").string(), file_ = ledger_ + "-node";
};

TEST_F(NodeLocks, NameTheMachineAsLongAsAnyOfItsWritersIsThere) {
  std::optional<NodeLock> first(std::in_place, ledger_, "one"), second(std::in_place, ledger_, "one");
  EXPECT_EQ(read_file(file_), "one");
  first.reset();
  EXPECT_TRUE(is_there());
  second.reset();
  EXPECT_FALSE(is_there());
}

TEST_F(NodeLocks, LetMachinesTakeTurnsThatSeeEachOthersLocks) {
  std::optional<NodeLock> first(std::in_place, ledger_, "one");
  const NodeLock second(ledger_, "two");
  first.reset();
  EXPECT_TRUE(is_there());
}

TEST_F(NodeLocks, RefuseAMachineThatSeesNoLockOfTheOther) {
  std::ofstream(file_) << "one";
  try {
    const NodeLock second(ledger_, "two");
    FAIL() << "was let in";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("x.db: one writes to this ledger, and its locks are not seen here"));
    EXPECT_THAT(error.what(), HasSubstr("warpledger ledger merge`; or, if nothing writes there any more: rm "));
  }
  EXPECT_TRUE(is_there());
}

TEST_F(NodeLocks, TakeOverWhatADeadProcessOfTheMachineLeft) {
  std::ofstream(file_) << "one";
  { const NodeLock lock(ledger_, "one"); }
  EXPECT_FALSE(is_there());
}

TEST_F(NodeLocks, LeaveAFolderThatCannotBeWrittenToSQLite) {
  const NodeLock lock((folder_.path() / "absent/x.db").string(), "one");
  EXPECT_FALSE(writer_out_of_sight(ledger_));
}

TEST_F(NodeLocks, AreNotMadeOnALocalFileSystem) {
  const NodeLock lock(ledger_);
  EXPECT_FALSE(is_there());
}

}  // namespace
}  // namespace warpledger
