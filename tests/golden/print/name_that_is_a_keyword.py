# test: fails fmt --name=class
# A class of that name could not be read again.
@R.function
def main(x: R.Object) -> R.Object:
    return x

#| hammock: error: --name: 'class' is no name (hammock help fmt)
