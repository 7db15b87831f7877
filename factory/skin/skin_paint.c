#include "factory/skin/skin_paint.h"

#include "core/base/assert.h"
#include "factory/skin/texture.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define MOUTH_CORNER 7185 /* vertex of the base mesh: where the left corner of the mouth lies deepest */
/* Of the corner's x: from here outward the edges of the red run straight to the corner ... */
#define CORNER_FROM  0.72f
#define CORNER_UPPER 0.0052f /* ... from so many metres above the mouth's line ... */
#define CORNER_LOWER 0.0070f /* ... and below it */
#define CORNER_LEAST 0.0008f
/* Metres inside of the hairline from which the scalp has roots of hair, and from which they are dense. */
#define SCALP_FROM   -0.002f
#define SCALP_TO     0.012f

static float clamp01(float v)
{
    return v < 0 ? 0 : v > 1 ? 1 : v;
}

/* 0 below `from`, 1 above `to`, smooth between; `from` may be the larger one. */
static float smooth_skin_paint(float from, float to, float v)
{
    const float t = clamp01((v - from) / (to - from));
    return t * t * (3 - 2 * t);
}

static float skin_paint_distance(const float a[3], const float b[3])
{
    return sqrtf((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
                 (a[2] - b[2]) * (a[2] - b[2]));
}

/* Returns the strength of a soft spot of radius r about a centre, 0 to 1. */
static float spot(const float at[3], float x, float y, float z, float r)
{
    const float center[3] = {x, y, z};
    const float d = skin_paint_distance(at, center) / r;
    return expf(-d * d);
}

static float around(const float at[3], const float center[3], float r)
{
    return spot(at, center[0], center[1], center[2], r);
}

/* ---- marks ---- */

/* Finds the position of a joint at rest. Returns false if the model lacks it. */
static bool skin_paint_joint_at(float out[3], const pd_smpl_data *m, const char *name)
{
    const int k = pd_smpl_joint_find(m, name);

    if (k < 0) return false;
    double sum[3] = {0};
    for (int i = m->regressor_start[k]; i < m->regressor_start[k + 1]; i++)
        for (int c = 0; c < 3; c++)
            sum[c] += m->regressor_weight[i] * (double)m->v_template[3 * m->regressor_vertex[i] + c];
    for (int c = 0; c < 3; c++) out[c] = m->joints ? (float)m->joints[3 * k + c] : (float)sum[c];

    return true;
}

static bool landmark_at(float out[3], const pd_smpl_data *m, const char *name)
{
    for (int l = 0; l < m->landmark_count; l++)
        if (!strcmp(m->landmarks[l].name, name)) {
            memcpy(out, m->v_template + 3 * (size_t)m->landmarks[l].vertex, 3 * sizeof *out);
            return true;
        }

    return false;
}

/* Finds the innermost and the outermost vertex of the left half of an item.
 * Returns false if there is none. */
static bool item_ends(float inner[3], float outer[3], const pd_wardrobe *w, const char *name)
{
    const int i = pd_wardrobe_find(w, name);

    if (i < 0) return false;
    inner[0] = 1;
    outer[0] = 0;
    for (int v = 0; v < w->items[i].vertex_count; v++) {
        const float *at = w->items[i].rest + 3 * (size_t)v;
        if (at[0] > 0 && at[0] < inner[0]) memcpy(inner, at, 3 * sizeof *inner);
        if (at[0] > outer[0]) memcpy(outer, at, 3 * sizeof *outer);
    }

    return true;
}

/* Finds the roots of the left eye's lashes. */
static void find_lash_roots(pd_factory_skin_marks *out, const pd_wardrobe *w)
{
    const pd_wardrobe_item *item = &w->items[pd_wardrobe_find(w, "lashes")];
    const int most = (int)(sizeof out->lash_roots / sizeof *out->lash_roots);

    for (int c = 0; c < item->corner_count && out->lash_root_count < most; c++) {
        const float *at = item->rest + 3 * (size_t)item->corners[c];
        if (at[0] > 0 && item->uvs[2 * (size_t)c + 1] < PD_FACTORY_LASH_ROOT + 0.001f)
            memcpy(out->lash_roots[out->lash_root_count++], at, sizeof out->lash_roots[0]);
    }
}

/* Finds the middle line of the left brow: mean heights of the item's vertices
 * in equal steps, each with its neighbours. */
static void find_arch(pd_factory_skin_marks *out, const pd_wardrobe *w)
{
    const pd_wardrobe_item *item = &w->items[pd_wardrobe_find(w, "brows")];
    const float span = out->brow_outer[0] - out->brow_inner[0];

    for (int i = 0; i < 9; i++) {
        float sum = 0, weights = 0;
        for (int v = 0; v < item->vertex_count; v++) {
            const float *p = item->rest + 3 * (size_t)v;
            const float t = (p[0] - out->brow_inner[0]) / span * 8 - (float)i;
            const float weight = expf(-t * t);
            if (p[0] > 0) {
                sum += weight * p[1];
                weights += weight;
            }
        }

        out->brow_arch[i] = sum / weights;
    }
}

/* Finds joints and tips of the left hand's fingers, and the directions in which their nails face. */
static bool find_fingers(pd_factory_skin_marks *out, const pd_smpl_data *m)
{
    static const char *const names[5] = {"thumb", "index", "middle", "ring", "pinky"};
    char name[PD_SMPL_NAME_BYTES];

    for (int f = 0; f < 5; f++) {
        int last = -1;
        for (int j = 0; j < 3; j++) {
            snprintf(name, sizeof name, "left_%s%d", names[f], j + 1);
            last = pd_smpl_joint_find(m, name);
            if (!skin_paint_joint_at(out->fingers[f][j], m, name)) return false;
        }

        /* Find the tip: the vertex of the last joint that is farthest along the finger. */
        float along[3];
        float far = 0;
        const float *a = out->fingers[f][1];
        const float *b = out->fingers[f][2];
        const float length = skin_paint_distance(a, b);
        for (int c = 0; c < 3; c++) along[c] = (b[c] - a[c]) / length;
        for (int v = 0; v < m->vertex_count; v++) {
            if (m->weights[(size_t)v * (size_t)m->joint_count + (size_t)last] < 0.5f) continue;
            const float *p = m->v_template + 3 * (size_t)v;
            const float d = along[0] * (p[0] - b[0]) + along[1] * (p[1] - b[1]) + along[2] * (p[2] - b[2]);
            if (d > far) {
                far = d;
                memcpy(out->fingers[f][3], p, 3 * sizeof *p);
            }
        }

        /* Nails face up, the thumb's forward and up; at a right angle to the finger. */
        const float raw[3] = {0, f ? 1.0f : 0.72f, f ? 0.0f : 0.70f};
        const float dot = raw[0] * along[0] + raw[1] * along[1] + raw[2] * along[2];
        float sum = 0;
        for (int c = 0; c < 3; c++) {
            out->nails[f][c] = raw[c] - dot * along[c];
            sum += out->nails[f][c] * out->nails[f][c];
        }

        for (int c = 0; c < 3; c++) out->nails[f][c] /= sqrtf(sum);
    }

    return true;
}

/* Share of the lips' red beside the mouth's line: from where the red of the middle ends to the corner, where
 * upper and lower edge meet. */
static float lips_at_corner(const pd_factory_skin_marks *m, const pd_factory_skin_place *p)
{
    const float x = fabsf(p->at[0]);
    const float from = CORNER_FROM * m->corner[0];
    const float t = clamp01((x - from) / (m->corner[0] - from));
    const float away = p->at[1] - m->corner[1];
    const float height = (away > 0 ? CORNER_UPPER : CORNER_LOWER) * (1 - t) + CORNER_LEAST;

    if (x < from || x > m->corner[0] + CORNER_LEAST || p->at[2] < m->corner[2] - 0.012f) return 0;

    return smooth_skin_paint(1.35f, 0.65f, fabsf(away) / height) *
           smooth_skin_paint(CORNER_LEAST, 0, x - m->corner[0]) * p->head;
}

pd_status pd_factory_skin_marks_find(pd_factory_skin_marks *out, const pd_smpl_data *m, const pd_wardrobe *w,
                                     const float *lips, pd_error *err)
{
    memset(out, 0, sizeof *out);
    if (!skin_paint_joint_at(out->eye, m, "left_eye_smplhf") || !skin_paint_joint_at(out->neck, m, "neck") ||
        !skin_paint_joint_at(out->elbow, m, "left_elbow") ||
        !skin_paint_joint_at(out->knee, m, "left_knee") ||
        !skin_paint_joint_at(out->ankle, m, "left_ankle") ||
        !skin_paint_joint_at(out->wrist, m, "left_wrist") || !find_fingers(out, m))
        return pd_fail(err, PD_ERR_FORMAT, "model",
                       "joints of SMPL-X expected: eyes, neck, limbs and fingers");
    if (!landmark_at(out->nipple, m, "nipple_left") || !landmark_at(out->head_top, m, "head_top"))
        return pd_fail(err, PD_ERR_FORMAT, "model", "landmarks nipple_left and head_top expected");
    if (!item_ends(out->eye_inner, out->eye_outer, w, "lashes") ||
        !item_ends(out->brow_inner, out->brow_outer, w, "brows"))
        return pd_fail(err, PD_ERR_FORMAT, "wardrobe", "items lashes and brows expected");
    find_arch(out, w);
    find_lash_roots(out, w);

    /* Find the ends of the lips' red: its corner, and its middle above and below. */
    out->lip_bottom[1] = 9;
    out->lip_top[1] = -9;
    for (int v = 0; v < m->vertex_count; v++) {
        const float *p = m->v_template + 3 * (size_t)v;
        if (lips[v] < 0.5f || p[0] < -1e-4f) continue;
        if (p[0] > out->mouth[0]) memcpy(out->mouth, p, sizeof out->mouth);
        if (p[0] < 0.004f && p[1] > out->lip_top[1]) memcpy(out->lip_top, p, sizeof out->lip_top);
        if (p[0] < 0.004f && p[1] < out->lip_bottom[1]) memcpy(out->lip_bottom, p, sizeof out->lip_bottom);
    }

    if (out->mouth[0] <= 0) return pd_fail(err, PD_ERR_FORMAT, "targets", "no lips");
    if (m->vertex_count <= MOUTH_CORNER)
        return pd_fail(err, PD_ERR_FORMAT, "model", "the base mesh expected");
    memcpy(out->corner, m->v_template + 3 * (size_t)MOUTH_CORNER, sizeof out->corner);

    /* Tip of the nose: foremost between mouth and eyes. Its wing: the widest place near the tip's height and
     * before the cheek. Chin: foremost below the mouth. */
    const float mouth_y = out->lip_top[1];
    const float low = out->lip_bottom[1];
    for (int v = 0; v < m->vertex_count; v++) {
        const float *p = m->v_template + 3 * (size_t)v;
        if (fabsf(p[0]) < 0.004f && p[1] > mouth_y && p[1] < out->eye[1] && p[2] > out->nose_tip[2])
            memcpy(out->nose_tip, p, sizeof out->nose_tip);
        if (fabsf(p[0]) < 0.004f && p[1] < low - 0.008f && p[1] > low - 0.03f && p[2] > out->chin[2])
            memcpy(out->chin, p, sizeof out->chin);
    }

    out->nose_tip[0] = out->chin[0] = 0;
    out->nose_wing[0] = 0.60f * (out->eye_inner[0] + 0.0125f);
    out->nose_wing[1] = out->nose_tip[1] - 0.002f;
    out->nose_wing[2] = out->nose_tip[2] - 0.020f;

    return PD_OK;
}

/* ---- lines ---- */

/* Returns the depth of a groove of this half width, metres, at distance d from its line.
 * Soft ridges lie beside it. */
static float groove(float d, float width)
{
    const float t = d / width;
    return -expf(-t * t) + 0.35f * expf(-(fabsf(t) - 2.1f) * (fabsf(t) - 2.1f));
}

/* Distance on the picture of the front from (x, y) to the curve p(t) = a + t
 * (b - a) bowed sideways by `bow`; *share: t. */
static float to_curve(float *share, float x, float y, const float a[2], const float b[2], float bow)
{
    const float dx = b[0] - a[0];
    const float dy = b[1] - a[1];
    const float length = sqrtf(dx * dx + dy * dy);
    const float t = ((x - a[0]) * dx + (y - a[1]) * dy) / (length * length);
    const float side = ((x - a[0]) * dy - (y - a[1]) * dx) / length;

    *share = t;

    return side - bow * 4 * t * (1 - t);
}

/* Returns the depth of a groove along a bowed curve, which fades at its ends. */
static float line(float x, float y, const float a[2], const float b[2], float bow, float width)
{
    float t;
    const float d = to_curve(&t, x, y, a, b, bow);
    return groove(d, width) * smooth_skin_paint(-0.05f, 0.25f, t) * smooth_skin_paint(1.05f, 0.7f, t);
}

/* Returns the depth of the lines of an old face. */
static float wrinkles(const pd_factory_skin_marks *m, const pd_factory_skin_place *p, float x)
{
    const float y = p->at[1];
    const float front = smooth_skin_paint(0.05f, 0.35f, p->normal[2]) * p->head;
    float h = 0;

    if (front <= 0) return 0;

    /* Draw lines on the forehead that follow the brows' arch. */
    const float brow = fmaxf(m->brow_inner[1], m->brow_outer[1]);
    for (int i = 0; i < 4; i++) {
        const float level = brow + 0.014f + 0.0098f * (float)i +
                            0.0016f * sinf(x / 0.0085f + 2.1f * (float)i) +
                            0.0022f * sinf(x / 0.019f + 0.9f * (float)i) - 0.9f * x * x;
        const float reach = 0.046f - 0.004f * (float)i;
        h += (0.75f - 0.1f * (float)i) * groove(y - level, 0.0011f) *
             smooth_skin_paint(reach, reach - 0.02f, x);
    }

    /* Draw two upright lines between the brows. */
    const float frown[2][2] = {{m->brow_inner[0] - 0.0010f, m->brow_inner[1] - 0.009f},
                               {m->brow_inner[0] - 0.0025f, m->brow_inner[1] + 0.011f}};
    h += 0.55f * line(x, y, frown[0], frown[1], 0.0006f, 0.0011f);

    /* Draw crow's feet: a fan from the outer corner of the eye. */
    for (int i = 0; i < 5; i++) {
        const float angle = (-38.0f + 18.0f * (float)i) * 0.01745f;
        const float length = 0.019f - 0.0022f * fabsf((float)i - 2);
        const float a[2] = {m->eye_outer[0] + 0.0035f, m->eye_outer[1] + 0.0022f * ((float)i - 2)};
        const float b[2] = {a[0] + length * cosf(angle), a[1] + length * sinf(angle)};
        h += 0.6f * line(x, y, a, b, 0.0009f * ((float)i - 2), 0.0008f);
    }

    /* Draw the edge of the bag below the eye, and a finer line nearer the lid. */
    const float bag[2][2] = {{m->eye_inner[0] + 0.001f, m->eye_inner[1] - 0.008f},
                             {m->eye_outer[0] + 0.002f, m->eye_outer[1] - 0.010f}};
    const float fine[2][2] = {{m->eye_inner[0] + 0.003f, m->eye_inner[1] - 0.005f},
                              {m->eye_outer[0] + 0.001f, m->eye_outer[1] - 0.005f}};
    h += 0.55f * line(x, y, bag[0], bag[1], 0.0062f, 0.0020f);
    h += 0.45f * line(x, y, fine[0], fine[1], 0.0058f, 0.0008f);

    /* Draw a line from the nose's wing past the corner of the mouth, and one from there down. */
    const float fold[2][2] = {{m->nose_wing[0] + 0.0025f, m->nose_wing[1] + 0.008f},
                              {m->mouth[0] + 0.0115f, m->mouth[1] - 0.008f}};
    const float down[2][2] = {{m->mouth[0] + 0.0035f, m->mouth[1] - 0.001f},
                              {m->mouth[0] + 0.0085f, m->mouth[1] - 0.024f}};
    h += 0.35f * line(x, y, fold[0], fold[1], 0.0024f, 0.0028f);
    h += 0.22f * line(x, y, down[0], down[1], -0.0016f, 0.0024f);

    /* Draw short lines above and below the lips. */
    const float above = smooth_skin_paint(0.0f, 0.0025f, y - m->lip_top[1] + 0.001f) *
                        smooth_skin_paint(0.0095f, 0.004f, y - m->lip_top[1]);
    const float beside = smooth_skin_paint(m->mouth[0], 0.7f * m->mouth[0], x);
    h -= 0.30f * above * beside * powf(0.5f + 0.5f * cosf(x / 0.00062f), 3);

    /* Draw the crease above the chin. */
    const float crease[2][2] = {{-0.013f, m->lip_bottom[1] - 0.0055f}, {0.013f, m->lip_bottom[1] - 0.0055f}};
    h += 0.4f * line(p->at[0], y, crease[0], crease[1], -0.0012f, 0.0016f);

    return h * front;
}

/* Returns the height of a soft ridge of this half width along a bowed curve,
 * 0 to 1, which fades at its ends. */
static float ridge(float x, float y, const float a[2], const float b[2], float bow, float width)
{
    float t;
    const float d = to_curve(&t, x, y, a, b, bow) / width;
    return expf(-d * d) * smooth_skin_paint(-0.1f, 0.3f, t) * smooth_skin_paint(1.1f, 0.65f, t);
}

/* Returns the height of the folds of an old face: bags below the eyes, cheeks that hang over the line beside
 * the mouth, and the hollows between. */
static float folds(const pd_factory_skin_marks *m, const pd_factory_skin_place *p, float x)
{
    const float y = p->at[1];
    const float front = smooth_skin_paint(0.05f, 0.35f, p->normal[2]) * p->head;
    const float bag[2][2] = {{m->eye_inner[0] + 0.003f, m->eye_inner[1] - 0.004f},
                             {m->eye_outer[0] + 0.001f, m->eye_outer[1] - 0.006f}};
    const float trough[2][2] = {{m->eye_inner[0] - 0.001f, m->eye_inner[1] - 0.005f},
                                {m->eye_outer[0] + 0.001f, m->eye_outer[1] - 0.015f}};
    const float wing[2] = {m->nose_wing[0] + 0.0020f, m->nose_wing[1] + 0.007f};
    const float beside[2] = {m->mouth[0] + 0.0110f, m->mouth[1] - 0.009f};
    const float cheek[2][2] = {{wing[0] + 0.0060f, wing[1] + 0.001f},
                               {beside[0] + 0.0070f, beside[1] + 0.004f}};
    const float down[2][2] = {{m->mouth[0] + 0.0020f, m->mouth[1] - 0.001f},
                              {m->mouth[0] + 0.0080f, m->mouth[1] - 0.027f}};
    const float frown[2][2] = {{0, m->brow_inner[1] - 0.010f}, {0, m->brow_inner[1] + 0.014f}};
    const float h = 0.45f * ridge(x, y, bag[0], bag[1], 0.0062f, 0.0030f) -
                    0.80f * ridge(x, y, trough[0], trough[1], 0.0060f, 0.0034f) -
                    0.85f * ridge(x, y, wing, beside, 0.0024f, 0.0046f) +
                    0.45f * ridge(x, y, cheek[0], cheek[1], 0.0024f, 0.0064f) -
                    0.45f * ridge(x, y, down[0], down[1], -0.0016f, 0.0044f) -
                    0.35f * ridge(x, y, frown[0], frown[1], 0, 0.0040f);

    return front * h;
}

/* Returns the depth of the rings of the neck, and of the creases of fingers and wrists. */
static float creases(const pd_factory_skin_marks *m, const pd_factory_skin_place *p, float x)
{
    const float *at = p->at;
    float h = 0;
    const float is_neck = smooth_skin_paint(m->neck[1] - 0.02f, m->neck[1], at[1]) *
                          smooth_skin_paint(m->neck[1] + 0.065f, m->neck[1] + 0.05f, at[1]) *
                          smooth_skin_paint(0.0f, 0.3f, p->normal[2]) * smooth_skin_paint(0.08f, 0.06f, x) *
                          smooth_skin_paint(0.55f, 0.35f, fabsf(p->normal[1]));

    for (int i = 0; i < 3; i++)
        h += 0.55f * is_neck *
             groove(at[1] - (m->neck[1] + 0.006f + 0.017f * (float)i + 0.25f * x +
                             0.0012f * sinf(x / 0.012f + (float)i)),
                    0.0013f);
    for (int f = 0; f < 5 && p->hand > 0.3f; f++)
        for (int j = 1; j < 3; j++)
            for (int k = -1; k <= 1; k++) {
                const float *a = m->fingers[f][j];
                const float *b = m->fingers[f][j + 1];
                const float length = skin_paint_distance(a, b);
                float along = 0;
                float off = skin_paint_distance(at, a);
                for (int c = 0; c < 3; c++) along += (at[c] - a[c]) * (b[c] - a[c]) / length;
                if (off < 0.016f) h += 0.35f * groove(along - 0.0022f * (float)k, 0.0006f);
            }

    return h;
}

/* ---- the look ---- */

/* The hairline before the ears, by the angle about a vertical axis in the head, degrees from the front:
 * metres above the brow. It is a little higher beside the middle of the forehead than in it, and falls
 * steeply at the temples. Heights were chosen by looking at portraits from three sides. */
#define LINE_AXIS_Z 0.030f  /* depth of the axis, metres */
#define LINE_RADIUS 0.080f  /* distance from the axis to the skin, metres, about */
#define LINE_WAVY   0.0012f /* metres by which the line goes up and down by chance */
static const float line_front[][2] = {{0, 0.0505f},  {12, 0.0510f}, {22, 0.0530f}, {31, 0.0545f},
                                      {38, 0.0520f}, {45, 0.0440f}, {51, 0.0340f}, {57, 0.0260f},
                                      {63, 0.0150f}, {69, 0.0040f}, {75, -0.0020f}};
enum { LINE_FRONT = sizeof line_front / sizeof *line_front };

/* Interpolates rows {x, y} with growing x. *slope: dy/dx. */
static float interpolate(const float rows[][2], int count, float x, float *slope)
{
    int i = 1;

    while (i + 1 < count && x > rows[i][0]) i++;
    *slope = (rows[i][1] - rows[i - 1][1]) / (rows[i][0] - rows[i - 1][0]);
    const float from = fminf(fmaxf(x, rows[0][0]), rows[count - 1][0]);
    if (from != x) *slope = 0;

    return rows[i - 1][1] + (from - rows[i - 1][0]) * *slope;
}

float pd_factory_skin_inside_hairline(const pd_factory_skin_marks *m, const float at[3])
{
    const float brow = m->brow_inner[1];
    const float ear = m->eye[1];
    const float x = fabsf(at[0]);
    const float angle = 57.29578f * atan2f(x, at[2] - LINE_AXIS_Z);
    float line, slope;

    if (angle < line_front[LINE_FRONT - 1][0]) {
        const float way = LINE_RADIUS * angle / 57.29578f;
        line = brow + interpolate(line_front, LINE_FRONT, angle, &slope) +
               LINE_WAVY * (0.6f * sinf(way / 0.0016f) + 0.4f * sinf(way / 0.0037f + 1));
        slope *= 57.29578f / LINE_RADIUS;
    } else {
        /* Over the ear and behind it the height depends on the depth: down to the nape. */
        const float side[4][2] = {{-0.06f, ear - 0.085f},
                                  {-0.01f, ear - 0.07f},
                                  {0.035f, ear + 0.004f},
                                  {0.050f, brow + line_front[LINE_FRONT - 1][1]}};
        line = interpolate(side, 4, at[2], &slope);
    }

    return (at[1] - line) / sqrtf(1 + slope * slope);
}

/* Height of the upper edge of a beard on the cheek: from `front`, the edge beside the nose, down to the
 * mouth's height and up to the sideburn before the ear. Depths were chosen by looking at portraits. */
static float cheek_line(const pd_factory_skin_marks *m, float front, float z)
{
    const float at[4][2] = {{0.078f, m->eye[1] - 0.022f},
                            {0.084f, m->nose_wing[1] - 0.008f},
                            {0.098f, m->mouth[1] + 0.010f},
                            {0.116f, front}};

    if (z <= at[0][0]) return at[0][1];
    for (int i = 1; i < 4; i++)
        if (z <= at[i][0])
            return at[i - 1][1] + (z - at[i - 1][0]) / (at[i][0] - at[i - 1][0]) * (at[i][1] - at[i - 1][1]);

    return front;
}

/* Returns the density of hair on the lower face, 0 to 1. */
static float beard_at(const pd_factory_skin_marks *m, const pd_factory_skin_place *p, float x)
{
    const float *at = p->at;

    /* Compute the upper edge, from the moustache at the nose's wing to the sideburn before the ear. */
    const float t = clamp01((x - m->nose_wing[0]) / (0.060f - m->nose_wing[0]));
    const float edge =
        cheek_line(m, m->nose_wing[1] - 0.006f - 0.014f * sinf(3.14159f * fminf(1, t * 1.3f)), at[2]);
    const float under_nose = smooth_skin_paint(m->nose_tip[2] - 0.004f, m->nose_tip[2] - 0.010f, at[2]);
    const float below = smooth_skin_paint(edge + 0.008f, edge - 0.014f, at[1]) * (x < 0.02f ? under_nose : 1);
    const float low =
        m->neck[1] + 0.015f + 0.045f * clamp01((0.115f - at[2]) / 0.065f); /* rises to the ears */
    const float above = smooth_skin_paint(low, low + 0.030f, at[1]);
    const float before = smooth_skin_paint(0.040f, 0.052f, at[2]);
    const float bare = spot(at, 0.016f, m->lip_bottom[1] - 0.004f, m->chin[2], 0.006f);

    return below * above * before * p->head * (1 - p->lips) * (1 - p->ear) * (1 - 0.6f * bare);
}

/* Paints the brow, from the place of the point along it and across it. */
static void paint_brow(pd_factory_skin_look *out, const pd_factory_skin_marks *m,
                       const pd_factory_skin_place *p, float x)
{
    const float t = (x - m->brow_inner[0]) / (m->brow_outer[0] - m->brow_inner[0]);
    const float at = 8 * clamp01(t);
    const float share = at - floorf(at);
    const int i = at < 8 ? (int)at : 7;
    const float middle = m->brow_arch[i] + (at < 8 ? share : 1) * (m->brow_arch[i + 1] - m->brow_arch[i]);

    out->brow_across = fmaxf(-1, fminf(1, (p->at[1] - middle) / 0.012f));
    out->brow_along = t;
    out->brow = smooth_skin_paint(-0.16f, -0.08f, t) * smooth_skin_paint(1.16f, 1.08f, t) *
                smooth_skin_paint(1.0f, 0.85f, fabsf(out->brow_across)) * p->head *
                smooth_skin_paint(0.0f, 0.04f, p->at[2] - 0.06f);
}

/* Returns how much a point belongs to a nail of the left hand, 0 to 1. */
static float nail_at(const pd_factory_skin_marks *m, const pd_factory_skin_place *p, const float at[3])
{
    float most = 0;

    for (int f = 0; f < 5 && p->hand > 0.3f; f++) {
        const float *a = m->fingers[f][2];
        const float *b = m->fingers[f][3];
        const float *up = m->nails[f];
        const float length = skin_paint_distance(a, b);
        float along = 0;
        float off[3];
        float high = 0, wide = 0;
        for (int c = 0; c < 3; c++) along += (at[c] - a[c]) * (b[c] - a[c]) / length;
        for (int c = 0; c < 3; c++) {
            off[c] = at[c] - a[c] - along * (b[c] - a[c]) / length;
            high += off[c] * up[c];
        }

        for (int c = 0; c < 3; c++) wide += (off[c] - high * up[c]) * (off[c] - high * up[c]);
        const float facing = p->normal[0] * up[0] + p->normal[1] * up[1] + p->normal[2] * up[2];
        const float t = (along / length - 0.70f) / 0.30f;
        const float w = sqrtf(wide) / (f ? 0.0052f : 0.0068f);
        const float inside = t * t * 0.9f + w * w;
        if (high > 0 && length < 0.05f)
            most =
                fmaxf(most, smooth_skin_paint(1.0f, 0.75f, inside) * smooth_skin_paint(0.35f, 0.6f, facing));
    }

    return most;
}

void pd_factory_skin_paint(pd_factory_skin_look *out, const pd_factory_skin_marks *m,
                           const pd_factory_skin_place *at_place)
{
    pd_factory_skin_place with_corner = *at_place;
    const pd_factory_skin_place *p = &with_corner;

    with_corner.lips = fmaxf(at_place->lips, lips_at_corner(m, at_place));

    const float x = fabsf(p->at[0]);
    const float at[3] = {x, p->at[1], p->at[2]};
    const float y = p->at[1];
    const pd_factory_skin_place left = {
        .at = {x, p->at[1], p->at[2]},
        .normal = {p->at[0] < 0 ? -p->normal[0] : p->normal[0], p->normal[1], p->normal[2]},
        .lips = p->lips,
        .ear = p->ear,
        .hand = p->hand,
        .foot = p->foot,
        .head = p->head};
    const float head = p->head;
    const float front = head * smooth_skin_paint(0.0f, 0.35f, p->normal[2]);
    *out = (pd_factory_skin_look){.lips = p->lips};

    /* Palms and soles have less pigment and more blood; the other side of joints has more pigment. */
    const float palm = p->hand * smooth_skin_paint(0.1f, -0.45f, p->normal[1]);
    const float sole = p->foot * smooth_skin_paint(-0.35f, -0.7f, p->normal[1]);
    float joints = 0;
    for (int f = 0; f < 5; f++)
        for (int j = f ? 0 : 1; j < 3; j++)
            joints = fmaxf(joints, around(at, m->fingers[f][j], 0.010f) * p->hand * (1 - palm));
    const float elbow = around(at, m->elbow, 0.055f) * smooth_skin_paint(0.2f, -0.5f, p->normal[2]);
    const float knee = around(at, m->knee, 0.075f) * smooth_skin_paint(0.1f, 0.6f, p->normal[2]);
    float tips = 0;
    for (int f = 0; f < 5; f++) tips = fmaxf(tips, around(at, m->fingers[f][3], 0.012f) * p->hand);

    /* Paint the face: lids, circles below the eyes, areas that blood reddens. */
    const float ex = (x - m->eye[0]) / 0.022f;
    const float ey = (y - m->eye[1]) / 0.014f;
    const float lid = front * expf(-(ex * ex + ey * ey) * (ex * ex + ey * ey));
    const float circle = front * spot(at, m->eye[0] - 0.004f, m->eye[1] - 0.013f, m->eye_inner[2], 0.010f);
    const float cheek = front * spot(at, m->eye[0] + 0.014f, 0.5f * (m->eye[1] + m->mouth[1]) - 0.002f,
                                     m->eye_outer[2] - 0.002f, 0.020f);
    const float tip = front * around(at, m->nose_tip, 0.014f);
    const float wing = head * around(at, m->nose_wing, 0.009f);
    const float corner = front * around(at, m->eye_inner, 0.0045f);
    const float areola = smooth_skin_paint(1.15f, 0.75f, skin_paint_distance(at, m->nipple) / 0.017f);
    const float nipple = around(at, m->nipple, 0.006f);
    const float chest = spot(at, 0, m->neck[1] - 0.06f, m->eye[2] - 0.02f, 0.07f);

    out->melanin = 0.30f * joints + 0.30f * elbow + 0.28f * knee - 0.75f * palm - 0.75f * sole + 0.10f * lid +
                   0.16f * circle + 0.75f * areola - 0.10f * cheek;
    out->blood = 0.34f * cheek + 0.34f * tip + 0.26f * wing + 0.42f * p->ear * head +
                 0.14f * front * around(at, m->chin, 0.014f) + 0.14f * lid + 0.18f * circle + 0.2f * corner +
                 0.30f * joints + 0.34f * elbow + 0.28f * knee + 0.25f * palm + 0.3f * tips + 0.3f * sole +
                 0.55f * areola + 0.3f * nipple + 0.10f * chest -
                 0.06f * front * smooth_skin_paint(m->brow_inner[1] + 0.004f, m->brow_inner[1] + 0.02f, y);

    /* Paint the hair of beard, brows and scalp. */
    out->beard = beard_at(m, &left, x);
    out->scalp =
        smooth_skin_paint(SCALP_FROM, SCALP_TO, pd_factory_skin_inside_hairline(m, at)) * head * (1 - p->ear);
    out->nail = nail_at(m, &left, at);
    paint_brow(out, m, &left, x);

    /* Paint freckles and age spots on nose, cheeks and forehead,
     * shoulders, forearms and backs of the hands. */
    const float sun = smooth_skin_paint(0.2f, 0.7f, p->normal[1]) * (1 - head);
    out->spot = clamp01(
        front *
            (0.8f * cheek + 0.9f * spot(at, 0, m->eye[1] - 0.02f, m->nose_tip[2] - 0.01f, 0.024f) + 0.30f) *
            (1 - p->lips) +
        0.35f * sun * (1 - palm));

    /* Mark the edges of the lids. Roots of lashes are 2 to 3 mm apart. */
    float near = 1;
    for (int r = 0; r < m->lash_root_count; r++)
        near = fminf(near, skin_paint_distance(at, m->lash_roots[r]));
    out->lid_edge = head * smooth_skin_paint(0.0036f, 0.0012f, near);

    /* Oil makes forehead and nose smooth; lips are wet. */
    const float oil = front * (spot(at, 0, m->brow_inner[1] + 0.03f, m->eye_inner[2], 0.03f) + tip +
                               spot(at, 0, m->eye[1] - 0.014f, m->nose_tip[2] - 0.012f, 0.012f));
    out->roughness = 0.60f - 0.06f * head - 0.10f * clamp01(oil) - 0.16f * p->lips - 0.05f * lid -
                     0.28f * out->nail + 0.05f * (elbow + knee);

    /* Set the relief: wrinkles, creases and pores. */
    out->wrinkle =
        fmaxf(-1, fminf(1, (wrinkles(m, &left, x) + creases(m, &left, x)) * (1 - p->lips) * (1 - p->ear)));
    out->fold = fmaxf(-1, fminf(1, folds(m, &left, x) * (1 - p->lips)));
    out->pores = clamp01(0.45f + 0.35f * front + 0.4f * tip + 0.25f * cheek) * (1 - p->lips) *
                 (1 - out->nail) * (1 - 0.5f * lid);
}
