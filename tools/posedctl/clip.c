/* posedctl clip: inspects motion capture and retargets it to a body. */
#include "core/retarget/figure/retarget.h"
#include "core/base/assert.h"
#include "core/base/file.h"
#include "core/mhr/convert/convert.h"
#include "core/motion/amass.h"
#include "core/motion/capture.h"
#include "core/motion/gather/regressed.h"
#include "core/motion/vrm_animation.h"
#include "tools/posedctl/clip_biped.h"
#include "tools/character/character_file.h"
#include "tools/motion/amass_file.h"
#include "tools/motion/clip_edit.h"
#include "tools/base/mesh_list.h"
#include "tools/base/format.h"
#include "tools/base/mode.h"
#include "tools/motion/motion_file.h"
#include "tools/base/progress.h"
#include "tools/draw/sheet.h"
#include "tools/motion/side_info.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define DEGREE    0.017453292f
#define CELLS_MAX 256
#define FILES_MAX 8    /* rows of a render                                                  */
#define FORWARD   0.10 /* m: a foot this far ahead of the hips begins a stride, at its most */
#define AROUND_S  0.25 /* s: before and after it no frame has it further ahead              */

/* Returns the mode of a file by its ending. */
static const char *source_of(const char *path)
{
    if (pd_tool_motion_has_poses(path)) return "poses";
    if (pd_tool_ends_with(path, ".bvh")) return "bvh";
    if (pd_tool_ends_with(path, ".fbx")) return "fbx";
    static const char *const scenes[] = {".glb", ".vrm", ".vrma", ".gltf", ".zip"};
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
        if (pd_tool_ends_with(path, scenes[i])) return "scene";

    return "capture";
}

/* ---- info ---- */

/* Prints one line about a file: its skeleton, length, scale, height and distance walked. */
static int info_one(const pd_tool_args *args, const char *path, const pd_motion_capture_options *options)
{
    pd_motion_capture capture;
    pd_error err = {0};

    /* Side files hold labels, not motion, and have a report of their own. */
    const bool is_side = pd_tool_is_side_file(path);
    if (pd_tool_mode(args, "source", is_side ? "side" : source_of(path))) return 2;
    if (is_side) return pd_tool_side_info(args, path);
    if (pd_motion_capture_load(&capture, path, options, &err) != PD_OK) return pd_tool_fail(args, &err);
    pd_tool_motion_tell(path, capture.note);

    const pd_anim_clip *clip = &capture.clip;

    /* Height of the figure: from the lowest to the highest joint or tip in the reference pose. */
    const pd_anim_skeleton *skeleton = &clip->skeleton;
    pd_quat local[PD_ANIM_MAX_JOINTS], world[PD_ANIM_MAX_JOINTS];
    pd_vec3 p[PD_ANIM_MAX_JOINTS];
    double low[3] = {1e9, 1e9, 1e9};
    double high[3] = {-1e9, -1e9, -1e9};
    for (int j = 0; j < skeleton->joint_count; j++) local[j] = pd_q_identity();
    if (capture.source) pd_anim_source_reference(local, skeleton, capture.source);
    pd_anim_skeleton_forward(p, world, skeleton, local, pd_vec3_make(0, 0, 0));
    for (int j = 0; j < skeleton->joint_count; j++) {
        pd_vec3 tip = pd_vec3_add(p[j], pd_q_rotate(world[j], clip->ends[j]));
        const double at[2][3] = {{p[j].x, p[j].y, p[j].z}, {tip.x, tip.y, tip.z}};
        for (int i = 0; i < 6; i++) {
            low[i % 3] = fmin(low[i % 3], at[i / 3][i % 3]);
            high[i % 3] = fmax(high[i % 3], at[i / 3][i % 3]);
        }
    }

    /* Files of unknown skeletons have any axis up: the figure is longer than thick. */
    const double tall = high[1] - low[1];
    const double deep = high[2] - low[2];
    const double figure = capture.source || tall >= deep ? tall : deep;

    /* Length of the root's path over the ground. */
    double path_m = 0;
    for (int t = 1; t < clip->frame_count; t++) {
        const pd_vec3 way = pd_vec3_sub(clip->roots[t], clip->roots[t - 1]);
        path_m += hypot(way.x, figure == tall ? way.z : way.y);
    }

    printf("%-40s %-12s %3d joints %6d frames %8.2f s %7.2f/s  1 unit %.6g m  figure %.2f m  path %.1f m",
           path, capture.source ? capture.source->name : "unknown", clip->skeleton.joint_count,
           clip->frame_count, pd_anim_clip_seconds(clip), clip->rate, capture.metres_per_unit, figure,
           path_m);
    if (capture.first_frame) printf("  from frame %d on", capture.first_frame);
    if (capture.stretch > 1e-3) printf("  bones stretch by %.3f m", capture.stretch);
    putchar('\n');
    pd_motion_capture_deinit(&capture);

    return 0;
}

