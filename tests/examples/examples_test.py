#!/usr/bin/env python3
"""Runs one example kernel through the command and compares with Python, or with wc. Exit status 77: skipped."""
import argparse
import glob
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

GPL = pathlib.Path("/usr/share/common-licenses/GPL-3")


def driver_environment(device):
    """The environment that makes `vulkan` mean this driver, or None where it is not installed."""
    patterns = {"lavapipe": "/usr/share/vulkan/icd.d/lvp_icd*.json",
                "swiftshader": "/usr/lib/chromium/vk_swiftshader_icd.json"}
    if device not in patterns:
        return {}
    found = glob.glob(patterns[device])
    return {"VK_DRIVER_FILES": found[0], "VK_ICD_FILENAMES": found[0], "SLIPWAY_VALIDATION": "1"} if found else None


class Command:
    def __init__(self, options):
        self.slipway, self.examples = options.slipway, options.examples
        self.device = "reference" if options.device == "reference" else "vulkan"
        self.environment = driver_environment(options.device)

    def run(self, kernel, *flags):
        """The outputs of a run, by name."""
        done = subprocess.run(
            [self.slipway, "run", f"{self.examples}/{kernel}.wgsl", *flags, "--json", "--device", self.device],
            env={**os.environ, **self.environment}, capture_output=True, text=True)
        assert done.returncode == 0, f"{flags}: status {done.returncode}\n{done.stdout}\n{done.stderr}"
        answer = json.loads(done.stdout)
        assert answer["error"] is None, answer["error"]
        return {name: output["values"] for name, output in answer["outputs"].items() if "values" in output}


def texts(folder):
    """Files to count: real text, sizes around a word, nothing, and bytes that are not text."""
    noise = random.Random(7)
    contents = {
        "one": b"x", "odd": bytes(noise.randrange(256) for _ in range(10007)), "empty": b"",
        "no_final_newline": b"two words", "blanks": b"  a \t\v b\f\r\n\n  \n" * 50,
        "control": b"a\x01b \x01 x\n\x80 y\x80z \xa0", "run_of_control": b"a" + b"\x01" * 700 + b"b c" + b"\x02" * 300,
        "exactly_one_run": b"ab " * 85 + b"\n", "long_word": b"w" * 5000,
    }
    for name, content in contents.items():
        path = pathlib.Path(folder, name)
        path.write_bytes(content)
        yield path
    yield GPL


def histogram(command, folder):
    for path in texts(folder):
        counts = [0] * 256
        for byte in path.read_bytes():
            counts[byte] += 1
        found = command.run("histogram", "--in", f"text=@{path}", "--in", "length=bytelen:text", "--print", "bins:u32")
        assert found["bins"] == counts, f"{path}: {found['bins']}"


def wordcount(command, folder):
    for path in texts(folder):
        wc = subprocess.run(["wc", "-l", "-w", "-c", path], env={**os.environ, "LC_ALL": "C"}, capture_output=True,
                            text=True, check=True)
        expected = [int(field) for field in wc.stdout.split()[:3]]
        for extent in ([], ["--extent", "4096"]):
            found = command.run("wordcount", "--in", f"text=@{path}", "--in", "length=bytelen:text", *extent,
                                "--print", "counts:u32")
            assert found["counts"] == expected, f"{path}: expected {expected}, found {found['counts']}"


def saxpy(command, _):
    x = [k * 0.5 for k in range(1000)]
    y = [1000.0 - k for k in range(1000)]
    listed = lambda values: "f32:" + ",".join(map(str, values))
    for a in (2.0, -3.0):
        given = [] if a == 2.0 else ["--set", f"a={a}"]
        found = command.run("saxpy", "--in", "x=" + listed(x), "--in", "y=" + listed(y), *given, "--print", "y:f32")
        assert found["y"] == [a * p + q for p, q in zip(x, y)], found["y"]


def life(command, _):
    width, height = 37, 21
    dice = random.Random(3)
    board = [int(dice.random() < 0.4) for _ in range(width * height)]
    for _ in range(3):
        expected = []
        for y in range(height):
            for x in range(width):
                around = sum(board[(y + dy) % height * width + (x + dx) % width]
                             for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy)
                expected.append(int(around == 3 or (around == 2 and board[y * width + x])))
        found = command.run("life", "--in", f"board=u32:{width},{height}", "--in",
                            "before=u32:" + ",".join(map(str, board)), "--size", f"after={width * height}",
                            "--extent", f"{width},{height}", "--print", "after:u32")
        assert found["after"] == expected
        board = expected


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--slipway", required=True)
    parser.add_argument("--examples", required=True)
    parser.add_argument("--device", required=True)
    parser.add_argument("example", choices=["histogram", "wordcount", "saxpy", "life"])
    options = parser.parse_args()
    command = Command(options)
    if command.environment is None:
        print(f"skipped: the driver of {options.device} is not installed")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        globals()[options.example](command, folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
