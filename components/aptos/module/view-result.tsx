import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { moveTree } from '#components/aptos/parts/move/move-tree.ts'
import { MoveTypeName } from '#components/aptos/parts/move/move-type-name.tsx'
import { MoveValue } from '#components/aptos/parts/move/move-value.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { Badge } from '#components/ui/badge.tsx'
import type { AptosViewResult } from '#lib/aptos/account/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import type { Answer, Call } from '#lib/pages/question.ts'

const errorMax = 600

/** What a view function returned, or why it did not. */
export const ViewResult = ({
  answer: { data, fault },
  call,
  network,
}: {
  answer: Answer<AptosViewResult>
  call: Call
  network: AptosNetwork
}) => (
  <div role="status" className="grid grid-cols-[minmax(0,1fr)] gap-2">
    <p className="flex items-center gap-2 text-muted text-xs">
      Result {data && `after version ${groupedNumber(data.ledger_version)}`} <SourceLink title="Result" call={call} />
    </p>
    {fault && <p className="wrap-anywhere text-bad text-sm">{fault.message}</p>}
    {data?.status === 'failed' && (
      <p className="wrap-anywhere text-sm">
        <Badge tone="bad">Failed</Badge> {cutText(data.error ?? '', errorMax)}
      </p>
    )}
    {data?.status === 'returned' && data.results.length === 0 && (
      <p className="text-muted text-sm">It returned nothing.</p>
    )}
    {data?.results.map(({ type, value }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: results are identified by their place
      <div key={index} className="grid min-w-0 gap-1">
        <MoveTypeName type={type} network={network} className="text-muted" />
        <MoveValue node={moveTree(value, type, data.structs)} network={network} />
      </div>
    ))}
  </div>
)
