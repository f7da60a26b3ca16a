# test: fails rules list
# A format may ask for the same text many times: the bound is that of every string.
text = "a" * 10**6
"%s%s%s" % (text, text, text)

#| format_of_large_texts.py:4:1: error: a string of more than 1048576 bytes [E0902]
#|     "%s%s%s" % (text, text, text)
#|     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~
