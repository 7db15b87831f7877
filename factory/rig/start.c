#include "factory/rig/start.h"

#include "core/base/assert.h"
#include "core/base/hash.h"
#include "core/kernel/linalg.h"
#include "core/rig/fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NECK_SD   0.05
#define PELVIS_SD 0.01
#define NUMBERS   PD_RIG_MAP_NUMBERS
#define JOINTS    PD_RIG_MAP_JOINTS

/* ---- examples ---- */

/* Fourteen bodies in turn: four plain, four wild, and six dressed, one of each kind. */
static const pd_factory_rig_kind kinds[] = {PD_FACTORY_RIG_PLAIN, PD_FACTORY_RIG_WILD,   PD_FACTORY_RIG_SKIRT,
                                            PD_FACTORY_RIG_PLAIN, PD_FACTORY_RIG_WILD,   PD_FACTORY_RIG_ROBE,
                                            PD_FACTORY_RIG_PLAIN, PD_FACTORY_RIG_WILD,   PD_FACTORY_RIG_HAT,
                                            PD_FACTORY_RIG_PLAIN, PD_FACTORY_RIG_WILD,   PD_FACTORY_RIG_HAIR,
                                            PD_FACTORY_RIG_PACK,  PD_FACTORY_RIG_LEGLESS};
#define KINDS ((int)(sizeof kinds / sizeof *kinds))

pd_factory_rig_want pd_factory_rig_example(const pd_factory_rig_start_options *o, int i, bool held_out)
{
    const uint64_t number = 2 * (uint64_t)i + held_out;

    return (pd_factory_rig_want){
        .template = o->templates[i / (PD_FACTORY_RIG_POSE_COUNT * KINDS) % o->template_count],
        .pose = (pd_factory_rig_pose)(i % PD_FACTORY_RIG_POSE_COUNT),
        .kind = kinds[i / PD_FACTORY_RIG_POSE_COUNT % KINDS],
        .seed = pd_hash64_pair(o->seed, number)};
}

/* A mesh for its cloud alone: it stands upright already and needs no repairs. */
pd_status pd_factory_rig_stand(pd_rig_cloud *cloud, double joints[PD_RIG_JOINTS][3],
                               const pd_factory_rig_body *body, pd_error *err)
{
    PD_ASSERT(body->vertex_count > 0 && body->face_count > 0);
    const size_t n = (size_t)body->vertex_count;
    double low = 1e9;
    double high = -1e9;
    double middle[3] = {0};
    double total = 0;
    pd_rig_mesh mesh = {.vertex_count = body->vertex_count,
                        .face_count = body->face_count,
                        .faces = body->faces,
                        .points = malloc(3 * n * sizeof *mesh.points),
                        .normals = calloc(3 * n, sizeof *mesh.normals)};
    pd_status status = PD_OK;
    if (!mesh.points || !mesh.normals) {
        free(mesh.points);
        free(mesh.normals);
        return pd_fail(err, PD_ERR_MEMORY, "", "out of memory for a body");
    }

    /* Find the height range of the vertices that triangles use, and the middle of the surface by area. */
    for (size_t i = 0; i < 3 * (size_t)body->face_count; i++) {
        const double y = (double)body->vertices[3 * (size_t)body->faces[i] + 1];
        low = fmin(low, y);
        high = fmax(high, y);
    }

    for (int f = 0; f < body->face_count; f++) {
        const uint32_t *v = body->faces + 3 * (size_t)f;
        pd_vec3 p[3];
        for (int k = 0; k < 3; k++) {
            const float *at = body->vertices + 3 * (size_t)v[k];
            p[k] = pd_vec3_make((double)at[0], (double)at[1], (double)at[2]);
        }

        const double area = pd_vec3_length(pd_vec3_cross(pd_vec3_sub(p[1], p[0]), pd_vec3_sub(p[2], p[0])));
        middle[0] += area / 3 * (p[0].x + p[1].x + p[2].x);
        middle[2] += area / 3 * (p[0].z + p[1].z + p[2].z);
        total += area;
    }

    /* Feet at 0, one unit tall, above the middle: the same for every body, however it was scaled. */
    const double from[3] = {middle[0] / total, low, middle[2] / total};
    const double height = high - low;
    for (size_t i = 0; i < 3 * n; i++) mesh.points[i] = ((double)body->vertices[i] - from[i % 3]) / height;
    for (int j = 0; j < PD_RIG_JOINTS; j++)
        for (int c = 0; c < 3; c++) joints[j][c] = (body->joints[j][c] - from[c]) / height;
    status = pd_rig_cloud_init(cloud, &mesh, err);
    free(mesh.points);
    free(mesh.normals);

    return status;
}

