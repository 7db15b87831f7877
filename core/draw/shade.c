#include "core/draw/shade.h"

#include "core/base/assert.h"
#include "core/draw/vector.h"

#include <math.h>

/* metres: half the width of a shadow's edge. 0.003 looks like a spotlight;
 * with 0.015 the nose has no visible shadow */
#define SHADOW_REACH   0.007f
#define SHADOW_OFFSET  0.003f /* metres along the normal, so that a surface casts no shadow on itself */
#define LEAST_FACING   0.1f   /* least cosine to the eye by which a pixel's piece of a surface is computed */
#define PI             3.14159265f
#define STRAND_MEAN    0.70f /* mean of the shipped texture of strands, of 1 */
#define UNLIT_MORE     0.04f /* what the tone curve subtracts (tone.h) */
#define HAIR_ROUGHNESS 0.55f /* roughness at which highlights have the full strength of the lobes */
/* Shift of a highlight along a strand of twice the mean brightness, as a share of the normal. */
#define STRAND_SHIFT   0.42f

static const float skin_wrap[3] = {0.34f, 0.14f, 0.08f};

/* A point of a surface with its interpolated data. */
typedef struct fragment {
    float at[3], to_eye[3];
    float smooth[3], normal[3],
        second[3]; /* normal without and with its map; strand direction or coat normal */
    float albedo[3], roughness, open, glow[3];
    float strand; /* hair: brightness of the strand, 1 on average */
    pd_draw_kind kind;
} fragment;

static float clamp01(float v)
{
    return v < 0 ? 0 : v > 1 ? 1 : v;
}

/* ---- the surface ---- */

/* Computes the derivatives of position by u and v of texture coordinates (V,2) on a triangle, metres per
 * texture. Returns textures per metre; 0: undefined. */
static float tangents(float du[3], float dv[3], const pd_draw_surface *s, const float *uvs,
                      const uint32_t face[3])
{
    const float *p[3], *t[3];
    float a[3], b[3];

    for (int k = 0; k < 3; k++) {
        p[k] = s->vertices + 3 * (size_t)face[k];
        t[k] = uvs + 2 * (size_t)face[k];
    }

    for (int c = 0; c < 3; c++) {
        a[c] = p[1][c] - p[0][c];
        b[c] = p[2][c] - p[0][c];
    }

    const float au = t[1][0] - t[0][0];
    const float av = t[1][1] - t[0][1];
    const float bu = t[2][0] - t[0][0];
    const float bv = t[2][1] - t[0][1];
    const float area = au * bv - bu * av;
    if (fabsf(area) < 1e-14f) return 0;
    for (int c = 0; c < 3; c++) {
        du[c] = (bv * a[c] - av * b[c]) / area;
        dv[c] = (au * b[c] - bu * a[c]) / area;
    }

    return sqrtf(1 / fmaxf(1e-12f, sqrtf(pd_draw_dot(du, du) * pd_draw_dot(dv, dv))));
}

/* Applies the normal map. The map's x is along u, its y is against v. */
static void bend_normal(fragment *f, const float texel[3], const float du[3], const float dv[3])
{
    float t[3], b[3];
    const float along = pd_draw_dot(du, f->normal);

    for (int c = 0; c < 3; c++) t[c] = du[c] - along * f->normal[c];
    pd_draw_normalize(t);
    b[0] = f->normal[1] * t[2] - f->normal[2] * t[1];
    b[1] = f->normal[2] * t[0] - f->normal[0] * t[2];
    b[2] = f->normal[0] * t[1] - f->normal[1] * t[0];
    const float side = pd_draw_dot(b, dv) > 0 ? -1.0f : 1.0f; /* y of the map is against v */
    float n[3];
    for (int k = 0; k < 3; k++) n[k] = texel[k] / 127.5f - 1;
    for (int c = 0; c < 3; c++) f->normal[c] = n[0] * t[c] + n[1] * side * b[c] + n[2] * f->normal[c];
    pd_draw_normalize(f->normal);
}

/* Reads the folds and the shade of a garment, and its albedo if it is there. facing: cosine to the eye. */
static void read_places(fragment *f, const pd_draw_scene *scene, const pd_draw_surface *s,
                        const uint32_t face[3], const float b[3], float depth, float facing)
{
    float uv[2] = {0}, texel[4], du[3] = {0}, dv[3] = {0};
    const float per_metre = tangents(du, dv, s, s->places, face);
    const float span = per_metre * depth * scene->pixel / sqrtf(facing);

    for (int k = 0; k < 3; k++)
        for (int c = 0; c < 2; c++) uv[c] += b[k] * s->places[2 * (size_t)face[k] + (size_t)c];
    if (s->shade) {
        pd_draw_texture_at(texel, s->shade, uv, span * (float)s->shade->levels[0].width);
        const float light = scene->linear[(int)texel[0]];
        if (!s->is_at_places) f->open *= light;
        for (int c = 0; c < 3 && !s->is_at_places; c++) f->albedo[c] *= 0.5f + 0.5f * light;
        for (int c = 0; c < 3 && s->is_at_places; c++) f->albedo[c] *= light;
    }

    if (s->folds && per_metre > 0) {
        pd_draw_texture_at(texel, s->folds, uv, span * (float)s->folds->levels[0].width);
        bend_normal(f, texel, du, dv);
    }
}

