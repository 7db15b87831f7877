/* The parameters, and what they are for a file. */
#include "api/avatar/rpm.h"
#include "core/avatar/profile.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define AT(member) offsetof(pd_api_rpm_values, member)

enum { LOW, MEDIUM, HIGH, QUALITIES }; /* of files and of textures */
enum { PNG, WEBP, JPEG };              /* formats of textures */
enum { A_POSE, T_POSE };               /* the first of PD_API_RPM_POSES */

static const int quality_lods[QUALITIES] = {[LOW] = 2, [MEDIUM] = 1, [HIGH] = 0};
static const int quality_sizes[QUALITIES] = {[LOW] = 256, [MEDIUM] = 512, [HIGH] = 1024}; /* pixels */

const pd_api_field pd_api_rpm_fields[] = {
    {.name = "quality",
     .type = PD_API_TEXT,
     .offset = AT(quality),
     .example = "\"low\"",
     .doc = "File: preset of other parameters: low is lod=2&textureAtlas=256, medium is "
            "lod=1&textureAtlas=512, high is lod=0&textureAtlas=1024. Parameters that are given as well have "
            "precedence. Picture: 0 to 100, the quality of a JPEG, which has no effect because pictures are "
            "PNG."},
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
     .doc = "Meshes of the file: none keeps a mesh for each part (Wolf3D_Head, Wolf3D_Body, EyeLeft, ...); a "
            "number of pixels "
            "joins them to Wolf3D_Avatar and Wolf3D_Avatar_Transparent, with textures of at most this size. "
            "Without it none, or an atlas if quality is given."},
    {.name = "textureSizeLimit",
     .type = PD_API_INTEGER,
     .offset = AT(texture_size),
     .min = 128,
     .max = 4096,
     .example = "1024",
     .doc = "Largest side of the textures in pixels, as texture_size of the mesh route. Of this and a number "
            "in textureAtlas the smaller one counts."},
    {.name = "textureFormat",
     .type = PD_API_CHOICE,
     .offset = AT(texture_format),
     .choices = "png|webp|jpeg",
     .doc =
         "Format of the textures, as `textures` of the mesh route. jpeg gives png, because every reader of "
         "JPEG reads it and the textures have an alpha channel."},
    {.name = "morphTargets",
     .type = PD_API_TEXT,
     .offset = AT(morphs),
     .example = "\"ARKit,Oculus Visemes\"",
     .doc =
         "Morph targets of the file, separated by commas: the groups Default (mouthOpen, mouthSmile), ARKit, "
         "Oculus Visemes and none, and names of single shapes. mouthOpen, mouthSmile, eyesClosed, eyesLookUp "
         "and eyesLookDown are mixtures of ARKit's shapes. Without it all of them."},
    {.name = "pose",
     .type = PD_API_CHOICE,
     .offset = AT(pose),
     .choices = PD_API_RPM_POSES,
     .doc = "File: rest pose: A (arms 45 degrees down, the default) or T (arms stretched out). Picture: "
            "stance of the figure: standing (the default), relaxed, power-stance or thumbs-up."},
    {.name = "useHands",
     .type = PD_API_BOOLEAN,
     .offset = AT(hands),
     .preset = "true",
     .doc = "True keeps the bones of the fingers, as `hands` of the mesh route."},
    {.name = "useDracoMeshCompression",
     .type = PD_API_BOOLEAN,
     .offset = AT(draco),
     .preset = "false",
     .doc = "Draco compression. True gives a file without it, which every reader of Draco reads, because "
            "Draco cannot hold morph targets; Posed-Warning says so. useMeshOptCompression makes smaller "
            "files."},
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
     .type = PD_API_CHOICE,
     .offset = AT(texture_quality),
     .choices = "low|medium|high",
     .doc = "Largest side of the textures by name: low is 256, medium 512 and high 1024 pixels. Of this and "
            "the other limits the smallest counts."},
    {.name = "textureChannels",
     .type = PD_API_TEXT,
     .offset = AT(channels),
     .example = "\"baseColor,normal\"",
     .doc =
         "Channels of the textures, separated by commas: baseColor, normal, metallicRoughness, emissive, "
         "occlusion. Without baseColor the file has no textures; posed has no picture for normal, emissive "
         "and occlusion, and writes metallicRoughness with baseColor."},
    {.name = "camera",
     .type = PD_API_CHOICE,
     .offset = AT(camera),
     .choices = "portrait|fullbody|fit",
     .doc =
         "Picture: part of the figure that it shows: portrait is view=head of the portrait route, fullbody "
         "and fit are view=full. Without it portrait."},
    {.name = "scene",
     .type = PD_API_CHOICE,
     .offset = AT(scene),
     .choices = pd_api_rpm_scenes + 1,
     .doc = "Picture: older name of camera and background together."},
    {.name = "size",
     .type = PD_API_INTEGER,
     .offset = AT(size),
     .min = 32,
     .max = 1024,
     .unit = "pixels",
     .example = "256",
     .doc = "Picture: width and height in pixels."},
    {.name = "expression",
     .type = PD_API_CHOICE,
     .offset = AT(expression),
     .choices = PD_API_RPM_EXPRESSIONS,
     .doc = "Picture: facial expression. Without it a faint smile."},
    {.name = "blendShapes",
     .type = PD_API_ANY,
     .offset = AT(ignored),
     .schema = "{\"type\":\"object\",\"additionalProperties\":{\"type\":\"number\"}}",
     .example = "{\"mouthSmile\":0.2}",
     .doc = "Picture: weights of morph targets, 0 to 1, each as blendShapes[NAME]=WEIGHT or "
            "blendShapes[MESH][NAME]=WEIGHT. Added to the expression."},
    {.name = "background",
     .type = PD_API_TEXT,
     .offset = AT(background),
     .example = "\"144,89,156\"",
     .doc = "Picture: colour behind the figure as red, green and blue, 0 to 255. Without it transparent."},
    {.name = "uat",
     .type = PD_API_TEXT,
     .offset = AT(ignored),
     .example = "\"2025-01-01T00:00:00Z\"",
     .doc = "Time of the avatar's last change, by which programs pass caches. It has no effect: the ETag of "
            "the reply names the content."},
    {.name = "cacheControl",
     .type = PD_API_TEXT,
     .offset = AT(ignored),
     .example = "\"true\"",
     .doc = "Header Cache-Control of the closed service. It has no effect: the reply has posed's."},
    {0},
};

