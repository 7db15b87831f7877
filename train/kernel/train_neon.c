/* NEON (aarch64). */
#include <arm_neon.h>

typedef float32x4_t vec;
#define VL             4 /* floats of a vector */
#define v_load(p)      vld1q_f32(p)
#define v_store(p, a)  vst1q_f32(p, a)
#define v_set(x)       vdupq_n_f32(x)
#define v_add(a, b)    vaddq_f32(a, b)
#define v_sub(a, b)    vsubq_f32(a, b)
#define v_mul(a, b)    vmulq_f32(a, b)
#define v_div(a, b)    vdivq_f32(a, b)
#define v_sqrt(a)      vsqrtq_f32(a)
#define v_min(a, b)    vminq_f32(a, b)
#define v_max(a, b)    vmaxq_f32(a, b)
#define v_fma(a, b, c) vfmaq_f32(c, a, b)
#include "train/kernel/train_lanes.h"

const pd_k_train pd_k_train_neon = {scatter_add,    activate, multiply, pd_k_train_transpose_plain,
                                    l1_subgradient, adam};
