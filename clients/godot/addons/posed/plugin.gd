@tool
extends EditorPlugin


func _enter_tree():
	add_custom_type("PosedSession", "Node", preload("session.gd"), null)
	add_custom_type("PosedCharacter", "Node3D", preload("character.gd"), null)


func _exit_tree():
	remove_custom_type("PosedCharacter")
	remove_custom_type("PosedSession")
