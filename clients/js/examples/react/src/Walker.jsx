import { useEffect, useRef } from "react";
import * as THREE from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { Posed, disposeAll, fillBody, soles } from "posed-client";

export function Walker({ server, random }) {
  const box = useRef(null);

  useEffect(() => {
    // The scene: a light, a floor with lines one metre apart, and a camera that looks at the person.
    const scene = new THREE.Scene();
    scene.background = new THREE.Color("#e8ecf2");
    scene.add(new THREE.HemisphereLight("#ffffff", "#8a8f99", 3));
    scene.add(new THREE.GridHelper(40, 40, "#9aa3b2", "#c3cad6"));
    const camera = new THREE.PerspectiveCamera(40, 1, 0.1, 100);
    const renderer = new THREE.WebGLRenderer({ antialias: true });
    box.current.append(renderer.domElement);
    const fit = () => {
      const { clientWidth: width, clientHeight: height } = box.current;
      renderer.setSize(width, height);
      camera.aspect = width / height;
      camera.updateProjectionMatrix();
    };
    const watch = new ResizeObserver(fit);
    watch.observe(box.current);

    // The person: a file in glTF from the server, and a character of the stream that moves it.
    const posed = new Posed(server);
    const stream = posed.stream({ profile: { channels: ["root", "smpl"] } });
    let isGone = false;
    const begin = async () => {
      const bytes = await posed.glb("person", { rig: true, morphs: false, random });
      const { scene: person } = await new GLTFLoader().parseAsync(bytes, "");
      let betas = [];
      person.traverse((part) => {
        betas = part.userData.betas ?? betas;
        part.frustumCulled = false;
      });
      await stream.open();
      if (isGone) return stream.leave();
      const character = await stream.spawn({ body: { model: "person", betas } });
      character.input({ move: [0, 1], gait: "walk" });

      const lift = soles(person);
      scene.add(person);
      renderer.setAnimationLoop(() => {
        const [sampled] = stream.sample();
        if (sampled) {
          fillBody(person, sampled, { lift });
          const [x, , z] = sampled.root;
          camera.position.set(x + 2.2, 1.5, z + 3.2);
          camera.lookAt(x, 0.9, z);
        }
        renderer.render(scene, camera);
      });
    };
    begin().catch((error) => console.error(error));

    // React calls this when the component goes: everything that was taken is given back.
    return () => {
      isGone = true;
      watch.disconnect();
      renderer.setAnimationLoop(null);
      stream.leave().catch(() => {});
      disposeAll(scene);
      renderer.dispose();
      renderer.domElement.remove();
    };
  }, [server, random]);

  return <div ref={box} style={{ width: "100%", height: "100%" }} />;
}
