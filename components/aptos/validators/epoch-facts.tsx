import { Amount } from '#components/chain/amount.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import type { AptosValidators } from '#lib/aptos/validators/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'

const octaDecimals = 8
const minuteSeconds = 60

/** An epoch: its number, its times, and the stake of its validators. */
export const EpochFacts = ({
  epoch: { epoch, epoch_started_at, epoch_seconds, ...found },
}: {
  epoch: AptosValidators
}) => (
  <Facts>
    <Fact label="Epoch">{groupedNumber(epoch)}</Fact>
    <Fact label="Began">
      {epoch_started_at === null ? 'with genesis' : <Timestamp isAlone iso={epoch_started_at} />}
    </Fact>
    <Fact label="Lasts">{groupedNumber(Math.round(epoch_seconds / minuteSeconds))} minutes</Fact>
    <Fact label="Voting power">
      <Amount value={found.total_voting_power} decimals={octaDecimals} symbol="APT" />
    </Fact>
  </Facts>
)
