# test: run --fill=iota
# test: run --fill=iota --engine=eval --entry=planned
# test: run --fill=iota --entry=lowered
# test: fails run --fill=iota --engine=eval --entry=too_small
# test: fails run --fill=iota --engine=eval --entry=beyond
# test: run --fill=iota --compare=eval --entry=shared
# test: fails run --fill=iota --engine=eval --entry=between
# TVM lowers what a call makes to an allocation and a call of the kernel; storages are planned, then calls of the VM.
# What lies at one place of a storage is the same.
@I.ir_module
class Module:
    @T.prim_func
    def doubled(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
        for i in range(4):
            y[i] = x[i] * T.float32(2)

    @R.function(pure=False)
    def main(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        cls = Module
        y: R.Tensor((4,), "float32") = R.builtin.alloc_tensor(R.shape([4]), R.dtype("float32"), R.prim_value(0))
        cls.doubled(x, y)
        return y

    @R.function(pure=False)
    def planned(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        cls = Module
        storage: R.Object = R.memory.alloc_storage(R.shape([32]), R.prim_value(0), R.str("global"), R.dtype("uint8"))
        y: R.Tensor((4,), "float32") = R.memory.alloc_tensor(storage, R.prim_value(16), R.shape([4]), R.dtype("float32"))
        cls.doubled(x, y)
        z: R.Tensor((4,), "float32") = R.memory.alloc_tensor(storage, R.prim_value(0), R.shape([4]), R.dtype("float32"))
        cls.doubled(y, z)
        R.memory.kill_tensor(y)
        R.memory.kill_storage(storage)
        return z

    @R.function(pure=False)
    def lowered(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        cls = Module
        storage: R.Object = R.vm.alloc_storage(R.shape([16]), R.prim_value(0), R.dtype("uint8"))
        y: R.Tensor((4,), "float32") = R.vm.alloc_tensor(storage, R.prim_value(0), R.shape([4]), R.dtype("float32"))
        R.vm.kill_object(storage)
        cls.doubled(x, y)
        return y

    @R.function(pure=False)
    def too_small(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        storage: R.Object = R.vm.alloc_storage(R.shape([16]), R.prim_value(0), R.dtype("uint8"))
        y: R.Tensor((4,), "float32") = R.vm.alloc_tensor(storage, R.prim_value(4), R.shape([4]), R.dtype("float32"))
        return y

    @R.function(pure=False)
    def beyond(x: R.Tensor((4,), "float32")) -> R.Object:
        storage: R.Object = R.vm.alloc_storage(R.shape([4611686018427387904, 4]), R.prim_value(0), R.dtype("uint8"))
        return storage

    @R.function(pure=False)
    def shared(x: R.Tensor((4,), "float32")) -> R.Tensor((2, 2), "float32"):
        cls = Module
        storage: R.Object = R.vm.alloc_storage(R.shape([6]), R.prim_value(0), R.dtype("float32"))
        y: R.Tensor((4,), "float32") = R.vm.alloc_tensor(storage, R.prim_value(0), R.shape([4]), R.dtype("float32"))
        z: R.Tensor((2, 2), "float32") = R.vm.alloc_tensor(storage, R.prim_value(8), R.shape([2, 2]), R.dtype("float32"))
        cls.doubled(x, y)
        cls.doubled(y, y)
        return z

    @R.function(pure=False)
    def between(x: R.Tensor((4,), "float32")) -> R.Tensor((2,), "float32"):
        storage: R.Object = R.vm.alloc_storage(R.shape([16]), R.prim_value(0), R.dtype("uint8"))
        y: R.Tensor((2,), "float32") = R.vm.alloc_tensor(storage, R.prim_value(2), R.shape([2]), R.dtype("float32"))
        return y

#| $ run --fill=iota
#| [0. 2. 4. 6.]
#| $ run --fill=iota --engine=eval --entry=planned
#| [ 0.  4.  8. 12.]
#| $ run --fill=iota --entry=lowered
#| [0. 2. 4. 6.]
#| $ fails run --fill=iota --engine=eval --entry=too_small
#| memory_that_a_module_allocates.py:48:40: error: R.vm.alloc_tensor: 16 bytes from byte 4 of a storage of 16 [E0701]
#|             y: R.Tensor((4,), "float32") = R.vm.alloc_tensor(storage, R.prim_value(4), R.shape([4]), R.dtype("float32"))
#|                                            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --fill=iota --engine=eval --entry=beyond
#| memory_that_a_module_allocates.py:53:29: error: R.vm.alloc_storage: no storage has the size (4611686018427387904, 4) [E0701]
#|             storage: R.Object = R.vm.alloc_storage(R.shape([4611686018427387904, 4]), R.prim_value(0), R.dtype("uint8"))
#|                                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ run --fill=iota --compare=eval --entry=shared
#| [[ 8. 12.]
#|  [nan nan]]
#| $ fails run --fill=iota --engine=eval --entry=between
#| memory_that_a_module_allocates.py:69:40: error: R.vm.alloc_tensor: elements of 4 bytes from byte 2 [E0701]
#|             y: R.Tensor((2,), "float32") = R.vm.alloc_tensor(storage, R.prim_value(2), R.shape([2]), R.dtype("float32"))
#|                                            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
