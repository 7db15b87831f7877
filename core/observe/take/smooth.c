#include "core/observe/take/smooth.h"

#include "core/math/rotation.h"
#include "core/observe/term.h"

static void between(double r[3], const double a[9], const double b[9])
{
    double back[9], by[9];
    for (int i = 0; i < 9; i++) back[i] = a[3 * (i % 3) + i / 3];
    pd_rot_mul(by, back, b);
    pd_rot_to_axis_angle(r, by);
}

double pd_observe_smooth_value(const pd_observe_pose *a, const pd_observe_pose *b, int joints, double seconds,
                               double weight)
{
    const double turn = 1 / (PD_OBSERVE_SMOOTH_TURN * seconds), move = 1 / (PD_OBSERVE_SMOOTH_MOVE * seconds);
    double value = 0, r[3];

    for (int k = 0; k < joints; k++) {
        between(r, a->rotations[k], b->rotations[k]);
        value += 0.5 * turn * turn * (r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
    }
    for (int c = 0; c < 3; c++) {
        const double d = move * (b->translation[c] - a->translation[c]);
        value += 0.5 * d * d;
    }
    return weight * value;
}

/* A block of three unknowns: r with its slopes j (by the later) and -j^T (by the earlier). */
static void add_block(pd_observe_arrow *arrow, size_t frame, size_t block, const double r[3],
                      const double j[3][3], double scale)
{
    const size_t n = (size_t)arrow->n;
    double *d = arrow->d + frame * n * n, *before = d - n * n;
    double *g = arrow->g + frame * n + 3 * block, *h = g - n;
    double *e = arrow->e[frame * (n / 3) + block];

    for (size_t x = 0; x < 3; x++) {
        for (size_t y = 0; y < 3; y++) {
            const size_t at = (3 * block + x) * n + 3 * block + y;
            double later = 0, earlier = 0, both = 0;
            for (size_t i = 0; i < 3; i++) {
                later += j[i][x] * j[i][y];
                earlier += j[x][i] * j[y][i];
                both -= j[i][x] * j[y][i];
            }
            e[3 * x + y] = scale * both;
            if (y > x) continue;
            d[at] += scale * later;
            before[at] += scale * earlier;
        }
        for (size_t i = 0; i < 3; i++) {
            g[x] += scale * j[i][x] * r[i];
            h[x] -= scale * j[x][i] * r[i];
        }
    }
}

void pd_observe_smooth_add(pd_observe_arrow *arrow, int frame, const pd_observe_pose *a,
                           const pd_observe_pose *b, int joints, double seconds, double weight)
{
    static const double same[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const double turn = 1 / (PD_OBSERVE_SMOOTH_TURN * seconds), move = 1 / (PD_OBSERVE_SMOOTH_MOVE * seconds);
    double r[3], j[3][3];

    for (int k = 0; k < joints; k++) {
        between(r, a->rotations[k], b->rotations[k]);
        pd_observe_log_slope(j, r);
        add_block(arrow, (size_t)frame, (size_t)k, r, (const double(*)[3])j, weight * turn * turn);
    }
    for (int c = 0; c < 3; c++) r[c] = b->translation[c] - a->translation[c];
    add_block(arrow, (size_t)frame, (size_t)joints, r, same, weight * move * move);
}
