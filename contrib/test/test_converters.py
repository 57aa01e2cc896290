"""Converters of contrib/: what each makes of what its tool writes. The files in data/ are real output, shortened."""

import contextlib
import io
import json
import os
import runpy
import struct
import sys
import tempfile
import unittest
from unittest import mock

CONTRIB = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, CONTRIB)


class Converted:
    """What a converter printed. It runs in this process: starting Python takes longer than the conversion."""

    def __init__(self, script, path, *options, stdin=b""):
        out, err = io.StringIO(), io.StringIO()
        with (mock.patch("sys.argv", [script, path, *options]), mock.patch("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin))),
              contextlib.redirect_stdout(out), contextlib.redirect_stderr(err)):
            try:
                runpy.run_path(os.path.join(CONTRIB, script), run_name="__main__")
                self.exit_code = None
            except SystemExit as ended:
                self.exit_code = ended.code
        self.messages = err.getvalue()
        lines = [json.loads(line) for line in out.getvalue().splitlines()]
        self.devices = [line for line in lines if "warpledger_import" in line]
        self.points = [line for line in lines if "kernel" in line]


class ConverterTest(unittest.TestCase):
    script = ""
    options = ()

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def write(self, name, content):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        return path

    def convert(self, content, *options):
        """What the script makes of a text, or of a JSON value."""
        if not isinstance(content, (str, bytes)):
            content = json.dumps(content)
        return Converted(self.script, self.write("file.json", content), *(options or self.options))

    def one(self, content, *options):
        """The only point, of a file that is converted whole."""
        converted = self.convert(content, *options)
        self.assertEqual((converted.exit_code, converted.messages), (0, ""))
        self.assertEqual(len(converted.points), 1)
        return converted.points[0]

    def refused(self, content, *words, options=()):
        """Nothing is printed, the exit code is 2, and the message has the words."""
        converted = self.convert(content, *options)
        self.assertEqual((converted.exit_code, converted.devices), (2, []))
        for word in words:
            self.assertIn(word, converted.messages)


class Nvbench(ConverterTest):
    script = "from_nvbench.py"

    @staticmethod
    def file(state, devices=({"id": 0, "name": "NVIDIA H200"},)):
        state = {"device": 0, "axis_values": None, "is_skipped": False} | state
        return {"devices": list(devices), "benchmarks": [{"name": "copy", "states": [state]}]}

    @staticmethod
    def samples(filename, size, tag="nv/json/bin:nv/cold/sample_times"):
        return {"tag": tag, "data": [{"name": "filename", "type": "string", "value": filename},
                                     {"name": "size", "type": "int64", "value": str(size)}]}

    def test_samples_lie_next_to_the_file_whatever_path_it_had(self):
        self.write("file.json-bin/0.bin", struct.pack("<3f", 2**-20, 2**-19, 2**-18))
        point = self.one(self.file({"summaries": [self.samples("elsewhere/file.json-bin/0.bin", 3)]}))
        self.assertEqual(point["samples_ns"], [2**-20 * 1e9, 2**-19 * 1e9, 2**-18 * 1e9])
        self.assertEqual((point["clock"], point["cache"]), ("nvbench cold", "cold"))

    def test_times_of_a_host_have_no_cache_state(self):
        self.write("file.json-bin/0.bin", struct.pack("<f", 1e-6))
        summary = self.samples("file.json-bin/0.bin", 1, "nv/json/bin:nv/cpu_only/sample_times")
        point = self.one(self.file({"summaries": [summary]}))
        self.assertEqual((point["clock"], point["cache"]), ("nvbench cpu_only", None))

    def test_samples_that_are_missing_or_cut_cost_the_times_only(self):
        for named, size, words in (("file.json-bin/1.bin", 1, "1.bin"), ("file.json-bin/0.bin", 3, "has 8 bytes"),
                                   ("/etc/..", 1, "not a file of samples"), ("0.bin", 1, "not a file of samples")):
            self.write("file.json-bin/0.bin", struct.pack("<2f", 1e-6, 1e-6))
            mean = {"tag": "nv/cold/time/gpu/mean", "data": [{"name": "value", "type": "float64", "value": "1e-06"}]}
            converted = self.convert(self.file({"summaries": [self.samples(named, size), mean]}))
            self.assertEqual(converted.exit_code, 1, named)
            self.assertIn("benchmarks[0]: states[0]: no samples: ", converted.messages)
            self.assertIn(words, converted.messages)
            self.assertNotIn("samples_ns", converted.points[0])
            self.assertEqual(converted.points[0]["metrics"][0]["value"], 1e-06)

    def test_a_sample_that_is_not_a_time_makes_the_point_implausible(self):
        for bad in (0.0, -1.0, float("nan"), float("inf")):
            self.write("file.json-bin/0.bin", struct.pack("<3f", 1e-6, bad, 1e-6))
            point = self.one(self.file({"summaries": [self.samples("file.json-bin/0.bin", 3)]}))
            self.assertEqual(point["outcome"], "implausible")
            self.assertIn("sample 2 of 3", point["reason"])
            self.assertNotIn("samples_ns", point)

    def test_a_summary_that_is_not_a_number_is_null_with_the_reason(self):
        def value(tag, found):
            return {"tag": tag, "data": [{"name": "value", "type": "float64", "value": found}]}

        metrics = self.one(self.file({"summaries": [
            value("a", "inf"), value("b", "nan"), value("c", "radix"), value("d", None), {"tag": "e"},
            {"tag": "f", "data": None}, value("a", "2"), value("g", 3)]}))["metrics"]
        self.assertEqual([(one["name"], one["value"], one.get("reason")) for one in metrics],
                         [("a", None, "the file has inf"), ("b", None, "the file has nan"),
                          ("c", None, "not a number: radix"), ("d", None, "nvbench wrote no value"),
                          ("e", None, "nvbench wrote no value"), ("f", None, "nvbench wrote no value"),
                          ("a (2)", 2, None), ("g", 3, None)])

    def test_axis_values_have_their_types(self):
        axes = [{"name": "N", "type": "int64", "value": "9007199254740993"},
                {"name": "T", "type": "type", "value": "I32"}, {"name": "X", "type": "float64", "value": "0.5"},
                {"name": "S", "type": "string", "value": "16"}, {"name": "N", "type": "int64", "value": 7}]
        self.assertEqual(self.one(self.file({"axis_values": axes}))["parameters"],
                         {"N": 9007199254740993, "T": "I32", "X": 0.5, "S": "16", "N (2)": 7})

    def test_devices_of_one_name_are_told_apart(self):
        devices = ({"id": 0, "name": "NVIDIA H200"}, {"id": 1, "name": "NVIDIA H200"})
        root = self.file({}, devices)
        root["benchmarks"][0]["states"].append({"device": 1, "axis_values": None})
        self.assertEqual([one["device_uuid"] for one in self.convert(root).devices],
                         ["foreign:NVIDIA H200 0", "foreign:NVIDIA H200 1"])
        self.refused(root, "2 devices", options=("--device", "H200"))

    def test_a_state_that_is_damaged_costs_itself(self):
        root = self.file({})
        root["benchmarks"][0]["states"] += [5, {"device": "0"}, {"device": 0, "axis_values": [{"name": 3}]}]
        converted = self.convert(root)
        self.assertEqual((converted.exit_code, len(converted.points)), (1, 1))
        for place in ("states[1]", "states[2]", "states[3]"):
            self.assertIn(place, converted.messages)

    def test_other_files_are_refused(self):
        for content in ("", "{", "[]", "null", "{}", '{"benchmarks": 3}', '{"benchmarks": []}', "[" * 100000, b"\xff\xfe\xff"):
            self.refused(content, "file.json")
        self.refused({"context": {}, "benchmarks": []}, "from_google_benchmark.py")
        self.assertEqual(Converted(self.script, os.path.join(self.folder, "absent")).exit_code, 2)


class GoogleBenchmark(ConverterTest):
    script = "from_google_benchmark.py"

    @staticmethod
    def file(*entries):
        return {"context": {"host_name": "lab"}, "benchmarks": list(entries)}

    @staticmethod
    def entry(name="BM", time=2.5, **more):
        return {"name": name, "run_name": name, "run_type": "iteration", "iterations": 7, "real_time": time,
                "time_unit": "us"} | more

    def test_repetitions_are_samples_and_their_aggregates_are_not(self):
        point = self.one(self.file(self.entry(repetition_index=0), self.entry(time=3.5, repetition_index=1),
                                   self.entry("BM_mean", 3, run_name="BM", run_type="aggregate")))
        self.assertEqual((point["kernel"], point["samples_ns"]), ("BM", [2500, 3500]))

    def test_a_name_that_is_used_twice_is_two_points(self):
        for how in ({"family_index": 1}, {"per_family_instance_index": 1}, {}):
            converted = self.convert(self.file(
                self.entry(family_index=0, per_family_instance_index=0, repetition_index=0),
                self.entry(time=9, **({"family_index": 0, "per_family_instance_index": 0, "repetition_index": 0} | how))))
            self.assertEqual([point["samples_ns"] for point in converted.points], [[2500], [9000]])

    def test_repetitions_that_interleave_belong_to_their_family(self):
        converted = self.convert(self.file(*(self.entry(time=time, family_index=family, repetition_index=index)
                                             for time, family, index in ((1, 0, 0), (8, 1, 0), (2, 0, 1), (9, 1, 1)))))
        self.assertEqual([point["samples_ns"] for point in converted.points], [[1000, 2000], [8000, 9000]])

    def test_old_files_without_run_type_have_aggregates_by_name(self):
        def old(name, time=1):
            return {"name": name, "iterations": 7, "real_time": time, "time_unit": "ns"}

        point = self.one(self.file(old("BM"), old("BM", 3), old("BM_mean", 2), old("BM_stddev", 1)))
        self.assertEqual(point["samples_ns"], [1, 3])
        named_alike = self.convert(self.file(old("BM"), old("BM_max"), old("BM_mean"), old("BM", 3)))
        self.assertEqual([point["kernel"] for point in named_alike.points], ["BM", "BM_max", "BM_mean", "BM"])

    def test_a_file_of_aggregates_says_why_nothing_is_there(self):
        self.refused(self.file(self.entry("BM_mean", run_name="BM", run_type="aggregate")),
                     "BM: aggregates only", "--benchmark_report_aggregates_only")
        mixed = self.convert(self.file(self.entry("A"), self.entry("B_mean", run_name="B", run_type="aggregate")))
        self.assertEqual((mixed.exit_code, len(mixed.points)), (1, 1))
        self.assertIn("B: aggregates only", mixed.messages)

    def test_a_fit_of_the_complexity_is_not_a_benchmark(self):
        fit = {"run_name": "BM", "run_type": "aggregate", "time_unit": "ns"}
        point = self.one(self.file(self.entry("BM/8"), {"name": "BM_BigO", "big_o": "N", "cpu_coefficient": 1} | fit,
                                   {"name": "BM_RMS", "rms": 0.1} | fit))
        self.assertEqual(point["kernel"], "BM/8")

    def test_a_list_of_benchmarks_is_not_results(self):
        self.refused({"benchmarks": [{"name": "BM_a"}, {"name": "BM_b"}]}, "--benchmark_list_tests")

    def test_a_benchmark_that_was_skipped_or_failed_is_not_ok(self):
        for more, outcome, reason in (({"skipped": True, "skip_message": "no GPU", "iterations": 0, "real_time": 0},
                                       "invalid_point", "skipped: no GPU"),
                                      ({"error_occurred": True, "error_message": "bad\nline \x1b[2J"}, "launch_failed",
                                       "bad line  [2J"),
                                      ({"error_occurred": True, "error_message": "out of memory"}, "launch_failed",
                                       "out of memory"),
                                      ({"error_occurred": True}, "launch_failed", "error_occurred"),
                                      ({"iterations": 0}, "implausible", "0 iterations"),
                                      ({"real_time": 0}, "implausible", "sample 1 of 1 is 0 ns"),
                                      ({"real_time": -1}, "implausible", "sample 1 of 1 is -1000 ns")):
            point = self.one(self.file(self.entry(**more)))
            self.assertEqual((point["outcome"], point["reason"]), (outcome, reason))
            self.assertNotIn("samples_ns", point)

    def test_one_failed_repetition_fails_the_point(self):
        point = self.one(self.file(self.entry(repetition_index=0),
                                   self.entry(repetition_index=1, error_occurred=True, error_message="x")))
        self.assertEqual(point["outcome"], "launch_failed")

    def test_counters_are_the_median_of_the_repetitions(self):
        text = json.dumps(self.file(self.entry(repetition_index=0, hits=3, label="text", flag=True),
                                    self.entry(repetition_index=1, hits=5), self.entry(repetition_index=2, hits=4)))
        self.assertEqual(self.one(text)["metrics"],
                         [{"name": "hits", "value": 4, "unit": "", "source": "attribute"}])
        nan = self.one(text.replace('"hits": 3', '"hits": NaN').replace('"hits": 5', '"hits": -Infinity'))
        self.assertEqual(nan["metrics"][0]["value"], 4)
        none = self.one(json.dumps(self.file(self.entry(hits=3))).replace('"hits": 3', '"hits": NaN'))
        self.assertEqual((none["metrics"][0]["value"], none["metrics"][0]["reason"]), (None, "the file has nan"))

    def test_a_counter_with_a_name_of_the_format_is_kept_apart(self):
        text = json.dumps(self.file(self.entry(last=1))).replace('"last": 1', '"iterations": 12')
        self.assertEqual(self.one(text)["metrics"][0], {"name": "iterations (2)", "value": 12, "unit": "",
                                                        "source": "attribute"})

    def test_a_result_with_a_unit_or_a_time_that_is_not_known_costs_itself(self):
        converted = self.convert(self.file(self.entry("a"), self.entry("b", time_unit="h"), self.entry("c", time="1"),
                                           self.entry("d", time=None), {"real_time": 1}, 5))
        self.assertEqual((converted.exit_code, [point["kernel"] for point in converted.points]), (1, ["a"]))
        for words in ("b: time_unit is 'h'", "c: it has no 'real_time'", "d: ", "benchmarks[4]", "benchmarks[5]"):
            self.assertIn(words, converted.messages)

    def test_utf16_and_byte_order_marks_are_read(self):
        text = json.dumps(self.file(self.entry()))
        for encoding in ("utf-8-sig", "utf-16", "utf-8"):
            self.assertEqual(self.one(text.encode(encoding))["samples_ns"], [2500])
        self.refused(b"\x80abc", "byte 0 is not utf-8 text")

    def test_the_device_is_the_host_or_what_the_caller_says(self):
        self.assertEqual(self.convert(self.file(self.entry())).devices[0]["device"], "lab")
        self.assertEqual(self.convert(self.file(self.entry()), "--device", "Grace").devices[0]["device"], "Grace")

    def test_the_date_counts_if_it_has_a_time_zone(self):
        for date, started in (("2025-09-12T13:38:31+02:00", "2025-09-12T11:38:31Z"), ("2016-08-02 17:44:46", None), ("x", None),
                              (5, None)):
            root = self.file(self.entry())
            root["context"]["date"] = date
            self.assertEqual(self.convert(root).devices[0].get("started_utc"), started)

    def test_standard_input_has_no_file(self):
        converted = Converted(self.script, "-", stdin=json.dumps(self.file(self.entry())).encode())
        self.assertEqual(converted.exit_code, 0)
        self.assertNotIn("file", converted.devices[0])
        path = self.write("night.json", json.dumps(self.file(self.entry())))
        os.utime(path, (1700000000, 1700000000))
        device = Converted(self.script, path).devices[0]
        self.assertEqual((device["file"], device["file_modified_utc"]), ("night.json", "2023-11-14T22:13:20Z"))


class T4(ConverterTest):
    script = "from_t4.py"
    options = ("--device", "H200")

    @staticmethod
    def file(*results, **more):
        return {"results": [{"configuration": {"b": 32}, "times": {"runtimes": [1.5, 1.6]}, "invalidity": "correct",
                             "correctness": 1} | one for one in results]} | more

    def test_times_have_the_unit_that_the_file_states(self):
        for unit, factor in (("milliseconds", 1e6), ("miliseconds", 1e6), ("microseconds", 1e3), ("seconds", 1e9)):
            point = self.one(self.file({}, metadata={"timeunit": unit}))
            self.assertEqual(point["samples_ns"], [1.5 * factor, 1.6 * factor])
        self.assertEqual(self.one(self.file({}))["samples_ns"], [1.5e6, 1.6e6])
        for unit in ("fortnights", "Milliseconds "):
            self.refused(self.file({}, metadata={"timeunit": unit}), "unit of times", options=self.options)

    def test_units_that_contradict_each_other_cost_the_result(self):
        time = {"measurements": [{"name": "time", "value": 1.5, "unit": "us"}]}
        converted = self.convert(self.file({}, time, metadata={"timeunit": "milliseconds"}))
        self.assertEqual((converted.exit_code, len(converted.points)), (1, 1))
        self.assertIn("results[1]: metadata.timeunit is 'milliseconds', and the unit of 'time' 'us'", converted.messages)

    def test_only_what_is_correct_is_ok(self):
        for more, outcome in (({"invalidity": "compile"}, "compile_failed"), ({"invalidity": "timeout"}, "timed_out"),
                              ({"invalidity": "runtime"}, "launch_failed"), ({"invalidity": "correctness"}, "incorrect"),
                              ({"invalidity": "constraints"}, "invalid_point"), ({"invalidity": "new"}, "launch_failed"),
                              ({"correctness": 0}, "incorrect"), ({"correctness": 0.0}, "incorrect"),
                              ({"times": {"runtimes": [1, 0]}}, "implausible")):
            point = self.one(self.file(more))
            self.assertEqual(point["outcome"], outcome)
            self.assertNotIn("samples_ns", point)
            self.assertTrue(point["reason"])

    def test_a_configuration_has_exact_integers_and_texts(self):
        point = self.one(self.file({"configuration": {"kernel": "copy", "seed": 9007199254740993, "big": 2**70,
                                                      "method": "fast one", "unroll": True, "alpha": 1e30,
                                                      "list": [1, 2], "none": None}}))
        self.assertEqual(point["kernel"], "copy")
        self.assertEqual(point["parameters"], {"seed": 9007199254740993, "big": str(2**70), "method": "fast one",
                                               "unroll": True, "alpha": "1e+30", "list": "[1, 2]", "none": "null"})

    def test_measurements_are_metrics_and_may_be_nan(self):
        text = json.dumps(self.file({"measurements": [{"name": "time", "value": 1.5, "unit": "ms"},
                                                      {"name": "GFLOP/s", "value": 12.5, "unit": ""},
                                                      {"name": "power", "value": 7, "unit": "W"}]})).replace("7,", "NaN,")
        self.assertEqual([(one["name"], one["value"], one["unit"]) for one in self.one(text)["metrics"]],
                         [("GFLOP/s", 12.5, ""), ("power", None, "W")])

    def test_a_result_that_is_damaged_costs_itself(self):
        root = self.file({}, {"times": {"runtimes": ["1"]}}, {"times": {"runtimes": 4}}, {"invalidity": None},
                         {"configuration": []})
        root["results"].append(5)
        converted = self.convert(root)
        self.assertEqual((converted.exit_code, len(converted.points)), (1, 1))
        for place in range(1, 6):
            self.assertIn(f"results[{place}]", converted.messages)

    def test_the_first_time_stamp_is_the_start(self):
        root = self.file({"timestamp": "2025-03-11 22:08:01.5+00:00"}, {"timestamp": "2025-03-11 22:08:00.25+00:00"}, {})
        self.assertEqual(self.convert(root).devices[0]["started_utc"], "2025-03-11T22:08:00Z")

    def test_the_device_must_be_named(self):
        converted = Converted(self.script, self.write("file.json", json.dumps(self.file({}))))
        self.assertEqual(converted.exit_code, 2)
        self.assertIn("--device NAME", converted.messages)

    def test_a_cache_file_is_refused_with_what_to_write(self):
        self.refused({"device_name": "A100", "cache": {"32": {"time": 1}}}, "store_output_file", options=self.options)
        self.refused({"results": []}, "no results", options=self.options)


class Ncu(ConverterTest):
    script = "from_ncu.py"
    header = ("ID", "Process ID", "Kernel Name", "Block Size", "Grid Size", "Device", "CC", "Section Name", "Metric Name",
              "Metric Unit", "Metric Value")

    @classmethod
    def details(cls, *rows):
        """A details page: rows with other fields than those of the launch 0 of process 1."""
        usual = {"ID": "0", "Process ID": "1", "Kernel Name": "copy(int)", "Block Size": "(8, 1, 1)",
                 "Grid Size": "(4, 1, 1)", "Device": "0", "CC": "9.0", "Section Name": "S", "Metric Name": "Duration",
                 "Metric Unit": "us", "Metric Value": "1.5"}
        lines = [cls.header] + [[(usual | row)[name] for name in cls.header] for row in rows]
        return "".join(",".join('"' + field.replace('"', '""') + '"' for field in line) + "\n" for line in lines)

    def times(self, content, *options):
        return [point.get("samples_ns") for point in self.convert(content, *options).points]

    def test_a_row_of_the_details_page_is_a_metric_of_a_launch(self):
        point = self.one(self.details(
            {"Metric Value": "1,205.50"}, {"Metric Name": "Memory Throughput", "Metric Unit": "%", "Metric Value": "48.8"},
            {"Metric Name": "", "Metric Unit": "", "Metric Value": ""},
            {"Section Name": "Memory", "Metric Name": "Memory Throughput", "Metric Unit": "Gbyte/s", "Metric Value": "300"},
            {"Metric Name": "dram__bytes.sum", "Metric Unit": "byte", "Metric Value": "n/a"}))
        self.assertEqual(point["samples_ns"], [1205500])
        self.assertEqual(point["launch"], {"grid": [4, 1, 1], "block": [8, 1, 1]})
        self.assertEqual([(one["name"], one["value"], one["unit"]) for one in point["metrics"]],
                         [("Duration", 1205500, "nsecond"), ("Memory Throughput", 48.8, "%"),
                          ("Memory Throughput (Memory)", 300e9, "byte/second"), ("dram__bytes.sum", None, "byte")])

    def test_units_that_ncu_chose_by_the_number_are_base_units(self):
        for unit, value, name in (("Kbyte", 2500, "byte"), ("Mbyte", 2.5e6, "byte"), ("byte", 2.5, "byte"),
                                  ("Gbyte/second", 2.5e9, "byte/second"), ("cycle/nsecond", 2.5e9, "cycle/second"),
                                  ("Kbyte/block", 2500, "byte/block"), ("Ghz", 2.5e9, "hz"), ("msecond", 2.5e6, "nsecond"),
                                  ("%", 2.5, "%"), ("inst", 2.5, "inst"), ("", 2.5, "")):
            metrics = self.one(self.details({"Metric Name": "m", "Metric Unit": unit, "Metric Value": "2.5"}))["metrics"]
            self.assertEqual([(one["value"], one["unit"]) for one in metrics if one["name"] == "m"], [(value, name)])

    def test_the_raw_page_has_a_row_of_units_and_a_row_for_each_launch(self):
        converted = self.convert(
            '==PROF== Connected\n"ID","Kernel Name","Block Size","Grid Size","gpu__time_duration.sum","sm__cycles.avg"\n'
            '"","","","","usecond","cycle"\n"0","copy(int, ""x"")","(128, 1, 1)","(8, 1, 1)","1,002.5","5"\n'
            '"1","copy(int, ""x"")","(128, 1, 1)","(8, 1, 1)","1,003",""\n==PROF== Disconnected\n')
        self.assertEqual(converted.messages, "")
        self.assertEqual([point["samples_ns"] for point in converted.points], [[1002500], [1003000]])
        self.assertEqual(converted.points[0]["metrics"][1],
                         {"name": "sm__cycles.avg", "value": 5, "unit": "cycle", "source": "cupti"})
        self.assertEqual(converted.points[0]["kernel"], 'copy(int, "x")')

    def test_launches_are_told_apart(self):
        for other in ({"ID": "1"}, {"Process ID": "2"}, {"Kernel Name": "other"}, {"Grid Size": "(5, 1, 1)"}, {}):
            self.assertEqual(self.times(self.details({}, other | {"Metric Value": "2.5"})), [[1500], [2500]], other)
            if other:
                self.assertEqual(self.times(self.details({}, other | {"Metric Name": "x__y"})), [[1500], None], other)

    def test_an_appended_log_has_each_table(self):
        table = self.details({})
        self.assertEqual(self.times("compiling\n" + table + "done, 3 ms\n3, 4 elements\n==PROF== x\n" + table + '"quoted"\n'),
                         [[1500], [1500]])

    def test_devices_are_told_apart(self):
        both = self.details({}, {"Device": "1", "CC": "7.5"})
        self.assertEqual([one["device"] for one in self.convert(both).devices],
                         ["GPU 0, compute capability 9.0", "GPU 1, compute capability 7.5"])
        named = self.convert(both, "--device", "0=H200", "--device", "1=T4")
        self.assertEqual([one["device"] for one in named.devices], ["H200", "T4"])
        appended = self.convert(self.details({}) + self.details({"CC": "7.5"}))
        self.assertEqual(len(appended.devices), 2)
        self.refused(both, "--device KEY=NAME", options=("--device", "H200"))
        self.refused(both, "not one of the file's devices", options=("--device", "7=H200"))

    def test_a_launch_that_cannot_be_read_costs_itself(self):
        for bad in ({"Metric Value": "48,86"}, {"Metric Value": "1.205,50"}, {"Metric Value": "27.595.520"},
                    {"Metric Unit": "fortnight"}, {"Kernel Name": ""}, {"Grid Size": "4"}):
            converted = self.convert(self.details({}, {"ID": "1"} | bad))
            self.assertEqual((converted.exit_code, len(converted.points)), (1, 1), bad)
            self.assertIn("line 3: ", converted.messages)

    def test_a_time_that_is_not_one_makes_the_launch_implausible(self):
        for value in ("(!) nan", "n/a", "0", "-5"):
            self.assertEqual(self.one(self.details({"Metric Value": value}))["outcome"], "implausible", value)

    def test_a_row_that_is_cut_or_has_an_open_quote_costs_itself(self):
        good = self.details({}, {"ID": "1"})
        rows = good[good.index("\n") + 1:]
        for bad in ('"2","1","copy\n', '"2","1"\n', '"2","1","copy(int)","(8, 1, 1)"\n'):
            converted = self.convert(good + bad + rows)
            self.assertEqual((converted.exit_code, len(converted.points)), (1, 4), bad)
            self.assertIn("line 4: ", converted.messages)

    def test_the_cache_is_cold_unless_ncu_left_it_alone(self):
        self.assertEqual(self.one(self.details({}))["cache"], "cold")
        self.assertIsNone(self.one(self.details({}), "--cache-control", "none")["cache"])

    def test_other_files_are_refused(self):
        for content in ("", "ncu: no kernels were profiled\n", "{}", '"ID"\n'):
            self.refused(content, 'no line begins with "ID"')
        self.refused(self.details(), "no results")


if __name__ == "__main__":
    unittest.main()
