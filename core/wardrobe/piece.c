#include "core/wardrobe/piece.h"

#include "core/base/assert.h"
#include "core/wardrobe/cut.h"
#include "core/wardrobe/palette.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DENIM         "pattern-denim" /* texture */
#define PATTERN       "pattern-"
/* metres above the skin shown inside a hem over which the lift of the cloth fades */
#define LIFT_BAND     0.05f
#define LEAST_OUTWARD 0.5f /* length to which a direction is at least taken to be left on the line of a cut */
#define SMOOTHING     4    /* rounds over the neighbours of displacements */
#define CHEST         0.25f  /* metres above the hips that a part reaches if it is a top */
#define COVERS        0.05f  /* metres from skin within which cloth of another part covers it */
#define GRADIENT_STEP 0.001f /* metres */
#define COLLAR        0.075f /* metres: half the width of a neckline without depth */
#define SIDE_FADE     0.05f  /* metres from the front to the back over which a neckline loses its depth */
#define BACK_DEPTH    0.25f  /* of a neckline's depth that its back has */
#define ARMHOLE       1.0f   /* lean of a line at the shoulder, metres outwards for each metre down ... */
#define ARMHOLE_UP_TO 0.15f  /* ... which is gone at this length of the sleeve */
#define RAGGED        0.007f /* metres by which ends of cut hair differ */
#define LOCKS         22     /* around the head, of hair that is cut to a length */
#define LOCK_LENGTHS  0.032f /* metres by which their lengths differ */
/* Cut hair that ends beside the head falls in: over the last FALLS metres, up to FALLS_IN of its distance
 * from the skin over FALLS_LEAST metres. */
#define FALLS         0.060f
#define FALLS_IN      0.55f
#define FALLS_LEAST   0.008f
/* Half the width of the face that a fringe leaves free, metres: FACE_WIDE at the height of the fringe; it
 * grows by FACE_WIDER over the distance FACE_OPENS below. */
#define FACE_WIDE     0.048f
#define FACE_WIDER    0.024f
#define FACE_OPENS    0.050f
#define FACE_DEEP     0.085f /* metres before the neck joint where the face's front begins */
#define KEY_BYTES     32
#define STRAND_SLACK  1e-4f  /* share of an edge by which a strand may miss it */
#define STRAND_ROUNDS 64     /* over the triangles in which numbers are carried along strands */
#define STRAND_SPAN   0.01f  /* metres from a line */
#define END_SLACK     0.016f /* metres from a line within which a vertex is an end of strands */
#define ROOTLESS      0.25f  /* v from the root of a strand at which what a cut leaves of it is dropped */

static const struct {
    const char *name;
    float least, most;
} parameters[PD_WARDROBE_PARAMETER_COUNT] = {
#define ROW(id, name, least, most, doc) {name, least, most},
    PD_WARDROBE_PARAMETER_TABLE(ROW)
#undef ROW
};

/* ---- reading ---- */

static pd_status read_color(float out[3], const char *value, const char *place, pd_error *err)
{
    unsigned rgb[3];
    char more;

    if (strlen(value) != 6 || sscanf(value, "%2x%2x%2x%c", &rgb[0], &rgb[1], &rgb[2], &more) != 3)
        return pd_fail(err, PD_ERR_FORMAT, place, "colour \"%.20s\"; six hexadecimal digits expected", value);
    for (int c = 0; c < 3; c++) out[c] = pd_wardrobe_linear(rgb[c] / 255.0);

    return PD_OK;
}

static pd_status read_number_piece(float *out, const char *value, float least, float most, const char *key,
                                   const char *place, pd_error *err)
{
    char *end;
    const float number = strtof(value, &end);

    if (!*value || *end || !(number >= least && number <= most))
        return pd_fail(err, PD_ERR_RANGE, place, "%.20s=%.20s; %g to %g allowed", key, value, (double)least,
                       (double)most);
    *out = number;

    return PD_OK;
}

/* One parameter of a part: its number ends the key. */
static pd_status read_part(pd_wardrobe_piece *out, const pd_wardrobe *w, const char *key, const char *value,
                           const char *place, pd_error *err)
{
    char what[KEY_BYTES], texture[PD_MODEL_NAME_BYTES];
    int part;

    if (sscanf(key, "%31[a-z]%2d", what, &part) != 2 || part < 0 || part >= PD_WARDROBE_PARTS_MAX)
        return pd_fail(err, PD_ERR_FORMAT, place,
                       "unknown parameter \"%.30s\"; a parameter of the item expected", key);
    if (!strcmp(what, "color")) {
        out->has_color[part] = true;
        return read_color(out->colors[part], value, place, err);
    }

    if (!strcmp(what, "tile")) return read_number_piece(&out->tiles[part], value, 0.05f, 20, key, place, err);
    if (strcmp(what, "pattern"))
        return pd_fail(err, PD_ERR_FORMAT, place,
                       "unknown parameter \"%.30s\"; a parameter of the item expected", key);

    snprintf(texture, sizeof texture, PATTERN "%.20s", value);
    out->textures[part] = pd_wardrobe_texture_find(w, texture);
    if (out->textures[part] >= 0) return PD_OK;

    return pd_fail(err, PD_ERR_FORMAT, place,
                   "the file has no texture \"%.60s\"; a texture of the file expected", texture);
}

