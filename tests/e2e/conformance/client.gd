extends SceneTree
# clients/godot under the conformance script: godot.py hands it a command a line over a socket and gets a line of JSON for each.

const PosedFrame = preload("res://addons/posed/frame.gd")
const PosedSession = preload("res://addons/posed/session.gd")

var commands = StreamPeerTCP.new()
var ahead = ""
var session = PosedSession.new()
var walker = null
var wish = ""  # what the answer waits for
var due = 0.0
var ref = ""
var dropped = 0.0
var welcomes = []
var feet = []
var lowered = []
var ticks = []


func _init():
	Engine.target_fps = 120
	commands.connect_to_host("127.0.0.1", int(OS.get_environment("POSED_COMMANDS")))
	session.url = OS.get_environment("POSED_STREAM")
	session.longest_wait = 0.5
	session.autostart = false
	session.profile = {"channels": ["root", "rotations", "contacts"], "divisor": 1, "quantize": 48}
	for name in ["welcomed", "spawned", "frame_taken", "event", "answered", "lowered", "state_changed"]:
		session.connect(name, self, "_on_" + name)
	root.add_child(session)


func answer(what):
	wish = ""
	commands.put_data((JSON.print(what) + "\n").to_utf8())


func _idle(_delta):
	if commands.get_status() == StreamPeerTCP.STATUS_CONNECTING:
		return
	if not commands.is_connected_to_host():
		quit()
		return
	var count = commands.get_available_bytes()
	if count > 0:
		ahead += commands.get_data(count)[1].get_string_from_utf8()
	if wish == "" and "\n" in ahead:
		var line = ahead.split("\n")[0]
		ahead = ahead.substr(line.length() + 1)
		do(line.split(" "))


func do(words):
	wish = words[0]
	due = session.now()
	match wish:
		"open":
			session.open()
		"spawn":
			walker = session.spawn({"position": [float(words[1]), float(words[2])], "facing": float(words[3])})
		"spawn_character":
			session.spawn({"character": words[1], "position": [float(words[2]), float(words[3])], "facing": float(words[4])})
		"spawn_model":
			ref = session.ask("spawn", {"model": words[1]})
		"profile":
			ref = session.ask_profile(Array(words[1].split(",")), int(words[2]), int(words[3]))
		"follow":
			ref = session.follow(walker, [[float(words[1]), float(words[2])]], {"round": true, "space": float(words[3])})
		"sit":
			ref = session.sit(walker, [float(words[1]), float(words[2])], {"height": float(words[3]), "space": float(words[4])})
		"play":
			ref = session.play(walker, words[1], {"mask": [words[2]], "weights": [float(words[3])], "speed": float(words[4])})
		"after", "frames":
			due += float(words[1])
			ticks = []
		"input":
			answer({"seq": session.send_input(walker, {"move": [float(words[1]), float(words[2])], "gait": words[3]})})
		"drop":
			dropped = session.now()
			session._lose()
			answer({})
		"welcome", "event", "lowered":
			tell()
		"leave":
			session.leave()


# What was waited for is perhaps already there.
func tell():
	if wish == "welcome" and welcomes:
		answer(welcomes.pop_front())
	elif wish == "event" and feet:
		answer(feet.pop_front())
	elif wish == "lowered" and lowered:
		answer(lowered.pop_front())


func _on_welcomed(welcome, is_new):
	var told = {"session": welcome.session, "resumed": welcome.resumed, "is_new": is_new, "took": session.now() - dropped}
	if wish == "open":
		answer(told)
	else:
		welcomes.append(told)
		tell()


func _on_spawned(figure):
	if wish == "spawn" and figure == walker:
		answer({"id": figure.id})
	if wish == "spawn_character":
		answer({"id": figure.id, "joints": figure.joints.size(), "root": figure.root, "scale": figure.scale})


func _on_answered(its_ref, message):
	if its_ref == ref and wish in ["spawn_model", "profile", "follow", "sit", "play"]:
		answer({"code": message.code, "pointer": message.pointer} if message.type == "error" else {"of": message.of})


func _on_event(_figure, message):
	if message.event == "footstep":
		feet.append({"event": "footstep", "id": int(message.id), "foot": message.foot})
		tell()


func _on_lowered(message):
	lowered.append({"asked": message.asked, "divisor": message.divisor, "vertices_divisor": message.get("vertices_divisor"), "pace": session.divisor()})
	tell()


func _on_state_changed(state):
	if wish == "leave" and state == "closed":
		answer({"state": state})


func _on_frame_taken(frame):
	ticks.append(frame.tick)
	if session.now() < due:
		return
	if wish in ["frame", "after"]:
		answer(shown(frame))
	elif wish == "frames":
		var step = 999
		for i in range(1, ticks.size()):
			step = min(step, ticks[i] - ticks[i - 1])
		answer({"count": ticks.size() - 1, "step": int(step), "last": shown(frame).characters[0]})


func shown(frame):
	var out = []
	for who in frame.characters:
		var joint = who.place().xform(who.joints[0]) if who.joints != null else null
		var q = who.rotations[0] if who.rotations != null else null
		out.append({
			"id": who.id, "seq": who.seq, "channels": who.channels, "yaw": who.yaw, "tick": frame.tick, "root": [who.root.x, who.root.y, who.root.z],
			"joint": [joint.x, joint.y, joint.z] if joint != null else null, "rotation": [q.x, q.y, q.z, q.w] if q != null else null,
			"nodes": who.node_rotations.size() if who.node_rotations != null else 0, "node_root": [who.node_root.x, who.node_root.y, who.node_root.z],
			"node": [who.node_rotations[0].x, who.node_rotations[0].y, who.node_rotations[0].z, who.node_rotations[0].w] if who.node_rotations != null else null,
		})
	return {"tick": frame.tick, "bits": frame.rotation_bits, "characters": out}
