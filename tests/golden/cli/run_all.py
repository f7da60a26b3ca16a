# run-all: check; fmt; opt; opt --passes=DeadCodeElimination,CanonicalizeBindings
# Nothing is left to do here: every command prints the script as it stands.

# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4, 8), dtype="float32")) -> R.Tensor((4, 8), dtype="float32"):
        with R.dataflow():
            gv: R.Tensor((4, 8), dtype="float32") = R.exp(x)
            R.output(gv)
        return gv
