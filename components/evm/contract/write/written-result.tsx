import { walletChainOf } from '#components/evm/parts/signing/wallet-chain.ts'
import { BalanceChanges } from '#components/evm/parts/simulated/balance-changes.tsx'
import { SimulatedResult } from '#components/evm/parts/simulated/simulated-result.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { Badge } from '#components/ui/badge.tsx'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import type { EvmSimulation } from '#lib/evm/simulation/contract.ts'
import type { Answer, Call } from '#lib/pages/question.ts'
import { SignTransaction } from './sign-transaction.tsx'

/** What a call would do, and, if it would succeed, the button with which a wallet signs it. */
export const WrittenResult = ({
  state,
  question,
  answer: { data, fault },
}: {
  state: EvmChainState
  question: Call
  answer: Answer<EvmSimulation>
}) => {
  if (fault)
    return (
      <p role="alert" className="wrap-anywhere text-bad text-sm">
        {fault.message}
      </p>
    )
  const { status, from, to, value, input } = data
  return (
    <section aria-label="Simulation" className="overflow-clip rounded-lg border border-line">
      <p className="flex items-center gap-2 border-line border-b px-4 py-2 text-muted text-xs">
        <Badge tone="warn">Simulated, not a real transaction</Badge> <SourceLink title="Simulation" call={question} />
      </p>
      <SimulatedResult state={state} simulation={data} />
      <h3 className="border-line border-t px-4 pt-3 font-semibold text-sm">Balance changes</h3>
      <BalanceChanges state={state} simulation={data} />
      <div className="border-line border-t px-4 py-3">
        {status === 'succeeded' && to !== null ? (
          <SignTransaction
            key={input + value + from}
            chain={state.chain}
            walletChain={walletChainOf(state)}
            transaction={{ from, to, value, data: input }}
          />
        ) : (
          <p className="text-sm">It cannot be signed here, because it would fail.</p>
        )}
      </div>
    </section>
  )
}