/* Prints a line for each file. Returns the worst exit code. */
static int info(const pd_tool_args *args)
{
    pd_motion_capture_options options = {.animation = pd_tool_text(args, "animation")};

    if (!pd_tool_double(&options.metres_per_unit, args, "unit", 1e-6, 1e6) ||
        !pd_tool_double(&options.rate, args, "source-rate", 0.001, 1e6))
        return 2;
    int worst = 0;
    for (int i = 1; i < args->word_count; i++) {
        int code = info_one(args, args->words[i], &options);
        if (code > worst) worst = code;
    }

    return worst;
}

/* ---- convert and render ---- */

typedef struct work {
    const pd_tool_args *args;
    const pd_tool_format *format;
    pd_tool_local local;
    pd_tool_motion motion;
    pd_tool_clip_edit edit;
    double unit, source_rate; /* unit and rate of the file if the user gives them; otherwise 0 */
    pd_tool_amass amass;
    pd_error err;
} work;

static pd_status encode_npz(pd_buffer *out, void *arg)
{
    work *w = arg;
    return pd_motion_npz(out, &w->motion, w->local.model, &w->err);
}

static pd_status encode_bvh(pd_buffer *out, void *arg)
{
    work *w = arg;
    return pd_motion_capture_write_bvh(out, &w->motion.clip, &w->err);
}

static pd_status encode_glb(pd_buffer *out, void *arg)
{
    work *w = arg;
    return pd_motion_glb(out, &w->motion, w->local.model, w->local.executor, w->args->words[1], &w->err);
}

static pd_status encode_vrma(pd_buffer *out, void *arg)
{
    work *w = arg;
    return pd_motion_vrm_animation(out, &w->motion.clip, "motion", NULL, NULL, &w->err);
}

#define FORMATS(X)                                                                                           \
    X("npz", "npz", encode_npz, "poses of the body as AMASS has them")                                       \
    X("bvh", "bvh", encode_bvh, "the skeleton's motion for animation programs")                              \
    X("glb", "glb", encode_glb, "the body with an animation")                                                \
    X("vrma", "vrma", encode_vrma, "a VRM animation, which fits every VRM")
static const pd_tool_format formats[] = {FORMATS(PD_TOOL_FORMAT_ROW) PD_TOOL_FORMAT_END};

/* Writes the motion in the chosen format, and reports parts that the format cannot represent. */
static int convert_clip(work *w)
{
    const pd_anim_clip *clip = &w->motion.clip;
    pd_buffer file = {0};

    if (clip->soft && w->format->encode != encode_npz && w->format->encode != encode_glb)
        pd_tool_note(w->args, "dmpls (soft tissue) are left out: %s has no skin; npz and glb have it",
                     w->format->name);
    if (w->motion.expressions && w->format->encode != encode_npz)
        pd_tool_note(w->args, "the expressions are left out: of the formats only npz has them");
    int code = w->format->encode(&file, w)
                   ? pd_tool_fail(w->args, &w->err)
                   : pd_tool_write_noted(w->args, pd_tool_text(w->args, "o"), file.data, file.size,
                                         "%d frame%s, %.2f s", clip->frame_count,
                                         PD_TOOL_S(clip->frame_count), pd_anim_clip_seconds(clip));
    pd_buffer_deinit(&file);

    return code;
}

/* Frames [first, last] of a motion that are drawn. */
typedef struct span {
    int first, last;
} span;

/* Returns how far the right ankle is ahead of the hips, metres. */
static double right_ahead(const pd_tool_motion *motion, int ankle, int frame)
{
    PD_ASSERT(frame >= 0 && frame < motion->clip.frame_count);
    const int root = motion->clip.skeleton.root;
    pd_vec3 p[PD_ANIM_MAX_JOINTS];
    pd_anim_clip_pose(p, NULL, &motion->clip, frame);
    pd_vec3 z = pd_q_rotate(pd_anim_clip_frame(&motion->clip, frame)[root], pd_vec3_make(0, 0, 1));
    pd_vec3 off = pd_vec3_sub(p[ankle], p[root]);

    return (off.x * z.x + off.z * z.z) / hypot(z.x, z.z);
}

