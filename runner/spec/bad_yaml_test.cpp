#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>

#include "spec/experiment.h"
#include "spec/library_fixture.h"

namespace warpledger {
namespace {

class BadYaml : public testing::TestWithParam<BadCase> {};

TEST_P(BadYaml, IsRefusedAtItsPlace) {
  const TemporaryLibrary files;
  files.edit(GetParam().file, GetParam().from, GetParam().to);
  EXPECT_EQ(files.message([&] { load_experiment(files.library(), "x"); }), GetParam().message);
}

const BadCase kBadYaml[] = {
    {"UnclosedBracket", kExperimentFile, "[64, 128]", "[64, 128",
     R"text(experiments/x.yaml:7:9: not valid YAML: end of sequence flow not found
    kernel:
          ^
hint: close the { or [ that opens above)text",
     true},
    {"TabIndentation", kExperimentFile, "  n: [64", "\tn: [64", R"text(experiments/x.yaml:6:1: a tab in the indentation
  	n: [64, 128]
  ^
hint: indent with spaces)text",
     true},
    {"NoColon", kExperimentFile, "about: A test.", "about A test.",
     R"text(experiments/x.yaml:3:7: not valid YAML: illegal map value
  family: scale
        ^
hint: write `name: value`, here and in the line above)text",
     true},
    {"DuplicateKey", kExperimentFile, "family: scale", "family: scale\nfamily: scale",
     R"text(experiments/x.yaml:4:1: key 'family' appears twice, first in line 3
  family: scale
  ^
hint: keep one of them)text"},
    {"DuplicateAxis", kExperimentFile, "  blocks: 0", "  n: 4",
     R"text(experiments/x.yaml:10:3: key 'n' appears twice, first in line 6
    n: 4
    ^
hint: keep one of them)text"},
    {"AliasWithinWhatItNames", kExperimentFile, "  n: [64, 128]\n", "  n: &sizes [64, *sizes]\n",
     R"text(experiments/x.yaml:6:18: this alias stands within the value that it names
    n: &sizes [64, *sizes]
                   ^
hint: write the value out)text",
     true},
    {"AliasTooDeep", kExperimentFile, "[64, 128]", "[&a [[[[[[[[1]]]]]]]], [[[[[[[[*a]]]]]]]]]",
     R"text(experiments/x.yaml:6:37: nested deeper than 16 levels
    n: [&a [[[[[[[[1]]]]]]]], [[[[[[[[*a]]]]]]]]]
                                      ^
hint: reduce the nesting)text",
     true},
    {"MergedMapping", kExperimentFile, "  n: [64, 128]\n", "  <<: {}\n  n: [64, 128]\n",
     R"text(experiments/x.yaml:6:3: merging with << is not supported here
    <<: {}
    ^
hint: write the entries out)text"},
    {"TooDeep", kExperimentFile, "[64, 128]", "[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]",
     R"text(experiments/x.yaml:6:20: nested deeper than 16 levels
    n: [[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]
                     ^
hint: reduce the nesting)text",
     true},
    {"ListAsKey", kExperimentFile, "  blocks: 0", "  [1, 2]: 0",
     R"text(experiments/x.yaml:10:3: a key must be a name
    [1, 2]: 0
    ^
hint: write `name: value`)text"},
    {"TwoDocuments", kExperimentFile, "metrics: [traffic]", "---\nmetrics: [traffic]",
     R"text(experiments/x.yaml:16:1: a second document starts here
  metrics: [traffic]
  ^
hint: write one mapping: check the indentation, and remove lines with ---)text",
     true},
    {"ControlCharacter", kExperimentFile, "A test.", "A \x07 test.",
     R"text(experiments/x.yaml:2:10: control character 0x07
  about: A ? test.
           ^
hint: remove it)text",
     true},
    {"NotUtf8", kExperimentFile, "A test.", "A t\xe9st.", R"text(experiments/x.yaml:2:11: byte 0xe9 is not UTF-8
  about: A t?st.
            ^
hint: save the file as UTF-8)text",
     true},
    {"MergeKey", kExperimentFile, "  n: [64, 128]\n", "  n: [64, 128]\n  <<: {warps: 4}\n",
     R"text(experiments/x.yaml:7:3: merging with << is not supported here
    <<: {warps: 4}
    ^
hint: write the entries out)text"},
    {"EscapedControlCharacter", kExperimentFile, "A test.", R"("A \x1b[31m test.")",
     R"text(experiments/x.yaml:2:8: 'A \x1b[31m test.' has a control character
  about: "A \x1b[31m test."
         ^
hint: remove it)text",
     true},
    {"TurnedText", kExperimentFile, "A test.", "A \u202etest.", R"text(experiments/x.yaml:2:10: control character 0x202e
  about: A ???test.
           ^
hint: remove it)text",
     true},
    {"OldMacintoshLine", kExperimentFile, "A test.", "A\rtest.",
     R"text(experiments/x.yaml:2:9: a carriage return within a line
  about: A?test.
          ^
hint: end lines with a newline)text",
     true},
    {"NoBreakSpaceIndentation", kExperimentFile, "  n: [64", "\u00a0 n: [64",
     "experiments/x.yaml:6:1: a blank other than a space in the indentation\n  \u00a0 n: [64, 128]\n  ^\n"
     "hint: indent with spaces",
     true},
    {"WrongIndentation", kExperimentFile,
     "  kernel:", "   kernel:", R"text(experiments/x.yaml:7:4: not valid YAML: end of map not found
     kernel:
     ^
hint: indent this line like the lines above that it belongs to)text",
     true},
    {"RootIsAList", kExperimentFile, "experiment: x\n", "- experiment: x\n",
     R"text(experiments/x.yaml:2:1: a second document starts here
  about: A test.
  ^
hint: write one mapping: check the indentation, and remove lines with ---)text",
     true},
    {"UnclosedQuote", kExperimentFile, "A test.", "\"A test.",
     R"text(experiments/x.yaml:2:8: the quote that opens here never closes
  about: "A test.
         ^
hint: close it on its line; write text of several lines after `|`)text",
     true},
    {"UnclosedQuoteBeforeAnother", kExperimentFile, "experiment: x\nabout: A test.", "about: 'A test.\nexperiment: 'x'",
     R"text(experiments/x.yaml:1:8: the quote that opens here only closes in line 2
  about: 'A test.
         ^
hint: close it on its line; write text of several lines after `|`)text",
     true},
    {"Tag", kExperimentFile, "experiment: x", "experiment: !!binary x",
     R"text(experiments/x.yaml:1:13: tags ('tag:yaml.org,2002:binary') are not supported here
  experiment: !!binary x
              ^
hint: write only the value)text"},
};

