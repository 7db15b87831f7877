#ifndef PD_IO_FBX_SCENE_H
#define PD_IO_FBX_SCENE_H
/* The objects of an FBX file by their connections: models as a tree, and the animations that move them. Names need not be unique in FBX: every
 * object is found by its id, never by its name.
 *
 *     Q = Rpre R Rpost^-1                                    R in the model's rotation order
 *     t = T + Roff + Rp + Q (Soff + Sp - Rp - S Sp)          the model's own translation, rotation and scale are t, Q, S
 *
 * A model with InheritType 2 does not inherit its parent's own scale: that is divided out of S.
 *
 * Axes      A maps the axes of the file's GlobalSettings to glTF's: +X to the figure's left, +Y up, +Z forward. When the file is left-handed,
 *           everything is mirrored (P: z becomes -z) before a rotation R is applied: A = R P.
 *     t' = s P t      Q' = P Q P      and of models at the top      t' = R s P t      Q' = R P Q P            s: metres a unit
 *
 * Curves    keys hold a value or go on to the next one linearly or on a cubic (Hermite; Bezier where tangents have weights; auto tangents are solved
 *           for). Angles are interpolated as angles. Before its first key and after its last a curve holds.
 * Layers    the first gives values; those after it add to them or replace them by their weight. Muted ones are left out.
 * Sampling  from the stack's start to its stop (or from its first key to its last, when that span is empty or holds no key; to the last key, when
 *           the stop is of whole seconds and the key less than one behind it: assimp rounds it down), at the file's frame
 *           rate, or at that of its keys where they are denser, up to 240.
 *
 * Memory    blocks of a pool that pd_fbx_scene_deinit releases; most_bytes bounds it together with the file's unpacked arrays. The pd_fbx is
 *           borrowed and must outlive the scene.
 * Errors    ERR_FORMAT: models in circles; ERR_LIMIT, ERR_MEMORY, with the file's name in where.
 */
#include "core/io/fbx/fbx.h"
#include "core/math/quat.h"
#include "core/math/xform.h"

#define PD_FBX_MODELS_MAX 32768
#define PD_FBX_RATE_MAX   240.0
#define PD_FBX_NOTE_BYTES 1024

typedef struct pd_fbx_link {
    int64_t child, parent;
    const pd_fbx_property *property; /* of the parent, in an OP link; NULL */
} pd_fbx_link;

typedef struct pd_fbx_model {
    int64_t id;
    int record, parent; /* parent -1: at the top */
    const char *name;
    bool is_joint;                                    /* LimbNode, Limb or Root */
    double translation[3], rotation_deg[3], scale[3]; /* as the file stands */
    pd_quat pre, post;                                /* Rpre, Rpost        */
    pd_vec3 offset, pivot, scale_offset, scale_pivot; /* Roff, Rp, Soff, Sp */
    int order, inherits;
    pd_xform geometric; /* of what hangs on the model itself, not of models below it */
} pd_fbx_model;

typedef struct pd_fbx_pose {
    pd_vec3 at; /* in the parent's space, metres and glTF's axes */
    pd_quat rotation;
    double scale[3];
} pd_fbx_pose;

/* The curves of one property of a model or of one blend shape channel, in one layer. */
typedef struct pd_fbx_channel {
    int model;        /* -1: none */
    int64_t shape;    /* id of a BlendShapeChannel; 0: none */
    char property;    /* T, R, S or D (DeformPercent) */
    int layer;        /* of the stack, from 0 on */
    int curves[3];    /* -1: none */
    double values[3]; /* where there is no curve */
} pd_fbx_channel;

typedef struct pd_fbx_stack {
    const char *name;
    double start, stop; /* seconds */
    double rate;        /* frames a second */
    int frame_count;
    int first_channel, channel_count;
} pd_fbx_stack;

typedef struct pd_fbx_curve pd_fbx_curve;
typedef struct pd_fbx_layer pd_fbx_layer;

