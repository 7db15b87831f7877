#ifndef PD_TESTS_SKIRTS_H
#define PD_TESTS_SKIRTS_H
/* Two legs of skin 10 cm from the middle, each a tube about its axis and bound to its hip. Over them a skirt,
 * a tube of rings with a slit at its back. Over its waist a shirt,
 * a wider tube with more triangles, bound to the pelvis. */
#include "core/smpl/data/data.h"
#include "core/wardrobe/wardrobe.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROUND = 12,
    LEG_RINGS = 9,
    LEG = ROUND * LEG_RINGS,
    SKIN = 2 * LEG,
    AROUND = 25, /* the first and the last of a ring of the skirt are the lips of its slit */
    SKIRT_RINGS = 7,
    SKIRT = AROUND * SKIRT_RINGS,
    SHIRT_RINGS = 12,
    SHIRT = 24 * SHIRT_RINGS,
    CLOTH = SKIRT + SHIRT,
    SKIRT_FACES = 2 * (AROUND - 1) * (SKIRT_RINGS - 1),
    FACES = SKIRT_FACES + 2 * 24 * (SHIRT_RINGS - 1),
    JOINTS = 3
};

typedef struct skirt_fixture {
    pd_smpl_data model;
    pd_wardrobe_item item;
} skirt_fixture;

static inline void skirt_put(float *out, double radius, double turn, double x, double y)
{
    out[0] = (float)(x + radius * sin(turn)), out[1] = (float)y, out[2] = (float)(-radius * cos(turn));
}

static inline int skirt_add_quad(void *faces, bool is_wide, int at, int a, int b, int c, int d)
{
    const int corners[6] = {a, b, c, a, c, d};
    for (int k = 0; k < 6; k++) {
        if (is_wide)
            ((uint32_t *)faces)[3 * at + k] = (uint32_t)corners[k];
        else
            ((uint16_t *)faces)[3 * at + k] = (uint16_t)corners[k];
    }
    return at + 2;
}

static inline void skirt_make_legs(pd_smpl_data *m)
{
    *m = (pd_smpl_data){.vertex_count = SKIN,
                        .joint_count = JOINTS,
                        .face_count = 4 * ROUND * (LEG_RINGS - 1),
                        .v_template = calloc(SKIN, 12),
                        .weights = calloc(SKIN * JOINTS, sizeof(float)),
                        .faces = calloc(4 * ROUND * (LEG_RINGS - 1), 12),
                        .joint_names = calloc(JOINTS, PD_SMPL_NAME_BYTES),
                        .regressor_start = calloc(JOINTS + 1, sizeof(int)),
                        .regressor_vertex = calloc(2 * ROUND, sizeof(int)),
                        .regressor_weight = calloc(2 * ROUND, sizeof(double))};
    strcpy(m->joint_names[0], "pelvis");
    strcpy(m->joint_names[1], "left_hip"), strcpy(m->joint_names[2], "right_hip");
    int face = 0;
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < LEG; i++) {
            const int v = side * LEG + i, ring = i / ROUND,
                      next = side * LEG + ring * ROUND + (i + 1) % ROUND;
            skirt_put(m->v_template + 3 * v, 0.08, 2 * M_PI * (i % ROUND) / ROUND, side ? -0.1 : 0.1,
                      -0.05 * ring);
            m->weights[JOINTS * v + 1 + side] = 1;
            if (ring + 1 < LEG_RINGS)
                face = skirt_add_quad(m->faces, true, face, v, next, next + ROUND, v + ROUND);
        }
    for (int j = 1; j < JOINTS; j++) {
        m->regressor_start[j + 1] = j * ROUND;
        for (int k = 0; k < ROUND; k++) {
            m->regressor_vertex[(j - 1) * ROUND + k] = (j - 1) * LEG + k;
            m->regressor_weight[(j - 1) * ROUND + k] = 1.0 / ROUND;
        }
    }
}

static inline skirt_fixture *skirt_make(void)
{
    skirt_fixture *f = calloc(1, sizeof *f);
    pd_wardrobe_item *item = &f->item;
    skirt_make_legs(&f->model);
    *item = (pd_wardrobe_item){.name = "skirt",
                               .vertex_count = CLOTH,
                               .corner_count = CLOTH,
                               .face_count = FACES,
                               .part_count = 1,
                               .dir_count = 1};
    assert_true(pd_wardrobe_item_alloc(item));

    int face = 0;
    for (int i = 0; i < CLOTH; i++) {
        const bool is_skirt = i < SKIRT;
        const int around = is_skirt ? AROUND : 24, k = is_skirt ? i : i - SKIRT, ring = k / around;
        /* the slit is 4 mm wide and opens below the first two rings */
        const double lip = !is_skirt || ring < 1      ? 0
                           : k % around == 0          ? 0.002
                           : k % around == AROUND - 1 ? -0.002
                                                      : 0;
        skirt_put(item->rest + 3 * i, is_skirt ? 0.2 : 0.19, 2 * M_PI * (k % around) / 24, 0,
                  is_skirt ? 0.05 - 0.05 * ring : 0.3 - 0.025 * ring);
        item->rest[3 * i] += (float)lip;
        item->corners[i] = (uint16_t)i;
        item->dirs[3 * i] = is_skirt ? 0.1f : 0.2f;
        for (int a = 0; a < 3; a++) item->anchors[3 * i + a] = (uint16_t)(item->rest[3 * i] > 0 ? 0 : LEG);
        if (is_skirt) /* the vertex of the leg at that height */
            for (int a = 0; a < 3; a++) item->anchors[3 * i + a] += (uint16_t)(ROUND * (ring < 8 ? ring : 8));
        item->anchor_weights[3 * i] = 1;
        item->weights[4 * i] = 1;
        const int turn = k - k % around + (k + 1) % around;
        const bool is_last =
            is_skirt ? k % AROUND == AROUND - 1 || ring == SKIRT_RINGS - 1 : ring == SHIRT_RINGS - 1;
        const int next = is_skirt ? k + 1 : SKIRT + turn;
        if (!is_last) face = skirt_add_quad(item->faces, false, face, i, next, next + around, i + around);
    }
    assert_int_equal(face, FACES);
    return f;
}

static inline void skirt_drop(skirt_fixture *f)
{
    pd_wardrobe *w = calloc(1, sizeof *w);
    w->items = malloc(sizeof *w->items);
    w->items[0] = f->item, w->item_count = 1;
    pd_wardrobe_deinit(w);
    free(w);
    pd_smpl_data_deinit(&f->model);
    free(f);
}

#endif
