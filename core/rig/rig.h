#ifndef PD_RIG_RIG_H
#define PD_RIG_RIG_H
/* A skeleton and skin weights for the mesh of a person, or of a body of another plan (plan.h), that has none.
 *
 *     mesh (mesh.h)  ->  start  ->  template fit (fit.h)  ->  joints  ->  weights (weights.h)                      a person
 *     mesh  ->  solid (volume.h)  ->  spheres (graph.h)  ->  embedding (embed.h)  ->  heat       any other
 *
 * Which way is up and where the person looks is not asked: y is tried, then z, x and their opposites, each looking both ways along the planes
 * about which the surface is symmetric (way.h), until the template sits well. The job's up and facing leave out what they are not. The start is the
 * learned one (start.h) where the template then sits well; else, and without one, the best of the template with its arms out, half down and down.
 *
 * Confidence  of a joint, 0 to 1: how much of the template's skin beside it (its own part and that above) has the mesh within .03 of the
 *             height, times exp(-(r / .04)^2) with r the rms distance there. Below PD_RIG_DOUBTFUL the joint is doubtful.
 *             Of other plans: exp(-c / 1.2), c the penalties of the joint's limb in the embedding; times .3 outside of the solid. Their residual
 *             is that of the surface against capsules about the bones as wide as the solid is there, of the largest extent; covered is what is within .1.
 * Second      people are embedded as well, where they stand: how far each joint of shoulders to ankles is from there, d, of the height, makes its
 * opinion     confidence c (.85 + .3 exp(-(d / .06)^2)), at most 1. The skeleton stays that of the fit.
 * Doubt       a residual over PD_RIG_RESIDUAL_DOUBT of the height, a doubtful joint, or of other plans penalties over PD_RIG_LAY_CLEAR: markers would help. Markers are points on the skin
 *             or inside of it where the joint is, in the file's coordinates.
 * Refusals    ERR_INVALID: two people, no person (residual over PD_RIG_RESIDUAL_MOST, or a mean confidence below PD_RIG_CONFIDENCE_LEAST without markers),
 *             no such creature (the same residual, penalties over PD_RIG_PENALTY_MOST, or another plan fits better: lay.h), inside out. `where` is
 *             "mesh" or "markers"; the text says what was seen, and names the template that fits where one does.
 *
 * Space    joints: upright, in the file's units (mesh.h's R (v - o)).
 * Memory   one owner: pd_rig_deinit. Peak: about 1 KB a vertex and the Cholesky factor, pd_rig_bytes.
 * Threads  one job one thread; the template is const.   Cancel: looked at every few milliseconds; the outputs are then unspecified.
 */
#include "core/rig/plan.h"
#include "core/rig/fit.h"
#include "core/rig/start.h"
#include "core/rig/way.h"
#include "core/rig/skin/net.h"

#define PD_RIG_RESIDUAL_DOUBT   0.04
#define PD_RIG_RESIDUAL_MOST    0.09
#define PD_RIG_DOUBTFUL         0.3
#define PD_RIG_CONFIDENCE_LEAST 0.45 /* the mean of all joints */

/* X(id, name, joint; -1: a vertex of the template) */
#define PD_RIG_MARKER_TABLE(X)                                                                               \
    X(CHIN, "chin", -1)                                                                                      \
    X(L_WRIST, "left_wrist", PD_RIG_L_WRIST)                                                                 \
    X(R_WRIST, "right_wrist", PD_RIG_R_WRIST)                                                                \
    X(L_ELBOW, "left_elbow", PD_RIG_L_ELBOW)                                                                 \
    X(R_ELBOW, "right_elbow", PD_RIG_R_ELBOW)                                                                \
    X(L_KNEE, "left_knee", PD_RIG_L_KNEE)                                                                    \
    X(R_KNEE, "right_knee", PD_RIG_R_KNEE)                                                                   \
    X(GROIN, "groin", -1)
typedef enum pd_rig_marker_id {
#define PD_RIG_MARKER_ENUM(id, name, joint) PD_RIG_MARKER_##id,
    PD_RIG_MARKER_TABLE(PD_RIG_MARKER_ENUM)
#undef PD_RIG_MARKER_ENUM
        PD_RIG_MARKER_COUNT
} pd_rig_marker_id;
extern const char *const pd_rig_marker_names[PD_RIG_MARKER_COUNT];

typedef struct pd_rig_markers {
    bool given[PD_RIG_MARKER_COUNT];
    double at[PD_RIG_MARKER_COUNT][3]; /* the file's world */
} pd_rig_markers;

