extends SceneTree
# Checks how the add-on reads the golden frames and poses skeletons. Prints lines that begin with ok or not ok. POSED_GOLDEN is the folder of golden.json,
# POSED_WALK that of welcome.json.

const PosedFrame = preload("res://addons/posed/frame.gd")
const PosedWire = preload("res://addons/posed/wire.gd")
const PosedTimeline = preload("res://addons/posed/timeline.gd")
const PosedSession = preload("res://addons/posed/session.gd")
const PosedCharacter = preload("res://addons/posed/character.gd")
const PosedDriven = preload("res://addons/posed/driven.gd")

var counts = [0, 0]
var wrong = []
var failed = []


func _init():
	var folder = OS.get_environment("POSED_GOLDEN")
	var golden = parse_json(text(folder + "/golden.json"))
	for wanted in golden.frames:
		wrong = []
		check_frame(read(folder, wanted), wanted)
		check("golden frame %s is read as it was written" % wanted.file, wrong.empty())
	for spoiled in golden.refused:
		check("%s is refused: %s" % [spoiled.file, spoiled.why], read(folder, spoiled).error != "")
	for input in golden.inputs:
		var written = PosedFrame.encode_input(whole(input))
		check("golden input %s is written byte for byte" % input.file, written == bytes(folder + "/" + input.file))
	cut_frames(folder)
	compact(folder + "/../wire")
	timelines()
	var walk = OS.get_environment("POSED_WALK")
	var told = parse_json(text(walk + "/welcome.json")).skeletons[0]
	rigs(walk, told, 1.0)
	rigs(walk, told, 1.5)
	own()
	shapes()
	driven()
	clocks()
	comebacks()
	warnings()
	speech()
	quit()


# Keeps the messages that a session sends.
class Peer:
	extends Reference
	var sent = []

	func get_peer(_number):
		return self

	func set_write_mode(_mode):
		pass

	func put_packet(bytes):
		sent.append(bytes)

	func text(i):
		return parse_json(sent[i].get_string_from_utf8())


var spoken = []


func _on_speech(who, message):
	spoken.append([who.id, message.event])


func speech():
	wrong = []
	var session = PosedSession.new()
	var peer = Peer.new()
	var figure = session.spawn()
	equal(session.speak(figure, "Hello"), "", "a character that is not spawned yet")
	figure.id = 7
	session.state = "open"
	session._socket = peer
	session.speak(figure, "Hello", {"queue": true, "utterance": "u1"})
	session.speak(figure, {"visemes": [{"viseme": "aa", "start": 0, "end": 0.1}], "source": "oculus"})
	session.hush(figure)
	session.feel(figure, {"happy": 0.5}, {"partner": figure, "part": "thinking"})
	equal(str(peer.text(0)), str(parse_json('{"id":7,"queue":true,"ref":"r1","text":"Hello","type":"speak","utterance":"u1"}')), "speak")
	equal(peer.text(1).source + str(peer.text(1).visemes[0].viseme), "oculusaa", "an utterance with times")
	equal([peer.text(2).type, peer.text(2).stop], ["speak", true], "hush")
	equal([peer.text(3).type, peer.text(3).emotions.happy, int(peer.text(3).partner), peer.text(3).part], ["feel", 0.5, 7, "thinking"], "feel")
	check("a character speaks, is hushed and feels by the messages of these names", wrong.empty())
	peer.sent.clear()
	wrong = []
	session.hear(figure, 16000, {"utterance": "call"})
	equal([peer.text(0).type, int(peer.text(0).rate), peer.text(0).format, peer.text(0).utterance], ["hear", 16000, "s16", "call"], "hear")
	var samples = PoolVector2Array()
	for i in 500:
		samples.append(Vector2(1, 0) if i == 0 else Vector2(-2, -2))
	session.sound(figure, samples)
	equal(peer.sent.size(), 2, "chunks of 500 samples")
	equal(peer.sent[1].size(), 16 + 2 * 320, "bytes of a chunk")
	equal(Array(peer.sent[1].subarray(0, 19)), [2, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 64, 1, 128], "head and two samples")
	session.sound(figure, [0.0, NAN])
	session.hear_end(figure)
	equal(Array(peer.sent[2].subarray(8, 15)), [64, 1, 0, 0, 0, 0, 0, 0], "number of the next sample")
	equal(peer.sent[2].size(), 16 + 2 * 182, "bytes of the last chunk")
	equal([peer.text(3).type, peer.text(3).end], ["hear", true], "end")
	session.sound(figure, samples)
	equal(peer.sent.size(), 4, "messages after the end")
	check("a sound leaves in chunks of 20 ms as bytes, and what is left at its end", wrong.empty())
	peer.sent.clear()
	wrong = []
	session.hear(figure, 16000)
	session._stop_hearing()  # a new connection
	session.sound(figure, samples)
	equal([peer.text(1).type, peer.sent.size()], ["hear", 3], "after a new connection")
	figure.hearing.sent -= 3
	session.sound(figure, samples)
	equal([peer.text(3).type, Array(peer.sent[4].subarray(8, 9))], ["hear", [0, 0]], "after a pause")
	check("a sound begins anew after a lost connection and after a pause", wrong.empty())
	wrong = []
	session.connect("failed", self, "_on_failed")
	session._take_text('{"type":"error","code":"invalid","pointer":"/rate","detail":"...","ref":"%s"}' % peer.text(3).ref)
	equal(figure.hearing, null, "hearing")
	check("a sound that the server refuses is not sent", wrong.empty())
	session.connect("speech", self, "_on_speech")
	for event in ["speech_started", "word", "speech_ended"]:
		session._take_text('{"type":"speech","event":"%s","id":7}' % event)
	session._take_text('{"type":"speech","event":"word","id":8}')
	check("the messages speech of its characters come by a signal", spoken == [[7, "speech_started"], [7, "word"], [7, "speech_ended"]])
	session._socket = null
	session.free()


