#include "core/character/capture/capture.h"

#include "core/base/assert.h"
#include "core/math/elementary.h"
#include "core/retarget/figure/collar.h"
#include "core/retarget/figure/onto_biped.h"
#include "core/base/sort.h"
#include "core/character/capture/level.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEGREE        0.017453292519943295
#define PLANT_SPEED   0.12 /* m/s: a foot is planted if ankle and toe are slower */
#define PLANT_SAMPLES 8    /* least number of samples for a foot's angle */
#define UP_SIGMA      1.0  /* frames of 60 Hz: Gaussian after interpolation from a lower rate */
#define BATCH         16   /* number of clips between two reports of progress */

/* Measurements of a clip: elevation of planted feet and toes on both sides, and collars while arms hang. */
typedef struct samples {
    double *foot[2], *toe[2]; /* (count) each, into one block */
    int count[2];
    double *block;
    pd_vec3 *collar[2]; /* (collar_count) each, into one block */
    int collar_count[2];
    pd_vec3 *collar_block;
} samples;

typedef struct job {
    const pd_character_capture *captures;
    int count;
    pd_character_motion *motions; /* (count) */
    pd_retarget_onto_biped *onto; /* (count) */
    samples *samples;             /* (count) */
    pd_character_plants *plants;  /* (count) */
    pd_character_level *levels;   /* (count) */
    int *subject;                 /* (count) */
    pd_character_capture_subject *subjects;
    int subject_count;
    pd_status *status; /* (count) */
    pd_error *errors;  /* (count) */
    const pd_executor *executor;
    pd_progress progress;
    int done_before; /* clips of earlier steps, for progress */
} job;

/* ---- subjects ---- */

static void subject_name(char out[160], const char *name)
{
    const char *slash = strrchr(name, '/');
    size_t folder = slash ? (size_t)(slash + 1 - name) : 0;
    size_t length = folder + strcspn(name + folder, "_.");
    snprintf(out, 160, "%.*s", (int)(length < 159 ? length : 159), name);
}

static int capture_by_name(const void *a, const void *b)
{
    return strcmp(((const pd_character_capture_subject *)a)->name,
                  ((const pd_character_capture_subject *)b)->name);
}

/* ---- soles ---- */

static double capture_elevation(pd_vec3 from, pd_vec3 to)
{
    pd_vec3 v = pd_vec3_sub(to, from);
    return pd_atan2(v.y, pd_hypot(v.x, v.z));
}

static void sample_subject(void *arg, int index, int worker)
{
    job *j = arg;
    (void)worker;

    PD_ASSERT(index >= 0 && index < j->count);
    const pd_character_capture *capture = &j->captures[index];
    const pd_anim_clip *clip = &capture->clip;
    samples *s = &j->samples[index];
    size_t frames = (size_t)clip->frame_count;
    j->status[index] = pd_retarget_onto_biped_init(&j->onto[index], &clip->skeleton, clip->ends,
                                                   capture->source, &j->errors[index]);
    if (j->status[index] != PD_OK) return;

    /* Room for a sample a frame of each kind. */
    s->block = malloc(4 * frames * sizeof *s->block);
    s->collar_block = malloc(2 * frames * sizeof *s->collar_block);
    if (!s->block || !s->collar_block) {
        j->status[index] = pd_fail(&j->errors[index], PD_ERR_MEMORY, capture->name, "out of memory");
        return;
    }

    /* Elevations while a foot is planted, then collars while the arm hangs. */
    for (int side = 0; side < 2; side++) {
        s->foot[side] = s->block + (size_t)(2 * side) * frames;
        s->toe[side] = s->foot[side] + frames;

        pd_vec3 ankle, toe, tip, ankle_before, toe_before;
        for (int t = 0; t < clip->frame_count; t++) {
            pd_retarget_onto_biped_foot(&ankle, &toe, &tip, &j->onto[index], clip, t, side);
            int slow = t > 0 && pd_vec3_distance(ankle, ankle_before) * clip->rate < PLANT_SPEED &&
                       pd_vec3_distance(toe, toe_before) * clip->rate < PLANT_SPEED;
            ankle_before = ankle;
            toe_before = toe;
            if (!slow) continue;
            s->foot[side][s->count[side]] = capture_elevation(ankle, toe);
            s->toe[side][s->count[side]++] = capture_elevation(toe, tip);
        }

        s->collar[side] = s->collar_block + (size_t)side * frames;
        if (!j->onto[index].is_biped) {
            for (int t = 0; t < clip->frame_count; t++) {
                pd_vec3 *next = &s->collar[side][s->collar_count[side]];
                s->collar_count[side] += pd_retarget_onto_biped_collar(next, &j->onto[index], clip, t, side);
            }
        }
    }
}

