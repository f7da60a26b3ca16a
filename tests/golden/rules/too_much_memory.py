# test: fails rules list
# What a script holds is bounded.
x = [0] * 1000
y = []
while True:
    y = [y, x * 1000]

#| too_much_memory.py:6:13: error: the script takes more than 256 MiB of memory [E0902]
#|         y = [y, x * 1000]
#|                 ^~~~~~~~
