#ifndef PD_SMPL_MODEL_H
#define PD_SMPL_MODEL_H
/* The resident body model: packed once at load, read-only from then on, shared by all threads.
 *
 * Everything that can be computed once is computed at load. The joint regressor is folded into the template
 * and the shape directions, so that joints can be computed without vertices:
 *
 *     J = J_template + J_shapedirs beta + J_expressiondirs psi
 *     J_template = R v_template (K,3),  J_shapedirs = R S (K,3,B),  J_expressiondirs = R E (K,3,E)
 *
 * Weights are reduced to their non-zeros, and blend shapes are arranged in tiles for core/kernel. The source
 * arrays that requests still need (faces, names, template, shape directions, texts) stay in `data`; dense and
 * sparse pose directions are freed after packing. After _build only the reference count changes. Parts that
 * are expensive and rarely needed are in an object of their own, `derived`: tiles for DQS and SBS where those
 * have separate pose blend shapes (26 MB in the shipped models), and the data of both kinds of self-contact.
 *
 * Memory   one reference on build; retain/release are atomic. Immutable: any number of threads.
 */
#include "core/smpl/closed.h"
#include "core/smpl/data/data.h"
#include "core/smpl/people/people.h"

#include <stdbool.h>
#include <stdint.h>

struct pd_smpl_tiles;   /* core/smpl/skin/tiles.h: the packed blend shapes and weights */
struct pd_smpl_derived; /* core/smpl/derived_internal.h: parts made at their first use */
struct pd_pack;         /* core/io/pack/pack.h */
struct pd_io_glb_packed;

typedef struct pd_smpl_model {
    pd_smpl_data data; /* Data of the file, without the arrays that were packed. */
    int vertex_count, joint_count, beta_count, expression_count, face_count,
        soft_count;               /* Copies of the counts in `data`. */
    int pose_feature_count;       /* 9(K-1), or 0 without pose blend shapes. */
    double *joint_template;       /* (K,3)   metres, model space                            */
    double *joint_shapedirs;      /* (K,3,B)                                                */
    double *joint_expressiondirs; /* (K,3,E)                                            */
    double *psd_map;              /* Interpolation of the sculpts (data/psd.h), or NULL: none. */
    struct pd_smpl_tiles *tiles;
    struct pd_smpl_derived *derived;
    /* Pack that the arrays lie in (pack.h), read-only; NULL: the model owns them. */
    struct pd_pack *pack;
    size_t loaded_bytes;   /* Bytes of own memory without `derived`; pd_smpl_model_bytes returns the total. */
    size_t mapped_bytes;   /* Bytes of the pack. */
    uint64_t content_hash; /* Hash of all arrays, names and texts: part of every ETag. */
    pd_smpl_closed closed; /* Result of the check whether the surface is closed. */
    int references;        /* atomic                                                 */
} pd_smpl_model;

/* Builds a model from *data, whose arrays it takes: *data is empty afterwards, also on failure. */
pd_status pd_smpl_model_build(pd_smpl_model **out, pd_smpl_data *data, pd_error *err);
/* Makes the tiles for DQS and SBS now, so that the first body with that
 * skinning need not wait for them. ERR_MEMORY. */
pd_status pd_smpl_model_prepare_dqs(const pd_smpl_model *model, pd_error *err);
/* Returns the tiles for LBS (by_rotations 0) or for DQS and SBS (1). Never NULL: when memory runs out it
 * returns those of LBS (pd_smpl_job_check reports that). */
const struct pd_smpl_tiles *pd_smpl_model_tiles_for(const pd_smpl_model *model, int by_rotations);
/* Returns the model's triangles as files with mesh compression have them (core/io/mesh/glb.h), made at the
 * first use; NULL when memory is short. */
const struct pd_io_glb_packed *pd_smpl_model_packed_faces(const pd_smpl_model *model);
/* Returns (V) 1 where one of the model's expressions moves the vertex, else 0, made at the first use; NULL
 * when memory is short. */
const unsigned char *pd_smpl_model_expressive(const pd_smpl_model *model);
/* Returns the model's people for pd_smpl_person_find; `numbers` is NULL when the model has none. */
pd_smpl_people pd_smpl_model_people(const pd_smpl_model *model);
/* Returns the bytes of memory that the model takes now, without those that are mapped from a pack
 * (mapped_bytes). */
size_t pd_smpl_model_bytes(const pd_smpl_model *model);
/* Reads a file and builds its model: pd_smpl_data_load_packed, then pd_smpl_model_build. */
pd_status pd_smpl_model_load(pd_smpl_model **out, const char *path, pd_error *err);
/* Adds a reference and returns the model. */
pd_smpl_model *pd_smpl_model_retain(pd_smpl_model *model);
/* Removes a reference; the last one frees the model. NULL is allowed. */
void pd_smpl_model_release(pd_smpl_model *model);

/* Name of silence among Oculus' fifteen visemes: the mouth at rest. */
#define PD_SMPL_SILENCE "viseme_sil"
/* Returns whether a model has visemes, and so silence, which no coefficient of it moves. */
bool pd_smpl_has_silence(const pd_smpl_model *model);
/* Returns whether a name is the silence of a model. */
bool pd_smpl_is_silence(const pd_smpl_model *model, const char *name);

#endif
