#include "server/stage/interest.h"

#include "core/base/assert.h"
#include "server/stage/room.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SAVED_SECONDS 0.25 /* a subscriber may save the bytes of this time */
#define FORGOTTEN     600  /* ticks after which a character that was not sent counts as new */
#define ENTRIES       64   /* places of a new table */

/* Distances in metres, up to which a character has this period. */
static const struct {
    double distance;
    int period;
} periods[] = {{5, 1}, {10, 2}, {20, 4}, {INFINITY, 10}};

/* A character that was sent. */
typedef struct entry {
    uint32_t id; /* 0: the place is free */
    uint32_t tick;
} entry;

struct pd_srv_interest {
    entry *entries; /* (capacity) a hash table by id, at least half of it free */
    int capacity, count;
    double credit; /* bytes that may be sent */
    uint32_t tick; /* of the last frame */
    bool has_begun;
};

/* A character that is due. */
typedef struct pd_srv_choice {
    int index; /* in `shown` */
    bool is_own;
    float overdue;  /* ticks since its last pose divided by its period */
    float distance; /* squared, metres */
} choice;

void pd_srv_interest_free(pd_srv_interest *interest)
{
    if (!interest) return;
    free(interest->entries);
    free(interest);
}

void pd_srv_interest_scratch_deinit(pd_srv_interest_scratch *s)
{
    for (int i = 0; i < PD_SRV_ENCODED; i++) {
        pd_buffer_deinit(&s->encoded[i].bytes);
        free(s->encoded[i].ends);
    }

    free(s->places);
    free(s->choices);
    memset(s, 0, sizeof *s);
}

/* -- what was sent ------------------------------------------------------------------- */

/* Returns the place of an id: its own, or a free one. */
static entry *entry_of(const pd_srv_interest *interest, uint32_t id)
{
    const uint32_t mask = (uint32_t)interest->capacity - 1;
    uint32_t i = id * 2654435761u & mask;

    while (interest->entries[i].id && interest->entries[i].id != id) i = (i + 1) & mask;
    return &interest->entries[i];
}

/* Makes the table anew without the characters that were forgotten. */
static bool rebuild_sent(pd_srv_interest *interest, uint32_t tick)
{
    pd_srv_interest old = *interest;
    int kept = 0, capacity = ENTRIES;

    for (int i = 0; i < old.capacity; i++)
        kept += old.entries[i].id && tick - old.entries[i].tick < FORGOTTEN;
    while (capacity < 4 * (kept + 1)) capacity *= 2;
    interest->entries = calloc((size_t)capacity, sizeof *interest->entries);
    if (!interest->entries) {
        interest->entries = old.entries;
        return false;
    }

    interest->capacity = capacity;
    interest->count = kept;
    for (int i = 0; i < old.capacity; i++)
        if (old.entries[i].id && tick - old.entries[i].tick < FORGOTTEN)
            *entry_of(interest, old.entries[i].id) = old.entries[i];
    free(old.entries);

    return true;
}

/* Notes that a character is sent. */
static void note_sent(pd_srv_interest *interest, uint32_t id, uint32_t tick)
{
    if (2 * (interest->count + 1) > interest->capacity && !rebuild_sent(interest, tick)) return;
    entry *e = entry_of(interest, id);
    interest->count += !e->id;
    *e = (entry){id, tick};
}

/* -- choosing -------------------------------------------------------------------------- */

/* Begins the frames of a session: `shown` (count) are its characters. Returns false when out of memory. */
static bool interest_begin(pd_srv_interest_scratch *s, pd_srv_character *const *shown, int count)
{
    if (count > s->capacity) {
        const int capacity = count + count / 2 + 16;
        void *places = realloc(s->places, (size_t)capacity * sizeof *s->places);
        if (places) s->places = places;
        void *choices = realloc(s->choices, (size_t)capacity * sizeof *s->choices);
        if (choices) s->choices = choices;
        if (!places || !choices) return false;
        s->capacity = capacity;
    }

    for (int i = 0; i < count; i++) {
        const pd_vec3 root = pd_srv_character_pose(shown[i])->root;
        s->places[i][0] = (float)root.x;
        s->places[i][1] = (float)root.z;
    }

    for (int i = 0; i < PD_SRV_ENCODED; i++) s->encoded[i].count = -1;
    s->next = 0;

    return true;
}

