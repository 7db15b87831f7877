#ifndef PD_API_BODY_WEAR_H
#define PD_API_BODY_WEAR_H
/* Clothes, hair and colours of bodies in mesh requests, and the route that lists the items (core/wardrobe).
 *
 * A wardrobe is made for one body model. GLB files of that model are dressed unless `wear` is "none"; so are
 * GLB files of another model with the same mesh and joints (person-female) while the wardrobe's model
 * (person) is resident. Other formats and other models give the skin alone.
 *
 *     wear              "a,b,c" or ["a","b","c"]: names of items, at most one for each slot; or "none".
 *                       Absent: the standard outfit, or the outfit of the person with the seed `random`
 *     look              seed of a person whose clothes and colours are used. Absent: the seed `random`
 *     occasion, season  what the clothes of a seed are for. Absent: drawn by the seed
 *     wardrobe_version  rules by which a seed draws clothes (core/wardrobe/occasion.h, or pick.h alone)
 *     top_color, bottom_color  colours of the cloth
 *     skin              skin tone, 0 (darkest) to 1
 *     hair_color, iris  names of core/wardrobe/palette.h. Absent: standard, or those of the person with the
 *                       seed
 *     hair_loss         0, all hair, to 1. Absent: none, or that of the person by age, sex, ancestry and seed
 *
 * Errors   An unknown name and two items of one slot are noted at /wear with the known names; a value out of
 *          range at its own field. These fields with another format, or with a model that the wardrobe does
 *          not fit, are errors.
 * Memory   The call retains the wardrobe until it is released, so that a reload does not free it.
 */
#include "api/body/people.h"
#include "api/http/call.h"
#include "core/wardrobe/combine.h"
#include "core/wardrobe/export/export.h"
#include "core/wardrobe/occasion.h"

#include <stdbool.h>

typedef struct pd_api_wear_values {
    const json_t *names;                 /* value of `wear`, borrowed from the document; NULL: absent */
    const char *top, *bottom, *footwear; /* names of items; NULL: absent */
    const char *wear; /* the names as one text with commas, in the pool (pd_api_wear_join); NULL: absent */
    double skin;      /* skin tone, 0 to 1; negative: absent */
    double hair_loss; /* 0 to 1; negative: absent */
    int hair, iris;   /* indices of the choices; -1: absent */
    int look;         /* seed; -1: absent */
    int occasion, season, version;        /* indices of choices, and version; -1: absent */
    const char *top_color, *bottom_color; /* six hexadecimal digits; NULL: absent */
} pd_api_wear_values;

#define PD_API_WEAR_GARMENTS 6 /* most garments of clients that are worn at a time */

#define PD_API_NO_WEAR_VALUES                                                                                \
    {                                                                                                        \
        .skin = -1, .hair_loss = -1, .hair = -1, .iris = -1, .look = -1, .occasion = -1, .season = -1,       \
        .version = -1                                                                                        \
    }

#define PD_API_WEAR_VERSION 3 /* latest rules by which seeds draw clothes */

#define PD_API_COLOR_CHOICE(id, name, r, g, b)                  "|" name
#define PD_API_OCCASION_CHOICE(id, name, percent, style, mixed) "|" name
#define PD_API_SEASON_CHOICE(id, name)                          "|" name

#define PD_API_OCCASIONS   (&PD_WARDROBE_OCCASION_TABLE(PD_API_OCCASION_CHOICE)[1])
#define PD_API_SEASONS     (&PD_WARDROBE_SEASON_TABLE(PD_API_SEASON_CHOICE)[1])
#define PD_API_HAIR_COLORS (&PD_WARDROBE_HAIR_TABLE(PD_API_COLOR_CHOICE)[1])
#define PD_API_IRIS_COLORS (&PD_WARDROBE_IRIS_TABLE(PD_API_COLOR_CHOICE)[1])

