#include "core/character/size.h"

#include "core/base/assert.h"
#include "core/math/elementary.h"
#include "core/math/plane.h"

double pd_character_size_leg(const pd_character_rig *rig)
{
    double sum = 0;

    for (int side = 0; side < rig->foot_count; side++) {
        const pd_character_leg *leg = &rig->legs[side];
        for (int joint = leg->heel; joint != leg->thigh && joint >= 0; joint = rig->skeleton.parents[joint])
            sum += pd_vec3_length(rig->skeleton.offsets[joint]);
    }

    return rig->foot_count ? sum / rig->foot_count : 0;
}

double pd_character_size_within(double size)
{
    return pd_plane_clamp(size, PD_CHARACTER_SIZE_LEAST, PD_CHARACTER_SIZE_MOST);
}

double pd_character_size_of_leg(double leg, const pd_character_rig *rig)
{
    const double ours = pd_character_size_leg(rig);
    if (!(ours > 0 && leg > 0)) return 1;
    return pd_character_size_within(leg / ours);
}

double pd_character_size_pace(double size, const pd_character_rig *rig)
{
    PD_ASSERT(size > 0);
    return rig->model->matching ? 1 : 1 / sqrt(size);
}

double pd_character_size_speed(double size, const pd_character_rig *rig)
{
    return size * pd_character_size_pace(size, rig);
}

void pd_character_size_input(pd_character_input *input, double size, const pd_character_rig *rig)
{
    input->speed /= pd_character_size_speed(size, rig);
}

void pd_character_size_pose(pd_character_pose *world, const pd_character_pose *own, double size,
                            const pd_character_rig *rig)
{
    if (world != own) *world = *own;
    world->root = pd_vec3_scale(world->root, size);
    world->translation = pd_vec3_scale(world->translation, size);
    world->velocity = pd_vec3_scale(world->velocity, size);
    world->bone_error *= size;

    for (int j = 0; j < rig->skeleton.joint_count; j++) {
        world->joints[j] = pd_vec3_scale(world->joints[j], size);
        world->joints_free[j] = pd_vec3_scale(world->joints_free[j], size);
    }

    for (int f = 0; f < PD_CHARACTER_RIG_FEET; f++) world->steps[f] = pd_vec3_scale(world->steps[f], size);
}

void pd_character_size_skeleton(pd_anim_skeleton *out, const pd_anim_skeleton *skeleton, double size)
{
    *out = *skeleton;
    for (int j = 0; j < out->joint_count; j++) out->offsets[j] = pd_vec3_scale(out->offsets[j], size);
}
