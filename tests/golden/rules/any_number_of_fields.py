# test: opt --rules=any_number_of_fields.py
# `each` stands for any number of fields, also for none: what it mentions is a list of matches.
head, source = wildcard(), wildcard()
negated = is_op("relax.negative")(source)
fields = is_tuple([head, each(negated)])

def tell(orig, matchings):
    if len(matchings[negated]) < 2:
        print(len(matchings[negated]))
        return orig
    print(matchings[head].name_hint, [n.name_hint for n in matchings[negated]], [s.name_hint for s in matchings[source]])
    return R.concat([matchings[head], R.negative(R.concat(matchings[source], axis=0))], axis=0)

rewrite_call(is_op("relax.concat")(fields), tell, mod)

@R.function
def main(x: R.Tensor((2,), "float32"), y: R.Tensor((3,), "float32")):
    with R.dataflow():
        a = R.negative(x)
        b = R.negative(y)
        alone = R.concat((y,), axis=0)
        together = R.concat((x, a, b, a), axis=0)
        R.output(alone, together)
    return (alone, together)

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2,), dtype="float32"), y: R.Tensor((3,), dtype="float32")) -> R.Tuple(R.Tensor((3,), dtype="float32"), R.Tensor((9,), dtype="float32")):
#|     with R.dataflow():
#|         alone: R.Tensor((3,), dtype="float32") = R.concat((y,), axis=0)
#|         lv: R.Tensor((7,), dtype="float32") = R.concat((x, y, x), axis=0)
#|         lv1: R.Tensor((7,), dtype="float32") = R.negative(lv)
#|         together: R.Tensor((9,), dtype="float32") = R.concat((x, lv1), axis=0)
#|         R.output(alone, together)
#|     return (alone, together)
#| 0
#| x ['a', 'b', 'a'] ['x', 'y', 'x']
#| 0
#| 1
