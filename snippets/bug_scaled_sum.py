"""A block that scales the sum instead of the branch; and the mended one."""


# --8<-- [start:fault]
def block(x, branch, depth):
    return (x + branch(x)) / depth**0.5


# --8<-- [end:fault]


# --8<-- [start:fix]
def mended(x, branch, depth):
    return x + branch(x) / depth**0.5


# $n$
n = 24
wrong = right = 1.0
for _ in range(n):
    wrong = block(wrong, lambda x: 0.0, n)
    right = mended(right, lambda x: 0.0, n)
assert right == 1
# --8<-- [end:fix]
once = [which(2.0, lambda x: 3 * x, 4) for which in (block, mended)]
assert once == [4, 5]
print(f"{n} zero branches leave {wrong:.2g} of x, mended {right:g}")