/* Returns the median of one kind of samples over the subject's clips, or `otherwise` if there are too few. */
static double median(double *room, const job *j, int subject, int side, int is_toe, double otherwise)
{
    int count = 0;

    for (int i = 0; i < j->count; i++) {
        const samples *s = &j->samples[i];
        const double *from = is_toe ? s->toe[side] : s->foot[side];
        if (j->subject[i] != subject) continue;
        memcpy(room + count, from, (size_t)s->count[side] * sizeof *room);
        count += s->count[side];
    }

    if (count < PLANT_SAMPLES) return otherwise;
    pd_sort_doubles(room, (size_t)count);

    return room[count / 2];
}

/* Sets the angles of feet and toes at rest, by subject. */
static pd_status set_soles(job *j, pd_error *err)
{
    /* Room for the samples of all clips, since any subject may have all of them. */
    size_t most = 1;

    for (int i = 0; i < j->count; i++)
        most += (size_t)j->samples[i].count[0] + (size_t)j->samples[i].count[1];

    double *room = malloc(most * sizeof *room);
    if (!room) return pd_fail(err, PD_ERR_MEMORY, "capture", "out of memory for %zu planted feet", most);

    /* Foot and toe angles at rest: the median over all clips of the subject. */
    for (int subject = 0; subject < j->subject_count; subject++) {
        int first = 0;
        while (j->subject[first] != subject) first++;
        PD_ASSERT(first < j->count);
        pd_retarget_soles soles = j->onto[first].soles;
        for (int side = 0; side < 2; side++) {
            soles.foot[side] = median(room, j, subject, side, 0, soles.foot[side]);
            soles.toe[side] = median(room, j, subject, side, 1, soles.toe[side]);
        }

        j->subjects[subject].foot_deg = (soles.foot[0] + soles.foot[1]) / (2 * DEGREE);
        for (int i = first; i < j->count; i++)
            if (j->subject[i] == subject) pd_retarget_onto_biped_set_soles(&j->onto[i], &soles);
    }

    free(room);
    return PD_OK;
}

/* ---- collars ---- */

/* Sets the rest of the collarbones, by subject. */
static pd_status set_collars(job *j, pd_error *err)
{
    /* Room for the samples of all clips. */
    size_t most = 1;

    for (int i = 0; i < j->count; i++)
        most += (size_t)j->samples[i].collar_count[0] + (size_t)j->samples[i].collar_count[1];
    pd_vec3 *room = malloc(most * sizeof *room);
    if (!room) return pd_fail(err, PD_ERR_MEMORY, "capture", "out of memory");

    /* Rest of each collarbone, from all clips of the subject. */
    for (int subject = 0; subject < j->subject_count; subject++) {
        pd_quat rest[2];
        for (int side = 0; side < 2; side++) {
            int count = 0;
            for (int i = 0; i < j->count; i++) {
                const samples *s = &j->samples[i];
                if (j->subject[i] != subject) continue;
                memcpy(room + count, s->collar[side], (size_t)s->collar_count[side] * sizeof *room);
                count += s->collar_count[side];
            }

            rest[side] = pd_retarget_collar_rest(room, count);
        }

        /* All clips of the subject use it. */
        for (int i = 0; i < j->count; i++)
            if (j->subject[i] == subject) pd_retarget_onto_biped_set_collars(&j->onto[i], rest);
    }

    free(room);

    return PD_OK;
}

/* ---- onto the biped, to 60 Hz ---- */

