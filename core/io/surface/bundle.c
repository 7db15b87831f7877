#include "core/io/surface/bundle.h"

#include "core/io/mesh/picture.h"
#include "core/base/text/base64.h"
#include "core/base/file.h"
#include "core/io/mesh/glb_container.h"
#include "core/io/surface/gltf_file.h"
#include "core/io/tensor/npz.h"

#include <ctype.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define PATH_BYTES 512
#define PADDED     4 /* multiple of bytes at which the parts of the binary chunk begin */

/* A part of the binary chunk: the bytes of a buffer or picture. */
typedef struct part {
    pd_bytes bytes;
    unsigned char *own; /* memory of a data: URI; NULL: the bytes are the archive's or the caller's */
    size_t at;          /* offset in the chunk */
    bool is_skipped;    /* a buffer without bytes, which holds the fallback of compressed views */
} part;

typedef struct joining {
    pd_io_bundle *out;
    const pd_io_bundle_options *options;
    pd_npz *zip;             /* NULL: a .gltf outside of an archive */
    char folder[PATH_BYTES]; /* folder of the .gltf in the archive, with a slash at its end; or "" */
    json_t *root;
    part *parts; /* (part_count) */
    int part_count;
    size_t size;   /* bytes of the chunk */
    long fallback; /* largest byteLength of a buffer without bytes */
    pd_error *err;
} joining;

/* ---- recognition ---- */

static bool begins(pd_bytes file, const char *with, size_t size)
{
    return file.size >= size && !memcmp(file.data, with, size);
}

bool pd_io_bundle_is_zip(pd_bytes file)
{
    /* An archive without members begins with its end record. */
    if (begins(file, "PK\5\6", 4)) return true;
    if (!begins(file, "PK\3\4", 4) || file.size < 30) return false;

    /* The first member's name tells files of numpy and torch. */
    const size_t length = (size_t)file.data[26] | (size_t)file.data[27] << 8;
    const pd_bytes name = {file.data + 30, length < file.size - 30 ? length : file.size - 30};

    return !(name.size >= 4 && !memcmp(name.data + name.size - 4, ".npy", 4)) &&
           !(name.size >= 8 && !memcmp(name.data + name.size - 8, "data.pkl", 8));
}

bool pd_io_bundle_is_gltf(pd_bytes file)
{
    static const char key[] = "\"asset\"";
    pd_bytes text = pd_text_unmarked(file);

    while (text.size && isspace(text.data[0])) {
        text.data++;
        text.size--;
    }

    if (!text.size || text.data[0] != '{') return false;
    for (;;) {
        const unsigned char *at = memmem(text.data, text.size, key, sizeof key - 1);
        if (!at) return false;
        text.size -= (size_t)(at - text.data) + sizeof key - 1;
        text.data = at + sizeof key - 1;
        size_t i = 0, colons = 0;
        for (; i < text.size && (isspace(text.data[i]) || (text.data[i] == ':' && !colons)); i++)
            colons += text.data[i] == ':';
        if (colons && i < text.size && text.data[i] == '{') return true;
    }
}

/* ---- texts ---- */

static void note_bundle(joining *j, const char *format, ...) PD_PRINTF(2, 3);
static void note_bundle(joining *j, const char *format, ...)
{
    va_list args;
    if (j->out->note_count == PD_IO_BUNDLE_NOTES) return;
    va_start(args, format);
    (void)vsnprintf(j->out->notes[j->out->note_count++], sizeof j->out->notes[0], format, args);
    va_end(args);
}

static int hex(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : isxdigit((unsigned char)c) ? (c | 32) - 'a' + 10 : -1;
}

/* Decodes the percent-encoded text `in` and returns the count of bytes, at most the length of `in`. */
static size_t percent_decode(unsigned char *out, const char *in, size_t size)
{
    size_t n = 0;

    for (size_t i = 0; i < size; i++) {
        if (in[i] == '%' && i + 2 < size && hex(in[i + 1]) >= 0 && hex(in[i + 2]) >= 0) {
            out[n++] = (unsigned char)(hex(in[i + 1]) << 4 | hex(in[i + 2]));
            i += 2;
        } else {
            out[n++] = (unsigned char)in[i];
        }
    }

    return n;
}

