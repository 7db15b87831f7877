/* Tests packed numbers: every number comes back bit for bit, and every kernel writes the same bytes. */
#include "core/io/fields/fields.h"

#include "core/base/rng.h"
#include "core/kernel/cpu.h"
#include "core/math/grid.h"
#include "tests/support/cmocka.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <string.h>

typedef struct point {
    double at[2];
    float weight;
} point;
typedef struct track {
    double along[1];
} track;
typedef struct whole {
    double number;
    int small;
    bool flag;
    uint32_t bits;
    uint64_t wide;
    point path[8];
    pd_vec3 places[4];
    float floats[3];
    double grid[2];
    pd_vec3 spots[2];
    track tracks[2];
    double skipped;
} whole;

enum { PLACES, POINTS };
#define POINT(X, T) X(T, F64S, at) X(T, F32, weight)
PD_FIELDS(point, POINT)
#define TRACK(X, T) X(T, GRIDS, along)
PD_FIELDS(track, TRACK)
#define WHOLE(X, T)                                                                                          \
    X(T, F64, number)                                                                                        \
    X(T, I32, small, -5, 5)                                                                                  \
    X(T, BOOL, flag)                                                                                         \
    X(T, U32, bits)                                                                                          \
    X(T, U64, wide)                                                                                          \
    X(T, PATH_OF, path, point_fields, POINTS)                                                                \
    X(T, F64_OF, places, PLACES)                                                                             \
    X(T, F32S, floats)                                                                                       \
    X(T, GRIDS, grid)                                                                                        \
    X(T, PLACES, spots)                                                                                      \
    X(T, PATHS, tracks, track_fields)                                                                        \
    X(T, SKIP, skipped)
PD_FIELDS(whole, WHOLE)

static pd_buffer written(const whole *w, int places, int points)
{
    pd_fields_writer writer = {.counts = {places, points}};
    pd_buffer out = {0};
    pd_fields_begin(&writer);
    pd_fields_put_origin(&writer, w->spots[0]);
    pd_fields_put(&writer, &whole_fields, w);
    pd_fields_end(&out, &writer);
    pd_fields_writer_deinit(&writer);
    assert_false(out.failed);
    return out;
}

static bool read_back(whole *w, const pd_buffer *bytes, int places, int points)
{
    pd_fields_reader r;
    if (pd_fields_open(&r, bytes->data, bytes->size) != bytes->size) return false;
    r.counts[PLACES] = places, r.counts[POINTS] = points;
    return pd_fields_get_origin(&r, "origin") && pd_fields_get(&r, w, &whole_fields) && pd_fields_done(&r);
}

static double any_double(pd_rng *rng)
{
    static const double odd[] = {0,  -0.0, 1, -1, DBL_MIN, 5e-324, -5e-324, PD_FIELD_MOST, -PD_FIELD_MOST,
                                 0.1};
    if (pd_rng_below(rng, 3) == 0) return odd[pd_rng_below(rng, sizeof odd / sizeof *odd)];
    return ldexp(pd_rng_between(rng, -1, 1), pd_rng_below(rng, 60) - 30);
}

static void every_written_number_reads_back_bit_for_bit(void **state)
{
    (void)state;
    pd_rng rng;
    pd_rng_init(&rng, 44);
    for (int round = 0; round < 2000; round++) {
        whole a, b;
        memset(&a, 0, sizeof a);
        memset(&b, 0, sizeof b);
        a.number = any_double(&rng);
        a.small = pd_rng_below(&rng, 11) - 5;
        a.flag = pd_rng_below(&rng, 2);
        a.bits = (uint32_t)pd_rng_next(&rng);
        a.wide = pd_rng_next(&rng);
        const int places = pd_rng_below(&rng, 5), points = pd_rng_below(&rng, 9);
        for (int i = 0; i < points; i++) {
            a.path[i].at[0] = any_double(&rng), a.path[i].at[1] = i * 0.1;
            a.path[i].weight = (float)any_double(&rng);
        }
        for (int i = 0; i < places; i++) a.places[i] = pd_vec3_make(any_double(&rng), 0, any_double(&rng));
        for (int i = 0; i < 3; i++) a.floats[i] = (float)any_double(&rng);

        /* On the grid, and now and then off it. */
        double *const numbers[] = {&a.grid[0],           &a.grid[1],    &a.spots[0].x,
                                   &a.spots[1].y,        &a.spots[1].z, &a.tracks[0].along[0],
                                   &a.tracks[1].along[0]};
        for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
            *numbers[i] = pd_rng_below(&rng, 3) ? pd_grid_round(any_double(&rng)) : any_double(&rng);

        pd_buffer bytes = written(&a, places, points);
        assert_true(read_back(&b, &bytes, places, points));
        assert_memory_equal(&a, &b, sizeof a);
        pd_buffer_deinit(&bytes);
    }
}

