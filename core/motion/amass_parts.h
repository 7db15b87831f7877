#ifndef PD_MOTION_AMASS_PARTS_H
#define PD_MOTION_AMASS_PARTS_H
/* Parts of reading a motion in the layout of AMASS. Only amass*.c include this header; amass.h describes
 * the layout.
 *
 *     amass_members  reads members as rows of numbers, compares two members with the same content, reads
 *                    rate and texts
 *     amass_pose     joins poses from one member or several, and reads the root's positions
 *     amass_shape    finds the shape space of the file; reads betas, soft tissue and expressions if they
 *                    are in the model's
 *     amass_floor    finds the file's body: its pelvis, the axis that is up, the unit and the floor
 *     amass_world    up axis and floor of a take (its own header)
 *     amass          assembles the clip of the model from these
 *
 * Spaces   the file's: metres, any axis up; amass_world.h has the turn to +Y up.
 * Errors   each function that can fail fills *r->err and returns its status.
 */
#include "core/io/tensor/npz_value.h"
#include "core/motion/amass.h"
#include "core/motion/gather/members.h"

#include <stdbool.h>

#define PD_AMASS_BODY        22                   /* joints of SMPL's body without hands */
#define PD_AMASS_LAYOUT_MOST 55                   /* joints of the largest layout */
#define PD_AMASS_RADIANS     0.017453292519943295 /* radians in a degree */

/* Shape spaces of the published models. */
typedef enum pd_motion_amass_space { PD_AMASS_UNKNOWN, PD_AMASS_SMPL, PD_AMASS_SMPLX } pd_motion_amass_space;

/* A layout of `poses`. */
typedef struct pd_motion_amass_layout_row {
    const char *name;
    int joint_count;
    int named_as; /* joint count of the model whose joint names apply */
    pd_motion_amass_space space;
} pd_motion_amass_layout_row;
enum { PD_AMASS_LAYOUTS = 4 };
/* The layouts, the largest first. */
extern const pd_motion_amass_layout_row pd_motion_amass_layouts[PD_AMASS_LAYOUTS];

/* A part of a pose that is a member of its own. */
typedef struct pd_motion_amass_part_row {
    pd_motion_role role; /* names of the member */
    int first;           /* joint of SMPL-X */
    int joint_count;
    int is_needed; /* 1: a file of parts must have it */
} pd_motion_amass_part_row;
enum { PD_AMASS_PARTS = 9, PD_AMASS_FIRST_HAND_PART = 6 };
/* Joints of SMPL's body_pose in the smplx package, which includes the hands. */
enum { PD_AMASS_SMPL_BODY_PART = 23 };
extern const pd_motion_amass_part_row pd_motion_amass_parts[PD_AMASS_PARTS];

/* Returns the names of a part, ending with NULL. */
const char *const *pd_motion_amass_part_names(int part);

/* Names of the shape spaces for messages. */
extern const char *const pd_motion_amass_space_texts[];

/* State of reading a file. */
typedef struct pd_motion_amass_reading {
    pd_npz *npz;
    const pd_smpl_model *model; /* model of the result */
    const pd_motion_amass_options *options;
    float *poses; /* (frames, joint_count, 3) radians */
    float *trans; /* (frames, 3) metres */
    float *turns; /* (frames, 3) rotations about the origin (EasyMocap's Rh), also in the poses; or NULL */
    size_t frames;
    int joint_count;
    int named_as;             /* joint count of the model whose joint names apply */
    bool is_camera;           /* true: the motion is in a camera's frame */
    bool has_coefficients;    /* true: fingers were read from coefficients of components */
    char option_texts[4][40]; /* texts of pd_motion_amass_option */
    int option_count;
    char *notes; /* (PD_MOTION_AMASS_NOTES) */
    pd_error *err;
} pd_motion_amass_reading;

/* The file's betas. A zeroed struct has none. */
typedef struct pd_motion_amass_shape {
    float *betas; /* (count) one row, or the mean of the frames' */
    size_t count;
    double differ;    /* largest difference of a frame's beta from the mean */
    const char *name; /* member */
} pd_motion_amass_shape;

