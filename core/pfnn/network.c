#include "core/pfnn/network.h"

#include "core/base/assert.h"
#include "core/io/tensor/array.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int pd_pfnn_x_dim(int sample_count, int gait_count, int joint_count)
{
    return (4 + gait_count + 3) * sample_count + 6 * joint_count;
}

int pd_pfnn_y_dim(int sample_count, int joint_count)
{
    return 8 + 4 * (sample_count / 2) + 9 * joint_count;
}

static pd_status check_dim(const char *name, int dim, pd_error *err)
{
    if (dim >= 1 && dim <= PD_PFNN_MAX_DIM) return PD_OK;
    return pd_fail(err, PD_ERR_RANGE, name, "%d; 1 to %d allowed", dim, PD_PFNN_MAX_DIM);
}

static pd_status check_dims(int x, int h, int y, int controls, pd_error *err)
{
    pd_status s = check_dim("x_dim", x, err);

    if (!s) s = check_dim("h_dim", h, err);
    if (!s) s = check_dim("y_dim", y, err);
    if (s) return s;
    long count = (long)h * x + (long)h * h + (long)y * h;
    long most = (long)PD_PFNN_MAX_WEIGHTS * PD_PFNN_CONTROLS / controls;
    if (count > most)
        return pd_fail(err, PD_ERR_LIMIT, "W", "%ld weights per control point; at most %ld allowed", count,
                       most);

    return PD_OK;
}

static float *floats(size_t count, float value)
{
    float *values = calloc(count, sizeof *values);
    for (size_t i = 0; values && value != 0 && i < count; i++) values[i] = value;
    return values;
}

static bool take_layer(pd_pfnn_layer *layer, int controls, int in, int out)
{
    PD_ASSERT(controls >= 2 && in >= 1 && out >= 1);
    size_t rows = (size_t)controls * (size_t)out;
    *layer = (pd_pfnn_layer){
        .in = in, .out = out, .weights = floats(rows * (size_t)in, 0), .bias = floats(rows, 0)};
    return layer->weights && layer->bias;
}

/* Allocates the arrays of a network. Without a gate (NULL) it is phase-functioned. */
static pd_status init_network(pd_pfnn_network *network, int x_dim, int h_dim, int y_dim,
                              const pd_pfnn_gate *gate, pd_error *err)
{
    const int controls = gate ? gate->experts : PD_PFNN_CONTROLS;

    *network = (pd_pfnn_network){0};
    pd_status s = check_dims(x_dim, h_dim, y_dim, controls, err);
    if (s) return s;

    /* Layers, gate and statistics. A standard deviation of 1 is a valid start. */
    network->x_dim = x_dim;
    network->h_dim = h_dim;
    network->y_dim = y_dim;
    network->controls = controls;
    int good = take_layer(&network->layers[0], controls, x_dim, h_dim);
    good &= take_layer(&network->layers[1], controls, h_dim, h_dim);
    good &= take_layer(&network->layers[2], controls, h_dim, y_dim);
    if (gate) {
        network->gate = *gate;
        good &= (network->gate.values = floats(pd_pfnn_gate_count(gate), 0)) != NULL;
    }

    good &= (network->x_mean = floats((size_t)x_dim, 0)) != NULL;
    good &= (network->x_std = floats((size_t)x_dim, 1)) != NULL;
    good &= (network->y_mean = floats((size_t)y_dim, 0)) != NULL;
    good &= (network->y_std = floats((size_t)y_dim, 1)) != NULL;
    if (good) return PD_OK;
    pd_pfnn_network_deinit(network);

    return pd_fail(err, PD_ERR_MEMORY, "network", "out of memory for %d x %d x %d", x_dim, h_dim, y_dim);
}

pd_status pd_pfnn_network_init(pd_pfnn_network *network, int x_dim, int h_dim, int y_dim, pd_error *err)
{
    return init_network(network, x_dim, h_dim, y_dim, NULL, err);
}

pd_status pd_pfnn_network_init_gated(pd_pfnn_network *network, int x_dim, int h_dim, int y_dim,
                                     const pd_pfnn_gate *gate, pd_error *err)
{
    *network = (pd_pfnn_network){0};
    pd_status s = pd_pfnn_gate_check_sizes(gate, x_dim, err);
    return s ? s : init_network(network, x_dim, h_dim, y_dim, gate, err);
}

