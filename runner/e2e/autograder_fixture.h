#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "base/file.h"
#include "e2e/program.h"

namespace warpledger::e2e {

inline constexpr const char* kRight =
    "__global__ void axpy_chunked(float* y, const float* x, float a, int n) {\n"
    "  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i] = a * x[i] + "
    "y[i];\n}\n";
inline constexpr const char* kWrong =
    "__global__ void axpy_chunked(float* y, const float* x, float a, int n) {\n"
    "  if (blockIdx.x == 0 && threadIdx.x == 0) printf(\"{\\\"score\\\": 100}\\n\");\n}\n";

/// The course of docs/example, and what Gradescope's machine has of it.
class Autograder : public testing::Test {
 protected:
  Autograder() { run("cp -r \"$WARPLEDGER_HOME\"/docs/example/. ."); }

  Ended run(const std::string& command) const {
    Ended ended = shell(command, folder_);
    EXPECT_EQ(ended.exit_code, 0) << command << "\n" << ended.out << ended.err;
    return ended;
  }
  void write(const std::string& file, const std::string& text) const {
    std::filesystem::create_directories(std::filesystem::path(folder_ + "/" + file).parent_path());
    std::ofstream(folder_ + "/" + file, std::ios::binary) << text;
  }

  /// Makes the bundle with `options` and puts it where Gradescope does; what the command prints.
  std::string install(const std::string& options) const {
    const Ended made = run("warpledger autograder axpy-hw --output bundle " + options);
    run("mkdir -p gs/submission gs/results && cp -r bundle gs/source && cp bundle/run_autograder gs/ && "
        "echo '{\"id\": 1, \"users\": [{\"email\": \"a@uni.example\", \"id\": 41, \"name\": \"A \\\"id\\\": 7\"}, "
        "{\"email\": "
        "\"b@uni.example\", \"id\": 42, \"name\": \"B\"}], \"previous_submissions\": []}' > "
        "gs/submission_metadata.json");
    return made.out;
  }
  void submit(const std::string& file, const std::string& text) const {
    run("rm -rf gs/submission/* gs/results/*");
    write("gs/submission/" + file, text);
  }
  /// What the student sees, once the autograder has run in a bare environment, with `variables`.
  nlohmann::json results(const std::string& variables = "") const {
    run("cd gs && env -i PATH=/usr/bin:/bin " + variables + " ./run_autograder");
    run("python3 -W ignore -m jsonschema -i gs/results/results.json "
        "\"$WARPLEDGER_HOME\"/schema/gradescope-results.schema.json");
    return nlohmann::json::parse(read_file(folder_ + "/gs/results/results.json"));
  }

  std::string folder_ = fresh_folder();
};

}  // namespace warpledger::e2e
