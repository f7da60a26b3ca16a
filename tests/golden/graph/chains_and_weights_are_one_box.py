# test: graph --format=dot
@R.function
def main(x: R.Tensor((2, 16), "float32"), w: R.Tensor((32, 16), "float32"), b: R.Tensor((32,), "float32"), p: R.Tensor((), "bool")):
    with R.dataflow():
        t = R.permute_dims(w)
        m = R.matmul(x, t)
        a = R.add(m, b)
        r = R.nn.relu(a)
        h = R.multiply(r, R.const(0.5, "float32"))
        s = R.split(h, 2, axis=1)
        c = R.concat((s[1], s[0]), axis=1)
        R.output(c)
    if p:
        d = R.exp(c)
    else:
        d = R.log(c)
    return d

#| digraph "main" {
#|   node [shape=box, style="filled,rounded", fontname="Helvetica", fontsize=11];
#|   edge [arrowsize=0.6];
#|   n0 [label="x\n2×16", tooltip="x: R.Tensor((2, 16), \"float32\")", class="parameter", fillcolor="#e8eef7"];
#|   n5 [label="p\nscalar bool", tooltip="p: R.Tensor((), \"bool\")", class="parameter", fillcolor="#e8eef7"];
#|   n6 [label="if p", tooltip="p: R.Tensor((), \"bool\")", class="other", fillcolor="#ffffff"];
#|   n9 [label="either\n2×32", tooltip="d: R.Tensor((2, 32), \"float32\")", class="other", fillcolor="#ffffff"];
#|   n10 [label="return", tooltip="", class="result", fillcolor="#e8eef7"];
#|   subgraph cluster_1 {
#|     label="dataflow";
#|     n1 [label="matmul permute_dims(w)\n2×32", tooltip="m: R.Tensor((2, 32), \"float32\")", class="contraction", fillcolor="#f6c6a8"];
#|     n2 [label="add b\nnn.relu\nmultiply 0.5\n2×32", tooltip="a: R.Tensor((2, 32), \"float32\")\nr: R.Tensor((2, 32), \"float32\")\nh: R.Tensor((2, 32), \"float32\")", class="pointwise", fillcolor="#c9e4c5"];
#|     n3 [label="split\n2 tensors", tooltip="s: R.Tuple(R.Tensor((2, 16), \"float32\"), R.Tensor((2, 16), \"float32\"))", class="movement", fillcolor="#d9d9ec"];
#|     n4 [label="concat\n2×32", tooltip="c: R.Tensor((2, 32), \"float32\")", class="movement", fillcolor="#d9d9ec"];
#|   }
#|   subgraph cluster_2 {
#|     label="then";
#|     n7 [label="exp\n2×32", tooltip="d_then: R.Tensor((2, 32), \"float32\")", class="pointwise", fillcolor="#c9e4c5"];
#|   }
#|   subgraph cluster_3 {
#|     label="else";
#|     n8 [label="log\n2×32", tooltip="d_else: R.Tensor((2, 32), \"float32\")", class="pointwise", fillcolor="#c9e4c5"];
#|   }
#|   n0 -> n1;
#|   n1 -> n2;
#|   n2 -> n3;
#|   n3 -> n4;
#|   n5 -> n6;
#|   n4 -> n7;
#|   n4 -> n8;
#|   n6 -> n9;
#|   n7 -> n9;
#|   n8 -> n9;
#|   n9 -> n10;
#| }