/* The first stride in `within`: from where the right foot is furthest ahead to the next such frame. All of
 * `within` if there is none. */
static span stride_of(const pd_tool_motion *motion, span within)
{
    const int ankle = pd_anim_skeleton_find(&motion->clip.skeleton, "right_ankle");
    const int around = (int)(AROUND_S * motion->clip.rate);
    int first = -1;

    for (int t = within.first; ankle >= 0 && t <= within.last; t++) {
        /* A frame counts if no frame within AROUND_S has the foot further ahead;
         * of equal ones the first counts. */
        const double here = right_ahead(motion, ankle, t);
        bool most = here > FORWARD;
        for (int i = t - around; most && i <= t + around; i++)
            if (i != t && i >= 0 && i < motion->clip.frame_count) {
                const double there = right_ahead(motion, ankle, i);
                most = i < t ? there < here : there <= here;
            }
        if (!most) continue;
        if (first >= 0) return (span){first, t};
        first = t;
    }

    return within;
}

/* Fills cells at even steps over the span, and their rotations (count,K,3,3) and soft-tissue coefficients
 * (count, soft_count). Each is seen from the same side of the body, or with --fixed all from the same
 * direction as the first. */
static void fill_cells(pd_tool_cell *cells, float *rotations, float *soft, const work *w,
                       const pd_tool_motion *motion, span part, int count, float yaw)
{
    PD_ASSERT(count > 0);
    const pd_anim_clip *clip = &motion->clip;
    size_t row = 9 * (size_t)w->local.model->joint_count;
    for (int i = 0; i < count; i++) {
        int frame = part.first;
        if (count > 1) frame += (int)lround((double)i * (part.last - part.first) / (count - 1));

        /* Turn the camera with the body's heading. */
        const int seen_at = pd_tool_flag(w->args, "fixed") ? part.first : frame;
        const pd_vec3 ahead =
            pd_q_rotate(pd_anim_clip_frame(clip, seen_at)[clip->skeleton.root], pd_vec3_make(0, 0, 1));
        cells[i] = (pd_tool_cell){.model = w->local.model,
                                  .rotations = rotations + (size_t)i * row,
                                  .yaw = (float)atan2(ahead.x, ahead.z) + yaw};
        memcpy(cells[i].betas, motion->betas, sizeof cells[i].betas);

        /* Soft tissue has a row for each frame. */
        if (clip->soft) {
            float *own = soft + (size_t)i * (size_t)w->local.model->soft_count;
            memcpy(own, clip->soft + (size_t)frame * (size_t)clip->soft_count,
                   (size_t)clip->soft_count * sizeof *own);
            cells[i].soft = own;
        }

        pd_retarget_motion_rotations(cells[i].rotations, motion, frame);
        snprintf(cells[i].label, sizeof cells[i].label, "%.2f s", frame / clip->rate);
    }
}

/* Renders the sheet and writes it as PNG. */
static int draw_clip(work *w, const pd_tool_sheet *sheet)
{
    pd_io_image picture = {0};
    pd_buffer file = {0};
    pd_status status = pd_tool_sheet_render(&picture, sheet, w->local.executor, &w->err);

    if (!status) status = pd_io_png_write(&file, &picture, &w->err);
    int code = status ? pd_tool_fail(w->args, &w->err)
                      : pd_tool_write_noted(w->args, pd_tool_text(w->args, "o"), file.data, file.size,
                                            "%d x %d pixels, %d poses", picture.width, picture.height,
                                            sheet->cell_count);
    pd_io_image_deinit(&picture);
    pd_buffer_deinit(&file);

    return code;
}

/* Applies the cut and the new rate of the clip to the expressions, by linear interpolation. `rate` and
 * `frames` are those of the clip before it was edited. */
