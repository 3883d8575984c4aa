import { createHash } from 'node:crypto'

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
const codec = { raw: 0x55, directory: 0x70 } as const

type Link = { name: string; cid: Uint8Array; size: number }

/** The content id of one file kept as one raw block. */
const fileCid = (content: Uint8Array) => cidBytes(codec.raw, content)

/** The content id (version 1) of a flat UnixFS folder, as `ipfs add -r --cid-version 1` makes it of files under 256 kB. */
export function folderCid(files: ReadonlyMap<string, Uint8Array>): string {
  const links = [...files]
    .map(([name, content]): Link => ({ name, cid: fileCid(content), size: content.length }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const node = Buffer.concat([...links.map((link) => field(2, encodeLink(link))), field(1, Buffer.from([0x08, 0x01]))])
  return `b${base32(cidBytes(codec.directory, node))}`
}

function cidBytes(kind: number, block: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from([1, kind, 0x12, 32]), createHash('sha256').update(block).digest()])
}

/** A dag-pb link: hash, name and the size of what it leads to. */
function encodeLink({ cid, name, size }: Link): Buffer {
  return Buffer.concat([field(1, cid), field(2, Buffer.from(name, 'utf8')), Buffer.from([0x18]), varint(size)])
}

/** A length-delimited protobuf field. */
function field(number: number, content: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([(number << 3) | 2]), varint(content.length), content])
}

function varint(value: number): Buffer {
  const bytes = []
  for (let left = value; ; left >>>= 7) {
    if (left < 0x80) return Buffer.from([...bytes, left])
    bytes.push((left & 0x7f) | 0x80)
  }
}

function base32(bytes: Uint8Array): string {
  let bits = 0
  let held = 0
  let text = ''
  for (const byte of bytes) {
    held = (held << 8) | byte
    bits += 8
    for (; bits >= 5; bits -= 5) text += alphabet[(held >>> (bits - 5)) & 31]
    held &= (1 << bits) - 1
  }
  return bits > 0 ? text + alphabet[(held << (5 - bits)) & 31] : text
}