/* ---- a file ---- */

static bool is_word(const char *word, size_t length, const char *text)
{
    return strlen(text) == length && !strncasecmp(text, word, length);
}

/* Returns the next word of a list with commas, without the blanks around it,
 * and moves *at behind it; NULL at the end. */
static const char *next_listed(const char **at, size_t *length)
{
    *at += strspn(*at, ", ");
    if (!**at) return NULL;
    const char *word = *at;
    *length = strcspn(word, ",");
    *at += *length;
    while (word[*length - 1] == ' ') --*length;
    return word;
}

/* Translates a list of morph targets: "ARKit,Oculus Visemes,jawOpen" becomes "arkit,visemes,jawOpen". */
static void put_morphs(pd_buffer *out, const char *text)
{
    static const char *const groups[][2] = {{"Default", "mouthOpen,mouthSmile"},
                                            {"ARKit", "arkit"},
                                            {"Oculus Visemes", "visemes"},
                                            {"none", "none"}};
    const char *word;
    size_t length;
    bool is_first = true;

    while ((word = next_listed(&text, &length)) != NULL) {
        const char *known = NULL;
        for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
            if (is_word(word, length, groups[i][0])) known = groups[i][1];
        if (!is_first) pd_buffer_text(out, ",");
        is_first = false;
        if (known)
            pd_buffer_text(out, known);
        else
            pd_buffer_add(out, word, length);
    }
}

