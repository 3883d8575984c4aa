const rowsMin = 100
/** A quarter of the block time of the fastest chains. */
const transactionMs = 50

/** The number of rows per transaction, adjusted by the duration of the last one, so that other writers only wait briefly. */
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
      // A piece much smaller than allowed says little about larger ones.
      if (written < rows / 2) return
      const fitting = (written * transactionMs) / Math.max(1, ms)
      rows = Math.round(Math.min(rowsMax, Math.max(Math.min(rowsMin, rowsMax), (rows + fitting) / 2)))
    },
  }
}
