/* posedctl rig-measure: rigged humans beside the skeletons and weights that artists gave them. */
#include "core/anim/avatar/joint_names.h"
#include "core/fit/avatar.h"
#include "core/io/surface/gltf_file.h"
#include "core/rig/file.h"
#include "tools/base/local.h"

#include <dirent.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define FILE_MAX (256u << 20)
#define GROUPS   14
#define ISLANDS  100

/* Trunk, head and neck, then upper arm, forearm, hand, thigh, shank, foot of the left and of the right side. */
static const int groups[PD_RIG_JOINTS] = {
    [PD_RIG_NECK] = 1,    [PD_RIG_HEAD] = 1,       [PD_RIG_L_SHOULDER] = 2, [PD_RIG_L_ELBOW] = 3,
    [PD_RIG_L_WRIST] = 4, [PD_RIG_L_HIP] = 5,      [PD_RIG_L_KNEE] = 6,     [PD_RIG_L_ANKLE] = 7,
    [PD_RIG_L_FOOT] = 7,  [PD_RIG_R_SHOULDER] = 8, [PD_RIG_R_ELBOW] = 9,    [PD_RIG_R_WRIST] = 10,
    [PD_RIG_R_HIP] = 11,  [PD_RIG_R_KNEE] = 12,    [PD_RIG_R_ANKLE] = 13,   [PD_RIG_R_FOOT] = 13,
};

#define HAND_PARTS (1 + PD_RIG_FINGER_JOINTS) /* the palm, then the bones of the fingers */

typedef struct truth {
    bool has_joint[PD_RIG_JOINTS];
    double joints[PD_RIG_JOINTS][3]; /* the file's world */
    float (*weights)[GROUPS];        /* (N) of the surface's vertices */
    int finger_count[2];             /* joints of fingers, left and right */
    double fingers[2][PD_RIG_FINGER_JOINTS][3];
    double hand_length[2]; /* wrist to the end of the middle finger, a last bone as long as that before */
    float (*hands)[2][HAND_PARTS]; /* (N) */
} truth;

/* What rigging goes by. */
typedef struct learned {
    pd_rig_template *template;
    pd_rig_start *start; /* NULL: none */
} learned;

typedef struct row {
    double residual, median, worst, limbs, seconds;
    double weights[PD_RIG_METHODS], true_heat; /* L1, of auto as the rig was weighed */
    int vertices, islands;
    /* of hands */
    pd_rig_hand hands[2];
    int truly[2];
    double joints[2], hand_weights[2]; /* median distance of finger joints, of the hand's length; L1 */
} row;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* ---- what the artist did ---- */

/* Where the fingers are, by any names that posed knows. */
static void find_fingers(int at[2][PD_RIG_FINGER_JOINTS], const pd_anim_skeleton *skeleton)
{
    static const char *const names[] = {"thumb", "index", "middle", "ring", "pinky"};
    for (int side = 0; side < 2; side++)
        for (int k = 0; k < PD_RIG_FINGER_JOINTS; k++) {
            char name[PD_ANIM_NAME_BYTES], other[PD_ANIM_NAME_BYTES];
            snprintf(name, sizeof name, "%s_%s%d", side ? "right" : "left", names[k / 3], k % 3 + 1);
            at[side][k] = -1;
            for (int set = 0; set < PD_NAMES_COUNT && at[side][k] < 0; set++) {
                pd_anim_joint_name(other, name, (pd_anim_names)set);
                at[side][k] = pd_anim_skeleton_find(skeleton, other);
            }
        }
}

/* The part of a hand at or above a joint: 1 + the side's HAND_PARTS before; 0: none. */
static int part_of(const pd_fit_skin *skin, const pd_anim_match *match, int joint)
{
    static const pd_anim_human wrists[2] = {PD_HUMAN_L_HAND, PD_HUMAN_R_HAND};
    int at[2][PD_RIG_FINGER_JOINTS];
    find_fingers(at, &skin->skeleton);
    for (int up = joint; up >= 0; up = skin->skeleton.parents[up])
        for (int side = 0; side < 2; side++) {
            if (up == match->joints[wrists[side]]) return 1 + side * HAND_PARTS;
            for (int k = 0; k < PD_RIG_FINGER_JOINTS; k++)
                if (up == at[side][k]) return 1 + side * HAND_PARTS + 1 + k;
        }
    return 0;
}

