#include "store/node_lock.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <thread>

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
  std::optional<NodeLock> first(std::in_place, ledger_, "one", 0), second(std::in_place, ledger_, "one", 0);
  EXPECT_EQ(read_file(file_), "one");
  first.reset();
  EXPECT_TRUE(is_there());
  second.reset();
  EXPECT_FALSE(is_there());
}

TEST_F(NodeLocks, LetAMachineWaitForAnotherThatIsSeenAtWork) {
  std::optional<NodeLock> first(std::in_place, ledger_, "one", 0);
  EXPECT_THROW(NodeLock(ledger_, "two", 600), Error);
  std::thread leaves([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(700));
    first.reset();
  });
  const NodeLock second(ledger_, "two", 100'000);
  EXPECT_EQ(read_file(file_), "two");
  leaves.join();
}

TEST_F(NodeLocks, RefuseAMachineSoonThatSeesNoLockOfTheOther) {
  std::ofstream(file_) << "one";
  try {
    const NodeLock second(ledger_, "two", 100'000);
    FAIL() << "was let in";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("x.db: one writes to this ledger: on a network file system"));
    EXPECT_THAT(error.what(), HasSubstr("warpledger ledger merge`; or, if nothing writes there any more: rm "));
  }
  EXPECT_TRUE(is_there());
}

TEST_F(NodeLocks, TakeOverWhatADeadProcessOfTheMachineLeft) {
  std::ofstream(file_) << "one";
  { const NodeLock lock(ledger_, "one", 0); }
  EXPECT_FALSE(is_there());
}

TEST_F(NodeLocks, LeaveAFolderThatCannotBeWrittenToSQLite) {
  const NodeLock lock((folder_.path() / "absent/x.db").string(), "one", 0);
  EXPECT_FALSE(writer_elsewhere(ledger_));
}

TEST_F(NodeLocks, AreNotMadeOnALocalFileSystem) {
  const NodeLock lock(ledger_);
  EXPECT_FALSE(is_there());
}

}  // namespace
}  // namespace warpledger
