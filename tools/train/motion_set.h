#ifndef PD_TOOLS_TRAIN_MOTION_SET_H
#define PD_TOOLS_TRAIN_MOTION_SET_H
/* Loads the motions on which a network is trained from a folder of motion capture.
 *
 *     pd_character_motions motions;
 *     status = pd_tool_motion_set_load(&motions, NULL, folder, NULL, executor, &err);
 *
 * Clips are those of the index.csv files (capture_list.h), without those that train/motion/list.h excludes.
 * Report and progress go to stderr.
 */
#include "core/motion/amass.h"
#include "core/smpl/model.h"
#include "core/character/capture/capture.h"
#include "tools/base/command.h"

typedef struct pd_tool_motion_set_options {
    const char *only;  /* names that start with it ("cmu/bvh/02"), or NULL: all */
    int keep_left_out; /* 1: also load what list.h excludes              */
    /* 1: leave out the parts of clips that cross the feet (list.h, `last`), as a network's training does */
    int no_crossing;
    int quiet;
    pd_character_capture_options capture;
} pd_tool_motion_set_options;

/* report and options may be NULL. */
pd_status pd_tool_motion_set_load(pd_character_motions *motions, pd_character_capture_report *report,
                                  const char *folder, const pd_tool_motion_set_options *options,
                                  const pd_executor *executor, pd_error *err);

typedef struct pd_tool_biped_options {
    const pd_smpl_model *model; /* whose joints an .npz is read onto; NULL: it is refused */
    /* name or number of the animation of an .fbx, .glb or .vrm; NULL: the first that moves a person */
    const char *animation;
    double unit, rate; /* metres a unit (motion capture) and frames a second of the file; 0: as it says */
    const pd_motion_amass_options *amass; /* properties that an .npz does not state; or NULL */
} pd_tool_biped_options;

/* One file of capture as a motion on the biped: calibrated and levelled by itself alone. A skeleton of no
 * known source is taken by its names or shape. options may be NULL. */
pd_status pd_tool_motion_biped(pd_character_motion *out, const char *path,
                               const pd_tool_biped_options *options, pd_error *err);
/* Reads one file for a command; opens its --model for an .npz.
 * Returns 0, or prints an error and returns the exit status. */
int pd_tool_motion_biped_of(pd_character_motion *out, const pd_tool_args *args, const char *path,
                            const char *animation);

#endif
