extends SceneTree
# How long clients/godot takes for a frame (POSED_FRAME, of POSED_JOINTS joints), or for JSON of the same: prints "took" and the least
# microseconds a character of rounds of twenty: others may be at work.

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
	var best = INF
	var until = OS.get_ticks_usec() + 1e6 * float(OS.get_environment("POSED_SECONDS"))
	while OS.get_ticks_usec() < until:
		var from = OS.get_ticks_usec()
		var characters = 0
		for _i in 20:
			characters += decode(bytes, text, is_json)
		best = min(best, float(OS.get_ticks_usec() - from) / characters)
	print("took %.3f" % best)
	quit()