void pd_pfnn_network_deinit(pd_pfnn_network *network)
{
    for (int l = 0; l < PD_PFNN_LAYERS; l++) {
        free(network->layers[l].weights);
        free(network->layers[l].bias);
    }

    free(network->x_mean);
    free(network->x_std);
    free(network->y_mean);
    free(network->y_std);
    free(network->parents);
    free(network->joint_names);
    free(network->gait_names);
    free(network->joint_weights);
    free(network->offsets);
    free(network->gate.values);
    free(network->style_names);
    free(network->style_default);
    free(network->style_run);
    free(network->style_seconds);
    pd_model_text_free(&network->text);
    *network = (pd_pfnn_network){0};
}

pd_status pd_pfnn_network_describe(pd_pfnn_network *network, int joint_count, const pd_model_name *names,
                                   const int *parents, pd_error *err)
{
    static const pd_model_name gaits[6] = {"stand", "walk", "jog", "crouch", "jump", "bump"};
    size_t joints = joint_count > 0 ? (size_t)joint_count : 0;

    if (!joints || joint_count > PD_PFNN_MAX_JOINTS)
        return pd_fail(err, PD_ERR_RANGE, "joints", "%d; 1 to %d allowed", joint_count, PD_PFNN_MAX_JOINTS);

    /* Allocate anew. The count stays 0 until all of it is there. */
    free(network->joint_names);
    free(network->gait_names);
    free(network->parents);
    network->joint_names = malloc(joints * PD_MODEL_NAME_BYTES);
    network->gait_names = malloc(sizeof gaits);
    network->parents = malloc(joints * sizeof *parents);
    network->joint_count = 0;
    if (!network->joint_names || !network->gait_names || !network->parents)
        return pd_fail(err, PD_ERR_MEMORY, "joints", "out of memory for %d", joint_count);

    /* Copy, with the layout of the original network. */
    memcpy(network->joint_names, names, joints * PD_MODEL_NAME_BYTES);
    memcpy(network->gait_names, gaits, sizeof gaits);
    memcpy(network->parents, parents, joints * sizeof *parents);
    network->joint_count = joint_count;
    network->sample_count = 12;
    network->sample_step = 10;
    network->gait_count = 6;
    network->frame_rate = 60;

    return PD_OK;
}

pd_status pd_pfnn_network_set_styles(pd_pfnn_network *network, int count, const pd_model_name *names,
                                     const float *seconds, pd_error *err)
{
    size_t n = count > 0 ? (size_t)count : 0;

    if (count < 0 || count > PD_PFNN_MAX_STYLES)
        return pd_fail(err, PD_ERR_RANGE, "styles", "%d; 0 to %d allowed", count, PD_PFNN_MAX_STYLES);

    free(network->style_names);
    free(network->style_default);
    free(network->style_run);
    free(network->style_seconds);
    network->style_names = NULL;
    network->style_default = network->style_run = network->style_seconds = NULL;
    network->style_count = 0;
    if (!n) return PD_OK;

    network->style_names = malloc(n * PD_MODEL_NAME_BYTES);
    network->style_default = floats(2 * n, 0);
    network->style_run = floats(n, 0);
    network->style_seconds = floats(2 * n, 1e6f);
    if (!network->style_names || !network->style_default || !network->style_run || !network->style_seconds)
        return pd_fail(err, PD_ERR_MEMORY, "styles", "out of memory for %d", count);

    memcpy(network->style_names, names, n * PD_MODEL_NAME_BYTES);
    if (seconds) memcpy(network->style_seconds, seconds, 2 * n * sizeof *seconds);
    network->style_count = count;

    return PD_OK;
}

/* ---- half precision */

static size_t weight_count(const pd_pfnn_network *n, const pd_pfnn_layer *layer)
{
    PD_ASSERT(n->controls >= 1 && layer->in >= 1 && layer->out >= 1);
    return (size_t)n->controls * (size_t)layer->out * (size_t)layer->in;
}

static float network_rounded(float value)
{
    return pd_half_to_float(pd_half_from_float(value));
}

bool pd_pfnn_network_is_half(const pd_pfnn_network *network)
{
    for (int l = 0; l < PD_PFNN_LAYERS; l++) {
        const float *w = network->layers[l].weights;
        size_t count = weight_count(network, &network->layers[l]);
        for (size_t i = 0; i < count; i++)
            if (network_rounded(w[i]) != w[i]) return false;
    }

    return true;
}

