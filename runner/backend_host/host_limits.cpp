#include "backend_host/host_limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <regex>
#include <sstream>
#include <string_view>

#include "base/error.h"

namespace warpledger {
namespace {

struct Message {
  std::string file;
  std::string line;
  std::string text;
};

bool is_of(const Program& program, const std::string& file) {
  return file == program.main.name || std::ranges::any_of(program.headers, [&](const SourceFile& header) {
           return file == header.name || file == "./" + header.name;
         });
}

/// Compilers may quote long lines, and std::regex recurses per character.
constexpr std::size_t kMostOfLine = 1000;

/// Returns the first error, at the program's line. For errors in shim headers that is the line named by a note or
/// "required from here". Absent if there is none.
std::optional<Message> first_error(const std::string& messages, const Program& program) {
  static const std::regex kMessage(R"(^(?:In file included from |\s+from )?([^:\s][^:]*):(\d+)(?::\d+)?:\s*(.*)$)");
  std::istringstream stream(messages);
  std::optional<Message> error, place;
  for (std::string line; std::getline(stream, line);) {
    line.resize(std::min(line.size(), kMostOfLine));
    std::smatch found;
    if (!std::regex_match(line, found, kMessage)) continue;
    const Message message{found[1], found[2], found[3]};
    const bool is_error = message.text.starts_with("error: ") || message.text.starts_with("fatal error: ");
    if (is_error && error) break;
    if (is_error) error = message;
    if (is_of(program, message.file) && (!place || is_error)) place = message;
  }
  if (!error) return std::nullopt;
  if (place) error->file = place->file, error->line = place->line;
  return error;
}

/// Returns the first quoted text; of a declaration, its name.
std::string quoted_name(const std::string& text) {
  static const std::regex kQuoted("['\u2018]([^'\u2019]+)['\u2019]");
  std::smatch found;
  if (!std::regex_search(text, found, kQuoted)) return "";
  static const std::regex kName(R"(([A-Za-z_]\w*)\s*\()");
  const std::string quoted = found[1];
  return std::regex_search(quoted, found, kName) ? std::string(found[1]) : quoted;
}

/// Returns the subject of the error `text`; for functions deleted by the shim, a note names it.
std::string name_in(const std::string& messages, const std::string& text) {
  static const std::regex kDeleted("'([^']{1,200})' has been explicitly (?:marked )?deleted");
  std::smatch found;
  if (text.find("deleted") != std::string::npos && std::regex_search(messages, found, kDeleted)) return found[1];
  return quoted_name(text);
}

/// Returns the header that an #include did not find.
std::string missing_header(const std::string& text) {
  static const std::regex kMissing(R"('?([\w./-]+)'? ?(?:file not found|: No such file or directory))");
  std::smatch found;
  return std::regex_search(text, found, kMissing) ? std::string(found[1]) : "";
}

bool is_about_ptx(const std::string& messages) {
  constexpr std::array<std::string_view, 5> kSigns = {"<inline asm>", "Assembler messages", "in asm", "in 'asm'",
                                                      "invalid instruction mnemonic"};
  return std::ranges::any_of(kSigns, [&](std::string_view sign) { return messages.find(sign) != messages.npos; });
}

/// True for a linker's message about variables out of address range.
bool is_about_size(const std::string& messages) {
  return messages.find("relocation truncated") != messages.npos || messages.find("out of range") != messages.npos;
}

/// Returns "<cub/cub.cuh>", "'__vadd4'" or "PTX (asm)"; "what stands here" if unknown.
std::string what_is_not_known(const std::string& messages, const std::string& text) {
  if (text.empty() && is_about_size(messages)) return "static memory of more than 2 GiB";
  if (is_about_ptx(messages)) return "PTX (asm)";
  if (const std::string header = missing_header(text); !header.empty()) return fmt::format("<{}>", header);
  const std::string name = name_in(messages, text);
  return name.empty() ? "what stands here" : fmt::format("'{}'", name);
}

bool sounds_like_cuda(const std::string& messages, const std::string& text) {
  if (is_about_ptx(messages) || !missing_header(text).empty() || text.find("deleted") != text.npos) return true;
  const std::string name = quoted_name(text);
  constexpr std::array<std::string_view, 7> kBegins = {"__",  "cub",   "cuda", "nvcuda", "cooperative_groups",
                                                       "nv_", "atomic"};
  constexpr std::array<std::string_view, 4> kHolds = {"bfloat16", "half", "fp8", "wmma"};
  return std::ranges::any_of(kBegins, [&](std::string_view begin) { return name.starts_with(begin); }) ||
         std::ranges::any_of(kHolds, [&](std::string_view part) { return name.find(part) != name.npos; });
}

/// True if `header` is of a toolkit library.
bool is_of_toolkit(const std::string& header) {
  constexpr std::array<std::string_view, 8> kFolders = {"cub/", "cuda/", "thrust/", "cooperative_groups",
                                                        "nv/",  "cuda_", "mma",     "curand"};
  return std::ranges::any_of(kFolders, [&](std::string_view folder) { return header.starts_with(folder); });
}

constexpr const char* kFineOnGpu = "it may be fine on a GPU";

/// Headers such as <cub/cub.cuh> require nvcc, because they contain host code.
constexpr const char* kNotAsAWhole =
    "the compiler for GPUs does not take all of it either: include the part that is used, such as "
    "<cub/block/block_reduce.cuh>";

PointFailure limit(const std::string& messages, const Program& program, const char* on_gpu) {
  const std::optional<Message> error = first_error(messages, program);
  const std::string where = error ? fmt::format("{}:{}: ", error->file, error->line) : "";
  return {Outcome::invalid_point, fmt::format("{}the host backend does not know {}; {}", where,
                                              what_is_not_known(messages, error ? error->text : ""), on_gpu)};
}

}  // namespace

PointFailure explained_refusal(const PointFailure& refused, const Program& program,
                               const std::function<void()>& compile_for_gpu) {
  if (refused.outcome() != Outcome::compile_failed) return refused;
  const std::string messages = refused.what();
  PointFailure own_fault(Outcome::compile_failed, messages + host_code_hint(program));
  try {
    compile_for_gpu();
  } catch (const PointFailure&) {
    const std::optional<Message> error = first_error(messages, program);
    if (!error || !is_of_toolkit(missing_header(error->text))) return own_fault;
    return limit(messages, program, kNotAsAWhole);
  } catch (const Error&) {
    const std::optional<Message> error = first_error(messages, program);
    if (!sounds_like_cuda(messages, error ? error->text : "")) return own_fault;
  }
  return limit(messages, program, kFineOnGpu);
}

}  // namespace warpledger