/* The group of a node: that of the nearest bone at or above it. */
static void group_nodes(int *group, int *part, int count, const pd_fit_skin *skin, const pd_anim_match *match)
{
    for (int i = 0; i < count; i++) group[i] = part[i] = 0;
    for (int k = 0; k < skin->skeleton.joint_count; k++) {
        if (skin->joints[k].node < count) part[skin->joints[k].node] = part_of(skin, match, k);
        for (int up = k; up >= 0; up = skin->skeleton.parents[up]) {
            int bone = 0;
            while (bone < PD_RIG_JOINTS && match->joints[pd_anim_human_of(pd_rig_joints[bone].bone)] != up)
                bone++;
            if (bone == PD_RIG_JOINTS) continue;
            if (skin->joints[k].node < count) group[skin->joints[k].node] = groups[bone];
            break;
        }
    }
}

static pd_status read_weights(truth *t, pd_bytes file, const pd_io_surface *surface, const pd_fit_skin *skin,
                              const pd_anim_match *match, pd_error *err)
{
    pd_io_gltf_file open;
    pd_status status = pd_io_gltf_open(&open, file, 0, err);
    const json_t *nodes = json_object_get(open.root, "nodes"), *meshes = json_object_get(open.root, "meshes");
    const int node_count = (int)json_array_size(nodes);
    int *group = calloc(2 * ((size_t)node_count + 1), sizeof *group), *part_at = group + node_count + 1;
    t->weights = calloc((size_t)surface->vertex_count, sizeof *t->weights);
    t->hands = calloc((size_t)surface->vertex_count, sizeof *t->hands);
    const bool good = status == PD_OK && group && t->weights && t->hands;

    if (good) group_nodes(group, part_at, node_count, skin, match);
    for (int i = 0; status == PD_OK && good && i < surface->part_count; i++) {
        const pd_io_surface_part *part = &surface->parts[i];
        const json_t *attributes = json_object_get(
            json_array_get(json_object_get(json_array_get(meshes, (size_t)part->mesh), "primitives"),
                           (size_t)part->primitive),
            "attributes");
        const json_t *joints = json_object_get(
            json_array_get(json_object_get(open.root, "skins"),
                           (size_t)pd_io_gltf_integer(json_array_get(nodes, (size_t)part->node), "skin", 0)),
            "joints");
        pd_io_gltf_view which, how_much;
        status = pd_io_gltf_view_of(&which, &open, pd_io_gltf_integer(attributes, "JOINTS_0", -1));
        if (status == PD_OK)
            status = pd_io_gltf_view_of(&how_much, &open, pd_io_gltf_integer(attributes, "WEIGHTS_0", -1));
        for (int v = 0; status == PD_OK && v < part->vertex_count; v++)
            for (int s = 0; s < 4; s++) {
                const size_t joint = (size_t)pd_io_gltf_number(&which, (size_t)v, s);
                const json_int_t node = json_integer_value(json_array_get(joints, joint));
                if (node >= node_count) continue;
                const float value = (float)pd_io_gltf_number(&how_much, (size_t)v, s);
                const int i_hand = part_at[node] - 1;
                t->weights[part->first_vertex + v][group[node]] += value;
                if (i_hand >= 0)
                    t->hands[part->first_vertex + v][i_hand / HAND_PARTS][i_hand % HAND_PARTS] += value;
            }
    }
    free(group);
    pd_io_gltf_close(&open);
    return status;
}

static void read_fingers(truth *t, const pd_anim_skeleton *skeleton, const pd_anim_match *match,
                         const pd_vec3 *at)
{
    static const pd_anim_human wrists[2] = {PD_HUMAN_L_HAND, PD_HUMAN_R_HAND};
    enum { MIDDLE = 6 };
    int joints[2][PD_RIG_FINGER_JOINTS];

    find_fingers(joints, skeleton);
    for (int side = 0; side < 2; side++) {
        pd_vec3 p[PD_RIG_FINGER_JOINTS];
        for (int k = 0; k < PD_RIG_FINGER_JOINTS; k++) {
            if (joints[side][k] < 0) continue;
            p[k] = at[joints[side][k]];
            t->fingers[side][k][0] = p[k].x, t->fingers[side][k][1] = p[k].y, t->fingers[side][k][2] = p[k].z;
            t->finger_count[side]++;
        }
        const int wrist = match->joints[wrists[side]];
        if (wrist < 0 || t->finger_count[side] < PD_RIG_FINGER_JOINTS) continue;
        t->hand_length[side] = pd_vec3_length(pd_vec3_sub(p[MIDDLE], at[wrist])) +
                               pd_vec3_length(pd_vec3_sub(p[MIDDLE + 1], p[MIDDLE])) +
                               2 * pd_vec3_length(pd_vec3_sub(p[MIDDLE + 2], p[MIDDLE + 1]));
    }
}

