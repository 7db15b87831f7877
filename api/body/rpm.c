/* Parameters of Ready Player Me's requests, as those of the mesh route. The service closed in January 2026;
 * programs that used it change a base address. */
#include "api/body/avatars.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct rpm_values {
    int quality, lod, mesh_lod, pose, hands, draco, meshopt, quantized_meshopt, format;
    const char *atlas, *morphs, *text_quality, *channels;
    int size;
} rpm_values;
#define AT(member) offsetof(rpm_values, member)
enum { LOW, MEDIUM, HIGH }; /* qualities */

const pd_api_field pd_api_rpm_fields[] = {
    {.name = "quality",
     .type = PD_API_CHOICE,
     .offset = AT(quality),
     .choices = "low|medium|high",
     .doc = "Preset of other parameters: low is lod=2&texture_size=256, medium is lod=1&texture_size=512, "
            "high is lod=0&texture_size=1024. Parameters that are given as well have precedence."},
    {.name = "lod",
     .type = PD_API_INTEGER,
     .offset = AT(lod),
     .min = 0,
     .max = 2,
     .doc = "Level of detail, as `lod` of the mesh route: 0 has all triangles, 2 about 10,000."},
    {.name = "meshLod",
     .type = PD_API_INTEGER,
     .offset = AT(mesh_lod),
     .min = 0,
     .max = 2,
     .doc = "Older name of the parameter lod."},
    {.name = "textureAtlas",
     .type = PD_API_TEXT,
     .offset = AT(atlas),
     .example = "\"1024\"",
     .doc = "Texture atlas: none is atlas=false of the mesh route; a number of pixels is atlas=true with "
            "this texture_size."},
    {.name = "textureSizeLimit",
     .type = PD_API_INTEGER,
     .offset = AT(size),
     .min = 128,
     .max = 4096,
     .example = "1024",
     .doc = "Largest side of the textures in pixels, as texture_size of the mesh route. Of this and a number "
            "in textureAtlas the smaller one counts."},
    {.name = "textureFormat",
     .type = PD_API_CHOICE,
     .offset = AT(format),
     .choices = "png|webp",
     .doc = "Format of the textures, as `textures` of the mesh route. JPEG is not offered."},
    {.name = "morphTargets",
     .type = PD_API_TEXT,
     .offset = AT(morphs),
     .example = "\"ARKit,Oculus Visemes\"",
     .doc = "Morph targets of the file, as `morphs` of the mesh route: ARKit, Oculus Visemes, none, and "
            "names of single shapes, separated by commas. Without it ARKit and Oculus Visemes."},
    {.name = "pose",
     .type = PD_API_CHOICE,
     .offset = AT(pose),
     .choices = "A|T",
     .preset = "\"A\"",
     .doc = "Rest pose of the avatar: A (arms 45 degrees down) or T (arms stretched out)."},
    {.name = "useHands",
     .type = PD_API_BOOLEAN,
     .offset = AT(hands),
     .preset = "true",
     .doc = "True keeps the bones of the fingers, as `hands` of the mesh route."},
    {.name = "useDracoMeshCompression",
     .type = PD_API_BOOLEAN,
     .offset = AT(draco),
     .preset = "false",
     .doc = "Draco compression: only false is allowed, because posed does not write Draco. "
            "useMeshOptCompression makes smaller files of avatars with a face."},
    {.name = "useMeshOptCompression",
     .type = PD_API_BOOLEAN,
     .offset = AT(meshopt),
     .preset = "false",
     .doc = "True compresses the arrays, as compression=meshopt of the mesh route."},
    {.name = "useQuantizeMeshOptCompression",
     .type = PD_API_BOOLEAN,
     .offset = AT(quantized_meshopt),
     .preset = "false",
     .doc = "True compresses the arrays, as compression=meshopt of the mesh route."},
    {.name = "textureQuality",
     .type = PD_API_TEXT,
     .offset = AT(text_quality),
     .example = "\"high\"",
     .doc = "Quality of the textures: refused, because posed offers only one. textureSizeLimit makes "
            "textures smaller."},
    {.name = "textureChannels",
     .type = PD_API_TEXT,
     .offset = AT(channels),
     .example = "\"baseColor\"",
     .doc = "Channels of the textures: refused, because posed always writes colour and roughness."},
    {0},
};

