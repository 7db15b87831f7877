#ifndef PD_IO_MOCAP_ASF_H
#define PD_IO_MOCAP_ASF_H
/* ASF and AMC: Acclaim's text of a skeleton and of a motion of that skeleton.
 *
 * A bone starts at its parent's far end and reaches along its direction. Its axes stand in the rest pose as its
 * `axis` line says; its degrees of freedom turn it about those axes. With C the rotation of the axis line
 * and M the product of the degrees of freedom, both multiplied so that the first letter turns first
 * ("XYZ": Rz Ry Rx),
 *
 *     world = parent's world * C M C^-1         far end = start + world * direction * length
 *
 * The root stands at position + (TX, TY, TZ), turned by its own axis and order in the same way.
 *
 * Spaces   directions: model space of the rest pose; lengths in the file's unit (see length_unit).
 * Units    angles of :units (deg or rad) in the ASF; :degrees in the AMC, radians without it. Limits are ignored.
 * Limits   255 bones, 10^6 frames; every frame has the root and each bone that has degrees of freedom, once.
 * Memory   pd_asf is plain; pd_amc has an owner: pd_amc_deinit. On failure *out is empty.
 * Errors   ERR_FORMAT, ERR_RANGE, ERR_LIMIT at "name:line", with the word that is wrong.
 */
#include "core/base/error.h"
#include "core/base/size.h"
#include "core/math/quat.h"

#define PD_ASF_MAX_BONES  256 /* the root is bone 0 */
#define PD_ASF_NAME_BYTES 32  /* with the closing zero */
#define PD_ASF_MAX_DOF    7

/* A degree of freedom: translation or rotation along x, y, z, or the bone's stretch (read, not used). */
typedef enum pd_asf_dof {
    PD_ASF_TX,
    PD_ASF_TY,
    PD_ASF_TZ,
    PD_ASF_RX,
    PD_ASF_RY,
    PD_ASF_RZ,
    PD_ASF_LENGTH,
    PD_ASF_DOF_COUNT
} pd_asf_dof;

typedef struct pd_asf_bone {
    char name[PD_ASF_NAME_BYTES];
    int parent;        /* -1 for the root; any other bone otherwise                 */
    pd_vec3 direction; /* unit; of the root zero                                   */
    double length;
    pd_quat axis; /* C */
    int dof_count;
    unsigned char dof[PD_ASF_MAX_DOF];
    int value_start; /* its first column in a row of an AMC */
} pd_asf_bone;

typedef struct pd_asf {
    int bone_count;     /* with the root, which is bone 0 and named "root" */
    int value_count;    /* columns of a row: all degrees of freedom        */
    double length_unit; /* of :units; 0.45 means inches after division     */
    int radians;        /* angles of the ASF                              */
    pd_vec3 root_position;
    pd_asf_bone bones[PD_ASF_MAX_BONES];
} pd_asf;

typedef struct pd_amc {
    int frame_count, value_count;
    int first_number; /* the number that the file gives its first frame  */
    int radians;      /* no :degrees in the file                         */
    double *values;   /* (frame_count, value_count) as written           */
} pd_amc;

pd_status pd_asf_parse(pd_asf *out, pd_bytes text, const char *name, pd_error *err);
/* The joint's number, or -1. */
int pd_asf_find(const pd_asf *asf, const char *name);
pd_status pd_amc_parse(pd_amc *out, pd_bytes text, const char *name, const pd_asf *asf, pd_error *err);
void pd_amc_deinit(pd_amc *amc);

/* C M C^-1 of a bone in a frame; for the root also where it stands. Either output may be NULL. */
void pd_amc_local(pd_quat *rotation, pd_vec3 *position, const pd_amc *amc, const pd_asf *asf, int frame,
                  int bone);

#endif
