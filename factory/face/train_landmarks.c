/* posed-factory train-landmarks: finds where MediaPipe's 468 landmarks of a face are on the mesh of `person`.
 *
 *     1. pictures    draws people of many ages and ancestries, from three sides, without hair
 *     2. (outside)   factory/scripts/face_points.mjs runs MediaPipe on the pictures and writes the landmarks
 *     3. points      casts a ray through each landmark, and takes the median of the hits over all people
 *
 *     p_l = median over pictures i of  sum_c w_ic t_c      t: template, c: corners of the triangle that is
 *     hit s_l = 1.4826 median |p_il - p_l|                     how far the landmark slides on the skin
 *
 * Spaces   template of the model, metres; pictures in pixels, y down.
 * Errors   2: options; 1: files.
 */
#include "core/base/assert.h"
#include "core/io/mesh/png.h"
#include "core/portrait/portrait.h"
#include "core/wardrobe/export/export.h"
#include "factory/base/modes.h"
#include "factory/wardrobe/sheets.h"
#include "tools/base/format.h"
#include "tools/base/local.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LANDMARKS    468
#define POINTS       478 /* with the ten points of the irises */
#define SIDES        3
#define SHAPES       51 /* of ARKit, without the tongue */
#define SHAPE_PEOPLE 3
#define SIDE         512   /* pixels of a picture's side */
#define SHOWN        0.34f /* metres that a picture shows */
#define FOV          0.45f
#define TURN         0.30f  /* radians by which the outer pictures are turned */
#define MAD          1.4826 /* standard deviation of normal numbers, from their median deviation */
#define FAR          9.0    /* square metres */
#define LID_STRIP    2e-3   /* metres */
#define LID_LEAST    1e-3   /* metres that a blink moves the edge of a lid */
#define LID_SHARE    0.75
#define EYEBALL      0.0122 /* radius of an eyeball, metres */

/* One person of the pictures and the body that is drawn. */
typedef struct face_maker {
    const pd_tool_args *args;
    pd_smpl_model *model;
    pd_wardrobe *wardrobe;
    pd_tool_dressed_cell cells[PD_TOOL_SHEET_CELLS];
    int count;
    bool is_expressive; /* each person is drawn at rest and with two expressions, from the front */
    pd_tool_dressed_cell faces[PD_TOOL_SHEET_CELLS]; /* expressions of the sheet of that name */
    int face_count;
    float *skin, *normals; /* (V,3) */
    float joints[3 * PD_SMPL_MAX_JOINTS];
    double *hits;     /* (LANDMARKS,pictures,3) on the template; NAN: none */
    int picture_most; /* room in hits */
    pd_error err;
} face_maker;

/* Chooses the people. */
static pd_status choose_people(face_maker *m, int seed)
{
    const size_t joints = (size_t)m->model->joint_count;

    for (int i = 0; i < PD_TOOL_SHEET_CELLS; i++) {
        m->cells[i] = (pd_tool_dressed_cell){.palette = PD_WARDROBE_PALETTE};
        m->cells[i].rotations = calloc(9 * joints, sizeof(float));
        if (!m->cells[i].rotations) return pd_fail(&m->err, PD_ERR_MEMORY, "cell", "out of memory");
        for (size_t k = 0; k < joints; k++)
            for (int c = 0; c < 3; c++) m->cells[i].rotations[9 * k + 4 * (size_t)c] = 1;
        pd_wardrobe_choose(&m->cells[i].outfit, m->wardrobe, "none", &m->err);
    }
    const pd_status status =
        pd_tool_sheet_fill(m->cells, &m->count, "portraits", m->model, m->wardrobe, seed, &m->err);
    if (status != PD_OK) return status;

    /* Bald heads at rest. */
    for (int i = 0; i < m->count; i++) {
        static const pd_wardrobe_slot off[] = {PD_WARDROBE_OUTFIT, PD_WARDROBE_SHOES,   PD_WARDROBE_HAIR,
                                               PD_WARDROBE_HAT,    PD_WARDROBE_GLASSES, PD_WARDROBE_BEARD};
        pd_tool_dressed_cell *cell = &m->cells[i];
        for (size_t k = 0; k < sizeof off / sizeof *off; k++) cell->outfit.items[off[k]] = -1;
        memset(cell->expression, 0, sizeof cell->expression);
    }

    /* The expressions of the sheet, whose own people are not drawn. */
    if (!m->is_expressive) return PD_OK;
    for (int i = 0; i < PD_TOOL_SHEET_CELLS; i++) m->faces[i].rotations = m->cells[i].rotations;
    float *rest = malloc(9 * joints * sizeof *rest);
    if (!rest) return pd_fail(&m->err, PD_ERR_MEMORY, "cell", "out of memory");
    memcpy(rest, m->cells[0].rotations, 9 * joints * sizeof *rest);
    const pd_status filled =
        pd_tool_sheet_fill(m->faces, &m->face_count, "expressions", m->model, m->wardrobe, seed, &m->err);
    for (int i = 0; i < m->count; i++) memcpy(m->cells[i].rotations, rest, 9 * joints * sizeof *rest);
    free(rest);

    return filled;
}

