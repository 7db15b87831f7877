#include "core/train/motion_list.h"

#include <stddef.h>
#include <string.h>

#define DUCK  "ducks under a bar that is not there"
#define SQUAT "squats without a cue: idle would squat"
#define BACK  "runs backward: a slow jog would run backward"
#define SKIP  "skips"

const pd_train_left_out pd_train_left_out_rows[] = {{"01_*.bvh", "climbs on a frame that is not there"},
                                                    {"03_*.bvh", "walks on uneven ground that is not there"},
                                                    {"05_02.bvh", "dances"},
                                                    {"05_03.bvh", "dances"},
                                                    {"06_01.bvh", NULL},
                                                    {"06_*.bvh", "plays with a ball"},
                                                    {"02_04.bvh", "balances on one leg"},
                                                    {"cmu/acclaim/16/*", "cut pieces of the takes of cmu2"},
                                                    {"49_03.amc", "jumps up and down on one leg"},
                                                    {"91_13.amc", "walks sadly"},
                                                    {"127_29.amc", DUCK},
                                                    {"127_30.amc", DUCK},
                                                    {"127_31.amc", DUCK},
                                                    {"127_32.amc", DUCK},
                                                    {"127_37.amc", DUCK},
                                                    {"127_38.amc", DUCK},
                                                    {"*_A*_Sway*.bvh", "sways on the spot"},
                                                    {"*_A*_Swing*.bvh", "swings the arms"},
                                                    {"*_A07_Crouch*.bvh", SQUAT},
                                                    {"*_A7_Crouch*.bvh", SQUAT},
                                                    {"*_B24_*.bvh", SQUAT},
                                                    {"*_B25_*.bvh", SQUAT},
                                                    {"*_C26_*.bvh", SQUAT},
                                                    {"*_C27_*.bvh", SQUAT},
                                                    {"*_A13_*.bvh", SKIP},
                                                    {"*_A14_*.bvh", SKIP},
                                                    {"*_A15_*.bvh", SKIP},
                                                    {"*_B26_*.bvh", SKIP},
                                                    {"*_B27_*.bvh", SKIP},
                                                    {"*_C06_*.bvh", BACK},
                                                    {"*_C07_*.bvh", BACK},
                                                    {"*_C08_*.bvh", BACK},
                                                    {"*_C09_*.bvh", BACK},
                                                    {"*_C10_*.bvh", BACK},
                                                    {NULL, NULL}};

/* * is any run of bytes but '/', ? one of them. */
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

static int fits_end(const char *pattern, const char *name)
{
    for (;;) {
        if (fits(pattern, name)) return 1;
        name = strchr(name, '/');
        if (!name++) return 0;
    }
}

const char *pd_train_motion_left_out(const char *name)
{
    for (const pd_train_left_out *row = pd_train_left_out_rows; row->pattern; row++)
        if (fits_end(row->pattern, name)) return row->reason;
    return NULL;
}
