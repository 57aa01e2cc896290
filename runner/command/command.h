#pragma once

#include "command/arguments.h"

namespace warpledger {

/// Exit codes, documented by --help.
inline constexpr int kAllOk = 0;
inline constexpr int kSomePointFailed = 1;
inline constexpr int kUsageOrInputError = 2;
inline constexpr int kDeviceFailed = 3;  ///< points are left, and no kernel is to blame

/// Each declares a command's arguments and its function.
void add_run(Arguments& arguments);
void add_rerun(Arguments& arguments);
void add_grade(Arguments& arguments);
void add_grades(Arguments& arguments);
void add_inspect(Arguments& arguments);
void add_check(Arguments& arguments);
void add_slurm(Arguments& arguments);
void add_autograder(Arguments& arguments);
void add_plan(Arguments& arguments);
void add_launch(Arguments& arguments);
void add_model(Arguments& arguments);
void add_calibrate(Arguments& arguments);
void add_noise(Arguments& arguments);
void add_query(Arguments& arguments);
void add_compare(Arguments& arguments);
void add_history(Arguments& arguments);
void add_report(Arguments& arguments);
void add_list(Arguments& arguments);
void add_show(Arguments& arguments);
void add_site(Arguments& arguments);
void add_checkout(Arguments& arguments);
void add_example(Arguments& arguments);
void add_ledger_merge(Arguments& arguments);
void add_ledger_export(Arguments& arguments);
void add_ledger_import(Arguments& arguments);
void add_ledger_check(Arguments& arguments);
void add_ledger_upgrade(Arguments& arguments);
void add_ledger_annotate(Arguments& arguments);
void add_ledger_tag(Arguments& arguments);
void add_ledger_forget(Arguments& arguments);
void add_adjust(Arguments& arguments);
void add_devices(Arguments& arguments);
void add_metrics(Arguments& arguments);
void add_doctor(Arguments& arguments);
void add_worker(Arguments& arguments);
void add_compiler(Arguments& arguments);
void add_kernels(Arguments& arguments);
void add_clocks(Arguments& arguments);

}  // namespace warpledger
