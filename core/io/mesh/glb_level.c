/* Makes coarser copies of the bodies of a glTF scene: the same vertices with fewer triangles.
 *
 *     n_p = n a_p d_p / sum a d       triangles of primitive p by its area a and its detail d (3 for the skin
 *                                     of dressed bodies)
 *     x'  = c + (1 + (MAGNIFIED - 1) exp(-|x - c|^2 / r^2)) (x - c)
 *         a vertex x for areas and errors: c is the mean vertex of the face
 *                                     (glb.face), r the root mean square distance from it, for skin and eyes
 *                                     only
 *
 * Triangles under another piece (coarse/under.h: jeans under a shirt, scalp under hair) are in no copy,
 * because with few triangles they would poke through.
 *
 * The first copy, and copies with more than COARSE triangles: each primitive is simplified by edge collapses
 * (quadric error, Garland and Heckbert 1997: meshoptimizer). A primitive of many small pieces (laces), which
 * collapses cannot simplify enough, is simplified by clustering its vertices.
 *
 * The other copies of dressed bodies: all primitives share one budget by their errors times d
 * (coarse/collapse.h). At a few hundred triangles meshoptimizer keeps the triangles around pockets and seams,
 * which are not manifold, and removes those of the legs until skin pokes through.
 *
 * Vertices at the same position count as one, because seams of texture coordinates could not be simplified
 * otherwise. A copy may therefore have the coordinates of one side at both. Each copy is made from the one
 * before it. The surface of the first body is used for all, because bodies differ only in shape and pose. */
#include "core/base/assert.h"
#include "core/io/coarse/collapse.h"
#include "core/io/mesh/glb_scene.h"
#include "core/io/coarse/under.h"

#include <math.h>
#include <meshoptimizer.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Largest error as a fraction of the body's extent: only the triangle count limits a simplification. */
#define ERROR_MOST  1.0f
#define SKIN_DETAIL 3.0
/* If collapses leave more than this multiple of the wanted triangles, vertices are clustered. */
#define TOO_MANY    3.0
#define COARSE      4000 /* largest number of triangles with one budget for all primitives */
#define ROUNDS      4
/* Magnification of the face, because people look at faces most. */
#define MAGNIFIED   3.0
#define FACELESS    800 /* copies with fewer triangles, for figures far away, magnify no face */

/* A primitive of the first body. */
typedef struct piece {
    const float *points; /* (vertex_count,3), borrowed */
    float *magnified;    /* (vertex_count,3) points with a magnified face, owned; NULL: there is none */
    uint32_t *corners;   /* (corner_count) corners of the previous copy, at first of the full mesh; owned */
    int vertex_count;
    size_t corner_count;
    double detail;      /* d_p     */
    double weight;      /* a_p d_p */
    bool both_windings; /* true: each triangle is written and counted twice */
    bool covers;        /* true: opaque, so it can hide others */
} piece;

/* A face to magnify. */
typedef struct magnifier {
    double center[3];
    double radius; /* 0: there is none */
} magnifier;

pd_status pd_io_glb_check_levels(const pd_io_glb *glb, pd_error *err)
{
    if (glb->level_count < 0 || glb->level_count > PD_IO_GLB_LEVELS_MAX)
        return pd_fail(err, PD_ERR_RANGE, "/levels", "%d numbers; 0 to %d allowed", glb->level_count,
                       PD_IO_GLB_LEVELS_MAX);
    if (glb->level_count && (!glb->mesh->face_count || glb->mesh->body_count < 1))
        return pd_fail(
            err, PD_ERR_INVALID, "/levels",
            "levels of detail are given, but the mesh has no triangles; a mesh with triangles is needed");
    for (int l = 0; l < glb->level_count; l++) {
        char where[32];
        snprintf(where, sizeof where, "/levels/%d", l);
        if (glb->levels[l] < 1)
            return pd_fail(err, PD_ERR_RANGE, where, "%d triangles; at least 1 expected", glb->levels[l]);
        if (l && glb->levels[l] >= glb->levels[l - 1])
            return pd_fail(err, PD_ERR_RANGE, where, "%d; less than the %d before it expected",
                           glb->levels[l], glb->levels[l - 1]);
    }

    return PD_OK;
}

