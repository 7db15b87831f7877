// The texts of the page in English, and in Chinese where text_zh.js is loaded.

const TEXTS = {
  character: "Yours", ownDrop: "Drop your file anywhere, or choose it", ownPerson: "Character", ownPersonIs: "Walks with your keys: a person in any rest pose and size; without bones it gets them.", ownMotion: "Motion", ownMotionIs: "Is played; of markers the body in them is found.", ownPoints: "Keypoints", ownPointsIs: "Of a photo: become a body in Body.", ownWebcamIs: "You move a body yourself.", ownTry: "No file at hand?", ownTryPerson: "This server's person", ownTryMotion: "A walk as BVH", dropHere: "Drop it here", dropKinds: "Character: .glb .vrm .fbx .obj .ply · Motion: .bvh .fbx .c3d .trc · Keypoints: .json", ownKinds: "This server keeps a character until others need the room.", ownMost: "At most",
  ownOther: "This kind of file cannot be read here. Characters are .glb, .vrm, .fbx, .obj and .ply (posedctl import-character makes a .glb of a DAE), motions .bvh, .fbx, .c3d and .trc, keypoints .json. An .npz moves a character: bring the character first.", ownReading: "Reading …", ownRigging: "It has no skeleton; one is being made …", ownAnimal: "an animal, which other animals' motions move", ownMove: "Move it by a file: .bvh .fbx .glb .npz, or .asf with .amc", ownMoveAnimal: "Move it by another animal's .glb", ownMoveOther: "a motion is .bvh, .fbx, .glb, .vrm, .npz, or .asf with .amc", ownWalks: "Walk it", ownFound: "bones of a person found", ownDoubts: "in doubt",
  ownMatch: "Which joint is which bone", ownMend: "Choose another joint where one is wrong.", ownNone: "none", ownGlb: "GLB with a walk", ownSaved: "Saved with six seconds of walking and jogging.",
  sending: "Sending the file …", fileUnread: "The browser cannot read it: it is a folder, or has changed since it was chosen.", fileEmpty: "The file is empty (0 bytes).", fileUnusable: "It cannot be used:", fileDamaged: "it is damaged, incomplete or of an unusual form", cannotDraw: "The browser cannot draw it", isDraco: "its meshes are compressed by Draco, which this page does not unpack: save it without compression or with meshopt",
  bvhBroken: "This is not a BVH file that can be read:", line: "line", expected: "expected is", found: "found is", fbxReading: "Reading the FBX …", fbxBroken: "The browser cannot read this FBX; posedctl import-character FILE.fbx -o FILE.glb reads more kinds.", fbxEmpty: "This FBX has neither a mesh nor moving bones.", fbxMade: "The browser made a GLB of the FBX: meshes, skins, colours, embedded PNG and JPEG pictures, animations.", fbxStill: "Turns that are keyed on one or two axes alone are left out, of", fbxMissing: "Pictures that are not in the file are left out:",
  fetching: "Fetching person", fetchingPeople: "People are being fetched", fetchingOf: "of", fetched: "received", closeUp: "Show the whole body",
  by_name: "by its name", by_vrm: "by the file's own table", by_tree: "by what hangs on it", by_shape: "by the shape", by_request: "chosen here", by_none: "not found",
  motion: "Motion", body: "Body", server: "Server", guide: "Guide", tour: "Tour", starts: "Five minutes each", pitfalls: "What goes wrong", copyText: "Copy", copied: "Copied.", notCopied: "The browser does not let the page copy; mark the text instead.", theme: "Dark or light", language: "ZH", languageIs: "中文 (Chinese)", panel: "Show or hide the panel",
  view: "Scene: drag to turn, wheel to zoom, in Body right button or arrow keys to move", characters: "Characters", figure: "Figure", asBody: "Body", asBones: "Bones", both: "Both",
  people: "People", place: "Place", steer: "Steer", takeAway: "Take it with you", scene: "Ground", flat: "Flat", hills: "Hills", rolling: "Rolling", rocky: "Rocks", steps: "Steps", course: "Course", room: "Room",
  things: "Sit down, reach for", chair: "Chair", stool: "Stool", bench: "Bench", post: "Ball on the post", shelf: "Ball on the shelf", sitDown: "Sit down", standUp: "Stand up", reachFor: "Reach for it", letGo: "Let go", noWay: "No way leads there.",
  films: "Motions from this server", film_walk: "Walk", film_jog: "Jog", film_turn: "Turn round", film_stairs: "Stairs", filmMaking: "The server makes the motion …",
  kSit: "sit down, stand up", kBall: "reach for the nearest ball", inRoom: "Seats and balls are in the room: choose it under Ground.",
  show: "Show", trajectory: "Trajectory", footprints: "Footprints", path: "Path", drawPath: "Draw", circle: "Circle", eight: "Eight", stop: "Stop",
  drawHint: "Draw on the ground with the pointer.", reach: "Reach", leftHand: "Left hand", rightHand: "Right hand",
  reachHint: "Drag the ball; the hand goes there.", slide: "Foot slide", slideIs: "How fast toes move over the ground while they are planted", speed: "Speed", gait: "Gait", frames: "Pictures",
  stand: "standing", walk: "walking", jog: "jogging", crouch: "crouching", jump: "jumping", bump: "bumping",
  keys: "Keys", kMove: "walk", kJog: "jog", kRun: "run", kCrouch: "crouch", kJump: "jump", hold: " (hold)", kStrafe: "sideways", kTurn: "turn the camera", kZoom: "zoom",
  slowly: "Slow motion", lastSeconds: "Last two seconds", now: "Now", kAgain: "last two seconds, slowly",
  kNext: "next character", kPath: "draw a path", kReach: "reach", kRecord: "record", kReset: "back to the middle",
  reset: "Back to the middle", shape: "Body shape", connecting: "Connecting …", waiting: "The connection was lost. Trying again …", closed: "The session has ended.",
  again: "Connect again", noMotion: "No motion network is loaded, so nobody can walk yet. Put motion.safetensors into the models folder, or name one under models in posed.yaml, and start posed again.",
  lostWebgl: "The graphics processor dropped the picture. It comes back by itself if it can.", reload: "Load again",
  noWebgl: "This browser has no WebGL 2, without which the page cannot draw people; the picture shows how it looks. Programs need none of it:", noServer: "posed does not answer. Is it still running?", busy: "The server has all the characters it can move in time.",
  limit: "The server allows no more characters in a session.", tooMany: "The server is full: no more sessions.", askKey: "This server asks for an API key.", key: "API key", open: "Open",
  others: "The others", wander: "Wander", copy: "Do as I do", model: "Model", measures: "Measurements", betas: "Shape coefficients", pose: "Pose", skinning: "Skinning",
  who: "Who", presets: "Presets", method: "Method", undo: "Undo", redo: "Redo", link: "Copy link", linked: "The link is in the clipboard.", download: "GLB", rigged: "GLB with skeleton", resetShape: "Average", random: "Random",
  handles: "Pose by hand", showHandles: "Handles", handleKeys: "Drag a ball, or go to its button: arrows and Page keys move it, Shift farther.", limits: "Joint limits", atLimit: "At its limit:",
  pelvis: "Pelvis", solver: "Solver", auto: "Automatic", style: "Style", any: "Any", iterations: "iterations", reached: "Reached:", stalled: "It got stuck;", budget: "Time was up;", compare: "Skinning side by side", withP: "with P", withoutP: "without P",
  default: "Neutral", "person-female": "Person, female", "person-male": "Person, male", record: "Record", recording: "Stop and save", recorded: "Saved as a GLB with animation.", nothingRecorded: "Nothing was recorded: only bodies can be.",
  tooFast: "Too many requests for this key; wait a moment.", full: "The server is busy; try again in a moment.", tooLarge: "That is more than the server takes in one request.", walkWith: "Walk with this body", height: "Height", mass: "Mass", chest_girth: "Chest", waist_girth: "Waist", hip_girth: "Hips",
  shoulder_width: "Shoulders", arm_length: "Arm", inside_leg_height: "Inside leg", rest: "T-pose", relaxed: "Relaxed", apose: "A-pose", sit: "Sit", wave: "Wave", squat: "Squat", stride: "Stride", think: "Think",
  compromise: "These measurements contradict each other; this is the nearest body.", unreachable: "Out of reach; this is the nearest pose:",
  matching: "Motion matching", "pose-network": "Pose network", "pose-prior": "Pose prior", "rig-start": "Rigging", "rig-weights": "Rigging weights", wardrobe: "Clothes", roundTrip: "Round trip", late: "Tick late by", load: "Load", rate: "Frames", bytes: "Received", dropped: "Dropped", sessions: "Sessions", resident: "Models", vertices: "vertices",
  joints: "joints", version: "Version", licence: "Licence", interface: "The interface", metrics: "Metrics", ofTick: "of a tick", perSecond: "/s", everyone: "Characters of all sessions",
  person: "Person", randomPerson: "Random person", gender: "Gender", between: "Between", female: "Female", male: "Male", age: "Age", among: "Among people: age, height, weight", heightAmong: "Taller than", weightAmong: "Heavier than", clothes: "Clothes and colours", face: "Face", hands: "Hands",
  outfit: "Outfit", shoes: "Shoes", hair: "Hair", hat: "Hat", glasses: "Glasses", beard: "Beard", none: "none", skinTone: "Skin tone", hairColor: "Hair colour", iris: "Eyes", asMade: "their own", asCode: "Copy as code", inLanguage: "Language",
  code_shell: "websocat: https://github.com/vi/websocat", code_javascript: "npm install ./clients/js, in posed's folder; before node 22 also ws: posed.stream({ WebSocket, ... })", code_python: "pip install './clients/python[stream]', in posed's folder", code_c: "in posed's folder: cc -I clients/c session.c clients/c/posed.c $(pkg-config --cflags --libs libwebsockets) -lm -o session",
  code_bodies: "Bodies in their clothes, as GLB: for a loader, moved by what frames say (smpl)", code_held: "what a stick says is forgotten unless it is said again", code_second: "60 frames a second; one of them is printed", code_scene: "The ground is the one that the page has put there.",
  c_black: "black", c_brown: "brown", c_chestnut: "chestnut", c_red: "red", c_blond: "blond", c_grey: "grey", c_white: "white", c_dark: "dark", c_hazel: "hazel", c_green: "green", c_blue: "blue",
  h_relaxed: "relaxed", h_open: "open", h_flat: "flat", h_fist: "fist", h_point: "pointing", h_grip: "grip",
  f_smile: "Smile", f_frown: "Corners down", f_jaw: "Open mouth", f_pucker: "Kiss", f_brows: "Brows up", f_scowl: "Brows down", f_blink: "Lids closed", f_wide: "Eyes wide",
  webcam: "Webcam", mirror: "Mirror me", mirrorEnd: "Stop mirroring", mirrorPicture: "Your camera, as in a looking-glass", mirrorPrivate: "Pictures stay in this browser; only the places of your joints go to the server.",
  mirrorAsks: "The browser asks for your camera …", mirrorLoads: "Loading what finds people in pictures …", mirrorLooks: "Looking for you …", mirrorNobody: "Nobody is seen. Step back until your whole body is in the picture.", mirrorFollows: "It does as you do,",
  mirrorTurned: "Left and right seem exchanged: does your camera mirror its picture?", mirrorRefused: "The browser may not use the camera. Allow it beside the address, then try again.", mirrorNoCamera: "There is no camera here.", mirrorTaken: "Another program has the camera.", mirrorGone: "The camera has gone.",
  mirrorInsecure: "Browsers give their camera only to pages from this machine (127.0.0.1) or over HTTPS.", mirrorNoWebgl: "This browser gives no WebGL 2, without which nobody can be found in pictures.", mirrorAbsent: "This server has no detector of people: run make mirror beside it, then start it again.", mirrorFailed: "What finds people in pictures does not work here.",
  time: "Time", pause: "Pause", playOn: "Play", take: "Motion of the file", bvhEmpty: "This BVH file has no motion.", takeSolving: "Finding the body in it …", moments: "moments", unit: "unit", off: "off", pixels: "pixels",
  keypointsNone: "no keypoints of a person. OpenPose, COCO and MediaPipe files are read, and this server's observations.",
  thoughts: "What the network thinks", thoughtsAre: "Ring: how far the step is, from the right foot's contact (orange) to the left one's (green) and on. Discs: parts of the feet that it holds to be planted. Arrows: where it was, and where it means to be within a second.",
  stairs: "Stairs", recordAs: "Record as", recordedVrma: "Saved as a VRM animation of who is steered.",
  rotations: "Turn a joint", joint: "Joint", reachMap: "Where a hand gets to", reachFree: "reached freely", reachLimited: "with a joint at its limit",
  left_hand: "Left hand", right_hand: "Right hand", left_foot: "Left foot", right_foot: "Right foot", head: "Head",
};

const kept = (() => { try { return localStorage.getItem("posed.language"); } catch { return null; } })();
export const language = kept ?? (navigator.language?.startsWith("zh") ? "zh" : "en");
const CHINESE = language === "zh" ? await import("./text_zh.js") : null; // loaded only where it is read: it is half of all texts
document.documentElement.lang = language === "zh" ? "zh-Hans" : "en";

/** The text of that name; a name that has none is shown as it is. */
export const t = (name) => CHINESE?.TEXTS[name] ?? TEXTS[name] ?? name;

/** left_elbow as a person says it. */
export function jointName(name) {
  return CHINESE ? name.split("_").map((part) => CHINESE.PARTS[part] ?? part).join("") : name.replaceAll("_", " ");
}

export function otherLanguage() {
  try { localStorage.setItem("posed.language", language === "en" ? "zh" : "en"); } catch { /* kept for this time only */ }
  location.reload();
}
