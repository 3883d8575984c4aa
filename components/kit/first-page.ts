import { keysOf } from '#lib/base/typed-keys.ts'
import { type KeptParts, type ListAnswer, listPage, type RowsPage } from './list-page.ts'

/** The first page of a list on its way to the browser: names of fields once, then the values of each row. */
export type FirstPage<Row> = Omit<RowsPage<Row>, 'result'> & {
  fields: readonly (keyof Row)[]
  values: readonly (readonly Row[keyof Row][])[]
}

const packed = new WeakMap<object, WeakMap<object, unknown>>()

/**
 * Packs the first page, as the only copy of its rows in the document besides the rendered ones. The same response in
 * the same list yields the same object, so that two parts of a page share one copy.
 */
export const firstPage = <Item, Row extends object>(
  list: KeptParts<Item, Row>,
  answer: ListAnswer<Item>,
): FirstPage<Row> => {
  const ofAnswer = packed.get(answer) ?? new WeakMap<object, unknown>()
  packed.set(answer, ofAnswer)
  const page = (ofAnswer.get(list) as FirstPage<Row> | undefined) ?? pack(list, answer)
  ofAnswer.set(list, page)
  return page
}

const pack = <Item, Row extends object>(list: KeptParts<Item, Row>, answer: ListAnswer<Item>): FirstPage<Row> => {
  const { result, ...page } = listPage(list, answer)
  const fields = [...new Set(result.flatMap((row) => keysOf(row)))]
  return { ...page, fields, values: result.map((row) => fields.map((field) => row[field])) }
}

export const unpackPage = <Row>({ fields, values, ...page }: FirstPage<Row>): RowsPage<Row> => ({
  ...page,
  result: values.map((row) => Object.fromEntries(fields.map((field, at) => [field, row[at]])) as Row),
})