static bool owns(const pd_srv_subscriber *v, const pd_srv_character *a)
{
    return v->place ? a->member == v->place->number : v->session->owner == v;
}

static int period_of(double distance)
{
    int i = 0;
    while (distance > periods[i].distance) i++;
    return periods[i].period;
}

/* Returns whether a character needs to be sent before another. */
static bool is_before(const choice *p, const choice *q)
{
    if (p->is_own != q->is_own) return p->is_own;
    if (p->overdue < q->overdue || p->overdue > q->overdue) return p->overdue > q->overdue;
    if (p->distance < q->distance || p->distance > q->distance) return p->distance < q->distance;
    return p->index < q->index;
}

/* Moves the choice at `at` down in a heap, in which no choice comes before the one above it. */
static void sink(choice *heap, int count, int at)
{
    const choice moved = heap[at];

    for (int below; (below = 2 * at + 1) < count; at = below) {
        if (below + 1 < count && is_before(&heap[below + 1], &heap[below])) below++;
        if (!is_before(&heap[below], &moved)) break;
        heap[at] = heap[below];
    }

    heap[at] = moved;
}

/* Takes the first choice from a heap. */
static choice take_first(choice *heap, int *count)
{
    const choice first = heap[0];

    PD_ASSERT(*count > 0);
    heap[0] = heap[--*count];
    if (*count) sink(heap, *count, 0);

    return first;
}

/* Lists the characters that are due as a heap: a frame takes only the first few of them. */
static int list_due(pd_srv_interest_scratch *s, const pd_srv_subscriber *v, pd_srv_character *const *shown,
                    int count, uint32_t tick)
{
    const pd_api_profile *profile = &v->profile;
    const double most = profile->radius * profile->radius;
    double place[2] = {profile->view[0], profile->view[1]};
    int due = 0;

    /* The list of characters begins with the newest: the first is the last own one in it. */
    for (int i = count - 1; i >= 0 && !profile->has_view; i--)
        if (owns(v, shown[i])) {
            place[0] = (double)s->places[i][0];
            place[1] = (double)s->places[i][1];
            break;
        }

    const float x = (float)place[0], z = (float)place[1];
    for (int i = 0; i < count; i++) {
        const float dx = s->places[i][0] - x, dz = s->places[i][1] - z;
        const float square = dx * dx + dz * dz;
        const bool is_own = owns(v, shown[i]);
        if (!is_own && (double)square > most) continue;

        const int period = is_own ? 1 : period_of(sqrt((double)square));
        const entry *e = v->interest->capacity ? entry_of(v->interest, shown[i]->id) : NULL;
        const uint32_t since = e && e->id ? tick - e->tick : FORGOTTEN;
        if (since < (uint32_t)period) continue;
        s->choices[due++] = (choice){i, is_own, (float)since / (float)period, square};
    }

    for (int i = due / 2 - 1; i >= 0; i--) sink(s->choices, due, i);

    return due;
}

/* -- encoding ---------------------------------------------------------------------------- */

