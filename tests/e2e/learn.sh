#!/bin/bash
# @long: it trains or evaluates models. The C tests in tests/unit/train check the steps at each commit.
# posedctl learn on people that NumPy makes by linear blend skinning, with their joints. Errors name the file.
cd "$(dirname "$0")/../.." || exit 1
. tests/e2e/lib.sh

python=/usr/bin/python3
"$python" - "$work" <<'EOF'
import os, sys
import numpy as np
work = sys.argv[1]
rng = np.random.default_rng(4)
rings, sides = 21, 10
x = 0.8 * (1 - 2 * np.arange(rings) / (rings - 1))
angle = 2 * np.pi * np.arange(sides) / sides
ring = np.stack([np.zeros(sides), 0.08 * np.cos(angle), 0.06 * np.sin(angle)], 1)
rest = np.concatenate([ring + [at, 1, 0] for at in x] + [[[0.82, 1, 0], [-0.82, 1, 0]]])
faces = []
for r in range(rings - 1):
    for n in range(sides):
        a, b = r * sides + n, r * sides + (n + 1) % sides
        faces += [[a, a + sides, b], [b, a + sides, b + sides]]
last = (rings - 1) * sides
for n in range(sides):
    faces += [[len(rest) - 2, n, (n + 1) % sides], [len(rest) - 1, last + (n + 1) % sides, last + n]]
far = np.abs(rest[:, 0])
parts = np.where(far < 0.22, 0, np.where(far < 0.52, 1, 3) + (rest[:, 0] < 0))
parents = np.array([-1, 0, 0, 1, 2])
ends = np.array([0, 0.24, -0.24, 0.52, -0.52])
weights = np.exp(-((rest[:, None, 0] - np.array([0, 0.38, -0.38, 0.66, -0.66])) / 0.12) ** 2)
weights /= weights.sum(1, keepdims=True)
np.savez(work + "/template.npz", vertices=rest.astype("f4"), faces=np.array(faces), parts=parts, parents=parents,
         joint_names=np.frombuffer(b"root\nleft_1\nright_1\nleft_2\nright_2\n", "u1"))

def rotation(v):
    t = np.linalg.norm(v)
    k = np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]]) / t
    return np.eye(3) + np.sin(t) * k + (1 - np.cos(t)) * k @ k

def person():
    size = 1 + 0.08 * rng.normal(size=2)
    body = (rest - [0, 1, 0]) * [size[0], size[1], size[1]] + [0, 1, 0]
    return body, np.stack([ends * size[0], np.ones(5), np.zeros(5)], 1)

def posed(body, joints, turn):
    world, place = [None] * 5, [None] * 5
    for k in range(5):
        r = rotation(turn * rng.normal(size=3))
        if k == 0:
            world[0], place[0] = r, joints[0]
        else:
            p = parents[k]
            world[k], place[k] = world[p] @ r, place[p] + world[p] @ (joints[k] - joints[p])
    out = sum(weights[:, k, None] * ((body - joints[k]) @ world[k].T + place[k]) for k in range(5))
    move = rng.normal(size=3)
    return out + move, np.array(place) + move

for folder in ("poses", "held-out", "shapes"):
    os.makedirs(work + "/set/" + folder)
os.rename(work + "/template.npz", work + "/set/template.npz")
for name in ("ann", "bob", "eve"):
    body, joints = person()
    for folder, count in (("poses", 14), ("held-out", 3)):
        made = [posed(body, joints, 0.45) for _ in range(count)]
        vertices = np.array([m[0] for m in made])
        if folder == "poses":
            vertices += 0.0005 * rng.normal(size=vertices.shape)
            vertices[rng.random(vertices.shape[:2]) < 0.01] = np.nan
        np.savez(f"{work}/set/{folder}/{name}.npz", vertices=vertices.astype("f4"), joints=np.array([m[1] for m in made]))
for s in range(6):
    vertices = posed(*person(), 0.1)[0]
    with open(f"{work}/set/shapes/s{s}.obj", "w") as out:
        out.writelines("v %.6f %.6f %.6f\n" % tuple(v) for v in vertices)
open(work + "/set/genders.csv", "w").write("ann,female\neve,female\nbob,male\n" + "".join(f"s{s},female\n" for s in range(6)))
EOF