static pd_status edit_expressions(work *w, double rate, int frames)
{
    pd_tool_motion *m = &w->motion;
    const pd_anim_clip *clip = &m->clip;
    const size_t n = (size_t)m->expression_count;

    if (!m->expressions) return PD_OK;
    if (w->edit.mirrors) {
        pd_tool_note(w->args,
                     "the expressions are left out: --mirror does not know which are of the left and right");
        free(m->expressions);
        m->expressions = NULL;
        return PD_OK;
    }

    /* Sample the expressions at the times of the new frames. */
    float *out = malloc((size_t)clip->frame_count * n * sizeof *out);
    if (!out) return pd_fail(&w->err, PD_ERR_MEMORY, "expressions", "out of memory");
    const double first = w->edit.cuts ? round(w->edit.from * rate) : 0;
    for (int t = 0; t < clip->frame_count; t++) {
        const double at = fmin(first + t / clip->rate * rate, frames - 1);
        const size_t a = (size_t)at;
        const size_t b = a + 1 < (size_t)frames ? a + 1 : a;
        const float part = (float)(at - (double)a);
        for (size_t i = 0; i < n; i++) {
            const float x = m->expressions[a * n + i];
            out[(size_t)t * n + i] = x + part * (m->expressions[b * n + i] - x);
        }
    }

    free(m->expressions);
    m->expressions = out;

    return PD_OK;
}

/* Loads a motion onto the body and applies the edits of the options. */
static pd_status load_motion(work *w, const char *path)
{
    float betas[PD_TOOL_MOTION_BETAS];
    int beta_count = 0;

    pd_tool_betas(betas, &beta_count, w->args, PD_TOOL_MOTION_BETAS);

    /* Betas of the command line replace those of the file. */
    if (w->amass.source && !beta_count) {
        const pd_status converted =
            pd_tool_amass_betas(betas, &beta_count, &w->amass, w->args, w->local.model, path, &w->err);
        if (converted) return converted;
    }

    const pd_tool_motion_options options = {.betas = betas,
                                            .beta_count = beta_count,
                                            .clamp = pd_tool_flag(w->args, "clamp"),
                                            .executor = w->local.executor,
                                            .capture = {.metres_per_unit = w->unit,
                                                        .rate = w->source_rate,
                                                        .amass = &w->amass.options,
                                                        .animation = pd_tool_text(w->args, "animation")}};
    pd_status status = pd_tool_motion_load(&w->motion, path, w->local.model, &options, &w->err);
    if (status != PD_OK) return status;

    /* Edit the clip. The expressions need its rate and length from before. */
    const double rate = w->motion.clip.rate;
    const int frames = w->motion.clip.frame_count;
    status = pd_tool_clip_edit_run(&w->motion.clip, &w->edit, &w->err);

    return status == PD_OK ? edit_expressions(w, rate, frames) : status;
}

/* Draws a sheet with a row for each file. The caller has loaded the first file. */
static int render(work *w)
{
    const int files = w->args->word_count - 1;
    int count = 0, size = 0, columns = 0;
    double yaw_deg = 0, from = 0, seconds = 0;

    if (!pd_tool_int(&count, w->args, "count", 1, CELLS_MAX) ||
        !pd_tool_int(&size, w->args, "size", 16, 4096) || !pd_tool_int(&columns, w->args, "columns", 1, 64) ||
        !pd_tool_double(&yaw_deg, w->args, "yaw", -360, 360) ||
        !pd_tool_double(&from, w->args, "from", 0, 86400) ||
        !pd_tool_double(&seconds, w->args, "seconds", 0.01, 86400))
        return 2;
    if (files * count > CELLS_MAX)
        return pd_tool_usage(w->args, "%d poses of %d files; at most %d poses allowed", files * count, files,
                             CELLS_MAX);

    /* Allocate the cells of all rows. */
    const size_t row = (size_t)count * 9 * (size_t)w->local.model->joint_count;
    pd_tool_cell *cells = calloc((size_t)(files * count), sizeof *cells);
    const size_t soft_row = (size_t)count * (size_t)w->local.model->soft_count;
    float *rotations = malloc((size_t)files * row * sizeof *rotations);
    float *soft = calloc((size_t)files * soft_row + 1, sizeof *soft);
    int code = cells && rotations && soft ? 0 : 1;
    for (int i = 0; i < files && !code; i++) {
        if (i) {
            pd_tool_motion_deinit(&w->motion);
            if (load_motion(w, w->args->words[1 + i])) {
                code = pd_tool_fail(w->args, &w->err);
                break;
            }
        }

        const pd_anim_clip *clip = &w->motion.clip;
        span part = {(int)lround(from * clip->rate), clip->frame_count - 1};
        if (part.first > part.last)
            code = pd_tool_usage(w->args, "--from %g: %s has %g s", from, w->args->words[1 + i],
                                 pd_anim_clip_seconds(clip));
        if (seconds > 0) part.last = (int)fmin(part.last, lround((from + seconds) * clip->rate));
        if (pd_tool_flag(w->args, "stride")) part = stride_of(&w->motion, part);
        if (!code)
            fill_cells(cells + i * count, rotations + (size_t)i * row, soft + (size_t)i * soft_row, w,
                       &w->motion, part, count, (float)yaw_deg * DEGREE);
    }

    if (!code) {
        pd_tool_sheet sheet = {.cells = cells,
                               .cell_count = files * count,
                               .columns = files > 1 ? count : columns,
                               .cell_width = size,
                               .cell_height = size};
        code = draw_clip(w, &sheet);
    }

    free(cells);
    free(rotations);
    free(soft);

    return code;
}