static pd_status read_truth(truth *t, pd_bytes file, const pd_io_surface *surface, pd_error *err)
{
    pd_vec3 at[PD_ANIM_MAX_JOINTS];
    pd_fit_skin skin;
    pd_anim_match match;

    memset(t, 0, sizeof *t);
    pd_status status = pd_fit_skin_read(&skin, file, NULL, err);
    if (status != PD_OK) return status;
    status = pd_fit_avatar_match(&match, &skin, NULL, 0, err);
    if (status == PD_OK) {
        pd_anim_skeleton_forward(at, NULL, &skin.skeleton, NULL, pd_vec3_make(0, 0, 0));
        for (int j = 0; j < PD_RIG_JOINTS; j++) {
            const int k = match.joints[pd_anim_human_of(pd_rig_joints[j].bone)];
            t->has_joint[j] = k >= 0;
            if (k >= 0) t->joints[j][0] = at[k].x, t->joints[j][1] = at[k].y, t->joints[j][2] = at[k].z;
        }
        read_fingers(t, &skin.skeleton, &match, at);
        status = read_weights(t, file, surface, &skin, &match, err);
    }
    pd_fit_skin_deinit(&skin);
    return status;
}

/* ---- comparing ---- */

static bool is_limb(int j)
{
    return groups[j] > 1 && j != PD_RIG_L_FOOT && j != PD_RIG_R_FOOT;
}

/* A point of the file as the rig's mesh has it. */
static void to_rig(double at[3], const pd_rig_result *rig, const double of_file[3])
{
    for (int c = 0; c < 3; c++) {
        const double *up = rig->mesh.upright + 4 * c;
        at[c] = (up[0] * of_file[0] + up[1] * of_file[1] + up[2] * of_file[2] + up[3]) / rig->mesh.height;
    }
}

/* How far a point of the file is from one of the rig, of the height. */
static double distance(const pd_rig_result *rig, const double of_file[3], const double of_rig[3])
{
    double at[3], square = 0;
    to_rig(at, rig, of_file);
    for (int c = 0; c < 3; c++) square += (at[c] - of_rig[c]) * (at[c] - of_rig[c]);
    return sqrt(square);
}

static void compare_joints(row *r, const pd_rig_result *rig, const truth *t)
{
    double errors[PD_RIG_JOINTS];
    int count = 0, limbs = 0;
    for (int j = 0; j < PD_RIG_JOINTS; j++) {
        if (!t->has_joint[j]) continue;
        const double off = 100 * distance(rig, t->joints[j], rig->joints[j]);
        errors[count++] = off;
        if (is_limb(j)) r->limbs += off, limbs++;
    }
    qsort(errors, (size_t)count, sizeof *errors, by_value);
    r->median = count ? errors[count / 2] : NAN;
    r->worst = count ? errors[count - 1] : NAN;
    r->limbs /= limbs ? limbs : 1;
}

/* A finger's is the hand's. */
static int body_bone(const pd_rig_result *rig, int bone)
{
    while (bone >= PD_RIG_JOINTS && bone < rig->bone_count) bone = rig->bones[bone].parent;
    return bone;
}

/* Of a hand that has its joints: their median distance, of the hand's length; and the mean of sum |w - w*| over what the file gives the hand
 * more than half of. Bones of the left hand come first. */
