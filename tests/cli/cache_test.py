#!/usr/bin/env python3
"""Runs `slipway` on caches of its own: cache_test.py PATH_OF_COMMAND DEVICE."""
import json
import os
import shutil
import pathlib
import resource
import subprocess
import sys
import tempfile
import unittest

import devices

COMMAND, DRIVER = sys.argv[1], sys.argv[2]
DEVICE = devices.choose(DRIVER)
NOBODY = 65534

ADD = """
@group(0) @binding(0) var<storage, read_write> y: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < arrayLength(&y)) { y[id.x] = y[id.x] + 1u; }
}
"""


class Cache(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.folder.name)
        self.cache = self.root / "cache"
        self.add = self.program("add.wgsl", ADD)
        self.stages = 2 if DEVICE == "reference" else 3  # source, kernel, and what drivers make

    def tearDown(self):
        if self.cache.exists():
            self.cache.chmod(0o700)
        self.folder.cleanup()

    def program(self, name, text):
        path = self.root / name
        path.write_text(text)
        return path

    def environment(self, **more):
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("SLIPWAY_CACHE", "SLIPWAY_PIPELINE"))}
        return {**kept, "SLIPWAY_CACHE_DIR": str(self.cache), **more}

    def command(self, *arguments, environment=None, **options):
        return subprocess.run([COMMAND, *map(str, arguments)], capture_output=True, text=True, timeout=300,
                              env=environment or self.environment(), **options)

    def arguments(self, program=None, *more):
        return ("run", program or self.add, "--in", "y=u32:41,7", "--print", "y", "--device", DEVICE, "--json",
                "--stats", *more)

    def run_program(self, program=None, *more, expected=(42, 8), **options):
        done = self.command(*self.arguments(program, *more), **options)
        self.assertEqual(done.returncode, 0, done.stderr)
        result = json.loads(done.stdout)
        self.assertEqual(result["outputs"]["y"]["values"], list(expected))
        return result["stats"], done.stderr

    def entries(self):
        return json.loads(self.command("cache", "list", "--json").stdout)["entries"]

    def warnings(self, stderr):
        return [line for line in stderr.splitlines() if "kept" in line or "keep" in line]

    def test_a_second_process_emits_nothing(self):
        stats, _ = self.run_program()
        self.assertEqual((stats["parses"], stats["emissions"], stats["compiles"]), (1, 1, 1))
        self.assertEqual((stats["disk_hits"], stats["disk_misses"]), (0, self.stages))
        stats, _ = self.run_program()
        self.assertEqual((stats["parses"], stats["emissions"], stats["compiles"]), (0, 0, 1))
        self.assertEqual((stats["disk_hits"], stats["disk_misses"]), (self.stages, 0))
        moved = self.program("moved.wgsl", ADD)
        stats, _ = self.run_program(moved, cwd="/")
        self.assertEqual((stats["parses"], stats["emissions"]), (0, 0))
        reformatted = self.program("reformatted.wgsl", "// the same\n" + ADD)
        stats, _ = self.run_program(reformatted)
        self.assertEqual((stats["parses"], stats["emissions"]), (1, 0))

    def test_a_program_from_disk_says_what_the_read_one_says(self):
        text = """enable slipway_trap;
const too_big = 7u;
override most: u32 = 100;
var<workgroup> tile: array<u32, 4>;
@group(0) @binding(0) var<storage, read_write> y: array<u32>;
@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) l: u32) {
  let slot = l + y[4];
  tile[slot] = 1u;
  y[l] = tile[l];
  assert(l != 2 || y[5] < most / 2, too_big, y[5]);
}
"""
        program = self.program("reports.wgsl", text)
        def reports(*more):
            found = []
            for checks, data in (("trap", "0,0,0,0,1,0"), ("zero", "0,0,0,0,0,99")):
                done = self.command("run", program, "--in", f"y=u32:{data}", "--device", DEVICE, "--check", checks,
                                    "--grid", "1", "--json", "--stats", *more)
                self.assertEqual(done.returncode, 1, done.stderr)
                result = json.loads(done.stdout)
                found.append((result["stats"]["parses"], result["stats"]["emissions"], result["error"]))
            return found
        cold, warm = reports(), reports()
        self.assertEqual([c[2] for c in cold], [w[2] for w in warm])
        self.assertEqual([w[:2] for w in warm], [(0, 0), (0, 0)])
        trap = warm[0][2]["trap"]
        self.assertEqual((trap["kind"], trap["name"], trap["index"], trap["length"], trap["line"], trap["column"]),
                         ("out_of_bounds", "tile", 4, 4, 8, 3))
        assertion = warm[1][2]["trap"]
        self.assertEqual((assertion["kind"], assertion["name"], assertion["value"], assertion["line"]),
                         ("assert", "too_big", 99, 10))

    def test_overrides_are_checked_where_they_are_compiled(self):
        text = ADD.replace("@group(0)", "override divisor: u32 = 1;\n@group(0)", 1).replace("1u", "1u / divisor")
        program = self.program("divides.wgsl", text)
        run = lambda *more: self.command(*self.arguments(program, *more))
        for _ in range(2):
            done = run("--set", "divisor=0")
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn("divides.wgsl:5", done.stderr)
            stats, _ = self.run_program(program)
        self.assertEqual((stats["parses"], stats["emissions"]), (0, 0))
        # The same module, in which the operand is a value like any other.
        behind_let = self.program("let.wgsl", text.replace("{ y[id.x] = y[id.x] + 1u / divisor;",
                                                          "let d = divisor; { y[id.x] = y[id.x] + 1u / d;")
                                  .replace("if (id.x < arrayLength(&y)) let d = divisor; {",
                                           "let d = divisor;\n  if (id.x < arrayLength(&y)) {"))
        self.assertEqual(run("--set", "divisor=0").returncode, 2)
        done = self.command(*self.arguments(behind_let, "--set", "divisor=0"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(run("--set", "divisor=0").returncode, 2)

    def test_damaged_sources_are_read_anew(self):
        self.run_program()
        path = next(self.cache.glob("??/*-source"))
        good = path.read_bytes()
        for i in range(64):
            bit = i * len(good) * 8 // 64
            bad = bytearray(good)
            bad[bit // 8] ^= 1 << bit % 8
            path.write_bytes(bad)
            stats, _ = self.run_program()
            self.assertEqual((stats["parses"], stats["emissions"]), (1, 0))
            self.assertEqual(path.read_bytes(), good)

    def test_off_and_no_cache_touch_nothing(self):
        self.run_program(None, "--no-cache")
        self.run_program(environment=self.environment(SLIPWAY_CACHE="off"))
        self.assertFalse(self.cache.exists())
        done = self.command("run", self.add, "--device", DEVICE, environment=self.environment(SLIPWAY_CACHE="no"))
        self.assertEqual(done.returncode, 2)
        self.assertIn("SLIPWAY_CACHE is on or off: found 'no'", done.stderr)
        for name in ("SLIPWAY_PIPELINE_CACHE_ENTRIES", "SLIPWAY_PIPELINE_CACHE_BYTES"):
            done = self.command("run", self.add, "--device", DEVICE, environment=self.environment(**{name: "many"}))
            self.assertEqual(done.returncode, 2)
            self.assertIn(f"{name} is a whole number of 64 bits: found 'many'", done.stderr)

    def test_damage_is_found_replaced_and_pruned(self):
        self.run_program()
        self.assertEqual(json.loads(self.command("cache", "verify", "--json").stdout)["valid"], self.stages)
        for path in self.cache.glob("??/*"):
            path.write_bytes(path.read_bytes()[:-1])
        done = self.command("cache", "verify")
        self.assertEqual(done.returncode, 1)
        self.assertIn(f"0 valid, {self.stages} damaged", done.stdout)
        stats, _ = self.run_program()
        self.assertEqual(stats["emissions"], 1)
        self.assertEqual(self.command("cache", "verify").returncode, 0)
        next(self.cache.glob("??/*")).write_bytes(b"nonsense")
        self.assertIn("removed 1 damaged entries", self.command("cache", "prune").stdout)
        self.assertEqual(len(self.entries()), self.stages - 1)

    def test_why_names_what_differs(self):
        why = lambda *more: json.loads(self.command("cache", "why", *more, "--device", DEVICE, "--json").stdout)
        stages = ["source", "kernel"] + (["driver"] if DEVICE != "reference" else [])
        self.assertEqual([why(self.add)[stage]["state"] for stage in stages], ["absent"] * self.stages)
        self.run_program()
        self.assertEqual([why(self.add)[stage]["state"] for stage in stages], ["kept"] * self.stages)
        differs = lambda *more: why(*more)["kernel"]["differs_in"]
        self.assertEqual(differs(self.add, "--strict-float"), ["floats"])
        self.assertEqual(differs(self.add, "--check", "off"), ["checks"])
        self.assertEqual(differs(self.add, "--workgroup", "32"), ["workgroup size and overrides"])
        other = self.program("other.wgsl", ADD.replace("1u", "2u"))
        self.assertEqual(differs(other), ["program"])
        self.assertEqual(why(other)["source"]["differs_in"], ["source"])
        reformatted = self.program("reformatted.wgsl", ADD + "\n")
        self.assertEqual((why(reformatted)["source"]["state"], why(reformatted)["kernel"]["state"]),
                         ("absent", "kept"))
        text = self.command("cache", "why", other, "--device", DEVICE).stdout
        self.assertIn("the kernel is not kept: its entry is absent\n  the nearest entry, ", text)
        self.assertIn(", differs in: program\n", text)

    def test_clear_by_each_scope(self):
        other = self.program("other.wgsl", ADD.replace("1u", "2u"))
        def fill():
            self.run_program()
            self.run_program(other, expected=(43, 9))
            self.assertEqual(len(self.entries()), 2 * self.stages)
        clear = lambda *scope: self.command("cache", "clear", *scope).stdout
        fill()
        self.assertEqual(clear("--program", other), f"removed {self.stages} entries\n")
        stats, _ = self.run_program()
        self.assertEqual(stats["emissions"], 0)
        fill()
        self.assertEqual(clear("--device", "no such device"), "removed 0 entries\n")
        device = next(entry["device"] for entry in self.entries() if entry["device"])
        self.assertEqual(clear("--device", device), f"removed {2 * (self.stages - 1)} entries\n")
        fill()
        identity = next(entry["id"] for entry in self.entries() if entry["id"])
        self.assertEqual(clear("--key", identity), f"removed {self.stages - 1} entries\n")
        fill()
        self.assertEqual(clear("--key", self.entries()[0]["key"]), "removed 1 entries\n")
        self.assertEqual(clear(), f"removed {2 * self.stages - 1} entries\n")
        self.assertEqual(self.entries(), [])

    def test_selections_that_are_malformed_remove_nothing(self):
        self.run_program()
        for flags, message in ((("--key", "zz"), "found 'zz'"), (("--key", "0" * 33), "lower-case hex digits"),
                               (("--key", ""), "--key"), (("--key", "vulkan:"), "found 'vulkan:'"),
                               (("--device", ""), "--device"), (("--entry", "main"), "--program"),
                               (("--program", self.add, "--entry", "other"), "no entry point 'other'"),
                               (("all",), "all")):
            done = self.command("cache", "clear", *flags)
            self.assertEqual(done.returncode, 2, flags)
            self.assertIn(message, done.stderr)
        self.assertEqual(self.command("cache", "clear", "--program", "/nonexistent.wgsl").returncode, 1)
        for bad in ("-1", "1k", ""):
            done = self.command("cache", "prune", f"--max-bytes={bad}")
            self.assertEqual(done.returncode, 2, bad)
            self.assertIn("--max-bytes", done.stderr)
        self.assertEqual(len(self.entries()), self.stages)
        for flags in (("--key", "vulkan:0000000000000000"), ("--device", "no such device"),
                      ("--program", self.program("other.wgsl", ADD.replace("1u", "2u")))):
            self.assertEqual(self.command("cache", "clear", *flags).stdout, "removed 0 entries\n")
        self.cache = self.root / "nothing"
        self.assertEqual(self.command("cache", "clear").stdout, "removed 0 entries\n")
        self.assertEqual(self.command("cache", "prune").stdout,
                         "removed 0 damaged entries and 0 of the least recently used\n")
        self.assertEqual(self.command("cache", "list").stdout, "0 entries, 0 bytes\n")
        self.assertFalse(self.cache.exists())

    def test_list_tells_entries_apart(self):
        self.run_program()
        self.run_program(self.program("other.wgsl", ADD.replace("1u", "2u")), expected=(43, 9))
        entries = self.entries()
        plan = json.loads(self.command("explain", self.add, "--device", DEVICE, "--json").stdout)["plan"]
        for entry in entries:
            path = self.cache / entry["key"][:2] / f"{entry['key'][2:]}-{entry['stage']}"
            self.assertEqual((entry["bytes"], entry["entry_point"]), (path.stat().st_size, "main"))
            if entry["files"] == "add.wgsl":
                self.assertEqual(entry["id"], "" if entry["stage"] == "source" else plan["id"])
        self.assertEqual(sorted(entry["files"] for entry in entries), ["add.wgsl"] * self.stages +
                         ["other.wgsl"] * self.stages)
        for path in self.cache.glob("??/*"):
            os.utime(path, (path.stat().st_atime, path.stat().st_mtime - 130))
        text = self.command("cache", "list").stdout.splitlines()
        self.assertEqual(len(text), 2 * self.stages + 1)
        for entry in entries:
            line = next(l for l in text if l.startswith(f"{entry['stage']:6} {entry['key'][:12]} "))
            self.assertIn(f"{entry['bytes']} bytes  2 min  'main' of {entry['files']}", line)
            self.assertTrue(line.endswith(f" for {entry['device']} ({entry['id']})" if entry["id"] else ".wgsl"))

    def test_what_stands_in_the_place_of_an_entry_makes_way(self):
        self.run_program()
        for path in list(self.cache.glob("??/*")):
            path.unlink()
            path.mkdir()
            (path / "notes.txt").write_text("kept")
        stats, stderr = self.run_program()
        self.assertEqual((stats["parses"], stats["emissions"], stderr), (1, 1, ""))
        stats, _ = self.run_program()
        self.assertEqual((stats["parses"], stats["emissions"], stats["disk_misses"]), (0, 0, 0))
        displaced = sorted(path.name for path in self.cache.glob("displaced-*"))
        self.assertEqual(len(list(self.cache.glob("displaced-*/notes.txt"))), self.stages)
        verified = json.loads(self.command("cache", "verify", "--json").stdout)
        self.assertEqual((verified["damaged"], sorted(verified["displaced"])), ([], displaced))
        self.command("cache", "clear", "--key", self.entries()[0]["key"])
        self.assertEqual(len(list(self.cache.glob("displaced-*"))), self.stages)
        done = self.command("cache", "prune")
        self.assertEqual(done.stdout, "removed 0 damaged entries and 0 of the least recently used\n"
                                      f"removed {self.stages} displaced files or directories\n")
        self.assertEqual(list(self.cache.glob("displaced-*")), [])

    @unittest.skipIf(DEVICE == "reference", "SPIR-V is not for the reference")
    def test_emitting_asks_neither_the_driver_nor_a_cache(self):
        for form in ("spirv", "spirv-asm"):
            done = subprocess.run([COMMAND, "emit", self.add, "--device", DEVICE, "--to", form], capture_output=True,
                                  env=self.environment())
            self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertFalse(self.cache.exists())

    def test_a_bundle_warms_an_empty_machine(self):
        self.run_program()
        bundle = self.root / "bundle"
        self.assertEqual(self.command("cache", "export", bundle).stdout, f"exported {self.stages} entries\n")
        self.cache = self.root / "another"
        self.assertEqual(self.command("cache", "import", bundle).stdout,
                         f"imported {self.stages} of {self.stages} entries\n")
        stats, _ = self.run_program()
        self.assertEqual((stats["emissions"], stats["disk_misses"]), (0, 0))
        bundle.write_bytes(bundle.read_bytes()[:-1])
        done = self.command("cache", "import", bundle)
        self.assertEqual(done.returncode, 1)
        self.assertIn("the bundle is damaged", done.stderr)

    def test_many_processes_at_once(self):
        programs = [(self.program(f"p{i}.wgsl", ADD.replace("1u", f"{i}u")), [41 + i, 7 + i]) for i in range(4)]
        running = [(subprocess.Popen([COMMAND, *map(str, self.arguments(path))], stdout=subprocess.PIPE, text=True,
                                     env=self.environment()), values)
                   for _ in range(16) for path, values in programs]
        for process, values in running:
            out, _ = process.communicate(timeout=300)
            self.assertEqual(process.returncode, 0)
            self.assertEqual(json.loads(out)["outputs"]["y"]["values"], values)
        self.assertEqual(len(self.entries()), 4 * self.stages)
        self.assertEqual(self.command("cache", "verify").returncode, 0)
        self.assertEqual(list((self.cache / "tmp").iterdir()), [])

    def test_writers_that_are_killed_leave_a_working_cache(self):
        programs = [(self.program(f"p{i}.wgsl", ADD.replace("1u", f"{i}u")), [41 + i, 7 + i]) for i in range(40)]
        for i, (path, _) in enumerate(programs):
            process = subprocess.Popen([COMMAND, *map(str, self.arguments(path))], stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL, env=self.environment())
            # From before the first byte to after the last, in forty steps.
            try:
                process.wait(0.002 * i)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        if self.cache.exists():
            self.assertEqual(self.command("cache", "verify").returncode, 0)
        for path, values in programs:
            self.run_program(path, expected=values)
        self.assertEqual(len(self.entries()), len(programs) * self.stages)
        self.assertEqual(self.command("cache", "verify").returncode, 0)

    def test_keys_do_not_depend_on_the_process(self):
        self.run_program()
        for i in range(20):
            processors = list(os.sched_getaffinity(0))[:1 + i % 4 // 2 * 99]
            stats, _ = self.run_program(cwd=["/", str(self.root)][i % 2],
                                        environment=self.environment(LC_ALL=["C", "C.UTF-8"][i % 2], TZ=f"UTC+{i}",
                                                                     LP_NUM_THREADS=str(i % 3)),
                                        preexec_fn=lambda: os.sched_setaffinity(0, processors))
            self.assertEqual((stats["parses"], stats["emissions"], stats["disk_misses"]), (0, 0, 0))
        self.assertEqual(len(self.entries()), self.stages)

    def test_the_order_of_declarations_is_in_no_key(self):
        buffers = ("@group(0) @binding(0) var<storage, read_write> y: array<u32>;",
                   "@group(0) @binding(1) var<storage, read> pairs: array<Pair, 2>;")
        rest = ("struct Pair { a: u32, b: u32 }", "const two = 2u;", "override step: u32 = 1;",
                "fn scaled(v: u32) -> u32 { return v * step; }", "fn first(i: u32) -> u32 { return pairs[i].a; }",
                "@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {"
                "  if (id.x < arrayLength(&y)) { y[id.x] = scaled(y[id.x]) + first(id.x) * two; } }")
        def run(*declarations):
            path = self.program("ordered.wgsl", "\n".join(declarations))
            done = self.command(*self.arguments(path, "--in", "pairs=u32:1,0,2,0"))
            self.assertEqual(done.returncode, 0, done.stderr)
            result = json.loads(done.stdout)
            self.assertEqual(result["outputs"]["y"]["values"], [43, 11])
            return result["stats"]["emissions"]
        self.assertEqual(run(*rest, *buffers), 1)
        for order in (rest[::-1] + buffers, buffers + rest, rest[3:] + buffers[:1] + rest[:3] + buffers[1:]):
            self.assertEqual(run(*order), 0)
        # The order of buffers is a part of the interface: the first one sizes a launch, and outputs come in it.
        self.assertEqual(run(*rest, *buffers[::-1]), 1)

    def test_entries_under_each_other_s_names_are_misses(self):
        other = self.program("other.wgsl", ADD.replace("1u", "2u"))
        self.run_program()
        first = set(self.cache.glob("??/*"))
        self.run_program(other, expected=(43, 9))
        second = set(self.cache.glob("??/*")) - first
        stage = lambda path: path.name.rpartition("-")[2]
        for a, b in zip(sorted(first, key=stage), sorted(second, key=stage)):
            self.assertEqual(stage(a), stage(b))
            held = a.read_bytes()
            a.write_bytes(b.read_bytes())
            b.write_bytes(held)
        stats, _ = self.run_program()
        self.assertEqual((stats["parses"], stats["emissions"], stats["disk_hits"]), (1, 1, 0))
        self.run_program(other, expected=(43, 9))
        stats, _ = self.run_program()
        self.assertEqual((stats["parses"], stats["emissions"]), (0, 0))

    def test_a_full_disk_is_one_warning_and_the_next_run_stores(self):
        self.cache.mkdir(mode=0o700)
        mounted = os.geteuid() == 0 and subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=256k,mode=0700", "none", self.cache], capture_output=True).returncode == 0
        if not mounted:
            self.skipTest("a small file system cannot be mounted here")
        try:
            for room in (0, 1, 4095, 6000):
                filler = self.cache / "filler"
                free = os.statvfs(self.cache).f_bavail * os.statvfs(self.cache).f_frsize
                filler.write_bytes(bytes(free - room))
                stats, stderr = self.run_program()
                self.assertEqual(stats["emissions"], 1)
                self.assertEqual(len(self.warnings(stderr)), 1, stderr)
                self.assertEqual(self.command("cache", "verify").returncode, 0)
                filler.unlink()
                self.command("cache", "clear")
            self.run_program()
            stats, _ = self.run_program()
            self.assertEqual((stats["parses"], stats["emissions"]), (0, 0))
            # The same directory where nothing can be written: what it has is served.
            subprocess.run(["mount", "-o", "remount,ro", self.cache], check=True)
            stats, stderr = self.run_program()
            self.assertEqual((stats["emissions"], self.warnings(stderr)), (0, []))
            stats, stderr = self.run_program(self.program("other.wgsl", ADD.replace("1u", "2u")), expected=(43, 9))
            self.assertEqual((stats["emissions"], len(self.warnings(stderr))), (1, 1))
        finally:
            subprocess.run(["umount", self.cache], check=True)

    def test_a_read_only_directory_serves_what_it_has(self):
        self.run_program()
        other = self.program("other.wgsl", ADD.replace("1u", "2u"))
        (self.cache / "tmp").rmdir()
        as_nobody = {}
        if os.geteuid() == 0:
            # A copy: the folder that the command was built in may be closed to others.
            as_nobody = {"user": NOBODY, "group": NOBODY, "extra_groups": [],
                         "executable": shutil.copy(COMMAND, self.root)}
            for path in [self.root, *self.root.rglob("*")]:
                os.chown(path, NOBODY, NOBODY)
        self.cache.chmod(0o555)
        stats, stderr = self.run_program(**as_nobody)
        self.assertEqual((stats["emissions"], self.warnings(stderr)), (0, []))
        stats, stderr = self.run_program(other, expected=(43, 9), **as_nobody)
        self.assertEqual(stats["emissions"], 1)
        self.assertEqual(len(self.warnings(stderr)), 1, stderr)
        self.assertIn(str(self.cache), stderr)

    def test_an_empty_read_only_directory_is_one_warning(self):
        self.cache.mkdir()
        as_nobody = {}
        if os.geteuid() == 0:
            as_nobody = {"user": NOBODY, "group": NOBODY, "extra_groups": [],
                         "executable": shutil.copy(COMMAND, self.root)}
            for path in [self.root, *self.root.rglob("*")]:
                os.chown(path, NOBODY, NOBODY)
        self.cache.chmod(0o555)
        stats, stderr = self.run_program(**as_nobody)
        self.assertEqual((stats["emissions"], list(self.cache.iterdir())), (1, []))
        self.assertEqual([str(self.cache) in line for line in self.warnings(stderr)], [True])
        failures = [stats[stage]["failures"] for stage in ("source", "kernel", "driver")]
        self.assertEqual(failures, [1, 0, 0])  # nothing is tried again

    def test_a_directory_that_cannot_be_made_is_one_warning(self):
        self.cache.write_text("a file")
        stats, stderr = self.run_program()
        self.assertEqual(stats["emissions"], 1)
        self.assertEqual(len(self.warnings(stderr)), 1, stderr)
        self.assertIn(str(self.cache), stderr)
        self.cache.unlink()

    @unittest.skipIf(DRIVER == "swiftshader", "the driver writes a file of 8 KiB, and does not mind the limit")
    def test_a_tiny_file_size_limit_is_one_warning_and_the_next_run_stores(self):
        self.check_file_size_limit(100, self.add)

    def test_a_file_size_limit_is_one_warning_and_the_next_run_stores(self):
        table = ", ".join(f"{i * i}u" for i in range(8000))  # more than the limit in every entry
        text = ADD.replace("1u", "table[id.x + 1u]").replace("@group", f"const table = array<u32, 8000>({table});\n@group")
        self.check_file_size_limit(16384, self.program("large.wgsl", text))

    def check_file_size_limit(self, limit, program):
        small = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        expected = (42, 8) if program == self.add else (42, 11)
        stats, stderr = self.run_program(program, expected=expected, preexec_fn=small)
        self.assertEqual(stats["emissions"], 1)
        self.assertEqual(len(self.warnings(stderr)), 1, stderr)
        self.assertEqual(self.entries(), [])
        self.assertEqual([path.name for path in self.cache.glob("tmp/*")], [])
        self.run_program(program, expected=expected)
        stats, _ = self.run_program(program, expected=expected)
        self.assertEqual((stats["emissions"], stats["disk_misses"]), (0, 0))

    def test_the_commands_are_listed_where_none_is_given(self):
        names = "list, verify, why, prune, clear, export, import"
        for arguments, message in ((("cache",), "a command is missing"), (("cache", "frob"), "no command 'frob'")):
            done = self.command(*arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn(f"{message}; the commands of 'cache' are {names}", done.stderr)

    def test_the_limit_holds(self):
        limit = self.environment(SLIPWAY_CACHE_BYTES="20000")
        for i in range(1, 25):
            path = self.program(f"p{i}.wgsl", ADD.replace("1u", f"{i}u"))
            self.run_program(path, expected=(41 + i, 7 + i), environment=limit)
            self.assertLessEqual(sum(p.stat().st_size for p in self.cache.glob("??/*")), 20000)
        stats, _ = self.run_program(path, expected=(41 + i, 7 + i), environment=limit)
        self.assertEqual(stats["emissions"], 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
