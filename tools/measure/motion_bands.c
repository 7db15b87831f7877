#include "tools/measure/motion_bands.h"

#include "core/base/assert.h"
#include "core/io/json/json.h"
#include "core/kernel/linalg.h"
#include "core/base/sort.h"
#include "train/motion/contacts.h"
#include "train/motion/path.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

pd_status pd_tool_capture_track(pd_anim_track *track, pd_character_motion *motion, pd_error *err)
{
    const int count = motion->clip.frame_count;
    const int joints = PD_ANIM_BIPED_JOINTS;
    pd_train_foot_contacts feet;
    pd_status status = pd_train_foot_contacts_init(&feet, motion, err);

    if (status == PD_OK && !motion->contacts) status = pd_character_motion_add_labels(motion, err);
    if (status == PD_OK) pd_train_motion_contacts(motion, &feet);
    pd_train_foot_contacts_deinit(&feet);
    if (status == PD_OK) status = pd_anim_track_init(track, count, joints, motion->clip.rate, err);
    if (status != PD_OK) return status;

    track->toes[0] = PD_BIPED_L_TOE;
    track->toes[1] = PD_BIPED_R_TOE;
    track->heels[0] = PD_BIPED_L_FOOT;
    track->heels[1] = PD_BIPED_R_FOOT;
    track->toe_rest_height = PD_ANIM_BIPED_TOE;
    for (int k = 0; k < joints; k++) track->parents[k] = pd_anim_biped_joints[k].parent;
    for (int t = 0; t < count; t++) {
        pd_vec3 p[PD_ANIM_BIPED_JOINTS];
        pd_anim_clip_pose(p, NULL, &motion->clip, t);
        for (int k = 0; k < joints; k++) {
            float *at = track->joints + 3 * ((size_t)t * (size_t)joints + (size_t)k);
            at[0] = (float)p[k].x;
            at[1] = (float)p[k].y;
            at[2] = (float)p[k].z;
        }

        /* The root is the pelvis on the floor; the heading is not used. */
        track->root[3 * t] = (float)p[0].x;
        track->root[3 * t + 2] = (float)p[0].z;
        track->facing[2 * t + 1] = 1;
        for (int k = 0; k < 4; k++) track->contacts[4 * t + k] = motion->contacts[t][k];
    }

    memcpy(track->joints_pre, track->joints, 3 * (size_t)count * (size_t)joints * sizeof(float));

    return PD_OK;
}

/* Returns true for figures of faults, of which less is always better. Their bands begin at 0. */
static bool is_fault(int row)
{
    return row == PD_KINEMATICS_skate || row == PD_KINEMATICS_skating || row == PD_KINEMATICS_crossed ||
           row == PD_KINEMATICS_twist || row == PD_KINEMATICS_yaw_rate || row == PD_KINEMATICS_braking;
}

/* Figures of one clip, for each activity in it. */
typedef struct measured {
    pd_status status;
    pd_error err;
    pd_train_kinematics of[PD_ACTIVITY_COUNT];
} measured;

typedef struct work {
    pd_character_motions *motions;
    int held_every;
    measured *clips; /* (motions->count)                 */
} work;

static bool is_held_out(const pd_character_motion *motion, int held_every)
{
    return held_every > 0 && motion->source % held_every == held_every - 1;
}

static pd_status measure_motion_bands(measured *out, pd_train_cloud *clouds, pd_character_motion *motion,
                                      pd_error *err)
{
    pd_anim_track track = {0};
    pd_train_curves curves = {0};
    unsigned char *activities = malloc((size_t)motion->clip.frame_count);
    pd_status status = activities ? pd_tool_capture_track(&track, motion, err)
                                  : pd_fail(err, PD_ERR_MEMORY, motion->name, "out of memory for %d frames",
                                            motion->clip.frame_count);

    /* Compute the curves of the joints, the activity in each frame, and the figures of each activity. */
    if (status == PD_OK) status = pd_train_curves_init(&curves, &track, false, err);
    if (status == PD_OK) status = pd_train_activities(activities, &curves, &track, err);
    for (int a = 0; a < PD_ACTIVITY_COUNT && status == PD_OK; a++) {
        status = pd_train_kinematics_of(&out->of[a], &curves, &track, activities, a, err);
        if (clouds) pd_train_cloud_add(&clouds[a], &curves, activities, a);
    }

    free(activities);
    pd_train_curves_deinit(&curves);
    pd_anim_track_deinit(&track);

    return status;
}

