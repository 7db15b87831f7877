#include "api/http/upload.h"

#include "config/config.h"
#include "core/base/assert.h"

#include "core/io/mesh/picture.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Beginnings of files; blanks before a text do not count. */
static const struct kind {
    const char *begins;
    size_t bytes;
    const char *type;   /* NULL: of no upload */
    const char *noun;   /* for messages, with its article */
    const char *advice; /* how to make a file that is accepted; "": none */
} kinds[] = {
#define OF_FBX "posedctl import-character FILE.fbx -o FILE.glb converts it, as Blender does"
#define OF_MMD "open it in Blender with mmd_tools and export it as glTF Binary (.glb)"
    {"glTF", 4, "model/gltf-binary", "a .glb", ""},
    {"Kaydara FBX Binary", 18, "application/x-fbx", "an FBX", OF_FBX},
    {"; FBX", 5, "application/x-fbx", "an FBX", OF_FBX},
    {"BLENDER", 7, NULL, "a file of Blender", "export it as glTF 2.0, Format: glTF Binary (.glb)"},
    {"PMX ", 4, NULL, "a PMX of MikuMikuDance", OF_MMD},
    {"Pmd", 3, NULL, "a PMD of MikuMikuDance", OF_MMD},
    {"solid ", 6, NULL, "an STL", "save it as PLY, OBJ or GLB"},
    {"PXR-USDC", 8, NULL, "a USD file", "export it as glTF Binary (.glb)"},
    {"#usda", 5, NULL, "a USD file", "export it as glTF Binary (.glb)"},
    {"Rar!", 4, NULL, "a RAR archive", "unpack it and send the .glb or .vrm in it"},
    {"7z\xBC\xAF", 4, NULL, "a 7-Zip archive", "unpack it and send the .glb or .vrm in it"},
    {"PK\003\004", 4, "application/x-npz", "a ZIP archive of numpy or torch", ""},
    {"\x93NUMPY", 6, "application/x-pickle", "an array of numpy", ""},
    {"\x80\x02", 2, "application/x-pickle", "a pickle of Python", ""},
    {"\x80\x03", 2, "application/x-pickle", "a pickle of Python", ""},
    {"\x80\x04", 2, "application/x-pickle", "a pickle of Python", ""},
    {"\x80\x05", 2, "application/x-pickle", "a pickle of Python", ""},
    {"\x1f\x8b", 2, NULL, "a file compressed by gzip", "unpack it and send the .glb or .vrm in it"},
    {"HIERARCHY", 9, "application/x-bvh", "a BVH",
     "a BVH is a motion, which POST /v1/characters/{id}/clip puts on a character"},
    {":version", 8, "application/x-amc", "an ASF", "an ASF has no mesh"},
    {":units", 6, "application/x-amc", "an ASF", "an ASF has no mesh"},
    {"ply", 3, "application/x-ply", "a PLY", "a PLY has no skeleton; POST /v1/rig gives it one"},
    {"<?xml", 5, NULL, "an XML file", "posedctl import-character makes a .glb of a Collada file (.dae)"},
    {"<", 1, NULL, "a page of HTML or XML", "the download of the file may have failed"},
};

bool pd_api_type_is_open(const char *type)
{
    static const char *const open[] = {"application/x-www-form-urlencoded", "application/octet-stream",
                                       "binary/octet-stream"};
    const size_t size = type ? strcspn(type, "; \t") : 0;

    for (size_t i = 0; i < sizeof open / sizeof *open; i++)
        if (size == strlen(open[i]) && !strncasecmp(type, open[i], size)) return true;

    return !size;
}

bool pd_api_type_is_in(const char *list, const char *type)
{
    if (!type) return false;

    const size_t size = strcspn(type, "; \t");
    for (const char *at = list; at && *at; at += strcspn(at, " "), at += strspn(at, " "))
        if (strcspn(at, " ") == size && !strncasecmp(at, type, size)) return true;
    return false;
}

