// What a tired user types: files of the wrong kind, numbers at their ends, options against each other. Each is answered
// with its place, the cause and the hint, and changes nothing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// A command line, and a part of the message that names the place or the cause.
struct Bad {
  const char* command;
  const char* told;
};

/// A folder with good.db, year.db, and files of all kinds that are no data of ours.
class BadInputs : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = fresh_folder();
    const Ended made = shell(
        "warpledger run quickstart --device host --set d_l=4 --set warps=1 --quiet --db good.db && "
        "warpledger example year.db >made && mkdir dir && mkfifo pipe && ln -s loop loop && : >empty.yaml && : >plain "
        "&& "
        "printf '\\377\\376h\\0i\\0' >utf16.yaml && printf '\\303\\050: x\\n' >latin.yaml && printf 'a: [1, 2\\n' "
        ">open.yaml && "
        "printf '\\tx: 1\\n' >tab.yaml && printf '%s' '- - - -' >list.yaml && sqlite3 other.db 'CREATE TABLE a(b)' && "
        "head -c 3000 good.db >cut.db && cp good.db magic.db && printf XXXX | dd of=magic.db conv=notrunc 2>dd && "
        "head -c 70000 /dev/zero | tr '\\0' 'x' >long.yaml && cp good.db before.db",
        folder_);
    ASSERT_EQ(made.exit_code, 0) << made.err;
  }

  static void expect_refused(const std::vector<Bad>& all) {
    for (const Bad& bad : all) {
      const Ended ended = shell(bad.command, folder_);
      EXPECT_EQ(ended.exit_code, 2) << bad.command << "\n" << ended.out << ended.err;
      EXPECT_THAT(ended.err, AllOf(StartsWith("warpledger: "), HasSubstr("\nhint: "), HasSubstr(bad.told),
                                   Not(HasSubstr("defect"))))
          << bad.command;
      EXPECT_LT(ended.err.size(), 4000u) << bad.command;
    }
  }

  static void TearDownTestSuite() {
    EXPECT_EQ(shell("cmp good.db before.db && ls", folder_).exit_code, 0) << "a refused command changed the ledger";
  }

  inline static std::string folder_;
};

TEST_F(BadInputs, FilesOfAnotherKindAreNotExperiments) {
  expect_refused({{"warpledger run dir", "no experiment 'dir'"},
                  {"warpledger run ./dir", "./dir"},
                  {"warpledger run ./empty.yaml", "./empty.yaml: the file is empty"},
                  {"warpledger run /dev/null", "/dev/null"},
                  {"warpledger run /dev/zero", "/dev/zero"},
                  {"warpledger run ./pipe", "./pipe"},
                  {"warpledger run ./loop", "./loop"},
                  {"warpledger run ./utf16.yaml", "./utf16.yaml:1:1: byte 0xff is not UTF-8"},
                  {"warpledger run ./latin.yaml", "./latin.yaml:1:1: byte 0xc3"},
                  {"warpledger run ./open.yaml", "./open.yaml:1:"},
                  {"warpledger run ./tab.yaml", "./tab.yaml:1:"},
                  {"warpledger run ./list.yaml", "./list.yaml:1:1: "},
                  {"warpledger run ./long.yaml", "./long.yaml:1"},
                  {"warpledger run ./good.db", "./good.db:1"},
                  {"warpledger run ''", "experiment: the value is empty"},
                  {"warpledger show ../../etc/passwd", "../../etc/passwd"},
                  {"warpledger show \"$(printf 'a\\033[2J')\"", "a\\x1b[2J"}});
}

TEST_F(BadInputs, FilesOfAnotherKindAreNotLedgers) {
  expect_refused({{"warpledger report --db dir", "dir: this is a folder"},
                  {"warpledger report --db cut.db", "cut.db: "},
                  {"warpledger report --db magic.db", "magic.db: this is not a ledger"},
                  {"warpledger report --db other.db", "other.db: this is the database of another application"},
                  {"warpledger report --db nothing.db", "nothing.db: there is no ledger here"},
                  {"warpledger report --db ''", "the value is empty"},
                  {"warpledger run quickstart --device host --db other.db", "other.db: "},
                  {"warpledger run quickstart --device host --db /proc/x.db", "/proc/x.db: "},
                  {"warpledger ledger merge good.db --db good.db", "into itself"},
                  {"warpledger ledger merge dir --db m.db", "dir: "},
                  {"warpledger ledger merge /dev/null --db m.db", "/dev/null: "},
                  {"warpledger ledger merge plain --db m.db", "plain: "},
                  {"warpledger ledger export latest -o year.db --db good.db", "year.db: this file exists"},
                  {"warpledger ledger export latest -o - --db good.db", "standard output"},
                  {"warpledger ledger tag latest \"$(printf 'a\\nb')\" --db good.db", "control characters"},
                  {"warpledger report --db good.db -o dir", "dir: cannot write this file"},
                  {"warpledger report --db good.db -o /nowhere/x.md", "/nowhere/x.md: cannot be written"},
                  {"warpledger report --db good.db -o /dev/full", "the disk has room"},
                  {"warpledger report dir --db good.db", "no report 'dir'"},
                  {"warpledger report latest --db good.db", "warpledger report --run latest"}});
}