static void measure_one(void *arg, int index, int worker)
{
    (void)worker;
    work *w = arg;
    measured *m = &w->clips[index];
    m->status = measure_motion_bands(m, NULL, &w->motions->items[index], &m->err);
}

static void group(pd_tool_band_group *out, const work *w, int activity, pd_tool_band_set set, double *values)
{
    char people[64][160];

    memset(out, 0, sizeof *out);

    /* Seconds, clips and people of the activity. */
    for (int i = 0; i < w->motions->count; i++) {
        const pd_train_kinematics *k = &w->clips[i].of[activity];
        if (k->seconds < PD_TOOL_BAND_SECONDS) continue;
        if (set == PD_TOOL_BANDS_HELD_OUT && !is_held_out(&w->motions->items[i], w->held_every)) continue;
        out->seconds += k->seconds;
        out->clips++;

        char person[160];
        int p = 0;

        /* Find the person: the folder, and the file name up to its first '_' or '.'. For CMU's conversions,
         * whose folders divide the clips of a person, use only the end of the folder. */
        const char *name = w->motions->items[i].name;
        const char *slash = strrchr(name, '/');
        const char *file = slash ? slash + 1 : name;
        int length = (int)(file - name) + (int)strcspn(file, "_.");
        snprintf(person, 160, "%.*s", length < 159 ? length : 159, name);

        while (p < out->people && strcmp(people[p], person)) p++;
        if (p == out->people && p < 64) memcpy(people[out->people++], person, sizeof person);
    }

    /* Band of each figure: 10th, 50th and 90th percentile over the clips that have enough of the activity. */
    for (int r = 0; r < PD_KINEMATICS_COUNT; r++) {
        double sum = 0, seconds = 0;
        int count = 0;
        for (int i = 0; i < w->motions->count; i++) {
            const pd_train_kinematics *k = &w->clips[i].of[activity];
            double value = pd_train_measure_value(k, &pd_train_kinematics_rows[r]);
            if (k->seconds < PD_TOOL_BAND_SECONDS || isnan(value)) continue;
            if (set == PD_TOOL_BANDS_HELD_OUT && !is_held_out(&w->motions->items[i], w->held_every)) continue;
            values[count++] = value;
            sum += value * k->seconds;
            seconds += k->seconds;
        }

        if (count) pd_sort_doubles(values, (size_t)count);

        /* The upper end is at least the mean weighted by seconds,
         * so that a few long clips are not left out. */
        out->bands[r] = (pd_tool_band){.low = NAN, .middle = NAN, .high = NAN, .clips = count};
        if (!count) continue;
        out->bands[r] =
            (pd_tool_band){.low = pd_sorted_percentile(values, (size_t)count, .1),
                           .middle = pd_sorted_percentile(values, (size_t)count, .5),
                           .high = fmax(sum / seconds, pd_sorted_percentile(values, (size_t)count, .9)),
                           .clips = count};
        if (is_fault(r)) out->bands[r].low = fmin(out->bands[r].low, 0);
    }
}

/* Makes the clouds. Adds the clips in order, so that the sums do not depend on threads. */
static pd_status make_clouds(pd_tool_motion_bands *out, const work *w, pd_error *err)
{
    enum { HELD, KEPT, EVEN, ODD, PARTS };

    pd_train_cloud(*parts)[PD_ACTIVITY_COUNT] = calloc(PARTS, sizeof *parts);
    pd_status status =
        parts ? PD_OK
              : pd_fail(err, PD_ERR_MEMORY, "bands", "out of memory for %d clouds", PD_ACTIVITY_COUNT);

    /* Add each clip to one part: held out, or even and odd ones of the rest. */
    for (int i = 0; i < w->motions->count && status == PD_OK; i++) {
        const int part = is_held_out(&w->motions->items[i], w->held_every) ? HELD : i % 2 ? ODD : EVEN;
        measured again;
        status = measure_motion_bands(&again, parts[part], &w->motions->items[i], err);
    }

    /* The reference is the cloud of the held-out clips if they have enough frames, otherwise that of the odd
     * ones. Compare the rest with it, which shows the distance between captures. */
    for (int a = 0; a < PD_ACTIVITY_COUNT && status == PD_OK; a++) {
        pd_tool_band_cloud *c = &out->clouds[a];
        double spread;
        c->of_held_out = parts[HELD][a].count >= PD_TOOL_CLOUD_FRAMES;
        c->cloud = c->of_held_out ? parts[HELD][a] : parts[ODD][a];
        pd_train_cloud_merge(&parts[KEPT][a], &parts[EVEN][a]);
        pd_train_cloud_merge(&parts[KEPT][a], &parts[c->of_held_out ? ODD : HELD][a]);
        pd_train_cloud_finish(&c->cloud);
        pd_train_cloud_finish(&parts[KEPT][a]);
        status = pd_train_frechet(&c->others, &spread, &parts[KEPT][a], &c->cloud, err);
    }

    free(parts);

    return status;
}