pd_status pd_pfnn_network_round(pd_pfnn_network *network, pd_error *err)
{
    for (int pass = 0; pass < 2; pass++)
        for (int l = 0; l < PD_PFNN_LAYERS; l++) {
            float *w = network->layers[l].weights;
            size_t count = weight_count(network, &network->layers[l]);
            for (size_t i = 0; i < count; i++) {
                if (pass)
                    w[i] = network_rounded(w[i]);
                else if (!isfinite(network_rounded(w[i])))
                    return pd_fail(err, PD_ERR_RANGE, "W",
                                   "W%d[%zu] is %g; -65504 to 65504 allowed, the range of 16-bit floats", l,
                                   i, (double)w[i]);
            }
        }

    return PD_OK;
}

/* ---- checks */

static pd_status check_finite(const float *values, size_t count, const char *name, pd_error *err)
{
    char where[64];

    if (!values) return pd_fail(err, PD_ERR_FORMAT, name, "missing: a network needs it");
    for (size_t i = 0; i < count; i++) {
        if (isfinite(values[i])) continue;
        snprintf(where, sizeof where, "%s[%zu]", name, i);
        return pd_fail(err, PD_ERR_INVALID, where, "%g; only finite numbers are allowed", (double)values[i]);
    }

    return PD_OK;
}

/* Checks standard deviations, whose reciprocals must be finite floats as well. */
static pd_status check_std(const float *values, int count, const char *name, pd_error *err)
{
    char where[64];
    pd_status s = check_finite(values, (size_t)count, name, err);

    for (int i = 0; !s && i < count; i++) {
        if (values[i] >= 1e-30f && values[i] <= 1e30f) continue;
        snprintf(where, sizeof where, "%s[%d]", name, i);
        s = pd_fail(err, PD_ERR_RANGE, where, "%g; 1e-30 to 1e30 allowed", (double)values[i]);
    }

    return s;
}

/* Checks that names are printable and have no comma, which separates them in the file. */
static pd_status check_names(const pd_model_name *names, int count, const char *what, pd_error *err)
{
    char where[64];

    if (!names) return pd_fail(err, PD_ERR_FORMAT, what, "missing");
    for (int i = 0; i < count; i++) {
        size_t length = strnlen(names[i], PD_MODEL_NAME_BYTES);
        int good = length > 0 && length < PD_MODEL_NAME_BYTES;
        for (size_t c = 0; good && c < length; c++)
            good = names[i][c] > ' ' && names[i][c] <= '~' && names[i][c] != ',';
        if (good) continue;
        snprintf(where, sizeof where, "%s[%d]", what, i);
        return pd_fail(err, PD_ERR_INVALID, where, "1 to 31 printable characters without comma expected");
    }

    return PD_OK;
}

static pd_status check_count_network(const char *name, int value, int least, int most, pd_error *err)
{
    if (value >= least && value <= most) return PD_OK;
    return pd_fail(err, PD_ERR_RANGE, name, "%d; %d to %d allowed", value, least, most);
}

/* Weights of a run: each 0 to 1, and together at most 1, since the rest is the character's own style. */
static pd_status check_shares(const float *style_run, int count, pd_error *err)
{
    double sum = 0;

    for (int i = 0; i < count; i++) {
        char where[32];
        snprintf(where, sizeof where, "style_run[%d]", i);
        if (!(style_run[i] >= 0 && style_run[i] <= 1))
            return pd_fail(err, PD_ERR_RANGE, where, "%g; 0 to 1 allowed", (double)style_run[i]);
        sum += (double)style_run[i];
    }

    return sum <= 1 + 1e-6 ? PD_OK
                           : pd_fail(err, PD_ERR_RANGE, "style_run", "a sum of %g; at most 1 allowed", sum);
}

