#include "core/face/face.h"

#include "core/face/drape.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Range of scales that is tried. Breadth of a person's head, as a share of the smaller of width and height of
 * what takes part: a head without hair; marked vertices of a head with what hangs on them; a whole person
 * with arms out. */
#define HEAD_WIDE    0.155 /* metres */
#define SHARE_BARE   1.73
#define SHARE_MARKED 0.4
#define SHARE_WHOLE  0.11
#define BEHIND       0.06 /* metres behind the middle of the eyes: something of a head is there */
#define BEHIND_FEW   0.02 /* least share of the vertices near the face that are */
#define UNEVEN_MOST  0.35 /* of the width of an eye: the other one is that much wider */

static pd_status face_memory(pd_error *err)
{
    return pd_fail(err, PD_ERR_MEMORY, "face",
                   "out of memory, or a mesh whose edges join distant vertices and that cannot be smoothed");
}

static void face_note(pd_face *face, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void face_note(pd_face *face, const char *format, ...)
{
    va_list list;

    if (face->note_count == PD_FACE_NOTES) return;
    va_start(list, format);
    vsnprintf(face->notes[face->note_count++], PD_FACE_NOTE_BYTES, format, list);
    va_end(list);
}

/* Returns the share of the vertices around the head that lie behind its face. */
static double share_behind(const pd_face *face)
{
    const double(*eyes)[3] = face->found.eyes;
    double all = 0, behind = 0;

    for (int v = 0; v < face->mesh.count; v++) {
        const double *p = face->mesh.at[v];
        if (fabs(p[0]) > HEAD_WIDE || fabs(p[1] - eyes[0][1]) > HEAD_WIDE) continue;
        all++;
        behind += p[2] < (eyes[0][2] + eyes[1][2]) / 2 - BEHIND;
    }

    return all > 0 ? behind / all : 0;
}

static double rim_width(const pd_face_rim *rim)
{
    return rim->count ? rim->upper[rim->count - 1].at[0] - rim->upper[0].at[0] : 0;
}

/* Refuses what is no face. */
static pd_status judge_face(const pd_face *face, pd_error *err)
{
    const pd_face_fit *fit = &face->found.fit;

    if (fit->misfit > PD_FACE_MISFIT_MOST)
        return pd_fail(
            err, PD_ERR_INVALID, "face",
            "what is most like a face is %.1f mm off at a person's size; up to %.1f mm allowed: no "
            "face of a person is seen (an animal, a helmet or something before the face?)",
            1e3 * fit->misfit, 1e3 * PD_FACE_MISFIT_MOST);
    if (fit->matched < PD_FACE_MATCHED_LEAST || fit->tangled > PD_FACE_TANGLED_MOST)
        return pd_fail(
            err, PD_ERR_INVALID, "face",
            "%.0f %% of a face's surface is seen, turned by %.0f degrees; at least %.0f %% and at most "
            "%.0f degrees expected: no face of a person is seen (a helmet, a mask or an animal?)",
            100 * fit->matched, 57.3 * acos(fmax(-1, 1 - fit->tangled)), 100 * PD_FACE_MATCHED_LEAST,
            57.3 * acos(1 - PD_FACE_TANGLED_MOST));
    bool is_shut = true;
    for (int o = 0; o < PD_FACE_OPENINGS; o++) is_shut = is_shut && !face->found.rims[o].count;
    if (is_shut && fit->misfit > PD_FACE_MISFIT_SHUT)
        return pd_fail(
            err, PD_ERR_INVALID, "face",
            "neither a mouth nor eyes are seen where they should be, and what is there is %.1f mm off a "
            "face at a person's size; up to %.1f mm allowed without openings: a mannequin, a mask or a "
            "helmet?",
            1e3 * fit->misfit, 1e3 * PD_FACE_MISFIT_SHUT);
    if (share_behind(face) < BEHIND_FEW)
        return pd_fail(
            err, PD_ERR_INVALID, "face",
            "nothing lies behind the face: it is a mask, or a scan of one side; a whole head expected");

    return PD_OK;
}

/* Tells what is doubtful about the openings. */
static void note_openings(pd_face *face)
{
    static const char *const sides[2] = {"left", "right"};
    const pd_face_rim *rims = face->found.rims;
    const pd_face_closed *closed = &face->closed;

    if (!rims[PD_FACE_MOUTH].count)
        face_note(face, "the lips are one surface: the mouth does not open; cut the mesh between the lips");
    for (int e = 0; e < 2; e++) {
        if (!rims[PD_FACE_LEFT_EYE + e].count)
            face_note(face,
                      "the %s eye has no opening in the skin: its lids do not close, and it does not turn",
                      sides[e]);
        else if (!face->parts.counts[PD_FACE_PART_LEFT_EYE + e])
            face_note(face, "no %s eyeball of its own is in the socket: the eye does not turn", sides[e]);
        if (closed->lids[e] > PD_FACE_OPEN_MOST)
            face_note(face, "the %s lids stay open by %.1f mm at a person's size", sides[e],
                      1e3 * closed->lids[e]);
    }
    const double wide = rim_width(&rims[PD_FACE_LEFT_EYE]), other = rim_width(&rims[PD_FACE_RIGHT_EYE]);
    if (wide > 0 && other > 0 && fabs(wide - other) > UNEVEN_MOST * fmin(wide, other))
        face_note(face, "the eyes have openings of %.0f and %.0f mm: something lies before one of them",
                  1e3 * wide, 1e3 * other);
    if (fmax(closed->press, closed->jaw) > PD_FACE_OPEN_MOST)
        face_note(face, "the lips stay open by %.1f mm at a person's size",
                  1e3 * fmax(closed->press, closed->jaw));
}

/* Returns the range of scales by the extent of the vertices that take part. */
static void find_scales(double *least, double *most, const pd_face_job *job, const pd_face_mesh *mesh)
{
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};

    *least = job->least_scale;
    *most = job->most_scale;
    if (*least > 0 && *most > 0) return;
    for (int v = 0; v < mesh->count; v++)
        for (int x = 0; x < 3; x++) {
            double p = 0;
            for (int y = 0; y < 3; y++) p += job->upright[3 * x + y] * mesh->rest[v][y];
            low[x] = fmin(low[x], p);
            high[x] = fmax(high[x], p);
        }

    /* A head alone fills the extent; of a person it is a small part. */
    const double wide = fmin(high[0] - low[0], high[1] - low[1]);
    *least = HEAD_WIDE / (wide * SHARE_BARE);
    *most = HEAD_WIDE / (wide * (job->wanted ? SHARE_MARKED : SHARE_WHOLE));
}

