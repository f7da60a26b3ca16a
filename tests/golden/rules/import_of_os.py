# test: fails rules list
# There is no way to the machine.
import os
from subprocess import run

#| import_of_os.py:3:8: error: rule scripts import from tvm only; there is no 'os' here [E0106]
#|     import os
#|            ^~
#| import_of_os.py:4:6: error: rule scripts import from tvm only; there is no 'subprocess' here [E0106]
#|     from subprocess import run
#|          ^~~~~~~~~~
