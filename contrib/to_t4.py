#!/usr/bin/env python3
"""Prints a run of a ledger as results by schema T4 1.0.0, which Kernel Tuner and other autotuners read."""

from ledger_file import run_exporter

INVALIDITY = {"ok": "correct", "incorrect": "correctness", "invalid_point": "constraints", "compile_failed": "compile",
              "timed_out": "timeout"}


def result_of(point, started_utc):
    # Kernel Tuner measures milliseconds.
    time = [{"name": "time", "value": point["median_ns"] / 1e6, "unit": "ms"}] if point["median_ns"] else []
    return {"timestamp": started_utc,
            "configuration": {"kernel": point["instance"]} | point["parameters"],
            "objectives": ["time"],
            "times": {"runtimes": [time_ns / 1e6 for time_ns in point["samples_ns"]]},
            "invalidity": INVALIDITY.get(point["outcome"], "runtime"),
            "correctness": point["correct_share"],
            "measurements": time + point["metrics"]}


def convert(run, points):
    return {"schema_version": "1.0.0", "metadata": {"timeunit": "milliseconds"},
            "results": [result_of(point, run["started_utc"]) for point in points]}


if __name__ == "__main__":
    run_exporter(__doc__, convert)
