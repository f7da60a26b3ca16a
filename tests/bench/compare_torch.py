#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Single operators beside PyTorch's on the same data: the results agree, and how long each takes.

    tests/bench/compare_torch.py [--hammock=build/hammock] [--threads=2] [--rounds=3] [NAME...]

A round runs PyTorch, then `hammock run` in a process of its own. Printed are the smallest times of all rounds in
milliseconds and their ratio; below 1 PyTorch is faster. NAME: only what has it in its name. Exits with 1 if a result
differs. Needs python3-torch and python3-numpy; where PyTorch multiplies by OpenBLAS, OPENBLAS_CORETYPE=SkylakeX
makes it several times as fast on processors that OpenBLAS does not know.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time

import numpy as np
import torch
import torch.nn.functional as F

S = "2048x2048"
CASES = []


def case(name, parameters, relax, function, tolerance=1e-4):
    """parameters: "2x3 i64:4x5": float32 of a normal distribution; d: float64; u: in [0, 1); iN: integers below N."""
    CASES.append((name, parameters.split(), relax, function, tolerance))


def conv(dims, data, weight, stride=1, padding=0, groups=1, dilation=1):
    pair = lambda v, n=1: "[" + ", ".join([str(v)] * dims * n) + "]"
    case(f"conv{dims}d {data} by {weight}" + (f", stride {stride}" if stride > 1 else "")
         + (f", {groups} groups" if groups > 1 else "") + (f", dilation {dilation}" if dilation > 1 else ""),
         f"{data} {weight}",
         f"R.nn.conv{dims}d(p0, p1, strides={pair(stride)}, padding={pair(padding, 2)}, dilation={pair(dilation)}, "
         f"groups={groups})",
         lambda x, w: getattr(F, f"conv{dims}d")(x, w, None, stride, padding, dilation, groups), 1e-3)


conv(2, "1x64x56x56", "64x64x3x3", 1, 1)
conv(2, "1x256x28x28", "256x256x3x3", 2, 1)
conv(2, "1x3x224x224", "64x3x7x7", 2, 3)
conv(2, "1x3x224x224", "768x3x16x16", 16)
conv(2, "1x64x56x56", "64x64x3x3", 1, 2, 1, 2)
conv(2, "1x256x56x56", "256x8x3x3", 1, 1, 32)
conv(2, "1x512x28x28", "512x16x3x3", 2, 1, 32)
conv(2, "1x144x56x56", "144x1x3x3", 1, 1, 144)
conv(2, "1x384x14x14", "384x1x5x5", 1, 2, 384)
conv(2, "1x96x56x56", "96x1x7x7", 1, 3, 96)
conv(1, "1x80x3000", "384x80x3", 1, 1)
conv(1, "1x384x3000", "384x384x3", 2, 1)
conv(3, "1x32x16x56x56", "32x32x3x3x3", 1, 1)
conv(3, "1x3x16x112x112", "64x3x3x3x3", 1, 1)
case("conv2d_transpose, stride 2", "1x256x32x32 256x128x4x4",
     "R.nn.conv2d_transpose(p0, p1, strides=[2, 2], padding=[1, 1, 1, 1])",
     lambda x, w: F.conv_transpose2d(x, w, stride=2, padding=1), 1e-3)
case("conv3d_transpose, stride 2", "1x64x16x16x16 64x32x3x3x3",
     "R.nn.conv3d_transpose(p0, p1, strides=[2, 2, 2], padding=[1, 1, 1, 1, 1, 1])",
     lambda x, w: F.conv_transpose3d(x, w, stride=2, padding=1), 1e-3)

for data, weight, groups in (("1x56x56x96", "96x1x7x7", 96), ("1x28x28x240", "240x1x5x5", 240),
                             ("1x7x7x1152", "1152x1x3x3", 1152), ("1x56x56x128", "128x4x3x3", 32),
                             ("1x28x28x256", "256x8x3x3", 32)):
    padding = int(weight[-1]) // 2
    case(f"conv2d, channels last, {data} by {weight}", f"{data} {weight}",
         f'R.nn.conv2d(p0, p1, padding={padding}, groups={groups}, data_layout="NHWC", kernel_layout="OIHW")',
         lambda x, w, p=padding, g=groups:
         F.conv2d(x.permute(0, 3, 1, 2), w, None, 1, p, 1, g).permute(0, 2, 3, 1), 1e-3)



