#!/usr/bin/env python3
"""speech.py SENTENCES OUT: speech with exact phone times, of Debian's voices, for posedctl train-speech.

SENTENCES has one sentence a line, OUT receives NAME.wav (16 kHz) and NAME.lab. flite (slt, awb, rms, kal16), Festival (kal, ked, slt) and
espeak-ng (twelve variants) read different sentences at different speeds and pitches; sounds without speech (chords, melodies, noise, coughs,
beeps, wind) have the one phone SIL. Packages: flite festival festvox-kallpc16k festvox-kdlpc16k festvox-us-slt-hts espeak-ng python3-scipy.
"""
import ctypes
import os
import random
import re
import subprocess
import sys
import tempfile

import numpy as np
import scipy.io.wavfile as wavfile
import scipy.signal as signal

RATE = 16000
KNOWN = set("AA AE AH AO AW AY EH ER EY IH IY OW OY UH UW B CH D DH F G HH JH K L M N NG P R S SH T TH V W Y Z ZH SIL".split())
FESTIVAL = dict(ax="AH", axr="ER", hv="HH", dx="D", pau="SIL", h="HH", el="L", en="N", em="M", nx="N", ssil="SIL", brth="SIL")
ESPEAK = {
    "_": "SIL", "_ː": "SIL", "_!": "SIL", "n": "N", "n-": "N", "s": "S", "t": "T", "t#": "D", "t2": "T", "I": "IH", "d": "D", "z": "Z", "r": "R", "r-": "R",
    "m": "M", "l": "L", "k": "K", "a": "AE", "aa": "AE", "D": "DH", "E": "EH", "@": "AH", "p": "P", "V": "AH", "v": "V", "f": "F", "w": "W", "3": "ER",
    "3ː": "ER", "iː": "IY", "b": "B", "aI": "AY", "oU": "OW", "eI": "EY", "@2": "AH", "0": "AA", "a#": "AH", "I#": "IH", "i": "IY", "uː": "UW", "h": "HH",
    "S": "SH", "g": "G", "I2": "IH", "@L": "L", "N": "NG", "A@": "AA", "dZ": "JH", "tS": "CH", "j": "Y", "O@": "AO", "aU": "AW", "Oː": "AO", "O2": "AO",
    "e@": "EH", "T": "TH", "U": "UH", "o@": "AO", "OI": "OY", "Aː": "AA", "i@3": "IH", "i@": "IH", "U@": "UH", "Z": "ZH", "@-": "AH", "aI@": "AY", "aI3": "AY",
}


def save(out, name, samples, phones):
    """phones: (name, end in seconds)."""
    samples = samples / (np.abs(samples).max() + 1e-6) * 0.7
    wavfile.write(f"{out}/{name}.wav", RATE, (samples * 32767).astype(np.int16))
    with open(f"{out}/{name}.lab", "w") as lab:
        lab.writelines(f"{phone if phone in KNOWN else '-'} {end:.3f}\n" for phone, end in phones)


def load(path):
    rate, samples = wavfile.read(path)
    samples = samples.astype(np.float32) / 32768
    return samples if rate == RATE else signal.resample_poly(samples, RATE, rate)


def festival_phone(phone):
    return "SIL" if phone == "#" else FESTIVAL.get(phone.lower(), phone.upper())


def flite(out, voice, sentences):
    with tempfile.TemporaryDirectory() as work:
        for i, text in enumerate(sentences):
            options = ["--setf", f"duration_stretch={random.uniform(0.7, 1.3):.2f}"]
            if voice == "kal16":
                options += ["--setf", f"int_f0_target_mean={random.randint(85, 245)}"]
            done = subprocess.run(["flite", "-voice", voice, *options, "-psdur", "-t", text, "-o", f"{work}/a.wav"], capture_output=True, text=True)
            phones = [p.rsplit(":", 1) for p in done.stdout.split() if ":" in p]
            save(out, f"{voice}_{i}", load(f"{work}/a.wav"), [(festival_phone(p), float(end)) for p, end in phones])