/* ---- examples in rows ---- */

typedef struct rows {
    float *maps;    /* (count,NUMBERS) */
    double *wanted; /* (count,JOINTS)  */
    double *gram;   /* (count,count)   */
    double *map_mean;
    double joint_mean[JOINTS];
    int count;
} rows;

static bool rows_init(rows *r, int count)
{
    const size_t n = (size_t)count;

    *r = (rows){.maps = malloc(n * NUMBERS * sizeof *r->maps),
                .wanted = malloc(n * JOINTS * sizeof *r->wanted),
                .gram = calloc(n * n, sizeof *r->gram),
                .map_mean = calloc(NUMBERS, sizeof *r->map_mean)};

    return r->maps && r->wanted && r->gram && r->map_mean;
}

static void rows_deinit(rows *r)
{
    free(r->maps);
    free(r->wanted);
    free(r->gram);
    free(r->map_mean);
}

static void take_start(rows *r, const pd_rig_cloud *cloud, const double (*joints)[3], pd_rig_frame frame)
{
    pd_rig_maps(r->maps + (size_t)r->count * NUMBERS, &frame, (const double(*)[3])cloud->points,
                cloud->count);
    double *y = r->wanted + (size_t)r->count++ * JOINTS;
    for (int j = 0; j < PD_RIG_JOINTS; j++) {
        y[3 * j] = (joints[j][0] - frame.middle) * frame.scale;
        y[3 * j + 1] = joints[j][1] * frame.scale;
        y[3 * j + 2] = joints[j][2] * frame.scale - frame.depth;
    }
}

/* Mirrors a cloud and its joints: joints of the left and the right change places, x changes its sign. */
static void mirror(pd_rig_cloud *cloud, double joints[PD_RIG_JOINTS][3])
{
    double other[PD_RIG_JOINTS][3];

    for (int i = 0; i < cloud->count; i++) cloud->points[i][0] = -cloud->points[i][0];
    for (int j = 0; j < PD_RIG_JOINTS; j++) {
        memcpy(other[j], joints[pd_rig_joints[j].mirror], sizeof other[j]);
        other[j][0] = -other[j][0];
    }

    memcpy(joints, other, sizeof other);
}

static pd_status gather_start(rows r[2], const pd_factory_rig_start_options *o, pd_error *err)
{
    pd_rng rng;

    pd_rng_init(&rng, o->seed);

    /* Each body as it is and mirrored; once standing true,
     * and once as a rough guess of neck and pelvis puts it. */
    for (int i = 0; i < o->bodies; i++) {
        const pd_factory_rig_want want = pd_factory_rig_example(o, i, false);
        double joints[PD_RIG_JOINTS][3];
        pd_factory_rig_body body;
        pd_rig_cloud cloud;

        pd_status status = pd_factory_rig_body_make(&body, &want, err);
        if (status != PD_OK) return status;
        status = pd_factory_rig_stand(&cloud, joints, &body, err);
        pd_factory_rig_body_deinit(&body);
        if (status != PD_OK) return status;
        for (int twice = 0; twice < 2; twice++) {
            const double neck = joints[PD_RIG_NECK][1] * (1 + NECK_SD * pd_rng_normal(&rng));
            const double pelvis = joints[PD_RIG_PELVIS][0] + PELVIS_SD * pd_rng_normal(&rng);
            take_start(&r[0], &cloud, (const double(*)[3])joints, (pd_rig_frame){1, 0, 0});
            take_start(&r[1], &cloud, (const double(*)[3])joints, pd_rig_frame_of(neck, pelvis));
            mirror(&cloud, joints);
        }

        pd_rig_cloud_deinit(&cloud);
        pd_progress_report(&o->progress, "bodies", i + 1, o->bodies);
    }

    return PD_OK;
}

