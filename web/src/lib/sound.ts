import { isHarmless, type Deed } from './deeds';
import { isResult } from './log';
import { sound } from './settings.svelte';

// Every sound is made here, from noise and plain waves: nothing is recorded, nothing is loaded.

/** What can be heard. */
export type Noise = 'shot' | 'strike' | 'thud' | 'engine' | 'dice' | 'page';

interface Recipe {
  /** How long it lasts, in seconds. */
  lasts: number;
  /** How loud it is at its loudest. */
  loud: number;
  /** The filter over the noise falls from one pitch to the other. */
  from: number;
  to: number;
  /** A low wave under the noise: its pitch at first and at last. */
  wave?: readonly [number, number];
  /** How often it sounds, and how long after each other. */
  times?: number;
  apart?: number;
}

const RECIPES: Record<Noise, Recipe> = {
  shot: { lasts: 0.42, loud: 0.5, from: 2_600, to: 180, wave: [110, 38] },
  strike: { lasts: 0.9, loud: 0.6, from: 1_500, to: 70, wave: [70, 26] },
  thud: { lasts: 0.3, loud: 0.28, from: 520, to: 90, wave: [80, 40] },
  engine: { lasts: 0.7, loud: 0.14, from: 240, to: 130, wave: [46, 58] },
  dice: { lasts: 0.035, loud: 0.2, from: 4_200, to: 1_900, times: 5, apart: 0.085 },
  page: { lasts: 0.26, loud: 0.07, from: 1_200, to: 5_200 },
};

let studio: { context: AudioContext; noise: AudioBuffer } | null = null;

/** Opened with the first sound: browsers allow it only after the player has done something. */
function open(): { context: AudioContext; noise: AudioBuffer } | null {
  if (studio != null || typeof AudioContext !== 'function') return studio;
  const context = new AudioContext();
  const noise = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let n = 0; n < samples.length; n += 1) samples[n] = Math.random() * 2 - 1;
  studio = { context, noise };
  return studio;
}

/** Sounds once, `wait` milliseconds from now; nothing if the player wants none. */
export function play(name: Noise, wait = 0): void {
  if (sound.value === 'off') return;
  const opened = open();
  if (opened == null) return;
  const { context, noise } = opened;
  void context.resume();
  const { times = 1, apart = 0, ...recipe } = RECIPES[name];
  for (let n = 0; n < times; n += 1) strike(context, noise, recipe, context.currentTime + wait / 1_000 + n * apart);
}

function strike(context: AudioContext, noise: AudioBuffer, recipe: Recipe, at: number): void {
  const end = at + recipe.lasts;
  const volume = context.createGain();
  volume.gain.setValueAtTime(0.0001, at);
  volume.gain.exponentialRampToValueAtTime(recipe.loud, at + Math.min(0.012, recipe.lasts / 4));
  volume.gain.exponentialRampToValueAtTime(0.0001, end);
  volume.connect(context.destination);

  const filter = context.createBiquadFilter();
  filter.type = 'lowpass';
  filter.frequency.setValueAtTime(recipe.from, at);
  filter.frequency.exponentialRampToValueAtTime(recipe.to, end);
  filter.connect(volume);
  const hiss = context.createBufferSource();
  hiss.buffer = noise;
  hiss.loop = true;
  hiss.connect(filter);
  hiss.start(at, Math.random());
  hiss.stop(end);

  if (recipe.wave == null) return;
  const low = context.createOscillator();
  low.type = 'triangle';
  low.frequency.setValueAtTime(recipe.wave[0], at);
  low.frequency.exponentialRampToValueAtTime(recipe.wave[1], end);
  low.connect(volume);
  low.start(at);
  low.stop(end);
}

/** What a deed sounds like, with the milliseconds after which each sound begins. */
export function soundsOf(deed: Deed): [Noise, number][] {
  const thrown: [Noise, number][] = deed.entries.some(isResult) ? [['dice', 0]] : [];
  if (deed.kind === 'shot') return [...thrown, ['shot', 60], [isHarmless(deed.main) ? 'thud' : 'strike', 480]];
  if (deed.kind === 'move') return [...thrown, ['engine', 0]];
  return deed.kind === 'story' ? [...thrown, ['page', 0]] : thrown;
}
