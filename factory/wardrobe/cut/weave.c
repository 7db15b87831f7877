#include "factory/wardrobe/cut/weave.h"

#include "core/base/assert.h"
#include "core/math/mat3.h"
#include "factory/wardrobe/bind/bind.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LEAST     0.15 /* sine: surfaces that lie nearly across `up` count little */
#define MIXED     0.2  /* share of the arms in an island from which on it is trunk and sleeves in one piece */
#define ROUNDS    4000 /* of the solver, at most */
#define TOLERANCE 1e-10 /* of the squared residual, relative */

/* A triangle: its weight, the gradients of its corners' hat functions, and the two directions. */
typedef struct patch {
    double area, weight, gradients[3][3], up[3], right[3];
} patch;

/* Unknowns of one coordinate: the unknown of each corner of each triangle, and what the solver needs. */
typedef struct equations {
    const patch *patches;
    int face_count, count;
    const int *unknowns;                              /* (F,3) */
    double *x, *residual, *step, *product, *diagonal; /* (count) */
} equations;

static bool is_arm(const pd_smpl_data *m, int joint)
{
    const int left = pd_smpl_joint_find(m, "left_shoulder");
    const int right = pd_smpl_joint_find(m, "right_shoulder");
    while (joint >= 0 && joint != left && joint != right) joint = m->parents[joint];
    return joint >= 0;
}

/* Returns the share of the joints of the arms in the weights of a vertex. */
static double arm_share(const pd_wardrobe_item *cloth, const pd_smpl_data *m, size_t vertex)
{
    double sum = 0;
    for (size_t k = 0; k < 4; k++)
        if (is_arm(m, cloth->joints[4 * vertex + k])) sum += (double)cloth->weights[4 * vertex + k];
    return sum;
}

/* Fills a triangle from its corners. */
static void fill_patch(patch *p, const pd_wardrobe_item *cloth, int face, bool is_sleeve)
{
    double at[3][3], edges[2][3], normal[3];
    double towards[3] = {0, 1, 0};
    double middle = 0;

    for (int k = 0; k < 3; k++)
        for (size_t c = 0; c < 3; c++)
            at[k][c] = (double)cloth->rest[3 * (size_t)cloth->corners[cloth->faces[3 * face + k]] + c];
    for (int c = 0; c < 3; c++) {
        edges[0][c] = at[1][c] - at[0][c];
        edges[1][c] = at[2][c] - at[0][c];
    }

    pd_cross3(normal, edges[0], edges[1]);
    const double twice = sqrt(pd_dot3(normal, normal));
    memset(p, 0, sizeof *p);
    if (twice < 1e-10) return;
    for (int c = 0; c < 3; c++) normal[c] /= twice;

    /* Gradient of a corner's hat function: across the edge opposite to it, 1 / height. */
    for (int k = 0; k < 3; k++) {
        double edge[3];
        for (int c = 0; c < 3; c++) edge[c] = at[(k + 2) % 3][c] - at[(k + 1) % 3][c];
        pd_cross3(p->gradients[k], normal, edge);
        for (int c = 0; c < 3; c++) p->gradients[k][c] /= twice;
    }

    for (int k = 0; k < 3; k++) middle += at[k][0] / 3;
    if (is_sleeve) {
        towards[0] = middle > 0 ? -1 : 1;
        towards[1] = 0;
    }

    const double along = pd_dot3(towards, normal);
    const double sine = sqrt(fmax(0, 1 - along * along));
    for (int c = 0; c < 3; c++) p->up[c] = (towards[c] - along * normal[c]) / fmax(sine, 1e-6);
    pd_cross3(p->right, p->up, normal);
    p->area = 0.5 * twice;
    p->weight = p->area * fmax(sine, LEAST) * fmax(sine, LEAST);
}

/* Computes product = L step, where L is the matrix of the weighted gradients. */
static void multiply_weave(equations *s)
{
    memset(s->product, 0, (size_t)s->count * sizeof *s->product);
    for (int f = 0; f < s->face_count; f++) {
        const patch *p = &s->patches[f];
        double gradient[3] = {0};
        for (int k = 0; k < 3; k++)
            for (int c = 0; c < 3; c++) gradient[c] += s->step[s->unknowns[3 * f + k]] * p->gradients[k][c];
        for (int k = 0; k < 3; k++)
            s->product[s->unknowns[3 * f + k]] += p->weight * pd_dot3(gradient, p->gradients[k]);
    }
}

/* Solves for the coordinate whose gradients are nearest to `sign` times a direction of the triangles:
 * conjugate gradients, scaled by the diagonal. */