/* Returns the last part of a path. */
static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Returns whether a URI or path begins at a place of its own: "https:", "C:", "/" or "//". */
static bool is_absolute(const char *uri)
{
    size_t i = 0;
    while (isalnum((unsigned char)uri[i]) || (i && strchr("+.-", uri[i]) && uri[i])) i++;
    return *uri == '/' || *uri == '\\' || (i && uri[i] == ':');
}

/* Writes folder + path without ".", ".." and "\".
 * Returns false when it leads out of the archive or is too long. */
static bool resolve(char out[PATH_BYTES], const char *folder, const char *path)
{
    char whole[2 * PATH_BYTES];
    size_t n = 0;

    if (strlen(folder) + strlen(path) >= PATH_BYTES) return false;
    snprintf(whole, sizeof whole, "%s%s", folder, path);
    for (char *c = whole; *c; c++)
        if (*c == '\\') *c = '/';

    for (const char *at = whole; *at;) {
        const size_t length = strcspn(at, "/");
        if (length == 2 && at[0] == '.' && at[1] == '.') {
            if (!n) return false;
            for (n--; n && out[n - 1] != '/'; n--) continue;
        } else if (length && !(length == 1 && at[0] == '.')) {
            memcpy(out + n, at, length);
            n += length;
            if (at[length]) out[n++] = '/';
        }

        at += length + (at[length] == '/');
    }

    out[n] = 0;

    return n > 0;
}

/* ---- members of an archive ---- */

/* Returns whether a member is a file of the archive: no folder, no hidden file, nothing of macOS. */
static bool is_file(const char *name)
{
    const size_t size = strlen(name);
    return size && name[size - 1] != '/' && name[size - 1] != '\\' && strncmp(name, "__MACOSX/", 9) != 0 &&
           base_name(name)[0] != '.';
}

/* Returns whether a name ends with `ending`, in any case. */
static bool ends(const char *name, const char *ending, size_t length)
{
    const size_t size = strlen(name);
    return size > length && !strncasecmp(name + size - length, ending, length);
}

/* Ways to find a member of the archive, the most certain first. */
enum { BY_NAME, BY_CASE, ELSEWHERE, BY_SIZE, WAYS };

static bool is_named(const char *member, const char *path, int way)
{
    char clean[PATH_BYTES];
    if (!resolve(clean, "", member)) return false;
    return way == BY_NAME   ? !strcmp(clean, path)
           : way == BY_CASE ? !strcasecmp(clean, path)
                            : !strcasecmp(base_name(clean), base_name(path));
}

/* Returns the only member that is found in this way; -1: none, -2: several. size: bytes of a buffer. */
static int member_of(joining *j, const char *path, int way, size_t size)
{
    int found = -1;

    for (int i = 0; i < j->zip->member_count; i++) {
        const char *names[2] = {pd_npz_member(j->zip, i), pd_npz_member_utf8(j->zip, i)};
        if (!is_file(names[0])) continue;
        const bool is_it = way == BY_SIZE
                               ? ends(names[0], ".bin", 4) && pd_npz_member_bytes(j->zip, i) == size
                               : is_named(names[0], path, way) || is_named(names[1], path, way);
        if (!is_it) continue;
        if (way == BY_NAME) return i;
        if (found >= 0) return -2;
        found = i;
    }

    return found;
}

/* ---- parts ---- */

/* Decodes a data: URI. */
static pd_status read_data(joining *j, part *p, const char *uri, const char *where)
{
    const char *comma = strchr(uri, ',');

    if (!comma)
        return pd_fail(j->err, PD_ERR_FORMAT, where, "data: without a comma; data:TYPE;base64,... expected");
    const size_t size = strlen(comma + 1);
    const bool is_base64 = comma - uri >= 7 && !strncasecmp(comma - 7, ";base64", 7);

    p->own = malloc(size + 1);
    if (!p->own) return pd_fail(j->err, PD_ERR_MEMORY, where, "out of memory for %zu bytes", size);
    const size_t n = is_base64 ? pd_base64_decode(p->own, size, comma + 1, size, PD_BASE64_LENIENT)
                               : percent_decode(p->own, comma + 1, size);
    if (n == SIZE_MAX)
        return pd_fail(j->err, PD_ERR_FORMAT, where,
                       "the data: URI has a character that is not base64; base64 expected");
    p->bytes = (pd_bytes){p->own, n};

    return PD_OK;
}

