/**
 * The names of a record's values that are found nowhere in what the SDK made of it. The SDK has types of its own for
 * addresses, amounts, dates; what is compared is what each says.
 */
export const lostValues = (raw: Record<string, unknown>, typed: unknown): string[] => {
  const kept = new Set(valuesIn(typed))
  return Object.entries(raw)
    .filter(([, value]) => valuesIn(value).some((part) => !kept.has(part)))
    .map(([name]) => name)
}

const dateForms = [/^\d{4}-\d\d-\d\dT[\d:.]+Z$/, /^[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d \d{4} /]

/** Every value in a record, however deep, in one spelling: block numbers may be hex. Null and empty text say nothing. */
const valuesIn = (value: unknown): string[] => {
  if (value === null || value === undefined || value === '') return []
  if (value instanceof Date) return [value.toISOString()]
  if (typeof value === 'object') {
    const { toJSON } = value as { toJSON?: () => unknown }
    return typeof toJSON === 'function' ? valuesIn(toJSON.call(value)) : Object.values(value).flatMap(valuesIn)
  }
  const text = String(value)
  if (dateForms.some((form) => form.test(text))) return [new Date(text).toISOString()]
  if (/^[[{]/.test(text)) return valuesIn(readJson(text))
  return [/^0x[0-9a-f]{1,16}$/i.test(text) ? String(BigInt(text)) : text.toLowerCase()]
}

/** Metadata comes as JSON text and goes out as an object. */
const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return { text }
  }
}
