"use client";
// <PosedCharacter>: the element <posed-character> as a React component. Needs react and what the element needs.
import { createElement, forwardRef, useCallback, useEffect, useImperativeHandle, useRef } from "react";
import "./element.js";

// Value of a prop as an attribute: lists are written with commas.
const written = (value) => (Array.isArray(value) ? value.join(",") : value);

/**
 * The props are the element's attributes (apiKey for `key`, which React takes for itself), and onReady(character), onWatch() (for a watched session), onWaiting(error) and onError(error).
 * The ref is the element.
 */
export const PosedCharacter = forwardRef(function PosedCharacter({ onReady, onWatch, onWaiting, onError, apiKey, ...attributes }, ref) {
  const element = useRef(null);
  const heard = useRef({});
  heard.current = { onReady, onWatch, onWaiting, onError }; // listeners call the props of the last rendering
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
  const attach = useCallback(
    (now) => {
      element.current = now;
      if (now) now.key = apiKey;
    },
    [apiKey],
  );
  return createElement("posed-character", {
    ref: attach,
    ...Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, written(value)])),
  });
});
