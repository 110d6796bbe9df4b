"""What the additions of a LLaMA-7B layer cost: a vanishing share of arithmetic, more of the time."""

# --8<-- [start:layer]
# $T$
T = 4096
# $d$
d = 4096
hidden, size = 11008, 2
flops = 2 * T * (4 * d**2 + 3 * d * hidden) + 4 * T**2 * d
additions = 2 * T * d
percent_of_operations = 100 * additions / flops

read_and_written = 3 * size
bytes_moved = additions * read_and_written
peak, bandwidth = 312e12, 1555e9
time_of_matrices, time_of_sums = flops / peak, bytes_moved / bandwidth
percent_of_time = 100 * time_of_sums / time_of_matrices
missed_operations = peak / bandwidth * read_and_written
# --8<-- [end:layer]

# --8<-- [start:fused]
apart = (2 + 1) + (1 + 1)
fused = 2 + 2
saved_percent = 100 * (1 - fused / apart)
# --8<-- [end:fused]

print(f"{percent_of_operations:.3g} percent of the operations, {percent_of_time:.3g} of the time")
print(
    f"one addition in {missed_operations:,.0f} operations; fused: {fused} passes, not {apart}, {saved_percent:.3g} percent less"
)
