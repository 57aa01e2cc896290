#include "model/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <regex>
#include <utility>

namespace warpledger {
namespace {

/// Extends to the end without `behind`.
std::string_view between(std::string_view text, std::string_view before, std::string_view behind) {
  const std::size_t found = text.find(before);
  if (found == std::string_view::npos) return {};
  const std::size_t begin = found + before.size();
  return text.substr(begin, std::min(text.find(behind, begin), text.size()) - begin);
}

std::size_t line_with(std::string_view text, std::string_view beginning) {
  if (text.starts_with(beginning)) return 0;
  const std::size_t found = text.find(fmt::format("\n{}", beginning));
  return found == std::string_view::npos ? found : found + 1;
}

}  // namespace

bool is_library(const Program& program) {
  return !program.options.empty() && program.options.front() == kLibraryOption;
}

Language language_of(std::string_view file_name) {
  if (file_name.ends_with(".ptx")) return Language::ptx;
  return file_name.ends_with(".cubin") ? Language::cubin : Language::cuda;
}

Language language_of(const Program& program) { return language_of(program.main.name); }

SourceFile options_file(const Program& program) {
  std::string text;
  for (const std::string& option : program.options) text += option + '\n';
  return {std::string(kOptionsFile), std::move(text)};
}

std::vector<std::string> macro_options(const Program& program) {
  std::vector<std::string> macros;
  std::ranges::copy_if(program.options, std::back_inserter(macros),
                       [](const std::string& option) { return option.starts_with("-D"); });
  return macros;
}

std::string own_architecture(const Program& program) {
  constexpr std::string_view kOption = "--gpu-architecture=";
  for (const std::string& option : program.options)
    if (option.starts_with(kOption)) return option.substr(kOption.size());
  return "";
}

std::string compile_log(std::string_view log, std::string_view own_lines, std::string_view before,
                        std::string_view behind) {
  constexpr std::string_view kError = "error: ";
  const std::size_t own = line_with(log, own_lines);
  if (own == std::string_view::npos) return std::string(log);
  const std::string_view about_source = log.substr(0, own);
  if (about_source.find(kError) != std::string_view::npos) return std::string(about_source);
  const std::string_view about_names = log.substr(own);
  return fmt::format("the source has no kernel {}: {}", between(about_names, before, behind),
                     between(about_names, kError, "\n"));
}

std::string host_code_hint(const Program& program) {
  constexpr const char* kGuard = "__CUDACC_RTC__";
  static const std::regex kMain(R"(\b(int|auto|void)\s{1,9}main\s{0,9}\()");  // bounded: std::regex recurses
  const auto& [name, text] = program.main;
  if (text.find(kGuard) != std::string::npos || !std::regex_search(text, kMain)) return "";
  return fmt::format("\n{} has a main(): it is compiled as device code alone; put code of the host behind #ifndef {}",
                     name, kGuard);
}

}  // namespace warpledger