/* ---- solving ---- */

/* Computes M M^T in double from blocks of columns. Returns false when out of memory. */
static bool multiply_start(rows *r)
{
    enum { BLOCK = 440 };
    const size_t n = (size_t)r->count;
    double *block = malloc(n * BLOCK * sizeof *block);

    for (size_t first = 0; block && first < NUMBERS; first += BLOCK) {
        for (size_t i = 0; i < n; i++)
            for (size_t k = 0; k < BLOCK; k++)
                block[i * BLOCK + k] = (double)r->maps[i * NUMBERS + first + k];
        pd_k_gram_add(r->gram, block, r->count, BLOCK);
    }

    free(block);

    return block != NULL;
}
_Static_assert(NUMBERS % 440 == 0, "blocks");

static pd_status solve_start(pd_rig_start *out, rows *r, int which, double ridge, pd_error *err)
{
    PD_ASSERT(which >= 0 && which < 2 && r->count > 0);
    const size_t n = (size_t)r->count;
    double *column = malloc(n * sizeof *column);
    double *sum = malloc(NUMBERS * sizeof *sum);
    pd_status status = PD_OK;

    /* Means off, so that the bias takes no part in the ridge. */
    for (int i = 0; i < r->count; i++) {
        for (size_t k = 0; k < NUMBERS; k++)
            r->map_mean[k] += (double)r->maps[(size_t)i * NUMBERS + k] / r->count;
        for (int k = 0; k < JOINTS; k++) r->joint_mean[k] += r->wanted[i * JOINTS + k] / r->count;
    }

    for (int i = 0; i < r->count; i++) {
        for (size_t k = 0; k < NUMBERS; k++) r->maps[(size_t)i * NUMBERS + k] -= (float)r->map_mean[k];
        for (int k = 0; k < JOINTS; k++) r->wanted[i * JOINTS + k] -= r->joint_mean[k];
    }

    /* Ridge regression in its dual form: there are far fewer examples than numbers of a map. */
    if (!column || !sum || !multiply_start(r))
        status = pd_fail(err, PD_ERR_MEMORY, "", "out of memory for %d examples", r->count);
    for (size_t i = 0; i < n; i++) r->gram[i * n + i] += ridge;
    if (status == PD_OK && !pd_k_cholesky(r->gram, r->count))
        status = pd_fail(err, PD_ERR_INTERNAL, "ridge", "%g is too little for %d maps", ridge, r->count);

    /* A coordinate of a joint: its weights are the examples' maps, each times its share. */
    for (size_t k = 0; status == PD_OK && k < JOINTS; k++) {
        double bias = r->joint_mean[k];
        for (size_t i = 0; i < n; i++) column[i] = r->wanted[i * JOINTS + k];
        pd_k_cholesky_solve(column, r->gram, r->count);
        memset(sum, 0, NUMBERS * sizeof *sum);
        for (size_t i = 0; i < n; i++)
            for (size_t m = 0; m < NUMBERS; m++) sum[m] += column[i] * (double)r->maps[i * NUMBERS + m];
        for (size_t m = 0; m < NUMBERS; m++) {
            out->weights[which][m * JOINTS + k] = (float)sum[m];
            bias -= sum[m] * r->map_mean[m];
        }

        out->bias[which][k] = (float)bias;
    }

    free(column);
    free(sum);

    return status;
}

pd_status pd_factory_rig_start_learn(pd_rig_start *out, const pd_factory_rig_start_options *options,
                                     pd_error *err)
{
    rows r[2];
    pd_status status = pd_rig_start_init(out, err);
    const bool first = rows_init(&r[0], 2 * options->bodies);
    const bool next = rows_init(&r[1], 2 * options->bodies);

    if (status == PD_OK && (!first || !next))
        status = pd_fail(err, PD_ERR_MEMORY, "", "out of memory for %d bodies", options->bodies);
    if (status == PD_OK) status = gather_start(r, options, err);
    for (int which = 0; status == PD_OK && which < 2; which++)
        status = solve_start(out, &r[which], which, options->ridge, err);
    rows_deinit(&r[0]);
    rows_deinit(&r[1]);
    if (status != PD_OK) pd_rig_start_deinit(out);

    return status;
}
