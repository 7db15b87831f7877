/* SMPL's forward pass in careful C on OpenBLAS: a peer of bench_body on the same shapes. CSV:
 * row,peer,bodies,threads,per_s
 *
 *     blas [seconds per row [row]]
 *
 * Blend shapes are one product of float32 numbers: coefficients (bodies,217) times directions (217,3V),
 * k-major and by planes x, y and z, sgemv for one body and sgemm for several; the template is added by beta =
 * 1. The joint regressor is folded into template and shapes. Skinning is by planes: the twelve numbers of
 * each vertex's matrix are one more product, matrices (12,K) times weights (K,V), and a loop that the
 * compiler makes vectors of (-O3 -march=native) applies them. Directions and poses are random; time does not
 * depend on their values. Time is the thread's processor time. */
#include <cblas.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { V = 6890, STRIDE = 6896, K = 24, B = 10, N = B + 9 * (K - 1), MOST = 64, ROUNDS = 20 };
static const int parents[K] = {-1, 0, 0, 0,  1,  2,  3,  4,  5,  6,  7,  8,
                               9,  9, 9, 12, 13, 14, 16, 17, 18, 19, 20, 21};

static float *directions, *template, *weights, *posed, *matrices, *out;
static float joint_template[3 * K], joint_shapes[3 * K][B];

static float *numbers(size_t count, double scale)
{
    float *all = aligned_alloc(64, (count * sizeof *all + 63) / 64 * 64);
    if (!all) exit(1);
    for (size_t i = 0; i < count; i++) all[i] = (float)(scale * (rand() / (double)RAND_MAX - 0.5));
    return all;
}

/* Rotation matrices (K,3,3) of axis-angle vectors, Rodrigues' formula. */
static void rotate(float r[K][9], const float *pose)
{
    for (int k = 0; k < K; k++, pose += 3) {
        const float angle = sqrtf(pose[0] * pose[0] + pose[1] * pose[1] + pose[2] * pose[2]) + 1e-8f;
        const float x = pose[0] / angle, y = pose[1] / angle, z = pose[2] / angle, s = sinf(angle),
                    c = cosf(angle), d = 1 - c;
        const float m[9] = {c + d * x * x,     d * x * y - s * z, d * x * z + s * y,
                            d * x * y + s * z, c + d * y * y,     d * y * z - s * x,
                            d * x * z - s * y, d * y * z + s * x, c + d * z * z};
        memcpy(r[k], m, sizeof m);
    }
}

/* Skinning matrices by planes, m (12,K), from rest joints and rotations. */
static void chain(float *m, const float r[K][9], const float *betas)
{
    float joints[K][3], world[K][12];
    for (int i = 0; i < 3 * K; i++) {
        float sum = joint_template[i];
        for (int b = 0; b < B; b++) sum += joint_shapes[i][b] * betas[b];
        joints[i / 3][i % 3] = sum;
    }
    for (int k = 0; k < K; k++) {
        const int parent = parents[k];
        for (int i = 0; i < 3; i++) {
            float local[4], at = joints[k][i] - (parent < 0 ? 0 : joints[parent][i]);
            memcpy(local, r[k] + 3 * i, 3 * sizeof *local), local[3] = at;
            memcpy(world[k] + 4 * i, local, sizeof local);
        }
        if (parent < 0) continue;
        float own[12];
        memcpy(own, world[k], sizeof own);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 4; j++) {
                float sum = j == 3 ? world[parent][4 * i + 3] : 0;
                for (int n = 0; n < 3; n++) sum += world[parent][4 * i + n] * own[4 * n + j];
                world[k][4 * i + j] = sum;
            }
    }
    for (int k = 0; k < K; k++)
        for (int i = 0; i < 3; i++) {
            const float *row = world[k] + 4 * i;
            for (int j = 0; j < 3; j++) m[(4 * i + j) * K + k] = row[j];
            m[(4 * i + 3) * K + k] =
                row[3] - row[0] * joints[k][0] - row[1] * joints[k][1] - row[2] * joints[k][2];
        }
}

