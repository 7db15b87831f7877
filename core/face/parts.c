#include "core/face/parts.h"

#include "core/face/system.h"
#include "core/kernel/linalg.h"
#include "core/retarget/face.h"
#include "core/smpl/part/gaze.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BALL_LEAST  0.006 /* metres: radius of an eye */
#define BALL_MOST   0.035
#define BALL_OFF    0.015  /* metres: its centre from that of the head's eye */
#define BALL_INSIDE 1.005  /* radii: what reaches no farther from the centre lies in the ball */
#define BALL_BULGES 1.15   /* radii: a cornea */
#define BALL_ROUGH  0.0015 /* metres: root mean square distance of its points from a sphere */
#define MOUTH_WIDE  0.036  /* metres: where teeth and tongue are, from the middle of the lips' line */
#define MOUTH_HIGH  0.032
#define MOUTH_DEEP  0.085
#define MOUTH_FRONT 0.002
#define TONGUE_LONG 0.025 /* metres: least length of a tongue */
#define TONGUE_MIDDLE                                                                                        \
    0.005 /* metres: half width of the middle that a tongue has all along, and teeth have not */
#define TONGUE_OUT  0.030 /* metres: how far its tip comes out */
#define FILM_FAR    0.007 /* metres: distance of a film from the skin */
#define FILM_SHARE  0.9   /* least share of its vertices that are as near */
#define TOUCH       0.001 /* metres: distance at which a film touches the skin by 1/e */
#define LEAST_TOUCH 1e-5
#define FILM_STIFF  0.1
#define JAW_SHARE   0.8 /* weight of the jaw from which the head's vertices are its bone */
#define RIGID       6
#define TENTHS      10

const char *const pd_face_part_names[PD_FACE_PARTS] = {
#define PD_FACE_PART_NAME(id, name) name,
    PD_FACE_PART_TABLE(PD_FACE_PART_NAME)
#undef PD_FACE_PART_NAME
};

/* Bounds and middle of an island. */
typedef struct part_island {
    double low[3], high[3], middle[3];
    int count, near;         /* vertices; of them near the face's skin */
    double far[2];           /* metres from the centres of the eyes to its farthest vertex */
    bool has_middle[TENTHS]; /* a vertex in the middle, for each tenth of its length */
} part_island;

/* Fits a sphere to the vertices of an island by linear least squares, |p|^2 = 2 c . p + k; returns whether it
 * is a ball of an eye's size near the eye. */
static bool fit_ball(double centre[3], double *radius, int island, const double about[3],
                     const pd_face_mesh *mesh)
{
    double gram[16] = {0}, right[4] = {0}, square = 0, count = 0, off = 0;

    for (int v = 0; v < mesh->count; v++) {
        if (mesh->island[v] != island) continue;
        double row[4] = {0, 0, 0, 1}, rhs = 0;
        for (int x = 0; x < 3; x++) {
            row[x] = mesh->at[v][x] - about[x];
            rhs += row[x] * row[x];
        }
        for (int i = 0; i < 4; i++) {
            right[i] += row[i] * rhs;
            for (int j = 0; j < 4; j++) gram[4 * i + j] += row[i] * row[j];
        }
        count++;
    }
    if (count < 8 || !pd_k_cholesky(gram, 4)) return false;
    pd_k_cholesky_solve(right, gram, 4);
    for (int x = 0; x < 3; x++) {
        centre[x] = about[x] + right[x] / 2;
        off += right[x] * right[x] / 4;
    }
    *radius = sqrt(fmax(0, right[3] + off));
    for (int v = 0; v < mesh->count; v++) {
        double d = 0;
        if (mesh->island[v] != island) continue;
        for (int x = 0; x < 3; x++) d += (mesh->at[v][x] - centre[x]) * (mesh->at[v][x] - centre[x]);
        square += (sqrt(d) - *radius) * (sqrt(d) - *radius);
    }

    return *radius > BALL_LEAST && *radius < BALL_MOST && off < BALL_OFF * BALL_OFF &&
           sqrt(square / count) < BALL_ROUGH;
}

