#ifndef PD_FACTORY_WARDROBE_PATTERN_H
#define PD_FACTORY_WARDROBE_PATTERN_H
/* Draws woven and printed patterns of cloth, and what hats and glasses are made of. A pattern is multiplied
 * by the colour of its part, so that the grey ones take any colour; the others have colours of their own and
 * go with white. All tile without a seam.
 *
 * Memory   *out is a PNG file; the caller frees out->data with pd_buffer_deinit. Threads pure functions.
 *          Errors ERR_MEMORY.
 */
#include "core/base/buffer.h"
#include "core/base/error.h"

/* X(id, name, description) */
#define PD_FACTORY_PATTERN_TABLE(X)                                                                          \
    X(STRIPES, "stripes", "horizontal stripes of two shades")                                                \
    X(BRETON, "breton", "thin navy stripes across white")                                                    \
    X(PINSTRIPE, "pinstripe", "thin light lines down a darker ground")                                       \
    X(GINGHAM, "gingham", "checks of three shades")                                                          \
    X(TARTAN, "tartan", "red tartan with green and yellow lines")                                            \
    X(DOTS, "dots", "light dots")                                                                            \
    X(DENIM, "denim", "twill with slubs")                                                                    \
    X(HERRINGBONE, "herringbone", "twill that turns every centimetre")                                       \
    X(RIB, "rib", "knitted ribs")                                                                            \
    X(KNIT, "knit", "stitches of thick wool")                                                                \
    X(CAMOUFLAGE, "camouflage", "patches of brown and green")                                                \
    X(FLORAL, "floral", "flowers strewn over the ground")                                                    \
    X(STRAW, "straw", "plaited straw")                                                                       \
    X(LENS, "lens", "clear glass")                                                                           \
    X(TINTED, "tinted", "dark glass")
typedef enum pd_factory_pattern_id {
#define PD_FACTORY_PATTERN_ENUM(id, name, doc) PD_FACTORY_PATTERN_##id,
    PD_FACTORY_PATTERN_TABLE(PD_FACTORY_PATTERN_ENUM)
#undef PD_FACTORY_PATTERN_ENUM
        PD_FACTORY_PATTERN_COUNT
} pd_factory_pattern_id;

/* Returns the name of a pattern in recipes. */
const char *pd_factory_pattern_name(pd_factory_pattern_id id);
/* Draws a pattern. */
pd_status pd_factory_pattern(pd_buffer *out, pd_factory_pattern_id id, pd_error *err);

#endif