def attention(q, k, v):
    return ((q.transpose(1, 2) @ k.permute(0, 2, 3, 1) / 8).softmax(-1) @ v.transpose(1, 2)).transpose(1, 2)


for heads, queries in ((8, 1), (8, 8), (1, 8)):
    keys = f"1x4096x{heads}x64"
    case(f"attention of {queries} queries, 8 heads, {heads} of 4096 keys", f"1x{queries}x8x64 {keys} {keys}",
         "R.nn.attention(p0, p1, p2)", attention)

for a, b in (("512x512", "512x512"), ("4x768", "768x3072"), ("1x4096", "4096x4096"), ("32x128x128", "32x128x128"),
             ("12x384x64", "12x64x384"), ("512x1000", "1000x333"), ("2048x3", "3x2048")):
    case(f"matmul {a} by {b}", f"{a} {b}", "R.matmul(p0, p1)", torch.matmul, 1e-3)

for axis, shape in ((1, "4096x1024"), (0, "4096x1024"), (1, "8x1000000")):
    at = f"axis={axis} of {shape}"
    case(f"sum, {at}", shape, f"R.sum(p0, axis=[{axis}])", lambda x, d=axis: x.sum(d), 1e-2)
    case(f"max, {at}", shape, f"R.max(p0, axis=[{axis}])", lambda x, d=axis: x.amax(d))
    case(f"variance, {at}", shape, f"R.variance(p0, axis=[{axis}])", lambda x, d=axis: x.var(d, unbiased=False))
    case(f"argmax, {at}", shape, f"R.argmax(p0, axis={axis})", lambda x, d=axis: x.argmax(d))
case("sum of all", "4096x1024", "R.sum(p0)", lambda x: x.sum(), 1e-1)
case("max of all", "4096x1024", "R.max(p0)", lambda x: x.max())
case("prod, axis=1", "u:4096x1024", "R.prod(p0, axis=[1])", lambda x: x.prod(1))
case("cumsum, axis=1", "4096x1024", "R.cumsum(p0, axis=1)", lambda x: x.cumsum(1), 1e-2)
case("softmax, axis=-1", "64x32000", "R.nn.softmax(p0, axis=-1)", lambda x: x.softmax(-1))
case("softmax, axis=1", "16x1000x49", "R.nn.softmax(p0, axis=1)", lambda x: x.softmax(1))
case("layer_norm", "4096x768 768 768", "R.nn.layer_norm(p0, p1, p2, axes=[-1])",
     lambda x, g, b: F.layer_norm(x, (768,), g, b))

for name in ("exp", "log", "tanh", "erf", "sigmoid", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh",
             "asinh", "atanh", "sqrt", "rsqrt", "abs", "floor"):
    case(name, f"u:{S}", f"R.{name}(p0)", getattr(torch, name))
for name, function in (("gelu", F.gelu), ("silu", F.silu), ("relu", F.relu), ("softplus", F.softplus),
                       ("selu", F.selu)):
    case(name, S, f"R.nn.{name}(p0)", function)
for name, function in (("add", torch.add), ("divide", torch.div), ("power", torch.pow), ("mod", torch.fmod),
                       ("floor_mod", torch.remainder), ("atan2", torch.atan2),
                       ("log_add_exp", torch.logaddexp)):
    case(name, f"u:{S} u:{S}", f"R.{name}(p0, p1)", function, 1e-3)

case("sort 256x8192", "256x8192", "R.sort(p0, axis=-1)", lambda x: x.sort(-1).values)
case("argsort 256x8192", "256x8192", "R.argsort(p0, axis=-1)", lambda x: x.sort(dim=-1, stable=True).indices)
case("sort 1x1000000", "1x1000000", "R.sort(p0, axis=-1)", lambda x: x.sort(-1).values)
case("topk 50 of 8x32000", "8x32000", 'R.topk(p0, k=50, axis=-1, ret_type="values")', lambda x: x.topk(50)[0])
case("topk 5 of 1x128256", "1x128256", 'R.topk(p0, k=5, axis=-1, ret_type="values")', lambda x: x.topk(5)[0])
case("topk 2 of 4096x64", "4096x64", 'R.topk(p0, k=2, axis=-1, ret_type="values")', lambda x: x.topk(2)[0])
case("bucketize", "1000000 u:1000", "R.bucketize(p0, R.sort(p1))", lambda x, b: torch.bucketize(x, b.sort()[0]))
case("nonzero", "i2:1024x1024", "R.nonzero(p0)", lambda x: x.nonzero().T.contiguous())
case("take rows", "32000x1024 i32000:512", "R.take(p0, p1, axis=0)", lambda x, i: x[i])
case("gather_nd", "128x96x100 i96:4096x2", "R.gather_nd(p0, p1)", lambda x, i: x[i[:, 0], i[:, 1]])
case("index_tensor", "4096x256 i4096:1024", "R.index_tensor(p0, (p1,))", lambda x, i: x[i])
case("gather_elements", "1024x1024 i1024:1024x1024", "R.gather_elements(p0, p1, axis=1)", lambda x, i: x.gather(1, i))
case("scatter_elements", "1024x1024 i1024:1024x1024 1024x1024",
     'R.scatter_elements(p0, p1, p2, axis=0, reduction="add")', lambda x, i, s: x.scatter_add(0, i, s), 1e-3)
