/* @long: takes over five seconds under ASan. */
/* Each stage of rigging by itself against what came out before: meshes repaired, solids, graphs of spheres, skeletons laid into them, ways to stand, single
 * steps of the template's fit, maps of the learned start, weights by every method, edges of the network, fingers. That they are right is for
 * tests/unit/core/rig; a search that finds its way in spite of a wrong line is seen here.
 *
 * tests/golden/steps/rig.txt: POSED_GOLDEN=write makes it anew, which a change of a stage asks for. */
#include "tests/support/fixture.h"
#include "tests/support/golden_lines.h"

#include "core/base/rng.h"
#include "core/rig/embed.h"
#include "core/rig/lay.h"
#include "core/rig/rig.h"
#include "core/rig/skin/net.h"
#include "core/rig/skin/pairs.h"
#include "core/rig/start.h"
#include "core/rig/way.h"
#include "tests/support/capsules.h"
#include "tests/support/rig_person.h"

#define TOLERANCE        1e-7
#define SOLVED_TOLERANCE 3e-5 /* where equations are solved, whose kernels round differently */

static const double as_it_is[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
static const double turned[9] = {0, 1, 0, 0, 0, 1, 1, 0, 0};

static double weighted(const double *values, size_t count)
{
    const double sum = golden_weighted_doubles(values, count);
    return count > 300 ? 100 * sum / (double)count : sum; /* so that one of many shows */
}

static double floats(const float *values, size_t count)
{
    const double sum = golden_weighted(values, count);
    return count > 300 ? 100 * sum / (double)count : sum;
}

static double ints(const int *values, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += values[i] * (1 + (double)(i % 97) / 97);
    return count > 300 ? 100 * sum / (double)count : sum; /* so that one of many shows */
}

/* ---- meshes: a body of capsules, the same with triangles turned, left out, doubled, without extent, and with vertices twice */

static void add_mesh(golden_lines *g, const char *name, const pd_rig_mesh *m)
{
    const size_t v = (size_t)m->vertex_count;
    double faces = 0;
    for (int i = 0; i < 3 * m->face_count; i++) faces += m->faces[i] * (1 + i % 97 / 97.0);
    golden_lines_add(g, name,
                     (double[]){m->vertex_count, m->face_count, m->source_count, weighted(m->points, 3 * v),
                                weighted(m->normals, 3 * v), weighted(m->areas, v), faces / m->face_count,
                                ints(m->welded, (size_t)m->source_count), ints(m->islands, v),
                                m->island_count, m->area, weighted(m->upright, 12), m->height,
                                m->dropped_faces, m->turned_faces, m->turned_islands, m->merged_vertices,
                                m->border_edges},
                     18, TOLERANCE);
}

static void spoil(capsules *c)
{
    for (int f = 0; f < c->face_count; f += 23) {
        uint32_t *t = c->faces + 3 * f, was = t[0];
        t[0] = t[1], t[1] = was;
    }
    for (int f = 5; f < c->face_count; f += 61) c->faces[3 * f + 2] = c->faces[3 * f];
    for (int f = 7; f + 1 < c->face_count; f += 83) memcpy(c->faces + 3 * f, c->faces + 3 * f + 3, 12);
    for (int i = 3; i < 3 * c->vertex_count;
         i += 41 * 3) /* one moved onto the one before, one a little off */
        memcpy(c->vertices + i, c->vertices + i - 3, 12), c->vertices[i] += i % 2 ? 1e-7F : 0;
}

static void meshes(golden_lines *g)
{
    for (int k = 0; k < 2; k++) {
        capsules c = capsules_animal(&pd_rig_plans[k], 1.1, 0.9, 0.05, -1);
        pd_rig_mesh m;
        for (int bad = 0; bad < 2; bad++) {
            if (bad) spoil(&c);
            if (bad) /* the second half stands inside out */
                for (int f = c.face_count / 2; f < c.face_count; f++) {
                    uint32_t *t = c.faces + 3 * f, was = t[1];
                    t[1] = t[2], t[2] = was;
                }
            assert_int_equal(
                pd_rig_mesh_init(&m, c.vertices, c.vertex_count, c.faces, c.face_count, as_it_is, NULL),
                PD_OK);
            add_mesh(g, bad ? "mended" : "mesh", &m);
            assert_int_equal(pd_rig_mesh_turn(&m, turned, NULL), PD_OK);
            add_mesh(g, "turned", &m);
            pd_rig_mesh_deinit(&m);
        }
        capsules_free(&c);
    }
}

/* ---- solids and skeletons in them */

static void add_volume(golden_lines *g, const pd_rig_volume *v, pd_rng *rng)
{
    const size_t cells = (size_t)v->size[0] * (size_t)v->size[1] * (size_t)v->size[2];
    double at[40], along[40], middle[3];
    for (int i = 0; i < 40; i++) {
        double p[3], q[3];
        for (int c = 0; c < 3; c++) {
            p[c] = v->low[c] + v->cell * v->size[c] * pd_rng_between(rng, 0.2, 0.8);
            q[c] = p[c] + pd_rng_between(rng, -0.1, 0.1);
        }
        at[i] = pd_rig_volume_at(v, p), along[i] = pd_rig_volume_along(v, p, q);
    }
    pd_rig_volume_middle(middle, v, 3, 5, 8);
    golden_lines_add(g, "volume",
                     (double[]){v->size[0], v->size[1], v->size[2], weighted(v->low, 3), v->cell,
                                1e3 * floats(v->distance, cells), 1e3 * weighted(at, 40),
                                1e3 * weighted(along, 40), weighted(middle, 3)},
                     9, TOLERANCE);
}

static void add_graph(golden_lines *g, const pd_rig_graph *graph)
{
    const size_t n = (size_t)graph->count;
    double next = 0, lengths = 0;
    for (size_t i = 0; i < n * n; i++) {
        next += graph->next[i] * (1 + i % 97 / 97.0) / (double)(n * n);
        if (isfinite(graph->lengths[i]))
            lengths += (double)graph->lengths[i] * (1 + i % 97 / 97.0) / (double)(n * n);
    }
    golden_lines_add(g, "graph",
                     (double[]){graph->count, graph->medial_count, graph->end_count,
                                weighted(*graph->centres, 3 * n), weighted(graph->radii, n), lengths, next,
                                weighted(*graph->medial, 3 * (size_t)graph->medial_count),
                                ints(graph->ends, (size_t)graph->end_count),
                                weighted(graph->novelty, (size_t)graph->end_count)},
                     10, TOLERANCE);
}

static void add_embedding(golden_lines *g, const char *name, const pd_rig_embedding *e,
                          const pd_rig_plan *plan)
{
    int there = 0, reduced = 0;
    for (int k = 0; k < plan->count; k++) there += e->is_there[k] << k % 16;
    for (int k = 0; k < PD_RIG_REDUCED; k++) reduced += (k + 1) * e->spheres[k];
    golden_lines_add(g, name,
                     (double[]){e->cost, e->missing, e->wrong, there, reduced,
                                weighted(*e->joints, 3 * (size_t)plan->count),
                                weighted(e->row_cost, (size_t)plan->count)},
                     7, TOLERANCE);
    golden_lines_add(g, "penalties", e->penalties, PD_RIG_PENALTIES, TOLERANCE);
}

static void add_reduced(golden_lines *g, const pd_rig_plan *plan)
{
    pd_rig_reduced reduced[PD_RIG_REDUCED];
    int count = pd_rig_plan_reduce(reduced, plan);
    for (int k = 0; k < count; k++) {
        const pd_rig_reduced *r = &reduced[k];
        golden_lines_add(g, "reduced",
                         (double[]){r->row, r->parent, r->mirror, r->is_tip, r->length,
                                    weighted(r->direction, 3), ints(r->chain, (size_t)r->chain_count),
                                    weighted(r->shares, (size_t)r->chain_count)},
                         8, TOLERANCE);
    }
}

static void skeletons(golden_lines *g)
{
    static const double shapes[PD_RIG_PLANS][2] = {{1, 1}, {0.8, 1.15}, {1.2, 0.9}, {1, 1.2}};
    for (int p = 0; p < PD_RIG_PLANS; p++) {
        const pd_rig_plan *plan = &pd_rig_plans[p];
        capsules body =
            capsules_animal(plan, shapes[p][0], shapes[p][1], 0.05, p == 1 ? plan->count - 1 : -1);
        pd_rig_mesh mesh;
        pd_rig_volume volume;
        pd_rig_graph graph;
        pd_rng rng;
        pd_rng_init(&rng, (uint64_t)p);
        assert_int_equal(pd_rig_mesh_init(&mesh, body.vertices, body.vertex_count, body.faces,
                                          body.face_count, as_it_is, NULL),
                         PD_OK);
        assert_int_equal(pd_rig_volume_init(&volume, &mesh, NULL), PD_OK);
        assert_int_equal(pd_rig_graph_init(&graph, &volume, NULL), PD_OK);
        add_reduced(g, plan);
        add_volume(g, &volume, &rng);
        add_graph(g, &graph);

        pd_rig_embed_truth truth = {.pull = 0.5};
        for (int k = 0; k < plan->count; k++)
            for (int c = 0; c < 3; c++)
                truth.at[k][c] =
                    k % 7 == 6 ? NAN : (body.joints[k][c] + mesh.upright[4 * c + 3]) / mesh.height + 0.02;
        for (int how = 0; how < 4; how++) {
            pd_rig_embedding e;
            truth.pull = how == 3 ? -0.3 : 0.5;
            const pd_rig_embed_job job = {.plan = how == 1 ? &pd_rig_plans[(p + 1) % PD_RIG_PLANS] : plan,
                                          .graph = &graph,
                                          .turn = how == 2 ? (const double[9]){-1, 0, 0, 0, 1, 0, 0, 0, -1}
                                                           : as_it_is,
                                          .truth = how == 3 ? &truth : NULL};
            const pd_status status = pd_rig_embed(&e, &job, NULL);
            golden_lines_add(g, "laid", (double[]){status}, 1, 0);
            if (status != PD_OK) continue;
            add_embedding(g, "embedding", &e, job.plan);
            pd_rig_refine(&e, job.plan, &graph);
            add_embedding(g, "refined", &e, job.plan);
        }

        pd_rig_cloud cloud;
        assert_int_equal(pd_rig_cloud_init(&cloud, &mesh, NULL), PD_OK);
        golden_lines_add(g, "cloud",
                         (double[]){cloud.count, weighted(*cloud.points, 3 * (size_t)cloud.count),
                                    weighted(*cloud.normals, 3 * (size_t)cloud.count)},
                         3, TOLERANCE);
        for (int up = PD_RIG_Y; up < PD_RIG_AXES; up += 2) {
            double turns[PD_RIG_WAYS][9], one[9] = {0};
            int count = pd_rig_ways(turns, (pd_rig_axis)up, &mesh, &cloud);
            bool found = pd_rig_way_of(one, (pd_rig_axis)up, (const double[3]){0.3, -0.2, 0.9});
            golden_lines_add(g, "ways",
                             (double[]){count, weighted(*turns, 9 * (size_t)count), found, weighted(one, 9)},
                             4, SOLVED_TOLERANCE);
        }
        pd_rig_cloud_deinit(&cloud);
        pd_rig_graph_deinit(&graph), pd_rig_volume_deinit(&volume), pd_rig_mesh_deinit(&mesh);
        capsules_free(&body);
    }
}

/* ---- the template: how it stands, single steps of its fit, maps */

static void draw_shape(pd_rig_shape *shape, pd_rng *rng, double much)
{
    for (int k = 0; k < PD_RIG_JOINTS; k++) {
        const pd_vec3 r = {much * pd_rng_normal(rng), much * pd_rng_normal(rng), much * pd_rng_normal(rng)};
        shape->rotations[k] = pd_q_from_rotvec(r);
        shape->lengths[k] = 0.3 * much * pd_rng_normal(rng),
        shape->girths[k] = 0.3 * much * pd_rng_normal(rng);
    }
    shape->root = pd_vec3_make(0.01, 0.52, -0.01);
}

static void add_shape(golden_lines *g, const char *name, const pd_rig_shape *shape, double tolerance)
{
    double turns[3 * PD_RIG_JOINTS];
    pd_rig_stance stance;
    for (int k = 0; k < PD_RIG_JOINTS; k++) {
        const pd_vec3 r = pd_q_to_rotvec(shape->rotations[k]);
        turns[3 * k] = r.x, turns[3 * k + 1] = r.y, turns[3 * k + 2] = r.z;
    }
    pd_rig_stance_of(&stance, &rig_template, shape);
    golden_lines_add(g, name,
                     (double[]){weighted(turns, 3 * PD_RIG_JOINTS), weighted(shape->lengths, PD_RIG_JOINTS),
                                weighted(shape->girths, PD_RIG_JOINTS),
                                shape->root.x + 2 * shape->root.y + 3 * shape->root.z,
                                weighted(*stance.at, 3 * PD_RIG_JOINTS),
                                weighted(*stance.turn, 9 * PD_RIG_JOINTS),
                                weighted(*stance.part, 9 * PD_RIG_JOINTS)},
                     7, tolerance);
}

static void add_quality(golden_lines *g, const pd_rig_fit_quality *q)
{
    golden_lines_add(g, "quality",
                     (double[]){q->residual, q->to_mesh, q->to_template, q->score, q->coverage,
                                weighted(q->part_residual, PD_RIG_JOINTS),
                                weighted(q->part_coverage, PD_RIG_JOINTS)},
                     7, SOLVED_TOLERANCE);
}

static void add_maps(golden_lines *g, const pd_rig_cloud *cloud)
{
    static float maps[PD_RIG_MAP_NUMBERS];
    pd_rig_start *start;
    double joints[PD_RIG_JOINTS][3];
    pd_rig_shape shape;
    for (int k = 0; k < 3; k++) {
        pd_rig_frame frame = pd_rig_frame_of(0.7 + 0.1 * k, 0.02 * k);
        pd_rig_maps(maps, &frame, (const double(*)[3])cloud->points, cloud->count);
        golden_lines_add(g, "maps",
                         (double[]){frame.scale, frame.middle, frame.depth, floats(maps, PD_RIG_MAP_NUMBERS)},
                         4, TOLERANCE);
    }
    assert_int_equal(pd_rig_start_load(&start, "models/rig-start.safetensors", NULL), PD_OK);
    pd_rig_start_joints(joints, start, (const double(*)[3])cloud->points, cloud->count, maps);
    golden_lines_add(g, "start", *joints, 3 * PD_RIG_JOINTS, SOLVED_TOLERANCE);
    pd_rig_start_shape(&shape, &rig_template, (const double(*)[3])joints);
    add_shape(g, "begins", &shape, SOLVED_TOLERANCE);
    pd_rig_start_release(start);
}

static void template_steps(golden_lines *g)
{
    rig_person p = rig_person_make(0.7, 1.5F);
    pd_rig_mesh mesh;
    pd_rig_cloud cloud;
    pd_rng rng;
    pd_rng_init(&rng, 3);
    assert_int_equal(
        pd_rig_mesh_init(&mesh, p.vertices, p.vertex_count, p.faces, p.face_count, as_it_is, NULL), PD_OK);
    assert_int_equal(pd_rig_cloud_init(&cloud, &mesh, NULL), PD_OK);
    golden_lines_add(g, "template",
                     (double[]){rig_template.vertex_count, rig_template.sample_count,
                                weighted(*rig_template.joints, 3 * PD_RIG_JOINTS),
                                weighted(*rig_template.axes, 3 * PD_RIG_JOINTS),
                                weighted(*rig_template.offsets, 3 * PD_RIG_JOINTS),
                                weighted(*rig_template.vertices, 3 * (size_t)rig_template.vertex_count),
                                weighted(*rig_template.normals, 3 * (size_t)rig_template.vertex_count),
                                weighted(*rig_template.weights, 4 * (size_t)rig_template.vertex_count),
                                ints(*rig_template.influences, 4 * (size_t)rig_template.vertex_count),
                                ints(rig_template.sample, (size_t)rig_template.sample_count),
                                rig_template.height, rig_template.lowest, rig_template.chin,
                                rig_template.crotch},
                     14, TOLERANCE);
    add_maps(g, &cloud);

    static const pd_rig_anchor anchors[] = {{PD_RIG_L_WRIST, -1, {0.3, 0.7, 0.02}, {4, 2, 1}},
                                            {-1, 100, {0.05, 0.9, 0.05}, {1, 3, 1}}};
    for (int k = 0; k < 6; k++) {
        pd_rig_shape shape;
        double point[3], normal[3], sum[6] = {0};
        pd_rig_stance stance;
        pd_rig_fit_quality quality;
        draw_shape(&shape, &rng, 0.06 + 0.05 * k);
        add_shape(g, "stands", &shape, TOLERANCE);
        pd_rig_stance_of(&stance, &rig_template, &shape);
        for (int v = 0; v < rig_template.vertex_count; v += 53) {
            pd_rig_template_point(point, normal, &rig_template, &stance, v);
            for (int c = 0; c < 3; c++)
                sum[c] += (1 + v % 7) * point[c], sum[3 + c] += (1 + v % 5) * normal[c];
        }
        golden_lines_add(g, "points", sum, 6, TOLERANCE);

        pd_rig_fit_job job = {.shape = &shape,
                              .template = &rig_template,
                              .cloud = &cloud,
                              .anchors = anchors,
                              .anchor_count = k % 3,
                              .steps = 1 + k / 2,
                              .is_quick = k % 2 == 0,
                              .first_scale = k == 4 ? 0.2 : 0,
                              .last_scale = k == 4 ? 0.05 : 0};
        assert_int_equal(pd_rig_fit_run(&job, NULL), PD_OK);
        add_shape(g, "fitted", &shape, SOLVED_TOLERANCE);
        assert_int_equal(pd_rig_fit_measure(&quality, &job, NULL), PD_OK);
        add_quality(g, &quality);
    }
    pd_rig_cloud_deinit(&cloud), pd_rig_mesh_deinit(&mesh);
    rig_person_free(&p);
}

/* ---- weights */

static void add_weights(golden_lines *g, const char *name, const pd_rig_weights *w, int count)
{
    double values = 0, bones = 0;
    for (int i = 0; i < count; i++)
        for (int s = 0; s < 4; s++) {
            values += (double)w->values[i][s] * (1 + s) * (1 + i % 97 / 97.0) / count;
            bones += (double)w->values[i][s] * w->bones[i][s] * (1 + i % 89 / 89.0) / count;
        }
    golden_lines_add(g, name, (double[]){values, bones, w->unheated}, 3, SOLVED_TOLERANCE);
}

/* Bones of an animal, each allowed where it is and next to it. */
static void animal_weights(golden_lines *g)
{
    static pd_rig_segment bones[PD_RIG_BONES_MOST];
    const pd_rig_plan *plan = &pd_rig_plans[PD_RIG_QUADRUPED];
    capsules body = capsules_animal(plan, 1.1, 0.9, 0.05, -1);
    pd_rig_mesh mesh;
    assert_int_equal(pd_rig_mesh_init(&mesh, body.vertices, body.vertex_count, body.faces, body.face_count,
                                      as_it_is, NULL),
                     PD_OK);
    uint64_t *allowed = calloc((size_t)mesh.vertex_count, sizeof *allowed);
    assert_non_null(allowed);
    int count = 0;
    for (int k = 1; k < plan->count; k++, count++)
        for (int c = 0; c < 3; c++) {
            const int from = plan->rows[k].parent;
            bones[count].from[c] = (body.joints[from][c] + mesh.upright[4 * c + 3]) / mesh.height;
            bones[count].to[c] =
                k % 5 ? (body.joints[k][c] + mesh.upright[4 * c + 3]) / mesh.height : bones[count].from[c];
        }
    for (int i = 0; i < mesh.vertex_count; i++)
        for (int b = 0; b < count; b++) {
            double at[3];
            double d2 = pd_rig_segment_nearest(at, mesh.points + 3 * i, &bones[b]);
            if (d2 < 0.04) allowed[i] |= (uint64_t)1 << b;
        }
    for (int m = 0; m < PD_RIG_METHODS; m++) {
        pd_rig_weights weights;
        const pd_rig_weights_job job = {.mesh = &mesh,
                                        .bones = bones,
                                        .bone_count = count,
                                        .allowed = allowed,
                                        .method = (pd_rig_method)m};
        if (!pd_rig_method_takes((pd_rig_method)m, PD_RIG_QUADRUPED)) continue;
        assert_int_equal(pd_rig_weights_run(&weights, &job, NULL), PD_OK);
        add_weights(g, pd_rig_method_names[m], &weights, mesh.vertex_count);
        pd_rig_weights_deinit(&weights);
    }
    free(allowed);
    pd_rig_mesh_deinit(&mesh), capsules_free(&body);
}

static void add_edges(golden_lines *g, const pd_rig_pairs *pairs, const pd_rig_mesh *mesh)
{
    double columns[PD_RIG_PAIR_NUMBERS] = {0}, order = 0;
    for (int i = 0; i < mesh->vertex_count; i += 3) {
        uint8_t bones[PD_RIG_PAIR_BONES];
        float x[PD_RIG_PAIR_BONES * PD_RIG_PAIR_NUMBERS];
        pd_rig_pairs_of(bones, x, pairs, i);
        for (int k = 0; k < PD_RIG_PAIR_BONES; k++) {
            order += bones[k] * (1 + (i + k) % 97 / 97.0) / mesh->vertex_count;
            for (int n = 0; n < PD_RIG_PAIR_NUMBERS; n++)
                columns[n] += (double)x[k * PD_RIG_PAIR_NUMBERS + n] * (1 + k) * (1 + i % 97 / 97.0) /
                              mesh->vertex_count;
        }
    }
    golden_lines_add(g, "order", &order, 1, SOLVED_TOLERANCE);
    golden_lines_add(g, "edges", columns, PD_RIG_PAIR_NUMBERS, SOLVED_TOLERANCE);
    golden_lines_add(g, "held",
                     (double[]){weighted(pairs->radius, PD_RIG_JOINTS), weighted(pairs->held, PD_RIG_JOINTS),
                                pairs->area, floats(pairs->away, (size_t)mesh->vertex_count),
                                floats(pairs->heat, PD_RIG_JOINTS * (size_t)mesh->vertex_count)},
                     5, SOLVED_TOLERANCE);
}

/* A person whose template fits nearly. */
static void person_weights(golden_lines *g)
{
    rig_person p = rig_person_make(0.5, -1);
    pd_rig_job job = rig_person_job(&p);
    pd_rig_result rig;
    pd_rig_weighing weighing;
    pd_rig_pairs pairs;
    pd_rig_net *net;
    int unheated;
    job.up = PD_RIG_Y, job.facing = PD_RIG_Z, job.no_fingers = true;
    assert_int_equal(pd_rig_run(&rig, &job, NULL), PD_OK);
    assert_int_equal(pd_rig_weighing_init(&weighing, &rig, &job, NULL, NULL), PD_OK);
    float *dense = malloc((size_t)rig.mesh.vertex_count * PD_RIG_JOINTS * sizeof *dense);
    assert_non_null(dense);
    assert_int_equal(pd_rig_pairs_init(&pairs, dense, &weighing.job, &unheated, NULL), PD_OK);
    golden_lines_add(g, "by_template",
                     (double[]){unheated, floats(dense, PD_RIG_JOINTS * (size_t)rig.mesh.vertex_count)}, 2,
                     SOLVED_TOLERANCE);
    add_edges(g, &pairs, &rig.mesh);
    assert_int_equal(pd_rig_net_load(&net, "models/rig-weights.safetensors", NULL), PD_OK);
    assert_int_equal(pd_rig_net_run(dense, net, &pairs, NULL, NULL), PD_OK);
    golden_lines_add(g, "by_net", (double[]){floats(dense, PD_RIG_JOINTS * (size_t)rig.mesh.vertex_count)}, 1,
                     SOLVED_TOLERANCE);
    free(dense);
    pd_rig_net_release(net);
    pd_rig_pairs_deinit(&pairs), pd_rig_weighing_deinit(&weighing), pd_rig_deinit(&rig);
    rig_person_free(&p);
}

/* ---- fingers of the shipped person, one of whose hands is a mitten: its fingertips are drawn together */

static void fingers(golden_lines *g)
{
    pd_smpl_model *person;
    float rotations[PD_SMPL_MAX_JOINTS][9] = {{0}}, joints[PD_SMPL_MAX_JOINTS][3];
    pd_arena scratch;
    assert_int_equal(pd_smpl_model_load(&person, "models/person.safetensors", NULL), PD_OK);
    float *vertices = malloc(3 * (size_t)person->vertex_count * sizeof *vertices);
    assert_non_null(vertices);
    for (int k = 0; k < person->joint_count; k++) rotations[k][0] = rotations[k][4] = rotations[k][8] = 1;
    const float betas[2] = {1, -1};
    const pd_smpl_body body = {.betas = betas,
                               .beta_count = 2,
                               .rotations = rotations[0],
                               .vertices = vertices,
                               .joints = joints[0]};
    const pd_smpl_job pose = {.bodies = &body, .body_count = 1};
    assert_true(pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&pose, person)));
    pd_smpl_job_run(&pose, person, &scratch, &pd_fixture_shuffled);
    for (int v = 0; v < person->vertex_count; v++) /* thinner fingers on the right */
        if (vertices[3 * v] < joints[PD_RIG_R_WRIST][0] - 0.09F)
            vertices[3 * v + 1] =
                joints[PD_RIG_R_WRIST][1] + 0.9F * (vertices[3 * v + 1] - joints[PD_RIG_R_WRIST][1]);

    const pd_rig_job job = {.vertices = vertices,
                            .faces = person->data.faces,
                            .vertex_count = person->vertex_count,
                            .face_count = person->face_count,
                            .template = &rig_template,
                            .up = PD_RIG_Y,
                            .facing = PD_RIG_Z};
    pd_rig_result rig;
    assert_int_equal(pd_rig_run(&rig, &job, NULL), PD_OK);
    for (int b = 0; b < rig.bone_count; b++)
        golden_lines_add(g, rig.bones[b].name,
                         (double[]){rig.bones[b].parent, rig.bones[b].at[0], rig.bones[b].at[1],
                                    rig.bones[b].at[2], rig.bones[b].confidence},
                         5, SOLVED_TOLERANCE);
    for (int h = 0; h < 2; h++)
        golden_lines_add(
            g, "hand", (double[]){rig.hands[h].joints, rig.hands[h].fingers, rig.hands[h].why != NULL}, 3, 0);
    add_weights(g, "with_fingers", &rig.weights, rig.mesh.vertex_count);
    pd_rig_deinit(&rig);
    pd_arena_deinit(&scratch);
    pd_smpl_model_release(person);
    free(vertices);
}

static void stages_are_what_they_were(void **state)
{
    golden_lines g;
    (void)state;
    golden_lines_begin(&g, "tests/golden/steps/rig.txt");
    meshes(&g);
    skeletons(&g);
    template_steps(&g);
    animal_weights(&g);
    person_weights(&g);
    fingers(&g);
    golden_lines_end(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(stages_are_what_they_were)};
    return cmocka_run_group_tests(tests, rig_setup, rig_teardown);
}
