import { evmExplorerCall } from '#components/evm/parts/evm-calls.ts'
import { Panel } from '#components/ui/panel.tsx'
import type { EvmChainState, EvmHoldings } from '#lib/evm/contract/explorer.ts'
import type { Answer, Ask } from '#lib/pages/question.ts'
import { BalanceEntry } from './balance-entry.tsx'

/** Tokens with a line: each costs a few milliseconds. */
const tokensMax = 5
const pointsMax = 60

/** The balance over time of the native coin and of the first tokens that an address holds; drawn by the server. */
export const BalancePanel = async ({
  ask,
  state: { chain },
  address,
  holdings,
}: {
  ask: Ask
  state: EvmChainState
  address: string
  /** Requested by the page anyway. */
  holdings: Promise<Answer<EvmHoldings>>
}) => {
  const { data: held } = await holdings
  if (!held) return null
  const tokens = held.tokens.filter(({ folded }) => folded === null).slice(0, tokensMax)
  const entries = [
    { name: held.native.symbol, call: evmExplorerCall('evmBalanceHistory', { chain, address }) },
    ...tokens.map(({ token_address: token, name, symbol }) => ({
      name: symbol ?? name ?? token,
      call: evmExplorerCall('evmBalanceHistory', { chain, address, token, limit: pointsMax }),
    })),
  ]
  const histories = await Promise.all(entries.map(async ({ call }) => (await ask(call)).data))
  const shown = entries.flatMap(({ name, call }, index) => {
    const history = histories[index]
    return history ? [{ name, call, history }] : []
  })
  if (shown.length === 0) return null
  return (
    <Panel title="Balance over time">
      <div className="divide-y divide-line">
        {shown.map(({ name, call, history }) => (
          <BalanceEntry key={history.token_address ?? name} name={name} call={call} history={history} />
        ))}
      </div>
    </Panel>
  )
}
