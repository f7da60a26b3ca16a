#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints a network that is quantised as ONNX exports it: every operator has R.dequantize before it and R.quantize
behind it, weights are int8 with a scale of each channel, and the other tensors uint8.

    tests/bench/quantised_network.py resnet50 NCHW > /tmp/resnet50.py
    hammock run /tmp/resnet50.py --fill=rand --repeat=25 --json --profile

Networks: resnet50, mobilenetv2, silu (25 convolutions whose zero points are not zero). Layouts: NCHW, NHWC.
"""
import sys


class Network:
    def __init__(self, layout):
        self.layout, self.channel, self.params, self.lines = layout, layout.index("C"), [], []

    def bind(self, prefix, expression):
        name = f"{prefix}{len(self.lines)}"
        self.lines.append(f"{name} = {expression}")
        return name

    def param(self, prefix, shape, dtype):
        name = f"{prefix}{len(self.params)}"
        self.params.append(f'{name}: R.Tensor(({", ".join(map(str, shape))},), "{dtype}")')
        return name

    def image(self, channels, size):
        return [1, channels, size, size] if self.layout == "NCHW" else [1, size, size, channels]

    def requantised(self, x, scale, zero, axis=None):
        axis = self.channel if axis is None else axis
        numbers = f'R.const({scale}, "float32"), R.const({zero}, "uint8"), axis={axis}'
        q = self.bind("q", f'R.quantize({x}, {numbers}, out_dtype="uint8")')
        return self.bind("d", f'R.dequantize({q}, {numbers}, out_dtype="float32")')

    def weights(self, shape, axis):
        w, scale = self.param("w", shape, "int8"), self.param("s", [shape[axis]], "float32")
        return self.bind("v", f'R.dequantize({w}, {scale}, R.const(0, "int8"), axis={axis}, out_dtype="float32")')

    def conv(self, x, before, after, kernel, stride=1, activation="", groups=1, zero=0):
        pad = kernel // 2
        weights = self.weights([after, before // groups, kernel, kernel], 0)
        y = self.bind("c", f"R.nn.conv2d({x}, {weights}, strides=[{stride}, {stride}], padding=[{pad}, {pad}, {pad}, {pad}], "
                           f'groups={groups}, data_layout="{self.layout}", kernel_layout="OIHW", out_dtype="float32")')
        bias = [after, 1, 1] if self.layout == "NCHW" else [after]
        y = self.bind("y", f'R.add({y}, {self.param("b", bias, "float32")})')
        if activation:
            y = self.bind("a", activation.format(y))
        return self.requantised(y, 0.0235, zero)

    def sum(self, a, b, activation="", zero=0):
        y = self.bind("y", f"R.add({a}, {b})")
        if activation:
            y = self.bind("a", activation.format(y))
        return self.requantised(y, 0.031, zero)

    def classified(self, x, channels):
        mean = self.bind("m", f'R.mean({x}, axis={"[2, 3]" if self.layout == "NCHW" else "[1, 2]"})')
        return self.bind("o", f"R.matmul({self.requantised(mean, 0.02, 0, 1)}, {self.weights([channels, 1000], 1)})")

    def text(self, size, result):
        image = ", ".join(map(str, self.image(3, size)))
        head = f'    def main(x: R.Tensor(({image}), "float32"), {", ".join(self.params)}):\n'
        body = "".join(f"            {line}\n" for line in self.lines)
        return ("@I.ir_module\nclass Module:\n    @R.function\n" + head + '        R.func_attr({"num_input": 1})\n'
                "        with R.dataflow():\n" + body + f"            R.output({result})\n        return {result}\n")


def resnet50(n):
    relu, before = "R.nn.relu({})", 64
    x = n.conv(n.requantised("x", 0.0186, 114), 3, 64, 7, 2, relu)
    x = n.bind("p", f'R.nn.max_pool2d({x}, pool_size=[3, 3], strides=[2, 2], padding=[1, 1, 1, 1], layout="{n.layout}")')
    x = n.requantised(x, 0.0235, 0)
    for stage, (channels, blocks) in enumerate([(64, 3), (128, 4), (256, 6), (512, 3)]):
        for block in range(blocks):
            stride = 2 if block == 0 and stage > 0 else 1
            rest = x if block else n.conv(x, before, 4 * channels, 1, stride, zero=131)
            y = n.conv(x, before, channels, 1, 1, relu)
            y = n.conv(n.conv(y, channels, channels, 3, stride, relu), channels, 4 * channels, 1, zero=127)
            x, before = n.sum(rest, y, relu), 4 * channels
    return 224, n.classified(x, before)


def mobilenetv2(n):
    clip, before = "R.clip({}, 0, 6)", 32
    x = n.conv(n.requantised("x", 0.0186, 114), 3, 32, 3, 2, clip)
    for factor, channels, blocks, first in [(1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1),
                                            (6, 160, 3, 2), (6, 320, 1, 1)]:
        for block in range(blocks):
            wide = before * factor
            y = n.conv(x, before, wide, 1, 1, clip) if factor > 1 else x
            y = n.conv(y, wide, wide, 3, 1 if block else first, clip, groups=wide)
            y = n.conv(y, wide, channels, 1, zero=125)
            x, before = n.sum(x, y, zero=119) if block else y, channels
    return 224, n.classified(n.conv(x, before, 1280, 1, 1, clip), 1280)


def silu(n):
    act, before = "R.nn.silu({})", 64
    x = n.conv(n.requantised("x", 0.0039, 0), 3, 32, 3, 2, act, zero=17)
    x = n.conv(x, 32, 64, 3, 2, act, zero=17)
    for channels in (64, 128, 256):
        if channels != before:
            x, before = n.conv(x, before, channels, 3, 2, act, zero=17), channels
        x = n.conv(x, channels, channels, 1, 1, act, zero=17)
        for _ in range(2):
            y = n.conv(x, channels, channels // 2, 3, 1, act, zero=17)
            x = n.sum(x, n.conv(y, channels // 2, channels, 3, 1, act, zero=17), zero=31)
        x = n.conv(x, channels, channels, 1, 1, act, zero=17)
    return 320, n.classified(x, before)


NETWORKS = {"resnet50": resnet50, "mobilenetv2": mobilenetv2, "silu": silu}
if len(sys.argv) != 3 or sys.argv[1] not in NETWORKS or sys.argv[2] not in ("NCHW", "NHWC"):
    sys.exit(__doc__)
network = Network(sys.argv[2])
print(network.text(*NETWORKS[sys.argv[1]](network)), end="")
