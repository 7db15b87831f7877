#include "core/wardrobe/export/hat.h"

#include "core/math/triangle_tree.h"
#include "core/wardrobe/hair_loss.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define AROUND    72     /* directions around the axis */
#define STEP      0.003f /* metres between two heights at which the crown is measured */
/* change of the distance with height below which a surface belongs to the crown: a brim is flatter */
#define STEEP     0.8f
/* Distance from the axis, in those at half the height, beyond which a surface is of the brim. */
#define WIDER     1.4f
#define WIDEST    0.3f /* metres: longest distance from the axis that is looked for */
/* further metres between crown and hair that is out of sight: on other heads both move apart a little */
#define MORE_ROOM 0.014f
#define OVER_SKIN 0.002f /* metres from the skin that hair keeps */
#define BARE      0.02f  /* metres below the rim from which hair keeps off the skin wholly */
#define TAU       6.2831853f

/* The crown of a hat. */
typedef struct crown {
    float axis[2];                        /* x and z */
    float height[AROUND], radius[AROUND]; /* of the rim */
} crown;

/* Returns the distance from the axis at which a horizontal line first meets the hat;
 * INFINITY: it does not. */
static float distance_at(const pd_triangle_tree *tree, const crown *c, float height, float angle)
{
    float nearest = INFINITY;
    pd_triangle_line line = {
        .from = {c->axis[0], height, c->axis[1]}, .along = {sinf(angle), 0, cosf(angle)}, .farthest = WIDEST};
    for (int side = -1; side <= 1; side += 2) {
        float far;
        line.sign = (float)side;
        if (pd_triangle_tree_meet(&far, tree, &line) >= 0) nearest = fminf(nearest, far);
    }

    return nearest;
}

/* Finds the rim: in each direction the lowest place where the hat is steep and not much wider than at half
 * its height, as the edge of a brim is. */
static void find_rim(crown *c, const pd_triangle_tree *tree, float low, float high)
{
    for (int a = 0; a < AROUND; a++) {
        const float angle = TAU * (float)a / AROUND;
        const float widest = WIDER * distance_at(tree, c, 0.5f * (low + high), angle);
        float y = low + 0.5f * STEP;
        float r = distance_at(tree, c, y, angle);
        bool is_rim = false;
        while (y < high && !is_rim) {
            const float next = distance_at(tree, c, y + STEP, angle);
            is_rim = r < widest && fabsf(next - r) <= STEEP * STEP;
            if (!is_rim) {
                y += STEP;
                r = next;
            }
        }

        /* In a direction in which the hat has no crown, it presses no hair. */
        c->height[a] = is_rim ? y : high;
        c->radius[a] = is_rim ? r : WIDEST;
    }
}

static void measure_hat(crown *c, const pd_wardrobe_item *hat, const pd_triangle_tree *tree)
{
    float low = INFINITY, high = -INFINITY, middle[2] = {0};
    int count = 0;

    for (int i = 0; i < hat->vertex_count; i++) {
        low = fminf(low, hat->rest[3 * i + 1]);
        high = fmaxf(high, hat->rest[3 * i + 1]);
    }

    /* The axis goes through the mean of the highest vertices. */
    for (int i = 0; i < hat->vertex_count; i++) {
        const float *p = hat->rest + 3 * (size_t)i;
        if (p[1] < low + 0.6f * (high - low)) continue;
        count++;
        for (int k = 0; k < 2; k++) middle[k] += (p[2 * k] - middle[k]) / (float)count;
    }

    memcpy(c->axis, middle, sizeof middle);
    find_rim(c, tree, low, high);
}

/* Height and radius of the rim in a direction, linear between those that were measured. */
static void rim_at(float *height, float *radius, const crown *c, float angle)
{
    const float at = (angle / TAU - floorf(angle / TAU)) * AROUND;
    const float share = at - floorf(at);
    const int a = (int)at % AROUND;
    const int b = (a + 1) % AROUND;

    *height = c->height[a] + share * (c->height[b] - c->height[a]);
    *radius = c->radius[a] + share * (c->radius[b] - c->radius[a]);
}

