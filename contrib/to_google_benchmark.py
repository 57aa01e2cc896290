#!/usr/bin/env python3
"""Prints a run of a ledger as JSON of Google Benchmark: a repetition for each sample, then their median with the metrics
as counters, except metrics that are named like a key of the format. cpu_time repeats real_time: readers of the format
demand one, and a ledger has none. A point that is not ok has error_occurred, and no times."""

from ledger_file import run_exporter


def entries_of(point, family):
    times_ns = point["samples_ns"]
    common = {"name": point["identity"], "family_index": family, "per_family_instance_index": 0,
              "run_name": point["identity"], "run_type": "iteration", "repetitions": len(times_ns), "threads": 1}

    def time(time_ns, iterations):
        return {"iterations": iterations, "real_time": time_ns, "cpu_time": time_ns, "time_unit": "ns"}

    entries = [common | {"repetition_index": i} | time(time_ns, 1) for i, time_ns in enumerate(times_ns)]
    if times_ns:
        median = common | {"name": point["identity"] + "_median", "run_type": "aggregate", "aggregate_name": "median",
                           "aggregate_unit": "time"} | time(point["median_ns"], len(times_ns))
        entries.append({metric["name"]: metric["value"] for metric in point["metrics"]} | median)
    if point["outcome"] != "ok":
        failed = {"error_occurred": True, "error_message": f"{point['outcome']}: {point['reason']}"}
        return [common | failed]
    return entries or [common | {"iterations": 0, "skipped": True, "skip_message": "not timed"}]


def convert(run, points):
    context = {"date": run["started_utc"], "executable": "warpledger", "caches": [], "library_build_type": "release"}
    context |= {key: run[key] for key in ("run_uuid", "experiment", "device_name", "tool_version")}
    return {"context": context, "benchmarks": [entry for family, point in enumerate(points)
                                               for entry in entries_of(point, family)]}


if __name__ == "__main__":
    run_exporter(__doc__, convert)
