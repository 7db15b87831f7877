#include "tools/draw/motion_sheet.h"

#include "core/base/assert.h"
#include "core/retarget/skeleton.h"
#include "core/smpl/body.h"
#include "tools/draw/draw2d.h"
#include "tools/draw/raster.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define POSES      12
#define CELL       124 /* pixels: a pose's width */
#define ROW        232
#define VIEW       212  /* pixels: a pose's height, without its label */
#define SCALE      92.0 /* pixels a metre, of poses */
#define WIDTH      (POSES * CELL)
#define TITLE      62
#define CHART      136
#define MAP        420
#define STEP       5 /* frames between the poses of the second row */
#define FOV        0.25f
/* Direction of the camera relative to the front of the body: on its right, slightly in front. */
#define YAW        (-1.15)
#define PITCH      0.10f
#define SAMPLES    3 /* samples along a side of a pixel */
#define CHARTS_TOP (TITLE + 2 * ROW)
#define HEIGHT     (CHARTS_TOP + MAP)
#define CHARTS     (WIDTH - MAP)

static const uint8_t ink[3] = {40, 40, 44}, grey[3] = {170, 170, 176}, pale[3] = {232, 232, 236};
static const uint8_t left_red[3] = {200, 60, 50}, right_blue[3] = {40, 90, 190}, green[3] = {40, 150, 70};

typedef struct page {
    pd_io_image *picture;
    const pd_anim_track *t;
    const pd_tool_motion_body *body;
    double side[PD_ANIM_TRACK_MAX_JOINTS]; /* metres to the left, mean over the motion */
} page;

/* Returns the position of a joint in a frame. */
static const float *motion_sheet_joint_at(const pd_anim_track *t, int frame, int joint)
{
    return t->joints + 3 * ((size_t)frame * (size_t)t->joint_count + (size_t)joint);
}

/* Transforms a position into the frame of the root: x to the left, z ahead. */
static void local(double out[3], const pd_anim_track *t, int frame, const float *p)
{
    PD_ASSERT(frame >= 0 && frame < t->frame_count);
    const float *r = t->root + 3 * frame;
    const float *f = t->facing + 2 * frame;
    double x = p[0] - r[0];
    double z = p[2] - r[2];
    out[0] = f[1] * x - f[0] * z;
    out[1] = p[1] - r[1];
    out[2] = f[0] * x + f[1] * z;
}

/* Returns the colour of a joint by its side. */
static const uint8_t *side_colour(double x)
{
    return x > 0.03 ? left_red : x < -0.03 ? right_blue : ink;
}

/* ---- poses: bodies ---- */

/* Returns the frame that a cell shows. The first row is spread evenly over the motion; the second shows every
 * STEP-th frame from the middle on. */
static int motion_sheet_frame_of(const pd_anim_track *t, int cell)
{
    int last = t->frame_count - 1;
    int step = t->frame_count / 2 + STEP * (cell - POSES);
    if (cell < POSES) return (int)lround((double)cell * last / (POSES - 1));
    return step < last ? step : last;
}

typedef struct worker {
    pd_tool_raster raster;
    pd_arena scratch;
    float *vertices, *normals, *rotations; /* one block, at vertices */
} worker;

typedef struct crowd {
    const page *page;
    pd_vec3 rest; /* the pelvis of the body at rest */
    worker *workers;
} crowd;