/* Returns what an island is that is neither skin nor eye. */
static pd_face_part part_of(const part_island *island, const double lips[3])
{
    bool is_inside = true;
    int middles = 0;

    for (int x = 0; x < 3; x++) {
        const double reach[3] = {MOUTH_WIDE, MOUTH_HIGH, MOUTH_DEEP};
        const double low = island->low[x] - lips[x], high = island->high[x] - lips[x];
        is_inside = is_inside && low > -reach[x] && high < (x == 2 ? -MOUTH_FRONT : reach[x]);
    }
    for (int k = 0; k < TENTHS; k++) middles += island->has_middle[k];
    if (is_inside && island->high[2] - island->low[2] > TONGUE_LONG && middles >= TENTHS - 2 &&
        island->middle[1] < lips[1] + 0.2 * MOUTH_HIGH)
        return PD_FACE_PART_TONGUE;
    if (is_inside) return island->middle[1] > lips[1] ? PD_FACE_PART_UPPER_TEETH : PD_FACE_PART_LOWER_TEETH;

    return island->near > FILM_SHARE * island->count ? PD_FACE_PART_FILM : PD_FACE_PART_STILL;
}

bool pd_face_parts_find(pd_face_parts *out, const pd_face_found *found, const pd_face_mesh *mesh)
{
    const size_t count = (size_t)mesh->island_count + 1;
    part_island *islands = calloc(count, sizeof *islands);
    const pd_face_rim *mouth =
        found->rims[PD_FACE_MOUTH].count ? &found->rims[PD_FACE_MOUTH] : &found->own[PD_FACE_MOUTH];
    const int middle = mouth->count / 2;
    double lips[3];
    pd_face_search search = {0};

    *out = (pd_face_parts){.of = calloc(count, sizeof *out->of)};
    if (!islands || !out->of || !pd_face_search_make(&search, mesh, found->is_skin)) {
        free(islands);
        pd_face_parts_deinit(out);
        return false;
    }
    for (int x = 0; x < 3; x++) lips[x] = (mouth->upper[middle].at[x] + mouth->lower[middle].at[x]) / 2;
    lips[2] = fmax(mouth->upper[middle].at[2], mouth->lower[middle].at[2]);

    /* Bounds of the islands, and which of their vertices are near the skin of the face. */
    for (int v = 0; v < mesh->count; v++) {
        part_island *island = &islands[mesh->island[v]];
        const double *p = mesh->at[v];
        pd_face_point hit;
        for (int x = 0; x < 3; x++) {
            island->low[x] = island->count ? fmin(island->low[x], p[x]) : p[x];
            island->high[x] = island->count ? fmax(island->high[x], p[x]) : p[x];
            island->middle[x] += p[x];
        }
        island->count++;
        if (!found->is_skin[v] && pd_face_search_find(&hit, &search, p, NULL))
            island->near += hit.distance < FILM_FAR;
    }
    pd_face_search_deinit(&search);
    for (int v = 0; v < mesh->count; v++) {
        part_island *island = &islands[mesh->island[v]];
        const double length = island->high[2] - island->low[2];
        const int tenth =
            length > 0 ? (int)fmin(TENTHS - 1, TENTHS * (mesh->at[v][2] - island->low[2]) / length) : 0;
        if (fabs(mesh->at[v][0] - lips[0]) < TONGUE_MIDDLE) island->has_middle[tenth] = true;
    }

    for (int v = 0; v < mesh->count; v++)
        if (found->is_skin[v]) islands[mesh->island[v]].near = -1;
    for (int i = 0; i < mesh->island_count; i++) {
        for (int x = 0; x < 3; x++) islands[i].middle[x] /= islands[i].count;
        if (islands[i].near < 0)
            out->of[i] = PD_FACE_PART_SKIN;
        else if (found->eye_of[i])
            out->of[i] = PD_FACE_PART_LEFT_EYE + (unsigned)(found->eye_of[i] - 1);
        else
            out->of[i] = part_of(&islands[i], lips);
    }

    /* The ball of an eye: of the islands there that are round the one that reaches back most. */
    for (int e = 0; e < 2; e++) {
        double back = INFINITY;
        memcpy(out->eyes[e], found->eyes[e], sizeof out->eyes[e]);
        for (int i = 0; i < mesh->island_count; i++) {
            double centre[3], radius;
            if (found->eye_of[i] != 1 + e || out->of[i] == PD_FACE_PART_SKIN || islands[i].low[2] >= back ||
                !fit_ball(centre, &radius, i, found->eyes[e], mesh))
                continue;
            back = islands[i].low[2];
            out->radius[e] = radius;
            memcpy(out->eyes[e], centre, sizeof centre);
        }
    }

    /* What lies within a ball belongs to it, and what is seen before its middle and bulges a little, as a
     * cornea does. Of the rest, what lies on the skin is a film: tears, lashes. */
    for (int v = 0; v < mesh->count; v++) {
        part_island *island = &islands[mesh->island[v]];
        for (int e = 0; e < 2; e++) {
            double square = 0;
            for (int x = 0; x < 3; x++)
                square += (mesh->at[v][x] - out->eyes[e][x]) * (mesh->at[v][x] - out->eyes[e][x]);
            island->far[e] = fmax(island->far[e], sqrt(square));
        }
    }
    for (int i = 0; i < mesh->island_count; i++)
        for (int e = 0; e < 2; e++) {
            const bool is_seen = found->eye_of[i] == 1 + e;
            if (out->radius[e] == 0 || out->of[i] == PD_FACE_PART_SKIN) continue;
            if (islands[i].far[e] < (is_seen ? BALL_BULGES : BALL_INSIDE) * out->radius[e])
                out->of[i] = PD_FACE_PART_LEFT_EYE + (unsigned)e;
            else if (is_seen)
                out->of[i] =
                    islands[i].near > FILM_SHARE * islands[i].count ? PD_FACE_PART_FILM : PD_FACE_PART_STILL;
        }
    for (int i = 0; i < mesh->island_count; i++) out->counts[out->of[i]]++;
    free(islands);

    return true;
}