static void zeros_take_a_bit_and_neighbours_take_less_than_strangers(void **state)
{
    (void)state;
    whole zero = {0}, near, far;
    memset(&near, 0, sizeof near);
    memset(&far, 0, sizeof far);
    pd_rng rng;
    pd_rng_init(&rng, 4);
    for (int i = 0; i < 8; i++) {
        near.path[i].at[0] = 3.1 + 0.0231 * i + 1e-5 * pd_rng_uniform(&rng), near.path[i].at[1] = 0.7;
        far.path[i].at[0] = 10 * pd_rng_uniform(&rng), far.path[i].at[1] = 10 * pd_rng_uniform(&rng);
    }
    pd_buffer none = written(&zero, 4, 8), a = written(&near, 4, 8), b = written(&far, 4, 8);
    const size_t numbers = 3 + 5 + 8 * 3 + 4 * 3 + 3 + 2 + 2 * 3 + 2;
    assert_int_equal(none.size, 2 * 4 + (numbers + 7) / 8);
    assert_true(a.size + 40 < b.size);
    pd_buffer_deinit(&none), pd_buffer_deinit(&a), pd_buffer_deinit(&b);
}

/* A metre has 2^30 steps, so places within a metre of the origin have 30 bits and a sign; a path of equal
 * steps has nothing after its second point. */
static void numbers_on_the_grid_take_four_bytes_near_the_origin(void **state)
{
    (void)state;
    const double step = 1 / PD_GRID, far = 1000;
    whole zero = {0}, w = {.spots = {{far, 1, -far}, {far + 0.75 + step, 1.75 + step, -far - 0.75 - step}},
                           .tracks = {{{0.75 + step}}, {{0.75 + step}}}};
    pd_buffer none = written(&zero, 0, 0), some = written(&w, 0, 0), off;
    const size_t origin = 2 * 6 + 4; /* 1,000 m have 40 bits and a sign, 1 m has 30 and one */
    assert_true(some.size <= none.size + origin + 3 * 4 + 4 + 8);
    assert_true(some.size >= none.size + origin + 3 * 4 + 4);
    w.tracks[0].along[0] = 0.75 + step / 3; /* off the grid: its own eight bytes */
    off = written(&w, 0, 0);
    assert_true(off.size >= some.size + 4);
    pd_buffer_deinit(&none), pd_buffer_deinit(&some), pd_buffer_deinit(&off);
}

static void a_number_is_rounded_to_the_nearest_step(void **state)
{
    (void)state;
    pd_rng rng;
    pd_rng_init(&rng, 30);
    for (int i = 0; i < 10000; i++) {
        const double v = ldexp(pd_rng_between(&rng, -1, 1), pd_rng_below(&rng, 40) - 20),
                     steps = pd_grid_round(v) * PD_GRID;
        assert_true(steps == nearbyint(v * PD_GRID));
    }
    assert_true(!signbit(pd_grid_round(-0.0)));
}