/* Returns the area of the triangles. */
static double area_of(const float *points, const uint32_t *corners, size_t count)
{
    PD_ASSERT(count % 3 == 0);
    double sum = 0;
    for (size_t i = 0; i + 2 < count; i += 3) {
        double u[3], v[3];
        for (size_t c = 0; c < 3; c++) {
            u[c] = (double)points[3 * corners[i + 1] + c] - points[3 * corners[i] + c];
            v[c] = (double)points[3 * corners[i + 2] + c] - points[3 * corners[i] + c];
        }

        sum += 0.5 *
               hypot(hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2]), u[0] * v[1] - u[1] * v[0]);
    }

    return sum;
}

/* Returns the points from which areas and errors of the piece are computed. */
static const float *points_seen(const piece *p)
{
    return p->magnified ? p->magnified : p->points;
}

/* Sets the face that pieces are magnified about. face: (V) 1 for its vertices. */
static void find_face(magnifier *out, const unsigned char *face, const float *points, int vertex_count)
{
    double sum[3] = {0}, squares = 0, count = 0;

    for (int v = 0; v < vertex_count; v++) {
        if (!face[v]) continue;
        for (int c = 0; c < 3; c++) {
            const double x = (double)points[3 * v + c];
            sum[c] += x;
            squares += x * x;
        }

        count++;
    }

    if (count <= 0) return;
    for (int c = 0; c < 3; c++) {
        out->center[c] = sum[c] / count;
        squares -= sum[c] * out->center[c];
    }

    out->radius = sqrt(fmax(0, squares / count));
}

/* Magnifies the part of the piece in and around the face. m NULL: the piece stays as it is. */
static bool magnify(piece *p, const magnifier *m)
{
    if (!m || m->radius <= 0) return true;
    p->magnified = malloc((3 * (size_t)p->vertex_count + 1) * sizeof *p->magnified);
    if (!p->magnified) return false;
    for (size_t v = 0; v < (size_t)p->vertex_count; v++) {
        double from[3];
        double square = 0;
        for (int c = 0; c < 3; c++) {
            from[c] = (double)p->points[3 * v + (size_t)c] - m->center[c];
            square += from[c] * from[c];
        }

        const double scale = 1 + (MAGNIFIED - 1) * exp(-square / (m->radius * m->radius));
        for (int c = 0; c < 3; c++) p->magnified[3 * v + (size_t)c] = (float)(m->center[c] + scale * from[c]);
    }

    return true;
}

/* Magnifies the piece, merges vertices at the same place, and sets its weight. The corners must be set. */
static bool finish_piece(piece *p, double detail, const magnifier *m)
{
    uint32_t *own = malloc((p->corner_count + 1) * sizeof *own);

    if (!own || !magnify(p, m)) {
        free(own);
        return false;
    }

    p->detail = detail;
    p->weight = detail * area_of(points_seen(p), p->corners, p->corner_count);
    meshopt_generateShadowIndexBuffer(own, p->corners, p->corner_count, p->points, (size_t)p->vertex_count,
                                      12, 12);
    memcpy(p->corners, own, p->corner_count * sizeof *own);
    free(own);

    return true;
}

static bool init_pieces(piece *pieces, const pd_io_glb_scene *scene)
{
    /* The first piece is the skin, which gets more triangles for its area than clothes. */
    *pieces = (piece){.points = pd_io_glb_body_vertices(scene, 0),
                      .vertex_count = scene->mesh->vertex_count,
                      .corner_count = 3 * (size_t)scene->mesh->face_count,
                      .covers = true};
    pieces->corners = malloc((pieces->corner_count + 1) * sizeof *pieces->corners);
    if (!pieces->corners) return false;
    memcpy(pieces->corners, scene->mesh->faces, pieces->corner_count * sizeof *pieces->corners);
    magnifier m = {.radius = 0};
    if (scene->glb->face) find_face(&m, scene->glb->face, pieces->points, pieces->vertex_count);
    bool good = finish_piece(pieces, scene->glb->layer_count ? SKIN_DETAIL : 1, &m);

    /* Parts of the layers follow. A layer with negative detail has no triangles in coarse copies. */
    piece *p = pieces + 1;
    for (int l = 0; l < scene->glb->layer_count; l++) {
        const pd_io_glb_layer *layer = &scene->glb->layers[l];
        for (int i = 0; good && i < layer->part_count; i++, p++) {
            const pd_io_glb_part *part = &layer->parts[i];
            const pd_io_glb_material *material = &scene->glb->materials[part->material];
            *p = (piece){.points = scene->glb->worn[l].vertices,
                         .vertex_count = layer->corner_count,
                         .corner_count = layer->detail < 0 ? 0 : 3 * (size_t)part->face_count,
                         .both_windings = material->both_windings,
                         .covers = material->alpha == PD_IO_GLB_OPAQUE};
            p->corners = malloc((p->corner_count + 1) * sizeof *p->corners);
            if (!p->corners) return false;
            for (size_t c = 0; c < p->corner_count; c++)
                p->corners[c] = layer->faces[3 * (size_t)part->first_face + c];
            good = finish_piece(p, layer->detail > 0 ? (double)layer->detail : 1,
                                layer->role && !strcmp(layer->role, "eyes") ? &m : NULL);
        }
    }

    return good;
}

