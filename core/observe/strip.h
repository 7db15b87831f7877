#ifndef PD_OBSERVE_STRIP_H
#define PD_OBSERVE_STRIP_H
/* The part of a take that one person or camera fills: some columns of each row.
 *
 * Shapes   F frames; R places in a row of the take; C of them belong to the strip.
 * Memory   the caller owns every pointer.
 */
typedef struct pd_observe_strip {
    /* out (F,R,3) and (F,R), each starting at the strip's first column; confidence may be NULL */
    float *at, *confidence;
    const int *columns; /* in (C) source column of each column; NULL: the same order */
    int column_count;   /* C */
    int first;          /* frame of the source that becomes row 0 */
    int frames, row;    /* F, R */
} pd_observe_strip;

#endif
