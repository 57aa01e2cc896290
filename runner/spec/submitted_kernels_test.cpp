#include "spec/submitted_kernels.h"

#include <gmock/gmock.h>

#include <functional>

#include "base/file.h"
#include "spec/library_fixture.h"

namespace warpledger {
namespace {

using testing::ElementsAre;

class SubmittedKernels : public testing::Test {
 protected:
  SubmittedKernels() {
    files_.write("kernels/scale/family.yaml",
                 std::string(kScaleFamily) + "  scale_more: {source: more.cu, args: [y, x, i32 n]}\n");
    files_.write("kernels/scale/more.cu", "#include \"more.h\"\n");
    files_.write("kernels/scale/more.h", "#include \"most.h\"\n");
    files_.write("kernels/scale/most.h", "// the family's\n");
    files_.edit("experiments/x.yaml", "    - scale_plain\n", "    - scale_plain\n    - scale_more\n");
  }

  Experiment with(std::vector<SourceFile> sources, const std::vector<std::string>& kernels = {}) const {
    return with_submission(load_experiment(files_.library(), "x"), {"anna", std::move(sources)}, kernels);
  }
  void grade_alone(const std::string& kernel) {
    files_.write("experiments/x.yaml", read_file(files_.path("experiments/x.yaml")) + "grading:\n  submission: [" +
                                           kernel +
                                           "]\n  problems:\n    - {name: P, points: 1, rules: [{correct: all, points: "
                                           "1}]}\n");
  }
  std::string refusal(const std::vector<SourceFile>& sources, const std::vector<std::string>& kernels = {}) const {
    return files_.message([&] { with(sources, kernels); });
  }
  static const Kernel& kernel(const Experiment& experiment, const std::string& name) {
    return *std::ranges::find(experiment.only_family().kernels, name, &Kernel::name);
  }