/* A rectangle on the ground under a foot, in the side's colour while it is planted. */
static void draw_patch(pd_tool_raster *raster, const pd_draw_camera *camera, const pd_anim_track *t,
                       int frame, int side)
{
    PD_ASSERT(side == 0 || side == 1);
    static const float up[12] = {0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0};
    static const uint32_t faces[6] = {0, 1, 2, 0, 2, 3};

    /* Compute the foot's direction on the ground; if heel and toe coincide, use that of the body. */
    const float *toe = motion_sheet_joint_at(t, frame, t->toes[side]);
    const float *heel = motion_sheet_joint_at(t, frame, t->heels[side]);
    float along[2] = {toe[0] - heel[0], toe[2] - heel[2]};
    float length = hypotf(along[0], along[1]);
    float corners[12];
    if (length < 1e-4f) {
        along[0] = t->facing[2 * frame];
        along[1] = t->facing[2 * frame + 1];
        length = 1;
    }

    for (int c = 0; c < 2; c++) along[c] /= length;

    /* Corners of a rectangle along the line from heel to toe, on the ground. */
    for (int i = 0; i < 4; i++) {
        float ahead = i == 0 || i == 3 ? -0.22f : 0.12f;
        float aside = i < 2 ? -0.06f : 0.06f;
        corners[3 * i] = toe[0] + ahead * along[0] + aside * along[1];
        corners[3 * i + 1] = t->ground[2 * frame + side];
        corners[3 * i + 2] = toe[2] + ahead * along[1] - aside * along[0];
    }

    /* A planted foot colours its patch. */
    const float *contacts = t->contacts + 4 * (size_t)frame + 2 * side;
    int planted = fmaxf(contacts[0], contacts[1]) > (float)PD_ANIM_TRACK_CONTACT;
    pd_tool_surface patch = {.vertices = corners,
                             .normals = up,
                             .faces = faces,
                             .vertex_count = 4,
                             .face_count = 2,
                             .albedo = {0.60f, 0.60f, 0.62f}};
    static const float colours[2][3] = {{0.60f, 0.05f, 0.03f}, {0.03f, 0.12f, 0.52f}};
    if (planted) memcpy(patch.albedo, colours[side], sizeof patch.albedo);
    pd_tool_raster_draw(raster, camera, &patch);
}

/* Draws the body of one cell. Runs on a worker. */
static void draw_body(void *arg, int cell, int index)
{
    const crowd *c = arg;
    const page *p = c->page;
    const pd_anim_track *t = p->t;
    const pd_retarget_motion *motion = p->body->motion;
    const pd_smpl_model *model = p->body->model;
    worker *w = &c->workers[index];
    int frame = motion_sheet_frame_of(t, cell);
    int left = cell % POSES * CELL;
    int top = TITLE + cell / POSES * ROW;
    const float *root = t->root + 3 * (size_t)frame;
    const float *facing = t->facing + 2 * (size_t)frame;

    /* Pose the body where the motion has its pelvis. */
    pd_vec3 pelvis = motion->clip.roots[frame];
    pd_vec3 rest = c->rest;
    const float translation[3] = {(float)(pelvis.x - rest.x), (float)(pelvis.y - rest.y),
                                  (float)(pelvis.z - rest.z)};
    pd_smpl_body body = {.betas = motion->betas,
                         .beta_count = motion->beta_count,
                         .rotations = w->rotations,
                         .translation = translation,
                         .vertices = w->vertices,
                         .normals = w->normals};
    pd_smpl_job job = {.bodies = &body, .body_count = 1, .skinning = model->data.skinning, .contact = NULL};
    pd_retarget_motion_rotations(w->rotations, motion, frame);
    pd_arena_reset(&w->scratch);
    pd_smpl_job_run(&job, model, &w->scratch, &pd_executor_serial);

    /* The camera follows the body and is turned with its heading. */
    float view = VIEW / (float)SCALE;
    pd_draw_camera camera = {.target = {root[0], root[1] + 0.42f * view, root[2]},
                             .distance = 0.5f * view / tanf(0.5f * FOV),
                             .yaw = (float)(atan2(facing[0], facing[1]) + YAW),
                             .pitch = PITCH,
                             .fov = FOV};
    pd_tool_surface skin = {.vertices = w->vertices,
                            .normals = w->normals,
                            .faces = model->data.faces,
                            .vertex_count = model->vertex_count,
                            .face_count = model->face_count,
                            .albedo = {0.66f, 0.45f, 0.35f}};
    pd_tool_raster_clear(&w->raster);
    for (int s = 0; s < 2; s++) draw_patch(&w->raster, &camera, t, frame, s);
    pd_tool_raster_draw(&w->raster, &camera, &skin);
    pd_tool_raster_resolve(p->picture, left, top, &w->raster);
}

