# Windows most of whose places are outside read nothing there.
# test: run --guard --fill=iota
@R.function
def main(x: R.Tensor((1, 1, 1, 24), "float32"), y: R.Tensor((1, 16, 1, 2), "float32"), w: R.Tensor((16, 1, 1, 3), "float32"), k: R.Tensor((24, 1, 3, 3), "float32")):
    a = R.nn.max_pool2d(x, pool_size=[3, 3], padding=[1, 1], layout="NHWC")
    b = R.nn.avg_pool2d(x, pool_size=[3, 3], padding=[1, 1], layout="NHWC")
    c = R.nn.conv2d(y, w, padding=[0, 0, 0, 1], groups=16)
    d = R.nn.conv2d(x, k, padding=[1, 1], groups=24, data_layout="NHWC", kernel_layout="OIHW")
    return (a, b, R.squeeze(c), d)

#| ([[[[ 0.  1.  2.  3.  4.  5.  6.  7.  8.  9. 10. 11. 12. 13. 14. 15. 16.
#|      17. 18. 19. 20. 21. 22. 23.]]]],
#|  [[[[ 0.  1.  2.  3.  4.  5.  6.  7.  8.  9. 10. 11. 12. 13. 14. 15. 16.
#|      17. 18. 19. 20. 21. 22. 23.]]]],
#|  [1.000e+00 1.800e+01 5.900e+01 1.240e+02 2.130e+02 3.260e+02 4.630e+02
#|   6.240e+02 8.090e+02 1.018e+03 1.251e+03 1.508e+03 1.789e+03 2.094e+03
#|   2.423e+03 2.776e+03],
#|  [[[[   0.   13.   44.   93.  160.  245.  348.  469.  608.  765.  940.
#|      1133. 1344. 1573. 1820. 2085. 2368. 2669. 2988. 3325. 3680. 4053.
#|      4444. 4853.]]]])
