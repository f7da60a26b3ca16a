# test: fails check --diagnostics=json
# One object per line, always with the same keys.
@R.function
def main(x: R.Tensor((2,), "float32"), x: R.Tensor((2,), "float32")):
    y = R.ad(x, x)
    z = R.add(
        x,
        "ü")
    return z

#| {"file": "diagnostics_as_json.py", "line": 4, "column": 40, "end_line": 4, "end_column": 41, "severity": "error", "code": "E0202", "message": "two parameters are called 'x'", "suggestion": null, "notes": [{"file": "diagnostics_as_json.py", "line": 4, "column": 10, "end_line": 4, "end_column": 11, "message": "the first is here"}]}
#| {"file": "diagnostics_as_json.py", "line": 5, "column": 9, "end_line": 5, "end_column": 13, "severity": "error", "code": "E0203", "message": "'R.ad' is no operator or intrinsic; did you mean 'R.add'?", "suggestion": "R.add", "notes": []}
#| {"file": "diagnostics_as_json.py", "line": 8, "column": 9, "end_line": 8, "end_column": 13, "severity": "error", "code": "E0305", "message": "a string is not an expression", "suggestion": null, "notes": []}