def festival(out, voice, sentences):
    with tempfile.TemporaryDirectory() as work:
        with open(f"{work}/all.scm", "w", encoding="latin-1", errors="ignore") as scheme:
            scheme.write(f"(voice_{voice})\n")
            for i, text in enumerate(sentences):
                scheme.write(f"(Parameter.set 'Duration_Stretch {random.uniform(0.7, 1.3):.2f})\n")
                if "hts" not in voice:
                    scheme.write("(if (boundp 'int_lr_params) (set! int_lr_params (list (list 'target_f0_mean %d) (list 'target_f0_std %d) "
                                 "(list 'model_f0_mean 170) (list 'model_f0_std 34))))\n" % (random.randint(85, 230), random.randint(8, 30)))
                text = re.sub(r'["\\]', "", text)
                scheme.write(f'(set! u (utt.synth (Utterance Text "{text}")))\n(utt.save.segs u "{work}/{i}.seg")\n'
                             f"(utt.wave.resample u 16000)\n(utt.save.wave u \"{work}/{i}.wav\" 'riff)\n")
        subprocess.run(["festival", "-b", f"{work}/all.scm"])
        for i in range(len(sentences)):
            if not os.path.exists(f"{work}/{i}.seg"):
                continue
            rows = [line.split() for line in open(f"{work}/{i}.seg", errors="ignore")]
            phones = [(festival_phone(r[2]), float(r[0])) for r in rows if len(r) >= 3]
            save(out, f"{voice}_{i}", load(f"{work}/{i}.wav"), phones)


class Id(ctypes.Union):
    _fields_ = [("number", ctypes.c_int), ("name", ctypes.c_char_p), ("string", ctypes.c_char * 8)]


class Event(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("uid", ctypes.c_uint), ("text", ctypes.c_int), ("length", ctypes.c_int), ("audio", ctypes.c_int),
                ("sample", ctypes.c_int), ("user", ctypes.c_void_p), ("id", Id)]


def espeak(out, language, sentences):
    """Speaks with espeak-ng's library, whose events have the phones."""
    library = ctypes.CDLL("libespeak-ng.so.1")
    callback = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.POINTER(Event))
    rate = library.espeak_Initialize(2, 0, None, 1)
    sound, events = [], []

    def hear(samples, count, list_of):
        if samples and count > 0:
            sound.append(ctypes.string_at(samples, 2 * count))
        i = 0
        while list_of[i].type:
            if list_of[i].type == 7:
                events.append((list_of[i].sample, list_of[i].id.string.decode("utf8", "replace")))
            i += 1
        return 0

    kept = callback(hear)
    library.espeak_SetSynthCallback(kept)
    variants = ["m1", "m2", "m3", "m4", "m5", "m6", "m7", "f1", "f2", "f3", "f4", "f5"]
    for i, text in enumerate(sentences):
        library.espeak_SetVoiceByName(f"{language}+{random.choice(variants)}".encode())
        for parameter, low, high in ((1, 120, 210), (3, 25, 80), (4, 20, 80)):
            library.espeak_SetParameter(parameter, random.randint(low, high), 0)
        sound.clear()
        events.clear()
        spoken = text.encode() + b"\0"
        library.espeak_Synth(spoken, len(spoken), 0, 1, 0, 1, None, None)
        library.espeak_Synchronize()
        samples = np.frombuffer(b"".join(sound), "<i2").astype(np.float32) / 32768
        ends = [event[0] for event in events[1:]] + [len(samples)]
        phones = [(ESPEAK.get((e[1] or "_").replace(":", "ː").replace(" ", "_"), "-"), end / rate) for e, end in zip(events, ends)]
        save(out, f"espeak_{language}_{i}", signal.resample_poly(samples, RATE, rate), phones)


