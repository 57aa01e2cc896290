#!/usr/bin/env python3
"""Converts JSON of nvbench (--json, --jsonbin) to lines that `warpledger ledger import` reads.

Samples are read from the folder FILE-bin next to the file, which --jsonbin writes. Without it a point has its summaries
as metrics, and no time.
"""

import array
import json
import os
import sys

from import_lines import (Output, Unusable, json_in, member, metric, named_devices, number_in, parameters_in, run, unused,
                          with_times)

# Tag of a summary that names a file of samples: the clock, and the state of the L2 cache.
SAMPLES = {"nv/json/bin:nv/cold/sample_times": ("nvbench cold", "cold"),
           "nv/json/bin:nv/cpu_only/sample_times": ("nvbench cpu_only", None)}


def values_of(summary):
    return {one.get("name"): one.get("value") for one in member(summary, "data", list, []) if isinstance(one, dict)}


def sample_file(named, json_path):
    """The path of a file of samples: its folder lies next to the JSON file. No other file is read."""
    folder, name = os.path.split(named)
    folder = os.path.basename(folder)
    if folder in ("", ".", "..") or name in ("", ".", ".."):
        raise Unusable(f"'{named}' is not a file of samples, FILE.json-bin/N.bin")
    return os.path.join(os.path.dirname(json_path), folder, name)


def times_in(summary, json_path):
    """Times [ns] of a file of samples: little-endian float32 [s]."""
    values = values_of(summary)
    if not isinstance(values.get("filename"), str):
        raise Unusable("nvbench could not write the file of samples")
    path = sample_file(values["filename"], json_path)
    with open(path, "rb") as file:
        content = file.read()
    count = number_in(values.get("size"))
    if len(content) != 4 * (count or 0):
        raise Unusable(f"{path} has {len(content)} bytes, expected {count} samples of 4 bytes")
    times_s = array.array("f", content)
    if sys.byteorder == "big":
        times_s.byteswap()
    return [1e9 * time_s for time_s in times_s]


def value_of(axis):
    """An axis value with its type: nvbench writes numbers as texts."""
    value = axis.get("value")
    number = number_in(value) if axis.get("type") in ("int64", "float64") else None
    return value if number is None else number


def point_of(benchmark, state, output, place):
    axes = member(state, "axis_values", list, [])
    point = {"kernel": member(benchmark, "name", str),
             "parameters": parameters_in((member(axis, "name", str), value_of(axis)) for axis in axes)}
    if state.get("is_skipped"):
        return point | {"outcome": "invalid_point", "reason": f"nvbench skipped it: {state.get('skip_reason') or 'no reason'}"}
    times_ns, metrics = [], {}
    for summary in member(state, "summaries", list, []):
        tag = member(summary, "tag", str)
        if tag in SAMPLES:
            clock, cache = SAMPLES[tag]
            try:
                times_ns = times_in(summary, output.path)
                point |= {"clock": clock, "cache": cache}
            except (Unusable, OSError) as error:
                output.complain(place, f"no samples: {error}")
        elif not tag.startswith("nv/json/"):
            values = values_of(summary)
            name = unused(tag, metrics)
            metrics[name] = (metric(name, values["value"]) if values.get("value") is not None else
                             metric(name, None) | {"reason": "nvbench wrote no value"})
    return with_times(point | {"metrics": list(metrics.values())}, times_ns)


def convert(options):
    root = json_in(options.file)
    if isinstance(root, dict) and "context" in root:
        raise Unusable("this is JSON of Google Benchmark", "convert it with from_google_benchmark.py")
    names = {device.get("id"): member(device, "name", str) for device in member(root, "devices", list, [])}
    output = Output("nvbench", "cuda", options.file)
    for i, benchmark in enumerate(member(root, "benchmarks", list)):
        for j, state in enumerate(member(benchmark, "states", list, [])):
            place = f"benchmarks[{i}]: states[{j}]"
            device = state.get("device") if isinstance(state, dict) else None
            if device is None and len(names) == 1:
                device = next(iter(names))
            if isinstance(device, int):
                output.convert(place, device, lambda: point_of(benchmark, state, output, place))
            else:
                output.complain(place, f"'device' is {json.dumps(device)}, expected the id of a device")
    output.print(named_devices({id: names.get(id, f"GPU {id}") for id in output.points}, options.device))
    return output


if __name__ == "__main__":
    run(__doc__, convert)
