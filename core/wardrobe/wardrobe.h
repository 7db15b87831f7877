#ifndef PD_WARDROBE_WARDROBE_H
#define PD_WARDROBE_WARDROBE_H
/* Clothes and other meshes besides the skin: clothes, shoes, hair, hats, eyes, brows, lashes, teeth, tongue.
 * An item is a small mesh in the space of the body model that it was made for, and follows its shape and
 * pose:
 *
 *     t_i  = T_i + sum_a a_ia (r_ia - S_ia) + sum_n beta_n D_in                               at rest
 *     v_i  = sum_k w_ik G'_k t_i + sum_a a_ia (s_ia - sum_k w_ka G'_k r_ia)                   in the pose
 *
 * T template of the item, S template of the skin, r the skin of this body at rest, with its expression; a_ia,
 * sum 1: weights of three vertices of the skin, the item's anchors. The item moves with the skin at its
 * anchors: shape, expression, and all motion of the skin s beyond plain skinning by its joints (pose blend
 * shapes, other skinning, contact, ground; dress.h). D: how the distance from the anchors depends on the
 * body's first betas. Eyeballs, teeth and tongue differ (dress.h). An item hides skin: triangles with a
 * listed corner are not drawn below it. A body wears at most one item in each slot.
 *
 * Pieces are further items that are made from items of the file by a few parameters (piece.h) when the file
 * is read.
 *
 * Shapes   n vertices (which are moved), m corners (which are drawn: one for each texture coordinate of a
 *          vertex), F triangles of corners in the order of the parts, p parts: one material each.
 * Spaces   model space of the body model, T-pose, metres, +Y up, +Z forward. Texture coordinates as in glTF:
 *          (0,0) upper left.
 * Memory   load returns one reference; retain and release are atomic.
 * Threads  immutable: any number of threads.
 * Errors   ERR_FORMAT, ERR_RANGE with "file: ITEM.tensor"; every value of a file is checked.
 */
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/base/size.h"
#include "core/io/mesh/png.h"
#include "core/io/tensor/model_file.h"

#include <stdbool.h>
#include <stdint.h>

#define PD_WARDROBE_KIND            "wardrobe"
#define PD_WARDROBE_VERSION         "2.1"
#define PD_WARDROBE_ITEMS_MAX       256
#define PD_WARDROBE_TEXTURES_MAX    128
#define PD_WARDROBE_PARTS_MAX       16
#define PD_WARDROBE_DIRS_MAX        96
#define PD_WARDROBE_VERTICES_MAX    65535
#define PD_WARDROBE_FACES_MAX       200000
#define PD_WARDROBE_TEXT_BYTES      96
#define PD_WARDROBE_PARAMETER_BYTES 192
#define PD_WARDROBE_PNG_MAX         (1 << 20)
#define PD_WARDROBE_MAP_MAX         2048 /* pixels at a side of a map of the skin */
#define PD_WARDROBE_JOINTS_MAX      256
#define PD_WARDROBE_MARKS           9 /* landmarks of the body, piece.h */

/* X(id, name, part of the face: worn by default unless nothing is worn, description) */
#define PD_WARDROBE_SLOT_TABLE(X)                                                                            \
    X(OUTFIT, "outfit", false, "clothes from neck to ankle")                                                 \
    X(SHOES, "shoes", false, "shoes")                                                                        \
    X(HAIR, "hair", false, "hair of the head")                                                               \
    X(HAT, "hat", false, "a hat; hair below it is not seen")                                                 \
    X(GLASSES, "glasses", false, "glasses")                                                                  \
    X(BEARD, "beard", false, "a beard or moustache")                                                         \
    X(EYES, "eyes", true, "eyeballs with iris")                                                              \
    X(BROWS, "brows", true, "eyebrows")                                                                      \
    X(LASHES, "lashes", true, "eyelashes")                                                                   \
    X(TEETH, "teeth", true, "teeth and gums")                                                                \
    X(TONGUE, "tongue", true, "tongue")
typedef enum pd_wardrobe_slot {
#define PD_WARDROBE_SLOT_ENUM(id, name, face, doc) PD_WARDROBE_##id,
    PD_WARDROBE_SLOT_TABLE(PD_WARDROBE_SLOT_ENUM)
#undef PD_WARDROBE_SLOT_ENUM
        PD_WARDROBE_SLOT_COUNT
} pd_wardrobe_slot;
/* Returns the name by which requests choose a slot. */
const char *pd_wardrobe_slot_name(pd_wardrobe_slot slot);
/* Returns the slot with this name, or -1. */
int pd_wardrobe_slot_find(const char *name);
/* Returns whether items of the slot are worn without being named, unless nothing is worn. */
bool pd_wardrobe_slot_is_face(pd_wardrobe_slot slot);

/* Linear mean of a picture of seams and wear, by which the colour of a part
 * that has no other texture is divided. */
