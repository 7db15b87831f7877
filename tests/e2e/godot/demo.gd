extends SceneTree
# Plays the demo by simulated keys. Prints lines that begin with ok or not ok, and writes screenshots into the folder POSED_SHOTS if there is a screen.
# POSED_URL is the address of the daemon.

var demo
var started = 0.0
var at = 0
var script_ = [[0.5, "stands"], [KEY_UP, true], [2.0, "walks"], [KEY_SHIFT, true], [1.5, "jogs"], [KEY_SHIFT, false],
	[KEY_SPACE, true], [0.2, ""], [KEY_SPACE, false], [0.3, "jumps"], [KEY_C, true], [1.0, "crouches"], [KEY_C, false], [KEY_UP, false]]
var from = Vector3()
var is_there = false  # the character has been posed
var heard = {}
var turned = 0.0  # largest angle of a knee so far
var pictures = 0
var there = 0  # pictures with every bone within a centimetre of its joint; on a busy machine frames are far apart and bones lag
var limits = [INF, -INF]  # least and greatest height of the hips over the root


func _init():
	Engine.target_fps = 60
	demo = load("res://demo/demo.tscn").instance()
	root.add_child(demo)
	var walker = demo.get_node("Walker")
	for name in ["footstep", "jumped", "landed", "blocked", "arrived"]:
		walker.connect(name, self, "_on_heard", [name])
	walker.connect("posed", self, "_on_posed")


func _on_heard(_a, _b = null, _c = null):
	var name = _b if _c == null else _c
	heard[name] = heard.get(name, 0) + 1


func _on_posed(who):
	is_there = true
	var bones = demo.get_node("Walker").bones
	var hips = bones.get_bone_global_pose(0).origin
	limits = [min(limits[0], hips.y), max(limits[1], hips.y)]
	var off = 0.0
	for b in bones.get_bone_count():
		off = max(off, bones.get_bone_global_pose(b).origin.distance_to(who.joints[b]))
	pictures += 1
	there += 1 if off < 0.01 else 0
	turned = max(turned, Quat(bones.get_bone_pose(bones.find_bone("LeftLeg")).basis).get_euler().x)


func _idle(_delta):
	var now = OS.get_ticks_msec() / 1000.0
	if at == script_.size():
		finish()
		quit()
		return
	if not is_there:
		started = now
		return
	var step = script_[at]
	if typeof(step[1]) == TYPE_BOOL:
		press(step[0], step[1])
		at += 1
	elif now >= started + step[0]:
		if step[1] == "stands":
			from = demo.get_node("Walker").global_transform.origin
		shoot(step[1])
		started = now
		at += 1


func press(code, pressed):
	var event = InputEventKey.new()
	event.scancode = code
	event.pressed = pressed
	Input.parse_input_event(event)


func shoot(name):
	print("# %s: %d pictures a second" % [name, Engine.get_frames_per_second()])
	var folder = OS.get_environment("POSED_SHOTS")
	if folder == "" or name == "":
		return
	var image = root.get_texture().get_data()
	image.flip_y()
	image.save_png("%s/%s.png" % [folder, name])


func check(sentence, holds):
	print(("ok - " if holds else "not ok - ") + sentence)


func finish():
	var walker = demo.get_node("Walker")
	var way = walker.global_transform.origin - from
	print("# went %s, heard %s, knee %.2f, hips %s, bones there in %d of %d" % [way, heard, turned, limits, there, pictures])
	check("the demo's figure goes away from the camera", way.z > 3 and abs(way.x) < way.z / 2)
	check("it is heard to step", heard.get("footstep", 0) >= 4)
	check("its hips stay over the ground", limits[0] > 0.4 and limits[1] < 1.5)
	check("its bones turn", turned > 0.3)
	check("its bones are where the frames' joints are", there > pictures / 2)
	print("demo: done")
