#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpledger {

struct SourceFile {
  std::string name;  ///< as in #include; for the main file, the path in compiler messages
  std::string text;

  bool operator==(const SourceFile&) const = default;
};

/// Maximum number of `../` in an #include of a submission.
inline constexpr std::size_t kMostFoldersUp = 3;

/// Translation unit with its family's headers, without the toolkit's.
struct Program {
  SourceFile main;
  std::vector<SourceFile> headers;
  std::vector<std::string> options = {};  ///< in addition to the common ones: "-DTILE=4"

  bool operator==(const Program&) const = default;
};

/// First option of a library program, which runs on the host and calls a library such as cuBLAS. Its functions `const
/// char* name(cudaStream_t stream, arguments...)` enqueue work and return null or an error message.
inline constexpr std::string_view kLibraryOption = "-shared";
bool is_library(const Program& program);

/// Language by the main file's name. The text of a .cubin is base64, because texts go through JSON.
enum class Language { cuda, ptx, cubin };
Language language_of(const Program& program);
Language language_of(std::string_view file_name);

/// Returns the options, one per line, as they are hashed and stored with the sources.
inline constexpr std::string_view kOptionsFile = "compile options";
SourceFile options_file(const Program& program);

std::vector<std::string> macro_options(const Program& program);

/// Returns the architecture-specific target that the options name ("sm_90a"), or "".
std::string own_architecture(const Program& program);

struct Compilation {
  Program program;
  std::vector<std::string> functions;
  bool counted = false;  ///< a host also builds a traced version
};

struct Submission {
  std::string name;
  std::vector<SourceFile> files;  ///< sorted by name, relative to the submission's folder
};

/// Program compiled for one architecture.
struct Cubin {
  std::string image;
  std::map<std::string, std::string> functions;  ///< C++ name expression -> name in the image

  bool operator==(const Cubin&) const = default;
};

/// Compiles for a GPU that need not be present and resolves `functions` (C++ name expressions). `arch` as in 89. Throws
/// if it cannot.
using CubinCompiler = std::function<Cubin(const Program& program, std::span<const std::string> functions, int arch)>;

/// Returns compiler messages for the author of a source, without those from `own_lines` on, which are about launch code
/// that is appended. If only those remain, returns "the source has no kernel <name>: <first message>", with the name
/// found between `before` and `behind`.
std::string compile_log(std::string_view log, std::string_view own_lines, std::string_view before,
                        std::string_view behind);

/// Returns a hint, starting with a newline, if a program that fails to compile has an unguarded main(), as files tested
/// with nvcc do; else "".
std::string host_code_hint(const Program& program);

}  // namespace warpledger