# Morph targets that follow the pose, of a GLB with one of each kind.
func driven():
	var json = '{"meshes":[{"extras":{"targetNames":["beta_0","corrective_0","bulge"],"correctives":{"first_target":1,"joints":["elbow"],"map":[[0,0,0,0,1,0,0,2,0]]},'
	json += '"sculpts":{"first_target":2,"count":1,"groups":[{"joints":["elbow"],"first":0,"width":0.5,"poses":[[[1,0,0,0]],[[0,0,0,1]]],"map":[[1,0]]}]}}}]}'
	var body = json.to_utf8()
	var glb = PoolByteArray([0x67, 0x6c, 0x54, 0x46, 2, 0, 0, 0, 0, 0, 0, 0, body.size() % 256, body.size() / 256, 0, 0, 0x4a, 0x53, 0x4f, 0x4e])
	glb.append_array(body)
	var of = PosedDriven.new()
	wrong = []
	equal(of.read(glb.subarray(0, 18)), false, "a file that is cut")
	equal(of.read(glb), true, "read")
	equal(str(of.names), "[corrective_0, bulge]", "names")
	of.update({"elbow": Quat()})
	equal(abs(of.weights[0]) < 1e-5 and abs(of.weights[1] - exp(-8)) < 1e-5, true, "at rest %s" % [of.weights])
	of.update({"elbow": Quat(Vector3.RIGHT, PI / 2)})
	equal(abs(of.weights[0] - 1) < 1e-5, true, "at 90 degrees %s" % [of.weights])
	check("correctives and sculpts follow the pose by their names", wrong.empty())


# The reply to a ping sets the clock when one of the two clocks stood still.
func clocks():
	for passed in [[3600.0, 3600.0], [0.0, 3600.0], [3600.0, 0.0]]:
		var line = PosedTimeline.new()
		for k in 300:
			line.take_time(500 + k / 60.0, 20 + k / 60.0)
		var at = 25 + passed[0]
		line.take_pong(at, 505 + passed[1], at + 0.02)
		check("one reply sets the clock after %s s of the local clock and %s s of the server's" % passed, abs(line.offset - (at - 505 - passed[1])) < 0.25)
	var session = PosedSession.new()
	var frame = PosedFrame.Frame.new()
	session.state = "open"
	session.timeline.offset = 0.0
	session._resumed = 100.0
	session._take_pong(99.0, 99.0)
	check("the reply to a ping of before a pause does not end it", session._resumed != null)
	session._take_pong(100.0, 100.0)
	check("the reply to a ping of after a pause ends it", session._resumed == null)
	session.free()


