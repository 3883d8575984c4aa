import { crc32, deflateSync } from 'node:zlib'

/** A square image of at most 256 colours as a PNG. `pixels` holds one palette index for each pixel, row by row. */
export function encodePng(size: number, palette: readonly (readonly [number, number, number])[], pixels: Uint8Array) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([8, 3, 0, 0, 0], 8)
  const rows = Buffer.alloc(size * (size + 1))
  for (let y = 0; y < size; y++) rows.set(pixels.subarray(y * size, (y + 1) * size), y * (size + 1) + 1)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
