// What the maker says, in English and Chinese.
import { language, t } from "../text.js";

const WORDS = {
  en: {
    people: "People", body: "Body", face: "Face", hair: "Hair", clothes: "Clothes", start: "Begin with somebody", others: "Other people", anyone: "Random", sex: "Body type", neutral: "Neutral",
    age: "Age", asBorn: "as made", skin: "Skin tone", hairstyle: "Hairstyle", hairColor: "Hair colour", iris: "Eye colour", outfit: "Outfit", shoes: "Shoes", hat: "Hat", none: "None", own: "As made", expression: "Expression",
    height: "Height", mass: "Weight", chest_girth: "Chest", navel_girth: "Waist", hip_girth: "Hips", thigh_girth: "Thighs", neck_girth: "Neck", inside_leg_height: "Leg length", span: "Arm span", head_girth: "Head size",
    among: "Each slider is a share of people: at 90 % nine of ten have less.", save: "Save", saved: "Saved. Its address is", download: "Download", glb: "GLB for programs and games", vrm: "VRM avatar", png: "Picture (PNG)", code: "Request as code", link: "Link to these choices", linked: "The link is copied.", panel: "Choices", view: "The avatar: drag to turn, wheel or pinch to come nearer", sections: "Parts of the avatar", noSave: "This server stores no avatars. The link keeps the choices.",
  },
  zh: {
    people: "人物", body: "身体", face: "面部", hair: "头发", clothes: "服装", start: "从一个人开始", others: "换一批", anyone: "随机", sex: "体型", neutral: "中性",
    age: "年龄", asBorn: "原本", skin: "肤色", hairstyle: "发型", hairColor: "发色", iris: "瞳色", outfit: "服装", shoes: "鞋", hat: "帽子", none: "无", own: "原本", expression: "表情",
    height: "身高", mass: "体重", chest_girth: "胸围", navel_girth: "腰围", hip_girth: "臀围", thigh_girth: "大腿", neck_girth: "颈围", inside_leg_height: "腿长", span: "臂展", head_girth: "头围",
    among: "滑块表示在人群中的比例：90 % 即十人中有九人更小。", save: "保存", saved: "已保存，地址为", download: "下载", glb: "GLB（程序与游戏）", vrm: "VRM 虚拟形象", png: "图片（PNG）", code: "请求代码", link: "复制链接", linked: "链接已复制。", panel: "选项", view: "虚拟形象：拖动旋转，滚轮或双指缩放", sections: "各部分", noSave: "此服务器不保存虚拟形象；链接会保留你的选择。",
  },
};

/** The text of that name, of the maker or else of the page. */
export const w = (name) => WORDS[language][name] ?? t(name);
