/** The last pass over the picture on machines that can: bright parts shine a little, the rim is darker. */
import {
  HalfFloatType,
  Vector2,
  WebGLRenderTarget,
  type PerspectiveCamera,
  type Scene,
  type WebGLRenderer,
} from 'three';
import { EffectComposer } from 'three/addons/postprocessing/EffectComposer.js';
import { OutputPass } from 'three/addons/postprocessing/OutputPass.js';
import { RenderPass } from 'three/addons/postprocessing/RenderPass.js';
import { ShaderPass } from 'three/addons/postprocessing/ShaderPass.js';
import { UnrealBloomPass } from 'three/addons/postprocessing/UnrealBloomPass.js';

const RIM = {
  uniforms: { tDiffuse: { value: null } },
  vertexShader: `
    varying vec2 at;
    void main() {
      at = uv;
      gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
    }`,
  fragmentShader: `
    uniform sampler2D tDiffuse;
    varying vec2 at;
    void main() {
      vec4 here = texture2D(tDiffuse, at);
      float away = length(at - 0.5);
      // A grain too fine to be seen keeps wide gradients from showing bands.
      float grain = fract(sin(dot(gl_FragCoord.xy, vec2(12.9898, 78.233))) * 43758.5453) - 0.5;
      gl_FragColor = vec4(here.rgb * (1.0 - smoothstep(0.42, 0.86, away) * 0.34) + grain / 255.0, here.a);
    }`,
};

export class Finisher {
  readonly #composer: EffectComposer;
  readonly #bloom: UnrealBloomPass;

  constructor(renderer: WebGLRenderer, scene: Scene, camera: PerspectiveCamera) {
    const target = new WebGLRenderTarget(1, 1, { samples: 4, type: HalfFloatType });
    this.#composer = new EffectComposer(renderer, target);
    this.#composer.setPixelRatio(1);
    this.#bloom = new UnrealBloomPass(new Vector2(1, 1), 0.16, 0.4, 1);
    this.#composer.addPass(new RenderPass(scene, camera));
    this.#composer.addPass(this.#bloom);
    this.#composer.addPass(new OutputPass());
    this.#composer.addPass(new ShaderPass(RIM));
  }

  resize(width: number, height: number): void {
    this.#composer.setSize(Math.max(1, Math.round(width)), Math.max(1, Math.round(height)));
  }

  render(): void {
    this.#composer.render();
  }

  dispose(): void {
    this.#bloom.dispose();
    this.#composer.dispose();
  }
}
