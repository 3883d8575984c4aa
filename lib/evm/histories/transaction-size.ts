const rowsMin = 100
/** A quarter of the time in which the quickest chains make a block. */
const transactionMs = 50

/** How many rows to write in one transaction, so that whoever else writes waits no longer than a moment: by what the last took. */
export type TransactionSize = {
  readonly rows: number
  took(ms: number, rows: number): void
}

export const createTransactionSize = (rowsMax: number): TransactionSize => {
  let rows = Math.min(rowsMax, 500)
  return {
    get rows() {
      return rows
    },
    took: (ms, written) => {
      // A piece that was much smaller than allowed says little of larger ones.
      if (written < rows / 2) return
      const fitting = (written * transactionMs) / Math.max(1, ms)
      rows = Math.round(Math.min(rowsMax, Math.max(Math.min(rowsMin, rowsMax), (rows + fitting) / 2)))
    },
  }
}
