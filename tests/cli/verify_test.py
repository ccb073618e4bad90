#!/usr/bin/env python3
"""What `slipway verify` finds equal and different: verify_test.py PATH_OF_COMMAND DEVICE FOLDER_OF_EXAMPLES."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import devices

COMMAND, DEVICE, EXAMPLES = os.path.abspath(sys.argv[1]), devices.choose(sys.argv[2]), pathlib.Path(sys.argv[3])
FOLDER = tempfile.TemporaryDirectory()
ROOT = pathlib.Path(FOLDER.name)

# No device computes these as another does, to the last bit.
WAVES = """
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<vec3f>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < arrayLength(&x)) { y[id.x] = vec3(x[id.x], exp(x[id.x]), log2(x[id.x] + 1.5)); }
}
"""
TRAPS = """enable slipway_trap;
const refused = 3u;
@group(0) @binding(0) var<storage, read_write> x: array<u32>;
@compute @workgroup_size(4) fn main(@builtin(global_invocation_id) id: vec3u) {
  x[id.x] += 1;
  if (id.x == 2) { trap(refused, 77); }
}
"""
SUBGROUPS = """enable subgroups;
@group(0) @binding(0) var<storage, read_write> x: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u, @builtin(subgroup_size) size: u32) {
  x[id.x] = subgroupAdd(id.x) * 100 + size;
}
"""


def verify(program, *flags):
    path = program
    if not isinstance(program, pathlib.Path):
        path = ROOT / "program.wgsl"
        path.write_text(program)
    return subprocess.run([COMMAND, "verify", str(path), "--device", DEVICE, *map(str, flags)],
                          capture_output=True, text=True, timeout=300)


class Verify(unittest.TestCase):
    def json_of(self, done, status):
        self.assertEqual(done.returncode, status, done.stderr)
        return json.loads(done.stdout)

    def test_examples_are_equal(self):
        done = verify(EXAMPLES / "saxpy.wgsl", "--in", "x=random:1000", "--in", "y=random:1000")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"^equal: 4000 bytes of (vulkan|reference).* and reference \(subgroups of \d+\)\n$")
        done = verify(EXAMPLES / "histogram.wgsl", "--in", "text=random:5000", "--in", "length=bytelen:text", "--json")
        result = self.json_of(done, 0)
        self.assertIs(result["equal"], True)
        self.assertIsNone(result["difference"])
        self.assertIsNone(result["error"])
        self.assertEqual(result["outputs"], {"bins": {"type": "u32", "count": 256}})

    def test_floats_are_held_to_what_is_asked(self):
        data = ("--in", "x=random:1000", "--size", "y=1000")
        self.assertEqual(verify(WAVES, *data).returncode, 0)
        self.assertEqual(verify(WAVES, *data, "--abs", "1e-4").returncode, 0)
        exact = verify(WAVES, *data, "--ulp", "0")
        if DEVICE == "reference":
            self.assertEqual(exact.returncode, 0)
            return
        self.assertEqual(exact.returncode, 1)
        self.assertRegex(exact.stdout, r"^different: y\[\d+\]\[[12]\] is [\d.e-]+ on vulkan\S* .*, [\d.e-]+ on reference "
                                       r"\(subgroups of \d+\); so are \d+ values in all\n$")
        result = self.json_of(verify(WAVES, *data, "--ulp", "0", "--json", "--print", "y:f32"), 1)
        self.assertIs(result["equal"], False)
        first = result["difference"]
        self.assertEqual(first["buffer"], "y")
        self.assertEqual(first["type"], "f32")
        self.assertEqual(first["bytes"], 16000)
        self.assertIn(first["byte"] % 16, (4, 8))
        self.assertEqual(first["found"], result["outputs"]["y"]["values"][first["byte"] // 4])
        self.assertNotEqual(first["found"], first["expected"])
        self.assertAlmostEqual(first["found"], first["expected"], places=4)
        self.assertGreater(first["values"], 0)
        self.assertIsNone(result["error"])

    def test_the_interpreter_has_the_subgroups_of_the_device(self):
        result = self.json_of(verify(SUBGROUPS, "--in", "x=zeros:64", "--json", "--print", "x"), 0)
        size = result["outputs"]["x"]["values"][0] % 100
        self.assertEqual(result["reference"], f"reference (subgroups of {size})")

    def test_a_trap_on_both_is_equal(self):
        result = self.json_of(verify(TRAPS, "--in", "x=zeros:4", "--json"), 0)
        self.assertIs(result["equal"], True)
        self.assertEqual(result["outputs"], {})
        done = verify(TRAPS, "--in", "x=zeros:4")
        self.assertEqual(done.stdout.count("refused"), 2, done.stdout)

    def test_flags_of_run_hold_on_both(self):
        out = ROOT / "y.bin"
        done = verify(EXAMPLES / "saxpy.wgsl", "--in", "x=range:100", "--in", "y=range:100", "--iterations", 2,
                      "--out", f"y:40..48={out}", "--set", "a=3", "--workgroup", "32", "--json", "--stats")
        result = self.json_of(done, 0)
        self.assertEqual(out.stat().st_size, 8)
        self.assertEqual(result["stats"]["bytes_down"], 8)
        self.assertEqual(result["stats"]["launches"], 2)

    def test_wrong_usage(self):
        data = ("--in", "x=zeros:4", "--size", "y=4")
        for flags, message in ((("--ulp", "1", "--abs", "1"), "excludes"),
                               (("--ulp", "-1"), "--ulp takes a whole number: found '-1'"),
                               (("--ulp", "0.5"), "--ulp takes a whole number: found '0.5'"),
                               (("--abs", "-1"), "--abs takes a number from 0 on: found '-1'"),
                               (("--abs", "nan"), "--abs takes a number from 0 on: found 'nan'"),
                               (("--print", "z"), "--print 'z' names no returned buffer; they are 'y'")):
            done = verify(WAVES, *data, *flags, "--json")
            result = self.json_of(done, 2)
            self.assertIn(message, result["error"]["message"])
            self.assertEqual(result["error"]["code"], "invalid_argument")
            self.assertIsNone(result["equal"])

    def test_a_run_that_fails_is_an_error(self):
        result = self.json_of(verify(WAVES, "--in", "x=zeros:4", "--size", "y=4", "--max-output", "16", "--json"), 1)
        self.assertEqual(result["error"]["code"], "budget_exceeded")
        self.assertIsNone(result["equal"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