/* Presses a vertex. skin: the point that it is anchored to, NULL: unknown.
 * Returns whether it is out of sight. */
static bool press(float out[3], const crown *c, const pd_triangle_tree *tree, const float p[3],
                  const float *skin)
{
    const float x = p[0] - c->axis[0];
    const float z = p[2] - c->axis[1];
    const float r = sqrtf(x * x + z * z);
    const float angle = atan2f(x, z);
    float height, most;
    float least = 0;

    rim_at(&height, &most, c, angle);
    const float below = height - p[1];
    const float up = fminf(fmaxf(-below / PD_WARDROBE_HAT_INSIDE, 0), 1);
    const float t = fminf(fmaxf(below / PD_WARDROBE_HAT_REACH, 0), 1);
    const float w = 1 - t * t * (3 - 2 * t);
    out[1] = fminf(p[1], height + PD_WARDROBE_HAT_INSIDE);

    /* The crown gets narrower above the rim. */
    if (up > 0) most = fminf(most, distance_at(tree, c, out[1], angle)) - up * MORE_ROOM;
    if (skin) least = hypotf(skin[0] - c->axis[0], skin[2] - c->axis[1]) + OVER_SKIN;
    most = fmaxf(most - PD_WARDROBE_HAT_ROOM, 0);

    /* Skin keeps hair off, but not at the rim, where a hat may lie inside of skin that it hides. */
    const float pressed = r - w * fmaxf(0, r - most);
    const float bare = fminf(fmaxf(below / BARE, 0), 1);
    const float wanted = pressed + bare * fmaxf(0, fminf(least, r) - pressed);
    const float scale = r > 0 ? wanted / r : 1;
    out[0] = c->axis[0] + scale * x;
    out[2] = c->axis[1] + scale * z;

    return below < -PD_WARDROBE_HAT_INSIDE;
}

/* Returns whether a triangle has a corner in sight. */
static bool is_in_sight(const void *ctx, const pd_wardrobe_item *hair, const uint16_t face[3])
{
    const unsigned char *is_hidden = ctx;
    return !(is_hidden[hair->corners[face[0]]] && is_hidden[hair->corners[face[1]]] &&
             is_hidden[hair->corners[face[2]]]);
}

bool pd_wardrobe_pressed_hair_init(pd_wardrobe_item *out, const pd_wardrobe_item *hair,
                                   const pd_wardrobe_item *hat, const float *body)
{
    const size_t n = (size_t)hair->vertex_count;

    if (!pd_wardrobe_worn_hair_alloc(out, hair)) return false;
    unsigned char *is_hidden = malloc(n + 1);
    float *triangles = malloc(9 * (size_t)hat->face_count * sizeof *triangles + 1);
    pd_triangle_tree tree = {0};
    bool good = is_hidden && triangles;

    /* The crown of the hat. */
    for (size_t i = 0; good && i < 3 * (size_t)hat->face_count; i++)
        memcpy(triangles + 3 * i, hat->rest + 3 * (size_t)hat->corners[hat->faces[i]], 3 * sizeof *triangles);
    good = good && pd_triangle_tree_build(&tree, triangles, hat->face_count);
    crown c;
    if (good) measure_hat(&c, hat, &tree);

    /* Vertices. */
    for (size_t i = 0; good && i < n; i++) {
        float skin[3] = {0};
        for (size_t a = 0; body && a < 3; a++)
            for (size_t k = 0; k < 3; k++)
                skin[k] += hair->anchor_weights[3 * i + a] * body[3 * (size_t)hair->anchors[3 * i + a] + k];
        is_hidden[i] = press(out->rest + 3 * i, &c, &tree, hair->rest + 3 * i, body ? skin : NULL);
    }

    /* Triangles of each part; texture coordinates stay. */
    if (good) memcpy(out->uvs, hair->uvs, 2 * (size_t)hair->corner_count * sizeof *out->uvs);
    if (good) pd_wardrobe_worn_hair_keep(out, hair, is_in_sight, is_hidden);
    pd_triangle_tree_deinit(&tree);
    free(triangles);
    free(is_hidden);
    if (!good) pd_wardrobe_worn_hair_deinit(out);

    return good;
}