pd_status pd_wardrobe_piece_read(pd_wardrobe_piece *out, const pd_wardrobe *w, const char *text,
                                 const char *place, pd_error *err)
{
    *out = (pd_wardrobe_piece){0};
    for (int p = 0; p < PD_WARDROBE_PARAMETER_COUNT; p++) out->values[p] = NAN;
    for (int p = 0; p < PD_WARDROBE_PARTS_MAX; p++) {
        out->textures[p] = -1;
        out->tiles[p] = 1;
    }

    /* Words KEY=VALUE, separated by blanks. */
    for (const char *at = text + strspn(text, " "); *at; at += strspn(at, " ")) {
        char key[KEY_BYTES], value[PD_MODEL_NAME_BYTES];
        int length = 0;
        if (sscanf(at, "%31[a-z0-9]=%31[^ ]%n", key, value, &length) != 2)
            return pd_fail(err, PD_ERR_FORMAT, place, "\"%.40s\"; KEY=VALUE expected", at);
        at += length;

        int p = 0;
        while (p < PD_WARDROBE_PARAMETER_COUNT && strcmp(parameters[p].name, key) != 0) p++;
        const pd_status status = p < PD_WARDROBE_PARAMETER_COUNT
                                     ? read_number_piece(&out->values[p], value, parameters[p].least,
                                                         parameters[p].most, key, place, err)
                                     : read_part(out, w, key, value, place, err);
        if (status != PD_OK) return status;
    }

    return PD_OK;
}

/* ---- cuts ---- */

/* Which parts of an item a cut goes through. */
typedef enum reach { ALL_PARTS, TOPS } reach;

/* A cut: its field, and how far inside of its line skin is still shown, metres. */
typedef struct cut {
    pd_wardrobe_parameter parameter;
    reach reach;
    float margin;
    float (*field)(const float p[3], float value, const float *marks);
} cut;

static float piece_between(const float *marks, int from, int to, float share)
{
    return marks[from] + share * (marks[to] - marks[from]);
}

static float sleeve_field(const float p[3], float value, const float *m)
{
    /* Near the shoulder the line leans outwards below it, so that it runs around the arm and not through the
     * side of the trunk. */
    const float lean = ARMHOLE * fminf(1, fmaxf(0, 1 - value / ARMHOLE_UP_TO));
    const float below = fmaxf(0, m[PD_WARDROBE_MARK_SHOULDER_Y] - p[1]);
    const float across =
        piece_between(m, PD_WARDROBE_MARK_SHOULDER_X, PD_WARDROBE_MARK_WRIST_X, value) - fabsf(p[0]);

    return (across + lean * below) / sqrtf(1 + lean * lean);
}

static float leg_field(const float p[3], float value, const float *m)
{
    return p[1] - piece_between(m, PD_WARDROBE_MARK_HIP_Y, PD_WARDROBE_MARK_ANKLE_Y, value);
}

static float hem_field(const float p[3], float value, const float *m)
{
    return p[1] - m[PD_WARDROBE_MARK_HIP_Y] - value;
}

/* Depth of a neckline at a point: all of it in front, a part of it behind. */
static float neck_depth(const float p[3], float value, const float *m)
{
    const float front = fminf(1, fmaxf(0, 0.5f + (p[2] - m[PD_WARDROBE_MARK_NECK_Z]) / SIDE_FADE));
    const float soft = front * front * (3 - 2 * front);
    return value * (BACK_DEPTH + (1 - BACK_DEPTH) * soft);
}

static float scoop_field(const float p[3], float value, const float *m)
{
    const float depth = neck_depth(p, value, m);
    const float wide = COLLAR + 0.3f * value;
    const float x = p[0] / wide;
    const float y = fminf(0, p[1] - m[PD_WARDROBE_MARK_NECK_Y]) / fmaxf(depth, 0.005f);
    return (hypotf(x, y) - 1) * fminf(wide, fmaxf(depth, 0.005f));
}

static float vneck_field(const float p[3], float value, const float *m)
{
    const float depth = fmaxf(neck_depth(p, value, m), 0.005f);
    const float wide = COLLAR;
    const float above = p[1] - m[PD_WARDROBE_MARK_NECK_Y] + depth;
    return (fabsf(p[0]) - above * wide / depth) * depth / hypotf(depth, wide);
}

