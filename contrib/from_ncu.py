#!/usr/bin/env python3
"""Converts the output of `ncu --csv`, with or without --page raw, to lines that `warpledger ledger import` reads.

A point is a launch, with the metrics that ncu collected of it. Several tables in one file, such as a log that ncu
appended to, follow each other. ncu clears caches before a launch unless it was started with --cache-control none.
"""

import csv
import io
import re

from import_lines import Output, Unusable, metric, named_devices, number_in, run, text_in, unused, with_times

UNITS_NS = {"ns": 1, "nsecond": 1, "us": 1e3, "usecond": 1e3, "ms": 1e6, "msecond": 1e6, "s": 1e9, "second": 1e9}
SCALES = {"": 1, "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12}
SCALED = re.compile(r"([KMGT]?)([a-z%]\w*)(/\w+)?")
PER_SECOND = {"/nsecond": 1e9, "/usecond": 1e6, "/msecond": 1e3, "/second": 1, "/s": 1}
TIMES = ("gpu__time_duration.sum", "Duration")
HEADER = re.compile(r'"ID",|ID,')
ROW = {'"': re.compile(r'"\d*",'), "I": re.compile(r"\d*,")}  # by the first character of the header
ENGLISH = re.compile(r"[-+]?(\d{1,3}(,\d{3})+|\d+)?(\.\d+)?([eE][-+]?\d+)?")


def tables_in(lines, output):
    """Yields the tables of a log: the header, and the rows with the numbers of their lines. Lines between tables are of
    the program and of ncu."""
    header, rows, at, row = None, [], 0, None

    def record():
        nonlocal at
        begin = at
        reader = csv.reader((lines[i] for i in range(begin, len(lines))), strict=True)
        try:
            fields = next(reader)
        finally:
            at = begin + max(reader.line_num, 1)
        return fields

    while at < len(lines):
        line = at + 1
        is_header = HEADER.match(lines[at])
        if is_header:
            row = ROW[lines[at][0]]
        elif not row or not row.match(lines[at]):
            at += 1
            continue
        try:
            fields = record()
        except csv.Error as error:
            fields, problem = [], f"not CSV: {error}"
        else:
            problem = f"{len(fields)} fields, expected {len(header or fields)} as in the header"
        if is_header and fields:
            if header:
                yield header, rows
            header, rows = fields, []
        elif header and len(fields) == len(header):
            rows.append((line, dict(zip(header, fields))))
        else:
            at = line  # the next line may be a row
            output.complain(f"line {line}", problem)
    if header:
        yield header, rows


def number_of(text):
    """A number as ncu writes it in English, with commas between thousands; None for other text."""
    if ENGLISH.fullmatch(text) and any(c.isdigit() for c in text):
        return number_in(text.replace(",", ""))
    if re.fullmatch(r"[-+\d.,]+", text):
        raise Unusable(f"'{text}' is not a number in English notation; run ncu with LC_ALL=C")
    return None


def base_unit(number, unit):
    """The number and unit as `ncu --print-units base` writes them. ncu chooses Kbyte or Mbyte by the number."""
    if unit in UNITS_NS:
        return number * UNITS_NS[unit], "nsecond"
    parts = SCALED.fullmatch(unit)
    if not parts:
        return number, unit
    scale, name, per = parts[1], parts[2], parts[3] or ""
    if per in PER_SECOND:
        return number * SCALES[scale] * PER_SECOND[per], name + "/second"
    return number * SCALES[scale], name + per


class Launch:
    """One launch of a table."""

    def __init__(self, line, row):
        self.line, self.row = line, row
        self.values = {}  # by name: text and unit
        self.seen = set()

    def add(self, name, unit, value, section=""):
        if name in self.values and section:
            name = f"{name} ({section})"
        self.values[unused(name, self.values)] = (value, unit)

    def device(self):
        return self.row.get("Device", ""), self.row.get("CC", "")

    def point(self, cache):
        row = self.row
        if not row.get("Kernel Name"):
            raise Unusable("it has no 'Kernel Name'")
        point = {"kernel": row["Kernel Name"], "clock": "ncu gpu__time_duration", "cache": cache}
        if row.get("Grid Size") and row.get("Block Size"):
            point["launch"] = {"grid": extent_in(row["Grid Size"]), "block": extent_in(row["Block Size"])}
        metrics, time_ns, problem = [], None, None
        for name, (text, unit) in self.values.items():
            number = number_of(text)
            base, base_name = base_unit(0 if number is None else number, unit)
            metrics.append(metric(name, base, base_name, "cupti") if number is not None else
                           metric(name, None, base_name, "cupti") | {"reason": f"ncu wrote '{text}'"})
            if name in TIMES and time_ns is None:
                if number is None:
                    problem = f"{name} is '{text}'"
                elif unit in UNITS_NS:
                    time_ns = UNITS_NS[unit] * number
                else:
                    raise Unusable(f"{name} is in '{unit}', expected one of {', '.join(UNITS_NS)}")
        point["metrics"] = metrics
        if time_ns is None and problem:
            return point | {"outcome": "implausible", "reason": problem}
        return with_times(point, [] if time_ns is None else [time_ns])


def extent_in(text):
    """"(128, 1, 1)" as a list of three integers."""
    numbers = re.fullmatch(r"\( *(\d+), *(\d+), *(\d+) *\)", text)
    if not numbers:
        raise Unusable(f"'{text}' is not a size of a grid or block")
    return [int(number) for number in numbers.groups()]


def launches_of(header, rows):
    """The launches of a table. The raw page has a row of units and a row for each launch; the details page a row for each
    metric of a launch, whose ID another process may use as well."""
    if "Metric Name" not in header:
        units = rows[0][1] if rows and not rows[0][1]["ID"] else {}
        for line, row in rows[1:] if units else rows:
            launch = Launch(line, row)
            for name in header:
                if "__" in name and row[name]:
                    launch.add(name, units.get(name, ""), row[name])
            yield launch
        return
    launch = None
    of_launch = [name for name in ("ID", "Process ID", "Host Name", "Kernel Name", "Context", "Stream", "Block Size",
                                   "Grid Size", "Device") if name in header]
    for line, row in rows:
        name, section = row["Metric Name"], row.get("Section Name", "")
        if (launch is None or any(row[one] != launch.row[one] for one in of_launch)
                or (name and (section, name) in launch.seen)):
            if launch:
                yield launch
            launch = Launch(line, row)
        if name:  # else a row of advice
            launch.seen.add((section, name))
            launch.add(name, row.get("Metric Unit", ""), row.get("Metric Value", ""), section)
    if launch:
        yield launch


def convert(options):
    output = Output("ncu", "cuda", options.file)
    lines = io.StringIO(text_in(options.file)).readlines()
    cache = "cold" if options.cache_control == "all" else None
    names, found = {}, False
    for header, rows in tables_in(lines, output):
        found = True
        for launch in launches_of(header, rows):
            output.convert(f"line {launch.line}", launch.device(), lambda: launch.point(cache))
            number, capability = launch.device()
            names.setdefault((number, capability),
                             launch.row.get("device__attribute_display_name")
                             or (f"GPU {number}, compute capability {capability}" if number and capability else "unknown GPU"))
    if not found:
        raise Unusable('no line begins with "ID"', "give the output of ncu --csv")
    by_number = {key: key[0] or "GPU" for key in names if key in output.points}
    unique = len(set(by_number.values())) == len(by_number)
    keys = {key: by_number[key] if unique else f"{key[0]} (CC {key[1]})" for key in by_number}
    name_of = named_devices({keys[key]: names[key] for key in keys}, options.device)
    output.print(lambda key: name_of(keys[key]))
    return output


def declare(arguments):
    arguments.add_argument("--cache-control", choices=("all", "none"), default="all",
                           help="ncu's option; none: the state of the cache is unknown (default: all)")


if __name__ == "__main__":
    run(__doc__, convert, declare)
