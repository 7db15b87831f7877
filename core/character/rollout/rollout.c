#include "core/character/rollout/rollout.h"

#include "core/base/assert.h"
#include "core/character/action/size_requests.h"
#include "core/character/size.h"
#include "core/math/elementary.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOVING     0.1        /* push of the stick below which the character is asked to stand */
#define TURNED     (M_PI / 6) /* least change of direction, radians, that is recorded as a turn */
#define WATCH_EACH 60         /* frames between two calls of the observer */

/* ---- checks ---- */

static pd_status check_time(double time, double before, const char *list, int index, pd_error *err)
{
    char where[64];
    snprintf(where, sizeof where, "/%s/%d/t", list, index);
    if (time >= before && time <= PD_CHARACTER_ROLLOUT_SECONDS) return PD_OK;
    return pd_fail(err, PD_ERR_RANGE, where, "%g; %g (the time of the entry before it) to %g allowed", time,
                   before, PD_CHARACTER_ROLLOUT_SECONDS);
}

/* Checks the requests of reaches, gazes, clips and seats. */
static pd_status check_requests(const pd_character_rollout_job *job, const pd_character_rig *rig,
                                pd_error *err)
{
    char where[64];
    pd_status status = PD_OK;

    /* Reaches, in order of time. */
    for (int i = 0; status == PD_OK && i < job->reach_count; i++) {
        const pd_character_reach_cue *cue = &job->reaches[i];
        snprintf(where, sizeof where, "/reach/%d", i);
        status = pd_character_reach_check(&cue->request, err);
        if (status != PD_OK) return pd_error_prefix(err, where);
        status = check_time(cue->time, i ? cue[-1].time : 0, "reach", i, err);
    }

    /* Gazes, in order of time. */
    for (int i = 0; status == PD_OK && i < job->gaze_count; i++) {
        const pd_character_gaze_cue *cue = &job->gazes[i];
        snprintf(where, sizeof where, "/gaze/%d", i);
        status = pd_character_gaze_check(&cue->request, err);
        if (status != PD_OK) return pd_error_prefix(err, where);
        status = check_time(cue->time, i ? cue[-1].time : 0, "gaze", i, err);
    }

    /* Clips, in order of time. */
    for (int i = 0; status == PD_OK && i < job->play_count; i++) {
        const pd_character_play_cue *cue = &job->plays[i];
        snprintf(where, sizeof where, "/play/%d", i);
        if (!cue->stops) status = pd_character_play_fits(rig, err);
        if (status == PD_OK && !cue->stops) status = pd_character_play_check(&cue->request, err);
        if (status != PD_OK) return pd_error_prefix(err, where);
        status = check_time(cue->time, i ? cue[-1].time : 0, "play", i, err);
    }

    /* Seats, in order of time. */
    for (int i = 0; status == PD_OK && i < job->sit_count; i++) {
        const pd_character_sit_cue *cue = &job->sits[i];
        snprintf(where, sizeof where, "/sit/%d", i);
        status = pd_character_sit_check(&cue->request, err);
        if (status != PD_OK) return pd_error_prefix(err, where);
        status = check_time(cue->time, i ? cue[-1].time : 0, "sit", i, err);
    }

    return status;
}

pd_status pd_character_rollout_check(const pd_character_rollout_job *job, const pd_character_rig *rig,
                                     pd_error *err)
{
    double rate = (double)rig->model->network.frame_rate;
    double before = 0;
    char where[64];

    /* Duration, person and requests. */
    if (!(job->seconds >= 2 / rate && job->seconds <= PD_CHARACTER_ROLLOUT_SECONDS))
        return pd_fail(err, PD_ERR_RANGE, "/seconds", "%g; %.10g to %.10g allowed", job->seconds, 2 / rate,
                       PD_CHARACTER_ROLLOUT_SECONDS);
    pd_status status = pd_character_person_check(&job->person, &rig->model->network, err);
    if (status != PD_OK) return status;
    if (rig->paces && (job->reach_count || job->sit_count))
        return pd_fail(err, PD_ERR_UNSUPPORTED, job->reach_count ? "/reach" : "/sit",
                       "has no effect on an animal; allowed for people");
    if (check_requests(job, rig, err) != PD_OK) return err ? err->status : PD_ERR_RANGE;
    if (job->follow) return pd_character_follow_check(job->follow, err);

    /* Check the script, in order of time. A job that follows a path has none. */
    if (job->cue_count < 0 || job->cue_count > PD_CHARACTER_ROLLOUT_CUES)
        return pd_fail(err, PD_ERR_LIMIT, "/script", "%d entries; at most %d allowed", job->cue_count,
                       PD_CHARACTER_ROLLOUT_CUES);
    for (int i = 0; i < job->cue_count; i++) {
        double time = job->cues[i].time;
        snprintf(where, sizeof where, "/script/%d", i);
        if (pd_character_input_check(&job->cues[i].input, err) != PD_OK) return pd_error_prefix(err, where);
        if (check_time(time, before, "script", i, err) != PD_OK) return PD_ERR_RANGE;
        before = time;
    }

    return PD_OK;
}