/* The origin names folders with their number of clips, but no path of this machine. */
static void tell_origin(pd_tool_motion_bands *out, const pd_character_motions *motions, int held_every)
{
    double seconds = 0;

    /* Write the number of clips and seconds. */
    for (int i = 0; i < motions->count; i++) seconds += pd_anim_clip_seconds(&motions->items[i].clip);
    size_t used = (size_t)snprintf(out->origin, sizeof out->origin,
                                   "posedctl measure --capture --held-out %d: %d clips, %.0f s, raw;",
                                   held_every, motions->count, seconds);

    /* Write each folder once, with its number of clips. */
    for (int i = 0; i < motions->count; i++) {
        const char *name = motions->items[i].name;
        const int length = (int)strcspn(name, "/");
        int count = 0;
        bool is_first = true;
        for (int k = 0; k < motions->count; k++) {
            if (strncmp(motions->items[k].name, name, (size_t)length + 1)) continue;
            count++;
            is_first = is_first && k >= i;
        }

        if (is_first && used < sizeof out->origin)
            used += (size_t)snprintf(out->origin + used, sizeof out->origin - used, " %.*s %d", length, name,
                                     count);
    }
}

pd_status pd_tool_motion_bands_of(pd_tool_motion_bands *out, pd_character_motions *motions, int held_every,
                                  const pd_executor *executor, pd_error *err)
{
    pd_k_blas_serial(); /* one thread of OpenBLAS, so that results do not depend on their number */
    memset(out, 0, sizeof *out);
    work w = {.motions = motions, .held_every = held_every};
    w.clips = calloc((size_t)motions->count, sizeof *w.clips);
    double *values = malloc((size_t)motions->count * sizeof *values);
    pd_status status = PD_OK;
    if (!w.clips || !values)
        status = pd_fail(err, PD_ERR_MEMORY, "bands", "out of memory for %d clips", motions->count);

    /* Measure all clips in parallel; the first error counts. */
    if (status == PD_OK) pd_execute(executor, measure_one, &w, motions->count);
    for (int i = 0; i < motions->count && status == PD_OK; i++)
        if ((status = w.clips[i].status) != PD_OK && err) *err = w.clips[i].err;

    /* Bands of each activity, over all clips and over those that are held out. */
    for (int a = 0; a < PD_ACTIVITY_COUNT && status == PD_OK; a++)
        for (int set = 0; set < PD_TOOL_BAND_SETS; set++)
            group(&out->groups[a][set], &w, a, (pd_tool_band_set)set, values);
    if (status == PD_OK) status = make_clouds(out, &w, err);
    if (status == PD_OK) tell_origin(out, motions, held_every);

    free(w.clips);
    free(values);
    return status;
}

/* ---- file ---- */

static const char *const set_keys[PD_TOOL_BAND_SETS] = {"all", "held_out"};

