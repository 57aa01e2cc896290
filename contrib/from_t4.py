#!/usr/bin/env python3
"""Converts T4 results of Kernel Tuner to lines that `warpledger ledger import` reads."""

import json

from import_lines import Output, Unusable, json_in, member, metric, number_in, parameters_in, run, unused, with_times

UNITS_NS = {"ns": 1, "nanoseconds": 1, "us": 1e3, "µs": 1e3, "microseconds": 1e3, "ms": 1e6, "milliseconds": 1e6,
            "miliseconds": 1e6, "s": 1e9, "seconds": 1e9}
OUTCOMES = {"correctness": "incorrect", "constraints": "invalid_point", "compile": "compile_failed",
            "timeout": "timed_out", "runtime": "launch_failed"}


def unit_ns(unit):
    if unit not in UNITS_NS:
        raise Unusable(f"the unit of times is {json.dumps(unit)}, expected one of {', '.join(UNITS_NS)}")
    return UNITS_NS[unit]


def outcome_of(result):
    """Outcome and reason; a kernel that is not known to be correct is not ok."""
    invalidity, correctness = member(result, "invalidity", str), number_in(result.get("correctness"))
    if invalidity != "correct":
        return {"outcome": OUTCOMES.get(invalidity, "launch_failed"), "reason": f"T4 says '{invalidity}'"}
    if correctness == 0:
        return {"outcome": "incorrect", "reason": "T4 says correctness 0"}
    return {"outcome": "ok"}


def point_of(result, file_unit):
    configuration = dict(member(result, "configuration", dict))
    point = {"kernel": str(configuration.pop("kernel", "kernel")), "parameters": parameters_in(configuration.items()),
             "clock": "T4 runtimes"} | outcome_of(result)
    if point["outcome"] != "ok":
        return point
    metrics, unit = {}, file_unit
    for one in member(result, "measurements", list, []):
        name, of_measurement = member(one, "name", str), str(one.get("unit") or "")
        if name == "time":
            if file_unit and of_measurement and unit_ns(file_unit) != unit_ns(of_measurement):
                raise Unusable(f"metadata.timeunit is '{file_unit}', and the unit of 'time' '{of_measurement}'")
            unit = file_unit or of_measurement
        else:
            name = unused(name, metrics)
            metrics[name] = metric(name, one.get("value"), of_measurement)
    times = member(member(result, "times", dict, {}), "runtimes", list, [])
    if any(number_in(time) is None or isinstance(time, str) for time in times):
        raise Unusable("'runtimes' has a value that is not a number")
    # Kernel Tuner measures milliseconds.
    return with_times(point | {"metrics": list(metrics.values())}, [unit_ns(unit or "ms") * time for time in times])


def convert(options):
    if len(options.device or []) != 1:
        raise Unusable("T4 does not name the device", "add --device NAME")
    root = json_in(options.file)
    if isinstance(root, dict) and "results" not in root and "cache" in root:
        raise Unusable("a cache file of Kernel Tuner, not T4 results", "write T4 results with its store_output_file()")
    file_unit = member(member(root, "metadata", dict, {}), "timeunit", str, "")
    if file_unit:
        unit_ns(file_unit)
    output = Output("kernel-tuner", "cuda", options.file)
    for i, result in enumerate(member(root, "results", list)):
        output.convert(f"results[{i}]", 0, lambda: point_of(result, file_unit))
    stamps = [result["timestamp"] for result in root["results"]
              if isinstance(result, dict) and isinstance(result.get("timestamp"), str)]
    output.print(lambda _: (options.device[0], None), min(stamps, default=None))
    return output


if __name__ == "__main__":
    run(__doc__, convert)