/* Interpolates the vertices and reads the textures. */
static void read_surface(fragment *f, const pd_draw_scene *scene, const pd_draw_surface *s,
                         const uint32_t face[3], const float b[3])
{
    float uv[2] = {0};
    float texel[4];
    float color[3] = {0};
    float du[3] = {0}, dv[3] = {0};

    *f = (fragment){.kind = s->kind, .roughness = s->roughness, .open = 1, .strand = 1};
    for (int k = 0; k < 3; k++)
        for (int c = 0; c < 3; c++) {
            f->at[c] += b[k] * s->vertices[3 * (size_t)face[k] + (size_t)c];
            f->normal[c] += b[k] * s->normals[3 * (size_t)face[k] + (size_t)c];
            if (s->second) f->second[c] += b[k] * s->second[3 * (size_t)face[k] + (size_t)c];
            if (s->colors) color[c] += b[k] * s->colors[3 * (size_t)face[k] + (size_t)c];
            if (s->uvs && c < 2) uv[c] += b[k] * s->uvs[2 * (size_t)face[k] + (size_t)c];
        }
    pd_draw_normalize(f->normal);
    for (int c = 0; c < 3; c++) {
        f->to_eye[c] = scene->view->eye[c] - f->at[c];
        f->albedo[c] = s->color[c] * (s->colors ? color[c] : 1);
        f->glow[c] = s->glow_color[c];
    }

    const float depth = sqrtf(pd_draw_dot(f->to_eye, f->to_eye));
    pd_draw_normalize(f->to_eye);

    /* A two-sided triangle seen from behind has the opposite normal. */
    if (s->two_sided && !s->keeps_normals && pd_draw_dot(f->normal, f->to_eye) < 0)
        for (int c = 0; c < 3; c++) f->normal[c] = -f->normal[c];
    for (int c = 0; c < 3; c++) f->smooth[c] = f->normal[c];

    /* Textures, at the level for this distance. */
    if (s->uvs && (s->albedo || s->normal || s->surface || s->glow)) {
        /* A pixel shows a longer piece of a surface that is seen at an angle. */
        const float per_metre = tangents(du, dv, s, s->uvs, face);
        const float facing = fmaxf(fabsf(pd_draw_dot(f->smooth, f->to_eye)), LEAST_FACING);
        const float span = per_metre * depth * scene->pixel / sqrtf(facing);
        if (s->albedo) {
            pd_draw_texture_at(texel, s->albedo, uv, span * (float)s->albedo->levels[0].width);
            for (int c = 0; c < 3; c++) {
                const int low = (int)texel[c];
                const int high = low < 255 ? low + 1 : 255;
                const float t = texel[c] - (float)low;
                f->albedo[c] *= (1 - t) * scene->linear[low] + t * scene->linear[high];
            }

            f->strand = texel[1] / (255 * STRAND_MEAN);
        }

        if (s->surface) {
            pd_draw_texture_at(texel, s->surface, uv, span * (float)s->surface->levels[0].width);
            f->open = texel[0] / 255;
            f->roughness *= texel[1] / 255;
        }

        if (s->glow) {
            pd_draw_texture_at(texel, s->glow, uv, span * (float)s->glow->levels[0].width);
            for (int c = 0; c < 3; c++) f->glow[c] *= scene->linear[(int)texel[c]];
        }

        if (s->normal && per_metre > 0) {
            pd_draw_texture_at(texel, s->normal, uv, span * (float)s->normal->levels[0].width);
            bend_normal(f, texel, du, dv);
        }
    }

    if (s->places) {
        const float facing = fmaxf(fabsf(pd_draw_dot(f->smooth, f->to_eye)), LEAST_FACING);
        read_places(f, scene, s, face, b, depth, facing);
    }

    pd_draw_normalize(f->second);
}

/* ---- light ---- */

/* The taps are a golden spiral over the width of a shadow's edge. */
void pd_draw_shadow_taps(pd_draw_shadow *shadow)
{
    const float reach = SHADOW_REACH * shadow->view.focal;

    for (int i = 0; i < PD_DRAW_SHADOW_TAPS; i++) {
        const float r = reach * sqrtf(((float)i + 0.5f) / PD_DRAW_SHADOW_TAPS);
        const float angle = 2.399963f * (float)i;
        shadow->taps[i][0] = r * cosf(angle);
        shadow->taps[i][1] = r * sinf(angle);
    }
}