/* Reads the list of channels. Returns false after noting one that the service did not have. */
static bool read_channels(bool *has_color, const char *text, pd_api_problems *problems)
{
    static const char *const known[] = {"baseColor", "normal",    "metallicRoughness",
                                        "emissive",  "occlusion", "none"};
    const char *word;
    size_t length;

    *has_color = false;
    while ((word = next_listed(&text, &length)) != NULL) {
        bool is_known = false;
        for (size_t i = 0; i < sizeof known / sizeof *known; i++) is_known |= is_word(word, length, known[i]);
        if (!is_known)
            return pd_api_note(problems, PD_ERR_INVALID, "/textureChannels",
                               "\"%.*s\"; baseColor, normal, metallicRoughness, emissive, occlusion or none "
                               "allowed",
                               (int)(length < 40 ? length : 40), word);
        *has_color |= is_word(word, length, "baseColor");
    }

    return true;
}

/* Sets level, atlas and size of the textures: the quality, then what stands beside it. size: pixels. */
static bool read_detail(int *lod, int *size, bool *has_atlas, const pd_api_rpm_values *v, pd_api_problems *p)
{
    static const char *const names[QUALITIES] = {"low", "medium", "high"};

    *lod = 0;
    *size = quality_sizes[HIGH];
    *has_atlas = false;
    for (int q = 0; q < QUALITIES && v->quality; q++) {
        if (strcmp(v->quality, names[q]) != 0) continue;
        *lod = quality_lods[q];
        *size = quality_sizes[q];
        *has_atlas = true;
    }

    if (v->quality && !*has_atlas)
        return pd_api_note(p, PD_ERR_INVALID, "/quality", "\"%.20s\"; low, medium or high allowed for a file",
                           v->quality);

    if (v->mesh_lod >= 0) *lod = v->mesh_lod;
    if (v->lod >= 0) *lod = v->lod;
    if (v->texture_size) *size = v->texture_size;
    if (v->atlas && !strcmp(v->atlas, "none")) {
        *has_atlas = false;
    } else if (v->atlas) {
        char *end;
        const long side = strtol(v->atlas, &end, 10);
        if (*end || side < 128 || side > 4096)
            return pd_api_note(p, PD_ERR_RANGE, "/textureAtlas", "\"%.20s\"; none or 128 to 4096 allowed",
                               v->atlas);
        *has_atlas = true;
        if (!v->texture_size || side < *size) *size = (int)side;
    }

    if (v->texture_quality >= 0 && quality_sizes[v->texture_quality] < *size)
        *size = quality_sizes[v->texture_quality];

    return true;
}

bool pd_api_rpm_mesh_query(pd_buffer *out, const pd_api_rpm_values *v, pd_api_problems *p)
{
    int lod, size;
    bool has_atlas;
    bool has_color = true;

    /* Check what has a form of its own. */
    if (!read_detail(&lod, &size, &has_atlas, v, p)) return false;
    if (v->channels && !read_channels(&has_color, v->channels, p)) return false;
    if (v->pose >= PD_API_RPM_REST_POSES)
        return pd_api_note(p, PD_ERR_INVALID, "/pose", "a stance of pictures; A or T allowed for a file");
    if (v->draco == 1)
        pd_api_warn(p, "/useDracoMeshCompression",
                    "true; the file is not compressed, because posed does not write Draco. "
                    "useMeshOptCompression=true makes smaller files");

    pd_buffer_printf(out, "profile=readyplayerme&pose=%s&lod=%d&atlas=%s", v->pose == T_POSE ? "t" : "a", lod,
                     has_atlas ? "true" : "false");
    if (has_color)
        pd_buffer_printf(out, "&texture_size=%d&textures=%s", size,
                         v->texture_format == WEBP ? "webp" : "png");
    else
        pd_buffer_text(out, "&textures=none");
    if (!v->hands) pd_buffer_text(out, "&hands=false");
    if (v->meshopt == 1 || v->quantized_meshopt == 1) pd_buffer_text(out, "&compression=meshopt");
    if (v->morphs) {
        pd_buffer_text(out, "&morphs=");
        put_morphs(out, v->morphs);
    }

    return true;
}

/* ---- reading ---- */

