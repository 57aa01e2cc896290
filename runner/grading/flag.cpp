#include "grading/flag.h"

#include <fmt/format.h>

#include "base/text.h"

namespace warpledger {
namespace {

constexpr const char* kAside = "ignoring comments and white space";

/// "ben", "ben and carl", "ben, carl and 7 more".
std::string names(const std::vector<std::string>& all) {
  constexpr std::size_t kMost = 3;
  if (all.size() == 1) return all.front();
  if (all.size() > kMost) return fmt::format("{}, {} and {} more", all[0], all[1], all.size() - 2);
  return fmt::format("{} and {}", join({all.begin(), all.end() - 1}), all.back());
}

std::string text_of(const TooFast& time) {
  std::string text = fmt::format(
      "{}: faster than the device allows: the median is {:.2f} us; the minimum for the {} alone is {:.2f} us",
      time.point, time.median_ns / 1e3, time.floor.limit, time.floor.least_ns / 1e3);
  if (time.others > 0) text += fmt::format(", and {} more measurement{}", time.others, time.others == 1 ? "" : "s");
  return text;
}

std::string text_of(const TooFewBytes& bytes) {
  std::string text = fmt::format("{}: {:.0f} % of the bytes that the outputs have were written, atomics aside",
                                 bytes.point, 100 * bytes.written_share);
  if (bytes.others > 0)
    text += fmt::format(", and less than all at {} more point{}", bytes.others, bytes.others == 1 ? "" : "s");
  return text;
}

}  // namespace

std::string flag_text(const Flag& flag) {
  switch (flag.kind) {
    case FlagKind::same_source:
      return fmt::format("the source of {} is the same as that of {}, {}", flag.kernel, names(flag.others), kAside);
    case FlagKind::reference_source:
      return fmt::format("the source of {} is that of the reference solution, {}, {}", flag.kernel, flag.reference,
                         kAside);
    case FlagKind::starter_source:
      return fmt::format("the source is the same as the starter's, {}", kAside);
    case FlagKind::same_code:
      return fmt::format(
          "the machine code of {} is the same as that of {}",
          flag.instances == 1 ? "the one longer instance" : fmt::format("all {} longer instances", flag.instances),
          names(flag.others));
    case FlagKind::reference_code:
      return fmt::format("the machine code of {}{} is that of the reference solution, {}", flag.kernel,
                         flag.instances == 1 ? "" : fmt::format(" at all {} longer instances", flag.instances),
                         flag.reference);
    case FlagKind::too_fast:
      return text_of(*flag.time);
    case FlagKind::too_few_bytes:
      return text_of(*flag.bytes);
    case FlagKind::refused:
      return "it was refused and not run; what could be read of it is in the ledger";
  }
  return "";
}

std::string note_text(const LostAdjustment& lost) {
  return fmt::format(
      "an adjustment of {} is of '{}', which is no problem of this experiment now: points count, a "
      "percentage does not until the problem has its former name",
      lost.submission, lost.problem);
}

std::vector<std::string> note_texts(const ClassNotes& notes) {
  std::vector<std::string> texts;
  if (const std::size_t common = notes.common.size(); common > 0)
    texts.push_back(fmt::format("{} submission{} a kernel that the experiment calls common", common,
                                common == 1 ? " has" : "s have"));
  for (const std::size_t group : notes.alike)
    texts.push_back(
        fmt::format("{} submissions have the same machine code, too many for a flag: such code many find by "
                    "themselves",
                    group));
  for (const Stranger& one : notes.strangers)
    texts.push_back(fmt::format("{} has no place in the gradebook: {}", one.submission, one.why));
  std::vector<std::string> untimed;
  for (const Untimed& one : notes.untimed)
    untimed.push_back(one.submission + (one.marked_late ? " (late, by Canvas)" : ""));
  if (!untimed.empty())
    texts.push_back(
        fmt::format("it is not known when {} {} handed in, so that lateness takes nothing off; --times FILE "
                    "has the times",
                    join(untimed), untimed.size() == 1 ? "was" : "were"));
  for (const LostAdjustment& one : notes.lost) texts.push_back(note_text(one));
  return texts;
}

}  // namespace warpledger
