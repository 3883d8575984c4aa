import { evmExplorerCall } from '#components/evm/parts/evm-calls.ts'
import { Panel } from '#components/ui/panel.tsx'
import type { EvmHoldings } from '#lib/evm/holdings/contract.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import type { Answer, Ask } from '#lib/pages/question.ts'
import { BalanceEntry } from './balance-entry.tsx'

/** Tokens with a line: each costs a few milliseconds. */
const tokensMax = 5
const pointsMax = 60

/** The requests for the native coin and the first tokens that an address holds. */
export const balanceCalls = (chain: string, address: string, { tokens }: EvmHoldings) => [
  { ...evmExplorerCall('evmBalanceHistory', { chain, address }), part: 'native' },
  ...tokens
    .filter(({ folded }) => folded === null)
    .slice(0, tokensMax)
    .map(({ token_address: token }) => ({
      ...evmExplorerCall('evmBalanceHistory', { chain, address, token, limit: pointsMax }),
      part: token,
    })),
]

/** Balances over time, drawn by the server. */
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
  const nameOf = (part: string): string => {
    const token = held.tokens.find(({ token_address }) => token_address === part)
    return token ? (token.symbol ?? token.name ?? part) : held.native.symbol
  }
  const entries = balanceCalls(chain, address, held).map((call) => ({ call, name: nameOf(call.part) }))
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
