#include "core/animal/character.h"

#include "core/retarget/character.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void names_of(const char **names, const pd_retarget_skin *skin)
{
    for (int k = 0; k < skin->skeleton.joint_count; k++)
        names[k] = skin->joints ? skin->joints[k].name : skin->skeleton.names[k];
}

pd_status pd_animal_skin_match(pd_animal *out, const pd_retarget_skin *skin, pd_animal_plan plan,
                               pd_error *err)
{
    const char *names[PD_ANIM_MAX_JOINTS];
    pd_retarget_match person;
    pd_error none;

    names_of(names, skin);
    pd_status status = pd_animal_match(out, &skin->skeleton, names, plan, err);
    for (int c = 0; status == PD_OK && c < out->chain_count; c++)
        for (int i = 0; status == PD_OK && i < out->chains[c].count; i++)
            status = pd_retarget_skin_movable(skin, out->chains[c].joints[i], err);
    if (status != PD_OK || out->plan != PD_CREATURE_BIRD) return status;

    /* By shape, a person's legs and arms may look like a bird's. Only names distinguish them. */
    if (pd_retarget_character_match(&person, skin, NULL, 0, &none) != PD_OK || (!person.rig && !skin->vrm))
        return PD_OK;

    return pd_fail(err, PD_ERR_UNSUPPORTED, "/match", "no %s: its joints are named as a person's in %s",
                   plan == PD_CREATURE_ANY ? "animal" : pd_animal_names[plan],
                   skin->vrm ? "VRM" : person.rig);
}

/* ---- the other file ---- */

typedef struct source {
    pd_retarget_skin skin;
    pd_animal creature;
    const char *names[PD_ANIM_MAX_JOINTS];
    int nodes[PD_ANIM_MAX_JOINTS];
    pd_io_gltf_clip keys;
} source;

/* Adds the clip's file to the place of an error. */
static pd_status in_clip(pd_status status, pd_error *err)
{
    char where[sizeof err->where];

    if (status == PD_OK || !err || !strncmp(err->where, "/clip", 5)) return status;
    if (!strcmp(err->where, "/match")) err->where[0] = 0;
    snprintf(where, sizeof where, "/clip%s%.*s", *err->where == '/' || !*err->where ? "" : ": ",
             (int)sizeof where - 9, err->where);
    memcpy(err->where, where, sizeof where);

    return status;
}

static pd_status open_source(source *out, const pd_animal_skin_job *job, pd_error *err)
{
    const pd_io_skin_options options = {.skin = -1, .json_memory = job->options.json_memory};

    memset(out, 0, sizeof *out);
    pd_status status = pd_retarget_skin_read(&out->skin, job->clip, &options, err);
    if (status != PD_OK) return in_clip(status, err);
    names_of(out->names, &out->skin);
    for (int k = 0; k < out->skin.skeleton.joint_count; k++) out->nodes[k] = out->skin.joints[k].node;
    status = pd_animal_skin_match(&out->creature, &out->skin, job->creature->plan, err);

    return in_clip(status, err);
}

static void close_source(source *s)
{
    pd_retarget_skin_deinit(&s->skin);
    pd_io_gltf_clip_deinit(&s->keys);
}

static void pose_character(void *context, int frame, pd_quat *rotations, pd_vec3 *places)
{
    const source *s = context;
    pd_retarget_skin_pose(rotations, places, &s->skin, &s->keys, frame);
}

pd_status pd_animal_skin_clip(pd_anim_clip *out, const pd_animal_skin_job *job, pd_error *err)
{
    source from;
    const char *names[PD_ANIM_MAX_JOINTS];
    pd_io_gltf_clip_options options = job->options;

    options.smooth = true;
    memset(out, 0, sizeof *out);
    names_of(names, job->skin);

    /* Source motion, sampled for the joints of its skeleton. */
    pd_status status = open_source(&from, job, err);
    if (status == PD_OK)
        status = in_clip(pd_io_gltf_clip_read(&from.keys, job->clip, from.nodes,
                                              from.skin.skeleton.joint_count, &options, err),
                         err);

    /* Retarget it from chain to chain. */
    if (status == PD_OK) {
        const pd_animal_job clip = {.from = {&from.skin.skeleton, &from.creature, from.names},
                                    .to = {&job->skin->skeleton, job->creature, names},
                                    .pose = pose_character,
                                    .context = &from,
                                    .frame_count = from.keys.frame_count,
                                    .rate = from.keys.rate};
        status = pd_animal_clip(out, &clip, err);
    }

    close_source(&from);

    return status;
}

pd_status pd_animal_skin_clip_bytes(size_t *bytes, int *frames, const pd_animal_skin_job *job, pd_error *err)
{
    source from;
    double seconds = 0;

    *bytes = 0;
    *frames = 0;
    pd_status status = open_source(&from, job, err);
    if (status == PD_OK)
        status = in_clip(pd_io_gltf_clip_seconds(&seconds, job->clip, from.nodes,
                                                 from.skin.skeleton.joint_count, &job->options, err),
                         err);
    if (status == PD_OK) {
        const size_t joint = sizeof(pd_quat) + sizeof(pd_vec3);
        const size_t a_frame = joint * (size_t)from.skin.skeleton.joint_count +
                               2 * sizeof(pd_quat) * (size_t)job->skin->skeleton.joint_count +
                               PD_CREATURE_LEGS * (sizeof(pd_vec3) + sizeof(double)) + 2 * sizeof(pd_vec3);
        *frames = 1 + (int)floor(seconds * job->options.rate + 1e-6);
        *bytes = a_frame * (size_t)*frames;
    }

    close_source(&from);

    return status;
}
