#include "core/motion/gather/people.h"

#include "core/retarget/character/note.h"

#include <stdio.h>
#include <string.h>

bool pd_motion_people_offer(pd_motion_people *people, const pd_motion_regressed_options *options,
                            const char *id, size_t length)
{
    const char *wanted = options->person;
    const size_t used = strlen(people->ids);

    /* The list of ids; one that does not fit ends with "...". */
    if (used + strlen(id) + 6 < sizeof people->ids)
        snprintf(people->ids + used, sizeof people->ids - used, "%s%s", used ? ", " : "", id);
    else if (used + 4 < sizeof people->ids && strcmp(people->ids + used - 3, "...") != 0)
        memcpy(people->ids + used, ", ...", 6);

    people->count++;
    if (wanted ? strcmp(wanted, id) != 0 : people->count > 1 && length <= people->length) return false;
    snprintf(people->id, sizeof people->id, "%s", id);
    people->length = length;
    people->is_wanted = true;

    return true;
}

pd_status pd_motion_people_finish(const pd_motion_people *people, char *notes, size_t notes_bytes,
                                  const pd_motion_regressed_options *options, const char *file, pd_error *err)
{
    const char *option = options->is_query ? "person" : "--person";

    if (!people->count)
        return pd_retarget_fail(err, PD_ERR_NOT_FOUND, file, "",
                                "no person in the file; at least one expected");
    if (options->person && !people->is_wanted && !*people->ids)
        return pd_retarget_fail(err, PD_ERR_INVALID, file, option,
                                "%s; the file has one person, without an id", options->person);
    if (options->person && !people->is_wanted)
        return pd_retarget_fail(err, PD_ERR_NOT_FOUND, file, option, "%s; %s expected", options->person,
                                people->ids);
    if (people->count > 1 && !options->person)
        pd_retarget_note(notes, notes_bytes, "person %s, who is seen longest, of %s (%s chooses)", people->id,
                         people->ids, option);

    return PD_OK;
}
