#!/usr/bin/env python3
"""Recomputes what `slipway explain` says: explain_test.py PATH_OF_COMMAND DEVICE FOLDER_OF_EXAMPLES."""
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import devices

COMMAND, DEVICE, EXAMPLES = os.path.abspath(sys.argv[1]), devices.choose(sys.argv[2]), pathlib.Path(sys.argv[3])
SPIRV = DEVICE != "reference"


class Example:
    """What the test knows of an example: from its text, and counted by hand."""

    def __init__(self, name, flags, sizes, given, **known):
        self.path = EXAMPLES / f"{name}.wgsl"
        self.text = re.sub(r"//.*", "", self.path.read_text())
        self.flags = flags      # of a launch
        self.sizes = sizes      # bytes of each buffer in that launch
        self.given = given      # names of those with host data
        self.known = known


EXAMPLE_LIST = [
    # i < arrayLength, a * x, + y; reads of x and y, a write of y. The checks of y[i] are one comparison.
    Example("saxpy", ["--in", "x=range:1000", "--in", "y=range:1000", "--out", "y:6..42=none"],
            {"x": 4000, "y": 4000}, ["x", "y"],
            arithmetic=3, memory=3, workgroup_memory=0, barriers=0, grid=[16, 1, 1], workgroup=[64, 1, 1],
            comparisons=2, shared=1, proven=0, read_back={"y": 40}, accuracy="contracted", inexact=[], workgroup_bytes=0),
    # alive: %, *, %, + and two uniform reads of height and width twice (3) and one of before. main: two comparisons
    # with || (2 reads); two loop tests, two steps, two comparisons, for alive's arguments + + - + + - (2 reads), the
    # sum; == == ==, the index * + (1 read), a conversion, and the write; alive is called twice.
    Example("life", ["--in", "board=u32:10,7", "--in", "before=random:70", "--size", "after=70", "--extent", "10,7"],
            {"board": 8, "before": 280, "after": 280}, ["board", "before"],
            arithmetic=2 * 4 + 2 + 2 + 2 + 2 + 6 + 1 + 3 + 2 + 1, memory=2 * 4 + 2 + 2 + 1 + 1, workgroup_memory=0,
            barriers=0, grid=[2, 1, 1], workgroup=[8, 8, 1], comparisons=2, shared=0, proven=0, read_back={"after": 280},
            accuracy="none", inexact=[], workgroup_bytes=0, constants=0),
    # Before the loop: / % != + (2 reads of length). Loops: word < words; text[word]; k < min(4, length - word * 4)
    # (1 read); bytes & 0xff; the atomic; >>; k++; word += groups.x * width. After: a barrier, an atomic load,
    # count != 0, an atomic on bins.
    Example("histogram", ["--in", "text=u32:1,2,3,4", "--in", "length=u32:15", "--grid", "3"],
            {"text": 16, "length": 4, "bins": 1024}, ["text", "length"],
            arithmetic=4 + 1 + 4 + 1 + 1 + 1 + 2 + 1, memory=2 + 1 + 1 + 1, workgroup_memory=2, barriers=1,
            grid=[3, 1, 1], workgroup=[256, 1, 1], comparisons=1, shared=0, proven=3, read_back={"bins": 1024},
            accuracy="none", inexact=[], workgroup_bytes=1024, constants=0),
]


