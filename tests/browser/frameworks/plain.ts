// Compiled, not run: the elements in a program without a framework.
import { PosedCharacter } from "posed-client/element";
import { PosedAvatarMaker } from "posed-client/maker";
import "posed-client/react";

const person = document.querySelector("posed-character") as PosedCharacter;
Object.assign(person, { random: 7 });
person.betas = [1, -0.5];
person.height = 1.7;
person.key = null;
person.addEventListener("error", ({ detail }) => detail.message);
const maker = document.querySelector("posed-avatar-maker") as PosedAvatarMaker;
maker.key = "k";
maker.addEventListener("error", ({ detail }) => detail.stack);