learn() { "$build/posedctl" learn --registrations "$work/set" --quiet --lambda-p 0.5 --lambda-j 1 --lambda-w 0.01 "$@"; }
found_again() {
	learn -o "$work/result" --name tube --rounds 8 --betas 3 >"$work/tables" && "$python" - "$work" <<'EOF'
import json, sys
found = json.load(open(sys.argv[1] + "/result/learn.json"))
rounds = [r["total"] for r in found["rounds"]]
assert all(b <= a * 1.000001 for a, b in zip(rounds, rounds[1:])), rounds
assert found["held_out"]["meshes"] == 9 and found["held_out"]["mean_mm"] < 1.5, found["held_out"]
assert found["held_out"]["joint_mm"] < 25 and found["learned"]["mean_mm"] < 1.2, found
assert found["shapes"]["count"] == 6 and sum(found["shapes"]["variance"][:2]) > 0.98, found["shapes"]
for name in ("energies.svg", "energies.png", "weights.png", "regressor.png", "variance.svg"):
    assert open(f"{sys.argv[1]}/result/{name}", "rb").read()
EOF
}
a_model() {
	"$build/posedctl" inspect "$work/result/tube.safetensors" >"$work/seen" && grep -q 'left_1' "$work/seen" &&
		"$build/posedctl" mesh --model "$work/result/tube.safetensors" --betas 1 -o "$work/tube.obj" && [ "$(grep -c '^v ' "$work/tube.obj")" = 212 ]
}
papers() {
	"$build/posedctl" evaluate --paper "$work/set" --learned "$work/result" --lambdas 100,100,1,0.5,0.01 -o "$work/paper" >"$work/table" &&
		grep -q '^| BlendSCAPE |' "$work/table" && grep -q 'error-maps.png' "$work/paper/paper.md" || return 1
	# every picture that the page shows is there
	sed -n 's/.*](\([^)]*\)).*/\1/p' "$work/paper/paper.md" | while read -r name; do [ -s "$work/paper/$name" ] || exit 1; done || return 1
	"$python" - "$work/paper/paper.csv" <<'EOF2'
import csv, sys
mm = {row["method"]: float(row["held_out_mm"]) for row in csv.DictReader(open(sys.argv[1]))}
assert mm["rigid, given parts"] > mm["LBS"] > 0, mm
assert 0 < mm["R - I"] < 2 * mm["LBS"] and 0 < mm["DQS"] < 3 * mm["LBS"] and 0 < mm["BlendSCAPE"] < 3 * mm["LBS"] and mm["BlendSCAPE"] < mm["BlendSCAPE, LBS's poses"] and 0 < mm["SCAPE"] < mm["SCAPE, LBS's poses"] and mm["SCAPE"] < 3 * mm["LBS"] and len(mm) == 27, mm
EOF2
}
resumed() {
	set -- --choose-lambda-p
	learn "$@" -o "$work/half" --rounds 3 --threads 1 >/dev/null && learn "$@" -o "$work/half" --rounds 6 --resume --threads 2 >/dev/null &&
		learn "$@" -o "$work/whole" --rounds 6 --threads 1 >/dev/null && cmp "$work/half/learned.safetensors" "$work/whole/learned.safetensors" || return 1
	# provenance says how many rounds; both had six
}
shared_by_processes() {
	command -v mpirun >/dev/null && pkg-config --exists ompi-c || return 0
	case $build in *san) return 0 ;; esac
	flock "$build/make.lock" make --no-print-directory -s "$build/posedctl-mpi" CC="${CC:-gcc}" >&2 || return 1
	export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_btl=self,vader
	for n in 2 3; do
		mpirun --oversubscribe -n $n "$build/posedctl-mpi" learn --registrations "$work/set" --quiet --lambda-p 0.5 --lambda-j 1 --lambda-w 0.01 --rounds 6 --choose-lambda-p \
			--threads 1 -o "$work/mpi$n" >/dev/null && cmp "$work/mpi$n/learned.safetensors" "$work/whole/learned.safetensors" || return 1
	done
}
other_meshes_do_not_resume() {
	cp -r "$work/set" "$work/other" && rm "$work/other/poses/bob.npz" "$work/other/held-out/bob.npz"
	exits 2 "$build/posedctl" learn --registrations "$work/other" -o "$work/half" --resume --lambda-p 0.5 --quiet && grep -q 'checkpoint.safetensors: it belongs to other meshes' "$work/err"
}
by_gender() {
	"$build/posedctl" learn --registrations "$work/set" --gender female --check -o "$work/f" 2>"$work/said" && grep -q '28 meshes of 2 people, 6 shapes' "$work/said" &&
		sed -i /bob/d "$work/set/genders.csv" && exits 1 "$build/posedctl" learn --registrations "$work/set" --gender female --check -o "$work/f" &&
		grep -q "genders.csv: no line for 'bob'" "$work/err" || return 1
	# as spreadsheets write it; and a word that is neither
	printf '\xef\xbb\xbfann, Female\r\neve, female\r\nbob,\tmale\r\n' >"$work/set/genders.csv" && seq -f 's%g,Female' 0 5 >>"$work/set/genders.csv" &&
		"$build/posedctl" learn --registrations "$work/set" --gender female --check -o "$work/f" 2>"$work/said" && grep -q '28 meshes of 2 people, 6 shapes' "$work/said" &&
		sed -i s/Female/femal/ "$work/set/genders.csv" && exits 2 "$build/posedctl" learn --registrations "$work/set" --gender female --check -o "$work/f" &&
		grep -q "genders.csv: 'ann': 'femal'; male or female allowed" "$work/err"
}
# spoil NAME PYTHON: a copy of the set with the arrays v (of ann's poses) and t (of the template) changed
spoil() {
	rm -rf "$work/bad" && cp -r "$work/set" "$work/bad" && "$python" - "$work/bad" "$1" <<'EOF'
import sys, numpy as np
t = dict(np.load(sys.argv[1] + "/template.npz"))
v = np.load(sys.argv[1] + "/poses/ann.npz")["vertices"].copy()
scope = dict(t=t, v=v, np=np, sys=sys)
exec(sys.argv[2], scope)
np.savez(sys.argv[1] + "/template.npz", **t)
np.savez(sys.argv[1] + "/poses/ann.npz", vertices=scope["v"])
EOF
}
said() { exits "$1" "$build/posedctl" learn --registrations "$work/bad" -o "$work/none" --quiet && grep -q "$2" "$work/err"; }
bad_files() {
	spoil 'v[3] *= 100' && said 2 'ann.npz mesh 3: edges are .*metres are wanted' &&
		spoil 'v[5, :, 0] *= -1' && said 2 'ann.npz mesh 5: it is inside out' &&
		spoil 'v[1] = v[0]' && said 2 'poses/ann.npz mesh [01]: the same mesh as poses/ann.npz mesh' &&
		spoil 'v[1] = v[0][:, [2, 1, 0]] * [1, 1, -1] + [2, 0, 1]' && said 2 'mesh [01]: the same mesh as .*moved, turned or rounded' &&
		spoil 'v = v[:, :-1]' && said 2 'poses/ann.npz: vertices are not (N, 212, 3)' &&
		spoil 'v = v[:1]' && said 2 'ann.npz mesh 0: the only pose' &&
		spoil 'v[2] = v[2][np.random.default_rng(1).permutation(212)]' && said 2 "ann.npz mesh 2: .*not the template's topology" &&
		spoil 'del t["parts"]' && said 1 "template.npz: no array 'parts'" &&
		spoil 'v[4] = np.load(sys.argv[1] + "/held-out/ann.npz")["vertices"][0]' && said 2 'ann.npz mesh [04]: the same mesh as .*ann.npz mesh' &&
		spoil 't["vertices"] *= 100' && said 2 'template.npz: its longest side is 164; 0.3 to 4 allowed (metres are wanted)' &&
		spoil 't["faces"] = t["faces"][:, ::-1]' && said 2 'template.npz: its faces are inside out: they enclose -.* l; corners go counter-clockwise' &&
		spoil 't["parts"][t["parts"] == 3] = 1' && said 1 'template.npz: parts: no vertex is labelled 3'
}

