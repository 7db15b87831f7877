// What the page says, in English and Chinese.

const TEXTS = {
  en: {
    character: "Yours", ownDrop: "Drop your file anywhere, or choose it", ownPerson: "Character", ownPersonIs: "Walks with your keys: a person in any rest pose and size; without bones it gets them.", ownMotion: "Motion", ownMotionIs: "Is played; of markers the body in them is found.", ownPoints: "Keypoints", ownPointsIs: "Of a photo: become a body in Body.", ownWebcamIs: "You move a body yourself.", ownTry: "No file at hand?", ownTryPerson: "This server's person", ownTryMotion: "A walk as BVH", dropHere: "Drop it here", dropKinds: "Character: .glb .vrm .obj .ply · Motion: .bvh .c3d .trc · Keypoints: .json", ownKinds: "This server keeps a character until others need the room.", ownMost: "At most",
    ownOther: "Only .glb, .vrm, .obj and .ply files can walk here; posedctl import-character makes a .glb of FBX and DAE. Motions are .bvh, .c3d and .trc, keypoints .json.", ownReading: "Reading …", ownRigging: "It has no skeleton; one is being made …", ownAnimal: "an animal, which other animals' motions move", ownMove: "Move it by a file: .bvh .glb .npz, or .asf with .amc", ownMoveAnimal: "Move it by another animal's .glb", ownMoveOther: "a motion is .bvh, .glb, .vrm, .npz, or .asf with .amc", ownWalks: "Walk it", ownFound: "bones of a person found", ownDoubts: "in doubt",
    ownMatch: "Which joint is which bone", ownMend: "Choose another joint where one is wrong.", ownNone: "none", ownGlb: "GLB with a walk", ownSaved: "Saved with six seconds of walking and jogging.",
    by_name: "by its name", by_vrm: "by the file's own table", by_tree: "by what hangs on it", by_shape: "by the shape", by_request: "chosen here", by_none: "not found",
    motion: "Motion", body: "Body", server: "Server", guide: "Guide", tour: "Tour", starts: "Five minutes each", pitfalls: "What goes wrong", copyText: "Copy", copied: "Copied.", notCopied: "The browser does not let the page copy; mark the text instead.", theme: "Dark or light", language: "中文", panel: "Show or hide the panel",
    view: "Scene: drag to turn, wheel to zoom", characters: "Characters", figure: "Figure", asBody: "Body", asBones: "Bones", both: "Both",
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
    noWebgl: "This browser gives no WebGL, so there is nothing to draw with.", noServer: "posed does not answer. Is it still running?", busy: "The server has all the characters it can move in time.",
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
    outfit: "Outfit", shoes: "Shoes", hair: "Hair", hat: "Hat", none: "none", skinTone: "Skin tone", hairColor: "Hair colour", iris: "Eyes", asMade: "their own", asCode: "Copy as code", inLanguage: "Language",
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
  },
  zh: {
    character: "我的角色", ownDrop: "把你的文件拖到页面任意位置，或在此选择", ownPerson: "角色", ownPersonIs: "可用按键行走：任意静止姿势和大小的人物；没有骨骼会自动生成。", ownMotion: "动作", ownMotionIs: "直接播放；标记点数据会解算出身体。", ownPoints: "关键点", ownPointsIs: "由照片得到，在“人体”中变成身体。", ownWebcamIs: "用你自己的动作驱动身体。", ownTry: "手边没有文件？", ownTryPerson: "服务器里的人物", ownTryMotion: "行走动作 BVH", dropHere: "松开即可打开", dropKinds: "角色：.glb .vrm .obj .ply · 动作：.bvh .c3d .trc · 关键点：.json", ownKinds: "服务器会保留角色，直到空间需要让给别人。", ownMost: "最大",
    ownOther: "这里只有 .glb、.vrm、.obj 和 .ply 可以行走；posedctl import-character 可把 FBX、DAE 转成 .glb。动作为 .bvh、.c3d、.trc，关键点为 .json。", ownReading: "正在读取……", ownRigging: "文件没有骨骼，正在生成……", ownAnimal: "动物，可用其他动物的动作驱动", ownMove: "用文件驱动：.bvh .glb .npz，或 .asf 与 .amc", ownMoveAnimal: "用另一只动物的 .glb 驱动", ownMoveOther: "动作文件为 .bvh、.glb、.vrm、.npz，或 .asf 与 .amc", ownWalks: "让它行走", ownFound: "块人体骨骼已找到", ownDoubts: "处存疑",
    ownMatch: "关节与骨骼的对应", ownMend: "如有错误，请选择其他关节。", ownNone: "无", ownGlb: "带行走动画的 GLB", ownSaved: "已保存，含六秒行走与慢跑。",
    by_name: "按名称", by_vrm: "按文件自带的表", by_tree: "按骨骼层级", by_shape: "按形状", by_request: "在此选择", by_none: "未找到",
    motion: "动作", body: "人体", server: "服务器", guide: "指南", tour: "导览", starts: "五分钟入门", pitfalls: "常见问题", copyText: "复制", copied: "已复制。", notCopied: "浏览器不允许复制，请手动选择文字。", theme: "深色或浅色", language: "English", panel: "显示或隐藏面板",
    view: "场景：拖动旋转，滚轮缩放", characters: "角色数", figure: "外形", asBody: "人体", asBones: "骨骼", both: "两者",
    people: "人物", place: "场地", steer: "操控", takeAway: "保存与分享", scene: "地面", flat: "平地", hills: "山丘", rolling: "起伏", rocky: "岩石", steps: "台阶", course: "障碍场", room: "房间",
    things: "坐下、伸手去够", chair: "椅子", stool: "高凳", bench: "长凳", post: "立柱上的球", shelf: "架子上的球", sitDown: "坐下", standUp: "起身", reachFor: "伸手去够", letGo: "放下手", noWay: "没有路通到那里。",
    films: "由此服务器生成的动作", film_walk: "行走", film_jog: "慢跑", film_turn: "转身", film_stairs: "上楼梯", filmMaking: "服务器正在生成动作……",
    kSit: "坐下、起身", kBall: "伸手去够最近的球", inRoom: "座位和球在“房间”里，请在“地面”一栏选择。",
    show: "显示", trajectory: "轨迹", footprints: "脚印", path: "路径", drawPath: "绘制", circle: "圆形", eight: "八字", stop: "停止",
    drawHint: "用指针在地面上画路径。", reach: "伸手", leftHand: "左手", rightHand: "右手",
    reachHint: "拖动小球，手会伸过去。", slide: "脚滑", slideIs: "脚趾着地时在地面上移动的速度", speed: "速度", gait: "步态", frames: "帧率",
    stand: "站立", walk: "行走", jog: "慢跑", crouch: "蹲伏", jump: "跳跃", bump: "碰撞",
    keys: "按键", kMove: "行走", kJog: "慢跑", kRun: "快跑", kCrouch: "蹲伏", kJump: "跳跃", hold: "（按住）", kStrafe: "侧移", kTurn: "转动镜头", kZoom: "缩放",
    slowly: "慢动作", lastSeconds: "最近两秒", now: "回到现在", kAgain: "慢放最近两秒",
    kNext: "下一个角色", kPath: "画路径", kReach: "伸手", kRecord: "录制", kReset: "回到中央",
    reset: "回到中央", shape: "体型", connecting: "正在连接……", waiting: "连接中断，正在重试……", closed: "会话已结束。",
    again: "重新连接", noMotion: "没有加载动作网络，角色还不能行走。请把 motion.safetensors 放入 models 文件夹，或在 posed.yaml 的 models 中指定，然后重启 posed。",
    lostWebgl: "显卡中断了绘制，恢复后画面会自动继续。", reload: "重新加载",
    noWebgl: "此浏览器不支持 WebGL，无法绘制。", noServer: "posed 没有应答，它还在运行吗？", busy: "服务器已达到可实时驱动的角色上限。",
    limit: "服务器不允许一个会话有更多角色。", tooMany: "服务器已满，无法新建会话。", askKey: "此服务器需要 API 密钥。", key: "API 密钥", open: "打开",
    others: "其他角色", wander: "漫步", copy: "跟我做", model: "模型", measures: "尺寸", betas: "形状系数", pose: "姿势", skinning: "蒙皮",
    who: "人物", presets: "预设", method: "方法", undo: "撤销", redo: "重做", link: "复制链接", linked: "链接已复制。", download: "GLB", rigged: "带骨骼的 GLB", resetShape: "平均", random: "随机",
    handles: "手动摆姿势", showHandles: "控制点", handleKeys: "拖动小球；或选中其按钮后用方向键和 Page 键移动，按 Shift 移动更远。", limits: "关节限位", atLimit: "已达限位：",
    pelvis: "骨盆", solver: "求解器", auto: "自动", style: "风格", any: "任意", iterations: "次迭代", reached: "已到达：", stalled: "求解停滞：", budget: "时间用完：", compare: "并排比较蒙皮", withP: "含 P", withoutP: "不含 P",
    default: "中性", "person-female": "人物（女）", "person-male": "人物（男）", record: "录制", recording: "停止并保存", recorded: "已保存为带动画的 GLB。", nothingRecorded: "没有录到内容：只能录制人体。",
    tooFast: "此密钥请求过多，请稍候。", full: "服务器繁忙，请稍后再试。", tooLarge: "请求超过了服务器的上限。", walkWith: "用这个身体行走", height: "身高", mass: "体重", chest_girth: "胸围", waist_girth: "腰围", hip_girth: "臀围",
    shoulder_width: "肩宽", arm_length: "臂长", inside_leg_height: "腿内侧长", rest: "T 形", relaxed: "放松", apose: "A 形", sit: "坐", wave: "挥手", squat: "深蹲", stride: "跨步", think: "思考",
    compromise: "这些尺寸互相矛盾，显示的是最接近的身体。", unreachable: "够不到，显示最接近的姿势：",
    matching: "动作匹配", "pose-network": "姿势网络", "pose-prior": "姿势先验", "rig-start": "自动绑定", "rig-weights": "绑定权重", wardrobe: "服装", roundTrip: "往返时间", late: "节拍延迟", load: "负载", rate: "帧", bytes: "接收", dropped: "丢弃", sessions: "会话", resident: "模型", vertices: "顶点",
    joints: "关节", version: "版本", licence: "许可", interface: "接口", metrics: "指标", ofTick: "每拍", perSecond: "/秒", everyone: "此处所有角色",
    person: "人物", randomPerson: "随机人物", gender: "性别", between: "中性", female: "女性", male: "男性", age: "年龄", among: "在人群中：年龄、身高、体重", heightAmong: "高于", weightAmong: "重于", clothes: "服装与颜色", face: "表情", hands: "手势",
    outfit: "服装", shoes: "鞋", hair: "发型", hat: "帽子", none: "无", skinTone: "肤色", hairColor: "发色", iris: "瞳色", asMade: "原本的", asCode: "复制为代码", inLanguage: "语言",
    code_shell: "websocat：https://github.com/vi/websocat", code_javascript: "在 posed 的文件夹里：npm install ./clients/js；node 22 之前还需要 ws：posed.stream({ WebSocket, ... })", code_python: "在 posed 的文件夹里：pip install './clients/python[stream]'", code_c: "在 posed 的文件夹里：cc -I clients/c session.c clients/c/posed.c $(pkg-config --cflags --libs libwebsockets) -lm -o session",
    code_bodies: "穿好衣服的人体，GLB 格式：用加载器读取，按每帧的数据（smpl）摆姿势", code_held: "摇杆输入要不断重发，否则会失效", code_second: "每秒 60 帧，这里只打印一帧", code_scene: "地面就是网页已经放上去的那个。",
    c_black: "黑", c_brown: "棕", c_chestnut: "栗", c_red: "红", c_blond: "金", c_grey: "灰", c_white: "白", c_dark: "深棕", c_hazel: "榛", c_green: "绿", c_blue: "蓝",
    h_relaxed: "放松", h_open: "张开", h_flat: "平伸", h_fist: "握拳", h_point: "指向", h_grip: "抓握",
    f_smile: "微笑", f_frown: "嘴角下垂", f_jaw: "张嘴", f_pucker: "嘟嘴", f_brows: "扬眉", f_scowl: "皱眉", f_blink: "闭眼", f_wide: "睁大眼",
    webcam: "摄像头", mirror: "照镜子", mirrorEnd: "停止", mirrorPicture: "你的摄像头画面（镜像）", mirrorPrivate: "画面只留在此浏览器中，发送到服务器的只有关节位置。",
    mirrorAsks: "浏览器正在请求使用摄像头……", mirrorLoads: "正在加载人体检测……", mirrorLooks: "正在寻找你……", mirrorNobody: "没有看到人。请后退，让全身进入画面。", mirrorFollows: "正在跟随你，",
    mirrorTurned: "左右似乎颠倒：摄像头是否翻转了画面？", mirrorRefused: "浏览器不能使用摄像头。请在地址栏旁允许，然后重试。", mirrorNoCamera: "这里没有摄像头。", mirrorTaken: "摄像头被其他程序占用。", mirrorGone: "摄像头已断开。",
    mirrorInsecure: "浏览器只允许本机（127.0.0.1）或 HTTPS 页面使用摄像头。", mirrorNoWebgl: "此浏览器不支持 WebGL 2，无法在画面中检测人体。", mirrorAbsent: "此服务器没有人体检测器：请在服务器旁运行 make mirror，然后重启。", mirrorFailed: "人体检测在此无法工作。",
    time: "时间", pause: "暂停", playOn: "播放", take: "文件中的动作", bvhEmpty: "此 BVH 文件没有动作。", takeSolving: "正在求解人体……", moments: "帧", unit: "单位", off: "误差", pixels: "像素",
    keypointsNone: "没有人体关键点。可读取 OpenPose、COCO、MediaPipe 文件和本服务器的 observations。",
    thoughts: "网络的想法", thoughtsAre: "圆环：步伐的相位，从右脚触地（橙）到左脚触地（绿）再循环。圆点：网络认为着地的脚部。箭头：走过的位置，以及一秒内打算到达的位置。",
    stairs: "楼梯", recordAs: "录制格式", recordedVrma: "已保存为当前角色的 VRM 动画。",
    rotations: "旋转关节", joint: "关节", reachMap: "手可到达的范围", reachFree: "可自由到达", reachLimited: "到达时有关节处于限位",
    left_hand: "左手", right_hand: "右手", left_foot: "左脚", right_foot: "右脚", head: "头",
  },
};

const kept = (() => { try { return localStorage.getItem("posed.language"); } catch { return null; } })();
export const language = kept ?? (navigator.language?.startsWith("zh") ? "zh" : "en");
document.documentElement.lang = language === "zh" ? "zh-Hans" : "en";

/** The text of that name; a name that has none is shown as it is. */
export const t = (name) => TEXTS[language][name] ?? TEXTS.en[name] ?? name;

const PARTS = { left: "左", right: "右", hip: "髋", knee: "膝", ankle: "踝", foot: "脚", spine1: "腰椎", spine2: "下胸椎", spine3: "上胸椎", neck: "颈", head: "头", collar: "锁骨", shoulder: "肩", elbow: "肘", wrist: "腕", hand: "手", pelvis: "骨盆" };

/** left_elbow as a person says it. */
export function jointName(name) {
  return language === "zh" ? name.split("_").map((part) => PARTS[part] ?? part).join("") : name.replaceAll("_", " ");
}

export function otherLanguage() {
  try { localStorage.setItem("posed.language", language === "en" ? "zh" : "en"); } catch { /* kept for this time only */ }
  location.reload();
}
