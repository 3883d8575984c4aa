import type { AbiValue } from '#lib/evm/api/format/abi-value.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import type { Reading } from './reading.ts'

/** A decoded value as a page shows it; `more` items of a list are left out. */
export type ShownAbiValue = {
  name: string
  type: string
  text: string
  /** The argument, then the item or field in it, and so on. */
  path: readonly number[]
  reading: Reading | undefined
  items: ShownAbiValue[] | undefined
  more: number
}

/** Values of one call or event, items of lists and tuples included. */
const valuesMax = 60
const textMax = 600

/** The maximum of decoded values on a page, however long their lists and texts are. `read` says how an integer reads. */
export const shownValues = (
  values: readonly AbiValue[],
  read: (value: AbiValue, siblings: readonly AbiValue[]) => Reading | undefined,
): ShownAbiValue[] => {
  let left = valuesMax
  const show = (value: AbiValue, siblings: readonly AbiValue[], path: readonly number[]): ShownAbiValue => {
    left -= 1
    const { name, type, text, items } = value
    const own = { name, type, path }
    if (!items)
      return { ...own, text: cutText(text, textMax), reading: read(value, siblings), items: undefined, more: 0 }
    const shown = showAll(items, path, name)
    return { ...own, text: '', reading: undefined, items: shown, more: items.length - shown.length }
  }
  /** Items of a list read as the list is named. */
  const showAll = (all: readonly AbiValue[], path: readonly number[], listName = ''): ShownAbiValue[] => {
    const shown: ShownAbiValue[] = []
    for (const [index, value] of all.entries()) {
      if (left <= 0) break
      const isItem = value.name === '' && listName !== ''
      shown.push(show(isItem ? { ...value, name: listName } : value, all, [...path, index]))
    }
    return shown
  }
  return showAll(values, [])
}
