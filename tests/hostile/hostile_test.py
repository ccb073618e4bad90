#!/usr/bin/env python3
"""Programs of hostile size or depth end in an error, or in the right value, within a second and half a
gigabyte: the whole process, freeing included."""
import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time

SECONDS = 1.0
KIBIBYTES = 512 << 10

HEAD = "@group(0) @binding(0) var<storage, read_write> out: array<i32, 1>;\n@compute @workgroup_size(1)\n"


def main_of(body):
    return HEAD + "fn main() {\n" + body + "\n}\n"


def nested(opening, middle, closing):
    return lambda depth: main_of("out[0] = " + opening * depth + middle + closing * depth + ";")


def nested_statements(opening, closing="}"):
    return lambda depth: main_of(opening * depth + " out[0] = 1; " + closing * depth)


def nested_types(depth):
    return "alias Deep = " + "array<" * depth + "i32" + ", 1>" * depth + ";\n" + main_of("out[0] = 1;")


def nested_structs(depth):
    text = "struct S0 { a: i32 }\n"
    for k in range(1, depth):
        text += f"struct S{k} {{ a: S{k - 1} }}\n"
    return text + main_of(f"var s: S{depth - 1}; out[0] = 1;")


def call_chain(depth):
    text = "fn f0() -> i32 { return 1; }\n"
    for k in range(1, depth):
        text += f"fn f{k}() -> i32 {{ return f{k - 1}(); }}\n"
    return text + main_of(f"out[0] = f{depth - 1}();")


def doubling_calls(depth):
    text = "fn f0(p: ptr<function, i32>) { *p += 1; }\n"
    for k in range(1, depth):
        text += f"fn f{k}(p: ptr<function, i32>) {{ f{k - 1}(p); f{k - 1}(p); }}\n"
    return text + main_of(f"var x = 0; f{depth - 1}(&x); out[0] = x;")


# name: (program, what must come out: a value, "error", or None for either within the bounds)
def cases():
    deep = (10, 1), (100, 1), (1000, "error"), (100000, "error")
    for depth, expected in deep:
        yield f"parentheses {depth}", nested("(", "1", ")")(depth), expected
        yield f"ifs {depth}", nested_statements("if out[0] == 0 {")(depth), expected
        yield f"blocks {depth}", nested_statements("{")(depth), expected
        yield f"loops {depth}", main_of("loop { " * depth + "out[0] = 1; break;" + " break; }" * depth), \
            None if expected == 1 else "error"
        yield f"indices {depth}", nested("out[", "0", "]")(depth), 0 if expected == 1 else "error"
        yield f"calls {depth}", nested("abs(", "1", ")")(depth), expected
    for depth in 1000, 100000:
        yield f"negations {depth}", nested("-", "1", "")(depth), "error"
        yield f"complements {depth}", nested("~", "1", "")(depth), "error"
        yield f"nested types {depth}", nested_types(depth), "error"
        yield f"comments {depth}", "/*" * depth + "*/" * depth + main_of("out[0] = 1;"), None
        yield f"open braces {depth}", main_of("{" * depth), "error"
        yield f"open parentheses {depth}", main_of("out[0] = " + "(" * depth), "error"
        yield f"else ifs {depth}", main_of("if out[0] == 1 {}" + " else if out[0] == 2 {}" * depth), None
    yield "nested structs 5000", nested_structs(5000), "error"
    yield "call chain 20000", call_chain(20000), None
    yield "doubling calls 10", doubling_calls(10), 512
    yield "doubling calls 40 on vulkan", doubling_calls(40), "error"
    yield "sum of 50000 in one expression", main_of("out[0] = out[0]" + " + 1" * 50000 + ";"), None
    yield "50000 additions", main_of("var x = out[0];\n" + "x += 1;\n" * 50000 + "out[0] = x;"), 50000
    yield "4096 words indexed at run time", main_of(
        "var a: array<i32, 4096>; for (var k = 0; k < 4096; k++) { a[k] = k; } out[0] = a[out[0] + 4095];"), 4095
    yield "long identifier", main_of(f"let {'x' * 1000000} = 1; out[0] = 1;"), None
    yield "long integer", main_of(f"out[0] = {'9' * 1000000};"), "error"
    yield "long fraction", main_of(f"out[0] = i32(1.{'0' * 1000000});"), None
    yield "large exponent", main_of("out[0] = i32(1e999999999999);"), "error"
    yield "large private array", "var<private> a: array<i32, 1000000000>;\n" + main_of("out[0] = a[out[0]];"), "error"
    yield "large array of arrays", "var<private> a: array<array<array<i32, 65535>, 65535>, 65535>;\n" + \
        main_of("out[0] = a[0][0][0];"), "error"
    yield "20000 variables", "".join(f"var<private> v{k}: i32;\n" for k in range(20000)) + main_of("out[0] = 1;"), None
    yield "switch of 20000 cases", main_of("switch out[0] {" + "".join(f"case {k}: {{ out[0] = {k + 1}; }}\n"
                                           for k in range(20000)) + "default: {} }"), None
    yield "100000 errors", main_of("x = 1;\n" * 100000), "error"
    yield "no end", "fn main(", "error"
    yield "nothing but bytes", "\x00\x01\x02", "error"


def run(command, text, folder, device):
    path = os.path.join(folder, "hostile.wgsl")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    start = time.monotonic()
    process = subprocess.Popen([command, "run", path, "--device", device, "--grid", "1", "--print", "out:i32",
                                "--json"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    # On a busy machine the time that others take does not count.
    seconds = min(time.monotonic() - start, usage.ru_utime + usage.ru_stime)
    return process.returncode, output, seconds, usage.ru_maxrss


def judge(expected, code, output, seconds, memory, slow):
    if code not in (0, 1):
        return f"exit status {code}"
    if seconds > SECONDS * slow or memory > KIBIBYTES * slow:
        return f"{seconds:.2f} s and {memory >> 10} MiB"
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
        for name, text, expected in cases():
            code, output, seconds, memory = run(options.slipway, text, folder,
                                                "vulkan" if name.endswith("vulkan") else "reference")
            complaint = judge(expected, code, output, seconds, memory, options.slow)
            failed += complaint is not None
            if complaint or options.verbose:
                print(f"{'FAILED ' if complaint else ''}{name}: {complaint or f'{seconds:.2f} s, {memory >> 10} MiB'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
