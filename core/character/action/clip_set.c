#include "core/character/action/clip_set.h"

#include "core/base/file.h"
#include "core/base/hash.h"
#include "core/base/references.h"
#include "core/base/text/tokenizer.h"
#include "core/character/action/play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VERSION "1.0"
#define ROOT    6 /* numbers of a root */
#define WORDS   4 /* lists of words in the metadata */

_Static_assert(sizeof(pd_character_clip_root) == ROOT * sizeof(float), "roots are stored as they are");

static pd_model_file set_file(const pd_safetensors *file, pd_error *err)
{
    return (pd_model_file){.file = file,
                           .kind = PD_CHARACTER_CLIP_SET_KIND,
                           .version = VERSION,
                           .called = "a file of clips",
                           .err = err};
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const pd_character_clip_item *)a)->name, ((const pd_character_clip_item *)b)->name);
}

/* Returns the values of an array of a type and shape, aligned in *copy,
 * which the caller frees. NULL after an error. */
static void *find_values(const pd_model_file *m, const char *name, pd_dtype dtype, int rank,
                         const size_t *shape)
{
    const pd_array *array;

    if (pd_model_file_find(&array, m, name, rank, shape) != PD_OK) return NULL;
    if (array->dtype != dtype || array->fortran || array->big_endian) {
        pd_fail(m->err, PD_ERR_FORMAT, name, "elements of another type than clips have");
        return NULL;
    }

    void *copy = malloc(array->data_bytes + 1);
    if (copy)
        memcpy(copy, array->data, array->data_bytes);
    else
        pd_fail(m->err, PD_ERR_MEMORY, name, "out of memory");

    return copy;
}

/* Reads the words of the metadata, one for each clip. */
static pd_status read_words(pd_character_clip_set *set, const pd_model_file *m)
{
    pd_model_name *words = malloc((size_t)set->count * sizeof *words + 1);
    pd_status status = words ? pd_model_file_names(words, set->count, m, "names")
                             : pd_fail(m->err, PD_ERR_MEMORY, "names", "out of memory");

    for (int i = 0; i < set->count && status == PD_OK; i++)
        memcpy(set->items[i].name, words[i], sizeof words[i]);
    if (status == PD_OK) status = pd_model_file_names(words, set->count, m, "masks");
    for (int i = 0; i < set->count && status == PD_OK; i++) {
        float weights[PD_ANIM_BIPED_JOINTS];
        const char *mask = words[i];
        memcpy(set->items[i].mask, words[i], sizeof words[i]);
        if (pd_character_play_mask(weights, &mask, NULL, 1, m->err) != PD_OK)
            status = pd_error_prefix(m->err, "__metadata__/masks: ");
    }

    if (status == PD_OK) status = pd_model_file_names(words, set->count, m, "modes");
    for (int i = 0; i < set->count && status == PD_OK; i++) {
        set->items[i].loops = !strcmp(words[i], "loop");
        if (!set->items[i].loops && strcmp(words[i], "once"))
            status = pd_fail(m->err, PD_ERR_FORMAT, "__metadata__/modes", "\"%.31s\"; once or loop expected",
                             words[i]);
    }

    if (status == PD_OK) status = pd_model_file_names(words, set->count, m, "fades");
    for (int i = 0; i < set->count && status == PD_OK; i++) {
        double *fade = &set->items[i].fade;
        if (!pd_tokenizer_parse(fade, words[i]) || !(*fade >= 0.05 && *fade <= 5))
            status = pd_fail(m->err, PD_ERR_RANGE, "__metadata__/fades", "\"%.31s\"; 0.05 to 5 expected",
                             words[i]);
    }

    free(words);

    return status;
}

