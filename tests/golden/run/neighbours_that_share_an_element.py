# test: run --dim=n=1..40:3 --fill=iota --guard
# Elements that lie at the place divided by a power of two, or at its rest.
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((3, "n"), "float32"), y: R.Tensor(("n",), "int8"), a: R.Tensor((3, "n * 8"), "float32"), f: R.Tensor((2,), "float32"), h: R.Tensor((64,), "float16")):
        n = T.int64()
        with R.dataflow():
            twice = R.add(R.repeat(x, 2, axis=1), R.const(1, "float32"))
            often = R.add(R.repeat(x, 8, axis=1), a)
            bytes = R.add(R.repeat(y, 4, axis=0), R.const(1, "int8"))
            rarely = R.multiply(R.repeat(R.repeat(x, 64, axis=1), 3, axis=1), R.const(2, "float32"))
            rests = R.add(R.tile(f, 4), R.flip(R.tile(f, 4), axis=0))
            halves = R.add(R.tile(h, 3), R.repeat(R.tile(h, 3), 1, axis=0))
            total = R.sum(R.multiply(R.repeat(x, 8, axis=1), a), axis=[1])
            R.output(twice, often, bytes, rarely, rests, halves, total)
        return (twice, often, bytes, rarely, rests, halves, total)

#| n=1: agrees
#| n=4: agrees
#| n=7: agrees
#| n=10: agrees
#| n=13: agrees
#| n=16: agrees
#| n=19: agrees
#| n=22: agrees
#| n=25: agrees
#| n=28: agrees
#| n=31: agrees
#| n=34: agrees
#| n=37: agrees
#| n=40: agrees
#| 14 of 14 sizes agree
