#include "core/io/fbx/fbx_figure_parts.h"

#include "core/io/mesh/picture.h"
#include "core/base/assert.h"
#include "core/base/text/base64.h"
#include "core/base/file.h"
#include "core/io/mesh/glb_figure.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PICTURE_MOST ((size_t)64 << 20)

static float linear_of_srgb(double srgb)
{
    const double c = fmax(0, fmin(1, srgb));
    return (float)(c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4));
}

/* Reads a picture by its file name, without the stored path, from the folder of the FBX file, its .fbm
 * folder or "textures". */
static pd_status find_picture_beside(pd_bytes *out, pd_fbx_figure *b, const char *picture)
{
    const char *path = b->options->path;
    const char *name = picture;

    *out = (pd_bytes){NULL, 0};

    /* Take the name behind the last slash. Names that are folders are refused. */
    for (const char *c = picture; *c; c++)
        if (*c == '/' || *c == '\\') name = c + 1;
    if (!path || !*name || !strcmp(name, ".") || !strcmp(name, "..")) return PD_OK;

    /* Folder of the FBX file, and its path without the extension. */
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(path, '.');
    const int folder = slash ? (int)(slash + 1 - path) : 0;
    const int stem = dot && dot > path + folder ? (int)(dot - path) : (int)strlen(path);
    for (int k = 0; k < 3; k++) {
        char where[4096];
        pd_bytes file;
        if (k == 0) snprintf(where, sizeof where, "%.*s%s", folder, path, name);
        if (k == 1) snprintf(where, sizeof where, "%.*s.fbm/%s", stem, path, name);
        if (k == 2) snprintf(where, sizeof where, "%.*stextures/%s", folder, path, name);

        /* A picture that cannot be read is not an error, unless memory is short. */
        if (pd_file_map(&file, where, b->scene.err) != PD_OK) {
            if (b->scene.err->status == PD_ERR_MEMORY) return PD_ERR_MEMORY;
            b->scene.err->status = PD_OK;
            continue;
        }

        /* Keep a copy, if it is not too large. */
        unsigned char *kept =
            file.size && file.size <= PICTURE_MOST ? pd_fbx_figure_take(b, file.size, 1) : NULL;
        const bool is_short = file.size && file.size <= PICTURE_MOST && !kept;
        if (kept) {
            memcpy(kept, file.data, file.size);
            *out = (pd_bytes){kept, file.size};
        }

        pd_file_unmap(&file);
        if (is_short) return pd_fbx_figure_short_of(b);
        if (kept) return PD_OK;
    }

    return PD_OK;
}

/* Reads the content of a Video: bytes, or in text files base64 in one or several strings. */
static pd_status picture_content(pd_bytes *out, pd_fbx_figure *b, int video)
{
    const pd_fbx *f = b->scene.fbx;
    const int record = pd_fbx_find(f, video, "Content", 0);
    size_t size = 0;

    *out = (pd_bytes){NULL, 0};

    /* Bytes are used as they are; otherwise sum up the lengths of the strings. */
    for (int i = 0; record >= 0 && i < f->records[record].property_count; i++) {
        const pd_fbx_property *p = pd_fbx_at(f, record, i);
        if (p->type == 'R') {
            *out = p->bytes;
            return PD_OK;
        }

        if (p->type == 'S') size += p->bytes.size;
    }

    if (!size) return PD_OK;

    /* Join the strings and decode them in place. */
    unsigned char *made = pd_fbx_figure_take(b, size, 1);
    if (!made) return pd_fbx_figure_short_of(b);
    size_t used = 0;
    for (int i = 0; i < f->records[record].property_count; i++) {
        const pd_fbx_property *p = pd_fbx_at(f, record, i);
        if (p->type != 'S') continue;
        memcpy(made + used, p->bytes.data, p->bytes.size);
        used += p->bytes.size;
    }

    used = pd_base64_decode(made, used, (const char *)made, used, PD_BASE64_LENIENT);
    if (used == SIZE_MAX) used = 0; /* no base64: no content */
    *out = (pd_bytes){made, used};

    return PD_OK;
}

