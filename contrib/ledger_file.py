"""Points of a run in a ledger, for the exporters to_*.py. docs/ledger.md has the views that it reads."""

import argparse
import array
import json
import pathlib
import sqlite3
import sys
from datetime import datetime, timezone


class Unusable(Exception):
    """A ledger or run that cannot be exported: problem and hint."""

    def __init__(self, problem, hint=""):
        super().__init__(problem)
        self.hint = hint


def open_ledger(path):
    """A connection that reads the ledger at `path`."""
    if not pathlib.Path(path).is_file():
        raise Unusable("there is no such file", "name a ledger with --db")
    database = sqlite3.connect(pathlib.Path(path).absolute().as_uri() + "?mode=ro", uri=True)
    database.row_factory = sqlite3.Row
    if not database.execute("SELECT 1 FROM sqlite_schema WHERE type = 'view' AND name = 'points'").fetchone():
        raise Unusable("not a ledger with views", f"bring an older one up to date: warpledger ledger upgrade {path}")
    return database


def chosen_run(database, wanted):
    """The row of `runs` whose UUID begins with `wanted`. "latest": the newest that is not forgotten, not of a submission
    and not in the future."""
    if wanted == "latest":
        now = datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.999Z")
        found = database.execute("SELECT * FROM runs WHERE NOT forgotten AND submission IS NULL AND started_utc <= ? "
                                 "ORDER BY started_utc DESC LIMIT 1", (now,)).fetchall()
    else:
        found = database.execute("SELECT * FROM runs WHERE substr(run_uuid, 1, length(?1)) = ?1 AND NOT forgotten",
                                 (wanted,)).fetchall()
    if len(found) != 1:
        raise Unusable(f"{len(found)} runs are '{wanted}'", "`warpledger list runs` shows them; forgotten ones do not count")
    return found[0]


def whole(value):
    """A REAL that is a whole number as an integer."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def points_of(database, run):
    """Yields the points of a run in the order of its plan, as dictionaries: identity, instance, outcome, reason,
    parameters and launch by name, metrics with a value, samples_ns, median_ns, q1_ns, q3_ns, correct_share (of the
    elements that were compared)."""
    for row in database.execute("SELECT point, identity, instance, outcome, reason, time_us, time_q1_us, time_q3_us "
                                "FROM points WHERE run_uuid = ? ORDER BY ordinal", (run["run_uuid"],)):
        point = dict(row)
        point["parameters"] = {name: whole(value) for name, value in database.execute(
            "SELECT name, value FROM quantity WHERE configuration = (SELECT configuration FROM point WHERE id = ?) "
            "AND kind <> 'work' ORDER BY name", (row["point"],))}
        point["metrics"] = [{"name": name, "value": value, "unit": unit} for name, value, unit in database.execute(
            "SELECT name, value, unit FROM metrics WHERE point = ? AND value IS NOT NULL ORDER BY name", (row["point"],))]
        samples = array.array("d")
        for blob, in database.execute("SELECT samples_ns FROM timing WHERE point = ?", (row["point"],)):
            samples.frombytes(blob)
        if sys.byteorder == "big":
            samples.byteswap()
        point["samples_ns"] = samples.tolist()
        if not all(0 < time_ns < float("inf") for time_ns in point["samples_ns"]):
            raise Unusable(f"point '{row['identity']}' has a sample that is not a time", "check it: warpledger ledger check")
        for name in ("time", "time_q1", "time_q3"):
            time_us = row[f"{name}_us"]
            point[{"time": "median", "time_q1": "q1", "time_q3": "q3"}[name] + "_ns"] = time_us and 1e3 * time_us
        checked = database.execute("SELECT sum(elements), sum(mismatches) FROM check_result WHERE point = ?",
                                   (row["point"],)).fetchone()
        point["correct_share"] = 1 - checked[1] / checked[0] if checked[0] else int(row["outcome"] == "ok")
        yield point


def run_exporter(description, convert):
    """Command line of an exporter: prints the JSON value that convert(run, points) returns."""
    arguments = argparse.ArgumentParser(description=description)
    arguments.add_argument("run", nargs="?", default="latest", help="latest (the default), or the start of a run's UUID")
    arguments.add_argument("--db", default="results.db", metavar="FILE", help="the ledger (default: results.db)")
    options = arguments.parse_args()
    try:
        database = open_ledger(options.db)
        run = chosen_run(database, options.run)
        value = convert(run, points_of(database, run))
    except (Unusable, sqlite3.Error) as error:
        hint = getattr(error, "hint", "")
        print(f"{options.db}: {error}" + (f"\nhint: {hint}" if hint else ""), file=sys.stderr)
        sys.exit(2)
    json.dump(value, sys.stdout, ensure_ascii=False, allow_nan=False)
    print()