/* Sets the expression of a person's picture: at rest, or another one of the sheet at .6 to 1. */
static void express_face(face_maker *m, int person, int side)
{
    pd_tool_dressed_cell *cell = &m->cells[person];
    const int face = (2 * person + side) % m->face_count;

    for (int e = 0; e < PD_TOOL_DRESSED_EXPRESSIONS; e++)
        cell->expression[e] =
            side ? m->faces[face].expression[e] * (0.6f + 0.1f * (float)((person + side) % 5)) : 0;
}

static pd_status make_face(pd_smpl_body *body, face_maker *m, const pd_tool_dressed_cell *cell)
{
    pd_arena scratch;

    *body = (pd_smpl_body){.betas = cell->betas,
                           .beta_count = m->model->beta_count,
                           .rotations = cell->rotations,
                           .expression = cell->expression,
                           .expression_count = m->model->expression_count,
                           .vertices = m->skin,
                           .joints = m->joints,
                           .normals = m->normals};
    const pd_smpl_job job = {.bodies = body, .body_count = 1, .skinning = PD_SMPL_LBS};
    const pd_status status = pd_smpl_job_check(&job, m->model, &m->err);
    if (status != PD_OK) return status;
    if (!pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, m->model)))
        return pd_fail(&m->err, PD_ERR_MEMORY, "body", "out of memory");
    pd_smpl_job_run(&job, m->model, &scratch, &pd_executor_serial);
    pd_arena_deinit(&scratch);

    return PD_OK;
}

/* Camera of one of the three sides, before the centre between the eyes and the chin. */
static pd_draw_camera face_camera(const face_maker *m, int side)
{
    const float *head = m->joints + 3 * pd_smpl_joint_find(&m->model->data, "head");

    return (pd_draw_camera){.target = {head[0], head[1] + 0.04f, head[2] + 0.05f},
                            .distance = 0.5f * SHOWN / tanf(0.5f * FOV),
                            .yaw = TURN * (float)(side - 1),
                            .pitch = 0.02f,
                            .fov = FOV};
}