static float shaft_field(const float p[3], float value, const float *m)
{
    return m[PD_WARDROBE_MARK_GROUND_Y] + value - p[1];
}

/* Ends of cut hair differ a little in height. */
static float ragged(const float p[3])
{
    return RAGGED * (sinf(90 * p[0] + 1.3f) + sinf(70 * p[2]) + sinf(150 * (p[0] - p[2]))) / 2;
}

/* Hair that is cut ends in locks of different length: metres by which its end is higher at an angle about the
 * head, smooth between random values. */
static float lock_end(const float p[3], const float *m)
{
    const float place = LOCKS * (0.5f + atan2f(p[0], p[2] - m[PD_WARDROBE_MARK_NECK_Z]) / 6.2831853f);
    const float along = place - floorf(place);
    const float soft = along * along * (3 - 2 * along);
    float ends[2];

    for (int i = 0; i < 2; i++) {
        const uint32_t mixed = (((uint32_t)(int)floorf(place) + (uint32_t)i) % LOCKS + 7) * 2654435761u;
        ends[i] = (float)(mixed >> 20 & 255) / 255 - 0.5f;
    }

    return LOCK_LENGTHS * (ends[0] + soft * (ends[1] - ends[0]));
}

static float length_field(const float p[3], float value, const float *m)
{
    return p[1] - m[PD_WARDROBE_MARK_NOSE_Y] + value + ragged(p) - lock_end(p, m);
}

/* Hair beside the face, or behind its front, stays. The face is wider below the fringe than at its height, so
 * that the fringe runs into the hair beside the face without a step, and no hair hangs before the temple. */
static float fringe_field(const float p[3], float value, const float *m)
{
    const float above = p[1] - m[PD_WARDROBE_MARK_NOSE_Y] - value + 0.3f * ragged(p);
    const float t = fmaxf(0, fminf(1, -above / FACE_OPENS));
    const float beside = fabsf(p[0]) - FACE_WIDE - FACE_WIDER * t * (2 - t);
    const float behind = m[PD_WARDROBE_MARK_NECK_Z] + FACE_DEEP - p[2];
    return fmaxf(above, fmaxf(beside, behind));
}

static const cut cuts[] = {
    {PD_WARDROBE_SLEEVE, ALL_PARTS, 0.02f, sleeve_field},
    {PD_WARDROBE_LEG, ALL_PARTS, 0.018f, leg_field},
    {PD_WARDROBE_HEM, TOPS, 0.03f, hem_field},
    {PD_WARDROBE_SCOOP, TOPS, 0.02f, scoop_field},
    {PD_WARDROBE_VNECK, TOPS, 0.02f, vneck_field},
    {PD_WARDROBE_SHAFT, ALL_PARTS, 0.015f, shaft_field},
    {PD_WARDROBE_LENGTH, ALL_PARTS, 0.03f, length_field},
    {PD_WARDROBE_FRINGE, ALL_PARTS, 0.03f, fringe_field},
};
enum { CUTS = sizeof cuts / sizeof *cuts };

/* Marks the vertices of the parts that a cut goes through. */
static void mark_reach(unsigned char *is_reached, const pd_wardrobe_item *item, const cut *c,
                       const float *marks)
{
    memset(is_reached, 0, (size_t)item->vertex_count);
    for (int p = 0; p < item->part_count; p++) {
        const pd_wardrobe_part *part = &item->parts[p];
        const uint16_t *faces = item->faces + 3 * (size_t)part->first_face;
        float top = -INFINITY;
        for (int i = 0; i < 3 * part->face_count; i++) {
            const size_t vertex = item->corners[faces[i]];
            top = fmaxf(top, item->rest[3 * vertex + 1]);
        }

        if (c->reach == TOPS && top < marks[PD_WARDROBE_MARK_HIP_Y] + CHEST) continue;
        for (int i = 0; i < 3 * part->face_count; i++) is_reached[item->corners[faces[i]]] = 1;
    }
}

/* Writes the gradient of a cut's field at a point. Returns the square of its length. */
static float find_gradient(float out[3], const cut *c, float value, const float *marks, const float *p)
{
    const float field = c->field(p, value, marks);
    float square = 0;

    for (int k = 0; k < 3; k++) {
        float at[3] = {p[0], p[1], p[2]};
        at[k] += GRADIENT_STEP;
        out[k] = (c->field(at, value, marks) - field) / GRADIENT_STEP;
        square += out[k] * out[k];
    }

    return square;
}

/* Whether cloth that the cut does not reach covers a skin point: not only beside it, but also as far towards
 * the line as half of the margin. So skin is still shown inside the edge of that cloth, for instance below
 * the waistband that a short top leaves bare. */
