/** Lists longer than this have no total: counting them would take far longer than reading a page. */
export const countedMax = 100_000

type LastPage = { cursor: string | null; limit: number; page: number; shown: number }

/**
 * The total of page 1, but on the last page never more than the returned records, for example after burns: clients with
 * a higher total would continue after the end. `page` counts from 1.
 */
export const totalShown = (counted: number | null, { cursor, limit, page, shown }: LastPage): number | null =>
  counted === null || cursor !== null ? counted : Math.min(counted, limit * (page - 1) + shown)
