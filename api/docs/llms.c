/* /llms.txt: what this server does and its routes as short Markdown,
 * for programs that read documentation (llmstxt.org). */
#include "api/http/routes.h"
#include "config/version.h"

#include <string.h>

static const char about[] =
    "> posed makes human bodies and dressed people (SMPL-family models), solves inverse kinematics and walks "
    "characters (PFNN motion "
    "networks) over HTTP and WebSockets.\n\n"
    "Lengths are in metres, angles in radians, times in seconds. Axes: x to the body's left, y up, z "
    "forward. Errors are application/problem+json "
    "with the place, the value and what is allowed.\n\n"
    "- A dressed person as GLB: `GET /v1/models/person/mesh?random=7&format=glb&rig=true`\n"
    "- A picture of somebody: `GET /v1/models/person/portrait?random=7&format=png`\n"
    "- Joint rotations for a target: `POST /v1/ik/solve` with "
    "`{\"targets\":[{\"joint\":\"left_hand\",\"position\":[0.4,0.3,0.4]}]}`\n"
    "- A walk as an animated GLB: `POST /v1/motions/rollout?format=glb` with "
    "`{\"seconds\":4,\"script\":[{\"t\":0,\"move\":[0,1],\"gait\":\"walk\"}]}`\n"
    "- Tools by the Model Context Protocol: `POST /mcp`\n";

void pd_api_llms(pd_buffer *out)
{
    pd_buffer_printf(out, "# posed %s\n\n%s", pd_cfg_version_text(), about);
    for (int group = 0; group < PD_API_GROUP_COUNT; group++) {
        pd_buffer_printf(out, "\n## %s\n\n%s\n\n", pd_api_groups[group].heading, pd_api_groups[group].doc);
        for (int i = 0; i < pd_api_route_count; i++) {
            const pd_api_route *r = &pd_api_routes[i];
            if ((int)r->group == group)
                pd_buffer_printf(out, "- [%s](docs#%s): %s\n", r->name, r->operation, r->summary);
        }
    }

    pd_buffer_text(out, "\n## Optional\n\n- [All fields and replies](openapi.json): OpenAPI 3.1\n"
                        "- [The same for people](docs)\n- [Avatar maker](maker): a page\n");
}