static bool is_covered(const float *skin, float value, const pd_wardrobe_item *item, const pd_wardrobe *w,
                       const cut *c, const float *fields, const unsigned char *is_reached)
{
    const float field = c->field(skin, value, w->marks);

    /* The point, moved by the margin along the gradient of the field. */
    float along[3];
    const float square = find_gradient(along, c, value, w->marks, skin);
    const float scale = square > 0 ? c->margin / sqrtf(square) : 0;

    for (size_t i = 0; i < (size_t)item->vertex_count; i++) {
        const float *p = item->rest + 3 * i;
        if (is_reached[i] || fields[i] < field + c->margin / 2) continue;
        const float x = p[0] - skin[0] - scale * along[0];
        const float y = p[1] - skin[1] - scale * along[1];
        const float z = p[2] - skin[2] - scale * along[2];
        if (x * x + y * y + z * z < COVERS * COVERS) return true;
    }

    return false;
}

/* Shows the skin that the item hides beyond the line, as whole triangles, because one with a hidden corner is
 * not drawn; and the vertices within the margin of the line. marks (skin vertices): scratch. */
static void show_skin(pd_wardrobe_item *item, const pd_wardrobe *w, const cut *c, float value,
                      const float *fields, const unsigned char *is_reached, unsigned char *marks)
{
    enum { HIDDEN = 1, ASKED = 2, BARE = 4, SHOWN = 8 };
    const pd_wardrobe_skin *skin = &w->skin;

    memset(marks, 0, (size_t)w->skin_vertex_count);
    for (int h = 0; h < item->hide_count; h++) marks[item->hides[h]] = HIDDEN | ASKED;
    for (int f = 0; f < skin->face_count; f++) {
        const uint16_t *face = skin->faces + 3 * (size_t)f;
        unsigned char any = 0;
        for (int k = 0; k < 3; k++) any |= marks[skin->corners[face[k]]];
        for (int k = 0; k < 3 && (any & HIDDEN); k++) marks[skin->corners[face[k]]] |= ASKED;
    }

    /* Corners of these triangles within the margin, then triangles with a corner beyond the line, unless
     * cloth covers it. */
    for (int v = 0; v < w->skin_vertex_count; v++) {
        const float *at = w->body + 3 * (size_t)v;
        const float field = marks[v] & ASKED ? c->field(at, value, w->marks) : c->margin;
        if (field < c->margin && !is_covered(at, value, item, w, c, fields, is_reached))
            marks[v] |= field < 0 ? BARE | SHOWN : SHOWN;
    }

    for (int f = 0; f < skin->face_count; f++) {
        const uint16_t *face = skin->faces + 3 * (size_t)f;
        unsigned char any = 0;
        for (int k = 0; k < 3; k++) any |= marks[skin->corners[face[k]]];
        for (int k = 0; k < 3 && (any & BARE); k++) marks[skin->corners[face[k]]] |= SHOWN;
    }

    int kept = 0;
    for (int h = 0; h < item->hide_count; h++)
        if (!(marks[item->hides[h]] & SHOWN)) item->hides[kept++] = item->hides[h];
    item->hide_count = kept;
}

/* Fields of a cut at the vertices; those of parts that it does not reach are far inside when `is_cutting`. */
static void fill_fields(float *fields, const pd_wardrobe_item *item, const pd_wardrobe *w, const cut *c,
                        float value, const unsigned char *is_reached, bool is_cutting)
{
    for (size_t i = 0; i < (size_t)item->vertex_count; i++)
        fields[i] = is_cutting && !is_reached[i] ? 1 : c->field(item->rest + 3 * i, value, w->marks);
}

/* Spreads the least value of connected vertices over the triangles whose vertices are all inside; fields
 * NULL: over all. */
static void spread_least(float *values, const pd_wardrobe_item *item, const float *fields)
{
    bool is_moving = true;

    for (int round = 0; is_moving; round++) {
        is_moving = false;
        for (int f = 0; f < item->face_count; f++) {
            const uint16_t *face = item->faces + 3 * (size_t)(round % 2 ? item->face_count - 1 - f : f);
            for (int k = 0; k < 3; k++) {
                const size_t a = item->corners[face[k]];
                const size_t b = item->corners[face[(k + 1) % 3]];
                if (values[a] == values[b]) continue;
                if (fields && (fields[a] < -PD_WARDROBE_CUT_SNAP || fields[b] < -PD_WARDROBE_CUT_SNAP))
                    continue;
                values[a] = values[b] = fminf(values[a], values[b]);
                is_moving = true;
            }
        }
    }
}

