const size = 5

/** 25 mirrored cells and two hues, derived from the address: addresses that look alike as text look different here. */
const cellsOf = (address: string): { x: number; y: number; strong: boolean }[] => {
  const nibbles = [...address.slice(2)].map((digit) => Number.parseInt(digit, 16))
  const cells: { x: number; y: number; strong: boolean }[] = []
  for (let y = 0; y < size; y++)
    for (let x = 0; x < Math.ceil(size / 2); x++) {
      const index = y * 3 + x
      // Combines two distant digits of the address, so that addresses with equal ends still differ.
      const mixed = ((nibbles[index] ?? 0) * 7 + (nibbles[index + 18] ?? 0) * 11 + (nibbles[39 - index] ?? 0)) % 16
      if (mixed < 7) continue
      cells.push({ x, y, strong: mixed > 11 })
      if (x !== size - 1 - x) cells.push({ x: size - 1 - x, y, strong: mixed > 11 })
    }
  return cells
}

/** A small identicon of an address. */
export const AddressMark = ({ address, size = 26 }: { address: string; size?: number }) => {
  const hue = Number.parseInt(address.slice(6, 10), 16) % 360
  return (
    <svg viewBox="-1 -1 7 7" width={size} height={size} aria-hidden="true" className="shrink-0 rounded-md bg-sunken">
      {cellsOf(address).map(({ x, y, strong }) => (
        <rect
          key={`${x}-${y}`}
          x={x}
          y={y}
          width="1.02"
          height="1.02"
          fill={`oklch(${strong ? 0.6 : 0.72} 0.12 ${strong ? hue : (hue + 70) % 360})`}
        />
      ))}
    </svg>
  )
}
