#!/usr/bin/env python3
"""Converts JSON of Google Benchmark to lines that `warpledger ledger import` reads.

A point is a benchmark by its name; its samples are the repetitions, each the average of its iterations. Counters are
metrics: the median of the repetitions.
"""

import re
import statistics

from import_lines import Output, Unusable, json_in, member, metric, named_devices, number_in, run, with_times

UNITS_NS = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}
# Numbers of an entry that are not counters of the program.
OWN = {"family_index", "per_family_instance_index", "repetitions", "repetition_index", "threads", "iterations",
       "real_time", "cpu_time"}
# Until 2018 (google/benchmark PR 658) only the end of its name told an aggregate from a benchmark.
AGGREGATE = re.compile(r"(.+)_(mean|median|stddev|BigO|RMS)")


def aggregated(entry, names):
    """Name of the benchmark of which `entry` is an aggregate; None if it is a repetition. `names`: of all entries."""
    if "run_type" in entry:
        return entry.get("run_name", entry["name"]) if entry["run_type"] != "iteration" else None
    match = AGGREGATE.fullmatch(entry["name"])
    is_one = match and ("big_o" in entry or "rms" in entry or
                        all(f"{match[1]}_{one}" in names for one in ("mean", "stddev")))
    return match[1] if is_one else None


def repetitions_of(entries, aggregates):
    """Groups entries that are repetitions of one benchmark, in the order of the file. Entries of one name are not always
    that: a program may register a name twice. Files without repetition_index have an aggregate after repetitions."""
    groups, newest = [], {}
    for entry in entries:
        name, index = entry.get("run_name", entry["name"]), entry.get("repetition_index")
        key = (entry.get("family_index"), entry.get("per_family_instance_index"), name)
        group = newest.get(key)
        is_next = group and (name in aggregates if index is None else
                             index not in [one.get("repetition_index") for one in group])
        if is_next:
            group.append(entry)
        else:
            newest[key] = [entry]
            groups.append(newest[key])
    return groups


def counters_of(group):
    """Counters of a benchmark: the median of the repetitions that have a number."""
    metrics = []
    for name in dict.fromkeys(key for entry in group for key in entry):
        found = [entry[name] for entry in group if isinstance(entry.get(name), (int, float))]
        found = [value for value in found if not isinstance(value, bool)]
        if name not in OWN and found:
            one = [metric(name, value) for value in found]
            values = [each["value"] for each in one if each["value"] is not None]
            metrics.append(one[0] | {"value": statistics.median(values)} if values else one[0])
            if values:
                metrics[-1].pop("reason", None)
    return metrics


def time_ns(entry):
    unit = entry.get("time_unit", "ns")
    if unit not in UNITS_NS:
        raise Unusable(f"time_unit is '{unit}', expected one of {', '.join(UNITS_NS)}")
    time = entry.get("real_time")
    if number_in(time) is None or isinstance(time, str):
        raise Unusable("it has no 'real_time'")
    return UNITS_NS[unit] * time


def point_of(group):
    point = {"kernel": group[0].get("run_name", group[0]["name"]), "clock": "google-benchmark real_time"}
    for entry in group:
        if entry.get("error_occurred"):
            return point | {"outcome": "launch_failed", "reason": entry.get("error_message") or "error_occurred"}
        if entry.get("skipped"):
            return point | {"outcome": "invalid_point", "reason": f"skipped: {entry.get('skip_message') or 'no reason'}"}
        if number_in(entry.get("iterations", 1)) == 0:
            return point | {"outcome": "implausible", "reason": "0 iterations"}
    return with_times(point | {"metrics": counters_of(group)}, [time_ns(entry) for entry in group])


def convert(options):
    root = json_in(options.file)
    context = member(root, "context", dict, {})
    host = context.get("host_name") or "unknown host"
    output = Output("google-benchmark", "host", options.file)
    entries = []
    for i, entry in enumerate(member(root, "benchmarks", list)):
        if isinstance(entry, dict) and isinstance(entry.get("run_name", entry.get("name")), str) and entry.get("name"):
            entries.append(entry)
        else:
            output.complain(f"benchmarks[{i}]", "it has no 'name'")
    if entries and not context and not any("iterations" in entry or "real_time" in entry for entry in entries):
        raise Unusable("a list of benchmarks (--benchmark_list_tests), without results", "run the benchmarks")
    names = {entry["name"] for entry in entries}
    # A fit of the complexity belongs to several benchmarks, not to one.
    aggregates = {aggregated(entry, names) for entry in entries if "big_o" not in entry and "rms" not in entry} - {None}
    single = [entry for entry in entries if aggregated(entry, names) is None]
    for name in sorted(aggregates - {entry.get("run_name", entry["name"]) for entry in single}):
        output.complain(name, "aggregates only; run without --benchmark_report_aggregates_only to get its samples")
    for group in repetitions_of(single, aggregates):
        output.convert(group[0]["name"], host, lambda: point_of(group))
    output.print(named_devices({key: key for key in output.points}, options.device), context.get("date"))
    return output


if __name__ == "__main__":
    run(__doc__, convert)