  TemporaryLibrary files_;
};

TEST_F(SubmittedKernels, AFileReplacesTheKernelsWhoseSourceHasItsName) {
  const Experiment experiment = with({{"more.h", "// unused\n"}, {"scale.cu", "// anna's\n"}});
  EXPECT_EQ(experiment.submission, "anna");
  EXPECT_EQ(kernel(experiment, "scale_plain").program.main.text, "// anna's\n");
  EXPECT_EQ(kernel(experiment, "scale_plain").program.main.name, "scale.cu");
  EXPECT_TRUE(kernel(experiment, "scale_per").submitted);
  EXPECT_FALSE(kernel(experiment, "scale_more").submitted);
  EXPECT_EQ(kernel(experiment, "scale_more").program.main.text, "#include \"more.h\"\n");
}

TEST_F(SubmittedKernels, OfSeveralSourcesNeedEachOfThem) {
  files_.edit("kernels/scale/family.yaml", "source: more.cu", "source: [step.cu, more.cu]");
  files_.write("kernels/scale/step.cu", "// the family's\n");
  const SourceFile step{"hw/step.cu", "#include \"most.h\"\n"}, more{"hw/more.cu", "#include \"own.h\"\n"};
  const Experiment experiment = with({step, more, {"hw/own.h", ""}, {"hw/b.cu", ""}}, {"scale_more"});
  const Program& program = kernel(experiment, "scale_more").program;
  EXPECT_EQ(program.main.name, "hw/step.cu+more.cu");
  EXPECT_EQ(program.main.text, "#include \"step.cu\"\n#include \"more.cu\"\n");
  const std::vector<SourceFile> headers = {more, {"hw/own.h", ""}, step, {"most.h", "// the family's\n"}};
  EXPECT_EQ(program.headers, headers);
  EXPECT_EQ(refusal({{"more.cu", ""}}),
            "submission 'anna' has no file for kernel 'scale_more': it has more.cu\nhint: hand in step.cu, more.cu at "
            "the top");
  const Experiment own = load_experiment(files_.library(), "x");
  EXPECT_THAT(unused_sources(own, {"anna", {{"step.cu", ""}, {"more.cu", ""}, {"c.cu", ""}}}).files,
              ElementsAre("c.cu"));
  EXPECT_THAT(unused_sources(own, {"anna", {{"more.cu", ""}, {"c.cu", ""}}}).files, ElementsAre("c.cu"));
}

TEST_F(SubmittedKernels, OfSeveralSourcesIncludeNoneOfTheFamilys) {
  files_.edit("kernels/scale/family.yaml", "source: more.cu", "source: [step.cu, more.cu]");
  files_.write("kernels/scale/step.cu", "// the solution\n");
  EXPECT_THAT(
      refusal({{"hw/step.cu", "#include \"sub/a.h\"\n"}, {"hw/more.cu", ""}, {"hw/sub/a.h", "#include \"step.cu\"\n"}},
              {"scale_more"}),
      testing::HasSubstr("'step.cu' is not a file of the submission"));
}

TEST_F(SubmittedKernels, FilesThatNoKernelHasAreNamedWithWhatMayBeMeant) {
  const Experiment experiment = load_experiment(files_.library(), "x");
  const auto unused = [&](std::vector<SourceFile> files) {
    return text_of(unused_sources(experiment, {"anna", files}), std::identity());
  };
  EXPECT_EQ(unused({{"mor.cu", ""}, {"scale.cu", "#include \"tile.cu\"\n"}, {"tile.cu", ""}, {"x.h", ""}}),
            "mor.cu (did you mean more.cu?) replaces no kernel of x and is not used; allowed: more.cu, scale.cu");
  EXPECT_EQ(unused({{"hw01.cu", ""}}), "") << "it is all kernels";
  EXPECT_EQ(unused({{"a.cu", ""}, {"scale.cu", "#include \"/etc/passwd\"\n"}}), "") << "refused";
}

TEST_F(SubmittedKernels, FilesThatNoKernelHasAreNamedInOneSentenceAsTheReaderShowsNames) {
  const auto quoted = [](const std::string& name) { return "<" + name + ">"; };
  EXPECT_EQ(text_of({.experiment = "x", .files = {"mor.cu", "tile_loads.cu"}, .replaced = {"more.cu"}}, quoted),
            "<mor.cu> (did you mean <more.cu>?), <tile_loads.cu> replace no kernel of x and are not used; allowed: "
            "<more.cu>");
}

TEST_F(SubmittedKernels, OnlySourcesThatASubmissionReplacesMayBeMeant) {
  grade_alone("scale_per");
  const UnusedSources unused =
      unused_sources(load_experiment(files_.library(), "x"), {"anna", {{"more.cu", "// not hers\n"}, {"scal.cu", ""}}});
  EXPECT_THAT(unused.files, ElementsAre("more.cu", "scal.cu")) << "also where the graded one is missing";
  EXPECT_THAT(unused.replaced, ElementsAre("scale.cu"));
}

TEST_F(SubmittedKernels, TheOnlyFileReplacesAllKernelsWhenNoneHasItsName) {
  const Experiment experiment = with({{"hw01.cu", "// anna's\n"}});
  for (const char* name : {"scale_plain", "scale_per", "scale_more"})
    EXPECT_EQ(kernel(experiment, name).program.main.text, "// anna's\n") << name;
}

TEST_F(SubmittedKernels, FoldersAroundAllFilesDoNotCount) {
  const std::vector<SourceFile> files = {{"hw/proj/main.cu", "// main\n"}, {"hw/proj/scale.cu", "// anna's\n"}};
  EXPECT_EQ(kernel(with(files), "scale_plain").program.main.name, "hw/proj/scale.cu");
  EXPECT_THAT(refusal({files[0], files[1], {"a.cu", ""}}, {"scale_plain"}),
              testing::HasSubstr("it has hw/proj/main.cu, hw/proj/scale.cu, a.cu\n"
                                 "hint: hand in scale.cu at the top, or a single .cu file"));
}

TEST_F(SubmittedKernels, NamedKernelsAloneAreReplaced) {
  const Experiment experiment = with({{"hw01.cu", "// anna's\n"}}, {"scale_per"});
  EXPECT_TRUE(kernel(experiment, "scale_per").submitted);
  EXPECT_FALSE(kernel(experiment, "scale_plain").submitted);
}

TEST_F(SubmittedKernels, ThoseThatTheGradingNamesAloneAreReplacedThoughOthersHaveTheSameSource) {
  grade_alone("scale_per");
  const Experiment experiment = with({{"scale.cu", "// anna's\n"}});
  EXPECT_TRUE(kernel(experiment, "scale_per").submitted);
  EXPECT_FALSE(kernel(experiment, "scale_plain").submitted);
}

TEST_F(SubmittedKernels, TheReferenceIsNeverTakenFromASubmission) {
  const Experiment experiment = with({{"reference.cu", "// mine\n"}, {"scale.cu", "// anna's\n"}});
  EXPECT_EQ(experiment.only_family().reference.program.main.text, "// reference\n");
}

TEST_F(SubmittedKernels, HeadersAreTheSubmissionsThenThoseOfTheKernelsOwnProgram) {
  const Experiment experiment = with({{"more.cu", "#include \"more.h\"\n#include \"sub/a.h\"\n"},
                                      {"more.h", "#include \"most.h\"\n"},
                                      {"not_included.h", "#include \"/etc/passwd\"\n"},
                                      {"sub/a.h", "// a\n"}},
                                     {"scale_more"});
  std::vector<std::string> headers;
  for (const SourceFile& header : kernel(experiment, "scale_more").program.headers)
    headers.push_back(header.name + ": " + header.text);
  EXPECT_THAT(headers, ElementsAre("more.h: #include \"most.h\"\n", "most.h: // the family's\n", "sub/a.h: // a\n"));
}

TEST_F(SubmittedKernels, AHeaderBesideTheFileThatIncludesItIsFound) {
  const Experiment experiment = with({{"src/k.cu", "#include \"reduce.cuh\"\n"},
                                      {"src/reduce.cuh", "#include \"sub/a.h\"\n"},
                                      {"src/sub/a.h", "// a\n"}},
                                     {"scale_more"});
  std::vector<std::string> headers;
  for (const SourceFile& header : kernel(experiment, "scale_more").program.headers) headers.push_back(header.name);
  EXPECT_THAT(headers, ElementsAre("src/reduce.cuh", "src/sub/a.h"));
}

TEST_F(SubmittedKernels, AHeaderUpFromTheFileThatIncludesItIsFound) {
  const Experiment experiment =
      with({{"src/k.cu", "#include \"../inc/a.h\"\n"}, {"inc/a.h", "// a\n"}}, {"scale_more"});
  ASSERT_EQ(kernel(experiment, "scale_more").program.headers.size(), 1U);
  EXPECT_EQ(kernel(experiment, "scale_more").program.headers[0].name, "inc/a.h");
  EXPECT_THAT(refusal({{"src/k.cu", "#include \"../a.h\"\n"}, {"src/a.h", ""}}, {"scale_more"}),
              testing::HasSubstr("'../a.h' is not a file of the submission"));
  EXPECT_THAT(refusal({{"src/k.cu", "#include \"../a.h\"\n#include \"b.h\"\n"},
                       {"a.h", ""},
                       {"src/b.h", "#include \"a.h\"\n"},
                       {"src/a.h", ""}},
                      {"scale_more"}),
              testing::HasSubstr("'../a.h' may be a.h and src/a.h"));
}

TEST_F(SubmittedKernels, ANameThatLeadsToTwoFilesIsRefused) {
  EXPECT_EQ(refusal({{"src/k.cu", "#include \"a.h\"\n#include \"sub/b.h\"\n"},
                     {"src/a.h", ""},
                     {"src/sub/a.h", ""},
                     {"src/sub/b.h", "#include \"a.h\"\n"}},
                    {"scale_more"}),
            "src/k.cu:1:11: 'a.h' may be src/a.h and src/sub/a.h\n"
            "  #include \"a.h\"\n"
            "            ^\n"
            "hint: include \"src/a.h\"");
}

TEST_F(SubmittedKernels, OneThatIsRefusedIsKeptWithAllItsFiles) {
  const Submission anna{"anna", {{"a.h", "// a"}, {"scale.cu", "#include \"/etc/passwd\"\n"}}};
  const Experiment refused = with_refused_submission(load_experiment(files_.library(), "x"), anna, {"scale_plain"});
  const Program& program = kernel(refused, "scale_plain").program;
  EXPECT_EQ(program.main.text, "#include \"/etc/passwd\"\n");
  ASSERT_EQ(program.headers.size(), 1);
  EXPECT_EQ(program.headers[0].text, "// a");
  EXPECT_FALSE(kernel(refused, "scale_more").submitted);
}

TEST_F(SubmittedKernels, AHeaderThatIsNowhereIsRefusedAtItsLine) {
  EXPECT_EQ(refusal({{"more.cu", "// more\n#include \"mine.h\"\n"}}),
            "more.cu:2:11: 'mine.h' is not a file of the submission\n"
            "  #include \"mine.h\"\n"
            "            ^\n"
            "hint: add the file; headers of the CUDA toolkit are included with <...>");
}

TEST_F(SubmittedKernels, AFileOfTheFamilyThatTheKernelDoesNotIncludeIsNotGiven) {
  EXPECT_EQ(refusal({{"scale.cu", "#include \"more.h\"\n"}}).substr(0, 56),
            "scale.cu:1:11: 'more.h' is not a file of the submission\n");
}

TEST_F(SubmittedKernels, AKernelWithoutAFileIsRefusedNamingBoth) {
  EXPECT_EQ(refusal({{"a.cu", ""}, {"b.cu", ""}, {"scale.cu", ""}}, {"scale_more"}),
            "submission 'anna' has no file for kernel 'scale_more': it has a.cu, b.cu, scale.cu\n"
            "hint: hand in more.cu at the top, or a single .cu file");
  EXPECT_EQ(refusal({{"a.cu", ""}, {"b.cu", ""}}),
            "submission 'anna' has no file for kernel 'scale_more': it has a.cu, b.cu\n"
            "hint: hand in more.cu at the top, or a single .cu file");
}

TEST_F(SubmittedKernels, AKernelThatTheExperimentLacksIsRefused) {
  EXPECT_EQ(refusal({{"a.cu", ""}}, {"scale_mor"}),
            "experiment 'x' has no kernel 'scale_mor'\n"
            "hint: did you mean 'scale_more'? allowed: scale_more, scale_per, scale_plain");
}

TEST_F(SubmittedKernels, AForbiddenIncludeInAHeaderIsRefusedThere) {
  EXPECT_EQ(refusal({{"scale.cu", "#include \"a.h\"\n"}, {"a.h", "\n#include \"../reference.cu\"\n"}}),
            "a.h:2:11: '../reference.cu' is outside the submission\n"
            "  #include \"../reference.cu\"\n"
            "            ^\n"
            "hint: a submission includes its own files by \"name\", and the toolkit's headers by <name>");
}

TEST_F(SubmittedKernels, AWaivedRuleLetsATextRunWithItsOwnHeadersAndNoOthers) {
  const auto with = [&](const std::string& text) {
    return with_submission(load_experiment(files_.library(), "x"),
                           {"anna", {{"a.h", "#pragma message \"b\"\n"}, {"scale.cu", text}}}, {"scale_plain"},
                           SourceRules::waived);
  };
  const std::string odd = "#pragma message \"a\"\n/* #include \"no.h\" */\n # include \"a.h\" // own\n";
  const Experiment experiment = with(odd);
  const Program& program = std::ranges::find(experiment.only_family().kernels, "scale_plain", &Kernel::name)->program;
  EXPECT_EQ(program.main.text, odd);
  ASSERT_EQ(program.headers.size(), 1U);
  EXPECT_EQ(program.headers[0].name, "a.h");
  EXPECT_EQ(files_.message([&] { with("\n#include \"../reference.cu\"\n"); }),
            "scale.cu:2:11: '../reference.cu' is not a file of the submission\n"
            "  #include \"../reference.cu\"\n"
            "            ^\n"
            "hint: add the file; headers of the CUDA toolkit are included with <...>");
}

}  // namespace
}  // namespace warpledger
