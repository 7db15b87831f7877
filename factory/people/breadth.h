#ifndef PD_FACTORY_PEOPLE_BREADTH_H
#define PD_FACTORY_PEOPLE_BREADTH_H
/* Breadths, depths and girths of the body as ANSUR II takes them, that requests cannot ask for: of shoulders,
 * chest, waist, hips, calf, ankle, foot and the neck's base, on the base mesh hm08.
 *
 * The survey's people stand with their arms down, so the body is posed so: collars lowered by 10 degrees,
 * shoulders by 72, legs 3 degrees closed. Neck and foot are measured in the T-pose.
 *
 *   bideltoid    greatest breadth between the armpits and the shoulder joints
 *   biacromial   of the skin over both acromia, over ACROMION_SKIN
 *   calf, ankle  greatest and least girth square to the shank
 *   waist        breadth and depth at the navel;  chest  depth at the nipples
 *   buttock      depth where the trunk reaches farthest back;  hip  breadth there
 *   foot         breadth square to the line from heel to toes
 *   neck base    girth through the nape and the notch of the breastbone, over NECK_SKIN
 *
 * Units    metres.   Memory   _init allocates, and measuring takes what it needs from the arena.
 * Threads  one at a time. */
#include "core/base/arena.h"
#include "core/smpl/model.h"

#define PD_FACTORY_BREADTH_VERTICES 13380 /* of the base mesh */

/* id, name, column of ANSUR II in millimetres */
#define PD_FACTORY_BREADTH_TABLE(X)                                                                          \
    X(BIDELTOID, "bideltoid_breadth", "bideltoidbreadth")                                                    \
    X(BIACROMIAL, "biacromial_breadth", "biacromialbreadth")                                                 \
    X(CALF_GIRTH, "calf_girth", "calfcircumference")                                                         \
    X(ANKLE_GIRTH, "ankle_girth", "anklecircumference")                                                      \
    X(WAIST_BREADTH, "waist_breadth", "waistbreadth")                                                        \
    X(WAIST_DEPTH, "waist_depth", "waistdepth")                                                              \
    X(CHEST_DEPTH, "chest_depth", "chestdepth")                                                              \
    X(BUTTOCK_DEPTH, "buttock_depth", "buttockdepth")                                                        \
    X(HIP_BREADTH, "hip_breadth", "hipbreadth")                                                              \
    X(FOOT_BREADTH, "foot_breadth", "footbreadthhorizontal")                                                 \
    X(NECK_BASE, "neck_base_girth", "neckcircumferencebase")

typedef enum pd_factory_breadth {
#define PD_FACTORY_BREADTH_ENUM(id, name, column) PD_FACTORY_BREADTH_##id,
    PD_FACTORY_BREADTH_TABLE(PD_FACTORY_BREADTH_ENUM)
#undef PD_FACTORY_BREADTH_ENUM
        PD_FACTORY_BREADTHS
} pd_factory_breadth;

typedef struct pd_factory_breadth_row {
    const char *name, *column;
} pd_factory_breadth_row;

extern const pd_factory_breadth_row pd_factory_breadth_rows[PD_FACTORY_BREADTHS];

/* What bodies of one model are measured with. */
typedef struct pd_factory_breadth_tape {
    const pd_smpl_model *model;
    unsigned char *parts; /* (V) bits of the parts */
    float *rotations;     /* (K,3,3) of a person who stands with the arms down */
    float *standing;      /* (V,3) */
    float *rest;          /* (V,3) */
    float *joints;        /* (K,3) of the standing body */
    double (*points)[2];  /* (2 F + 2) of a section */
    int crotch;           /* lowest vertex of the trunk in the plane of symmetry */
    pd_arena arena;
} pd_factory_breadth_tape;

/* Prepares a tape. ERR_UNSUPPORTED: the model has another mesh, or lacks a joint. ERR_MEMORY. */
pd_status pd_factory_breadth_init(pd_factory_breadth_tape *out, const pd_smpl_model *model, pd_error *err);
void pd_factory_breadth_deinit(pd_factory_breadth_tape *tape);
/* Computes the measures (PD_FACTORY_BREADTHS) of one body, betas (B). */
void pd_factory_breadth_measure(double *values, pd_factory_breadth_tape *tape, const float *betas);

#endif