/* Checks the layout and the skeleton. */
static pd_status check_skeleton(const pd_pfnn_network *n, pd_error *err)
{
    char where[64];
    size_t joints = (size_t)n->joint_count;
    pd_status s = check_count_network("window_samples", n->sample_count, 2, 1000, err);

    if (!s) s = check_count_network("window_step", n->sample_step, 1, 1000, err);
    if (!s) s = check_count_network("gaits", n->gait_count, 1, 64, err);
    if (!s) s = check_count_network("styles", n->style_count, 0, PD_PFNN_MAX_STYLES, err);
    if (s) return s;

    /* The sizes of the rows must follow from the layout. */
    int x = pd_pfnn_x_dim(n->sample_count, n->gait_count, n->joint_count) + n->style_count;
    int y = pd_pfnn_y_dim(n->sample_count, n->joint_count);
    if (n->sample_count % 2)
        return pd_fail(err, PD_ERR_RANGE, "window_samples", "%d; an even number expected", n->sample_count);
    if (!(n->frame_rate >= 1 && n->frame_rate <= 1000))
        return pd_fail(err, PD_ERR_RANGE, "frame_rate", "%g; 1 to 1000 allowed", (double)n->frame_rate);
    if (x != n->x_dim || y != n->y_dim)
        return pd_fail(err, PD_ERR_FORMAT, "joint_names",
                       "%d samples, %d gaits, %d joints and %d styles need %d inputs and %d outputs; the "
                       "network has %d and %d",
                       n->sample_count, n->gait_count, n->joint_count, n->style_count, x, y, n->x_dim,
                       n->y_dim);

    /* Names, then parents, which come before their children. */
    s = check_names(n->joint_names, n->joint_count, "joint_names", err);
    if (!s) s = check_names(n->gait_names, n->gait_count, "gaits", err);
    if (s) return s;

    if (!n->parents) return pd_fail(err, PD_ERR_FORMAT, "parents", "missing");
    for (int j = 0; j < n->joint_count; j++) {
        int parent = n->parents[j];
        if (j ? parent >= 0 && parent < j : parent == -1) continue;
        snprintf(where, sizeof where, "parents[%d]", j);
        return pd_fail(err, PD_ERR_RANGE, where, "%d; %s", parent,
                       j ? "a joint before this one expected" : "-1 expected, the root comes first");
    }

    /* Styles, weights and offsets are optional. */
    if (n->style_count) s = check_names(n->style_names, n->style_count, "styles", err);
    if (!s && n->style_count)
        s = check_finite(n->style_default, 2 * (size_t)n->style_count, "style_default", err);
    if (!s && n->style_count) s = check_shares(n->style_run, n->style_count, err);
    if (!s && n->style_count)
        s = check_finite(n->style_seconds, 2 * (size_t)n->style_count, "style_seconds", err);
    if (!s && n->joint_weights) s = check_finite(n->joint_weights, joints, "joint_weights", err);
    if (!s && n->offsets) s = check_finite(n->offsets, 3 * joints, "offsets", err);

    return s;
}

pd_status pd_pfnn_network_check(const pd_pfnn_network *n, pd_error *err)
{
    /* Sizes, and the gate if there is one. */
    pd_status s = check_count_network("experts", n->controls, 2, PD_PFNN_MAX_CONTROLS, err);

    if (!s) s = check_dims(n->x_dim, n->h_dim, n->y_dim, n->controls, err);
    if (!s && n->gate.input_count) s = pd_pfnn_gate_check(&n->gate, n->x_dim, err);
    const int controls = n->gate.input_count ? n->gate.experts : PD_PFNN_CONTROLS;
    if (!s && controls != n->controls)
        s = pd_fail(err, PD_ERR_FORMAT, "W0", "%d sets of weights; %d expected", n->controls, controls);
    if (s) return s;

    /* Each layer has the size of its neighbours and finite numbers. */
    for (int l = 0; l < PD_PFNN_LAYERS; l++) {
        const pd_pfnn_layer *layer = &n->layers[l];
        const char weights[] = {'W', (char)('0' + l), 0};
        const char bias[] = {'b', (char)('0' + l), 0};
        int in = l ? n->h_dim : n->x_dim;
        int out = l < 2 ? n->h_dim : n->y_dim;
        if (layer->in != in || layer->out != out)
            return pd_fail(err, PD_ERR_FORMAT, weights, "%d x %d; %d x %d expected", layer->out, layer->in,
                           out, in);
        size_t rows = (size_t)n->controls * (size_t)out;
        s = check_finite(layer->weights, rows * (size_t)in, weights, err);
        if (!s) s = check_finite(layer->bias, rows, bias, err);
        if (s) return s;
    }

    /* Statistics, and the skeleton if the network describes one. */
    s = check_finite(n->x_mean, (size_t)n->x_dim, "x_mean", err);
    if (!s) s = check_std(n->x_std, n->x_dim, "x_std", err);
    if (!s) s = check_finite(n->y_mean, (size_t)n->y_dim, "y_mean", err);
    if (!s) s = check_std(n->y_std, n->y_dim, "y_std", err);
    if (!s) s = check_count_network("joints", n->joint_count, 0, PD_PFNN_MAX_JOINTS, err);

    return s || !n->joint_count ? s : check_skeleton(n, err);
}