/* The body to which the file's motion belongs, as far as it is known. */
typedef struct pd_motion_amass_source {
    pd_motion_outline outline;    /* outline of that body, or of the model's mean body if it is unknown */
    int to[PD_AMASS_LAYOUT_MOST]; /* joint of the outline's skeleton for each joint of the file */
    bool is_known;                /* true: the model of the body is available */
    bool is_family; /* true: it is assumed to be a body of SMPL's family; neither: the model's mean body */
    pd_motion_amass_space space;
    pd_vec3 pelvis[2]; /* (pelvis_count) rest position of the pelvis, metres; the more likely first */
    int pelvis_count;
    double legs; /* length of its legs relative to those of the outline */
} pd_motion_amass_source;

/* -- amass_members.c -- */

/* Returns an option as the caller writes it, "--up y" or "up=y". Valid until the fourth call after it. */
const char *pd_motion_amass_option(pd_motion_amass_reading *r, const char *name, const char *value);
/* Returns the option by which the caller names the file's body. */
const char *pd_motion_amass_body_option(const pd_motion_amass_reading *r);
/* Returns the first of the names that is a member, or NULL. */
const char *pd_motion_amass_present(const pd_npz *npz, const char *const *names);
/* Returns whether a name is in a list. */
bool pd_motion_amass_is_one_of(const char *name, const char *const *names);
/* Returns whether the npz has a member with poses. */
bool pd_motion_amass_has_poses(const pd_npz *npz);
/* Writes the members of the file such as "poses (6, 72), gender", as many as fit. Returns out. */
const char *pd_motion_amass_contents(char *out, size_t out_bytes, pd_motion_amass_reading *r);
/* Reads a member with three numbers per joint. Returns floats (rows, columns), which the caller frees;
 * NULL with an error. turns: the numbers are rotations, which may also be matrices. */
float *pd_motion_amass_read_rows(pd_motion_amass_reading *r, const char *name, const int *joints, bool turns,
                                 size_t *rows, size_t *columns);
/* Compares another member with the numbers that were taken from `name`, which begin at `taken` with
 * `stride` floats from row to row: its first `most` joints, as rotations or as places times `scale`. Fails
 * if they differ. A member of another shape is something else and is ignored. is_told: a difference is no
 * error but a note. */
pd_status pd_motion_amass_check_same(pd_motion_amass_reading *r, const char *name, const char *other,
                                     const int *joints, bool turns, double scale, const float *taken,
                                     size_t stride, size_t most, bool is_told);
/* Returns the length of an array's last axis. */
size_t pd_motion_amass_columns(const pd_npz_floats *f);
/* Compares betas or expressions of two members. A row of numbers stands for all frames, and the longer of
 * two rows may have more numbers. */
pd_status pd_motion_amass_check_same_numbers(pd_motion_amass_reading *r, const char *name, const char *other);
/* Reads the frames per second, as the file states them: as a rate, as the time between frames, as times of
 * frames, or as the length of the take; 60, with a note, if it does not. */
pd_status pd_motion_amass_read_rate(double *out, pd_motion_amass_reading *r);
/* Reads the text of the first member with one of these names, in lower case; "": none. */
void pd_motion_amass_read_text(char *out, size_t size, pd_npz *npz, const char *const *names);
/* Reads the gender, in lower case; "": none. */
void pd_motion_amass_read_gender(char *out, size_t size, pd_npz *npz);

/* -- amass_pose.c -- */

/* Reads poses and, with_places, positions of the root. */
pd_status pd_motion_amass_read_motion(pd_motion_amass_reading *r, bool with_places);
/* Returns the rotation about the origin in a frame; only if the file has them. */
pd_quat pd_motion_amass_turn_at(const pd_motion_amass_reading *r, size_t frame);
/* Moves the places to what AMASS stores, for a body with this rest position of the pelvis, if the file has
 * rotations about the origin. sign -1: takes the move back. */
void pd_motion_amass_turn_places(pd_motion_amass_reading *r, pd_vec3 pelvis, double sign);
/* Finds the joint of the skeleton for each joint of the file: to (joint_count), -1: none. Makes a note
 * about missing joints that move. */
pd_status pd_motion_amass_match_joints(int *to, pd_motion_amass_reading *r, const pd_anim_skeleton *skeleton);

/* -- amass_hands.c -- */

