#include "core/motion/amass.h"

#include "core/base/assert.h"
#include "core/anim/alive.h"
#include "core/motion/amass_parts.h"
#include "core/motion/faults.h"
#include "core/retarget/character/note.h"
#include "core/motion/gather/gather.h"
#include "core/retarget/skeleton.h"
#include "core/io/tensor/npz_value.h"
#include "core/smpl/data/import.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int pd_motion_amass_layout(const pd_anim_skeleton *skeleton)
{
    for (int i = 0; i < PD_AMASS_LAYOUTS; i++) {
        int found = 0;
        for (int k = 0; k < pd_motion_amass_layouts[i].joint_count; k++) {
            char name[PD_SMPL_NAME_BYTES];
            pd_motion_amass_joint(name, k, pd_motion_amass_layouts[i].joint_count);
            found += pd_anim_skeleton_find(skeleton, name) >= 0;
        }

        if (found == pd_motion_amass_layouts[i].joint_count) return found;
    }

    return 0;
}

void pd_motion_amass_joint(char *name, int k, int joint_count)
{
    pd_smpl_joint_name(name, k, joint_count == PD_AMASS_BODY ? 24 : joint_count);
}

pd_status pd_motion_amass_betas(float *betas, int *beta_count, pd_npz *npz, const pd_smpl_model *of,
                                pd_error *err)
{
    const pd_motion_amass_options named = {.source = of};
    char notes[PD_MOTION_AMASS_NOTES] = "", why[256] = "";
    pd_error own = {0};
    pd_motion_amass_reading r = {
        .npz = npz, .model = of, .options = &named, .notes = notes, .err = err ? err : &own};
    pd_retarget_motion motion = {0};
    pd_motion_amass_shape file = {0};
    char there[240];

    *r.err = (pd_error){0};
    pd_status s =
        pd_motion_amass_present(npz, pd_motion_member_names(PD_MOTION_ROLE_BETAS))
            ? PD_OK
            : pd_retarget_fail(r.err, PD_ERR_NOT_FOUND, r.npz->name, "betas", "not there; in the file: %s",
                               pd_motion_amass_contents(there, sizeof there, &r));
    if (!s) s = pd_motion_amass_read_motion(&r, false);
    if (!s) s = pd_motion_amass_read_shape(&file, &r);
    if (!s && file.count && !pd_motion_amass_betas_fit(why, &r, of))
        s = pd_retarget_fail(r.err, PD_ERR_UNSUPPORTED, r.npz->name, file.name, "%s", why);
    if (!s) s = pd_motion_amass_choose_betas(&motion, &r, &file);
    if (!s && !motion.beta_count)
        s = pd_retarget_fail(r.err, PD_ERR_UNSUPPORTED, r.npz->name, "betas",
                             "no betas in the array; at least one beta expected");

    if (!s) memcpy(betas, motion.betas, sizeof motion.betas);
    *beta_count = motion.beta_count;
    free(file.betas);
    free(r.turns);
    free(r.poses);

    return s;
}

pd_status pd_motion_amass_describe(pd_motion_amass_about *out, pd_npz *npz, pd_error *err)
{
    static const pd_motion_amass_options none = {.angles = PD_MOTION_ANGLES_RADIANS};
    char notes[PD_MOTION_AMASS_NOTES] = "";
    pd_error own = {0};
    pd_motion_amass_reading r = {.npz = npz, .options = &none, .notes = notes, .err = err ? err : &own};
    pd_motion_amass_shape betas = {0};

    memset(out, 0, sizeof *out);

    *r.err = (pd_error){0};
    pd_status status = pd_motion_amass_read_motion(&r, true);
    if (status == PD_OK) status = pd_motion_amass_read_rate(&out->rate, &r);
    if (status == PD_OK) status = pd_motion_amass_read_shape(&betas, &r);

    /* Summarize the file. Its axes are not determined here. */
    if (status == PD_OK) {
        for (int i = 0; i < PD_AMASS_LAYOUTS; i++)
            if (pd_motion_amass_layouts[i].joint_count == r.joint_count)
                out->layout = pd_motion_amass_layouts[i].name;
        out->joint_count = r.joint_count;
        out->frame_count = (int)r.frames;
        for (size_t t = 1; t < r.frames; t++)
            out->path_m += hypot((double)r.trans[3 * t] - (double)r.trans[3 * t - 3],
                                 (double)r.trans[3 * t + 1] - (double)r.trans[3 * t - 2]);
        out->beta_count = (int)betas.count;
        pd_motion_amass_read_gender(out->gender, sizeof out->gender, npz);
    }

    free(betas.betas);
    free(r.trans);
    free(r.turns);
    free(r.poses);

    return status;
}

