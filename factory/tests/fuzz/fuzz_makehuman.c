/* Fuzzes MakeHuman's files: a base mesh, a target, a rig, a garment or its binding. Accepted data contain
 * only valid indices. The first byte selects the parser; a rig's two files are separated by a zero byte. */
#include "factory/makehuman/mhrig.h"
#include "factory/makehuman/makehuman.h"
#include "factory/makehuman/garment.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(int good)
{
    if (!good) abort();
}

static void read_mesh(pd_bytes text)
{
    pd_factory_obj obj;
    if (pd_factory_obj_parse(&obj, text, "fuzz", NULL) != PD_OK) return;
    for (int q = 0; q < obj.quad_count; q++) {
        check(obj.quad_group[q] >= 0 && obj.quad_group[q] < obj.group_count);
        for (int k = 0; k < 4; k++) check(obj.quads[q][k] >= 0 && obj.quads[q][k] < obj.vertex_count);
    }
    pd_factory_obj_deinit(&obj);
}

static void read_target(pd_bytes text)
{
    pd_factory_target target;
    if (pd_factory_target_parse(&target, text, 1000, 500, "fuzz", NULL) != PD_OK) return;
    for (int i = 0; i < target.move_count; i++)
        check(target.moves[i].vertex >= 0 && target.moves[i].vertex < 500);
    pd_factory_target_deinit(&target);
}

static void read_rig(pd_bytes text)
{
    pd_factory_mhrig rig;
    const unsigned char *zero = text.size ? memchr(text.data, 0, text.size) : NULL;
    if (!zero) return;
    pd_bytes skeleton = {text.data, (size_t)(zero - text.data)},
             weights = {zero + 1, text.size - skeleton.size - 1};
    if (pd_factory_mhrig_parse(&rig, skeleton, "skeleton", weights, "weights", 100, NULL) != PD_OK) return;
    for (int b = 0; b < rig.bone_count; b++) check(rig.parents[b] >= -1 && rig.parents[b] < rig.bone_count);
    for (int w = 0; w < rig.weight_count; w++) {
        check(rig.weights[w].vertex >= 0 && rig.weights[w].vertex < 100);
        check(rig.weights[w].bone >= 0 && rig.weights[w].bone < rig.bone_count);
    }
    pd_factory_mhrig_deinit(&rig);
}

static void read_binding(pd_bytes text)
{
    pd_factory_binding b;
    float base[300] = {0}, *out;
    if (pd_factory_binding_parse(&b, text, 100, 50, "fuzz", NULL) != PD_OK) return;
    for (int h = 0; h < b.hide_count; h++) check(b.hides[h] < 50);
    out = malloc(3 * (size_t)b.vertex_count * sizeof *out);
    if (out) pd_factory_binding_place(out, &b, base);
    free(out);
    pd_factory_binding_deinit(&b);
}

static void read_garment(pd_bytes text)
{
    pd_factory_garment g;
    if (pd_factory_garment_parse(&g, text, "fuzz", NULL) != PD_OK) return;
    for (int c = 0; c < g.corner_count; c++) check(g.corners[c] < g.vertex_count);
    for (int f = 0; f < 3 * g.face_count; f++) check(g.faces[f] < g.corner_count);
    pd_factory_garment_deinit(&g);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) return 0;
    pd_bytes text = {data + 1, size - 1};
    if (data[0] == 'm')
        read_mesh(text);
    else if (data[0] == 't')
        read_target(text);
    else if (data[0] == 'b')
        read_binding(text);
    else if (data[0] == 'g')
        read_garment(text);
    else
        read_rig(text);
    return 0;
}
