/**
 * Limited-memory BFGS with backtracking: minimises a smooth function, deterministically.
 *
 * @module
 */

/** A function to minimise: returns its value and writes its gradient. */
export type Objective = (x: Float64Array, gradient: Float64Array) => number;

/** When to stop. */
export interface MinimizeOptions {
  /** Most iterations. */
  readonly iterations: number;
  /** Pairs of steps that are remembered; default 4. */
  readonly memory?: number;
  /** Stop where an iteration gains less than this share of the value; default 1e-6. */
  readonly tolerance?: number;
}

/** Four sums side by side: one alone would wait for every addition. */
function dot(a: Float64Array, b: Float64Array): number {
  let [s0, s1, s2, s3] = [0, 0, 0, 0];
  const whole = a.length - a.length % 4;
  for (let i = 0; i < whole; i += 4) {
    s0 += (a[i] ?? 0) * (b[i] ?? 0);
    s1 += (a[i + 1] ?? 0) * (b[i + 1] ?? 0);
    s2 += (a[i + 2] ?? 0) * (b[i + 2] ?? 0);
    s3 += (a[i + 3] ?? 0) * (b[i + 3] ?? 0);
  }
  for (let i = whole; i < a.length; i++) s0 += (a[i] ?? 0) * (b[i] ?? 0);
  return s0 + s1 + s2 + s3;
}

function addScaled(a: Float64Array, b: Float64Array, scale: number): void {
  for (let i = 0; i < a.length; i++) a[i] = (a[i] ?? 0) + scale * (b[i] ?? 0);
}

/**
 * Minimise a function from a start.
 *
 * @param objective The function.
 * @param start Where to start; not changed.
 * @param options When to stop.
 * @returns The best point found.
 */
export function minimize(
  objective: Objective,
  start: Float64Array,
  { iterations, memory = 4, tolerance = 1e-6 }: MinimizeOptions,
): Float64Array {
  let x = start.slice();
  let gradient: Float64Array = new Float64Array(x.length);
  let value = objective(x, gradient);
  const steps: Float64Array[] = [];
  const changes: Float64Array[] = [];
  for (let iteration = 0; iteration < iterations; iteration++) {
    const direction = descent(gradient, steps, changes);
    const slope = dot(direction, gradient);
    if (slope >= 0) break;
    let rate = steps.length === 0 ? 1 / Math.sqrt(dot(gradient, gradient)) : 1;
    let next = x;
    const nextGradient = new Float64Array(x.length);
    let nextValue = Infinity;
    for (let tries = 0; tries < 20; tries++, rate /= 2) {
      next = x.slice();
      addScaled(next, direction, rate);
      nextValue = objective(next, nextGradient);
      if (nextValue <= value + 1e-4 * rate * slope) break;
    }
    if (nextValue >= value) break;
    const step = next.slice();
    addScaled(step, x, -1);
    const change = nextGradient.slice();
    addScaled(change, gradient, -1);
    if (dot(step, change) > 1e-12) {
      steps.push(step);
      changes.push(change);
      if (steps.length > memory) {
        steps.shift();
        changes.shift();
      }
    }
    const gain = value - nextValue;
    [x, gradient, value] = [next, nextGradient, nextValue];
    if (gain < tolerance * Math.abs(value)) break;
  }
  return x;
}

/** The quasi-Newton direction from the remembered steps. */
function descent(
  gradient: Float64Array,
  steps: readonly Float64Array[],
  changes: readonly Float64Array[],
): Float64Array {
  const direction = gradient.map((g) => -g);
  const alphas: number[] = [];
  for (let i = steps.length - 1; i >= 0; i--) {
    const [s, y] = [steps[i], changes[i]];
    if (s === undefined || y === undefined) continue;
    const alpha = dot(s, direction) / dot(s, y);
    alphas[i] = alpha;
    addScaled(direction, y, -alpha);
  }
  const [s, y] = [steps.at(-1), changes.at(-1)];
  if (s !== undefined && y !== undefined) {
    const scale = dot(s, y) / dot(y, y);
    for (let i = 0; i < direction.length; i++) {
      direction[i] = (direction[i] ?? 0) * scale;
    }
  }
  for (let i = 0; i < steps.length; i++) {
    const [s, y] = [steps[i], changes[i]];
    if (s === undefined || y === undefined) continue;
    const beta = dot(y, direction) / dot(s, y);
    addScaled(direction, s, (alphas[i] ?? 0) - beta);
  }
  return direction;
}