/* Reads the file of a URI out of the archive or by the caller's `find`. ERR_NOT_FOUND: there is none. length:
 * bytes of a buffer, 0 for pictures. */
static pd_status read_file_bundle(joining *j, part *p, const char *uri, size_t length, const char *where)
{
    char paths[2][PATH_BYTES] = {"", ""};
    char decoded[PATH_BYTES];
    const bool is_picture = !length;

    /* The path as it stands, and percent-decoded. */
    const size_t size = strlen(uri);
    if (size >= PATH_BYTES)
        return pd_fail(j->err, PD_ERR_LIMIT, where, "a URI of %zu bytes; at most %d allowed", size,
                       PATH_BYTES - 1);
    decoded[percent_decode((unsigned char *)decoded, uri, size)] = 0;
    for (char *c = decoded; *c; c++)
        if (*c == '\\') *c = '/';
    const bool is_away = is_absolute(uri) || is_absolute(decoded);
    const bool is_inside =
        !is_away && resolve(paths[0], j->folder, uri) && resolve(paths[1], j->folder, decoded);
    if (!is_inside && !is_picture)
        return pd_fail(j->err, PD_ERR_UNSUPPORTED, where,
                       "\"%.100s\" leads out of the %s; a file in it expected", uri,
                       j->zip ? "archive" : "folder of the .gltf");

    /* A file beside the .gltf. */
    if (!j->zip && !j->options->find)
        return pd_fail(j->err, PD_ERR_NOT_FOUND, where,
                       "\"%.100s\" is a separate file, which did not come with the .gltf; a ZIP of both, or "
                       "an export as .glb, is needed",
                       uri);
    if (!j->zip) {
        pd_status status =
            is_inside ? j->options->find(j->options->ctx, &p->bytes, paths[1], j->err) : PD_ERR_NOT_FOUND;
        if (status == PD_ERR_NOT_FOUND && is_inside && strcmp(paths[0], paths[1]) != 0)
            status = j->options->find(j->options->ctx, &p->bytes, paths[0], j->err);
        return status;
    }

    /* A member, in the surest way in which there is one. */
    for (int way = is_inside ? BY_NAME : ELSEWHERE; way < (is_picture ? BY_SIZE : WAYS); way++) {
        for (int k = 0; k < 2; k++) {
            const int found = member_of(j, is_inside ? paths[1 - k] : base_name(decoded), way, length);
            if (found == -2 && way != BY_SIZE && !is_picture)
                return pd_fail(j->err, PD_ERR_NOT_FOUND, where,
                               "\"%.100s\" is not in the archive, and files of several other folders have "
                               "its name; a file at this path, or a unique name, is needed",
                               uri);
            if (found < 0) continue;
            if (way > BY_CASE)
                note_bundle(j, "\"%.40s\" is not in the archive; \"%.40s\" was taken",
                            is_inside ? paths[1 - k] : uri, pd_npz_member(j->zip, found));
            return pd_npz_bytes_at(&p->bytes, j->zip, found, j->err);
        }
    }

    return pd_fail(j->err, PD_ERR_NOT_FOUND, where,
                   "\"%.100s\" is not in the archive; all files of the model in one ZIP are needed", uri);
}

/* Gives a part its place in the chunk. */
static pd_status place_bundle(joining *j, part *p, const char *where)
{
    p->at = j->size;
    const size_t size = (p->bytes.size + PADDED - 1) / PADDED * PADDED;
    const size_t most = j->options->most ? j->options->most : UINT32_MAX;
    if (size > most || j->size > most - size)
        return pd_fail(j->err, PD_ERR_LIMIT, where,
                       "buffers and pictures of %zu bytes and more; at most %zu allowed",
                       j->size + p->bytes.size, most);
    j->size += size;

    return PD_OK;
}

