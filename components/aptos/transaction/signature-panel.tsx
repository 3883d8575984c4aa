import { fieldsOf, listOf, textOf } from '#components/aptos/parts/values/move-json.ts'
import { SourceLink } from '#components/source/source-link.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { Call } from '#lib/pages/question.ts'
import { JsonBlock } from './json-block.tsx'

const words = (type: unknown): string => (textOf(type) ?? 'unknown').replace(/_signature$/, '').replaceAll('_', ' ')

/** The signature of a transaction: scheme, further signers, fee payer; the keys are collapsed. */
export const SignaturePanel = ({ signature, call }: { signature: unknown; call: Call }) => {
  const fields = fieldsOf(signature)
  const sender = fieldsOf(fields.sender)
  const others = listOf(fields.secondary_signer_addresses).length
  return (
    <Panel
      title="Signature"
      aside={
        <>
          <Badge>{words(fields.type)}</Badge>
          <SourceLink title="Signature" call={call} />
        </>
      }
    >
      <div className="space-y-2 px-4 py-3 text-sm">
        {sender.type !== undefined && <p>The sender signed with {words(sender.type)}.</p>}
        {others > 0 && <p>{others === 1 ? 'One more account signed.' : `${others} more accounts signed.`}</p>}
        {textOf(fields.fee_payer_address) !== undefined && (
          <p>
            The fee was paid by <code className="break-all font-mono">{textOf(fields.fee_payer_address)}</code>.
          </p>
        )}
        <details>
          <summary className="list-item list-inside text-muted">Keys and signatures</summary>
          <JsonBlock value={signature} className="mt-2" />
        </details>
      </div>
    </Panel>
  )
}
