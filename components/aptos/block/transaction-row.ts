import { calledMoveFunction, decimalOf } from '#components/aptos/parts/values/move-json.ts'
import type { AptosTransaction } from '#lib/aptos/api/records.ts'

/** One line of a block's list: only a few fields, because a block may contain thousands of transactions. */
export type LedgerTransactionRow = {
  version: string
  type: string
  hash: string
  sender: string | undefined
  called: string | undefined
  gasUsed: string | undefined
  success: boolean | undefined
  vmStatus: string
}

export const ledgerTransactionRow = (transaction: AptosTransaction): LedgerTransactionRow => ({
  version: transaction.version ?? '',
  type: transaction.type,
  hash: transaction.hash,
  sender: transaction.sender ?? undefined,
  called: calledMoveFunction(transaction),
  gasUsed: decimalOf(transaction.gas_used),
  success: transaction.success ?? undefined,
  vmStatus: transaction.vm_status ?? '',
})

/** Rows in transit to a browser: repeated texts are sent once. A row has the indexes of its texts, then version, hash and gas. */
export type PackedRows = {
  words: string[]
  rows: (readonly [number, number, number, number, 0 | 1 | 2, string, string, string])[]
}

export const packRows = (rows: readonly LedgerTransactionRow[]): PackedRows => {
  const places = new Map<string, number>()
  const place = (word: string | undefined): number => {
    if (word === undefined) return -1
    const known = places.get(word)
    if (known !== undefined) return known
    places.set(word, places.size)
    return places.size - 1
  }
  const packed = rows.map(
    (row) =>
      [
        place(row.type),
        place(row.sender),
        place(row.called),
        place(row.vmStatus),
        row.success === undefined ? 2 : row.success ? 1 : 0,
        row.version,
        row.hash,
        row.gasUsed ?? '',
      ] as const,
  )
  return { words: [...places.keys()], rows: packed }
}

export const unpackRows = ({ words, rows }: PackedRows): LedgerTransactionRow[] =>
  rows.map(([type, sender, called, vmStatus, success, version, hash, gasUsed]) => ({
    version,
    type: words[type] ?? '',
    hash,
    sender: words[sender],
    called: words[called],
    gasUsed: gasUsed === '' ? undefined : gasUsed,
    success: success === 2 ? undefined : success === 1,
    vmStatus: words[vmStatus] ?? '',
  }))