typedef struct pd_rig_job {
    const float *vertices; /* (N,3) */
    const uint32_t *faces; /* (F,3) */
    int vertex_count, face_count;
    const pd_rig_template *template;
    const pd_rig_start *start; /* NULL: none was learned */
    const pd_rig_net *net;     /* NULL: no weights were learned; then learned is ERR_UNSUPPORTED "weights" */
    const pd_rig_markers *markers; /* NULL: none */
    pd_rig_axis up, facing;        /* of the file's axes; PD_RIG_AXIS_ANY: it is found */
    pd_rig_plan_id plan;           /* PD_RIG_PERSON: 0                              */
    pd_rig_method
        weights;     /* of skin/weights.h; auto is 0. Other plans have no template: ERR_INVALID "weights" */
    bool no_fingers; /* hands keep theirs in one piece               */
    const pd_cancel *cancel;
} pd_rig_job;
#define PD_RIG_FINGER_JOINTS 15  /* a hand, at most */
#define PD_RIG_PENALTY_MOST  9.0 /* an embedding that is worse is refused */

typedef struct pd_rig_bone {
    char name[PD_ANIM_NAME_BYTES]; /* VRM's of a person, else the plan's */
    bool is_vrm;
    int parent;   /* before it; -1: the root */
    double at[3]; /* of the height, upright  */
    double confidence;
} pd_rig_bone;

/* What was seen of a hand. */
typedef struct pd_rig_hand {
    int joints;      /* three a finger: 15, 12 or 0: none were given */
    int fingers;     /* parts that stand apart                     */
    const char *why; /* without joints: why                        */
} pd_rig_hand;

typedef struct pd_rig_result {
    pd_rig_plan_id plan;
    pd_rig_bone bones[PD_RIG_BONES_MOST]; /* (bone_count) what is written: weights count these */
    int bone_count;
    double penalty; /* of the embedding; a person's: of the second opinion, infinite where there is none */
    double second
        [PD_RIG_JOINTS]; /* of a person: how far the second opinion is; below 0: it has none               */
    pd_rig_mesh mesh;
    pd_rig_shape shape;
    pd_rig_fit_quality quality;
    pd_rig_weights weights;
    double joints[PD_RIG_JOINTS][3]; /* of the height, as the mesh */
    double confidence[PD_RIG_JOINTS];
    bool is_doubtful;
    pd_rig_axis up;       /* of the file's axes                                        */
    double facing[3];     /* in the file's axes, unit, level: where the person looks   */
    int tried;            /* orientations that were tried                              */
    pd_rig_hand hands[2]; /* of a person: left, right */
} pd_rig_result;

/* Whether weights go by that method for that plan: animals have no template of a surface. */
#define PD_RIG_METHODS_OF_ALL "auto, heat, distance or geodesic"
static inline bool pd_rig_method_takes(pd_rig_method method, pd_rig_plan_id plan)
{
    return plan == PD_RIG_PERSON ||
           (method != PD_RIG_BY_LEARNED && method != PD_RIG_BY_MIX && method != PD_RIG_BY_TEMPLATE);
}

pd_status pd_rig_run(pd_rig_result *out, const pd_rig_job *job, pd_error *err);
void pd_rig_deinit(pd_rig_result *rig);
/* The weights of a person that was rigged, again: by the job's method, about other joints (of the height, as the mesh; NULL: its own). No fingers. */
pd_status pd_rig_weigh(pd_rig_weights *out, const pd_rig_result *rig, const pd_rig_job *job,
                       const double (*joints)[3], pd_error *err);

/* What the weights of a person are made from: the fitted template and the bones. */
typedef struct pd_rig_weighing {
    pd_rig_segment bones[PD_RIG_JOINTS];
    double (*points)[3], (*normals)[3]; /* of the template */
    pd_rig_weights_job job;             /* of these and the rig's mesh */
} pd_rig_weighing;
/* As pd_rig_weigh. ERR_MEMORY; empty then. It stays where it is, and rig outlives it. */
pd_status pd_rig_weighing_init(pd_rig_weighing *out, const pd_rig_result *rig, const pd_rig_job *job,
                               const double (*joints)[3], pd_error *err);
void pd_rig_weighing_deinit(pd_rig_weighing *weighing);

/* Of pd_rig_run alone: any plan but a person's. */
pd_status pd_rig_creature_run(pd_rig_result *out, const pd_rig_job *job, pd_error *err);

/* At its peak, about. */
size_t pd_rig_bytes(int vertex_count, int face_count);
/* On one core, about, the most that the job's vertex_count, plan, up and facing may take: as long as no axis up is found where none is
 * given, so a mesh that is refused. A person who stands with y up is found on the first of six axes and takes a fifth of that. */
double pd_rig_milliseconds(const pd_rig_job *job);

#endif
