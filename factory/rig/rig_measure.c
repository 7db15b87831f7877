/* posed-factory rig-measure: compares automatic rigs of people
 * with the skeletons and weights that artists made. */
#include "factory/base/modes.h"
#include "core/base/assert.h"
#include "core/animal/rig.h"
#include "core/rig/file.h"
#include "core/kernel/linalg.h"
#include "tools/base/local.h"
#include "factory/rig/truth.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define FILE_MAX (256u << 20)
#define GROUPS   14
#define ISLANDS  100

/* Group of each joint: trunk, head and neck, then upper arm, forearm, hand, thigh, shank and foot, first on
 * the left, then on the right. */
static const int groups[PD_RIG_JOINTS] = {
    [PD_RIG_NECK] = 1,    [PD_RIG_HEAD] = 1,       [PD_RIG_L_SHOULDER] = 2, [PD_RIG_L_ELBOW] = 3,
    [PD_RIG_L_WRIST] = 4, [PD_RIG_L_HIP] = 5,      [PD_RIG_L_KNEE] = 6,     [PD_RIG_L_ANKLE] = 7,
    [PD_RIG_L_FOOT] = 7,  [PD_RIG_R_SHOULDER] = 8, [PD_RIG_R_ELBOW] = 9,    [PD_RIG_R_WRIST] = 10,
    [PD_RIG_R_HIP] = 11,  [PD_RIG_R_KNEE] = 12,    [PD_RIG_R_ANKLE] = 13,   [PD_RIG_R_FOOT] = 13,
};

/* Learned data of rigging. */
typedef struct learned {
    pd_rig_template *template;
    pd_rig_start *start; /* NULL: none */
    pd_rig_net *net;     /* NULL: none */
} learned;

typedef struct row {
    double residual, median, worst, limbs, seconds;
    double weights[PD_RIG_METHODS], true_heat; /* L1, of auto as the rig was weighed */
    int vertices, islands;
    /* Hands: */
    pd_rig_hand hands[2];
    int truly[2];
    /* Median distance of finger joints as a fraction of the hand's length; L1 error of weights. */
    double joints[2], hand_weights[2];
} row;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* ---- comparing ---- */

/* Converts a point of the file to the space of the rig's mesh. */
static void to_rig(double at[3], const pd_rig_result *rig, const double of_file[3])
{
    for (int c = 0; c < 3; c++) {
        const double *up = rig->mesh.upright + 4 * c;
        at[c] = (up[0] * of_file[0] + up[1] * of_file[1] + up[2] * of_file[2] + up[3]) / rig->mesh.height;
    }
}

/* Returns the distance from a point of the file to one of the rig, as a share of the height. */
static double rig_measure_distance(const pd_rig_result *rig, const double of_file[3], const double of_rig[3])
{
    double at[3];
    double square = 0;
    to_rig(at, rig, of_file);
    for (int c = 0; c < 3; c++) square += (at[c] - of_rig[c]) * (at[c] - of_rig[c]);
    return sqrt(square);
}

/* Measures a hand that has its joints: the median distance of the joints, relative to the hand's length, and
 * the mean of sum |w - w*| over the vertices of which the file gives the hand more than half. Bones of the
 * left hand come first. */
