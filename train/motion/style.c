#include "train/motion/style.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void pd_train_motion_style(pd_model_name out, const char *motion_name)
{
    const char *slash = strrchr(motion_name, '/');
    const char *file = slash ? slash + 1 : motion_name;
    size_t top = slash ? strcspn(motion_name, "/") : 0;
    size_t person = strcspn(file, "_.");

    /* cmu2 is of the same people as cmu: leave out digits at the end of the top folder. The name is the
     * folder and the person, the part of the file's name before "_", at most 15 characters each. */
    while (top > 1 && isdigit((unsigned char)motion_name[top - 1])) top--;
    snprintf(out, PD_MODEL_NAME_BYTES, "%.*s%s%.*s", (int)(top < 15 ? top : 15), motion_name, top ? "-" : "",
             (int)(person < 15 ? person : 15), file);
    /* Lower case, and no character that a list or a terminal could not have. */
    for (char *c = out; *c; c++) *c = *c <= ' ' || *c > '~' || *c == ',' ? '-' : (char)tolower(*c);
}

typedef struct person {
    pd_model_name name;
    double seconds[2]; /* duration of walking and of jogging */
} person;

static int style_by_name(const void *a, const void *b)
{
    return strcmp(((const person *)a)->name, ((const person *)b)->name);
}

void pd_train_styles_find(pd_character_motions *motions, double least_s)
{
    person people[4 * PD_PFNN_MAX_STYLES];
    int count = 0;
    int most = (int)(sizeof people / sizeof *people);

    /* Seconds of each person: walking and the like, and jogging. People beyond the room are left out. */
    for (int i = 0; i < motions->count; i++) {
        pd_model_name name;
        pd_train_motion_style(name, motions->items[i].name);
        int p = 0;
        while (p < count && strcmp(people[p].name, name)) p++;
        if (p == most) continue;
        if (p == count) {
            people[count++] = (person){.seconds = {0, 0}};
            memcpy(people[p].name, name, sizeof name);
        }

        double *seconds = people[p].seconds;
        for (int t = 0; motions->items[i].gaits && t < motions->items[i].clip.frame_count; t++) {
            double stand = (double)motions->items[i].gaits[t][PD_PFNN_STAND];
            double jog = (double)motions->items[i].gaits[t][PD_PFNN_JOG];
            seconds[0] += fmax(1 - stand - jog, 0) / PD_CHARACTER_MOTION_RATE;
            seconds[1] += jog / PD_CHARACTER_MOTION_RATE;
        }
    }

    /* Keep those with enough seconds, in the order of their names. */
    qsort(people, (size_t)count, sizeof *people, style_by_name);
    pd_character_styles *styles = &motions->styles;
    styles->count = 0;
    for (int p = 0; p < count && styles->count < PD_PFNN_MAX_STYLES; p++) {
        const person *one = &people[p];
        if (one->seconds[0] + one->seconds[1] < least_s) continue;
        memcpy(styles->names[styles->count], one->name, sizeof one->name);
        for (int g = 0; g < 2; g++) styles->seconds[g][styles->count] = (float)one->seconds[g];
        styles->count++;
    }
}

int pd_train_style_of(const pd_character_styles *styles, const char *motion_name)
{
    pd_model_name name;
    pd_train_motion_style(name, motion_name);
    for (int s = 0; s < styles->count; s++)
        if (!strcmp(styles->names[s], name)) return s;
    return -1;
}