static pd_status read_buffers(joining *j)
{
    const json_t *buffers = json_object_get(j->root, "buffers");
    const json_t *buffer;
    char where[48];
    size_t i;

    json_array_foreach(buffers, i, buffer)
    {
        part *p = &j->parts[j->part_count++];
        const char *uri = json_string_value(json_object_get(buffer, "uri"));
        const long length = pd_io_gltf_integer(buffer, "byteLength", -1);
        pd_status status;

        snprintf(where, sizeof where, "/buffers/%zu/uri", i);
        if (length < 0)
            return pd_fail(j->err, PD_ERR_FORMAT, where, "a buffer without its byteLength; one is expected");
        if (!uri) {
            /* Compressors leave a buffer without bytes for readers that do not know the compression. */
            p->is_skipped = json_object_get(buffer, "extensions") || !length;
            if (length > j->fallback) j->fallback = length;
            if (p->is_skipped) continue;
            return pd_fail(j->err, PD_ERR_FORMAT, where,
                           "missing; a data: URI or the name of a file expected");
        }

        status = !strncasecmp(uri, "data:", 5) ? read_data(j, p, uri, where)
                                               : read_file_bundle(j, p, uri, (size_t)length, where);
        if (status == PD_OK && p->bytes.size < (size_t)length)
            status =
                pd_fail(j->err, PD_ERR_FORMAT, where, "\"%.60s\" has %zu bytes; %ld expected by byteLength",
                        uri, p->bytes.size, length);
        p->bytes.size = (size_t)length < p->bytes.size ? (size_t)length : p->bytes.size;
        if (status == PD_OK) status = place_bundle(j, p, where);
        if (status != PD_OK) return status;
    }

    return PD_OK;
}

/* Moves the pictures that are files or data: URIs into views of the chunk. */
static pd_status read_pictures(joining *j)
{
    json_t *images = json_object_get(j->root, "images");
    json_t *views = pd_io_gltf_array(j->root, "bufferViews");
    json_t *image;
    int missing = 0;
    char where[48];
    char first[60] = "";
    size_t i;

    json_array_foreach(images, i, image)
    {
        const char *uri = json_string_value(json_object_get(image, "uri"));
        if (!uri) continue;
        part *p = &j->parts[j->part_count++];
        snprintf(where, sizeof where, "/images/%zu/uri", i);
        pd_status status = !strncasecmp(uri, "data:", 5) ? read_data(j, p, uri, where)
                                                         : read_file_bundle(j, p, uri, 0, where);

        /* A picture that is missing or that no glTF has stays as it is: the mesh does not need it. */
        const pd_io_picture *format = status == PD_OK ? pd_io_picture_of(p->bytes) : NULL;
        if (status == PD_ERR_NOT_FOUND || (status == PD_OK && !format)) {
            if (!missing++) snprintf(first, sizeof first, "%.*s", 50, uri);
            p->bytes = (pd_bytes){0}, p->is_skipped = true;
            continue;
        }

        if (status == PD_OK) status = place_bundle(j, p, where);
        if (status != PD_OK) return status;

        /* The view in place of the URI. */
        json_t *view = json_pack("{s:i,s:I,s:I}", "buffer", 0, "byteOffset", (json_int_t)p->at, "byteLength",
                                 (json_int_t)p->bytes.size);
        const size_t number = json_array_size(views);
        if (!views || json_array_append_new(views, view) || json_object_del(image, "uri") ||
            json_object_set_new(image, "mimeType", json_string(format->type)) ||
            json_object_set_new(image, "bufferView", json_integer((json_int_t)number)))
            return pd_fail(j->err, PD_ERR_MEMORY, where, "out of memory");
    }

    if (missing)
        note_bundle(j, "%d picture%s missing or no PNG, JPEG, WebP or KTX2: \"%s\"", missing,
                    missing > 1 ? "s are" : " is", first);

    return PD_OK;
}

/* Refers a view, or the compressed form of a view, to the one buffer. */
static pd_status move_view(joining *j, json_t *view, size_t buffer_count, const char *where)
{
    const long buffer = pd_io_gltf_integer(view, "buffer", -1);
    const long offset = pd_io_gltf_integer(view, "byteOffset", 0);

    if (buffer < 0 || (size_t)buffer >= buffer_count)
        return pd_fail(j->err, PD_ERR_RANGE, where,
                       "buffer %ld; less than %zu expected, the number of buffers", buffer, buffer_count);
    const part *p = &j->parts[buffer];

    /* Views of a buffer without bytes stay outside: the second buffer. */
    if (p->is_skipped)
        return json_object_set_new(view, "buffer", json_integer(1))
                   ? pd_fail(j->err, PD_ERR_MEMORY, where, "out of memory")
                   : PD_OK;
    const long length = pd_io_gltf_integer(view, "byteLength", 0);
    if ((size_t)offset > p->bytes.size || (size_t)length > p->bytes.size - (size_t)offset)
        return pd_fail(j->err, PD_ERR_RANGE, where,
                       "%ld bytes at offset %ld; at most the %zu bytes of the buffer allowed", length, offset,
                       p->bytes.size);
    if (json_object_set_new(view, "buffer", json_integer(0)) ||
        json_object_set_new(view, "byteOffset", json_integer((json_int_t)(p->at + (size_t)offset))))
        return pd_fail(j->err, PD_ERR_MEMORY, where, "out of memory");

    return PD_OK;
}

