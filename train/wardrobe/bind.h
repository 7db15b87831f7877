#ifndef PD_TRAIN_WARDROBE_BIND_H
#define PD_TRAIN_WARDROBE_BIND_H
/* A garment of MakeHuman as an item of a wardrobe (core/wardrobe/wardrobe.h): learned once in the space of a body model.
 *
 * The garment is put on S sampled people as its .mhclo says, in the A-pose of the data. Each vertex x stands off its anchor p, the point of
 * the mean body's skin that is nearest to it, in barycentric coordinates of a triangle; the offset turns with the body to the T-pose
 * (R: the rotations of the groups of tpose.h, blended by the anchor's weights) and is regressed on the people's betas:
 *
 *     o_s = R_s (x_s - p_s) ~ O_0 + O beta_s          T = p(v_template) + O_0,   D = p(S) + O        S the model's own directions
 *
 * So that the item follows the skin of the model itself, and only the distance from it is learned. Where neighbours have anchors far apart
 * (armpit, between the legs) T jumps; what carries the mean garment from A- to T-pose, T - mean x, is smoothed over the garment, and D and
 * the skin weights of the anchors too. What the file hides is hidden but for a ring of vertices at its edge. At last what stands less than `clearance` outside of the mean skin is moved out to it.
 *
 * Space    metres, model space of the body model.
 */
#include "core/smpl/data/data.h"
#include "train/body/body.h"
#include "train/wardrobe/garment.h"
#include "core/wardrobe/wardrobe.h"

/* Where the weights of an item come from. */
typedef enum pd_train_carrier {
    PD_TRAIN_BY_SKIN, /* the nearest skin                                                       */
    PD_TRAIN_BY_FACE, /* the nearest skin, unsmoothed, with its expressions                     */
    PD_TRAIN_BY_HEAD, /* the head; what hangs below the chin goes over to the upper chest. Anchors are of the scalp */
    PD_TRAIN_BY_EYES,  /* the eye of its side                                                    */
    PD_TRAIN_BY_TEETH, /* upper ones the head, lower ones the jaw: by connected components      */
    PD_TRAIN_BY_JAW
} pd_train_carrier;

typedef struct pd_train_fitting {
    const pd_train_people *people;
    const pd_smpl_data *model;
    int beta_count;                 /* K: of the model                        */
    double *betas;                  /* (S,K) of each person                   */
    double *gram;                   /* (K+1,K+1) Cholesky factor of sum (1,beta)(1,beta)^T + ridge */
    pd_train_transform *transforms; /* (S,PD_TRAIN_GROUP_COUNT)              */
    float *mean;                    /* (composed_count,3) mean person, A-pose */
    float *normals;                 /* (V,3) of the model's template          */
    unsigned char *scalp;           /* (V) scalp.h                            */
    int *face_start, *face_list;    /* triangles around each vertex of the skin */
} pd_train_fitting;

/* The model is one of these people's topology: ERR_RANGE otherwise. */
pd_status pd_train_fitting_init(pd_train_fitting *out, const pd_train_people *people,
                                const pd_smpl_data *model, pd_error *err);
void pd_train_fitting_deinit(pd_train_fitting *fitting);

typedef struct pd_train_bind {
    pd_train_carrier carrier;
    int dir_count;   /* of the first betas; the others are 0 */
    float clearance; /* metres outside of the skin          */
    int smoothing;   /* rounds                              */
} pd_train_bind;

/* Fills rest, dirs, anchors, joints, weights, corners, uvs, faces, hides of an item whose counts are set by the garment and the binding
 * here; name, slot and parts are the caller's (one part of all faces is made). ERR_FORMAT when the two files do not fit. */
pd_status pd_train_bind_item(pd_wardrobe_item *item, const pd_train_fitting *fitting,
                             const pd_train_binding *binding, const pd_train_garment *garment,
                             const pd_train_bind *how, pd_error *err);

/* Sets joints and weights of a vertex, whose weights are 0, to the four largest of a row (joint_count). */
void pd_train_keep_four(pd_wardrobe_item *item, int vertex, const float *row, int joint_count);

/* part (face_count of the item): the number of the connected component of each triangle, the largest 0; the count. -1: out of memory. */
int pd_train_components(int *part, const pd_wardrobe_item *item);

#endif