static void compare_hand(row *r, const pd_rig_result *rig, const truth *t, int side)
{
    const int wrist = side ? PD_RIG_R_WRIST : PD_RIG_L_WRIST,
              first = PD_RIG_JOINTS + (side && rig->hands[0].joints ? PD_RIG_FINGER_JOINTS : 0);
    double errors[PD_RIG_FINGER_JOINTS], sum = 0;
    int count = 0;

    r->joints[side] = r->hand_weights[side] = NAN;
    r->truly[side] = t->finger_count[side];
    if (!rig->hands[side].joints || t->finger_count[side] < PD_RIG_FINGER_JOINTS) return;
    for (int k = 0; k < PD_RIG_FINGER_JOINTS; k++)
        errors[k] = 100 * distance(rig, t->fingers[side][k], rig->bones[first + k].at) * rig->mesh.height /
                    t->hand_length[side];
    qsort(errors, PD_RIG_FINGER_JOINTS, sizeof *errors, by_value);
    r->joints[side] = errors[PD_RIG_FINGER_JOINTS / 2];

    for (int i = 0; i < rig->mesh.source_count; i++) {
        const int v = rig->mesh.welded[i];
        double off[HAND_PARTS] = {0}, of_hand = 0;
        for (int p = 0; p < HAND_PARTS; p++) {
            of_hand += (double)t->hands[i][side][p];
            off[p] = -(double)t->hands[i][side][p];
        }
        if (of_hand < 0.5) continue;
        for (int s = 0; s < 4; s++) {
            const int bone = rig->weights.bones[v][s];
            if (bone == wrist) off[0] += (double)rig->weights.values[v][s];
            if (bone >= first && bone < first + PD_RIG_FINGER_JOINTS)
                off[1 + bone - first] += (double)rig->weights.values[v][s];
        }
        for (int p = 0; p < HAND_PARTS; p++) sum += fabs(off[p]);
        count++;
    }
    r->hand_weights[side] = count ? sum / count : NAN;
}

/* The mean of sum_g |w - w*| over the vertices of the file. */
static double compare_weights(const pd_rig_result *rig, const pd_rig_weights *weights, const truth *t)
{
    double sum = 0;
    for (int i = 0; i < rig->mesh.source_count; i++) {
        const int v = rig->mesh.welded[i];
        double off[GROUPS];
        for (int g = 0; g < GROUPS; g++) off[g] = -(double)t->weights[i][g];
        for (int s = 0; s < 4; s++)
            off[groups[body_bone(rig, weights->bones[v][s])]] += (double)weights->values[v][s];
        for (int g = 0; g < GROUPS; g++) sum += fabs(off[g]) / rig->mesh.source_count;
    }
    return sum;
}

static pd_rig_job job_of(const learned *own, const pd_io_surface *s)
{
    return (pd_rig_job){.vertices = s->vertices,
                        .faces = s->faces,
                        .vertex_count = s->vertex_count,
                        .face_count = s->face_count,
                        .template = own->template,
                        .start = own->start};
}

/* L1 of weights by that method; true_joints: about the file's. */
static pd_status compare_method(double *l1, const pd_rig_result *rig, const truth *t, pd_rig_job job,
                                pd_rig_method method, bool true_joints, pd_error *err)
{
    double joints[PD_RIG_JOINTS][3];
    pd_rig_weights weights;
    for (int j = 0; j < PD_RIG_JOINTS; j++) {
        memcpy(joints[j], rig->joints[j], sizeof joints[j]);
        if (t->has_joint[j]) to_rig(joints[j], rig, t->joints[j]);
    }
    job.weights = method;
    const pd_status status =
        pd_rig_weigh(&weights, rig, &job, true_joints ? (const double(*)[3])joints : NULL, err);
    if (status != PD_OK) return status;
    *l1 = compare_weights(rig, &weights, t);
    pd_rig_weights_deinit(&weights);
    return PD_OK;
}

static pd_status measure(row *r, const learned *own, pd_bytes file, const pd_io_surface *s, pd_error *err)
{
    const pd_rig_job job = job_of(own, s);
    pd_rig_result rig = {0};
    truth t;

    memset(r, 0, sizeof *r);
    pd_status status = read_truth(&t, file, s, err);
    const double begin = now();
    if (status == PD_OK) status = pd_rig_run(&rig, &job, err);
    if (status == PD_OK) {
        r->seconds = now() - begin;
        r->residual = rig.quality.residual;
        r->vertices = s->vertex_count, r->islands = rig.mesh.island_count;
        compare_joints(r, &rig, &t);
        for (int side = 0; side < 2; side++) {
            r->hands[side] = rig.hands[side];
            compare_hand(r, &rig, &t, side);
        }
        r->weights[PD_RIG_BY_AUTO] = compare_weights(&rig, &rig.weights, &t);
    }
    for (int k = PD_RIG_BY_AUTO + 1; status == PD_OK && k < PD_RIG_METHODS; k++)
        status = compare_method(&r->weights[k], &rig, &t, job, (pd_rig_method)k, false, err);
    if (status == PD_OK) status = compare_method(&r->true_heat, &rig, &t, job, PD_RIG_BY_HEAT, true, err);
    pd_rig_deinit(&rig);
    free(t.weights), free(t.hands);
    return status;
}

