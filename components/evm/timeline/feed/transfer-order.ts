import type { TransferLine } from '#components/evm/parts/transfers/transfer-line.ts'
import type { RowOrder } from './feed-kind.ts'

/** Token events: a batch may hold the same one twice. */
export const transferOrder: RowOrder<TransferLine> = {
  keyOf: ({ key }) => key,
  timeOf: ({ timestamp }) => timestamp,
  mayRepeat: true,
}