class Explain(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.folder.name)

    def tearDown(self):
        self.folder.cleanup()

    def command(self, *arguments, **environment):
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("SLIPWAY_CACHE", "SLIPWAY_PIPELINE"))}
        return subprocess.run([COMMAND, *map(str, arguments)], capture_output=True, text=True, timeout=300,
                              cwd=self.root,
                              env={**kept, "SLIPWAY_CACHE_DIR": str(self.root / "cache"), **environment})

    def explain(self, path, *flags):
        done = self.command("explain", path, "--device", DEVICE, "--json", *flags)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)["plan"]

    def limits(self):
        devices = json.loads(self.command("devices", "--json").stdout)["devices"]
        wanted = [d for d in devices if d["selector"].startswith(DEVICE)]
        return wanted[0]["limits"], wanted[0]["features"]

    def check_buffers(self, example, plan):
        declared = re.findall(r"@group\((\d+)\)\s*@binding\((\d+)\)\s*var<([^>]*)>\s*(\w+)", example.text)
        self.assertEqual(len(plan["buffers"]), len(declared))
        for slot, (buffer, (group, binding, use, name)) in enumerate(zip(plan["buffers"], declared)):
            size = example.sizes[name]
            read_back = example.known["read_back"].get(name, 0)
            writable = use == "storage, read_write"
            self.assertEqual(buffer, {
                "name": name, "group": int(group), "binding": int(binding), "slot": slot, "use": use,
                "role": "in_out" if writable else "input", "on_device": False, "bytes": size,
                "uploaded": size if name in example.given else 0, "read_back": read_back,
                "avoided": size - read_back if writable else 0})
        total = lambda key: sum(buffer[key] for buffer in plan["buffers"])
        self.assertEqual(plan["transfers"], {"uploaded": total("uploaded"), "read_back": total("read_back"),
                                             "avoided": total("avoided"),
                                             "resident": sum(example.sizes.values()) + self.hidden(example)})

    def hidden(self, example):
        """Bytes of what comes with the kernel: with a record where loops are counted."""
        if not SPIRV:
            return 0
        done = self.command("emit", example.path, "--device", DEVICE, "--to", "spirv-asm")
        bindings = set(re.findall(r"Binding (\d+)", done.stdout))
        return 32 if len(bindings) > len(example.sizes) else 0

    def test_three_examples(self):
        limits, features = self.limits()
        for example in EXAMPLE_LIST:
            with self.subTest(example.path.stem):
                self.check(example, self.explain(example.path, *example.flags), limits, features)

    def check(self, example, plan, limits, features):
        known = example.known
        self.check_buffers(example, plan)
        groups, size = math.prod(known["grid"]), math.prod(known["workgroup"])
        self.assertEqual(plan["geometry"], {"workgroup_size": known["workgroup"], "grid": known["grid"],
                                            "workgroups": groups, "invocations": groups * size, "iterations": 1})
        operations = plan["operations"]
        ratio = known["arithmetic"] / (known["memory"] + known["workgroup_memory"])
        self.assertAlmostEqual(operations.pop("ratio"), ratio)
        self.assertEqual(operations, {key: known[key] for key in ("arithmetic", "memory", "workgroup_memory",
                                                                 "barriers")} | {"subgroup": 0})
        lanes = features["subgroup_size"]
        subgroups = -(-size // lanes)
        at_once = limits["workgroup_invocations"] // size
        hidden = 1 if self.hidden(example) else 0
        # Where loops are counted each invocation has a word for that.
        workgroup_bytes = known["workgroup_bytes"] + hidden * 4 * size
        if workgroup_bytes:
            at_once = min(at_once, limits["workgroup_bytes"] // workgroup_bytes)
        occupancy = plan["occupancy"]
        estimate = min(1, at_once * size / limits["workgroup_invocations"]) * size / (subgroups * lanes)
        self.assertAlmostEqual(occupancy.pop("estimate"), estimate)
        self.assertEqual(occupancy, {"workgroup_bytes": workgroup_bytes, "workgroups_at_once": at_once,
                                     "subgroups": subgroups, "idle_lanes": subgroups * lanes - size})
        self.assertEqual(plan["floats"], {"accuracy": known["accuracy"], "inexact": known["inexact"],
                                          "may_contract": known["accuracy"] == "contracted"})
        checks = plan["checks"]
        self.assertEqual(checks["mode"], "zero")
        found = (known["comparisons"], known["shared"], known["proven"])
        # The interpreter checks every access as it runs.
        self.assertEqual((checks["emitted"], checks["shared"], checks["proven"]), found if SPIRV else (sum(found), 0, 0))
        self.assertEqual(plan["capabilities"], [])
        used = {name: limit["used"] for name, limit in plan["limits"].items()}
        uniforms = len(re.findall("var<uniform>", example.text))
        # Each array that is sized at run time has its length among them.
        lengths = len(re.findall(r"array<\w+>;", example.text)) if SPIRV else 0
        self.assertEqual(used, {"workgroup_invocations": size, "workgroup_bytes": workgroup_bytes,
                                "storage_bindings": len(example.sizes) - uniforms + hidden,
                                "uniform_bindings": uniforms, "launch_words": lengths})
        for name, limit in plan["limits"].items():
            self.assertEqual(limit["most"], limits[name])

    def test_bytes_are_those_that_a_run_moves(self):
        for example in EXAMPLE_LIST:
            plan = self.explain(example.path, *example.flags)
            done = self.command("run", example.path, "--device", DEVICE, "--json", "--stats", *example.flags)
            stats = json.loads(done.stdout)["stats"]
            self.assertEqual((stats["bytes_up"], stats["bytes_down"]),
                             (plan["transfers"]["uploaded"], plan["transfers"]["read_back"]), example.path)

    def test_symbols_stand_where_arguments_decide(self):
        plan = self.explain(EXAMPLES / "saxpy.wgsl")
        self.assertEqual([buffer["bytes"] for buffer in plan["buffers"]], ["4 * elements(x)", "4 * elements(y)"])
        self.assertEqual(plan["transfers"]["uploaded"], "4 * elements(x) + 4 * elements(y)")
        self.assertEqual(plan["transfers"]["read_back"], "4 * elements(y)")
        self.assertEqual(plan["geometry"]["grid"], ["ceil(elements(y) / 64)", 1, 1])
        self.assertEqual(plan["geometry"]["invocations"], "64 * ceil(elements(y) / 64)")
        self.assertEqual(self.explain(EXAMPLES / "life.wgsl")["geometry"]["grid"],
                         ["ceil(extent.x / 8)", "ceil(extent.y / 8)", "ceil(extent.z / 1)"])

    def test_caches_say_why_they_missed(self):
        saxpy = EXAMPLES / "saxpy.wgsl"
        miss, hit = {"outcome": "miss", "reason": "absent"}, {"outcome": "hit", "reason": ""}
        driver = {} if SPIRV else {"outcome": "unused", "reason": ""}
        self.assertEqual(self.explain(saxpy)["caches"],
                         {"source": miss, "memory": miss, "kernel": miss, "driver": driver or miss})
        self.assertEqual(self.explain(saxpy)["caches"],
                         {"source": hit, "memory": miss, "kernel": hit, "driver": driver or hit})
        path = next((self.root / "cache").glob("??/*-kernel"))
        path.write_bytes(path.read_bytes()[:-1])
        self.assertEqual(self.explain(saxpy)["caches"]["kernel"], {"outcome": "rejected", "reason": "damaged"})
        self.assertEqual(self.explain(saxpy, "--no-cache")["caches"]["kernel"], {"outcome": "unused", "reason": ""})

    def test_modes_change_what_is_said(self):
        saxpy = EXAMPLES / "saxpy.wgsl"
        self.assertEqual(self.explain(saxpy, "--strict-float")["floats"]["accuracy"], "exact")
        off = self.explain(saxpy, "--check", "off")["checks"]
        self.assertEqual(off["mode"], "off")
        if SPIRV:
            self.assertEqual((off["emitted"], off["shared"], off["proven"]), (0, 0, 0))
        program = self.root / "inexact.wgsl"
        program.write_text("@group(0) @binding(0) var<storage, read_write> y: array<vec4f>;\n"
                           "@compute @workgroup_size(1) fn main() { y[0] = exp(y[1]) / sin(y[2]); }\n")
        plan = self.explain(program)
        self.assertEqual(plan["floats"], {"accuracy": "inexact", "may_contract": False,
                                          "inexact": ["div", "exp", "sin"]})
        self.assertEqual(plan["operations"]["arithmetic"], 12)

    def test_text_and_page(self):
        done = self.command("explain", EXAMPLES / "saxpy.wgsl", "--device", DEVICE)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("operations    3 arithmetic, 3 on buffers, 0 on workgroup memory (1.00 to 1)\n", done.stdout)
        self.assertIn("ceil(elements(y) / 64) x 1 x 1 workgroups of 64 x 1 x 1", done.stdout)
        self.assertEqual(self.command("explain", EXAMPLES / "saxpy.wgsl", "--device", DEVICE, "--html",
                                      "page.html").stdout, "")
        self.assertIn("operations    3 arithmetic", (self.root / "page.html").read_text())
        done = self.command("explain", EXAMPLES / "saxpy.wgsl", "--device", DEVICE, "--in", "x=range:4", "--json")
        self.assertEqual(done.returncode, 2)
        self.assertIn("buffer 'y' is sized at run time", json.loads(done.stdout)["error"]["message"])

    def test_dump(self):
        saxpy = EXAMPLES / "saxpy.wgsl"
        plan = self.explain(saxpy)
        dump = self.root / "dump"
        done = self.command("explain", saxpy, "--device", DEVICE, "--json", SLIPWAY_DUMP=str(dump))
        self.assertEqual(json.loads(done.stdout)["plan"]["id"], plan["id"])  # no part of any key
        self.assertEqual(json.loads(done.stdout)["plan"]["caches"]["kernel"]["outcome"], "hit")
        name = plan["id"].replace(":", "-")
        suffixes = ["ir", "lowered.ir", "plan", "wgsl"] + (["spv", "spvasm"] if SPIRV else [])
        self.assertEqual(sorted(p.name for p in dump.iterdir()), sorted(f"{name}.{s}" for s in suffixes))
        self.assertEqual((dump / f"{name}.wgsl").read_text(), saxpy.read_text())
        self.assertIn(plan["id"], (dump / f"{name}.plan").read_text())
        if SPIRV:
            self.assertEqual((dump / f"{name}.spv").read_bytes()[:4], b"\x03\x02\x23\x07")
            self.assertIn("OpEntryPoint GLCompute", (dump / f"{name}.spvasm").read_text())
        (self.root / "file").write_text("")
        for bad in ("file", "file/below"):
            done = self.command("run", saxpy, "--device", DEVICE, "--in", "x=f32:1", "--in", "y=f32:3", "--print", "y",
                                SLIPWAY_DUMP=str(self.root / bad))
            self.assertEqual((done.returncode, done.stdout), (0, "y = [5]\n"))
            self.assertEqual([bad in line for line in done.stderr.splitlines() if "dump" in line], [True])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