/* ---- a large mesh, and one in pieces ---- */

/* Each triangle in four. */
static bool subdivide(pd_io_surface *out, const pd_io_surface *s)
{
    const size_t f = (size_t)s->face_count, v = (size_t)s->vertex_count;
    out->vertices = malloc(3 * (v + 3 * f) * sizeof *out->vertices);
    out->faces = malloc(12 * f * sizeof *out->faces);
    if (!out->vertices || !out->faces) return false;
    memcpy(out->vertices, s->vertices, 3 * v * sizeof *out->vertices);
    for (size_t i = 0; i < f; i++) {
        const uint32_t *a = s->faces + 3 * i, m = (uint32_t)(v + 3 * i);
        for (size_t k = 0; k < 3; k++)
            for (size_t c = 0; c < 3; c++)
                out->vertices[3 * (m + k) + c] =
                    0.5f * (s->vertices[3 * (size_t)a[k] + c] + s->vertices[3 * (size_t)a[(k + 1) % 3] + c]);
        const uint32_t quarter[12] = {a[0], m, m + 2, a[1], m + 1, m, a[2], m + 2, m + 1, m, m + 1, m + 2};
        memcpy(out->faces + 12 * i, quarter, sizeof quarter);
    }
    out->vertex_count = (int)(v + 3 * f), out->face_count = (int)(4 * f);
    return true;
}

/* Triangles go to the nearest of some, each piece a little smaller than its place. */
static bool shatter(pd_io_surface *out, const pd_io_surface *s)
{
    const size_t f = (size_t)s->face_count;
    out->vertices = malloc(9 * f * sizeof *out->vertices);
    out->faces = malloc(3 * f * sizeof *out->faces);
    if (!out->vertices || !out->faces) return false;
    for (size_t i = 0; i < f; i++) {
        const float *p = s->vertices + 3 * (size_t)s->faces[3 * i];
        const float *centre = p;
        float least = 1e30f;
        for (size_t k = 0; k < ISLANDS; k++) {
            const float *q = s->vertices + 3 * (size_t)s->faces[3 * (k * f / ISLANDS)];
            const float x = p[0] - q[0], y = p[1] - q[1], z = p[2] - q[2], d = x * x + y * y + z * z;
            if (d < least) least = d, centre = q;
        }
        for (size_t k = 0; k < 3; k++)
            for (size_t c = 0; c < 3; c++) {
                const float x = s->vertices[3 * (size_t)s->faces[3 * i + k] + c];
                out->vertices[9 * i + 3 * k + c] = centre[c] + 0.99f * (x - centre[c]);
                out->faces[3 * i + k] = (uint32_t)(3 * i + k);
            }
    }
    out->vertex_count = (int)(3 * f), out->face_count = (int)f;
    return true;
}

static void print_variant(const char *name, const learned *own, const pd_io_surface *s)
{
    pd_rig_result rig;
    pd_error err;
    int bare = 0;
    const double begin = now();

    const pd_rig_job job = job_of(own, s);
    if (pd_rig_run(&rig, &job, &err) != PD_OK) {
        printf("| %s | %s |\n", name, err.detail);
        return;
    }
    const double seconds = now() - begin;
    for (int i = 0; i < rig.mesh.vertex_count; i++) {
        const float *w = rig.weights.values[i];
        bare += !(fabsf(w[0] + w[1] + w[2] + w[3] - 1) < 1e-4f);
    }
    printf("| %s | %d | %d | %.1f | %d | %.2f |\n", name, rig.mesh.vertex_count, rig.mesh.island_count,
           100 * rig.quality.residual, bare, seconds);
    pd_rig_deinit(&rig);
}

