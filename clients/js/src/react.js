"use client";
// <PosedCharacter>: the element as a React component. Needs react, and what the element needs.
import { createElement, forwardRef, useEffect, useImperativeHandle, useRef } from "react";
import "./element.js";

const written = (value) => (Array.isArray(value) ? value.join(",") : value);

/** The element's attributes as props; onReady(character), of another's session onWatch(), onWaiting(error), onError(error). The ref is the element. */
export const PosedCharacter = forwardRef(function PosedCharacter({ onReady, onWatch, onWaiting, onError, ...attributes }, ref) {
  const element = useRef(null);
  const heard = useRef({});
  heard.current = { onReady, onWatch, onWaiting, onError }; // those of the last rendering: the listeners stay
  useImperativeHandle(ref, () => element.current, []);
  useEffect(() => {
    const { current } = element;
    const listeners = {
      ready: ({ detail }) => (detail.character ? heard.current.onReady?.(detail.character) : heard.current.onWatch?.()),
      waiting: ({ detail }) => heard.current.onWaiting?.(detail),
      error: ({ detail }) => heard.current.onError?.(detail),
    };
    for (const [name, listener] of Object.entries(listeners)) current.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of Object.entries(listeners)) current.removeEventListener(name, listener);
    };
  }, []);
  return createElement("posed-character", {
    ref: element,
    ...Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, written(value)])),
  });
});