# A thousand sessions that lose the same daemon.
func comebacks():
	var waits = []
	for _i in 1000:
		var session = PosedSession.new()
		session._chance.randomize()
		session._chance.seed += waits.size()  # the seed is a time
		session._lose()
		waits.append(session._due - PosedSession.now())
		session.free()
	waits.sort()
	wrong = []
	for i in 900:
		if waits[i + 100] - waits[i] < 0.05:
			wrong.append("100 of them within %.3f s" % (waits[i + 100] - waits[i]))
	check("a thousand sessions do not come back at once", wrong.empty() and waits[999] <= 1.0)


# A face and fingers, by names.
func shapes():
	var character = PosedCharacter.new()
	var mesh = ArrayMesh.new()
	var holder = MeshInstance.new()
	var arrays = []
	arrays.resize(Mesh.ARRAY_MAX)
	arrays[Mesh.ARRAY_VERTEX] = PoolVector3Array([Vector3.ZERO, Vector3.UP, Vector3.RIGHT])
	arrays[Mesh.ARRAY_NORMAL] = PoolVector3Array([Vector3.BACK, Vector3.BACK, Vector3.BACK])
	mesh.add_blend_shape("blendShape1.jawOpen")
	mesh.add_surface_from_arrays(Mesh.PRIMITIVE_TRIANGLES, arrays, [[arrays[Mesh.ARRAY_VERTEX], arrays[Mesh.ARRAY_NORMAL]]])
	holder.mesh = mesh
	character.add_child(holder)
	character.set_shapes(["eyeBlinkLeft", "jawOpen"], [0.3, 0.75])
	check("a face is set by the names of its blend shapes", abs(character._shapes["jawOpen"].size() - 1) < 1 and abs(holder.get("blend_shapes/blendShape1.jawOpen") - 0.75) < 1e-4)
	var rig = Skeleton.new()
	rig.add_bone("left_index1")
	rig.add_bone("right_thumb3")
	rig.set_bone_rest(1, Transform(Basis(Vector3.UP, 1), Vector3(1, 0, 0)))
	character.add_child(rig)
	character.bones = rig
	var turns = []
	for k in 30:
		turns.append(Quat(Vector3.RIGHT, 0.01 * k))
	character._pose_fingers(turns)
	var thumb = rig.get_bone_global_pose(1)
	var wanted = Basis(Vector3.UP, 1) * Basis(Vector3.RIGHT, 0.29)
	check("fingers turn from their rest pose, by name", thumb.basis.z.distance_to(wanted.z) < 1e-4 and thumb.origin.distance_to(Vector3(1, 0, 0)) < 1e-4)
	character.free()


# Writes to stderr, whose lines games.sh counts.
func warnings():
	var error = '{"type":"error","code":"range","pointer":"%s","detail":"5000; -1000 to 1000 allowed","errors":[]}'
	var alone = PosedSession.new()
	for _i in 3:
		alone._take_text(error % "/move/0")
	alone._take_text('{"type":"bye","reason":"too_many_errors","come_back":false,"detail":"fifty"}')
	var remarks = '{"type":"%s","of":"sit",%s"id":1,"model":"m","warnings":[{"pointer":"/facing","detail":"90; ..."}]}'
	alone._take_text(remarks % ["spawned", ""])  # the character of another client
	alone._take_text(remarks % ["spawned", '"ref":"9",'])
	for _i in 2:
		alone._take_text(remarks % ["warned", ""])
		alone.warn_of(PoolStringArray(["Server: posed", "posed-warning: /betas: 90; ..."]))
		alone.send_input(PosedSession.Figure.new(), {"camera_yaw": 90})
	alone.free()
	var listened = PosedSession.new()
	listened.connect("failed", self, "_on_failed")
	listened._take_text(error % "/speed")
	check("an error that has a listener comes to it", failed == ["/speed"])
	listened.free()


func _on_failed(message):
	failed.append(message.pointer)


func check(sentence, holds):
	print("ok - " + sentence if holds else "not ok - %s: %s" % [sentence, wrong.slice(0, 2)])


func bytes(path):
	var file = File.new()
	file.open(path, File.READ)
	return file.get_buffer(file.get_len())


func text(path):
	return bytes(path).get_string_from_utf8()


func counts_of(_id):
	return counts


func read(folder, wanted):
	counts = [int(wanted.joints), int(wanted.samples)]
	return PosedFrame.decode(bytes(folder + "/" + wanted.file), funcref(self, "counts_of"))


func whole(input):
	var out = input.duplicate()
	out.id = int(input.id)
	out.seq = int(input.seq)
	return out