typedef struct pd_fbx_scene {
    pd_fbx *fbx;
    int objects; /* record; -1: none */
    int *by_id;  /* (object_count) records of objects in the order of their ids */
    int object_count;
    pd_fbx_link *links; /* (link_count) by parent, as they come in the file */
    int *by_child;      /* (link_count) links by child */
    int link_count;
    pd_fbx_model *models; /* (model_count) parents first */
    int model_count;
    int *model_of; /* (records) number of the model that a record is, plus 1; 0: none */
    pd_fbx_stack *stacks;
    int stack_count;
    pd_fbx_channel *channels;
    int channel_count;
    pd_fbx_curve *curves;
    int curve_count;
    pd_fbx_layer *layers;
    int layer_count;
    double metres; /* a unit of the file */
    double frame_rate;
    pd_quat axes;                  /* R */
    bool is_mirrored;              /* P */
    int other_names, other_curves; /* nodes of curves that drive something else than a model or a shape */
    char others[160];
    char note[PD_FBX_NOTE_BYTES]; /* what is left out: "2 cameras, curves of Visibility"; "" */
    void **pool;
    int pool_count, pool_room;
    size_t pool_bytes;
    pd_error *err;
} pd_fbx_scene;

/* unit: times what the file says; usually 1. */
pd_status pd_fbx_scene_read(pd_fbx_scene *out, pd_fbx *fbx, double unit, pd_error *err);
void pd_fbx_scene_deinit(pd_fbx_scene *scene);

/* Zeroed memory of the scene; NULL, with the scene's error set, when it is short or too much. */
void *pd_fbx_take(pd_fbx_scene *scene, size_t count, size_t size);
/* Adds ", and what" to the note; a repeated one only once. */
void pd_fbx_note(pd_fbx_scene *scene, const char *format, ...) PD_PRINTF(2, 3);

/* The record of an object; -1: none. */
int pd_fbx_object(const pd_fbx_scene *scene, int64_t id);
int64_t pd_fbx_id(const pd_fbx_scene *scene, int record);
/* The first link to that parent (-1: none); those that follow it while their parent is the same are the others. */
int pd_fbx_links_of(const pd_fbx_scene *scene, int64_t parent);
/* Steps through the objects below `parent` that are records of that name (and of that class, the third property, unless NULL): *link is -1 to begin.
 * Returns the record; -1: no more. */
int pd_fbx_below(const pd_fbx_scene *scene, int *link, int64_t parent, const char *name, const char *kind);
/* The model of that id; -1. */
int pd_fbx_model_of(const pd_fbx_scene *scene, int64_t id);
/* The name of an object, without its class. Of the pool; NULL when memory is short. */
const char *pd_fbx_name(pd_fbx_scene *scene, int record);
/* Up to count numbers of a property in Properties70. False: the object has no such property; out is left as it is. */
bool pd_fbx_values(double *out, int count, const pd_fbx *fbx, int record, const char *name);

/* The pose of a model with these values of its three properties. */
pd_fbx_pose pd_fbx_pose_of(const pd_fbx_scene *scene, int model, const double translation[3],
                           const double rotation_deg[3], const double scale[3]);
/* In the world, glTF's axes and metres, as the file stands. (model_count); with `unrotated` every R is none. */
void pd_fbx_worlds(pd_xform *out, const pd_fbx_scene *scene, bool unrotated);
pd_xform pd_fbx_matrix(const pd_fbx_pose *pose);
/* The inverse of any affine transform; false when it has none. */
bool pd_fbx_inverse(pd_xform *out, const pd_xform *of);
/* s P X P s^-1: a transform of one space of the file in another, as metres and glTF's handedness have it; R is not in it. */
pd_xform pd_fbx_conjugated(const pd_fbx_scene *scene, const pd_xform *x);

/* Channels of a stack are in order: those that drive the same property of the same object follow each other. Returns where the group that
 * begins at `first` ends. */
int pd_fbx_group_end(const pd_fbx_scene *scene, const pd_fbx_stack *stack, int first);
/* The value of that property at a time, with all its layers: one number of D, else three. */
void pd_fbx_group_at(double out[3], const pd_fbx_scene *scene, int first, int end, double seconds);

#endif
