import { useState } from 'react'
import { Modal } from '#components/ui/modal.tsx'
import { columnLetters } from './define-list.ts'
import {
  columnRules,
  columnsCookie,
  columnsStyle,
  readHiddenColumns,
  rowsCookie,
  writeHiddenColumns,
} from './list-choices.ts'

const yearSeconds = 31_536_000

const keep = (name: string, value: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in older browsers
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${yearSeconds}; samesite=lax`
}

const kept = (name: string): string | undefined => {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`))
  return found && decodeURIComponent(found.slice(name.length + 1))
}

/** The table beside the pressed button. */
const tableOf = (by: HTMLElement): HTMLElement | null | undefined =>
  by.closest('section')?.querySelector<HTMLElement>('.list[role="table"]')

/** The titles of its columns; null for those that this page leaves out. */
const titlesOf = (table: HTMLElement): (string | null)[] => {
  const leftOut = table.closest<HTMLElement>('[data-left-out]')?.dataset.leftOut ?? ''
  return [...table.querySelectorAll('[role="columnheader"]')].map((header, index) =>
    leftOut.includes(columnLetters[index] ?? ' ') ? null : header.textContent,
  )
}

/** Which columns of a list are shown, and how high its rows are, kept in this browser. */
export const ColumnsDialog = ({ by, onClose }: { by: HTMLElement; onClose: () => void }) => {
  const [table] = useState(() => tableOf(by))
  const name = table?.getAttribute('aria-label') ?? ''
  const [hidden, setHidden] = useState(() => readHiddenColumns(kept(columnsCookie)))
  const [isDense, setDense] = useState(document.documentElement.dataset.rows === 'dense')
  const mine = hidden.get(name) ?? new Set<number>()
  const choose = (place: number, isShown: boolean) => {
    const places = new Set(mine)
    if (isShown) places.delete(place)
    else places.add(place)
    const next = new Map(hidden).set(name, places)
    setHidden(next)
    keep(columnsCookie, writeHiddenColumns(next))
    const style = document.getElementById(columnsStyle)
    if (style) style.textContent = columnRules(next)
  }
  const chooseRows = (dense: boolean) => {
    setDense(dense)
    keep(rowsCookie, dense ? 'dense' : '')
    if (dense) document.documentElement.dataset.rows = 'dense'
    else delete document.documentElement.dataset.rows
    dispatchEvent(new Event('rows'))
  }
  return (
    <Modal onClose={onClose} title="Columns">
      <ul className="grid gap-x-4 px-4 py-3 sm:grid-cols-2">
        {(table ? titlesOf(table) : []).map(
          (title, index) =>
            title !== null && (
              <li key={title}>
                <label className="flex items-center gap-2.5 py-1.5 text-sm">
                  <input
                    type="checkbox"
                    checked={!mine.has(index + 1)}
                    // The first one says what the row is.
                    disabled={index === 0}
                    onChange={({ target }) => choose(index + 1, target.checked)}
                    className="size-4 accent-accent"
                  />
                  {title}
                </label>
              </li>
            ),
        )}
      </ul>
      <label className="flex items-center gap-2.5 border-line border-t px-4 py-3 text-sm">
        <input
          type="checkbox"
          checked={isDense}
          onChange={({ target }) => chooseRows(target.checked)}
          className="size-4 accent-accent"
        />
        Dense rows in all lists
      </label>
    </Modal>
  )
}