static pd_status move_views(joining *j, size_t buffer_count)
{
    json_t *views = json_object_get(j->root, "bufferViews");
    json_t *view, *extension;
    char where[48];
    const char *name;
    size_t i;

    json_array_foreach(views, i, view)
    {
        snprintf(where, sizeof where, "/bufferViews/%zu", i);
        pd_status status = move_view(j, view, buffer_count, where);
        json_object_foreach(json_object_get(view, "extensions"), name, extension)
        {
            if (status == PD_OK && json_object_get(extension, "buffer"))
                status = move_view(j, extension, buffer_count, where);
        }

        if (status != PD_OK) return status;
    }

    return PD_OK;
}

/* Writes the .glb: the JSON with one buffer, and the parts. */
static pd_status write_glb(joining *j)
{
    static const unsigned char zeros[PADDED] = {0};
    pd_bytes *pieces = calloc(2 * (size_t)j->part_count + 1, sizeof *pieces);
    json_t *buffers = json_array();
    bool has_skipped = false;
    int count = 0;

    if (!pieces || !buffers) {
        free(pieces);
        json_decref(buffers);
        return pd_fail(j->err, PD_ERR_MEMORY, "", "out of memory");
    }

    for (int i = 0; i < j->part_count; i++) {
        const part *p = &j->parts[i];
        has_skipped |= p->is_skipped;
        if (p->is_skipped) continue;
        pieces[count++] = p->bytes;
        pieces[count++] = (pd_bytes){zeros, (PADDED - p->bytes.size % PADDED) % PADDED};
    }

    if (j->size) json_array_append_new(buffers, json_pack("{s:I}", "byteLength", (json_int_t)j->size));
    if (j->size && has_skipped)
        json_array_append_new(buffers, json_pack("{s:I}", "byteLength", (json_int_t)j->fallback));
    pd_status status = json_object_set_new(j->root, "buffers", buffers)
                           ? pd_fail(j->err, PD_ERR_MEMORY, "", "out of memory")
                           : pd_io_glb_container_write(&j->out->made, j->root, pieces, count, j->err);
    free(pieces);

    return status;
}

/* Joins a .gltf with its buffers and pictures. */
static pd_status join_bundle(joining *j, pd_bytes text)
{
    const size_t most = j->options->json_memory ? j->options->json_memory + text.size : SIZE_MAX;

    /* The JSON. Its data: URIs take as much memory as text, which the size of the file bounds. */
    pd_status status =
        pd_io_gltf_read_json(&j->root, text, most, j->out->entry[0] ? j->out->entry : "byte 0", j->err);
    if (status != PD_OK) return status;
    const char *version = json_string_value(json_object_get(json_object_get(j->root, "asset"), "version"));
    const json_t *buffers = json_object_get(j->root, "buffers");
    const size_t buffer_count = json_array_size(buffers);
    const size_t count = buffer_count + json_array_size(json_object_get(j->root, "images"));
    if (!version || version[0] != '2')
        status = pd_fail(j->err, PD_ERR_UNSUPPORTED, "/asset/version",
                         "glTF version \"%.20s\"; version 2 is expected", version ? version : "");
    else if (count > PD_IO_BUNDLE_PARTS)
        status = pd_fail(j->err, PD_ERR_LIMIT, "/buffers", "%zu buffers and pictures; at most %d allowed",
                         count, PD_IO_BUNDLE_PARTS);
    else if (!(j->parts = calloc(count + 1, sizeof *j->parts)))
        status = pd_fail(j->err, PD_ERR_MEMORY, "/buffers", "out of memory");

    /* Buffers first: their order is that of the views. */
    if (status == PD_OK) status = read_buffers(j);
    if (status == PD_OK) status = move_views(j, buffer_count);
    if (status == PD_OK) status = read_pictures(j);
    if (status == PD_OK) status = write_glb(j);

    for (int i = 0; i < j->part_count; i++) free(j->parts[i].own);
    free(j->parts);
    json_decref(j->root);

    return status;
}

