#include "api/http/assets.h"

#include "api/http/call.h"
#include "core/base/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The page runs WebAssembly, which needs leave of its own: meshoptimizer unpacks meshes, and the detector of
 * "Mirror me" is made of it. Pages of documents do not. */
#define POLICY                                                                                               \
    "default-src 'none';script-src 'self'%s;style-src 'self';img-src 'self' data: blob:;connect-src 'self';" \
    "base-uri 'none';form-action 'none'%s"
#define WITH_WASM " 'wasm-unsafe-eval'"
#define UNFRAMED  ";frame-ancestors 'none'"
_Static_assert(sizeof POLICY + sizeof WITH_WASM + sizeof UNFRAMED <= sizeof((pd_api_header *)0)->value,
               "the policy is one header");

#define BYTES  "application/octet-stream"
/* Bytes: compressing larger files (weights, programs) would delay their first request by seconds. */
#define SHRUNK ((size_t)2 << 20)

static const char *type_of(const char *name)
{
    static const char *const types[][2] = {{".html", "text/html; charset=utf-8"},
                                           {".js", "text/javascript; charset=utf-8"},
                                           {".css", "text/css; charset=utf-8"},
                                           {".svg", "image/svg+xml"},
                                           {".txt", "text/plain; charset=utf-8"},
                                           {".json", "application/json"},
                                           {".vrm", "model/gltf-binary"},
                                           {".c3d", BYTES},
                                           {".wasm", "application/wasm"},
                                           {".safetensors", "application/octet-stream"},
                                           {".data", BYTES},
                                           {".tflite", BYTES},
                                           {".binarypb", BYTES}};
    const char *ending = strrchr(name, '.');

    for (size_t i = 0; ending && i < sizeof types / sizeof *types; i++)
        if (!strcmp(ending, types[i][0])) return types[i][1];
    return NULL;
}

pd_api_asset *pd_api_assets_find(const pd_api_assets *assets, const char *name)
{
    for (int i = 0; assets && i < assets->count; i++)
        if (!strcmp(assets->list[i].name, name)) return &assets->list[i];
    return NULL;
}

static void free_content(pd_api_asset_content *content)
{
    for (int coding = 0; content && coding < 3; coding++) pd_buffer_deinit(&content->bytes[coding]);
    free(content);
}

/* Copies a file and compresses it. Returns NULL when out of memory. */
static pd_api_asset_content *make_content(pd_bytes file)
{
    pd_api_asset_content *content = calloc(1, sizeof *content);

    if (!content) return NULL;
    pd_buffer_add(&content->bytes[PD_API_IDENTITY], file.data, file.size);
    if (file.size <= SHRUNK) {
        pd_api_compressed(&content->bytes[PD_API_GZIP], file, PD_API_GZIP);
        pd_api_compressed(&content->bytes[PD_API_ZSTD], file, PD_API_ZSTD);
    }

    if (!content->bytes[PD_API_IDENTITY].failed) return content;
    free_content(content);

    return NULL;
}

/* Adds a row without content. Returns NULL on failure. */
static pd_api_asset *add_row_assets(pd_api_assets *assets, const char *name, size_t size, pd_error *err)
{
    pd_api_asset *list;
    const char *type = type_of(name);

    if (!type || strlen(name) >= sizeof list->name) {
        pd_fail(err, PD_ERR_INVALID, "web", "%.80s: not a name of a page's file", name);
        return NULL;
    }

    list = realloc(assets->list, (size_t)(assets->count + 1) * sizeof *list);
    if (!list) {
        pd_fail(err, PD_ERR_MEMORY, "web", "out of memory");
        return NULL;
    }

    assets->list = list;
    pd_api_asset *asset = &list[assets->count++];
    *asset = (pd_api_asset){.type = type, .size = size};
    snprintf(asset->name, sizeof asset->name, "%s", name);

    return asset;
}

pd_status pd_api_assets_list(pd_api_assets *assets, const char *name, const char *path, size_t size,
                             pd_error *err)
{
    pd_api_asset *asset = add_row_assets(assets, name, size, err);
    if (!asset) return err ? err->status : PD_ERR_INVALID;
    asset->path = strdup(path);
    return asset->path ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "web", "out of memory");
}

