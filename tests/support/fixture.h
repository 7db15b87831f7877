#ifndef PD_TESTS_FIXTURE_H
#define PD_TESTS_FIXTURE_H
/* A synthetic body model in SMPL's layout, for tests and benches, made from a seed.
 *
 * The surface is a closed ellipsoid of 1.7 m, rings from the feet up, outside counter-clockwise, any number
 * of vertices from 32 on. 24 joints stand where SMPL's do (T-pose); further ones hang on the wrists. Weights
 * fall off with the distance to the joint, blend shapes are smooth (betas, soft tissue) or small and random
 * (pose). Units and spaces as in core/smpl/data/data.h: metres, +Y up, +Z forward.
 *
 *     pd_smpl_model *model = pd_fixture_model(&(pd_fixture){.vertices = 500, .pose = PD_FIXTURE_SPARSE});
 */
#include "core/base/rng.h"
#include "core/smpl/body.h"

typedef enum pd_fixture_pose {
    PD_FIXTURE_DENSE,           /* posedirs (V,3,9(K-1)), all different from 0            */
    PD_FIXTURE_NO_POSE,         /* no pose blend shapes                                   */
    PD_FIXTURE_SPARSE,          /* sparse: the joint of largest weight, its parent, a child */
    PD_FIXTURE_SPARSE_AS_DENSE, /* the numbers of PD_FIXTURE_SPARSE in a dense array        */
    PD_FIXTURE_QUATERNION,      /* posedirs (V,3,4K) of quaternions, joints that no regressor gives */
} pd_fixture_pose;

typedef struct pd_fixture {
    int vertices;         /* zero: 500                            */
    int joints;           /* zero: 24                             */
    int betas;            /* zero: 10; -1: none                   */
    int soft;             /* soft-tissue directions; zero: none   */
    int influences;       /* joints that move a vertex; zero: 4   */
    pd_fixture_pose pose; /* zero: dense                          */
    int beta_terms;       /* sparse: P also depends on so many betas                */
    int dqs;              /* sparse: another P for DQS and SBS                      */
    uint64_t seed;
} pd_fixture;

/* Both abort the test when something fails. Free with pd_smpl_data_deinit, pd_smpl_model_release. */
void pd_fixture_data(pd_smpl_data *out, const pd_fixture *desc);
pd_smpl_model *pd_fixture_model(const pd_fixture *desc);

/* count numbers of mean 0 and standard deviation sd. */
void pd_fixture_normals(float *out, int count, double sd, pd_rng *rng);
/* (joints,3,3): rotations by random axes, angles up to max_angle radians. */
void pd_fixture_rotations(float *out, int joints, double max_angle, pd_rng *rng);

/* Runs the tasks in a different order every time, as three workers take turns. */
extern const pd_executor pd_fixture_shuffled;
/* Starts threads for each call: slow to start, good to find races. */
extern const pd_executor pd_fixture_threads;

#endif
