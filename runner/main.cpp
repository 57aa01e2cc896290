#include <CLI/CLI.hpp>
#include <exception>
#include <iostream>

#include "base/error.h"
#include "command/command.h"
#include "command/version.h"

namespace {

struct CommandRow {
  const char* name;
  const char* about;
  warpledger::AddCommand add;
  const char* group;  ///< heading in --help; "" hides the command
};

constexpr const char* kGroup = "Commands";

constexpr CommandRow kCommands[] = {
    {"run", "run an experiment, store it in the ledger, print its report", warpledger::add_run, kGroup},
    {"check", "whether a submission compiles and is correct, as a student runs it; and its report",
     warpledger::add_check, kGroup},
    {"grade", "run and grade the submissions of a class, or grade them again by other rules", warpledger::add_grade,
     kGroup},
    {"inspect", "what a submission's grade rests on: runs, numbers, times, flags", warpledger::add_inspect, kGroup},
    {"plan", "the points of an experiment, their count and an estimate; runs nothing", warpledger::add_plan, kGroup},
    {"launch", "launch every point once, for ncu or compute-sanitizer to watch; stores nothing", warpledger::add_launch,
     kGroup},
    {"model", "add to a run what the memory model says of its counters; needs no GPU", warpledger::add_model, kGroup},
    {"calibrate", "fit a device profile's memory model to a GPU's counters", warpledger::add_calibrate, kGroup},
    {"report", "print a page about a run", warpledger::add_report, kGroup},
    {"query", "answer a SELECT over the ledger's views", warpledger::add_query, kGroup},
    {"compare", "two runs, submissions, kernels, devices or dates, point by point", warpledger::add_compare, kGroup},
    {"history", "a point from run to run: what changed, and when", warpledger::add_history, kGroup},
    {"list", "experiments, families, reports and runs", warpledger::add_list, kGroup},
    {"show", "an experiment, a family or a run in detail", warpledger::add_show, kGroup},
    {"merge", "add what other ledgers hold to this one", warpledger::add_merge, kGroup},
    {"import", "the same: take in a file that export wrote", warpledger::add_merge, kGroup},
    {"export", "write one run to a file of its own, to mail or attach", warpledger::add_export, kGroup},
    {"verify", "look for damage: the file, references, checksums of sources and samples", warpledger::add_verify,
     kGroup},
    {"annotate", "add a dated note about a run or a moment", warpledger::add_annotate, kGroup},
    {"tag", "give a run a name to find it by", warpledger::add_tag, kGroup},
    {"forget", "hide a run from tables and histories; nothing is deleted", warpledger::add_forget, kGroup},
    {"adjust", "add points to a submission's grade or take some off, with the reason", warpledger::add_adjust, kGroup},
    {"example", "make up a year of results, to try compare, history and query on", warpledger::add_example, kGroup},
    {"devices", "GPUs, and the GPUs that the host can stand for", warpledger::add_devices, kGroup},
    {"metrics", "what can be counted, what it means, and what it costs on each chip", warpledger::add_metrics, kGroup},
    {"doctor", "what works here, what does not, why, and the cure", warpledger::add_doctor, kGroup},
    {"worker", "the process that compiles and runs kernels; started by the others", warpledger::add_worker, ""},
};

constexpr const char* kFooter =
    "Exit codes: 0 all points ok, 1 some point failed or the run was stopped, 2 usage or input error.";

int run(int argc, char** argv) {
  CLI::App app{
      "warpledger runs CUDA kernels over grids of shapes and launch configurations, checks every result,\n"
      "keeps every timing and counter in a ledger, and prints the tables of the assignment from it."};
  app.set_version_flag("--version", warpledger::kVersion);
  app.require_subcommand(1);
  app.footer(kFooter);
  int exit_code = warpledger::kAllOk;
  for (const CommandRow& row : kCommands) {
    CLI::App* command = app.add_subcommand(row.name, row.about)->group(row.group);
    command->footer(kFooter);
    row.add(*command, exit_code);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? warpledger::kAllOk : warpledger::kUsageOrInputError;
  }
  if (!std::cout.flush())
    throw warpledger::Error("standard output cannot be written", "make room where it goes, or let it go elsewhere");
  return exit_code;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const warpledger::Error& error) {
    std::cerr << "warpledger: " << error.what() << '\n';
  } catch (const std::exception& error) {
    std::cerr << "warpledger: " << error.what() << " (this is a defect; please report it)\n";
  }
  return warpledger::kUsageOrInputError;
}
