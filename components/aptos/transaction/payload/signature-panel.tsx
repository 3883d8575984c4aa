import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { fieldsOf, textOf } from '#components/aptos/parts/values/move-json.ts'
import { JsonBlock } from '#components/aptos/transaction/parts/json-block.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { groupedNumber } from '#lib/format/amount.ts'
import type { Call } from '#lib/pages/question.ts'
import { signersOf } from './signers.ts'

const signersShown = 20

/** The signature of a transaction: who signed, and how; the keys are collapsed. */
export const SignaturePanel = ({
  signature,
  network,
  call,
}: {
  signature: unknown
  network: AptosNetwork
  call: Call
}) => {
  const signers = signersOf(signature)
  return (
    <Panel
      title="Signature"
      aside={
        <>
          <Badge>
            {(textOf(fieldsOf(signature).type) ?? 'unknown').replace(/_signature$/, '').replaceAll('_', ' ')}
          </Badge>
          <SourceLink title="Signature" call={call} />
        </>
      }
    >
      <Facts>
        {signers.slice(0, signersShown).map(({ role, address, text, issuers }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a transaction never changes
          <Fact key={index} label={role} wide long>
            {address !== undefined && (
              <span className="flex min-w-0">
                <AccountLink address={address} network={network} className="min-w-0" />
              </span>
            )}
            <span>Signed with {text}</span>
            {issuers.length > 0 && <span className="text-muted"> by {issuers.join(', ')}</span>}
          </Fact>
        ))}
        {signers.length > signersShown && (
          <Fact label="More" wide>
            {groupedNumber(signers.length - signersShown)} more signers are in the raw transaction
          </Fact>
        )}
      </Facts>
      <details className="border-line border-t px-4 py-3 text-sm">
        <summary className="list-item list-inside text-muted">Keys and signatures</summary>
        <JsonBlock value={signature} className="mt-2" />
      </details>
    </Panel>
  )
}
