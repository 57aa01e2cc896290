#include "run/run_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>

#include "base/file.h"
#include "base/text.h"
#include "spec/comparison.h"
#include "spec/data_files.h"
#include "spec/filled_inputs.h"
#include "spec/timed_launches.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;

/// A line per metric: name, unit, and the counters or model quantity that may supply it.
std::string text_of(const std::vector<MetricRequest>& metrics) {
  std::string text;
  for (const MetricRequest& metric : metrics) {
    std::vector<std::string> choices;
    for (const CounterChoice& choice : metric.choices) choices.push_back(text_of(choice));
    if (metric.model) choices.push_back(text_of(*metric.model));
    text += fmt::format("{} [{}]: {}\n", metric.name, metric.unit, join(choices, "; "));
  }
  return text;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// The first lines in [`from`, `end`), counted from 0.
std::vector<std::string> shown(const char* when, const std::vector<std::string>& lines, std::size_t from,
                               std::size_t end) {
  constexpr std::size_t kMost = 3;
  std::vector<std::string> texts;
  for (std::size_t i = from; i < std::min(end, from + kMost); ++i)
    texts.push_back(fmt::format("  {} line {}: {}", when, i + 1, lines[i]));
  if (from == end) texts.push_back(fmt::format("  {} line {}: (not there)", when, from + 1));
  if (end > from + kMost) texts.push_back(fmt::format("  {} {} more lines", when, end - from - kMost));
  return texts;
}

/// Sentences on chosen kernels whose launches do not simply follow each other.
std::string unusual_launches_of(const Experiment& experiment) {
  std::map<std::string, std::string> sentences;
  for (const KernelChoice& choice : experiment.grid.kernels) {
    const Kernel& kernel = experiment.kernel_of(choice);
    if (const std::string words = unusual_launches(kernel); !words.empty())
      sentences[kernel.name] = fmt::format("{}: {}.", kernel.name, words);
  }
  std::vector<std::string> list;
  for (const auto& [name, sentence] : sentences) list.push_back(sentence);
  return join(list, " ");
}

/// Text of `words` for all families, or for each by name if they differ.
std::string of_each(const Families& families, std::string (*words)(const Family&), const char* separator) {
  std::set<std::string> different;
  std::vector<std::string> named;
  for (const Family& family : families) {
    const std::string text = words(family);
    different.insert(text);
    if (!text.empty()) named.push_back(fmt::format("{}: {}", family.name, text));
  }
  return different.size() == 1 ? *different.begin() : join(named, separator);
}

class PlanTexts {
 public:
  std::map<std::string, std::string> texts;

  void add_family(const Family& family) {
    const std::string prefix = prefix_of(family);
    texts[prefix + "family.yaml"] = read_file(family.file);
    for (const BufferTemplate& buffer : family.buffers)
      if (buffer.maker) add_own(family, buffer.maker->program);
    if (family.reference.is_kernel()) add_own(family, family.reference.program);
    for (const auto& [name, digest] : family.symbols.files()->read()) add_digest(prefix, name, digest);
  }

  /// In the format of sha256sum.
  void add_digest(const std::string& folder, const std::string& name, const std::string& digest) {
    texts[folder + name + std::string(kDigestSuffix)] =
        fmt::format("{}  {}\n", digest, fs::path(name).filename().string());
  }

  void add_kernel(const Family& family, const Kernel& kernel) {
    if (kernel.reference) add_own(family, kernel.reference->program);
    if (kernel.submitted) {
      add(kernel.program, "submission/", kernel.program.main.name);
    } else {
      add_own(family, kernel.program);
    }
  }

 private:
  static std::string prefix_of(const Family& family) { return fmt::format("kernels/{}/", family.name); }

  void add_own(const Family& family, const Program& program) {
    add(program, prefix_of(family),
        fs::path(program.main.name).lexically_relative(fs::path(family.file).parent_path()).string());
  }

  void add(const Program& program, const std::string& before, const std::string& main) {
    texts[before + main] = program.main.text;
    for (const SourceFile& header : program.headers) texts[before + header.name] = header.text;
  }
};

}  // namespace

std::vector<SourceFile> texts_of(const Experiment& experiment) {
  PlanTexts plan;
  std::map<std::string, std::string>& texts = plan.texts;
  texts["the list of metrics"] = text_of(experiment.metrics);
  const Families& families = experiment.families;
  for (const Family& family : families) plan.add_family(family);
  for (const std::string& name : experiment.files_in_grid())
    plan.add_digest("experiments/", name, experiment.files->get(name).digest);
  for (const KernelChoice& choice : experiment.grid.kernels)
    plan.add_kernel(experiment.family_of(choice), experiment.kernel_of(choice));
  if (const std::string text = of_each(families, filled_inputs, "; "); !text.empty()) texts[kInputsText] = text;
  if (const std::string text = of_each(families, unusual_comparisons, " "); !text.empty())
    texts[kComparisonsText] = text;
  if (const std::string text = unusual_launches_of(experiment); !text.empty()) texts[kLaunchesText] = text;
  std::vector<SourceFile> list;
  for (auto& [name, text] : texts) list.push_back({name, std::move(text)});
  return list;
}

std::string difference(const std::string& then, const std::string& now) {
  if (then == now) return {};
  const std::vector<std::string> before = lines_of(then), after = lines_of(now);
  const std::size_t shorter = std::min(before.size(), after.size());
  std::size_t same = 0;
  while (same < shorter && before[same] == after[same]) ++same;
  std::size_t same_end = 0;
  while (same_end < shorter - same && before[before.size() - 1 - same_end] == after[after.size() - 1 - same_end])
    ++same_end;
  if (same == before.size() && same == after.size()) return "  only in the newline at its end";
  std::vector<std::string> texts = shown("then", before, same, before.size() - same_end);
  for (std::string& line : shown("now ", after, same, after.size() - same_end)) texts.push_back(std::move(line));
  return join(texts, "\n");
}

}  // namespace warpledger
