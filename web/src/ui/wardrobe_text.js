// Chinese names of the items of the wardrobe. In English the items' own names are shown.
import { said } from "./said.js";
import { language } from "./text.js";

const ZH = {
  "blouse-skirt": "衬衫与短裙",
  coveralls: "连体工装",
  dungarees: "背带裤",
  "jacket-chinos": "夹克与休闲裤",
  "loose-tee-jeans": "宽松 T 恤与牛仔裤",
  "shirt-chinos": "衬衫与休闲裤",
  sportswear: "运动装",
  suit: "西装",
  "sweater-jeans": "毛衣与牛仔裤",
  "tee-jeans": "T 恤与牛仔裤",
  "tee-shorts": "T 恤与短裤",
  "tee-trousers": "T 恤与长裤",
  "black-shoes": "黑皮鞋",
  boots: "靴子",
  "canvas-shoes": "帆布鞋",
  "leather-shoes": "皮鞋",
  sneakers: "休闲鞋",
  trainers: "运动鞋",
  fedora: "软呢帽",
  "hair-afro": "爆炸头",
  "hair-bob": "波波头",
  "hair-bob-parted": "偏分波波头",
  "hair-braid": "辫子",
  "hair-buzz": "寸头",
  "hair-combed": "后梳",
  "hair-cropped": "超短发",
  "hair-long": "长发",
  "hair-ponytail": "马尾",
  "hair-short": "短发",
  "hair-slick": "贴头后梳",
};

/** Returns the name to show for an item. The prefix "hair-" is left out, because the list is labelled Hair. */
export const itemName = (name) => said(() => (language === "zh" && ZH[name]) || name.replace(/^hair-/, "").replaceAll("-", " "));