/* Removes triangles that lie under another piece,
 * because they would poke through it when it has few triangles. */
static bool uncover(piece *pieces, int count)
{
    pd_io_under *meshes = calloc((size_t)count, sizeof *meshes);
    bool good = meshes != NULL;

    /* Describe the pieces, and find the triangles that lie under others. */
    for (int p = 0; good && p < count; p++) {
        meshes[p] = (pd_io_under){.points = pieces[p].points,
                                  .corners = pieces[p].corners,
                                  .vertex_count = pieces[p].vertex_count,
                                  .corner_count = pieces[p].corner_count,
                                  .covers = pieces[p].covers,
                                  .under = malloc(pieces[p].corner_count / 3 + 1)};
        good = meshes[p].under != NULL;
    }

    good = good && pd_io_under_run(meshes, count);

    /* Keep the triangles that are visible. */
    for (int p = 0; good && p < count; p++) {
        piece *own = &pieces[p];
        size_t kept = 0;
        for (size_t t = 0; t < own->corner_count / 3; t++)
            if (!meshes[p].under[t])
                memmove(own->corners + 3 * kept++, own->corners + 3 * t, 3 * sizeof *own->corners);
        own->corner_count = 3 * kept;
    }

    /* Release the marks, also after a failure. */
    for (int p = 0; meshes && p < count; p++) free(meshes[p].under);
    free(meshes);

    return good;
}

static size_t written(const piece *p)
{
    return p->both_windings ? 2 * p->corner_count : p->corner_count;
}

/* Divides the triangles among the pieces. wanted (count): corners of each piece as written. A piece with
 * fewer than its share leaves the rest to the others. */
static void share_out_glb_level(size_t *wanted, const piece *pieces, int count, int triangles)
{
    for (int p = 0; p < count; p++) wanted[p] = 0;
    for (int round = 0; round < ROUNDS; round++) {
        double weights = 0;
        double left = triangles;
        for (int p = 0; p < count; p++) {
            if (wanted[p] == written(&pieces[p]))
                left -= (double)wanted[p] / 3;
            else
                weights += pieces[p].weight;
        }

        for (int p = 0; p < count && weights > 0; p++) {
            if (wanted[p] == written(&pieces[p])) continue;
            const size_t own = 3 * (size_t)(fmax(0, left) * pieces[p].weight / weights);
            wanted[p] = own < written(&pieces[p]) ? own : written(&pieces[p]);
        }
    }
}

/* Simplifies a piece to the wanted number of indices. */
static bool thin_out(piece *p, size_t wanted)
{
    if (p->both_windings) wanted = wanted / 6 * 3;
    if (wanted >= p->corner_count) return true;
    uint32_t *fewer = malloc((p->corner_count + 1) * sizeof *fewer);
    if (!fewer) return false;

    const size_t vertices = (size_t)p->vertex_count;
    size_t left = meshopt_simplify(fewer, p->corners, p->corner_count, points_seen(p), vertices, 12, wanted,
                                   ERROR_MOST, 0, NULL);
    if ((double)left > TOO_MANY * (double)wanted)
        left = meshopt_simplifySloppy(fewer, p->corners, p->corner_count, points_seen(p), vertices, 12,
                                      wanted, ERROR_MOST, NULL);
    memcpy(p->corners, fewer, left * sizeof *fewer);
    p->corner_count = left;
    free(fewer);

    return true;
}