/* The body behind a byte order mark and blanks; `skipped`: they may be skipped, as of texts. */
static pd_bytes text_of(pd_bytes body)
{
    if (body.size >= 3 && !memcmp(body.data, "\xef\xbb\xbf", 3)) {
        body.data += 3;
        body.size -= 3;
    }

    while (body.size && isspace(body.data[0])) {
        body.data++;
        body.size--;
    }

    return body;
}

static const struct kind *upload_kind_of(pd_bytes body)
{
    const pd_bytes text = text_of(body);

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (text.size >= kinds[i].bytes && !memcmp(text.data, kinds[i].begins, kinds[i].bytes))
            return &kinds[i];

    /* A binary STL begins with 80 bytes of anything; the count of its triangles tells it. */
    if (body.size > 84) {
        size_t triangles = 0;
        for (size_t i = 0; i < 4; i++) triangles |= (size_t)body.data[80 + i] << 8 * i;
        if (body.size == 84 + 50 * triangles)
            return upload_kind_of((pd_bytes){(const unsigned char *)"solid ", 6});
    }

    /* comments stand before the keywords of an ASF */
    if (text.size && text.data[0] == '#' &&
        (memmem(text.data, text.size < 4096 ? text.size : 4096, ":version", 8) ||
         memmem(text.data, text.size < 4096 ? text.size : 4096, ":units", 6)))
        return upload_kind_of((pd_bytes){(const unsigned char *)":units", 6});

    return NULL;
}

static bool is_json(pd_bytes body)
{
    const pd_bytes text = text_of(body);
    return text.size && (text.data[0] == '{' || text.data[0] == '[');
}

/* Media types of archives and of .gltf files. */
static const char zip_type[] = "application/zip", gltf_type[] = "model/gltf+json";

const char *pd_api_upload_type(const pd_api_request *request)
{
    if (!pd_api_type_is_open(request->content_type)) return request->content_type;
    if (pd_io_bundle_is_zip(request->body)) return zip_type;
    if (pd_io_bundle_is_gltf(request->body)) return gltf_type;
    const pd_io_picture *picture = pd_io_picture_of(request->body);
    if (picture) return picture->type;
    const struct kind *kind = upload_kind_of(request->body);

    return kind ? kind->type : is_json(request->body) ? "application/json" : NULL;
}

const char *pd_api_upload_noun(pd_bytes body)
{
    const struct kind *kind = upload_kind_of(body);

    if (pd_io_bundle_is_zip(body)) return "a ZIP archive";
    if (is_json(body)) return pd_io_bundle_is_gltf(body) ? "a .gltf" : "JSON";
    if (pd_io_picture_of(body)) return "a picture";
    return kind ? kind->noun : NULL;
}

const char *pd_api_upload_advice(const pd_api_request *request)
{
    const struct kind *kind = upload_kind_of(request->body);

    if (request->content_type && !strncasecmp(request->content_type, "multipart/", 10))
        return "send the file itself as the body, as curl -T FILE does, in place of a form (curl -F)";
    if (pd_io_bundle_is_zip(request->body) || is_json(request->body) || pd_io_picture_of(request->body))
        return "";

    return kind ? kind->advice : "";
}

/* Adds a list of media types, separated by blanks, to a text as "A, B or C". */
static void add_types(char *out, size_t out_bytes, const char *list)
{
    size_t used = strlen(out);

    while (*list) {
        const size_t size = strcspn(list, " ");
        const char *next = list + size + strspn(list + size, " ");
        used += (size_t)snprintf(out + used, out_bytes - used, "%s%.*s",
                                 !used   ? ""
                                 : *next ? ", "
                                         : " or ",
                                 (int)size, list);
        PD_ASSERT(used < out_bytes);
        list = next;
    }
}

