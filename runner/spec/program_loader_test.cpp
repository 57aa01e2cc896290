#include "spec/program_loader.h"

#include <gtest/gtest.h>

#include "spec/library_fixture.h"

namespace warpledger {
namespace {

TEST(LoadProgram, ReadsWhatIsIncludedOnceAndSorted) {
  const TemporaryLibrary files;
  files.write("f/main.cu", "#include <cuda_fp16.h>\n  # include \"b.h\"\n#include \"sub/a.h\"\n");
  files.write("f/b.h", "#include \"sub/a.h\"\n");
  files.write("f/sub/a.h", "#include \"b.h\"  // a cycle\n");
  const Program program = load_program({files.path("f")}, {"main.cu"});
  EXPECT_EQ(program.main.name, files.path("f/main.cu"));
  ASSERT_EQ(program.headers.size(), 2);
  EXPECT_EQ(program.headers[0].name, "b.h");
  EXPECT_EQ(program.headers[1].name, "sub/a.h");
  EXPECT_EQ(program.headers[1].text, "#include \"b.h\"  // a cycle\n");
}

TEST(LoadProgram, RefusesAMissingFileAtItsIncludeLine) {
  const TemporaryLibrary files;
  files.write("f/main.cu", "#include \"b.h\"\n");
  files.write("f/b.h", "\n#include \"c.h\"\n");
  EXPECT_EQ(files.message([&] { load_program({files.path("f")}, {"main.cu"}); }),
            "f/b.h:2:11: 'c.h' is not in f\n"
            "  #include \"c.h\"\n"
            "            ^\n"
            "hint: add the file; headers of the CUDA toolkit are included with <...>");
}

TEST(LoadProgram, RefusesAFileOutsideTheFolder) {
  const TemporaryLibrary files;
  files.write("f/main.cu", "#include \"../kernels/scale/scale.cu\"\n");
  EXPECT_EQ(files.message([&] { load_program({files.path("f")}, {"main.cu"}); }),
            "f/main.cu:1:11: '../kernels/scale/scale.cu' is outside the family's folder\n"
            "  #include \"../kernels/scale/scale.cu\"\n"
            "            ^\n"
            "hint: copy the file into f");
}

TEST(LoadProgram, LooksIntoTheFamilysFolderFirstThenIntoThoseOfInclude) {
  const TemporaryLibrary files;
  files.write("f/main.cu", "#include \"both.h\"\n#include \"common.h\"\n");
  files.write("f/both.h", "// the family's\n");
  files.write("shared/both.h", "// shared\n");
  files.write("shared/common.h", "#include \"deep.h\"\n");
  files.write("more/deep.h", "// deep\n");
  const Program program = load_program({files.path("f"), {files.path("shared"), files.path("more")}}, {"main.cu"});
  EXPECT_EQ(program.headers,
            (std::vector<SourceFile>{
                {"both.h", "// the family's\n"}, {"common.h", "#include \"deep.h\"\n"}, {"deep.h", "// deep\n"}}));
  const std::string message = files.message([&] {
    load_program({files.path("f"), {files.path("shared")}}, {"main.cu"});
  });
  EXPECT_EQ(message.substr(0, message.find('\n')), "shared/common.h:1:11: 'deep.h' is not in f or shared");
}

TEST(LoadProgram, CompilesSeveralSourcesAsOneInTheirOrder) {
  const TemporaryLibrary files;
  files.write("f/second.cu", "#include \"first.cuh\"\n");
  files.write("f/first.cuh", "// first\n");
  const Program program = load_program({files.path("f")}, {"first.cuh", "second.cu"});
  EXPECT_EQ(program.main.text, "#include \"first.cuh\"\n#include \"second.cu\"\n");
  EXPECT_EQ(program.main.name, files.path("f") + "/first.cuh+second.cu");
  EXPECT_EQ(program.headers,
            (std::vector<SourceFile>{{"first.cuh", "// first\n"}, {"second.cu", "#include \"first.cuh\"\n"}}));
}

}  // namespace
}  // namespace warpledger