def note(rng, hertz, count, kind):
    t = np.arange(count) / RATE
    tone = np.zeros(count)
    for h in range(1, rng.randint(2, 12)):
        if hertz * h < 7800:
            fade = np.exp(-t * rng.uniform(0.5, 4) * h) if kind == 1 else 1
            tone += np.sin(2 * np.pi * hertz * h * t + rng.rand() * 6) / h ** rng.uniform(0.4, 1.2) * fade
    edge = min(count, rng.randint(20, 1600))
    tone[:edge] *= np.linspace(0, 1, edge)
    tone[-edge:] *= np.linspace(1, 0, edge)
    return tone


def noises(out, count):
    """Sounds without speech, of eight seconds each."""
    rng = np.random.RandomState(5)
    size = 8 * RATE
    for i in range(count):
        y = np.zeros(size)
        at, what = 0, i % 7
        base = rng.choice([110, 130.8, 146.8, 164.8, 196, 220, 261.6]) * rng.choice([0.5, 1, 1, 2])
        while what < 3 and at < size - 4000:  # chords and melodies, with drums
            length = min(int(RATE * rng.choice([0.15, 0.25, 0.3, 0.5, 1, 2])), size - at)
            steps = [[0, 4, 7], [rng.choice([0, 2, 4, 5, 7, 9, 11, 12])], [0, 3, 7, 10]][what]
            for step in steps:
                y[at:at + length] += note(rng, base * 2 ** ((step + rng.choice([0, 2, 5, 7, -3])) / 12), length, rng.randint(0, 4))
            if rng.rand() < 0.5:
                y[at:at + 1600] += (rng.randn(1600) * np.exp(-np.arange(1600) / rng.uniform(100, 500)) * rng.uniform(0.2, 1.5))[:size - at]
            at += length
        if what == 3:  # steady noise
            y = signal.lfilter([1], [1, -rng.uniform(0, 0.98)], rng.randn(size)) * (1 + 0.5 * np.sin(np.arange(size) / RATE * rng.uniform(0.1, 3)))
        while what == 4 and at < size - 9000:  # coughs, claps, knocks
            length = rng.randint(400, 6000)
            burst = rng.randn(length) * np.exp(-np.arange(length) / rng.uniform(80, 1800))
            burst = signal.lfilter(*signal.iirpeak(rng.uniform(200, 3000) / 8000, rng.uniform(0.5, 4)), burst) + 0.4 * burst
            y[at:at + length] += burst * rng.uniform(0.3, 1)
            at += length + rng.randint(1000, 14000)
        if what == 5:  # hums and beeps
            t = np.arange(size) / RATE
            hertz = rng.uniform(50, 2500)
            y = np.sin(2 * np.pi * hertz * t) + rng.uniform(0, 0.8) * np.sin(2 * np.pi * hertz * rng.choice([1.26, 1.5, 2, 3]) * t)
            if rng.rand() < 0.6:
                y *= np.sin(2 * np.pi * rng.uniform(0.5, 6) * t) > 0
        if what == 6:  # breath and wind
            swell = np.repeat(rng.rand(size // 4000 + 1), 4000)[:size]
            y = signal.lfilter(*signal.butter(1, [rng.uniform(0.03, 0.1), rng.uniform(0.3, 0.7)], "band"), rng.randn(size)) * swell
        save(out, f"noise_{i}", y, [("SIL", 8.0)])


def main():
    sentences, out = open(sys.argv[1]).read().split("\n"), sys.argv[2]
    os.makedirs(out, exist_ok=True)
    random.seed(7)
    takers = [(espeak, "en-us", 240), (espeak, "en-gb", 160), (flite, "kal16", 120), (flite, "slt", 160), (flite, "awb", 160), (flite, "rms", 160),
              (festival, "kal_diphone", 120), (festival, "ked_diphone", 120), (festival, "cmu_us_slt_arctic_hts", 100)]
    for speak, voice, count in takers:
        speak(out, voice, [s for s in sentences[:count] if s])
        sentences = sentences[count:]
    noises(out, 70)


main()
