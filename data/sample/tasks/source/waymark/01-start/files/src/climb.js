/** Metres up and down along points; those without a height are passed over. */
export function climb(points) {
  let [up, down, last] = [0, 0, null];
  for (const { metres } of points) {
    if (metres === null) continue;
    const step = last === null ? 0 : metres - last;
    if (step > 0) up += step;
    else down -= step;
    last = metres;
  }
  return { up, down };
}
