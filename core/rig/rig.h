#ifndef PD_RIG_RIG_H
#define PD_RIG_RIG_H
/* Creates a skeleton and skin weights for a mesh of a person, or of a body of another plan (plan.h).
 *
 *     mesh (mesh.h)  -> start -> template fit (fit.h) -> joints -> weights (weights.h) a person
 *     mesh  -> solid (volume.h) -> spheres (graph.h) -> embedding (embed.h) -> heat any other plan
 *
 * The orientation is found automatically: y up is tried, then z, x and their opposites, each facing both ways
 * along the planes of best symmetry of the surface (way.h), until the template fits well. The job's up and
 * facing restrict the search. The start is the learned one (start.h) if the template then fits well;
 * otherwise, and without one, the best of the template with its arms out, half down and down.
 *
 * Confidence  of a joint, 0 to 1: share of the template's skin beside it (its own part and the part above)
 *             that has the mesh within .03 of the height, times exp(-(r / .04)^2), where r is the root mean
 *             square distance there. Below PD_RIG_DOUBTFUL the joint is doubtful. Other plans: exp(-c / 1.2),
 *             where c is the penalties of the joint's limb in the embedding; times .3 outside the solid.
 *             Their residual is that of lay.h.
 * Second opinion  for a person: the skeleton is also embedded (embed.h). For each joint from the shoulders to
 *                 the ankles, d is the distance between
 *             the fitted and the embedded joint, relative to the height; its confidence c becomes c (.85 + .3
 *             exp(-(d / .06)^2)), at most 1. The skeleton remains that of the fit.
 *                 Of pelvis, spine and neck only a distance above PD_RIG_SPINE_APART counts: the confidence
 *                 falls with what is beyond it.
 * Check       the weights are posed as in a walk and mended (skin/mend.h). Edges that stay overstretched
 *             are a doubt.
 * Doubt       a residual above PD_RIG_RESIDUAL_DOUBT of the height, a doubtful joint, or for other plans
 *             penalties above PD_RIG_LAY_CLEAR: markers would help. Markers are points on the skin or inside
 *             it at a joint, in the file's coordinates.
 * Refusals    ERR_INVALID: two people, no person (residual above PD_RIG_RESIDUAL_MOST, or a mean confidence
 *             below PD_RIG_CONFIDENCE_LEAST without markers), no such creature (that residual, penalties
 *             above PD_RIG_PENALTY_MOST, or another plan fits better: lay.h), inside out. err->where is
 *             "mesh" or "markers"; the message says what was found, and names the template that fits if there
 *             is one.
 *
 * Spaces   joints: upright, in the file's units (mesh.h's R (v - o)).
 * Memory   _run allocates; the owner calls pd_rig_deinit. pd_rig_bytes estimates the peak: about 1 KB a
 *          vertex and the Cholesky factor.
 * Threads  one thread for each job; the template is const.
 * Cancel   is read every few milliseconds; the outputs are then unspecified.
 */
#include "core/rig/plan.h"
#include "core/rig/fit.h"
#include "core/rig/start.h"
#include "core/rig/way.h"
#include "core/rig/skin/mend.h"
#include "core/rig/skin/net.h"
#include "core/rig/skin/weights.h"

#define PD_RIG_RESIDUAL_DOUBT   0.04
#define PD_RIG_RESIDUAL_MOST    0.09
#define PD_RIG_DOUBTFUL         0.3
#define PD_RIG_CONFIDENCE_LEAST 0.45 /* the mean of all joints */
#define PD_RIG_SPINE_APART      0.08 /* of the height: distance of both estimates of a joint of the trunk */

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
    double at[PD_RIG_MARKER_COUNT][3]; /* in the file's world */
} pd_rig_markers;

typedef struct pd_rig_job {
    const float *vertices; /* (N,3) */
    const uint32_t *faces; /* (F,3) */
    int vertex_count, face_count;
    const pd_rig_template *template;
    const pd_rig_start *start; /* learned start; NULL: none */
    /* network of learned weights; NULL: none, and the method learned is then ERR_UNSUPPORTED "weights" */
    const pd_rig_net *net;
    const pd_rig_markers *markers; /* NULL: none */
    pd_rig_axis up, facing;        /* in the file's axes; PD_RIG_AXIS_ANY: found from the mesh */
    pd_rig_plan_id plan;           /* kind of body; zero is PD_RIG_PERSON */
    /* see skin/dense.h; zero is auto. Methods that need a template are ERR_INVALID "weights" for plans other
     * than a person */
    pd_rig_method weights;
    bool no_fingers; /* adds no finger joints; hands stay in one piece */
    const pd_cancel *cancel;
} pd_rig_job;
#define PD_RIG_FINGER_JOINTS 15  /* largest number of finger joints of a hand */
#define PD_RIG_PENALTY_MOST  9.0 /* an embedding with larger penalties is refused */

