#ifndef PD_FACTORY_WARDROBE_BIND_BIND_H
#define PD_FACTORY_WARDROBE_BIND_BIND_H
/* Turns a MakeHuman garment into an item of a wardrobe (core/wardrobe/wardrobe.h): learns, once and in the
 * space of a body model, where each vertex of the garment lies relative to the skin and how that depends on
 * the body's shape.
 *
 * The garment is put on S sampled people as its .mhclo file says, in the A-pose of the data. Vertex x has an
 * anchor p: the point nearest to it on the skin of the mean body, in barycentric coordinates of a triangle.
 * The offset x - p turns from the A-pose to the T-pose by R (rotations of the groups of tpose.h, blended by
 * the anchor's weights) and is regressed on the people's betas:
 *
 *     o_s = R_s (x_s - p_s) ~ O_0 + O beta_s
 *     T   = p(v_template) + O_0      rest position of the vertex
 *     D   = p(S) + O                 its shape directions; S are the model's shape directions
 *
 * So the item follows the skin of the model, and only the distance to the skin is learned. pd_factory_relate
 * makes the item's directions of that, D - p(S), when the mesh is finished. Before that, in this order:
 *     smoothing   neighbours whose anchors are far apart (armpit, between the legs) would tear T. The
 *                 displacement T - mean x and D are smoothed over the garment; skin weights too, where this
 *                 changes them by much, as between neighbours over different limbs
 *     hides       the skin that the file hides is hidden, except for a ring of vertices at its edge
 *     clearance   vertices less than `clearance` outside of the mean skin are moved out to it
 *
 * Shapes   S people, V vertices of the model, K betas.
 * Spaces   metres; T-pose of the body model unless A-pose is said.
 * Memory   _init and _bind_item allocate; _deinit frees. The fitting keeps pointers to people and model,
 *          which must outlive it.
 * Threads  the fitting is const after _init: any number of threads, each with its own item.
 * Errors   ERR_RANGE, ERR_FORMAT, ERR_MEMORY as below.
 */
#include "core/smpl/data/data.h"
#include "factory/body/body.h"
#include "factory/makehuman/garment.h"
#include "core/wardrobe/wardrobe.h"

/* Source of an item's skin weights. */
typedef enum pd_factory_carrier {
    PD_FACTORY_BY_SKIN, /* the skin nearest to each vertex, smoothed across jumps (clothes)                */
    PD_FACTORY_BY_FACE, /* the skin nearest to each vertex, unsmoothed, with its expressions (brows)       */
    /* the head; below the chin a transition to the upper chest; near the nape its skin.
     * Anchors on scalp and nape */
    PD_FACTORY_BY_HEAD,
    PD_FACTORY_BY_EYES,  /* the eye on the same side                                                        */
    PD_FACTORY_BY_TEETH, /* the head for the upper teeth, the jaw for the lower: by connected components    */
    PD_FACTORY_BY_JAW    /* the jaw                                                                         */
} pd_factory_carrier;

/* Data shared by all garments of a wardrobe: the people, and their betas in the model. */
typedef struct pd_factory_fitting {
    const pd_factory_people *people;
    const pd_smpl_data *model;
    int beta_count;                   /* K, that of the model                   */
    double *betas;                    /* (S,K) betas that fit each person best  */
    double *gram;                     /* (K+1,K+1) Cholesky factor of sum (1,beta)(1,beta)^T + ridge */
    pd_factory_transform *transforms; /* (S,PD_FACTORY_GROUP_COUNT)              */
    float *mean;                      /* (composed_count,3) mean person, A-pose */
    float *normals;                   /* (V,3) normals of the model's template */
    unsigned char *scalp;             /* (V) 1 on scalp and nape (scalp.h)      */
    int *face_start,
        *face_list; /* triangles around vertex v: face_list[face_start[v]] to face_start[v + 1] */
} pd_factory_fitting;

/* Fits betas to the people and prepares the regression. ERR_RANGE: the model does not have the vertices of
 * the people's base mesh; ERR_MEMORY. *out is then empty. */
pd_status pd_factory_fitting_init(pd_factory_fitting *out, const pd_factory_people *people,
                                  const pd_smpl_data *model, pd_error *err);
void pd_factory_fitting_deinit(pd_factory_fitting *fitting);

/* Options of one garment. */
typedef struct pd_factory_bind {
    pd_factory_carrier carrier;
    int dir_count;   /* shape directions that the item gets: those of the first betas */
    float clearance; /* least distance outside of the mean skin, metres                */
    int smoothing;   /* rounds of smoothing, 0 or more                                 */
} pd_factory_bind;

/* Binds a garment: sets the counts and the arrays rest, dirs, anchors, joints, weights, corners, uvs, faces
 * and hides of `item`, and makes one part of all faces. The caller sets name and slot before and the part's
 * material after. ERR_FORMAT: .obj and .mhclo have different vertex counts; ERR_MEMORY. */
pd_status pd_factory_bind_item(pd_wardrobe_item *item, const pd_factory_fitting *fitting,
                               const pd_factory_binding *binding, const pd_factory_garment *garment,
                               const pd_factory_bind *how, pd_error *err);

/* Replaces D by what the item stores: the difference from the skin at the anchors (core/wardrobe/wardrobe.h).
 * Not for inner items (dress.h). Call it once, when anchors and directions are final. */
void pd_factory_relate(pd_wardrobe_item *item, const pd_smpl_data *model);

/* Numbers the connected components of an item: part[f] (face_count) is the component of triangle f, the
 * largest is 0. Returns how many there are, or -1 when memory ran out. */
int pd_factory_components(int *part, const pd_wardrobe_item *item);
/* Does the same for parts of the item that are connected on its texture: triangles that share a corner. */
int pd_factory_islands(int *part, const pd_wardrobe_item *item);

#endif