static void print_variants(const learned *own, const pd_io_surface *s)
{
    pd_io_surface large = {0}, pieces = {0};
    printf("\n| %s | vertices | islands | residual %% | unweighted | s |\n|---|---|---|---|---|---|\n",
           "the first of them");
    print_variant("as it is", own, s);
    if (subdivide(&large, s)) print_variant("each triangle in four", own, &large);
    if (shatter(&pieces, s)) print_variant("in pieces", own, &pieces);
    pd_io_surface_deinit(&large), pd_io_surface_deinit(&pieces);
}

/* ---- the folder ---- */

static int is_glb(const struct dirent *entry)
{
    const size_t size = strlen(entry->d_name);
    return size > 4 && !strcmp(entry->d_name + size - 4, ".glb");
}

static void print_row(const row *r, const char *name)
{
    printf("| %s | %d | %d | %.1f | %.1f | %.1f | %.1f |", name, r->vertices, r->islands, 100 * r->residual,
           r->median, r->worst, r->limbs);
    for (int k = 0; k < PD_RIG_METHODS; k++) printf(" %.3f |", r->weights[k]);
    printf(" %.3f | %.2f |\n", r->true_heat, r->seconds);
}

static void print_hands(const row *r, const char *name)
{
    for (int side = 0; side < 2; side++) {
        const pd_rig_hand *h = &r->hands[side];
        printf("| %s, %s | %d | %d | ", name, side ? "right" : "left", r->truly[side], h->fingers);
        if (h->joints)
            printf("%.1f | %.3f |\n", r->joints[side], r->hand_weights[side]);
        else
            printf("none: %s | |\n", h->why);
    }
}

static int measure_folder(const pd_tool_args *args, const learned *own)
{
    struct dirent **entries;
    const int count = scandir(args->words[0], &entries, is_glb, alphasort);
    pd_io_surface first = {0};

    if (count < 0) return pd_tool_usage(args, "%s: no folder", args->words[0]);
    row *rows = calloc((size_t)count + 1, sizeof *rows);
    if (!rows) return pd_tool_usage(args, "out of memory for %d files", count);
    printf("| file | vertices | islands | residual %% | joints: median %% | worst %% | limbs: mean %% | "
           "weights: ");
    for (int k = 0; k < PD_RIG_METHODS; k++) printf("%s | ", pd_rig_method_names[k]);
    printf("heat, the file's joints | s |\n|---|---|---|---|---|---|---|---|---|");
    for (int k = 0; k < PD_RIG_METHODS; k++) printf("---|");
    printf("\n");
    for (int i = 0; i < count; i++) {
        char path[4400];
        pd_buffer file = {0};
        pd_io_surface s;
        pd_error err;
        row r = {0};
        snprintf(path, sizeof path, "%s/%s", args->words[0], entries[i]->d_name);
        if (!pd_tool_read(&file, args, path, FILE_MAX)) {
            const pd_bytes bytes = {file.data, file.size};
            if (pd_io_surface_read(&s, bytes, 0, &err) == PD_OK) {
                const pd_status status = s.is_skinned ? measure(&r, own, bytes, &s, &err) : PD_OK;
                if (!s.is_skinned) {
                    pd_rig_result rig;
                    const pd_rig_job job = job_of(own, &s);
                    if (pd_rig_run(&rig, &job, &err) != PD_OK) {
                        printf("| %s | %d | refused: %s |\n", entries[i]->d_name, s.vertex_count, err.detail);
                    } else {
                        printf("| %s | %d | %d | %.1f |\n", entries[i]->d_name, s.vertex_count,
                               rig.mesh.island_count, 100 * rig.quality.residual);
                        pd_rig_deinit(&rig);
                    }
                } else if (status != PD_OK) {
                    printf("| %s | %d | refused: %s |\n", entries[i]->d_name, s.vertex_count, err.detail);
                } else {
                    print_row(&r, entries[i]->d_name);
                    if (!first.vertices) {
                        first = s;
                        memset(&s, 0, sizeof s);
                    }
                }
                pd_io_surface_deinit(&s);
            }
        }
        fflush(stdout);
        pd_buffer_deinit(&file);
        rows[i] = r;
    }
    printf(
        "\n| hand | joints of fingers in the file | parts seen | joints: median %% of the hand | weights |\n"
        "|---|---|---|---|---|\n");
    for (int i = 0; i < count; i++)
        if (rows[i].seconds > 0) print_hands(&rows[i], entries[i]->d_name);
    for (int i = 0; i < count; i++) free(entries[i]);
    free(entries), free(rows);
    if (first.vertices) print_variants(own, &first);
    pd_io_surface_deinit(&first);
    return 0;
}

