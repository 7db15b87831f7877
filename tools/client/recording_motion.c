#include "tools/client/recording_motion.h"

#include "api/http/call.h"
#include "api/http/json_write.h"
#include "core/base/assert.h"
#include "core/character/size.h"
#include "tools/client/recording.h"
#include "tools/client/session.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TOE_REST 0.025 /* metres: of toes that were never planted */

/* -- going through the file ------------------------------------------------------------- */

typedef struct reading {
    pd_tool_session *session;
    pd_tool_recording_motion *out;
    uint32_t id, first, last;
    int seen, lacks, jumps; /* frames of the character; those without its channels; too far apart */
    int filling;            /* second time through */
    double toe_sum, toe_count;
} reading;

static void take_recording_motion(void *ctx, const pd_tool_session *s, const pd_tool_character *a,
                                  const posed_frame *frame, const posed_character *who);

/* Reads all records of a file and passes each frame of each character to `take`. */
static pd_status go_through(reading *r, pd_bytes bytes, const char *name, pd_error *err)
{
    pd_tool_recording file;
    pd_tool_record record;
    int more = 1;

    pd_tool_session_init(r->session, 0);
    pd_status status = pd_tool_recording_open(&file, bytes, name, err);
    while (status == PD_OK && (status = pd_tool_recording_next(&file, &record, &more, err)) == PD_OK &&
           more) {
        if (record.kind == PD_TOOL_RECORD_TEXT) {
            json_t *json = json_loadb((const char *)record.bytes, record.size, JSON_REJECT_DUPLICATES, NULL);
            status = pd_tool_session_text(r->session, json, err);
            json_decref(json);
        }

        if (record.kind == PD_TOOL_RECORD_BINARY)
            pd_tool_session_frame(r->session, record.bytes, record.size, record.time, take_recording_motion,
                                  r);
    }

    return status;
}

/* -- first time: who, from when to when ------------------------------------------------------ */

/* First pass: finds the character's first and last frame,
 * and notes what would make the recording unusable. */
static void survey_frame(reading *r, const pd_tool_character *a, const posed_frame *frame,
                         const posed_character *who)
{
    if (!r->id) r->id = a->id;
    if (a->id != r->id) return;

    /* Only frames with joints and rotations can be used. */
    if (!who->joints || !who->rotations) {
        r->lacks++; /* for example before the profile takes effect */
        return;
    }

    /* Frames that come out of order are skipped; a gap that is too long is noted. */
    if (!r->seen)
        r->first = frame->tick;
    else if (frame->tick <= r->last)
        return;
    else if (frame->tick - r->last > PD_TOOL_RECORDING_GAP)
        r->jumps = 1;

    r->last = frame->tick;
    r->seen++;
}

/* Reports why the recording cannot become a motion, if so. */
static pd_status check_recording_motion(const reading *r, const char *name, uint32_t id, pd_error *err)
{
    if (!r->seen && r->lacks)
        return pd_fail(
            err, PD_ERR_UNSUPPORTED, name,
            "the frames have no joints or no rotations; record with --channels root,joints,rotations");

    /* The character does not occur, or there is too little or too much of it. */
    if (!r->seen && id) return pd_fail(err, PD_ERR_NOT_FOUND, name, "no frame has the character %u", id);
    if (!r->seen) return pd_fail(err, PD_ERR_NOT_FOUND, name, "no frame has a character");
    if (r->jumps)
        return pd_fail(err, PD_ERR_LIMIT, name,
                       "two frames are more than %d ticks apart; at most as many allowed",
                       PD_TOOL_RECORDING_GAP);
    if (r->last - r->first < 1) return pd_fail(err, PD_ERR_RANGE, name, "1 frame; 2 or more expected");

    if (r->last - r->first >= PD_ANIM_TRACK_MAX_FRAMES)
        return pd_fail(err, PD_ERR_LIMIT, name, "%u ticks; at most %d", r->last - r->first + 1,
                       PD_ANIM_TRACK_MAX_FRAMES);

    return PD_OK;
}

/* -- second time: into the arrays ---------------------------------------------------------------- */

