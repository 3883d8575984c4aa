import { cutText } from '#lib/format/cut-texts.ts'
import type { AbiValue } from './abi-value.ts'

/** A decoded value as a page shows it; `more` items of a list are left out. */
export type ShownAbiValue = { type: string; text: string; items: ShownAbiValue[] | undefined; more: number }

/** Values of one call or event, items of lists and tuples included. */
const valuesMax = 60
const textMax = 600

/** The maximum of decoded values on a page, however long their lists and texts are. */
export const shownValues = (values: readonly AbiValue[]): ShownAbiValue[] => {
  let left = valuesMax
  const show = ({ type, text, items }: AbiValue): ShownAbiValue => {
    left -= 1
    if (!items) return { type, text: cutText(text, textMax), items: undefined, more: 0 }
    const shown: ShownAbiValue[] = []
    for (const item of items) {
      if (left <= 0) break
      shown.push(show(item))
    }
    return { type, text: '', items: shown, more: items.length - shown.length }
  }
  const shown: ShownAbiValue[] = []
  for (const value of values) {
    if (left <= 0) break
    shown.push(show(value))
  }
  return shown
}