func cut_frames(folder):
	var all = bytes(folder + "/all_48.bin")
	counts = [5, 4]
	var read = 0
	for size in all.size():
		var part = all.subarray(0, size - 1) if size > 0 else PoolByteArray()
		if PosedFrame.decode(part, funcref(self, "counts_of")).error == "":
			read += 1
	check("a frame cut anywhere is refused", read == 0)


# Returns the frames of a file in which each frame follows its size.
func frames_of(path):
	var from = StreamPeerBuffer.new()
	from.data_array = bytes(path)
	var out = []
	while from.get_position() < from.get_size():
		var size = from.get_u32()
		out.append(from.get_data(size)[1])
	return out


func compact(folder):
	for sequence in parse_json(text(folder + "/golden.json")).sequences:
		wrong = []
		var reader = PosedWire.new()
		var frames = frames_of(folder + "/" + sequence.file)
		for i in frames.size():
			equal(PosedWire.is_compact(frames[i]), true, "compact")
			check_compact(reader.decode(frames[i]), sequence.frames[i])
		check("golden sequence %s is read as it was written" % sequence.file, wrong.empty())
	var all = frames_of(folder + "/all.bin")
	var late = PosedWire.new()
	wrong = []
	equal(late.decode(all[1]).characters, null, "a frame without a key frame")
	equal(late.decode(all[0]).error, "", "key frame")
	equal(late.decode(all[2]).characters, null, "a frame too far")
	equal(late.decode(all[12]).characters.size(), 2, "the next key frame")
	check("after a frame that did not come, all are left out until the next key frame", wrong.empty())
	wrong = []
	for size in all[0].size():
		if size > 0:
			equal(PosedWire.new().decode(all[0].subarray(0, size - 1)).error != "", true, "a key frame of %d bytes" % size)
	for size in range(2, all[1].size()):
		var reader = PosedWire.new()
		reader.decode(all[0])
		reader.decode(all[1].subarray(0, size - 1))
	check("a key frame cut anywhere is refused, and a cut delta frame does no harm", wrong.empty())


func check_compact(frame, wanted):
	equal(frame.error, "", "error")
	equal(frame.tick, int(wanted.tick), "tick")
	near(frame.time, wanted.time, 1e-9, "time")
	equal(frame.characters.size(), wanted.characters.size(), "characters")
	for i in frame.characters.size():
		var who = frame.characters[i]
		var one = wanted.characters[i]
		for name in ["id", "seq", "channels", "contacts", "gait"]:
			equal(who.get(name), int(one[name]), name)
		near(who.phase, one.phase, 1e-5, "phase")
		near(who.yaw, one.yaw, 1e-5, "yaw")
		for k in 3:
			near(who.root[k], one.root[k], 1e-5, "root")
		for pair in [[who.hips, "hips"], [who.smpl_pelvis, "smpl_pelvis"]]:
			equal(pair[0] != null, one.has(pair[1]), pair[1])
			for k in (3 if one.has(pair[1]) else 0):
				near(who.place().xform(pair[0])[k], one[pair[1]][0][k], 1e-4, pair[1])
		near_rotations(who.rotations, one.get("rotations"), "rotations", 2e-6)
		near_rotations(who.smpl_rotations, one.get("smpl_rotations"), "smpl", 2e-6)
		near_rotations(who.finger_rotations, one.get("finger_rotations"), "fingers", 2e-6)
		equal(who.face_weights != null, one.has("face_weights"), "face")
		for k in (one.face_weights.size() if one.has("face_weights") else 0):
			near(who.face_weights[k], one.face_weights[k][0], 1e-6, "weight")


# -- frames compared with golden.json


func equal(got, wanted, what):
	if got != wanted:
		wrong.append("%s: %s, not %s" % [what, got, wanted])


func near(got, wanted, tolerance, what):
	if abs(got - wanted) > tolerance:
		wrong.append("%s: %.9f, not %.9f" % [what, got, wanted])


func near_points(got, wanted, place, what):
	equal(got != null, wanted != null, what)
	if got == null or wanted == null:
		return
	equal(got.size(), wanted.size(), what + " count")
	for i in wanted.size():
		var p = place.xform(got[i])
		for k in 3:
			near(p[k], wanted[i][k], 5e-6, "%s %d" % [what, i])


func near_rotations(got, wanted, what, tolerance = 1e-6):
	equal(got != null, wanted != null, what)
	if got == null or wanted == null:
		return
	for i in wanted.size():
		var q = [got[i].x, got[i].y, got[i].z, got[i].w]
		for k in 4:
			near(q[k], wanted[i][k], tolerance, "%s %d" % [what, i])


