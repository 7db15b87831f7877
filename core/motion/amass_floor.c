#include "core/motion/amass_parts.h"

#include "core/base/assert.h"
#include "core/base/text/length.h"
#include "core/retarget/character/note.h"
#include "core/io/tensor/npz_value.h"
#include "core/smpl/data/import.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define OTHER_BODY  0.1  /* metres: with feet farther from the floor the file may be of another body */
#define TOLD_LEVEL  0.05 /* metres: distance of the feet from the floor from which on a note is made */
#define HIGH_PELVIS 8.0  /* ratio of check_unit from which on trans is not in metres: feet 6 m high */
/* |log| of the pelvis's height in a unit, relative to the legs, up to which that unit is advised */
#define UNIT_NEAR   0.15
#define FASTEST_RUN 13.0 /* m/s: people have run at 12.4 */
#define TOLD_LEAN   10.0 /* degrees: mean lean in a camera's frame from which on a note is made */
#define LEGS_LEAST  0.8  /* range of leg lengths relative to this model's: people from 1.35 to 2.1 m */
#define LEGS_MOST   1.25

/* Rest position of the pelvis of a family's mean body, metres.
 * Males and females differ from it by up to 0.02. */
static const struct {
    const char *name;
    double pelvis[3];
} families[] = {
    [PD_AMASS_SMPL] = {"SMPL", {0, -0.23, 0.03}},
    [PD_AMASS_SMPLX] = {"SMPL-X", {0, -0.35, 0.01}},
};

/* Finds joints by the names of the file's joints: to (joint_count). */
static void map_joints(int *to, const pd_motion_amass_reading *r, const pd_anim_skeleton *skeleton)
{
    for (int k = 0; k < r->joint_count; k++) {
        char name[PD_SMPL_NAME_BYTES];
        pd_smpl_joint_name(name, k, r->named_as);
        to[k] = pd_anim_skeleton_find(skeleton, name);
    }

    if (to[0] != skeleton->root) to[0] = skeleton->root;
}

pd_status pd_motion_amass_find_source(pd_motion_amass_source *out, pd_motion_amass_reading *r,
                                      const pd_motion_amass_shape *own)
{
    const pd_motion_amass_options *o = r->options;
    const pd_smpl_model *model = o->source;
    char why[256];
    int64_t hash;

    /* Try in this order the caller's model, the model of the hash, the model of the result. */
    *out = (pd_motion_amass_source){.legs = 1, .pelvis_count = 1};
    const bool is_posed = pd_motion_amass_posed_model(&hash, r);
    if (!model && is_posed && hash == (int64_t)(r->model->content_hash >> 1)) model = r->model;
    if (!model && is_posed && o->find) model = o->find(o->find_ctx, hash);
    if (!model && !pd_npz_has(r->npz, "posed_model") && pd_motion_amass_betas_fit(why, r, r->model))
        model = r->model;

    /* If the caller gives exactly the file's betas for this model, then they are in its space. */
    bool is_given = !model && own->count && o->beta_count > 0 && (size_t)o->beta_count <= own->count;
    for (size_t b = 0; is_given && b < own->count; b++)
        is_given = own->betas[b] == (b < (size_t)o->beta_count ? o->betas[b] : 0);
    if (is_given) model = r->model;
    out->is_known = model;

    /* Make the outline, with the file's shape if the betas are in the model's space. */
    int count = 0;
    const bool fits = model && own->count && (is_given || pd_motion_amass_betas_fit(why, r, model));
    if (o->source && own->count && !fits)
        pd_retarget_note(r->notes, PD_MOTION_AMASS_NOTES,
                         "%s: the root is placed by the mean body of --betas-from", why);
    bool is_mean = true;
    if (fits) {
        count = own->count < (size_t)model->beta_count ? (int)own->count : model->beta_count;
        if (pd_motion_amass_check_shape(r, own, (size_t)count)) return r->err->status;
        for (int b = 0; b < count; b++) is_mean = is_mean && own->betas[b] == 0;
    }

    /* Report that the betas are taken to be the model's if neither the file nor the caller says so. */
    if (!is_mean && !is_given && !pd_motion_amass_names_model(r) && !pd_motion_amass_is_named_model(r, model))
        pd_retarget_note(
            r->notes, PD_MOTION_AMASS_NOTES,
            "it does not name the model of its betas: by its %d joints they are taken as those of "
            "%s, the model's (%s names another)",
            r->joint_count, pd_motion_amass_space_texts[pd_motion_amass_space_of_file(r)],
            pd_motion_amass_body_option(r));
    if (pd_motion_outline_init(&out->outline, model ? model : r->model, own->betas, count, r->err))
        return r->err->status;
    const pd_anim_skeleton *skeleton = &out->outline.skeleton;
    map_joints(out->to, r, skeleton);
    out->pelvis[0] = skeleton->offsets[skeleton->root];
    if (model) return PD_OK;

    /* Without a model there are two candidates for J0. If the file names a family, or has betas and a
     * gender, that family's is more likely, otherwise the model's. */
    bool is_person = false;
    for (size_t b = 0; b < own->count; b++) is_person = is_person || own->betas[b] != 0;
    is_person = is_person && pd_npz_has(r->npz, "gender");
    const bool is_named = pd_motion_amass_named_space(&out->space, r);
    if (!is_named) out->space = r->joint_count == PD_AMASS_LAYOUT_MOST ? PD_AMASS_SMPLX : PD_AMASS_SMPL;
    if (is_posed || out->space == PD_AMASS_UNKNOWN) return PD_OK;
    out->is_family = is_named || is_person;
    const double *mean = families[out->space].pelvis;
    out->pelvis[out->is_family ? 1 : 0] = out->pelvis[0];
    out->pelvis[out->is_family ? 0 : 1] = pd_vec3_make(mean[0], mean[1], mean[2]);
    out->pelvis_count = 2;

    return PD_OK;
}

