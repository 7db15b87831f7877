#include "core/observe/marker/marked.h"

#include "core/observe/take/bodies.h"
#include "core/observe/take/sides.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define REACH          0.05              /* r of the robust function for markers, metres */
#define REACH_JOINTS   0.15              /* the same for joints, which detectors misplace by more */
#define MARKER_NOISE   0.005             /* metres, unless the caller states it */
#define NAMED_BYTES    ((size_t)1 << 20) /* memory of trajectories and votes, unless points are noise */
#define NAMELESS_BYTES ((size_t)8 << 20) /* the same with the figures of every component */
#define PASSES         3                 /* largest number of fits */
#define FEW            0.02 /* if fewer points were wrong, as a fraction of all, shape and offsets are kept */
#define LABEL_SHARE    0.3  /* share of labelling in the progress, if points have no names */
#define PASS_SHARE     0.65 /* share of a pass in the remaining progress, because another pass may follow */

void pd_observe_marked_deinit(pd_observe_marked *j)
{
    pd_observe_marker_set_deinit(&j->set);
    pd_observe_mend_deinit(&j->mend);
    free(j->names);
    j->names = NULL;
}

/* Makes the set of places from named columns, and lets the take use it. */
static pd_status use_set(pd_observe_marked *j, pd_observe_take *t, const pd_markers *named,
                         const pd_smpl_model *model, const char *name, pd_error *err)
{
    pd_observe_marker_set_deinit(&j->set);
    free(j->names);
    j->names = NULL;
    const double usual = j->are_joints ? PD_OBSERVE_JOINT_NOISE : MARKER_NOISE;
    const double sigma = j->sigma > 0 ? j->sigma : usual;
    const pd_status status =
        j->are_joints ? pd_observe_joint_set_make(&j->set, named, j->up_axis, sigma, model, name, err)
                      : pd_observe_marker_set_make(&j->set, named, j->up_axis, sigma, model, name, err);
    if (status) return status;
    j->names = calloc((size_t)j->set.count + 1, sizeof *j->names);
    if (!j->names) return pd_fail(err, PD_ERR_MEMORY, name, "out of memory for %d markers", j->set.count);

    for (int i = 0; i < j->set.count; i++)
        memcpy(j->names[i], named->names[j->set.column[i]], sizeof *j->names);
    t->places = j->set.places;
    t->mounts = j->set.mounts;
    t->at = j->set.at;
    t->place_count = j->set.count;
    t->frame_count = j->set.frame_count;
    t->rate = j->file->rate;
    t->robust_space = j->are_joints ? REACH_JOINTS : REACH;

    return PD_OK;
}

pd_status pd_observe_marked_prepare(pd_observe_marked *j, pd_observe_take *t, const pd_smpl_model *model,
                                    const char *name, pd_error *err)
{
    const pd_observe_protocol *largest = j->wanted ? j->wanted : pd_observe_protocol_largest();
    pd_error why;

    const pd_observe_joint_style style = pd_observe_joint_style_of(j->file);
    j->are_joints = j->points == PD_OBSERVE_POINTS_JOINTS ||
                    (j->points == PD_OBSERVE_POINTS_AUTO && style.are_joints && !j->wanted);
    j->nameless = !j->are_joints && pd_observe_label_needed(j->file);
    if (!j->nameless) return use_set(j, t, j->file, model, name, err);

    /* Points without names may be joints: bones are rigid, skin is not. Whoever sends them knows. */
    int hinges = 0;
    if (j->points == PD_OBSERVE_POINTS_AUTO && pd_observe_joint_is_suspected(&hinges, j->file))
        return pd_fail(
            err, PD_ERR_INVALID, name,
            "no name is known, and %d of %d points are hinges between distances that stay constant "
            "like bones: they may be centres of joints and not markers on the skin. Names of joints "
            "for the columns (RHip, left_knee, L_Ankle ...), or %s markers, expected",
            hinges, j->file->marker_count, j->points_option ? j->points_option : "points:");

    /* Allocate the largest number of places that the file may have. They are chosen later. */
    pd_status status = pd_observe_label_check(j->file, name, err);
    if (status) return status;
    pd_markers blank = {
        .marker_count = largest->count, .frame_count = j->file->frame_count, .rate = j->file->rate};
    status = pd_markers_make(&blank, name, &why);
    for (int i = 0; i < largest->count && !status; i++)
        memcpy(blank.names[i], largest->markers[i], strlen(largest->markers[i]) + 1);
    if (status)
        pd_fail(err, status, why.where, "%s", why.detail);
    else
        status = use_set(j, t, &blank, model, name, err);
    pd_markers_deinit(&blank);

    return status;
}

