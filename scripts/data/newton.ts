/**
 * Newton's method for a small system of equations.
 *
 * @module
 */

/** A function whose root is sought: as many residuals as unknowns. */
export type System = (x: readonly number[]) => number[];

/**
 * Solve `system(x) = 0` by Newton's method with central differences and step halving.
 *
 * @param system Residuals; should be smooth near the root.
 * @param start Where to begin.
 * @param tolerance Largest residual that counts as zero (default 1e-14).
 * @returns The root.
 * @throws {RangeError} If 100 steps do not reach the tolerance.
 *
 * @example
 * ```ts
 * import { ok } from "node:assert/strict";
 * import { newton } from "./newton.ts";
 *
 * const [root = NaN] = newton(([x = 0]) => [x * x - 2], [1]);
 * ok(Math.abs(root - Math.SQRT2) < 1e-14);
 * ```
 */
export function newton(
  system: System,
  start: readonly number[],
  tolerance = 1e-14,
): number[] {
  let x = [...start];
  let residuals = system(x);
  for (let step = 0; step < 100; step++) {
    if (size(residuals) <= tolerance) return x;
    const move = solve(jacobian(system, x), residuals);
    let scale = 1;
    let next = x;
    for (; scale > 1e-6; scale /= 2) {
      next = x.map((value, i) => value - scale * (move[i] ?? 0));
      if (size(system(next)) < size(residuals)) break;
    }
    x = next;
    residuals = system(x);
  }
  throw new RangeError(
    `Cannot solve the system: residual ${size(residuals)} after 100 steps`,
  );
}

function size(residuals: readonly number[]): number {
  return Math.max(
    ...residuals.map((r) => Number.isFinite(r) ? Math.abs(r) : Infinity),
  );
}

/** Column j holds the derivatives by x[j]. */
function jacobian(system: System, x: readonly number[]): number[][] {
  const columns = x.map((value, j) => {
    const h = 1e-6 * Math.max(1, Math.abs(value));
    const [up, down] = [[...x], [...x]];
    up[j] = value + h;
    down[j] = value - h;
    const [above, below] = [system(up), system(down)];
    return above.map((r, i) => (r - (below[i] ?? 0)) / (2 * h));
  });
  return x.map((_, i) => columns.map((column) => column[i] ?? 0));
}

/** Gaussian elimination with row exchange. */
function solve(matrix: number[][], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i] ?? 0]);
  const n = rows.length;
  for (let k = 0; k < n; k++) {
    const pivots = rows.slice(k).map((row) => Math.abs(row[k] ?? 0));
    const best = k + pivots.indexOf(Math.max(...pivots));
    const [pivot, other] = [rows[best] ?? [], rows[k] ?? []];
    rows[k] = pivot;
    rows[best] = other;
    for (let i = k + 1; i < n; i++) {
      const row = rows[i] ?? [];
      const factor = (row[k] ?? 0) / (pivot[k] ?? 0);
      rows[i] = row.map((value, j) => value - factor * (pivot[j] ?? 0));
    }
  }
  const x = new Array<number>(n).fill(0);
  for (let k = n - 1; k >= 0; k--) {
    const row = rows[k] ?? [];
    const known = x.reduce((sum, value, j) => sum + (row[j] ?? 0) * value, 0);
    x[k] = ((row[n] ?? 0) - known) / (row[k] ?? 0);
  }
  return x;
}
