#include "store/view_comments.h"

#include <fstream>

#include "store/ledger_fixture.h"

namespace warpledger {
namespace {

using testing::ElementsAre;

class CommentsOfViews : public LedgerTest {
 protected:
  ViewComments comments_of(const std::vector<std::string>& files) const {
    std::filesystem::create_directories(in_folder("schema/views"));
    for (std::size_t i = 0; i < files.size(); ++i)
      std::ofstream(in_folder("schema/views/") + std::to_string(i) + ".sql") << files[i];
    return ViewComments(in_folder("schema"));
  }
};

ColumnMeaning meaning(const std::string& unit, const std::string& text) { return {.unit = unit, .meaning = text}; }

TEST_F(CommentsOfViews, AreTheLinesAboveAView) {
  const auto comments = comments_of(
      {"-- Of the file.\n\n"
       "-- One row per point,\n-- measured or not.\n-- measured: a, b\nCREATE TEMP VIEW points AS\nSELECT 1 AS one;\n"
       "CREATE TEMP VIEW bare AS SELECT 1;\n"});
  EXPECT_THAT(comments.names(), ElementsAre("points", "bare"));
  EXPECT_EQ(comments.about("points"), "One row per point, measured or not.");
  EXPECT_EQ(comments.about("bare"), "");
  EXPECT_EQ(comments.about("no such view"), "");
}

TEST_F(CommentsOfViews, OfAColumnStandBehindOrAboveIt) {
  const auto comments =
      comments_of({"CREATE TEMP VIEW points AS\n"
                   "SELECT kernel,   -- its name\n"
                   "       p.id AS point,  -- [1] number\n"
                   "       -- [µs] one launch,\n"
                   "       -- median\n"
                   "       CASE WHEN a THEN b\n"
                   "            ELSE c END AS time_us,\n"
                   "       'x' AS \"quoted\",  -- a text\n"
                   "       d AS without\n"
                   "FROM t  -- of the table\n;\n"});
  EXPECT_EQ(comments.meaning("points", "kernel"), meaning("", "its name"));
  EXPECT_EQ(comments.meaning("points", "point"), meaning("1", "number"));
  EXPECT_EQ(comments.meaning("points", "time_us"), meaning("µs", "one launch, median"));
  EXPECT_EQ(comments.meaning("points", "quoted"), meaning("", "a text"));
  EXPECT_EQ(comments.meaning("points", "without"), std::nullopt);
  EXPECT_EQ(comments.meaning("points", "b"), std::nullopt);
  EXPECT_EQ(comments.meaning("points", "t"), std::nullopt);
}

TEST_F(CommentsOfViews, BehindAColumnWinOverThoseAboveIt) {
  const auto comments =
      comments_of({"CREATE TEMP VIEW v AS SELECT\n  -- why it is so\n  a AS x,  -- what it is\n  b AS y\nFROM t;\n"});
  EXPECT_EQ(comments.meaning("v", "x"), meaning("", "what it is"));
  EXPECT_EQ(comments.meaning("v", "y"), std::nullopt);
}

TEST_F(CommentsOfViews, OfAColumnAreThoseOfTheViewThatItComesFrom) {
  const auto comments =
      comments_of({"CREATE TEMP VIEW low AS SELECT\n  1 AS a,  -- low a\n  2 AS b   -- low b\nFROM main.point;\n",
                   "CREATE TEMP VIEW high AS SELECT *,\n  3 AS a  -- high a\nFROM (SELECT 1 FROM low);\n"
                   "CREATE TEMP VIEW top AS SELECT * FROM other JOIN high USING (a);\n"});
  EXPECT_EQ(comments.meaning("top", "a"), meaning("", "high a"));
  EXPECT_EQ(comments.meaning("top", "b"), meaning("", "low b"));
  EXPECT_EQ(comments.meaning("top", "c"), std::nullopt);
}

TEST_F(CommentsOfViews, DescribeViewsThatNoFileMakes) {
  const auto comments =
      comments_of({"-- view readings: Internal: one row\n--   per point.\n-- column run: [1] number\n--   of it\n"
                   "-- column a.b: a text\n\n-- Not part of it.\n",
                   "CREATE TEMP VIEW points AS SELECT * FROM readings;\n"});
  EXPECT_THAT(comments.names(), ElementsAre("points"));
  EXPECT_EQ(comments.about("readings"), "Internal: one row per point.");
  EXPECT_EQ(comments.meaning("points", "run"), meaning("1", "number of it"));
  EXPECT_EQ(comments.meaning("points", "a.b"), meaning("", "a text"));
}

TEST_F(CommentsOfViews, OfViewsThatReadEachOtherEnd) {
  const auto comments =
      comments_of({"CREATE TEMP VIEW a AS SELECT * FROM b;\nCREATE TEMP VIEW b AS SELECT * FROM a;\n"});
  EXPECT_EQ(comments.meaning("a", "x"), std::nullopt);
}

TEST_F(CommentsOfViews, NeedASchema) {
  EXPECT_EQ(message_of([&] { ViewComments(in_folder("nowhere")); }),
            in_folder("nowhere") +
                "/views: there are no views here\n"
                "hint: the folder schema/ of the installation is incomplete: install again");
}

}  // namespace
}  // namespace warpledger
