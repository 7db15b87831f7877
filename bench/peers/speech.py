"""Hearing of speech: posed, by sound alone and with the text, headaudio, wawa-lipsync and pocketsphinx's phone loop, on the same labelled sounds.

    SPEECH=FOLDER speech.py [seconds, ignored]

CSV: who,frames,right_9_percent,right_15_percent,closures,closures_found_percent,closures_right_percent,core_percent

FOLDER has NAME.wav, NAME.lab (a line "PHONE END" a phone: ARPAbet and seconds, "-" for the shape of the sound after it) and NAME.txt (what is said), as
posedctl train-speech --test takes them; docs/guide/speech.md says where such sounds come from. core_percent is the processor time of the whole program, its
start included, for each second of sound; of headaudio and wawa-lipsync that of hearing alone. Both come from npm, hear as their pages do (lip_peers.mjs), and
get the one delay of 0 to 180 ms that suits them best. pocketsphinx and its English model are Debian's pocketsphinx and pocketsphinx-en-us; it hears each sound as a whole
and does not stream. The measures are those of train/speech/train_speech.h. Without SPEECH this exits with 77.
"""
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import wave

MODEL = "/usr/share/pocketsphinx/model/en-us"
SHAPES = "sil PP FF TH DD kk CH SS nn RR aa E I O U".split()
NINE = [0, 1, 2, 3, 3, 3, 4, 3, 3, 5, 6, 7, 7, 8, 8]
CLASSES = {"PP": "P B M", "FF": "F V", "TH": "TH DH", "DD": "T D", "kk": "K G NG", "CH": "CH JH SH ZH", "SS": "S Z", "nn": "N L", "RR": "R ER", "aa": "AA AE AH",
           "E": "EH", "I": "IH IY Y", "O": "AO", "U": "UW UH W", "sil": "SIL"}
SHAPE = {phone: SHAPES.index(shape) for shape, phones in CLASSES.items() for phone in phones.split()}
TWO = {"AW": "aa U", "AY": "aa I", "EY": "E I", "OY": "O I", "OW": "O U"}


def frames_of(phones, count):
    """The shape of each frame of 10 ms from [(phone, end in seconds)]; HH and "-" take that of the sound after them."""
    shapes, at, waiting = [0] * count, 0, 0
    for phone, end in phones:
        to = min(int(end * 100 + 0.5), count)
        if phone in ("HH", "-"):
            waiting += max(to - at, 0)
        else:
            first, second = (SHAPES.index(s) for s in TWO[phone].split()) if phone in TWO else (SHAPE.get(phone, 0),) * 2
            middle = at + int(0.6 * (to - at) + 0.5) if first != second else to
            shapes[at - waiting:at] = [first] * waiting
            shapes[at:to] = [first] * max(min(middle, to) - at, 0) + [second] * max(to - max(middle, at), 0)
            waiting = 0
        at = max(at, to)
    return shapes


def stretches(shapes):
    """The closures: (begin, end) of each stretch of PP."""
    begins = [t for t in range(len(shapes)) if shapes[t] == 1 and (not t or shapes[t - 1] != 1)]
    return [(b, next((t for t in range(b, len(shapes)) if shapes[t] != 1), len(shapes))) for b in begins]


def near(found, others):
    return sum(any(1 == s for s in others[max(b - 4, 0):e + 4]) for b, e in found)