/* Returns the share of the key light that reaches a point, from the taps of the shadow map. */
static float lit_share(const pd_draw_shadow *shadow, const fragment *f)
{
    float at[3];
    float reached = 0;
    pd_draw_corner corner;

    if (!shadow->near) return 1;
    for (int c = 0; c < 3; c++) at[c] = f->at[c] + SHADOW_OFFSET * f->smooth[c];
    pd_draw_project(&corner, &shadow->view, at);

    const float slack = 0.002f / shadow->radius;
    for (int i = 0; i < PD_DRAW_SHADOW_TAPS; i++) {
        const int x = (int)(corner.x + shadow->taps[i][0]);
        const int y = (int)(corner.y + shadow->taps[i][1]);
        const bool is_outside = x < 0 || y < 0 || x >= shadow->side || y >= shadow->side;
        reached += is_outside || shadow->near[y * shadow->stride + x] <= corner.near + slack;
    }

    return reached / PD_DRAW_SHADOW_TAPS;
}

/* Computes light of the surroundings from a direction. tight:
 * 0 averages over the hemisphere, 1 is a mirror. */
static void surroundings(float out[3], const pd_draw_light *l, const float n[3], float tight)
{
    const float up = 0.5f + 0.5f * n[1];
    const float fill = clamp01(0.45f + 0.55f * pd_draw_dot(n, l->fill_to));
    const float rim = clamp01(pd_draw_dot(n, l->rim_to));
    const float power = 1 + 6 * tight;
    const float broad = tight > 0 ? powf(fill, 1 + power) : fill * fill;
    const float narrow = tight > 0 ? powf(rim, 1.5f + power) : rim * rim * sqrtf(rim);

    for (int c = 0; c < 3; c++)
        out[c] = l->ground[c] + up * (l->sky[c] - l->ground[c]) + l->fill[c] * broad * (1 + tight) +
                 l->rim[c] * narrow;
}

/* Returns GGX's distribution times Smith's visibility for one light (Walter et al.
 * 2007), without Fresnel's term. */
static float glossy(const float n[3], const float to_light[3], const float to_eye[3], float roughness)
{
    float h[3];

    for (int c = 0; c < 3; c++) h[c] = to_light[c] + to_eye[c];
    pd_draw_normalize(h);
    const float nl = pd_draw_dot(n, to_light);
    const float nv = fmaxf(0.02f, pd_draw_dot(n, to_eye));
    const float nh = clamp01(pd_draw_dot(n, h));
    if (nl <= 0) return 0;
    const float a = fmaxf(0.002f, roughness * roughness);
    const float a2 = a * a;
    const float d = nh * nh * (a2 - 1) + 1;
    const float distribution = a2 / (PI * d * d);
    const float k = 0.5f * a;
    const float visibility = 0.25f / ((nl * (1 - k) + k) * (nv * (1 - k) + k));

    return distribution * visibility * nl;
}

/* Returns Schlick's approximation of Fresnel's term. */
static float fresnel(float f0, float cosine)
{
    const float m = clamp01(1 - cosine);
    const float m2 = m * m;
    return f0 + (1 - f0) * m2 * m2 * m;
}

/* Adds the specular reflection of key light and surroundings. */
static void add_gloss(float out[3], const pd_draw_scene *scene, const fragment *f, const float n[3],
                      float roughness, float f0, float shadow, float open)
{
    const pd_draw_light *l = scene->light;
    float h[3], r[3], around[3];
    const float nv = pd_draw_dot(n, f->to_eye);

    for (int c = 0; c < 3; c++) {
        h[c] = l->key_to[c] + f->to_eye[c];
        r[c] = 2 * nv * n[c] - f->to_eye[c];
    }

    pd_draw_normalize(h);
    const float key =
        PI * shadow * fresnel(f0, pd_draw_dot(h, f->to_eye)) * glossy(n, l->key_to, f->to_eye, roughness);
    const float smoothness = 1 - roughness;
    const float mirror = open * (f0 + (fmaxf(smoothness, f0) - f0) * (fresnel(0, nv)) * smoothness);
    surroundings(around, l, r, smoothness);
    for (int c = 0; c < 3; c++) out[c] += l->key[c] * key + around[c] * mirror;
}

/* Shades hair after Kajiya and Kay (1989), with the two highlights of Marschner et al. (2003). Strands
 * differ: the texture's brightness scales a highlight and moves it along the strand (after Scheuermann 2004),
 * without which hair looks like a helmet. */
