/* AVX2 + FMA: 16 registers hold 4 bodies x half a tile, or 1 to 2 bodies x a whole one. */
#include <immintrin.h>
#include <stdbool.h>
#include <stdint.h>

typedef __m256 vec;
#define VL        8
#define NB        4
#define v_load(p) _mm256_load_ps(p)
#define v_load16(p)                                                                                          \
    _mm256_cvtepi32_ps(_mm256_cvtepi16_epi32(_mm_load_si128((const __m128i *)(const void *)(p))))
#define v_load_half(p)  _mm256_cvtph_ps(_mm_load_si128((const __m128i *)(const void *)(p)))
#define v_store(p, a)   _mm256_store_ps(p, a)
#define v_set(x)        _mm256_set1_ps(x)
#define v_zero()        _mm256_setzero_ps()
#define v_add(a, b)     _mm256_add_ps(a, b)
#define v_sub(a, b)     _mm256_sub_ps(a, b)
#define v_mul(a, b)     _mm256_mul_ps(a, b)
#define v_div(a, b)     _mm256_div_ps(a, b)
#define v_fma(a, b, c)  _mm256_fmadd_ps(a, b, c)
#define v_fnma(a, b, c) _mm256_fnmadd_ps(a, b, c)
#include "core/kernel/body/body_lanes.h"
#include "core/base/assert.h"
#include "core/kernel/body/body_x86.h"

/* Interleaves x, y and z of eight vertices at a time; each 128-bit half makes four of them. */
INLINE void interleave(float *out, const float *tile, const float translation[3])
{
    for (int part = 0; part < PARTS; part++, out += 3 * VL) {
        /* Load and translate the points. */
        vec p[3];
        load_point(p, tile, part);
        for (int c = 0; c < 3; c++) p[c] = v_add(p[c], v_set(translation[c]));

        /* Weave the three registers into three rows of four floats, in both halves. */
        vec xy = _mm256_shuffle_ps(p[0], p[1], _MM_SHUFFLE(2, 0, 2, 0));
        vec yz = _mm256_shuffle_ps(p[1], p[2], _MM_SHUFFLE(3, 1, 3, 1));
        vec zx = _mm256_shuffle_ps(p[2], p[0], _MM_SHUFFLE(3, 1, 2, 0));
        vec first = _mm256_shuffle_ps(xy, zx, _MM_SHUFFLE(2, 0, 2, 0));
        vec second = _mm256_shuffle_ps(yz, xy, _MM_SHUFFLE(3, 1, 2, 0));
        vec third = _mm256_shuffle_ps(zx, yz, _MM_SHUFFLE(3, 1, 3, 1));

        /* Store the low halves, which are the first four vertices, then the high ones. */
        _mm_storeu_ps(out, _mm256_castps256_ps128(first));
        _mm_storeu_ps(out + 4, _mm256_castps256_ps128(second));
        _mm_storeu_ps(out + 8, _mm256_castps256_ps128(third));
        _mm_storeu_ps(out + 12, _mm256_extractf128_ps(first, 1));
        _mm_storeu_ps(out + 16, _mm256_extractf128_ps(second, 1));
        _mm_storeu_ps(out + 20, _mm256_extractf128_ps(third, 1));
    }
}

static __m128 load3(const float *p)
{
    return _mm_maskload_ps(p, _mm_setr_epi32(-1, -1, -1, 0));
}

/* (x,y,z,.) -> (y,z,x,.) */
static __m128 body_avx2_roll(__m128 a)
{
    return _mm_shuffle_ps(a, a, _MM_SHUFFLE(3, 0, 2, 1));
}

/* The same in both halves. */
static vec roll2(vec a)
{
    return _mm256_shuffle_ps(a, a, _MM_SHUFFLE(3, 0, 2, 1));
}

void pd_k_face_normals_avx2(float *out, const float *vertices, const uint32_t *faces, int first, int last)
{
    for (long f = first; f < last; f++) {
        __m128 a = load3(vertices + 3L * faces[3 * f]);
        __m128 u = _mm_sub_ps(load3(vertices + 3L * faces[3 * f + 1]), a);
        __m128 v = _mm_sub_ps(load3(vertices + 3L * faces[3 * f + 2]), a);

        /* the fourth lane is 0 in all of them */
        __m128 n = _mm_fmsub_ps(u, body_avx2_roll(v), _mm_mul_ps(body_avx2_roll(u), v));
        _mm_store_ps(out + 4 * f, body_avx2_roll(n));
    }
}