/* Retargets one clip. */
static void make_motion(void *arg, int index, int worker)
{
    job *j = arg;
    (void)worker;

    PD_ASSERT(index >= 0 && index < j->count);

    /* Name the motion, and retarget its clip. */
    pd_character_motion *motion = &j->motions[index];
    pd_error *err = &j->errors[index];
    snprintf(motion->name, sizeof motion->name, "%s", j->captures[index].name);
    snprintf(motion->step, sizeof motion->step, "capture");
    motion->source = index;
    motion->weight = 1;
    pd_status status =
        pd_retarget_onto_biped_clip(&motion->clip, &j->onto[index], &j->captures[index].clip, err);

    /* Convert it to 60 Hz. Interpolation from a lower rate is not smooth, so a Gaussian follows. */
    pd_anim_clip *clip = &motion->clip;
    const double from = clip->rate;
    if (status == PD_OK && fabs(from - PD_CHARACTER_MOTION_RATE) < 1e-3 * PD_CHARACTER_MOTION_RATE) {
        clip->rate = PD_CHARACTER_MOTION_RATE;
    } else if (status == PD_OK) {
        pd_anim_clip at_rate;
        status = pd_anim_clip_resample(&at_rate, clip, PD_CHARACTER_MOTION_RATE, err);
        if (status == PD_OK) {
            pd_anim_clip_deinit(clip);
            *clip = at_rate;
            if (from < PD_CHARACTER_MOTION_RATE) status = pd_anim_clip_smooth(clip, UP_SIGMA, err);
        }
    }

    /* Find the planted feet, with which the floor is levelled later. */
    if (status == PD_OK) status = pd_character_plants_find(&j->plants[index], &motion->clip, err);
    j->status[index] = status;
}

/* ---- level ---- */

/* Fits the floor of each subject. */
static pd_status fit_levels(job *j, pd_error *err)
{
    const pd_character_plants **group = malloc((size_t)j->count * sizeof *group);
    pd_character_level *levels = malloc((size_t)j->count * sizeof *levels);
    pd_status status = group && levels
                           ? PD_OK
                           : pd_fail(err, PD_ERR_MEMORY, "capture", "out of memory for %d floors", j->count);

    /* Fit a floor to all clips of each subject: the tilt belongs to the subject, the height to the clip. */
    for (int subject = 0; status == PD_OK && subject < j->subject_count; subject++) {
        int n = 0, k = 0;
        pd_character_capture_subject *s = &j->subjects[subject];
        for (int i = 0; i < j->count; i++)
            if (j->subject[i] == subject) group[n++] = &j->plants[i];
        pd_character_level_fit(levels, group, n);
        for (int i = 0; i < j->count; i++)
            if (j->subject[i] == subject) j->levels[i] = levels[k++];
        PD_ASSERT(n > 0 && k == n);
        s->tilt_x = levels[0].tilt_x;
        s->tilt_z = levels[0].tilt_z;
        s->side = levels[0].side;
        s->rms = pd_character_level_rms(levels, group, n, &s->plant_count);
    }

    free(group);
    free(levels);
    return status;
}

static void level_motion(void *arg, int index, int worker)
{
    job *j = arg;
    (void)worker;
    pd_character_level_apply(&j->motions[index].clip, &j->levels[index]);
}

/* ---- all steps ---- */

typedef struct batch {
    job *j;
    pd_task *task;
    int first;
} batch;

static void run_one(void *arg, int index, int worker)
{
    batch *b = arg;
    b->task(b->j, b->first + index, worker);
}

static pd_status run_all(job *j, const char *step, pd_task *task, pd_error *err)
{
    batch b = {.j = j, .task = task};

    for (; b.first < j->count; b.first += BATCH) {
        int left = j->count - b.first;
        pd_progress_report(&j->progress, step, b.first, j->count);
        pd_execute(j->executor, run_one, &b, left < BATCH ? left : BATCH);
    }

    pd_progress_report(&j->progress, step, j->count, j->count);
    for (int i = 0; i < j->count; i++)
        if (j->status[i] != PD_OK) {
            if (err) *err = j->errors[i];
            return err ? pd_error_prefix(err, j->captures[i].name) : j->status[i];
        }

    return PD_OK;
}

