#include "factory/wardrobe/catalogue.h"

#define CLOTHES(name, about, files, ...)                                                                     \
    {                                                                                                        \
        name, about, "clothes/" files, PD_WARDROBE_OUTFIT, PD_FACTORY_BY_SKIN, 16, 4, 0.004f,                \
            PD_FACTORY_CLOTH, PD_WARDROBE_PLAIN, __VA_ARGS__, 0.9f, true, 0, NULL, false                     \
    }
#define ISLANDS(name, about, files, islands, ...)                                                            \
    {                                                                                                        \
        name, about, "clothes/" files, PD_WARDROBE_OUTFIT, PD_FACTORY_BY_SKIN, 16, 4, 0.004f,                \
            PD_FACTORY_CLOTH, PD_WARDROBE_PLAIN, __VA_ARGS__, 0.9f, true, 0, islands, false                  \
    }
#define SKIRT(name, about, files, ...)                                                                       \
    {                                                                                                        \
        name, about, "clothes/" files, PD_WARDROBE_OUTFIT, PD_FACTORY_BY_SKIN, 16, 4, 0.004f,                \
            PD_FACTORY_CLOTH, PD_WARDROBE_PLAIN, __VA_ARGS__, 0.9f, true, 1, NULL, false                     \
    }
#define FEET(name, about, files, islands, roughness, ...)                                                    \
    {                                                                                                        \
        name, about, "clothes/" files, PD_WARDROBE_SHOES, PD_FACTORY_BY_SKIN, 16, 2, 0.003f, -1,             \
            PD_WARDROBE_PLAIN, __VA_ARGS__, roughness, true, 0, islands, false                               \
    }
#define HAIR(name, about, files, ...)                                                                        \
    {                                                                                                        \
        name, about, "hair/" files, PD_WARDROBE_HAIR, PD_FACTORY_BY_HEAD, 16, 0, 0.003f, PD_FACTORY_STRANDS, \
            PD_WARDROBE_HAIR_TINT, 1, {{255, 255, 255}}, 0.7f, true, 0, NULL, __VA_ARGS__                    \
    }