def sphinx(folder, names, work):
    """Runs pocketsphinx's phone loop; returns {name: [(phone, end)]}."""
    for name in names:
        with wave.open(f"{folder}/{name}.wav") as file, open(f"{work}/{name}.raw", "wb") as out:
            assert (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (16000, 1, 2), f"{name}.wav: 16 kHz, one channel and 16 bits expected"
            out.write(file.readframes(file.getnframes()))
    with open(f"{work}/names", "w") as file:
        file.write("\n".join(names) + "\n")
    subprocess.run(["pocketsphinx_batch", "-hmm", f"{MODEL}/en-us", "-allphone", f"{MODEL}/en-us-phone.lm.bin", "-allphone_ci", "yes", "-lw", "2.5", "-beam", "1e-20",
                    "-pbeam", "1e-20", "-remove_silence", "no", "-adcin", "yes", "-cepdir", work, "-cepext", ".raw", "-ctl", f"{work}/names", "-hypseg",
                    f"{work}/seg", "-hyp", f"{work}/hyp"], check=True, stderr=subprocess.DEVNULL)
    heard = {}
    with open(f"{work}/seg") as file:
        for line in file:
            name, *words = line.split()
            # S ... T ... A ... L ...: then triples of start (frames), phone scores and phone, and the last frame.
            parts = words[8:]
            phones = [p for p in parts if not re.match(r"-?\d+$", p)]
            starts = [int(parts[i - 3]) for i, p in enumerate(parts) if not re.match(r"-?\d+$", p)]
            heard[name] = list(zip((p if p in SHAPE or p in TWO or p == "HH" else "SIL" for p in phones), [s / 100 for s in starts[1:]] + [1e9]))
    return heard


def cpu():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def row(who, counts, seconds, took):
    frames, nine, fifteen, closures, found, shown, right = counts
    print(f"{who},{frames},{100 * nine / frames:.1f},{100 * fifteen / frames:.1f},{closures},{100 * found / max(closures, 1):.1f},{100 * right / max(shown, 1):.1f},"
          f"{100 * took / seconds:.2f}", flush=True)


def ours(who, folder, seconds, part):
    """A row of what posedctl prints; part: 0 the sound alone, 1 with the text."""
    before = cpu()
    said = subprocess.run([f"{os.environ.get('BUILD', 'build')}/posedctl", "train-speech", "--model", "models/speech.safetensors", "--test", folder], check=True,
                          capture_output=True, text=True).stdout
    took = cpu() - before
    right = re.findall(r"frames right: ([\d.]+) % of 9 shapes, ([\d.]+) % of 15 \((\d+) frames\)\n.*: ([\d.]+) % found, ([\d.]+) % of those shown are right \((\d+)\)", said)
    nine, fifteen, frames, found, shown, closures = right[part]
    print(f"{who},{frames},{nine},{fifteen},{closures},{found},{shown},{100 * took / seconds:.2f}", flush=True)


def npm(work):
    """Installs headaudio and wawa-lipsync; returns the arguments of lip_peers.mjs, or None where npm or the registry is missing."""
    if not shutil.which("npm"):
        return None
    packages = ["@met4citizen/headaudio@0.1.0", "wawa-lipsync@0.0.2"]
    done = subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", work, *packages], capture_output=True)
    modules = f"{work}/node_modules"
    return [f"{modules}/@met4citizen/headaudio", f"{modules}/wawa-lipsync/dist/wawa-lipsync.es.js"] if done.returncode == 0 else None


def score(truth, heard):
    """The counts of row() for {name: shapes of frames}."""
    counts = [0] * 7
    for name, labels in truth.items():
        shapes = heard.get(name, [0] * len(labels))[:len(labels)]
        shapes += [0] * (len(labels) - len(shapes))
        closures, shown = stretches(labels), stretches(shapes)
        counts = [a + b for a, b in zip(counts, [len(labels), sum(NINE[a] == NINE[b] for a, b in zip(labels, shapes)), sum(a == b for a, b in zip(labels, shapes)),
                                                 len(closures), near(closures, shapes), len(shown), near(shown, labels)])]
    return counts


def pages(folder, names, truth, seconds, packages):
    """The rows of headaudio and wawa-lipsync."""
    heard, took = {}, {}
    said = subprocess.run(["node", os.path.join(os.path.dirname(os.path.abspath(__file__)), "lip_peers.mjs"), *packages, *(f"{folder}/{name}.wav" for name in names)],
                          check=True, capture_output=True, text=True).stdout
    for line in map(json.loads, said.splitlines()):
        name = os.path.basename(line["sound"])[:-4]
        heard.setdefault(line["peer"], {})[name] = line["shapes"]
        took[line["peer"]] = took.get(line["peer"], 0) + line["seconds"]
    for peer, shapes in heard.items():
        # Shapes that come late by `shift` frames of 10 ms are moved back.
        best = max((score(truth, {name: s[shift:] for name, s in shapes.items()}) for shift in range(19)), key=lambda counts: counts[1])
        row(peer, best, seconds, took[peer])


def main():
    folder = os.environ.get("SPEECH")
    if not folder:
        print("SPEECH, a folder of labelled sounds, is not set; docs/guide/speech.md says how to make one", file=sys.stderr)
        return 77
    names = sorted(f[:-4] for f in os.listdir(folder) if f.endswith(".lab"))
    truth, seconds = {}, 0
    for name in names:
        with wave.open(f"{folder}/{name}.wav") as file:
            count = file.getnframes() * 100 // file.getframerate()
        with open(f"{folder}/{name}.lab") as file:
            truth[name] = frames_of([(p, float(e)) for p, e in (line.split() for line in file)], count)
        seconds += count / 100
    print("who,frames,right_9_percent,right_15_percent,closures,closures_found_percent,closures_right_percent,core_percent")
    with tempfile.TemporaryDirectory() as work:
        # Ours, first without the texts.
        os.mkdir(f"{work}/bare")
        for name in names:
            for end in ("wav", "lab"):
                os.symlink(os.path.abspath(f"{folder}/{name}.{end}"), f"{work}/bare/{name}.{end}")
        ours("posed", f"{work}/bare", seconds, 0)
        if any(os.path.exists(f"{folder}/{name}.txt") for name in names):
            ours("posed_with_text", folder, seconds, 1)
        packages = npm(work)
        if packages:
            pages(folder, names, truth, seconds, packages)
        else:
            print("npm or its registry is missing: the rows of headaudio and wawa-lipsync are left out", file=sys.stderr)
        if not shutil.which("pocketsphinx_batch") or not os.path.isdir(MODEL):
            print("pocketsphinx or pocketsphinx-en-us is missing: its row is left out", file=sys.stderr)
            return 0
        before = cpu()
        heard = sphinx(folder, names, work)
        took = cpu() - before
        counts = score(truth, {name: frames_of(heard.get(name, []), len(labels)) for name, labels in truth.items()})
        row("pocketsphinx", counts, seconds, took)
    return 0


if __name__ == "__main__":
    sys.exit(main())