static void forward(const float *betas, const float *poses, int bodies)
{
    static float coefficients[MOST * N], planes[12 * K];
    float r[K][9];

    /* Features, then the blend shapes of all bodies in one product. */
    for (int i = 0; i < bodies; i++) {
        float *row = coefficients + i * N;
        memcpy(row, betas + i * B, B * sizeof *row);
        rotate(r, poses + i * 3 * K);
        for (int f = 0; f < 9 * (K - 1); f++) row[B + f] = r[1 + f / 9][f % 9] - (f % 9 % 4 == 0);
        memcpy(posed + (size_t)i * 3 * STRIDE, template, 3 * STRIDE * sizeof *posed);
    }
    if (bodies == 1)
        cblas_sgemv(CblasRowMajor, CblasTrans, N, 3 * STRIDE, 1, directions, 3 * STRIDE, coefficients, 1, 1,
                    posed, 1);
    else
        cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, bodies, 3 * STRIDE, N, 1, coefficients, N,
                    directions, 3 * STRIDE, 1, posed, 3 * STRIDE);

    /* Skinning. */
    for (int i = 0; i < bodies; i++) {
        rotate(r, poses + i * 3 * K);
        chain(planes, r, betas + i * B);
        cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, 12, STRIDE, K, 1, planes, K, weights, STRIDE,
                    0, matrices, STRIDE);
        const float *x = posed + (size_t)i * 3 * STRIDE, *y = x + STRIDE, *z = y + STRIDE;
        for (int c = 0; c < 3; c++) {
            const float *m = matrices + 4 * c * STRIDE;
            for (int v = 0; v < V; v++)
                out[3 * v + c] =
                    m[v] * x[v] + m[STRIDE + v] * y[v] + m[2 * STRIDE + v] * z[v] + m[3 * STRIDE + v];
        }
    }
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        int bodies;
    } rows[] = {{"smpl_one", 1}, {"smpl_batch8", 8}, {"smpl_batch64", 64}};
    const double seconds = argc > 1 ? atof(argv[1]) : 1;

    /* Read when the library is loaded; on processors with AVX-512 it is faster here than its own choice. */
    if (!getenv("OPENBLAS_CORETYPE") && __builtin_cpu_supports("avx2")) {
        setenv("OPENBLAS_CORETYPE", "Haswell", 1);
        execv("/proc/self/exe", argv);
    }
    openblas_set_num_threads(1);
    directions = numbers((size_t)N * 3 * STRIDE, 0.002), template = numbers(3 * STRIDE, 1);
    weights = numbers((size_t)K * STRIDE, 0), posed = numbers((size_t)MOST * 3 * STRIDE, 0);
    matrices = numbers(12 * STRIDE, 0), out = numbers(3 * STRIDE, 0);
    for (int v = 0; v < V; v++)
        for (int i = 0; i < 4; i++) weights[rand() % K * STRIDE + v] += 0.25f;
    for (int i = 0; i < 3 * K; i++) joint_template[i] = (float)(rand() / (double)RAND_MAX);
    float *betas = numbers(MOST * B, 2), *poses = numbers(MOST * 3 * K, 1);

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (argc > 2 && strcmp(argv[2], rows[i].name) != 0) continue;
        double rates[ROUNDS];
        forward(betas, poses, rows[i].bodies);
        for (int round = 0; round < ROUNDS; round++) {
            const double start = now();
            long meshes = 0;
            for (; now() - start < seconds / ROUNDS; meshes += rows[i].bodies)
                forward(betas, poses, rows[i].bodies);
            rates[round] = (double)meshes / (now() - start);
        }
        qsort(rates, ROUNDS, sizeof *rates, by_value);
        printf("%s,openblas,%d,1,%.0f\n", rows[i].name, rows[i].bodies, rates[ROUNDS / 2]);
        fflush(stdout);
    }
    return 0;
}