/* Returns the characters encoded for a profile; NULL: out of memory. */
static const pd_srv_encoded *encoded_for(pd_srv_interest_scratch *s, const pd_api_profile *profile,
                                         pd_srv_character *const *shown, int count, pd_srv_encode *encode)
{
    for (int i = 0; i < PD_SRV_ENCODED; i++) {
        const pd_srv_encoded *e = &s->encoded[i];
        if (e->count == count && e->channels == profile->channels &&
            e->rotation_bits == profile->rotation_bits)
            return e;
    }

    pd_srv_encoded *e = &s->encoded[s->next];
    s->next = (s->next + 1) % PD_SRV_ENCODED;
    e->count = -1;
    if (count > e->capacity) {
        size_t *ends = realloc(e->ends, (size_t)count * sizeof *ends);
        if (!ends) return NULL;
        e->ends = ends;
        e->capacity = count;
    }

    pd_buffer_clear(&e->bytes);
    for (int i = 0; i < count; i++) {
        const size_t at = pd_api_frame_begin(&e->bytes, profile, 0, 0);
        encode(&e->bytes, at, shown[i], profile);
        e->ends[i] = e->bytes.size;
    }

    if (e->bytes.failed) {
        pd_buffer_deinit(&e->bytes);
        return NULL;
    }

    e->channels = profile->channels;
    e->rotation_bits = profile->rotation_bits;
    e->count = count;

    return e;
}

/* Writes the frame of a subscriber with a budget to `out`. Returns the bytes. */
static size_t interest_frame(pd_buffer *out, pd_srv_interest_scratch *s, pd_srv_subscriber *v,
                             pd_srv_character *const *shown, int count, uint32_t tick, double time,
                             double rate, pd_srv_encode *encode)
{
    const double budget = v->profile.budget;

    PD_ASSERT(budget > 0 && count <= s->capacity);
    if (!v->interest) v->interest = calloc(1, sizeof *v->interest);
    pd_srv_interest *own = v->interest;
    const pd_srv_encoded *e = own ? encoded_for(s, &v->profile, shown, count, encode) : NULL;
    if (!e) {
        out->failed = true;
        return 0;
    }

    /* Bytes since the frame before. A pause saves no more than SAVED_SECONDS. */
    const double most = SAVED_SECONDS * budget;
    const double passed = own->has_begun ? (double)(tick - own->tick) / rate : SAVED_SECONDS;
    own->credit = fmin(own->credit + passed * budget, most);
    own->tick = tick;
    own->has_begun = true;

    int due = list_due(s, v, shown, count, tick);
    const size_t frame = pd_api_frame_begin(out, &v->profile, tick, time);
    pd_api_frame_set_partial(out, frame);
    own->credit -= PD_API_FRAME_HEADER;
    while (due) {
        const choice next = take_first(s->choices, &due);
        const int at = next.index;
        const size_t from = at ? e->ends[at - 1] : 0;
        const pd_bytes single = {e->bytes.data + from, e->ends[at] - from};
        const double bytes = (double)(single.size - PD_API_FRAME_HEADER);
        if (bytes > own->credit && !next.is_own) break;
        own->credit -= bytes;
        pd_api_frame_append(out, frame, single);
        note_sent(own, shown[at]->id, tick);
    }

    return out->size - frame;
}

/* -- sending ------------------------------------------------------------------------------ */

size_t pd_srv_interest_send(pd_srv_stage *stage, pd_srv_session *s, int count, uint32_t tick, double time,
                            pd_srv_encode *encode)
{
    bool has_begun = false;
    size_t bytes = 0;

    for (pd_srv_subscriber *v = s->subscribers; v; v = v->next) {
        if (!v->granted || !v->profile.budget) continue;
        v->granted = false;
        if (!stage->interest) stage->interest = calloc(1, sizeof *stage->interest);
        if (!stage->interest) return bytes;
        if (!has_begun && !interest_begin(stage->interest, stage->shown, count)) return bytes;
        has_begun = true;

        pd_buffer_clear(&stage->frame);
        bytes += interest_frame(&stage->frame, stage->interest, v, stage->shown, count, tick, time,
                                stage->rate, encode);
        pd_srv_frame *frame = stage->frame.failed
                                  ? NULL
                                  : pd_srv_frame_new(stage->deps.host, stage->frame.data, stage->frame.size);
        if (!frame) continue;
        stage->deps.sink.frame(v->to, frame);
        v->shown = s->characters != NULL;
        stage->frames++;
    }

    return bytes;
}
