#!/usr/bin/env python3
"""Runs the command `slipway` as users do: command_test.py PATH_OF_COMMAND DEVICE."""
import json
import os
import pathlib
import resource
import struct
import subprocess
import sys
import tempfile
import unittest

import numpy

COMMAND, DEVICE = sys.argv[1], sys.argv[2]
FOLDER = tempfile.TemporaryDirectory()
ROOT = pathlib.Path(FOLDER.name)

COPY = """
@group(0) @binding(0) var<storage, read> x: array<TYPE>;
@group(0) @binding(1) var<storage, read_write> y: array<TYPE>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < arrayLength(&y)) { y[id.x] = x[id.x]; }
}
"""
COUNT = """
override step: u32 = 1;
@group(0) @binding(0) var<uniform> length: u32;
@group(0) @binding(1) var<storage, read_write> count: atomic<u32>;
@compute @workgroup_size(1) fn main() { atomicAdd(&count, length * step); }
"""


def program(name, text):
    path = ROOT / name
    path.write_text(text)
    return str(path)


def slipway(*arguments, environment=None):
    return subprocess.run([COMMAND, *map(str, arguments)], capture_output=True, text=True, timeout=300,
                          env={**os.environ, **(environment or {})})


def run(*arguments):
    return slipway("run", *arguments, "--device", DEVICE)


def run_json(*arguments):
    done = run(*arguments, "--json")
    return done, json.loads(done.stdout)