/* Each number of zeros between two other numbers, so that every length and every sum of them occurs. */
static void zeros_in_a_row_come_back_however_many_they_are(void **state)
{
    (void)state;
    for (int zeros = 0; zeros < 300; zeros++) {
        pd_fields_writer w = {0};
        pd_buffer out = {0};
        pd_fields_reader r;
        pd_fields_begin(&w);
        pd_fields_put_u64(&w, 7);
        for (int i = 0; i < zeros; i++) pd_fields_put_u64(&w, 0);
        pd_fields_put_u64(&w, UINT64_MAX);
        pd_fields_end(&out, &w);
        assert_int_equal(pd_fields_open(&r, out.data, out.size), out.size);
        assert_int_equal(out.size, 8 + (zeros + 2 + 7) / 8 + 1 + 9); /* two lengths in one byte */
        assert_int_equal(pd_fields_get_u64(&r, 7, "first"), 7);
        for (int i = 0; i < zeros; i++) {
            assert_int_equal(pd_fields_get_u64(&r, 1, "zero"), 0);
            assert_false(pd_fields_done(&r));
        }
        assert_true(pd_fields_get_u64(&r, UINT64_MAX, "last") == UINT64_MAX);
        assert_true(pd_fields_done(&r));
        pd_fields_writer_deinit(&w);
        pd_buffer_deinit(&out);
    }
}

/* A mask with numbers behind the last one, fewer lengths or bytes than the mask asks for,
 * and bytes that are left over. */
static void masks_that_do_not_fit_their_numbers_are_not_read(void **state)
{
    (void)state;
    const unsigned char behind[] = {2, 0, 0, 0, 1, 0, 0, 0, 4, 0, 9},
                        few[] = {8, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0}, none[] = {9, 0, 0, 0, 0, 0, 0, 0, 0},
                        hungry[] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 7},
                        left[] = {1, 0, 0, 0, 2, 0, 0, 0, 1, 0, 7, 7},
                        good[] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 7};
    pd_fields_reader r;
    assert_int_equal(pd_fields_open(&r, behind, sizeof behind), 0);
    assert_int_equal(pd_fields_open(&r, few, sizeof few), 0);
    assert_int_equal(pd_fields_open(&r, none, sizeof none), 0);
    assert_int_equal(pd_fields_open(&r, hungry, sizeof hungry), sizeof hungry);
    pd_fields_get_u64(&r, UINT64_MAX, "a");
    assert_string_equal(r.wrong, "a");
    assert_int_equal(pd_fields_open(&r, left, sizeof left), sizeof left);
    assert_int_equal(pd_fields_get_u64(&r, 7, "a"), 7);
    assert_false(pd_fields_done(&r));
    assert_int_equal(pd_fields_open(&r, good, sizeof good), sizeof good);
    assert_int_equal(pd_fields_get_u64(&r, 7, "a"), 7);
    assert_true(pd_fields_done(&r));
}

/* As many numbers as there are, of every length, come back from blocks that are full, and from every version
 * of the kernel as the same bytes. */
static void every_kernel_writes_the_same_bytes(void **state)
{
    (void)state;
    static uint64_t numbers[2 * PD_FIELD_BLOCK + 5];
    enum { COUNT = sizeof numbers / sizeof *numbers };
    pd_rng rng;
    pd_rng_init(&rng, 512);
    for (int i = 0; i < COUNT; i++)
        numbers[i] = pd_rng_below(&rng, 3) ? pd_rng_next(&rng) >> pd_rng_below(&rng, 64) : 0;

    pd_buffer first = {0};
    for (int cpu = 0; cpu < PD_K_CPU_COUNT; cpu++) {
        static const char *const names[] = {"ref", "avx2", "avx512", "neon"};
        if (!pd_k_cpu_has((pd_k_cpu)cpu)) continue;
        assert_int_equal(pd_k_cpu_init(names[cpu], NULL), PD_OK);
        pd_fields_writer w = {0};
        pd_buffer out = {0};
        pd_fields_begin(&w);
        for (int i = 0; i < COUNT; i++) pd_fields_put_u64(&w, numbers[i]);
        pd_fields_end(&out, &w);
        if (!first.size)
            first = out;
        else {
            assert_int_equal(out.size, first.size);
            assert_memory_equal(out.data, first.data, out.size);
            pd_buffer_deinit(&out);
        }
        pd_fields_writer_deinit(&w);
    }
    pd_k_cpu_init(NULL, NULL);
    pd_fields_reader r;
    assert_int_equal(pd_fields_open(&r, first.data, first.size), first.size);
    for (int i = 0; i < COUNT; i++) assert_true(pd_fields_get_u64(&r, UINT64_MAX, "number") == numbers[i]);
    assert_true(pd_fields_done(&r));
    pd_buffer_deinit(&first);
}

