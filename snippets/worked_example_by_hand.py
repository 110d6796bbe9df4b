"""The worked example without matrices or autograd: every multiplication written out."""

from math import isclose

x1, x2 = 1.0, 2.0
w11, w12 = 0.1, 0.2
w21, w22 = -0.1, 0.3
t1, t2 = 1.0, 1.0

y1 = x1 + w11 * x1 + w12 * x2
y2 = x2 + w21 * x1 + w22 * x2
loss = (y1 - t1) ** 2 / 2 + (y2 - t2) ** 2 / 2

dl_dy1, dl_dy2 = y1 - t1, y2 - t2
# $\frac{\partial y_1}{\partial x_1}, \frac{\partial y_1}{\partial x_2}$
dy1_dx1, dy1_dx2 = 1 + w11, w12
# $\frac{\partial y_2}{\partial x_1}, \frac{\partial y_2}{\partial x_2}$
dy2_dx1, dy2_dx2 = w21, 1 + w22
# $\frac{\partial L}{\partial x_1}$
dl_dx1 = dl_dy1 * dy1_dx1 + dl_dy2 * dy2_dx1
# $\frac{\partial L}{\partial x_2}$
dl_dx2 = dl_dy1 * dy1_dx2 + dl_dy2 * dy2_dx2

assert isclose(y1, 1.5) and isclose(y2, 2.5)
assert isclose(loss, 1.25)
assert isclose(dl_dx1, 0.4) and isclose(dl_dx2, 2.05)

grad_y, grad_x = [dl_dy1, dl_dy2], [dl_dx1, dl_dx2]
jacobian = [[dy1_dx1, dy1_dx2], [dy2_dx1, dy2_dx2]]
# $\frac{\partial L}{\partial x_j} = \sum_i \frac{\partial L}{\partial y_i} (J_y)_{ij}$
sums = [sum(grad_y[i] * jacobian[i][j] for i in range(2)) for j in range(2)]
assert sums == grad_x
print(f"gradient at x: {dl_dx1:.4g}, {dl_dx2:.4g}")
