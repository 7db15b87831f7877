#ifndef PD_SMPL_CONTACT_PARTS_H
#define PD_SMPL_CONTACT_PARTS_H
/* Smooth and exact contact of one body: the state that its steps share. Only contact*.c include this
 * header; contact.h has the method.
 *
 *     contact         builds a contact, finds penetrations, and runs the rounds
 *     contact_region  chooses the vertices that may move, and how much of their displacement they take
 *
 * The tuned constants, here and in these files: none is derived. The set as a whole was measured on the
 * default model, 12 bodies at all ends of all joints' ranges (792 surfaces, `posedctl evaluate --quality`;
 * docs/lab/body-model.md, "Contact"), where it leaves no triangle inside out and nothing deeper than 10
 * mm, and on the female and the male model. Whoever changes one measures that again. Lengths in metres;
 * rounds count from 1.
 *
 * Spaces   model space, metres; `rest` is the shaped body at rest, `start` and `p` are posed, without
 *          translation.
 */
#include "core/math/vec3.h"
#include "core/smpl/contact.h"
#include "core/smpl/fold.h"
#include "core/smpl/pose.h"
#include "core/smpl/press.h"
#include "core/smpl/surface/inside.h"
#include "core/smpl/surface/surface.h"
#include "core/smpl/uninvert.h"

#define PD_SMPL_CONTACT_LEAST_DEPTH 1e-3f /* smaller depths are ignored */

struct pd_smpl_contact {
    const pd_smpl_model *model;
    pd_smpl_press *press; /* the soft contact; then the other fields are not used */
    bool is_smooth;
    pd_smpl_surface surface;
    pd_smpl_fold_sides sides;
    float *give;                /* (V) mobility: 0 stays, 1 gives wholly                                */
    unsigned char *moves;       /* (V) 1: gives or is soft                                              */
    unsigned char *rest_inside; /* (V) 1: inside already in the mean body at rest: lips                 */
    int *soft_faces;            /* (soft_face_count) triangles with a soft corner; by mirrored pairs    */
    int soft_face_count;
    int *face_mirror;  /* (F) surface/mirror.h     */
    int *face_order;   /* (F) by mirrored pairs    */
    int *vertex_order; /* (V) by mirrored pairs    */
    int joint_mirror[PD_SMPL_MAX_JOINTS];
    bool adjacent[PD_SMPL_MAX_JOINTS][PD_SMPL_MAX_JOINTS]; /* the same joint, parent or child */
    /* (K,K) Factor on DEEP and THROUGH from which two parts cross; 0: they cannot cross. */
    double crossing[PD_SMPL_MAX_JOINTS][PD_SMPL_MAX_JOINTS];
    pd_vec3 axis[PD_SMPL_MAX_JOINTS]; /* direction of each part at rest (tube.h) */
};

/* A vertex and the point of a triangle that it should not be behind. */
typedef struct pd_smpl_touch {
    int vertex;
    int face;         /* -1: the vertex has no way out */
    float weights[3]; /* of the point, on the corners of `face` */
    float depth;
    bool is_near; /* both are of one joint or of adjacent joints */
    float fold;   /* depth where both are of one joint or of adjacent joints, else 0; no way out: INFINITY */
} pd_smpl_touch;

/* Whether a vertex is inside the body at rest. */
typedef enum pd_smpl_known { PD_SMPL_UNKNOWN, PD_SMPL_OUTSIDE, PD_SMPL_INSIDE } pd_smpl_known;

/* Where a vertex is in the region that may move. */
typedef enum pd_smpl_region_place {
    PD_SMPL_REGION_NONE,  /* not in the region */
    PD_SMPL_REGION_IN,    /* in the region, and not yet in a patch */
    PD_SMPL_REGION_PATCH, /* in a patch, whose share of the displacement is known */
    PD_SMPL_REGION_CLOSE  /* the same, within the rings that are searched while u is spread */
} pd_smpl_region_place;