void pd_face_parts_deinit(pd_face_parts *parts)
{
    free(parts->of);
    *parts = (pd_face_parts){0};
}

/* Finds the rigid movement d = shift + turn x (p - joint) of the head's lower jaw by a shape: out = turn,
 * shift. */
static void jaw_movement(double out[RIGID], const pd_face_template *t, int shape)
{
    const double(*d)[3] = (const double(*)[3])(t->shapes + (size_t)shape * (size_t)t->count);
    const char *name = pd_retarget_face_names[shape];
    double gram[RIGID * RIGID] = {0};

    memset(out, 0, RIGID * sizeof *out);
    if (strncmp(name, "jaw", 3) != 0 && strncmp(name, "viseme_", 7) != 0) return;
    for (int v = 0; v < t->count; v++) {
        if (t->jaw[v] < JAW_SHARE) continue;
        double p[3];
        for (int x = 0; x < 3; x++) p[x] = t->mesh.rest[v][x] - t->jaw_at[x];
        const double rows[3][RIGID] = {
            {0, p[2], -p[1], 1, 0, 0}, {-p[2], 0, p[0], 0, 1, 0}, {p[1], -p[0], 0, 0, 0, 1}};
        for (int x = 0; x < 3; x++)
            for (int i = 0; i < RIGID; i++) {
                out[i] += rows[x][i] * d[v][x];
                for (int j = 0; j < RIGID; j++) gram[RIGID * i + j] += rows[x][i] * rows[x][j];
            }
    }
    for (int i = 0; i < RIGID; i++) gram[RIGID * i + i] += 1e-9;
    if (pd_k_cholesky(gram, RIGID))
        pd_k_cholesky_solve(out, gram, RIGID);
    else
        memset(out, 0, RIGID * sizeof *out);
}

/* Moves the tongue out: its tip forward, its root not at all. */
static void push_tongue(double d[3], const double p[3], const double low[3], const double high[3])
{
    const double t = high[2] > low[2] ? (p[2] - low[2]) / (high[2] - low[2]) : 0;
    d[2] += TONGUE_OUT * t * t;
    d[1] -= 0.3 * TONGUE_OUT * t * t * t;
}

/* Finds the points of the skin below the films, and makes the system that carries movements from what
 * touches the
 * skin to the rest of an island. */
static bool hang_films(pd_face_point *below, double *touch, pd_face_system *system,
                       const pd_face_parts *parts, const pd_face_found *found, const pd_face_mesh *mesh)
{
    pd_face_search search;

    if (!pd_face_search_make(&search, mesh, found->is_skin)) return false;
    for (int v = 0; v < mesh->count; v++) {
        below[v].face = -1;
        touch[v] = 1;
        if (parts->of[mesh->island[v]] != PD_FACE_PART_FILM) continue;
        if (!pd_face_search_find(&below[v], &search, mesh->at[v], NULL)) continue;
        touch[v] = exp(-below[v].distance * below[v].distance / (TOUCH * TOUCH)) + LEAST_TOUCH;
    }
    pd_face_search_deinit(&search);

    if (!pd_face_system_make(system, mesh)) return false;
    for (int v = 0; v < mesh->count; v++) {
        pd_face_system_add(system, v, v, touch[v]);
        if (below[v].face < 0) continue;
        for (int k = mesh->near_start[v]; k < mesh->near_start[v + 1]; k++)
            if (mesh->near[k] > v) pd_face_system_spring(system, v, mesh->near[k], FILM_STIFF);
    }

    return pd_face_system_factor(system);
}

