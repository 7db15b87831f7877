#ifndef PD_OBSERVE_MARKER_LABEL_PARTS_H
#define PD_OBSERVE_MARKER_LABEL_PARTS_H
/* Parts of labelling markers. Only label*.c include this header; label.h describes the labelling.
 *
 *     label         protocols, memory, the start frame, names through the take, the labelled file
 *     label_search  finds a body among the points of one frame: rough comparison, rigid motion, body fit
 *
 * Spaces   metres, +Y up: pd_observe_label_search_cloud turns the file's axes.
 * Memory   a search takes the memory of its worker; pd_observe_label_run allocates and frees it.
 * Threads  pd_observe_label_search_task is a task; tasks of different workers share only what they read.
 * Errors   none; a body that does not fit has the score INFINITY.
 */
#include "core/observe/marker/label.h"
#include "core/observe/problem.h"

#define PD_OBSERVE_LABEL_MOST_PLACES 48
#define PD_OBSERVE_LABEL_MOST_POINTS PD_OBSERVE_TRAJECTORY_MOST
#define PD_OBSERVE_LABEL_PROTOCOLS   4
#define PD_OBSERVE_LABEL_ROUGH       32   /* best starts that are fitted by a rigid motion */
#define PD_OBSERVE_LABEL_FINE        8    /* best of those that are fitted with the body */
#define PD_OBSERVE_LABEL_STEPS       4    /* iterations of the solver in a round */
#define PD_OBSERVE_LABEL_LOOSE       0.03 /* noise of places, whose offsets are not known yet, metres */
/* largest distance of a place and its point in the last round, metres */
#define PD_OBSERVE_LABEL_REACH_LAST  0.12

/* Places of a protocol on the model, and their positions in the mean pose of every component of the prior. */
typedef struct pd_observe_label_figure {
    const pd_observe_protocol *protocol;
    pd_observe_marker_set set;
    double (*at)[3]; /* (components + 1, P, 3) relative to their mean; the last is the rest pose */
    double (*roots)[9], (*means)[3];
} pd_observe_label_figure;

/* A figure in a position among the points of a frame. */
typedef struct pd_observe_label_stance {
    int figure, component, up; /* up: vertical axis, 0 to 5 */
    int frame;
    double yaw, turn[9], move[3]; /* x = turn at + move for the component's places */
    double score;                 /* square metres; nats after the body fit */
    double off;                   /* root mean square distance of places and their points, metres */
    int named, of;                /* points with a name, and all points */
    float betas[PD_SMPL_MAX_BETAS], rotations[9 * PD_SMPL_MAX_JOINTS];
    double translation[3];
    double at[PD_OBSERVE_LABEL_MOST_PLACES][3]; /* positions of the places on the body */
    int column[PD_OBSERVE_LABEL_MOST_PLACES];   /* column of each place's point in the file; -1: none */
} pd_observe_label_stance;

/* State of labelling a file. */
typedef struct pd_observe_labelling {
    pd_observe_label *job;
    const pd_smpl_model *model;
    pd_observe_label_figure figures[PD_OBSERVE_LABEL_PROTOCOLS];
    int figure_count, components;
    const int *frames;              /* frames of the search */
    pd_observe_label_stance *found; /* result in each of these frames */
    int up_first, up_count;
    int only;         /* figure that is tried; -1: all */
    pd_arena *arenas; /* (workers) */
    /* (workers, PD_OBSERVE_LABEL_ROUGH + PD_OBSERVE_LABEL_FINE + 1), the last a copy */
    pd_observe_label_stance *rough;
    bool failed;
} pd_observe_labelling;

/* Effort of a body fit: number of betas that are fitted, iterations of the solver. */
typedef struct pd_observe_label_effort {
    int betas, steps;
} pd_observe_label_effort;

/* -- label_search.c -- */

/* Reads the points of a frame, turned so that an axis of the file is up. up: 0 to 2 the axis, 3 to 5 its
 * negative direction. */
void pd_observe_label_search_cloud(pd_observe_cloud *out, const pd_markers *file, int frame, int up);
/* Assigns points to places: a (places) receives the index of each place's point, -1: none. names (points) or
 * NULL: present place of each point, which has an advantage. reach: largest distance, metres. */
void pd_observe_label_search_assign(int *a, const double (*x)[3], int places, const pd_observe_cloud *c,
                                    const int *names, double reach);
/* Fits the body of s->figure to the points that its places have. Returns nats; s->at holds the positions
 * of the places afterwards. */
double pd_observe_label_search_solve(pd_observe_label_stance *s, const pd_observe_labelling *l,
                                     const pd_observe_cloud *c, const int *a,
                                     const pd_observe_label_effort *e, pd_arena *arena);
/* Assigns leftover points and places to each other up to a large distance, because a limb may have been
 * fitted in a wrong position. Keeps the result if more places have points then,
 * and returns true. kept: scratch. */
bool pd_observe_label_search_reach(pd_observe_label_stance *s, int *a, const pd_observe_labelling *l,
                                   const pd_observe_label_figure *f, const pd_observe_cloud *c,
                                   pd_observe_label_stance *kept, pd_arena *arena);
/* Writes to the stance which places have a point, their columns, and their distances. */
void pd_observe_label_search_name(pd_observe_label_stance *s, const pd_observe_label_figure *f,
                                  const pd_observe_cloud *c, const int *a);
/* Searches one frame: roughly, then rigidly, then with the whole body.
 * arg: pd_observe_labelling; index: of its frames. */
void pd_observe_label_search_task(void *arg, int index, int worker);

#endif
