#ifndef PD_IO_FBX_SCENE_H
#define PD_IO_FBX_SCENE_H
/* Interprets the records of an FBX file: models as a tree, and the animations that move them. Names need not
 * be unique in FBX, so objects are always found by their id.
 *
 *     Q = Rpre R Rpost^-1                                    R in the model's rotation order
 *     t = T + Roff + Rp + Q (Soff + Sp - Rp - S Sp)
 *         the model's own translation, rotation and scale are t, Q, S
 *
 * A model with InheritType 2 does not inherit its parent's own scale, so S is divided by that scale.
 *
 * Axes      A maps the axes of the file's GlobalSettings to glTF's: +X to the figure's left, +Y up, +Z
 *           forward. When the file is left-handed, everything is mirrored (P: z becomes -z) before a rotation
 *           R is applied: A = R P.
 *     t' = s P t      Q' = P Q P models without a parent: t' = R s P t Q' = R P Q P s: metres in a unit
 *
 * Curves    between two keys a curve holds, is linear or is cubic (Hermite; Bezier where tangents have
 *           weights; auto tangents are computed). Angles are interpolated as angles. Before its first key and
 *           after its last a curve holds the value of that key.
 * Layers    the first layer gives the values; later ones add to them or replace them, by their weight. Muted
 *           layers are left out.
 * Sampling  from the stack's start to its stop, or from the first key to the last when that span is empty or
 *           has no key. When the stop is a whole number of seconds and the last key less than a second behind
 *           it, to the last key, because assimp rounds the stop down. The rate is the file's frame rate, or
 *           that of its keys if they are denser, at most 240 frames a second.
 *
 * Memory    a pool that pd_fbx_scene_deinit frees; most_bytes limits it together with the file's unpacked
 *           arrays. The pd_fbx is borrowed and must outlive the scene.
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
    /* name of the parent's property that an OP link connects to; NULL for other links */
    const pd_fbx_property *property;
} pd_fbx_link;

typedef struct pd_fbx_model {
    int64_t id;
    int record, parent; /* number of its record; number of the model above, -1 for none */
    const char *name;
    bool is_joint; /* LimbNode, Limb or Root                                       */
    /* T, R, S without an animation, in the file's units */
    double translation[3], rotation_deg[3], scale[3];
    pd_quat pre, post; /* Rpre, Rpost                                                  */
    /* Roff, Rp, Soff, Sp */
    pd_vec3 offset, pivot, scale_offset, scale_pivot;
    int order, inherits; /* RotationOrder and InheritType                                */
    pd_xform geometric;  /* transform of the model's geometry alone, not of models below */
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
    int layer;        /* number of the layer in its stack, from 0    */
    int curves[3];    /* numbers of the curves for x, y, z; -1: none */
    double values[3]; /* constant values where there is no curve     */
} pd_fbx_channel;

typedef struct pd_fbx_stack {
    const char *name;
    double start, stop; /* seconds */
    double apart;       /* least mean distance of a curve's keys, seconds; 0: no curve has more than two */
    double rate;        /* frames a second */
    int frame_count;
    int first_channel, channel_count;
} pd_fbx_stack;

typedef struct pd_fbx_curve pd_fbx_curve;
typedef struct pd_fbx_layer pd_fbx_layer;

typedef struct pd_fbx_scene {
    pd_fbx *fbx;
    int objects; /* number of the record Objects; -1: none                      */
    int *by_id;  /* (object_count) numbers of the objects' records, sorted by id */
    int object_count;
    pd_fbx_link *links; /* (link_count) sorted by parent; links of one parent in the file's order */
    int *by_child;      /* (link_count) numbers of links, sorted by child                         */
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
    double metres;     /* s: metres in a unit of the file */
    double frame_rate; /* frames a second                 */
    double ticks;      /* units of time in a second       */
    pd_quat axes;      /* R */
    bool is_mirrored;  /* the file is left-handed, so that P mirrors z */
    /* animated properties, and their curves, that belong to neither a model nor a shape */
    int other_names, other_curves;
    char others[160]; /* names of these properties                                                         */
    /* Parts that were left out, for example "2 cameras, curves of Visibility"; "" if none. */
    char note[PD_FBX_NOTE_BYTES];
    void **pool; /* (pool_count) blocks of memory                                                     */
    int pool_count, pool_room;
    size_t pool_bytes;
    pd_error *err; /* receives the errors of all functions that take this struct */
} pd_fbx_scene;

/* Reads the scene of a file. `unit` is a factor on the unit of length that the file states, usually 1. */
pd_status pd_fbx_scene_read(pd_fbx_scene *out, pd_fbx *fbx, double unit, pd_error *err);
/* Frees the pool. */
void pd_fbx_scene_deinit(pd_fbx_scene *scene);

/* Allocates memory of zeros from the pool. Returns NULL, with the scene's error set, when memory runs out or
 * most_bytes is exceeded. */
void *pd_fbx_take(pd_fbx_scene *scene, size_t count, size_t size);
/* Appends a text to the note after a comma, unless the note has it already. */
void pd_fbx_note(pd_fbx_scene *scene, const char *format, ...) PD_PRINTF(2, 3);

/* Returns the record of the object with that id; -1: there is none. */
int pd_fbx_object(const pd_fbx_scene *scene, int64_t id);
/* Returns the id of an object from its record. */
int64_t pd_fbx_id(const pd_fbx_scene *scene, int record);
/* Iterates over the children of `parent` whose record has that name and whose third property, the class, is
 * `kind` (NULL: any). Begin with *link = -1. Returns the next child's record; -1: no more. */
int pd_fbx_below(const pd_fbx_scene *scene, int *link, int64_t parent, const char *name, const char *kind);
/* Returns the number of the model with that id; -1: there is none. */
int pd_fbx_model_of(const pd_fbx_scene *scene, int64_t id);
/* Returns the name of an object without its class, from the pool; NULL when out of memory. */
const char *pd_fbx_name(pd_fbx_scene *scene, int record);
/* Reads up to `count` numbers of a property in the object's Properties70. Returns false and leaves out
 * unchanged when it has no such property. */
bool pd_fbx_values(double *out, int count, const pd_fbx *fbx, int record, const char *name);

/* Returns the pose of a model for given values of T, R and S. */
pd_fbx_pose pd_fbx_pose_of(const pd_fbx_scene *scene, int model, const double translation[3],
                           const double rotation_deg[3], const double scale[3]);
/* Writes the world transforms of all models without an animation to out (model_count), in glTF's axes and
 * metres. With `unrotated`, every model's R is zero. */
void pd_fbx_worlds(pd_xform *out, const pd_fbx_scene *scene, bool unrotated);
/* Returns the matrix of a pose: translation, rotation, scale. */
pd_xform pd_fbx_matrix(const pd_fbx_pose *pose);
/* Inverts any affine transform. Returns false when it is singular. */
bool pd_fbx_inverse(pd_xform *out, const pd_xform *of);
/* Converts a transform between two spaces of the file to metres and glTF's handedness, s P X P s^-1. The
 * rotation R of the axes is not applied. */
pd_xform pd_fbx_conjugated(const pd_fbx_scene *scene, const pd_xform *x);

/* Channels of a stack that drive the same property of the same object are neighbours, one for each layer.
 * Returns the end of the group of channels that begins at `first`. */
int pd_fbx_group_end(const pd_fbx_scene *scene, const pd_fbx_stack *stack, int first);
/* Writes the value of a group's property at a time, with all its layers:
 * one number for D, three for T, R and S. */
void pd_fbx_group_at(double out[3], const pd_fbx_scene *scene, int first, int end, double seconds);

#endif
