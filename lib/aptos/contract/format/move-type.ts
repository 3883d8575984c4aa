/** A Move type: `u64`, `vector` of one argument, `T0` or a struct `0x1::coin::Coin` with its arguments. */
export type MoveType = { name: string; args: readonly MoveType[] }

const lengthMax = 5_000
const depthMax = 24
const nameCharacter = /[\w:]/

/** Reads a type as full nodes write it; references lose their `&`. Undefined for anything else, e.g. a function type. */
export const parseMoveType = (text: string): MoveType | undefined => {
  if (text.length > lengthMax) return undefined
  let at = 0
  const skip = () => {
    while (text[at] === ' ') at++
  }
  const read = (depth: number): MoveType | undefined => {
    skip()
    const start = at
    while (at < text.length && nameCharacter.test(text.charAt(at))) at++
    const name = text.slice(start, at)
    if (name === '' || depth > depthMax) return undefined
    const args: MoveType[] = []
    if (text[at] !== '<') return { name, args }
    do {
      at++
      const arg = read(depth + 1)
      if (arg === undefined) return undefined
      args.push(arg)
      skip()
    } while (text[at] === ',')
    if (text[at] !== '>') return undefined
    at++
    return { name, args }
  }
  if (text.startsWith('&mut ')) at = '&mut '.length
  else if (text.startsWith('&')) at = 1
  const type = read(0)
  skip()
  return at === text.length ? type : undefined
}

/** The type as text, as full nodes write it. */
export const moveTypeText = ({ name, args }: MoveType): string =>
  args.length === 0 ? name : `${name}<${args.map(moveTypeText).join(', ')}>`

/** Replaces the type parameters `T0`, `T1`… by arguments. */
export const instantiate = (type: MoveType, args: readonly MoveType[]): MoveType => {
  const index = /^T(\d{1,3})$/.exec(type.name)?.[1]
  if (index !== undefined) return args[Number(index)] ?? type
  return type.args.length === 0 ? type : { name: type.name, args: type.args.map((arg) => instantiate(arg, args)) }
}

/** The parts of a struct's name; undefined for a type that no module defines. */
export const structName = (name: string): { address: string; module: string; struct: string } | undefined => {
  const [address, module, struct, ...more] = name.split('::')
  if (address === undefined || module === undefined || struct === undefined || more.length > 0) return undefined
  return /^0x[0-9a-fA-F]{1,64}$/.test(address) ? { address, module, struct } : undefined
}