/* ---- events ---- */

/* Returns whether the second cue starts, stops or turns the character. *event describes it. */
static bool event_between(pd_anim_event *event, const pd_character_cue *a, const pd_character_cue *b,
                          double size, const pd_character_rig *rig)
{
    const pd_character_input *from = &a->input;
    const pd_character_input *to = &b->input;
    double before = pd_character_input_push(from);
    double after = pd_character_input_push(to);

    *event = (pd_anim_event){b->time, PD_ANIM_EVENT_STOP, 0};
    if (before >= MOVING && after < MOVING) return true;

    double speed = pd_character_gait_speed(&rig->control, to->gait); /* straight ahead */
    speed *= pd_character_size_speed(size, rig);
    speed = after * (to->speed > 0 ? to->speed : speed);
    *event = (pd_anim_event){b->time, PD_ANIM_EVENT_START, speed};
    if (before < MOVING && after >= MOVING) return true;
    if (after < MOVING) return false;

    /* Turns are recorded only without strafing and in world axes, because all other axes move with the
     * character or the camera. */
    if (from->axes != PD_CHARACTER_WORLD || to->axes != PD_CHARACTER_WORLD || from->strafe > 0 ||
        to->strafe > 0)
        return false;
    double angle =
        remainder(pd_atan2(to->move[0], to->move[1]) - pd_atan2(from->move[0], from->move[1]), 2 * M_PI);
    if (!(fabs(angle) >= TURNED)) return false;
    *event = (pd_anim_event){b->time, PD_ANIM_EVENT_TURN, angle};

    return true;
}

static pd_status add_events(pd_anim_track *track, const pd_character_rollout_job *job, double size,
                            const pd_character_rig *rig, pd_error *err)
{
    pd_anim_event *events = malloc((size_t)job->cue_count * sizeof *events + 1);
    int count = 0;

    if (!events) return pd_fail(err, PD_ERR_MEMORY, "events", "out of memory for %d", job->cue_count);

    for (int i = 1; i < job->cue_count && !job->no_events; i++)
        if (job->cues[i].time < job->seconds)
            count += event_between(&events[count], &job->cues[i - 1], &job->cues[i], size, rig);

    PD_ASSERT(count == 0 || count < job->cue_count);
    pd_status status = pd_anim_track_add_events(track, events, count, err);
    free(events);

    return status;
}

/* ---- one run ---- */

/* State of one job. */
typedef struct run {
    const pd_character_rollout_job *job;
    pd_character_rollout *out;
    pd_character character;
    pd_character_follow follow;
    pd_character_input input;
    pd_character_overlay overlay;
    pd_character_bearing bearing;
    double size;
    pd_anim_scene scene; /* the job's scene in units of the size */
    int frame_count, next_cue, next_reach, next_gaze, next_sit, next_play;
} run;

int pd_character_rollout_frames(const pd_character_rollout_job *job)
{
    return (int)lround(job->seconds * PD_CHARACTER_RATE);
}