void pd_tool_motion_bands_write(pd_buffer *out, const pd_tool_motion_bands *bands)
{
    const char *comma = "";

    pd_buffer_printf(out, "{\"origin\": \"%s\",\n\"activities\": {", bands->origin);
    for (int a = 0; a < PD_ACTIVITY_COUNT; a++) {
        if (!bands->groups[a][PD_TOOL_BANDS_ALL].clips) continue;
        pd_buffer_printf(out, "%s\n \"%s\": {", comma, pd_train_activity_names[a]);
        comma = ",";

        /* Bands, of all clips and of the held-out ones. */
        for (int set = 0; set < PD_TOOL_BAND_SETS; set++) {
            const pd_tool_band_group *g = &bands->groups[a][set];
            const char *between = "";
            pd_buffer_printf(out, "%s\n  \"%s\": ", set ? "," : "", set_keys[set]);
            pd_buffer_printf(out, "{\"seconds\": %.1f, \"clips\": %d, \"people\": %d, \"figures\": {",
                             g->seconds, g->clips, g->people);
            for (int r = 0; r < PD_KINEMATICS_COUNT; r++) {
                const pd_tool_band *b = &g->bands[r];
                if (!b->clips) continue;
                pd_buffer_printf(out, "%s\n    \"%s\": [%.4g, %.4g, %.4g, %d]", between,
                                 pd_train_kinematics_rows[r].name, b->low, b->middle, b->high, b->clips);
                between = ",";
            }

            pd_buffer_text(out, "}}");
        }

        /* Write the cloud: its mean and the lower triangle of its covariance. */
        const pd_tool_band_cloud *c = &bands->clouds[a];
        if (c->cloud.count >= PD_TOOL_CLOUD_FRAMES && a != PD_ACTIVITY_OTHER) {
            pd_buffer_text(out, ",\n  \"frechet\": ");
            pd_buffer_printf(out, "{\"of\": \"%s\", \"frames\": %ld, \"others\": %.4g, \"mean\": [",
                             c->of_held_out ? "held out" : "every other clip", c->cloud.count, c->others);
            for (int i = 0; i < PD_TRAIN_FRECHET_SIZE; i++)
                pd_buffer_printf(out, "%s%.4g", i ? "," : "", c->cloud.mean[i]);
            pd_buffer_text(out, "], \"covariance\": [");
            for (int i = 0; i < PD_TRAIN_FRECHET_SIZE; i++)
                for (int j = 0; j <= i; j++)
                    pd_buffer_printf(out, "%s%.4g", i ? "," : "",
                                     c->cloud.covariance[i * PD_TRAIN_FRECHET_SIZE + j]);
            pd_buffer_text(out, "]}");
        }

        pd_buffer_text(out, "}");
    }

    pd_buffer_text(out, "}}\n");
}

static bool read_numbers_motion_bands(double *out, size_t count, const json_t *array)
{
    PD_ASSERT(count > 0);
    if (json_array_size(array) != count) return false;
    for (size_t i = 0; i < count; i++) {
        const json_t *value = json_array_get(array, i);
        if (!json_is_number(value)) return false;
        out[i] = json_number_value(value);
    }

    return true;
}

static bool read_group(pd_tool_band_group *out, const json_t *group)
{
    const json_t *figures = json_object_get(group, "figures");

    if (!json_is_object(figures)) return false;
    out->seconds = json_number_value(json_object_get(group, "seconds"));
    out->clips = (int)json_integer_value(json_object_get(group, "clips"));
    out->people = (int)json_integer_value(json_object_get(group, "people"));
    for (int r = 0; r < PD_KINEMATICS_COUNT; r++) {
        const json_t *figure = json_object_get(figures, pd_train_kinematics_rows[r].name);
        double n[4] = {NAN, NAN, NAN, 0};
        if (figure && !read_numbers_motion_bands(n, 4, figure)) return false;
        out->bands[r] = (pd_tool_band){.low = n[0], .middle = n[1], .high = n[2], .clips = (int)n[3]};
    }

    return true;
}

static bool read_cloud(pd_tool_band_cloud *out, const json_t *cloud)
{
    enum { SIZE = PD_TRAIN_FRECHET_SIZE };
    double *covariance = out->cloud.covariance;

    if (!cloud) return true;
    out->of_held_out = !strcmp(json_string_value(json_object_get(cloud, "of"))
                                   ? json_string_value(json_object_get(cloud, "of"))
                                   : "",
                               "held out");
    out->others = json_number_value(json_object_get(cloud, "others"));
    out->cloud.count = (long)json_integer_value(json_object_get(cloud, "frames"));
    if (!read_numbers_motion_bands(out->cloud.mean, SIZE, json_object_get(cloud, "mean")) ||
        !read_numbers_motion_bands(covariance, SIZE * (SIZE + 1) / 2, json_object_get(cloud, "covariance")))
        return false;
    for (int i = SIZE - 1; i >= 0; i--) /* backwards, as each row moves to a later place */
        for (int j = i; j >= 0; j--) covariance[i * SIZE + j] = covariance[i * (i + 1) / 2 + j];
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < i; j++) covariance[j * SIZE + i] = covariance[i * SIZE + j];

    return true;
}