/* Sets the axis that is up: as stated by the caller or the file, or as found from the motion. */
static pd_status choose_up(pd_motion_up *up, pd_motion_amass_reading *r, const pd_motion_amass_source *from,
                           const pd_motion_amass_take *take)
{
    const pd_motion_amass_options *o = r->options;
    const char *name = pd_motion_amass_present(r->npz, pd_motion_member_names(PD_MOTION_ROLE_UP));
    pd_motion_up_reason why = PD_MOTION_UP_STANDS;
    char text[32];

    /* Statements of the caller have precedence, then a camera's frame, then the file. */
    *up = PD_MOTION_UP_Z;
    if (o->camera) r->is_camera = true;
    if (o->has_up) {
        pd_motion_up stated;
        *up = o->up;
        r->is_camera = false;
        if (name && pd_npz_text(text, sizeof text, r->npz, name, NULL) == PD_OK &&
            pd_motion_up_of(&stated, text) && stated != o->up)
            pd_retarget_note(r->notes, PD_MOTION_AMASS_NOTES, "%s says %s; %s is taken, as stated", name,
                             text, pd_motion_up_names[o->up]);
        return PD_OK;
    }

    if (r->is_camera) {
        *up = PD_MOTION_UP_MINUS_Y;
        return PD_OK;
    }

    if (name && pd_npz_text(text, sizeof text, r->npz, name, NULL) == PD_OK) {
        if (!pd_motion_up_of(up, text))
            return pd_retarget_fail(r->err, PD_ERR_FORMAT, r->npz->name, name,
                                    "\"%s\"; x, y, z, -x, -y or -z expected", text);
        if (*up != PD_MOTION_UP_Z)
            pd_retarget_note(r->notes, PD_MOTION_AMASS_NOTES, "%s is up, as the file says (%s)",
                             pd_motion_up_names[*up], name);
        return PD_OK;
    }

    /* Files that posed wrote have z up. */
    if (pd_npz_has(r->npz, "posed_model")) return PD_OK;

    /* Find the axis by the person's posture, and make a note about the assumption. */
    pd_error err;
    if (pd_motion_amass_find_up(up, &why, take, from->pelvis, from->pelvis_count, &err))
        return pd_retarget_fail(
            r->err, err.status, r->npz->name, err.where, "%s; %s (upright) or %s (%s)%s%s decides",
            err.detail, pd_motion_amass_option(r, "up", pd_motion_up_names[*up]),
            pd_motion_amass_option(r, "up", "z"), *up == PD_MOTION_UP_MINUS_Z ? "upside down" : "lying",
            *up == PD_MOTION_UP_MINUS_Y ? " or, for a camera's frame, " : "",
            *up == PD_MOTION_UP_MINUS_Y ? pd_motion_amass_option(r, "camera", NULL) : "");
    r->is_camera = why == PD_MOTION_UP_CAMERA;
    if (why == PD_MOTION_UP_LIES)
        pd_retarget_note(
            r->notes, PD_MOTION_AMASS_NOTES,
            "z is up, as in AMASS: the person is on the floor z = 0, not upright (%s names another axis)",
            r->options->is_query ? "up" : "--up");

    if (why == PD_MOTION_UP_OTHER)
        pd_retarget_note(r->notes, PD_MOTION_AMASS_NOTES,
                         "%s is taken as up, since the person stands along it (if the person %s: %s)",
                         pd_motion_up_names[*up], *up == PD_MOTION_UP_MINUS_Z ? "is upside down" : "lies",
                         pd_motion_amass_option(r, "up", "z"));
    if (why == PD_MOTION_UP_CAMERA)
        pd_retarget_note(
            r->notes, PD_MOTION_AMASS_NOTES,
            "taken as a camera's frame, y down and z away, since the person is upside down in it and before "
            "it (if it "
            "is a world: %s or %s)",
            pd_motion_amass_option(r, "up", "-y"), pd_motion_amass_option(r, "up", "z"));
    if (why == PD_MOTION_UP_ASSUMED)
        pd_retarget_note(r->notes, PD_MOTION_AMASS_NOTES,
                         "z is taken as up, as in AMASS, though no frame shows it (%s says which axis is)",
                         r->options->is_query ? "up" : "--up");

    return PD_OK;
}

