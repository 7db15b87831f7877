/* Folders of speech with labels, and the measures of a network. */
#include "core/base/file.h"
#include "core/speech/hearing.h"
#include "core/speech/phone.h"
#include "core/speech/sound.h"
#include "train/speech/train_speech.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SECOND 0.6 /* share of a diphthong after which its second shape begins */

/* Reads the labels of a clip: for each phone its name and end, seconds. A frame takes 0.01 s. A diphthong has
 * two shapes; "-" and phones whose shape is PD_SPEECH_NEXT take the shape of the next phone that has one. */
static pd_status read_labels(pd_train_speech_clip *clip, const char *path, pd_error *err)
{
    FILE *f = fopen(path, "r");
    char name[32];
    double end;
    int at = 0;
    int waits = 0; /* frames whose shape is that of the next sound, before `at` */
    bool speaks = false;

    if (!f) return pd_fail(err, PD_ERR_IO, path, "cannot be read");
    while (fscanf(f, "%31s %lf", name, &end) == 2) {
        pd_speech_phone phone[PD_SPEECH_NAME_PHONES];
        pd_speech_viseme first = PD_SPEECH_NEXT, second = PD_SPEECH_NEXT;
        float weight;
        const bool is_known = strcmp(name, "-") != 0;
        if (is_known && pd_speech_phone_find(phone, name, false) != 1) {
            fclose(f);
            return pd_fail(err, PD_ERR_INVALID, path, "\"%.31s\" is no phone", name);
        }

        if (is_known) pd_speech_phone_shape(&first, &second, &weight, phone[0]);

        /* The phone's frames are [at, to); from `middle` on they have its second shape. Frames that waited
         * take the first. */
        const int to = end * 100 < clip->frames ? (int)(end * 100 + 0.5) : clip->frames;
        const int middle = at + (int)(SECOND * (to - at) + 0.5);
        for (int i = at - waits; i < at && first != PD_SPEECH_NEXT; i++)
            clip->labels[i] = (unsigned char)first;
        for (int i = at; i < to; i++)
            clip->labels[i] = (unsigned char)(i < middle || first == second ? first : second);
        waits = first == PD_SPEECH_NEXT ? waits + (to > at ? to - at : 0) : 0;
        if (to > at) at = to;
        speaks |= first != PD_SPEECH_SIL;
    }

    fclose(f);
    for (int i = at - waits; i < clip->frames; i++) clip->labels[i] = PD_SPEECH_SIL;
    clip->is_noise = !speaks;

    return PD_OK;
}

/* Reads sound (resampled to 16 kHz) and labels of one clip. The caller frees the clip on failure too. */
static pd_status read_clip(pd_train_speech_clip *clip, const char *folder, const char *name, pd_error *err)
{
    char path[1024];
    pd_bytes bytes = {0};
    pd_speech_sound sound = {0};

    snprintf(path, sizeof path, "%s/%s.wav", folder, name);
    pd_status status = pd_file_map(&bytes, path, err);
    if (status == PD_OK) status = pd_speech_sound_read(&sound, bytes, err);
    if (status == PD_OK && sound.rate != PD_SPEECH_RATE)
        status = pd_speech_sound_resample(&sound, &sound, PD_SPEECH_RATE, err);
    pd_file_unmap(&bytes);
    if (status != PD_OK) {
        pd_speech_sound_deinit(&sound);
        return status;
    }

    clip->samples = sound.samples;
    clip->count = sound.count;
    clip->frames = sound.count / PD_SPEECH_HOP;
    clip->labels = calloc((size_t)clip->frames + 1, 1);
    if (!clip->labels) return pd_fail(err, PD_ERR_MEMORY, path, "out of memory");

    /* Its text, if there is one. */
    snprintf(path, sizeof path, "%s/%s.txt", folder, name);
    if (pd_file_map(&bytes, path, err) == PD_OK) {
        clip->text = bytes.size ? strndup((const char *)bytes.data, bytes.size) : NULL;
        pd_file_unmap(&bytes);
    }

    snprintf(path, sizeof path, "%s/%s.lab", folder, name);

    return read_labels(clip, path, err);
}

static int is_label(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');
    return dot && !strcmp(dot, ".lab");
}

/* Reads all clips NAME.lab with NAME.wav of a folder, in the order of their names. */
pd_status pd_train_speech_read(pd_train_speech_set *out, const char *folder, pd_error *err)
{
    struct dirent **entries;
    const int count = scandir(folder, &entries, is_label, alphasort);
    pd_status status = PD_OK;

    *out = (pd_train_speech_set){.count = 0};
    if (count < 0) return pd_fail(err, PD_ERR_IO, folder, "cannot be read");
    out->clips = calloc((size_t)count + 1, sizeof *out->clips);
    if (!out->clips) status = pd_fail(err, PD_ERR_MEMORY, folder, "out of memory");
    for (int i = 0; i < count; i++) {
        *strrchr(entries[i]->d_name, '.') = 0;
        if (status == PD_OK) {
            status = read_clip(&out->clips[out->count], folder, entries[i]->d_name, err);
            out->count++;
        }

        free(entries[i]);
    }

    free(entries);
    if (status == PD_OK && !count) status = pd_fail(err, PD_ERR_INVALID, folder, "no .lab file in it");
    if (status != PD_OK) pd_train_speech_deinit(out);

    return status;
}

