// A worker process with the scripted device, for tests of the parent.
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "base/atomic_file.h"
#include "base/error.h"
#include "exec/compile_ahead.h"
#include "exec/frame.h"
#include "exec/job_fixture.h"
#include "exec/protocol.h"
#include "exec/worker.h"

namespace warpledger {
namespace {

/// Arguments: [--dies-counting] [--unusable-after-counting] [--wrong-answers FILE] --fd N
struct Options {
  explicit Options(const std::vector<std::string>& words) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (words[i] == "--dies-counting") dies_counting = true;
      if (words[i] == "--unusable-after-counting") unusable_after_profiling = true;
      if (words[i] == "--wrong-answers") wrong_answers = words.at(i + 1);
      if (words[i] == "--fd") fd = std::stoi(words.at(i + 1));
    }
  }
  bool dies_counting = false;
  bool unusable_after_profiling = false;
  std::string wrong_answers;  ///< file with the number of known-good runs that still fail
  int fd = -1;
};

/// Counts down the number in the file; true while it is positive.
bool answers_wrongly(const std::string& path) {
  int left = 0;
  std::ifstream(path) >> left;
  if (left <= 0) return false;
  std::ofstream(path) << left - 1;
  return true;
}

void print(const std::string& text) {
  if (write(STDOUT_FILENO, text.data(), text.size()) < 0) std::_Exit(1);
}

/// fixture::doubling_backend() with kernels that end their process, print, or never end.
class FaultyBackend : public ScriptedBackend {
 public:
  explicit FaultyBackend(const Options& options) : ScriptedBackend(fixture::doubling_backend()), options_(options) {
    counter_values["inst_executed"] = 42;
    kernels["crashes"] = [](const ScriptedCall&) { std::raise(SIGKILL); };
    kernels["hangs"] = [](const ScriptedCall&) { std::this_thread::sleep_for(std::chrono::hours(1)); };
    kernels["segfaults"] = [](const ScriptedCall&) {
      print("hello\nabout to fault\n");
      std::signal(SIGSEGV, SIG_DFL);  // AddressSanitizer installs a handler
      std::raise(SIGSEGV);
    };
    kernels["asserts"] = [](const ScriptedCall&) {
      print("k.cu:7: assertion failed\n");
      throw PointFailure(Outcome::launch_failed, "an assertion");
    };
    kernels["floods"] = [](const ScriptedCall&) {
      while (true) print("flood ");
    };
    kernels["prints_a_mebibyte"] = [good = kernels.at("good")](const ScriptedCall& call) {
      for (int line = 0; line < 1024; ++line) print(std::string(1023, 'm') + '\n');
      good(call);
    };
    kernels["errs"] = [](const ScriptedCall&) { throw Error("the GPU failed while looking up k", "see doctor"); };
    kernels["answers_for_itself"] = [fd = options.fd](const ScriptedCall&) {
      send_message(fd, {{"measure", {{"outcome", 0}}}, {"usable", true}});
      std::this_thread::sleep_for(std::chrono::hours(1));
    };
    const auto known_good = kernels.at(kKnownGoodFunction);
    kernels[kKnownGoodFunction] = [known_good, path = options.wrong_answers](const ScriptedCall& call) {
      if (!answers_wrongly(path)) known_good(call);
    };
  }

  std::vector<std::vector<Metric>> collect(std::span<const Work> works, Cache cache,
                                           std::span<const MetricRequest> metrics,
                                           const AfterPass& after_pass) override {
    if (options_.dies_counting) std::raise(SIGKILL);
    counted_ = true;
    return ScriptedBackend::collect(works, cache, metrics, after_pass);
  }

  bool usable() const override { return !(options_.unusable_after_profiling && counted_); }

 private:
  Options options_;
  bool counted_ = false;
};

/// Fake compiler process: creates a file in `folder` for each function, containing this process's id.
int compile(const std::string& folder, int fd) {
  compile_what_is_sent(fd, [&](const Compilation& compilation) {
    const std::string& function = compilation.functions.at(0);
    if (function == "odd") throw Error("it does not compile", "mend it");
    const std::filesystem::path file = folder + "/" + function;
    replace_file(file.string(), std::to_string(getpid()), AtomicFile::Flush::no);
    if (function == "slow") {
      std::this_thread::sleep_for(std::chrono::milliseconds(500));
      std::ofstream(file.string() + ".whole") << getpid();
    }
    if (function == "hangs") std::this_thread::sleep_for(std::chrono::hours(1));
  });
  return 0;
}

/// Fake clock holder; logs to `file`.
int hold(const std::string& file, int fd) {
  std::ofstream out(file);
  if (file.ends_with("refused")) {
    send_message(fd, {{"error", error_to_json(Error("2 other processes use the GPU", "wait"))}});
    return 0;
  }
  out << "locked " << std::flush;
  send_message(fd, {{"locked", true}});
  if (receive_message(fd) == nullptr) out << "let go" << std::flush;
  return 0;
}

}  // namespace
}  // namespace warpledger

int main(int argc, char** argv) {
  using namespace warpledger;
  if (argc > 2 && std::string(argv[1]) == "clocks") return hold(argv[2], Options({argv + 1, argv + argc}).fd);
  if (argc > 2 && std::string(argv[1]) == "compiler") return compile(argv[2], Options({argv + 1, argv + argc}).fd);
  const Options options({argv + 1, argv + argc});
  WorkerServices services;
  services.open = [&] { return std::make_unique<FaultyBackend>(options); };
  serve(options.fd, services);
}
