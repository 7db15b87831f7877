#include "core/base/assert.h"
#include "core/io/mocap/bvh.h"
#include "core/base/text/number.h"

#include <math.h>
#include <string.h>

#define DEGREE   0.017453292519943295
#define DECIMALS 6

void pd_bvh_zyx_deg(double degrees[3], pd_quat rotation)
{
    double m[9];

    pd_q_to_matrix(m, rotation);
    double sine = -m[6] > 1 ? 1 : -m[6] < -1 ? -1 : -m[6];
    int locked = fabs(sine) > 1 - 1e-12; /* z and x rotate about the same axis: give the whole angle to z */
    degrees[0] = (locked ? atan2(-m[1], m[4]) : atan2(m[3], m[0])) / DEGREE;
    degrees[1] = asin(sine) / DEGREE;
    degrees[2] = locked ? 0 : atan2(m[7], m[8]) / DEGREE;
}

static void indent(pd_buffer *out, int depth)
{
    for (int i = 0; i < depth; i++) pd_buffer_text(out, "\t");
}

static void write_offset(pd_buffer *out, int depth, pd_vec3 offset)
{
    indent(out, depth);
    pd_buffer_printf(out, "OFFSET %.6f %.6f %.6f\n", offset.x, offset.y, offset.z);
}

/* Writes joint j and the joints below it. Children come after their parents,
 * so only later joints are searched. */
static void write_joint(pd_buffer *out, const pd_bvh *bvh, int j, int depth)
{
    PD_ASSERT(j >= 0 && j < bvh->joint_count && depth >= 0);
    static const char *const channels[PD_BVH_CHANNEL_COUNT] = {"Xposition", "Yposition", "Zposition",
                                                               "Xrotation", "Yrotation", "Zrotation"};
    const pd_bvh_joint *joint = &bvh->joints[j];

    /* Name and offset. */
    indent(out, depth);
    pd_buffer_printf(out, "%s %s\n", depth ? "JOINT" : "ROOT", joint->name);
    indent(out, depth);
    pd_buffer_text(out, "{\n");
    write_offset(out, depth + 1, joint->offset);

    /* Channels, in the order of the frames' numbers. */
    indent(out, depth + 1);
    pd_buffer_printf(out, "CHANNELS %d", joint->channel_count);
    for (int c = 0; c < joint->channel_count; c++) pd_buffer_printf(out, " %s", channels[joint->channels[c]]);
    pd_buffer_text(out, "\n");

    /* The end site, which gives the last bone its length. */
    if (joint->has_end) {
        indent(out, depth + 1);
        pd_buffer_text(out, "End Site\n");
        indent(out, depth + 1);
        pd_buffer_text(out, "{\n");
        write_offset(out, depth + 2, joint->end);
        indent(out, depth + 1);
        pd_buffer_text(out, "}\n");
    }

    /* Children, then the closing brace. */
    for (int c = j + 1; c < bvh->joint_count; c++)
        if (bvh->joints[c].parent == j) write_joint(out, bvh, c, depth + 1);
    indent(out, depth);
    pd_buffer_text(out, "}\n");
}

/* Writes the numbers of a frame for joint j and the joints below it, depth first as in the hierarchy. */
static void write_values(pd_buffer *out, const pd_bvh *bvh, int j, const double *row)
{
    PD_ASSERT(j >= 0 && j < bvh->joint_count);
    const pd_bvh_joint *joint = &bvh->joints[j];
    for (int c = 0; c < joint->channel_count; c++) {
        if (!pd_buffer_reserve(out, PD_IO_NUMBER_BYTES + 1)) return;
        float value = (float)row[joint->channel_start + c];
        out->size += pd_io_number_fixed((char *)out->data + out->size, value, DECIMALS);
        out->data[out->size++] = ' ';
    }

    for (int c = j + 1; c < bvh->joint_count; c++)
        if (bvh->joints[c].parent == j) write_values(out, bvh, c, row);
}

pd_status pd_bvh_write(pd_buffer *out, const pd_bvh *bvh, pd_error *err)
{
    /* Names must be words, and parents must come first. */
    for (int j = 0; j < bvh->joint_count; j++) {
        const char *name = bvh->joints[j].name;
        if (!*name || name[strcspn(name, " \t\r\n{}")])
            return pd_fail(
                err, PD_ERR_INVALID, "bvh",
                "joint \"%s\" has a name with spaces or without characters; a single word expected", name);
        if (bvh->joints[j].parent >= j || (bvh->joints[j].parent < 0) != (j == 0))
            return pd_fail(err, PD_ERR_INVALID, "bvh",
                           "joint \"%s\" comes before its parent; parents before children expected", name);
    }

    /* Skeleton, then frames. */
    pd_buffer_text(out, "HIERARCHY\n");
    write_joint(out, bvh, 0, 0);
    pd_buffer_printf(out, "MOTION\nFrames: %d\nFrame Time: %.9g\n", bvh->frame_count, bvh->frame_seconds);
    for (int f = 0; f < bvh->frame_count; f++) {
        write_values(out, bvh, 0, bvh->values + (size_t)f * (size_t)bvh->channel_count);
        pd_buffer_text(out, "\n");
    }

    return out->failed ? pd_fail(err, PD_ERR_MEMORY, "", "out of memory for the BVH text") : PD_OK;
}
