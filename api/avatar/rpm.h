#ifndef PD_API_AVATAR_RPM_H
#define PD_API_AVATAR_RPM_H
/* Parameters of Ready Player Me's requests, and their translation to those of the mesh and portrait routes.
 * The service closed in January 2026; programs that used it change a base address.
 *
 *     ID.glb?quality=low&morphTargets=ARKit       ->  profile=readyplayerme&lod=2&...&morphs=arkit
 *     ID.png?camera=fullbody&expression=happy     ->  view=full&background=none&blend_shapes={...}
 *
 * Programs make the address of a picture from that of a file by replacing its ending. So a request for a
 * picture may have parameters of files, which have no effect, and the other way round.
 *
 * Sources  docs.readyplayer.me, "GET - 3D avatar" and "GET - 2D Render of an Avatar", and public programs.
 * Memory   texts of the values are borrowed from their document.   Threads  while a request is decoded.
 * Errors   noted at the parameter.
 */
#include "api/http/call.h"

#include <stdbool.h>

/* Values of the parameters. -1 or NULL: absent. */
typedef struct pd_api_rpm_values {
    json_t *document;     /* holds the texts; owned */
    json_t *blend_shapes; /* weight of each ARKit shape; owned */

    int pose; /* of files and pictures */
    const char *quality;
    const char *ignored; /* parameters without effect */

    int lod, mesh_lod, hands, draco, meshopt, quantized_meshopt, texture_format, texture_quality;
    const char *atlas, *morphs, *channels;
    int texture_size; /* 0: absent */

    int camera, scene, expression;
    int size; /* 0: absent */
    const char *background;
} pd_api_rpm_values;

extern const pd_api_field pd_api_rpm_fields[];

/* Reads a query, which may be NULL. The caller ends the values with _deinit, also after an error. */
bool pd_api_rpm_read(pd_api_rpm_values *out, const char *query, pd_api_problems *problems);
void pd_api_rpm_deinit(pd_api_rpm_values *values);

/* Append the query of the mesh route, or of the portrait route. Return false if an error was noted. */
bool pd_api_rpm_mesh_query(pd_buffer *out, const pd_api_rpm_values *values, pd_api_problems *problems);
bool pd_api_rpm_portrait_query(pd_buffer *out, const pd_api_rpm_values *values, pd_api_problems *problems);

/* Names of scenes and expressions as choices of a field, separated by bars. */
extern const char pd_api_rpm_scenes[];
#define PD_API_RPM_EXPRESSIONS "happy|lol|sad|scared|rage"
#define PD_API_RPM_POSES       "A|T|standing|relaxed|power-stance|thumbs-up"
#define PD_API_RPM_REST_POSES  2 /* the first ones are of files, the others of pictures */

/* Adds a weight to the shape with this name in the JSON object; a mix (core/avatar/profile.h) is added to its
 * parts. Returns false when out of memory. */
bool pd_api_rpm_add_weight(json_t *shapes, const char *name, double weight);

#endif