/* Adds the picture of a texture. *index is -1 if there is none in a format of glTF. */
static pd_status add_texture(pd_fbx_figure *b, int *index, int texture)
{
    pd_fbx_scene *s = &b->scene;
    pd_bytes file = {NULL, 0};
    char name[1024] = "";
    int link = -1;

    *index = -1;

    /* Use the content inside the file, otherwise the file that the texture names, otherwise the one that
     * the video names. */
    const int video = pd_fbx_below(s, &link, pd_fbx_id(s, texture), "Video", NULL);
    pd_status status = video >= 0 ? picture_content(&file, b, video) : PD_OK;
    for (int k = 0; k < 4 && status == PD_OK && !file.size; k++) {
        const int of = k < 2 ? texture : video;
        const int record = of < 0 ? -1 : pd_fbx_find(s->fbx, of, k % 2 ? "FileName" : "RelativeFilename", 0);
        if (pd_fbx_text(name, sizeof name, s->fbx, record, 0) && *name)
            status = find_picture_beside(&file, b, name);
    }

    if (status != PD_OK) return status;

    /* glTF takes PNG and JPEG only. */
    const pd_io_picture *format = pd_io_picture_of(file);
    if (!format || !format->is_gltf) {
        pd_fbx_note(
            s, file.size ? "picture \"%.64s\", neither PNG nor JPEG" : "picture \"%.64s\", which is missing",
            *name ? name : "without a name");
        return PD_OK;
    }

    /* Add the picture. */
    b->textures[b->texture_count] = (pd_io_figure_texture){file, format->type};
    *index = b->texture_count++;

    return PD_OK;
}

/* Adds a material. */
static pd_status add_material(pd_fbx_figure *b, int record)
{
    PD_ASSERT(record >= 0 && record < b->scene.fbx->record_count);
    static const char *const colors[] = {"DiffuseColor", "Maya|baseColor", "Maya|TEX_color_map",
                                         "3dsMax|Parameters|base_color_map", "3dsMax|Parameters|base_color"};
    pd_fbx_scene *s = &b->scene;
    const pd_fbx *f = s->fbx;
    double color[3] = {0.8, 0.8, 0.8};
    double factor = 1, opacity = 1, transparency = 0;
    double through[3] = {1, 1, 1};
    pd_io_figure_material *out = &b->materials[b->material_count];

    /* Colour, factor and opacity, under the names that different programs use. Transparency is used only
     * without an opacity. */
    if (!pd_fbx_values(color, 3, f, record, "DiffuseColor") &&
        !pd_fbx_values(color, 3, f, record, "Maya|baseColor"))
        pd_fbx_values(color, 3, f, record, "Diffuse");
    pd_fbx_values(&factor, 1, f, record, "DiffuseFactor");
    if (!pd_fbx_values(&opacity, 1, f, record, "Opacity") &&
        pd_fbx_values(&transparency, 1, f, record, "TransparencyFactor") &&
        pd_fbx_values(through, 3, f, record, "TransparentColor"))
        opacity = 1 - transparency * (through[0] + through[1] + through[2]) / 3;

    /* The first texture of the colour is used; others are reported. */
    int texture = -1, link = -1;
    for (int r; (r = pd_fbx_below(s, &link, pd_fbx_id(s, record), "Texture", NULL)) >= 0;) {
        const pd_fbx_property *p = s->links[link].property;
        bool is_color = !p;
        for (size_t k = 0; p && p->type == 'S' && k < sizeof colors / sizeof *colors; k++)
            is_color |=
                p->bytes.size == strlen(colors[k]) && !memcmp(p->bytes.data, colors[k], p->bytes.size);
        if (!is_color && p && p->type == 'S')
            pd_fbx_note(s, "textures of \"%.*s\"", (int)fmin(40, (double)p->bytes.size),
                        (const char *)p->bytes.data);
        if (!is_color || texture >= 0) continue;
        const pd_status status = add_texture(b, &texture, r);
        if (status != PD_OK) return status;
    }

    /* Write the material. A texture replaces the colour. */
    const char *name = pd_fbx_name(s, record);
    if (!name) return pd_fbx_figure_short_of(b);
    if (factor < 0 || factor > 1) factor = 1;
    *out = (pd_io_figure_material){
        .name = name,
        .color = {linear_of_srgb(factor * color[0]), linear_of_srgb(factor * color[1]),
                  linear_of_srgb(factor * color[2]), opacity > 0 && opacity < 1 ? (float)opacity : 1},
        .roughness = 0.9f,
        .texture = texture};
    if (texture >= 0) out->color[0] = out->color[1] = out->color[2] = 1;
    b->material_of[record] = ++b->material_count;

    return PD_OK;
}

pd_status pd_fbx_figure_material(int *out, pd_fbx_figure *b, int model, int place)
{
    PD_ASSERT(model >= 0 && model < b->scene.model_count);
    int link = -1, at = 0;
    *out = -1;
    for (int r; (r = pd_fbx_below(&b->scene, &link, b->scene.models[model].id, "Material", NULL)) >= 0;
         at++) {
        if (at != place) continue;
        if (!b->material_of[r]) {
            const pd_status status = add_material(b, r);
            if (status != PD_OK) return status;
        }

        *out = b->material_of[r] - 1;
        return PD_OK;
    }

    return PD_OK;
}
