#ifndef PD_WARDROBE_PIECE_H
#define PD_WARDROBE_PIECE_H
/* Pieces: items made from an item of the file by a few parameters, so that one mesh gives many garments and
 * heads of hair.
 *
 *     "sleeve=0.35 leg=0.5 scoop=0.06 color0=a83232 pattern0=stripes tile0=2"
 *
 * Cuts (cut.h) and displacements are rows of the table below, all on the template. Beside those, for part N
 * of the item: colorN, sRGB in six hexadecimal digits; patternN, a texture of the file ("pattern-" before the
 * name), and tileN, the factor of its texture coordinates.
 *
 * Cloth over the skin that is shown inside a new hem is lifted by PD_WARDROBE_HEM_LIFT, which fades above it.
 * Skin that the item hides is shown again where a cut removes the cloth over it, as whole triangles, and
 * within the margin of that cut, so that one sees skin, and no hole, below a wide hem; unless another part
 * still covers it. A strand of hair ends where it first crosses the line, also if it comes back behind it:
 * strands have one u, and v grows from their root. By the distance to that end along the strand, hair gets
 * the texture coordinates of tips, where its texture fades. The cap below it is cut too, and the skin there
 * is shown. Hair that is cut to a length ends in locks, whose lengths differ, and its last centimetres fall
 * in towards the skin where they hang beside the head.
 *
 * Spaces   template of the wardrobe's body model: T-pose, metres.
 * Memory   _make allocates the arrays of *out, or shares those of the base when
 * nothing is cut or displaced.   Threads  pure functions.
 * Errors   ERR_FORMAT, ERR_RANGE at the piece's name; ERR_MEMORY.
 */
#include "core/wardrobe/wardrobe.h"

/* X(id, name, least, most, description) */
#define PD_WARDROBE_PARAMETER_TABLE(X)                                                                       \
    X(SLEEVE, "sleeve", -0.25, 1,                                                                            \
      "length of the sleeves: 0 at the shoulder, 1 at the wrist; below 0: armholes")                         \
    X(LEG, "leg", 0, 1.1, "length of trousers or skirt: 0 at the hip, 1 at the ankle")                       \
    X(HEM, "hem", -0.2, 0.5, "height of the top's hem above the hips, metres")                               \
    X(SCOOP, "scoop", 0, 0.3, "depth of a round neckline below the neck, metres")                            \
    X(VNECK, "vneck", 0, 0.3, "depth of a pointed neckline below the neck, metres")                          \
    X(SHAFT, "shaft", 0.03, 0.5, "height of shoes and socks, metres")                                        \
    X(LENGTH, "length", -0.2, 0.8, "length of hair below the tip of the nose, metres")                       \
    X(FRINGE, "fringe", 0, 0.15,                                                                             \
      "height above the tip of the nose at which hair before the face ends, metres")                         \
    X(FIT, "fit", 0, 0.03, "additional distance of the cloth from the body, metres")                         \
    X(FLARE, "flare", 0, 0.08, "additional width of trouser legs at the ankle, metres")
typedef enum pd_wardrobe_parameter {
#define PD_WARDROBE_PARAMETER_ENUM(id, name, least, most, doc) PD_WARDROBE_##id,
    PD_WARDROBE_PARAMETER_TABLE(PD_WARDROBE_PARAMETER_ENUM)
#undef PD_WARDROBE_PARAMETER_ENUM
        PD_WARDROBE_PARAMETER_COUNT
} pd_wardrobe_parameter;

/* X(id): landmarks of the template, in the order of pd_wardrobe.marks; metres. */
#define PD_WARDROBE_MARK_TABLE(X)                                                                            \
    X(SHOULDER_X) X(SHOULDER_Y) X(WRIST_X) X(HIP_Y) X(ANKLE_Y) X(NECK_Y) X(NECK_Z) X(NOSE_Y) X(GROUND_Y)
typedef enum pd_wardrobe_mark {
#define PD_WARDROBE_MARK_ENUM(id) PD_WARDROBE_MARK_##id,
    PD_WARDROBE_MARK_TABLE(PD_WARDROBE_MARK_ENUM)
#undef PD_WARDROBE_MARK_ENUM
        PD_WARDROBE_MARK_COUNT
} pd_wardrobe_mark;

#define PD_WARDROBE_HEM_LIFT   0.009f /* metres */
/* Texture coordinate v of hair grows from the root to the tip of a strand; from HAIR_TIP_V to 1 are the last
 * HAIR_TIP metres. */
#define PD_WARDROBE_HAIR_TIP   0.045f
#define PD_WARDROBE_HAIR_TIP_V 0.7f

typedef struct pd_wardrobe_piece {
    float values[PD_WARDROBE_PARAMETER_COUNT]; /* NAN: not given */
    bool has_color[PD_WARDROBE_PARTS_MAX];
    float colors[PD_WARDROBE_PARTS_MAX][3]; /* linear */
    int textures[PD_WARDROBE_PARTS_MAX];    /* -1: not given */
    float tiles[PD_WARDROBE_PARTS_MAX];     /* 1: not given */
} pd_wardrobe_piece;

/* Reads parameters. place stands in errors. */
pd_status pd_wardrobe_piece_read(pd_wardrobe_piece *out, const pd_wardrobe *wardrobe, const char *text,
                                 const char *place, pd_error *err);
/* Makes the piece of an item of the wardrobe. Sets base, is_shared and everything that a cut changes; the
 * caller sets names and texts. */
pd_status pd_wardrobe_piece_make(pd_wardrobe_item *out, const pd_wardrobe *wardrobe, int base,
                                 const pd_wardrobe_piece *piece, pd_error *err);

#endif