/* Allocates the clip and the track of the motion, with one frame for each tick. */
static pd_status allocate_recording_motion(reading *r, const pd_tool_session_model *m, pd_error *err)
{
    pd_tool_recording_motion *out = r->out;
    int frames = (int)(r->last - r->first + 1);
    int joints = m->skeleton.joint_count;
    double rate = r->session->tick_rate;

    if (m->skeleton.root)
        return pd_fail(err, PD_ERR_UNSUPPORTED, m->id, "joint %d is the root; 0 allowed", m->skeleton.root);

    /* The clip has rotations and the character's bones, the track has positions and contacts. */
    pd_anim_skeleton skeleton;
    pd_character_size_skeleton(&skeleton, &m->skeleton, pd_tool_session_size_of(r->session, r->id));
    pd_status status = pd_anim_clip_init(&out->clip, &skeleton, frames, rate, err);
    if (status == PD_OK) status = pd_anim_track_init(&out->track, frames, joints, rate, err);
    if (status != PD_OK) return status;

    out->frames = calloc((size_t)frames, sizeof *out->frames);
    if (!out->frames) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");

    /* All frames begin as filled in; `fill` clears the mark of those that were recorded. */
    for (int t = 0; t < frames; t++) out->frames[t].filled = 1;
    for (int i = 0; i < 2; i++) {
        out->track.toes[i] = m->toes[i] < 0 ? 0 : m->toes[i];
        out->track.heels[i] = m->heels[i] < 0 ? 0 : m->heels[i];
    }

    memcpy(out->track.parents, m->skeleton.parents, (size_t)joints * sizeof(int));
    memcpy(out->model, m->id, sizeof out->model);
    out->id = r->id;

    return PD_OK;
}

/* Second pass: writes one recorded frame into the clip and the track. */
static void fill_recording_motion(reading *r, const pd_tool_character *a, const posed_frame *frame,
                                  const posed_character *who)
{
    pd_anim_clip *clip = &r->out->clip;
    const pd_tool_session_model *m = &r->session->models[a->model];
    float hips[3];
    uint32_t t = frame->tick - r->first;

    if (a->id != r->id || t >= (uint32_t)clip->frame_count || !r->out->frames[t].filled) return;
    if (!who->joints || !who->rotations || m->skeleton.joint_count != clip->skeleton.joint_count) return;

    /* Rotations. The root's is relative to the character's heading, so the yaw is added. */
    pd_quat *q = pd_anim_clip_frame(clip, (int)t);
    for (int j = 0; j < clip->skeleton.joint_count; j++) {
        float xyzw[4];
        posed_rotation(xyzw, who, j);
        q[j] = pd_q_normalize((pd_quat){(double)xyzw[0], (double)xyzw[1], (double)xyzw[2], (double)xyzw[3]});
    }

    q[0] = pd_q_mul(pd_q_axis_angle(pd_vec3_make(0, 1, 0), (double)who->yaw), q[0]);
    posed_joint(hips, who, 0);
    clip->roots[t] = pd_vec3_make((double)hips[0], (double)hips[1], (double)hips[2]);

    /* Store positions, contacts, facing and ground in the track. */
    static const unsigned bits[4] = {POSED_LEFT_HEEL, POSED_LEFT_TOE, POSED_RIGHT_HEEL, POSED_RIGHT_TOE};
    pd_anim_track *track = &r->out->track;
    float *joints = track->joints + 3 * (size_t)(int)t * (size_t)track->joint_count;

    for (int j = 0; j < track->joint_count; j++) posed_joint(joints + 3 * j, who, j);
    for (int i = 0; i < 4; i++) track->contacts[4 * (int)t + i] = who->contacts & bits[i] ? 1 : 0;
    memcpy(track->root + 3 * (int)t, who->root, sizeof who->root);
    track->facing[2 * (int)t] = sinf(who->yaw);
    track->facing[2 * (int)t + 1] = cosf(who->yaw);

    /* Planted toes give the rest height of the toes above the ground. */
    for (int i = 0; i < 2; i++) {
        track->ground[2 * (int)t + i] = who->root[1];
        if (!(who->contacts & bits[2 * i + 1])) continue;
        r->toe_sum += (double)(joints[3 * track->toes[i] + 1] - who->root[1]);
        r->toe_count++;
    }

    /* The last zero marks the frame as recorded. */
    r->out->frames[t] = (pd_tool_recording_frame){
        .tick = frame->tick, .seq = who->seq, .phase = who->phase, .gait = who->gait, .filled = 0};
}

