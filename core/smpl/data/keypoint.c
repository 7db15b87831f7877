#include "core/smpl/data/keypoint.h"

#include "core/math/rotation.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { BODY_POINTS = 21, HAND_POINTS = 5, FACE_POINTS = 51, OUTLINE_POINTS = 17 };

static const char *const body_names[BODY_POINTS] = {
    "nose",           "right_eye",   "left_eye",      "right_ear",       "left_ear",    "left_big_toe",
    "left_small_toe", "left_heel",   "right_big_toe", "right_small_toe", "right_heel",  "left_thumb",
    "left_index",     "left_middle", "left_ring",     "left_pinky",      "right_thumb", "right_index",
    "right_middle",   "right_ring",  "right_pinky"};
static const char *const hand_names[HAND_POINTS] = {"thumb", "index", "middle", "ring", "pinky"};
static const char *const face_names[FACE_POINTS] = {
    "right_eye_brow1", "right_eye_brow2", "right_eye_brow3", "right_eye_brow4", "right_eye_brow5",
    "left_eye_brow5",  "left_eye_brow4",  "left_eye_brow3",  "left_eye_brow2",  "left_eye_brow1",
    "nose1",           "nose2",           "nose3",           "nose4",           "right_nose_2",
    "right_nose_1",    "nose_middle",     "left_nose_1",     "left_nose_2",     "right_eye1",
    "right_eye2",      "right_eye3",      "right_eye4",      "right_eye5",      "right_eye6",
    "left_eye4",       "left_eye3",       "left_eye2",       "left_eye1",       "left_eye6",
    "left_eye5",       "right_mouth_1",   "right_mouth_2",   "right_mouth_3",   "mouth_top",
    "left_mouth_3",    "left_mouth_2",    "left_mouth_1",    "left_mouth_5",    "left_mouth_4",
    "mouth_bottom",    "right_mouth_4",   "right_mouth_5",   "right_lip_1",     "right_lip_2",
    "lip_top",         "left_lip_2",      "left_lip_1",      "left_lip_3",      "lip_bottom",
    "right_lip_3"};

/* Keypoints of a surface, which is recognised by its number of vertices. A keypoint is a vertex, or halfway
 * between two (an eye, between its lids). Those of SMPL, SMPL-X and MANO are smplx's. Ours were chosen on the
 * neutral person: finger tips are the vertices farthest along the last bone; toes, heels and ears are the
 * outermost vertices. */
typedef struct surface {
    int vertex_count, count;
    const char *const *names;
    int points[BODY_POINTS],
        others[BODY_POINTS]; /* others: second vertex of a keypoint between two; 0: none */
    const int *face;         /* (FACE_POINTS) or NULL */
} surface;

static const int own_face[FACE_POINTS] = {
    225,  224,  222,   223,   233,  7006, 6997, 6996, 6998, 6999,  136,  135,   201,  5054, 358,  285,  317,
    7054, 7119, 6758,  6,     6763, 66,   1070, 1067, 6850, 13359, 6790, 13354, 7759, 7762, 3734, 5364, 356,
    362,  7117, 11966, 10402, 7239, 7245, 496,  490,  484,  444,   472,  474,   7228, 7204, 7242, 493,  487};

static const surface surfaces[] = {
    {6890,
     BODY_POINTS,
     body_names,
     {332,  6260, 2800, 4071, 583,  3216, 3226, 3387, 6617, 6624, 6787,
      2746, 2319, 2445, 2556, 2673, 6191, 5782, 5905, 6016, 6133},
     {0},
     NULL},
    {10475,
     BODY_POINTS,
     body_names,
     {9120, 9929, 9448, 616,  6,    5770, 5780, 8846, 8463, 8474, 8635,
      5361, 4933, 5058, 5169, 5286, 8079, 7669, 7794, 7905, 8022},
     {0},
     NULL},
    {778, HAND_POINTS, hand_names, {744, 320, 443, 554, 671}, {0}, NULL},
    {13380,
     BODY_POINTS,
     body_names,
     {5054, 6756, 13352, 5439, 12038, 11591, 13209, 12815, 4973, 6613, 6218,
      9348, 8595, 8787,  8982, 9171,  2680,  1927,  2119,  2314, 2503},
     {0, 6774, 13370},
     own_face},
};

static const surface *surface_of(int vertex_count)
{
    for (size_t i = 0; i < sizeof surfaces / sizeof *surfaces; i++)
        if (surfaces[i].vertex_count == vertex_count) return &surfaces[i];
    return NULL;
}

/* --- counts --- */

typedef struct sections {
    const surface *surface;
    int body, face, contour;
} sections;

static sections sections_of(const pd_smpl_data *data)
{
    const surface *s = surface_of(data->vertex_count);
    const pd_smpl_face_points *f = &data->face_points;

    return (sections){.surface = s,
                      .body = s ? s->count : 0,
                      .face = f->count       ? f->count
                              : s && s->face ? FACE_POINTS
                                             : 0,
                      .contour = f->contour_count};
}