INSTANTIATE_TEST_SUITE_P(Yaml, BadYaml, testing::ValuesIn(kBadYaml), name_of_case);

TEST(BadYamlPairs, AreToldAtOnce) {
  const TemporaryLibrary files;
  expect_pairs_told(files, kBadYaml, 1, {}, [&] { load_experiment(files.library(), "x"); });
}

std::string message_of_file(const std::string& text) {
  const TemporaryLibrary files;
  files.write(kExperimentFile, text);
  return files.message([&] { load_experiment(files.library(), "x"); });
}

TEST(OddFile, InAFilesPlaceIsTold) {
  const TemporaryLibrary files;
  std::filesystem::remove(files.path("kernels/scale/family.yaml"));
  std::filesystem::create_directory(files.path("kernels/scale/family.yaml"));
  EXPECT_EQ(files.message([&] { load_experiment(files.library(), "x"); }),
            "kernels/scale/family.yaml: this is not a regular file\nhint: replace it with a regular file");
}

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

TEST(OddFile, OfAnotherEncodingIsTold) {
  using std::string_literals::operator""s;
  EXPECT_EQ(message_of_file("\xff\xfe"
                            "e\0x\0"s),
            "experiments/x.yaml:1:1: byte 0xff is not UTF-8\n  ??e?x?\n  ^\nhint: save the file as UTF-8");
  EXPECT_EQ(message_of_file("\0e\0x"s),
            "experiments/x.yaml:1:1: control character 0x00\n  ?e?x\n  ^\n"
            "hint: save the file as UTF-8, not as UTF-16 or UTF-32");
}

TEST(OddFile, WithWindowsLinesAndAByteOrderMarkIsRead) {
  std::string text = std::string("\xef\xbb\xbf") + kScaleExperiment;
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 2))
    text.insert(at, 1, '\r');
  EXPECT_EQ(message_of_file(text), "no error");
}

TEST(OddFile, OfManyValuesOrBytesIsRefused) {
  EXPECT_THAT(message_of_file("grid:\n  n: [" + repeated("1, ", 30000) + "1]\n"),
              testing::HasSubstr(": more than 20 000 values\nhint: "));
  EXPECT_THAT(message_of_file(repeated("# nothing\n", 200'000)),
              testing::StartsWith("experiments/x.yaml: the file has 2 "));
  EXPECT_THAT(message_of_file("grid: " + repeated("[", 100'000) + repeated("]", 100'000)),
              testing::HasSubstr("nested deeper than 16 levels"));
  EXPECT_THAT(message_of_file("grid: " + repeated("{a: ", 100'000)),
              testing::HasSubstr("nested deeper than 16 levels"));
}

TEST(OddFile, OfBadValuesOnOneLineTellsTheFirstTen) {
  const std::string message =
      message_of_file("experiment: x\nabout: y\nfamily: scale\ngrid:\n  n: [" + repeated("m, ", 15000) + "1]\n");
  EXPECT_EQ(errors_in(message), 10);
  EXPECT_LT(message.size(), 2000) << "a very long line is not shown";
  EXPECT_TRUE(message.ends_with("and 14990 more")) << message;
}

TEST(OddFile, ThatIsNoRegularFileIsNotRead) {
  const TemporaryLibrary files;
  const auto message = [&](const std::string& name) {
    return files.message([&] { load_experiment(files.library(), files.path(name)); });
  };
  std::filesystem::create_directory(files.path("folder.yaml"));
  std::filesystem::create_symlink("/dev/zero", files.path("zero.yaml"));
  std::filesystem::create_symlink("loop.yaml", files.path("loop.yaml"));
  ASSERT_EQ(mkfifo(files.path("pipe.yaml").c_str(), 0600), 0);
  for (const std::string name : {"folder.yaml", "zero.yaml", "loop.yaml", "pipe.yaml"})
    EXPECT_EQ(message(name), name + ": this is not a regular file\nhint: replace it with a regular file");
  EXPECT_EQ(message("nothing.yaml"),
            "no experiment file 'nothing.yaml'\nhint: write a path that exists, or only a name");
}

}  // namespace
}  // namespace warpledger
