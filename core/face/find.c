#include "core/face/find.h"

#include "core/face/start.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PASSES        3
#define SKIN_SHARE    0.15 /* least share of the face's points on an island that counts as skin */
#define WIDTH_FIRST   0.030
#define WIDTH_ROUGH   0.012
#define WIDTH_LAST    0.006
#define SOCKET        0.018  /* metres: skin around the centre of an eye that moves with it */
#define EYEBALL       0.0122 /* metres: radius of the eyes of the shipped people */
#define EYE_LOOKS     5      /* rays along a side of a square around the middle of an eye */
#define EYE_LOOK_STEP 0.0015 /* metres */
#define EYE_LAYERS    12
#define EYE_NEXT      1e-5  /* metres behind a layer from where the next one is looked for */
#define EYE_FRONT     0.022 /* metres in front of the centre of an eye where these rays begin */
#define MOUTH_FOLLOWS 0.6   /* least share of a pucker: vertices around the mouth's middle */

/* Moves the frame of a fit, which maps the template onto the mesh, into the mesh's frame. */
static void take_fit_frame(pd_face_found *found, pd_face_mesh *mesh)
{
    const pd_face_frame back = pd_face_frame_inverse(&found->fit.frame);
    const pd_face_frame none = {.rotation = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .scale = 1};

    found->frame = pd_face_frame_after(&back, &found->frame);
    found->fit.frame = none;
    pd_face_mesh_place(mesh, &found->frame);
}

/* Puts the head of the present betas into `head`. */
static void take_head(pd_face_found *found, const pd_face_template *t)
{
    pd_face_fit_head(found->head.at, t, found->fit.betas);
    pd_face_mesh_normals(&found->head);
    for (int o = 0; o < PD_FACE_OPENINGS; o++) pd_face_rim_move(&found->own[o], &found->head);
}

/* Copies the template's mesh. */
static bool copy_head(pd_face_mesh *out, const pd_face_mesh *in)
{
    const size_t n = (size_t)in->count + 2, ranges = n * sizeof(int);
    const size_t corners = 3 * (size_t)in->face_count;

    *out = (pd_face_mesh){.count = in->count, .face_count = in->face_count, .island_count = in->island_count};
    out->rest = malloc(n * sizeof *out->rest);
    out->at = malloc(n * sizeof *out->at);
    out->normals = malloc(n * sizeof *out->normals);
    out->faces = malloc((corners + 3) * sizeof(int));
    out->near_start = malloc(ranges);
    out->near = malloc((2 * corners + 1) * sizeof *out->near);
    out->face_start = malloc(ranges);
    out->faces_of = malloc((corners + 1) * sizeof *out->faces_of);
    out->island = malloc(ranges);
    if (!out->rest || !out->at || !out->normals || !out->faces || !out->near_start || !out->near ||
        !out->face_start || !out->faces_of || !out->island)
        return false;
    memcpy(out->rest, in->rest, (size_t)in->count * sizeof *out->rest);
    memcpy(out->at, in->at, (size_t)in->count * sizeof *out->at);
    memcpy(out->normals, in->normals, (size_t)in->count * sizeof *out->normals);
    memcpy(out->faces, in->faces, corners * sizeof(int));
    memcpy(out->near_start, in->near_start, (size_t)(in->count + 1) * sizeof(int));
    memcpy(out->near, in->near, (size_t)in->near_start[in->count] * sizeof(int));
    memcpy(out->face_start, in->face_start, (size_t)(in->count + 1) * sizeof(int));
    memcpy(out->faces_of, in->faces_of, corners * sizeof(int));
    memcpy(out->island, in->island, (size_t)in->count * sizeof(int));

    return true;
}

