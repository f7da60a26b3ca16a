# test: fails check --max-errors=2
# test: fails check --max-errors=2 --diagnostics=json
# Errors beyond the bound are counted.
@R.function
def main(x: R.Tensor((2,), "float32")):
    a = R.ad(x, x)
    b = R.ad(x, x)
    c = R.ad(x, x)
    return x

#| $ fails check --max-errors=2
#| max_errors.py:6:9: error: 'R.ad' is no operator or intrinsic; did you mean 'R.add'? [E0203]
#|         a = R.ad(x, x)
#|             ^~~~
#| max_errors.py:7:9: error: 'R.ad' is no operator or intrinsic; did you mean 'R.add'? [E0203]
#|         b = R.ad(x, x)
#|             ^~~~
#| ... and 1 more (2 are shown; see --max-errors)
#| $ fails check --max-errors=2 --diagnostics=json
#| {"file": "max_errors.py", "line": 6, "column": 9, "end_line": 6, "end_column": 13, "severity": "error", "code": "E0203", "message": "'R.ad' is no operator or intrinsic; did you mean 'R.add'?", "suggestion": "R.add", "notes": []}
#| {"file": "max_errors.py", "line": 7, "column": 9, "end_line": 7, "end_column": 13, "severity": "error", "code": "E0203", "message": "'R.ad' is no operator or intrinsic; did you mean 'R.add'?", "suggestion": "R.add", "notes": []}
#| {"file": "max_errors.py", "line": null, "column": null, "end_line": null, "end_column": null, "severity": "remark", "code": null, "message": "1 more (2 are shown; see --max-errors)", "suggestion": null, "notes": []}
