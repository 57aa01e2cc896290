"""Lines that `warpledger ledger import` reads, for the converters from_*.py. docs/exchange.md defines them."""

import argparse
import contextlib
import json
import math
import os
import sys
from collections import Counter
from datetime import datetime, timezone


class Unusable(Exception):
    """A file, or one result of it, that cannot be converted: problem and hint."""

    def __init__(self, problem, hint=""):
        super().__init__(problem)
        self.hint = hint


def text_in(path):
    """The text of a file, or of standard input if `path` is "-": UTF-8, or UTF-16 with a byte order mark."""
    try:
        if path == "-":
            content = sys.stdin.buffer.read()
        else:
            with open(path, "rb") as file:
                content = file.read()
    except OSError as error:
        raise Unusable(f"cannot be read: {error.strerror}") from error
    utf16 = content.startswith((b"\xff\xfe", b"\xfe\xff"))
    try:
        return content.decode("utf-16" if utf16 else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unusable(f"byte {error.start} is not {error.encoding} text", "save the file as UTF-8") from error


def json_in(path):
    """The JSON value of a file. NaN and Infinity are numbers. A repeated key gets a number: Google Benchmark writes a
    counter that is named like a key of its own a second time."""

    def members(pairs):
        found = {}
        for key, value in pairs:
            found[unused(key, found)] = value
        return found

    try:
        return json.loads(text_in(path), object_pairs_hook=members, strict=False)
    except (ValueError, RecursionError) as error:
        raise Unusable(f"not JSON: {error}", "give the file as its tool wrote it") from error


def unused(name, taken):
    """`name`, or `name (2)`, `name (3)`, ... if it is taken."""
    free, number = name, 1
    while free in taken:
        number += 1
        free = f"{name} ({number})"
    return free


def member(value, key, kind, default=None):
    """Member `key` of an object, which must be of `kind`; `default` if it is absent or null."""
    if not isinstance(value, dict):
        raise Unusable(f"expected an object with '{key}', found {json.dumps(value)[:80]}")
    found = value.get(key)
    if found is None and default is not None:
        return default
    if not isinstance(found, kind) or (isinstance(found, bool) and kind is not bool):
        raise Unusable(f"'{key}' is {'absent' if found is None else 'not as expected: ' + json.dumps(found)[:80]}")
    return found


def one_line(text):
    """`text` with a blank for each control character, at most 1000 bytes: what a reason may be."""
    line = "".join(c if c.isprintable() else " " for c in text).strip() or "unknown"
    return line.encode()[:1000].decode(errors="ignore")


def number_in(value):
    """A JSON number or the text of one as a number: integers stay exact. None for anything else."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return value
    for kind in (int, float):
        try:
            return kind(value)
        except (TypeError, ValueError):
            pass
    return None


def metric(name, value, unit="", source="attribute"):
    """A metric. A value that is not a finite number becomes the reason why there is none."""
    number = number_in(value)
    if number is not None and math.isfinite(number):
        return {"name": name, "value": float(number), "unit": unit, "source": source}
    found = f"the file has {value}" if number is not None else f"not a number: {value}"
    return {"name": name, "value": None, "unit": unit, "source": source, "reason": found}


def parameters_in(members):
    """Parameters of a point. Integers beyond 64 bits, and numbers that are not finite, become texts."""
    exact = {}
    for name, value in members:
        if isinstance(value, (dict, list)) or value is None:
            value = json.dumps(value)
        elif isinstance(value, float) and not -(2.0**63) <= value < 2.0**63:
            value = repr(value)
        elif isinstance(value, int) and not -(2**63) <= value < 2**64:
            value = str(value)
        exact[unused(name, exact)] = value
    return exact


def with_times(point, times_ns):
    """`point` with its samples, or as implausible if a time is not positive and finite."""
    for place, time_ns in enumerate(times_ns):
        if not 0 < time_ns < 1e18:
            return point | {"outcome": "implausible",
                            "reason": f"sample {place + 1} of {len(times_ns)} is {time_ns:g} ns"}
    return point | ({"samples_ns": times_ns} if times_ns else {})


class Output:
    """Converted results, by device, and what could not be converted."""

    def __init__(self, tool, backend, path):
        self.tool, self.backend, self.path = tool, backend, path
        self.points = {}  # by device
        self.complaints = 0

    def complain(self, place, problem):
        self.complaints += 1
        print(f"{self.path}: {place}: {problem}", file=sys.stderr)

    def convert(self, place, device, make):
        """Adds the point that `make` returns to those of `device`. None adds nothing."""
        try:
            point = make()
        except Unusable as error:
            self.complain(place, error)
            return
        if point is not None:
            self.points.setdefault(device, []).append(point)

    def print(self, name_of, started=None):
        """Prints a line for each device, then its points. `name_of` returns the name and the UUID of a device; `started`
        is the text of the moment when the tool started, and counts if it has a time zone."""
        if not self.points:
            raise Unusable("no result could be converted" if self.complaints else "it has no results")
        file = {}
        if self.path != "-":
            modified = datetime.fromtimestamp(os.stat(self.path).st_mtime, timezone.utc)
            file = {"file": os.path.basename(self.path), "file_modified_utc": modified.strftime("%Y-%m-%dT%H:%M:%SZ")}
        with contextlib.suppress(TypeError, ValueError):
            moment = datetime.fromisoformat(started)
            if moment.tzinfo:
                file["started_utc"] = moment.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        for device, points in self.points.items():
            name, uuid = name_of(device)
            line = {"warpledger_import": 1, "tool": self.tool, "device": name, "backend": self.backend} | file
            print(json.dumps(line | ({"device_uuid": uuid} if uuid else {})))
            for point in points:
                for one in (point, *point.get("metrics", [])):
                    if "reason" in one:
                        one["reason"] = one_line(one["reason"])
                print(json.dumps({"outcome": "ok"} | point, allow_nan=False))


def named_devices(names, given):
    """Names of devices for Output.print. `names`: of the file's devices, by their key. `given`: the values of --device,
    NAME or KEY=NAME. A device whose name another one has too gets a UUID with its key."""
    given = given or []
    if len(given) == 1 and "=" not in given[0]:
        if len(names) > 1:
            raise Unusable(f"it has results of {len(names)} devices: {', '.join(map(str, names))}",
                           "name each with --device KEY=NAME")
        names = {key: given[0] for key in names}
    else:
        for one in given:
            key, equals, name = one.partition("=")
            matching = [known for known in names if str(known) == key]
            if not equals or not name or not matching:
                raise Unusable(f"--device {one}: not one of the file's devices {', '.join(map(str, names))}",
                               "write --device NAME, or KEY=NAME if there are several")
            names = names | {matching[0]: name}
    count = Counter(names.values())
    return lambda key: (names[key], f"foreign:{names[key]} {key}" if count[names[key]] > 1 else None)


def run(description, convert, declare=lambda arguments: None):
    """Command line of a converter: calls convert(options), which returns an Output. Exit code 1: a message names what
    is missing; 2: nothing could be converted."""
    arguments = argparse.ArgumentParser(description=description)
    arguments.add_argument("file", nargs="?", default="-", help="what the tool wrote; default: standard input")
    arguments.add_argument("--device", action="append", metavar="NAME",
                           help="name of the device; KEY=NAME for each if the file has several")
    declare(arguments)
    options = arguments.parse_args()
    try:
        output = convert(options)
    except Unusable as error:
        print(f"{options.file}: {error}" + (f"\nhint: {error.hint}" if error.hint else ""), file=sys.stderr)
        sys.exit(2)
    sys.exit(1 if output.complaints else 0)
