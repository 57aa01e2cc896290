#include "grading/hand_in/pseudonyms.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "base/error.h"
#include "base/file.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::MatchesRegex;

class PseudonymFile : public testing::Test {
 protected:
  void write(const std::string& text) const { std::ofstream(file_) << text; }

  std::string refusal() const {
    try {
      pseudonyms_of(file_, {"anna"});
    } catch (const Error& error) {
      const std::string text = error.what();
      return text.substr(text.find("names.csv"));
    }
    return "no error";
  }

  TemporaryFolder folder_;
  const std::string file_ = folder_.path() / "names.csv";
};

constexpr const char* kHint =
    "\nhint: restore the file from a copy; without it, all submissions would get new pseudonyms";

TEST_F(PseudonymFile, HoldsNamesThatItsOwnerAloneCanRead) {
  const Pseudonyms drawn = pseudonyms_of(file_, {"anna", "ben, the \"second\""});
  EXPECT_THAT(drawn.at("anna"), MatchesRegex("s-[0-9a-f]{8}"));
  EXPECT_EQ(read_file(file_), "pseudonym,submission\n" + drawn.at("anna") + ",anna\n" +
                                  drawn.at("ben, the \"second\"") + ",\"ben, the \"\"second\"\"\"\n");
  EXPECT_EQ(fs::status(file_).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(PseudonymFile, KeepsWhatItHasAndTakesOnNewNames) {
  const Pseudonyms first = pseudonyms_of(file_, {"anna", "ben, the \"second\""});
  const Pseudonyms second = pseudonyms_of(file_, {"anna", "carla"});
  EXPECT_EQ(second.size(), 3);
  EXPECT_EQ(second.at("anna"), first.at("anna"));
  EXPECT_EQ(second.at("ben, the \"second\""), first.at("ben, the \"second\""));
  EXPECT_EQ(pseudonyms_of(file_, {}), second);
}

TEST_F(PseudonymFile, LeavesNothingElseBehind) {
  pseudonyms_of(file_, {"anna"});
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_.path()), fs::directory_iterator()), 1);
}

TEST_F(PseudonymFile, IsDrawnAnewEachTimeSoThatNoNameTellsItsPseudonym) {
  std::set<std::string> seen;
  for (int i = 0; i < 5; ++i) {
    fs::remove(file_);
    seen.insert(pseudonyms_of(file_, {"anna"}).at("anna"));
  }
  EXPECT_EQ(seen.size(), 5);
}

TEST_F(PseudonymFile, MayHaveBeenSavedByASpreadsheet) {
  write("pseudonym,submission\r\nrose,\"anna\"\r\n");
  EXPECT_EQ(pseudonyms_of(file_, {"anna"}), (Pseudonyms{{"anna", "rose"}}));
}

TEST_F(PseudonymFile, IsRefusedWhenItIsDamaged) {
  write("");
  EXPECT_EQ(refusal(), std::string("names.csv:1: a pseudonym file begins with 'pseudonym,submission'") + kHint);
  write("pseudonym,submission\nrose,ann");
  EXPECT_EQ(refusal(), std::string("names.csv:2: the last line of this pseudonym file is incomplete") + kHint);
  for (const char* line :
       {"rose", "rose,", ",anna", "rose,anna,ben", "rose,\"anna", "rose,\"an\"na\"", "ro\"se,anna"}) {
    write(std::string("pseudonym,submission\n") + line + "\n");
    EXPECT_EQ(refusal(), std::string("names.csv:2: this line is not 'pseudonym,submission'") + kHint) << line;
  }
}

TEST_F(PseudonymFile, IsRefusedWhenItHasANameOrAPseudonymTwice) {
  write("pseudonym,submission\nrose,anna\nlily,anna\n");
  EXPECT_EQ(refusal(), std::string("names.csv:3: submission 'anna' appears twice") + kHint);
  write("pseudonym,submission\nrose,anna\nrose,ben\n");
  EXPECT_EQ(refusal(), std::string("names.csv:3: pseudonym 'rose' appears twice") + kHint);
}

TEST_F(PseudonymFile, IsNotWrittenWhereThereIsNoFolder) {
  EXPECT_THROW(pseudonyms_of(folder_.path() / "nowhere/names.csv", {"anna"}), Error);
}

TEST_F(PseudonymFile, HoldsNoFormulasAndGivesNamesBackAsTheyWere) {
  const Pseudonyms drawn = pseudonyms_of(file_, {"=anna", "'=anna", "-ben"});
  EXPECT_THAT(read_file(file_), HasSubstr(",'=anna\n"));
  EXPECT_EQ(pseudonyms_of(file_, {"=anna", "'=anna", "-ben"}), drawn);
}

TEST_F(PseudonymFile, HasNoNamesOfSeveralLines) {
  EXPECT_THROW(pseudonyms_of(file_, {"an\nna"}), Error);
  EXPECT_FALSE(fs::exists(file_));
}

}  // namespace
}  // namespace warpledger