/* Writes the movements of the films by a shape, from those of the skin. */
static void move_films(double (*shape)[3], double (*b)[3], const pd_face_point *below, const double *touch,
                       pd_face_system *system, const pd_face_mesh *mesh)
{
    for (int v = 0; v < mesh->count; v++)
        for (int x = 0; x < 3; x++) {
            b[v][x] = 0;
            for (int k = 0; below[v].face >= 0 && k < 3; k++)
                b[v][x] += touch[v] * below[v].weights[k] * shape[mesh->faces[below[v].face][k]][x];
        }
    pd_face_system_solve(b, system);
    for (int v = 0; v < mesh->count; v++)
        if (below[v].face >= 0) memcpy(shape[v], b[v], sizeof *b);
}

bool pd_face_parts_move(pd_face_carried *carried, const pd_face_parts *parts, const pd_face_found *found,
                        const pd_face_mesh *mesh, const pd_face_template *t)
{
    const size_t n = (size_t)mesh->count;
    pd_face_point *below = malloc((n + 1) * sizeof *below);
    double *touch = malloc((n + 1) * sizeof *touch), (*b)[3] = malloc((n + 1) * sizeof *b);
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    pd_face_system system = {0};

    const bool good = below && touch && b && hang_films(below, touch, &system, parts, found, mesh);
    for (int v = 0; v < mesh->count; v++)
        for (int x = 0; x < 3 && parts->of[mesh->island[v]] == PD_FACE_PART_TONGUE; x++) {
            low[x] = fmin(low[x], mesh->at[v][x]);
            high[x] = fmax(high[x], mesh->at[v][x]);
        }

    for (int s = 0; good && s < PD_FACE_SHAPES; s++) {
        double(*shape)[3] = carried->shapes + (size_t)s * n;
        double jaw[RIGID];
        float turn[9];
        bool is_left = false;
        const bool is_gaze = pd_smpl_gaze(turn, &is_left, pd_retarget_face_names[s]);
        const bool is_tongue = !strcmp(pd_retarget_face_names[s], "tongueOut");
        jaw_movement(jaw, t, s);
        for (int v = 0; v < mesh->count; v++) {
            const pd_face_part part = parts->of[mesh->island[v]];
            const double *p = mesh->at[v];
            const int e = part == PD_FACE_PART_RIGHT_EYE;
            const bool is_eye = part == PD_FACE_PART_LEFT_EYE || part == PD_FACE_PART_RIGHT_EYE;
            for (int x = 0; is_eye && is_gaze && is_left == !e && x < 3; x++)
                for (int y = 0; y < 3; y++)
                    shape[v][x] += ((double)turn[3 * x + y] - (x == y)) * (p[y] - parts->eyes[e][y]);
            if (part != PD_FACE_PART_LOWER_TEETH && part != PD_FACE_PART_TONGUE) continue;
            for (int x = 0; x < 3; x++) {
                const int y = (x + 1) % 3, z = (x + 2) % 3;
                shape[v][x] = jaw[3 + x] + jaw[y] * (p[z] - t->jaw_at[z]) - jaw[z] * (p[y] - t->jaw_at[y]);
            }
            if (is_tongue && part == PD_FACE_PART_TONGUE) push_tongue(shape[v], p, low, high);
        }
        move_films(shape, b, below, touch, &system, mesh);
    }
    for (int v = 0; good && v < mesh->count; v++) {
        const pd_face_part part = parts->of[mesh->island[v]];
        if (part == PD_FACE_PART_LOWER_TEETH || part == PD_FACE_PART_TONGUE) carried->jaw[v] = 1;
        for (int k = 0; below[v].face >= 0 && k < 3; k++)
            carried->jaw[v] += below[v].weights[k] * carried->jaw[mesh->faces[below[v].face][k]];
    }
    free(below);
    free(touch);
    free(b);
    pd_face_system_deinit(&system);

    return good;
}