/* Simplifies all pieces together by their errors, for at most COARSE triangles. */
static bool collapse_all(piece *pieces, int count, int triangles)
{
    PD_ASSERT(count > 0);
    pd_io_collapse *meshes = malloc((size_t)count * sizeof *meshes);
    if (!meshes) return false;
    for (int p = 0; p < count; p++)
        meshes[p] = (pd_io_collapse){.points = points_seen(&pieces[p]),
                                     .corners = pieces[p].corners,
                                     .vertex_count = pieces[p].vertex_count,
                                     .corner_count = pieces[p].corner_count,
                                     .weight = pieces[p].detail,
                                     .times = pieces[p].both_windings ? 2 : 1};
    const bool good = pd_io_collapse_run(meshes, count, (size_t)triangles);
    for (int p = 0; good && p < count; p++) pieces[p].corner_count = meshes[p].corner_count;
    free(meshes);

    return good;
}

static int add_corners(pd_io_glb_scene *scene, const piece *p)
{
    if (!p->both_windings || !p->corner_count)
        return p->corner_count ? pd_io_glb_add_corners(scene, p->corners, p->corner_count, p->vertex_count)
                               : -1;

    uint32_t *both = malloc(written(p) * sizeof *both);
    for (size_t i = 0; both && i < p->corner_count; i++) {
        both[i] = p->corners[i];
        both[written(p) - 1 - i] = p->corners[i];
    }

    const int index = both ? pd_io_glb_add_corners(scene, both, written(p), p->vertex_count) : -1;
    if (!both) scene->file.accessors.failed = 1;
    free(both);

    return index;
}

static bool add_level(pd_io_glb_scene *scene, piece *pieces, size_t *wanted, int level)
{
    PD_ASSERT(level >= 0 && level < scene->glb->level_count);
    int *out = scene->level_indices + level * scene->primitive_count;

    /* Keep one triangle in reserve: a mesh without primitives is not valid glTF. */
    uint32_t kept[3] = {0};
    int keeper = -1;
    for (int p = 0; p < scene->primitive_count && keeper < 0; p++)
        if (pieces[p].corner_count >= 3) memcpy(kept, pieces[keeper = p].corners, sizeof kept);

    /* Figures far away need no detailed face. */
    if (scene->glb->levels[level] < FACELESS)
        for (int p = 0; p < scene->primitive_count; p++) {
            free(pieces[p].magnified);
            pieces[p].magnified = NULL;
        }

    /* Simplify the pieces: one by one with a share of the triangles each, or together for very coarse
     * copies of clothed bodies. */
    size_t left = 0;
    const int triangles = scene->glb->levels[level];
    if (triangles > COARSE || !scene->glb->layer_count || !level) {
        share_out_glb_level(wanted, pieces, scene->primitive_count, triangles);
        for (int p = 0; p < scene->primitive_count; p++)
            if (!thin_out(&pieces[p], wanted[p])) return false;
    } else if (!collapse_all(pieces, scene->primitive_count, triangles)) {
        return false;
    }

    /* Use the reserve if no triangle is left, then write the rest. */
    for (int p = 0; p < scene->primitive_count; p++) left += pieces[p].corner_count;
    if (!left && keeper >= 0) {
        memcpy(pieces[keeper].corners, kept, sizeof kept);
        pieces[keeper].corner_count = 3;
    }

    for (int p = 0; p < scene->primitive_count; p++) out[p] = add_corners(scene, &pieces[p]);

    return true;
}

void pd_io_glb_add_levels(pd_io_glb_scene *scene)
{
    const pd_io_glb *glb = scene->glb;

    if (!glb->level_count) return;

    /* Count the primitives, and allocate. */
    scene->primitive_count = 1;
    for (int l = 0; l < glb->layer_count; l++) scene->primitive_count += glb->layers[l].part_count;
    const size_t count = (size_t)scene->primitive_count;
    piece *pieces = calloc(count, sizeof *pieces);
    size_t *wanted = calloc(count, sizeof *wanted);
    scene->level_indices = calloc((size_t)glb->level_count * count, sizeof *scene->level_indices);

    /* Coarser copies are made one from the other, from fine to coarse. */
    bool good = pieces && wanted && scene->level_indices && init_pieces(pieces, scene);
    if (good && glb->layer_count) good = uncover(pieces, scene->primitive_count);
    for (int l = 0; good && l < glb->level_count; l++) good = add_level(scene, pieces, wanted, l);
    if (!good) scene->file.accessors.failed = 1;
    for (size_t p = 0; pieces && p < count; p++) {
        free(pieces[p].corners);
        free(pieces[p].magnified);
    }

    free(pieces);
    free(wanted);
}
