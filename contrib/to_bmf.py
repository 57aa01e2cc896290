#!/usr/bin/env python3
"""Prints the ok points of a run of a ledger in Bencher Metric Format: the median time [ns] between the quartiles, and the
metrics."""

from ledger_file import Unusable, run_exporter


def convert(_, points):
    benchmarks = {}
    for point in points:
        if point["outcome"] != "ok" or point["median_ns"] is None:
            continue
        if point["identity"] in benchmarks:
            raise Unusable(f"two points are called '{point['identity']}'", "BMF has one entry a name: use to_t4.py")
        measures = {metric["name"]: {"value": metric["value"]} for metric in point["metrics"]}
        if "latency" in measures:
            measures["metric latency"] = measures["latency"]
        benchmarks[point["identity"]] = measures | {
            "latency": {"value": point["median_ns"], "lower_value": point["q1_ns"], "upper_value": point["q3_ns"]}}
    return benchmarks


if __name__ == "__main__":
    run_exporter(__doc__, convert)
