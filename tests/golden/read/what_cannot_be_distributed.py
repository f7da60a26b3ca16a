# test: fails check
@I.ir_module
class Module:
    I.module_global_infos({"mesh": [R.device_mesh((2,), I.Range(0, 2)), R.device_mesh((2, 2), I.Range(0, 4))]})

    @R.function
    def main(x: R.DTensor((4, 8), "float32", "mesh[0]", "S[0]"), y: R.DTensor((4, 8), "float32", "mesh[1]", "R, S[1]"), z: R.Tensor((4, 8), "float32")):
        a = R.add(x, y)
        b = R.add(x, z)
        c = R.clip(x, 0, 1)
        d = R.dist.redistribute(z, "mesh[0]", "R")
        e = R.dist.redistribute(x, "mesh[0]", "R, R")
        f = R.dist.redistribute(x, "mesh[0]", "S[2]")
        g = R.dist.redistribute(x, "mesh[7]", "R")
        h = R.dist.redistribute(x, "mesh[0]", "split")
        i = R.dist.redistribute_replica_to_shard(x, 2, 0)
        j = R.dist.redistribute(x, R.device_mesh((3,), I.Range(0, 2)), "R")
        return x

#| what_cannot_be_distributed.py:8:22: error: R.add: x2 lies on another device mesh than the operand before [E0320]
#|             a = R.add(x, y)
#|                          ^
#| what_cannot_be_distributed.py:9:22: error: R.add: x2 must be a distributed tensor as the other operand is, found R.Tensor((4, 8), "float32") [E0320]
#|             b = R.add(x, z)
#|                          ^
#| what_cannot_be_distributed.py:10:13: error: R.clip: takes no distributed tensors [E0320]
#|             c = R.clip(x, 0, 1)
#|                 ^~~~~~~~~~~~~~~
#| what_cannot_be_distributed.py:11:13: error: R.dist.redistribute: input must be a distributed tensor, found R.Tensor((4, 8), "float32") [E0320]
#|             d = R.dist.redistribute(z, "mesh[0]", "R")
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| what_cannot_be_distributed.py:12:47: error: the placement says where 2 dims of a mesh lie, the mesh has 1 [E0320]
#|             e = R.dist.redistribute(x, "mesh[0]", "R, R")
#|                                                   ^~~~~~
#| what_cannot_be_distributed.py:13:47: error: the placement splits axis 2 of a tensor of rank 2 [E0320]
#|             f = R.dist.redistribute(x, "mesh[0]", "S[2]")
#|                                                   ^~~~~~
#| what_cannot_be_distributed.py:14:36: error: the module's global infos have no device mesh 'mesh[7]' [E0401]
#|             g = R.dist.redistribute(x, "mesh[7]", "R")
#|                                        ^~~~~~~~~
#| what_cannot_be_distributed.py:15:47: error: a placement is a string such as "S[0], R" [E0320]
#|             h = R.dist.redistribute(x, "mesh[0]", "split")
#|                                                   ^~~~~~~
#| what_cannot_be_distributed.py:16:50: error: R.dist.redistribute_replica_to_shard: input must be a replica on every device, found R.DTensor(R.Tensor((4, 8), "float32"), placed "S[0]") [E0320]
#|             i = R.dist.redistribute_replica_to_shard(x, 2, 0)
#|                                                      ^
#| what_cannot_be_distributed.py:17:36: error: the mesh has 3 places for 2 devices [E0320]
#|             j = R.dist.redistribute(x, R.device_mesh((3,), I.Range(0, 2)), "R")
#|                                        ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