int pd_smpl_keypoints_count(const pd_smpl_data *data, pd_smpl_keypoints level)
{
    const sections s = sections_of(data);
    int count = 0;

    if (level >= PD_SMPL_KEYPOINTS_BODY) count += s.body;
    if (level >= PD_SMPL_KEYPOINTS_FACE) count += s.face;
    if (level >= PD_SMPL_KEYPOINTS_CONTOUR) count += s.contour;

    return count;
}

pd_status pd_smpl_keypoints_check(const pd_smpl_data *data, pd_smpl_keypoints level, const char *where,
                                  pd_error *err)
{
    const sections s = sections_of(data);

    if (level == PD_SMPL_KEYPOINTS_BODY && !s.body)
        return pd_fail(err, PD_ERR_UNSUPPORTED, where,
                       "body; its places on a surface of %d vertices are not known; allowed for SMPL, "
                       "SMPL-H, SMPL-X, MANO and the models that come with posed",
                       data->vertex_count);
    if (level == PD_SMPL_KEYPOINTS_FACE && !s.face)
        return pd_fail(err, PD_ERR_UNSUPPORTED, where,
                       "face; allowed only for models whose file has landmarks of the face (lmk_faces_idx)");
    if (level == PD_SMPL_KEYPOINTS_CONTOUR && !s.contour)
        return pd_fail(err, PD_ERR_UNSUPPORTED, where,
                       "contour; allowed only for models whose file has the outline of the face "
                       "(dynamic_lmk_faces_idx)");

    return PD_OK;
}

void pd_smpl_keypoints_name(char name[PD_SMPL_NAME_BYTES], const pd_smpl_data *data, int i)
{
    const sections s = sections_of(data);

    if (i < s.body) {
        snprintf(name, PD_SMPL_NAME_BYTES, "%s", s.surface->names[i]);
        return;
    }

    i -= s.body;
    const int outline = i - s.face;
    if (s.face == FACE_POINTS && i < FACE_POINTS)
        snprintf(name, PD_SMPL_NAME_BYTES, "%s", face_names[i]);
    else if (outline < 0)
        snprintf(name, PD_SMPL_NAME_BYTES, "face_point_%d", i + 1);
    else if (s.contour != OUTLINE_POINTS)
        snprintf(name, PD_SMPL_NAME_BYTES, "contour_%d", outline + 1);
    else if (outline == OUTLINE_POINTS / 2)
        snprintf(name, PD_SMPL_NAME_BYTES, "contour_middle");
    else if (outline < OUTLINE_POINTS / 2)
        snprintf(name, PD_SMPL_NAME_BYTES, "right_contour_%d", outline + 1);
    else
        snprintf(name, PD_SMPL_NAME_BYTES, "left_contour_%d", OUTLINE_POINTS - outline);
}

/* --- positions --- */

static void put_corners(float *out, const pd_smpl_data *data, int triangle, const float weights[3],
                        const float *vertices)
{
    const uint32_t *corner = data->faces + 3 * (size_t)triangle;

    for (int c = 0; c < 3; c++) {
        double sum = 0;
        for (int k = 0; k < 3; k++)
            sum += (double)weights[k] * (double)vertices[3 * (size_t)corner[k] + (size_t)c];
        out[c] = (float)sum;
    }
}

