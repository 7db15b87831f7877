// What the maker says, in English and Chinese.
import { language, t } from "../ui/text.js";

const WORDS = {
  en: {
    people: "People", body: "Body", face: "Face", hair: "Hair", clothes: "Clothes", start: "Begin with somebody", others: "Other people", anyone: "Random", sex: "Body type", neutral: "Neutral",
    age: "Age", asBorn: "as made", skin: "Skin tone", hairstyle: "Hairstyle", hairColor: "Hair colour", iris: "Eye colour", outfit: "Outfit", shoes: "Shoes", hat: "Hat", glasses: "Glasses", beard: "Beard", none: "None", own: "As made", expression: "Expression",
    height: "Height", mass: "Weight", chest_girth: "Chest", navel_girth: "Waist", hip_girth: "Hips", thigh_girth: "Thighs", neck_girth: "Neck", inside_leg_height: "Leg length", span: "Arm span", head_girth: "Head size",
    among: "Each slider is a share of people: at 90 % nine of ten have less.", save: "Save", saved: "Saved. Its address is", download: "Download", glb: "GLB for programs and games", half: "Upper body for the web (GLB under 1 MB)", vrm: "VRM avatar", png: "Picture (PNG)", code: "Request as code", link: "Link to these choices", linked: "The link is copied.", panel: "Choices", view: "The avatar: drag to turn, wheel or pinch to come nearer", sections: "Parts of the avatar", noSave: "This server stores no avatars. The link keeps the choices.",
    ancestry: "Ancestry", african: "African", asian: "Asian", european: "European", group_head: "Head", group_eyes: "Eyes and brows", group_nose: "Nose", group_mouth: "Mouth", group_jaw: "Jaw and chin", group_ears: "Ears", head_length: "Head length", head_width: "Head width", forehead_height: "Forehead height", forehead_slope: "Forehead slope", face_roundness: "Roundness", cheekbones: "Cheekbones", cheek_fullness: "Cheek fullness", eye_spacing: "Eye spacing", eye_size: "Eye size", eye_slant: "Eye slant", eye_depth: "Eye depth", eye_fold: "Eyelid fold", brow_height: "Brow height", brow_ridge: "Brow ridge", nose_length: "Nose length", nose_width: "Nose width", nose_depth: "Nose depth", nose_hump: "Nose bridge", nose_tip_height: "Nose tip", mouth_width: "Mouth width", upper_lip_fullness: "Upper lip", lower_lip_fullness: "Lower lip", mouth_corners: "Mouth corners", jaw_width: "Jaw width", jaw_length: "Jaw length", chin_width: "Chin width", chin_height: "Chin height", chin_forward: "Chin depth", ear_size: "Ear size", ear_flare: "Ear angle",
  },
  zh: {
    people: "人物", body: "身体", face: "面部", hair: "头发", clothes: "服装", start: "从一个人开始", others: "换一批", anyone: "随机", sex: "体型", neutral: "中性",
    age: "年龄", asBorn: "原本", skin: "肤色", hairstyle: "发型", hairColor: "发色", iris: "瞳色", outfit: "服装", shoes: "鞋", hat: "帽子", glasses: "眼镜", beard: "胡须", none: "无", own: "原本", expression: "表情",
    height: "身高", mass: "体重", chest_girth: "胸围", navel_girth: "腰围", hip_girth: "臀围", thigh_girth: "大腿", neck_girth: "颈围", inside_leg_height: "腿长", span: "臂展", head_girth: "头围",
    among: "滑块表示在人群中的比例：90 % 即十人中有九人更小。", save: "保存", saved: "已保存，地址为", download: "下载", glb: "GLB（程序与游戏）", half: "半身 GLB（网页用，小于 1 MB）", vrm: "VRM 虚拟形象", png: "图片（PNG）", code: "请求代码", link: "复制链接", linked: "链接已复制。", panel: "选项", view: "虚拟形象：拖动旋转，滚轮或双指缩放", sections: "各部分", noSave: "此服务器不保存虚拟形象；链接会保留你的选择。",
    ancestry: "血统", african: "非洲", asian: "亚洲", european: "欧洲", group_head: "头部", group_eyes: "眼与眉", group_nose: "鼻", group_mouth: "嘴", group_jaw: "下颌与下巴", group_ears: "耳", head_length: "头长", head_width: "头宽", forehead_height: "额高", forehead_slope: "额头倾斜", face_roundness: "脸型圆度", cheekbones: "颧骨", cheek_fullness: "脸颊丰满", eye_spacing: "眼距", eye_size: "眼睛大小", eye_slant: "眼角倾斜", eye_depth: "眼窝深度", eye_fold: "眼皮", brow_height: "眉高", brow_ridge: "眉骨", nose_length: "鼻长", nose_width: "鼻宽", nose_depth: "鼻高", nose_hump: "鼻梁", nose_tip_height: "鼻尖", mouth_width: "嘴宽", upper_lip_fullness: "上唇", lower_lip_fullness: "下唇", mouth_corners: "嘴角", jaw_width: "下颌宽", jaw_length: "下颌长", chin_width: "下巴宽", chin_height: "下巴高", chin_forward: "下巴前突", ear_size: "耳朵大小", ear_flare: "耳朵角度",
  },
};

/** The text of that name, of the maker or else of the page. */
export const w = (name) => WORDS[language][name] ?? t(name);
