#include "api/stream/vmc.h"

#include "core/base/assert.h"
#include "core/io/mocap/osc.h"
#include "core/math/frame.h"

#include <stdio.h>
#include <string.h>

#define PLACE_BYTES 88 /* the longest message of a place, its size included */

typedef struct bundles {
    pd_buffer *out;
    size_t *ends, begin;
    int count;
} bundles;

static void begin_bundle(bundles *b)
{
    b->begin = b->out->size;
    pd_osc_bundle(b->out);
}

static void end_bundle(bundles *b)
{
    PD_ASSERT(b->count < PD_API_VMC_BUNDLES);
    b->ends[b->count++] = b->out->size;
}

static void make_room(bundles *b, size_t bytes)
{
    if (b->out->size - b->begin + bytes <= PD_API_VMC_BYTES) return;
    end_bundle(b);
    begin_bundle(b);
}

static void add_place(bundles *b, const char *address, const char *name, pd_vec3 at, pd_quat turn)
{
    float p[] = {(float)at.x, (float)at.y, (float)at.z};
    float q[] = {(float)turn.x, (float)turn.y, (float)turn.z, (float)turn.w};

    make_room(b, PLACE_BYTES);
    pd_frame_points(p, 1, PD_FRAME_UNITY);
    pd_frame_quaternions(q, 1, PD_FRAME_UNITY);
    size_t opened = pd_osc_open(b->out, address, "sfffffff");
    pd_osc_text(b->out, name);
    for (int i = 0; i < 3; i++) pd_osc_float(b->out, p[i]);
    for (int i = 0; i < 4; i++) pd_osc_float(b->out, q[i]);
    pd_osc_close(b->out, opened);
}

/* Adds the bones of the fingers by Unity's names. */
static void add_fingers(bundles *b, const pd_api_vmc_face *face)
{
    static const char *const digits[] = {"Index", "Middle", "Little", "Ring", "Thumb"};
    static const char *const joints[] = {"Proximal", "Intermediate", "Distal"};
    char name[32];

    for (int i = 0; i < PD_ANIM_ALIVE_FINGERS; i++) {
        const int in_hand = i % (PD_ANIM_ALIVE_FINGERS / 2);
        snprintf(name, sizeof name, "%s%s%s", i == in_hand ? "Left" : "Right", digits[in_hand / 3],
                 joints[in_hand % 3]);
        add_place(b, "/VMC/Ext/Bone/Pos", name, face->finger_offsets[i], face->fingers[i]);
    }
}

static void add_weight(bundles *b, const char *name, float weight)
{
    make_room(b, PLACE_BYTES);
    const size_t opened = pd_osc_open(b->out, "/VMC/Ext/Blend/Val", "sf");
    pd_osc_text(b->out, name);
    pd_osc_float(b->out, weight);
    pd_osc_close(b->out, opened);
}

/* Adds the weights of the face: ARKit's by their names,
 * and those that avatars without ARKit's shapes have. */
static void add_face(bundles *b, const pd_api_vmc_face *face)
{
    static const struct {
        const char *name, *of; /* name in VRM 0.x; the weight that it has */
    } usual[] = {{"A", "viseme_aa"},          {"I", "viseme_I"}, {"U", "viseme_U"},
                 {"E", "viseme_E"},           {"O", "viseme_O"}, {"Blink_L", "eyeBlinkLeft"},
                 {"Blink_R", "eyeBlinkRight"}};

    for (int i = 0; i < PD_RETARGET_FACE_NAMES; i++) {
        const char *name = pd_retarget_face_names[i];
        if (strncmp(name, "viseme_", 7) != 0) add_weight(b, name, face->weights[i]);
        for (size_t k = 0; k < sizeof usual / sizeof *usual; k++)
            if (!strcmp(name, usual[k].of)) add_weight(b, usual[k].name, face->weights[i]);
    }

    make_room(b, PLACE_BYTES);
    pd_osc_close(b->out, pd_osc_open(b->out, "/VMC/Ext/Blend/Apply", ""));
}

void pd_api_vmc_write(pd_buffer *out, size_t ends[PD_API_VMC_BUNDLES], int *count,
                      const pd_anim_humanoid *humanoid, const pd_anim_human_pose *pose,
                      const pd_api_vmc_face *face, double seconds)
{
    bundles b = {.out = out, .ends = ends};

    begin_bundle(&b);
    if (pose) add_place(&b, "/VMC/Ext/Root/Pos", "root", pose->root, pose->root_rotation);
    for (int i = 0; pose && i < PD_ANIM_HUMAN_COUNT; i++)
        if (humanoid->joints[i] >= 0)
            add_place(&b, "/VMC/Ext/Bone/Pos", pd_anim_human_names[i], pose->positions[i],
                      pose->rotations[i]);

    if (pose && face) add_fingers(&b, face);
    if (pose && face) add_face(&b, face);

    make_room(&b, PLACE_BYTES);
    size_t opened = pd_osc_open(out, "/VMC/Ext/OK", "iii");
    pd_osc_int(out, pose != NULL);
    pd_osc_int(out, 3);
    pd_osc_int(out, 0);
    pd_osc_close(out, opened);
    opened = pd_osc_open(out, "/VMC/Ext/T", "f");
    pd_osc_float(out, (float)seconds);
    pd_osc_close(out, opened);
    end_bundle(&b);
    *count = b.count;
}
