// The longer texts of the Guide tab in English and Chinese. docs/guide/tour.md and docs/guide/faq.md have more.

/** The tour, by language: a line for each step. */
export const TOUR = {
  en: [
    "Motion: walk with W A S D, or with the stick of a gamepad or of the touch screen. Hold Shift to jog, R to run, C to crouch; press Space to jump.",
    "Up to a hundred characters avoid each other; N chooses the next one. The ground can be hills, steps, or a course with walls, jumps and a low passage.",
    "Press P and draw a line on the ground: the character follows the line. Press G: a hand reaches for a ball.",
    "Choose the ground Room. Click a chair (or press X) to sit down, click a ball (or press F) to touch it.",
    "Press V to record the characters; press V again to save the recording as a GLB with animation.",
    "Body: set the height to 1.80 m. The other measurements take their most likely values.",
    "Drag the balls on hands, feet, head and pelvis. A red ball marks a joint at its limit. By keyboard: choose a ball's button with Tab, then use the arrow keys.",
    "Expert opens the rest of a panel. There Skinning side by side compares linear and dual quaternion blending, with and without pose blend shapes.",
    "Copy link keeps shape, pose, solver and camera. Walk with this body gives the body to your character in Motion.",
    "Server shows the delay of ticks, the round trip time, the bytes received and the dropped frames.",
  ],
  zh: [
    "动作：W A S D 行走；按住 Shift 慢跑、R 快跑、C 蹲伏；空格跳跃；手柄摇杆或触屏摇杆同样可用。",
    "角色数最多一百，会互相避让。按 N 切换到下一个。地面：山丘、台阶、带墙壁、跳跃区和低矮处的障碍场。",
    "按 P，然后在地面上画线：角色会沿线行走。按 G：手会伸向小球。",
    "地面选“房间”：点击椅子，角色会坐下；点击球，角色会走过去伸手触碰；也可以按 X 和 F。",
    "按 V 开始录制，再按 V 保存为带动画的 GLB。",
    "人体：把身高设为 1.80 米，其余尺寸按最可能的方式变化。",
    "拖动手、脚、头和骨盆上的小球；红色小球表示关节已达限位。键盘：Tab 到小球的按钮，然后用方向键。",
    "“专家”打开面板的其余部分。其中“并排比较蒙皮”：线性与对偶四元数混合，含与不含姿势混合形状。",
    "复制链接会保留体型、姿势、求解器和镜头。用这个身体行走会让动作中你的角色使用它。",
    "服务器：节拍延迟、往返时间、字节数、丢弃的帧。",
  ],
};

/** Common mistakes, by language: question and answer. */
export const PITFALLS = {
  en: [
    ["Is a model file safe to load?", "Pickles run code when Python loads them. posed parses them and executes nothing."],
    [
      "The body stands half in the ground",
      'The root rotates about the pelvis, and translation moves the whole model; neither says where the feet are. Ask for "ground": true.',
    ],
    [
      "It lies on its back, or is mirrored",
      'Axes differ between programs. Ask for "frame": unity, unreal, blender, amass; every reply says its frame.',
    ],
    [
      "It is a hundred times too large",
      "Everything here is metres, radians, seconds. The original PFNN and many BVH files are in centimetres.",
    ],
    ["The wrong joint rotates", "The order of joints differs between models. Replies have the names of the joints: use them, not numbers."],
    [
      "The same betas give another person",
      "betas are coefficients of one model. For another model, measure the body and fit the other model to the measurements.",
    ],
    [
      "May I use it in a product?",
      "SMPL, AMASS and the published PFNN weights are non-commercial. The models that ship with posed are not: every model states its licence and provenance.",
    ],
    [
      "The skin shakes far from the origin",
      "Numbers of low precision have errors of millimetres far from the origin. Frames are relative to the character's root.",
    ],
    [
      "An arm flips for one frame",
      "q and -q are the same rotation; interpolation must use the nearer one. The stream and the clients do so.",
    ],
    [
      "The character lags more and more",
      "A client that reads slowly would fall further and further behind. The server drops old frames, sends the newest one and counts the dropped ones.",
    ],
  ],
  zh: [
    ["加载模型文件安全吗？", "Python 加载 pickle 时会执行代码。posed 只解析，不执行任何内容。"],
    ["身体有一半陷在地面里", '根关节绕骨盆旋转，translation 移动整个模型，两者都不表示脚的位置。请使用 "ground": true。'],
    ["身体躺着，或者左右颠倒", '各程序的坐标轴不同。请指定 "frame"：unity、unreal、blender、amass；每个回复都说明其坐标系。'],
    ["大了一百倍", "这里一律使用米、弧度、秒。原版 PFNN 和许多 BVH 文件使用厘米。"],
    ["转动了错误的关节", "各模型的关节顺序不同。名称总是随数据一起给出：请用名称，不要用编号。"],
    ["同样的 betas 得到另一个人", "betas 只对一个模型有意义。请先测量身体，再让另一个模型拟合这些尺寸。"],
    ["可以用于产品吗？", "SMPL、AMASS 和已发表的 PFNN 权重仅限非商业用途。posed 自带的模型不受此限：每个模型都注明许可和来源。"],
    ["离原点远时皮肤抖动", "粗略的数值在远处有毫米级误差。帧中的数据相对于角色的根。"],
    ["手臂在某一帧翻转", "q 与 -q 是同一个旋转，混合必须在同一半球上。传输和客户端都保证这一点。"],
    ["角色越来越滞后", "读得慢的客户端会淹没在过去的数据里。这里总是最新的帧优先，丢弃的帧会计数。"],
  ],
};