/* Allocates the result, and starts the character. */
static pd_status begin_rollout(run *r, const pd_character_rig *rig, pd_error *err)
{
    const pd_character_rollout_job *job = r->job;
    double rate = (double)rig->model->network.frame_rate;
    const pd_anim_skeleton *skeleton = &rig->skeleton;
    pd_anim_track *track = &r->out->track;
    pd_anim_skeleton sized;

    /* Size, and the scene in its unit. */
    r->size = job->size > 0 ? job->size : 1;
    pd_anim_scene_view(&r->scene, job->scene, r->size);
    pd_character_size_skeleton(&sized, skeleton, r->size);

    /* Allocate all frames. */
    r->frame_count = pd_character_rollout_frames(job);
    r->bearing.seed = job->person.variation;
    pd_status status = pd_anim_clip_init(&r->out->clip, &sized, r->frame_count, rate, err);
    if (status == PD_OK) status = pd_anim_track_init(track, r->frame_count, skeleton->joint_count, rate, err);
    if (status == PD_OK) status = pd_anim_track_add_bone_error(track, err);
    if (status == PD_OK && job->sit_count) status = pd_anim_track_add_seated(track, err);
    if (status != PD_OK) return status;
    r->out->frames = calloc((size_t)r->frame_count, sizeof *r->out->frames);
    if (!r->out->frames)
        return pd_fail(err, PD_ERR_MEMORY, "/seconds", "out of memory for %d frames", r->frame_count);

    /* Set skeleton and feet of the track. */
    memcpy(track->parents, skeleton->parents, (size_t)skeleton->joint_count * sizeof *track->parents);
    for (int s = 0; s < rig->foot_count; s++) {
        track->toes[s] = rig->legs[s].toe;
        track->heels[s] = rig->legs[s].heel;
    }

    if (rig->foot_count) track->toe_rest_height = r->size * rig->legs[0].toe_rest;

    /* Record the path or the events of the script, then start the character. */
    status = job->follow ? pd_anim_track_add_path(track, job->follow->points, job->follow->count,
                                                  job->follow->closed, err)
                         : add_events(track, job, r->size, rig, err);
    if (job->follow) {
        r->follow = *job->follow;
        pd_character_size_follow(&r->follow, r->size, rig);
    }

    if (status != PD_OK) return status;
    const double at[2] = {job->position[0] / r->size, job->position[1] / r->size};
    status = pd_character_init(&r->character, rig, &r->scene, at, job->facing, err);

    return status ? status : pd_character_set_person(&r->character, &job->person, rig, err);
}

static void put_rollout(float *out, pd_vec3 v)
{
    out[0] = (float)v.x;
    out[1] = (float)v.y;
    out[2] = (float)v.z;
}

static void write_frame(run *r, int frame, const pd_character_rig *rig)
{
    const pd_character *c = &r->character;
    pd_character_pose world;
    const pd_character_pose *pose = &world;
    pd_character_rollout_frame *out = &r->out->frames[frame];
    pd_anim_clip *clip = &r->out->clip;
    pd_anim_track *track = &r->out->track;
    const pd_anim_skeleton *skeleton = &clip->skeleton;

    PD_ASSERT(frame >= 0 && frame < r->frame_count && track->joint_count == skeleton->joint_count);
    size_t row = (size_t)frame * (size_t)track->joint_count;

    pd_character_size_pose(&world, &c->pose, r->size, rig);
    memcpy(pd_anim_clip_frame(clip, frame), pose->rotations, (size_t)skeleton->joint_count * sizeof(pd_quat));
    clip->roots[frame] = pose->translation;

    /* Joints, root, ground, contacts, facing and requested velocity go to the track. */
    for (int k = 0; k < track->joint_count; k++) {
        put_rollout(track->joints + 3 * (row + (size_t)k), pose->joints[k]);
        put_rollout(track->joints_pre + 3 * (row + (size_t)k), pose->joints_free[k]);
    }

    put_rollout(track->root + 3 * frame, pose->root);
    if (track->seated) track->seated[frame] = (float)pose->seated;
    for (int s = 0; s < 2; s++) {
        pd_vec3 toe = pose->joints[track->toes[s]];
        track->ground[2 * frame + s] = (float)pd_anim_scene_height(r->job->scene, toe.x, toe.z);
    }

    memcpy(track->contacts + 4 * frame, pose->contacts, sizeof pose->contacts);
    track->facing[2 * frame] = (float)pd_sin(pose->yaw);
    track->facing[2 * frame + 1] = (float)pd_cos(pose->yaw);
    const pd_character_goal *goal = &c->trajectory.goal;
    const double speed = goal->asked_rate * pd_character_size_speed(r->size, rig);
    for (int i = 0; i < 2; i++) track->desired[2 * frame + i] = (float)(goal->asked[i] * speed);

    /* Mean error of the bones' lengths in the positions that are fed back to the network. */
    double sum = 0;
    for (int k = 0; k < skeleton->joint_count; k++)
        if (skeleton->parents[k] >= 0)
            sum += fabs(r->size * pd_vec3_distance(c->positions[k], c->positions[skeleton->parents[k]]) -
                        pd_vec3_length(skeleton->offsets[k]));
    track->bone_error[frame] = (float)(sum / (skeleton->joint_count > 1 ? skeleton->joint_count - 1 : 1));

    out->phase = (float)pose->phase;
    memcpy(out->gaits, pose->gaits, sizeof out->gaits);
    out->velocity[0] = (float)pose->velocity.x;
    out->velocity[1] = (float)pose->velocity.z;
    out->bone_error = (float)pose->bone_error;
    out->events = pose->events;

    pd_vec3 point;
    out->look[3] = (float)pd_character_gaze_point(&point, &r->overlay.gaze, &c->pose);
    put_rollout(out->look, pd_vec3_scale(point, r->size));
}