/* Finds the best of the starts by a rough fit to everything that is there. */
static pd_status fit_starts(pd_face_found *found, pd_face_mesh *mesh, const pd_face_template *t, double least,
                            double most, pd_error *err)
{
    const pd_face_frame upright = found->frame, none = {.rotation = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .scale = 1};
    pd_face_start starts[PD_FACE_STARTS];
    pd_face_fit best = {.misfit = INFINITY};
    pd_face_frame best_frame = upright;
    double best_score = INFINITY;

    const int count = pd_face_start_find(starts, mesh, t, least, most);
    if (count < 0) return pd_fail(err, PD_ERR_MEMORY, "face", "out of memory");
    if (!count) return pd_fail(err, PD_ERR_INVALID, "face", "nothing has the size and the shape of a face");
    found->start_cost = starts[0].cost;

    for (int i = 0; i < count; i++) {
        pd_face_search search;
        found->frame = pd_face_frame_after(&starts[i].frame, &upright);
        pd_face_mesh_place(mesh, &found->frame);
        if (!pd_face_search_make(&search, mesh, NULL))
            return pd_fail(err, PD_ERR_MEMORY, "face", "out of memory");
        found->fit = (pd_face_fit){.frame = none};
        pd_face_fitting how = {.template = t,
                               .surface = &search,
                               .iterations = 12,
                               .first_width = WIDTH_FIRST,
                               .last_width = WIDTH_ROUGH};
        bool good = pd_face_fit_run(&found->fit, &how);
        how.has_betas = true;
        how.iterations = 6;
        how.first_width = WIDTH_ROUGH;
        good = good && pd_face_fit_run(&found->fit, &how);
        pd_face_search_deinit(&search);
        if (!good) return pd_fail(err, PD_ERR_MEMORY, "face", "out of memory");
        double size = 0;
        for (int b = 0; b < t->beta_count; b++) size += found->fit.betas[b] * found->fit.betas[b];
        const double score = found->fit.misfit * (1 + found->fit.tangled) + 1e-5 * size;
        if (score >= best_score) continue;
        best_score = score;
        best = found->fit;
        best_frame = found->frame;
    }
    found->frame = best_frame;
    found->fit = best;
    take_fit_frame(found, mesh);

    return PD_OK;
}

/* Finds the islands on which the points of the face lie. */
static bool find_skin(pd_face_found *found, const pd_face_mesh *mesh, const pd_face_template *t)
{
    double *on = calloc((size_t)mesh->island_count + 1, sizeof *on);
    pd_face_search search;
    double all = 0;

    if (!on || !pd_face_search_make(&search, mesh, NULL)) {
        free(on);
        return false;
    }
    for (int v = 0; v < t->count; v++) {
        pd_face_point hit;
        if (!t->is_face[v] || !pd_face_search_find(&hit, &search, found->head.at[v], found->head.normals[v]))
            continue;
        if (hit.distance > 2 * PD_FACE_NEAR) continue;
        on[mesh->island[mesh->faces[hit.face][0]]]++;
        all++;
    }
    pd_face_search_deinit(&search);
    for (int v = 0; v < mesh->count; v++) found->is_skin[v] = on[mesh->island[v]] > SKIN_SHARE * all;
    free(on);

    return true;
}

/* Returns the middle of the mouth of a head: where its shapes pucker most. */
static void mouth_of(double out[3], const pd_face_mesh *head, const pd_face_template *t)
{
    const double(*shape)[3] =
        (const double(*)[3])(t->shapes + (size_t)pd_face_shape_find("mouthPucker") * (size_t)t->count);
    double most = 0, sum = 0;

    for (int v = 0; v < t->count; v++)
        most = fmax(most, shape[v][0] * shape[v][0] + shape[v][1] * shape[v][1] + shape[v][2] * shape[v][2]);
    out[0] = out[1] = out[2] = 0;
    for (int v = 0; v < t->count; v++) {
        const double square =
            shape[v][0] * shape[v][0] + shape[v][1] * shape[v][1] + shape[v][2] * shape[v][2];
        if (!t->is_face[v] || square < MOUTH_FOLLOWS * MOUTH_FOLLOWS * most) continue;
        sum++;
        for (int x = 0; x < 3; x++) out[x] += head->at[v][x];
    }
    for (int x = 0; x < 3; x++) out[x] /= sum > 0 ? sum : 1;
}