/* Draws all bodies in parallel. */
static pd_status draw_bodies(const page *p, pd_error *err)
{
    const pd_smpl_model *model = p->body->model;
    const pd_executor *executor = p->body->executor;
    size_t vertices = (size_t)model->vertex_count;
    size_t count = (size_t)executor->worker_count;
    pd_smpl_body any = {.betas = p->body->motion->betas, .beta_count = p->body->motion->beta_count};
    pd_status status = PD_OK;
    pd_anim_skeleton skeleton;

    /* The skeleton says where the pelvis of the unposed body is. */
    status = pd_retarget_skeleton_of(&skeleton, model, any.betas, any.beta_count, err);
    if (status != PD_OK) return status;
    crowd c = {p, skeleton.offsets[skeleton.root], calloc(count, sizeof *c.workers)};
    if (!c.workers) return pd_fail(err, PD_ERR_MEMORY, "sheet", "out of memory");

    /* Allocate meshes, scratch memory and raster of each worker. */
    for (size_t i = 0; status == PD_OK && i < count; i++) {
        worker *w = &c.workers[i];
        w->vertices = malloc((6 * vertices + 9 * (size_t)model->joint_count) * sizeof *w->vertices);
        if (!w->vertices) status = pd_fail(err, PD_ERR_MEMORY, "sheet", "out of memory");
        if (status != PD_OK) break;
        w->normals = w->vertices + 3 * vertices;
        w->rotations = w->normals + 3 * vertices;
        any.vertices = w->vertices;
        any.normals = w->normals;
        pd_smpl_job job = {
            .bodies = &any, .body_count = 1, .skinning = model->data.skinning, .contact = NULL};
        status = pd_smpl_job_check(&job, model, err);
        if (status == PD_OK && !pd_arena_init(&w->scratch, pd_smpl_job_scratch_bytes(&job, model)))
            status = pd_fail(err, PD_ERR_MEMORY, "sheet", "out of memory");

        if (status == PD_OK) status = pd_tool_raster_init(&w->raster, CELL, VIEW, SAMPLES, err);
    }

    if (status == PD_OK) pd_execute(executor, draw_body, &c, 2 * POSES);

    for (size_t i = 0; i < count; i++) {
        pd_tool_raster_deinit(&c.workers[i].raster);
        pd_arena_deinit(&c.workers[i].scratch);
        free(c.workers[i].vertices);
    }

    free(c.workers);

    return status;
}

/* ---- poses: bones ---- */

/* Draws one pose as bones, seen from the right side of the body, with the ground under each foot. */
static void draw_pose(const page *p, int frame, int cell, int top)
{
    const pd_anim_track *t = p->t;
    double middle = (cell + 0.5) * CELL;
    double floor = top + VIEW - 8;

    pd_tool_draw_line(p->picture, cell * CELL, floor, (cell + 1) * CELL, floor, 1, pale);

    /* Draw the ground below each foot. */
    for (int s = 0; s < 2; s++) {
        double at[3];
        float toe[3];
        memcpy(toe, motion_sheet_joint_at(p->t, frame, p->t->toes[s]), sizeof toe);
        toe[1] = p->t->ground[2 * frame + s];
        local(at, p->t, frame, toe);
        double x = middle + SCALE * at[2];
        double y = floor - SCALE * at[1];
        pd_tool_draw_line(p->picture, x - 14, y, x + 14, y, 1, s ? right_blue : left_red);
    }

    /* Draw the bones in the colours of their sides. */
    for (int k = 0; k < t->joint_count; k++) {
        double a[3], b[3];
        if (t->parents[k] < 0) continue;
        local(a, t, frame, motion_sheet_joint_at(t, frame, t->parents[k]));
        local(b, t, frame, motion_sheet_joint_at(t, frame, k));
        pd_tool_draw_line(p->picture, middle + SCALE * a[2], floor - SCALE * a[1], middle + SCALE * b[2],
                          floor - SCALE * b[1], 2, side_colour(p->side[k]));
    }

    /* Dots at heels and toes that are planted. */
    for (int k = 0; k < 4; k++) {
        int side = k / 2;
        int joint = k % 2 ? p->t->toes[side] : p->t->heels[side];
        double at[3];
        local(at, p->t, frame, motion_sheet_joint_at(p->t, frame, joint));
        if (p->t->contacts[4 * frame + k] > (float)PD_ANIM_TRACK_CONTACT)
            pd_tool_draw_dot(p->picture, middle + SCALE * at[2], floor - SCALE * at[1], 3.2,
                             side ? right_blue : left_red);
    }
}

/* ---- charts ---- */

/* A chart: its upper edge in pixels, and the value at the top of its scale,
 * which begins with 0 at the bottom. */
typedef struct chart {
    int top;
    double most;
} chart;

/* Returns the horizontal place of a frame in a chart. */
static double x_of(const page *p, int frame)
{
    return 34 + (double)frame * (CHARTS - 50) / p->t->frame_count;
}