/* ---- which plan ---- */

/* Of a file with every plan's template: the penalties, or what it is refused for. */
static void print_plans(const char *name, const learned *own, const pd_io_surface *s)
{
    printf("| %s", name);
    for (int plan = 0; plan < PD_RIG_PLANS; plan++) {
        pd_rig_job job = job_of(own, s);
        job.plan = (pd_rig_plan_id)plan;
        pd_rig_result rig;
        pd_error err;
        if (pd_rig_run(&rig, &job, &err) == PD_OK) {
            printf(" | %.1f%s", rig.penalty, rig.is_doubtful ? ", doubtful" : "");
            pd_rig_deinit(&rig);
        } else {
            const char *other = strstr(err.detail, "template=");
            printf(" | refused%s%s", other ? ": a " : "", other ? other + strlen("template=") : "");
        }
    }
    printf(" |\n");
    fflush(stdout);
}

static int measure_plans(const pd_tool_args *args, const learned *own)
{
    struct dirent **entries;
    const int count = scandir(args->words[0], &entries, is_glb, alphasort);

    if (count < 0) return pd_tool_usage(args, "%s: no folder", args->words[0]);
    printf("| file");
    for (int plan = 0; plan < PD_RIG_PLANS; plan++) printf(" | %s", pd_rig_plans[plan].name);
    printf(" |\n|---|---|---|---|---|\n");
    for (int i = 0; i < count; i++) {
        char path[4400];
        pd_buffer file = {0};
        pd_io_surface s;
        snprintf(path, sizeof path, "%s/%s", args->words[0], entries[i]->d_name);
        if (!pd_tool_read(&file, args, path, FILE_MAX) &&
            pd_io_surface_read(&s, (pd_bytes){file.data, file.size}, 0, NULL) == PD_OK) {
            if (s.vertex_count) print_plans(entries[i]->d_name, own, &s);
            pd_io_surface_deinit(&s);
        }
        pd_buffer_deinit(&file);
        free(entries[i]);
    }
    free(entries);
    return 0;
}

static int run(const pd_tool_args *args)
{
    char path[4096];
    const char *name = pd_tool_text(args, "model");
    pd_smpl_model *model;
    pd_rig_template template;
    pd_error err;

    if (args->word_count != 1) return pd_tool_usage(args, "one folder of .glb files is needed");
    pd_tool_model_path(path, sizeof path, name);
    if (pd_smpl_model_load(&model, path, &err) != PD_OK) return pd_tool_model_fail(args, name, &err);
    if (pd_rig_template_init(&template, model, &err) != PD_OK) {
        pd_smpl_model_release(model);
        return pd_tool_fail(args, &err);
    }
    pd_rig_start *start = NULL;
    int code = 0;
    if (strcmp(pd_tool_text(args, "start"), "none")) {
        pd_tool_model_path(path, sizeof path, pd_tool_text(args, "start"));
        if (pd_rig_start_load(&start, path, &err) != PD_OK) code = pd_tool_fail(args, &err);
    }
    const learned own = {&template, start};
    if (!code) code = pd_tool_flag(args, "plans") ? measure_plans(args, &own) : measure_folder(args, &own);
    pd_rig_start_release(start);
    pd_rig_template_deinit(&template);
    pd_smpl_model_release(model);
    return code;
}

static const pd_tool_option options_table[] = {
    PD_TOOL_MODEL_ROW,
    {"plans", NULL,
     "one table instead: the penalties of each file as each template, or what it is refused for", NULL},
    {"start", "START", "learned start: a file, the name of a shipped one, or none", "rig-start"},
    PD_TOOL_END};

const pd_tool_command pd_tool_cmd_rig_measure = {
    "rig-measure",
    "FOLDER",
    "rigged humans beside the skeletons and weights that artists gave them",
    "Rigs every .glb of FOLDER and prints a table: of those with a skeleton of a person, how far our joints "
    "are from its joints (% of the "
    "height) and our weights from its weights (L1 in 14 groups, by every method), and "
    "seconds of one core. "
    "A second table has their hands: how far the joints of fingers are, in % of the hand's length, and the "
    "L1 of the weights of the "
    "palm and fifteen bones.\n\n"
    "  posedctl rig-measure rigging/ > table.md",
    options_table,
    run};