/* ---- all jobs ---- */

/* State of all jobs. The lists below `count` have one entry for each run that has not ended. */
typedef struct crowd {
    run *runs; /* (count) */
    int count;
    pd_character **characters;
    const pd_character_input **inputs;
    const pd_anim_scene **scenes;
    run **moving;
    pd_arena arena;
} crowd;

static pd_status crowd_init(crowd *c, const pd_character_rollout_job *jobs, int count,
                            const pd_character_rig *rig, const pd_executor *executor, pd_error *err)
{
    size_t n = (size_t)count;

    *c = (crowd){.runs = calloc(n, sizeof *c->runs),
                 .count = count,
                 .characters = calloc(n, sizeof(void *)),
                 .inputs = calloc(n, sizeof(void *)),
                 .scenes = calloc(n, sizeof(void *)),
                 .moving = calloc(n, sizeof(void *))};

    size_t way_bytes = 0;
    for (int i = 0; i < count; i++)
        if (jobs[i].sit_count || (jobs[i].follow && jobs[i].follow->round)) way_bytes = pd_anim_route_bytes();

    pd_character_tick tick = {.count = count};
    bool good = c->runs && c->characters && c->inputs && c->scenes && c->moving;
    size_t bytes = pd_character_tick_scratch_bytes(&tick, rig, executor);
    if (good && pd_arena_init(&c->arena, bytes > way_bytes ? bytes : way_bytes)) return PD_OK;

    return pd_fail(err, PD_ERR_MEMORY, "", "out of memory for %d characters", count);
}

/* Applies the cues of this frame to the runs that have not ended, and lists these runs in the crowd.
 * Returns their number. */
static int gather_rollout(crowd *c, int frame, const pd_character_rig *rig)
{
    int moving = 0;

    for (int i = 0; i < c->count; i++) {
        run *r = &c->runs[i];
        if (frame >= r->frame_count) continue;

        /* Stick, reaches, gaze and seat of this frame. */
        const pd_character_rollout_job *job = r->job;
        double now = frame / r->out->clip.rate + 1e-9;

        if (job->follow) {
            pd_character_follow_plan(&r->follow, &r->character, rig, &r->scene, &c->arena);
            pd_character_follow_step(&r->input, &r->follow, &r->character, rig);
        } else
            while (r->next_cue < job->cue_count && job->cues[r->next_cue].time <= now) {
                r->input = job->cues[r->next_cue++].input;
                pd_character_size_input(&r->input, r->size, rig);
            }

        for (; r->next_reach < job->reach_count && job->reaches[r->next_reach].time <= now; r->next_reach++) {
            const pd_character_reach_cue *cue = &job->reaches[r->next_reach];
            pd_character_reach_request reach = cue->request;
            pd_character_size_reach(&reach, r->size);
            pd_character_reach_set(&r->overlay.hands[cue->hand], &reach);
        }

        for (; r->next_gaze < job->gaze_count && job->gazes[r->next_gaze].time <= now; r->next_gaze++) {
            pd_character_gaze_request gaze = job->gazes[r->next_gaze].request;
            pd_character_size_gaze(&gaze, r->size);
            pd_character_gaze_set(&r->overlay.gaze, &gaze);
        }

        for (; r->next_sit < job->sit_count && job->sits[r->next_sit].time <= now; r->next_sit++) {
            pd_character_sit_request sit = job->sits[r->next_sit].request;
            pd_character_size_sit(&sit, r->size);
            pd_character_sit_set(&r->overlay.sit, &sit);
        }

        /* Clips; one that finds the queue full is left out. */
        for (; r->next_play < job->play_count && job->plays[r->next_play].time <= now; r->next_play++) {
            const pd_character_play_cue *cue = &job->plays[r->next_play];
            if (cue->stops)
                pd_character_play_stop(&r->overlay.play, cue->fade);
            else
                pd_character_play_set(&r->overlay.play, &cue->request, NULL);
        }

        /* List the character with its input. A character that sits or walks
         * to a chair has the input of sit.h. */
        c->characters[moving] = &r->character;
        pd_character_sit_plan(&r->overlay.sit, &r->character, rig, &r->scene, &c->arena);
        c->inputs[moving] = pd_character_overlay_drive(&r->overlay, &r->input, &r->character, rig);
        c->scenes[moving] = &r->scene;
        c->moving[moving++] = r;
    }

    return moving;
}

