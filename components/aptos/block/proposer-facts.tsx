import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { decimalOf, textOf } from '#components/aptos/parts/values/move-json.ts'
import { Fact } from '#components/ui/facts.tsx'
import type { AptosTransaction } from '#lib/aptos/api/records.ts'
import { groupedNumber } from '#lib/format/amount.ts'

/** The proposer of a block, from its metadata transaction. Genesis has none. */
export const ProposerFacts = ({
  transactions,
  network,
}: {
  transactions: readonly AptosTransaction[]
  network: AptosNetwork
}) => {
  const metadata = transactions.find(({ type }) => type === 'block_metadata_transaction')
  const proposer = textOf(metadata?.proposer)
  const epoch = decimalOf(metadata?.epoch)
  const round = decimalOf(metadata?.round)
  return (
    <>
      <Fact label="Epoch, round">
        {epoch === undefined || round === undefined ? (
          <span className="text-muted">none</span>
        ) : (
          `${groupedNumber(epoch)}, ${groupedNumber(round)}`
        )}
      </Fact>
      <Fact label="Proposer" wide>
        {proposer === undefined ? (
          <span className="text-muted">none: this block has no metadata transaction</span>
        ) : (
          <AccountLink address={proposer} network={network} />
        )}
      </Fact>
    </>
  )
}
