"""A pre-activation block: nothing follows the sum, so a zero branch leaves the input alone."""

import torch
from torch import nn


# --8<-- [start:block]
class PreActivationBlock(nn.Module):
    def __init__(self, c_in, c_out, stride=1):
        super().__init__()
        self.norm1 = nn.BatchNorm2d(c_in)
        self.conv1 = nn.Conv2d(c_in, c_out, 3, stride, padding=1, bias=False)
        self.norm2 = nn.BatchNorm2d(c_out)
        self.conv2 = nn.Conv2d(c_out, c_out, 3, padding=1, bias=False)
        self.projection = None
        if stride != 1 or c_in != c_out:
            self.projection = nn.Conv2d(c_in, c_out, 1, stride, bias=False)

    def forward(self, x):
        inner = torch.relu(self.norm1(x))
        carried = x if self.projection is None else self.projection(inner)
        inner = self.conv2(torch.relu(self.norm2(self.conv1(inner))))
        return carried + inner


# --8<-- [end:block]
torch.manual_seed(0)
images = torch.randn(2, 4, 6, 6)
same, wider = PreActivationBlock(4, 4), PreActivationBlock(4, 8, stride=2)
assert wider(images).shape == (2, 8, 3, 3)
nn.init.zeros_(same.conv2.weight)
assert torch.equal(same(images), images)

# --8<-- [start:stack]
stack = nn.Sequential(*(PreActivationBlock(4, 4) for _ in range(12)))
head = nn.Sequential(nn.BatchNorm2d(4), nn.ReLU())
# --8<-- [end:stack]
streams = stack(images)
print(
    f"size of the stream after 12 blocks {streams.std():.4g}, behind the head's norm "
    f"{head[0](streams).std():.2g}"
)
assert head(streams).min() >= 0
