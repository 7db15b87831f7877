#ifndef PD_TOOLS_MEASURE_MOTION_BANDS_H
#define PD_TOOLS_MEASURE_MOTION_BANDS_H
/* Computes bands: the range of each figure of train/evaluate/kinematics.h in captured human motion, by
 * activity.
 *
 * Capture is measured raw: on the biped at 60 frames a second and levelled
 * (core/character/capture/capture.h), before any foot lock, with the contacts that its labels have. A clip
 * contributes a figure for each activity that lasts at least a second in it. The band of a figure is the 10th
 * to 90th percentile over clips, with the numbers of clips and people. Bands of faults (skating, crossed and
 * twisted feet) and of what a script decides (rate of turning, braking) begin at 0.
 *
 * Two sets of clips: those held out of a network's training (every Nth), which it has not seen (a matching
 * database holds them) and the Frechet distances refer to, and all of them, because the held-out ones are
 * few. Mirror images and copies are in neither.
 *
 * File     JSON, as models/motion-bands.json: {"origin": "...", "activities": {"walk": {"all": {"seconds",
 *          "clips", "people", "figures": {"sway": [low, middle, high, clips]}}, "held_out": the same,
 *          "frechet": {"of", "frames", "others", "mean": [126], "covariance": [lower triangle, row by
 *          row]}}}}
 */
#include "train/evaluate/activity.h"
#include "train/evaluate/frechet.h"
#include "train/evaluate/kinematics.h"
#include "core/base/buffer.h"
#include "core/base/executor.h"
#include "core/character/capture/motion.h"

#define PD_TOOL_BAND_SECONDS 1.0 /* shortest duration of an activity that counts */
#define PD_TOOL_BAND_CLIPS   5   /* smallest number of clips in a band that is used */
#define PD_TOOL_CLOUD_FRAMES 240 /* smallest number of frames in a cloud of held-out clips */

typedef enum pd_tool_band_set {
    PD_TOOL_BANDS_ALL,
    PD_TOOL_BANDS_HELD_OUT,
    PD_TOOL_BAND_SETS
} pd_tool_band_set;

/* Band of a figure, in the unit of its row. low and high: 10th and 90th percentile over clips. high is at
 * least the mean over all frames: an event that most clips do not have (a pop) is no fault if it is as rare
 * as in all clips. */
typedef struct pd_tool_band {
    double low, middle, high;
    int clips; /* clips that have a value */
} pd_tool_band;

typedef struct pd_tool_band_group {
    double seconds;
    int clips, people;
    pd_tool_band bands[PD_KINEMATICS_COUNT];
} pd_tool_band_group;

/* Reference distribution of Frechet distances, and the distance of other captured people from it. */
typedef struct pd_tool_band_cloud {
    pd_train_cloud cloud;
    int of_held_out; /* 0: the held-out clips have under PD_TOOL_CLOUD_FRAMES, so it is of every other clip */
    double others;   /* distance of all other clips from the reference */
} pd_tool_band_cloud;

typedef struct pd_tool_motion_bands {
    pd_tool_band_group groups[PD_ACTIVITY_COUNT][PD_TOOL_BAND_SETS];
    pd_tool_band_cloud clouds[PD_ACTIVITY_COUNT];
    char origin[1024];
} pd_tool_motion_bands;

/* Computes the bands. motions: raw capture; contacts are added to them. ERR_MEMORY. */
pd_status pd_tool_motion_bands_of(pd_tool_motion_bands *out, pd_character_motions *motions, int held_every,
                                  const pd_executor *executor, pd_error *err);
/* Converts a clip to a track with the contacts of its labels and the floor at 0. */
pd_status pd_tool_capture_track(pd_anim_track *track, pd_character_motion *motion, pd_error *err);

/* Appends the JSON of the file above. */
void pd_tool_motion_bands_write(pd_buffer *out, const pd_tool_motion_bands *bands);
/* ERR_IO, ERR_FORMAT naming file and member. */
pd_status pd_tool_motion_bands_read(pd_tool_motion_bands *out, const char *path, pd_error *err);
/* Writes the bands as a readable table. */
void pd_tool_motion_bands_print(const pd_tool_motion_bands *bands);

/* Returns the band of all clips with which a figure is compared. NULL when fewer than PD_TOOL_BAND_CLIPS
 * clips have it, for extremes (which grow with the length of a motion), for the period (which depends on the
 * requested speed) and for the activity `other`. */
const pd_tool_band *pd_tool_motion_band(const pd_tool_motion_bands *bands, pd_train_activity activity,
                                        int row);

#endif
