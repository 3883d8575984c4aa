const structureMax = 20_000

/** Names of fields whose plain numbers are blocks or versions: `block_number`, `blockHeight`, `version`. */
const isPlaceName = (name: string): boolean => /^(block|block_?(number|no|height)|height|version)$/i.test(name)

/** Every text of a JSON document as lines, in its order, names of fields included: they may be addresses. */
export const linesOfJson = (text: string): string[] | undefined => {
  if (!/^\s*[[{"]/.test(text)) return undefined
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    return undefined
  }
  const lines: string[] = []
  // The deepest last: a stack, because a pasted document may nest deeper than calls can.
  const left: { name: string; value: unknown }[] = [{ name: '', value: document }]
  for (let next = left.pop(); next !== undefined && lines.length < structureMax; next = left.pop()) {
    const { name, value } = next
    if (Array.isArray(value)) for (const item of value.toReversed()) left.push({ name, value: item })
    else if (typeof value === 'object' && value !== null)
      for (const [key, item] of Object.entries(value).reverse()) {
        left.push({ name: key, value: item })
        if (/^0x[0-9a-f]{40,64}$/i.test(key)) left.push({ name: '', value: key })
      }
    else if (typeof value === 'string' || typeof value === 'number') lines.push(lineOf(name, String(value)))
  }
  return lines
}

/** A number alone says nothing; after a name it may. The rest of a field's name is of no use. */
const lineOf = (name: string, value: string): string => {
  if (!/^\d+$/.test(value)) return value
  return isPlaceName(name) ? `block ${value}` : ''
}