/* Moves the centres of the eyes with the skin around them. */
static void eyes_of(double out[2][3], const pd_face_mesh *head, const pd_face_template *t)
{
    for (int e = 0; e < 2; e++) {
        double sum[3] = {0}, count = 0;
        for (int v = 0; v < t->count; v++) {
            const double *p = t->mesh.rest[v], *q = t->eyes[e];
            const double square =
                (p[0] - q[0]) * (p[0] - q[0]) + (p[1] - q[1]) * (p[1] - q[1]) + (p[2] - q[2]) * (p[2] - q[2]);
            if (square > SOCKET * SOCKET) continue;
            count++;
            for (int x = 0; x < 3; x++) sum[x] += head->at[v][x] - p[x];
        }
        for (int x = 0; x < 3; x++) out[e][x] = t->eyes[e][x] + sum[x] / (count > 0 ? count : 1);
    }
}

/* Finds islands other than the skin that are seen through the opening of an eye, near its middle. */
static void find_eye_islands(pd_face_found *found, const pd_face_mesh *mesh, const pd_face_rays *rays,
                             int eye)
{
    const double *c = found->eyes[eye];

    for (int i = 0; i < EYE_LOOKS * EYE_LOOKS; i++) {
        const double x = c[0] + (i % EYE_LOOKS - EYE_LOOKS / 2) * EYE_LOOK_STEP;
        const double y = c[1] + (i / EYE_LOOKS - EYE_LOOKS / 2) * EYE_LOOK_STEP;

        /* All layers: films of tears lie before an eyeball, an iris may lie in it. */
        double from = c[2] + EYE_FRONT, z = 0;
        for (int layer = 0; layer < EYE_LAYERS; layer++) {
            const int hit = pd_face_rays_front(&z, rays, x, y, from);
            if (hit < 0 || z < c[2] - EYE_FRONT) break;
            const int v = mesh->faces[hit][0];
            if (!found->is_skin[v]) found->eye_of[mesh->island[v]] = 1 + eye;
            from = z - EYE_NEXT;
        }
    }
}

/* Finds the openings of the mesh and of the head. */
static bool find_rims(pd_face_found *found, const pd_face_mesh *mesh, const pd_face_template *t)
{
    bool *is_seen = calloc((size_t)mesh->count + 1, sizeof *is_seen);
    pd_face_rays all = {0}, rays = {0};

    /* Eyeballs, or what else lies in the sockets. */
    eyes_of(found->eyes, &found->head, t);
    bool good = is_seen && pd_face_rays_make(&all, mesh, NULL);
    memset(found->eye_of, 0, (size_t)mesh->island_count * sizeof *found->eye_of);
    for (int e = 0; good && e < 2; e++) find_eye_islands(found, mesh, &all, e);
    pd_face_rays_deinit(&all);
    for (int v = 0; good && v < mesh->count; v++)
        is_seen[v] = found->is_skin[v] || found->eye_of[mesh->island[v]];
    good = good && pd_face_rays_make(&rays, mesh, is_seen);
    free(is_seen);

    for (int o = 0; good && o < PD_FACE_OPENINGS; o++) {
        pd_face_window window = {.which = (pd_face_opening)o, .rays = &rays, .is_skin = found->is_skin};
        const pd_face_rim *own = &found->own[o];
        if (o == PD_FACE_MOUTH)
            mouth_of(window.centre, &found->head, t);
        else
            memcpy(window.centre, found->eyes[o - PD_FACE_LEFT_EYE], sizeof window.centre);
        for (int x = 0; x < 3 && own->count && o == PD_FACE_MOUTH; x++)
            window.centre[x] = (own->upper[own->count / 2].at[x] + own->lower[own->count / 2].at[x]) / 2;
        good = pd_face_rim_find(&found->rims[o], mesh, &window);
    }
    pd_face_rays_deinit(&rays);

    return good;
}

