#ifndef PD_OBSERVE_STRIP_H
#define PD_OBSERVE_STRIP_H
/* The part of a take that one person or camera fills: some columns of each of its rows.
 *
 * Shapes   F frames, R places a row of the take, C of them from the strip's first on.
 */
typedef struct pd_observe_strip {
    float *at,
        *confidence;    /* (F,R,3), (F,R), each from the strip's first column on; confidence may be NULL */
    const int *columns; /* (C) which column of what was seen goes there; NULL: the same                  */
    int column_count;   /* C                                                                             */
    int first;          /* frame of what was seen that goes into row 0                                   */
    int frames, row;    /* F, R                                                                          */
} pd_observe_strip;

#endif