static void compare_hand(row *r, const pd_rig_result *rig, const pd_tool_rig_truth *t, int side)
{
    PD_ASSERT(side == 0 || side == 1);
    const int wrist = side ? PD_RIG_R_WRIST : PD_RIG_L_WRIST;
    const int first = PD_RIG_JOINTS + (side ? rig->hands[0].joints : 0);
    double errors[PD_RIG_FINGER_JOINTS];
    double sum = 0;
    int count = 0;

    /* Do not compare a hand unless both the rig and the file have its joints. */
    r->joints[side] = r->hand_weights[side] = NAN;
    r->truly[side] = t->finger_count[side];
    if (rig->hands[side].joints != PD_RIG_FINGER_JOINTS || t->finger_count[side] < PD_RIG_FINGER_JOINTS)
        return;

    /* Take the median of the distances of the finger joints. */
    for (int k = 0; k < PD_RIG_FINGER_JOINTS; k++)
        errors[k] = 100 * rig_measure_distance(rig, t->fingers[side][k], rig->bones[first + k].at) *
                    rig->mesh.height / t->hand_length[side];
    qsort(errors, PD_RIG_FINGER_JOINTS, sizeof *errors, by_value);
    r->joints[side] = errors[PD_RIG_FINGER_JOINTS / 2];

    /* Compare the weights of the palm and of each finger's bones on vertices
     * that belong to the hand by more than half. */
    for (int i = 0; i < rig->mesh.source_count; i++) {
        const int v = rig->mesh.welded[i];
        double off[PD_TOOL_HAND_PARTS] = {0}, of_hand = 0;
        for (int p = 0; p < PD_TOOL_HAND_PARTS; p++) {
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

        for (int p = 0; p < PD_TOOL_HAND_PARTS; p++) sum += fabs(off[p]);
        count++;
    }

    r->hand_weights[side] = count ? sum / count : NAN;
}

/* Returns the mean of sum_g |w - w*| over the vertices of the file. */
static double compare_weights(const pd_rig_result *rig, const pd_rig_weights *weights,
                              const pd_tool_rig_truth *t)
{
    double sum = 0;

    for (int i = 0; i < rig->mesh.source_count; i++) {
        const int v = rig->mesh.welded[i];
        double off[GROUPS] = {0};

        /* Subtract the file's weights from the rig's. Fingers count as the hand. */
        for (int j = 0; j < PD_RIG_JOINTS; j++) off[groups[j]] -= (double)t->weights[i][j];
        for (int s = 0; s < 4; s++) {
            int bone = weights->bones[v][s]; /* a finger's is the hand's */
            while (bone >= PD_RIG_JOINTS && bone < rig->bone_count) bone = rig->bones[bone].parent;
            off[groups[bone]] += (double)weights->values[v][s];
        }

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
                        .start = own->start,
                        .net = own->net};
}

/* Computes the L1 error of weights by that method; true_joints: with the joints of the file. */
static pd_status compare_method(double *l1, const pd_rig_result *rig, const pd_tool_rig_truth *t,
                                pd_rig_job job, pd_rig_method method, bool true_joints, pd_error *err)
{
    double joints[PD_RIG_JOINTS][3];
    pd_rig_weights weights;

    /* Use the joints of the file if it has them. */
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

static pd_status measure_rig_measure(row *r, const learned *own, pd_bytes file, const pd_io_surface *s,
                                     pd_error *err)
{
    const pd_rig_job job = job_of(own, s);
    pd_rig_result rig = {0};
    pd_tool_rig_truth t;

    memset(r, 0, sizeof *r);
    pd_status status = pd_tool_rig_truth_read(&t, file, s, err);
    const double begin = now();
    if (status == PD_OK) status = pd_rig_run(&rig, &job, err);
    if (status == PD_OK) {
        r->seconds = now() - begin;
        r->residual = rig.quality.residual;
        r->vertices = s->vertex_count;
        r->islands = rig.mesh.island_count;

        /* Compute distances of the joints in % of the height: median, worst, and mean of the limbs. */
        double errors[PD_RIG_JOINTS];
        int count = 0, limbs = 0;
        for (int j = 0; j < PD_RIG_JOINTS; j++) {
            if (!t.has_joint[j]) continue;
            const double off = 100 * rig_measure_distance(&rig, t.joints[j], rig.joints[j]);
            errors[count++] = off;
            if (groups[j] > 1 && j != PD_RIG_L_FOOT && j != PD_RIG_R_FOOT) {
                r->limbs += off;
                limbs++;
            }
        }

        qsort(errors, (size_t)count, sizeof *errors, by_value);
        r->median = count ? errors[count / 2] : NAN;
        r->worst = count ? errors[count - 1] : NAN;
        r->limbs /= limbs ? limbs : 1;

        /* Hands, then weights by the method that the rig was made with. */
        for (int side = 0; side < 2; side++) {
            r->hands[side] = rig.hands[side];
            compare_hand(r, &rig, &t, side);
        }

        r->weights[PD_RIG_BY_AUTO] = compare_weights(&rig, &rig.weights, &t);
    }

    /* Compare the weights by every other method, and by heat about the file's own joints. */
    for (int k = PD_RIG_BY_AUTO + 1; status == PD_OK && k < PD_RIG_METHODS; k++) {
        r->weights[k] = NAN;
        if (k != PD_RIG_BY_LEARNED || job.net)
            status = compare_method(&r->weights[k], &rig, &t, job, (pd_rig_method)k, false, err);
    }

    if (status == PD_OK) status = compare_method(&r->true_heat, &rig, &t, job, PD_RIG_BY_HEAT, true, err);
    pd_rig_deinit(&rig);
    pd_tool_rig_truth_deinit(&t);

    return status;
}

/* ---- a large mesh, and one in pieces ---- */

/* Divides each triangle into four. */
static bool subdivide(pd_io_surface *out, const pd_io_surface *s)
{
    const size_t f = (size_t)s->face_count;
    const size_t v = (size_t)s->vertex_count;

    out->vertices = malloc(3 * (v + 3 * f) * sizeof *out->vertices);
    out->faces = malloc(12 * f * sizeof *out->faces);
    if (!out->vertices || !out->faces) return false;
    memcpy(out->vertices, s->vertices, 3 * v * sizeof *out->vertices);
    for (size_t i = 0; i < f; i++) {
        const uint32_t *a = s->faces + 3 * i;
        const uint32_t m = (uint32_t)(v + 3 * i);
        for (size_t k = 0; k < 3; k++)
            for (size_t c = 0; c < 3; c++)
                out->vertices[3 * (m + k) + c] =
                    0.5f * (s->vertices[3 * (size_t)a[k] + c] + s->vertices[3 * (size_t)a[(k + 1) % 3] + c]);
        const uint32_t quarter[12] = {a[0], m, m + 2, a[1], m + 1, m, a[2], m + 2, m + 1, m, m + 1, m + 2};
        memcpy(out->faces + 12 * i, quarter, sizeof quarter);
    }

    out->vertex_count = (int)(v + 3 * f);
    out->face_count = (int)(4 * f);

    return true;
}

/* Breaks a surface into pieces: each triangle goes to the nearest of some centres, and each piece is a little
 * smaller than its place. */
static bool shatter(pd_io_surface *out, const pd_io_surface *s)
{
    const size_t f = (size_t)s->face_count;

    out->vertices = malloc(9 * f * sizeof *out->vertices);
    out->faces = malloc(3 * f * sizeof *out->faces);
    if (!out->vertices || !out->faces) return false;
    for (size_t i = 0; i < f; i++) {
        /* The nearest of ISLANDS triangles is the centre of the piece. */
        const float *p = s->vertices + 3 * (size_t)s->faces[3 * i];
        const float *centre = p;
        float least = 1e30f;
        for (size_t k = 0; k < ISLANDS; k++) {
            const float *q = s->vertices + 3 * (size_t)s->faces[3 * (k * f / ISLANDS)];
            const float x = p[0] - q[0];
            const float y = p[1] - q[1];
            const float z = p[2] - q[2];
            const float d = x * x + y * y + z * z;
            if (d < least) {
                least = d;
                centre = q;
            }
        }

        /* Give each triangle separate corners, a little nearer to its centre. */
        for (size_t k = 0; k < 3; k++)
            for (size_t c = 0; c < 3; c++) {
                const float x = s->vertices[3 * (size_t)s->faces[3 * i + k] + c];
                out->vertices[9 * i + 3 * k + c] = centre[c] + 0.99f * (x - centre[c]);
                out->faces[3 * i + k] = (uint32_t)(3 * i + k);
            }
    }

    out->vertex_count = (int)(3 * f);
    out->face_count = (int)f;

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

    /* Count vertices whose weights do not add up to 1. */
    for (int i = 0; i < rig.mesh.vertex_count; i++) {
        const float *w = rig.weights.values[i];
        bare += !(fabsf(w[0] + w[1] + w[2] + w[3] - 1) < 1e-4f);
    }

    printf("| %s | %d | %d | %.1f | %d | %.2f |\n", name, rig.mesh.vertex_count, rig.mesh.island_count,
           100 * rig.quality.residual, bare, seconds);
    pd_rig_deinit(&rig);
}

/* ---- the folder ---- */

static int is_glb(const struct dirent *entry)
{
    const size_t size = strlen(entry->d_name);
    return size > 4 && !strcmp(entry->d_name + size - 4, ".glb");
}

/* Frees what scandir made. */
static void free_entries(struct dirent **entries, int count)
{
    for (int i = 0; i < count; i++) free(entries[i]);
    free(entries);
}

/* Prints a file's row of the table. Returns true when the file has a skeleton,
 * against which *r was measured. */
static bool print_file(row *r, const char *name, const learned *own, pd_bytes file, const pd_io_surface *s)
{
    pd_error err;

    /* For a file without a skeleton, print only figures of the rig itself. */
    if (!s->is_skinned) {
        pd_rig_result rig;
        const pd_rig_job job = job_of(own, s);
        if (pd_rig_run(&rig, &job, &err) != PD_OK) {
            printf("| %s | %d | refused: %s |\n", name, s->vertex_count, err.detail);
            return false;
        }

        printf("| %s | %d | %d | %.1f |\n", name, s->vertex_count, rig.mesh.island_count,
               100 * rig.quality.residual);
        pd_rig_deinit(&rig);
        return false;
    }

    if (measure_rig_measure(r, own, file, s, &err) != PD_OK) {
        printf("| %s | %d | refused: %s |\n", name, s->vertex_count, err.detail);
        return false;
    }

    /* Print the distances of joints, and of weights by each method. */
    printf("| %s | %d | %d | %.1f | %.1f | %.1f | %.1f |", name, r->vertices, r->islands, 100 * r->residual,
           r->median, r->worst, r->limbs);
    for (int k = 0; k < PD_RIG_METHODS; k++) printf(" %.3f |", r->weights[k]);
    printf(" %.3f | %.2f |\n", r->true_heat, r->seconds);

    return true;
}

static int measure_folder(const pd_tool_args *args, const learned *own)
{
    struct dirent **entries;
    const int count = scandir(args->words[0], &entries, is_glb, alphasort);
    pd_io_surface first = {0};

    if (count < 0) return pd_tool_usage(args, "%s: no folder", args->words[0]);
    row *rows = calloc((size_t)count + 1, sizeof *rows);
    if (!rows) {
        free_entries(entries, count);
        return pd_tool_usage(args, "out of memory for %d files", count);
    }

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
        snprintf(path, sizeof path, "%s/%s", args->words[0], entries[i]->d_name);
        if (!pd_tool_read(&file, args, path, FILE_MAX) &&
            pd_io_surface_read(&s, (pd_bytes){file.data, file.size}, 0, &err) == PD_OK) {
            const pd_bytes bytes = {file.data, file.size};
            if (print_file(&rows[i], entries[i]->d_name, own, bytes, &s) && !first.vertices) {
                first = s;
                memset(&s, 0, sizeof s);
            }
            pd_io_surface_deinit(&s);
        }

        fflush(stdout);
        pd_buffer_deinit(&file);
    }

    printf(
        "\n| hand | joints of fingers in the file | parts seen | joints: median %% of the hand | weights |\n"
        "|---|---|---|---|---|\n");
    for (int i = 0; i < count; i++)
        for (int side = 0; rows[i].seconds > 0 && side < 2; side++) {
            const row *r = &rows[i];
            const pd_rig_hand *h = &r->hands[side];
            printf("| %s, %s | %d | %d | ", entries[i]->d_name, side ? "right" : "left", r->truly[side],
                   h->fingers);
            if (h->joints)
                printf("%.1f | %.3f |\n", r->joints[side], r->hand_weights[side]);
            else
                printf("none: %s | |\n", h->why);
        }

    free_entries(entries, count);
    free(rows);

    if (first.vertices) {
        pd_io_surface large = {0}, pieces = {0};
        printf("\n| %s | vertices | islands | residual %% | unweighted | s |\n|---|---|---|---|---|---|\n",
               "the first of them");
        print_variant("as it is", own, &first);
        if (subdivide(&large, &first)) print_variant("each triangle in four", own, &large);
        if (shatter(&pieces, &first)) print_variant("in pieces", own, &pieces);
        pd_io_surface_deinit(&large);
        pd_io_surface_deinit(&pieces);
    }

    pd_io_surface_deinit(&first);

    return 0;
}

/* ---- which plan ---- */

/* A row for a file: with every plan's template the penalty, or why it is refused. */
static void print_plans(const char *name, const learned *own, const pd_io_surface *s)
{
    printf("| %s", name);
    for (int plan = 0; plan < PD_RIG_PLANS; plan++) {
        pd_rig_job job = job_of(own, s);
        job.plan = (pd_rig_plan_id)plan;
        pd_rig_result rig;
        pd_error err;
        const pd_status status =
            plan == PD_RIG_PERSON ? pd_rig_run(&rig, &job, &err) : pd_animal_rig_run(&rig, &job, &err);
        if (status == PD_OK) {
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
    }

    free_entries(entries, count);

    return 0;
}

static int run_rig_measure(const pd_tool_args *args)
{
    char path[4096];
    const char *name = pd_tool_text(args, "model");
    pd_smpl_model *model;
    pd_rig_template template;
    pd_error err;

    if (args->word_count != 1) return pd_tool_usage(args, "one folder of .glb files is needed");
    if (pd_tool_mode(args, "table", pd_tool_flag(args, "plans") ? "plans" : "skeletons")) return 2;
    pd_k_blas_serial();
    pd_tool_model_path(path, sizeof path, name);
    if (pd_tool_load_body(&model, path, &err) != PD_OK) return pd_tool_model_fail(args, name, &err);
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

    pd_rig_net *net = NULL;
    if (!code && strcmp(pd_tool_text(args, "net"), "none")) {
        pd_tool_model_path(path, sizeof path, pd_tool_text(args, "net"));
        if (pd_rig_net_load(&net, path, &err) != PD_OK) code = pd_tool_fail(args, &err);
    }

    const learned own = {&template, start, net};
    if (!code) code = pd_tool_flag(args, "plans") ? measure_plans(args, &own) : measure_folder(args, &own);
    pd_rig_start_release(start);
    pd_rig_net_release(net);
    pd_rig_template_deinit(&template);
    pd_smpl_model_release(model);

    return code;
}

static const pd_tool_option options_table[] = {
    PD_TOOL_MODEL_ROW,
    {"plans", NULL,
     "print only a table: penalties of each file as each template, or the reason of its refusal", NULL},
    {"start", "START", "learned start: a file, the name of a shipped one, or none", "rig-start"},
    {"net", "NET", "learned weights: a file, the name of a shipped one, or none", "rig-weights"},
    PD_TOOL_END};

const pd_tool_command pd_tool_cmd_rig_measure = {
    .name = "rig-measure",
    .words = "FOLDER",
    .summary = "Compare automatic rigs of humans with the skeletons and weights made by artists",
    .details = "Rigs every .glb of FOLDER and prints a table: of those with a skeleton of a person, how far "
               "our joints "
               "are from its joints (% of the "
               "height) and our weights from its weights (L1 in 14 groups, by every method), and "
               "seconds of one core. "
               "A second table has their hands: how far the joints of fingers are, in % of the hand's "
               "length, and the "
               "L1 of the weights of the "
               "palm and fifteen bones.\n\n"
               "  posed-factory rig-measure rigging/ > table.md",
    .options = options_table,
    .run = run_rig_measure,
    .modes = pd_factory_mode_rows,
};