const pd_factory_item pd_factory_items[] = {
    CLOTHES("tee-trousers", "short-sleeved top and grey trousers, cut for a woman",
            "female_casualsuit01/female_casualsuit01", 2, {{168, 66, 64}, {92, 88, 84}}),
    CLOTHES("tee-shorts", "short-sleeved top and shorts, cut for a woman",
            "female_casualsuit02/female_casualsuit02", 3, {{46, 48, 54}, {62, 122, 92}, {190, 188, 180}}),
    CLOTHES("sportswear", "short top and leggings, cut for a woman", "female_sportsuit01/female_sportsuit01",
            2, {{74, 106, 158}, {40, 42, 50}}),
    CLOTHES("sweater-jeans", "long-sleeved sweater and jeans", "male_casualsuit02/male_casualsuit02", 2,
            {{92, 116, 146}, {48, 60, 92}}),
    CLOTHES("shirt-chinos", "shirt with an open collar and chinos", "male_casualsuit03/male_casualsuit03", 2,
            {{216, 212, 202}, {152, 134, 108}}),
    CLOTHES("tee-jeans", "T-shirt and jeans", "male_casualsuit04/male_casualsuit04", 2,
            {{48, 60, 92}, {196, 194, 186}}),
    CLOTHES("jacket-chinos", "jacket over a T-shirt, and chinos", "male_casualsuit05/male_casualsuit05", 4,
            {{66, 82, 76}, {152, 134, 108}, {222, 220, 214}, {60, 74, 70}}),
    CLOTHES("loose-tee-jeans", "wide T-shirt and dark jeans", "male_casualsuit06/male_casualsuit06", 2,
            {{150, 138, 166}, {38, 42, 58}}),
    SKIRT("blouse-skirt", "long-sleeved blouse and skirt, cut for a woman",
          "female_elegantsuit01/female_elegantsuit01", 2, {{214, 206, 196}, {58, 62, 84}}),
    ISLANDS("coveralls", "work suit in one piece, rolled up at the ankles",
            "male_casualsuit01/male_casualsuit01", "000112", 3, {{76, 92, 112}, {76, 92, 112}, {66, 80, 98}}),
    ISLANDS("suit", "dark suit with a tie", "male_elegantsuit01/male_elegantsuit01", "0110020000222223", 4,
            {{46, 48, 58}, {46, 48, 58}, {224, 222, 216}, {26, 26, 30}}),
    CLOTHES("dungarees", "dungarees over a T-shirt", "male_worksuit01/male_worksuit01", 3,
            {{54, 72, 108}, {188, 116, 74}, {128, 120, 104}}),
    FEET("leather-shoes", "brown leather shoes with socks", "shoes01/shoes01", "001122", 0.5f, 3,
         {{96, 58, 36}, {52, 50, 50}, {44, 30, 22}}),
    FEET("sneakers", "white sneakers with socks", "shoes02/shoes02", "0011220", 0.7f, 3,
         {{222, 220, 216}, {206, 204, 200}, {236, 234, 228}}),
    FEET("boots", "black laced boots with socks", "shoes03/shoes03", "00221122333333332", 0.6f, 4,
         {{38, 36, 36}, {70, 68, 66}, {24, 22, 22}, {52, 48, 44}}),
    HAIR("hair-short", "short hair, parted", "short02/short02", false),
    HAIR("hair-cropped", "short hair, a long fringe to one side", "short03/short03", false),
    HAIR("hair-bob", "hair to the chin", "bob02/bob02", false),
    HAIR("hair-long", "long open hair", "long01/long01", false),
    HAIR("hair-ponytail", "hair tied at the back", "ponytail01/ponytail01", false),
    {"hair-afro",
     "dense curls",
     "hair/afro01/afro01",
     PD_WARDROBE_HAIR,
     PD_FACTORY_BY_HEAD,
     16,
     0,
     0.003f,
     PD_FACTORY_CURLS,
     PD_WARDROBE_HAIR_TINT,
     1,
     {{255, 255, 255}},
     1.0f,
     true,
     0,
     NULL,
     false},
    HAIR("hair-bob-parted", "hair to the chin, parted at the side", "bob01/bob01", false),
    HAIR("hair-braid", "long hair in a braid", "braid01/braid01", false),
    HAIR("hair-combed", "short hair, combed back", "short01/short01", true),
    HAIR("hair-slick", "hair combed back, flat on the head", "short04/short04", false),
    {"fedora",
     "felt hat with a brim",
     "clothes/fedora01/fedora",
     PD_WARDROBE_HAT,
     PD_FACTORY_BY_HEAD,
     16,
     0,
     0.004f,
     -1,
     PD_WARDROBE_PLAIN,
     1,
     {{92, 80, 68}},
     0.95f,
     true,
     0,
     NULL,
     false},
    {"fedora-tilted",
     "felt hat, worn to one side",
     "clothes/fedora01/fedora_cocked",
     PD_WARDROBE_HAT,
     PD_FACTORY_BY_HEAD,
     16,
     0,
     0.004f,
     -1,
     PD_WARDROBE_PLAIN,
     1,
     {{44, 46, 54}},
     0.95f,
     true,
     0,
     NULL,
     false},
    {"eyes",
     "eyeballs with iris",
     "eyes/high-poly/high-poly",
     PD_WARDROBE_EYES,
     PD_FACTORY_BY_EYES,
     16,
     0,
     0,
     PD_FACTORY_IRIS,
     PD_WARDROBE_IRIS_TINT,
     1,
     {{255, 255, 255}},
     0.15f,
     false,
     0,
     NULL,
     false},
    {"brows",
     "eyebrows",
     "eyebrows/eyebrow001/eyebrow001",
     PD_WARDROBE_BROWS,
     PD_FACTORY_BY_FACE,
     16,
     0,
     0.0006f,
     PD_FACTORY_STRANDS,
     PD_WARDROBE_HAIR_TINT,
     1,
     {{236, 236, 236}},
     0.8f,
     false,
     0,
     NULL,
     false},
    {"brows-thin",
     "thin eyebrows",
     "eyebrows/eyebrow006/eyebrow006",
     PD_WARDROBE_BROWS,
     PD_FACTORY_BY_FACE,
     16,
     0,
     0.0006f,
     PD_FACTORY_STRANDS,
     PD_WARDROBE_HAIR_TINT,
     1,
     {{236, 236, 236}},
     0.8f,
     false,
     0,
     NULL,
     false},
    {"lashes",
     "eyelashes",
     "eyelashes/eyelashes01/eyelashes01",
     PD_WARDROBE_LASHES,
     PD_FACTORY_BY_FACE,
     16,
     0,
     0,
     PD_FACTORY_LASH,
     PD_WARDROBE_PLAIN,
     1,
     {{28, 22, 20}},
     0.8f,
     true,
     0,
     NULL,
     false},
    {"teeth",
     "teeth and gums",
     "teeth/teeth_base/teeth_base",
     PD_WARDROBE_TEETH,
     PD_FACTORY_BY_TEETH,
     16,
     0,
     0,
     -1,
     PD_WARDROBE_PLAIN,
     2,
     {{168, 84, 80}, {226, 220, 204}},
     0.35f,
     false,
     0,
     NULL,
     false},
    {"tongue",
     "tongue",
     "tongue/tongue01/tongue01",
     PD_WARDROBE_TONGUE,
     PD_FACTORY_BY_JAW,
     16,
     0,
     0,
     -1,
     PD_WARDROBE_PLAIN,
     1,
     {{176, 84, 84}},
     0.4f,
     false,
     0,
     NULL,
     false},
};

