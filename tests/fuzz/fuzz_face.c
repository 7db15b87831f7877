/* Fuzzes the files that get a face: whatever is written is a glTF with as many vertices, whose shapes can be
 * read by their names, and from which they can be taken away again. */
#include "core/face/file.h"
#include "core/io/surface/gltf_face.h"
#include "core/retarget/character.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(int good)
{
    if (!good) abort();
}

/* Moves every vertex of a surface by a shape of its own making, and writes the file. */
static void write_shapes(pd_bytes file, const pd_io_surface *surface, int head)
{
    static const char *const names[2] = {"jawOpen", "viseme_PP"};
    const size_t n = (size_t)surface->vertex_count;
    int *rows = malloc((n + 1) * sizeof *rows);
    float *moves = calloc(6 * n + 1, sizeof *moves), *shares = calloc(n + 1, sizeof *shares);
    const pd_io_expression expressions[2] = {
        {.name = "aa", .old_name = "A", .old_preset = "a", .binds = {0, -1, -1, -1, -1, -1}, .weights = {1}},
        {.binds = {1, -1, -1, -1, -1, -1}, .weights = {1}}};
    pd_io_gltf_shapes shapes = {.names = names,
                                .rows = rows,
                                .moves = moves,
                                .shape_count = 2,
                                .row_count = (int)n,
                                .head = head,
                                .expressions = expressions,
                                .expression_count = 2};
    pd_io_gltf_shapes_done done;
    pd_buffer out = {0}, bare = {0};

    check(rows && moves && shares);
    for (size_t v = 0; v < n; v++) {
        rows[v] = v % 3 ? (int)v : -1;
        moves[3 * v] = 0.5f;
        shares[v] = 0.5f;
    }
    for (int j = 0; j < PD_IO_FACE_JOINTS; j++) {
        shapes.has_joint[j] = true;
        shapes.shares[j] = shares;
    }
    if (pd_io_gltf_shapes_add(&out, &done, file, surface, &shapes, NULL) == PD_OK) {
        const pd_bytes made = {out.data, out.size};
        pd_io_surface again;
        int count = 0;
        if (pd_io_surface_read(&again, made, 0, NULL) == PD_OK) {
            check(again.vertex_count == surface->vertex_count);
            pd_io_surface_deinit(&again);
        }
        check(pd_io_gltf_shapes_drop(&bare, &count, made, 0, NULL) == PD_OK);
        check(!done.meshes || count > 0);
    }
    pd_buffer_deinit(&out);
    pd_buffer_deinit(&bare);
    free(rows);
    free(moves);
    free(shares);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const pd_io_skin_options options = {.skin = -1, .take = PD_IO_TAKE_NODES};
    const pd_bytes file = {data, size};
    pd_io_surface surface;
    pd_face_mesh mesh;
    pd_retarget_skin skin;
    pd_retarget_match match;
    pd_buffer plain = {0};
    int head = -1;

    if (pd_io_surface_read(&surface, file, 1 << 22, NULL) != PD_OK) return 0;

    /* Merged vertices refer to each other, and searches and rays stay among them. */
    if (pd_face_mesh_make(&mesh, surface.vertices, surface.vertex_count, surface.faces, surface.face_count,
                          NULL, NULL) == PD_OK) {
        pd_face_search search;
        for (int v = 0; v < surface.vertex_count; v++)
            check(mesh.merged[v] >= -1 && mesh.merged[v] < mesh.count);
        for (int v = 0; v < mesh.count; v++) check(mesh.island[v] >= 0 && mesh.island[v] < mesh.island_count);
        if (mesh.count < 5000 && pd_face_search_make(&search, &mesh, NULL)) {
            pd_face_point hit;
            const double at[3] = {0, 0, 0};
            if (pd_face_search_find(&hit, &search, at, NULL))
                check(hit.face >= 0 && hit.face < mesh.face_count);
            pd_face_search_deinit(&search);
        }
        pd_face_mesh_deinit(&mesh);
    }

    /* Shapes and joints in the file. */
    if (surface.is_glb && surface.vertex_count < 20000) {
        if (pd_retarget_character_read(&skin, &match, file, &options, NULL, 0, NULL) == PD_OK)
            head = skin.joints[match.joints[PD_HUMAN_HEAD]].node;
        pd_retarget_skin_deinit(&skin);
        write_shapes(file, &surface, head);
    } else if (!surface.is_glb && surface.vertex_count < 20000)
        pd_face_file_plain(&plain, file, NULL);
    pd_buffer_deinit(&plain);
    pd_io_surface_deinit(&surface);

    return 0;
}
