#include "tools/client/vmc_figure.h"

#include "tools/client/osc_read.h"
#include "core/math/frame.h"

#include <ctype.h>
#include <jansson.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* hips over ankles of a standing person, as a share of the height, in posed's bodies */
#define LEG_SHARE    0.486
#define LEAST_HEIGHT 0.5 /* metres: heights that the message `observe` allows */
#define MOST_HEIGHT  2.5
#define FARTHEST     1000 /* metres: a bone farther from the one above is refused */

/* Order of the fingers, as in core/anim/alive.h: by hand and digit, from the palm. */
static const char *const digits[] = {"Index", "Middle", "Little", "Ring", "Thumb"};
static const char *const phalanges[] = {"Proximal", "Intermediate", "Distal"};
static const char *const of_thumb[] = {"Metacarpal", "Proximal", "Distal"}; /* in VRM 1.0 */
enum { PHALANGES = 3, IN_HAND = PD_TOOL_VMC_FINGERS / 2, THUMB = 4 };

/* Shapes of VRM's presets by the shapes of ARKit and Oculus that do the same. A preset of both eyes has two
 * rows. Others keep their names. */
static const struct {
    const char *preset, *shape;
} presets[] = {
    {"A", "viseme_aa"},
    {"aa", "viseme_aa"},
    {"I", "viseme_I"},
    {"ih", "viseme_I"},
    {"U", "viseme_U"},
    {"ou", "viseme_U"},
    {"E", "viseme_E"},
    {"ee", "viseme_E"},
    {"O", "viseme_O"},
    {"oh", "viseme_O"},
    {"Blink", "eyeBlinkLeft"},
    {"Blink", "eyeBlinkRight"},
    {"blink", "eyeBlinkLeft"},
    {"blink", "eyeBlinkRight"},
    {"Blink_L", "eyeBlinkLeft"},
    {"blinkLeft", "eyeBlinkLeft"},
    {"Blink_R", "eyeBlinkRight"},
    {"blinkRight", "eyeBlinkRight"},
};

void pd_tool_vmc_init(pd_tool_vmc_figure *figure)
{
    *figure = (pd_tool_vmc_figure){.root_turn = pd_q_identity()};
}

/* ---- reading ---- */

typedef struct vmc_taking {
    pd_tool_vmc_figure *figure;
    pd_error err;
} vmc_taking;

/* Returns the number of a bone by Unity's name; -1: another one, as of eyes or jaw. */
static int bone_named(const char *name)
{
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++)
        if (!strcmp(name, pd_anim_human_names[b])) return b;

    for (int f = 0; f < PD_TOOL_VMC_FINGERS; f++) {
        char finger[32];
        snprintf(finger, sizeof finger, "%s%s%s", f < IN_HAND ? "Left" : "Right",
                 digits[f % IN_HAND / PHALANGES], phalanges[f % PHALANGES]);
        if (!strcmp(name, finger)) return PD_ANIM_HUMAN_COUNT + f;
    }

    return -1;
}

/* Reads a place and a rotation behind a name, and converts them to our axes. Returns false after an error. */
static bool read_place(pd_vec3 *at, pd_quat *turn, const pd_tool_osc_message *m, pd_error *err)
{
    float n[7];
    double size = 0;

    for (int i = 0; i < 7; i++) {
        n[i] = m->arguments[1 + i].real;
        if (!isfinite(n[i]) || fabsf(n[i]) > FARTHEST) {
            pd_fail(err, PD_ERR_RANGE, m->arguments[0].text, "number %d of the bone is %g; -%d to %d allowed",
                    i + 1, (double)n[i], FARTHEST, FARTHEST);
            return false;
        }
        if (i >= 3) size += (double)n[i] * (double)n[i];
    }
    if (size < 0.81 || size > 1.21) {
        pd_fail(err, PD_ERR_RANGE, m->arguments[0].text, "a quaternion of length %g; length 1 expected",
                sqrt(size));
        return false;
    }

    pd_frame_points(n, 1, PD_FRAME_UNITY);
    pd_frame_quaternions(n + 3, 1, PD_FRAME_UNITY);
    *at = pd_vec3_make((double)n[0], (double)n[1], (double)n[2]);
    *turn = pd_q_normalize((pd_quat){(double)n[3], (double)n[4], (double)n[5], (double)n[6]});

    return true;
}

/* Keeps a weight; names beyond PD_TOOL_VMC_SHAPES and longer ones are left out. */
static void take_weight(pd_tool_vmc_figure *figure, const char *name, float weight)
{
    if (strlen(name) >= PD_TOOL_VMC_NAME || !isfinite(weight)) return;
    int s = 0;
    while (s < figure->shape_count && strcmp(figure->shapes[s].name, name) != 0) s++;
    if (s == PD_TOOL_VMC_SHAPES) return;

    if (s == figure->shape_count) strcpy(figure->shapes[figure->shape_count++].name, name);
    figure->shapes[s].weight = fminf(fmaxf(weight, 0), 1);
}

static bool has_types(const pd_tool_osc_message *m, const char *types)
{
    const int count = (int)strlen(types);
    return m->count >= count && !memcmp(m->types, types, (size_t)count);
}