size_t pd_observe_marked_bytes(const pd_observe_marked *j)
{
    const size_t frames = (size_t)j->file->frame_count;
    const size_t columns = (size_t)j->file->marker_count;
    const size_t named = (size_t)pd_observe_protocol_largest()->count * 3 * sizeof(float);
    return frames * (columns * (sizeof(int) + 1) + (j->nameless ? 2 * named : 0)) +
           (j->nameless ? NAMELESS_BYTES : NAMED_BYTES);
}

/* ---- progress over all of it */

typedef struct share {
    bool (*keep_going)(void *ctx, double done);
    void *ctx;
    double from, to;
} share;

static bool part_done(void *ctx, double done)
{
    const share *s = ctx;
    return !s->keep_going || s->keep_going(s->ctx, s->from + (s->to - s->from) * done);
}

/* ---- all of it */

/* Names the points of a file without names (label.h), and uses the named file from then on. */
static pd_status find_names(pd_observe_marked *j, pd_observe_take *t, share *progress,
                            const pd_smpl_model *model, const char *name, pd_error *err)
{
    pd_observe_label label = {.file = j->file,
                              .up_axis = j->up_axis,
                              .wanted = j->wanted,
                              .prior = t->prior,
                              .executor = t->executor,
                              .keep_going = part_done,
                              .ctx = progress};

    progress->from = 0;
    progress->to = LABEL_SHARE;
    pd_status status = pd_observe_label_run(&label, model, name, err);
    if (!status && label.stopped) t->status = PD_OBSERVE_TAKE_STOPPED;
    if (!status && !label.stopped) {
        j->protocol = label.protocol;
        j->second = label.second;
        j->margin = label.margin;
        j->point_count = label.point_count;

        j->up_axis = (int)label.up;
        status = use_set(j, t, &label.named, model, name, err);
        if (!status) status = pd_observe_take_check(t, model, err);
    }

    pd_markers_deinit(&label.named);

    return status;
}

/* Fits the take once. ERR_INVALID: no frame can be fitted. */
static pd_status fit_marked(pd_observe_take *t, const pd_smpl_model *model, const char *name, pd_error *err)
{
    pd_arena arena;

    if (!pd_arena_init(&arena, pd_observe_take_scratch_bytes(t, model)))
        return pd_fail(err, PD_ERR_MEMORY, name, "out of memory to fit it");

    pd_observe_take_run(t, model, &arena);
    pd_arena_deinit(&arena);
    if (t->status != PD_OBSERVE_TAKE_BLIND) return PD_OK;

    return pd_fail(err, PD_ERR_INVALID, name,
                   "no frame can be fitted alone; a frame with enough markers expected");
}

/* Returns the number of points with a name, over all frames. */
static long long count_named(const pd_observe_marker_set *s)
{
    const size_t all = (size_t)s->count * (size_t)s->frame_count;
    long long count = 0;
    for (size_t i = 0; i < all; i++) count += !isnan(s->at[3 * i]);
    return count;
}

/* Exchanges left and right in the whole take and fits it again; `homes` are exchanged too. Returns true if
 * that fits no worse. Otherwise undoes the exchange, fits once more and returns false. */
static bool turn_round(pd_observe_marked *j, pd_observe_take *t, int *homes, const pd_smpl_model *model,
                       const char *name, pd_status *status, pd_error *err)
{
    for (int turn = 0; turn < 2; turn++) {
        const double before = t->rms;
        pd_observe_sides_exchange(j->set.at, NULL, t);
        for (int i = 0; i < j->file->marker_count; i++)
            if (homes[i] >= 0) homes[i] = j->set.places[homes[i]].mirror;
        t->is_sided = !t->is_sided;
        t->again = NULL;
        *status = fit_marked(t, model, name, err);
        if (*status || t->status != PD_OBSERVE_TAKE_DONE) return false;
        if (t->is_sided && t->rms <= before) return true;
    }

    return false;
}

/* Fits, corrects the names by the fit, and fits again until no name changes. homes (columns): place of each
 * column at first, -1: none. */