#define PD_WARDROBE_SHADE_MEAN 0.70f

/* Colour of the palette (palette.h) that a part takes. PLAIN: none. HAIR_TINT: multiplies the part's colour.
 * IRIS_TINT: selects the texture. */
typedef enum pd_wardrobe_tint {
    PD_WARDROBE_PLAIN,
    PD_WARDROBE_HAIR_TINT,
    PD_WARDROBE_IRIS_TINT
} pd_wardrobe_tint;
typedef enum pd_wardrobe_alpha { PD_WARDROBE_OPAQUE, PD_WARDROBE_MASK, PD_WARDROBE_BLEND } pd_wardrobe_alpha;

typedef struct pd_wardrobe_part {
    int first_face, face_count;
    float color[3]; /* linear, 0..1; multiplied with the texture */
    float roughness;
    int texture; /* -1: none; for IRIS_TINT the first of several, one for each iris colour */
    /* 1 + number of pictures at the item's `places`: normals in tangent space as in glTF, and the grey of
     * seams, wear and occlusion, whose linear value multiplies the colour; 0: none */
    int folds, shade;
    pd_wardrobe_alpha alpha;
    pd_wardrobe_tint tint;
    bool two_sided;
} pd_wardrobe_part;

/* X(id, name): what an item goes with. Shoes and hats that the seed of a person draws share a style with the
 * outfit (pick.h). */
#define PD_WARDROBE_STYLE_TABLE(X)                                                                           \
    X(CASUAL, "casual")                                                                                      \
    X(SPORT, "sport")                                                                                        \
    X(FORMAL, "formal")                                                                                      \
    X(WORK, "work")
typedef enum pd_wardrobe_style {
#define PD_WARDROBE_STYLE_ENUM(id, name) PD_WARDROBE_##id,
    PD_WARDROBE_STYLE_TABLE(PD_WARDROBE_STYLE_ENUM)
#undef PD_WARDROBE_STYLE_ENUM
        PD_WARDROBE_STYLE_COUNT
} pd_wardrobe_style;
/* Returns the name of a style, as in files and requests. */
const char *pd_wardrobe_style_name(pd_wardrobe_style style);

typedef struct pd_wardrobe_item {
    char name[PD_MODEL_NAME_BYTES];
    pd_wardrobe_slot slot;
    char about[PD_WARDROBE_TEXT_BYTES];  /* description of its look */
    char source[PD_WARDROBE_TEXT_BYTES]; /* the files it was made from */
    int base;                            /* index of the item that a piece is made from (piece.h) */
    /* parameters of a piece, as piece.h reads them; otherwise "" */
    char parameters[PD_WARDROBE_PARAMETER_BYTES];
    int often[2];    /* how often the seed of a woman, and of a man, draws it (pick.h) */
    unsigned styles; /* bits 1 << pd_wardrobe_style */
    int half;        /* 1 + the only half of an outfit that it is (combine.h); 0: it is no half alone */
    /* Facts that pd_wardrobe_measure finds in the arrays, so that seeds are drawn in microseconds. */
    bool has_halves; /* an outfit whose top and bottom can be worn apart (combine.h) */
    float low, wide; /* metres: lowest vertex, and largest distance from the middle plane */
    bool is_shared;  /* a piece that is not cut: all arrays but parts and uvs belong to the item `base` */
    int vertex_count, corner_count, face_count, part_count, dir_count, hide_count;
    float *rest;           /* (n,3) */
    float *dirs;           /* (n,3,dir_count) D */
    uint16_t *anchors;     /* (n,3) vertices of the skin */
    float *anchor_weights; /* (n,3) a, sum 1; may be negative */
    uint8_t *joints;       /* (n,4) */
    float *weights;        /* (n,4) sum 1 */
    uint16_t *corners;     /* (m) vertex of each corner */
    float *uvs;            /* (m,2) */
    float *places;         /* (m,2) texture coordinates of the parts' folds and shade; NULL: they have none */
    uint16_t *faces;       /* (F,3) corners, counter-clockwise */
    pd_wardrobe_part *parts; /* (part_count) */
    uint16_t *hides;         /* (hide_count) vertices of the skin, ascending */
} pd_wardrobe_item;

typedef struct pd_wardrobe_texture {
    char name[PD_MODEL_NAME_BYTES];
    unsigned char *png;
    size_t bytes;
} pd_wardrobe_texture;

/* Texture coordinates of the skin of the body model. A corner is a vertex with one texture coordinate: the
 * first skin_vertex_count corners are the vertices in order, the others the further coordinates of vertices
 * on seams. Its maps are the textures skin-tissue, skin-surface, skin-relief, skin-brow and skin-grain
 * (complexion.h), of which the last may be missing. corner_count 0: the wardrobe has none. */
