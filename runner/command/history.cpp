#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>

#include "base/error.h"
#include "command/command.h"
#include "command/output_arguments.h"
#include "command/terminal.h"
#include "compare/changed_page.h"
#include "compare/history_html.h"
#include "compare/history_page.h"
#include "ledger/ledger_reader.h"
#include "ledger/run_page.h"
#include "ledger/run_selection.h"
#include "ledger/view_reference.h"
#include "spec/library.h"

namespace warpledger {
namespace {

struct HistoryArguments {
  SeriesFilter filter;
  std::string since, until;
  std::string metric = kTimeMetric;
  std::string least_change = "1%";
  std::size_t shortest_segment = ChangePointOptions().shortest_segment;
  bool changed = false;
  std::vector<std::string> fail_on;
  std::string ledger = "results.db";
  Output output;
};

constexpr const char* kHistoryExamples =
    "Examples:\n"
    "  warpledger history --experiment lsu-2024-hw01 --kernel 'norm_group<32,8>' --set warps=4\n"
    "  warpledger history --kernel norm_base --metric l2_gbs --since 2026-01\n"
    "  warpledger history --kernel norm_base --format html >history.html\n"
    "  warpledger history --changed --since 24h --fail-on slower,suspected,failing,stale --format md\n\n"
    "A series is one point of one experiment and submission on one device, from run to run. "
    "docs/compare-and-history.md says how changes are found, docs/watch-a-year.md how to watch a lab every night.\n\n"
    "Exit codes: 0 shown, 1 something that --fail-on names, 2 usage or input error.";

void declare_filter(Arguments& arguments, HistoryArguments& options) {
  SeriesFilter& filter = options.filter;
  arguments.text("--experiment", filter.experiment, "the name of an experiment");
  arguments.text("--kernel", filter.kernel, "a kernel, or one instance of it: norm_group, norm_group<32,8>");
  arguments.repeated("--set", filter.values, "a parameter or part of the launch: d_l=32; may be repeated")
      .value_name("NAME=VALUE");
  arguments.text("--device", filter.device, "part of the device's name, or the start of its UUID");
  arguments.text("--submission", filter.submission, "the name of a submission; default: none, only runs of none");
  arguments
      .text("--since", options.since,
            "show runs that started on or after this day or so long ago: 2026-03-01, 7d, 24h; all runs decide")
      .value_name("DATE");
  arguments.text("--until", options.until, "show runs that started on or before this day; all runs decide")
      .value_name("DATE");
}

MetricWords words_of(const std::string& metric, const LedgerReader& ledger, const Library& library) {
  if (metric == kTimeMetric) return metric_words(metric, {});
  return metric_words(metric, ViewReference(ledger, library).meaning("points", metric));
}

ChangePointOptions change_options(const HistoryArguments& options) {
  return {.shortest_segment = options.shortest_segment,
          .least_change = parse_percentage(options.least_change, "--least-change")};
}

void check_changed(const HistoryArguments& options) {
  if (options.output.format == Format::html)
    throw Error("--changed has no HTML page of its own", "`warpledger site FOLDER` writes a site that begins with it");
  const auto asks_for = [&](const char* name) {
    return std::ranges::find(options.fail_on, name) != options.fail_on.end();
  };
  if (options.metric != kTimeMetric && (asks_for("slower") || asks_for("faster")))
    throw Error(fmt::format("--fail-on: '{}' is not a time, and gets neither slower nor faster", options.metric),
                "use --fail-on changed");
}

int print_changed(const HistoryArguments& options) {
  check_changed(options);
  const std::string week = "7d";
  const Window period = window_of(options.since.empty() ? week : options.since, options.until, options.filter.now_utc);
  // Counters that may explain a change are columns of the library's metrics.
  const LedgerReader ledger = open_ledger(options.ledger, Library(find_paths().roots));
  const ChangedList list = find_changed(ledger, options.filter, options.metric, period, change_options(options));
  std::cout << (options.output.json ? changed_json(list)
                                    : changed_page(list, options.output.format, line_width(STDOUT_FILENO)))
            << std::flush;
  return holds_any_of(list, options.fail_on) ? kSomePointFailed : kAllOk;
}

std::string history_as(const HistoryArguments& options) {
  const ChangePointOptions how = change_options(options);
  const Library library(find_paths().roots);
  const LedgerReader ledger = open_ledger(options.ledger, library);
  const auto all = mark_series(ledger, read_series(ledger, options.filter, options.metric), how,
                               window_of(options.since, options.until, options.filter.now_utc));
  if (const auto later = runs_dated_later(ledger, options.filter.now_utc); !later.empty())
    messages().tell(words_of(later, options.filter.now_utc) + "\n");
  if (options.output.json) return history_json(all, options.metric);
  if (options.output.format == Format::html)
    return history_html(
        all, options.metric, words_of(options.metric, ledger, library),
        [&](const std::string& sql) { return ledger.query(sql); }, load_page_assets(library.roots()));
  return history_page(all, options.metric, options.output.format, line_width(STDOUT_FILENO));
}

}  // namespace

void add_history(Arguments& arguments) {
  auto options = std::make_shared<HistoryArguments>();
  declare_filter(arguments, *options);
  arguments.text("--metric", options->metric, "a numeric column of the view points");
  arguments.text("--least-change", options->least_change, "ignore smaller changes");
  arguments.whole("--shortest-segment", options->shortest_segment,
                  "the fewest runs that make a level; fewer are outliers", 2, 1000);
  const CommandArgument changed =
      arguments.flag("--changed", options->changed,
                     "list the series that changed since --since (default 7d), worst first, and what was not measured");
  arguments
      .comma_list(
          "--fail-on", options->fail_on, {"slower", "faster", "changed", "suspected", "failing", "stale"},
          "with --changed, exit with 1 on such a series; changed: slower or faster; suspected: of a change; stale: "
          "nothing was measured")
      .needs(changed);
  declare_output(arguments, options->output, true);
  declare_ledger(arguments, options->ledger);
  arguments.explain(kHistoryExamples);
  arguments.run([options] {
    if (options->changed) return print_changed(*options);
    std::cout << history_as(*options) << std::flush;
    return kAllOk;
  });
}

}  // namespace warpledger
