#ifndef PD_API_STREAM_CAST_H
#define PD_API_STREAM_CAST_H
/* Rays at the characters of a room, at a moment that a client drew: the message `cast` and
 * POST /v1/rooms/{id}/cast.
 *
 *     moment   between the frames of the ticks `tick` and tick + span: 0 <= fraction < 1 of the way, as
 *              clients interpolate between frames
 *
 * Spaces   world, metres.
 * Memory   requests are plain structs; results belong to the caller.
 * Errors   noted with the place, the value and what is allowed.
 */
#include "api/http/routes.h"
#include "core/math/ray.h"

#include <stdbool.h>

#define PD_API_CAST_RAYS    64     /* most rays of a request */
#define PD_API_CAST_WITHOUT 16     /* most characters that are left out */
#define PD_API_CAST_HITS    8      /* most characters that one ray reports */
#define PD_API_CAST_SPAN    60     /* most ticks between two frames */
#define PD_API_CAST_LENGTH  1000.0 /* metres */
#define PD_API_CAST_RADIUS  1.0    /* metres */

/* Surface that rays meet: names of the field `surface`, in this order. */
typedef enum pd_api_surface {
    PD_API_SURFACE_BODY,    /* skin with the shapes that the pose drives, as the channel vertices has it */
    PD_API_SURFACE_BONES,   /* skin that the bones alone move, as engines draw a .glb file */
    PD_API_SURFACE_CAPSULES /* capsules about the bones of the motion skeleton */
} pd_api_surface;

typedef struct pd_api_cast {
    uint32_t tick;
    int span;
    double fraction;
    pd_api_surface surface;
    int hits; /* most characters that each ray reports, nearest first */
    int ray_count, without_count;
    pd_ray rays[PD_API_CAST_RAYS];
    uint32_t without[PD_API_CAST_WITHOUT]; /* characters that are left out */
} pd_api_cast;

/* A character that a ray meets. */
typedef struct pd_api_hit {
    uint32_t id, member; /* character; member that owns it */
    double distance;     /* metres from the start of the ray */
    pd_vec3 point, normal;
    char joint[32]; /* joint that moves the place: of the body or of the motion skeleton */
    bool has_face;  /* true: on a triangle of the body's mesh */
    int face, corners[3];
    float weights[3]; /* point = sum of weights times corners */
} pd_api_hit;

struct pd_api_hits {
    uint32_t tick; /* newest tick of the room */
    int ray_count;
    int counts[PD_API_CAST_RAYS]; /* characters that each ray meets */
    pd_api_hit hits[PD_API_CAST_RAYS][PD_API_CAST_HITS];
};

/* Values of the fields below. Zero is no default: begin with pd_api_cast_preset. */
typedef struct pd_api_cast_values {
    const json_t *rays, *without;
    uint64_t tick;
    int span, surface, hits;
    double fraction;
} pd_api_cast_values;
extern const pd_api_cast_values pd_api_cast_preset;
extern const pd_api_field pd_api_cast_fields[];

/* Reads the values into a request. Returns false if an error was noted. */
bool pd_api_cast_read(pd_api_cast *out, const pd_api_cast_values *values, pd_api_problems *problems);
/* Appends the members of an answer: "tick":...,"hits":[...] */
void pd_api_cast_write(pd_buffer *out, const pd_api_hits *hits);

/* A request of a game's own server. */
struct pd_api_room_cast {
    const char *room;
    const char *secret; /* of the room; NULL: none */
    pd_api_owner owner;
    const pd_api_access *access; /* NULL: all */
    const pd_api_cast *cast;
};

extern const pd_api_field pd_api_room_cast_fields[]; /* JSON body of the route, beside the fields above */
extern const pd_api_field pd_api_room_cast_query_fields[]; /* its query */
pd_api_handler pd_api_handle_room_cast;

#endif