/* ---- what is not read ---- */

/* Reads a scale of the file's surface, with a note of what it means. */
static void note_scale(pd_motion_amass_reading *r)
{
    for (const char *const *name = pd_motion_member_names(PD_MOTION_ROLE_SCALE); *name; name++) {
        double scale = 1;
        if (!pd_npz_has(r->npz, *name) || pd_npz_number(&scale, r->npz, *name, NULL) != PD_OK || scale == 1)
            continue;
        pd_retarget_note(r->notes, PD_MOTION_AMASS_NOTES,
                         "%s of %g is left out: the file's surface is %g times as large as that of the body",
                         *name, scale, scale);
    }
}

/* Takes counts that agree with the arrays. Others stay unread, so that they are named. */
static void take_counts(pd_motion_amass_reading *r, const pd_motion_amass_shape *file)
{
    for (const char *const *name = pd_motion_member_names(PD_MOTION_ROLE_COUNT_OF); *name; name++) {
        double count = 0;
        if (!pd_npz_has(r->npz, *name) || pd_npz_number(&count, r->npz, *name, NULL) != PD_OK) continue;
        const bool is_of_betas = strstr(*name, "betas") != NULL;
        if (count != (is_of_betas ? (double)file->count : (double)r->frames)) pd_npz_leave(r->npz, *name);
    }
}

/* Names every member of the file that nothing above has used or named, with the reason. */
static void note_unread(pd_motion_amass_reading *r, const pd_motion_amass_shape *file)
{
    pd_motion_unread unread = {.idle = ""};
    char text[64];

    /* Facts that some readings do not need: they are read all the same. */
    pd_motion_amass_read_gender(text, sizeof text, r->npz);
    pd_motion_amass_read_text(text, sizeof text, r->npz, pd_motion_member_names(PD_MOTION_ROLE_TYPE));
    pd_motion_amass_read_text(text, sizeof text, r->npz, pd_motion_member_names(PD_MOTION_ROLE_UP));
    note_scale(r);
    take_counts(r, file);

    pd_motion_unread_npz(&unread, r->npz);
    pd_motion_unread_note(r->notes, PD_MOTION_AMASS_NOTES, &unread);
}

/* ---- the clip ---- */

/* Sets rotations and root of all frames: the pelvis at the file's, then changed in height so that the
 * lowest point is as high as that of the file's body. */