static pd_status draw_face(face_maker *m, const pd_tool_dressed_cell *cell, const pd_smpl_body *body,
                           int side, const char *path)
{
    pd_wardrobe_export dressed;
    const pd_wardrobe_request request = {.wardrobe = m->wardrobe,
                                         .model = m->model,
                                         .outfit = cell->outfit,
                                         .palette = cell->palette,
                                         .bodies = body,
                                         .skins = m->skin,
                                         .body_count = 1,
                                         .has_normals = true,
                                         .has_corners = true,
                                         .no_morphs = true};
    pd_status status = pd_wardrobe_export_init(&dressed, &request, &m->err);
    if (status != PD_OK) return status;

    const pd_draw_camera camera = face_camera(m, side);
    const pd_portrait_job job = {.model = m->model,
                                 .skin = m->skin,
                                 .normals = m->normals,
                                 .joints = m->joints,
                                 .dressed = &dressed,
                                 .wardrobe = m->wardrobe,
                                 .palette = cell->palette,
                                 .sight = {.camera = &camera,
                                           .view = PD_PORTRAIT_HEAD,
                                           .width = SIDE,
                                           .height = SIDE,
                                           .zoom = 1,
                                           .background = {{0.74f, 0.76f, 0.80f}, {0.47f, 0.49f, 0.53f}}}};
    pd_io_image picture = {0};
    pd_buffer file = {0};
    status = pd_portrait_run(&picture, &job, &pd_executor_serial, &m->err);
    if (status == PD_OK) status = pd_io_png_write(&file, &picture, &m->err);
    if (status == PD_OK && pd_tool_write(m->args, path, file.data, file.size))
        status = pd_fail(&m->err, PD_ERR_IO, path, "cannot be written");
    pd_wardrobe_export_deinit(&dressed);
    pd_io_image_deinit(&picture);
    pd_buffer_deinit(&file);

    return status;
}

/* Returns the depth at which the triangle's projection covers a pixel, INFINITY if it does not; weights: of
 * the corners on the surface, which perspective bends. */
static double face_hit(double weights[3], pd_draw_corner c[3], double x, double y)
{
    double area = 0, w[3], near = 0;

    for (int k = 0; k < 3; k++) {
        const pd_draw_corner *a = &c[(k + 1) % 3], *b = &c[(k + 2) % 3];
        w[k] = ((double)a->x - x) * ((double)b->y - y) - ((double)a->y - y) * ((double)b->x - x);
        area += w[k];
    }

    /* Triangles that face the camera have a negative area, because y is down. */
    if (area >= 0) return INFINITY;
    for (int k = 0; k < 3; k++) {
        w[k] /= area;
        if (w[k] < 0) return INFINITY;
        near += w[k] * (double)c[k].near;
    }
    for (int k = 0; k < 3; k++) weights[k] = w[k] * (double)c[k].near / near;

    return 1 / near;
}

/* Returns the triangle of the surface (V,3) nearest to p, and the weights of its corners there. allowed (V):
 * only triangles of which all corners are marked; NULL: all. */
static int nearest_triangle(double weights[3], const pd_smpl_data *d, const float *surface,
                            const bool *allowed, const double p[3])
{
    double best = FAR;
    int found = -1;

    for (int f = 0; f < d->face_count; f++) {
        const uint32_t *corners = d->faces + 3 * (size_t)f;
        double a[3], e[2][3], r[3], g[3] = {0}, h[2] = {0};
        if (allowed && !(allowed[corners[0]] && allowed[corners[1]] && allowed[corners[2]])) continue;
        for (int x = 0; x < 3; x++) {
            const uint32_t *v = d->faces + 3 * (size_t)f;
            a[x] = (double)surface[3 * (size_t)v[0] + (size_t)x];
            e[0][x] = (double)surface[3 * (size_t)v[1] + (size_t)x] - a[x];
            e[1][x] = (double)surface[3 * (size_t)v[2] + (size_t)x] - a[x];
            r[x] = p[x] - a[x];
            g[0] += e[0][x] * e[0][x];
            g[1] += e[0][x] * e[1][x];
            g[2] += e[1][x] * e[1][x];
            h[0] += e[0][x] * r[x];
            h[1] += e[1][x] * r[x];
        }
        const double det = g[0] * g[2] - g[1] * g[1];
        if (det < 1e-20) continue;

        /* The foot of the perpendicular, moved into the triangle; its neighbour has the exact one. */
        double u = (g[2] * h[0] - g[1] * h[1]) / det, v = (g[0] * h[1] - g[1] * h[0]) / det;
        u = fmin(fmax(u, 0), 1);
        v = fmin(fmax(v, 0), 1 - u);
        double away = 0;
        for (int x = 0; x < 3; x++) {
            const double off = r[x] - u * e[0][x] - v * e[1][x];
            away += off * off;
        }
        if (away >= best) continue;
        best = away;
        found = f;
        weights[0] = 1 - u - v;
        weights[1] = u;
        weights[2] = v;
    }

    return found;
}

