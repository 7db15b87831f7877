#ifndef PD_TOOLS_TRAIN_MOTION_PIPELINE_H
#define PD_TOOLS_TRAIN_MOTION_PIPELINE_H
/* Makes the training rows of a motion network from a folder of motion capture; first step of posedctl
 * train-motion.
 *
 *     capture   clips on the biped at 60 Hz, levelled                       tools/train/motion_set.h
 *     labels    contacts, planted feet, phase, gaits                        train/motion/label.h
 *     copies    slowed jogs, crouches, arcs, terrain                        train/augment/augment.h
 *     rows      features and their mirror images, weights by kind           train/network/rows.h
 *
 *     static const pd_tool_option options[] = {PD_TOOL_PIPELINE_OPTIONS, ..., PD_TOOL_END};
 *     pd_tool_pipeline_options o;
 *     if (!pd_tool_pipeline_parse(&o, args)) return 2;
 *     status = pd_tool_motion_pipeline(&rows, &report, &o, executor, &err);
 *
 * Progress and the report go to stderr. Units and spaces are those of core/character/capture/motion.h and
 * rows.h: metres in world space for motions, the network's centimetres for rows.
 */
#include "core/base/buffer.h"
#include "train/augment/augment.h"
#include "train/network/rows.h"
#include "tools/base/command.h"
#include "tools/base/credits.h"

#include <stdbool.h>

/* Rows of a command's options. */
#define PD_TOOL_PIPELINE_OPTIONS                                                                             \
    {"contacts", "DIR",                                                                                      \
     "folder of corrected contacts: NAME.json files that posedctl label -o wrote, edited by hand", NULL},    \
        {"only", "PREFIX", "clips whose name begins with it (accad/female1/); all by default", NULL},        \
        {"held-out", "N", "every Nth clip is never trained on, with all its copies; 0: none", "14"},         \
        {"no-slow", NULL,                                                                                    \
         "leave out slowed jogs, starts and stops at other speeds, and repeated side steps", NULL},          \
        {"no-crouch", NULL, "leave out crouched copies of walks", NULL},                                     \
        {"no-arc", NULL, "leave out walks and runs bent to arcs", NULL},                                     \
        {"no-terrain", NULL, "leave out copies on uneven ground", NULL},                                     \
        {"no-mirror", NULL, "leave out mirror images", NULL},                                                \
        {"no-styles", NULL, "do not give the network the captured person as an input (style)", NULL},        \
        {"fit", "N", "number of copies of each cycle, on the patches of terrain that fit it best", "0"},     \
        {"fit-kind", "auto|walk|jump|beam|flat",                                                             \
         "kind of motion that ground is made for; auto: jumps where they are labelled, else walks", "auto"}, \
        PD_TOOL_PATCH_OPTIONS

/* Options of the commands that fit ground to feet. */
#define PD_TOOL_PATCH_OPTIONS                                                                                \
    {"fit-kernel", "linear|multiquadric",                                                                    \
     "kind of the radial basis functions that bend a patch to the feet", "linear"},                          \
        {"patches", "N", "number of patches of terrain to choose from", "2000"},                             \
        {"patch-points", "N", "heights along a side of a patch", "61"},                                      \
        {"patch-side", "M", "side length of a patch in metres", "3"},                                        \
        {"heightmaps", "DIR", "take the patches from these maps, *.txt and *.png, not from a made one",      \
         NULL},                                                                                              \
        {"map-cell", "M", "metres between two heights of the maps", "0.03937007874"},                        \
    {                                                                                                        \
        "map-scale", "M", "metres per unit of height in a text map, or per 1/255 of white in a picture",     \
            "0.03"                                                                                           \
    }

/* Phase of the rows: the monotone curve through the steps of train/motion/phase.h, straight lines between the
 * steps, or none. */
typedef enum pd_tool_phase { PD_TOOL_PHASE_CURVE, PD_TOOL_PHASE_LINEAR, PD_TOOL_PHASE_NONE } pd_tool_phase;

typedef struct pd_tool_pipeline_options {
    const char *folder;
    const char *only;     /* or NULL: all */
    const char *contacts; /* folder of corrected labels, or NULL */
    int held_every;       /* 0: none      */
    int no_mirror, no_styles, quiet;
    pd_tool_phase phase;
    pd_tool_credits *credits;   /* out: publishers of the clips; NULL: not needed */
    const char *heightmaps;     /* a folder, or NULL: the made map */
    double map_cell, map_scale; /* metres                          */
    pd_train_augment_options augment;
} pd_tool_pipeline_options;

/* Sets the defaults of the rows above. */
pd_tool_pipeline_options pd_tool_pipeline_defaults(const char *folder);
/* Reads the options. Returns 1, or prints an error and returns 0; the command then returns 2. folder is left
 * to the caller, the copies' seed too. */
bool pd_tool_pipeline_parse(pd_tool_pipeline_options *out, const pd_tool_args *args);
/* Refuses options that these leave without effect (tools/base/mode.h). For motion capture; the original's own
 * files have ground of their own. Returns 0, or 2 after saying which. */
int pd_tool_pipeline_mode(const pd_tool_pipeline_options *options, const pd_tool_args *args);

/* report (text of clips, copies and kinds, for the provenance) may be NULL. rows are empty on failure. */
pd_status pd_tool_motion_pipeline(pd_train_rows *rows, pd_buffer *report,
                                  const pd_tool_pipeline_options *options, const pd_executor *executor,
                                  pd_error *err);
/* Makes the labelled motions with their copies, from which the rows are made. */
pd_status pd_tool_motion_pipeline_motions(pd_character_motions *motions, pd_buffer *report,
                                          const pd_tool_pipeline_options *options,
                                          const pd_executor *executor, pd_error *err);

#endif