/* Returns whether a member has coefficients of the components of the hands, of which `joints` are the joints,
 * and not rotations. */
bool pd_motion_amass_are_coefficients(pd_motion_amass_reading *r, const char *name, int joints);
/* Reads coefficients of a part of the pose as angles without the mean pose. Returns (rows, 3 joints), which
 * the caller frees; NULL with an error. */
float *pd_motion_amass_read_coefficients(pd_motion_amass_reading *r, const char *name, int part,
                                         size_t *rows);
/* Adds the model's mean hand pose to fingers that are stored without it (flat_hand_mean false, coefficients).
 */
pd_status pd_motion_amass_add_mean_hands(pd_motion_amass_reading *r);
/* Returns whether the file has no fingers, neither in its layout nor as parts. */
bool pd_motion_amass_lacks_fingers(const pd_motion_amass_reading *r);

/* -- amass_shape.c -- */

/* Returns the shape space of a model: one of the published SMPL family, or the model's own. */
pd_motion_amass_space pd_motion_amass_space_of_model(const pd_smpl_model *model);

/* Finds the family that the file names for its model: "smplx2020" is SMPL-X, "SMPL+H" is SMPL. Returns
 * false if it names none. */
bool pd_motion_amass_named_space(pd_motion_amass_space *space, const pd_motion_amass_reading *r);
/* Returns the family of the file's model: the one that it names, otherwise the one of its layout. */
pd_motion_amass_space pd_motion_amass_space_of_file(const pd_motion_amass_reading *r);
/* Reads half of the hash of the model for which posed wrote the file.
 * Returns false if the file does not state it. */
bool pd_motion_amass_posed_model(int64_t *hash, pd_motion_amass_reading *r);
/* Returns whether the file states its model, by hash or by the name of its family. */
bool pd_motion_amass_names_model(const pd_motion_amass_reading *r);
/* Returns whether the caller names the model as that of a file which does not state its own. */
bool pd_motion_amass_is_named_model(const pd_motion_amass_reading *r, const pd_smpl_model *model);
/* Returns whether the file's betas are in the model's shape space: as the file states, else as the caller
 * does, else by its number of joints. why (256): the reason if not. */
bool pd_motion_amass_betas_fit(char *why, pd_motion_amass_reading *r, const pd_smpl_model *model);
/* Reads the file's betas: (B), (1,B), or the mean of (T,B). *out is empty if there are none. */
pd_status pd_motion_amass_read_shape(pd_motion_amass_shape *out, pd_motion_amass_reading *r);
/* Checks the range of betas that are used. */
pd_status pd_motion_amass_check_shape(pd_motion_amass_reading *r, const pd_motion_amass_shape *own,
                                      size_t count);
/* Chooses the betas of the result: the caller's, or the file's if they are in the model's shape space. */
pd_status pd_motion_amass_choose_betas(pd_retarget_motion *out, pd_motion_amass_reading *r,
                                       const pd_motion_amass_shape *own);
/* Reads dmpls into the clip if they are coefficients of the model's directions; otherwise makes a note
 * with the reason. */
pd_status pd_motion_amass_read_soft(pd_anim_clip *clip, pd_motion_amass_reading *r);
/* Reads the expressions if they belong to the model; otherwise makes a note with the reason. */
pd_status pd_motion_amass_read_expressions(pd_retarget_motion *out, pd_motion_amass_reading *r);

/* -- amass_floor.c -- */

/* Finds the file's body: the caller's model, the one that posed_model names, or the model itself if the
 * betas are in its space. */
pd_status pd_motion_amass_find_source(pd_motion_amass_source *out, pd_motion_amass_reading *r,
                                      const pd_motion_amass_shape *own);
/* Determines the axis that is up and the pelvis of the file's body, and checks that positions are metres. */
pd_status pd_motion_amass_find_frame(pd_motion_amass_source *from, pd_motion_up *up,
                                     pd_motion_amass_reading *r, const pd_motion_amass_take *theirs,
                                     double rate);
/* Moves a motion in a camera's frame, which has no floor: puts the feet at height 0 and the first frame's
 * pelvis over the origin. */
pd_status pd_motion_amass_ground_camera(pd_retarget_motion *out, pd_motion_amass_reading *r,
                                        const pd_motion_outline *body);

#endif