static void shade_hair(float out[3], const pd_draw_scene *scene, const fragment *f, float shadow)
{
    const pd_draw_light *l = scene->light;
    float around[3], h[3];

    for (int c = 0; c < 3; c++) h[c] = l->key_to[c] + f->to_eye[c];
    pd_draw_normalize(h);

    /* Tangents of the two highlights. The scales of a hair shift them along the strand,
     * in opposite directions. */
    static const float shift[2] = {0.10f, -0.14f};
    static const float power[2] = {40, 14};
    static const float gain[2] = {0.08f, 0.29f};
    const float contrast = f->strand * f->strand;
    const float scatter = STRAND_SHIFT * (f->strand - 1);
    const float gloss = fmaxf(0, 1 - f->roughness) / (1 - HAIR_ROUGHNESS);
    float lobes[2];
    for (int k = 0; k < 2; k++) {
        float shifted[3];
        for (int c = 0; c < 3; c++) shifted[c] = f->second[c] + (shift[k] + scatter) * f->smooth[c];
        pd_draw_normalize(shifted);
        const float th = pd_draw_dot(shifted, h);
        lobes[k] = gloss * gain[k] * contrast * powf(sqrtf(fmaxf(0, 1 - th * th)), power[k]) *
                   clamp01(0.25f + pd_draw_dot(f->smooth, l->key_to));
    }

    /* Diffuse light, from sin(t, l). */
    const float tl = pd_draw_dot(f->second, l->key_to);
    const float nl = clamp01(0.2f + 0.8f * pd_draw_dot(f->smooth, l->key_to));
    const float diffuse = nl * (0.5f + 0.5f * sqrtf(fmaxf(0, 1 - tl * tl)));
    surroundings(around, l, f->smooth, 0);
    for (int c = 0; c < 3; c++)
        out[c] = f->albedo[c] * (l->key[c] * shadow * diffuse + f->open * around[c]) +
                 l->key[c] * shadow * (lobes[0] + lobes[1] * f->albedo[c]) +
                 0.02f * gloss * contrast * f->open * around[c];
}

/* Returns the openness of a crease with the light that its walls, of the same albedo, reflect into it
 * (Jimenez et al. 2016). */
static float open_with_bounces(float open, float albedo)
{
    const float a = 2.0404f * albedo - 0.3324f;
    const float b = 0.6417f - 4.7951f * albedo;
    const float c = 2.7552f * albedo + 0.6903f;
    return fmaxf(open, ((a * open + b) * open + c) * open);
}

void pd_draw_shade(float out[3], const pd_draw_scene *scene, const pd_draw_surface *surface,
                   const uint32_t face[3], const float b[3], float open)
{
    const pd_draw_light *l = scene->light;
    fragment f;
    float around[3], around_smooth[3];

    read_surface(&f, scene, surface, face, b);
    f.open *= open;
    if (f.kind == PD_DRAW_UNLIT) {
        for (int c = 0; c < 3; c++) out[c] = f.albedo[c] + f.glow[c] + UNLIT_MORE;
        return;
    }

    const float shadow = lit_share(scene->shadow, &f);
    if (f.kind == PD_DRAW_HAIR) {
        shade_hair(out, scene, &f, shadow);
        return;
    }

    /* Diffuse light. On skin the edge of the shade is soft and red, and red light has less fine relief. */
    const float nl = pd_draw_dot(f.normal, l->key_to);
    const float nl_smooth = pd_draw_dot(f.smooth, l->key_to);
    surroundings(around, l, f.normal, 0);
    surroundings(around_smooth, l, f.smooth, 0);
    for (int c = 0; c < 3; c++) {
        float key = clamp01(nl) * shadow;
        float env = around[c] * f.open;
        if (f.kind == PD_DRAW_SKIN) {
            static const float keeps_relief[3] = {0.35f, 0.8f, 1.0f};
            const float n = nl_smooth + keeps_relief[c] * (nl - nl_smooth);

            /* The half-lit edge of a shadow is redder than both sides. */
            const float soft = c == 0 ? sqrtf(shadow) * 0.45f + shadow * 0.55f : shadow;
            key = clamp01((n + skin_wrap[c]) / (1 + skin_wrap[c])) * soft;
            env = (around_smooth[c] + keeps_relief[c] * (around[c] - around_smooth[c])) *
                  open_with_bounces(f.open, f.albedo[c]);
        }

        out[c] = f.albedo[c] * (l->key[c] * key + env) + f.glow[c];
    }

    /* Specular light. */
    const float f0 = f.kind == PD_DRAW_SKIN ? 0.028f : 0.04f;
    add_gloss(out, scene, &f, f.normal, f.roughness, f0, shadow, f.open);
    if (f.kind == PD_DRAW_EYE) add_gloss(out, scene, &f, f.second, 0.13f, 0.035f, 1, 0.6f + 0.4f * f.open);
}
