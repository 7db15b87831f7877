#include "core/speech/phone.h"

#include "core/base/assert.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

#define SHORTEST 0.025 /* seconds of a phone inside a word, before scaling */

/* One phone. */
typedef struct phone_row {
    const char *name;
    pd_speech_viseme first, second;
    double mean[2], deviation[2]; /* milliseconds: inside a phrase, before a pause */
} phone_row;

/* clang-format off */
#define ROW(id, one, two, mean, dev, last, last_dev) \
    {#id, PD_SPEECH_##one, PD_SPEECH_##two, {mean, last}, {dev, last_dev}},
static const phone_row rows[PD_SPEECH_PHONES] = {PD_SPEECH_PHONE_TABLE(ROW)};

/* Names of other programs for phones of ARPAbet: CMU's lexicons, TIMIT. */
static const struct {
    const char *name;
    pd_speech_phone_id id;
} aliases[] = {
    {"AX", PD_SPEECH_PHONE_AH}, {"AXR", PD_SPEECH_PHONE_ER}, {"IX", PD_SPEECH_PHONE_IH},
    {"UX", PD_SPEECH_PHONE_UW}, {"EL", PD_SPEECH_PHONE_L}, {"EM", PD_SPEECH_PHONE_M},
    {"EN", PD_SPEECH_PHONE_N}, {"DX", PD_SPEECH_PHONE_D}, {"HV", PD_SPEECH_PHONE_HH},
    {"WH", PD_SPEECH_PHONE_W}, {"PAU", PD_SPEECH_PHONE_SIL}, {"SP", PD_SPEECH_PHONE_SIL},
    {"H#", PD_SPEECH_PHONE_SIL}, {"EPI", PD_SPEECH_PHONE_SIL},
};

/* IPA by its sounds, the longer ones first. */
#define IPA(text, id) {text, PD_SPEECH_PHONE_##id}
static const struct {
    const char *text;
    pd_speech_phone_id id;
} ipa[] = {
    IPA("t͡ʃ", CH), IPA("d͡ʒ", JH), IPA("tʃ", CH), IPA("dʒ", JH), IPA("aɪ", AY), IPA("aʊ", AW),
    IPA("ɔɪ", OY), IPA("eɪ", EY), IPA("oʊ", OW), IPA("əʊ", OW), IPA("ts", S), IPA("dz", Z),
    IPA("p", P), IPA("b", B), IPA("t", T), IPA("d", D), IPA("k", K), IPA("ɡ", G), IPA("g", G),
    IPA("f", F), IPA("v", V), IPA("θ", TH), IPA("ð", DH), IPA("s", S), IPA("z", Z), IPA("ʃ", SH),
    IPA("ʒ", ZH), IPA("h", HH), IPA("ɦ", HH), IPA("m", M), IPA("ɱ", M), IPA("n", N), IPA("ŋ", NG),
    IPA("ɲ", N), IPA("ɳ", N), IPA("l", L), IPA("ɫ", L), IPA("ʎ", L), IPA("ɭ", L), IPA("r", R),
    IPA("ɹ", R), IPA("ɾ", D), IPA("ʁ", R), IPA("ʀ", R), IPA("ɻ", R), IPA("ɽ", R), IPA("w", W),
    IPA("ʋ", V), IPA("β", B), IPA("ɸ", F), IPA("ɥ", W), IPA("ʍ", W), IPA("j", Y), IPA("x", K),
    IPA("χ", K), IPA("ɣ", G), IPA("q", K), IPA("c", K), IPA("ɟ", G), IPA("ç", SH), IPA("ʂ", SH),
    IPA("ʐ", ZH), IPA("ɕ", SH), IPA("ʑ", ZH), IPA("ʈ", T), IPA("ɖ", D), IPA("ħ", HH), IPA("i", IY),
    IPA("ɪ", IH), IPA("ɨ", IH), IPA("e", EY), IPA("ɛ", EH), IPA("ɜ", ER), IPA("ɝ", ER), IPA("ɚ", ER),
    IPA("ə", AH), IPA("ɐ", AH), IPA("ʌ", AH), IPA("æ", AE), IPA("a", AA), IPA("ɑ", AA), IPA("ɒ", AO),
    IPA("ɔ", AO), IPA("o", OW), IPA("ɵ", OW), IPA("u", UW), IPA("ʊ", UH), IPA("ɯ", UW), IPA("y", UW),
    IPA("ʏ", UH), IPA("ø", ER), IPA("œ", ER), IPA("ɤ", AH),
};
/* Signs that change no mouth shape: stress, length, ties, aspiration, voicing, nasal vowels, breaks. */
static const char *const signs[] = {"ˈ", "ˌ", "ː", "ˑ", "͡", "ʰ", "ʲ", "ʷ", "̃", "̩", "̥", "̯", "̪", "̬",
                                    "ʔ", ".", "-", " ", "ˤ", "̊", "̝", "̞", "̠", "̚"};
/* clang-format on */

static int find_ipa(pd_speech_phone out[PD_SPEECH_NAME_PHONES], const char *name)
{
    static const char main_stress[] = "ˈ";
    static const char second_stress[] = "ˌ";
    unsigned char stress = 0;
    int count = 0;

    /* Read signs and sounds one after the other, the longest sound that fits. */
    while (*name) {
        size_t step = 0;
        if (!strncmp(name, main_stress, sizeof main_stress - 1)) stress = 1;
        if (!strncmp(name, second_stress, sizeof second_stress - 1)) stress = 2;
        for (size_t i = 0; i < sizeof signs / sizeof *signs && !step; i++)
            if (!strncmp(name, signs[i], strlen(signs[i]))) step = strlen(signs[i]);
        for (size_t i = 0; i < sizeof ipa / sizeof *ipa && !step; i++) {
            if (strncmp(name, ipa[i].text, strlen(ipa[i].text))) continue;
            step = strlen(ipa[i].text);
            if (count == PD_SPEECH_NAME_PHONES) return 0;
            out[count++] = (pd_speech_phone){.id = (unsigned char)ipa[i].id, .stress = stress};
        }

        if (!step) return 0;
        name += step;
    }

    return count;
}

int pd_speech_phone_find(pd_speech_phone out[PD_SPEECH_NAME_PHONES], const char *name, bool is_ipa)
{
    if (is_ipa && strcasecmp(name, "sil") != 0) return find_ipa(out, name);

    /* ARPAbet: letters, and the stress of a vowel as a digit. */
    size_t letters = 0;
    while (name[letters] && !isdigit((unsigned char)name[letters])) letters++;
    const char digit = name[letters];
    if (!letters || (digit && (digit > '2' || name[letters + 1]))) return 0;
    *out = (pd_speech_phone){.stress = digit ? (unsigned char)(digit - '0') : 3};
    for (int i = 0; i < PD_SPEECH_PHONES; i++) {
        if (strlen(rows[i].name) != letters || strncasecmp(name, rows[i].name, letters) != 0) continue;
        out->id = (unsigned char)i;
        return 1;
    }

    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++) {
        if (strlen(aliases[i].name) != letters || strncasecmp(name, aliases[i].name, letters) != 0) continue;
        out->id = (unsigned char)aliases[i].id;
        if (!digit) out->stress = 0;
        return 1;
    }

    return 0;
}

