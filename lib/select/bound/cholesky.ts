/**
 * Symmetric positive definite systems, dense and in place.
 *
 * @module
 */

/**
 * Factor a symmetric matrix A = L L'. A pivot that rounding has made tiny or negative is replaced by a
 * huge one, which fixes its unknown at zero.
 *
 * @param a The matrix, row by row, n x n; its lower triangle is read and overwritten by L.
 * @param n Its size.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { cholesky, solveCholesky } from "./cholesky.ts";
 *
 * const a = Float64Array.of(4, 0, 2, 5);
 * cholesky(a, 2);
 * const b = Float64Array.of(8, 12);
 * solveCholesky(a, 2, b);
 * deepEqual([...b], [1, 2]);
 * ```
 */
export function cholesky(a: Float64Array, n: number): void {
  let largest = 0;
  for (let i = 0; i < n; i++) largest = Math.max(largest, a[i * n + i]!);
  for (let j = 0; j < n; j++) {
    const rowJ = j * n;
    const before = a[rowJ + j]!;
    let pivot = before;
    for (let k = 0; k < j; k++) pivot -= a[rowJ + k]! * a[rowJ + k]!;
    if (!(pivot > 1e-13 * before)) pivot = 1e128 * Math.max(largest, 1e-300);
    const root = Math.sqrt(pivot);
    a[rowJ + j] = root;
    for (let i = j + 1; i < n; i++) {
      const rowI = i * n;
      let sum = a[rowI + j]!;
      for (let k = 0; k < j; k++) sum -= a[rowI + k]! * a[rowJ + k]!;
      a[rowI + j] = sum / root;
    }
  }
}

/**
 * Solve A x = b with the factor of {@linkcode cholesky}.
 *
 * @param a The factor.
 * @param n Its size.
 * @param b Right-hand side; overwritten by x.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { solveCholesky } from "./cholesky.ts";
 *
 * const b = Float64Array.of(6);
 * solveCholesky(Float64Array.of(2), 1, b);
 * equal(b[0], 1.5);
 * ```
 */
export function solveCholesky(
  a: Float64Array,
  n: number,
  b: Float64Array,
): void {
  for (let i = 0; i < n; i++) {
    let sum = b[i]!;
    for (let k = 0; k < i; k++) sum -= a[i * n + k]! * b[k]!;
    b[i] = sum / a[i * n + i]!;
  }
  for (let i = n - 1; i >= 0; i--) {
    let sum = b[i]!;
    for (let k = i + 1; k < n; k++) sum -= a[k * n + i]! * b[k]!;
    b[i] = sum / a[i * n + i]!;
  }
}