case("index_put", "1024x1024 i1024:512 512x1024", "R.index_put(p0, (p1,), p2, accumulate=True)",
     lambda x, i, s: x.index_put((i,), s, accumulate=True), 1e-3)
case("one_hot", "i1000:4096", "R.one_hot(p0, R.prim_value(T.float32(1)), R.prim_value(T.float32(0)), 1000)",
     lambda i: F.one_hot(i, 1000).float())

case("permute_dims", S, "R.permute_dims(p0)", lambda x: x.T.contiguous())
case("permute_dims, rows of matrices", "128x96x100", "R.permute_dims(p0, [0, 2, 1])",
     lambda x: x.permute(0, 2, 1).contiguous())
case("permute_dims, the last axis first", "128x96x100", "R.permute_dims(p0, [2, 0, 1])",
     lambda x: x.permute(2, 0, 1).contiguous())
case("permute_dims, four planes", "4x512x512", "R.permute_dims(p0, [1, 2, 0])",
     lambda x: x.permute(1, 2, 0).contiguous())
case("permute_dims, channels last", "8x64x56x56", "R.permute_dims(p0, [0, 2, 3, 1])",
     lambda x: x.permute(0, 2, 3, 1).contiguous())
case("concat, axis=1", "2048x512 2048x512", "R.concat((p0, p1), axis=1)", lambda a, b: torch.cat((a, b), 1))
case("max_pool2d", "1x64x112x112", "R.nn.max_pool2d(p0, [3, 3], [2, 2], [1, 1, 1, 1])",
     lambda x: F.max_pool2d(x, 3, 2, 1))
case("max_pool2d, 13x13", "1x256x20x20", "R.nn.max_pool2d(p0, [13, 13], [1, 1], [6, 6, 6, 6])",
     lambda x: F.max_pool2d(x, 13, 1, 6))
case("avg_pool2d", "8x64x56x56", "R.nn.avg_pool2d(p0, [2, 2], [2, 2])", lambda x: F.avg_pool2d(x, 2))
case("resize2d, cubic", "1x64x64x64", 'R.image.resize2d(p0, (128, 128), method="cubic", cubic_alpha=-0.75)',
     lambda x: F.interpolate(x, scale_factor=2, mode="bicubic"), 1e-2)
for mode in "reflect", "replicate", "circular":
    case(f"pad, {mode}", "1x64x112x112", f'R.nn.pad(p0, [0, 0, 0, 0, 2, 2, 2, 2], pad_mode="{mode}")',
         lambda x, mode=mode: F.pad(x, (2, 2, 2, 2), mode=mode))
case("avg_pool2d of all", "1x2048x7x7", "R.nn.avg_pool2d(p0, [7, 7])", lambda x: F.avg_pool2d(x, 7))
case("avg_pool1d, 400 by 160", "1x16x16000", "R.nn.avg_pool1d(p0, [400], [160])", lambda x: F.avg_pool1d(x, 400, 160))
case("resize2d, linear", "1x64x64x64", 'R.image.resize2d(p0, (128, 128), method="linear")',
     lambda x: F.interpolate(x, scale_factor=2, mode="bilinear"))
for name, relax, function in (("exp", "R.exp(p0)", torch.exp), ("tanh", "R.tanh(p0)", torch.tanh),
                              ("sin", "R.sin(p0)", torch.sin), ("erf", "R.erf(p0)", torch.erf),
                              ("gelu", "R.nn.gelu(p0)", F.gelu),
                              ("softmax", "R.nn.softmax(p0)", lambda x: x.softmax(-1)),
                              ("log_softmax", "R.nn.log_softmax(p0)", lambda x: F.log_softmax(x, -1)),
                              ("power", "R.power(R.abs(p0), p0)", lambda x: x.abs() ** x)):
    case(f"{name} of float64", "d:1024x1024", relax, function)
