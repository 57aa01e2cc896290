#include <fmt/format.h>

#include <exception>
#include <filesystem>
#include <iostream>

#include "base/error.h"
#include "command/command.h"
#include "command/command_line.h"
#include "command/completion.h"
#include "command/terminal.h"

namespace {

using warpledger::CommandRow;

constexpr const char* kRun = "Run";
constexpr const char* kAsk = "Report, query and compare";
constexpr const char* kGrade = "Grade a class";
constexpr const char* kKeep = "Keep the ledger";
constexpr const char* kMachine = "This machine";

const CommandRow kCommands[] = {
    {"run", "run an experiment, store it in the ledger, print its report", warpledger::add_run, kRun},
    {"plan", "the points of an experiment, their count and an estimate; runs nothing", warpledger::add_plan, kRun},
    {"launch", "launch every point once, for ncu or compute-sanitizer to watch; stores nothing", warpledger::add_launch,
     kRun},
    {"model", "add to a run what the memory model says of its counters; needs no GPU", warpledger::add_model, kRun},

    {"report", "print a page about a run", warpledger::add_report, kAsk},
    {"list", "experiments, families, reports and runs", warpledger::add_list, kAsk},
    {"show", "an experiment, a family or a run in detail", warpledger::add_show, kAsk},
    {"query", "answer a SELECT over the ledger's views", warpledger::add_query, kAsk},
    {"compare", "two runs, submissions, kernels, devices or dates, point by point", warpledger::add_compare, kAsk},
    {"history", "a point from run to run: what changed, and when", warpledger::add_history, kAsk},
    {"example", "make up a year of results, to try compare, history and query on", warpledger::add_example, kAsk},

    {"check", "whether a submission compiles and is correct, as a student runs it; and its report",
     warpledger::add_check, kGrade},
    {"grade", "run and grade the submissions of a class, or grade them again by other rules", warpledger::add_grade,
     kGrade},
    {"inspect", "what a submission's grade rests on: runs, numbers, times, flags", warpledger::add_inspect, kGrade},
    {"adjust", "add points to a submission's grade or take some off, with the reason", warpledger::add_adjust, kGrade},

    {"ledger merge", "add what other ledgers hold to this one", warpledger::add_ledger_merge, kKeep},
    {"ledger export", "write one run to a file of its own, to mail or attach", warpledger::add_ledger_export, kKeep},
    {"ledger check", "look for damage: the file, its tables, references, digests of every row",
     warpledger::add_ledger_check, kKeep},
    {"ledger annotate", "add a dated note about a run or a moment", warpledger::add_ledger_annotate, kKeep},
    {"ledger tag", "give a run a name to find it by", warpledger::add_ledger_tag, kKeep},
    {"ledger forget", "hide a run from tables and histories; nothing is deleted", warpledger::add_ledger_forget, kKeep},

    {"devices", "GPUs, and the GPUs that the host can stand for", warpledger::add_devices, kMachine},
    {"metrics", "what can be counted, what it means, and what it costs on each chip", warpledger::add_metrics,
     kMachine},
    {"doctor", "what works here, what does not, why, and what to do", warpledger::add_doctor, kMachine},
    {"calibrate", "fit a device profile's memory model to a GPU's counters", warpledger::add_calibrate, kMachine},
    {"noise", "measure what comparing identical code comes to here, which compare uses", warpledger::add_noise,
     kMachine},
    {"completion", "print a script that lets a shell complete these commands", warpledger::add_completion, kMachine},
    {"worker", "the process that compiles and runs kernels; started by the others", warpledger::add_worker, ""},
};

}  // namespace

int main(int argc, char** argv) {
  try {
    const int exit_code = warpledger::run_command_line(kCommands, argc, argv);
    if (!std::cout.flush())
      throw warpledger::Error("standard output cannot be written", "make room where it goes, or let it go elsewhere");
    return exit_code;
  } catch (const warpledger::Error& error) {
    warpledger::messages().tell(fmt::format("warpledger: {}\n", error.what()));
  } catch (const std::filesystem::filesystem_error& error) {
    const warpledger::Error told({error.path1()}, error.code().message(),
                                 "check the path, and that you may write there");
    warpledger::messages().tell(fmt::format("warpledger: {}\n", told.what()));
  } catch (const std::exception& error) {
    warpledger::messages().tell(fmt::format("warpledger: {} (this is a defect; please report it)\n", error.what()));
  }
  return warpledger::kUsageOrInputError;
}
