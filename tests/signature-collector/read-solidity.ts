import type { AbiInput } from '#lib/evm/signatures/declaration.ts'
import type { FoundItem } from './read-abis.ts'

const elementary = /^(address|bool|string|bytes(\d{1,2})?|u?int(\d{1,3})?)((\[\d*\])*)$/
const locations = new Set(['memory', 'calldata', 'storage', 'payable'])

/**
 * The public functions and events of Solidity sources whose parameters have elementary types, for packages that have no ABIs.
 * Others would need a compiler: structs, enums and contracts.
 */
export const solidityItems = (source: string): FoundItem[] => {
  const text = source.replace(/\/\*[\s\S]*?\*\//g, ' ').replace(/\/\/[^\n]*/g, ' ')
  const found: FoundItem[] = []
  for (const [, kind, name = '', list = '', rest = ''] of text.matchAll(
    /\b(function|event)\s+([A-Za-z_$][\w$]*)\s*\(([^()]*)\)([^;{]*)[;{]/g,
  )) {
    const type = kind === 'event' ? 'event' : 'function'
    if (type === 'function' ? !/\b(external|public)\b/.test(rest) : /\banonymous\b/.test(rest)) continue
    const inputs = inputsOf(list)
    if (inputs) found.push({ type, name, inputs })
  }
  return found
}

const inputsOf = (list: string): AbiInput[] | undefined => {
  if (list.trim() === '') return []
  const inputs: AbiInput[] = []
  for (const part of list.split(',')) {
    const [type = '', ...words] = part.trim().split(/\s+/)
    const typed = elementary.exec(type)
    if (!typed) return undefined
    const left = words.filter((word) => !locations.has(word))
    const indexed = left[0] === 'indexed'
    const [name = ''] = indexed ? left.slice(1) : left
    inputs.push({ name, type: canonical(type), indexed })
  }
  return inputs
}

/** `uint` is `uint256` in a signature. */
const canonical = (type: string): string => type.replace(/^(u?int)(?!\d)/, '$1256')