case("grid_sample, bicubic", "1x64x64x64 u:1x2x64x64", 'R.image.grid_sample(p0, p1, method="bicubic")',
     lambda x, g: F.grid_sample(x, g.permute(0, 2, 3, 1), mode="bicubic", align_corners=False))
case("grid_sample", "1x64x64x64 u:1x2x64x64", "R.image.grid_sample(p0, p1)",
     lambda x, g: F.grid_sample(x, g.permute(0, 2, 3, 1), align_corners=False))


def value(spec, random):
    kind, _, shape = spec.rpartition(":")
    shape = [int(d) for d in shape.split("x")]
    if kind.startswith("i"):
        return random.integers(0, int(kind[1:]), shape)
    if kind == "d":
        return random.standard_normal(shape)
    return (random.random(shape) if kind == "u" else random.standard_normal(shape)).astype(np.float32)


def script(values, relax):
    parameters = ", ".join(f'p{i}: R.Tensor(({", ".join(map(str, v.shape))},), "{v.dtype}")'
                           for i, v in enumerate(values))
    return ("from tvm.script import ir as I\nfrom tvm.script import relax as R\nfrom tvm.script import tir as T\n\n"
            "@I.ir_module\nclass Module:\n    @R.function\n"
            f"    def main({parameters}):\n        y = {relax}\n        return y\n")


def hammock(flags, file, inputs, *more):
    command = [flags.hammock, "run", file, f"--inputs={inputs}", f"--threads={flags.threads}", *more]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip())
    return done.stdout


def torch_times(function, tensors, seconds):
    function(*tensors)
    times = []
    end = time.perf_counter() + seconds
    while len(times) < 3 or (time.perf_counter() < end and len(times) < 500):
        begin = time.perf_counter()
        function(*tensors)
        times.append((time.perf_counter() - begin) * 1e3)
    return times


def compare(flags, directory, parameters, relax, function, tolerance):
    random = np.random.default_rng(7)
    values = [value(p, random) for p in parameters]
    file, inputs, output = directory / "module.py", directory / "inputs.npz", directory / "output.npy"
    file.write_text(script(values, relax))
    np.savez(inputs, **{f"p{i}": v for i, v in enumerate(values)})
    tensors = [torch.from_numpy(v) for v in values]
    want = function(*tensors).numpy()
    hammock(flags, file, inputs, f"--outputs={output}")
    got = np.load(output)
    if not np.allclose(got, want, tolerance, tolerance, equal_nan=True):
        raise RuntimeError(f"differs by up to {np.nanmax(np.abs(got.astype(float) - want.astype(float))):g}")
    ours, theirs = [], []
    for _ in range(flags.rounds):
        theirs += torch_times(function, tensors, 0.3)
        repeat = max(3, min(500, int(300 / max(min(theirs), 1e-3))))
        line = hammock(flags, file, inputs, f"--repeat={repeat}", "--json").strip().splitlines()[-1]
        ours.append(json.loads(line)["min_ms"])
    return min(ours), min(theirs)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hammock", default="build/hammock")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("names", nargs="*", metavar="NAME")
    flags = parser.parse_args()
    torch.set_num_threads(flags.threads)
    torch.set_grad_enabled(False)
    failed, ratios = 0, []
    print(f"{'milliseconds, ' + str(flags.threads) + ' threads':58} {'Hammock':>9} {'PyTorch':>9} {'ratio':>6}")
    with tempfile.TemporaryDirectory() as directory:
        for name, parameters, relax, function, tolerance in CASES:
            if flags.names and not any(n in name for n in flags.names):
                continue
            try:
                ours, theirs = compare(flags, pathlib.Path(directory), parameters, relax, function, tolerance)
                ratios.append(theirs / ours)
                print(f"{name:58} {ours:9.3f} {theirs:9.3f} {ratios[-1]:6.2f}", flush=True)
            except RuntimeError as error:
                failed += 1
                print(f"{name}: {error}", flush=True)
    if ratios:
        print(f"{len(ratios)} compared, geometric mean {np.exp(np.mean(np.log(ratios))):.2f}, "
              f"{sum(r < 1 for r in ratios)} below 1")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