static pd_status fit_and_mend(pd_observe_marked *j, pd_observe_take *t, share *progress, int *homes,
                              const pd_smpl_model *model, const char *name, pd_error *err)
{
    for (int i = 0; i < j->file->marker_count; i++) homes[i] = -1;
    for (int p = 0; p < j->set.count && !j->nameless; p++) homes[j->set.column[p]] = p;

    t->is_sided = false;
    t->sided_count = 0;
    if (!j->nameless && pd_observe_sides_mend(&t->sided_count, j->set.at, NULL, t, name, err))
        return err->status;
    progress->to = j->nameless ? LABEL_SHARE : 0;
    for (j->pass_count = 0;;) {
        progress->from = progress->to;
        progress->to += PASS_SHARE * (1 - progress->to);
        pd_status status = fit_marked(t, model, name, err);
        if (status || t->status != PD_OBSERVE_TAKE_DONE) return status;
        if (++j->pass_count == PASSES) return PD_OK;
        if (!j->nameless && pd_observe_take_mirrored(t) &&
            !turn_round(j, t, homes, model, name, &status, err))
            return status; /* failed, stopped, or still mirrored: the body cannot correct the names */

        t->again = NULL;
        pd_observe_mend_deinit(&j->mend);
        j->mend = (pd_observe_mend){.file = j->file, .homes = homes, .trust = !j->nameless};
        status = pd_observe_mend_run(&j->mend, &j->set, t, model, name, err);

        /* Too many points to follow: keep the names. */
        if (status == PD_ERR_LIMIT && !j->nameless) return PD_OK;
        if (status) return status;
        if (!j->mend.changed) return PD_OK;
        t->again = j->mend.changed < FEW * (double)count_named(&j->set) ? j->mend.frames : NULL;
    }
}

pd_status pd_observe_marked_run(pd_observe_marked *j, pd_observe_take *t, const pd_smpl_model *model,
                                const char *name, pd_error *err)
{
    share progress = {.keep_going = t->keep_going, .ctx = t->ctx, .from = 0, .to = 1};
    int *homes = malloc(((size_t)j->file->marker_count + 1) * sizeof *homes);

    if (!homes) return pd_fail(err, PD_ERR_MEMORY, name, "out of memory");

    t->keep_going = part_done;
    t->ctx = &progress;
    t->status = PD_OBSERVE_TAKE_DONE;
    pd_status status = j->nameless ? find_names(j, t, &progress, model, name, err) : PD_OK;
    if (!status && t->status == PD_OBSERVE_TAKE_DONE)
        status = fit_and_mend(j, t, &progress, homes, model, name, err);
    if (!status && j->nameless) j->named_count = count_named(&j->set);
    t->keep_going = progress.keep_going;
    t->ctx = progress.ctx;
    t->again = NULL;
    free(homes);

    return status;
}

/* ---- markers on the fitted body */

pd_status pd_observe_marked_filled(pd_markers *out, const pd_observe_marked *j, const pd_observe_take *t,
                                   const pd_smpl_model *model, const char *name, pd_error *err)
{
    pd_observe_bodies bodies;
    const size_t places = (size_t)j->set.count;
    double x[PD_OBSERVE_TAKE_MOST_PLACES][3];

    *out = (pd_markers){.marker_count = j->set.count,
                        .frame_count = j->set.frame_count,
                        .first_frame = j->file->first_frame,
                        .rate = j->file->rate,
                        .up_axis = 1};
    pd_status status = pd_markers_make(out, name, err);
    if (!status) status = pd_observe_bodies_init(&bodies, t, model, name, err);
    if (status) {
        pd_markers_deinit(out);
        return status;
    }

    /* Copy what was seen, and fill the gaps by the body's markers. */
    memcpy(out->names, j->names, places * sizeof *out->names);
    memcpy(out->positions, j->set.at, 3 * places * (size_t)out->frame_count * sizeof *out->positions);
    for (int f = 0; f < out->frame_count; f++) {
        float *at = out->positions + 3 * places * (size_t)f;
        pd_observe_bodies_places(x, &bodies, f);
        for (size_t p = 0; p < places; p++)
            for (size_t c = 0; c < 3 && isnan(at[3 * p + 2]); c++) at[3 * p + c] = (float)x[p][c];
    }

    pd_observe_bodies_deinit(&bodies);

    return PD_OK;
}