/* Returns the vertical place of a value in a chart. Values far above the scale are cut off. */
static double y_of(const chart *c, double value)
{
    return c->top + CHART - 24 - fmin(1.05, value / c->most) * (CHART - 46);
}

/* Draws the axes, the title and the labels of a chart. */
static void draw_frame(const page *p, const chart *c, const char *title)
{
    /* Draw the title, the axis at 0, the top of the scale and its number. */
    char label[32];

    pd_tool_raster_text(p->picture, 34, c->top + 4, 1, title, ink);
    pd_tool_draw_line(p->picture, 34, y_of(c, 0), CHARTS - 16, y_of(c, 0), 1, grey);
    pd_tool_draw_line(p->picture, 34, y_of(c, c->most), CHARTS - 16, y_of(c, c->most), 1, pale);
    snprintf(label, sizeof label, "%.3g", c->most);
    pd_tool_raster_text(p->picture, 2, (int)y_of(c, c->most) - 4, 1, label, grey);

    /* Label the time axis at eleven frames, ten equal steps apart. */
    for (int s = 0; s <= 10; s++) {
        int frame = (int)((double)s * p->t->frame_count / 10);
        snprintf(label, sizeof label, "%.1f s", frame / p->t->rate);
        pd_tool_raster_text(p->picture, (int)x_of(p, frame) - 8, c->top + CHART - 12, 1, label, grey);
    }
}

/* Draws the heights of the toes above the ground, and bars while they are planted. */
static void draw_heights(const page *p, int top)
{
    chart c = {top, 0.3};

    draw_frame(
        p, &c,
        "height of the toes over the ground, metres: left red, right blue; bars below: the foot is planted");
    for (int s = 0; s < 2; s++)
        for (int i = 1; i < p->t->frame_count; i++) {
            const uint8_t *colour = s ? right_blue : left_red;
            double a = motion_sheet_joint_at(p->t, i - 1, p->t->toes[s])[1] - p->t->ground[2 * (i - 1) + s];
            double b = motion_sheet_joint_at(p->t, i, p->t->toes[s])[1] - p->t->ground[2 * i + s];
            pd_tool_draw_line(p->picture, x_of(p, i - 1), y_of(&c, a), x_of(p, i), y_of(&c, b), 1, colour);
            if (p->t->contacts[4 * i + 2 * s + 1] > (float)PD_ANIM_TRACK_CONTACT)
                pd_tool_draw_line(p->picture, x_of(p, i - 1), y_of(&c, 0) + 3 + 3 * s, x_of(p, i),
                                  y_of(&c, 0) + 3 + 3 * s, 2, colour);
        }
}

/* Returns the speed of the root over the ground. */
static double speed_at(const pd_anim_track *t, int frame)
{
    PD_ASSERT(frame > 0 && frame < t->frame_count);
    const float *a = t->root + 3 * (frame - 1);
    const float *b = t->root + 3 * frame;
    return hypot(b[0] - a[0], b[2] - a[2]) * t->rate;
}

/* Returns the speed that was asked for. */
static double asked_at(const pd_anim_track *t, int frame)
{
    return hypot(t->desired[2 * frame], t->desired[2 * frame + 1]);
}

/* Draws the speed of the body and the speed that was asked for. */
static void draw_speeds(const page *p, int top)
{
    chart c = {top, 0.5};

    /* The scale goes up to the largest speed, 8 m/s at most. */
    for (int i = 1; i < p->t->frame_count; i++) c.most = fmax(c.most, fmin(8, speed_at(p->t, i)));
    draw_frame(p, &c, "speed of the body, metres a second; green: the speed asked for");
    for (int i = 2; i < p->t->frame_count; i++) {
        pd_tool_draw_line(p->picture, x_of(p, i - 1), y_of(&c, asked_at(p->t, i - 1)), x_of(p, i),
                          y_of(&c, asked_at(p->t, i)), 1.4, green);
        pd_tool_draw_line(p->picture, x_of(p, i - 1), y_of(&c, speed_at(p->t, i - 1)), x_of(p, i),
                          y_of(&c, speed_at(p->t, i)), 1.4, ink);
    }
}

