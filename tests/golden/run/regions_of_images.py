# test: run --compare=eval --input=rois='4x5xf32=[0 1 1 6 5][1 0 0 11 7][1 -6 -4 3 2][0 30 30 40 40]' --input=x=rand(normal,seed=7)
# Regions that overlap, leave the image, and lie outside of it; samples by number and by length; both layouts.
@R.function
def main(x: R.Tensor((2, 5, 8, 12), "float32"), rois: R.Tensor((4, 5), "float32")):
    a = R.vision.roi_align(x, rois, (3, 2), 0.75, sample_ratio=2)
    b = R.vision.roi_align(x, rois, (3, 2), 2.0, aligned=True)
    c = R.vision.roi_align(x, rois, (3, 2), 1.0, mode="max")
    d = R.vision.roi_pool(x, rois, (3, 2), 1.0)
    y = R.permute_dims(x, (0, 2, 3, 1))
    e = R.permute_dims(R.vision.roi_align(y, rois, (3, 2), 1.0, layout="NHWC"), (0, 3, 1, 2))
    f = R.permute_dims(R.vision.roi_pool(y, rois, (3, 2), 1.0, layout="NHWC"), (0, 3, 1, 2))
    return R.sum(R.stack((a, b, c, d, e, f), axis=0), axis=(2, 3, 4))

#| [[-0.08219397  2.9910126  -0.7865132   0.        ]
#|  [ 2.333479    0.2512418   0.18609813  0.        ]
#|  [23.82088    36.791897    6.9942636   0.        ]
#|  [43.93714    56.772495   13.485897    0.        ]
#|  [ 2.4726846   1.7477772  -0.44901207  0.        ]
#|  [43.93714    56.772495   13.485897    0.        ]]
