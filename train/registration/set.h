#ifndef PD_TRAIN_REGISTRATION_SET_H
#define PD_TRAIN_REGISTRATION_SET_H
/* Registered meshes for training: several people in many poses, and many people in about one pose.
 *
 * Every mesh has the template's topology. A vertex that the scan did not see is NaN in all three coordinates
 * and takes no part in any sum. Position and heading of a mesh do not matter.
 *
 * Shapes   V vertices; N meshes of S people (pose set), M meshes (shape set).
 * Space    the mesh's own: metres, right-handed, any position and heading.
 * Memory   owned by the struct; whoever fills `joints` allocates it with malloc, and it is freed with the
 *          rest.
 */
#include "train/registration/template.h"

#define PD_LEARN_LABEL_BYTES 96

typedef struct pd_learn_meshes {
    int count;
    float *vertices; /* (count,V,3)                                        */
    int *subjects;   /* (count) subject of each mesh, ascending; in a shape set each mesh has its own */
    char (*labels)[PD_LEARN_LABEL_BYTES]; /* (count) name of the file, and the number in it: for errors */
    float *joints;                        /* (count,K,3) known posed joints, for measuring; or NULL */
} pd_learn_meshes;

typedef struct pd_learn_set {
    int vertex_count, subject_count;
    pd_learn_meshes poses;    /* N meshes of subjects 0 .. S-1 */
    pd_learn_meshes shapes;   /* M meshes */
    pd_learn_meshes held_out; /* other poses of the same subjects, for measuring; may be empty */
} pd_learn_set;

/* Adds a mesh and sets its label and subject. Returns the array for its vertices (V,3), or NULL. */
float *pd_learn_meshes_add(pd_learn_meshes *meshes, int vertex_count, int subject, const char *label,
                           pd_error *err);
void pd_learn_set_deinit(pd_learn_set *set);

/* Checks the set: each mesh alone; duplicates; too few meshes in either set; subjects in one pose only. The
 * struts of a mesh are the distances of each vertex i from vertex i + V/2, which position and heading do not
 * change. Duplicates are two meshes with struts equal to 0.2 mm. A subject is in one pose only when it has
 * one mesh, or several whose struts differ from the first's by no more
 * than 4 mm on average, as scans of one pose do. */
pd_status pd_learn_set_check(const pd_learn_set *set, const pd_learn_template *tpl, pd_error *err);
/* Returns a hash of the whole set, which ties a stored state to the set that it was made from. */
uint64_t pd_learn_set_hash(const pd_learn_set *set);

#endif