/* Cuts the arrays into the clips of the set. */
static pd_status read_clips(pd_character_clip_set *set, const pd_model_file *m, const int32_t *frames)
{
    size_t total = 0;

    for (int i = 0; i < set->count; i++) {
        if (frames[i] < 2 || frames[i] > PD_CHARACTER_CLIP_SECONDS * PD_CHARACTER_CLIP_RATE + 1)
            return pd_fail(m->err, PD_ERR_RANGE, "frames", "%d frames of clip %d; 2 to %g allowed",
                           (int)frames[i], i, PD_CHARACTER_CLIP_SECONDS * PD_CHARACTER_CLIP_RATE + 1);
        total += (size_t)frames[i];
    }

    void *roots = find_values(m, "roots", PD_DTYPE_F32, 2, (const size_t[]){total, ROOT});
    void *rotations =
        roots ? find_values(m, "rotations", PD_DTYPE_U16, 3, (const size_t[]){total, PD_ANIM_BIPED_JOINTS, 3})
              : NULL;
    void *contacts = rotations ? find_values(m, "contacts", PD_DTYPE_U8, 1, &total) : NULL;
    pd_status status = contacts ? PD_OK : m->err ? m->err->status : PD_ERR_FORMAT;

    pd_character_clip part = {.roots = roots, .rotations = rotations, .contacts = contacts};
    for (int i = 0; i < set->count && status == PD_OK; i++) {
        pd_character_clip *clip;
        part.frame_count = frames[i];
        status = pd_character_clip_from_arrays(&clip, &part, set->items[i].name, m->err);
        set->items[i].clip = clip;
        part.roots += frames[i];
        part.rotations += frames[i];
        part.contacts += frames[i];
        set->resident_bytes += pd_character_clip_bytes(frames[i]);
    }

    free(roots);
    free(rotations);
    free(contacts);

    return status;
}

/* Reads an opened file. */
static pd_status read_set(pd_character_clip_set *set, const pd_safetensors *file, pd_error *err)
{
    const pd_model_file m = set_file(file, err);
    pd_status status = pd_model_file_check(&m);

    if (status != PD_OK) return status;
    const int count = pd_model_file_name_count(&m, "names");
    if (count < 1 || count > PD_CHARACTER_CLIP_SET_MOST)
        return pd_fail(err, PD_ERR_LIMIT, "__metadata__/names", "%d clips; 1 to %d allowed", count,
                       PD_CHARACTER_CLIP_SET_MOST);
    set->items = calloc((size_t)count, sizeof *set->items);
    if (!set->items) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory for %d clips", count);
    set->count = count;

    int32_t *frames = find_values(&m, "frames", PD_DTYPE_I32, 1, &(size_t){(size_t)count});
    status = frames ? pd_model_file_texts(&set->text, &m) : err ? err->status : PD_ERR_FORMAT;
    if (status == PD_OK) status = read_words(set, &m);
    if (status == PD_OK) status = read_clips(set, &m, frames);
    free(frames);
    for (int i = 0; i < count && status == PD_OK; i++) {
        char key[16 + PD_MODEL_NAME_BYTES];
        snprintf(key, sizeof key, "source/%s", set->items[i].name);
        const char *source = pd_safetensors_get(file, key);
        set->items[i].source = source ? strdup(source) : NULL;
        if (source && !set->items[i].source) status = pd_fail(err, PD_ERR_MEMORY, key, "out of memory");
    }

    /* Sort by name; names are unique. */
    if (status != PD_OK) return status;
    qsort(set->items, (size_t)count, sizeof *set->items, by_name);
    for (int i = 1; i < count; i++)
        if (!strcmp(set->items[i].name, set->items[i - 1].name))
            return pd_fail(err, PD_ERR_FORMAT, "__metadata__/names", "\"%s\" twice", set->items[i].name);
    for (int i = 0; i < count; i++) {
        set->content_hash = pd_hash64(set->items[i].name, strlen(set->items[i].name), set->content_hash);
        set->content_hash = pd_hash64_pair(set->content_hash, set->items[i].clip->hash);
    }

    return PD_OK;
}

pd_status pd_character_clip_set_parse(pd_character_clip_set **out, pd_bytes file, const char *name,
                                      pd_error *err)
{
    pd_safetensors tensors;

    *out = NULL;
    pd_status status = pd_safetensors_parse(&tensors, file.data, file.size, name, err);
    if (status != PD_OK) return status;

    pd_character_clip_set *set = calloc(1, sizeof *set);
    if (set) {
        set->references = 1;
        set->resident_bytes = sizeof *set;
        status = read_set(set, &tensors, err);
    } else
        status = pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    pd_safetensors_deinit(&tensors);
    if (status == PD_OK)
        *out = set;
    else
        pd_character_clip_set_release(set);

    return pd_model_file_place(status, name, err);
}

pd_status pd_character_clip_set_load(pd_character_clip_set **out, const char *path, pd_error *err)
{
    pd_bytes file;

    *out = NULL;
    pd_status status = pd_file_map(&file, path, err);
    if (status != PD_OK) return status;
    status = pd_character_clip_set_parse(out, file, path, err);
    pd_file_unmap(&file);

    return status;
}