bool pd_api_rpm_add_weight(json_t *shapes, const char *name, double weight)
{
    for (int i = 0; i < PD_AVATAR_MIXES; i++) {
        const pd_avatar_mix *mix = &pd_avatar_mixes[i];
        if (strcmp(mix->name, name) != 0) continue;
        bool good = true;
        for (int p = 0; p < PD_AVATAR_MIX_PARTS && mix->parts[p]; p++)
            good = pd_api_rpm_add_weight(shapes, mix->parts[p], weight * (double)mix->weight) && good;
        return good;
    }

    const double before = json_number_value(json_object_get(shapes, name));
    return !json_object_set_new(shapes, name, json_real(before + weight));
}

/* Reads "blendShapes[Wolf3D_Head][mouthSmile]=0.2", without its first word. piece ends at length. */
static bool read_blend_shape(json_t *shapes, const char *piece, size_t length, pd_api_problems *problems)
{
    char text[128];
    char *end;

    if (!pd_api_percent_decode(text, sizeof text, piece, length, 1))
        return pd_api_note(problems, PD_ERR_INVALID, "/blendShapes",
                           "\"%.*s\"; blendShapes[NAME]=WEIGHT expected", (int)(length < 60 ? length : 60),
                           piece);

    /* The name is in the last brackets. */
    char *equals = strchr(text, '=');
    char *close = equals && equals > text && equals[-1] == ']' ? equals - 1 : NULL;
    char *open = close;
    while (open && open > text && *open != '[') open--;
    if (!close || *open != '[' || close == open + 1)
        return pd_api_note(problems, PD_ERR_INVALID, "/blendShapes",
                           "\"%.60s\"; blendShapes[NAME]=WEIGHT expected", text);
    *close = 0;
    const double weight = strtod(equals + 1, &end);
    if (end == equals + 1 || *end || !(fabs(weight) <= 2))
        return pd_api_note(problems, PD_ERR_RANGE, "/blendShapes",
                           "%.40s of %.40s; a weight from -2 to 2 allowed", equals + 1, open + 1);

    return pd_api_rpm_add_weight(shapes, open + 1, weight) ||
           pd_api_note(problems, PD_ERR_MEMORY, "/blendShapes", "out of memory");
}

/* Takes the blend shapes out of a query; the rest is appended to `rest`. */
static bool split_blend_shapes(pd_buffer *rest, json_t *shapes, const char *query, pd_api_problems *problems)
{
    static const char *const names[] = {"blendShapes[", "blendShapes%5B", "blendShapes%5b"};
    bool good = true;

    for (const char *at = query ? query : ""; *at;) {
        const size_t length = strcspn(at, "&");
        size_t name = 0;
        for (size_t i = 0; i < sizeof names / sizeof *names && !name; i++)
            if (length > strlen(names[i]) && !strncmp(at, names[i], strlen(names[i])))
                name = strlen("blendShapes");
        if (name)
            good = read_blend_shape(shapes, at + name, length - name, problems) && good;
        else if (length) {
            if (rest->size) pd_buffer_text(rest, "&");
            pd_buffer_add(rest, at, length);
        }

        at += length + (at[length] == '&');
    }

    pd_buffer_add(rest, "", 1);

    return good;
}

bool pd_api_rpm_read(pd_api_rpm_values *out, const char *query, pd_api_problems *problems)
{
    static const pd_api_field *const tables[] = {pd_api_rpm_fields, NULL};
    pd_buffer rest = {0};

    *out = (pd_api_rpm_values){.blend_shapes = json_object(),
                               .pose = -1,
                               .lod = -1,
                               .mesh_lod = -1,
                               .hands = 1,
                               .texture_quality = -1,
                               .camera = -1,
                               .scene = -1,
                               .expression = -1};
    if (!out->blend_shapes) return pd_api_note(problems, PD_ERR_MEMORY, "", "out of memory");

    bool good = split_blend_shapes(&rest, out->blend_shapes, query, problems);
    if (rest.failed) good = pd_api_note(problems, PD_ERR_MEMORY, "", "out of memory");
    if (good) out->document = pd_api_query_json((const char *)rest.data, tables, problems);
    good = out->document && pd_api_fields_json(out, out->document, tables, "", problems);
    pd_buffer_deinit(&rest);

    return good;
}

void pd_api_rpm_deinit(pd_api_rpm_values *values)
{
    json_decref(values->document);
    json_decref(values->blend_shapes);
}