/* One body in contact. */
typedef struct pd_smpl_contact_state {
    const pd_smpl_contact *c;
    const pd_smpl_data *data;
    const pd_cancel *cancel;
    double work_ns; /* work of all but `inside` and `rest_inside` */
    double most_ns; /* budget of all work; INFINITY: any */

    /* The body. */
    pd_smpl_pose pose;
    pd_quat *rotations; /* (V) blended: uninvert.h */
    double *rest;       /* (V,3) shaped, at rest */
    float *rest_f;      /* (V,3) the same */
    double *start;      /* (V,3) posed, as given */
    double *p;          /* (V,3) now */
    float *posed;       /* (V,3) the same, for searches */
    double *u;          /* (V,3) p - start; after SPREAD_ROUNDS the best surface */
    double *spread;     /* (V,3) p after SPREAD_ROUNDS */

    /* The search for penetrations. */
    pd_smpl_inside inside;      /* of what is posed */
    pd_smpl_inside rest_inside; /* of the rest shape */
    bool rest_asked;            /* rest_inside has its surface */
    bool is_watched;            /* inside knows which vertices move */
    int find_every;             /* rounds between two searches */
    unsigned char *at_rest;     /* (V) pd_smpl_known: inside at rest? */
    int *asked;                 /* (asked_count) vertices that are searched */
    int *close;                 /* (close_count) those of them in the region's first rings */
    int asked_count;
    int close_count;
    int *found;             /* (V) scratch: vertices inside */
    int *unknown;           /* (V) scratch */
    int *passed;            /* (V) triangle of the last search; -1: none */
    float *way;             /* (V) scratch, 0 between its uses */
    pd_smpl_touch *touches; /* (touch_count) what the last search found */
    int touch_count;
    float stuck;  /* largest depth in the region of a vertex that has no way out */
    float folded; /* largest depth in the crease of a joint */
    float best;   /* least fault of the last rounds */

    /* The folds. */
    pd_smpl_folds folds;
    pd_smpl_fold_plane planes[PD_SMPL_MAX_JOINTS];
    unsigned char active[PD_SMPL_MAX_JOINTS]; /* 1: the fold has skin in contact */

    /* The region that may move. */
    int *region; /* (region_count) its vertices, from the inside outwards */
    int region_count;
    unsigned char *in_region; /* (V) pd_smpl_region_place */
    unsigned char *moves;     /* (V) 1: in the region, and not fixed */
    unsigned char *changes;   /* (V) 1: may have another place in the next search */
    float *share;             /* (V) part of the displacement that is taken, in the region */
    double *normal;           /* (V,3) averaged normals of `start`, in the region; smooth contact */
    float *held;              /* (V) 1: in a limb that crosses, stays; 0: moves */

    /* Inverted triangles. */
    pd_smpl_uninvert uninvert;
    int *faces;         /* (F) triangles with a corner that moves */
    float *wanted;      /* (F,3) normals that they should have */
    float *wanted_soft; /* (F,3) normals that the soft triangles should have */
    int *inverted;      /* (F) soft triangles that are inverted, as indices of soft_faces */
} pd_smpl_contact_state;

/* Chooses what may move: the touches, `inverted` triangles inside out, and rings of vertices around them.
 * Fills the folds, `uninvert`, `asked` and `close` for the rounds. */
void pd_smpl_contact_choose_region(pd_smpl_contact_state *st, int inverted);
/* Returns the way out of a touch, not normalized: the normal at the point
 * that was passed through. Smooth contact. */
pd_vec3 pd_smpl_contact_normal(const pd_smpl_contact_state *st, const pd_smpl_touch *t);

/* Returns row i of an array (V,3). */
static inline pd_vec3 pd_smpl_contact_at(const double *p, size_t i)
{
    return (pd_vec3){p[3 * i], p[3 * i + 1], p[3 * i + 2]};
}

/* Sets row i of an array (V,3). */
static inline void pd_smpl_contact_set(double *p, size_t i, pd_vec3 v)
{
    p[3 * i] = v.x;
    p[3 * i + 1] = v.y;
    p[3 * i + 2] = v.z;
}

#endif
