/* NEON (aarch64): 24 of 32 registers hold 8 bodies x a quarter of a tile, or fewer bodies x more of it. */
#include <arm_neon.h>
#include <stdint.h>

typedef float32x4_t vec;
#define VL              4
#define NB              8
#define v_load(p)       vld1q_f32(p)
#define v_load16(p)     vcvtq_f32_s32(vmovl_s16(vld1_s16(p)))
#define v_load_half(p)  vcvt_f32_f16(vreinterpret_f16_u16(vld1_u16(p)))
#define v_store(p, a)   vst1q_f32(p, a)
#define v_set(x)        vdupq_n_f32(x)
#define v_zero()        vdupq_n_f32(0)
#define v_add(a, b)     vaddq_f32(a, b)
#define v_sub(a, b)     vsubq_f32(a, b)
#define v_mul(a, b)     vmulq_f32(a, b)
#define v_div(a, b)     vdivq_f32(a, b)
#define v_fma(a, b, c)  vfmaq_f32(c, a, b)
#define v_fnma(a, b, c) vfmsq_f32(c, a, b)
#include "core/kernel/body/body_lanes.h"

INLINE void interleave(float *out, const float *tile, const float translation[3])
{
    for (int part = 0; part < PARTS; part++, out += 3 * VL) {
        vec p[3];
        load_point(p, tile, part);
        float32x4x3_t all;
        for (int c = 0; c < 3; c++) all.val[c] = v_add(p[c], v_set(translation[c]));
        vst3q_f32(out, all);
    }
}

static vec load3(const float *p)
{
    return vcombine_f32(vld1_f32(p), vset_lane_f32(p[2], vdup_n_f32(0), 0));
}

/* (x,y,z,0) -> (y,z,x,0) */
static vec body_neon_roll(vec a)
{
    static const uint8_t bytes[16] = {4, 5, 6, 7, 8, 9, 10, 11, 0, 1, 2, 3, 12, 13, 14, 15};
    return vreinterpretq_f32_u8(vqtbl1q_u8(vreinterpretq_u8_f32(a), vld1q_u8(bytes)));
}

static void face_normals(float *out, const float *vertices, const uint32_t *faces, int first, int last)
{
    for (long f = first; f < last; f++) {
        vec a = load3(vertices + 3L * faces[3 * f]);
        vec u = v_sub(load3(vertices + 3L * faces[3 * f + 1]), a);
        vec v = v_sub(load3(vertices + 3L * faces[3 * f + 2]), a);
        vec n = vnegq_f32(v_fnma(u, body_neon_roll(v), v_mul(body_neon_roll(u), v)));
        v_store(out + 4 * f, body_neon_roll(n));
    }
}

static void vertex_normals(float *out, const float *face_normals_, const uint32_t *start,
                           const uint32_t *around, int first, int last)
{
    for (long v = first; v < last; v++) {
        vec n = v_zero();
        for (uint32_t i = start[v]; i < start[v + 1]; i++)
            n = v_add(n, v_load(face_normals_ + 4L * around[i]));
        vec s = v_mul(n, n);
        float n2 = vgetq_lane_f32(s, 0) + vgetq_lane_f32(s, 1) + vgetq_lane_f32(s, 2);
        vec unit = v_div(n, vsqrtq_f32(v_set(n2)));
        out[3 * v] = n2 > 0 ? vgetq_lane_f32(unit, 0) : 0;
        out[3 * v + 1] = n2 > 0 ? vgetq_lane_f32(unit, 1) : 1;
        out[3 * v + 2] = n2 > 0 ? vgetq_lane_f32(unit, 2) : 0;
    }
}

const pd_k_body pd_k_body_neon = {blend, lbs, dqs, sbs, store, face_normals, vertex_normals, NULL, NULL};
