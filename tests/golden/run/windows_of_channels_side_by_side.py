# Channels last, each for itself, and many taps: the data is copied with its padding first, where there is some.
# test: run main(x=iota(2, 4, 6, 3), k=iota(3, 1, 6, 5), m=iota(6, 1, 7, 4))
@R.function
def main(x: R.Tensor((2, 4, 6, 3), "float32"), k: R.Tensor((3, 1, 6, 5), "float32"), m: R.Tensor((6, 1, 7, 4), "float32")):
    a = R.nn.conv2d(x, k, padding=[1, 2, 1, 0], strides=[1, 2], groups=3, data_layout="NHWC", kernel_layout="OIHW")
    b = R.nn.relu(R.nn.conv2d(x, m, padding=[3, 0, 3, 1], dilation=[1, 2], groups=3, data_layout="NHWC", kernel_layout="OIHW"))
    c = R.nn.conv2d(R.astype(x, "int8"), R.astype(k, "int8"), padding=[1, 0, 1, 1], groups=3, data_layout="NHWC", kernel_layout="OIHW", out_dtype="int32")
    return (a, b, c)

#| ([[[[  6954.  18300.  30366.]
#|     [ 11940.  32630.  54520.]]]
#|
#|
#|   [[[ 20346.  57612.  95598.]
#|     [ 32820.  96710. 161800.]]]],
#|  [[[[  8652.  19740.  31728.  43152.  56148.  67908.]]
#|
#|    [[  7068.  18156.  30096.  41520.  54468.  66228.]]
#|
#|    [[  5484.  16572.  28464.  39888.  52788.  64548.]]
#|
#|    [[  3900.  14988.  26832.  38256.  51108.  62868.]]]
#|
#|
#|   [[[ 25068.  60348.  96528. 132144. 169332. 205284.]]
#|
#|    [[ 20028.  55308.  91440. 127056. 164196. 200148.]]
#|
#|    [[ 14988.  50268.  86352. 121968. 159060. 195012.]]
#|
#|    [[  9948.  45228.  81264. 116880. 153924. 189876.]]]],
#|  [[[[ 11940  32630  54520]
#|     [ 12810  35300  58990]
#|     [ 10260  28964  48628]]]
#|
#|
#|   [[[ 32220  95120 158900]
#|     [ 32780  97010 162140]
#|     [ 25556  77474 130112]]]])