class Run(unittest.TestCase):
    def setUp(self):
        self.copy_u32 = program("copy_u32.wgsl", COPY.replace("TYPE", "u32"))
        self.copy_f32 = program("copy_f32.wgsl", COPY.replace("TYPE", "f32"))
        self.copy_vec3 = program("copy_vec3.wgsl", COPY.replace("TYPE", "vec3f"))
        self.count = program("count.wgsl", COUNT)

    def values(self, *arguments):
        done, result = run_json(*arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIsNone(result["error"])
        return result["outputs"]["y"]["values"]

    def test_sources_give_their_values(self):
        size = ("--size", "y=4", "--print", "y")
        self.assertEqual(self.values(self.copy_u32, "--in", "x=u32:1,2,0xFF,4294967295", *size), [1, 2, 255, 4294967295])
        self.assertEqual(self.values(self.copy_u32, "--in", "x=range:4", *size), [0, 1, 2, 3])
        self.assertEqual(self.values(self.copy_u32, "--in", "x=zeros:4", *size), [0, 0, 0, 0])
        self.assertEqual(self.values(self.copy_f32, "--in", "x=range:4", *size), [0, 1, 2, 3])
        self.assertEqual(self.values(self.copy_u32, "--in", "x=u8:1,2,3,4,5,6,7,8", *size),
                         [0x04030201, 0x08070605, 0, 0])

    def test_random_repeats_for_a_seed(self):
        flags = ("--size", "y=100", "--print", "y")
        first = self.values(self.copy_f32, "--in", "x=random:100:7", *flags)
        self.assertEqual(first, self.values(self.copy_f32, "--in", "x=random:100:7", *flags))
        self.assertNotEqual(first, self.values(self.copy_f32, "--in", "x=random:100:8", *flags))
        self.assertTrue(all(0 <= value < 1 for value in first))
        self.assertGreater(len(set(first)), 90)

    def test_json_writes_what_json_lacks_as_strings(self):
        self.assertEqual(self.values(self.copy_f32, "--in", "x=f32:nan,inf,-inf,0.5", "--size", "y=4", "--print", "y"),
                         ["nan", "inf", "-inf", 0.5])

    def test_json_names_device_outputs_stats_and_error(self):
        done, result = run_json(self.copy_u32, "--in", "x=range:4", "--size", "y=4", "--stats")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(list(result), ["device", "outputs", "stats", "error"])
        self.assertEqual(result["outputs"], {"y": {"type": "u32", "count": 4}})
        self.assertEqual(result["stats"]["launches"], 1)
        self.assertEqual(result["stats"]["bytes_up"], 16)
        self.assertEqual(result["stats"]["bytes_down"], 16)
        self.assertGreater(result["stats"]["pipeline"].pop("bytes"), 0)
        self.assertEqual(result["stats"]["memory"]["entries"], 1)
        self.assertGreater(result["stats"]["buffers"]["allocations"], 0)
        self.assertEqual(result["stats"]["pipeline"],
                         {"launches": 1, "bytes_up": 16, "bytes_down": 16, "bytes_avoided": 0})
        times = [result["stats"][name] for name in ("device_us", "queue_us", "wall_us")]
        self.assertEqual(times, sorted(times))
        self.assertGreater(times[0], 0)
        self.assertTrue(result["device"].startswith(DEVICE))

    def test_stats_are_a_number_a_line(self):
        done = run(self.copy_u32, "--in", "x=range:4", "--size", "y=4", "--out", f"y:4..12={ROOT / 'y'}",
                   "--stats")
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = dict(line.split() for line in done.stderr.splitlines())
        for name, value in (("launches", 1), ("bytes_up", 16), ("bytes_down", 8), ("bytes_avoided", 8)):
            self.assertEqual((lines[name], lines["pipeline." + name]), (str(value), str(value)))

    def test_padded_vectors_are_words_unless_a_type_is_given(self):
        x = ("--in", "x=range:2", "--size", "y=2")
        one, two = struct.unpack("<2I", struct.pack("<2f", 1, 2))
        self.assertEqual(self.values(self.copy_vec3, *x, "--print", "y")[:4], [0, one, two, 0])
        self.assertEqual(self.values(self.copy_vec3, *x, "--print", "y:f32"), [0, 1, 2, 0, 3, 4, 5, 0])

    def test_files_are_read_and_written(self):
        source, target = ROOT / "source.bin", ROOT / "target.bin"
        source.write_bytes(bytes(range(10)))
        done = run(self.copy_u32, "--in", f"x=@{source}", "--size", "y=3", "--out", f"y={target}")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(target.read_bytes(), bytes(range(10)) + b"\0\0")
        done = run(self.copy_u32, "--in", f"x=@{source}", "--size", "y=3", "--out", f"y:3..9={target}")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(target.read_bytes(), bytes(range(3, 9)))

    def test_arrays_are_read_and_written(self):
        source, target = ROOT / "source.npy", ROOT / "target.npy"
        for kernel, array in [(self.copy_f32, numpy.array([1.5, -2, 3], "<f4")),
                              (self.copy_u32, numpy.arange(5, dtype="<u4")),
                              (self.copy_vec3, numpy.arange(12, dtype="<f4").reshape(4, 3))]:
            numpy.save(source, array)
            done = run(kernel, "--in", f"x=@{source}", "--size", f"y={len(array)}", "--out", f"y={target}")
            self.assertEqual(done.returncode, 0, done.stderr)
            read = numpy.load(target)
            self.assertEqual(read.dtype, array.dtype)
            numpy.testing.assert_array_equal(read, array)

    def test_an_array_of_another_type_is_refused(self):
        source = ROOT / "double.npy"
        numpy.save(source, numpy.zeros(3))
        done = run(self.copy_f32, "--in", f"x=@{source}", "--size", "y=3")
        self.assertEqual(done.returncode, 2)
        self.assertIn("has dtype '<f8': buffer 'x' has elements f32", done.stderr)

    def test_values_are_taken_as_bytes_but_only_floats_or_bits_as_floats(self):
        for source, found in [("u32:0x3fc00000", 1.5), ("u8:0,0,0xc0,0x3f", 1.5), ("f32:1.5", 1.5)]:
            self.assertEqual(self.values(self.copy_f32, "--in", f"x={source}", "--size", "y=1", "--print", "y"), [found])
        for source in ["i32:1", "i8:1,2,3,4", "f64:1.5", "f16:1.5,2"]:
            done = run(self.copy_f32, "--in", f"x={source}", "--size", "y=1")
            self.assertEqual(done.returncode, 2)
            self.assertIn(f"--in 'x' has {source.split(':')[0]} values, and elements f32: expected f32, or bits as u8, "
                          "u16, u32 or u64", done.stderr)
        self.assertEqual(self.values(self.copy_u32, "--in", "x=f32:1.5", "--size", "y=1", "--print", "y"), [0x3fc00000])
        self.assertEqual(self.values(self.copy_u32, "--in", "x=i32:-1", "--size", "y=1", "--print", "y"), [0xffffffff])

    def test_bytelen_is_the_length_before_filling(self):
        source = ROOT / "seven.bin"
        source.write_bytes(b"1234567")
        kernel = program("length.wgsl", """
@group(0) @binding(0) var<storage, read> text: array<u32>;
@group(0) @binding(1) var<uniform> length: u32;
@group(0) @binding(2) var<storage, read_write> y: array<u32, 2>;
@compute @workgroup_size(1) fn main() { y = array(length, arrayLength(&text)); }
""")
        self.assertEqual(self.values(kernel, "--in", f"text=@{source}", "--in", "length=bytelen:text", "--print", "y"),
                         [7, 2])

    def test_the_last_element_of_an_array_is_filled_from_files_and_packed_values(self):
        size = ("--size", "y=1", "--print", "y:u32")
        copy_pairs = program("copy_pairs.wgsl", COPY.replace("TYPE", "vec2f"))
        source = ROOT / "three.bin"
        source.write_bytes(struct.pack("<3f", 1, 2, 3))
        words = list(struct.unpack("<4I", struct.pack("<4f", 1, 2, 3, 0)))
        self.assertEqual(self.values(copy_pairs, "--in", f"x=@{source}", "--size", "y=2", "--print", "y:u32"), words)
        array = ROOT / "three.npy"
        numpy.save(array, numpy.array([1, 2, 3], "<f4"))
        for values in ("f32:1,2,3", "u32:1,2,3", f"@{array}"):
            done = run(copy_pairs, "--in", f"x={values}", *size)
            self.assertEqual(done.returncode, 2)
            self.assertIn("--in 'x' has 12 bytes: that is no whole number of elements vec2<f32> of 8 bytes", done.stderr)
        self.assertEqual(self.values(copy_pairs, "--in", "x=u8:1,2,3", *size), [0x00030201, 0])
        source.write_bytes(b"123")
        for values in ("u8:1,2,3", f"@{source}"):  # no array
            done = run(self.count, "--in", f"length={values}", "--grid", "1")
            self.assertEqual(done.returncode, 2)
            self.assertIn("buffer 'length' has 4 bytes: found 3", done.stderr)

    def test_overrides_iterations_and_grids(self):
        done, result = run_json(self.count, "--in", "length=u32:5", "--set", "step=3", "--iterations", "2", "--grid",
                                "4", "--print", "count")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(result["outputs"]["count"]["values"], [120])

    def test_overrides_go_by_name_or_id(self):
        by_id = program("by_id.wgsl", COUNT.replace("override step", "@id(3) override step"))
        for name in ("step", "3", "@3"):
            done, result = run_json(by_id, "--in", "length=u32:5", "--set", f"{name}=4", "--grid", "1", "--print", "count")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(result["outputs"]["count"]["values"], [20])
        for twice in (("3=4", "@3=4"), ("step=4", "@3=4")):
            done = run(by_id, "--in", "length=u32:5", "--set", twice[0], "--set", twice[1], "--grid", "1")
            self.assertEqual(done.returncode, 2)
            self.assertIn("twice" if twice[0][0] == "3" else "is given two values", done.stderr)
        done = run(by_id, "--in", "length=u32:5", "--set", "@4=4", "--grid", "1")
        self.assertEqual(done.returncode, 2)
        self.assertIn("program has no override '4'", done.stderr)

    def test_human_output_is_one_line_an_output(self):
        done = run(self.copy_f32, "--in", "x=f32:0.1,2,nan", "--size", "y=3", "--print", "y")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout, "y = [0.1, 2, nan]\n")