static void solve_weave(equations *s, bool is_up, double sign)
{
    const size_t n = (size_t)s->count;

    memset(s->x, 0, n * sizeof *s->x);
    memset(s->residual, 0, n * sizeof *s->residual);
    for (size_t i = 0; i < n; i++) s->diagonal[i] = 1e-12;
    for (int f = 0; f < s->face_count; f++) {
        const patch *p = &s->patches[f];
        for (int k = 0; k < 3; k++) {
            const int i = s->unknowns[3 * f + k];
            s->residual[i] += sign * p->weight * pd_dot3(is_up ? p->up : p->right, p->gradients[k]);
            s->diagonal[i] += p->weight * pd_dot3(p->gradients[k], p->gradients[k]);
        }
    }

    double rz = 0;
    for (size_t i = 0; i < n; i++) {
        s->step[i] = s->residual[i] / s->diagonal[i];
        rz += s->residual[i] * s->step[i];
    }

    const double first = rz;
    for (int round = 0; round < ROUNDS && rz > TOLERANCE * first && rz > 0; round++) {
        double curve = 0, next = 0;
        multiply_weave(s);
        for (size_t i = 0; i < n; i++) curve += s->step[i] * s->product[i];
        if (curve <= 0) break;
        const double by = rz / curve;
        for (size_t i = 0; i < n; i++) {
            s->x[i] += by * s->step[i];
            s->residual[i] -= by * s->product[i];
            next += s->residual[i] * s->residual[i] / s->diagonal[i];
        }

        for (size_t i = 0; i < n; i++) s->step[i] = s->residual[i] / s->diagonal[i] + next / rz * s->step[i];
        rz = next;
    }
}

/* Moves each connected part of the unknowns so that it agrees on average with `wanted` (n). root (n): the
 * unknown that stands for a part; sums (n,2): scratch. */
static void weave_level(double *x, const double *wanted, const int *root, double *sums, int n)
{
    memset(sums, 0, 2 * (size_t)n * sizeof *sums);
    for (int i = 0; i < n; i++) {
        sums[2 * root[i]] += wanted[i] - x[i];
        sums[2 * root[i] + 1] += 1;
    }

    for (int i = 0; i < n; i++) x[i] += sums[2 * root[i]] / sums[2 * root[i] + 1];
}

static int find_root(int *root, int i)
{
    while (root[i] != i) i = root[i] = root[root[i]];
    return i;
}

/* Joins the unknowns of each triangle. */
static void find_parts(int *root, const equations *s)
{
    for (int i = 0; i < s->count; i++) root[i] = i;
    for (int f = 0; f < s->face_count; f++)
        for (int k = 1; k < 3; k++)
            root[find_root(root, s->unknowns[3 * f + k])] = find_root(root, s->unknowns[3 * f]);
    for (int i = 0; i < s->count; i++) root[i] = find_root(root, i);
}

/* Marks the triangles of sleeves (F): of islands that hang on the arms by most of their area, and of mixed
 * islands those that do. arms (F,2): scratch. */
static void find_sleeves(unsigned char *sleeves, const pd_wardrobe_item *cloth, const pd_smpl_data *model,
                         const int *islands, const patch *patches, double *arms)
{
    for (int f = 0; f < cloth->face_count; f++) {
        double share = 0;
        for (int k = 0; k < 3; k++)
            share += arm_share(cloth, model, cloth->corners[cloth->faces[3 * f + k]]) / 3;
        arms[2 * islands[f]] += patches[f].area * share;
        arms[2 * islands[f] + 1] += patches[f].area;
        sleeves[f] = share > 0.5;
    }

    for (int f = 0; f < cloth->face_count; f++) {
        const double share = arms[2 * islands[f]] / fmax(arms[2 * islands[f] + 1], 1e-12);
        if (share > 0.5 || share < MIXED) sleeves[f] = share > 0.5;
    }
}

/* Gives triangles of sleeves corners of their own where they share some with the rest. */
static pd_status split_corners(pd_wardrobe_item *cloth, const unsigned char *sleeves, pd_error *err)
{
    const int m = cloth->corner_count;
    const int count = 3 * cloth->face_count;
    int *others = malloc(2 * (size_t)m * sizeof *others);
    int *is_rest = others + m;
    int added = 0;

    if (!others) return pd_fail(err, PD_ERR_MEMORY, cloth->name, "out of memory for its seams");
    for (int c = 0; c < m; c++) {
        others[c] = c;
        is_rest[c] = 0;
    }

    for (int i = 0; i < count; i++)
        if (!sleeves[i / 3]) is_rest[cloth->faces[i]] = 1;
    for (int i = 0; i < count; i++) {
        int *other = &others[cloth->faces[i]];
        if (sleeves[i / 3] && is_rest[cloth->faces[i]] && *other < m) *other = m + added++;
    }

    const size_t corners = (size_t)(m + added);
    uint16_t *vertices = added ? realloc(cloth->corners, corners * sizeof *vertices) : cloth->corners;
    if (vertices) cloth->corners = vertices;
    float *uvs = added ? realloc(cloth->uvs, 2 * corners * sizeof *uvs) : cloth->uvs;
    if (uvs) cloth->uvs = uvs;
    float *places = cloth->places;
    if (added && places) places = realloc(cloth->places, 2 * corners * sizeof *places);
    if (places) cloth->places = places;
    const bool good = vertices && uvs && (places || !cloth->places) && corners <= PD_WARDROBE_VERTICES_MAX;
    if (good) {
        for (int c = 0; c < m; c++) vertices[others[c]] = vertices[c];
        for (size_t c = 0; places && c < (size_t)m; c++)
            memcpy(places + 2 * others[c], places + 2 * c, 2 * sizeof *places);
        for (int i = 0; i < count; i++)
            if (sleeves[i / 3]) cloth->faces[i] = (uint16_t)others[cloth->faces[i]];
        cloth->corner_count = (int)corners;
    }

    free(others);

    return good ? PD_OK : pd_fail(err, PD_ERR_MEMORY, cloth->name, "out of memory for its seams");
}