/* Chooses between two candidates for J0 by the feet, and the leg length of an assumed body. Makes notes
 * about the assumptions. */
static pd_status choose_pelvis(pd_motion_amass_source *from, pd_motion_amass_reading *r,
                               const pd_motion_amass_take *take, pd_motion_up up)
{
    pd_motion_amass_floor floor, other;
    int64_t hash;

    if (from->is_known) return PD_OK;

    /* If the candidates have different heights, choose the one with which the feet are on the floor. */
    if (pd_motion_amass_find_floor(&floor, take, up, from->pelvis[0], r->err)) return r->err->status;
    const double apart =
        from->pelvis_count > 1
            ? pd_q_rotate(pd_motion_up_turn(up), pd_vec3_sub(from->pelvis[1], from->pelvis[0])).y
            : 0;
    if (fabs(apart) > OTHER_BODY && !r->is_camera && fabs(floor.level) > OTHER_BODY) {
        if (pd_motion_amass_find_floor(&other, take, up, from->pelvis[1], r->err)) return r->err->status;
        if (other.legs > LEGS_LEAST && other.legs < LEGS_MOST && fabs(other.level) < fabs(floor.level)) {
            pd_motion_amass_turn_places(r, from->pelvis[0], -1);
            pd_motion_amass_turn_places(r, from->pelvis[1], 1);
            from->pelvis[0] = from->pelvis[1];
            from->is_family = !from->is_family;
            floor = other;
        }
    }

    /* Scale the legs so that the feet are at 0, if people have legs of that length. */
    const bool stands = !r->is_camera && floor.legs > LEGS_LEAST && floor.legs < LEGS_MOST;
    if (from->is_family && stands) from->legs = floor.legs;

    /* Make notes about the assumption. */
    const pd_vec3 j = from->pelvis[0];

    /* NULL: the caller's is another */
    const char *names = r->options->is_of_model ? NULL : pd_motion_amass_body_option(r);
    if (from->is_family)
        pd_retarget_note(r->notes, PD_MOTION_AMASS_NOTES,
                         "its body is not at hand: the pelvis of %s's mean body is assumed, at (%.2f, %.2f, "
                         "%.2f) m of the "
                         "model%s%s%s%s",
                         families[from->space].name, j.x, j.y, j.z,
                         stands ? ", and legs that reach the floor at 0" : "", names ? " (" : "",
                         names ? names : "", names ? " names the body)" : "");
    else if (pd_motion_amass_posed_model(&hash, r))
        pd_retarget_note(
            r->notes, PD_MOTION_AMASS_NOTES,
            "the model that posed wrote it for is not at hand: this model's mean body is assumed%s",
            r->options->is_query ? "" : " (--betas-from MODEL names it)");
    else
        pd_retarget_note(
            r->notes, PD_MOTION_AMASS_NOTES,
            "it does not say which body its trans is of: this model's mean body is assumed (%s names "
            "another)",
            pd_motion_amass_body_option(r));

    if (!r->is_camera && fabs(floor.level) > TOLD_LEVEL && !(from->is_family && stands)) {
        const pd_length_unit *unit = r->options->metres_per_unit > 0 ? NULL : pd_length_unit_for(floor.legs);
        char hint[96] = "";
        char metres[32];
        if (unit && unit->metres != 1 && fabs(log(floor.legs * unit->metres)) < UNIT_NEAR) {
            snprintf(metres, sizeof metres, "%g", unit->metres);
            snprintf(hint, sizeof hint, ": in %s they would be on it (%s)", unit->plural,
                     pd_motion_amass_option(r, "unit", metres));
        }

        pd_retarget_note(r->notes, PD_MOTION_AMASS_NOTES,
                         "the feet are %.2f m %s the floor at 0 when they are lowest%s", fabs(floor.level),
                         floor.level > 0 ? "above" : "below", hint);
    }

    return PD_OK;
}

/* Refuses positions that are not in metres: a pelvis HIGH_PELVIS times as high as it is above the lowest
 * point of the figure, or a root that in nine tenths of the frames is faster than anybody runs. Both
 * detect centimetres, millimetres and inches. */
