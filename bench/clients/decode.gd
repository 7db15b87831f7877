extends SceneTree
# How long clients/godot takes for a frame (POSED_FRAME, of POSED_JOINTS joints), or for JSON of the same: prints "took" and
# the processor's microseconds a character, median of ten rounds.

const PosedFrame = preload("res://addons/posed/frame.gd")

var joints = int(OS.get_environment("POSED_JOINTS"))


func counts_of(_id):
	return [joints, 12]


func decode(bytes, text, is_json):
	if is_json:
		return parse_json(text).characters.size()
	return PosedFrame.decode(bytes, funcref(self, "counts_of")).characters.size()


func _init():
	var path = OS.get_environment("POSED_FRAME")
	var file = File.new()
	file.open(path, File.READ)
	var bytes = file.get_buffer(file.get_len())
	var is_json = path.ends_with(".json")
	var text = bytes.get_string_from_utf8() if is_json else ""
	var seconds = float(OS.get_environment("POSED_SECONDS"))
	var rounds = []
	for _r in 10:
		var from = used()
		var characters = 0
		while used() - from < seconds / 10:
			for _i in 10:
				characters += decode(bytes, text, is_json)
		rounds.append(1e6 * (used() - from) / characters)
	rounds.sort()
	print("took %.3f" % rounds[5])
	quit()


# Seconds of the processor that this thread has had.
func used():
	var file = File.new()
	file.open("/proc/self/schedstat", File.READ)
	return float(file.get_line().split(" ")[0]) / 1e9
