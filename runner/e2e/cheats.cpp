#include "e2e/cheats.h"

#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "base/file.h"
#include "e2e/program.h"

namespace warpledger::e2e {
namespace {

namespace fs = std::filesystem;

const std::string kAnyWrong = "^y\\[[0-9]+\\]: got .* elements (is|are) wrong$";
const std::string kAfterTiming = "^correct at first, wrong after the timed launches: y\\[";
const std::string kInATimedLaunch = "^correct at first, wrong in a timed launch on new inputs: y\\[";
const std::string kSameInputs = "^correct at first, wrong when launched again on the same inputs: .*: y\\[";
const std::string kOtherInputs = "^correct on the first inputs, wrong on others: y\\[";

/// The file of the family "cheats" that `kernel` is in.
fs::path file_of(const fs::path& family, const std::string& kernel) {
  for (const fs::directory_entry& entry : fs::directory_iterator(family))
    if (entry.path().extension() == ".cu" &&
        read_file(entry.path().string()).find("void " + kernel + "(") != std::string::npos)
      return entry.path();
  throw Error("no file of the family 'cheats' has a kernel " + kernel, "add it");
}

}  // namespace

Verdicts verdicts_on_cheats() {
  const Verdict wrong = {"incorrect", kAnyWrong};
  Verdicts all = {
      {"unsolved",
       {"incorrect", "^y\\[0\\]: got nothing new \\(.*never written.*; 1 001 of 1 001 elements are wrong$"}},
      {"wrong_for_odd_shapes", {"incorrect", "^y\\[1000\\]: got nothing .*; 1 of 1 001 elements is wrong$"}},
      {"stops_one_early", {"incorrect", "^y\\[1000\\]: got nothing .*; 1 of 1 001 elements is wrong$"}},
      {"not_a_number", {"incorrect", "^y\\[0\\]: got -?nan, expected "}},
      {"zeros", {"incorrect", "^y\\[0\\]: got 0, expected "}},
      {"copies_its_input", wrong},
      {"half_precision", wrong},
      {"race", {"incorrect", "elements (is|are) wrong$"}},
      {"depends_on_the_clock", wrong},
      {"prints_a_result", {"incorrect", "^y\\[0\\]: got 0, expected "}},
      // One sample is all that a host takes, so that the third launch is one on other inputs.
      {"right_for_two_launches", {"incorrect", on_cuda() ? kInATimedLaunch : kOtherInputs}},
      {"works_once", {"incorrect", on_cuda() ? kInATimedLaunch : kSameInputs}},
      {"works_once_a_buffer", {"incorrect", on_cuda() ? kInATimedLaunch : kSameInputs}},
      {"replays_its_first_answer", {"incorrect", on_cuda() ? kInATimedLaunch : kOtherInputs}},
      {"detects_poison", {"incorrect", on_cuda() ? kInATimedLaunch : kAfterTiming}},
      {"looks_for_the_reference",
       on_cuda() ? Verdict{"incorrect", "y\\[0\\]: got 0, expected "} : Verdict{"crashed", "signal 11"}},
      {"writes_before_its_buffer", {"incorrect", "^wrote before the start of y: y\\[-1\\], up to 4 bytes"}},
      {"writes_past_its_buffer", {"incorrect", "^wrote past the end of y: y\\[1001\\], up to 4 bytes"}},
      {"writes_far_past_its_buffer", {"incorrect", "^wrote past the end of y: y\\[1901\\], up to 3604 bytes"}},
      {"writes_the_usual_guard", {"incorrect", "^wrote past the end of y: y\\[1001\\], up to 4 bytes"}},
      {"changes_its_input", {"incorrect", "^the input x(\\[1000\\])? was changed"}},
      {"null_pointer", {on_cuda() ? "launch_failed" : "crashed", on_cuda() ? "IllegalAddress" : "signal 11"}},
      {"endless", {"timed_out", "^exceeded its time limit of 6 s"}},
      {"floods", {"incorrect", "^y\\[0\\]: got 0, expected "}},
      {"does_not_compile", {"compile_failed", "does_not_compile\\.cu.*undeclared"}},
      {"declared_only", {"compile_failed", "declared and not defined"}},
      {"includes_a_forbidden_file", {"compile_failed", "/etc/passwd"}},
  };
  // Where each timed launch has inputs of its own, it has to work in each.
  all["works_once_for_inputs"] = on_cuda() ? Verdict{"ok", "^$"} : Verdict{"incorrect", kSameInputs};
  for (const char* honest : {"plain", "shared_memory", "shuffles", "atomics", "large_local_array", "early_exit",
                             "constants", "prints_a_line"})
    all[honest] = {"ok", "^$"};
  return all;
}

void write_submission(const std::string& target, const std::string& kernel) {
  const fs::path folder = target;
  const fs::path family = fs::path(WARPLEDGER_SOURCE_DIR) / "runner/e2e/testdata/kernels/cheats";
  const fs::path file = file_of(family, kernel);
  fs::create_directories(folder);
  fs::copy(file, folder);
  fs::copy(family / "square.h", folder);
  std::ofstream(folder / "square.cu") << "#define " << kernel << " square\n#include " << file.filename() << '\n';
}

Verdicts write_class(const std::string& folder) {
  Verdicts verdicts = verdicts_on_cheats();
  verdicts["knows_the_shown_shape"] = {"incorrect", "^y\\[0\\]: got nothing .*; 1 000 of 1 000 elements are wrong$"};
  // Hidden shapes are verified and not timed: there it is launched again on the same inputs.
  verdicts["works_once_for_inputs"] = {"incorrect", kSameInputs};
  verdicts["includes_a_forbidden_file"] = {"refused", "includes_a_forbidden_file\\.cu:4:"};
  for (const auto& [kernel, verdict] : verdicts) write_submission(fs::path(folder) / kernel, kernel);
  return verdicts;
}

}  // namespace warpledger::e2e