typedef struct pd_rig_bone {
    char name[PD_ANIM_NAME_BYTES]; /* VRM's name for a person, otherwise the plan's */
    bool is_vrm;
    int parent;   /* index of a bone before it; -1: the root */
    double at[3]; /* position relative to the height, upright */
    double confidence;
} pd_rig_bone;

/* The fingers of a hand. */
typedef struct pd_rig_hand {
    int joints;      /* finger joints, three for each finger: 15, 12 or 0 */
    int fingers;     /* number of separate parts */
    const char *why; /* reason for having no joints; NULL if there are joints */
} pd_rig_hand;

typedef struct pd_rig_result {
    pd_rig_plan_id plan;
    pd_rig_bone bones[PD_RIG_BONES_MOST]; /* (bone_count) bones of the file, which the weights index */
    int bone_count;
    /* penalties of the embedding; for a person those of the second opinion, infinite without one */
    double penalty;
    /* distance of each joint of a person from the second opinion; negative: none */
    double second[PD_RIG_JOINTS];
    pd_rig_mesh mesh;
    pd_rig_shape shape;
    pd_rig_fit_quality quality;
    pd_rig_weights weights;
    pd_rig_mended mended;            /* of a person: what the check of the weights found */
    double joints[PD_RIG_JOINTS][3]; /* relative to the height, in the space of mesh */
    double confidence[PD_RIG_JOINTS];
    bool is_doubtful;
    pd_rig_axis up;       /* up axis of the file */
    double facing[3];     /* direction the person faces, in the file's axes, unit, horizontal */
    int tried;            /* number of orientations that were tried */
    pd_rig_hand hands[2]; /* left and right hand of a person */
} pd_rig_result;

/* Returns whether a method can be used for a plan: only a person has a template of the surface. */
#define PD_RIG_METHODS_OF_ALL "auto, heat, distance or geodesic"
static inline bool pd_rig_method_takes(pd_rig_method method, pd_rig_plan_id plan)
{
    return plan == PD_RIG_PERSON ||
           (method != PD_RIG_BY_LEARNED && method != PD_RIG_BY_MIX && method != PD_RIG_BY_TEMPLATE);
}

/* Rigs the mesh of a person (job->plan is PD_RIG_PERSON). core/animal/rig.h rigs those of animals. */
pd_status pd_rig_run(pd_rig_result *out, const pd_rig_job *job, pd_error *err);
void pd_rig_deinit(pd_rig_result *rig);
/* Computes the weights of a rigged person again, without fingers, by the job's method and for other joints
 * (relative to the height, in the space of mesh; NULL: its own). */
pd_status pd_rig_weigh(pd_rig_weights *out, const pd_rig_result *rig, const pd_rig_job *job,
                       const double (*joints)[3], pd_error *err);

/* Input of the weights of a person: the fitted template and the bones. */
typedef struct pd_rig_weighing {
    pd_rig_segment bones[PD_RIG_JOINTS];
    double (*points)[3], (*normals)[3]; /* points and unit normals of the template */
    pd_rig_weights_job job;             /* job that refers to these and to the rig's mesh */
} pd_rig_weighing;
/* Prepares the input of pd_rig_weigh. ERR_MEMORY; *out is empty then.
 * *out must not move, and rig must outlive it. */
pd_status pd_rig_weighing_init(pd_rig_weighing *out, const pd_rig_result *rig, const pd_rig_job *job,
                               const double (*joints)[3], pd_error *err);
void pd_rig_weighing_deinit(pd_rig_weighing *weighing);

/* Returns the approximate peak memory in bytes. */
size_t pd_rig_bytes(int vertex_count, int face_count);
/* Returns the approximate longest time of the job on one core, in milliseconds, from its vertex_count, plan,
 * up and facing. This is the time of a mesh that is refused after all up axes were tried. A person who stands
 * with y up is found on the first of six axes and takes a fifth of it. */
double pd_rig_milliseconds(const pd_rig_job *job);

#endif
