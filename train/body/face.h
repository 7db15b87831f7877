#ifndef PD_TRAIN_BODY_FACE_H
#define PD_TRAIN_BODY_FACE_H
/* Adds betas of the face: principal components of what the betas of the body do not explain of head and neck.
 *
 *     r_s = m (x_s - mean - S beta_s),   beta_s the nearest body betas      m (V): weight of head, jaw and eyes
 *
 * Components of the whole body are weighted by area and describe no noses, because the head is 7 % of the skin. m falls to 0 along the neck, so that
 * the directions of the face end smoothly there. Shapes and spaces are those of pca.h; components are weighted by area times m. */
#include "core/smpl/data/data.h"
#include "train/body/joints.h"
#include "train/body/pca.h"

typedef struct pd_train_face_data {
    const pd_train_mesh *mesh;
    const double *areas;        /* (V) area of each vertex */
    const double *head_weights; /* (V,joint_count) skin weights of the model */
    const pd_train_skeleton *skeleton;
    const pd_train_pca *body;
    int body_beta_count;
    const float *bodies; /* (...,V,3) aligned bodies */
    const int *chosen;   /* (count) indices of the bodies that are used */
    int count;
    pd_train_progress progress;
} pd_train_face_data;

/* Adds `count` directions and their limits behind those of the model. ERR_MEMORY, and the errors of pd_train_pca_fit. */
pd_status pd_train_face_add(pd_smpl_data *model, const pd_train_face_data *data, int count, pd_error *err);

#endif