/* Returns the row of the outline's table for the direction in which the neck faces. */
static size_t outline_row(const pd_smpl_data *data, const float *rotations)
{
    const int half = data->face_points.turn_count / 2;
    const int neck = pd_smpl_joint_find(data, "neck");
    double world[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

    if (!rotations || neck < 0) return 0;
    for (int k = neck; k >= 0; k = data->parents[k]) {
        double local[9], product[9];
        for (int i = 0; i < 9; i++) local[i] = (double)rotations[9 * k + i];
        pd_rot_mul(product, local, world);
        memcpy(world, product, sizeof world);
    }

    const double y = rint(atan2(-world[6], hypot(world[0], world[3])) * (180 / M_PI));
    return (size_t)fmin(fabs(y), half) + (size_t)(y < 0 ? half : 0);
}

void pd_smpl_keypoints_find(float *out, const pd_smpl_data *data, pd_smpl_keypoints level,
                            const float *vertices, const float *rotations)
{
    const pd_smpl_face_points *f = &data->face_points;
    const sections s = sections_of(data);

    for (int i = 0; level >= PD_SMPL_KEYPOINTS_BODY && i < s.body; i++, out += 3) {
        const int other = s.surface->others[i] ? s.surface->others[i] : s.surface->points[i];
        const float *a = vertices + 3 * s.surface->points[i];
        const float *b = vertices + 3 * other;
        for (int c = 0; c < 3; c++) out[c] = a[c] == b[c] ? a[c] : 0.5f * (a[c] + b[c]);
    }

    if (level < PD_SMPL_KEYPOINTS_FACE) return;

    for (int i = 0; i < s.face; i++, out += 3) {
        if (f->count)
            put_corners(out, data, f->triangles[i], f->weights + 3 * i, vertices);
        else
            memcpy(out, vertices + 3 * s.surface->face[i], 3 * sizeof *out);
    }

    if (level < PD_SMPL_KEYPOINTS_CONTOUR || !s.contour) return;

    const size_t row = outline_row(data, rotations) * (size_t)s.contour;
    for (size_t i = row; i < row + (size_t)s.contour; i++, out += 3)
        put_corners(out, data, f->contour_triangles[i], f->contour_weights + 3 * i, vertices);
}

/* Adds the transpose of put_corners. */
static void pull_corners(float *vertices, const pd_smpl_data *data, int triangle, const float *weights,
                         const float point[3])
{
    for (size_t k = 0; k < 3; k++)
        for (size_t c = 0; c < 3; c++)
            vertices[3 * data->faces[3 * (size_t)triangle + k] + c] += weights[k] * point[c];
}

void pd_smpl_keypoints_pull(float *vertices, const pd_smpl_data *data, pd_smpl_keypoints level,
                            const float *points, const float *rotations)
{
    const pd_smpl_face_points *f = &data->face_points;
    const sections s = sections_of(data);

    for (int i = 0; level >= PD_SMPL_KEYPOINTS_BODY && i < s.body; i++, points += 3) {
        const int other = s.surface->others[i] ? s.surface->others[i] : s.surface->points[i];
        for (int c = 0; c < 3; c++) {
            vertices[3 * s.surface->points[i] + c] += 0.5f * points[c];
            vertices[3 * other + c] += 0.5f * points[c];
        }
    }

    if (level < PD_SMPL_KEYPOINTS_FACE) return;

    for (int i = 0; i < s.face; i++, points += 3) {
        if (f->count)
            pull_corners(vertices, data, f->triangles[i], f->weights + 3 * i, points);
        else
            for (int c = 0; c < 3; c++) vertices[3 * s.surface->face[i] + c] += points[c];
    }

    if (level < PD_SMPL_KEYPOINTS_CONTOUR || !s.contour) return;

    const size_t row = outline_row(data, rotations) * (size_t)s.contour;
    for (size_t i = row; i < row + (size_t)s.contour; i++, points += 3)
        pull_corners(vertices, data, f->contour_triangles[i], f->contour_weights + 3 * i, points);
}

bool pd_smpl_keypoint_lids(int lids[2], int vertex_count, bool is_left)
{
    enum { RIGHT_EYE = 1, LEFT_EYE = 2 }; /* indices in body_names */
    const surface *s = surface_of(vertex_count);
    const int eye = is_left ? LEFT_EYE : RIGHT_EYE;

    if (!s || s->count != BODY_POINTS || !s->others[eye]) return false;
    lids[0] = s->points[eye];
    lids[1] = s->others[eye];

    return true;
}

int pd_smpl_keypoint_lid_pairs(int pairs[PD_SMPL_LID_PAIRS][2], int vertex_count, bool is_left)
{
    /* Indices in `face` of the six landmarks of an eye: a corner, two of the upper lid, the other corner, two
     * of the lower lid on the way back. */
    enum { RIGHT_EYE = 19, LEFT_EYE = 25 };
    const surface *s = surface_of(vertex_count);

    if (!pd_smpl_keypoint_lids(pairs[0], vertex_count, is_left)) return 0;
    if (!s->face) return 1;
    const int *eye = s->face + (is_left ? LEFT_EYE : RIGHT_EYE);
    pairs[1][0] = eye[1];
    pairs[1][1] = eye[5];
    pairs[2][0] = eye[2];
    pairs[2][1] = eye[4];

    return PD_SMPL_LID_PAIRS;
}

bool pd_smpl_keypoint_lips(int lips[PD_SMPL_LIP_POINTS], int vertex_count)
{
    const surface *s = surface_of(vertex_count);
    if (!s || !s->face) return false;
    memcpy(lips, s->face + FACE_POINTS - PD_SMPL_LIP_POINTS, PD_SMPL_LIP_POINTS * sizeof *lips);
    return true;
}

bool pd_smpl_keypoints_triangle(int *triangle, int *corner, const pd_smpl_data *data, int landmark)
{
    const surface *s = surface_of(data->vertex_count);

    if (!s || !s->face || landmark >= FACE_POINTS) return false;

    for (int i = 0; i < 3 * data->face_count; i++) {
        if (data->faces[i] != (uint32_t)s->face[landmark]) continue;
        *triangle = i / 3;
        *corner = i % 3;
        return true;
    }

    return false;
}
