/* Tests that vertex normals have the same bits in one pass,
 * for eight bodies side by side, and in two steps. */
#include "core/base/rng.h"
#include "core/kernel/body/body.h"
#include "core/kernel/cpu.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>
#include <string.h>

enum { VERTICES = 203, FACES = 400 };

typedef struct mesh {
    uint32_t faces[3 * FACES], start[VERTICES + 1], around[3 * FACES];
    int face_count;
} mesh;

/* Makes triangles of random vertices. quads: this share of them are pairs (a,b,c), (c,d,a). */
static void make_mesh(mesh *m, double quads, pd_rng *rng)
{
    m->face_count = 0;
    while (m->face_count < FACES) {
        uint32_t corner[4];
        for (int i = 0; i < 4; i++)
            corner[i] = (uint32_t)(pd_rng_uniform(rng) * (VERTICES - 1)); /* the last vertex has no face */
        const uint32_t pair[6] = {corner[0], corner[1], corner[2], corner[2], corner[3], corner[0]};
        const int count = m->face_count + 1 < FACES && pd_rng_uniform(rng) < quads ? 2 : 1;
        memcpy(m->faces + 3 * m->face_count, pair, (size_t)(3 * count) * sizeof *pair);
        m->face_count += count;
    }

    /* The faces around each vertex, ascending. A face that has a vertex twice is listed twice. */
    uint32_t used = 0;
    for (uint32_t v = 0; v < VERTICES; v++) {
        m->start[v] = used;
        for (uint32_t i = 0; i < 3 * FACES; i++)
            if (m->faces[i] == v) m->around[used++] = i / 3;
    }
    m->start[VERTICES] = used;
}

static void normals_have_the_same_bits_in_one_pass_and_in_two(void **state)
{
    (void)state;
    static const char *const versions[] = {"avx2", "avx512", "neon"};
    static _Alignas(64) float scratch[48 * VERTICES], face_normals[4 * FACES];
    static mesh m;
    pd_rng rng;
    pd_rng_init(&rng, 3);
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        if (pd_k_cpu_init(versions[i], NULL) != PD_OK) continue;
        const pd_k_body *k = pd_k_body_get();
        if (!k->body_normals || !k->group_normals) continue;
        for (int round = 0; round < 12; round++) {
            make_mesh(&m, round / 11.0, &rng);

            /* Exact sizes, so that the sanitizer sees an access beyond the last vertex. */
            const size_t bytes = 3 * VERTICES * sizeof(float);
            float *vertices[PD_K_GROUP], *out[PD_K_GROUP], *one = malloc(bytes), *two = malloc(bytes);
            for (int b = 0; b < PD_K_GROUP; b++) {
                vertices[b] = malloc(bytes), out[b] = malloc(bytes);
                assert_non_null(vertices[b]), assert_non_null(out[b]);
                for (int v = 0; v < 3 * VERTICES; v++) vertices[b][v] = (float)pd_rng_normal(&rng);
            }
            assert_non_null(one), assert_non_null(two);
            k->group_normals(out, (const float *const *)vertices, m.faces, m.face_count, VERTICES, scratch);
            for (int b = 0; b < PD_K_GROUP; b++) {
                k->body_normals(one, vertices[b], m.faces, m.face_count, VERTICES, scratch);
                k->face_normals(face_normals, vertices[b], m.faces, 0, m.face_count);
                k->vertex_normals(two, face_normals, m.start, m.around, 0, VERTICES);
                assert_memory_equal(one, two, bytes);
                assert_memory_equal(out[b], two, bytes);

                /* A vertex without faces has the normal +Y. */
                static const float up[3] = {0, 1, 0};
                assert_memory_equal(one + 3 * (VERTICES - 1), up, sizeof up);
            }
            for (int b = 0; b < PD_K_GROUP; b++) free(vertices[b]), free(out[b]);
            free(one), free(two);
        }
    }
    pd_k_cpu_init(NULL, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(normals_have_the_same_bits_in_one_pass_and_in_two),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
