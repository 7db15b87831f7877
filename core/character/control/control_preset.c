#include "core/character/control/control_preset.h"

#include "core/character/control/load_carried.h"

#include <stddef.h>
#include <stdio.h>

#define LEAST(name, least, most) .name = least,
#define MOST(name, least, most)  .name = most,
static const pd_character_control lowest = {PD_CHARACTER_CONTROL_RANGE_TABLE(LEAST)};
static const pd_character_control highest = {PD_CHARACTER_CONTROL_RANGE_TABLE(MOST)};
#undef LEAST
#undef MOST

pd_character_control_row pd_character_control_row_at(int index)
{
    static const struct {
        const char *name, *text;
    } rows[] = {
#define ROW(name, value, text) {#name, text},
        PD_CHARACTER_CONTROL_TABLE(ROW)
#undef ROW
    };

    return (pd_character_control_row){.name = rows[index].name,
                                      .text = rows[index].text,
                                      .least = ((const double *)&lowest)[index],
                                      .most = ((const double *)&highest)[index]};
}

pd_character_control pd_character_control_preset(pd_character_preset preset)
{
    pd_character_control c = pd_character_control_default();

    if (preset == PD_CHARACTER_PRESET_GAME) c.responsive = 1;
    if (preset != PD_CHARACTER_PRESET_ORIGINAL && preset != PD_CHARACTER_PRESET_PAPER) return c;

#define TAKE(name, value, text) c.name = value;
    PD_CHARACTER_CONTROL_ORIGINAL_TABLE(TAKE)
#undef TAKE
    if (preset == PD_CHARACTER_PRESET_PAPER) c.blend_ease = 1;

    return c;
}

pd_character_control pd_character_control_responsive(const pd_character_control *control)
{
    const pd_character_control usual = pd_character_control_default();
    pd_character_control c = *control;

#define TAKE(name, value, text)                                                                              \
    if (!(c.name < usual.name) && !(c.name > usual.name)) c.name = value;
    PD_CHARACTER_CONTROL_RESPONSIVE_TABLE(TAKE)
#undef TAKE

    return c;
}

pd_character_control pd_character_control_now(const pd_character_control *control, bool responsive)
{
    pd_character_control c = responsive ? pd_character_control_responsive(control) : *control;
    pd_character_load_apply(&c);
    return c;
}

const char *pd_character_preset_name(pd_character_preset preset)
{
    static const char *const names[] = {

#define NAME(id, name, text) name,
        PD_CHARACTER_PRESET_TABLE(NAME)
#undef NAME
    };

    return preset < PD_CHARACTER_PRESET_COUNT ? names[preset] : NULL;
}

pd_status pd_character_control_check(const pd_character_control *control, const char *where, pd_error *err)
{
    for (int i = 0; i < PD_CHARACTER_CONTROL_COUNT; i++) {
        pd_character_control_row row = pd_character_control_row_at(i);
        double value = ((const double *)control)[i];
        char at[128];
        if (value >= row.least && value <= row.most) continue;
        snprintf(at, sizeof at, "%.60s/%s", where, row.name);
        return pd_fail(err, PD_ERR_RANGE, at, "%g; %.10g to %.10g allowed", value, row.least, row.most);
    }

    return PD_OK;
}

void pd_character_control_write(pd_buffer *out, const pd_character_control *control)
{
    for (int i = 0; i < PD_CHARACTER_CONTROL_COUNT; i++) {
        pd_character_control_row row = pd_character_control_row_at(i);
        char number[32];
        snprintf(number, sizeof number, "%.17g", ((const double *)control)[i]);
        for (int digits = 1; digits < 17; digits++) { /* the shortest that reads back */
            char shorter[32];
            double back;
            snprintf(shorter, sizeof shorter, "%.*g", digits, ((const double *)control)[i]);
            if (sscanf(shorter, "%lf", &back) == 1 && !(back < ((const double *)control)[i]) &&
                !(back > ((const double *)control)[i])) {
                snprintf(number, sizeof number, "%s", shorter);
                break;
            }
        }

        pd_buffer_printf(out, "%s: %s # %.10g to %.10g. %s\n", row.name, number, row.least, row.most,
                         row.text);
    }
}