/* Solves both coordinates. sleeves (F): whether a triangle is on a sleeve. */
static pd_status weave(pd_wardrobe_item *cloth, const patch *patches, const unsigned char *sleeves,
                       pd_error *err)
{
    const int n = cloth->vertex_count;
    const int faces = cloth->face_count;
    const int most = 2 * n > cloth->corner_count ? 2 * n : cloth->corner_count;
    int *unknowns = malloc((size_t)(3 * faces + most) * sizeof *unknowns);
    int *root = unknowns + 3 * faces;
    double *numbers = malloc(8 * (size_t)most * sizeof *numbers);
    double *wanted = numbers + 5 * most;
    double *sums = numbers + 6 * most;
    equations s = {.patches = patches,
                   .face_count = faces,
                   .unknowns = unknowns,
                   .x = numbers,
                   .residual = numbers + most,
                   .step = numbers + 2 * most,
                   .product = numbers + 3 * most,
                   .diagonal = numbers + 4 * most};

    if (!unknowns || !numbers) {
        free(unknowns);
        free(numbers);
        return pd_fail(err, PD_ERR_MEMORY, cloth->name, "out of memory for its threads");
    }

    /* v: one unknown for each vertex, and another for it on sleeves. */
    s.count = 2 * n;
    for (int i = 0; i < s.count; i++) wanted[i] = 0;
    for (int f = 0; f < faces; f++)
        for (int k = 0; k < 3; k++) {
            const int vertex = cloth->corners[cloth->faces[3 * f + k]];
            const int sleeve = sleeves[f];
            const float *p = cloth->rest + 3 * (size_t)vertex;
            unknowns[3 * f + k] = sleeve ? n + vertex : vertex;
            wanted[unknowns[3 * f + k]] =
                (double)(sleeve ? fabsf(p[0]) : -p[1]) / (double)PD_FACTORY_WEAVE_TILE;
        }
    find_parts(root, &s);
    solve_weave(&s, true, -1 / (double)PD_FACTORY_WEAVE_TILE);
    weave_level(s.x, wanted, root, sums, s.count);

    for (int f = 0; f < faces; f++)
        for (int k = 0; k < 3; k++)
            cloth->uvs[2 * (size_t)cloth->faces[3 * f + k] + 1] = (float)s.x[unknowns[3 * f + k]];

    /* u: one for each corner. */
    s.count = cloth->corner_count;
    for (int i = 0; i < s.count; i++) wanted[i] = 0;
    for (int i = 0; i < 3 * faces; i++) unknowns[i] = cloth->faces[i];
    find_parts(root, &s);
    solve_weave(&s, false, 1 / (double)PD_FACTORY_WEAVE_TILE);
    weave_level(s.x, wanted, root, sums, s.count);
    for (int i = 0; i < s.count; i++) cloth->uvs[2 * (size_t)i] = (float)s.x[i];
    free(unknowns);
    free(numbers);

    return PD_OK;
}

pd_status pd_factory_weave(pd_wardrobe_item *cloth, const pd_smpl_data *model, pd_error *err)
{
    PD_ASSERT(cloth->face_count > 0 && cloth->joints && cloth->weights);
    const size_t faces = (size_t)cloth->face_count;
    patch *patches = malloc(faces * sizeof *patches);
    int *islands = malloc(faces * sizeof *islands);
    double *arms = calloc(2 * faces, sizeof *arms);
    unsigned char *sleeves = calloc(faces, 1);
    pd_status status = patches && islands && arms && sleeves && pd_factory_islands(islands, cloth) >= 0
                           ? PD_OK
                           : pd_fail(err, PD_ERR_MEMORY, cloth->name, "out of memory for its sleeves");
    if (status == PD_OK) {
        for (int f = 0; f < cloth->face_count; f++) fill_patch(&patches[f], cloth, f, false);
        find_sleeves(sleeves, cloth, model, islands, patches, arms);
        for (int f = 0; f < cloth->face_count; f++)
            if (sleeves[f]) fill_patch(&patches[f], cloth, f, true);
        status = split_corners(cloth, sleeves, err);
    }

    if (status == PD_OK) status = weave(cloth, patches, sleeves, err);
    free(patches);
    free(islands);
    free(arms);
    free(sleeves);

    return status;
}
