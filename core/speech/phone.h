#ifndef PD_SPEECH_PHONE_H
#define PD_SPEECH_PHONE_H
/* Phones: the sounds of speech, by ARPAbet and by IPA, each with its viseme and its usual duration.
 *
 * Durations are means and deviations of 24 minutes of read English; the last two phones before a pause have
 * their own, which are longer. The times of the phones of a word of length L are
 *
 *     d_i = m_i + z s_i,    z = (L - sum m) / sum s,    d_i at least 25 ms and then scaled to the sum L
 *
 * Units    seconds.
 * Threads  any; all tables are const.
 */
#include "core/speech/viseme.h"

/* X(id, first viseme, second viseme, mean ms, deviation ms, the same of the last two phones before a pause).
 * The first 15 are vowels. */
#define PD_SPEECH_PHONE_TABLE(X)                                                                             \
    X(AA, AA, AA, 128, 43, 197, 67)                                                                          \
    X(AE, AA, AA, 126, 52, 232, 73)                                                                          \
    X(AH, AA, AA, 55, 26, 89, 53)                                                                            \
    X(AO, O, O, 124, 43, 162, 55)                                                                            \
    X(AW, AA, U, 178, 50, 374, 56)                                                                           \
    X(AY, AA, I, 149, 63, 286, 69)                                                                           \
    X(EH, E, E, 106, 31, 174, 43)                                                                            \
    X(ER, RR, RR, 102, 44, 243, 58)                                                                          \
    X(EY, E, I, 131, 52, 231, 82)                                                                            \
    X(IH, I, I, 75, 36, 144, 64)                                                                             \
    X(IY, I, I, 126, 50, 234, 78)                                                                            \
    X(OW, O, U, 110, 43, 263, 98)                                                                            \
    X(OY, O, I, 144, 25, 260, 70)                                                                            \
    X(UH, U, U, 47, 17, 60, 20)                                                                              \
    X(UW, U, U, 91, 55, 157, 93)                                                                             \
    X(B, PP, PP, 61, 25, 56, 23)                                                                             \
    X(CH, CH, CH, 109, 22, 187, 47)                                                                          \
    X(D, DD, DD, 64, 32, 89, 31)                                                                             \
    X(DH, TH, TH, 59, 32, 47, 16)                                                                            \
    X(F, FF, FF, 92, 37, 143, 48)                                                                            \
    X(G, KK, KK, 95, 20, 130, 40)                                                                            \
    X(HH, NEXT, NEXT, 95, 38, 95, 38)                                                                        \
    X(JH, CH, CH, 112, 26, 182, 69)                                                                          \
    X(K, KK, KK, 87, 24, 97, 38)                                                                             \
    X(L, NN, NN, 85, 32, 199, 82)                                                                            \
    X(M, PP, PP, 82, 30, 162, 61)                                                                            \
    X(N, NN, NN, 81, 35, 129, 57)                                                                            \
    X(NG, KK, KK, 111, 24, 176, 45)                                                                          \
    X(P, PP, PP, 74, 26, 100, 37)                                                                            \
    X(R, RR, RR, 69, 24, 128, 78)                                                                            \
    X(S, SS, SS, 107, 33, 119, 43)                                                                           \
    X(SH, CH, CH, 122, 26, 203, 40)                                                                          \
    X(T, DD, DD, 66, 27, 103, 44)                                                                            \
    X(TH, TH, TH, 82, 42, 132, 66)                                                                           \
    X(V, FF, FF, 59, 21, 76, 33)                                                                             \
    X(W, U, U, 86, 37, 95, 40)                                                                               \
    X(Y, I, I, 112, 45, 183, 45)                                                                             \
    X(Z, SS, SS, 87, 23, 125, 33)                                                                            \
    X(ZH, CH, CH, 90, 30, 120, 40)                                                                           \
    X(SIL, SIL, SIL, 150, 100, 150, 100)

typedef enum pd_speech_phone_id {
#define PD_SPEECH_PHONE_ENUM(id, first, second, mean, deviation, last, last_deviation) PD_SPEECH_PHONE_##id,
    PD_SPEECH_PHONE_TABLE(PD_SPEECH_PHONE_ENUM)
#undef PD_SPEECH_PHONE_ENUM
        PD_SPEECH_PHONES
} pd_speech_phone_id;

/* A phone of a word. */
typedef struct pd_speech_phone {
    unsigned char id;     /* a pd_speech_phone_id */
    unsigned char stress; /* of a vowel: 0 none (AH: schwa), 1 main, 2 secondary; 3: not known */
} pd_speech_phone;

#define PD_SPEECH_NAME_PHONES 4 /* most phones that one name stands for */

/* Reads a name of ARPAbet ("AH0", "sh", "sil", "pau") or, with is_ipa, of IPA ("tʃ", "ˈəʊ"). Returns the
 * number of phones, 0 if the name is not known: IPA may write several in one name. */
int pd_speech_phone_find(pd_speech_phone out[PD_SPEECH_NAME_PHONES], const char *name, bool is_ipa);

bool pd_speech_phone_is_vowel(pd_speech_phone phone);
/* Returns the usual duration of a phone. is_final: it is one of the last two before a pause. */
double pd_speech_phone_seconds(pd_speech_phone phone, bool is_final);
/* Writes the durations (count) of phones that fill `seconds`. is_final: a pause follows. */
void pd_speech_phone_fill(double *out, const pd_speech_phone *phones, int count, bool is_final,
                          double seconds);
/* Writes the visemes of a phone and the weight of both. */
void pd_speech_phone_shape(pd_speech_viseme *first, pd_speech_viseme *second, float *weight,
                           pd_speech_phone phone);

#endif