/* Draws the contacts of heels and toes. */
static void draw_phases(const page *p, int top)
{
    chart c = {top, 1};

    draw_frame(p, &c, "what carries weight, 0 to 1; from below: left heel, left toe, right heel, right toe");
    for (int k = 0; k < 4; k++) /* A quarter of the chart for each contact. */
        for (int i = 1; i < p->t->frame_count; i++) {
            double base = k * 0.25;
            double a = p->t->contacts[4 * (i - 1) + k];
            double b = p->t->contacts[4 * i + k];
            pd_tool_draw_line(p->picture, x_of(p, i - 1), y_of(&c, base + 0.22 * a), x_of(p, i),
                              y_of(&c, base + 0.22 * b), 1, k < 2 ? left_red : right_blue);
        }
}

/* ---- map ---- */

typedef struct map {
    double x, z, scale; /* middle, pixels a metre */
} map;

/* Converts a point to the map, seen from above: +x is left, +z is up. */
static void map_point(double out[2], const map *m, double x, double z)
{
    out[0] = CHARTS + MAP / 2.0 - (x - m->x) * m->scale;
    out[1] = CHARTS_TOP + MAP / 2.0 - (z - m->z) * m->scale;
}

/* Draws a line on the map between two points, whose z is at index `step`. */
static void map_line(const page *p, const map *m, const float *a, const float *b, int step, double width,
                     const uint8_t rgb[3])
{
    double from[2], to[2];
    map_point(from, m, a[0], a[step]);
    map_point(to, m, b[0], b[step]);
    pd_tool_draw_line(p->picture, from[0], from[1], to[0], to[1], width, rgb);
}

