#include "backend_host/translation.h"

#include <fmt/format.h>

#include <filesystem>

#include "backend_host/shim_text.h"
#include "backend_host/standard_headers.h"
#include "base/error.h"

namespace warpledger {
namespace {

/// Headers of the toolkit that device code includes and whose contents the shim's headers already are.
constexpr const char* kToolkitHeaders[] = {"cuda_runtime.h",
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

bool stays_inside(const std::string& name) {
  const std::filesystem::path path = std::filesystem::path(name).lexically_normal();
  return !name.empty() && path.is_relative() && *path.begin() != "..";
}

/// A C++ string literal.
std::string quoted(const std::string& text) {
  std::string literal = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') literal += '\\';
    literal += c;
  }
  return literal + '"';
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
    // Beside the program, so that it finds what lies there by name.
    const std::filesystem::path folder = std::filesystem::path(program.main.name).parent_path();
    translation.unit.name = (folder / translation.unit.name).string();
  }
  std::string& text = translation.unit.text;
  for (const SourceFile& header : shim_headers()) text += "#include \"" + header.name + "\"\n";
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

}  // namespace warpledger