/* Runs all steps. */
static pd_status work(job *j, const pd_character_capture_options *options, pd_error *err)
{
    /* List the subjects, each once, and find that of each clip. */
    for (int i = 0; i < j->count; i++) subject_name(j->subjects[i].name, j->captures[i].name);
    qsort(j->subjects, (size_t)j->count, sizeof *j->subjects, capture_by_name);
    int kept = 0;
    for (int i = 0; i < j->count; i++)
        if (!kept || capture_by_name(&j->subjects[kept - 1], &j->subjects[i]))
            j->subjects[kept++] = j->subjects[i];
    j->subject_count = kept;
    for (int i = 0; i < j->count; i++) {
        pd_character_capture_subject key;
        pd_character_capture_subject *found;
        subject_name(key.name, j->captures[i].name);
        found = bsearch(&key, j->subjects, (size_t)kept, sizeof key, capture_by_name);
        PD_ASSERT(found);
        j->subject[i] = (int)(found - j->subjects);
        found->clip_count++;
    }

    /* Feet and collarbones are measured first, because retargeting needs them. The floor is fitted to the
     * retargeted motions. */
    PD_ASSERT(j->subject_count >= 1 && j->subject_count <= j->count);
    pd_status status = run_all(j, "feet", sample_subject, err);
    if (status == PD_OK) status = set_soles(j, err);
    if (status == PD_OK) status = set_collars(j, err);
    if (status == PD_OK) status = run_all(j, "retarget", make_motion, err);
    if (status != PD_OK || (options && options->no_level)) return status;
    status = fit_levels(j, err);

    return status == PD_OK ? run_all(j, "level", level_motion, err) : status;
}

pd_status pd_character_motion_capture(pd_character_motions *motions, pd_character_capture_report *report,
                                      const pd_character_capture_job *all, pd_error *err)
{
    job j = {
        .captures = all->captures, .count = all->count, .executor = all->executor, .progress = all->progress};
    memset(motions, 0, sizeof *motions);
    if (report) memset(report, 0, sizeof *report);
    if (j.count < 1) return pd_fail(err, PD_ERR_INVALID, "capture", "%d clips; 1 or more expected", j.count);

    /* Allocate, then do the work. */
    size_t n = (size_t)j.count;
    j.motions = calloc(n, sizeof *j.motions);
    j.onto = calloc(n, sizeof *j.onto);
    j.samples = calloc(n, sizeof *j.samples);
    j.plants = calloc(n, sizeof *j.plants);
    j.levels = calloc(n, sizeof *j.levels);
    j.subject = calloc(n, sizeof *j.subject);
    j.subjects = calloc(n, sizeof *j.subjects);
    j.status = calloc(n, sizeof *j.status);
    j.errors = calloc(n, sizeof *j.errors);
    pd_status status = j.motions && j.onto && j.samples && j.plants && j.levels && j.subject && j.subjects &&
                               j.status && j.errors
                           ? work(&j, all->options, err)
                           : pd_fail(err, PD_ERR_MEMORY, "capture", "out of memory for %d clips", j.count);

    /* Give the motions to the caller; after an error nothing remains. */
    for (int i = 0; status == PD_OK && i < j.count; i++)
        status = pd_character_motions_append(motions, &j.motions[i], err);
    if (status != PD_OK) pd_character_motions_deinit(motions);
    if (status == PD_OK && report) {
        *report = (pd_character_capture_report){j.subjects, j.subject_count};
        j.subjects = NULL;
    }

    for (int i = 0; i < j.count; i++) {
        if (j.samples) {
            free(j.samples[i].block);
            free(j.samples[i].collar_block);
        }

        if (j.plants) pd_character_plants_deinit(&j.plants[i]);
        if (j.motions) pd_character_motion_deinit(&j.motions[i]);
    }

    free(j.motions);
    free(j.onto);
    free(j.samples);
    free(j.plants);
    free(j.levels);
    free(j.subject);
    free(j.subjects);
    free(j.status);
    free(j.errors);

    return status;
}

pd_status pd_character_motion_of_capture(pd_character_motion *out, const pd_character_capture *capture,
                                         pd_error *err)
{
    const pd_character_capture_job all = {.captures = capture, .count = 1, .executor = &pd_executor_serial};
    pd_character_motions motions;

    memset(out, 0, sizeof *out);
    const pd_status status = pd_character_motion_capture(&motions, NULL, &all, err);
    if (status != PD_OK) return status;
    *out = motions.items[0];
    memset(&motions.items[0], 0, sizeof motions.items[0]);
    pd_character_motions_deinit(&motions);

    return PD_OK;
}

void pd_character_capture_deinit(pd_character_capture *capture)
{
    pd_anim_clip_deinit(&capture->clip);
    memset(capture, 0, sizeof *capture);
}

void pd_character_capture_report_deinit(pd_character_capture_report *report)
{
    free(report->subjects);
    memset(report, 0, sizeof *report);
}