#define PD_WARDROBE_MAPS      5
#define PD_WARDROBE_MAP_GRAIN 4
typedef struct pd_wardrobe_skin {
    int corner_count, face_count;
    uint16_t *corners; /* (corner_count) vertex of each corner */
    float *uvs;        /* (corner_count,2) */
    uint16_t *faces;   /* (face_count,3) corners of the body model's triangles, in its order */
    pd_io_image maps[PD_WARDROBE_MAPS]; /* in the order above; a missing one has no samples */
} pd_wardrobe_skin;
/* Returns the texture that is map number `map` of the skin. */
const char *pd_wardrobe_map_name(int map);
/* Returns the channels of map number `map` of the skin: 3 or 4. */
int pd_wardrobe_map_channels(int map);
/* Returns whether an image can be map number `map`: a square of a power of two from 128 to
 * PD_WARDROBE_MAP_MAX pixels, of 8 bits, with its channels. */
bool pd_wardrobe_map_fits(const pd_io_image *image, int map);

typedef struct pd_wardrobe {
    pd_wardrobe_item *items; /* (item_count) */
    pd_wardrobe_texture *textures;
    int item_count, texture_count;
    float *body; /* (skin_vertex_count,3) template of the skin, S; NULL: none, and no pieces */
    float marks[PD_WARDROBE_MARKS];       /* landmarks of the template, piece.h */
    char model[PD_MODEL_NAME_BYTES];      /* name of the body model */
    int skin_vertex_count, joint_count;   /* vertices and joints of that model */
    int standard[PD_WARDROBE_SLOT_COUNT]; /* items worn by default, -1: none */
    pd_wardrobe_skin skin;
    /* made from another model's garments (borrow.h): items have no directions and follow the skin */
    bool is_borrowed;
    /* Atomic list of wardrobes that were made of this one for other models (borrow.h);
     * NULL: none can be made. */
    struct pd_wardrobe_borrowed **made;
    pd_model_text text;
    struct pd_pack *pack;  /* pack that the arrays lie in (pack.h), read-only; NULL: the wardrobe owns them */
    size_t resident_bytes; /* memory of its own */
    size_t mapped_bytes;   /* bytes of the pack */
    uint64_t content_hash;
    int references; /* reference count, atomic */
} pd_wardrobe;

/* Checks everything that dress.h relies on. */
pd_status pd_wardrobe_check(const pd_wardrobe *wardrobe, pd_error *err);
/* Frees what the struct holds, not the struct. */
void pd_wardrobe_deinit(pd_wardrobe *wardrobe);
/* Allocates arrays for the counts that are set, without `places`. Returns false if out of memory (deinit
 * frees what was allocated). */
bool pd_wardrobe_item_alloc(pd_wardrobe_item *item);
/* Allocates `places` for the corners of an item. Returns false if out of memory. */
bool pd_wardrobe_item_place(pd_wardrobe_item *item);
/* Frees the arrays of an item, without those that it shares. */
void pd_wardrobe_item_deinit(pd_wardrobe_item *item);

/* Reads a wardrobe from bytes (size) that remain the caller's. name:
 * of the file, for errors. On failure *out is empty. */
pd_status pd_wardrobe_parse(pd_wardrobe *out, const void *bytes, size_t size, const char *name,
                            pd_error *err);
/* Appends the bytes of a wardrobe's file to out. ERR_MEMORY. */
pd_status pd_wardrobe_encode(pd_buffer *out, const pd_wardrobe *wardrobe, pd_error *err);
/* Reads a file and checks it. The result has one reference. */
pd_status pd_wardrobe_load(pd_wardrobe **out, const char *path, pd_error *err);
/* Adds a reference and returns the wardrobe. */
pd_wardrobe *pd_wardrobe_retain(pd_wardrobe *wardrobe);
/* Removes a reference; the last one frees the wardrobe. NULL is allowed. */
void pd_wardrobe_release(pd_wardrobe *wardrobe);

/* Returns the texture with this name, or -1. */
int pd_wardrobe_texture_find(const pd_wardrobe *wardrobe, const char *name);
/* Returns the item with this name, or -1. */
int pd_wardrobe_find(const pd_wardrobe *wardrobe, const char *name);

/* The outfit of a body: an item for each slot, or -1. */
typedef struct pd_wardrobe_outfit {
    int items[PD_WARDROBE_SLOT_COUNT];
} pd_wardrobe_outfit;
/* Reads a list of names, separated by commas, surrounding blanks ignored. NULL: the standard outfit; "none":
 * nothing. Slots that a list does not name stay empty, except those of the face, which get their standard
 * items. ERR_INVALID at "wear": an unknown name (with the nearest known one,
 * or all), or two names for one slot. */
pd_status pd_wardrobe_choose(pd_wardrobe_outfit *out, const pd_wardrobe *wardrobe, const char *names,
                             pd_error *err);
/* Returns whether the outfit is empty. */
bool pd_wardrobe_is_bare(const pd_wardrobe_outfit *outfit);

#endif
