#ifndef PD_TRAIN_MOTION_LIST_H
#define PD_TRAIN_MOTION_LIST_H
/* Lists the clips of the data folders that a motion network is not trained on, or only a part of, with the
 * reasons: one row per pattern.
 *
 * Patterns are shell patterns (* and ?). They match the end of a clip's name ("cmu/bvh/06_02.bvh"), beginning
 * after a '/' or at the start of the name. The first row that matches decides; a row without a reason keeps
 * the whole clip. */
typedef struct pd_train_left_out {
    const char *pattern;
    /* reason for leaving the clip, or its beginning, out; NULL: the whole clip is used */
    const char *reason;
    /* > 0: first and last frame of the file that are used; the reason is about the frames before or after */
    int first, last;
} pd_train_left_out;

/* Clips that are used whole although their folders have no index.csv, by patterns as above. */
extern const char *const pd_train_added[]; /* ends with NULL */
int pd_train_motion_is_added(const char *name);

extern const pd_train_left_out pd_train_left_out_rows[]; /* ends with a NULL pattern */

/* Returns the reason why the clip is left out, or NULL when it is used from frame *first to frame *last, or
 * to its end when that is 0. Both may be NULL. */
const char *pd_train_motion_left_out(const char *name, int *first, int *last);

#endif
