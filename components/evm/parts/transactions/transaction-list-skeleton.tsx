import { listSkeleton } from '#components/kit/list-skeleton.tsx'
import { transactionList } from './transaction-list.ts'

export const TransactionListSkeleton = listSkeleton(transactionList)
