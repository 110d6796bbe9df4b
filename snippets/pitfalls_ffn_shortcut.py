"""A mistake: the FFN's shortcut comes from the layer's input and skips the attention."""


# --8<-- [start:case]
def mistake(x, a, f):
    h = x + a(x)
    return x + f(h)


def mended(x, a, f):
    h = x + a(x)
    return h + f(h)


x = 1
branches = (lambda x: 2 * x), (lambda h: 5 * h)
wrong, right = mistake(x, *branches), mended(x, *branches)
# --8<-- [end:case]
nothing = (lambda x: 2 * x), (lambda h: 0 * h)
without_ffn = [layer(x, *nothing) for layer in (mistake, mended)]
print(f"mistake {wrong}, mended {right}; with f = 0: {without_ffn[0]} and {without_ffn[1]}")
