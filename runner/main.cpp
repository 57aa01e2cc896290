#include <fmt/format.h>

#include <csignal>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>
#include <new>

#include "base/end_signals.h"
#include "base/error.h"
#include "base/log.h"
#include "command/command.h"
#include "command/command_line.h"
#include "command/completion.h"
#include "command/terminal.h"
#include "run/record_run.h"

namespace {

using warpledger::CommandRow;

constexpr const char* kRun = "Run";
constexpr const char* kAsk = "Report, query and compare";
constexpr const char* kGrade = "Grade a class";
constexpr const char* kKeep = "Manage the ledger";
constexpr const char* kMachine = "This machine";

const CommandRow kCommands[] = {
    {"run", "run an experiment, store it in the ledger, print its report", warpledger::add_run, kRun},
    {"rerun", "measure a stored run again, from the sources and settings in the ledger", warpledger::add_rerun, kRun},
    {"plan", "list the points of an experiment and estimate their time; runs nothing", warpledger::add_plan, kRun},
    {"slurm", "write the scripts that run experiments as a Slurm job array, and see how far they are",
     warpledger::add_slurm, kRun},
    {"launch", "launch every point once, under ncu or compute-sanitizer; stores nothing", warpledger::add_launch, kRun},
    {"model", "add the memory model's counter estimates to a run; needs no GPU", warpledger::add_model, kRun},

    {"report", "print the page of a run", warpledger::add_report, kAsk},
    {"list", "list experiments, families, reports and runs", warpledger::add_list, kAsk},
    {"show", "show an experiment, a family or a run in detail", warpledger::add_show, kAsk},
    {"checkout", "write the files that a run was made of to a new folder", warpledger::add_checkout, kAsk},
    {"query", "run a SELECT over the ledger's views", warpledger::add_query, kAsk},
    {"compare", "compare two runs, submissions, kernels, devices or dates, point by point", warpledger::add_compare,
     kAsk},
    {"history", "follow a point from run to run: what changed, and when", warpledger::add_history, kAsk},
    {"site", "write a static web site of a ledger: what changed, experiments, series, runs", warpledger::add_site,
     kAsk},
    {"example", "make up a year of results, to try compare, history and query", warpledger::add_example, kAsk},

    {"check", "check that a submission compiles and is correct, and print its page", warpledger::add_check, kGrade},
    {"grade", "run and grade the submissions of a class, or apply changed rules to their results",
     warpledger::add_grade, kGrade},
    {"inspect", "show what a submission's grade is based on: runs, numbers, times, flags", warpledger::add_inspect,
     kGrade},
    {"adjust", "add points to a submission's grade or deduct some, with a reason", warpledger::add_adjust, kGrade},
    {"grades", "list gradings: a student over assignments, an assignment over years, by which rules",
     warpledger::add_grades, kGrade},
    {"autograder", "write an autograder for Gradescope: checks where students submit, there or on a GPU machine",
     warpledger::add_autograder, kGrade},

    {"ledger merge", "add the contents of other ledgers to this one", warpledger::add_ledger_merge, kKeep},
    {"ledger export", "write a run to a separate ledger, to mail it", warpledger::add_ledger_export, kKeep},
    {"ledger import", "add results of another tool, which contrib/ converts, as runs", warpledger::add_ledger_import,
     kKeep},
    {"ledger check", "check for damage: the file, its tables, references, digests of every row",
     warpledger::add_ledger_check, kKeep},
    {"ledger upgrade", "bring a ledger of an older warpledger up to date: its schema and the identities of its points",
     warpledger::add_ledger_upgrade, kKeep},
    {"ledger annotate", "add a dated note about a run or a date", warpledger::add_ledger_annotate, kKeep},
    {"ledger tag", "give a run a name", warpledger::add_ledger_tag, kKeep},
    {"ledger forget", "hide a run from tables and histories; nothing is deleted", warpledger::add_ledger_forget, kKeep},

    {"devices", "list GPUs, and the GPUs that the host can emulate", warpledger::add_devices, kMachine},
    {"metrics", "list metrics, their meanings, and their passes on each chip", warpledger::add_metrics, kMachine},
    {"doctor", "say what works on this machine, what does not, why, and how to fix it", warpledger::add_doctor,
     kMachine},
    {"calibrate", "fit a device profile's memory model to a GPU's counters", warpledger::add_calibrate, kMachine},
    {"noise", "measure how much identical code differs on this device; compare uses the result", warpledger::add_noise,
     kMachine},
    {"completion", "print a script that completes these commands in a shell", warpledger::add_completion, kMachine},
    {"worker", "the process that compiles and runs kernels; started by the others", warpledger::add_worker, ""},
    {"compiler", "the process that compiles ahead of the worker; started by the others", warpledger::add_compiler, ""},
    {"kernels", "the process of untrusted kernels on the host; started by the worker", warpledger::add_kernels, ""},
    {"clocks", "the process that holds a GPU's clocks; started by the others", warpledger::add_clocks, ""},
};

int run(int argc, char** argv) {
  try {
    if (const char* path = std::getenv(warpledger::kLogVariable); path && *path) warpledger::open_log(path);
    const int exit_code = warpledger::run_command_line(kCommands, argc, argv);
    std::cout.flush();
    warpledger::require_output();
    return exit_code;
  } catch (const warpledger::DeviceFailed& failure) {
    warpledger::messages().tell(fmt::format("warpledger: {}\n", failure.what()));
    return warpledger::kDeviceFailed;
  } catch (const warpledger::Error& error) {
    warpledger::messages().tell(fmt::format("warpledger: {}\n", error.what()));
  } catch (const std::filesystem::filesystem_error& error) {
    const warpledger::Error told({error.path1()}, error.code().message(), "check the path and its permissions");
    warpledger::messages().tell(fmt::format("warpledger: {}\n", told.what()));
  } catch (const std::bad_alloc&) {
    const warpledger::Error told(
        "there is no memory left",
        "ask for less at once, or allow it more: ulimit -v, the job's or the container's limit");
    warpledger::messages().tell(fmt::format("warpledger: {}\n", told.what()));
  } catch (const std::exception& error) {
    warpledger::messages().tell(fmt::format("warpledger: {} (this is a defect; please report it)\n", error.what()));
  }
  return warpledger::kUsageOrInputError;
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // exceeding a file size limit is then a write error
  warpledger::remove_temporary_folders_on_signals();
  const int exit_code = run(argc, argv);
  warpledger::log("exit code {}", exit_code);
  return exit_code;
}
