#include "factory/rig/penalties.h"

#include "core/base/assert.h"
#include "core/base/hash.h"
#include "factory/rig/start.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NEAREST 1000.0 /* a pull so strong that only the truth counts */
#define STEPS   2000

/* The best embedding as it is, then with the truth attracting and, more and more, repelling. */
#define PULLS 5
static const double pulls[PULLS] = {0, 1, -0.5, -1, -2};
static const double as_it_is[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

/* ---- solids ---- */

typedef struct shape {
    const float *vertices;
    const uint32_t *faces;
    int vertex_count, face_count;
} shape;

/* Makes a solid. The joints of `truth` become those of the mesh. */
static pd_status make_solid(pd_factory_rig_solid *out, const shape *s, pd_error *err)
{
    pd_rig_mesh mesh;
    pd_rig_volume volume = {0};
    pd_status status =
        pd_rig_mesh_init(&mesh, s->vertices, s->vertex_count, s->faces, s->face_count, as_it_is, err);

    if (status != PD_OK) return status;

    status = pd_rig_volume_init(&volume, &mesh, err);
    if (status == PD_OK) status = pd_rig_graph_init(&out->graph, &volume, err);
    out->size = volume.cell * PD_RIG_VOLUME_CELLS;
    for (int k = 0; k < PD_RIG_PLAN_JOINTS; k++)
        for (int c = 0; c < 3; c++)
            out->truth.at[k][c] = (out->truth.at[k][c] + mesh.upright[4 * c + 3]) / mesh.height;
    pd_rig_volume_deinit(&volume);
    pd_rig_mesh_deinit(&mesh);

    return status;
}

static pd_status make_person(pd_factory_rig_solid *out, const pd_factory_rig_penalties_options *o, int i,
                             bool held_out, pd_error *err)
{
    const pd_factory_rig_start_options like = {
        .templates = o->templates, .template_count = o->template_count, .bodies = o->people, .seed = o->seed};

    /* steps of an odd number, so that every pose, kind and model comes up */
    const pd_factory_rig_want want = pd_factory_rig_example(&like, 37 * i, held_out);
    pd_factory_rig_body body;
    const pd_status status = pd_factory_rig_body_make(&body, &want, err);
    if (status != PD_OK) return status;

    out->plan = &pd_rig_plans[PD_RIG_PERSON];
    memcpy(out->truth.at, body.joints, sizeof body.joints); /* the plan's first rows are those joints */
    const pd_status made = make_solid(out,
                                      &(shape){.vertices = body.vertices,
                                               .faces = body.faces,
                                               .vertex_count = body.vertex_count,
                                               .face_count = body.face_count},
                                      err);
    pd_factory_rig_body_deinit(&body);

    return made;
}

static pd_status make_creature(pd_factory_rig_solid *out, const pd_factory_rig_penalties_options *o, int i,
                               bool held_out, pd_error *err)
{
    pd_train_rig_capsules animal;

    out->plan = &pd_rig_plans[i % PD_RIG_PLANS];
    const uint64_t seed = pd_hash64_pair(o->seed, 2 * (uint64_t)i + held_out);
    const pd_status status = pd_train_rig_creature_random(&animal, out->plan, seed, err);
    if (status != PD_OK) return status;

    for (int k = 0; k < out->plan->count; k++)
        for (int c = 0; c < 3; c++) out->truth.at[k][c] = animal.is_there[k] ? animal.joints[k][c] : INFINITY;
    const pd_status made = make_solid(out,
                                      &(shape){.vertices = animal.vertices,
                                               .faces = animal.faces,
                                               .vertex_count = animal.vertex_count,
                                               .face_count = animal.face_count},
                                      err);
    pd_train_rig_capsules_deinit(&animal);

    return made;
}

pd_status pd_factory_rig_solid_make(pd_factory_rig_solid *out,
                                    const pd_factory_rig_penalties_options *options, int i, bool held_out,
                                    pd_error *err)
{
    memset(out, 0, sizeof *out);
    for (int k = 0; k < PD_RIG_PLAN_JOINTS; k++)
        for (int c = 0; c < 3; c++) out->truth.at[k][c] = NAN;
    const pd_status status = i < options->people
                                 ? make_person(out, options, i, held_out, err)
                                 : make_creature(out, options, i - options->people, held_out, err);
    if (status != PD_OK) pd_factory_rig_solid_deinit(out);

    return status;
}

void pd_factory_rig_solid_deinit(pd_factory_rig_solid *solid)
{
    pd_rig_graph_deinit(&solid->graph);
    memset(solid, 0, sizeof *solid);
}

static pd_status embed(pd_rig_embedding *out, const pd_factory_rig_solid *solid, const double *weights,
                       double pull, pd_error *err)
{
    pd_rig_embed_truth truth = solid->truth;
    truth.pull = pull;
    const pd_rig_embed_job job = {
        .plan = solid->plan, .graph = &solid->graph, .turn = as_it_is, .weights = weights, .truth = &truth};
    return pd_rig_embed(out, &job, err);
}

/* ---- the best weights for what was gathered ---- */

static const double *begin_of(const pd_factory_rig_penalties_options *o)
{
    return o->begin ? o->begin : pd_rig_penalty_weights;
}

static double penalties_cost_of(const pd_factory_rig_candidate *c, const double *w)
{
    double cost = c->missing;
    for (int k = 0; k < PD_RIG_PENALTIES; k++) cost += w[k] * c->penalties[k];
    return cost;
}

double pd_factory_rig_penalties_risk(double gradient[PD_RIG_PENALTIES], const double w[PD_RIG_PENALTIES],
                                     const pd_factory_rig_candidate *candidates, int count,
                                     const pd_factory_rig_penalties_options *options)
{
    double risk = 0;

    PD_ASSERT(count >= 0 && options->temperature > 0);
    int solids = 0;

    /* A solid's candidates stand together. Each has the chance that its cost gives it; the risk is the mean
     * chance of a wrong one. */
    memset(gradient, 0, PD_RIG_PENALTIES * sizeof *gradient);
    for (int i = 0, next; i < count; i = next, solids++) {
        for (next = i; next < count && candidates[next].solid == candidates[i].solid;) next++;

        double least = INFINITY, total = 0, wrong = 0;
        double mean[PD_RIG_PENALTIES] = {0}, both[PD_RIG_PENALTIES] = {0};

        /* Subtract the least cost, so that not all exponentials underflow to zero. */
        for (int e = i; e < next; e++) least = fmin(least, penalties_cost_of(&candidates[e], w));
        for (int e = i; e < next; e++) {
            const pd_factory_rig_candidate *c = &candidates[e];
            const double p = exp((least - penalties_cost_of(c, w)) / options->temperature);
            total += p;
            wrong += p * c->wrong;
            for (int k = 0; k < PD_RIG_PENALTIES; k++) {
                mean[k] += p * c->penalties[k];
                both[k] += p * c->wrong * c->penalties[k];
            }
        }

        /* Add the derivative of the mean error by w: minus the covariance of error and penalty. */
        for (int k = 0; k < PD_RIG_PENALTIES; k++)
            gradient[k] -= (both[k] / total - wrong / total * mean[k] / total) / options->temperature;
        risk += wrong / total;
    }

    PD_ASSERT(solids > 0);

    /* Add the ridge, which pulls each weight to its start, in units of the start. */
    risk /= solids;
    for (int k = 0; k < PD_RIG_PENALTIES; k++) {
        const double h = begin_of(options)[k];
        const double off = (w[k] - h) / h;
        gradient[k] = gradient[k] / solids + options->ridge * off / h / PD_RIG_PENALTIES;
        risk += options->ridge / 2 * off * off / PD_RIG_PENALTIES;
    }

    return risk;
}

/* Down the gradient, in units of the weights it begins with; the step halves where it goes up and grows where
 * it goes down. */
static void penalties_descend(double w[PD_RIG_PENALTIES], const pd_factory_rig_candidate *candidates,
                              int count, const pd_factory_rig_penalties_options *o)
{
    double gradient[PD_RIG_PENALTIES];
    double rate = 1;
    double risk = pd_factory_rig_penalties_risk(gradient, w, candidates, count, o);

    for (int step = 0; step < STEPS && rate > 1e-6; step++) {
        double next[PD_RIG_PENALTIES], of_next[PD_RIG_PENALTIES];
        for (int k = 0; k < PD_RIG_PENALTIES; k++) {
            const double h = begin_of(o)[k];
            next[k] = fmax(0, w[k] - rate * h * h * gradient[k]);
        }

        const double there = pd_factory_rig_penalties_risk(of_next, next, candidates, count, o);
        rate *= there < risk ? 1.3 : 0.5;
        if (!(there < risk)) continue;
        risk = there;
        memcpy(w, next, sizeof next);
        memcpy(gradient, of_next, sizeof gradient);
    }
}

/* ---- rounds ---- */

typedef struct learning {
    const pd_factory_rig_penalties_options *options;
    pd_factory_rig_solid *solids;
    pd_factory_rig_candidate *candidates; /* (count) by solid */
    int count, examples;
    pd_error *err;
} learning;

static int by_solid(const void *a, const void *b)
{
    const pd_factory_rig_candidate *p = a;
    const pd_factory_rig_candidate *q = b;

    if (p->solid != q->solid) return p->solid - q->solid;
    for (int k = 0; k < PD_RIG_PENALTIES; k++)
        if (p->penalties[k] != q->penalties[k]) return p->penalties[k] < q->penalties[k] ? -1 : 1;

    return 0;
}

/* Adds the embeddings that the search finds with this pull towards the truth. Skips a solid with fewer ends
 * than the plan has. */
static pd_status gather_penalties(learning *l, const double *w, int i, double pull)
{
    pd_rig_embedding found;
    const pd_status status = embed(&found, &l->solids[i], w, pull, l->err);

    if (status != PD_OK) return status == PD_ERR_INVALID ? PD_OK : status;

    pd_factory_rig_candidate *c = &l->candidates[l->count];
    *c = (pd_factory_rig_candidate){.solid = i, .missing = found.missing, .wrong = found.wrong};
    memcpy(c->penalties, found.penalties, sizeof c->penalties);
    bool is_known = false;
    for (int k = 0; !is_known && k < l->count; k++) is_known = !by_solid(&l->candidates[k], c);
    if (!is_known) l->count++;

    return PD_OK;
}

/* Learns with the weights in `out` as the start and all memory in l. */
static pd_status learn_rounds(double out[PD_RIG_PENALTIES], learning *l)
{
    const pd_factory_rig_penalties_options *options = l->options;

    /* Make the solids, each with the candidates near its true skeleton. */
    for (int i = 0; i < l->examples; i++) {
        pd_status status = pd_factory_rig_solid_make(&l->solids[i], options, i, false, l->err);
        if (status == PD_OK) status = gather_penalties(l, out, i, NEAREST);
        pd_progress_report(&options->progress, "solids", i + 1, l->examples);
        if (status != PD_OK) return status;
    }

    /* In each round candidates that the weights so far prefer are added,
     * and the weights descend on all of them. */
    for (int round = 0; round < options->rounds; round++) {
        for (int i = 0; i < PULLS * l->examples; i++) {
            const pd_status status = gather_penalties(l, out, i / PULLS, pulls[i % PULLS]);
            if (status != PD_OK) return status;
        }

        qsort(l->candidates, (size_t)l->count, sizeof *l->candidates, by_solid);
        penalties_descend(out, l->candidates, l->count, options);
        pd_progress_report(&options->progress, "rounds", round + 1, options->rounds);
    }

    return PD_OK;
}

pd_status pd_factory_rig_penalties_learn(double out[PD_RIG_PENALTIES],
                                         const pd_factory_rig_penalties_options *options, pd_error *err)
{
    const int examples = options->people + PD_RIG_PLANS * options->creatures;
    const size_t room = (size_t)examples * (1 + PULLS * (size_t)options->rounds);
    learning l = {.options = options,
                  .examples = examples,
                  .solids = calloc((size_t)examples, sizeof *l.solids),
                  .candidates = calloc(room, sizeof *l.candidates),
                  .err = err};
    pd_status status = PD_OK;

    /* The weights begin as they are now in the program. */
    memcpy(out, begin_of(options), sizeof pd_rig_penalty_weights);
    if (options->people && !options->template_count)
        status = pd_fail(err, PD_ERR_INVALID, "people",
                         "no model to make people of; at least one template expected");
    else if (!l.solids || !l.candidates)
        status = pd_fail(err, PD_ERR_MEMORY, "", "out of memory for %d solids", examples);
    if (status == PD_OK) status = learn_rounds(out, &l);
    PD_ASSERT((size_t)l.count <= room);

    for (int i = 0; l.solids && i < examples; i++) pd_factory_rig_solid_deinit(&l.solids[i]);
    free(l.solids);
    free(l.candidates);

    return status;
}

/* ---- measuring ---- */

pd_status pd_factory_rig_penalties_measure(pd_factory_rig_penalties_figures figures[2][PD_RIG_PLANS],
                                           const double weights[PD_RIG_PENALTIES],
                                           const pd_factory_rig_penalties_options *options, pd_error *err)
{
    const int examples = options->people + PD_RIG_PLANS * options->creatures;
    pd_status status = PD_OK;

    memset(figures, 0, 2 * sizeof *figures);

    /* Each example by its kind: how often the embedding is wrong, and how far joints are off the truth. */
    for (int i = 0; status == PD_OK && i < examples; i++) {
        pd_factory_rig_solid solid;
        pd_rig_embedding e;
        status = pd_factory_rig_solid_make(&solid, options, i, true, err);
        if (status != PD_OK) break;
        pd_factory_rig_penalties_figures *f = &figures[i >= options->people][solid.plan - pd_rig_plans];
        status = embed(&e, &solid, weights, 0, err);
        if (status == PD_OK) {
            double sum = 0, worst = 0;
            int known = 0;
            f->count++;
            f->wrong += e.wrong;
            pd_rig_refine(&e, solid.plan, &solid.graph);

            /* Tips are no joints that anything turns about. */
            for (int k = 0; k < solid.plan->count; k++) {
                const double *truth = solid.truth.at[k];
                const double *at = e.joints[k];
                double square = 0;
                if (!isfinite(truth[0]) || !e.is_there[k] || solid.plan->rows[k].flags & PD_RIG_TIP) continue;
                for (int c = 0; c < 3; c++) square += (at[c] - truth[c]) * (at[c] - truth[c]);
                const double off = sqrt(square) / solid.size;
                sum += off;
                worst = fmax(worst, off);
                known++;
            }

            f->mean += known ? sum / known : 0;
            f->worst += worst;
        }

        /* A solid that cannot be embedded is counted, not an error. */
        if (status == PD_ERR_INVALID) {
            f->refused++;
            status = PD_OK;
        }

        pd_factory_rig_solid_deinit(&solid);
        pd_progress_report(&options->progress, "solids", i + 1, examples);
    }

    /* Average over the embedded solids. */
    for (int k = 0; k < 2 * PD_RIG_PLANS; k++) {
        pd_factory_rig_penalties_figures *f = &figures[0][0] + k;
        if (f->count) {
            f->mean /= f->count;
            f->worst /= f->count;
            f->wrong /= f->count;
        }
    }

    return status;
}
