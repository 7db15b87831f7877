#ifndef PD_TOOLS_MEASURE_MOTION_BANDS_H
#define PD_TOOLS_MEASURE_MOTION_BANDS_H
/* Bands of what people do: the figures of train/evaluate/kinematics.h of captured motion, by activity.
 *
 * Capture is measured raw: on the biped at 60 frames a second and levelled (core/pfnn/capture/capture.h), before any foot lock, with the
 * contacts that its labels have. A clip gives a figure for each activity that it has a second of, and the band of a figure is
 * its 10th to 90th percentile over clips, together with how many clips and people it is of.
 *
 * Two sets of clips: those held out of a network's training (every Nth), which it has not seen (a matching database holds them) and the
 * Frechet distances refer to, and all of them, because the held-out ones are few. Mirror images and copies are in neither.
 *
 * File     JSON, as models/motion-bands.json:
 *          {"origin": "...", "activities": {"walk": {"all": {"seconds", "clips", "people", "figures": {"sway": [low, middle, high, clips]}},
 *          "held_out": the same, "frechet": {"of", "frames", "others", "mean": [126], "covariance": [lower triangle, row by row]}}}}
 */
#include "train/evaluate/activity.h"
#include "train/evaluate/frechet.h"
#include "train/evaluate/kinematics.h"
#include "core/base/buffer.h"
#include "core/base/executor.h"
#include "core/pfnn/capture/motion.h"

#define PD_TOOL_BAND_SECONDS 1.0 /* of an activity that a clip has to have */
#define PD_TOOL_BAND_CLIPS   5   /* a band of fewer is not used */
#define PD_TOOL_CLOUD_FRAMES 240 /* that a cloud of held-out clips has */

typedef enum pd_tool_band_set {
    PD_TOOL_BANDS_ALL,
    PD_TOOL_BANDS_HELD_OUT,
    PD_TOOL_BAND_SETS
} pd_tool_band_set;

/* In the units of the rows. low and high are 10th and 90th percentile over clips, high at least the mean over all frames: what most clips
 * lack altogether, as pops, is no fault where it is as rare as in all of them. */
typedef struct pd_tool_band {
    double low, middle, high;
    int clips; /* that have a value */
} pd_tool_band;

typedef struct pd_tool_band_group {
    double seconds;
    int clips, people;
    pd_tool_band bands[PD_KINEMATICS_COUNT];
} pd_tool_band_group;

/* What Frechet distances refer to, and how far other captured people are from it. */
typedef struct pd_tool_band_cloud {
    pd_train_cloud cloud;
    int of_held_out; /* 0: the held-out clips have under PD_TOOL_CLOUD_FRAMES, so it is of every other clip */
    double others;   /* the distance of all other clips to it */
} pd_tool_band_cloud;

typedef struct pd_tool_motion_bands {
    pd_tool_band_group groups[PD_ACTIVITY_COUNT][PD_TOOL_BAND_SETS];
    pd_tool_band_cloud clouds[PD_ACTIVITY_COUNT];
    char origin[1024];
} pd_tool_motion_bands;

/* motions: raw capture, changed in that they get contacts. ERR_MEMORY. */
pd_status pd_tool_motion_bands_of(pd_tool_motion_bands *out, pd_pfnn_motions *motions, int held_every,
                                  const pd_executor *executor, pd_error *err);
/* The clip as a track: contacts of its labels, the floor at 0. */
pd_status pd_tool_capture_track(pd_anim_track *track, pd_pfnn_motion *motion, pd_error *err);

void pd_tool_motion_bands_write(pd_buffer *out, const pd_tool_motion_bands *bands);
/* ERR_IO, ERR_FORMAT naming file and member. */
pd_status pd_tool_motion_bands_read(pd_tool_motion_bands *out, const char *path, pd_error *err);
/* A table for people. */
void pd_tool_motion_bands_print(const pd_tool_motion_bands *bands);

/* The band that a figure is held to: of all clips, NULL when fewer than PD_TOOL_BAND_CLIPS have it, for extremes (which grow with the
 * length of a motion), the period (which goes by the speed asked for) and the activity `other`. */
const pd_tool_band *pd_tool_motion_band(const pd_tool_motion_bands *bands, pd_train_activity activity,
                                        int row);

#endif