class Errors(unittest.TestCase):
    def setUp(self):
        self.copy = program("copy.wgsl", COPY.replace("TYPE", "u32"))

    def fails(self, status, text, *arguments):
        done, result = run_json(*arguments)
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertIn(text, done.stderr)
        self.assertIsNotNone(result["error"])
        return result["error"]

    def test_wrong_usage_ends_with_2(self):
        x = ("--in", "x=u32:1")
        self.fails(2, "buffer 'x' is an input", self.copy, "--size", "y=1")
        self.fails(2, "buffer 'y' is sized at run time", self.copy, *x)
        self.fails(2, "names no buffer of the program; its buffers are 'x', 'y'", self.copy, "--in", "z=u32:1")
        self.fails(2, "--in takes NAME=SRC: found 'x'", self.copy, "--in", "x")
        self.fails(2, "--in 'x' has the source 'nonsense'", self.copy, "--in", "x=nonsense")
        self.fails(2, "'256' is out of range for u8", self.copy, "--in", "x=u8:256")
        for value in ("f32:3.4028236e38", "f32:-1e50", "f16:65520", "f64:1e999"):
            self.fails(2, f"'{value[4:]}' is out of range for {value[:3]}", self.copy, "--in", f"x={value}")
        for outs in (("y=/dev/null", "y:0..4=/dev/null"), ("y:0..4=/dev/null", "y=/dev/null")):
            self.fails(2, "--out gives 'y' whole and a byte range of it", self.copy, *x, "--out", outs[0], "--out", outs[1])
        self.fails(2, "--print 'x' names no returned buffer; they are 'y'", self.copy, *x, "--print", "x")
        self.fails(2, "--extent takes a whole number: found 'a'", self.copy, *x, "--extent", "a")
        self.fails(2, "byte range 0..9 of buffer 'y' is not within its 4 bytes", self.copy, *x, "--size", "y=1", "--out",
                   "y:0..9=/dev/null")
        self.fails(2, "--frobnicate", self.copy, "--frobnicate")
        self.assertEqual(slipway("run").returncode, 2)
        done = slipway("dance", "--json")
        self.assertEqual(done.returncode, 2)
        self.assertIn("no command 'dance'; the commands are run, check, verify, emit, ", done.stderr)
        self.assertIn("no command 'dance'", json.loads(done.stdout)["error"]["message"])

    def test_numbers_and_texts_that_say_nothing_are_wrong_usage(self):
        x = ("--in", "x=u32:1", "--size", "y=1")
        for flag in ("--timeout", "--max-output", "--iterations"):
            self.fails(2, f"{flag} takes a whole number: found '-1'", self.copy, *x, f"{flag}=-1")
            self.fails(2, f"{flag} takes a whole number: found '99999999999999999999'", self.copy, *x, flag,
                       "9" * 20)
        self.fails(2, "--iterations takes at most 4294967295: found 4294967296", self.copy, *x, "--iterations",
                   str(2**32))
        for flag in ("--entry", "--extent", "--grid", "--workgroup", "--timeout"):
            self.fails(2, f"{flag}: expected a value: found ''", self.copy, *x, flag, "")
        self.fails(2, "--print gives 'y' twice", self.copy, *x, "--print", "y", "--print", "y:u8")

    def test_errors_in_values_name_the_argument(self):
        self.fails(2, "while reading --in 'x': '1.5' is not a value of type u32", self.copy, "--in", "x=u32:1,1.5")

    def test_wrong_usage_prints_the_same_object(self):
        done, result = run_json(self.copy, "--frobnicate")
        self.assertEqual(done.returncode, 2)
        self.assertEqual(list(result), ["device", "outputs", "stats", "error"])
        self.assertEqual(result["error"]["code"], "invalid_argument")

    def test_files_named_npy_must_be_arrays(self):
        source = ROOT / "broken.npy"
        for content in (b"", b"\x93NUMPX\x01\x00", b"12345678"):
            source.write_bytes(content)
            self.fails(2, f"while reading '{source}': a .npy file does not begin as one", self.copy, "--in",
                       f"x=@{source}", "--size", "y=1")

    def test_files_without_end_are_refused(self):
        self.fails(1, "cannot read '/dev/zero': it has more than 4294967296 bytes", self.copy, "--in", "x=@/dev/zero",
                   "--size", "y=1")

    def test_standard_error_that_takes_nothing_changes_no_result(self):
        command = [COMMAND, "run", self.copy, "--in", "x=u32:7", "--size", "y=1", "--print", "y", "--stats", "--device",
                   DEVICE]
        with open("/dev/full", "w") as full:
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=full, text=True, timeout=300)
            self.assertEqual((done.returncode, done.stdout), (0, "y = [7]\n"))
            done = subprocess.run([*command, "--print", "z"], stdout=subprocess.PIPE, stderr=full, timeout=300)
            self.assertEqual(done.returncode, 2)
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, timeout=300,
                              preexec_fn=lambda: os.close(2))
        self.assertEqual((done.returncode, done.stdout), (0, "y = [7]\n"))

    def test_unknown_devices_list_what_there_is(self):
        done = slipway("run", self.copy, "--in", "x=u32:1", "--size", "y=1", "--device", "vulkan:99")
        self.assertEqual(done.returncode, 2)
        self.assertIn("no device 'vulkan:99'; there is ", done.stderr)
        self.assertIn("'reference'", done.stderr)

    def test_files_that_cannot_be_read_are_named(self):
        error = self.fails(1, "/nonexistent/data", self.copy, "--in", "x=@/nonexistent/data", "--size", "y=1")
        self.assertEqual(error["code"], "io")
        error = self.fails(1, f"cannot read '{ROOT}': it is a directory", self.copy, "--in", f"x=@{ROOT}", "--size", "y=1")
        self.assertEqual(error["code"], "io")
        self.assertEqual(self.fails(1, "/nonexistent.wgsl", "/nonexistent.wgsl")["code"], "io")

    def test_files_that_cannot_be_written_whole_are_removed(self):
        target = ROOT / "target.bin"
        done = subprocess.run([COMMAND, "run", self.copy, "--in", "x=range:2000", "--size", "y=2000", "--out",
                               f"y={target}", "--device", DEVICE, "--no-cache"], capture_output=True, text=True, timeout=300,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)))
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn(f"cannot write '{target}': File too large", done.stderr)
        self.assertFalse(target.exists())

    def test_names_of_files_are_printed_without_control_characters(self):
        done = run("/nonexistent/a\x1b[31m\n.wgsl")
        self.assertEqual(done.returncode, 1)
        self.assertIn("cannot read '/nonexistent/a\ufffd[31m\ufffd.wgsl'", done.stderr)

    def test_diagnostics_have_their_place(self):
        bad = program("bad.wgsl", "@compute @workgroup_size(1)\nfn main() { let a = b; }\n")
        error = self.fails(1, f"{bad}:2:21: error: ", bad)
        self.assertEqual(error["code"], "invalid_program")
        self.assertEqual([(d["file"], d["line"], d["column"]) for d in error["diagnostics"]], [(bad, 2, 21)])

    def test_limits_carry_their_number(self):
        error = self.fails(1, "the outputs have 4 bytes: at most 3 are allowed", self.copy, "--in", "x=u32:1", "--size",
                           "y=1", "--max-output", "3")
        self.assertEqual(error["code"], "budget_exceeded")
        self.assertEqual(error["limit"], {"name": "max_output_bytes", "value": 3})

    def test_a_timeout_covers_what_a_driver_compiles_at_the_first_launch(self):
        names = [d["name"] for d in json.loads(slipway("devices", "--json").stdout)["devices"]
                 if d["selector"] == DEVICE + ":0"]
        if not names or "llvmpipe" not in names[0]:
            self.skipTest("only lavapipe compiles at the first launch")
        lines = "".join(f"a = (a * {2 * i + 3}u) ^ (a >> {i % 31 + 1}u);\n" for i in range(600))
        long = program("long.wgsl", "@group(0) @binding(0) var<storage, read_write> y: u32;\n"
                       f"@compute @workgroup_size(1) fn main() {{ var a = y;\n{lines} y = a; }}\n")
        flags = ("run", long, "--in", "y=u32:1", "--grid", "1", "--device", DEVICE, "--no-cache", "--json")
        environment = {"MESA_SHADER_CACHE_DISABLE": "1"}
        error = json.loads(slipway(*flags, "--timeout", "1", environment=environment).stdout)["error"]
        self.assertEqual(error["code"], "deadline_exceeded")
        self.assertIn(error["message"], (
            "the launch of 'main' did not end within 1 ms, with what the driver compiles at a first launch: the device "
            "is abandoned", "'main' was not submitted: its deadline came before"))  # where the host was slow
        self.assertIsNone(json.loads(slipway(*flags, "--timeout", "60000", environment=environment).stdout)["error"])

    def test_an_index_out_of_bounds_names_the_buffer_and_in_words_the_array(self):
        nested = program("nested.wgsl", """struct Cell { words: array<u32, 4> }
@group(0) @binding(0) var<storage, read_write> cells: array<Cell, 2>;
@compute @workgroup_size(1) fn main(@builtin(num_workgroups) n: vec3u) { cells[1].words[n.x + 3] = 1; }
""")
        error = self.fails(1, "index 4 is out of bounds of 'cells[].words' with length 4", nested, "--grid", "1", "--check",
                           "trap")
        self.assertEqual(error["trap"], {"kind": "out_of_bounds", "name": "cells", "index": 4, "length": 4,
                                         "invocation": [0, 0, 0], "file": nested, "line": 3, "column": 74})

    def test_traps_say_what_where_and_in_which_invocation(self):
        trapping = program("trapping.wgsl", """enable slipway_trap;
const too_large = 9u;
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(4) fn main(@builtin(global_invocation_id) id: vec3u) {
  let value = data[id.x];
  if value == 30 { trap(too_large, value); }
  assert(value != 40, 7, value + 1);
  data[value] = 1;
}
""")
        error = self.fails(1, "trapped with tag 'too_large'", trapping, "--in", "data=u32:0,1,30,2")
        self.assertEqual(error["code"], "trapped")
        self.assertEqual(error["trap"], {"kind": "trap", "name": "too_large", "tag": 9, "value": 30,
                                         "invocation": [2, 0, 0], "file": trapping, "line": 6, "column": 20})
        error = self.fails(1, "failed an assert with tag 7", trapping, "--in", "data=u32:0,40,0,2")
        self.assertEqual(error["trap"], {"kind": "assert", "name": "", "tag": 7, "value": 41,
                                         "invocation": [1, 0, 0], "file": trapping, "line": 7, "column": 3})
        error = self.fails(1, "index 8 is out of bounds of 'data' with length 4", trapping, "--check", "trap",
                           "--in", "data=u32:0,1,2,8")
        self.assertEqual(error["trap"], {"kind": "out_of_bounds", "name": "data", "index": 8, "length": 4,
                                         "invocation": [3, 0, 0], "file": trapping, "line": 8, "column": 3})