/* Sets the field outside on hair that the cut separates from its roots: such ends would float in the air. */
static bool drop_rootless(float *fields, const pd_wardrobe_item *item)
{
    const size_t n = (size_t)item->vertex_count;
    float *left = malloc(2 * n * sizeof *left);
    float *whole = left + n;

    if (!left) return false;
    for (size_t i = 0; i < n; i++) left[i] = INFINITY;
    for (size_t c = 0; c < (size_t)item->corner_count; c++)
        left[item->corners[c]] = fminf(left[item->corners[c]], item->uvs[2 * c + 1]);
    memcpy(whole, left, n * sizeof *left);
    spread_least(whole, item, NULL);
    spread_least(left, item, fields);
    for (size_t i = 0; i < n; i++)
        if (left[i] > whole[i] + ROOTLESS) fields[i] = fminf(fields[i], -1);
    free(left);

    return true;
}

/* The point of the edge b c of a triangle at which the strand through its corner a enters it, at the share t
 * from b to c. Strands have one u. */
typedef struct strand_step {
    size_t a, b, c; /* vertices */
    float t, v, v_a;
} strand_step;

static bool step_of(strand_step *out, const pd_wardrobe_item *item, const uint16_t face[3], int k)
{
    const size_t corners[3] = {face[k], face[(k + 1) % 3], face[(k + 2) % 3]};
    const float *a = item->uvs + 2 * corners[0];
    const float *b = item->uvs + 2 * corners[1];
    const float *c = item->uvs + 2 * corners[2];
    const float across = c[0] - b[0];
    const float t = fabsf(across) > 1e-6f ? (a[0] - b[0]) / across : -1;

    if (!(t >= -STRAND_SLACK && t <= 1 + STRAND_SLACK)) return false;
    *out = (strand_step){.a = item->corners[corners[0]],
                         .b = item->corners[corners[1]],
                         .c = item->corners[corners[2]],
                         .t = fminf(1, fmaxf(0, t)),
                         .v = b[1] + t * (c[1] - b[1]),
                         .v_a = a[1]};

    return true;
}

/* Returns the distance from the corner a to the point of the edge b c. */
static float step_length(const strand_step *s, const pd_wardrobe_item *item)
{
    float square = 0;

    for (size_t x = 0; x < 3; x++) {
        const float from = item->rest[3 * s->b + x];
        const float to = item->rest[3 * s->c + x];
        const float d = from + s->t * (to - from) - item->rest[3 * s->a + x];
        square += d * d;
    }

    return sqrtf(square);
}

/* Carries the least value along strands. to_roots false: from roots to tips, so that what a strand has nearer
 * to its root it has farther on. true: from tips to roots, with the length of the way added, so that
 * distances are carried. */
static void carry_least(float *values, const pd_wardrobe_item *item, bool to_roots)
{
    bool is_moving = true;

    for (int round = 0; is_moving && round < STRAND_ROUNDS; round++) {
        is_moving = false;
        for (int f = 0; f < item->face_count; f++) {
            const uint16_t *face = item->faces + 3 * (size_t)(round % 2 ? item->face_count - 1 - f : f);
            for (int k = 0; k < 3; k++) {
                strand_step s;
                if (!step_of(&s, item, face, k) || !(to_roots ? s.v > s.v_a : s.v < s.v_a)) continue;
                float value = values[s.b] + s.t * (values[s.c] - values[s.b]);
                if (to_roots) value += step_length(&s, item);
                if (value < values[s.a] - 1e-6f) {
                    values[s.a] = value;
                    is_moving = true;
                }
            }
        }
    }
}

/* Sets the field outside on what a strand has beyond the place where it first crosses the line: a strand that
 * is cut does not go on behind the cut. */
static bool end_strands(float *fields, const pd_wardrobe_item *item)
{
    const size_t n = (size_t)item->vertex_count;
    float *least = malloc(n * sizeof *least);

    if (!least) return false;

    /* Values far outside would spread sideways where a strand runs between two vertices. */
    for (size_t i = 0; i < n; i++) least[i] = fmaxf(-STRAND_SPAN, fminf(STRAND_SPAN, fields[i]));
    carry_least(least, item, false);
    for (size_t i = 0; i < n; i++)
        if (least[i] < 0) fields[i] = fminf(fields[i], least[i]);
    free(least);

    return true;
}

/* Gives hair the texture coordinates of tips, by the distance along its strands from where the line ends
 * them; by the distance from the line on the cap below and, if the cut is one to a length, where no strand
 * leads to the line. */