/* Draws the motion from above. */
static void draw_map(const page *p)
{
    const pd_anim_track *t = p->t;

    /* Choose the middle and the scale from the extent of the root's path. */
    double low[2] = {INFINITY, INFINITY};
    double high[2] = {-INFINITY, -INFINITY};
    for (int i = 0; i < t->frame_count; i++)
        for (int c = 0; c < 2; c++) {
            low[c] = fmin(low[c], t->root[3 * i + 2 * c]);
            high[c] = fmax(high[c], t->root[3 * i + 2 * c]);
        }
    double span = fmax(1, fmax(high[0] - low[0], high[1] - low[1]) + 0.8);
    map m = (map){(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (MAP - 40) / span};

    char label[48];

    /* The path that was to be followed. */
    const pd_anim_track *track = p->t;
    int segments = track->path_closed ? track->path_count : track->path_count - 1;
    for (int s = 0; s < segments; s++)
        map_line(p, &m, track->path + 2 * s, track->path + 2 * ((s + 1) % track->path_count), 1, 1, green);

    /* The path of the root, and the places where toes were planted. */
    for (int i = 1; i < t->frame_count; i++)
        map_line(p, &m, t->root + 3 * (i - 1), t->root + 3 * i, 2, 1.4, grey);

    for (int i = 0; i < t->frame_count; i++)
        for (int s = 0; s < 2; s++) {
            double at[2];
            const float *toe = motion_sheet_joint_at(t, i, t->toes[s]);
            map_point(at, &m, toe[0], toe[2]);
            if (t->contacts[4 * i + 2 * s + 1] > (float)PD_ANIM_TRACK_CONTACT)
                pd_tool_draw_dot(p->picture, at[0], at[1], 1.4, s ? right_blue : left_red);
        }

    /* Draw the heading once a second. */
    for (int i = 0; i < t->frame_count; i += (int)t->rate) {
        const float *r = t->root + 3 * i;
        const float ahead[3] = {r[0] + 0.25f * t->facing[2 * i], 0, r[2] + 0.25f * t->facing[2 * i + 1]};
        map_line(p, &m, r, ahead, 2, 1, ink);
    }

    snprintf(label, sizeof label, "from above, %.1f m wide: where feet are planted", MAP / m.scale);
    pd_tool_raster_text(p->picture, CHARTS + 12, CHARTS_TOP + 4, 1, label, ink);
}

/* ---- the page ---- */

/* Captions of measures in the order of the page: X(member,
 * words before the number, factor, unit after it). */
#define CAPTIONS(X)                                                                                          \
    X(speed, "mean speed", 1, " m/s")                                                                        \
    X(speed_ratio, "share of the speed asked for", 100, " %")                                                \
    X(direction, "off the direction asked for", 57.29577951308232, " degrees")                               \
    X(path, "off the path", 100, " cm")                                                                      \
    X(turn_t90, "turns take", 1, " s")                                                                       \
    X(start_t90, "starts take", 1, " s")                                                                     \
    X(stop_rest, "stops take", 1, " s")                                                                      \
    X(stop_distance, "stops within", 1, " m")                                                                \
    X(slide, "planted feet slide", 1000, " mm/s")                                                            \
    X(drift, "a planted foot moves", 1000, " mm a step")                                                     \
    X(floating, "planted toes float", 1000, " mm (95 of 100 are lower)")                                     \
    X(pen_max, "deepest toe under the ground", 1000, " mm")                                                  \
    X(flight, "longest in the air", 1, " s")                                                                 \
    X(jerk, "mean jerk of the joints", 1, " m/s3")

/* Name, and the measures in words: as many lines as they need. */
static void draw_title(const page *p, const pd_train_quality *quality, const char *title)
{
    char line[WIDTH / PD_TOOL_GLYPH_WIDTH] = "";
    int y = 28;
    const char *legend = p->body ? "under the feet: red left, blue right foot planted; pale: in the air"
                                 : "red: left, blue: right; dots: heel or toe planted";

    pd_tool_raster_text(p->picture, 10, 6, 2, title, ink);
    pd_tool_raster_text(p->picture, WIDTH - 10 - PD_TOOL_GLYPH_WIDTH * (int)strlen(legend), 10, 1, legend,
                        ink);
    if (!quality) return;
#define CAPTION(member, words, factor, unit) {words, unit, (double)(factor)*quality->member},
    const struct {
        const char *words, *unit;
        double value;
    } captions[] = {CAPTIONS(CAPTION)};
#undef CAPTION
    for (size_t i = 0; i < sizeof captions / sizeof *captions; i++) {
        char one[96];
        if (isnan(captions[i].value)) continue;
        snprintf(one, sizeof one, "%s%s: %.4g%s", *line ? ";  " : "", captions[i].words,
                 round(100 * captions[i].value) / 100, captions[i].unit);

        /* Begin a new line when this one is full. */
        if (strlen(line) + strlen(one) + 6 > sizeof line) {
            pd_tool_raster_text(p->picture, 10, y, 1, line, ink);
            *line = 0;
            y += 14;
            memmove(one, one + 3, strlen(one + 3) + 1);
        }

        strcat(line, one);
    }

    pd_tool_raster_text(p->picture, 10, y, 1, line, ink);
}

pd_status pd_tool_motion_sheet(pd_io_image *picture, const pd_anim_track *track,
                               const pd_train_quality *quality, const pd_tool_motion_body *body,
                               const char *title, pd_error *err)
{
    pd_status status = pd_io_image_init(picture, WIDTH, HEIGHT, 3, 8, err);

    if (status != PD_OK) return status;

    memset(picture->samples, 255, (size_t)WIDTH * HEIGHT * 3);
    page p = {.picture = picture, .t = track, .body = body};

    /* The side of each joint is its mean place to the left or right. */
    for (int k = 0; k < p.t->joint_count; k++) {
        for (int i = 0; i < p.t->frame_count; i++) {
            double at[3];
            local(at, p.t, i, motion_sheet_joint_at(p.t, i, k));
            p.side[k] += at[0] / p.t->frame_count;
        }
    }

    /* Draw the poses with their times below. */
    draw_title(&p, quality, title);
    if (p.body && (status = draw_bodies(&p, err)) != PD_OK) {
        pd_io_image_deinit(picture);
        return status;
    }

    for (int i = 0; i < 2 * POSES; i++) {
        int frame = motion_sheet_frame_of(p.t, i);
        int column = i % POSES;
        int top = TITLE + i / POSES * ROW;
        char label[32];
        if (!p.body) draw_pose(&p, frame, column, top);
        snprintf(label, sizeof label, "%.2f s", frame / p.t->rate);
        pd_tool_raster_text(p.picture, column * CELL + (CELL - 6 * (int)strlen(label)) / 2, top + VIEW + 6, 1,
                            label, ink);
    }

    /* Charts and the map. */
    draw_heights(&p, CHARTS_TOP);
    draw_speeds(&p, CHARTS_TOP + CHART);
    draw_phases(&p, CHARTS_TOP + 2 * CHART);
    draw_map(&p);

    return PD_OK;
}
