#ifndef PD_OBSERVE_MARKER_PEOPLE_H
#define PD_OBSERVE_MARKER_PEOPLE_H
/* Divides the markers of a file among the people who wear them.
 *
 *     owner of a column    the text before the last colon ("Anna" of "Anna:LFHD"); without one the text
 *                          before the last underline, if what is behind it is a known name ("Anna_LFHD")
 *     person               an owner with at least six columns whose names are known, or, if no name of the
 *                          file is known, with at least twelve columns
 *
 * A file in which at least six known names occur twice without owners has as many people as names are
 * repeated: the k-th column of a name belongs to person k. The columns of other owners (a wand, a racket) and
 * columns without an owner are left out if there are several people; with one person the file stays whole.
 *
 * Memory   _make allocates; the owner calls _deinit.   Threads  one thread.
 * Errors   ERR_LIMIT: more than 16 people; ERR_MEMORY.
 */
#include "core/io/mocap/markers.h"

#define PD_OBSERVE_MARKER_PEOPLE 16

typedef struct pd_observe_marker_people {
    int count;                                                   /* at least 1 */
    pd_markers files[PD_OBSERVE_MARKER_PEOPLE];                  /* (count) the markers of each */
    char names[PD_OBSERVE_MARKER_PEOPLE][PD_MARKERS_NAME_BYTES]; /* of each as in the file; "" or "1", "2" */
    bool are_repeated; /* true: people were told apart by names that occur several times */
    int left_out;      /* columns of nobody */
} pd_observe_marker_people;

/* Divides the file. name: the place in errors. */
pd_status pd_observe_marker_people_make(pd_observe_marker_people *out, const pd_markers *file,
                                        const char *name, pd_error *err);
void pd_observe_marker_people_deinit(pd_observe_marker_people *people);

/* Returns the person whom a text names, by name or by number from 0; -1: nobody. */
int pd_observe_marker_people_find(const pd_observe_marker_people *people, const char *text);
/* Writes the people as a list, "0 (Anna), 1 (Ben)", for messages. */
void pd_observe_marker_people_text(char *out, size_t size, const pd_observe_marker_people *people);

#endif
