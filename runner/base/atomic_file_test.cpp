#include "base/atomic_file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <vector>

#include "base/end_signals.h"
#include "base/error.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

class AtomicFileTest : public testing::Test {
 protected:
  std::string path(const std::string& name = "out.json") const { return folder_.path() / name; }
  std::vector<std::string> names() const {
    std::vector<std::string> found;
    for (const auto& entry : fs::directory_iterator(folder_.path())) found.push_back(entry.path().filename());
    std::ranges::sort(found);
    return found;
  }
  /// Returns the error of `action`, or "no error".
  template <typename Action>
  static std::string message_of(const Action& action) {
    try {
      action();
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  }
  static void set_file_limit(rlim_t bytes) {
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit limit{};
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = bytes;
    setrlimit(RLIMIT_FSIZE, &limit);
  }

 private:
  const TemporaryFolder folder_;
};

TEST_F(AtomicFileTest, AppearsWhenItIsCommittedAndLeavesNothingBesideIt) {
  AtomicFile file(path());
  file.write("all of it");
  EXPECT_FALSE(fs::exists(path()));
  EXPECT_TRUE(file.commit());
  EXPECT_EQ(read_file(path()), "all of it");
  { const AtomicFile unfinished(path("other")); }
  fs::remove(path("other"));
}

TEST_F(AtomicFileTest, ThatIsNotCommittedLeavesNothing) {
  {
    const AtomicFile file(path());
    file.write("a part");
    std::ofstream(file.path() + "-journal") << "of SQLite";
  }
  EXPECT_THAT(names(), IsEmpty());
}

TEST_F(AtomicFileTest, OfTwoWithOneTargetTheFirstIsItAndTheOtherIsToldSo) {
  AtomicFile first(path()), second(path());
  EXPECT_NE(first.path(), second.path());
  first.write("first");
  second.write("second");
  EXPECT_TRUE(second.commit());
  EXPECT_FALSE(first.commit());
  EXPECT_EQ(read_file(path()), "second");
}

TEST_F(AtomicFileTest, ThatReplacesAFileKeepsItsPermissions) {
  std::ofstream(path()) << "before";
  fs::permissions(path(), fs::perms(0640));
  AtomicFile file(path());
  file.write("after");
  file.replace();
  EXPECT_EQ(read_file(path()), "after");
  EXPECT_EQ(fs::status(path()).permissions(), fs::perms(0640));
}

TEST_F(AtomicFileTest, MayBeAFolderInThePlaceOfAnEmptyOneAndOfNoOther) {
  const auto commit_folder = [&] {
    AtomicFile made(path());
    fs::create_directory(made.path());
    std::ofstream(made.path() + "/page") << "new";
    return made.commit();
  };
  fs::create_directory(path());
  EXPECT_TRUE(commit_folder());
  EXPECT_EQ(read_file(path() + "/page"), "new");
  std::ofstream(path() + "/page") << "somebody's";
  EXPECT_FALSE(commit_folder());
  EXPECT_EQ(read_file(path() + "/page"), "somebody's");
  EXPECT_THAT(names(), ElementsAre("out.json"));
}

TEST_F(AtomicFileTest, ReplacesAFolderWithAllThatIsInIt) {
  fs::create_directory(path());
  std::ofstream(path() + "/old") << "old";
  {
    AtomicFile made(path());
    fs::create_directory(made.path());
    made.replace();
  }
  EXPECT_TRUE(fs::is_empty(path()));
  EXPECT_THAT(names(), ElementsAre("out.json"));
}

TEST_F(AtomicFileTest, IsWhereASymbolicLinkLeadsToAndTheLinkStays) {
  fs::create_directory(path("far"));
  fs::create_symlink("far/away", path());
  AtomicFile file(path());
  file.write("text");
  EXPECT_TRUE(file.commit());
  EXPECT_TRUE(fs::is_symlink(path()));
  EXPECT_EQ(read_file(path("far/away")), "text");
}

TEST_F(AtomicFileTest, NamesItsTargetWhereItCannotBeWritten) {
  const std::string absent = path("absent/out.json");
  EXPECT_THAT(message_of([&] { AtomicFile file(absent); }),
              testing::StartsWith(absent + ": cannot be written: No such file or directory"));
  AtomicFile file(path());
  set_file_limit(4096);
  const std::string message = message_of([&] { file.write(std::string(100'000, 'x')); });
  set_file_limit(RLIM_INFINITY);
  EXPECT_THAT(message, testing::StartsWith(path() + ": "));
  EXPECT_THAT(message_of([&] { file.replace(); }), testing::StartsWith(path() + ": cannot be written"));
}

TEST_F(AtomicFileTest, IsRemovedWithItsNeighboursByASignalThatEndsTheProgram) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const auto end = [&] {
      remove_temporary_folders_on_signals();
      const AtomicFile file(path()), tables(path("tables"));
      file.write("a part");
      std::ofstream(file.path() + "-journal") << "of SQLite";
      fs::create_directories(tables.path() + "/inner");
      for (int i = 0; i < 300; ++i) std::ofstream(tables.path() + "/inner/table-" + std::to_string(i)) << i;
      std::raise(signal);
    };
    EXPECT_EXIT(end(), testing::KilledBySignal(signal), "");
    EXPECT_THAT(names(), IsEmpty());
  }
}

TEST_F(AtomicFileTest, IsNotRemovedByASignalThatIsIgnored) {
  const auto go_on = [&] {
    std::signal(SIGHUP, SIG_IGN);  // nohup
    remove_temporary_folders_on_signals();
    AtomicFile file(path());
    file.write("all of it");
    std::raise(SIGHUP);
    std::_Exit(file.commit() ? 7 : 8);
  };
  EXPECT_EXIT(go_on(), testing::ExitedWithCode(7), "");
  EXPECT_EQ(read_file(path()), "all of it");
}

TEST_F(AtomicFileTest, OfAParentIsLeftToItByAChildThatASignalEnds) {
  const auto parent = [&] {
    remove_temporary_folders_on_signals();
    AtomicFile file(path());
    file.write("all of it");
    const pid_t child = fork();
    if (child == 0) std::raise(SIGTERM);
    waitpid(child, nullptr, 0);
    std::_Exit(file.commit() ? 7 : 8);
  };
  EXPECT_EXIT(parent(), testing::ExitedWithCode(7), "");
}

using ReplaceFile = AtomicFileTest;

TEST_F(ReplaceFile, LeavesTheFormerTextWhereThereIsNoRoomForTheNew) {
  std::ofstream(path()) << "before";
  set_file_limit(4096);
  const std::string message = message_of([&] { replace_file(path(), std::string(100'000, 'x')); });
  set_file_limit(RLIM_INFINITY);
  EXPECT_THAT(message, testing::StartsWith(path() + ": "));
  EXPECT_EQ(read_file(path()), "before");
  EXPECT_THAT(names(), ElementsAre("out.json"));
}

TEST_F(ReplaceFile, WritesToADeviceAndAPipeInPlace) {
  replace_file("/dev/null", "text");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  ASSERT_EQ(mkfifo(path().c_str(), 0600), 0);
  const FileDescriptor reader(open(path().c_str(), O_RDWR));
  replace_file(path(), "text");
  EXPECT_TRUE(fs::is_fifo(path()));
}

TEST_F(ReplaceFile, RefusesALedger) {
  std::ofstream(path()) << std::string("SQLite format 3\0", 16) << "rows";
  EXPECT_THROW(replace_file(path(), "text"), Error);
  EXPECT_THAT(read_file(path()), testing::EndsWith("rows"));
}

}  // namespace
}  // namespace warpledger
