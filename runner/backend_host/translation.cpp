#include "backend_host/translation.h"

#include <fmt/format.h>
#include <stddef.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "base/error.h"
#include "model/program.h"

namespace warpledger {
namespace {

constexpr const char* kConstants = R"(#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define HUGE_VAL __builtin_huge_val()
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
)";

constexpr const char* kMathFunctions[] = {
    "abs",   "acos",     "asin",  "atan",  "atan2",  "cbrt", "ceil",   "copysign", "cos",  "cosh", "erf",
    "erfc",  "exp",      "exp2",  "expm1", "fabs",   "fdim", "floor",  "fma",      "fmax", "fmin", "fmod",
    "hypot", "isfinite", "isnan", "isinf", "lgamma", "log",  "log10",  "log1p",    "log2", "pow",  "rint",
    "round", "sin",      "sinh",  "sqrt",  "tan",    "tanh", "tgamma", "trunc"};

constexpr const char* kStdlib = R"(
extern "C" void* malloc(size_t) noexcept;
extern "C" void free(void*) noexcept;
extern "C" int rand() noexcept;
namespace std {
using ::abs;
using ::free;
using ::malloc;
using ::rand;
using ::size_t;
}
)";

std::string math_header_of_host() {
  std::string text = std::string(kConstants) + "namespace std {\n";
  for (const char* function : kMathFunctions) text += fmt::format("using ::{};\n", function);
  return text + "}\n";
}

/// Toolkit headers that the shim replaces.
constexpr const char* kToolkitHeaders[] = {"cuda.h",
                                           "cuda_runtime.h",
                                           "cuda_runtime_api.h",
                                           "device_atomic_functions.h",
                                           "device_functions.h",
                                           "vector_functions.h",
                                           "vector_types.h",
                                           "cuda_fp16.h",
                                           "cuda_bf16.h",
                                           "cuda_fp8.h",
                                           "cuda_pipeline.h",
                                           "cuda_pipeline_primitives.h",
                                           "cooperative_groups.h",
                                           "cooperative_groups/reduce.h",
                                           "cooperative_groups/scan.h",
                                           "device_launch_parameters.h",
                                           "mma.h"};

/// Host headers that contradict the shim and that device code does not use.
constexpr const char* kHostCodeHeaders[] = {"atomic",     "bitset",    "chrono",   "complex", "condition_variable",
                                            "filesystem", "fstream",   "future",   "iomanip", "ios",
                                            "iostream",   "istream",   "iterator", "locale",  "memory",
                                            "mutex",      "ostream",   "random",   "ranges",  "regex",
                                            "sstream",    "stdexcept", "string",   "thread"};

bool stays_inside(const std::string& name) {
  const std::filesystem::path path = std::filesystem::path(name).lexically_normal();
  return !name.empty() && path.is_relative() && *path.begin() != "..";
}

std::string quoted(const std::string& text) {
  std::string literal = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') literal += '\\';
    literal += c;
  }
  return literal + '"';
}

/// Converts "-DTILE=4" to "#define TILE 4".
std::string definition(std::string_view macro) {
  const std::string_view name_and_value = macro.substr(2);
  const std::size_t equals = std::min(name_and_value.find('='), name_and_value.size());
  const std::string_view value = equals < name_and_value.size() ? name_and_value.substr(equals + 1) : "1";
  return fmt::format("#define {} {}\n", name_and_value.substr(0, equals), value);
}

std::string table_of(std::span<const std::string> functions) {
  std::string text = "namespace warpledger::shim {\nconst Kernel kernels[] = {\n";
  for (const std::string& function : functions)
    text += fmt::format("#line 1 {}\nLauncher<&::{}>::kernel({}),\n", quoted(kLaunchOf + function), function,
                        quoted(function));
  text += "};\n";
  text += "}\n";
  text += "extern \"C\" __attribute__((visibility(\"default\"), retain, used))\n";
  text += "const warpledger::shim::Program warpledger_program = {warpledger::shim::kernels, ";
  text += fmt::format("{}, warpledger::shim::registers_here, warpledger::shim::bind_runtime}};\n", functions.size());
  return text;
}

}  // namespace

Translation translate(const Program& program, std::span<const std::string> functions) {
  Translation translation;
  for (const SourceFile& header : program.headers)
    if (!stays_inside(header.name))
      throw Error({.file = header.name}, "the header is outside its family's folder",
                  "name it relative to the folder of " + program.main.name);
  translation.files = shim_headers();
  for (const char* name : kToolkitHeaders) translation.files.push_back({name, ""});
  for (SourceFile& header : standard_headers_of_host()) translation.files.push_back(std::move(header));
  translation.files.insert(translation.files.end(), program.headers.begin(), program.headers.end());
  translation.unit.name = "warpledger_unit.cpp";
  if (stays_inside(program.main.name)) {
    translation.files.push_back(program.main);
    // In the program's folder, to find its includes.
    const std::filesystem::path folder = std::filesystem::path(program.main.name).parent_path();
    translation.unit.name = (folder / translation.unit.name).string();
  }
  std::string& text = translation.unit.text;
  for (const SourceFile& header : shim_headers()) text += "#include \"" + header.name + "\"\n";
  for (const std::string& macro : macro_options(program)) text += definition(macro);
  text += fmt::format("#line 1 {}\n{}\n", quoted(program.main.name), program.main.text);
  text += table_of(functions);
  return translation;
}

std::string define_dynamic_shared(const std::vector<std::string>& names, std::uint64_t bytes) {
  std::string text = ".section .tbss.dynamic_shared,\"awT\",@nobits\n.p2align 8\n";
  std::vector<std::string> labels = names;
  labels.emplace_back(kDynamicShared);
  for (const std::string& label : labels)
    text += fmt::format(".globl {0}\n.hidden {0}\n.type {0},@object\n.size {0},{1}\n{0}:\n", label, bytes);
  return text + fmt::format(".zero {}\n.section .note.GNU-stack,\"\",@progbits\n", bytes);
}

std::vector<SourceFile> standard_headers_of_host() {
  std::vector<SourceFile> headers = {{"stdio.h", ""},
                                     {"cstdio", "#pragma once\nnamespace std { using ::printf; }\n"},
                                     {"assert.h", ""},
                                     {"cassert", ""},
                                     {"math.h", math_header_of_host()},
                                     {"cmath", "#include <math.h>\n"},
                                     {"stdlib.h", kStdlib},
                                     {"cstdlib", "#include <stdlib.h>\n"},
                                     {"time.h", "typedef long clock_t;\n"},
                                     {"ctime", "#include <time.h>\n"}};
  for (const char* name : kHostCodeHeaders) headers.push_back({name, ""});
  return headers;
}

}  // namespace warpledger