/* Writes the point of the template with the weights of a triangle's corners. */
static void put_template_point(double out[3], const pd_smpl_data *d, int face, const double weights[3])
{
    for (int x = 0; x < 3; x++) {
        out[x] = 0;
        for (int k = 0; k < 3; k++)
            out[x] += weights[k] *
                      (double)d->v_template[3 * (size_t)d->faces[3 * (size_t)face + (size_t)k] + (size_t)x];
    }
}

/* Moves a landmark that is seen on an eyeball, nearer than `depth`, to the nearest skin, which is the edge
 * of a lid. Returns false if none of the eyeballs is hit. */
static bool cast_eyes(double out[3], const face_maker *m, const pd_draw_view *view, const double pixel[2],
                      double depth)
{
    static const char *const names[2] = {"left_eye_smplhf", "right_eye_smplhf"};
    const pd_smpl_data *d = &m->model->data;

    for (int e = 0; e < 2; e++) {
        const float *centre = m->joints + 3 * pd_smpl_joint_find(d, names[e]);
        double ray[3], to[3], along = 0, square = 0, length = 0;
        for (int x = 0; x < 3; x++) {
            ray[x] = (pixel[0] - (double)view->cx) / (double)view->focal * (double)view->right[x] -
                     (pixel[1] - (double)view->cy) / (double)view->focal * (double)view->up[x] -
                     (double)view->back[x];
            to[x] = (double)centre[x] - (double)view->eye[x];
            along += ray[x] * to[x];
            square += to[x] * to[x];
            length += ray[x] * ray[x];
        }
        const double under = along * along - length * (square - EYEBALL * EYEBALL);
        const double t = under > 0 ? (along - sqrt(under)) / length : INFINITY;
        if (!(t < depth)) continue;

        double w[3], p[3];
        for (int x = 0; x < 3; x++) p[x] = (double)view->eye[x] + t * ray[x];
        const int f = nearest_triangle(w, d, m->skin, NULL, p);
        put_template_point(out, d, f, w);
        return true;
    }

    return false;
}

/* Finds the landmarks of one picture on the template: hits (3 for each landmark, `stride` apart). */
static void cast_face(face_maker *m, double *hits, size_t stride, const pd_draw_camera *camera,
                      const double (*points)[2])
{
    const pd_smpl_data *d = &m->model->data;
    const pd_draw_view view = pd_draw_view_of(camera, SIDE, SIDE);
    double nearest[LANDMARKS];
    for (int l = 0; l < LANDMARKS; l++) nearest[l] = INFINITY;

    for (int f = 0; f < d->face_count; f++) {
        pd_draw_corner c[3];
        for (int k = 0; k < 3; k++)
            pd_draw_project(&c[k], &view, m->skin + 3 * (size_t)d->faces[3 * (size_t)f + (size_t)k]);
        for (int l = 0; l < LANDMARKS; l++) {
            double w[3];
            const double depth = face_hit(w, c, points[l][0], points[l][1]);
            if (!(depth < nearest[l])) continue;
            nearest[l] = depth;
            put_template_point(hits + stride * (size_t)l, d, f, w);
        }
    }

    for (int l = 0; l < LANDMARKS; l++) cast_eyes(hits + stride * (size_t)l, m, &view, points[l], nearest[l]);
}

