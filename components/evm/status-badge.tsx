import { CircleCheck, CircleX } from 'lucide-react'
import { Badge } from '#components/ui/badge.tsx'
import { statusOf } from '#lib/format/transaction.ts'

export const StatusBadge = ({ transaction }: { transaction: { receipt_status: string | null } }) => {
  const status = statusOf(transaction)
  if (status === 'unknown') return <Badge>Not recorded before Byzantium</Badge>
  return status === 'success' ? (
    <Badge tone="good">
      <CircleCheck size={13} aria-hidden /> Success
    </Badge>
  ) : (
    <Badge tone="bad">
      <CircleX size={13} aria-hidden /> Failed
    </Badge>
  )
}
