import { columnLetters } from './define-list.ts'

/**
 * How a visitor wants lists to look, kept in cookies so that the server renders them so: which columns of which list are hidden
 * (`columns`, as `Transactions:4.6|Blocks:3`, places from 1), and whether rows are dense (`rows`).
 */
export type HiddenColumns = ReadonlyMap<string, ReadonlySet<number>>

export const columnsCookie = 'columns'
export const rowsCookie = 'rows'
export const columnsStyle = 'list-columns'

const listName = /^[A-Za-z0-9 ,-]{1,40}$/
const columnsMax = 12
const listsMax = 60

export const readHiddenColumns = (text: string | undefined): HiddenColumns =>
  new Map(
    (text ?? '')
      .split('|')
      .slice(0, listsMax)
      .flatMap((part) => {
        const [name = '', places = ''] = part.split(':')
        const columns = places
          .split('.')
          .map(Number)
          .filter((place) => place >= 1 && place <= columnsMax)
        return listName.test(name) && columns.length > 0 ? [[name, new Set(columns)] as const] : []
      }),
  )

export const writeHiddenColumns = (hidden: HiddenColumns): string =>
  [...hidden]
    .filter(([name, places]) => listName.test(name) && places.size > 0)
    .map(([name, places]) => `${name}:${[...places].sort((a, b) => a - b).join('.')}`)
    .join('|')

/** Rules for wide screens: on a phone a row is a card, which has few of the columns. */
export const columnRules = (hidden: HiddenColumns): string =>
  [...hidden]
    .map(([name, places]) => {
      const list = `.list[aria-label="${name}"]`
      const tracks = [...places].map((place) => `--w${columnLetters[place - 1]}:0px`).join(';')
      const cells = [...places].map((place) => `${list} [role="row"]>:nth-child(${place})`).join(',')
      return `@media (width>=64rem){${list}{${tracks}}${cells}{display:none}}`
    })
    .join('')