void pd_k_vertex_normals_avx2(float *out, const float *face_normals, const uint32_t *start,
                              const uint32_t *around, int first, int last)
{
    const __m128 up = _mm_setr_ps(0, 1, 0, 0);

    for (long v = first; v < last; v++) {
        __m128 n = _mm_setzero_ps();
        PD_DEBUG_ASSERT(start[v] <= start[v + 1]);

        /* Sum the normals of the faces around the vertex. */
        for (uint32_t i = start[v]; i < start[v + 1]; i++)
            n = _mm_add_ps(n, _mm_load_ps(face_normals + 4L * around[i]));

        /* Normalize. A vertex without faces, or whose normals cancel out, gets +Y. */
        __m128 s = _mm_mul_ps(n, n);
        s = _mm_add_ps(_mm_add_ps(_mm_shuffle_ps(s, s, 0x00), _mm_shuffle_ps(s, s, 0x55)),
                       _mm_shuffle_ps(s, s, 0xaa));
        __m128 some = _mm_cmpgt_ps(s, _mm_setzero_ps());
        n = _mm_blendv_ps(up, _mm_div_ps(n, _mm_sqrt_ps(s)), some);
        _mm_storel_pi((__m64 *)(void *)(out + 3 * v), n);
        _mm_store_ss(out + 3 * v + 2, _mm_movehl_ps(n, n));
    }
}

/* Divides the sums of eight vertices (8,4) by their lengths and writes them to out (8,3). A sum of zero gives
 * +Y. to_end: nothing may be written behind them. */
INLINE void normalize_eight(float *out, const float *sums, const bool to_end)
{
    /* Squares of the lengths, x x + y y first, as one vertex after the other has them: vertices 0 2 4 6 in
     * the low half, 1 3 5 7 in the high one. */
    vec n[4], m[4];

    UNROLLED for (int i = 0; i < 4; i++) n[i] = _mm256_load_ps(sums + 8 * i);
    UNROLLED for (int i = 0; i < 4; i++) m[i] = v_mul(n[i], n[i]);
    const vec squares = _mm256_hadd_ps(_mm256_hadd_ps(m[0], m[1]), _mm256_hadd_ps(m[2], m[3]));
    const vec some = _mm256_cmp_ps(squares, v_zero(), _CMP_GT_OQ);
    const vec length = _mm256_sqrt_ps(squares);
    const vec up = _mm256_setr_ps(0, 1, 0, 0, 0, 1, 0, 0);

    /* Two vertices at a time. Each store of four numbers writes the first of the next vertex too, which its
     * own store replaces. */
    UNROLLED for (int i = 0; i < 4; i++)
    {
        const vec own = i == 0   ? _mm256_permute_ps(length, 0x00)
                        : i == 1 ? _mm256_permute_ps(length, 0x55)
                        : i == 2 ? _mm256_permute_ps(length, 0xaa)
                                 : _mm256_permute_ps(length, 0xff);
        const vec has = i == 0   ? _mm256_permute_ps(some, 0x00)
                        : i == 1 ? _mm256_permute_ps(some, 0x55)
                        : i == 2 ? _mm256_permute_ps(some, 0xaa)
                                 : _mm256_permute_ps(some, 0xff);
        const vec unit = _mm256_blendv_ps(up, v_div(n[i], own), has);
        const __m128 last = _mm256_extractf128_ps(unit, 1);
        _mm_storeu_ps(out + 6 * i, _mm256_castps256_ps128(unit));

        if (i < 3 || !to_end) {
            _mm_storeu_ps(out + 6 * i + 3, last);
        } else {
            _mm_storel_pi((__m64 *)(void *)(out + 21), last);
            _mm_store_ss(out + 23, _mm_movehl_ps(last, last));
        }
    }
}

