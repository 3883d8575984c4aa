import type { ParameterFacts } from '#lib/api/input/parameter.ts'

/** A value that a parameter of this type must refuse. */
export const wrongValueOf = ({ type, json, list }: ParameterFacts): unknown => {
  if (Array.isArray(json.enum)) return 'no-such-word'
  if (typeof json.maxLength === 'number') return 'x '.repeat(json.maxLength)
  const wrong: Record<string, unknown> = {
    'list of string': ['x'.repeat(1_000)],
    integer: '1.5',
    boolean: 'maybe',
    date: 'the day after tomorrow',
    cursor: 'x'.repeat(9_000),
    'Move name': '0x1::coin',
    'chain name': '../x',
    'list of scope': ['not a scope'],
  }
  return wrong[type] ?? (list ? ['oops'] : 'oops')
}

/** The n-th of many distinct good values of a list's items. */
export const goodValueOf = (itemType: string, n: number): string => {
  if (itemType === 'address') return `0x${n.toString(16).padStart(40, '0')}`
  if (itemType === 'balance of an address') return `0x${n.toString(16).padStart(40, '0')}:${n}`
  if (itemType === 'chain') return `0x${(0x10_0000 + n).toString(16)}`
  if (itemType === 'string') return `text ${n}`
  if (itemType === 'scope') return `scope-${n}`
  if (itemType === 'id hash') return n.toString(16).padStart(64, '0')
  if (itemType === 'URI') return `https://explorer.example/${n}`
  throw new Error(`No sample for a list of ${itemType}`)
}
