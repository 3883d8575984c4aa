/** Picks 0..count-1 by zipf: each rank as often as one through its place. */
export const zipf = (count: number, random: () => number): (() => number) => {
  const sums = new Float64Array(count)
  for (let rank = 0, sum = 0; rank < count; rank++) sums[rank] = sum += 1 / (rank + 1)
  const total = sums[count - 1] ?? 0
  return () => {
    const point = random() * total
    let low = 0
    for (let high = count - 1; low < high; ) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) < point) low = middle + 1
      else high = middle
    }
    return low
  }
}