/* Adds a normal to the sum of a corner. */
INLINE void add_normal(float *sums, uint32_t corner, __m128 n)
{
    _mm_store_ps(sums + 4L * corner, _mm_add_ps(_mm_load_ps(sums + 4L * corner), n));
}

/* Adds each triangle's normal to the sums of its corners: triangles come in ascending order, so each vertex
 * sums as pd_k_vertex_normals_avx2 does. */
void pd_k_body_normals_avx2(float *out, const float *vertices, const uint32_t *faces, int face_count,
                            int vertex_count, float *scratch)
{
    PD_DEBUG_ASSERT(face_count >= 0 && vertex_count >= 0 && (uintptr_t)scratch % 32 == 0);
    memset(scratch, 0, (size_t)(vertex_count + 7) / 8 * 32 * sizeof *scratch);
    for (long f = 0; f < face_count; f++, faces += 3) {
        const __m128 a = load3(vertices + 3L * faces[0]);
        const __m128 b = load3(vertices + 3L * faces[1]);
        const __m128 c = load3(vertices + 3L * faces[2]);

        /* The two triangles (a,b,c) and (c,d,a) of a quad, one in each half of a register. */
        if (f + 1 < face_count && faces[3] == faces[2] && faces[5] == faces[0]) {
            const vec start = _mm256_set_m128(c, a);
            const vec u = v_sub(_mm256_set_m128(load3(vertices + 3L * faces[4]), b), start);
            const vec v = v_sub(_mm256_set_m128(a, c), start);
            const vec n = roll2(_mm256_fmsub_ps(u, roll2(v), v_mul(roll2(u), v)));
            const __m128 first = _mm256_castps256_ps128(n);
            const __m128 second = _mm256_extractf128_ps(n, 1);
            add_normal(scratch, faces[0], first);
            add_normal(scratch, faces[0], second);
            add_normal(scratch, faces[1], first);
            add_normal(scratch, faces[2], first);
            add_normal(scratch, faces[2], second);
            add_normal(scratch, faces[4], second);
            f++;
            faces += 3;
            continue;
        }

        const __m128 u = _mm_sub_ps(b, a);
        const __m128 v = _mm_sub_ps(c, a);
        const __m128 n = body_avx2_roll(_mm_fmsub_ps(u, body_avx2_roll(v), _mm_mul_ps(body_avx2_roll(u), v)));
        for (int i = 0; i < 3; i++) add_normal(scratch, faces[i], n);
    }

    long i = 0;
    for (; i + 8 < vertex_count; i += 8) normalize_eight(out + 3 * i, scratch + 4 * i, false);
    if (i + 8 == vertex_count) {
        normalize_eight(out + 3 * i, scratch + 4 * i, true);
    } else if (i < vertex_count) {
        float rest[24];
        normalize_eight(rest, scratch + 4 * i, true);
        memcpy(out + 3 * i, rest, 3 * (size_t)(vertex_count - i) * sizeof *out);
    }
}

/* out[i][j] = in[j][i] for 8 rows of 8, from the given places on. */
INLINE void transpose8(float *const out[8], const float *const in[8], int at_out, int at_in)
{
    vec r[8], s[8];

    /* Pairs of rows, then pairs of pairs, then the halves of the registers. */
    UNROLLED for (int i = 0; i < 8; i++) r[i] = _mm256_loadu_ps(in[i] + at_in);
    UNROLLED for (int i = 0; i < 8; i += 2)
    {
        s[i] = _mm256_unpacklo_ps(r[i], r[i + 1]);
        s[i + 1] = _mm256_unpackhi_ps(r[i], r[i + 1]);
    }

    UNROLLED for (int i = 0; i < 8; i += 4) UNROLLED for (int j = 0; j < 2; j++)
    {
        r[i + 2 * j] = _mm256_shuffle_ps(s[i + j], s[i + 2 + j], _MM_SHUFFLE(1, 0, 1, 0));
        r[i + 2 * j + 1] = _mm256_shuffle_ps(s[i + j], s[i + 2 + j], _MM_SHUFFLE(3, 2, 3, 2));
    }

    UNROLLED for (int i = 0; i < 4; i++)
    {
        _mm256_storeu_ps(out[i] + at_out, _mm256_permute2f128_ps(r[i], r[i + 4], 0x20));
        _mm256_storeu_ps(out[i + 4] + at_out, _mm256_permute2f128_ps(r[i], r[i + 4], 0x31));
    }
}

