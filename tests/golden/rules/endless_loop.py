# test: fails rules list
# A script that loops for ever is stopped.
def forever(n):
    while True:
        n += 1

forever(0)

#| endless_loop.py:4:5: error: the script takes more than 20000000 steps; does it loop for ever? [E0902]
#|         while True:
#|         ^~~~~~~~~~~
#| endless_loop.py:7:1: note: in forever, called here
#|     forever(0)
#|     ^~~~~~~~~~
