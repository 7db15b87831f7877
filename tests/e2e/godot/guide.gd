# Runs the scene of docs/guide/godot.md (main.gd) until all of its characters walk. Prints ok and not ok lines. The characters' nodes are not
# posed, because a headless server draws no meshes and complains of each.
extends SceneTree

const LONGEST = 60.0  # seconds until it fails
var scene = null
var passed = 0.0


func _init():
	scene = preload("res://main.gd").new()
	root.add_child(scene)
	for child in scene.get_children():
		child.set_process(child.name == "Line")


func _idle(delta):
	passed += delta
	var line = scene.get_node("Line")
	var newest = line.timeline.newest()
	var count = newest.characters.size() if newest != null else 0
	var drawn = 0
	for figure in line.figures:
		drawn += 1 if line.sample(figure) != null else 0
	if (count == 50 and drawn == 50) or passed > LONGEST:
		print("%s - fifty characters share the session of the guide (%d in the newest frame)" % ["ok" if drawn == 50 else "not ok", count])
		quit()
	return false
