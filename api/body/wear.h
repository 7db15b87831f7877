#ifndef PD_API_BODY_WEAR_H
#define PD_API_BODY_WEAR_H
/* `wear` and the colours of a person in mesh requests, and the route that lists what there is (core/wardrobe).
 *
 * A GLB of a model that the resident wardrobe is of, or of one of the same mesh and joints while that model is resident (person-female beside
 * person), is dressed unless `wear` is "none"; every other format holds the skin alone, as do all
 * other models.
 *
 *     wear        "a,b,c" or ["a","b","c"]: names of items, one of each slot; "none"; absent: the standard outfit, or what the seed of `random` wears
 *     look        seed of somebody whose clothes and colours they are; absent: `random` is
 *     skin        0, the darkest tone, to 1      hair_color, iris   names of core/wardrobe/palette.h; absent: standard, or the seed's
 *
 * Errors   a name that there is not and two of one slot are told at /wear with the names that there are; a colour out of its range at its own
 *          field; any of them with another format, or with a model that the wardrobe is not of, is an error too: what is asked for is made.
 * Memory   the wardrobe is retained by the call until it is released, so that a reload takes nothing away from under it.
 */
#include "api/http/call.h"
#include "core/wardrobe/export.h"

typedef struct pd_api_wear_values {
    const json_t *names; /* as it was sent; NULL: not given             */
    const char *wear;    /* those of names, comma separated (pd_api_wear_join) */
    double skin;         /* < 0: not given  */
    int hair, iris;      /* -1: not given   */
    int look;            /* likewise        */
} pd_api_wear_values;

#define PD_API_NO_WEAR_VALUES                                                                                \
    {                                                                                                        \
        .skin = -1, .hair = -1, .iris = -1, .look = -1                                                       \
    }

#define PD_API_COLOR_CHOICE(id, name, r, g, b) "|" name
#define PD_API_HAIR_COLORS                     (&PD_WARDROBE_HAIR_TABLE(PD_API_COLOR_CHOICE)[1])
#define PD_API_IRIS_COLORS                     (&PD_WARDROBE_IRIS_TABLE(PD_API_COLOR_CHOICE)[1])

/* Rows for a table of fields; values is where a pd_api_wear_values begins. */
#define PD_API_WEAR_FIELDS(values)                                                                           \
    {.name = "wear",                                                                                         \
     .type = PD_API_NAMES,                                                                                   \
     .offset = (values) + offsetof(pd_api_wear_values, names),                                               \
     .schema = PD_API_NAMES_SCHEMA,                                                                          \
     .example = "\"tee-jeans,sneakers,hair-bob\"",                                                           \
     .doc = "Items of GET /v1/wardrobe that the body wears, comma-separated or as a list, or none. Without " \
            "it, a model that the wardrobe fits wears the standard outfit, or the outfit of the person of "  \
            "`random`. Eyes, brows, lashes and teeth are always added unless it is none. Only for format "   \
            "glb."},                                                                                         \
        {.name = "look",                                                                                     \
         .type = PD_API_INTEGER,                                                                             \
         .offset = (values) + offsetof(pd_api_wear_values, look),                                            \
         .min = 0,                                                                                           \
         .max = 999999,                                                                                      \
         .example = "7",                                                                                     \
         .doc = "Seed of a person whose clothes and colours the body gets, whatever its shape. Without it, " \
                "the clothes and colours of the person of `random` are used. Only for format glb."},         \
        {.name = "skin",                                                                                     \
         .type = PD_API_NUMBER,                                                                              \
         .offset = (values) + offsetof(pd_api_wear_values, skin),                                            \
         .min = 0,                                                                                           \
         .max = 1,                                                                                           \
         .example = "0.4",                                                                                   \
         .doc = "Skin tone, from 0 (darkest) to 1 (lightest). Only for format glb."},                        \
        {.name = "hair_color",                                                                               \
         .type = PD_API_CHOICE,                                                                              \
         .offset = (values) + offsetof(pd_api_wear_values, hair),                                            \
         .choices = PD_API_HAIR_COLORS,                                                                      \
         .doc = "Colour of hair and brows. Only for format glb."},                                           \
    {                                                                                                        \
        .name = "iris", .type = PD_API_CHOICE, .offset = (values) + offsetof(pd_api_wear_values, iris),      \
        .choices = PD_API_IRIS_COLORS, .doc = "Colour of the eyes. Only for format glb."                     \
    }

/* What a call wears: nothing to dress where wardrobe is NULL. */
typedef struct pd_api_wear {
    pd_api_model model; /* of the wardrobe, retained until _release */
    const pd_wardrobe *wardrobe;
    pd_api_model own_model;   /* the model that the wardrobe was learned for, retained too, ... */
    const pd_smpl_model *own; /* ... if the body is of another model with that mesh; else NULL */
    pd_wardrobe_outfit outfit;
    pd_wardrobe_palette palette;
} pd_api_wear;

/* What was sent as `wear` as one text, in the call's pool, so that the documents may be released. 0: a problem was noted. */
int pd_api_wear_join(pd_api_wear_values *values, pd_api_call *call);
/* seed: the `random` of the request's one person, -1: none. model: the body's. Problems at /wear, /skin,
 * /hair_color, /iris; 0 when there are any. gender: of the body as asked for, -1: that of the seed. */
int pd_api_wear_read(pd_api_wear *out, const pd_api_wear_values *values, int seed, int gender,
                     const pd_smpl_model *model, pd_api_call *call, int is_glb);
void pd_api_wear_release(pd_api_wear *wear);
void pd_api_wear_hash(pd_api_hash *hash, const pd_api_wear *wear);

/* GET /v1/wardrobe */
void pd_api_handle_wardrobe(pd_api_call *call, const pd_api_request *request);

#endif