/* Runs all jobs, frame by frame. Characters of a tick share its mode, that of the first job. */
static pd_status rollout_roll(crowd *c, const pd_character_rig *rig, const pd_executor *executor,
                              const pd_character_rollout_watch *watch, pd_error *err)
{
    long total = 0, done = 0;

    for (int i = 0; i < c->count; i++) total += c->runs[i].frame_count;

    /* Run one tick of all runs that have not ended. */
    for (int frame = 0, moving; (moving = gather_rollout(c, frame, rig)) > 0; frame++) {
        pd_character_tick tick = {.characters = c->characters,
                                  .inputs = c->inputs,
                                  .scenes = c->scenes,
                                  .count = moving,
                                  .mode = c->runs[0].job->mode};
        pd_character_tick_run(&tick, rig, &c->arena, executor);

        /* Apply the overlays and store the frame. */
        for (int i = 0; i < moving; i++) {
            run *r = c->moving[i];
            pd_character_overlay_talk talk = {.bearing = &r->bearing};
            if (r->job->talks) talk.input = r->job->talks[frame];
            pd_character_overlay_step(&r->overlay, &r->character, rig, &r->scene,
                                      r->job->talks ? &talk : NULL);
            r->overlay.play.event_count = 0;
            write_frame(r, frame, rig);
        }

        done += moving;
        if (watch && frame % WATCH_EACH == 0 && watch->progress(watch->arg, done, total))
            return pd_fail(err, PD_ERR_LIMIT, "", "stopped after %ld of %ld frames", done, total);
    }

    /* Give quaternions of neighbouring frames the same sign, for interpolation. */
    PD_ASSERT(done == total);
    for (int i = 0; i < c->count; i++) pd_anim_clip_align_signs(&c->runs[i].out->clip);

    return PD_OK;
}

pd_status pd_character_rollout_run(pd_character_rollout *out, const pd_character_rollout_job *jobs, int count,
                                   const pd_character_rig *rig, const pd_executor *executor,
                                   const pd_character_rollout_watch *watch, pd_error *err)
{
    PD_ASSERT(count >= 0);
    crowd c;
    memset(out, 0, (size_t)count * sizeof *out);

    pd_status status = crowd_init(&c, jobs, count, rig, executor, err);
    for (int i = 0; status == PD_OK && i < count; i++) {
        c.runs[i].job = &jobs[i];
        c.runs[i].out = &out[i];
        status = begin_rollout(&c.runs[i], rig, err);
    }

    if (status == PD_OK) status = rollout_roll(&c, rig, executor, watch, err);
    for (int i = 0; status != PD_OK && i < count; i++) pd_character_rollout_deinit(&out[i]);

    free(c.runs);
    free(c.characters);
    free(c.inputs);
    free(c.scenes);
    free(c.moving);
    pd_arena_deinit(&c.arena);

    return status;
}

void pd_character_rollout_deinit(pd_character_rollout *rollout)
{
    pd_anim_clip_deinit(&rollout->clip);
    pd_anim_track_deinit(&rollout->track);
    free(rollout->frames);
    memset(rollout, 0, sizeof *rollout);
}
