# test: fails run --engine=eval --fill=ones
# test: fails run --fill=ones
@T.prim_func
def shifted(x: T.Buffer((8,), "float32")):
    for i in range(4):
        with T.block("b"):
            vi = T.axis.spatial(4, i + 1)
            x[vi] = T.float32(0.0)

#| $ fails run --engine=eval --fill=ones
#| a_block_variable_outside_of_its_domain.py:6:9: error: kernel 'shifted': the block variable 'vi' is 4, outside of its domain: 4 from 0 on [E0701]
#|             with T.block("b"):
#|             ^~~~~~~~~~~~~~~~~~
#| $ fails run --fill=ones
#| a_block_variable_outside_of_its_domain.py:6:9: error: kernel 'shifted': the block variable 'vi' is 4, outside of its domain: 4 from 0 on [E0701]
#|             with T.block("b"):
#|             ^~~~~~~~~~~~~~~~~~
