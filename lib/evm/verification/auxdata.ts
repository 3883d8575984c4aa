import { tailAuxdata } from '#lib/evm/bytecode/tail-auxdata.ts'

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
export const auxdataRanges = (code: string, known: readonly string[]): { start: number; end: number }[] => {
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
