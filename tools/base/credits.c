#include "tools/base/credits.h"

#include <fnmatch.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A publisher of clips, which are those whose "/folder/.../file" matches the pattern. */
static const struct {
    const char *pattern, *name, *texts[2]; /* by pd_tool_credits_use */
} publishers[PD_TOOL_CREDITS_PUBLISHERS] = {
    {"*/cmu*/[0-9]*_[0-9]*.*",
     "CMU",
     {"The data used in this project was obtained from mocap.cs.cmu.edu. The database was created with "
      "funding from NSF EIA-0196217.",
      "Part of the motion in this file was obtained from mocap.cs.cmu.edu; the database was created with "
      "funding from NSF EIA-0196217. That motion is free for all uses, but may not be resold, also not "
      "converted."}},
    {"*/accad/*ale1/*ale1_*.bvh",
     "ACCAD",
     {"Open Motion Project by ACCAD/The Ohio State University, CC BY 3.0 "
      "(https://creativecommons.org/licenses/by/3.0/), used for training",
      "Open Motion Project by ACCAD/The Ohio State University, CC BY 3.0 "
      "(https://creativecommons.org/licenses/by/3.0/); changed: retargeted, levelled, 30 frames a second"}},
    {"*/100style/*_*.bvh",
     "100STYLE",
     {"The 100STYLE Dataset - Ian Mason, CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/), excerpt, "
      "used for training",
      "The 100STYLE Dataset - Ian Mason, CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/), excerpt; "
      "changed likewise"}},
    {"*/reactidle/[0-9]*_*.bvh",
     "ReActIdle",
     {"ReActIdle dataset, RSAIT, MIT licence, used for training",
      "ReActIdle dataset, Copyright (c) RSAIT, MIT licence"}},
    {"*/jlrun/JL_*.bvh",
     "Reiya Itatani",
     {"Motion capture sample of MotionMatchingWithCollisionAvoidance, MIT, (c) 2023 Reiya Itatani, used for "
      "training",
      "Motion capture sample of MotionMatchingWithCollisionAvoidance, Copyright (c) 2023 Reiya Itatani, MIT "
      "licence"}},
};

void pd_tool_credits_add(pd_tool_credits *credits, const char *folder, const char *name)
{
    char path[1400];
    size_t length = strlen(folder);

    while (length && folder[length - 1] == '/') length--;
    snprintf(path, sizeof path, "/%.*s/%s", (int)(length < 1000 ? length : 1000), folder, name);

    for (int i = 0; i < PD_TOOL_CREDITS_PUBLISHERS; i++)
        if (!fnmatch(publishers[i].pattern, path, 0)) {
            credits->clips[i]++;
            return;
        }
    if (!credits->others++) snprintf(credits->other, sizeof credits->other, "%.159s", name);
}

void pd_tool_credits_write(pd_buffer *out, const pd_tool_credits *credits, pd_tool_credits_use use,
                           const char *others)
{
    const char *between = "";

    for (int i = 0; i < PD_TOOL_CREDITS_PUBLISHERS; i++)
        if (credits->clips[i]) {
            pd_buffer_printf(out, "%s%s", between, publishers[i].texts[use]);
            between = "\n";
        }
    if (credits->others && others) pd_buffer_printf(out, "%s%s", between, others);
    if (credits->others == 1 && !others)
        pd_buffer_printf(out, "%scapture whose owner is not named, %s", between, credits->other);
    if (credits->others > 1 && !others)
        pd_buffer_printf(out, "%s%d clips of capture whose owner is not named, the first %s", between,
                         credits->others, credits->other);
    pd_buffer_add(out, "", 1);
}

void pd_tool_credits_names(pd_buffer *out, const pd_tool_credits *credits)
{
    int left = credits->others > 0;
    bool is_first = true;

    for (int i = 0; i < PD_TOOL_CREDITS_PUBLISHERS; i++) left += credits->clips[i] > 0;

    for (int i = 0; i < PD_TOOL_CREDITS_PUBLISHERS; i++) {
        if (!credits->clips[i]) continue;
        left--;
        pd_buffer_printf(out, "%s%s", is_first ? "" : left ? ", " : " and ", publishers[i].name);
        is_first = false;
    }

    if (credits->others)
        pd_buffer_printf(out, "%s%d clips of others", is_first ? "" : " and ", credits->others);
    pd_buffer_add(out, "", 1);
}

pd_status pd_tool_credits_texts(char **licence, char **named, const pd_tool_credits *credits,
                                pd_tool_credits_use use, const char *free_licence, const pd_tool_args *args,
                                pd_error *err)
{
    const char *given = pd_tool_text(args, "licence");
    pd_buffer text = {0};

    pd_tool_credits_write(&text, credits, use, pd_tool_text(args, "credits"));
    *named = text.failed ? NULL : strdup((const char *)text.data);
    *licence = strdup(!credits->others ? free_licence : given ? given : "that of its data");
    pd_buffer_deinit(&text);
    if (*named && *licence) return PD_OK;

    free(*named);
    free(*licence);
    *named = *licence = NULL;

    return pd_fail(err, PD_ERR_MEMORY, "text", "out of memory");
}
