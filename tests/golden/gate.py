#!/usr/bin/env python3
"""A mixture of experts written down in NumPy, from the equations of Zhang et al. 2018, section 5: writes gate.txt, which test_gate.c
holds the C code to. Every expert is multiplied by itself and autodifferentiation is done by hand: nothing is shared with posed.

    tests/golden/gate.py > tests/golden/gate.txt
"""
import numpy

X, H, Y, K, SEEN, INNER, ROWS = 7, 5, 4, 3, [2, 6], 3, 4
SCALES = numpy.array([1.5, 0.25])
rng = numpy.random.default_rng(2018)


def elu(a):
    return numpy.where(a > 0, a, numpy.exp(numpy.minimum(a, 0)) - 1)


def elu_slope(a):
    return numpy.where(a > 0, 1, numpy.exp(numpy.minimum(a, 0)))


def draw(*shape):
    return rng.normal(0, 0.8, shape).astype(numpy.float32).astype(float)


experts = [(draw(K, H, X), draw(K, H)), (draw(K, H, H), draw(K, H)), (draw(K, Y, H), draw(K, Y))]
gate = [(draw(INNER, len(SEEN)), draw(INNER)), (draw(INNER, INNER), draw(INNER)), (draw(K, INNER), draw(K))]
x, target = draw(ROWS, X), draw(ROWS, Y)


def forward(row, experts, gate):
    seen = [SCALES * row[SEEN]]
    sums = []
    for weights, bias in gate:
        sums.append(weights @ seen[-1] + bias)
        seen.append(elu(sums[-1]))
    c = numpy.exp(sums[-1]) / numpy.exp(sums[-1]).sum()

    hidden, z = [row], []
    for weights, bias in experts:
        alpha = numpy.einsum("k,koi->oi", c, weights), c @ bias  # the blended network, as in the paper
        z.append(alpha[0] @ hidden[-1] + alpha[1])
        hidden.append(elu(z[-1]))
    return c, seen, sums, hidden, z


def loss(experts, gate):
    return numpy.mean([(forward(row, experts, gate)[4][-1] - t) ** 2 for row, t in zip(x, target)])


def gradients():
    """Of the loss, by the chain rule through the blended weights: dL/dW_k = c_k dL/dW, dL/dc_k = <W_k, dL/dW>."""
    of_experts = [(numpy.zeros_like(w), numpy.zeros_like(b)) for w, b in experts]
    of_gate = [(numpy.zeros_like(w), numpy.zeros_like(b)) for w, b in gate]
    for row, t in zip(x, target):
        c, seen, sums, hidden, z = forward(row, experts, gate)
        delta, slope = 2 * (z[-1] - t) / (ROWS * Y), numpy.zeros(K)
        for layer in (2, 1, 0):
            weights, bias = experts[layer]
            by_weights = numpy.outer(delta, hidden[layer])
            for k in range(K):
                of_experts[layer][0][k] += c[k] * by_weights
                of_experts[layer][1][k] += c[k] * delta
                slope[k] += (weights[k] * by_weights).sum() + bias[k] @ delta
            if layer:
                delta = (numpy.einsum("k,koi->oi", c, weights).T @ delta) * elu_slope(z[layer - 1])
        softmax = numpy.diag(c) - numpy.outer(c, c)
        back = softmax @ slope
        for layer in (2, 1, 0):
            of_gate[layer][0][...] += numpy.outer(back, seen[layer])
            of_gate[layer][1][...] += back
            if layer:
                back = (gate[layer][0].T @ back) * elu_slope(sums[layer - 1])
    return of_experts, of_gate


def block(name, numbers):
    numbers = numpy.concatenate([numpy.ravel(n) for n in numbers])
    print(name, len(numbers))
    for n in numbers:
        print(f"{n:.9g}")


of_experts, of_gate = gradients()
h = 1e-5  # the hand's derivative against differences of this very script
for layers, slopes in ((experts, of_experts), (gate, of_gate)):
    for (w, b), (dw, db) in zip(layers, slopes):
        for array, slope in ((w, dw), (b, db)):
            kept = array.flat[1]
            array.flat[1] = kept + h
            up = loss(experts, gate)
            array.flat[1] = kept - h
            assert abs((up - loss(experts, gate)) / (2 * h) - slope.flat[1]) < 1e-8
            array.flat[1] = kept

block("x", [x])
block("target", [target])
block("experts", [n for layer in experts for n in layer])
block("gate", [n for layer in gate for n in layer])
block("c", [forward(row, experts, gate)[0] for row in x])
block("y", [forward(row, experts, gate)[4][-1] for row in x])
block("loss", [[loss(experts, gate)]])
block("experts_gradient", [n for layer in of_experts for n in layer])
block("gate_gradient", [n for layer in of_gate for n in layer])
