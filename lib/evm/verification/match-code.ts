import { tailAuxdata } from '#lib/evm/bytecode/tail-auxdata.ts'
import type { LinkReferences } from './compile-contract.ts'

/** The auxdata of a contract and of those that it creates, as `legacyAssembly` of the compiler lists them. */
export const assemblyAuxdata = (assembly: unknown, depthMax = 64): string[] => {
  if (typeof assembly !== 'object' || assembly === null || depthMax === 0) return []
  const found: string[] = []
  for (const [key, value] of Object.entries(assembly)) {
    if (key === '.auxdata' && typeof value === 'string' && /^([0-9a-f]{2})+$/i.test(value))
      found.push(value.toLowerCase())
    else if (key === '.data' && typeof value === 'object' && value !== null)
      for (const inner of Object.values(value)) found.push(...assemblyAuxdata(inner, depthMax - 1))
  }
  return [...new Set(found)]
}

/**
 * Where in a bytecode there is auxdata with a metadata hash, in hex digits: ranges whose content does not change what the
 * code does. Auxdata without a hash is not found: it is short, so that code could be mistaken for it.
 */
const auxdataRanges = (code: string, known: readonly string[]): { start: number; end: number }[] => {
  const found: { start: number; end: number }[] = []
  const tail = tailAuxdata(code)
  if (tail?.hash) found.push({ start: tail.start, end: code.length })
  for (const auxdata of known) {
    if (tailAuxdata(auxdata)?.hash === undefined) continue
    for (let at = code.indexOf(auxdata); at !== -1; at = code.indexOf(auxdata, at + 1))
      if (at % 2 === 0) found.push({ start: at, end: at + auxdata.length })
  }
  return found
}

/** `exact_match`: the metadata hash agrees too, and with it every source file. `match`: the code is the same. */
export type MatchKind = 'exact_match' | 'match'

/** A range whose content is only known on the chain; ranges of one name have the same content. */
type Gap = { kind: 'library' | 'immutable'; name: string; start: number; end: number }

type Template = {
  /** Hex digits, with placeholders in the gaps. */
  code: string
  gaps: readonly Gap[]
  /** Auxdata of inner contracts, by the compiler's assembly. */
  auxdata: readonly string[]
}

export type CodeMatch = {
  kind: MatchKind
  /** Addresses by `file:name`. */
  libraries: Record<string, string>
  /** Values by the id of their variable in the syntax tree. */
  immutables: Record<string, string>
}

type Range = { start: number; length: number }

const gapsOf = (kind: Gap['kind'], name: string, ranges: readonly Range[]): Gap[] =>
  ranges.map(({ start, length }) => ({ kind, name, start: 2 * start, end: 2 * (start + length) }))

export const libraryGaps = (references: LinkReferences): Gap[] =>
  Object.entries(references).flatMap(([file, libraries]) =>
    Object.entries(libraries).flatMap(([name, ranges]) => gapsOf('library', `${file}:${name}`, ranges)),
  )

export const immutableGaps = (references: Record<string, Range[]>): Gap[] =>
  Object.entries(references).flatMap(([id, ranges]) => gapsOf('immutable', id, ranges))

/**
 * Compares deployed code (hex digits) with a compiler's. Gaps take the deployed content; everything else must agree, but for
 * the content of auxdata, where a difference makes the match partial. Undefined if the codes differ.
 */
export const matchCode = (template: Template, deployed: string): CodeMatch | undefined => {
  if (template.code === '') return undefined
  const filled = fillGaps(template, deployed)
  if (filled === undefined) return undefined
  const { code, libraries, immutables } = filled
  const values = { libraries, immutables }
  if (code === deployed) return { kind: tailAuxdata(code)?.hash ? 'exact_match' : 'match', ...values }
  return isEqualWithoutAuxdata(code, deployed, template.auxdata) ? { kind: 'match', ...values } : undefined
}

const fillGaps = ({ code, gaps }: Template, deployed: string) => {
  const values = { library: new Map<string, string>(), immutable: new Map<string, string>() }
  const parts: string[] = []
  let position = 0
  for (const { kind, name, start, end } of [...gaps].sort((a, b) => a.start - b.start)) {
    if (start < position || end > code.length) return undefined
    const value = deployed.slice(start, end)
    const known = values[kind].get(name)
    if (value.length !== end - start || (known !== undefined && known !== value)) return undefined
    values[kind].set(name, value)
    parts.push(code.slice(position, start), value)
    position = end
  }
  parts.push(code.slice(position))
  return {
    code: parts.join(''),
    libraries: Object.fromEntries([...values.library].map(([name, digits]) => [name, `0x${digits}`])),
    immutables: Object.fromEntries([...values.immutable].map(([id, digits]) => [id, `0x${digits}`])),
  }
}

const isEqualWithoutAuxdata = (code: string, deployed: string, known: readonly string[]): boolean => {
  // Deployed without its auxdata, or with a shorter or longer one.
  if (code.length !== deployed.length) {
    const own = withoutTail(code)
    const other = withoutTail(deployed)
    return own.length === other.length && own.length > 0 && blank(own, known) === blankAs(other, own, known)
  }
  // Only other auxdata, of any kind, may replace the last auxdata.
  const tail = tailAuxdata(code)
  if (tail?.hash && tailAuxdata(deployed)?.start !== tail.start) return false
  return blank(code, known) === blankAs(deployed, code, known)
}

const withoutTail = (code: string): string => code.slice(0, tailAuxdata(code)?.start ?? code.length)

const blank = (code: string, known: readonly string[]): string => blankAs(code, code, known)

/** The code with zeros where `model` has auxdata. */
const blankAs = (code: string, model: string, known: readonly string[]): string =>
  auxdataRanges(model, known).reduce(
    (text, { start, end }) => `${text.slice(0, start)}${'0'.repeat(end - start)}${text.slice(end)}`,
    code,
  )