/* Rows of a table of fields; `values` is the offset of a pd_api_wear_values. */
#define PD_API_WEAR_FIELDS(values)                                                                           \
    {.name = "wear",                                                                                         \
     .type = PD_API_NAMES,                                                                                   \
     .offset = (values) + offsetof(pd_api_wear_values, names),                                               \
     .schema = PD_API_NAMES_SCHEMA,                                                                          \
     .example = "\"tee-jeans,sneakers,hair-bob\"",                                                           \
     .doc =                                                                                                  \
         "Items of GET /v1/wardrobe that the body wears, comma-separated or as a list, or none (no eyes, "   \
         "brows, lashes and teeth either). Without it, a model that the wardrobe fits wears the standard "   \
         "outfit, or the outfit of the person of `random`. Only GLB files and portraits show them."},        \
        {.name = "top",                                                                                      \
         .type = PD_API_TEXT,                                                                                \
         .offset = (values) + offsetof(pd_api_wear_values, top),                                             \
         .example = "\"breton-sweater\"",                                                                    \
         .doc = "Outfit of GET /v1/wardrobe whose top replaces that of the outfit: one with `halves`, as "   \
                "none is of overalls. Only GLB files and portraits show it."},                               \
        {.name = "bottom",                                                                                   \
         .type = PD_API_TEXT,                                                                                \
         .offset = (values) + offsetof(pd_api_wear_values, bottom),                                          \
         .example = "\"tartan-skirt\"",                                                                      \
         .doc = "Outfit of GET /v1/wardrobe whose bottom (trousers, shorts or skirt) replaces that of the "  \
                "outfit. Only GLB files and portraits show it."},                                            \
        {.name = "footwear",                                                                                 \
         .type = PD_API_TEXT,                                                                                \
         .offset = (values) + offsetof(pd_api_wear_values, footwear),                                        \
         .example = "\"boots\"",                                                                             \
         .doc = "Shoes of GET /v1/wardrobe that replace those of the outfit, or none. Only GLB files and "   \
                "portraits show them."},                                                                     \
        {.name = "look",                                                                                     \
         .type = PD_API_INTEGER,                                                                             \
         .offset = (values) + offsetof(pd_api_wear_values, look),                                            \
         .min = 0,                                                                                           \
         .max = 999999,                                                                                      \
         .example = "7",                                                                                     \
         .doc = "Seed of a person whose clothes and colours the body gets, whatever its shape. Without it, " \
                "the clothes and colours of the person of `random` are used. Only GLB files and portraits "  \
                "show them."},                                                                               \
        {.name = "occasion",                                                                                 \
         .type = PD_API_CHOICE,                                                                              \
         .offset = (values) + offsetof(pd_api_wear_values, occasion),                                        \
         .choices = PD_API_OCCASIONS,                                                                        \
         .doc =                                                                                              \
             "Occasion for which the seed of `look` or `random` draws clothes. Without it the seed draws "   \
             "the occasion: street for 70 %, office 15, sport 8, work 5, evening 2. Only GLB files and "     \
             "portraits show it."},                                                                          \
        {.name = "season",                                                                                   \
         .type = PD_API_CHOICE,                                                                              \
         .offset = (values) + offsetof(pd_api_wear_values, season),                                          \
         .choices = PD_API_SEASONS,                                                                          \
         .doc = "Season for which the seed of `look` or `random` draws clothes. Without it the seed draws "  \
                "the season. Only GLB files and portraits show it."},                                        \
        {.name = "wardrobe_version",                                                                         \
         .type = PD_API_INTEGER,                                                                             \
         .offset = (values) + offsetof(pd_api_wear_values, version),                                         \
         .min = 1,                                                                                           \
         .max = PD_API_WEAR_VERSION,                                                                         \
         .doc = "Version of the rules by which a seed draws clothes and hair: 1 is that before release "     \
                "0.3.0, without occasions; 2 draws hair without regard to ancestry; 3, the latest, is that " \
                "without the field. A request that is kept for years should state it. Only GLB files and "   \
                "portraits show it."},                                                                       \
        {.name = "top_color",                                                                                \
         .type = PD_API_TEXT,                                                                                \
         .offset = (values) + offsetof(pd_api_wear_values, top_color),                                       \
         .example = "\"a2322e\"",                                                                            \
         .doc = "Colour of the outfit's top as six hexadecimal digits of sRGB; a pattern is multiplied by "  \
                "it. One piece has this colour as a whole. Only GLB files and portraits show it."},          \
        {.name = "bottom_color",                                                                             \
         .type = PD_API_TEXT,                                                                                \
         .offset = (values) + offsetof(pd_api_wear_values, bottom_color),                                    \
         .example = "\"3d5280\"",                                                                            \
         .doc = "Colour of the outfit's bottom as six hexadecimal digits of sRGB; a pattern is multiplied "  \
                "by it. Only GLB files and portraits show it."},                                             \
        {.name = "skin",                                                                                     \
         .type = PD_API_NUMBER,                                                                              \
         .offset = (values) + offsetof(pd_api_wear_values, skin),                                            \
         .min = 0,                                                                                           \
         .max = 1,                                                                                           \
         .example = "0.4",                                                                                   \
         .doc = "Skin tone, from 0 (darkest) to 1 (lightest). Only GLB files and portraits show it."},       \
        {.name = "hair_color",                                                                               \
         .type = PD_API_CHOICE,                                                                              \
         .offset = (values) + offsetof(pd_api_wear_values, hair),                                            \
         .choices = PD_API_HAIR_COLORS,                                                                      \
         .doc = "Colour of hair and brows. Only GLB files and portraits show it."},                          \
        {.name = "hair_loss",                                                                                \
         .type = PD_API_NUMBER,                                                                              \
         .offset = (values) + offsetof(pd_api_wear_values, hair_loss),                                       \
         .min = 0,                                                                                           \
         .max = 1,                                                                                           \
         .example = "0.5",                                                                                   \
         .doc = "Share of the hair on top of the head that is lost, from 0 to 1; it needs hair and no hat. " \
                "Without it, the age, sex, ancestry and seed of the person decide. Only GLB files and "      \
                "portraits show it."},                                                                       \
    {                                                                                                        \
        .name = "iris", .type = PD_API_CHOICE, .offset = (values) + offsetof(pd_api_wear_values, iris),      \
        .choices = PD_API_IRIS_COLORS, .doc = "Colour of the eyes. Only GLB files and portraits show it."    \
    }

