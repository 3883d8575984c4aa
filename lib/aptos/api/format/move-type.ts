/**
 * A Move type: `u64`, `vector` of one argument, `T0` or a struct `0x1::coin::Coin` with its arguments. A function type is a name as
 * a whole: `|u64|bool has copy`.
 */
export type MoveType = { name: string; args: readonly MoveType[] }

const lengthMax = 5_000
const depthMax = 24
const nameCharacter = /[\w:]/
const isTypeStart = (character: string): boolean => character === '|' || nameCharacter.test(character)
const abilitiesForm = /^ has [a-z]{1,8}(?: \+ [a-z]{1,8}){0,3}/
const abilitiesMax = 60

/** Reads a type as full nodes write it; references lose their `&`. Undefined for anything else. */
export const parseMoveType = (text: string): MoveType | undefined => {
  if (text.length > lengthMax) return undefined
  let at = 0
  const skip = () => {
    while (text[at] === ' ') at++
  }
  const readAll = (depth: number, end: string): boolean => {
    do {
      at++
      skip()
      if (text[at] === end) break
      if (text[at] === '&') at += text.startsWith('&mut ', at) ? '&mut '.length : 1
      if (read(depth) === undefined) return false
      skip()
    } while (text[at] === ',')
    return text[at++] === end
  }
  /** `|u64, &address|(bool, u8) has copy + drop`: what it takes, what it returns, and its abilities. */
  const readFunction = (depth: number): MoveType | undefined => {
    const start = at
    if (depth > depthMax || !readAll(depth + 1, '|')) return undefined
    if (text[at] === '(' ? !readAll(depth + 1, ')') : isTypeStart(text.charAt(at)) && !read(depth + 1)) return undefined
    const abilities = abilitiesForm.exec(text.slice(at, at + abilitiesMax))?.[0] ?? ''
    at += abilities.length
    return { name: text.slice(start, at), args: [] }
  }
  const read = (depth: number): MoveType | undefined => {
    skip()
    if (text[at] === '|') return readFunction(depth)
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