func check_frame(frame, wanted):
	equal(frame.error, "", "error")
	equal(frame.tick, int(wanted.tick), "tick")
	equal(frame.rotation_bits, int(wanted.rotation_bits), "bits")
	near(frame.time, wanted.time, 1e-9, "time")
	equal(frame.characters.size(), wanted.characters.size(), "characters")
	for i in frame.characters.size():
		check_character(frame.characters[i], wanted.characters[i])


func check_character(who, wanted):
	for name in ["id", "seq", "channels", "contacts", "gait"]:
		equal(who.get(name), int(wanted[name]), name)
	near(who.phase, wanted.phase, 1e-6, "phase")
	near(who.yaw, wanted.yaw, 1e-6, "yaw")
	for k in 3:
		near(who.root[k], wanted.root[k], 1e-6, "root")
	near_points(who.joints, wanted.get("joints"), who.place(), "joints")
	near_points(who.vertices, wanted.get("vertices"), who.place(), "vertices")
	near_points(who.trajectory, wanted.get("trajectory"), who.place(), "trajectory")
	for i in (wanted.trajectory.size() if wanted.has("trajectory") else 0):
		near(who.facings[i] + who.yaw, wanted.trajectory[i][3], 2e-6, "facing")
	near_rotations(who.rotations, wanted.get("rotations"), "rotations")
	near_rotations(who.smpl_rotations, wanted.get("smpl_rotations"), "smpl")
	near_rotations(who.node_rotations, wanted.get("character_rotations"), "nodes")
	for k in (3 if wanted.has("character_root") else 0):
		near(who.node_root[k], wanted.character_root[0][k], 1e-4, "root's node")
	var moved = wanted.get("character_translations", [])
	equal(who.node_translations.size() if who.node_translations != null else 0, moved.size(), "moved nodes")
	for i in moved.size():
		for k in 3:
			near(who.node_translations[i][k], moved[i][k], 1e-4, "moved node")
	equal(who.soft != null, wanted.has("soft"), "soft")
	for i in (wanted.soft.size() if wanted.has("soft") else 0):
		near(who.soft[i], wanted.soft[i][0], 1e-6, "soft")
	equal(who.face_weights != null, wanted.has("face_weights"), "face")
	for i in (wanted.face_weights.size() if wanted.has("face_weights") else 0):
		near(who.face_weights[i], wanted.face_weights[i][0], 1e-6, "weight")
	near_rotations(who.finger_rotations, wanted.get("finger_rotations"), "fingers")
	if wanted.has("smpl_pelvis"):
		near_points([who.smpl_pelvis], [wanted.smpl_pelvis[0]] if typeof(wanted.smpl_pelvis[0]) == TYPE_ARRAY else [wanted.smpl_pelvis],
			who.place(), "pelvis")


# -- interpolation between frames


func frame_at(time, x, yaw, turn, sign_ = 1.0):
	var frame = PosedFrame.Frame.new()
	frame.time = time
	var who = PosedFrame.Who.new()
	who.id = 7
	who.root = Vector3(x, 0, 0)
	who.yaw = yaw
	who.rotations = [Quat(Vector3.UP, turn) * sign_]
	frame.characters = [who]
	return frame


func timelines():
	var line = PosedTimeline.new()
	line.push(frame_at(1.0, 0, 3.1, 0.0))
	line.push(frame_at(1.1, 1, -3.1, 0.2, -1.0))
	var who = line.sample(7, 1.05)
	check("between two frames it stands between them", abs(who.root.x - 0.5) < 1e-5)
	check("a yaw goes the short way round", abs(abs(who.yaw) - PI) < 1e-5)
	check("signs go on as they were, and rotations on the shorter arc",
		line.newest().characters[7].rotations[0].w > 0 and abs(who.rotations[0].y - sin(0.05)) < 1e-5)
	check("after the newest frame it goes on for a tenth of a second",
		abs(line.sample(7, 1.15).root.x - 1.5) < 1e-5 and abs(line.sample(7, 9).root.x - 2) < 1e-5)
	check("an older frame is left out", not line.push(frame_at(1.05, 9, 0, 0)))
	line.take_time(100, 205.5)
	line.take_time(100.1, 205.61)
	check("the clock is the quickest way there was", abs(line.offset - 105.5) < 1e-9)
	line.remove(7)
	check("who left is not drawn", line.sample(7, 1.05) == null)


