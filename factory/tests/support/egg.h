#ifndef PD_FACTORY_TESTS_SUPPORT_EGG_H
#define PD_FACTORY_TESTS_SUPPORT_EGG_H
/* A closed, mirror-symmetric quad mesh for tests of training: the surface of a grid of 9^3 points, blown up
 * to an ellipsoid of the size of a person. Metres, +Y up; standing on y = -0.85.
 * Quads wind counter-clockwise from outside. */
#include "factory/body/shape/mesh.h"

#include <math.h>
#include <string.h>

#define EGG_SIDE     8
#define EGG_VERTICES 386 /* 9^3 - 7^3 */
#define EGG_QUADS    384 /* 6 * 8 * 8 */

typedef struct egg {
    float vertices[3 * EGG_VERTICES];
    int quads[EGG_QUADS][4];
} egg;

/* Half the size in metres. */
static const double egg_size[3] = {0.45, 0.85, 0.25};

static inline void egg_place(float *out, const int at[3])
{
    double p[3], length = 0;
    for (int c = 0; c < 3; c++) {
        p[c] = (at[c] - EGG_SIDE / 2) / (EGG_SIDE / 2.0);
        length += p[c] * p[c];
    }
    for (int c = 0; c < 3; c++) out[c] = (float)(egg_size[c] * p[c] / sqrt(length));
}

static inline void egg_init(egg *e)
{
    static int number[EGG_SIDE + 1][EGG_SIDE + 1][EGG_SIDE + 1];
    int count = 0, quads = 0;
    for (int x = 0; x <= EGG_SIDE; x++)
        for (int y = 0; y <= EGG_SIDE; y++)
            for (int z = 0; z <= EGG_SIDE; z++) {
                if (x % EGG_SIDE && y % EGG_SIDE && z % EGG_SIDE) continue;
                egg_place(e->vertices + 3 * count, (int[]){x, y, z});
                number[x][y][z] = count++;
            }
    for (int axis = 0; axis < 3; axis++)
        for (int end = 0; end < 2; end++)
            for (int a = 0; a < EGG_SIDE; a++)
                for (int b = 0; b < EGG_SIDE; b++, quads++)
                    for (int k = 0; k < 4; k++) {
                        int at[3], u = a + (k == 1 || k == 2), v = b + (k >= 2);
                        at[axis] = end * EGG_SIDE;
                        at[(axis + 1) % 3] = u;
                        at[(axis + 2) % 3] = v;
                        e->quads[quads][end ? k : 3 - k] = number[at[0]][at[1]][at[2]];
                    }
}

static inline void egg_mesh(pd_factory_mesh *mesh, egg *e)
{
    egg_init(e);
    pd_factory_mesh_init(mesh, e->vertices, EGG_VERTICES, (const int(*)[4])e->quads, EGG_QUADS, NULL);
}

#endif
