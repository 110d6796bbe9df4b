"""Which share of the paths through 54 blocks of two layers is 10 to 34 layers long."""

from math import comb

layers = 110
blocks = (layers - 2) // 2
shortest, longest = 10, 34
fewest, most = shortest // 2, longest // 2
short_paths = sum(comb(blocks, k) for k in range(fewest, most + 1))
percent = 100 * short_paths / 2**blocks
print(f"{shortest} to {longest} of {layers} layers, {fewest} to {most} of {blocks} branches:")
print(f"{percent:.2g} percent of the paths")
