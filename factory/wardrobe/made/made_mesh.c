/* Builds the mesh of an item, and anchors its vertices at the skin. */
#include "factory/wardrobe/made/made_parts.h"

#include "core/base/assert.h"

#include <math.h>
#include <stdlib.h>

bool pd_factory_made_mesh_init(pd_factory_mesh *m)
{
    *m = (pd_factory_mesh){.points = calloc(3 * PD_FACTORY_MESH_MOST, sizeof *m->points),
                           .anchor_weights = calloc(3 * PD_FACTORY_MESH_MOST, sizeof *m->anchor_weights),
                           .anchors = calloc(3 * PD_FACTORY_MESH_MOST, sizeof *m->anchors),
                           .corners = calloc(PD_FACTORY_MESH_MOST, sizeof *m->corners),
                           .uvs = calloc(2 * PD_FACTORY_MESH_MOST, sizeof *m->uvs),
                           .faces = calloc(3 * PD_FACTORY_MESH_MOST, sizeof *m->faces)};

    return m->points && m->anchor_weights && m->anchors && m->corners && m->uvs && m->faces;
}

void pd_factory_made_mesh_deinit(pd_factory_mesh *m)
{
    free(m->points);
    free(m->anchor_weights);
    free(m->anchors);
    free(m->corners);
    free(m->uvs);
    free(m->faces);
}

void pd_factory_mesh_begin_part(pd_factory_mesh *m)
{
    PD_ASSERT(m->part_count < PD_WARDROBE_PARTS_MAX);
    m->first[m->part_count++] = m->face_count;
}

int pd_factory_mesh_add_vertex(pd_factory_mesh *m, float x, float y, float z)
{
    PD_ASSERT(m->vertex_count < PD_FACTORY_MESH_MOST);
    float *p = m->points + 3 * (size_t)m->vertex_count;
    p[0] = x;
    p[1] = y;
    p[2] = z;

    return m->vertex_count++;
}

int pd_factory_mesh_add_corner(pd_factory_mesh *m, int vertex, float u, float v)
{
    PD_ASSERT(m->corner_count < PD_FACTORY_MESH_MOST);
    m->corners[m->corner_count] = (uint16_t)vertex;
    m->uvs[2 * m->corner_count] = u;
    m->uvs[2 * m->corner_count + 1] = v;
    return m->corner_count++;
}

void pd_factory_mesh_add_face(pd_factory_mesh *m, int a, int b, int c)
{
    PD_ASSERT(m->face_count < PD_FACTORY_MESH_MOST);
    uint16_t *face = m->faces + 3 * (size_t)m->face_count++;
    face[0] = (uint16_t)a;
    face[1] = (uint16_t)b;
    face[2] = (uint16_t)c;
}

void pd_factory_mesh_add_grid(pd_factory_mesh *m, const float *points, int row_count, int columns,
                              bool is_closed, float across, float along, bool flip)
{
    const int first = m->vertex_count;
    const int wide = columns + is_closed;
    const int corner = m->corner_count;

    for (int i = 0; i < row_count * columns; i++)
        pd_factory_mesh_add_vertex(m, points[3 * i], points[3 * i + 1], points[3 * i + 2]);
    for (int r = 0; r < row_count; r++)
        for (int c = 0; c < wide; c++)
            pd_factory_mesh_add_corner(m, first + r * columns + c % columns,
                                       across * (float)c / (float)(wide - 1),
                                       along * (float)r / (float)(row_count - 1));
    for (int r = 0; r + 1 < row_count; r++)
        for (int c = 0; c + 1 < wide; c++) {
            const int a = corner + r * wide + c;
            const int b = a + 1;
            const int d = a + wide;
            const int e = d + 1;
            pd_factory_mesh_add_face(m, a, flip ? e : b, flip ? b : e);
            pd_factory_mesh_add_face(m, a, flip ? d : e, flip ? e : d);
        }
}

float pd_factory_mesh_square_distance(const float *a, const float *b)
{
    const float x = a[0] - b[0];
    const float y = a[1] - b[1];
    const float z = a[2] - b[2];
    return x * x + y * y + z * z;
}

int pd_factory_mesh_nearest_skin(const pd_factory_maker *k, const float at[3])
{
    const pd_smpl_data *m = k->model;
    int best = 0;
    float least = 1e9f;

    for (int i = 0; i < m->vertex_count; i++) {
        if (k->head[i] < 0.6f || k->ears[i] > 0.2f) continue;
        const float d = pd_factory_mesh_square_distance(m->v_template + 3 * (size_t)i, at);
        if (d < least) {
            least = d;
            best = i;
        }
    }

    return best;
}

void pd_factory_mesh_anchor_near(pd_factory_mesh *m, const pd_factory_maker *k, int first)
{
    const pd_smpl_data *d = k->model;

    for (int i = first; i < m->vertex_count; i++) {
        int best[3] = {0};
        float least[3] = {1e9f, 1e9f, 1e9f};
        float sum = 0;
        for (int v = 0; v < d->vertex_count; v++) {
            if (k->head[v] < 0.98f || k->ears[v] > 0.05f || d->v_template[3 * v + 1] < k->marks.eye[1])
                continue;
            const float square =
                pd_factory_mesh_square_distance(d->v_template + 3 * (size_t)v, m->points + 3 * (size_t)i);
            int at = 3;
            while (at > 0 && square < least[at - 1]) at--;
            for (int s = 2; s > at; s--) {
                least[s] = least[s - 1];
                best[s] = best[s - 1];
            }

            if (at < 3) {
                least[at] = square;
                best[at] = v;
            }
        }

        for (int a = 0; a < 3; a++) sum += 1 / (least[a] + 1e-6f);
        for (int a = 0; a < 3; a++) {
            m->anchors[3 * i + a] = (uint16_t)best[a];
            m->anchor_weights[3 * i + a] = 1 / (least[a] + 1e-6f) / sum;
        }
    }
}

void pd_factory_mesh_affine_weights(float out[3], const float *a, const float *b, const float *c,
                                    const float *p)
{
    double u[3], v[3], w[3];
    double uu = 0, uv = 0, vv = 0, wu = 0, wv = 0;

    for (int k = 0; k < 3; k++) {
        u[k] = (double)b[k] - (double)a[k];
        v[k] = (double)c[k] - (double)a[k];
        w[k] = (double)p[k] - (double)a[k];
        uu += u[k] * u[k];
        uv += u[k] * v[k];
        vv += v[k] * v[k];
        wu += w[k] * u[k];
        wv += w[k] * v[k];
    }

    const double area = uu * vv - uv * uv;
    out[1] = (float)((wu * vv - wv * uv) / area);
    out[2] = (float)((wv * uu - wu * uv) / area);
    out[0] = 1 - out[1] - out[2];
}

void pd_factory_mesh_direction(float out[3], float azimuth, float elevation)
{
    out[0] = cosf(elevation) * sinf(azimuth);
    out[1] = sinf(elevation);
    out[2] = cosf(elevation) * cosf(azimuth);
}