TEST_F(BadInputs, NumbersAndWordsThatCannotBeAreNamed) {
  expect_refused({{"warpledger run quickstart --device cuda:99999999999999999999", "cuda:99999999999999999999"},
                  {"warpledger run quickstart --device cuda:-1", "cuda:-1"},
                  {"warpledger run quickstart --device host:", "host:"},
                  {"warpledger run quickstart --device host:../../etc/passwd", "../../etc/passwd"},
                  {"warpledger run quickstart --device host --set =", "--set: expected axis=value"},
                  {"warpledger run quickstart --device host --set d_l=", "--set: "},
                  {"warpledger run quickstart --device host --set d_l=4,,8", "--set: "},
                  {"warpledger run quickstart --device host --set d_l=1e400", "1e400"},
                  {"warpledger run quickstart --device host --set d_l=nan", "unknown name 'nan'"},
                  {"warpledger run quickstart --device host --set d_l=-1", "d_l = -1 is below 1"},
                  {"warpledger run quickstart --device host --set d_l=4.5", "not a whole number"},
                  {"warpledger run quickstart --device host --set d_l=9223372036854775808", "2^53"},
                  {"warpledger run quickstart --device host --set 'd_l=$(id)'", "--set: "},
                  {"warpledger run quickstart --device host --seed 1.5", "--seed: '1.5'"},
                  {"warpledger run quickstart --device host --seed 18446744073709551616", "--seed: "},
                  {"warpledger query --db good.db 'SELECT 1' --limit 1e3", "--limit: '1e3'"},
                  {"warpledger query --db good.db 'SELECT 1' --limit 99999999999999999999", "--limit: "},
                  {"warpledger report --db good.db --run latest~99", "latest~99"},
                  {"warpledger report --db good.db --run latest~-1", "latest~-1"},
                  {"warpledger report --db good.db --format HTML", "--format: unknown word 'HTML'"},
                  {"warpledger compare latest~1 latest --threshold -1% --db year.db", "--threshold: '-1%'"},
                  {"warpledger compare latest~1 latest --threshold 1000% --db year.db", "--threshold: '1000%'"},
                  {"warpledger compare until:2026-13-45 latest --db year.db", "'2026-13-45' is not a date"},
                  {"warpledger history --db year.db --since 2026-02-30", "'2026-02-30' is not a date"},
                  {"warpledger history --db year.db --metric device_name", "--metric: 'device_name'"},
                  {"warpledger adjust quickstart a --points nan --reason x --db good.db", "nan"},
                  {"warpledger ledger tag latest $(printf '%0300d' 1) --db good.db", "the tag has 300 bytes"}});
}

TEST_F(BadInputs, OptionsThatContradictEachOtherAreTold) {
  expect_refused({{"warpledger run quickstart --resume latest --db good.db --set d_l=4", "--resume"},
                  {"warpledger query --db good.db --views 'SELECT 1'", "exactly one of these"},
                  {"warpledger query --db good.db 'SELECT 1; SELECT 2'", "SQL:1:11: a second statement"},
                  {"warpledger query --db good.db 'PRAGMA journal_mode=DELETE'", "SQL:1:1: "},
                  {"warpledger compare latest latest --db year.db", "both sides are run"},
                  {"warpledger compare a b c --db year.db", "does not take 'c'"},
                  {"warpledger run quickstart --device host --db good.db --db year.db", "--db is given more than once"},
                  {"warpledger run quickstart quickstart --device host", "experiment quickstart is named twice"},
                  {"warpledger ledger merge good.db --into x.db", "no option '--into'"},
                  {"warpledger calibrate --rounds 3", "has no option '--rounds'"},
                  {"warpledger grade quickstart --submissions dir --db good.db", "this experiment has no grading"},
                  {"warpledger grade lsu-2024-hw01 --submissions plain --db g.db",
                   "plain: this is neither a folder nor an archive"},
                  {"warpledger grade lsu-2024-hw01 --submissions dir --db g.db", "dir: no submission in this folder"},
                  {"warpledger check pipe", "'pipe': not a submission"},
                  {"warpledger check /dev/zero", "'/dev/zero': not a submission"}});
}

TEST_F(BadInputs, SurroundingsThatAreNotThereAreNamed) {
  constexpr const char* kPoint = " warpledger run quickstart --device host --set d_l=4 --set warps=1 --db c.db --quiet";
  expect_refused({{(std::string("WARPLEDGER_CACHE=/proc/x") + kPoint).c_str(), "/proc/x: "}});
  expect_refused({{(std::string("WARPLEDGER_HOST_CXX=nosuch") + kPoint).c_str(), "WARPLEDGER_HOST_CXX"}});
  expect_refused({{"TMPDIR=/nowhere warpledger check dir", "/nowhere: "}});
  const Ended gone = shell("mkdir gone && cd gone && rmdir ../gone && warpledger list --names experiments", folder_);
  EXPECT_EQ(gone.exit_code, 0) << gone.err;
}

}  // namespace
}  // namespace warpledger::e2e