static pd_status mark_tips(pd_wardrobe_item *item, const pd_wardrobe *w, const cut *c, float value,
                           pd_error *err)
{
    const size_t n = (size_t)item->vertex_count;
    unsigned char *is_reached = calloc(n, 1);
    float *fields = malloc(2 * n * sizeof *fields);
    float *ends = fields + n;

    if (!is_reached || !fields) {
        free(is_reached);
        free(fields);
        return pd_fail(err, PD_ERR_MEMORY, item->name, "out of memory");
    }

    mark_reach(is_reached, item, c, w->marks);
    for (size_t i = 0; i < n; i++) {
        fields[i] = fmaxf(0, c->field(item->rest + 3 * i, value, w->marks));
        ends[i] = fields[i] < END_SLACK ? fields[i] : 1;
    }

    carry_least(ends, item, true);
    for (int p = 0; p < item->part_count; p++) {
        const pd_wardrobe_part *part = &item->parts[p];
        const bool is_cap = p > 0 && p == item->part_count - 1;
        for (int i = 3 * part->first_face; i < 3 * (part->first_face + part->face_count); i++) {
            const size_t corner = item->faces[i];
            const size_t vertex = item->corners[corner];
            const bool is_far = is_cap || (ends[vertex] >= 1 && c->parameter == PD_WARDROBE_LENGTH);
            const float share = (is_far ? fields : ends)[vertex] / PD_WARDROBE_HAIR_TIP;
            if (is_reached[vertex] && share < 1)
                item->uvs[2 * corner + 1] =
                    fmaxf(item->uvs[2 * corner + 1], 1 - share * (1 - PD_WARDROBE_HAIR_TIP_V));
        }
    }

    free(is_reached);
    free(fields);

    return PD_OK;
}

/* Applies one cut to *item, which is replaced. */
static pd_status apply_cut(pd_wardrobe_item *item, const pd_wardrobe *w, const cut *c, float value,
                           pd_error *err)
{
    const size_t n = (size_t)item->vertex_count;
    unsigned char *is_reached = malloc(n);
    unsigned char *skin = malloc((size_t)w->skin_vertex_count + 1);
    float *fields = malloc(n * sizeof *fields);
    pd_wardrobe_item next = {0};
    pd_status status =
        is_reached && skin && fields ? PD_OK : pd_fail(err, PD_ERR_MEMORY, item->name, "out of memory");

    /* Skin first, while the parts that cover it are whole. */
    if (status == PD_OK) {
        mark_reach(is_reached, item, c, w->marks);
        fill_fields(fields, item, w, c, value, is_reached, false);
        show_skin(item, w, c, value, fields, is_reached, skin);
        fill_fields(fields, item, w, c, value, is_reached, true);
        status = item->slot != PD_WARDROBE_HAIR || (end_strands(fields, item) && drop_rootless(fields, item))
                     ? pd_wardrobe_cut(&next, item, fields, err)
                     : pd_fail(err, PD_ERR_MEMORY, item->name, "out of memory");
    }

    free(fields);
    free(skin);
    if (status == PD_OK) {
        pd_wardrobe_item_deinit(item);
        *item = next;
    }

    free(is_reached);
    return status == PD_OK && item->slot == PD_WARDROBE_HAIR ? mark_tips(item, w, c, value, err) : status;
}

/* ---- displacements ---- */

/* Directions away from the skin at each vertex, (n,3): from its anchors on the template, smoothed over the
 * triangles, unit length. sums (n,4): scratch. */
