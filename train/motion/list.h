#ifndef PD_TRAIN_MOTION_LIST_H
#define PD_TRAIN_MOTION_LIST_H
/* Which clips of the data folders a motion network is not trained on, or not from their beginning on, and why: one row per pattern.
 *
 * Patterns are shell patterns (* and ?) against the end of a clip's name ("cmu/bvh/06_02.bvh"), from a '/' or its start on. The
 * first row that fits decides; a row without a reason keeps the whole clip.
 */
typedef struct pd_train_left_out {
    const char *pattern;
    const char *reason; /* why not                                                    */
    int first;          /* > 0: is used from this frame of the file on, the reason is for what is before */
} pd_train_left_out;

/* Clips of folders that have no index.csv and are used all the same, whole; by patterns as above. */
extern const char *const pd_train_added[]; /* ends with NULL */
int pd_train_motion_is_added(const char *name);

extern const pd_train_left_out pd_train_left_out_rows[]; /* ends with a NULL pattern */

/* The reason why the clip is left out; NULL when it is used, from frame *first on (first may be NULL). */
const char *pd_train_motion_left_out(const char *name, int *first);

#endif