# files of a folder that are not read are reported before learning begins
passed_over() {
	spoil '' && mkdir "$work/bad/poses/carl" && touch "$work/bad/poses/carl/scan.stl" && said 1 'bad/poses/carl: the folder has no .obj, .ply or .npz' || return 1
	rm -r "$work/bad/poses/carl" && mkdir -p "$work/bad/poses/dora/monday" && cp "$work/bad/shapes/s0.obj" "$work/bad/poses/dora/monday/1.obj"
	said 2 "bad/poses/dora/monday: the folder lies in a subject's folder and has meshes" || return 1
	# capitals are read, other endings are counted, what comes with an OBJ is not
	mv "$work/bad/poses/dora/monday/1.obj" "$work/bad/poses/dora/1.OBJ" && cp "$work/bad/shapes/s1.obj" "$work/bad/poses/dora/2.obj" && touch "$work/bad/poses/dora/1.mtl"
	rm -r "$work/bad/shapes"
	"$build/posedctl" learn --registrations "$work/bad" --check -o "$work/f" 2>"$work/said" && grep -q '44 meshes of 4 people' "$work/said" && ! grep -q 'are not read' "$work/said" || return 1
	touch "$work/bad/poses/dora/3.stl" "$work/bad/poses/dora/monday/notes.txt" "$work/bad/held-out/take.fbx"
	"$build/posedctl" learn --registrations "$work/bad" --check -o "$work/f" 2>"$work/said" && grep -q '2 files are not read, because they are no .obj, .ply or .npz: .*poses/dora/3.stl among them' "$work/said"
}