/* Transposes numbers of bodies: number i of body b goes to lanes[8 i + b].
 * count need not be a multiple of 8. */
static void to_lanes(float *lanes, const float *const in[8], int count)
{
    int i = 0;

    for (; i + 8 <= count; i += 8) {
        float *out[8];
        for (int r = 0; r < 8; r++) out[r] = lanes + 8L * (i + r);
        transpose8(out, in, 0, i);
    }

    for (; i < count; i++)
        for (int b = 0; b < 8; b++) lanes[8L * i + b] = in[b][i];
}

static void from_lanes(float *const out[8], const float *lanes, int count)
{
    int i = 0;

    for (; i + 8 <= count; i += 8) {
        const float *in[8];
        for (int r = 0; r < 8; r++) in[r] = lanes + 8L * (i + r);
        transpose8(out, in, i, 0);
    }

    for (; i < count; i++)
        for (int b = 0; b < 8; b++) out[b][i] = lanes[8L * i + b];
}

INLINE void add_face(float *normals, const float *points, const uint32_t *face)
{
    vec u[3], v[3], n[3];
    long corner[3] = {24L * face[0], 24L * face[1], 24L * face[2]};

    UNROLLED for (int c = 0; c < 3; c++)
    {
        vec a = v_load(points + corner[0] + 8 * c);
        u[c] = v_sub(v_load(points + corner[1] + 8 * c), a);
        v[c] = v_sub(v_load(points + corner[2] + 8 * c), a);
    }

    n[0] = _mm256_fmsub_ps(u[1], v[2], v_mul(u[2], v[1])); /* as pd_k_face_normals_avx2 rounds */
    n[1] = _mm256_fmsub_ps(u[2], v[0], v_mul(u[0], v[2]));
    n[2] = _mm256_fmsub_ps(u[0], v[1], v_mul(u[1], v[0]));
    UNROLLED for (int i = 0; i < 3; i++) UNROLLED for (int c = 0; c < 3; c++)
    {
        float *sum = normals + corner[i] + 8 * c;
        v_store(sum, v_add(v_load(sum), n[c]));
    }
}

static void normalize_lanes(float *normals, int vertex_count)
{
    for (long v = 0; v < vertex_count; v++, normals += 24) {
        vec n[3];
        vec zero = v_zero();
        vec one = v_set(1);
        for (int c = 0; c < 3; c++) n[c] = v_load(normals + 8 * c);
        vec s = v_add(v_add(v_mul(n[0], n[0]), v_mul(n[1], n[1])), v_mul(n[2], n[2]));
        vec some = _mm256_cmp_ps(s, zero, _CMP_GT_OQ);
        vec length = _mm256_sqrt_ps(s);
        for (int c = 0; c < 3; c++)
            v_store(normals + 8 * c, _mm256_blendv_ps(c == 1 ? one : zero, v_div(n[c], length), some));
    }
}

void pd_k_group_normals_avx2(float *const out[PD_K_GROUP], const float *const vertices[PD_K_GROUP],
                             const uint32_t *faces, int face_count, int vertex_count, float *scratch)
{
    PD_DEBUG_ASSERT(face_count >= 0 && vertex_count >= 0 && (uintptr_t)scratch % 32 == 0);
    float *points = scratch;
    float *normals = scratch + 24L * vertex_count;
    to_lanes(points, vertices, 3 * vertex_count);
    memset(normals, 0, 24 * (size_t)vertex_count * sizeof *normals);
    for (long f = 0; f < face_count; f++) add_face(normals, points, faces + 3 * f);
    normalize_lanes(normals, vertex_count);
    from_lanes(out, normals, 3 * vertex_count);
}

const pd_k_body pd_k_body_avx2 = {blend,
                                  lbs,
                                  dqs,
                                  sbs,
                                  store,
                                  pd_k_face_normals_avx2,
                                  pd_k_vertex_normals_avx2,
                                  pd_k_body_normals_avx2,
                                  pd_k_group_normals_avx2};