const int pd_factory_item_count = (int)(sizeof pd_factory_items / sizeof *pd_factory_items);

/* ---- looks of what is modelled by code ---- */

#define PATTERN(id) (PD_FACTORY_PATTERNS + PD_FACTORY_PATTERN_##id)
#define METAL(r, g, b)                                                                                       \
    {                                                                                                        \
        -1, {r, g, b}, 0.35f, PD_WARDROBE_OPAQUE, PD_WARDROBE_PLAIN                                          \
    }
#define PLASTIC(r, g, b)                                                                                     \
    {                                                                                                        \
        -1, {r, g, b}, 0.30f, PD_WARDROBE_OPAQUE, PD_WARDROBE_PLAIN                                          \
    }
#define GLASS                                                                                                \
    {                                                                                                        \
        PATTERN(LENS), {255, 255, 255}, 0.05f, PD_WARDROBE_BLEND, PD_WARDROBE_PLAIN                          \
    }
#define CLOTH_OF(t, r, g, b)                                                                                 \
    {                                                                                                        \
        t, {r, g, b}, 0.92f, PD_WARDROBE_OPAQUE, PD_WARDROBE_PLAIN                                           \
    }
#define WHISKERS                                                                                             \
    {                                                                                                        \
        PD_FACTORY_WHISKERS, {232, 232, 232}, 0.8f, PD_WARDROBE_MASK, PD_WARDROBE_HAIR_TINT                  \
    }

const pd_factory_made_look pd_factory_made_looks[PD_FACTORY_MADE_COUNT] = {
    [PD_FACTORY_MADE_BEANIE] = {{CLOTH_OF(PATTERN(KNIT), 72, 84, 104), CLOTH_OF(PATTERN(RIB), 72, 84, 104)}},
    [PD_FACTORY_MADE_CAP] = {{CLOTH_OF(PD_FACTORY_CLOTH, 40, 52, 84),
                              CLOTH_OF(PD_FACTORY_CLOTH, 40, 52, 84)}},
    [PD_FACTORY_MADE_BUCKET] = {{CLOTH_OF(PD_FACTORY_CLOTH, 168, 158, 128),
                                 CLOTH_OF(PD_FACTORY_CLOTH, 168, 158, 128)}},
    [PD_FACTORY_MADE_STRAW] = {{CLOTH_OF(PATTERN(STRAW), 222, 196, 138),
                                CLOTH_OF(PATTERN(STRAW), 222, 196, 138)}},
    [PD_FACTORY_MADE_ROUND] = {{METAL(150, 128, 84), GLASS}},
    [PD_FACTORY_MADE_SQUARE] = {{PLASTIC(32, 28, 28), GLASS}},
    [PD_FACTORY_MADE_NARROW] = {{METAL(84, 86, 92), GLASS}},
    [PD_FACTORY_MADE_AVIATOR] = {{METAL(176, 152, 96), GLASS}},
    [PD_FACTORY_MADE_FULL] = {{WHISKERS}},
    [PD_FACTORY_MADE_GOATEE] = {{WHISKERS}},
    [PD_FACTORY_MADE_MOUSTACHE] = {{WHISKERS}},
    [PD_FACTORY_MADE_BUZZ] =
        {{{PD_FACTORY_BRISTLES, {232, 232, 232}, 1.0f, PD_WARDROBE_MASK, PD_WARDROBE_HAIR_TINT}}},
};
