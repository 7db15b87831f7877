#include "core/io/mocap/asf.h"
#include "core/base/text/tokenizer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEGREE     0.017453292519943295
#define FRAMES_MAX 1000000
#define VALUE_MAX  1e9

typedef struct reader {
    pd_tokenizer words;
    pd_amc *amc;
    const pd_asf *asf;
    int capacity, frame_line;             /* allocated frames; line at which the frame began */
    unsigned char seen[PD_ASF_MAX_BONES]; /* 1: the bone was read in this frame */
    pd_error *err;
} reader;

static pd_status end_frame(reader *r)
{
    if (r->amc->frame_count == 0) return PD_OK;
    for (int b = 0; b < r->asf->bone_count; b++) {
        if (r->seen[b] || r->asf->bones[b].dof_count == 0) continue;
        char where[192];
        snprintf(where, sizeof where, "%.150s:%d", r->words.name, r->frame_line);
        return pd_fail(r->err, PD_ERR_FORMAT, where,
                       "frame %d has no line for bone '%s'; a line for each bone expected",
                       r->amc->first_number + r->amc->frame_count - 1, r->asf->bones[b].name);
    }

    return PD_OK;
}

/* Begins a frame, after checking that the one before is complete. */
static pd_status begin_frame(reader *r, double number)
{
    pd_amc *amc = r->amc;
    pd_status status = end_frame(r);

    if (status != PD_OK) return status;

    /* Make room for one more frame. */
    if (amc->frame_count == FRAMES_MAX)
        return pd_tokenizer_fail(&r->words, r->err, PD_ERR_LIMIT, "more than the allowed %d frames",
                                 FRAMES_MAX);
    if (amc->frame_count >= r->capacity) {
        const int capacity = r->capacity ? 2 * r->capacity : 64;
        double *values =
            realloc(amc->values, (size_t)capacity * (size_t)amc->value_count * sizeof *amc->values);
        if (!values)
            return pd_fail(r->err, PD_ERR_MEMORY, r->words.name, "out of memory for %d frames", capacity);
        amc->values = values;
        r->capacity = capacity;
    }

    /* Frame numbers are whole and grow by one. */
    if (number != floor(number) || fabs(number) > VALUE_MAX)
        return pd_tokenizer_fail(&r->words, r->err, PD_ERR_FORMAT,
                                 "'%s' is not a frame number; a whole number expected", r->words.word);

    if (amc->frame_count == 0) amc->first_number = (int)number;
    if ((int)number != amc->first_number + amc->frame_count)
        return pd_tokenizer_fail(&r->words, r->err, PD_ERR_FORMAT,
                                 "frame %d follows frame %d; consecutive numbers expected", (int)number,
                                 amc->first_number + amc->frame_count - 1);

    /* No bone of this frame has been read yet. */
    memset(r->seen, 0, sizeof r->seen);
    r->frame_line = r->words.word_line;
    amc->frame_count++;

    return PD_OK;
}

/* Reads the line of a bone. */
static pd_status read_bone(reader *r)
{
    const pd_tokenizer *w = &r->words;
    int b = pd_asf_find(r->asf, w->word);

    /* The bone must be in the skeleton, and each frame has it once. */
    if (b < 0)
        return pd_tokenizer_fail(w, r->err, PD_ERR_FORMAT,
                                 "'%s' is not a bone of the skeleton; a bone of the .asf expected", w->word);

    const pd_asf_bone *bone = &r->asf->bones[b];
    if (r->amc->frame_count == 0)
        return pd_tokenizer_fail(w, r->err, PD_ERR_FORMAT,
                                 "'%s' stands before the first frame; the number of a frame expected",
                                 w->word);
    if (r->seen[b])
        return pd_tokenizer_fail(w, r->err, PD_ERR_FORMAT,
                                 "'%s' is given twice in a frame; one line for each bone expected", w->word);

    /* Numbers of its degrees of freedom. */
    r->seen[b] = 1;
    double *row = r->amc->values + (size_t)(r->amc->frame_count - 1) * (size_t)r->amc->value_count;
    for (int d = 0; d < bone->dof_count; d++) {
        double *value = &row[bone->value_start + d];
        if (!pd_tokenizer_next_here(&r->words))
            return pd_tokenizer_fail(w, r->err, PD_ERR_FORMAT, "'%s' has %d numbers; %d expected", bone->name,
                                     d, bone->dof_count);
        if (!pd_tokenizer_parse(value, w->word) || fabs(*value) > VALUE_MAX)
            return pd_tokenizer_fail(w, r->err, PD_ERR_FORMAT,
                                     "'%s' is not a number; a number expected (bone %s)", w->word,
                                     bone->name);
    }

    /* More numbers on the line mean that it belongs to another skeleton. */
    if (!pd_tokenizer_next_here(&r->words)) return PD_OK;
    return pd_tokenizer_fail(w, r->err, PD_ERR_FORMAT, "'%s' has too many numbers; %d expected", bone->name,
                             bone->dof_count);
}

pd_status pd_amc_parse(pd_amc *out, pd_bytes text, const char *name, const pd_asf *asf, pd_error *err)
{
    reader r = {.amc = out, .asf = asf, .err = err};

    *out = (pd_amc){.value_count = asf->value_count, .radians = 1};
    pd_tokenizer_init(&r.words, text, name);

    pd_status status = PD_OK;
    double number;

    /* Lines of the file: comments, keywords, frame numbers and bones. */
    while (status == PD_OK && pd_tokenizer_next(&r.words)) {
        if (pd_tokenizer_is(&r.words, ":degrees")) out->radians = 0;
        if (r.words.word[0] == '#' || r.words.word[0] == ':')
            pd_tokenizer_skip_line(&r.words);
        else if (pd_tokenizer_parse(&number, r.words.word))
            status = begin_frame(&r, number);
        else
            status = read_bone(&r);
    }

    /* Check that there is at least one frame, and that the last one is complete. */
    if (status == PD_OK && out->frame_count == 0)
        status = pd_fail(err, PD_ERR_FORMAT, r.words.name, "the file has no frames; an AMC file expected");
    if (status == PD_OK) status = end_frame(&r);
    if (status != PD_OK) pd_amc_deinit(out);

    return status;
}

void pd_amc_deinit(pd_amc *amc)
{
    free(amc->values);
    memset(amc, 0, sizeof *amc);
}

void pd_amc_local(pd_quat *rotation, pd_vec3 *position, const pd_amc *amc, const pd_asf *asf, int frame,
                  int bone)
{
    static const pd_vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const pd_asf_bone *b = &asf->bones[bone];
    const double *row = amc->values + (size_t)frame * (size_t)amc->value_count + b->value_start;
    double place[3] = {0, 0, 0};
    pd_quat turn = pd_q_identity();

    /* Translation and rotations, in the order of the degrees of freedom. */
    for (int d = 0; d < b->dof_count; d++) {
        if (b->dof[d] == PD_ASF_LENGTH) continue;
        if (b->dof[d] < PD_ASF_RX)
            place[b->dof[d]] = row[d];
        else
            turn = pd_q_mul(
                pd_q_axis_angle(axes[b->dof[d] - PD_ASF_RX], row[d] * (amc->radians ? 1 : DEGREE)), turn);
    }

    /* Convert the rotation, which is in the bone's own axes. */
    if (rotation) *rotation = pd_q_normalize(pd_q_mul(pd_q_mul(b->axis, turn), pd_q_conjugate(b->axis)));
    if (position) *position = pd_vec3_add(asf->root_position, pd_vec3_make(place[0], place[1], place[2]));
}
