/**
 * Quantiles of sorted values.
 *
 * @module
 */

/** Type-7 quantile of sorted values, at least one. */
export function sortedQuantile(
  sorted: Float64Array,
  probability: number,
): number {
  const position = probability * (sorted.length - 1);
  const low = Math.floor(position);
  const below = sorted[low] ?? 0;
  return below + (position - low) * ((sorted[low + 1] ?? below) - below);
}
