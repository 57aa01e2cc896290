#include <gtest/gtest.h>

#include "spec/experiment.h"
#include "spec/library_fixture.h"

namespace warpledger {
namespace {

class BadKernel : public testing::TestWithParam<BadCase> {};

TEST_P(BadKernel, IsRefusedAtItsPlace) {
  const TemporaryLibrary files;
  files.edit(GetParam().file, GetParam().from, GetParam().to);
  EXPECT_EQ(files.message([&] { load_experiment(files.library(), "x"); }), GetParam().message);
}

const BadCase kBadKernels[] = {
    {"MissingSource", kFamilyFile, "scale_plain: {source: scale.cu", "scale_plain: {source: skale.cu",
     R"text(kernels/scale/family.yaml:16:25: no source file 'skale.cu' in kernels/scale
    scale_plain: {source: skale.cu, args: [y, x, i32 n]}
                          ^
hint: add the file, or correct its name)text"},
    {"SourceOutside", kFamilyFile, "scale_plain: {source: scale.cu", "scale_plain: {source: ../scale/scale.cu",
     R"text(kernels/scale/family.yaml:16:25: '../scale/scale.cu' is outside the family's folder
    scale_plain: {source: ../scale/scale.cu, args: [y, x, i32 n]}
                          ^
hint: copy the file into kernels/scale)text"},
    {"MissingReference", kFamilyFile, "source: reference.cu", "source: missing.cu",
     R"text(kernels/scale/family.yaml:12:21: no source file 'missing.cu' in kernels/scale
  reference: {source: missing.cu, kernel: scale_reference, args: [y, x, i32 n]}
                      ^
hint: add the file, or correct its name)text"},
    {"LinkWithoutLibrary", kFamilyFile, "scale_plain: {source: scale.cu",
     "scale_plain: {link: cublas, source: scale.cu",
     R"text(kernels/scale/family.yaml:16:23: only a library program is linked with something
    scale_plain: {link: cublas, source: scale.cu, args: [y, x, i32 n]}
                        ^
hint: write library: in place of source:)text"},
    {"SourceAndLibrary", kFamilyFile, "scale_plain: {source: scale.cu",
     "scale_plain: {library: scale.cu, source: scale.cu",
     R"text(kernels/scale/family.yaml:16:44: a kernel has either 'source' or 'library'
    scale_plain: {library: scale.cu, source: scale.cu, args: [y, x, i32 n]}
                                             ^
hint: make two kernels of them)text"},
    {"LinkedWithAnOption", kFamilyFile, "scale_plain: {source: scale.cu",
     "scale_plain: {library: scale.cu, link: 'cublas -o x'",
     R"text(kernels/scale/family.yaml:16:42: 'cublas -o x' is no name of a library
    scale_plain: {library: scale.cu, link: 'cublas -o x', args: [y, x, i32 n]}
                                           ^
hint: write it as the linker takes it behind -l: cublas)text"},
    {"GeometryOfALibrary", kFamilyFile, "scale_plain: {source: scale.cu",
     "scale_plain: {library: scale.cu, threads: 32",
     R"text(kernels/scale/family.yaml:16:45: 'threads' has no meaning for a library program, which launches what it likes
    scale_plain: {library: scale.cu, threads: 32, args: [y, x, i32 n]}
                                              ^
hint: remove it)text"},
    {"GraphOfALibrary", kFamilyFile, "scale_plain: {source: scale.cu", "scale_plain: {library: scale.cu, graph: true",
     R"text(kernels/scale/family.yaml:16:43: 'graph' has no meaning for a library program, which launches what it likes
    scale_plain: {library: scale.cu, graph: true, args: [y, x, i32 n]}
                                            ^
hint: remove it; the program can make a graph itself, and launch it on its stream)text"},
    {"PtxWithATemplate", kFamilyFile, "scale_plain: {source: scale.cu",
     "scale_plain: {template: [2], source: scale.ptx",
     R"text(kernels/scale/family.yaml:16:27: PTX and machine code have no templates
    scale_plain: {template: [2], source: scale.ptx, args: [y, x, i32 n]}
                            ^
hint: name the kernel as the file has it: kernel: NAME)text"},
    {"PtxWithMacros", kFamilyFile, "scale_plain: {source: scale.cu", "scale_plain: {defines: {A: 1}, source: scale.ptx",
     R"text(kernels/scale/family.yaml:16:26: PTX and machine code have no macros
    scale_plain: {defines: {A: 1}, source: scale.ptx, args: [y, x, i32 n]}
                           ^
hint: remove the defines)text"},
    {"PtxBesideASource", kFamilyFile, "scale_plain: {source: scale.cu", "scale_plain: {source: [scale.cu, scale.ptx]",
     R"text(kernels/scale/family.yaml:16:36: PTX and machine code are not compiled with another source
    scale_plain: {source: [scale.cu, scale.ptx], args: [y, x, i32 n]}
                                     ^
hint: give them a kernel of their own)text"},
    {"NoOutputs", kFamilyFile, "scale_plain: {source: scale.cu", "scale_plain: {outputs: [], source: scale.cu",
     R"text(kernels/scale/family.yaml:16:26: this list is empty
    scale_plain: {outputs: [], source: scale.cu, args: [y, x, i32 n]}
                           ^
hint: write at least one item)text"},
    {"NoTemplateArguments", kFamilyFile, "template: [per]", "template: []",
     R"text(kernels/scale/family.yaml:19:15: this kernel has no template arguments
      template: []
                ^
hint: remove 'template')text"},
    {"NoSource", kFamilyFile, "scale_plain: {source: scale.cu, args", "scale_plain: {args",
     R"text(kernels/scale/family.yaml:16:16: key 'source' is missing
    scale_plain: {args: [y, x, i32 n]}
                 ^
hint: add `source: ...`)text"},
    {"UnknownBuffer", kFamilyFile, "template: [per]\n    args: [y, x", "template: [per]\n    args: [z, x",
     R"text(kernels/scale/family.yaml:20:12: unknown buffer 'z'
      args: [z, x, i32 n]
             ^
hint: allowed: x, y)text"},
    {"UntypedArgument", kFamilyFile, "template: [per]\n    args: [y, x, i32 n]", "template: [per]\n    args: [y, x, n]",
     R"text(kernels/scale/family.yaml:20:18: the argument 'n' has no type
      args: [y, x, n]
                   ^
hint: write i32 n)text"},
    {"BadArgumentType", kFamilyFile, "template: [per]\n    args: [y, x, i32 n]",
     "template: [per]\n    args: [y, x, int n]",
     R"text(kernels/scale/family.yaml:20:18: unknown element type 'int'
      args: [y, x, int n]
                   ^
hint: allowed: i32, u32, i64, u64, f32, f64, f16, bf16, f8e4m3, f8e5m2, i8, u8, i16, u16, bool)text"},
    {"BadConstantType", kFamilyFile, "c_a: [f32 a]", "c_a: [a]",
     R"text(kernels/scale/family.yaml:11:9: expected '<type> <expression>', found 'a'
    c_a: [a]
          ^
hint: write i32 a)text"},
    {"NoArguments", kFamilyFile, "template: [per]\n    args: [y, x, i32 n]", "template: [per]",
     R"text(kernels/scale/family.yaml:18:5: key 'args' is missing
      source: scale.cu
      ^
hint: add `args: ...`)text"},
    {"BadFunctionName", kFamilyFile, "kernel: scale_reference", "kernel: scale-reference",
     R"text(kernels/scale/family.yaml:12:43: 'scale-reference' is not a C++ name
  reference: {source: reference.cu, kernel: scale-reference, args: [y, x, i32 n]}
                                            ^
hint: name a function of the source file)text"},
    {"LaunchesBesideArgs", kFamilyFile, "    where: per <= 4", "    launches: [{kernel: k, args: [y]}]",
     R"text(kernels/scale/family.yaml:19:15: 'template', 'args' has no meaning next to 'launches'
      template: [per]
                ^
hint: move it into a launch)text",
     true},
    {"OnlyPrepare", kFamilyFile, "    template: [per]\n    args: [y, x, i32 n]",
     "    launches: [{kernel: k, args: [y], prepare: true}]",
     R"text(kernels/scale/family.yaml:19:15: every launch is marked prepare or after, so none is timed
      launches: [{kernel: k, args: [y], prepare: true}]
                ^
hint: remove the marks from the launches to time)text"},
    {"PrepareIsNoBoolean", kFamilyFile, "    template: [per]\n    args: [y, x, i32 n]",
     "    launches: [{kernel: k, args: [y], prepare: 1}]",
     R"text(kernels/scale/family.yaml:19:48: '1' is neither true nor false
      launches: [{kernel: k, args: [y], prepare: 1}]
                                                 ^
hint: write true or false)text"},
    {"FourExtents", kFamilyFile, "    template: [per]\n", "    template: [per]\n    blocks: [1, 1, 1, 1]\n",
     R"text(kernels/scale/family.yaml:20:13: more than three extents
      blocks: [1, 1, 1, 1]
              ^
hint: a grid and a block have x, y and z)text"},
    {"PrepareBehindATimedLaunch", kFamilyFile, "    template: [per]\n    args: [y, x, i32 n]",
     "    launches: [{kernel: k, args: [y]}, {kernel: k, args: [y], prepare: true}]",
     R"text(kernels/scale/family.yaml:19:72: a prepare launch after a timed one: it would run before all timed launches
      launches: [{kernel: k, args: [y]}, {kernel: k, args: [y], prepare: true}]
                                                                         ^
hint: move it before the timed launches)text"},
};

INSTANTIATE_TEST_SUITE_P(Yaml, BadKernel, testing::ValuesIn(kBadKernels), name_of_case);

TEST(BadKernelPairs, AreToldAtOnce) {
  const TemporaryLibrary files;
  expect_pairs_told(files, kBadKernels, 20,
                    {{"NoArguments", "LaunchesBesideArgs"}, {"LaunchesBesideArgs", "FourExtents"}},
                    [&] { load_experiment(files.library(), "x"); });
}

}  // namespace
}  // namespace warpledger