# a folder of OBJ alone: people of the default model, the template without parts
obj_alone() {
	local people="$work/obj" who n
	mkdir -p "$people"/poses/a "$people"/poses/b
	"$build/posedctl" mesh --quiet -o "$people/template.obj" || return 1
	for who in a b; do
		for n in 1 2 3; do
			"$build/posedctl" mesh --quiet --betas "$([ $who = a ] && echo 1 || echo -1)" -o "$people/poses/$who/$n.obj" --pose "$(awk -v seed=$n$([ $who = a ] && echo 1) \
				'BEGIN { srand(seed); for (i = 0; i < 72; i++) printf "%s%.3f", i ? "," : "", i < 3 ? 0 : 0.8 * rand() - 0.4 }')" || return 1
		done
	done
	"$build/posedctl" learn --registrations "$people" --rounds 1 --betas 1 --quiet -o "$work/mine" >"$work/tables" && [ -s "$work/mine/parts.png" ] &&
		"$build/posedctl" inspect "$work/mine/learned.safetensors" >"$work/seen" && grep -q 'left_knee' "$work/seen" || return 1
	# lying on its back, looking back, in centimetres, no template at all
	turned() { awk "\$1 == \"v\" { print \"v\", $1; next } { print }" "$work/mine.obj" >"$people/template.obj"; exits 2 "$build/posedctl" learn --registrations "$people" --check -o "$work/none" --quiet && grep -q "template.obj: $2" "$work/err"; }
	mv "$people/template.obj" "$work/mine.obj"
	turned '$2, -$4, $3' 'the person does not stand along +Y' && turned '-$2, $3, -$4' 'the person does not look along +Z' &&
		turned '100 * $2, 100 * $3, 100 * $4' 'its longest side is .*metres are wanted' || return 1
	rm "$people/template.obj"
	exits 1 "$build/posedctl" learn --registrations "$people" --check -o "$work/none" --quiet && grep -q 'obj: no template.npz, template.obj or template.ply' "$work/err" || return 1
	exits 1 "$build/posedctl" learn --registrations "$work/nowhere" --check -o "$work/none" --quiet && grep -q 'nowhere: no such folder' "$work/err"
}

check "people are learned again to a millimetre and a half, in poses that were held out too" found_again
check "what was learned is a model like any other" a_model
check "methods of the paper are compared on the same people, on a page with its pictures" papers
check "a run that was stopped ends with the same bytes, on two threads too" resumed
check "two and three processes under mpirun, where there is one, end with the same bytes" shared_by_processes
check "a checkpoint of other meshes is refused" other_meshes_do_not_resume
check "people are chosen by their gender" by_gender
check "a folder of OBJ files alone is enough: the template is segmented, and refused where it lies, looks back or is in centimetres" obj_alone
check "a subject without meshes is an error, files that are not read are counted, endings may be in capitals" passed_over
check "what is wrong with a mesh or the template is said by file" bad_files
exit $failed