/* The outfit and colours of the bodies of a call. */
typedef struct pd_api_wear {
    pd_api_model model;          /* the wardrobe as a resident model, retained until pd_api_wear_release */
    const pd_wardrobe *wardrobe; /* NULL: bodies are not dressed */
    /* The wardrobe with further items behind its own, which `wardrobe` is then; NULL: none. First come
     * garments of clients, then an outfit made of two halves. halves: the items of its top and bottom, -1:
     * none. */
    pd_wardrobe *made;
    struct pd_api_skeleton *garments[PD_API_WEAR_GARMENTS]; /* (garment_count) retained */
    int garment_count;
    bool has_halves; /* the last item of `made` is made of halves */
    bool has_copy; /* the last item of `made` is a copy of an outfit with other colours; it owns its parts */
    int halves[PD_WARDROBE_HALF_COUNT];
    int colors[PD_WARDROBE_HALF_COUNT];    /* sRGB 0xRRGGBB of top and bottom; -1: their own */
    bool is_plain[PD_WARDROBE_HALF_COUNT]; /* the colour was drawn: patterns keep their own */
    /* Body model of the wardrobe, retained if the bodies are of another model with the same mesh. */
    pd_api_model own_model;
    /* Body model in own_model; NULL if the bodies are of the wardrobe's own model. */
    const pd_smpl_model *own;
    /* Model whose posed surface wears the garments of an MHR body; NULL for bodies of a body model. */
    const pd_smpl_model *surface;
    pd_wardrobe_outfit outfit;
    pd_wardrobe_palette palette;
    bool has_drawn_hair; /* a seed drew the hair by ancestry */
} pd_api_wear;

/* Copies the names of clothes into the pool, those of `wear` as one text, so that the document can be
 * released. Returns false if an error was noted. */
bool pd_api_wear_join(pd_api_wear_values *values, pd_api_call *call);
/* Chooses the outfit and the colours. seed: `random` of a request for one person, -1: none. gender: gender of
 * the body in the request, -1: the seed's. model: model of the body; NULL: a body of MHR, which is dressed
 * only if clothes are asked for. lacks: NULL if the reply can show clothes, or what the request lacks for
 * that ("format glb"). Notes errors at the fields of clothes and then returns 0. */
bool pd_api_wear_read(pd_api_wear *out, const pd_api_wear_values *values, int seed, int gender,
                      const pd_smpl_model *model, pd_api_call *call, const char *lacks);
/* Adapts skin and hair to the age and sex of a person of the request; person NULL: keeps those of the model
 * and the seed. Hair keeps a colour that the request gives. */
void pd_api_wear_person(pd_api_wear *wear, const pd_api_person *person, const pd_api_wear_values *values);
void pd_api_wear_release(pd_api_wear *wear);
/* Adds everything on which the clothes depend to a hash. */
void pd_api_wear_hash(pd_api_hash *hash, const pd_api_wear *wear);

/* Handler of GET /v1/wardrobe. */
void pd_api_handle_wardrobe(pd_api_call *call, const pd_api_request *request);

#endif