static void find_directions(float *out, float *sums, const pd_wardrobe_item *item, const pd_wardrobe *w)
{
    for (size_t i = 0; i < (size_t)item->vertex_count; i++)
        for (size_t c = 0; c < 3; c++) {
            float from = 0;
            for (size_t a = 0; a < 3; a++)
                from += item->anchor_weights[3 * i + a] * w->body[3 * (size_t)item->anchors[3 * i + a] + c];
            out[3 * i + c] = item->rest[3 * i + c] - from;
        }
    for (int round = 0; round <= SMOOTHING; round++) {
        for (size_t i = 0; i < (size_t)item->vertex_count; i++) {
            float *d = out + 3 * i;
            const float length = sqrtf(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
            for (int c = 0; c < 3; c++) d[c] /= fmaxf(length, 1e-6f);
        }

        if (round == SMOOTHING) return;

        /* Mean over the triangles of a vertex; its own direction counts once for each. */
        memset(sums, 0, 4 * (size_t)item->vertex_count * sizeof *sums);
        for (size_t f = 0; f < (size_t)item->face_count; f++)
            for (size_t k = 0; k < 3; k++)
                for (size_t j = 0; j < 3; j++) {
                    const size_t to = item->corners[item->faces[3 * f + k]];
                    const size_t from = item->corners[item->faces[3 * f + j]];
                    for (size_t c = 0; c < 3; c++) sums[4 * to + c] += out[3 * from + c];
                }
        for (size_t i = 0; i < (size_t)item->vertex_count; i++)
            memcpy(out + 3 * i, sums + 4 * i, 3 * sizeof *out);
    }
}

/* Takes the component along a cut's gradient out of a direction of unit length, by `share` of it: a hem that
 * moves that way stays on the line of the cut. */
static void stay_on_line(float direction[3], const cut *c, float value, const float *marks, const float *p,
                         float share)
{
    float gradient[3];
    float along = 0, left = 0;
    const float square = find_gradient(gradient, c, value, marks, p);

    if (square <= 0) return;
    for (int i = 0; i < 3; i++) along += gradient[i] * direction[i];
    for (int i = 0; i < 3; i++) {
        direction[i] -= share * along / square * gradient[i];
        left += direction[i] * direction[i];
    }

    for (int i = 0; i < 3; i++) direction[i] /= fmaxf(sqrtf(left), LEAST_OUTWARD);
}

/* Lift of the cloth near the hems of all cuts, (n); the largest counts. directions (n,3): those of the lift.
 * fields (n), is_reached (n): scratch. */
static void find_lift(float *out, float *directions, float *fields, unsigned char *is_reached,
                      const pd_wardrobe_item *item, const pd_wardrobe *w, const pd_wardrobe_piece *piece)
{
    memset(out, 0, (size_t)item->vertex_count * sizeof *out);
    for (int k = 0; k < CUTS; k++) {
        const float value = piece->values[cuts[k].parameter];
        if (isnan(value)) continue;
        mark_reach(is_reached, item, &cuts[k], w->marks);
        fill_fields(fields, item, w, &cuts[k], value, is_reached, true);
        for (size_t i = 0; i < (size_t)item->vertex_count; i++) {
            const float share = fminf(1, 1 - fmaxf(0, fields[i] - cuts[k].margin) / LIFT_BAND);
            if (share <= 0) continue;
            out[i] = fmaxf(out[i], PD_WARDROBE_HEM_LIFT * share);
            stay_on_line(directions + 3 * i, &cuts[k], value, w->marks, item->rest + 3 * i, share);
        }
    }
}

/* Moves the last centimetres of hair that was cut to a length towards the skin,
 * where they hang beside the head. */
static void fall_in(pd_wardrobe_item *item, const pd_wardrobe *w, float length)
{
    const float *marks = w->marks;

    for (size_t i = 0; i < (size_t)item->vertex_count; i++) {
        float *p = item->rest + 3 * i;
        float off[3];
        float square = 0;
        const float left = 1 - fmaxf(0, length_field(p, length, marks)) / FALLS;
        const float beside = fminf(1, fmaxf(0, (p[1] - marks[PD_WARDROBE_MARK_NECK_Y]) / FALLS));
        if (left <= 0 || beside <= 0) continue;
        for (size_t c = 0; c < 3; c++) {
            off[c] = p[c];
            for (size_t a = 0; a < 3; a++)
                off[c] -= item->anchor_weights[3 * i + a] * w->body[3 * (size_t)item->anchors[3 * i + a] + c];
            square += off[c] * off[c];
        }

        const float height = sqrtf(square);
        const float by = FALLS_IN * beside * left * fmaxf(0, height - FALLS_LEAST);
        for (int c = 0; c < 3 && height > 0; c++) p[c] -= by / height * off[c];
    }
}

/* Moves cloth away from the skin: lift of hems, fit and flare. */
static pd_status displace(pd_wardrobe_item *item, const pd_wardrobe *w, const pd_wardrobe_piece *piece,
                          pd_error *err)
{
    const size_t n = (size_t)item->vertex_count;
    const float *v = piece->values;
    const float fit = isnan(v[PD_WARDROBE_FIT]) ? 0 : v[PD_WARDROBE_FIT];
    const float flare = isnan(v[PD_WARDROBE_FLARE]) ? 0 : v[PD_WARDROBE_FLARE];
    float *directions = malloc(8 * n * sizeof *directions);
    float *sums = directions + 3 * n;
    float *lift = sums + 4 * n;
    unsigned char *is_reached = malloc(n);

    if (!directions || !is_reached) {
        free(directions);
        free(is_reached);
        return pd_fail(err, PD_ERR_MEMORY, item->name, "out of memory");
    }

    find_directions(directions, sums, item, w);
    find_lift(lift, directions, sums, is_reached, item, w, piece);

    const float ankle = w->marks[PD_WARDROBE_MARK_ANKLE_Y];
    const float knee = piece_between(w->marks, PD_WARDROBE_MARK_HIP_Y, PD_WARDROBE_MARK_ANKLE_Y, 0.5f);
    for (size_t i = 0; i < n; i++) {
        float *p = item->rest + 3 * i;
        float *d = directions + 3 * i;
        const float by = fit + lift[i];
        const float below = fminf(1, fmaxf(0, (knee - p[1]) / (knee - ankle)));
        const float wide = flare * below * below;
        const float across = fmaxf(hypotf(d[0], d[2]), 1e-6f);
        for (int c = 0; c < 3; c++) p[c] += by * d[c] + (c == 1 ? 0 : wide * d[c] / across);
    }

    free(directions);
    free(is_reached);

    return PD_OK;
}

/* ---- a piece ---- */

/* Copies an item without cutting it. */
static pd_status copy_item(pd_wardrobe_item *out, const pd_wardrobe_item *in, pd_error *err)
{
    float *inside = malloc((size_t)in->vertex_count * sizeof *inside);

    if (!inside) return pd_fail(err, PD_ERR_MEMORY, in->name, "out of memory");
    for (int i = 0; i < in->vertex_count; i++) inside[i] = 1;
    const pd_status status = pd_wardrobe_cut(out, in, inside, err);
    free(inside);

    return status;
}

/* Shares the arrays of an item, but for parts and texture coordinates. */
static pd_status share_item(pd_wardrobe_item *out, const pd_wardrobe_item *in, pd_error *err)
{
    *out = *in;
    out->is_shared = true;
    out->uvs = malloc(2 * (size_t)in->corner_count * sizeof *out->uvs);
    out->parts = malloc((size_t)in->part_count * sizeof *out->parts);
    if (!out->uvs || !out->parts) {
        pd_wardrobe_item_deinit(out);
        *out = (pd_wardrobe_item){0};
        return pd_fail(err, PD_ERR_MEMORY, in->name, "out of memory");
    }

    memcpy(out->uvs, in->uvs, 2 * (size_t)in->corner_count * sizeof *out->uvs);
    memcpy(out->parts, in->parts, (size_t)in->part_count * sizeof *out->parts);

    return PD_OK;
}

/* Returns whether a part keeps the picture of seams and wear that it shows:
 * denim is what that shows of trousers. */
static bool keeps_shade(const pd_wardrobe_part *part, const pd_wardrobe *w, int texture)
{
    return part->texture < 0 && part->shade && !strcmp(w->textures[texture].name, DENIM);
}

/* Colours, patterns and tiles of the parts. */
static pd_status paint(pd_wardrobe_item *item, const pd_wardrobe *w, const pd_wardrobe_piece *piece,
                       pd_error *err)
{
    unsigned char *is_done = calloc((size_t)item->corner_count, 1);

    if (!is_done) return pd_fail(err, PD_ERR_MEMORY, item->name, "out of memory");
    for (int p = 0; p < item->part_count; p++) {
        pd_wardrobe_part *part = &item->parts[p];
        if (piece->has_color[p]) memcpy(part->color, piece->colors[p], sizeof part->color);
        if (piece->textures[p] >= 0 && !keeps_shade(part, w, piece->textures[p]))
            part->texture = piece->textures[p];

        const uint16_t *corners = item->faces + 3 * (size_t)part->first_face;
        for (int i = 0; i < 3 * part->face_count; i++) {
            float *uv = item->uvs + 2 * (size_t)corners[i];
            if (!is_done[corners[i]]) {
                uv[0] *= piece->tiles[p];
                uv[1] *= piece->tiles[p];
            }

            is_done[corners[i]] = 1;
        }
    }

    free(is_done);

    return PD_OK;
}

pd_status pd_wardrobe_piece_make(pd_wardrobe_item *out, const pd_wardrobe *w, int base,
                                 const pd_wardrobe_piece *piece, pd_error *err)
{
    PD_ASSERT(base >= 0 && base < w->item_count);
    const pd_wardrobe_item *from = &w->items[base];
    bool is_shaped = false;
    for (int p = 0; p < PD_WARDROBE_PARAMETER_COUNT; p++) is_shaped |= !isnan(piece->values[p]);
    *out = (pd_wardrobe_item){0};
    if (is_shaped && !w->body)
        return pd_fail(err, PD_ERR_FORMAT, from->name,
                       "cut is given, but the file has no template of the body; body.template is needed");

    /* Paint first, while the parts have their numbers: a cut may drop some. */
    pd_status status = is_shaped ? copy_item(out, from, err) : share_item(out, from, err);
    if (status != PD_OK) return status;
    out->base = base;
    status = paint(out, w, piece, err);

    /* Cuts, then what moves the cloth that is left. */
    for (int c = 0; c < CUTS && status == PD_OK; c++)
        if (!isnan(piece->values[cuts[c].parameter]))
            status = apply_cut(out, w, &cuts[c], piece->values[cuts[c].parameter], err);
    if (status == PD_OK && is_shaped && out->slot != PD_WARDROBE_HAIR) status = displace(out, w, piece, err);
    if (status == PD_OK && out->slot == PD_WARDROBE_HAIR && !isnan(piece->values[PD_WARDROBE_LENGTH]))
        fall_in(out, w, piece->values[PD_WARDROBE_LENGTH]);
    if (status != PD_OK) {
        pd_wardrobe_item_deinit(out);
        *out = (pd_wardrobe_item){0};
    }

    return status;
}