static void take_message(void *ctx, const pd_tool_osc_message *m)
{
    vmc_taking *t = ctx;
    pd_tool_vmc_figure *figure = t->figure;
    const bool is_place = has_types(m, "sfffffff");

    if (!strcmp(m->address, "/VMC/Ext/Root/Pos") && is_place) {
        if (!t->err.status) read_place(&figure->root, &figure->root_turn, m, &t->err);
    } else if (!strcmp(m->address, "/VMC/Ext/Bone/Pos") && is_place) {
        const int b = bone_named(m->arguments[0].text);
        if (b < 0 || t->err.status || !read_place(&figure->places[b], &figure->turns[b], m, &t->err)) return;
        figure->has_bone[b] = figure->has_news = true;
    } else if (!strcmp(m->address, "/VMC/Ext/Blend/Val") && has_types(m, "sf")) {
        take_weight(figure, m->arguments[0].text, m->arguments[1].real);
    } else if (!strcmp(m->address, "/VMC/Ext/Blend/Apply")) {
        figure->has_face = figure->shape_count > 0;
    } else if (!strcmp(m->address, "/VMC/Ext/OK") && has_types(m, "i") && !m->arguments[0].number) {
        pd_tool_vmc_init(figure);
    }
}

pd_status pd_tool_vmc_take(pd_tool_vmc_figure *figure, pd_bytes datagram, pd_error *err)
{
    vmc_taking taking = {.figure = figure};
    const pd_status status = pd_tool_osc_read(datagram, take_message, &taking, err);
    if (status == PD_OK && taking.err.status && err) *err = taking.err;

    return status != PD_OK ? status : taking.err.status;
}

/* ---- the message observe ---- */

/* Returns the height of the person whose bones these are, metres; 0: a leg is missing. */
static double person_height(const pd_tool_vmc_figure *figure)
{
    const pd_anim_human leg[] = {PD_HUMAN_L_UPPER_LEG, PD_HUMAN_L_LOWER_LEG, PD_HUMAN_L_FOOT};
    double down = 0;

    for (int i = 0; i < 3; i++) {
        if (!figure->has_bone[leg[i]]) return 0;
        down -= figure->places[leg[i]].y;
    }

    return fmin(fmax(down / LEG_SHARE, LEAST_HEIGHT), MOST_HEIGHT);
}

/* Writes the name of a bone in VRM 1.0. */
static void vrm_name(char out[48], int bone)
{
    if (bone < PD_ANIM_HUMAN_COUNT) {
        snprintf(out, 48, "%s", pd_anim_human_names[bone]);
    } else {
        const int f = bone - PD_ANIM_HUMAN_COUNT;
        const int digit = f % IN_HAND / PHALANGES;
        snprintf(out, 48, "%s%s%s", f < IN_HAND ? "left" : "right", digits[digit],
                 digit == THUMB ? of_thumb[f % PHALANGES] : phalanges[f % PHALANGES]);
    }
    out[0] = (char)tolower((unsigned char)out[0]);
}

static void add_message(pd_buffer *out, json_t *message)
{
    char *text = json_dumps(message, JSON_COMPACT | JSON_REAL_PRECISION(9));
    if (text) pd_buffer_text(out, text);
    free(text);
    json_decref(message);
}

bool pd_tool_vmc_observe(pd_buffer *out, pd_tool_vmc_figure *figure, unsigned id, double time)
{
    if (!figure->has_news || !figure->has_bone[PD_HUMAN_HIPS]) return false;
    figure->has_news = false;

    json_t *orientations = json_object();
    for (int b = 0; b < PD_TOOL_VMC_BONES; b++) {
        char name[48];
        if (!figure->has_bone[b]) continue;
        const pd_quat q =
            b == PD_HUMAN_HIPS ? pd_q_mul(figure->root_turn, figure->turns[b]) : figure->turns[b];
        vrm_name(name, b);
        json_object_set_new(orientations, name, json_pack("[f,f,f,f]", q.x, q.y, q.z, q.w));
    }

    const pd_vec3 hips =
        pd_vec3_add(figure->root, pd_q_rotate(figure->root_turn, figure->places[PD_HUMAN_HIPS]));
    json_t *message = json_pack("{s:s,s:I,s:f,s:s,s:{s:[f,f,f]},s:o}", "type", "observe", "id",
                                (json_int_t)id, "time", time, "set", "humanoid", "points", "hips", hips.x,
                                hips.y, hips.z, "orientations", orientations);
    const double height = person_height(figure);
    if (height > 0) json_object_set_new(message, "height", json_real(height));
    add_message(out, message);

    return true;
}

/* ---- the message face ---- */

bool pd_tool_vmc_face(pd_buffer *out, pd_tool_vmc_figure *figure, unsigned id)
{
    if (!figure->has_face) return false;
    figure->has_face = false;

    json_t *shapes = json_object();
    for (int s = 0; s < figure->shape_count; s++) {
        bool is_preset = false;
        for (size_t p = 0; p < sizeof presets / sizeof *presets; p++) {
            if (strcmp(presets[p].preset, figure->shapes[s].name) != 0) continue;
            is_preset = true;

            /* A shape that came by its own name counts more than a preset. */
            if (!json_object_get(shapes, presets[p].shape))
                json_object_set_new(shapes, presets[p].shape, json_real((double)figure->shapes[s].weight));
        }
        if (!is_preset)
            json_object_set_new(shapes, figure->shapes[s].name, json_real((double)figure->shapes[s].weight));
    }
    add_message(out, json_pack("{s:s,s:I,s:o,s:f}", "type", "face", "id", (json_int_t)id, "blend_shapes",
                               shapes, "seconds", 0.03));

    return true;
}
