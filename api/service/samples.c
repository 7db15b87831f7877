#include "api/service/samples.h"

#include "api/http/call.h"

#include <string.h>

const pd_api_sample pd_api_samples[] = {
    {"seen.json", "COCO's 17 keypoints of a person in a picture of 1280 x 720 pixels.",
     "POST /v1/models/{id}/fit", "docs/guide/fit.md"},
    {"take.c3d", "Optical markers (Plug-in Gait, 39) of a person who walks for 2.5 s.", "POST /v1/jobs",
     "docs/guide/fit.md"},
    {"hero.vrm", "Dressed person with a skeleton, as VRM 1.0.", "PUT /v1/characters/{id}",
     "docs/guide/characters.md"},
    {0},
};

void pd_api_handle_samples(pd_api_call *call, const pd_api_request *request)
{
    pd_buffer *out = pd_api_answer(call, 200, "application/json");
    int count = 0;

    (void)request;
    pd_buffer_text(out, "{\"samples\":[");
    for (const pd_api_sample *sample = pd_api_samples; sample->name; sample++) {
        const pd_api_asset *asset = pd_api_assets_find(call->host->samples, sample->name);
        if (!asset) continue;
        if (count++) pd_buffer_text(out, ",");

        /* The path is relative to the list's own address, so it also holds below a path of a proxy. */
        pd_buffer_printf(out,
                         "{\"name\":\"%s\",\"path\":\"samples/%s\",\"type\":\"%s\",\"bytes\":%zu,\"about\":",
                         sample->name, sample->name, asset->type, asset->size);
        pd_api_json_text(out, sample->about);
        pd_buffer_printf(out, ",\"route\":\"%s\",\"guide\":\"%s\",\"licence\":\"CC BY 4.0\"}", sample->route,
                         sample->guide);
    }

    pd_buffer_text(out, "]}\n");
}

void pd_api_handle_sample(pd_api_call *call, const pd_api_request *request)
{
    const pd_api_sample *sample = pd_api_samples;

    while (sample->name && strcmp(sample->name, call->id)) sample++;
    pd_api_asset *asset = sample->name ? pd_api_assets_find(call->host->samples, call->id) : NULL;

    if (asset)
        pd_api_assets_answer(call, request, asset);
    else
        pd_api_refuse(call, 404, NULL, "no sample \"%.64s\"; GET /samples lists them", call->id);
}