# -- skeletons of other figures


# Makes a rig of the given joints whose bones have random rest rotations, and one more bone that belongs to no joint.
func rig_of(joints, parents, size):
	var rig = Skeleton.new()
	var globals = []
	rig.name = "Rig"
	for j in joints.size():
		var above = globals[parents[j]] if parents[j] >= 0 else Transform(Basis(), Vector3(0, size, 0))
		var offset = Vector3(joints[j].offset[0], joints[j].offset[1], joints[j].offset[2]) * size
		var turned = Basis(Vector3(rand_range(-1, 1), rand_range(-1, 1), 1).normalized(), rand_range(-3, 3))
		globals.append(Transform(turned, above.origin + offset))
		rig.add_bone(joints[j].name)
		rig.set_bone_parent(j, parents[j])
		rig.set_bone_rest(j, above.affine_inverse() * globals[j] if parents[j] >= 0 else globals[j])
	rig.add_bone("twist")
	rig.set_bone_parent(joints.size(), 2)
	rig.set_bone_rest(joints.size(), Transform())
	return rig


# Checks a skeleton of two bones, the second of which is scaled: its world rotations are those of the frame, wherever the figure stands.
func own():
	var line = PosedSession.new()
	var character = PosedCharacter.new()
	var scene = Spatial.new()
	var rig = Skeleton.new()
	line.autostart = false
	line.name = "Line"
	root.add_child(line)
	character.session = NodePath("../Line")
	character.skeleton = NodePath("Scene/Rig")
	character.character = "hero"
	scene.name = "Scene"
	rig.name = "Rig"
	for b in 2:
		rig.add_bone(["mixamorig_Hips", "Left Arm"][b])
		rig.set_bone_parent(b, b - 1)
	rig.set_bone_rest(0, Transform(Basis(Vector3.RIGHT, 1), Vector3(9, 9, 9)))
	rig.set_bone_rest(1, Transform(Basis(Vector3.UP, 2).scaled(Vector3(3, 3, 3)), Vector3(0, 1, 0)))
	scene.add_child(rig)
	character.add_child(scene)
	root.add_child(character)
	line._asked["r9"] = character.figure
	line._take_text('{"type":"spawned","ref":"r9","id":7,"model":"m","character":"hero","joints":["mixamorig:Hips","Left Arm"],"root":"mixamorig:Hips","scale":2}')
	var who = PosedFrame.Who.new()
	who.root = Vector3(5, 0, 5)
	who.yaw = 1.0
	who.node_root = Vector3(1, 2, 3)
	who.node_rotations = [Quat(Vector3.UP, PI / 2), Quat(Vector3.RIGHT, PI / 2)]
	character.pose(who)
	wrong = []
	var arm = rig.global_transform * rig.get_bone_global_pose(1)
	equal(arm.origin.distance_to(Vector3(2, 6, 6)) < 1e-4, true, "arm at %s" % arm.origin)
	equal(arm.basis.z.distance_to(Vector3(0, -6, 0)) < 1e-4, true, "arm's z %s" % arm.basis.z)
	equal(character.global_transform.origin, Vector3(5, 0, 5), "figure")
	check("a user's own skeleton is set as the frame says", wrong.empty())
	character.free()
	line.free()


func rigs(walk, told, size):
	var line = PosedSession.new()
	var character = PosedCharacter.new()
	line.autostart = false
	line.name = "Line"
	root.add_child(line)
	character.session = NodePath("../Line")
	character.skeleton = NodePath("Rig")
	var rig = rig_of(told.joints, character._parents(told.joints), size)
	character.add_child(rig)
	root.add_child(character)
	character._take_bones(told.joints)
	counts = [told.joints.size(), int(told.samples)]
	wrong = []
	for i in [1, 2, 3, 4]:
		var who = PosedFrame.decode(bytes("%s/walk_%d.bin" % [walk, i]), funcref(self, "counts_of")).characters[0]
		character.pose(who)
		for j in who.joints.size():
			var off = rig.get_bone_global_pose(j).origin.distance_to(who.joints[j] * size)
			if off > 0.001 * size:
				wrong.append("%s is %.4f m off" % [told.joints[j].name, off])
	check("a rig of %d %%, its bones at rest in any direction, has its joints where the frame has them" % int(100 * size), wrong.empty())
	character.free()
	line.free()
