/** Binary Canonical Serialization of the few shapes that the demo ledger's keys and table values need. */
export const bytesOf = (hex: string): Buffer => Buffer.from(hex.replace(/^0x/, ''), 'hex')
export const hexOf = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`

/** 32 bytes, whatever number of leading zeros the text dropped. */
export const address = (text: string): Buffer => bytesOf(text.replace(/^0x/, '').padStart(64, '0'))

export function length(value: number): Buffer {
  const bytes = []
  for (let left = value; ; left >>>= 7) {
    if (left < 0x80) return Buffer.from([...bytes, left])
    bytes.push((left & 0x7f) | 0x80)
  }
}

export const bytes = (content: Uint8Array): Buffer => Buffer.concat([length(content.length), content])
export const text = (content: string): Buffer => bytes(Buffer.from(content, 'utf8'))
export const bool = (value: boolean): Buffer => Buffer.from([value ? 1 : 0])
export const u64 = (value: bigint | string | number): Buffer => littleEndian(BigInt(value), 8)
export const u128 = (value: bigint | string | number): Buffer => littleEndian(BigInt(value), 16)

function littleEndian(value: bigint, size: number): Buffer {
  return Buffer.from(Array.from({ length: size }, (_, i) => Number((value >> BigInt(i * 8)) & 0xffn)))
}

const primitives: Readonly<Record<string, number>> = {
  bool: 0,
  u8: 1,
  u64: 2,
  u128: 3,
  address: 4,
  signer: 5,
  u16: 8,
  u32: 9,
  u256: 10,
}

/** `0x1::coin::CoinStore<0x1::aptos_coin::AptosCoin>`, without the leading tag that a TypeTag has. */
export function structTag(type: string): Buffer {
  const match = /^(0x[0-9a-f]+)::(\w+)::(\w+)(?:<(.+)>)?$/.exec(type)
  const [, module, name, struct, inner] = match ?? []
  if (!module || !name || !struct) throw new TypeError(`not a struct type: ${type}`)
  const generics = inner ? splitTopLevel(inner) : []
  return Buffer.concat([address(module), text(name), text(struct), length(generics.length), ...generics.map(typeTag)])
}

export function typeTag(type: string): Buffer {
  const primitive = primitives[type]
  if (primitive !== undefined) return Buffer.from([primitive])
  const element = /^vector<(.+)>$/.exec(type)?.[1]
  if (element) return Buffer.concat([Buffer.from([6]), typeTag(element)])
  return Buffer.concat([Buffer.from([7]), structTag(type)])
}

function splitTopLevel(list: string): string[] {
  const parts = ['']
  let depth = 0
  for (const char of list.replaceAll(' ', '')) {
    if (char === '<') depth++
    if (char === '>') depth--
    if (char === ',' && depth === 0) parts.push('')
    else parts.push(`${parts.pop() ?? ''}${char}`)
  }
  return parts
}
