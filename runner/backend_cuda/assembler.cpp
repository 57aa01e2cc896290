#include "backend_cuda/assembler.h"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <string_view>
#include <vector>

#include "backend_cuda/toolkit_program.h"
#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "exec/backend.h"
#include "model/base64.h"
#include "sass/cubin_reader.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;

/// Returns 90 for "sm_90" and "sm_90a".
int number_of(std::string_view architecture) {
  int number = 0;
  const std::string_view digits = architecture.substr(architecture.find('_') + 1);
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

/// Returns the target of the PTX if it is this chip only: ".target sm_90a" on an sm_90. Else `architecture`.
std::string target_of(const std::string& ptx, const std::string& architecture) {
  constexpr std::string_view kTarget = "\n.target ";
  const std::size_t at = ptx.find(kTarget);
  if (at == std::string::npos) return architecture;
  const std::size_t begin = at + kTarget.size();
  const std::string target = ptx.substr(begin, ptx.find_first_of(", \t\r\n", begin) - begin);
  return target == architecture + "a" ? target : architecture;
}

std::string assembled(const Program& program, const std::string& architecture) {
  const TemporaryFolder folder;
  const fs::path source = folder.path() / fs::path(program.main.name).filename();
  const fs::path image = folder.path() / "cubin";
  write_file(source.string(), program.main.text);
  std::vector<std::string> words = {toolkit_program("ptxas", "a cubin of PTX"),
                                    "--gpu-name=" + target_of(program.main.text, architecture),
                                    "--output-file=" + image.string(), source.string()};
  constexpr std::string_view kForAssembler = "-Xptxas=";
  for (const std::string& option : program.options)
    words.push_back(option.starts_with(kForAssembler) ? option.substr(kForAssembler.size()) : option);
  run_compiler(words, folder.path());
  return read_file(image.string());
}

CubinCode code_of(const Program& program, const std::string& image) {
  try {
    return read_cubin(image);
  } catch (const Error& error) {
    throw PointFailure(Outcome::compile_failed, fmt::format("{}: {}", program.main.name, error.problem()));
  }
}

/// Machine code runs on chips of the same major version and at least its minor version.
void check_chip(const Program& program, int code, int chip) {
  if (code / 10 == chip / 10 && code <= chip) return;
  throw PointFailure(
      Outcome::invalid_point,
      fmt::format("{} is machine code for sm_{}, which a device of sm_{} cannot run", program.main.name, code, chip));
}

}  // namespace

Cubin assembled_cubin(const Program& program, std::span<const std::string> functions, const std::string& architecture) {
  const bool is_ptx = language_of(program) == Language::ptx;
  Cubin cubin{.image = is_ptx ? assembled(program, architecture) : base64_decoded(program.main.text), .functions = {}};
  const CubinCode code = code_of(program, cubin.image);
  if (!is_ptx) check_chip(program, code.arch, number_of(architecture));
  for (const std::string& function : functions) {
    cubin.functions[function] = function;
    if (code.kernels.contains(function)) continue;
    std::vector<std::string> names;
    for (const auto& [name, kernel] : code.kernels) names.push_back(name);
    throw PointFailure(Outcome::compile_failed,
                       fmt::format("{} has no kernel {}; it has: {}", program.main.name, function, join(names)));
  }
  return cubin;
}

}  // namespace warpledger
