import { SourceLink } from '#components/source/source-link.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { AptosGasPrice } from '#lib/aptos/validators/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import type { Call } from '#lib/pages/question.ts'

/** The node's estimate of the price of gas. */
export const GasPricePanel = ({ price: { low, regular, high }, call }: { price: AptosGasPrice; call: Call }) => (
  <Panel title="Gas price" aside={<SourceLink title="Gas price" call={call} />}>
    <Facts>
      {low !== null && (
        <Fact label="Low" wide>
          {groupedNumber(low)} octas
        </Fact>
      )}
      <Fact label="Regular" wide>
        {groupedNumber(regular)} octas
      </Fact>
      {high !== null && (
        <Fact label="High" wide>
          {groupedNumber(high)} octas
        </Fact>
      )}
    </Facts>
  </Panel>
)