pd_status pd_face_run(pd_face *out, const pd_face_job *job, pd_error *err)
{
    double least, most;

    /* The mesh, with the vertices of one place merged. */
    *out = (pd_face){0};
    pd_status status = pd_face_mesh_make(&out->mesh, job->vertices, job->vertex_count, job->faces,
                                         job->face_count, job->wanted, err);
    if (status != PD_OK) return status;
    if (out->mesh.count > PD_FACE_VERTICES) {
        const int count = out->mesh.count;
        pd_face_deinit(out);
        return pd_fail(err, PD_ERR_LIMIT, "face", "the head has %d vertices; at most %d allowed", count,
                       PD_FACE_VERTICES);
    }

    /* The face in it, if it is one. */
    find_scales(&least, &most, job, &out->mesh);
    status = pd_face_find(&out->found, &out->mesh, job->template, job->upright, least, most, err);
    if (status == PD_OK) status = judge_face(out, err);
    if (status == PD_OK && pd_cancelled(job->cancel)) status = pd_fail(err, PD_ERR_BUSY, "face", "cancelled");

    /* The head of the template on its surface, and the template's shapes. */
    if (status == PD_OK && !pd_face_drape(&out->found, &out->mesh, job->template)) status = face_memory(err);
    if (status == PD_OK && !pd_face_carry(&out->carried, &out->found, &out->mesh, job->template))
        status = face_memory(err);
    if (status == PD_OK && pd_cancelled(job->cancel)) status = pd_fail(err, PD_ERR_BUSY, "face", "cancelled");

    /* Eyes, teeth and tongue; lids and lips that close, and what is left open. */
    if (status == PD_OK &&
        !(pd_face_parts_find(&out->parts, &out->found, &out->mesh) &&
          pd_face_close(&out->carried, &out->parts, &out->found, &out->mesh) &&
          pd_face_parts_move(&out->carried, &out->parts, &out->found, &out->mesh, job->template) &&
          pd_face_close_measure(&out->closed, &out->mesh, &out->carried, &out->found)))
        status = face_memory(err);

    if (status != PD_OK) {
        pd_face_deinit(out);
        return status;
    }

    /* Joints, in the space of the input. */
    const pd_face_frame back = pd_face_frame_inverse(&out->found.frame);
    pd_face_frame_point(out->jaw_at, &back, job->template->jaw_at);
    for (int e = 0; e < 2; e++) pd_face_frame_point(out->eyes[e], &back, out->parts.eyes[e]);
    note_openings(out);

    return PD_OK;
}

void pd_face_deinit(pd_face *face)
{
    pd_face_mesh_deinit(&face->mesh);
    pd_face_found_deinit(&face->found);
    pd_face_parts_deinit(&face->parts);
    pd_face_carried_deinit(&face->carried);
    *face = (pd_face){0};
}

void pd_face_move(double out[3], const pd_face *face, int shape, int vertex)
{
    const pd_face_frame *f = &face->found.frame;
    const double *d = face->carried.shapes[(size_t)shape * (size_t)face->mesh.count + (size_t)vertex];

    for (int x = 0; x < 3; x++)
        out[x] = (f->rotation[x] * d[0] + f->rotation[3 + x] * d[1] + f->rotation[6 + x] * d[2]) / f->scale;
}

size_t pd_face_bytes(int vertex_count, int face_count)
{
    /* Shapes in double precision, factors of about 60 entries a row, neighbours and triangles. */
    return (size_t)vertex_count * (PD_FACE_SHAPES * 24 + 60 * 12 * 2 + 600) + (size_t)face_count * 200 +
           (16u << 20);
}
