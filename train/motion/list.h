#ifndef PD_TRAIN_MOTION_LIST_H
#define PD_TRAIN_MOTION_LIST_H
/* Lists the clips of the data folders that a motion network is not trained on, or only from a later frame on, with the reasons: one row per pattern.
 *
 * Patterns are shell patterns (* and ?). They match the end of a clip's name ("cmu/bvh/06_02.bvh"), beginning after a '/' or at the start of the
 * name. The first row that matches decides; a row without a reason keeps the whole clip. */
typedef struct pd_train_left_out {
    const char *pattern;
    /* reason for leaving the clip, or its beginning, out; NULL: the whole clip is used */
    const char *reason;
    int first; /* > 0: first frame of the file that is used; the reason is about the frames before */
} pd_train_left_out;

/* Clips that are used whole although their folders have no index.csv, by patterns as above. */
extern const char *const pd_train_added[]; /* ends with NULL */
int pd_train_motion_is_added(const char *name);

extern const pd_train_left_out pd_train_left_out_rows[]; /* ends with a NULL pattern */

/* Returns the reason why the clip is left out, or NULL when it is used from frame *first on. `first` may be NULL. */
const char *pd_train_motion_left_out(const char *name, int *first);

#endif
