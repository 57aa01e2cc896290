#include <gtest/gtest.h>

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

constexpr const char* kFile = "experiments/x.yaml";

const BadCase kCases[] = {
    {"UnclosedBracket", kFile, "[64, 128]", "[64, 128",
     R"text(experiments/x.yaml:7:9: not valid YAML: end of sequence flow not found
    kernel:
          ^
cure: see the file format in docs/)text",
     true},
    {"TabIndentation", kFile, "  n: [64", "\tn: [64", R"text(experiments/x.yaml:6:1: a tab in the indentation
  	n: [64, 128]
  ^
cure: indent with spaces)text",
     true},
    {"NoColon", kFile, "about: A test.", "about A test.",
     R"text(experiments/x.yaml:3:7: not valid YAML: illegal map value
  family: scale
        ^
cure: see the file format in docs/)text",
     true},
    {"DuplicateKey", kFile, "family: scale", "family: scale\nfamily: scale",
     R"text(experiments/x.yaml:4:1: key 'family' appears twice, first in line 3
  family: scale
  ^
cure: keep one of them)text"},
    {"DuplicateAxis", kFile, "  blocks: 0", "  n: 4",
     R"text(experiments/x.yaml:10:3: key 'n' appears twice, first in line 6
    n: 4
    ^
cure: keep one of them)text"},
    {"Alias", kFile, "  n: [64, 128]\n", "  n: &sizes [64, 128]\n  per: *sizes\n",
     R"text(experiments/x.yaml:7:8: aliases are not supported here
    per: *sizes
         ^
cure: write the value out)text",
     true},
    {"TooDeep", kFile, "[64, 128]", "[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]",
     R"text(experiments/x.yaml:6:20: nested deeper than 16 levels
    n: [[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]
                     ^
cure: no file of warpledger is that deep)text",
     true},
    {"ListAsKey", kFile, "  blocks: 0", "  [1, 2]: 0",
     R"text(experiments/x.yaml:10:3: a key must be a name
    [1, 2]: 0
    ^
cure: write `name: value`)text"},
    {"TwoDocuments", kFile, "metrics: [traffic]", "---\nmetrics: [traffic]",
     R"text(experiments/x.yaml:16:1: a second document starts here
  metrics: [traffic]
  ^
cure: write one mapping: check the indentation, and remove lines with ---)text",
     true},
    {"ControlCharacter", kFile, "A test.", "A \x07 test.", R"text(experiments/x.yaml:2:10: control character 0x07
  about: A ? test.
           ^
cure: remove it)text",
     true},
    {"NotUtf8", kFile, "A test.", "A t\xe9st.", R"text(experiments/x.yaml:2:11: byte 0xe9 is not UTF-8
  about: A t?st.
            ^
cure: save the file as UTF-8)text",
     true},
    {"RootIsAList", kFile, "experiment: x\n", "- experiment: x\n",
     R"text(experiments/x.yaml:2:1: a second document starts here
  about: A test.
  ^
cure: write one mapping: check the indentation, and remove lines with ---)text",
     true},
    {"UnclosedQuote", kFile, "A test.", "\"A test.",
     R"text(experiments/x.yaml:2:8: the quote that opens here never closes
  about: "A test.
         ^
cure: close it in its line; a text of several lines goes behind `|`)text",
     true},
    {"UnclosedQuoteBeforeAnother", kFile, "experiment: x\nabout: A test.", "about: 'A test.\nexperiment: 'x'",
     R"text(experiments/x.yaml:1:8: the quote that opens here closes in line 2 only
  about: 'A test.
         ^
cure: close it in its line; a text of several lines goes behind `|`)text",
     true},
    {"Tag", kFile, "experiment: x", "experiment: !!binary x",
     R"text(experiments/x.yaml:1:13: tags ('tag:yaml.org,2002:binary') are not supported here
  experiment: !!binary x
              ^
cure: write the value alone)text"},
};

INSTANTIATE_TEST_SUITE_P(Yaml, BadYaml, testing::ValuesIn(kCases), name_of_case);

TEST(BadYamlPairs, AreToldAtOnce) {
  const TemporaryLibrary files;
  expect_pairs_told(files, kCases, 1, {}, [&] { load_experiment(files.library(), "x"); });
}

}  // namespace
}  // namespace warpledger
