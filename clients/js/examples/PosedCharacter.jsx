// React: <PosedCharacter src="http://127.0.0.1:8080" random={5} onReady={(character) => character.input({ move: [0, 1] })} />
import { createElement, useEffect, useRef } from "react";
import "posed-client/element";

export function PosedCharacter({ onReady, onError, ...attributes }) {
  const element = useRef(null);
  useEffect(() => {
    const { current } = element, ready = (e) => onReady?.(e.detail.character), failed = (e) => onError?.(e.detail);
    current.addEventListener("ready", ready);
    current.addEventListener("error", failed);
    return () => {
      current.removeEventListener("ready", ready);
      current.removeEventListener("error", failed);
    };
  }, [onReady, onError]);
  return createElement("posed-character", { ref: element, ...attributes });
}
