#include "api/stream/vmc.h"

#include "core/base/assert.h"
#include "core/io/mocap/osc.h"
#include "core/math/frame.h"

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

void pd_api_vmc_write(pd_buffer *out, size_t ends[PD_API_VMC_BUNDLES], int *count,
                      const pd_anim_humanoid *humanoid, const pd_anim_human_pose *pose, double seconds)
{
    bundles b = {.out = out, .ends = ends};

    begin_bundle(&b);
    if (pose) add_place(&b, "/VMC/Ext/Root/Pos", "root", pose->root, pose->root_rotation);
    for (int i = 0; pose && i < PD_ANIM_HUMAN_COUNT; i++)
        if (humanoid->joints[i] >= 0)
            add_place(&b, "/VMC/Ext/Bone/Pos", pd_anim_human_names[i], pose->positions[i],
                      pose->rotations[i]);

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
