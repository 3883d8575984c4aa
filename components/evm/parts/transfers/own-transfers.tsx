'use client'

import { FoldedTable } from '#components/evm/parts/alike/folded-table.tsx'
import { ListTable, type ListTableProps } from '#components/kit/list-table.tsx'
import { transferDealing } from '#lib/evm/api/format/transfer-dealing.ts'
import type { TransferView } from './transfer-columns.tsx'
import type { TransferLine } from './transfer-line.ts'

/** Token transfers. In a wallet's list, imitations, empty transfers and spam are folded. */
export const OwnTransfers = <Item,>(props: ListTableProps<Item, TransferLine, TransferView>) => {
  const { wallet } = props.view
  if (wallet === undefined) return <ListTable {...props} />
  return <FoldedTable {...props} wallet={wallet} dealingOf={transferDealing} noun="transfer" />
}
