"""Usage: model.py OUT.npz: a random body model in SMPL's shapes and published layout, which every server here loads."""
import sys

import numpy as np

V, K, B = 6890, 24, 10
PARENTS = [-1, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 12, 13, 14, 16, 17, 18, 19, 20, 21]

rng = np.random.default_rng(1)
weights = np.zeros((V, K))
for _ in range(4):
    weights[np.arange(V), rng.integers(0, K, V)] += rng.random(V) + 0.01
weights /= weights.sum(1, keepdims=True)
regressor = np.zeros((K, V))
for k in range(K):
    regressor[k, rng.choice(V, 30, replace=False)] = 1 / 30
strip = np.arange(V - 2)
np.savez(
    sys.argv[1],
    v_template=rng.standard_normal((V, 3)),
    shapedirs=rng.standard_normal((V, 3, B)) * 0.01,
    posedirs=rng.standard_normal((V, 3, 9 * (K - 1))) * 0.001,
    weights=weights,
    J_regressor=regressor,
    f=np.stack([strip, strip + 1, strip + 2], 1).repeat(2, 0)[:13776].astype(np.uint32),
    kintree_table=np.array([[p % 2**32 for p in PARENTS], range(K)], np.int64),
)
