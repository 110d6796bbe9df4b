// One residual block with a linear branch in two dimensions: y = x + Wx, and half the squared
// distance from y to t as the loss. snippets/demo_worked_example.py computes the same.
//
// Whole numbers of hundredths, ten-thousandths and so on: products and sums are exact, and a result
// that is zero is zero.

const PER_UNIT = 100;

const whole = values => values.map(value => Math.round(value * PER_UNIT));
const over = (values, digits) => values.map(value => value / 10 ** digits + 0); // no −0
const add = (one, other) => one.map((value, i) => value + other[i]);
const times = (values, factor) => values.map(value => value * factor);

// Matrices are lists of their entries, row by row: [w11, w12, w21, w22].
const product = ([a, b, c, d], [x, y]) => [a * x + b * y, c * x + d * y];
const transposed = ([a, b, c, d]) => [a, c, b, d];
const outer = ([a, b], [x, y]) => [a * x, a * y, b * x, b * y];

export function block(x, weight, target) {
  const [X, W, T] = [x, weight, target].map(whole);
  const branch = product(W, X); // in 1e-4
  const y = add(times(X, PER_UNIT), branch);
  const gradY = add(y, times(T, -PER_UNIT));
  const viaBranch = product(transposed(W), gradY); // in 1e-6
  const gradX = add(times(gradY, PER_UNIT), viaBranch);
  return {
    branch: over(branch, 4),
    y: over(y, 4),
    loss: (gradY[0] ** 2 + gradY[1] ** 2) / 2e8,
    gradY: over(gradY, 4),
    viaBranch: over(viaBranch, 6),
    gradX: over(gradX, 6),
    gradW: over(outer(gradY, X), 6),
  };
}

// What is worth saying about these values.
export function remark({ gradY, viaBranch, gradX }) {
  const zero = values => values.every(value => value === 0);
  if (zero(gradY)) return 'hit';
  if (zero(gradX)) return 'cancelled';
  if (zero(viaBranch)) return 'shortcutOnly';
  if (gradY.every((value, i) => value * viaBranch[i] >= 0)) return 'together';
  const [both, shortcut] = [squared(gradX), squared(gradY)];
  if (both === shortcut) return 'same';
  return both < shortcut ? 'smaller' : 'opposed';
}

// A size that can be compared exactly: the square is too large for a number's digits.
const squared = values => values.reduce((sum, value) => sum + BigInt(Math.round(value * 1e6)) ** 2n, 0n);

// A program whose output is the values that are shown; its `+ 0` turns −0 into 0.
export function program(x, weight, target) {
  const list = values => `[${values.map(written).join(', ')}]`;
  return `import torch

torch.set_default_dtype(torch.float64)
x = torch.tensor(${list(x)}, requires_grad=True)
W = torch.tensor([${list(weight.slice(0, 2))}, ${list(weight.slice(2))}], requires_grad=True)
t = torch.tensor(${list(target)})

y = x + W @ x
loss = (y - t).square().sum() / 2
y.retain_grad()
loss.backward()


def show(name, values):
    rounded = [f"{round(v, 12) + 0:.6g}" for v in values.flatten().tolist()]
    print(f"{name}: {', '.join(rounded)}")


show("F(x)", W @ x)
show("y", y)
show("loss", loss)
show("gradient at y", y.grad)
show("share via the branch", W.T @ y.grad)
show("gradient at x", x.grad)
show("gradient at W", W.grad)
`;
}

// As Python writes a float.
const written = value => (Number.isInteger(value) ? `${value}.0` : String(value));
