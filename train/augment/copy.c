#include "train/augment/copy.h"

#include <stdio.h>
#include <string.h>

pd_status pd_train_motion_labelled(const pd_character_motion *motion, int flat, pd_error *err)
{
    if (!motion->contacts || !motion->phase || !motion->gaits)
        return pd_fail(err, PD_ERR_INVALID, motion->name,
                       "no labels; copies are labelled as their originals");
    if (motion->clip.skeleton.joint_count != PD_ANIM_BIPED_JOINTS)
        return pd_fail(err, PD_ERR_INVALID, motion->name, "%d joints; the biped has %d",
                       motion->clip.skeleton.joint_count, PD_ANIM_BIPED_JOINTS);
    if (flat && motion->ground.rows)
        return pd_fail(err, PD_ERR_INVALID, motion->name,
                       "stands on uneven ground; this step needs a flat one");

    return PD_OK;
}

pd_status pd_train_motion_within(const pd_character_motion *motion, const char *field, double value,
                                 double low, double high, pd_error *err)
{
    if (value >= low && value <= high) return PD_OK;
    return pd_fail(err, PD_ERR_RANGE, motion->name, "%s: %g; %.10g to %.10g allowed", field, value, low,
                   high);
}

pd_status pd_train_motion_blank(pd_character_motion *out, const pd_character_motion *in, int frame_count,
                                const char *step, pd_error *err)
{
    memset(out, 0, sizeof *out);
    memcpy(out->name, in->name, sizeof out->name);
    snprintf(out->step, sizeof out->step, "%s", step);
    out->source = in->source;
    out->weight = in->weight;
    pd_status status =
        pd_anim_clip_init(&out->clip, &in->clip.skeleton, frame_count, PD_CHARACTER_MOTION_RATE, err);
    if (status == PD_OK) status = pd_character_motion_add_labels(out, err);
    if (status == PD_OK && in->ground.rows) {
        const pd_anim_ground *ground = &in->ground;
        const size_t cells = (size_t)ground->rows * (size_t)ground->columns;
        status = pd_anim_ground_init(&out->ground,
                                     (pd_anim_ground_grid){.rows = ground->rows,
                                                           .columns = ground->columns,
                                                           .x = ground->x,
                                                           .z = ground->z,
                                                           .cell = ground->cell},
                                     "", err);

        if (status == PD_OK) memcpy(out->ground.heights, ground->heights, cells * sizeof *ground->heights);
    }

    if (status != PD_OK) pd_character_motion_deinit(out);

    return status;
}

pd_status pd_train_motion_copy(pd_character_motion *out, const pd_character_motion *in, const char *step,
                               pd_error *err)
{
    size_t count = (size_t)in->clip.frame_count;
    pd_status status = pd_train_motion_blank(out, in, in->clip.frame_count, step, err);

    if (status != PD_OK) return status;
    size_t joints = (size_t)in->clip.skeleton.joint_count;
    memcpy(out->clip.rotations, in->clip.rotations, count * joints * sizeof *in->clip.rotations);
    memcpy(out->clip.roots, in->clip.roots, count * sizeof *in->clip.roots);
    memcpy(out->contacts, in->contacts, count * sizeof *in->contacts);
    memcpy(out->phase, in->phase, count * sizeof *in->phase);
    memcpy(out->gaits, in->gaits, count * sizeof *in->gaits);

    return PD_OK;
}
