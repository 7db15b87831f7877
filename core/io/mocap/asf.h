#ifndef PD_IO_MOCAP_ASF_H
#define PD_IO_MOCAP_ASF_H
/* Reads ASF and AMC: Acclaim's text formats for a skeleton (ASF) and for a motion of that skeleton (AMC).
 *
 * A bone starts at the far end of its parent and extends along its direction. Its `axis` line gives the
 * orientation of its axes in the rest pose; its degrees of freedom rotate it about these axes. With C the
 * rotation of the axis line and M the product of the rotations of the degrees of freedom, both multiplied so
 * that the first letter rotates first ("XYZ": Rz Ry Rx),
 *
 *     world = parent's world * C M C^-1         far end = start + world * direction * length
 *
 * The root is at position + (TX, TY, TZ) and rotates about its own axes in its own order in the same way.
 *
 * Spaces   directions: model space of the rest pose; lengths in the file's unit (see length_unit).
 * Units    angles of the ASF: `angle` of :units, degrees if it is missing. Angles of the AMC: degrees with
 *          the line :degrees, else radians. Joint limits are ignored.
 * Limits   255 bones, 10^6 frames; every frame has the root and each bone that has degrees of freedom, once.
 * Memory   pd_asf is plain; pd_amc has an owner: pd_amc_deinit. On failure *out is empty.
 * Errors   ERR_FORMAT, ERR_RANGE, ERR_LIMIT at "name:line", with the word that is wrong.
 */
#include "core/base/error.h"
#include "core/base/size.h"
#include "core/math/quat.h"

#define PD_ASF_MAX_BONES  256 /* the root is bone 0 */
#define PD_ASF_NAME_BYTES 32  /* bytes of a name, the closing zero included */
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
    int parent;        /* number of the parent, which may come later in the list; -1: the root */
    pd_vec3 direction; /* unit vector; zero for the root                                    */
    double length;     /* in the file's unit                                                */
    pd_quat axis;      /* C                                                                 */
    int dof_count;     /* degrees of freedom                                                */
    unsigned char dof[PD_ASF_MAX_DOF]; /* pd_asf_dof, in the file's order                   */
    int value_start;                   /* column of the first degree of freedom in a row of an AMC */
} pd_asf_bone;

typedef struct pd_asf {
    int bone_count;     /* bones with the root, which is bone 0 and named "root"                          */
    int value_count;    /* degrees of freedom of all bones: columns of a row of an AMC                    */
    double length_unit; /* `length` of :units, else 1: metres = 0.0254 length / length_unit (CMU: 0.45) */
    int radians;        /* 1: angles of the ASF are in radians                                            */
    pd_vec3 root_position;
    pd_asf_bone bones[PD_ASF_MAX_BONES];
} pd_asf;

typedef struct pd_amc {
    int frame_count, value_count;
    int first_number; /* the file's number of its first frame                     */
    int radians;      /* 1: angles are in radians, since the file lacks :degrees  */
    double *values;   /* (frame_count,value_count) numbers of the file, unconverted */
} pd_amc;

/* Parses a skeleton. `name` stands for the file in errors. */
pd_status pd_asf_parse(pd_asf *out, pd_bytes text, const char *name, pd_error *err);
/* Returns the number of the bone with that name, or -1. */
int pd_asf_find(const pd_asf *asf, const char *name);
/* Parses a motion of that skeleton. */
pd_status pd_amc_parse(pd_amc *out, pd_bytes text, const char *name, const pd_asf *asf, pd_error *err);
/* Frees the values and zeroes the struct. */
void pd_amc_deinit(pd_amc *amc);

/* Computes the rotation C M C^-1 of a bone in a frame, and for the root its position in the file's unit.
 * Either output may be NULL. */
void pd_amc_local(pd_quat *rotation, pd_vec3 *position, const pd_amc *amc, const pd_asf *asf, int frame,
                  int bone);

#endif
