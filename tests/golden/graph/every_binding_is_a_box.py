# test: graph --format=dot --whole
@R.function
def main(x: R.Tensor((2, 16), "float32"), w: R.Tensor((32, 16), "float32")):
    with R.dataflow():
        t = R.permute_dims(w)
        m = R.matmul(x, t)
        r = R.nn.relu(m)
        gv = (r, m)
        R.output(gv)
    return gv

#| digraph "main" {
#|   node [shape=box, style="filled,rounded", fontname="Helvetica", fontsize=11];
#|   edge [arrowsize=0.6];
#|   n0 [label="x\n2×16", tooltip="x: R.Tensor((2, 16), \"float32\")", class="parameter", fillcolor="#e8eef7"];
#|   n1 [label="w\n32×16", tooltip="w: R.Tensor((32, 16), \"float32\")", class="parameter", fillcolor="#e8eef7"];
#|   n6 [label="return", tooltip="", class="result", fillcolor="#e8eef7"];
#|   subgraph cluster_1 {
#|     label="dataflow";
#|     n2 [label="permute_dims\n16×32", tooltip="t: R.Tensor((16, 32), \"float32\")", class="movement", fillcolor="#d9d9ec"];
#|     n3 [label="matmul\n2×32", tooltip="m: R.Tensor((2, 32), \"float32\")", class="contraction", fillcolor="#f6c6a8"];
#|     n4 [label="nn.relu\n2×32", tooltip="r: R.Tensor((2, 32), \"float32\")", class="pointwise", fillcolor="#c9e4c5"];
#|     n5 [label="tuple\n2 tensors", tooltip="gv: R.Tuple(R.Tensor((2, 32), \"float32\"), R.Tensor((2, 32), \"float32\"))", class="movement", fillcolor="#d9d9ec"];
#|   }
#|   n1 -> n2;
#|   n0 -> n3;
#|   n2 -> n3;
#|   n3 -> n4;
#|   n3 -> n5;
#|   n4 -> n5;
#|   n5 -> n6;
#| }
