#ifndef PD_TRAIN_REGISTRATION_SET_H
#define PD_TRAIN_REGISTRATION_SET_H
/* Registered meshes to learn from: several people in many poses, and many people in about one pose.
 *
 * Every mesh has the template's topology. A vertex that was not seen is NaN in all three coordinates: it takes no part in any sum.
 * Where a mesh stands and how it is turned does not matter.
 *
 * Shapes   V vertices; N meshes of S people (pose set), M meshes (shape set).
 * Space    the mesh's own: metres, right-handed, any place and heading.
 * Memory   owned by the struct; joints is malloc'd by whoever fills it and freed with the rest.
 */
#include "train/registration/template.h"

#define PD_LEARN_LABEL_BYTES 96

typedef struct pd_learn_meshes {
    int count;
    float *vertices;                      /* (count,V,3)                                        */
    int *subjects;                        /* (count) ascending; in a shape set each mesh its own */
    char (*labels)[PD_LEARN_LABEL_BYTES]; /* (count) the file, and the number in it: for errors  */
    float *joints; /* (count,K,3) posed joints that are known, for measuring; or NULL */
} pd_learn_meshes;

typedef struct pd_learn_set {
    int vertex_count, subject_count;
    pd_learn_meshes poses;    /* N, with subjects 0 .. S-1 */
    pd_learn_meshes shapes;   /* M                         */
    pd_learn_meshes held_out; /* other poses of the same subjects, to measure by; may be empty */
} pd_learn_set;

/* Adds room for one mesh and sets its label and subject. Returns where its vertices go, or NULL. */
float *pd_learn_meshes_add(pd_learn_meshes *meshes, int vertex_count, int subject, const char *label,
                           pd_error *err);
void pd_learn_set_deinit(pd_learn_set *set);

/* All meshes, one by one; then duplicates, two meshes whose struts, the distances of each vertex i from vertex i + V/2, are the same to 0.2 mm,
 * wherever they stand and however they are turned; too few of either set; subjects in one pose only: with one mesh, or with several whose struts
 * differ from the first's by no more than 4 mm on the mean, as scans of one pose do. */
pd_status pd_learn_set_check(const pd_learn_set *set, const pd_learn_template *tpl, pd_error *err);
/* A hash of the whole set, which ties a stored state to the set that it was made from. */
uint64_t pd_learn_set_hash(const pd_learn_set *set);

#endif
