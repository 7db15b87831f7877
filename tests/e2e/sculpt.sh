#!/bin/bash
# posedctl sculpt from outside: meshes with vertices moved, at rest and in a pose, come back at weight 1 and half way at 0.5.
cd "$(dirname "$0")/../.." || exit 1
. tests/e2e/lib.sh

python=/usr/bin/python3
"$python" -c 'import numpy' 2>/dev/null || { echo "python3-numpy is missing"; exit 77; }
bent="0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,-1.5707963,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0"
ctl="$build/posedctl"

# Vertices about a point go outward along y or z, the more the nearer: a bulge that NumPy makes of the file's own text.
bulge() { # IN OUT X Y Z RADIUS AXIS METRES
	"$python" - "$@" <<-'END'
		import sys, numpy as np
		path, out, *at = sys.argv[1:6]
		radius, axis, far = float(sys.argv[6]), int(sys.argv[7]), float(sys.argv[8])
		lines = open(path).read().splitlines()
		rows = [i for i, line in enumerate(lines) if line.startswith("v ")]
		v = np.array([[float(x) for x in lines[i].split()[1:4]] for i in rows])
		d = np.linalg.norm(v - np.array([float(x) for x in at]), axis=1)
		v[:, axis] += far * np.clip(1 - (d / radius) ** 2, 0, 1) ** 2
		for i, row in zip(rows, v):
		    lines[i] = "v %.6f %.6f %.6f" % tuple(row)
		open(out, "w").write("\n".join(lines) + "\n")
	END
}
make() {
	exits 0 "$ctl" mesh -o "$work/base.obj" && exits 0 "$ctl" mesh --betas 1,0.5 --pose "$bent" -o "$work/bent.obj" &&
		bulge "$work/base.obj" "$work/belly.obj" 0 -0.05 0.1 0.2 2 0.06 &&
		bulge "$work/bent.obj" "$work/flexed.obj" 0.38 0.495 0.03 0.12 1 0.03 &&
		exits 0 "$ctl" sculpt belly="$work/belly.obj" -o "$work/one.safetensors" &&
		exits 0 "$ctl" sculpt --model "$work/one.safetensors" --betas 1,0.5 --pose "left_elbow 0 -90 0" biceps="$work/flexed.obj" -o "$work/two.safetensors"
}
comes_back() { # SCULPTED FIELDS WITHOUT
	echo "$2" >"$work/a.json" && echo "$3" >"$work/b.json" &&
		exits 0 "$ctl" mesh --model "$work/two.safetensors" --request "$work/a.json" --format npz -o "$work/a.npz" &&
		exits 0 "$ctl" mesh --model "$work/two.safetensors" --request "$work/b.json" --format npz -o "$work/b.npz" &&
		"$python" - "$1" "$work/a.npz" "$work/b.npz" <<-'END'
			import sys, numpy as np
			wanted = np.array([[float(x) for x in line.split()[1:4]] for line in open(sys.argv[1]) if line.startswith("v ")])
			whole, plain = (np.load(f)["vertices"].reshape(-1, 3) for f in sys.argv[2:4])
			off, moved = np.linalg.norm(whole - wanted, axis=1), np.linalg.norm(whole - plain, axis=1)
			assert off.max() < 3e-5 and 0.02 < moved.max() < 0.07 and 50 < (moved > 1e-4).sum() < len(moved) / 3, (off.max(), moved.max(), (moved > 1e-4).sum())
		END
}
half_way() {
	for w in 0 0.5 1; do
		echo "{\"blend_shapes\":{\"belly\":$w}}" >"$work/$w.json"
		exits 0 "$ctl" mesh --model "$work/two.safetensors" --request "$work/$w.json" --format npz -o "$work/$w.npz" || return 1
	done
	"$python" -c 'import sys, numpy as np
a, b, c = (np.load(f)["vertices"] for f in sys.argv[1:4])
assert abs(a + c - 2 * b).max() < 1e-6, abs(a + c - 2 * b).max()' "$work/0.npz" "$work/0.5.npz" "$work/1.npz"
}
told() {
	exits 0 "$ctl" inspect "$work/two.safetensors" && grep -q "belly" "$work/out" && grep -q "biceps" "$work/out"
}
check "meshes that were sculpted become blend shapes, one model after the other" make
check "what was sculpted at rest comes back at weight 1" comes_back "$work/belly.obj" '{"blend_shapes":{"belly":1}}' '{}'
check "what was sculpted on another body in a pose comes back in it" comes_back "$work/flexed.obj" \
	"{\"betas\":[1,0.5],\"pose\":[$bent],\"blend_shapes\":{\"biceps\":1}}" "{\"betas\":[1,0.5],\"pose\":[$bent]}"
check "half the weight is half the way" half_way
check "inspect tells their names" told
check "a name that is there is refused" exits 2 "$ctl" sculpt --model "$work/two.safetensors" belly="$work/belly.obj" -o "$work/three.safetensors"
other() { sed '0,/^v /{/^v /d}' "$work/belly.obj" >"$work/less.obj" && exits 2 "$ctl" sculpt x="$work/less.obj" -o "$work/three.safetensors" && grep -q "13379 vertices; 13380 wanted" "$work/err"; }
check "another number of vertices is refused" other
scaled() { sed 's/^v \([-0-9.]*\) /v 100\1 /' "$work/belly.obj" >"$work/far.obj" && exits 2 "$ctl" sculpt x="$work/far.obj" -o "$work/three.safetensors" && grep -q "metres" "$work/err"; }
check "a mesh that is elsewhere is refused, with what may be the matter" scaled
check "a word without a mesh is wrong usage" exits 2 "$ctl" sculpt belly -o "$work/three.safetensors"
exit $failed
