"""The additions of the shortcuts beside the multiply-adds of the rest."""

# --8<-- [start:resnet]
size, classes = 112, 1000
multiply_adds = size**2 * 7**2 * 3 * 64 + 2048 * classes
additions = 0
c_in, pixels = 64, 56**2
for width, blocks in ((64, 3), (128, 4), (256, 6), (512, 3)):
    c_out = 4 * width
    multiply_adds += pixels * c_in * c_out
    for _ in range(blocks):
        multiply_adds += pixels * (c_in * width + width * c_out)
        multiply_adds += pixels * 3**2 * width**2
        additions += pixels * c_out
        c_in = c_out
    pixels //= 4
percent = 100 * additions / multiply_adds
# --8<-- [end:resnet]

# --8<-- [start:transformer]
# $d$
d = 768
# $T$
T = 1024
projections, scores, mlp = 4 * T * d**2, 2 * T**2 * d, 8 * T * d**2
layer_multiply_adds = projections + scores + mlp
layer_additions = 2 * T * d
layer_percent = 100 * layer_additions / layer_multiply_adds
percent_of_flops = 100 * layer_additions / (2 * layer_multiply_adds)
# --8<-- [end:transformer]
print(f"{additions:,} on {multiply_adds:,}: {percent:.4g} percent")
print(f"{layer_additions:,} on {layer_multiply_adds:,}: {layer_percent:.4g} percent")