static int compare_numbers(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Returns the median of the numbers that are no NAN, which it sorts to the front; NAN if there are none. */
static double median_of(double *numbers, int count)
{
    int kept = 0;

    for (int i = 0; i < count; i++)
        if (!isnan(numbers[i])) numbers[kept++] = numbers[i];
    if (!kept) return NAN;
    qsort(numbers, (size_t)kept, sizeof *numbers, compare_numbers);

    return numbers[kept / 2];
}

/* Finds the mirror image of each landmark: the nearest pair first, then the nearest of those that are left. A
 * landmark of the middle is its own. */
static void pair_landmarks(int other[LANDMARKS], const double (*at)[3])
{
    for (int l = 0; l < LANDMARKS; l++) other[l] = -1;

    for (;;) {
        double best = FAR;
        int from = -1, to = -1;
        for (int l = 0; l < LANDMARKS; l++) {
            for (int o = l; o < LANDMARKS && other[l] < 0; o++) {
                if (other[o] >= 0) continue;
                const double x = at[o][0] + at[l][0], y = at[o][1] - at[l][1], z = at[o][2] - at[l][2];
                if (x * x + y * y + z * z >= best) continue;
                best = x * x + y * y + z * z;
                from = l;
                to = o;
            }
        }
        if (from < 0) return;
        other[from] = to;
        other[to] = from;
    }
}

/* Landmarks of the edges of the upper lids, right and left, without the corners of the eyes. */
static bool is_upper_lid(int landmark)
{
    static const int edge[] = {246, 161, 160, 159, 158, 157, 173, 466, 388, 387, 386, 385, 384, 398};

    for (size_t i = 0; i < sizeof edge / sizeof *edge; i++)
        if (edge[i] == landmark) return true;
    return false;
}

/* Marks the edge of the left upper lid (V): vertices that eyeBlinkLeft moves nearly as far as any other
 * vertex of the same place across. (The skin of the fold above covers parts of the lid of an open eye.) */
static void mark_lids(bool *out, const pd_smpl_data *d)
{
    int shape = 0;
    while (strcmp(d->expression_names[shape], "eyeBlinkLeft") != 0) shape++;
    const size_t E = (size_t)d->expression_count;

    for (int i = 0; i < d->vertex_count; i++) {
        const double down = -(double)d->expressiondirs[(3 * (size_t)i + 1) * E + (size_t)shape];
        double most = 0;
        for (int j = 0; j < d->vertex_count; j++)
            if (fabs((double)(d->v_template[3 * j] - d->v_template[3 * i])) < LID_STRIP)
                most = fmax(most, -(double)d->expressiondirs[(3 * (size_t)j + 1) * E + (size_t)shape]);
        out[i] = down > LID_LEAST && down > LID_SHARE * most;
    }
}

/* Writes the rows of core/observe/face/landmarks.c. Both sides are made exactly
 * each other's mirror image. */
static pd_status write_landmarks(face_maker *m, int pictures)
{
    const pd_smpl_data *d = &m->model->data;
    double *scratch = malloc((size_t)pictures * sizeof *scratch);
    bool *lids = malloc((size_t)d->vertex_count * sizeof *lids);
    double at[LANDMARKS][3], off[LANDMARKS];
    if (!scratch || !lids) return pd_fail(&m->err, PD_ERR_MEMORY, "points", "out of memory");
    mark_lids(lids, d);

    for (int l = 0; l < LANDMARKS; l++) {
        const double *hits = m->hits + 3 * (size_t)l * (size_t)m->picture_most;
        for (int x = 0; x < 3; x++) {
            for (int i = 0; i < pictures; i++) scratch[i] = hits[3 * i + x];
            at[l][x] = median_of(scratch, pictures);
        }
        for (int i = 0; i < pictures; i++)
            scratch[i] = sqrt(pow(hits[3 * i] - at[l][0], 2) + pow(hits[3 * i + 1] - at[l][1], 2) +
                              pow(hits[3 * i + 2] - at[l][2], 2));
        off[l] = MAD * median_of(scratch, pictures);
    }

    int other[LANDMARKS];
    pair_landmarks(other, (const double(*)[3])at);
    for (int l = 0; l < LANDMARKS; l++) {
        double p[3], w[3] = {0};
        const int o = other[l];
        for (int x = 0; x < 3; x++) p[x] = 0.5 * (at[l][x] + (x ? 1 : -1) * at[o][x]);

        /* The right side has the mirror image of the left side's triangle. */
        const bool is_right = p[0] < 0;
        if (is_right) p[0] = -p[0];
        const int f = nearest_triangle(w, d, d->v_template, is_upper_lid(l) ? lids : NULL, p);
        int v[3];
        for (int k = 0; k < 3; k++) {
            v[k] = (int)d->faces[3 * (size_t)f + (size_t)k];
            if (is_right) v[k] = d->mirror[v[k]];
        }
        printf("    {{%d, %d, %d}, {%.3ff, %.3ff}, %.1ff}, /* %d */\n", v[0], v[1], v[2], w[0], w[1],
               500 * (off[l] + off[o]), l);
    }
    free(scratch);
    free(lids);

    return PD_OK;
}

/* Reads the landmarks of all pictures: a line is the picture's number and 478 pairs x, y in pixels. */
static pd_status read_points(face_maker *m, const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file) return pd_fail(&m->err, PD_ERR_IO, path, "cannot be read");
    int number, taken = 0;
    double points[POINTS][2];

    while (fscanf(file, "%d", &number) == 1) {
        for (int l = 0; l < POINTS; l++)
            if (fscanf(file, "%lf %lf", &points[l][0], &points[l][1]) != 2) number = -1;
        if (number < 0 || number >= SIDES * m->count || taken == m->picture_most) break;
        const pd_draw_camera *camera = NULL;
        pd_smpl_body body;
        const pd_status status = make_face(&body, m, &m->cells[number / SIDES]);
        if (status != PD_OK) break;
        const pd_draw_camera seen = face_camera(m, number % SIDES);
        camera = &seen;
        cast_face(m, m->hits + 3 * taken++, 3 * (size_t)m->picture_most, camera, (const double(*)[2])points);
    }

    fclose(file);
    return taken ? write_landmarks(m, taken) : pd_fail(&m->err, PD_ERR_INVALID, path, "no landmarks in it");
}

