#include "train/motion/list.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define DUCK  "ducks under a bar that is not there"
#define SQUAT "squats without a cue: idle would squat"
#define BACK  "runs backward: a slow jog would run backward"
#define SKIP  "skips"
#define CROSS "crosses the feet: others do not, and the mean of both walks through itself"
#define WAY   "walks to its place and stands in a T-pose"

const pd_train_left_out pd_train_left_out_rows[] = {
    {"01_*.bvh", "climbs on a frame that is not there", 0, 0},
    {"03_*.bvh", "walks on uneven ground that is not there", 0, 0},
    {"05_02.bvh", "dances", 0, 0},
    {"05_03.bvh", "dances", 0, 0},
    {"06_01.bvh", NULL, 0, 0},
    {"06_*.bvh", "plays with a ball", 0, 0},
    {"02_04.bvh", "balances on one leg", 0, 0},
    {"cmu/acclaim/16/*", "cut pieces of the takes of cmu2", 0, 0},
    {"49_03.amc", "jumps up and down on one leg", 0, 0},
    {"91_13.amc", "walks sadly", 0, 0},
    {"127_23.amc", DUCK, 0, 0},
    {"127_24.amc", DUCK, 0, 0},
    {"127_29.amc", DUCK, 0, 0},
    {"127_30.amc", DUCK, 0, 0},
    {"127_31.amc", DUCK, 0, 0},
    {"127_32.amc", DUCK, 0, 0},
    {"127_37.amc", DUCK, 0, 0},
    {"127_38.amc", DUCK, 0, 0},
    {"*_A*_Sway*.bvh", "sways on the spot", 0, 0},
    {"*_A*_Swing*.bvh", "swings the arms", 0, 0},
    {"*_A07_Crouch*.bvh", SQUAT, 0, 0},
    {"*_A7_Crouch*.bvh", SQUAT, 0, 0},
    {"*_B24_*.bvh", SQUAT, 0, 0},
    {"*_B25_*.bvh", SQUAT, 0, 0},
    {"*_C26_*.bvh", SQUAT, 0, 0},
    {"*_C27_*.bvh", SQUAT, 0, 0},
    {"*_A13_*.bvh", SKIP, 0, 0},
    {"*_A14_*.bvh", SKIP, 0, 0},
    {"*_A15_*.bvh", SKIP, 0, 0},
    {"*_B26_*.bvh", SKIP, 0, 0},
    {"*_B27_*.bvh", SKIP, 0, 0},
    {"*_C06_*.bvh", BACK, 0, 0},
    {"*_C07_*.bvh", BACK, 0, 0},
    {"*_C08_*.bvh", BACK, 0, 0},
    {"*_C09_*.bvh", BACK, 0, 0},
    {"*_C10_*.bvh", BACK, 0, 0},
    {"Female1_B22_SideStepLeft.bvh", CROSS, 0, 112},
    {"Female1_B23_SideStepRight.bvh", CROSS, 0, 66},
    {"13_*.bvh", "comes out of a T-pose in three frames", 4, 0},
    {"Neutral_FR.bvh", WAY, 310, 0},
    {"Neutral_FW.bvh", WAY, 270, 0},
    {"Neutral_ID.bvh", WAY, 425, 0},
    {"Neutral_TR1.bvh", WAY, 255, 0},
    {NULL, NULL, 0, 0}};

const char *const pd_train_added[] = {"jlrun/JL_mm_run.bvh", "cmu3/acclaim/127/127_*.amc", NULL};

/* Returns whether a text matches a pattern: * is any run of bytes except '/', ? a single one. */
static int fits(const char *pattern, const char *text)
{
    for (; *pattern; pattern++, text++) {
        if (*pattern == '*') {
            do
                if (fits(pattern + 1, text)) return 1;
            while (*text && *text++ != '/');
            return 0;
        }

        if (!*text || (*pattern != *text && (*pattern != '?' || *text == '/'))) return 0;
    }

    return !*text;
}

/* Returns whether a pattern fits the whole name or what follows one of its slashes. */
static bool fits_end(const char *pattern, const char *name)
{
    for (;;) {
        if (fits(pattern, name)) return true;
        name = strchr(name, '/');
        if (!name++) return false;
    }
}

const char *pd_train_motion_left_out(const char *name, int *first, int *last)
{
    const pd_train_left_out *row = pd_train_left_out_rows;
    while (row->pattern && !fits_end(row->pattern, name)) row++;
    if (first) *first = row->first;
    if (last) *last = row->last;
    return row->first || row->last ? NULL : row->reason;
}

int pd_train_motion_is_added(const char *name)
{
    const char *const *pattern = pd_train_added;
    while (*pattern && !fits_end(*pattern, name)) pattern++;
    return *pattern != NULL;
}