/* Callback of each frame of a character: surveys it in the first pass and stores it in the second. */
static void take_recording_motion(void *ctx, const pd_tool_session *s, const pd_tool_character *a,
                                  const posed_frame *frame, const posed_character *who)
{
    reading *r = ctx;
    (void)s;

    if (r->filling)
        fill_recording_motion(r, a, frame, who);
    else
        survey_frame(r, a, frame, who);
}

/* -- what did not come ---------------------------------------------------------------------------------- */

/* Interpolates linearly between frames a and b of an array, with `each` numbers a frame, into frame t. */
static void blend_recording_motion(float *values, int each, int a, int b, int t, double part)
{
    PD_ASSERT(each > 0 && a >= 0 && b >= a && t >= a && t <= b);
    for (int i = 0; i < each; i++)
        values[t * each + i] =
            (float)((1 - part) * (double)values[a * each + i] + part * (double)values[b * each + i]);
}

/* Fills in the ticks that were not received, and computes what depends on the whole motion. */
static void finish_recording_motion(reading *r)
{
    pd_tool_recording_motion *m = r->out;
    int before = 0;

    for (int t = 1; t < m->clip.frame_count; t++) {
        if (m->frames[t].filled) continue;

        /* Interpolate between the received frames around the gap. */
        for (int k = before + 1; k < t; k++) {
            double part = (double)(k - before) / (t - before);
            pd_anim_clip *clip = &m->clip;
            pd_anim_track *track = &m->track;
            pd_quat *q = pd_anim_clip_frame(clip, k);

            /* a few ticks apart: the chord is as good as the arc */
            for (int j = 0; j < clip->skeleton.joint_count; j++) {
                const pd_quat a = pd_anim_clip_frame(clip, before)[j];
                const pd_quat b = pd_anim_clip_frame(clip, t)[j];
                const double sign = pd_q_dot(a, b) < 0 ? -1 : 1;
                const pd_quat sum = {
                    (1 - part) * a.x + part * sign * b.x, (1 - part) * a.y + part * sign * b.y,
                    (1 - part) * a.z + part * sign * b.z, (1 - part) * a.w + part * sign * b.w};
                q[j] = pd_q_normalize(sum);
            }

            clip->roots[k] = pd_vec3_add(pd_vec3_scale(clip->roots[before], 1 - part),
                                         pd_vec3_scale(clip->roots[t], part));
            blend_recording_motion(track->joints, 3 * track->joint_count, before, t, k, part);
            blend_recording_motion(track->root, 3, before, t, k, part);
            blend_recording_motion(track->facing, 2, before, t, k, part);
            blend_recording_motion(track->ground, 2, before, t, k, part);

            /* Contacts and input are held until the next received frame. */
            memcpy(track->contacts + 4 * k, track->contacts + 4 * before, 4 * sizeof(float));
            m->frames[k] = m->frames[before];
            m->frames[k].tick = m->frames[before].tick + (uint32_t)(k - before);
            m->frames[k].filled = 1;
            m->filled++;
        }

        before = t;
    }

    /* Set the rest height of the toes, and copy the joints,
     * which foot IK has not changed here, to joints_pre. */
    m->track.toe_rest_height = r->toe_count > 0 ? r->toe_sum / r->toe_count : TOE_REST;
    memcpy(m->track.joints_pre, m->track.joints,
           3 * sizeof(float) * (size_t)m->track.frame_count * (size_t)m->track.joint_count);
    pd_anim_clip_align_signs(&m->clip);
}

