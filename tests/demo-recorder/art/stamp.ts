import { seededRandom } from '#tests/demo-recorder/random.ts'
import { encodePng } from './png.ts'

const size = 240
const inks = [
  [196, 69, 54],
  [38, 84, 124],
  [47, 111, 79],
  [121, 80, 140],
  [176, 124, 38],
  [52, 58, 64],
] as const
export const stampMotifs = ['Bell', 'Anchor', 'Gull', 'Loaf', 'Net', 'Star', 'Shell', 'Oar'] as const

/** A perforated stamp: rays, rings and a border in one ink on paper, in eight shades. */
export function drawStamp(id: number): Buffer {
  const random = seededRandom(90_000 + id)
  const ink = inks[id % inks.length] ?? inks[0]
  const rays = random.whole(7, 22)
  const rings = random.whole(2, 6)
  const twist = random.next() * 3
  const paper = [250, 245, 232] as const
  const palette = Array.from({ length: 9 }, (_, shade) => mix(paper, ink, shade / 8))
  const pixels = new Uint8Array(size * size)
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) pixels[y * size + x] = shadeAt(x, y, rays, rings, twist)
  }
  return encodePng(size, [...palette, [226, 221, 210]], pixels)
}

/** Palette index of a pixel: 0 paper to 8 full ink, 9 what lies around the stamp. */
function shadeAt(x: number, y: number, rays: number, rings: number, twist: number): number {
  if (isOutside(x, y)) return 9
  const edge = Math.min(x, y, size - 1 - x, size - 1 - y)
  if (edge < 22) return 0
  if (edge < 26) return 8
  const dx = x - size / 2
  const dy = y - size / 2
  const radius = Math.hypot(dx, dy)
  const ray = Math.sin(Math.atan2(dy, dx) * rays + (radius / 40) * twist)
  const ring = Math.cos((radius / 86) * Math.PI * rings)
  if (radius < 30) return radius < 24 ? 8 : 1
  if (radius > 88) return 2 + Math.round(1.5 + 1.5 * ray)
  return Math.round(3.5 + 2 * ray + 1.5 * ring)
}

/** Half-round bites along all four edges. */
function isOutside(x: number, y: number): boolean {
  const step = 20
  const bite = (along: number, from: number) => Math.hypot((along % step) - step / 2, from) < 6
  return bite(x, y) || bite(x, size - 1 - y) || bite(y, x) || bite(y, size - 1 - x)
}

function mix(from: readonly number[], to: readonly number[], part: number): [number, number, number] {
  const at = (i: number) => Math.round((from[i] ?? 0) + ((to[i] ?? 0) - (from[i] ?? 0)) * part)
  return [at(0), at(1), at(2)]
}