void pd_api_refuse_media(pd_api_call *call, const pd_api_request *request, const char *allowed,
                         const char *purpose)
{
    const char *type = request->content_type;
    const char *noun = pd_api_upload_noun(request->body);
    const bool is_form = type && !strncasecmp(type, "multipart/", 10);
    char sent[136];
    char format[64] = "", list[256] = "";

    /* Describe the body for the error: its media type and, unless it is a form,
     * the format that its first bytes show. */
    if (type && *type)
        snprintf(sent, sizeof sent, "\"%.100s\"", type);
    else
        snprintf(sent, sizeof sent, "missing");
    const char *files = allowed ? allowed : call->route->takes;
    const char *link = type && pd_api_type_is_in(files, type) ? ", but" : " and";
    if (noun && !is_form)
        snprintf(format, sizeof format, "%s the body is %s", link, noun);
    else if (pd_api_type_is_open(type))
        snprintf(format, sizeof format, "%s the body is %s", link,
                 request->body.size ? "of an unknown format" : "empty");

    /* List the allowed types: JSON if the route reads fields of a body, and the types of its files. */
    if (!files || (!allowed && call->route->body[0])) snprintf(list, sizeof list, "application/json");
    if (files) add_types(list, sizeof list, files);

    /* Advice on how to make a .glb is given where one is accepted. */
    const char *advice = is_form || strstr(list, "model/gltf-binary") ? pd_api_upload_advice(request) : "";
    pd_api_refuse(call, 415, NULL, "Content-Type is %s%s; %s allowed%s%s%s", sent, format, list, purpose,
                  *advice ? "; " : "", advice);
}

bool pd_api_is_bundle_type(const char *type)
{
    static const char *const types[] = {zip_type, gltf_type, "application/x-zip-compressed",
                                        "model/gltf-binary", "application/json"};
    const size_t size = type ? strcspn(type, "; \t") : 0;

    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (size == strlen(types[i]) && !strncasecmp(type, types[i], size)) return true;
    return false;
}

bool pd_api_upload_is_bundle(const pd_api_request *request)
{
    const char *type = request->content_type;
    return (pd_api_type_is_open(type) || pd_api_is_bundle_type(type)) &&
           (pd_io_bundle_is_zip(request->body) || pd_io_bundle_is_gltf(request->body));
}

bool pd_api_open_bundle(pd_io_bundle *out, pd_api_call *call, pd_bytes body, const char *endings)
{
    const pd_io_bundle_options options = {
        .endings = endings, .most = call->limits->body_bytes, .json_memory = call->limits->json_memory};
    pd_error err = {0};

    memset(out, 0, sizeof *out);
    if (!pd_api_hold(call, pd_io_bundle_bytes(body, options.most))) return false;
    const pd_status status = pd_io_bundle_open(out, body, &options, &err);

    /* A model that is not in the archive is a fault of the body:
     * nothing under the request's path is missing. */
    if (status != PD_OK)
        pd_api_refuse(call, status == PD_ERR_NOT_FOUND ? 400 : pd_status_http(status), NULL, "%s%s%s",
                      err.where, *err.where ? ": " : "", err.detail);
    for (int i = 0; i < out->note_count; i++) pd_api_warn(&call->problems, "", "%s", out->notes[i]);

    return status == PD_OK;
}

bool pd_api_take_new_id(pd_api_call *call)
{
    char id[PD_API_ID_BYTES];
    char *end = id;

    if (pd_cfg_id_valid(call->id)) return true;

    /* Make an id of a file's name: without its ending, in lower case, a dash for other characters. */
    const char *dot = strrchr(call->id, '.');
    const size_t size =
        dot && dot > call->id && strlen(dot) <= 5 ? (size_t)(dot - call->id) : strlen(call->id);
    for (size_t i = 0; i < size && end - id < 64; i++) {
        const unsigned char c = (unsigned char)call->id[i];
        if (isalnum(c) || c == '_')
            *end++ = (char)tolower(c);
        else if (end > id && end[-1] != '-')
            *end++ = '-';
    }

    while (end > id && end[-1] == '-') end--;
    *end = 0;
    if (pd_cfg_id_valid(id))
        pd_api_refuse(call, 400, NULL,
                      "\"%.64s\" is not an id; 1 to 64 lower-case letters, digits, '-' and '_' allowed, for "
                      "example \"%s\"",
                      call->id, id);
    else
        pd_api_refuse(call, 400, NULL,
                      "\"%.64s\" is not an id; 1 to 64 lower-case letters, digits, '-' and '_' allowed",
                      call->id);

    return false;
}