pd_status pd_tool_recording_motion_read(pd_tool_recording_motion *out, pd_bytes bytes, const char *name,
                                        uint32_t id, pd_error *err)
{
    reading r = {.out = out, .id = id, .session = malloc(sizeof *r.session)};

    memset(out, 0, sizeof *out);
    if (!r.session) return pd_fail(err, PD_ERR_MEMORY, name, "out of memory");

    pd_status status = go_through(&r, bytes, name, err);
    if (status == PD_OK) status = check_recording_motion(&r, name, id, err);
    if (status == PD_OK && !r.session->model_count)
        status = pd_fail(err, PD_ERR_FORMAT, name, "no message welcome has a skeleton; one expected");
    for (int i = 0; status == PD_OK && !out->frames && i < r.session->model_count; i++)
        if (i == pd_tool_session_model_of(r.session, r.id))
            status = allocate_recording_motion(&r, &r.session->models[i], err);

    r.filling = 1;
    if (status == PD_OK) status = go_through(&r, bytes, name, err);
    if (status == PD_OK && (out->frames[0].filled || out->frames[out->clip.frame_count - 1].filled))
        status = pd_fail(err, PD_ERR_FORMAT, name,
                         "the skeleton of the character changes; the same one in all frames expected");
    if (status == PD_OK)
        finish_recording_motion(&r);
    else
        pd_tool_recording_motion_deinit(out);

    free(r.session);
    return status;
}

void pd_tool_recording_motion_deinit(pd_tool_recording_motion *motion)
{
    pd_anim_clip_deinit(&motion->clip);
    pd_anim_track_deinit(&motion->track);
    free(motion->frames);
    memset(motion, 0, sizeof *motion);
}

/* -- json
 * ------------------------------------------------------------------------------------------------------ */

void pd_tool_recording_motion_json(pd_buffer *out, const pd_tool_recording_motion *m)
{
    const pd_anim_skeleton *s = &m->clip.skeleton;

    pd_buffer_printf(out,
                     "{\"rate\":%g,\"frame_count\":%d,\"frame\":\"gltf\",\"id\":%u,\"model\":", m->clip.rate,
                     m->clip.frame_count, m->id);
    pd_api_json_text(out, m->model);
    for (int k = 0; k < s->joint_count; k++) {
        pd_buffer_text(out, k ? "," : ",\"joint_names\":[");
        pd_api_json_text(out, s->names[k]);
    }

    for (int k = 0; k < s->joint_count; k++)
        pd_buffer_printf(out, "%s%d", k ? "," : "],\"parents\":[", s->parents[k]);
    for (int k = 0; k < s->joint_count; k++) {
        const double offset[3] = {s->offsets[k].x, s->offsets[k].y, s->offsets[k].z};
        pd_buffer_text(out, k ? "," : "],\"offsets\":[");
        pd_api_json_doubles(out, offset, 3);
    }

    pd_buffer_text(out, "],\"contact_names\":[\"left_heel\",\"left_toe\",\"right_heel\",\"right_toe\"]");

    pd_buffer_text(out, ",\"frames\":[");
    for (int t = 0; t < m->clip.frame_count; t++) {
        const pd_anim_track *track = &m->track;
        const pd_tool_recording_frame *f = &m->frames[t];
        const double place[3] = {m->clip.roots[t].x, m->clip.roots[t].y, m->clip.roots[t].z};

        pd_buffer_printf(out,
                         "%s{\"t\":%.6g,\"tick\":%u,\"seq\":%llu,\"filled\":%s,\"root\":", t ? ",\n" : "\n",
                         t / m->clip.rate, f->tick, (unsigned long long)f->seq, f->filled ? "true" : "false");
        pd_api_json_floats(out, track->root + 3 * t, 3);
        pd_buffer_printf(out, ",\"yaw\":%.6f,\"translation\":",
                         atan2((double)track->facing[2 * t], (double)track->facing[2 * t + 1]));
        pd_api_json_doubles(out, place, 3);
        pd_buffer_text(out, ",\"rotations\":");

        const pd_quat *q = pd_anim_clip_frame(&m->clip, t);
        for (int k = 0; k < m->clip.skeleton.joint_count; k++) {
            const float v[4] = {(float)q[k].x, (float)q[k].y, (float)q[k].z, (float)q[k].w};
            pd_buffer_text(out, k ? "," : "[");
            pd_api_json_floats(out, v, 4);
        }

        pd_buffer_text(out, "]");

        pd_buffer_text(out, ",\"contacts\":");
        pd_api_json_floats(out, track->contacts + 4 * t, 4);
        pd_buffer_printf(out, ",\"phase\":%.6f,\"gait\":%d}", (double)f->phase, f->gait);
    }

    pd_buffer_text(out, "]}\n");
}
