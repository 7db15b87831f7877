#ifndef PD_MOTION_GATHER_REGRESSED_PARTS_H
#define PD_MOTION_GATHER_REGRESSED_PARTS_H
/* What regressed.c, which has the table of programs, and pictures.c, which reads films by their pictures,
 * share. Only these two files include it. */
#include "core/motion/gather/people.h"
#include "core/motion/gather/regressed.h"

/* Layout of people in a file. */
typedef enum pd_motion_regressed_nesting {
    PD_REGRESSED_BY_ID,      /* the root is a dict of people */
    PD_REGRESSED_IN_PEOPLE,  /* the root's "people" is a dict of people */
    PD_REGRESSED_ALONE,      /* the root is one person */
    PD_REGRESSED_BY_PICTURE, /* a dict of pictures, each with a list of ids and a list of people */
    PD_REGRESSED_IN_ROWS,    /* one picture; the arrays have a row for each person */
    PD_REGRESSED_FILM_ROWS,  /* a dict of pictures, or one; arrays have a row for each person */
} pd_motion_regressed_nesting;

/* Names of the members of an estimate. `in` is the dict with them; NULL: the person's own. */
typedef struct pd_motion_regressed_members {
    const char *in, *root, *pose, *place, *betas;
} pd_motion_regressed_members;

/* A program: one row of the table. */
typedef struct pd_motion_regressed_kind {
    const char *name;
    const char *marks[2]; /* keys that identify the file: of the root, or of the first entry */
    pd_motion_regressed_nesting nests;
    const char *model; /* value of AMASS's surface_model_type */
    int joint_count;
    double rate;                               /* 0: not stored */
    pd_motion_regressed_members world, camera; /* pose NULL: there is none */
    const char *frames;                        /* numbers of the frames; NULL: consecutive */
} pd_motion_regressed_kind;

typedef struct pd_motion_regressed_reading {
    pd_stored *file;
    const pd_motion_regressed_kind *kind;
    const pd_motion_regressed_members *members;
    const pd_motion_regressed_options *options;
    char *notes;
    pd_error *err;
    const char *name;

    /* Result: */
    float *poses;   /* (frame_count, joint_count, 3) rotation vectors */
    float *places;  /* (frame_count, 3) */
    int64_t *times; /* (frame_count) numbers of the frames, rising */
    double *betas;  /* (beta_count) sums over betas_rows rows */
    size_t frame_count, beta_count, betas_rows;
} pd_motion_regressed_reading;

/* -- regressed.c -- */

/* Returns the name of the option: "--person" or "person", by the caller. */
const char *pd_motion_regressed_option(const pd_motion_regressed_reading *r, const char *on_line,
                                       const char *in_query);
/* Reads a member as floats, (rows, columns), all finite. */
pd_status pd_motion_regressed_read_member(pd_npz_floats *out, pd_motion_regressed_reading *r,
                                          const pd_pickle_value *in, const char *member);
/* Writes rotations of `rows` frames, each in the axes of the parent joint (local space), to the joints
 * [first, first + joints) of poses: from vectors, (rows, 3 joints) in any shape, or matrices. */
pd_status pd_motion_regressed_put_turns(float *poses, pd_motion_regressed_reading *r,
                                        const pd_npz_floats *from, const char *member, size_t rows, int first,
                                        int joints);
/* Adds the rows of betas, (B), (1,B) or (F,B), to the sums. */
pd_status pd_motion_regressed_add_betas(pd_motion_regressed_reading *r, const pd_npz_floats *from,
                                        const char *member);
/* Allocates memory for frames. */
pd_status pd_motion_regressed_make_frames(pd_motion_regressed_reading *r, size_t frames);
/* Reads pose and root of one estimate into the frames [first, first + rows). */
pd_status pd_motion_regressed_read_turns(pd_motion_regressed_reading *r, const pd_pickle_value *in,
                                         size_t first, size_t rows);
/* Adds the betas of an estimate to the sums. */
pd_status pd_motion_regressed_read_betas(pd_motion_regressed_reading *r, const pd_pickle_value *in);
/* Counts the rows of an estimate's pose: its frames. 0 if it is not an array. ERR_MEMORY. */
pd_status pd_motion_regressed_count_rows(size_t *rows, pd_motion_regressed_reading *r,
                                         const pd_pickle_value *person);
/* Checks the choice of a person, with a note. */
pd_status pd_motion_regressed_finish_people(pd_motion_regressed_reading *r, const pd_motion_people *people);

/* -- pictures.c -- */

/* Returns whether the value is a picture whose arrays have a row for each person. */
bool pd_motion_regressed_is_picture_of_rows(const pd_motion_regressed_kind *k, const pd_pickle_value *value);
/* Reads a film of pictures with lists of ids and people. */
pd_status pd_motion_regressed_read_pictures(pd_motion_regressed_reading *r);
/* Reads a film whose pictures have a row for each person, or one such picture. */
pd_status pd_motion_regressed_read_film_of_rows(pd_motion_regressed_reading *r);

#endif
