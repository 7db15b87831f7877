/* Tests crossings of rays with triangles: every version of the kernel finds those that a search through all
 * triangles finds, with the same bits. */
#include "core/base/rng.h"
#include "core/kernel/body/rays.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

enum {
    V = 120,
    F = 203,
    N = 500,
    SIDES = 23,
    STRIDE = (F + PD_K_RAYS_LANES - 1) / PD_K_RAYS_LANES * PD_K_RAYS_LANES
};

static float vertices[3 * V], box[6 * STRIDE], u[N + PD_K_RAYS_LANES], v[N + PD_K_RAYS_LANES],
    height[N + PD_K_RAYS_LANES];
static uint32_t faces[3 * F];
static int cell_start[SIDES * (SIDES + 4) + 1], place[N], sums[N + PD_K_RAYS_LANES];
static pd_k_rays rays;

static float random_place(pd_rng *rng)
{
    return (float)floor(64 * pd_rng_uniform(rng)) /
           64; /* on a lattice, so that points lie on edges and corners as well */
}

static int cell(int c, float x)
{
    const float at = (x - rays.low[c]) * rays.per[c];
    return at >= (float)rays.side[c] ? rays.side[c] - 1 : (int)at;
}

/* Makes random triangles and rays. Points are made in random order and sorted into cells. */
static void make(int axis)
{
    pd_rng rng;
    float made[3][N];
    pd_rng_init(&rng, 7 + (uint64_t)axis);
    for (int i = 0; i < 3 * V; i++) vertices[i] = random_place(&rng);
    for (int i = 0; i < 3 * F; i++) faces[i] = (uint32_t)(V * pd_rng_uniform(&rng));
    for (int c = 0; c < 3; c++)
        for (int i = 0; i < N; i++) made[c][i] = 0.2f + 0.6f * random_place(&rng) + (i % 2 ? 0.001f : 0);
    for (int e = 0; e < 6; e++)
        for (int f = 0; f < STRIDE; f++) {
            float *b = &box[e * STRIDE + f];
            *b = e < 3 ? INFINITY : -INFINITY;
            for (int k = 0; f < F && k < 3; k++) {
                const float x = vertices[3 * faces[3 * f + k] + (unsigned)(e % 3)];
                *b = e < 3 ? fminf(*b, x) : fmaxf(*b, x);
            }
        }

    rays = (pd_k_rays){vertices,
                       faces,
                       box,
                       F,
                       axis,
                       {0.2f, 0.2f},
                       {SIDES / 0.62f, (SIDES + 4) / 0.62f},
                       {SIDES, SIDES + 4},
                       cell_start,
                       u,
                       v,
                       height,
                       place,
                       NULL,
                       NULL,
                       sums};
    int n = 0;
    for (int c = 0; c < SIDES * (SIDES + 4); c++) {
        cell_start[c] = n;
        for (int i = 0; i < N; i++)
            if (cell(0, made[0][i]) * rays.side[1] + cell(1, made[1][i]) == c)
                u[n] = made[0][i], v[n] = made[1][i], height[n] = made[2][i], place[n++] = i;
    }
    cell_start[SIDES * (SIDES + 4)] = n;
    assert_int_equal(n, N);
}

/* Returns the side of the edge from x to y, computed from its lower end. */
static float side(const float *x, const float *y, int axis, float pu, float pv)
{
    const int a = (axis + 1) % 3, b = (axis + 2) % 3;
    const int flip = x[a] > y[a] || (x[a] == y[a] && x[b] > y[b]);
    const float *lo = flip ? y : x, *hi = flip ? x : y;
    const float e = (hi[a] - lo[a]) * (pv - lo[b]) - (hi[b] - lo[b]) * (pu - lo[a]);
    return flip ? -e : e;
}

static void insert(pd_k_rays_crossings *c, float distance, int sign)
{
    int at = c->count;
    if (at == PD_K_RAYS_CROSSINGS) return;
    while (at > 0 && c->distance[at - 1] > distance) at--;
    memmove(c->distance + at + 1, c->distance + at, (size_t)(c->count - at) * sizeof *c->distance);
    memmove(c->sign + at + 1, c->sign + at, (size_t)(c->count - at));
    c->distance[at] = distance, c->sign[at] = (signed char)sign, c->count++;
}

static void every_version_finds_the_crossings_of_a_search_through_all_triangles(void **state)
{
    (void)state;
    static pd_k_rays_crossings wanted[N], crossings[N];
    static signed char winds[N], winding[N];
    pd_k_rays_cross *versions[2] = {pd_k_rays_cross_ref, NULL};
#if defined(__x86_64__)
    if (pd_k_cpu_has(PD_K_CPU_AVX2)) versions[1] = pd_k_rays_cross_avx2;
#endif
    for (int axis = 0; axis < 3; axis++) {
        int found = 0, full = 0;
        make(axis);
        memset(wanted, 0, sizeof wanted), memset(winds, 0, sizeof winds);
        for (int f = 0; f < F; f++)
            for (int i = 0; i < N; i++) {
                const float *x[3], *h = vertices;
                float e[3];
                for (int k = 0; k < 3; k++) x[k] = vertices + 3 * faces[3 * f + k];
                for (int k = 0; k < 3; k++) e[k] = side(x[(k + 1) % 3], x[(k + 2) % 3], axis, u[i], v[i]);
                const int sign = e[0] > 0 && e[1] > 0 && e[2] > 0   ? 1
                                 : e[0] < 0 && e[1] < 0 && e[2] < 0 ? -1
                                                                    : 0;
                if (!sign) continue;
                h = (const float[3]){x[0][axis], x[1][axis], x[2][axis]};
                const float at = (e[0] * h[0] + e[1] * h[1] + e[2] * h[2]) / (e[0] + e[1] + e[2]);
                found++, full += wanted[place[i]].count == PD_K_RAYS_CROSSINGS;
                insert(&wanted[place[i]], at - height[i], sign);
                if (at > height[i]) winds[place[i]] = (signed char)(winds[place[i]] + sign);
            }
        print_message("axis %d: %d crossings, %d of them too many for their ray\n", axis, found, full);
        assert_true(found > 2 * N && full > 0);

        pd_k_rays_work work[2] = {{0}};
        for (int n = 0; n < 2 && versions[n]; n++)
            for (int stored = 0; stored < 2; stored++) {
                memset(crossings, 0, sizeof crossings), memset(winding, 0, sizeof winding);
                rays.winding = winding, rays.crossings = stored ? crossings : NULL;
                work[n] = versions[n](&rays);
                assert_memory_equal(winding, winds, sizeof winds);
                if (stored) assert_memory_equal(crossings, wanted, sizeof wanted);
                assert_true(work[n].points >= found && work[n].rows >= F / 2);
                assert_true(work[n].points == work[0].points && work[n].rows == work[0].rows);
            }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_version_finds_the_crossings_of_a_search_through_all_triangles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
