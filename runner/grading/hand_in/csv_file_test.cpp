#include "grading/hand_in/csv_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "spec/library_fixture.h"

namespace warpledger {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class CsvFiles : public testing::Test {
 protected:
  CsvFile read(const std::string& bytes) const {
    files_.write("x.csv", bytes);
    return read_csv_file(files_.path("x.csv"));
  }
  std::string refusal(const std::string& bytes) const {
    return files_.message([&] { read(bytes); });
  }
  TemporaryLibrary files_;
};

std::string utf16(const std::u16string& text, bool big_endian) {
  std::string bytes = big_endian ? "\xfe\xff" : "\xff\xfe";
  for (const char16_t unit : text) {
    const char high = static_cast<char>(unit >> 8), low = static_cast<char>(unit & 0xff);
    bytes += big_endian ? std::string{high, low} : std::string{low, high};
  }
  return bytes;
}

TEST_F(CsvFiles, OneTableIsReadAsEachProgramSavesIt) {
  const std::u16string wide = u"name;id\r\nM\u00fcller, \U0001F600;7\r\n";
  for (const std::string& bytes :
       {std::string("name,id\n\"M\xc3\xbcller, \xf0\x9f\x98\x80\",7\n"),
        std::string("\xef\xbb\xbfname;id\r\nM\xc3\xbcller, \xf0\x9f\x98\x80;7"),
        std::string("name\tid\r M\xc3\xbcller, \xf0\x9f\x98\x80\t7 \r\r"), utf16(wide, false), utf16(wide, true)}) {
    const CsvFile csv = read(bytes);
    EXPECT_THAT(csv.columns, ElementsAre("name", "id"));
    ASSERT_EQ(csv.rows.size(), 1U);
    EXPECT_EQ(csv.rows[0].line, 2U);
    EXPECT_THAT(csv.rows[0].cells, ElementsAre("M\xc3\xbcller, \xf0\x9f\x98\x80", "7"));
  }
}

TEST_F(CsvFiles, QuotesMayHoldQuotesAndLines) {
  const CsvFile csv = read("a,b\n\"say \"\"hi\"\"\",\"two\r\nlines\"\n\n,,\nlast\n");
  ASSERT_EQ(csv.rows.size(), 2U);
  EXPECT_THAT(csv.rows[0].cells, ElementsAre("say \"hi\"", "two lines"));
  EXPECT_EQ(csv.rows[1].line, 6U);
  EXPECT_THAT(csv.rows[1].cells, ElementsAre("last", ""));
}

TEST_F(CsvFiles, ColumnsAreFoundInAnyCaseAndMissedWithWhatThereIs) {
  const CsvFile csv = read("Name,SIS Login ID\nx,y\n");
  EXPECT_EQ(csv.column({"login", "sis login id"}), 1U);
  EXPECT_FALSE(csv.find({"email"}));
  EXPECT_EQ(csv.cell(csv.rows[0], {}), "");
  EXPECT_EQ(files_.message([&] {
    csv.column({"time", "submitted"});
  }),
            "x.csv:1: no column is called 'time'; there are: Name, SIS Login ID\n"
            "hint: add it; it may be called: time, submitted");
}

TEST_F(CsvFiles, WhatIsNoTableIsRefusedAtItsLine) {
  EXPECT_THAT(refusal(""), HasSubstr("this file has no headings"));
  EXPECT_THAT(refusal("\n\n,,,\n"), HasSubstr("this file has no headings"));
  EXPECT_THAT(refusal("a,b\n1,2\n1,2,3\n"), HasSubstr("x.csv:3: this line has 3 cells, but there are 2 columns"));
  EXPECT_THAT(refusal("a,b\n\"open,2\n3,4\n"), HasSubstr("x.csv:2: the quote that opens here is never closed"));
  EXPECT_THAT(refusal("a,b\n\"x\"y,2\n"), HasSubstr("x.csv:2: text behind a quoted cell"));
  EXPECT_THAT(refusal("a,A\n"), HasSubstr("x.csv:1: two columns are called 'A'"));
  EXPECT_THAT(refusal("a\nm\xfcller\n"), HasSubstr("x.csv:2: this is not UTF-8"));
  EXPECT_THAT(refusal("a\nx\n\x1b[2J\n"), HasSubstr("x.csv:3: the control character \\x1b"));
  EXPECT_THAT(refusal(std::string("a\nx\0y\n", 6)), HasSubstr("x.csv:2: the control character \\x00"));
  EXPECT_THAT(refusal("a\nx\xe2\x80\xaey\n"), HasSubstr("x.csv:2: the control character \\u202e"));
  EXPECT_THAT(refusal(std::string("\xff\xfe\x00\xd8", 4)), HasSubstr("this is not UTF-8"));
  EXPECT_THAT(refusal(std::string((16 << 20) + 1, 'a')), HasSubstr("more than 16 MiB"));
}

}  // namespace
}  // namespace warpledger
