#include "api/http/assets.h"

#include "api/http/call.h"
#include "api/http/service.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The page runs WebAssembly, which needs leave of its own: meshoptimizer unpacks meshes, and the detector of "Mirror me" is made of it. Pages of documents do not. */
#define POLICY                                                                                               \
    "default-src 'none';script-src 'self'%s;style-src 'self';img-src 'self' data: blob:;connect-src 'self';" \
    "base-uri 'none';form-action 'none'%s"
#define WITH_WASM " 'wasm-unsafe-eval'"
#define UNFRAMED  ";frame-ancestors 'none'"
_Static_assert(sizeof POLICY + sizeof WITH_WASM + sizeof UNFRAMED <= sizeof((pd_api_header *)0)->value,
               "the policy is one header");

#define BYTES  "application/octet-stream"
/* Bytes: compressing larger files (weights, programs) would delay the start by seconds. */
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
                                           {".data", BYTES},
                                           {".tflite", BYTES},
                                           {".binarypb", BYTES}};
    const char *ending = strrchr(name, '.');

    for (size_t i = 0; ending && i < sizeof types / sizeof *types; i++)
        if (!strcmp(ending, types[i][0])) return types[i][1];
    return NULL;
}

const pd_api_asset *pd_api_assets_find(const pd_api_assets *assets, const char *name)
{
    for (int i = 0; assets && i < assets->count; i++)
        if (!strcmp(assets->list[i].name, name)) return &assets->list[i];
    return NULL;
}

pd_status pd_api_assets_add(pd_api_assets *assets, const char *name, pd_bytes content, pd_error *err)
{
    pd_api_asset *list;
    const char *type = type_of(name);

    if (!type || strlen(name) >= sizeof list->name)
        return pd_fail(err, PD_ERR_INVALID, "web", "%.80s: not a name of a page's file", name);
    list = realloc(assets->list, (size_t)(assets->count + 1) * sizeof *list);
    if (!list) return pd_fail(err, PD_ERR_MEMORY, "web", "out of memory");
    assets->list = list;
    pd_api_asset *asset = &list[assets->count++];
    *asset = (pd_api_asset){.type = type};
    snprintf(asset->name, sizeof asset->name, "%s", name);
    pd_buffer_add(&asset->bytes[PD_API_IDENTITY], content.data, content.size);
    if (content.size <= SHRUNK) {
        pd_api_compressed(&asset->bytes[PD_API_GZIP], content, PD_API_GZIP);
        pd_api_compressed(&asset->bytes[PD_API_ZSTD], content, PD_API_ZSTD);
    }
    if (!asset->bytes[PD_API_IDENTITY].failed) return PD_OK;
    return pd_fail(err, PD_ERR_MEMORY, "web", "out of memory");
}

void pd_api_assets_deinit(pd_api_assets *assets)
{
    for (int i = 0; i < assets->count; i++)
        for (int coding = 0; coding < 3; coding++) pd_buffer_deinit(&assets->list[i].bytes[coding]);
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

void pd_api_assets_answer(pd_api_call *call, const pd_api_request *request, const pd_api_asset *asset)
{
    const pd_buffer *content = &asset->bytes[PD_API_IDENTITY];
    const pd_api_coding coding = asset->bytes[call->coding].size ? call->coding : PD_API_IDENTITY;
    pd_api_hash hash = pd_api_hash_begin();

    call->coding = PD_API_IDENTITY; /* it is compressed already */
    pd_api_hash_add(&hash, content->data, content->size);
    pd_api_hash_int(&hash, (long long)coding);
    const int known = pd_api_cacheable(call, request, hash, 0);
    pd_api_header_set(&call->reply, "Cache-Control", "no-cache");
    pd_api_header_set(&call->reply, "Vary", "Accept-Encoding");
    /* The page unpacks compressed meshes with WebAssembly (meshoptimizer's decoder), and its detector of people is made of it. */
    if (!strncmp(asset->type, "text/html", 9)) put_policy(&call->reply, true);
    if (known) return;
    pd_buffer_add(pd_api_answer(call, 200, asset->type), asset->bytes[coding].data,
                  asset->bytes[coding].size);
    if (coding != PD_API_IDENTITY)
        pd_api_header_set(&call->reply, "Content-Encoding", coding == PD_API_ZSTD ? "zstd" : "gzip");
}

void pd_api_handle_asset(pd_api_call *call, const pd_api_request *request)
{
    const pd_api_asset *asset = pd_api_assets_find(call->host->assets, call->id);

    if (asset)
        pd_api_assets_answer(call, request, asset);
    else
        pd_api_refuse(call, 404, NULL, "no file \"%.64s\" of the page", call->id);
}
