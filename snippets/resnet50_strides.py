"""Multiply-adds of ResNet-50 with the stride in the 1x1 convolution, and in the 3x3."""

stem = 112**2 * 7**2 * 3 * 64
head = 2048 * 1000


def multiply_adds(stride_in_middle):
    total = stem + head
    c_in, pixels = 64, 56**2
    for width, blocks in ((64, 3), (128, 4), (256, 6), (512, 3)):
        c_out = 4 * width
        for block in range(blocks):
            # Where a stage halves the picture, its first block reads the larger one.
            before = 4 * pixels if block == 0 and width > 64 else pixels
            first = before if stride_in_middle else pixels
            total += first * c_in * width + pixels * 9 * width**2 + pixels * width * c_out
            if block == 0:
                total += pixels * c_in * c_out
            c_in = c_out
        pixels //= 4
    return total


original, moved = multiply_adds(False), multiply_adds(True)
operations = 2 * original
print(f"stride in the 1x1: {original:.4g}, in the 3x3: {moved:.4g}")
print(f"multiplications and additions counted apart: {operations:.3g}")
