#ifndef TESTS_SUPPORT_FILE_SUMS_H
#define TESTS_SUPPORT_FILE_SUMS_H
/* What a parser read, as the count of its numbers and two sums of them, for a line of a golden. */
#include "core/anim/skeleton.h"
#include "core/io/tensor/array.h"

typedef struct sums {
    long count, without; /* without: not finite */
    double small, large;
} sums;

static inline void sums_add(sums *s, double x)
{
    const double weight = 1 + (double)(s->count % 97) / 97;
    s->count++;
    if (!isfinite(x))
        s->without++;
    else
        *(fabs(x) < 100 ? &s->small : &s->large) += x * weight;
}

static inline void sums_add_floats(sums *s, const float *x, size_t count)
{
    for (size_t i = 0; x && i < count; i++) sums_add(s, (double)x[i]);
}

static inline void sums_add_doubles(sums *s, const double *x, size_t count)
{
    for (size_t i = 0; x && i < count; i++) sums_add(s, x[i]);
}

static inline void sums_add_ints(sums *s, const int *x, size_t count)
{
    for (size_t i = 0; x && i < count; i++) sums_add(s, x[i]);
}

static inline void sums_add_bytes(sums *s, const void *bytes, size_t count)
{
    for (size_t i = 0; bytes && i < count; i++) sums_add(s, ((const unsigned char *)bytes)[i]);
}

static inline void sums_add_text(sums *s, const char *text)
{
    if (text) sums_add_bytes(s, text, strlen(text));
}

static inline void sums_add_hash(sums *s, uint64_t hash)
{
    for (int i = 0; i < 8; i++) sums_add(s, (double)(hash >> 8 * i & 255));
}

static inline void sums_add_vector(sums *s, pd_vec3 v)
{
    sums_add(s, v.x), sums_add(s, v.y), sums_add(s, v.z);
}

static inline void sums_add_turn(sums *s, pd_quat q)
{
    sums_add(s, q.x), sums_add(s, q.y), sums_add(s, q.z), sums_add(s, q.w);
}

static inline void sums_add_array(sums *s, const pd_array *array)
{
    double *numbers = malloc((array->count + 1) * sizeof *numbers);
    pd_error err;
    sums_add(s, array->dtype), sums_add(s, array->rank);
    for (int i = 0; i < array->rank; i++) sums_add(s, (double)array->shape[i]);
    if (array->count < 1 << 16 && pd_array_f64(numbers, array, "array", &err) == PD_OK)
        sums_add_doubles(s, numbers, array->count);
    free(numbers);
}

static inline void sums_add_skeleton(sums *s, const pd_anim_skeleton *k)
{
    sums_add_ints(s, k->parents, (size_t)k->joint_count);
    for (int j = 0; j < k->joint_count; j++) sums_add_vector(s, k->offsets[j]);
}

#endif