pd_status pd_character_clip_set_save(const char *path, const pd_character_clip_set *set, pd_error *err)
{
    const size_t count = (size_t)set->count;
    pd_model_name *names = calloc(WORDS * count, sizeof *names);
    pd_safetensors_text *texts = calloc(PD_MODEL_FILE_TEXTS + WORDS + count, sizeof *texts);
    char(*keys)[16 + PD_MODEL_NAME_BYTES] = calloc(count, sizeof *keys);
    int32_t *frames = calloc(count, sizeof *frames);
    pd_buffer roots = {0}, rotations = {0}, contacts = {0}, joined[WORDS] = {{0}, {0}, {0}, {0}};
    size_t total = 0;
    pd_status status = names && texts && keys && frames ? PD_OK : PD_ERR_MEMORY;

    /* The arrays, one clip after the other. */
    for (size_t i = 0; i < count && status == PD_OK; i++) {
        const pd_character_clip *c = set->items[i].clip;
        const size_t n = (size_t)c->frame_count;
        frames[i] = c->frame_count;
        total += n;
        pd_buffer_add(&roots, c->roots, n * sizeof *c->roots);
        pd_buffer_add(&rotations, c->rotations, n * sizeof *c->rotations);
        pd_buffer_add(&contacts, c->contacts, n);
        memcpy(names[i], set->items[i].name, sizeof *names);
        memcpy(names[count + i], set->items[i].mask, sizeof *names);
        snprintf(names[2 * count + i], sizeof *names, "%s", set->items[i].loops ? "loop" : "once");
        snprintf(names[3 * count + i], sizeof *names, "%g", set->items[i].fade);
    }

    /* The words and sources. */
    static const char *const word_keys[WORDS] = {"names", "masks", "modes", "fades"};
    int text_count = 0;
    const pd_model_file own = set_file(NULL, err);
    for (size_t k = 0; k < WORDS && status == PD_OK; k++)
        texts[text_count++] = (pd_safetensors_text){
            word_keys[k],
            pd_model_file_join(&joined[k], (const pd_model_name *)names + k * count, set->count)};
    for (size_t i = 0; i < count && status == PD_OK; i++) {
        if (!set->items[i].source) continue;
        snprintf(keys[i], sizeof keys[i], "source/%s", set->items[i].name);
        texts[text_count++] = (pd_safetensors_text){keys[i], set->items[i].source};
    }

    if (status == PD_OK) {
        text_count =
            pd_model_file_add_texts(texts, text_count, &own, "metre, radian, 30 frames/s", &set->text);
        pd_safetensor tensors[] = {
            {"frames", PD_ARRAY(PD_DTYPE_I32, frames, count)},
            {"roots", PD_ARRAY(PD_DTYPE_F32, roots.data, total, ROOT)},
            {"rotations", PD_ARRAY(PD_DTYPE_U16, rotations.data, total, PD_ANIM_BIPED_JOINTS, 3)},
            {"contacts", PD_ARRAY(PD_DTYPE_U8, contacts.data, total)}};
        const pd_safetensors_out what = {
            .tensors = tensors, .tensor_count = 4, .texts = texts, .text_count = text_count};
        status = roots.failed || rotations.failed || contacts.failed
                     ? pd_fail(err, PD_ERR_MEMORY, path, "out of memory")
                     : pd_safetensors_save(path, &what, err);
    } else
        pd_fail(err, status, path, "out of memory");

    pd_buffer_deinit(&roots);
    pd_buffer_deinit(&rotations);
    pd_buffer_deinit(&contacts);
    for (int k = 0; k < WORDS; k++) pd_buffer_deinit(&joined[k]);
    free(names);
    free(texts);
    free(keys);
    free(frames);

    return status;
}

pd_character_clip_set *pd_character_clip_set_retain(pd_character_clip_set *set)
{
    pd_references_add(&set->references);
    return set;
}

void pd_character_clip_set_release(pd_character_clip_set *set)
{
    if (!set || !pd_references_drop(&set->references)) return;

    for (int i = 0; i < set->count; i++) {
        pd_character_clip_release(set->items[i].clip);
        free(set->items[i].source);
    }

    free(set->items);
    pd_model_text_free(&set->text);
    free(set);
}

const pd_character_clip_item *pd_character_clip_set_find(const pd_character_clip_set *set, const char *name)
{
    pd_character_clip_item key = {.loops = false};

    if (strlen(name) >= sizeof key.name) return NULL;
    snprintf(key.name, sizeof key.name, "%s", name);
    return bsearch(&key, set->items, (size_t)set->count, sizeof *set->items, by_name);
}