/* Writes a picture of each of SHAPE_PEOPLE people at rest, then one for each of ARKit's shapes: picture
 * PERSON x (SHAPES + 1) + SHAPE + 1. */
static pd_status write_shapes(face_maker *m, const char *folder)
{
    char path[4096];
    pd_status status = PD_OK;

    for (int i = 0; i < SHAPE_PEOPLE; i++) {
        for (int e = -1; e < SHAPES && status == PD_OK; e++) {
            pd_smpl_body body;
            pd_tool_dressed_cell *cell = &m->cells[i];
            memset(cell->expression, 0, sizeof cell->expression);
            if (e >= 0) cell->expression[e] = 1;
            status = make_face(&body, m, cell);
            snprintf(path, sizeof path, "%s/%03d.png", folder, i * (SHAPES + 1) + e + 1);
            if (status == PD_OK) status = draw_face(m, cell, &body, 1, path);
        }
    }

    return status;
}

/* Writes the pictures and, with expressions, their weights: truth.txt, a line for each picture. */
static pd_status write_pictures(face_maker *m, const char *folder)
{
    char path[4096];
    pd_status status = PD_OK;

    snprintf(path, sizeof path, "%s/truth.txt", folder);
    FILE *truth = fopen(path, "w");
    if (!truth) return pd_fail(&m->err, PD_ERR_IO, path, "cannot be written");
    for (int i = 0; i < m->count && status == PD_OK; i++) {
        for (int side = 0; side < SIDES && status == PD_OK; side++) {
            pd_smpl_body body;
            if (m->is_expressive) express_face(m, i, side);
            status = make_face(&body, m, &m->cells[i]);
            for (int e = 0; e < m->model->expression_count; e++)
                fprintf(truth, "%.4f ", (double)m->cells[i].expression[e]);
            fprintf(truth, "\n");
            snprintf(path, sizeof path, "%s/%03d.png", folder, SIDES * i + side);
            if (status == PD_OK)
                status = draw_face(m, &m->cells[i], &body, m->is_expressive ? 1 : side, path);
        }
    }

    fclose(truth);
    return status;
}