void pd_train_speech_deinit(pd_train_speech_set *set)
{
    for (int i = 0; i < set->count; i++) {
        free(set->clips[i].samples);
        free(set->clips[i].labels);
        free(set->clips[i].text);
    }

    free(set->clips);
    *set = (pd_train_speech_set){.count = 0};
}

/* ---- measures ---- */

/* The nine shapes that eyes can tell apart. */
static const unsigned char coarse[PD_SPEECH_VISEMES] = {0, 1, 2, 3, 3, 3, 4, 3, 3, 5, 6, 7, 7, 8, 8};

/* Returns whether frames a to b - 1, and 4 before and after, have the class. */
static bool has_near(const unsigned char *frames, int count, int a, int b, int class)
{
    for (int i = a - 4; i < b + 4; i++)
        if (i >= 0 && i < count && frames[i] == class) return true;
    return false;
}

/* Counts the stretches of PP in `in`, and those that `other` has near by. */
static void count_closures(long *all, long *near, const unsigned char *in, const unsigned char *other,
                           int count)
{
    for (int i = 0; i < count; i++) {
        if (in[i] != PD_SPEECH_PP || (i && in[i - 1] == PD_SPEECH_PP)) continue;
        int end = i;
        while (end < count && in[end] == PD_SPEECH_PP) end++;
        *all += 1;
        *near += has_near(other, count, i, end, PD_SPEECH_PP);
    }
}

/* Compares the shapes of a clip with its labels. */
static void count_frames(pd_train_speech_counts *out, const unsigned char *heard, const unsigned char *labels,
                         int frames)
{
    for (int t = 0; t < frames; t++) {
        out->frames++;
        out->right15 += heard[t] == labels[t];
        out->right9 += coarse[heard[t]] == coarse[labels[t]];
    }

    count_closures(&out->closures, &out->found, labels, heard, frames);
    count_closures(&out->shown, &out->shown_right, heard, labels, frames);
}

/* Measures the text of a clip with its sound. A text that has no sounds to align counts as doubted. */
static pd_status measure_text(pd_train_speech_score *out, const pd_train_speech_clip *clip, const float *p,
                              unsigned char *heard, int frames, pd_error *err)
{
    const pd_speech_align_job job = {.text = clip->text, .probabilities = p, .frame_count = frames};
    pd_speech_track *track;
    double doubt;

    out->texts++;
    const pd_status status = pd_speech_align(&track, &doubt, &job, err);
    if (status == PD_ERR_MEMORY) return status;
    if (status != PD_OK) {
        out->doubted++;
        return PD_OK;
    }

    memset(heard, PD_SPEECH_SIL, (size_t)frames);
    for (int i = 0; i < track->count; i++) {
        const pd_speech_segment *s = &track->segments[i];
        const int end = (int)((double)s->end * 100 + 0.5);
        for (int t = (int)((double)s->start * 100 + 0.5); t < end && t < frames; t++) heard[t] = s->viseme;
    }

    pd_speech_track_release(track);
    count_frames(&out->text, heard, clip->labels, frames);
    out->doubt += doubt;
    out->doubted += doubt > PD_SPEECH_ALIGN_DOUBT;

    return PD_OK;
}

pd_status pd_train_speech_measure(pd_train_speech_score *out, const pd_speech_net *net,
                                  const pd_train_speech_set *set, pd_error *err)
{
    static const float silence[4 * PD_SPEECH_HOP + PD_SPEECH_WINDOW];

    *out = (pd_train_speech_score){.texts = 0};
    for (int c = 0; c < set->count; c++) {
        const pd_train_speech_clip *clip = &set->clips[c];

        /* Allocate shapes for the clip and for the frames that silence behind it adds. */
        const int most = clip->frames + 8;
        float *p = malloc((size_t)most * PD_SPEECH_VISEMES * sizeof *p);
        unsigned char *heard = calloc((size_t)most, 1);
        pd_speech_ear ear = {.heard = 0};
        if (!p || !heard) {
            free(p);
            free(heard);
            return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
        }

        /* Let the network hear the clip and 4 hops of silence, which push out the frames that it still
         * delays. */
        int made = pd_speech_ear_hear(p, most, &ear, net, clip->samples, clip->count);
        made += pd_speech_ear_hear(p + (size_t)made * PD_SPEECH_VISEMES, most - made, &ear, net, silence,
                                   4 * PD_SPEECH_HOP);
        const int frames = made < clip->frames ? made : clip->frames;
        pd_speech_hear_shapes(heard, p, frames);

        /* Compare frame by frame. */
        pd_status status = PD_OK;
        for (int t = 0; t < frames && clip->is_noise; t++) {
            out->noise_frames++;
            out->noise_moved += heard[t] != PD_SPEECH_SIL;
        }

        if (!clip->is_noise) count_frames(&out->sound, heard, clip->labels, frames);
        if (!clip->is_noise && clip->text) status = measure_text(out, clip, p, heard, frames, err);
        free(p);
        free(heard);
        if (status != PD_OK) return status;
    }

    if (out->texts) out->doubt /= (double)out->texts;

    return PD_OK;
}
