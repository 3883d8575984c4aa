/** Parameters of one function; Move allows 128. */
const parametersMax = 128
/** Bounds the work for a hostile source: functions that are read, and characters of one list of parameters. */
const functionsMax = 1_000
const listMax = 2_000

/**
 * The parameter names of each function in Move source, which modules do not carry in their bytecode. Functions that are
 * declared twice, or in a form that is not read, are left out.
 */
export const parameterNames = (source: string): ReadonlyMap<string, readonly string[]> => {
  const code = withoutComments(source)
  const found = new Map<string, readonly string[]>()
  const doubtful = new Set<string>()
  let functions = 0
  for (const { 1: name = '', index, 0: head } of code.matchAll(/\bfun[ \t\r\n]{1,20}([A-Za-z_]\w{0,127})/g)) {
    if (++functions > functionsMax) return new Map()
    if (code.slice(Math.max(0, index - 5), index) === 'spec ') continue
    if (found.has(name)) doubtful.add(name)
    const names = namesAfter(code, index + head.length)
    if (names) found.set(name, names)
    else doubtful.add(name)
  }
  for (const name of doubtful) found.delete(name)
  return found
}

const opening = new Set('<({[')
const closing = new Set('>)}]')

/** The names in the list of parameters that follows type parameters, if there are any. */
const namesAfter = (code: string, start: number): string[] | undefined => {
  const names: string[] = []
  let depth = 0
  let partStart: number | undefined
  for (let at = start; at < Math.min(code.length, start + listMax); at++) {
    const character = code.charAt(at)
    if (partStart === undefined) {
      if (character === '<') depth++
      else if (character === '>') depth--
      else if (character === '(' && depth === 0) partStart = at + 1
      else if (depth === 0 && character.trim() !== '') return undefined
      continue
    }
    const isEnd = character === ')' && depth === 0
    if (isEnd || (character === ',' && depth === 0)) {
      const part = code.slice(partStart, Math.min(at, partStart + 300)).trim()
      if (part !== '') {
        const name = /^(?:mut )?([A-Za-z_]\w{0,127})\s{0,20}:/.exec(part)?.[1]
        if (name === undefined || names.length >= parametersMax) return undefined
        names.push(name)
      }
      if (isEnd) return names
      partStart = at + 1
    } else if (opening.has(character)) depth++
    else if (closing.has(character)) depth--
  }
  return undefined
}

/** Comments, which may nest, and texts are left out. */
const withoutComments = (source: string): string => {
  const parts: string[] = []
  let keptFrom = 0
  let at = 0
  const skipTo = (end: number): void => {
    parts.push(source.slice(keptFrom, at), ' ')
    at = end
    keptFrom = end
  }
  while (at < source.length) {
    const next = source[at + 1]
    if (source[at] === '"') skipTo(textEnd(source, at))
    else if (source[at] !== '/') at++
    else if (next === '/') skipTo(endOf(source.indexOf('\n', at), source))
    else if (next === '*') skipTo(commentEnd(source, at))
    else at++
  }
  parts.push(source.slice(keptFrom))
  return parts.join('')
}

const endOf = (index: number, source: string): number => (index < 0 ? source.length : index)

const commentEnd = (source: string, start: number): number => {
  let depth = 0
  for (let at = start; at < source.length; at++) {
    const [isOpening, isClosing] = [source.startsWith('/*', at), source.startsWith('*/', at)]
    if (isOpening) depth++
    if (isClosing) depth--
    if (isOpening || isClosing) at++
    if (depth === 0) return at + 1
  }
  return source.length
}

const textEnd = (source: string, start: number): number => {
  for (let at = start + 1; at < source.length; at++) {
    if (source.charAt(at) === '\\') at++
    else if (source.charAt(at) === '"') return at + 1
  }
  return source.length
}