/* ---- archives ---- */

/* Returns the rank of a file by its ending: 0 .glb, .vrm and .vrma,
 * 1 .gltf, then the caller's endings; -1: none. */
static int rank_of(const char *name, const char *endings)
{
    if (ends(name, ".glb", 4) || ends(name, ".vrm", 4) || ends(name, ".vrma", 5)) return 0;
    if (ends(name, ".gltf", 5)) return 1;
    int rank = 2;
    for (const char *at = endings ? endings : ""; *at; rank++) {
        const size_t length = strcspn(at, " ");
        if (ends(name, at, length)) return rank;
        at += length;
        at += strspn(at, " ");
    }

    return -1;
}

/* Returns advice about a file that is no model here. */
static const char *advice_about(const char *name)
{
    static const struct {
        const char *ending, *advice;
    } rows[] = {{".zip", "; unpack the inner archive and send the model in it"},
                {".rar", "; unpack the inner archive and send the model in it"},
                {".7z", "; unpack the inner archive and send the model in it"},
                {".fbx", "; posedctl import-character FILE.fbx -o FILE.glb converts the FBX"},
                {".dae", "; unpack it for posedctl import-character FILE.dae -o FILE.glb"},
                {".blend", "; export the .blend as glTF 2.0, Format: glTF Binary (.glb)"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (ends(name, rows[i].ending, strlen(rows[i].ending))) return rows[i].advice;

    return "";
}

/* Finds the model among the members. */
static pd_status pick(int *out, const pd_npz *zip, const char *endings, pd_error *err)
{
    char list[200] = "";
    char names[2][64] = {"", ""};
    const char *advice = "";
    int best = -1, best_rank = 0, count = 0;
    size_t used = 0;

    for (int i = 0; i < zip->member_count; i++) {
        const char *name = pd_npz_member(zip, i);
        if (!is_file(name)) continue;
        const int rank = rank_of(name, endings);
        if (rank < 0) {
            if (!*advice) advice = advice_about(name);
            if (used + 48 < sizeof list)
                used +=
                    (size_t)snprintf(list + used, sizeof list - used, "%s\"%.40s\"", used ? ", " : "", name);
        } else if (best < 0 || rank < best_rank) {
            best = i;
            best_rank = rank;
            count = 1;
            snprintf(names[0], sizeof names[0], "%.60s", name);
        } else if (rank == best_rank && count++ == 1) {
            snprintf(names[1], sizeof names[1], "%.60s", name);
        }
    }

    *out = best;
    if (best < 0)
        return pd_fail(err, PD_ERR_NOT_FOUND, "ZIP", "%s%s; one file of .glb .vrm .gltf%s%s expected%s",
                       *list ? "no model among " : "no file", list, endings ? " " : "",
                       endings ? endings : "", advice);
    if (count > 1)
        return pd_fail(err, PD_ERR_UNSUPPORTED, "ZIP",
                       "%d models: \"%s\", \"%s\"%s; one model in the ZIP expected", count, names[0],
                       names[1], count > 2 ? " ..." : "");

    return PD_OK;
}

static pd_status open_zip(pd_io_bundle *out, pd_bytes file, const pd_io_bundle_options *options,
                          pd_error *err)
{
    pd_npz zip;
    pd_bytes bytes;
    int model;

    pd_status status = pd_npz_parse(&zip, file.data, file.size, "ZIP", err);
    if (status != PD_OK) return status;
    if (options->most) zip.most_bytes = options->most;
    status = pick(&model, &zip, options->endings, err);
    if (status == PD_OK) status = pd_npz_bytes_at(&bytes, &zip, model, err);
    if (status == PD_OK) {
        const char *name = pd_npz_member(&zip, model);
        joining j = {.out = out, .options = options, .zip = &zip, .err = err};
        snprintf(out->entry, sizeof out->entry, "%.120s", name);
        if (!ends(name, ".gltf", 5)) {
            pd_buffer_add(&out->made, bytes.data, bytes.size);
            if (out->made.failed) status = pd_fail(err, PD_ERR_MEMORY, "ZIP", "out of memory");
        } else if (!resolve(j.folder, "", name)) {
            status = pd_fail(err, PD_ERR_UNSUPPORTED, "ZIP",
                             "\"%.100s\" is outside of the archive or too long; a path within the archive of "
                             "less than %d characters expected",
                             name, PATH_BYTES);
        } else {
            j.folder[base_name(j.folder) - j.folder] = 0;
            status = join_bundle(&j, bytes);
        }
    }

    pd_npz_deinit(&zip);

    return status;
}

/* ---- what callers use ---- */

size_t pd_io_bundle_bytes(pd_bytes file, size_t most)
{
    pd_npz zip;
    size_t stated = 0;

    if (pd_io_bundle_is_gltf(file)) return 4 * file.size;
    if (!pd_io_bundle_is_zip(file) || pd_npz_parse(&zip, file.data, file.size, "", NULL) != PD_OK) return 0;
    for (int i = 0; i < zip.member_count; i++) {
        const size_t bytes = pd_npz_member_bytes(&zip, i);
        stated = bytes < SIZE_MAX - stated ? stated + bytes : SIZE_MAX;
    }

    pd_npz_deinit(&zip);
    if (most && stated > most) stated = most;

    return stated < SIZE_MAX / 4 ? 4 * stated : SIZE_MAX;
}

pd_status pd_io_bundle_open(pd_io_bundle *out, pd_bytes file, const pd_io_bundle_options *options,
                            pd_error *err)
{
    pd_status status = PD_OK;

    memset(out, 0, sizeof *out);
    out->file = file;
    if (pd_io_bundle_is_zip(file)) {
        status = open_zip(out, file, options, err);
    } else if (pd_io_bundle_is_gltf(file)) {
        joining j = {.out = out, .options = options, .err = err};
        status = join_bundle(&j, file);
    } else {
        return PD_OK;
    }

    if (status == PD_OK && options->most && out->made.size > options->most)
        status = pd_fail(err, PD_ERR_LIMIT, "ZIP", "a .glb of %zu bytes; at most %zu allowed", out->made.size,
                         options->most);
    if (status != PD_OK)
        pd_io_bundle_close(out);
    else
        out->file = (pd_bytes){out->made.data, out->made.size};

    return status;
}

/* ---- files beside a .gltf ---- */

/* Files that a .gltf names, which stay open until the .glb is made. */
typedef struct beside {
    char folder[4096]; /* folder of the .gltf with its slash; "": the current one */
    pd_bytes files[PD_IO_BUNDLE_PARTS];
    int count;
} beside;

static pd_status find_beside(void *ctx, pd_bytes *out, const char *path, pd_error *err)
{
    beside *b = ctx;
    char whole[8192];

    if (b->count == PD_IO_BUNDLE_PARTS)
        return pd_fail(err, PD_ERR_LIMIT, path, "more than %d files; at most as many allowed", b->count);
    snprintf(whole, sizeof whole, "%s%s", b->folder, path);
    const pd_status status = pd_file_map(out, whole, err);
    if (status == PD_OK) b->files[b->count++] = *out;

    return status;
}

pd_status pd_io_bundle_open_at(pd_io_bundle *out, pd_bytes file, const char *path,
                               const pd_io_bundle_options *options, pd_error *err)
{
    const char *slash = strrchr(path, '/');
    pd_io_bundle_options own = *options;
    beside *b = calloc(1, sizeof *b);

    memset(out, 0, sizeof *out);
    if (!b) return pd_fail(err, PD_ERR_MEMORY, path, "out of memory");
    snprintf(b->folder, sizeof b->folder, "%.*s", slash ? (int)(slash - path + 1) : 0, path);
    own.find = strcmp(path, "-") ? find_beside : NULL;
    own.ctx = b;
    const pd_status status = pd_io_bundle_open(out, file, &own, err);
    for (int i = 0; i < b->count; i++) pd_file_unmap(&b->files[i]);
    free(b);

    return status;
}

void pd_io_bundle_close(pd_io_bundle *bundle)
{
    pd_buffer_deinit(&bundle->made);
    memset(bundle, 0, sizeof *bundle);
}
