#include "spec/kernel_signature.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "spec/experiment.h"
#include "spec/library_fixture.h"

namespace warpledger {
namespace {

/// Returns the forms of the parameters of `k`, such as "p i4 f8 ?"; "none" without parameters; "unclear" if the text is
/// ambiguous.
std::string forms(const std::string& main, const std::string& header = "", const std::string& name = "k") {
  Program program{.main = {"k.cu", main}};
  if (!header.empty()) program.headers.push_back({"k.h", header});
  const auto signature = find_signature(program, name);
  if (!signature) return "unclear";
  std::string text;
  for (const KernelParameter& parameter : signature->parameters) switch (parameter.form) {
      case KernelParameter::Form::pointer:
        text += " p";
        break;
      case KernelParameter::Form::integer:
        text += fmt::format(" i{}", parameter.bytes);
        break;
      case KernelParameter::Form::floating:
        text += fmt::format(" f{}", parameter.bytes);
        break;
      case KernelParameter::Form::other:
        text += " ?";
    }
  return text.empty() ? "none" : text.substr(1);
}

TEST(KernelSignature, HasTheFormOfEachParameter) {
  EXPECT_EQ(forms("__global__ void k(float* __restrict__ y, const float *x, int n, double a, float b[4]) {}"),
            "p p i4 f8 p");
  EXPECT_EQ(forms("__global__ void k(unsigned long long a, const unsigned b, long int c, std::size_t d, uint32_t, "
                  "short e, bool f);"),
            "i8 i4 i8 i8 i4 i2 i1");
  EXPECT_EQ(forms("template <class T, int N = (3 > 2)>\n__global__ void k(T* out, T a, Pair<int, float> b) {}"),
            "p ? ?");
  EXPECT_EQ(forms("__global__ void k([[maybe_unused]] int n, double a [[maybe_unused]], int (*b)[8]) {}"), "i4 f8 p");
  EXPECT_EQ(forms("__global__ void k() {}"), "none");
  EXPECT_EQ(forms("__global__ void k(void) {}"), "none");
}

TEST(KernelSignature, LooksBehindBoundsCommentsAndNamespaces) {
  EXPECT_EQ(forms("namespace a { __global__ void __launch_bounds__(256, 2)\n k(int n, /* , float */ int m = 4) {} }",
                  "", "a::k"),
            "i4 i4");
  EXPECT_EQ(forms("// __global__ void k(int);\nconst char* s = \"__global__ void k(int)\";\n"
                  "__global__ void other(int n) { k(n); }\n__global__ void k(float a);"),
            "f4");
  EXPECT_EQ(forms("#include \"k.h\"\n", "__global__ void k(float* a);"), "p");
}

TEST(KernelSignature, SaysWhereTheKernelStands) {
  const auto signature = find_signature({.main = {"k.cu", "\n\n__global__ void\nk(int n);"}}, "k");
  ASSERT_TRUE(signature);
  EXPECT_EQ(signature->file, "k.cu");
  EXPECT_EQ(signature->line, 4);
  EXPECT_EQ(signature->parameters[0].text, "int n");
}

TEST(KernelSignature, IsUnclearWhereOnlyACompilerKnows) {
  for (const char* text :
       {"", "void k(int n);", "__global__ void k(PARAMETERS) {}", "__global__ void k(int n, ARGS) {}",
        "__global__ void k(int n);\n__global__ void k(float n);", "#define k k2\n__global__ void k(int n);",
        "#define KERNEL(name) __global__ void name(int n)\n__global__ void k(float x);",
        "__global__ void k(int n,\n#ifdef A\n int a\n#else\n float a\n#endif\n);",
        "template <class... T> __global__ void k(T... all);", "__global__ void k(int n"})
    EXPECT_EQ(forms(text), "unclear") << text;
}

std::string message_about_arguments(const TemporaryLibrary& files) {
  return files.message([&] { load_experiment(files.library(), "x"); });
}

TEST(KernelArguments, ThatTheSourceDoesNotTakeAreRefusedInTheFamily) {
  const TemporaryLibrary files;
  files.write("kernels/scale/scale.cu",
              "__global__ void scale_plain(float* y, const float* x, int n, float a) {}\n"
              "template <int per>\n__global__ void scale_per(float* y, int n, const float* x) {}\n");
  EXPECT_EQ(message_about_arguments(files),
            R"text(kernels/scale/family.yaml:16:41: 'scale_plain' takes 4 arguments, but this list has 3
    scale_plain: {source: scale.cu, args: [y, x, i32 n]}
                                          ^
hint: kernels/scale/scale.cu:1 declares: float * y, const float * x, int n, float a

kernels/scale/family.yaml:20:15: 'x' cannot be passed as 'int n'
      args: [y, x, i32 n]
                ^
hint: kernels/scale/scale.cu:3 declares 'scale_per': a buffer is passed as a pointer, a number as its own type

kernels/scale/family.yaml:20:18: 'i32 n' cannot be passed as 'const float * x'
      args: [y, x, i32 n]
                   ^
hint: kernels/scale/scale.cu:3 declares 'scale_per': a buffer is passed as a pointer, a number as its own type)text");
}

TEST(KernelArguments, OfAnotherSizeOrKindOfNumberAreRefused) {
  const TemporaryLibrary files;
  files.write("kernels/scale/reference.cu", "__global__ void scale_reference(double* y, const float* x, long n) {}\n");
  EXPECT_NE(message_about_arguments(files).find("12:73: 'i32 n' cannot be passed as 'long n'"), std::string::npos);
  files.edit(kFamilyFile, "kernel: scale_reference, args: [y, x, i32 n]",
             "kernel: scale_reference, args: [y, x, f64 n]");
  EXPECT_NE(message_about_arguments(files).find("12:73: 'f64 n' cannot be passed as 'long n'"), std::string::npos);
  files.edit(kFamilyFile, "args: [y, x, f64 n]", "args: [y, x, u64 n]");
  EXPECT_EQ(message_about_arguments(files), "no error");
}

/// Returns the error if the kernel `scale_per` declares its two f32 buffers like this.
std::string problem_of(const std::string& y, const std::string& x) {
  TemporaryLibrary files;
  files.write("kernels/scale/scale.cu",
              "template <class T> using Same = T;\n__global__ void scale_plain(float* y, const float* x, int n) {}\n"
              "__global__ void scale_per(" +
                  y + ", " + x + ", int n) {}\n");
  return message_about_arguments(files);
}

TEST(KernelArguments, APointerToNumbersOfAnotherTypeIsRefused) {
  EXPECT_NE(
      problem_of("double* y", "const float* x").find("'y' is an array of float here, but is passed as 'double * y'"),
      std::string::npos);
  EXPECT_NE(problem_of("float* y", "const __half* __restrict__ x").find("'x' is an array of float here"),
            std::string::npos);
  EXPECT_NE(problem_of("double y[]", "const float* x").find("'y' is an array of float here"), std::string::npos);
}

TEST(KernelArguments, APointerThatMayReadTheNumbersIsNot) {
  for (const char* x :
       {"const float* x", "const float x[]", "const unsigned char* x", "const uint32_t* x",
        "const unsigned long long* x", "const float4* x", "const void* x", "Same<double>* x", "float** x",
        "const unsigned short* x", "[[maybe_unused]] const float* x", "const float* x [[maybe_unused]]"})
    EXPECT_EQ(problem_of("float* y", x), "no error") << x;
}

TEST(KernelArguments, OfAKernelThatIsDeclaredTwiceNobodyKnowsWhatItPointsTo) {
  TemporaryLibrary files;
  files.write("kernels/scale/scale.cu",
              "__global__ void scale_plain(float* y, const float* x, int n) {}\n#if PRECISION == 64\n"
              "__global__ void scale_per(double* y, const double* x, int n) {}\n#else\n"
              "__global__ void scale_per(float* y, const float* x, int n) {}\n#endif\n");
  EXPECT_EQ(message_about_arguments(files), "no error");
}

TEST(KernelArguments, AReferenceWritesDoubles) {
  const TemporaryLibrary files;
  files.write("kernels/scale/reference.cu", "__global__ void scale_reference(float* y, const float* x, int n) {}\n");
  EXPECT_NE(message_about_arguments(files).find("'y' is an array of double here, but is passed as 'float * y'"),
            std::string::npos);
}

}  // namespace
}  // namespace warpledger