/* Translates a list of morph targets: "ARKit,Oculus Visemes,jawOpen" becomes "arkit,visemes,jawOpen". */
static bool put_morphs(pd_buffer *out, const char *text, pd_api_problems *problems)
{
    static const char *const groups[][2] = {

        {"ARKit", "arkit"}, {"Oculus Visemes", "visemes"}, {"none", "none"}};
    static const char *const lacked[] = {"Default",    "Basic expressions", "Viseme",     "mouthOpen",
                                         "mouthSmile", "eyesClosed",        "eyesLookUp", "eyesLookDown"};
    for (const char *at = text; *at; at += strcspn(at, ","), at += *at == ',') {
        size_t n = strcspn(at, ",");
        const char *word = at;
        const char *known = NULL;
        while (n && *word == ' ') {
            word++;
            n--;
        }

        for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
            if (strlen(groups[i][0]) == n && !strncasecmp(groups[i][0], word, n)) known = groups[i][1];
        for (size_t i = 0; i < sizeof lacked / sizeof *lacked && !known; i++)
            if (strlen(lacked[i]) == n && !strncasecmp(lacked[i], word, n))
                return pd_api_note(problems, PD_ERR_INVALID, "/morphTargets",
                                   "\"%s\"; ARKit's shapes and Oculus' visemes allowed (jawOpen for "
                                   "mouthOpen, mouthSmileLeft and mouthSmileRight for mouthSmile)",
                                   lacked[i]);
        if (at != text) pd_buffer_text(out, ",");
        if (known)
            pd_buffer_text(out, known);
        else
            pd_buffer_add(out, word, n);
    }

    return true;
}

static bool write_query(pd_buffer *out, const rpm_values *v, pd_api_problems *p)
{
    static const int lods[] = {[LOW] = 2, [MEDIUM] = 1, [HIGH] = 0};
    static const int sizes[] = {[LOW] = 256, [MEDIUM] = 512, [HIGH] = 1024};
    int lod = lods[v->quality];
    int size = sizes[v->quality];
    bool has_atlas = true;

    /* Level and size of pictures: the quality, then what stands beside it. */
    if (v->mesh_lod >= 0) lod = v->mesh_lod;
    if (v->lod >= 0) lod = v->lod;
    if (v->size) size = v->size;
    if (v->atlas && !strcmp(v->atlas, "none")) {
        has_atlas = false;
    } else if (v->atlas) {
        char *end;
        const long side = strtol(v->atlas, &end, 10);
        if (*end || side < 128 || side > 4096)
            return pd_api_note(p, PD_ERR_RANGE, "/textureAtlas", "\"%.20s\"; none or 128 to 4096 allowed",
                               v->atlas);
        if (!v->size || side < size) size = (int)side;
    }

    /* Refuse the parameters that posed does not support. */
    if (v->draco)
        return pd_api_note(
            p, PD_ERR_UNSUPPORTED, "/useDracoMeshCompression",
            "true; only false allowed, because posed does not write Draco. Use useMeshOptCompression=true");
    if (v->text_quality)
        return pd_api_note(
            p, PD_ERR_UNSUPPORTED, "/textureQuality",
            "\"%.20s\"; pictures have only one quality. Use textureSizeLimit to make them smaller",
            v->text_quality);
    if (v->channels)
        return pd_api_note(p, PD_ERR_UNSUPPORTED, "/textureChannels",
                           "\"%.40s\"; only pictures of colour and roughness are offered", v->channels);

    pd_buffer_printf(out, "profile=talkinghead&pose=%s&lod=%d&texture_size=%d&atlas=%s&textures=%s",
                     v->pose == 1 ? "t" : "a", lod, size, has_atlas ? "true" : "false",
                     v->format == 1 ? "webp" : "png");
    if (!v->hands) pd_buffer_text(out, "&hands=false");
    if (v->meshopt || v->quantized_meshopt) pd_buffer_text(out, "&compression=meshopt");
    if (!v->morphs) return true;
    pd_buffer_text(out, "&morphs=");

    return put_morphs(out, v->morphs, p);
}

bool pd_api_rpm_query(pd_buffer *out, const char *query, pd_api_problems *problems)
{
    static const pd_api_field *const tables[] = {pd_api_rpm_fields, NULL};
    rpm_values v = {.quality = HIGH, .lod = -1, .mesh_lod = -1, .hands = 1}; /* -1: absent */
    json_t *object = pd_api_query_json(query, tables, problems);
    const bool good =
        object && pd_api_fields_json(&v, object, tables, "", problems) && write_query(out, &v, problems);

    json_decref(object);

    return good;
}