/* Opens the body and the first file, and runs `act`: convert or render. */
static int with_body(const pd_tool_args *args, const pd_tool_format *table, int files_most,
                     int (*act)(work *))
{
    work w = {.args = args};
    float betas[PD_TOOL_MOTION_BETAS];
    int beta_count = 0;
    int code;

    if (args->word_count > 1 + files_most)
        return pd_tool_usage(args, "%s of %d files; %d allowed", args->words[0], args->word_count - 1,
                             files_most);

    /* Check every option before models and files are read. */
    if (!pd_tool_betas(betas, &beta_count, args, PD_TOOL_MOTION_BETAS) ||
        !pd_tool_clip_edit_read(&w.edit, args) || !pd_tool_double(&w.unit, args, "unit", 1e-6, 1e6) ||
        !pd_tool_double(&w.source_rate, args, "source-rate", 0.001, 1e6) ||
        !pd_tool_format_of(&w.format, args, table, "o", table->name))
        return 2;
    w.edit.keeps_bones = true;
    w.edit.cuts = act == convert_clip;

    /* Open the body. */
    if ((code = pd_tool_amass_open(&w.amass, args))) return code;
    w.amass.options.metres_per_unit = w.unit;
    if ((code = pd_tool_local_open(&w.local, args))) {
        pd_tool_amass_close(&w.amass);
        return code;
    }

    /* Load the motion and do the work. */
    pd_status status = load_motion(&w, args->words[1]);
    code = status == PD_OK ? act(&w) : pd_tool_fail(args, &w.err);
    pd_tool_motion_deinit(&w.motion);
    pd_tool_local_close(&w.local);
    pd_tool_amass_close(&w.amass);

    return code;
}

static int run_clip(const pd_tool_args *args)
{
    static const char *const skeletons[] = {"body", "biped", NULL};
    int skeleton = 0;
    const char *verb = args->word_count ? args->words[0] : "";

    if (args->word_count < 2) return pd_tool_usage(args, "info, convert or render, and a file");
    if (strcmp(verb, "info") && strcmp(verb, "convert") && strcmp(verb, "render"))
        return pd_tool_usage(args, "'%s'; info, convert or render allowed", verb);
    if (pd_tool_mode(args, "verb", verb)) return 2;
    if (!strcmp(verb, "info")) return info(args);

    /* Check that the given options fit the skeleton, the file and the model (tools/base/mode.c). */
    if (!pd_tool_choice(&skeleton, args, "skeleton", skeletons)) return 2;
    const bool on_character = pd_tool_given(args, "character");
    if (pd_tool_mode(args, "onto", on_character ? "character" : skeleton ? "biped" : "body")) return 2;
    for (int i = 1; i < args->word_count; i++)
        if (pd_tool_mode(args, "source", source_of(args->words[i]))) return 2;
    const bool has_poses = pd_tool_motion_has_poses(args->words[1]);
    if (pd_tool_mode(args, "model", (skeleton || on_character) && !has_poses ? "not read" : "read")) return 2;
    for (int i = 1; i < args->word_count && !strcmp(verb, "render"); i++)
        if (pd_tool_mode(args, "drawn", pd_tool_motion_has_poses(args->words[i]) ? "poses" : "capture"))
            return 2;
    if (!strcmp(verb, "render") && pd_tool_mode(args, "files", args->word_count > 2 ? "several" : "one"))
        return 2;

    /* Choose the implementation by the kind of skeleton. */
    if (on_character) return pd_tool_clip_character(args);
    if (skeleton) return pd_tool_clip_biped(args);
    if (!strcmp(verb, "convert")) return with_body(args, formats, 1, convert_clip);

    return with_body(args, pd_tool_pictures, FILES_MAX, render);
}

