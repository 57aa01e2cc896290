#include "spec/kernel_reader.h"

#include <gtest/gtest.h>

#include "spec/library_fixture.h"

namespace warpledger {
namespace {

TEST(LoadProgram, ReadsWhatIsIncludedOnceAndSorted) {
  const TemporaryLibrary files;
  files.write("f/main.cu", "#include <cuda_fp16.h>\n  # include \"b.h\"\n#include \"sub/a.h\"\n");
  files.write("f/b.h", "#include \"sub/a.h\"\n");
  files.write("f/sub/a.h", "#include \"b.h\"  // a cycle\n");
  const Program program = load_program(files.path("f"), "main.cu");
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
  EXPECT_EQ(files.message([&] { load_program(files.path("f"), "main.cu"); }),
            "f/b.h:2:11: 'c.h' is not in f\n"
            "  #include \"c.h\"\n"
            "            ^\n"
            "hint: add the file; headers of the CUDA toolkit are included with <...>");
}

TEST(LoadProgram, RefusesAFileOutsideTheFolder) {
  const TemporaryLibrary files;
  files.write("f/main.cu", "#include \"../kernels/scale/scale.cu\"\n");
  EXPECT_EQ(files.message([&] { load_program(files.path("f"), "main.cu"); }),
            "f/main.cu:1:11: '../kernels/scale/scale.cu' is outside the family's folder\n"
            "  #include \"../kernels/scale/scale.cu\"\n"
            "            ^\n"
            "hint: copy the file into f");
}

}  // namespace
}  // namespace warpledger