bool pd_speech_phone_is_vowel(pd_speech_phone phone)
{
    return phone.id <= PD_SPEECH_PHONE_UW;
}

double pd_speech_phone_seconds(pd_speech_phone phone, bool is_final)
{
    PD_ASSERT(phone.id < PD_SPEECH_PHONES);
    return 1e-3 * rows[phone.id].mean[is_final];
}

void pd_speech_phone_fill(double *out, const pd_speech_phone *phones, int count, bool is_final,
                          double seconds)
{
    double mean = 0;
    double deviation = 0;
    double sum = 0;

    /* One z for the word, so that long sounds take more of a slow word than short ones. */
    for (int i = 0; i < count; i++) {
        const bool last = is_final && i >= count - 2;
        mean += 1e-3 * rows[phones[i].id].mean[last];
        deviation += 1e-3 * rows[phones[i].id].deviation[last];
    }

    const double z = count ? (seconds - mean) / deviation : 0;
    for (int i = 0; i < count; i++) {
        const bool last = is_final && i >= count - 2;
        const double d = 1e-3 * (rows[phones[i].id].mean[last] + z * rows[phones[i].id].deviation[last]);
        out[i] = d > SHORTEST ? d : SHORTEST;
        sum += out[i];
    }

    for (int i = 0; i < count; i++) out[i] *= seconds / sum;
}

void pd_speech_phone_shape(pd_speech_viseme *first, pd_speech_viseme *second, float *weight,
                           pd_speech_phone phone)
{
    /* Stressed vowels open the mouth more than others; the schwa least. */
    static const float vowels[] = {0.75f, 1, 0.9f, 0.85f};
    const bool is_schwa = phone.id == PD_SPEECH_PHONE_AH && phone.stress == 0;

    PD_ASSERT(phone.id < PD_SPEECH_PHONES && phone.stress < 4);
    *first = rows[phone.id].first;
    *second = rows[phone.id].second;
    *weight = pd_speech_phone_is_vowel(phone) ? is_schwa ? 0.5f : vowels[phone.stress] : 1;
}