static const pd_tool_option options[] = {
    PD_TOOL_MODEL_ROW,
    {"o", "FILE", "file to write: .npz, .bvh, .glb or .vrma for convert, .png for render", "-"},
    {"skeleton", "body|biped",
     "skeleton of the result: the model's, or the biped of motion networks at 60 frames/s on a level floor",
     "body"},
    {"character", "FILE", "convert: a .glb or .vrm of your own that has the motion, as .glb or .bvh", NULL},
    {"match", "LIST", "joints of --character for bones that are not found: LeftHand=wrist_l,Hips=root", NULL},
    {"template", "person|quadruped|bird|spider",
     "body plan of --character; an animal takes the animation of another .glb of its template", NULL},
    {"animation", "NAME",
     "animation of an .fbx, .glb, .vrm or .vrma, by name or number [the first that moves a joint]", NULL},
    {"betas", "LIST", "shape of the body [an npz's own, else the mean]", NULL},
    PD_TOOL_AMASS_ROWS,
    PD_TOOL_CLIP_EDIT_ROWS,
    {"clamp", NULL, "keep spine1, wrists, feet and fingers within a person's ranges", NULL},
    {"unit", "METRES", "metres per unit of the file [motion capture: known or guessed; an npz: 1]", NULL},
    {"source-rate", "HZ",
     "frame rate of the file in frames a second, for a file that states none or a wrong one [the file's; 120 "
     "for AMC]",
     NULL},
    {"count", "N", "render: number of frames to draw, spread evenly over the clip", "12"},
    {"columns", "N", "render: frames in a row; of several files, each has its own", "6"},
    {"from", "SECONDS", "start of the part of the file to use", "0"},
    {"seconds", "SECONDS", "length of the part to use [to the end]", NULL},
    {"stride", NULL,
     "render: only the first stride of the part, from one frame with the right foot farthest ahead to the "
     "next",
     NULL},
    {"size", "PIXELS", "render: side of a cell", "320"},
    {"yaw", "DEGREES", "render: angle of the camera about the body, from its front", "50"},
    {"fixed", NULL, "render: the camera does not turn with the body", NULL},
    PD_TOOL_THREADS_ROW,
    PD_TOOL_END};

const pd_tool_command pd_tool_cmd_clip = {
    .name = "clip",
    .words = "info|convert|render FILE...",
    .summary = "Describe, convert or draw motion capture",
    .details =
        "FILE is .bvh, .amc (with its .asf beside it), AMASS-like .npz, .pkl or .pt of WHAM, GVHMR, "
        "PromptHMR,\n"
        "4D-Humans or HMR2 (docs/guide/regression.md), or an .fbx, .glb, .vrm or .vrma of a person with\n"
        "an animation. Units, rest poses and joints of the skeletons of CMU, ACCAD, 100STYLE and ReActIdle "
        "are\n"
        "known; the joints of another person's skeleton are recognized by their names or its shape. info "
        "also\n"
        "reads .phase, .gait, _footsteps.txt and heightmaps (.txt) of the original PFNN.\n\n"
        "formats of convert:\n" FORMATS(
            PD_TOOL_FORMAT_LINE) "\n"
                                 "  posedctl clip info walk.bvh\n"
                                 "  posedctl clip convert walk.bvh -o walk.glb\n"
                                 "  posedctl clip render walk.bvh -o walk.png\n"
                                 "  posedctl clip convert wham_output.pkl --source-rate 25 -o person.glb\n"
                                 "  posedctl clip convert march.fbx --character hero.glb -o "
                                 "hero-marches.glb\n"
                                 "  posedctl clip convert walk.bvh --from 2 --seconds 5 --exaggerate 1.6 -o "
                                 "livelier.glb\n"
                                 "  posedctl clip convert fox-walks.glb --character horse.glb --template "
                                 "quadruped -o horse-walks.glb\n"
                                 "  posedctl clip render ours.npz captured.bvh --stride --count 8 -o "
                                 "beside.png",
    .options = options,
    .run = run_clip,
};
