# test: fails check
# A file without a module and without a function.
import tvm
from tvm.script import relax as R

#| no_definition.py: error: there is no module and no function in this file [E0107]