class Others(unittest.TestCase):
    def test_check_accepts_and_refuses(self):
        good = program("good.wgsl", COUNT)
        done = slipway("check", good)
        self.assertEqual((done.returncode, done.stdout), (0, "ok: entry points main\n"))
        bad = program("bad.wgsl", "fn f( {}")
        done = slipway("check", bad, "--json")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(json.loads(done.stdout)["error"]["code"], "invalid_program")

    def test_check_takes_the_whole_module_or_one_entry_point(self):
        both = program("both.wgsl", "@compute @workgroup_size(1) fn a() {}\n@compute @workgroup_size(1) fn b() {}\n")
        done = slipway("check", both)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "ok: entry points a, b\n", ""))
        self.assertEqual(json.loads(slipway("check", both, "--json").stdout)["entry_points"], ["a", "b"])
        done = slipway("check", both, "--entry", "b")
        self.assertEqual((done.returncode, done.stdout), (0, "ok: entry points b\n"))
        done = slipway("check", both, "--entry", "c")
        self.assertEqual(done.returncode, 2)
        self.assertIn("no entry point 'c'", done.stderr)
        for text in "fn a() {}\n", "", "// nothing\n":
            done = slipway("check", program("none.wgsl", text))
            self.assertEqual(done.returncode, 1)
            self.assertIn("invalid_program: program has no entry point", done.stderr)

    def test_emitted_wgsl_is_a_program_that_emits_itself(self):
        text = slipway("emit", program("original.wgsl", COUNT), "--to", "wgsl")
        self.assertEqual(text.returncode, 0, text.stderr)
        self.assertIn("override step: u32 = 1u;\n", text.stdout)
        again = slipway("emit", program("written.wgsl", text.stdout), "--to", "wgsl")
        self.assertEqual(again.stdout, text.stdout)
        refused = slipway("emit", program("original.wgsl", COUNT), "--to", "wgsl", "--set", "step=2")
        self.assertIn("--set", refused.stderr)
        self.assertEqual(refused.stdout, "")

    def test_devices_lists_the_reference(self):
        done = slipway("devices", "--json")
        self.assertEqual(done.returncode, 0)
        devices = json.loads(done.stdout)["devices"]
        self.assertEqual(devices[-1]["selector"], "reference")
        self.assertTrue(all(device["name"] and device["type"] and device["driver"] for device in devices))
        self.assertIn("reference: ", slipway("devices").stdout)

    def test_no_driver_and_no_loader_are_said(self):
        kernel = program("count.wgsl", COUNT)
        run_it = ("run", kernel, "--in", "length=u32:1", "--grid", "1", "--device", "vulkan")
        done = slipway(*run_it, environment={"VK_DRIVER_FILES": "/nonexistent.json", "VK_ICD_FILENAMES": ""})
        self.assertEqual(done.returncode, 1)
        self.assertIn("no Vulkan driver is installed: VK_DRIVER_FILES is '/nonexistent.json'", done.stderr)
        done = slipway(*run_it[:-1], "llvmpipe", environment={"VK_DRIVER_FILES": "/nonexistent.json"})
        self.assertEqual(done.returncode, 2)
        self.assertIn("no device 'llvmpipe' (no Vulkan driver is installed: ", done.stderr)
        done = slipway(*run_it, environment={"SLIPWAY_VULKAN_LOADER": "/nonexistent.so"})
        self.assertEqual(done.returncode, 1)
        self.assertIn("no Vulkan loader: cannot load '/nonexistent.so'", done.stderr)
        done = slipway(*run_it[:-1], "reference", environment={"SLIPWAY_VULKAN_LOADER": "/nonexistent.so"})
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_version_and_help(self):
        self.assertRegex(slipway("version").stdout, r"^slipway \d+\.\d+\.\d+\n$")
        self.assertEqual(slipway("--version").stdout, slipway("version").stdout)
        done = slipway("run", "--help")
        self.assertEqual(done.returncode, 0)
        for flag in ("--in", "--out", "--print", "--extent", "--grid", "--timeout", "--json"):
            self.assertIn(flag, done.stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