static pd_status fill_clip(pd_retarget_motion *out, pd_motion_amass_reading *r,
                           const pd_motion_amass_source *from, const pd_motion_amass_take *theirs,
                           pd_motion_amass_take *ours, pd_motion_up up)
{
    const pd_quat world = pd_motion_up_turn(up);
    pd_quat turns[PD_ANIM_MAX_JOINTS];
    pd_motion_outline body;

    /* Make the outline of the result. The height changes only if this outline differs
     * from that of the file's body. */
    if (pd_motion_outline_init(&body, r->model, out->betas, out->beta_count, r->err)) return r->err->status;
    ours->figure = &body;
    const bool moves_height =
        from->legs != 1 || body.count != from->outline.count ||
        memcmp(body.points, from->outline.points, (size_t)body.count * sizeof *body.points);

    for (int t = 0; t < out->clip.frame_count; t++) {
        const float *place = r->trans + 3 * (size_t)t;
        pd_quat *own = pd_anim_clip_frame(&out->clip, t);
        pd_motion_amass_turns(own, ours, (size_t)t, world);
        out->clip.roots[t] = pd_q_rotate(
            world,
            pd_vec3_add(from->pelvis[0], pd_vec3_make((double)place[0], (double)place[1], (double)place[2])));
        if (!moves_height) continue;
        pd_motion_amass_turns(turns, theirs, (size_t)t, world);
        out->clip.roots[t].y +=
            pd_motion_outline_depth(&body, own) - from->legs * pd_motion_outline_depth(&from->outline, turns);
    }

    /* Put a motion in a camera's frame on the floor. */
    const pd_status s = r->is_camera ? pd_motion_amass_ground_camera(out, r, &body) : PD_OK;
    pd_motion_outline_deinit(&body);

    return s;
}

/* Reads motion, rate and shape, chooses the betas of the result, makes its skeleton and finds the file's
 * joints in it: to (PD_AMASS_LAYOUT_MOST). */
static pd_status read_file_amass(pd_retarget_motion *out, pd_motion_amass_reading *r, double *rate,
                                 pd_motion_amass_shape *file, pd_anim_skeleton *skeleton, int *to)
{
    pd_status status = pd_motion_amass_read_motion(r, true);

    if (status != PD_OK) return status;
    status = pd_motion_amass_read_rate(rate, r);
    if (status != PD_OK) return status;
    status = pd_motion_amass_read_shape(file, r);
    if (status != PD_OK) return status;
    status = pd_motion_amass_choose_betas(out, r, file);
    if (status != PD_OK) return status;
    status = pd_retarget_skeleton_of(skeleton, r->model, out->betas, out->beta_count, r->err);
    if (status != PD_OK) return status;

    return pd_motion_amass_match_joints(to, r, skeleton);
}

/* Makes the clip. If the file has no fingers, they take the model's mean hand pose. */
static pd_status make_clip(pd_retarget_motion *out, pd_motion_amass_reading *r, pd_motion_amass_source *from,
                           const pd_anim_skeleton *skeleton, const pd_motion_amass_take *theirs,
                           pd_motion_amass_take *ours, pd_motion_up up, double rate)
{
    const pd_smpl_hand *hands = r->model->data.hands;
    pd_status status = pd_anim_clip_init(&out->clip, skeleton, (int)r->frames, rate, r->err);

    if (status != PD_OK) return status;

    status = fill_clip(out, r, from, theirs, ours, up);
    if (status == PD_OK) status = pd_motion_amass_read_expressions(out, r);
    pd_anim_clip_align_signs(&out->clip);
    if (pd_motion_amass_lacks_fingers(r))
        pd_anim_alive_relax(&out->clip, (const float *const[2]){hands[0].mean, hands[1].mean});
    if (status == PD_OK) status = pd_motion_amass_read_soft(&out->clip, r);
    if (status != PD_OK) pd_anim_clip_deinit(&out->clip);

    return status;
}

