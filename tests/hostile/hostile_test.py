#!/usr/bin/env python3
"""Programs of hostile size or depth end in an error, or in the right value, within a second and half a
gigabyte: the whole process, freeing included. Where no driver is at work, a stack of a quarter of a mebibyte
must do."""
import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time

from programs import programs

SECONDS = 1.0
KIBIBYTES = 512 << 10
STACK = 256 << 10


def run(command, text, folder, device, stack):
    path = os.path.join(folder, "hostile.wgsl")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    def limit():
        resource.setrlimit(resource.RLIMIT_STACK, (stack, resource.getrlimit(resource.RLIMIT_STACK)[1]))

    start = time.monotonic()
    process = subprocess.Popen([command, "run", path, "--device", device, "--grid", "1", "--print", "out:i32",
                                "--json", "--no-cache"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                               preexec_fn=limit if stack else None)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    # On a busy machine the time that others take does not count.
    seconds = min(time.monotonic() - start, usage.ru_utime + usage.ru_stime)
    return process.returncode, output, seconds, usage.ru_maxrss


def judge(expected, code, output, seconds, memory, slow):
    if code != 2 if expected == "usage" else code not in (0, 1):
        return f"exit status {code}"
    if seconds > SECONDS * slow or memory > KIBIBYTES * slow:
        return f"{seconds:.2f} s and {memory >> 10} MiB"
    if expected == "usage":
        return None
    answer = json.loads(output)
    if (code == 1) != (answer["error"] is not None):
        return f"exit status {code} with error {answer['error']}"
    if expected == "error" and code == 0:
        return "accepted"
    if isinstance(expected, int):
        if code != 0:
            return f"refused: {answer['error']['message']}"
        if answer["outputs"]["out"]["values"] != [expected]:
            return f"gave {answer['outputs']['out']['values']}, expected {expected}"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--slipway", required=True)
    parser.add_argument("--slow", type=float, default=1, help="factor on the bounds, for instrumented builds")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, text, expected in programs():
            device = "vulkan" if name.endswith("vulkan") else "reference"
            stack = STACK if device == "reference" and options.slow == 1 else None
            code, output, seconds, memory = run(options.slipway, text, folder, device, stack)
            complaint = judge(expected, code, output, seconds, memory, options.slow)
            failed += complaint is not None
            if complaint or options.verbose:
                print(f"{'FAILED ' if complaint else ''}{name}: {complaint or f'{seconds:.2f} s, {memory >> 10} MiB'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
