import { withoutTrailing } from './trim-characters.ts'

const group = (text: string): string => {
  if (!/^\d+$/.test(text)) return text
  const first = text.length % 3
  const groups = text.slice(first).match(/\d{3}/g) ?? []
  return (first > 0 ? [text.slice(0, first), ...groups] : groups).join(',')
}

const split = (value: string, decimals: number): { negative: boolean; whole: string; fraction: string } => {
  const negative = value.startsWith('-')
  const digits = (negative ? value.slice(1) : value).padStart(decimals + 1, '0')
  return {
    negative,
    whole: digits.slice(0, digits.length - decimals),
    fraction: withoutTrailing(digits.slice(digits.length - decimals), '0'),
  }
}

/** Prices of gas are in wei, and read in Gwei. */
export const gweiDecimals = 9

/** The whole amount, to the last digit: `1500000000000000001` of 18 decimals is `1.500000000000000001`. */
export const exactAmount = (value: string, decimals: number): string => {
  const { negative, whole, fraction } = split(BigInt(value).toString(), decimals)
  return `${negative ? '-' : ''}${whole}${fraction && `.${fraction}`}`
}

/** The whole number of the smallest unit that decimal text means, the reverse of `exactAmount`; undefined for other text. */
export const wholeAmount = (text: string, decimals: number): string | undefined => {
  const [, whole = '', fraction = ''] = /^(\d{0,78})(?:\.(\d{0,78}))?$/.exec(text.trim()) ?? []
  if (whole + fraction === '' || fraction.length > decimals) return undefined
  return String(BigInt(whole + fraction.padEnd(decimals, '0')))
}

const significantDigitsMax = 6
const dustDigits = 6

/** Above a thousand million, whole parts are shortened: `64.7642 B`, `1.15792 × 10^59`. */
const compactFrom = 10
const powers: Readonly<Record<number, string>> = { 9: 'B', 12: 'T' }
/** As many decimals as are shown, so that a column stays narrow. */
const decimalsMax = 8

const compact = (whole: string): string => {
  const power = Math.floor((whole.length - 1) / 3) * 3
  const head = whole.length - power
  const rest = withoutTrailing(whole.slice(head, significantDigitsMax), '0')
  return `${whole.slice(0, head)}${rest && `.${rest}`} ${powers[power] ?? `× 10^${power}`}`
}

/**
 * The amount for a list: at most 6 significant digits and 8 decimals, cut and never rounded up, in groups of three. A non-zero
 * amount is never shown as 0: below a millionth it is `<0.000001`.
 */
export const shortAmount = (value: string, decimals: number): string => {
  const { negative, whole, fraction } = split(BigInt(value).toString(), decimals)
  const sign = negative ? '-' : ''
  if (whole.length >= compactFrom) return sign + compact(whole)
  if (whole !== '0') {
    const kept = withoutTrailing(fraction.slice(0, Math.max(0, significantDigitsMax - whole.length)), '0')
    return `${sign}${group(whole)}${kept && `.${kept}`}`
  }
  if (fraction === '') return '0'
  const leadingZeros = fraction.search(/[1-9]/)
  if (leadingZeros >= dustDigits) return `${negative ? '>-' : '<'}0.000001`
  return `${sign}0.${withoutTrailing(fraction.slice(0, Math.min(decimalsMax, leadingZeros + significantDigitsMax)), '0')}`
}

/** The same of an amount that is decimal text already: `1234.56789` is `1,234.56`. */
export const shortDecimal = (text: string): string => {
  const [whole = '', fraction = ''] = text.split('.')
  return shortAmount(whole + fraction, fraction.length)
}

/** A whole number in groups of three: `1,234,567`. Takes decimal text of any length. */
export const groupedNumber = (value: string | number | bigint): string => {
  const text = String(value)
  return text.startsWith('-') ? `-${group(text.slice(1))}` : group(text)
}

/** A count at the axis of a chart: three digits, `12.5k`, `3.2M`. */
export const compactCount = (value: number): string => {
  const steps = [
    { from: 1e9, unit: 'B' },
    { from: 1e6, unit: 'M' },
    { from: 1e4, unit: 'k', of: 1e3 },
  ]
  const step = steps.find(({ from }) => value >= from)
  const scaled = value / (step?.of ?? step?.from ?? 1)
  return `${groupedNumber(Number(scaled.toPrecision(3)))}${step?.unit ?? ''}`
}

/** A count of indexed rows, marked as such if the index is partial. */
export const countedRows = (count: number | string | bigint, word: string, isPartial: boolean): string =>
  counted(count, isPartial ? `indexed ${word}` : word)

/** A count with its noun: `3 owners`, `1 owner`. */
export const counted = (count: number | string | bigint, word: string): string =>
  `${groupedNumber(count)} ${word}${String(count) === '1' ? '' : 's'}`