static int run_train_landmarks(const pd_tool_args *args)
{
    face_maker *m = calloc(1, sizeof *m);
    char path[4096];
    int seed = 1;
    void *wardrobe = NULL;
    if (!m) return 1;
    m->args = args;
    m->is_expressive = pd_tool_flag(args, "expressive");
    const char *folder = pd_tool_text(args, "pictures"), *points = pd_tool_text(args, "points");
    if (!folder == !points) {
        free(m);
        return pd_tool_usage(args, "--pictures FOLDER or --points FILE expected");
    }
    if (!pd_tool_int(&seed, args, "seed", 1, 1 << 20)) return 2;

    /* The model, its wardrobe, and memory for one body. */
    pd_tool_model_path(path, sizeof path, "wardrobe");
    pd_status status = pd_tool_load(&wardrobe, PD_API_KIND_WARDROBE, path, &m->err);
    m->wardrobe = wardrobe;
    pd_tool_model_path(path, sizeof path, "person");
    if (status == PD_OK) status = pd_tool_load_body(&m->model, path, &m->err);
    if (status == PD_OK) {
        const size_t numbers = 3 * (size_t)m->model->vertex_count;
        m->picture_most = SIDES * PD_TOOL_SHEET_CELLS;
        const size_t hits = 3 * (size_t)LANDMARKS * (size_t)m->picture_most;
        m->skin = malloc(numbers * sizeof *m->skin);
        m->normals = malloc(numbers * sizeof *m->normals);
        m->hits = malloc(hits * sizeof *m->hits);
        if (!m->skin || !m->normals || !m->hits)
            status = pd_fail(&m->err, PD_ERR_MEMORY, "body", "out of memory");
        for (size_t i = 0; i < hits && m->hits; i++) m->hits[i] = NAN;
    }

    if (status == PD_OK) status = choose_people(m, seed);
    if (status == PD_OK && pd_tool_flag(args, "shapes"))
        status = write_shapes(m, folder);
    else if (status == PD_OK)
        status = folder ? write_pictures(m, folder) : read_points(m, points);
    const int code = status == PD_OK ? 0 : pd_tool_fail(args, &m->err);

    for (int i = 0; i < PD_TOOL_SHEET_CELLS; i++) free(m->cells[i].rotations);
    free(m->skin);
    free(m->normals);
    free(m->hits);
    pd_wardrobe_release(m->wardrobe);
    pd_smpl_model_release(m->model);
    free(m);

    return code;
}

static const pd_tool_option options[] = {
    {"pictures", "FOLDER", "write the pictures of the people into this folder", NULL},
    {"points", "FILE",
     "read landmarks of these pictures, and print the rows of core/observe/face/landmarks.c", NULL},
    {"expressive", NULL,
     "draw each person from the front, at rest and with two expressions; truth.txt has the weights", NULL},
    {"shapes", NULL, "draw three people at rest and with each of ARKit's shapes, from the front", NULL},
    {"seed", "N", "seed of the people", "1"},
    PD_TOOL_END};

const pd_tool_command pd_tool_cmd_train_landmarks = {
    .name = "train-landmarks",
    .words = "",
    .summary = "Find MediaPipe's landmarks of a face on the mesh of person",
    .details = "  posed-factory train-landmarks --pictures faces\n"
               "  factory/scripts/face_points.mjs faces > points.txt\n"
               "  posed-factory train-landmarks --points points.txt",
    .options = options,
    .run = run_train_landmarks,
};