pd_status pd_api_assets_add(pd_api_assets *assets, const char *name, pd_bytes content, pd_error *err)
{
    pd_api_asset *asset = add_row_assets(assets, name, content.size, err);
    if (!asset) return err ? err->status : PD_ERR_INVALID;
    asset->content = make_content(content);
    return asset->content ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "web", "out of memory");
}

static const pd_api_asset_content *content_of(const pd_api_asset *asset)
{
    return __atomic_load_n(&asset->content, __ATOMIC_ACQUIRE);
}

const pd_api_asset_content *pd_api_assets_read(pd_api_asset *asset, pd_error *err)
{
    pd_api_asset_content *first = __atomic_load_n(&asset->content, __ATOMIC_ACQUIRE);

    if (first) return first;
    if (!asset->path) { /* there was no memory for it when it was listed */
        pd_fail(err, PD_ERR_MEMORY, "web", "out of memory");
        return NULL;
    }

    pd_bytes file = {0};
    if (pd_file_map(&file, asset->path, err) != PD_OK) return NULL;
    pd_api_asset_content *made = make_content(file);
    pd_file_unmap(&file);
    if (!made) {
        pd_fail(err, PD_ERR_MEMORY, "web", "out of memory");
        return NULL;
    }

    /* Publish it. Another thread may have been faster. */
    if (__atomic_compare_exchange_n(&asset->content, &first, made, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        return made;
    free_content(made);

    return first;
}

void pd_api_assets_deinit(pd_api_assets *assets)
{
    for (int i = 0; i < assets->count; i++) {
        free_content(assets->list[i].content);
        free(assets->list[i].path);
    }

    free(assets->list);
    *assets = (pd_api_assets){0};
}

static void put_policy(pd_api_reply *reply, bool has_wasm)
{
    pd_api_header_set(reply, "Content-Security-Policy", POLICY, has_wasm ? WITH_WASM : "",
                      reply->may_be_framed ? "" : UNFRAMED);
}

void pd_api_assets_policy(pd_api_reply *reply)
{
    put_policy(reply, false);
}

void pd_api_assets_answer(pd_api_call *call, const pd_api_request *request, pd_api_asset *asset)
{
    /* Reading a file and compressing it takes milliseconds. */
    pd_error err = {0};

    if (!content_of(asset) && !call->may_wait) {
        call->waits = true;
        return;
    }

    const pd_api_asset_content *forms = pd_api_assets_read(asset, &err);
    if (!forms) {
        pd_api_refuse(call, pd_status_http(err.status), NULL, "the file \"%.64s\" could not be read now: %s",
                      asset->name, pd_status_title(err.status));
        return;
    }

    const pd_buffer *content = &forms->bytes[PD_API_IDENTITY];
    const pd_api_coding coding = forms->bytes[call->coding].size ? call->coding : PD_API_IDENTITY;
    pd_api_hash hash = pd_api_hash_begin();

    call->coding = PD_API_IDENTITY; /* it is compressed already */
    pd_api_hash_add(&hash, content->data, content->size);
    pd_api_hash_int(&hash, (long long)coding);
    const int known = pd_api_cacheable(call, request, hash, 0);
    pd_api_header_set(&call->reply, "Cache-Control", "no-cache");
    pd_api_header_set(&call->reply, "Vary", "Accept-Encoding");

    /* The page unpacks compressed meshes with WebAssembly (meshoptimizer's decoder), and its detector of
     * people is made of it. */
    if (!strncmp(asset->type, "text/html", 9)) put_policy(&call->reply, true);
    if (known) return;
    pd_buffer_add(pd_api_answer(call, 200, asset->type), forms->bytes[coding].data,
                  forms->bytes[coding].size);
    if (coding != PD_API_IDENTITY)
        pd_api_header_set(&call->reply, "Content-Encoding", coding == PD_API_ZSTD ? "zstd" : "gzip");
}

void pd_api_handle_asset(pd_api_call *call, const pd_api_request *request)
{
    pd_api_asset *asset = pd_api_assets_find(call->host->assets, call->id);

    if (asset)
        pd_api_assets_answer(call, request, asset);
    else
        pd_api_refuse(call, 404, NULL, "no file \"%.64s\" of the page", call->id);
}
