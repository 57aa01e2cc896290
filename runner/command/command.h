#pragma once

#include <CLI/CLI.hpp>

namespace warpledger {

/// Exit codes, as --help states them.
inline constexpr int kAllOk = 0;
inline constexpr int kSomePointFailed = 1;
inline constexpr int kUsageOrInputError = 2;

/// A command declares its options on `app` and sets the callback that runs it; the callback writes the exit code.
using AddCommand = void (*)(CLI::App& app, int& exit_code);

void add_run(CLI::App& app, int& exit_code);
void add_grade(CLI::App& app, int& exit_code);
void add_inspect(CLI::App& app, int& exit_code);
void add_check(CLI::App& app, int& exit_code);
void add_plan(CLI::App& app, int& exit_code);
void add_launch(CLI::App& app, int& exit_code);
void add_model(CLI::App& app, int& exit_code);
void add_calibrate(CLI::App& app, int& exit_code);
void add_query(CLI::App& app, int& exit_code);
void add_compare(CLI::App& app, int& exit_code);
void add_history(CLI::App& app, int& exit_code);
void add_report(CLI::App& app, int& exit_code);
void add_list(CLI::App& app, int& exit_code);
void add_show(CLI::App& app, int& exit_code);
void add_example(CLI::App& app, int& exit_code);
void add_merge(CLI::App& app, int& exit_code);
void add_export(CLI::App& app, int& exit_code);
void add_verify(CLI::App& app, int& exit_code);
void add_annotate(CLI::App& app, int& exit_code);
void add_tag(CLI::App& app, int& exit_code);
void add_forget(CLI::App& app, int& exit_code);
void add_adjust(CLI::App& app, int& exit_code);
void add_devices(CLI::App& app, int& exit_code);
void add_metrics(CLI::App& app, int& exit_code);
void add_doctor(CLI::App& app, int& exit_code);
void add_worker(CLI::App& app, int& exit_code);

}  // namespace warpledger