pd_status pd_tool_motion_bands_read(pd_tool_motion_bands *out, const char *path, pd_error *err)
{
    json_error_t error;
    json_t *root = pd_json_load_file(path, 0, &error);

    memset(out, 0, sizeof *out);
    if (!root) return pd_fail(err, PD_ERR_FORMAT, path, "%s (line %d)", error.text, error.line);

    const json_t *activities = json_object_get(root, "activities");
    const char *origin = json_string_value(json_object_get(root, "origin"));
    snprintf(out->origin, sizeof out->origin, "%s", origin ? origin : "");
    const char *bad = json_is_object(activities) ? NULL : "activities";
    for (int a = 0; a < PD_ACTIVITY_COUNT && !bad; a++) {
        const json_t *activity = json_object_get(activities, pd_train_activity_names[a]);
        for (int set = 0; activity && set < PD_TOOL_BAND_SETS; set++)
            if (!read_group(&out->groups[a][set], json_object_get(activity, set_keys[set])))
                bad = pd_train_activity_names[a];
        if (activity && !bad && !read_cloud(&out->clouds[a], json_object_get(activity, "frechet")))
            bad = pd_train_activity_names[a];
    }

    json_decref(root);

    return bad ? pd_fail(err, PD_ERR_FORMAT, path,
                         "%s is missing or not in the form in which posedctl measure --capture writes it",
                         bad)
               : PD_OK;
}

/* ---- for people ---- */

const pd_tool_band *pd_tool_motion_band(const pd_tool_motion_bands *bands, pd_train_activity activity,
                                        int row)
{
    PD_ASSERT(row >= 0);
    const pd_tool_band *band = &bands->groups[activity][PD_TOOL_BANDS_ALL].bands[row];
    if (activity == PD_ACTIVITY_OTHER || band->clips < PD_TOOL_BAND_CLIPS) return NULL;

    return row == PD_KINEMATICS_knee_peak || row == PD_KINEMATICS_finger_peak ||
                   row == PD_KINEMATICS_period || row == PD_KINEMATICS_twist_time
               ? NULL
               : band;
}

void pd_tool_motion_bands_print(const pd_tool_motion_bands *bands)
{
    for (int a = 0; a < PD_ACTIVITY_COUNT; a++) {
        const pd_tool_band_group *all = &bands->groups[a][PD_TOOL_BANDS_ALL];
        const pd_tool_band_group *held = all + PD_TOOL_BANDS_HELD_OUT;
        if (!all->clips) continue;
        printf("\n%s: %d clips of %d people, %.0f s; held out %d of %d, %.0f s\n", pd_train_activity_names[a],
               all->clips, all->people, all->seconds, held->clips, held->people, held->seconds);
        printf("  %-14s %-11s %9s %9s %9s %5s | held out %9s %9s %9s %5s\n", "figure", "unit", "p10", "p50",
               "p90", "clips", "p10", "p50", "p90", "clips");
        for (int r = 0; r < PD_KINEMATICS_COUNT; r++) {
            const pd_tool_band *b = &all->bands[r];
            const pd_tool_band *h = &held->bands[r];
            if (!b->clips) continue;
            printf("  %-14s %-11s %9.4g %9.4g %9.4g %5d |          ", pd_train_kinematics_rows[r].name,
                   pd_train_kinematics_rows[r].unit, b->low, b->middle, b->high, b->clips);
            if (h->clips)
                printf("%9.4g %9.4g %9.4g %5d\n", h->low, h->middle, h->high, h->clips);
            else
                putchar('\n');
        }

        const pd_tool_band_cloud *c = &bands->clouds[a];
        if (c->cloud.count >= PD_TOOL_CLOUD_FRAMES && a != PD_ACTIVITY_OTHER)
            printf("  frechet distance of the others to %s (%ld frames): %.4g\n",
                   c->of_held_out ? "the held-out clips" : "every other clip", c->cloud.count, c->others);
    }
}
