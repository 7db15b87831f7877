"""The peer of bench_train: the same training step of a phase-functioned network in torch.

    pfnn_torch.py [seconds per row [row]]     CSV: row,peer,hidden,group_rows,threads,rows_per_s

512 rows in groups of one phase, 342 inputs, 311 outputs: weights blended once a group, batched products (baddbmm), ELU, hidden
dropout .1, L1, backward, Adam over the 4 control points. Rows are random; drawing them is left out on both sides. `stacked` multiplies
with the 4 control points side by side instead of blending. Times are processor time of all threads, so that
rows_per_s is what one core does. OpenBLAS of Debian does not know every new processor and falls back to its slowest
kernels: here it is told what the processor has, which helps the peer.
"""
import os
import statistics
import sys
import time

flags = open("/proc/cpuinfo").read() if os.path.exists("/proc/cpuinfo") else ""
if "avx512f" in flags:
    os.environ.setdefault("OPENBLAS_CORETYPE", "SkylakeX")
elif "avx2" in flags:
    os.environ.setdefault("OPENBLAS_CORETYPE", "Haswell")

os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # threads that wait take no processor time

try:
    import torch
except ImportError:
    print("torch is not installed (python3-torch)", file=sys.stderr)
    sys.exit(77)

X, Y, ROWS = 342, 311, 512
SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 1
ONLY = sys.argv[2] if len(sys.argv) > 2 else None


def spline(cycle):
    """c (G,4) of the cyclic Catmull-Rom spline."""
    scaled = 4 * cycle
    k = scaled.long() % 4
    m = scaled - k
    c = torch.zeros(len(cycle), 4)
    parts = [-0.5 * m + m**2 - 0.5 * m**3, 1 - 2.5 * m**2 + 1.5 * m**3, 0.5 * m + 2 * m**2 - 1.5 * m**3, -0.5 * m**2 + 0.5 * m**3]
    for n, part in enumerate(parts):
        c[torch.arange(len(cycle)), (k + n - 1) % 4] = part
    return c


class Pfnn(torch.nn.Module):
    def __init__(self, hidden, stacked):
        super().__init__()
        sizes = [(X, hidden), (hidden, hidden), (hidden, Y)]
        self.w = torch.nn.ParameterList([torch.nn.Parameter((torch.rand(4, i, o) * 2 - 1) * (6 / (i + o)) ** 0.5) for i, o in sizes])
        self.b = torch.nn.ParameterList([torch.nn.Parameter(torch.zeros(4, o)) for _, o in sizes])
        self.stacked = stacked

    def layer(self, n, h, c):
        w, b = self.w[n], self.b[n]
        groups, rows, size = h.shape
        bias = (c @ b)[:, None]
        if self.stacked:
            wide = (c[:, None, :, None] * h[:, :, None, :]).reshape(groups * rows, 4 * size)
            return (wide @ w.reshape(4 * size, -1)).reshape(groups, rows, -1) + bias
        blended = (c @ w.reshape(4, -1)).reshape(groups, size, -1)
        return torch.baddbmm(bias, h, blended)

    def forward(self, x, c):
        h = x
        for n in range(2):
            h = torch.nn.functional.dropout(torch.nn.functional.elu(self.layer(n, h, c)), 0.1)
        return self.layer(2, h, c)


def measure(hidden, group_rows, threads, stacked):
    torch.manual_seed(1)
    torch.set_num_threads(threads)
    groups = ROWS // group_rows
    net = Pfnn(hidden, stacked)
    adam = torch.optim.Adam(net.parameters(), lr=1e-4, foreach=True)
    x, t, c = torch.randn(groups, group_rows, X), torch.randn(groups, group_rows, Y), spline(torch.rand(groups))

    def step():
        adam.zero_grad(set_to_none=True)
        torch.nn.functional.l1_loss(net(x, c), t).backward()
        adam.step()

    rates = []
    step()
    for _ in range(5):
        count, start = 0, time.process_time()
        while time.process_time() - start < SECONDS / 5:
            step()
            count += 1
        rates.append(count * ROWS / (time.process_time() - start))
    return statistics.median(rates)


def main():
    print("row,peer,hidden,group_rows,threads,rows_per_s")
    for hidden in (512, 256):
        for name, group_rows, stacked in (("step", 64, False), ("step", 32, False), ("stacked", 64, True)):
            for threads in (1, 2):
                row = f"{name}_{hidden}"
                if ONLY and ONLY != row:
                    continue
                print(f"{row},torch,{hidden},{group_rows},{threads},{measure(hidden, group_rows, threads, stacked):.0f}", flush=True)


if __name__ == "__main__":
    main()