static void numbers_out_of_their_range_are_not_read(void **state)
{
    (void)state;
    const double bad[] = {INFINITY, -INFINITY, NAN, 2 * PD_FIELD_MOST, -DBL_MAX};
    whole got;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        whole w = {.number = bad[i]};
        pd_buffer bytes = written(&w, 0, 0);
        assert_false(read_back(&got, &bytes, 0, 0));
        pd_buffer_deinit(&bytes);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        whole w = {.grid = {bad[i]}};
        pd_buffer bytes = written(&w, 0, 0);
        assert_false(read_back(&got, &bytes, 0, 0));
        pd_buffer_deinit(&bytes);
    }
    const int wrong[] = {-6, 6, INT_MAX, INT_MIN};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        whole w = {.small = wrong[i]};
        pd_buffer bytes = written(&w, 0, 0);
        pd_fields_reader r;
        pd_fields_open(&r, bytes.data, bytes.size);
        assert_true(pd_fields_get_origin(&r, "origin"));
        assert_false(pd_fields_get(&r, &got, &whole_fields));
        assert_string_equal(r.wrong, "small");
        assert_string_equal(r.wrong_in, "whole");
        pd_buffer_deinit(&bytes);
    }
}

static void no_shortened_bytes_are_read(void **state)
{
    (void)state;
    whole w = {.number = 0.3, .wide = UINT64_MAX, .places = {{1, 2, 3}}}, got;
    pd_buffer bytes = written(&w, 2, 3);
    for (size_t size = 0; size < bytes.size; size++) {
        const pd_buffer part = {.data = bytes.data, .size = size};
        assert_false(read_back(&got, &part, 2, 3));
    }
    assert_true(read_back(&got, &bytes, 2, 3));
    assert_false(read_back(&got, &bytes, 3, 3)); /* more than were written */
    assert_false(read_back(&got, &bytes, 1, 3)); /* fewer: some are left   */
    pd_buffer_deinit(&bytes);
}

static void a_skipped_field_stays_as_it_is(void **state)
{
    (void)state;
    whole w = {.skipped = 1}, got = {.skipped = 7};
    pd_buffer bytes = written(&w, 0, 0);
    assert_true(read_back(&got, &bytes, 0, 0));
    assert_true(got.skipped == 7);
    pd_buffer_deinit(&bytes);
}

static void tables_with_other_fields_have_another_hash(void **state)
{
    (void)state;
    pd_field rows[16];
    pd_fields other = whole_fields;
    assert_true(whole_fields.count <= 16);
    other.rows = rows;
    const uint64_t hash = pd_fields_hash(&whole_fields, 0);
    for (int i = 0; i < whole_fields.count - 1; i++) {
        memcpy(rows, whole_fields.rows, sizeof *rows * (size_t)whole_fields.count);
        rows[i].items++;
        assert_true(pd_fields_hash(&other, 0) != hash);
        rows[i].items--;
        rows[i].name = "another";
        assert_true(pd_fields_hash(&other, 0) != hash);
    }
    memcpy(rows, whole_fields.rows, sizeof *rows * (size_t)whole_fields.count);
    assert_true(pd_fields_hash(&other, 0) == hash && pd_fields_are_ordered(&other));
    rows[1] = rows[0];
    assert_false(pd_fields_are_ordered(&other));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_written_number_reads_back_bit_for_bit),
        cmocka_unit_test(numbers_on_the_grid_take_four_bytes_near_the_origin),
        cmocka_unit_test(a_number_is_rounded_to_the_nearest_step),
        cmocka_unit_test(zeros_in_a_row_come_back_however_many_they_are),
        cmocka_unit_test(masks_that_do_not_fit_their_numbers_are_not_read),
        cmocka_unit_test(every_kernel_writes_the_same_bytes),
        cmocka_unit_test(zeros_take_a_bit_and_neighbours_take_less_than_strangers),
        cmocka_unit_test(numbers_out_of_their_range_are_not_read),
        cmocka_unit_test(no_shortened_bytes_are_read),
        cmocka_unit_test(a_skipped_field_stays_as_it_is),
        cmocka_unit_test(tables_with_other_fields_have_another_hash)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