/* Finds the openings of the template's mean head, which has no eyeballs. */
static bool find_own_rims(pd_face_found *found, const pd_face_template *t)
{
    pd_face_rays rays;

    bool good = pd_face_rays_make(&rays, &t->mesh, NULL);
    for (int o = 0; good && o < PD_FACE_OPENINGS; o++) {
        const bool is_eye = o != PD_FACE_MOUTH;
        pd_face_window window = {.which = (pd_face_opening)o, .rays = &rays, .radius = is_eye ? EYEBALL : 0};
        if (is_eye) {
            memcpy(window.centre, t->eyes[o - PD_FACE_LEFT_EYE], sizeof window.centre);
            memcpy(window.ball, window.centre, sizeof window.ball);
        } else
            mouth_of(window.centre, &t->mesh, t);
        good = pd_face_rim_find(&found->own[o], &t->mesh, &window);
    }
    pd_face_rays_deinit(&rays);

    return good;
}

pd_status pd_face_find(pd_face_found *out, pd_face_mesh *mesh, const pd_face_template *t,
                       const double upright[9], double least, double most, pd_error *err)
{
    *out = (pd_face_found){.frame = {.scale = 1}};
    memcpy(out->frame.rotation, upright, sizeof out->frame.rotation);
    out->is_skin = calloc((size_t)mesh->count + 1, sizeof *out->is_skin);
    out->eye_of = calloc((size_t)mesh->island_count + 1, sizeof *out->eye_of);
    if (!out->is_skin || !out->eye_of || !copy_head(&out->head, &t->mesh)) {
        pd_face_found_deinit(out);
        return pd_fail(err, PD_ERR_MEMORY, "face", "out of memory");
    }

    /* The place, and the skin there. */
    pd_face_mesh_place(mesh, &out->frame);
    pd_status status = find_own_rims(out, t) ? fit_starts(out, mesh, t, least, most, err)
                                             : pd_fail(err, PD_ERR_MEMORY, "face", "out of memory");
    if (status == PD_OK) {
        take_head(out, t);
        if (!find_skin(out, mesh, t)) status = pd_fail(err, PD_ERR_MEMORY, "face", "out of memory");
        bool has_skin = false;
        for (int v = 0; v < mesh->count; v++) has_skin = has_skin || out->is_skin[v];
        if (status == PD_OK && !has_skin)
            status =
                pd_fail(err, PD_ERR_INVALID, "face",
                        "nothing has the shape of a face: what is most like one is %.0f mm off at a person's "
                        "size",
                        fmin(999, 1e3 * out->fit.misfit));
    }

    /* Openings, and the fit with them. */
    for (int pass = 0; status == PD_OK && pass < PASSES; pass++) {
        pd_face_landmark marks[PD_FACE_LANDMARKS_MOST];
        pd_face_search search;
        int count = 0;
        bool good = find_rims(out, mesh, t) && pd_face_search_make(&search, mesh, out->is_skin);
        for (int o = 0; good && o < PD_FACE_OPENINGS; o++)
            count += pd_face_rim_landmarks(marks + count, &out->own[o], &out->head, &out->rims[o]);
        const pd_face_fitting how = {.template = t,
                                     .surface = &search,
                                     .landmarks = marks,
                                     .landmark_count = count,
                                     .iterations = 8,
                                     .first_width = WIDTH_ROUGH,
                                     .last_width = WIDTH_LAST,
                                     .has_betas = true};
        good = good && pd_face_fit_run(&out->fit, &how);
        pd_face_search_deinit(&search);
        if (!good) status = pd_fail(err, PD_ERR_MEMORY, "face", "out of memory");
        if (good) take_fit_frame(out, mesh);
        if (good) take_head(out, t);
    }
    if (status == PD_OK && !find_rims(out, mesh, t))
        status = pd_fail(err, PD_ERR_MEMORY, "face", "out of memory");
    if (status != PD_OK) pd_face_found_deinit(out);

    return status;
}

void pd_face_found_deinit(pd_face_found *found)
{
    pd_face_mesh_deinit(&found->head);
    free(found->is_skin);
    free(found->eye_of);
    *found = (pd_face_found){0};
}