pd_status pd_motion_amass_read(pd_retarget_motion *out, char *notes, pd_npz *npz, const pd_smpl_model *model,
                               const pd_motion_amass_options *options, pd_error *err)
{
    static const pd_motion_amass_options none;
    pd_anim_skeleton skeleton;
    pd_error own = {0};
    pd_motion_amass_reading r = {.npz = npz,
                                 .model = model,
                                 .options = options ? options : &none,
                                 .notes = notes,
                                 .err = err ? err : &own};
    int to[PD_AMASS_LAYOUT_MOST];
    pd_motion_amass_shape file = {0};
    pd_motion_amass_source from = {0};
    double rate = 0;
    pd_motion_up up = PD_MOTION_UP_Z;

    memset(out, 0, sizeof *out);
    *r.err = (pd_error){0};
    *notes = 0;

    /* Read the file, and find the body to which its motion belongs. */
    pd_status status = read_file_amass(out, &r, &rate, &file, &skeleton, to);
    if (status == PD_OK) status = pd_motion_amass_find_source(&from, &r, &file);
    if (status == PD_OK) pd_motion_amass_turn_places(&r, from.pelvis[0], 1);
    if (status == PD_OK) status = pd_motion_amass_add_mean_hands(&r);

    /* Transfer the motion between two bodies in the same poses: from the file's to the model's. */
    if (status == PD_OK) {
        PD_ASSERT(r.poses && r.trans && r.frames > 0);
        const pd_motion_amass_take theirs = {.poses = r.poses,
                                             .trans = r.trans,
                                             .frames = r.frames,
                                             .joint_count = r.joint_count,
                                             .to = from.to,
                                             .figure = &from.outline};
        pd_motion_amass_take ours = {.poses = r.poses,
                                     .trans = r.trans,
                                     .frames = r.frames,
                                     .joint_count = r.joint_count,
                                     .to = to,
                                     .figure = NULL};
        status = pd_motion_amass_find_frame(&from, &up, &r, &theirs, rate);

        if (status == PD_OK) status = make_clip(out, &r, &from, &skeleton, &theirs, &ours, up, rate);
        if (status == PD_OK) note_unread(&r, &file);
    }

    pd_motion_outline_deinit(&from.outline);
    free(file.betas);
    free(r.trans);
    free(r.turns);
    free(r.poses);

    return status;
}

pd_status pd_motion_amass_npz(pd_bytes *npz, pd_buffer *written, char *notes, pd_bytes file, const char *name,
                              const pd_motion_amass_options *options, size_t most_bytes, pd_error *err)
{
    const char *stated = !options                                    ? NULL
                         : options->has_up                           ? "up"
                         : options->metres_per_unit > 0              ? "unit"
                         : options->angles != PD_MOTION_ANGLES_FOUND ? "angles"
                                                                     : NULL;
    const pd_motion_regressed_options how = {.stated = stated,
                                             .person = options ? options->person : NULL,
                                             .camera = options && options->camera,
                                             .rate = options ? options->rate : 0,
                                             .is_query = options && options->is_query,
                                             .most_bytes = most_bytes};
    return pd_motion_gather(npz, written, notes, file, name, &how, err);
}

void pd_motion_amass_tell_faults(char *notes, const pd_retarget_motion *motion)
{
    pd_motion_faults_note(notes, PD_MOTION_AMASS_NOTES, &motion->clip, 0, 1, true);
}

pd_status pd_motion_amass_load(pd_retarget_motion *out, char *notes, pd_bytes file, const char *name,
                               size_t most_bytes, const pd_smpl_model *model,
                               const pd_motion_amass_options *options, pd_error *err)
{
    char first[PD_MOTION_GATHER_NOTES];
    char second[PD_MOTION_AMASS_NOTES] = "";
    pd_buffer written = {0};
    pd_npz npz;

    /* Convert any other kind of file to an npz, then read that. */
    memset(out, 0, sizeof *out);
    pd_status status = pd_motion_amass_npz(&file, &written, first, file, name, options, most_bytes, err);
    if (status == PD_OK) status = pd_npz_parse(&npz, file.data, file.size, name, err);
    if (status == PD_OK) {
        if (most_bytes) npz.most_bytes = most_bytes;
        status = pd_motion_amass_read(out, second, &npz, model, options, err);
        pd_npz_deinit(&npz);
    }

    if (status == PD_OK) pd_motion_amass_tell_faults(second, out);

    snprintf(notes, PD_MOTION_AMASS_NOTES, "%s%s%s", first, *first && *second ? "\n" : "", second);
    pd_buffer_deinit(&written);
    return status;
}
