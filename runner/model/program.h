#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpledger {

/// A text that a program is compiled from.
struct SourceFile {
  std::string name;  ///< how #include names it; for the main file, the path shown in compiler messages
  std::string text;

  bool operator==(const SourceFile&) const = default;
};

/// How many folders the name of an #include of a submission leads up: "../../../x.h".
inline constexpr std::size_t kMostFoldersUp = 3;

/// One translation unit with everything it includes from its own family; toolkit headers are not listed.
struct Program {
  SourceFile main;
  std::vector<SourceFile> headers;
  std::vector<std::string> options = {};  ///< of the compiler, beside those of every program: "-DTILE=4"

  bool operator==(const Program&) const = default;
};

/// A library program is one of the family's own that runs on the host and calls a library such as cuBLAS: it becomes a
/// shared library, whose functions are declared `const char* name(cudaStream_t stream, arguments...)`, enqueue their
/// work on the stream and return null, or what is wrong. Its first option says so; others may be "-lcublas".
inline constexpr std::string_view kLibraryOption = "-shared";
bool is_library(const Program& program);

/// What a program is written in, as its main file's name ends: in CUDA C++; in PTX (.ptx); or not at all: it is machine
/// code (.cubin), whose text is its base64, since texts go through JSON and are shown.
enum class Language { cuda, ptx, cubin };
Language language_of(const Program& program);
Language language_of(std::string_view file_name);

/// The options of a program as a text, one a line: it is part of the program's digest and stored beside its sources.
inline constexpr std::string_view kOptionsFile = "compile options";
SourceFile options_file(const Program& program);

/// The options of a program that define macros: what a compiler other than CUDA's takes of them.
std::vector<std::string> macro_options(const Program& program);

/// "sm_90a": the architecture that the program is for alone, with instructions that no other has, when its options name
/// one; else empty.
std::string own_architecture(const Program& program);

/// What is compiled together: a program and the functions that are launched of it, as C++ name expressions.
struct Compilation {
  Program program;
  std::vector<std::string> functions;
  bool counted = false;  ///< metrics are taken of its launches: a host builds it once more, traced
};

/// A person's device code for kernels of a family.
struct Submission {
  std::string name;
  std::vector<SourceFile> files;  ///< sorted by name, which is relative to the submission's folder
};

/// A program compiled for one architecture.
struct Cubin {
  std::string image;                             ///< the cubin's bytes
  std::map<std::string, std::string> functions;  ///< C++ name expression -> name in the image

  bool operator==(const Cubin&) const = default;
};

/// Compiles a program for a GPU that need not be there, so that each of `functions` (C++ name expressions) can be
/// found; `arch` is a compute capability without its dot, such as 89. Throws what says why it cannot.
using CubinCompiler = std::function<Cubin(const Program& program, std::span<const std::string> functions, int arch)>;

/// A compiler's messages, as the author of a source should read them. Behind the source stand lines of ours that name
/// the kernels to launch; what the compiler says about those, in lines that begin with `own_lines`, is left out. When
/// that is all it says, the text is "the source has no kernel <name>: <first message>"; the name is what stands between
/// `before` and `behind` in the text that is left out.
std::string compile_log(std::string_view log, std::string_view own_lines, std::string_view before,
                        std::string_view behind);

/// What to add to the messages when a program does not compile that has a main(), as in a file that its author tests
/// with nvcc: a line behind a newline. "" of others, and where host code is left out already.
std::string host_code_hint(const Program& program);

}  // namespace warpledger
