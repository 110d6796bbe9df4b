"""A mistake: several streams are mixed, and then the unmixed ones are returned."""

import torch


# --8<-- [start:case]
def mistake(streams, H, f):
    _ = H @ streams
    return streams + f(streams)


def mended(streams, H, f):
    mixed = H @ streams
    return mixed + f(streams)


torch.manual_seed(0)
streams = torch.randn(4, 8)
H = torch.eye(4)[[1, 2, 3, 0]].requires_grad_()
wrong = mistake(streams, H, torch.zeros_like)
right = mended(streams, H, torch.zeros_like)
# --8<-- [end:case]
assert torch.equal(right, streams[[1, 2, 3, 0]])
assert torch.equal(wrong, streams) and not wrong.requires_grad
for block, nothing in ((mistake, wrong), (mended, right)):
    assert torch.allclose(block(streams, H, torch.sin), nothing + streams.sin())
print(f"the mistake is off by up to {(wrong - right).abs().max():.2g}")
