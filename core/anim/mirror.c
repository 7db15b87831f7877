#include "core/anim/clip.h"

#include "core/base/assert.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Words that are exchanged, longer ones first. A single letter counts only at the start or end of a word. */
static const struct {
    const char *left, *right;
} sides[] = {{"Left", "Right"}, {"left", "right"}, {"LEFT", "RIGHT"}, {"L", "R"}, {"l", "r"}};

static bool separates(char c)
{
    return c == 0 || c == '.' || c == '_' || c == '-' || c == ':' || c == ' ';
}

/* Returns the joint whose name is this one with `side` replaced by `by`; -1: none. */
static int other_by(const pd_anim_skeleton *skeleton, const char *name, const char *side, const char *by)
{
    char other[PD_ANIM_NAME_BYTES];
    const size_t length = strlen(side);

    for (const char *found = strstr(name, side); found; found = strstr(found + 1, side)) {
        const char *rest = found + length;
        const bool is_word = found == name || separates(found[-1]) || length > 1 || separates(*rest);
        if (!is_word || strlen(name) - length + strlen(by) >= sizeof other) continue;

        snprintf(other, sizeof other, "%.*s%s%s", (int)(found - name), name, by, rest);
        int joint = pd_anim_skeleton_find(skeleton, other);
        if (joint >= 0) return joint;
    }

    return -1;
}

/* Returns the joint with the name of the other side, or the joint itself. */
static int other_side(const pd_anim_skeleton *skeleton, int joint)
{
    const char *name = skeleton->names[joint];

    for (size_t s = 0; s < sizeof sides / sizeof *sides; s++) {
        int other = other_by(skeleton, name, sides[s].left, sides[s].right);
        if (other < 0) other = other_by(skeleton, name, sides[s].right, sides[s].left);
        if (other >= 0) return other;
    }

    return joint;
}

void pd_anim_mirror_table(int *mirror, const pd_anim_skeleton *skeleton)
{
    /* Two joints are a pair if their names correspond both ways and their parents are a pair or one joint. */
    for (int i = 0; i < skeleton->joint_count; i++) {
        int j = skeleton->order[i];
        int up = skeleton->parents[j];
        int other = other_side(skeleton, j);
        int other_up = skeleton->parents[other];
        mirror[j] = j;
        if (other_side(skeleton, other) != j) continue;
        if ((up < 0) != (other_up < 0) || (up >= 0 && mirror[up] != other_up)) continue;
        mirror[j] = other;
    }

    for (int j = 0; j < skeleton->joint_count; j++) PD_ASSERT(mirror[mirror[j]] == j);
}

static pd_vec3 mirror_mirrored(pd_vec3 v)
{
    return pd_vec3_make(-v.x, v.y, v.z);
}

pd_status pd_anim_clip_mirror(pd_anim_clip *out, const pd_anim_clip *in, pd_error *err)
{
    int mirror[PD_ANIM_MAX_JOINTS];
    int joint_count = in->skeleton.joint_count;

    pd_anim_mirror_table(mirror, &in->skeleton);
    pd_status status = pd_anim_clip_init(out, &in->skeleton, in->frame_count, in->rate, err);
    if (status != PD_OK) return status;

    /* Mirror offsets and tips. */
    for (int k = 0; k < joint_count; k++) {
        out->skeleton.offsets[k] = mirror_mirrored(in->skeleton.offsets[mirror[k]]);
        out->ends[k] = mirror_mirrored(in->ends[mirror[k]]);
    }

    /* Mirror the frames. A rotation about x keeps its sign, rotations about y and z change it. */
    for (int t = 0; t < in->frame_count; t++) {
        const pd_quat *from = pd_anim_clip_frame(in, t);
        pd_quat *to = pd_anim_clip_frame(out, t);
        for (int k = 0; k < joint_count; k++) {
            pd_quat q = from[mirror[k]];
            to[k] = (pd_quat){q.x, -q.y, -q.z, q.w};
        }

        out->roots[t] = mirror_mirrored(in->roots[t]);
    }

    return PD_OK;
}