static pd_status check_unit(pd_motion_amass_reading *r, const pd_motion_amass_take *take, pd_motion_up up,
                            pd_vec3 pelvis, double rate)
{
    pd_motion_amass_floor floor;

    if (r->options->metres_per_unit > 0) return PD_OK;

    /* Check the height of the pelvis. */
    if (pd_motion_amass_find_floor(&floor, take, up, pelvis, r->err)) return r->err->status;
    const pd_length_unit *high =
        r->is_camera || floor.legs < HIGH_PELVIS ? NULL : pd_length_unit_for(floor.legs);
    if (high) {
        char metres[32];
        snprintf(metres, sizeof metres, "%g", high->metres);
        return pd_retarget_fail(
            r->err, PD_ERR_RANGE, r->npz->name, "trans",
            "the feet are %.4g m above the floor at 0; metres expected: in %s they would be on it "
            "(%s; %s if they are that high)",
            floor.level, high->plural, pd_motion_amass_option(r, "unit", metres),
            pd_motion_amass_option(r, "unit", "1"));
    }

    /* Check the speed of the root. */
    double *speed = malloc(r->frames * sizeof *speed);
    if (!speed) return pd_retarget_fail(r->err, PD_ERR_MEMORY, r->npz->name, "trans", "out of memory");
    for (size_t t = 1; t < r->frames; t++) {
        const float *a = r->trans + 3 * (t - 1);
        const float *b = a + 3;
        speed[t - 1] = rate * hypot(hypot((double)b[0] - (double)a[0], (double)b[1] - (double)a[1]),
                                    (double)b[2] - (double)a[2]);
    }

    const double least = r->frames > 1 ? pd_motion_amass_part(speed, (int)r->frames - 1) : 0;
    free(speed);
    if (least <= FASTEST_RUN) return PD_OK;

    return pd_retarget_fail(
        r->err, PD_ERR_RANGE, r->npz->name, "trans",
        "the root moves at %.4g m/s or more in nine tenths of the frames; metres and at most %g m/s "
        "expected (%s for centimetres, %s if it is that fast)",
        least, FASTEST_RUN, pd_motion_amass_option(r, "unit", "0.01"),
        pd_motion_amass_option(r, "unit", "1"));
}

pd_status pd_motion_amass_find_frame(pd_motion_amass_source *from, pd_motion_up *up,
                                     pd_motion_amass_reading *r, const pd_motion_amass_take *theirs,
                                     double rate)
{
    pd_status status = choose_up(up, r, from, theirs);
    if (status != PD_OK) return status;
    status = choose_pelvis(from, r, theirs, *up);
    if (status != PD_OK) return status;
    return check_unit(r, theirs, *up, from->pelvis[0], rate);
}

pd_status pd_motion_amass_ground_camera(pd_retarget_motion *out, pd_motion_amass_reading *r,
                                        const pd_motion_outline *body)
{
    pd_anim_clip *clip = &out->clip;
    const int head = pd_anim_skeleton_find(&clip->skeleton, "head");
    double *low = malloc((size_t)clip->frame_count * sizeof *low);
    pd_vec3 p[PD_ANIM_MAX_JOINTS];
    pd_vec3 lean = {0, 0, 0};
    const pd_vec3 start = clip->roots[0];

    /* Find the lowest point of each frame, and the mean direction from pelvis to head. */
    if (!low) return pd_retarget_fail(r->err, PD_ERR_MEMORY, r->npz->name, "", "out of memory");
    for (int t = 0; t < clip->frame_count; t++) {
        low[t] = clip->roots[t].y - pd_motion_outline_depth(body, pd_anim_clip_frame(clip, t));
        pd_anim_clip_pose(p, NULL, clip, t);
        if (head >= 0) lean = pd_vec3_add(lean, pd_vec3_sub(p[head], p[clip->skeleton.root]));
    }

    const double floor = pd_motion_amass_part(low, clip->frame_count);
    for (int t = 0; t < clip->frame_count; t++)
        clip->roots[t] = pd_vec3_sub(clip->roots[t], pd_vec3_make(start.x, floor, start.z));
    free(low);

    /* Make notes about the person's position in the camera's frame, and about a lean. */
    const pd_vec3 at = pd_q_rotate(pd_q_conjugate(pd_motion_up_turn(PD_MOTION_UP_MINUS_Y)), start);
    pd_retarget_note(
        r->notes, PD_MOTION_AMASS_NOTES,
        "of a camera's frame the floor and the place are not known: the feet are put on 0 and the first "
        "frame over "
        "the origin (it was at %.2f, %.2f, %.2f m of the camera)",
        at.x, at.y, at.z);
    const double angle = atan2(hypot(lean.x, lean.z), lean.y) / PD_AMASS_RADIANS;
    if (angle > TOLD_LEAN)
        pd_retarget_note(r->notes, PD_MOTION_AMASS_NOTES,
                         "the person leans by %.0f degrees on average: the camera may have looked up or down",
                         angle);

    return PD_OK;
}
