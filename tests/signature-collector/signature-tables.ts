import { toHex } from '#lib/base/bytes.ts'
import { keccak256 } from '#lib/base/keccak.ts'
import { abiIndex } from '#lib/evm/abi/abi-index.ts'
import { type Declaration, formatDeclaration, parseDeclaration } from '#lib/evm/signatures/declaration.ts'
import { eventKeyDigits, functionKeyDigits } from '#lib/evm/signatures/signature-table.ts'
import type { FoundItem } from './read-abis.ts'

/** By canonical signature and indexed inputs: the packages that declare each spelling. */
type Spellings = Map<string, Map<string, Set<string>>>

/** What packages declare, merged: each signature once, in the spelling of most packages. */
export const createSignatureTables = () => {
  const tables: Record<FoundItem['type'], Spellings> = { function: new Map(), event: new Map() }

  const add = (source: string, item: FoundItem): void => {
    const identity = identityOf(item)
    if (identity === undefined) return
    const spelling = formatDeclaration(item)
    const known = tables[item.type].get(identity) ?? new Map<string, Set<string>>()
    tables[item.type].set(identity, known)
    known.set(spelling, (known.get(spelling) ?? new Set()).add(source))
  }

  /** By key; of equal keys, what most packages declare comes first. */
  const lines = (type: FoundItem['type']): string[] =>
    [...tables[type]]
      .map(([identity, spellings]) => {
        const signature = identity.split(' ')[0] ?? ''
        const digits = type === 'function' ? functionKeyDigits : eventKeyDigits
        const key = toHex(keccak256(Buffer.from(signature))).slice(2, 2 + digits)
        return {
          key,
          line: `${key} ${mostUsed(spellings)}`,
          packages: new Set([...spellings.values()].flatMap((of) => [...of])).size,
        }
      })
      .sort((a, b) => compare(a.key, b.key) || b.packages - a.packages || compare(a.line, b.line))
      .map(({ line }) => line)
  return { add, lines }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Undefined for what the decoder could not read. */
const identityOf = (item: FoundItem): string | undefined => {
  const read = parseDeclaration(formatDeclaration(item))
  if (!read) return undefined
  const { functions, events } = abiIndex([{ type: item.type, ...read }]) ?? {}
  const [[compiled] = []] = [...(functions?.values() ?? []), ...(events?.values() ?? [])]
  return compiled && `${compiled.signature} ${compiled.inputs.map(({ isIndexed }) => (isIndexed ? 1 : 0)).join('')}`
}

/** Of the spellings that as many packages have: the one that names most parameters, then the first in the alphabet. */
const mostUsed = (spellings: ReadonlyMap<string, ReadonlySet<string>>): string => {
  const [best] = [...spellings].sort(
    ([a, ofA], [b, ofB]) => ofB.size - ofA.size || namesIn(b) - namesIn(a) || (a < b ? -1 : 1),
  )
  return best?.[0] ?? ''
}

const namesIn = (spelling: string): number => parseDeclaration(spelling)?.inputs.filter(named).length ?? 0
const named = ({ name }: Declaration['inputs'][number]): boolean => name !== ''
