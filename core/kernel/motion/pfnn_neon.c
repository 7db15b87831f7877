/* NEON (aarch64): 24 of 32 registers hold 6 characters x a quarter of a row, fewer characters more of it. */
#include <arm_neon.h>

typedef float32x4_t vec;
#define VL              4
#define PARTS(n)        ((n) == 1 ? 16 : (n) <= 3 ? 8 : 4)
#define v_load(p)       vld1q_f32(p)
#define v_load_half(p)  vcvt_f32_f16(vreinterpret_f16_u16(vld1_u16(p)))
#define v_store(p, a)   vst1q_f32(p, a)
#define v_set(x)        vdupq_n_f32(x)
#define v_add(a, b)     vaddq_f32(a, b)
#define v_sub(a, b)     vsubq_f32(a, b)
#define v_mul(a, b)     vmulq_f32(a, b)
#define v_min(a, b)     vminq_f32(a, b)
#define v_max(a, b)     vmaxq_f32(a, b)
#define v_fma(a, b, c)  vfmaq_f32(c, a, b)
#define v_fnma(a, b, c) vfmsq_f32(c, a, b)
#define v_exp2i(n)      vreinterpretq_f32_s32(vshlq_n_s32(vaddq_s32(vcvtq_s32_f32(n), vdupq_n_s32(127)), 23))
#include "core/kernel/motion/pfnn_lanes.h"

const pd_k_pfnn pd_k_pfnn_neon = {add, blend, elu, narrow};
