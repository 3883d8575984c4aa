import { isServiceError } from '#lib/base/errors.ts'
import { createServedChains } from '#lib/evm/chain/served/served.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { accountAnswers } from '#lib/evm/etherscan/account/answers.ts'
import { blockAnswers } from '#lib/evm/etherscan/block/answers.ts'
import { etherscanModules } from '#lib/evm/etherscan/etherscan-actions.ts'
import type { ActionCall, EtherscanModule } from '#lib/evm/etherscan/kit/action.ts'
import { type EtherscanAnswer, type ProxyAnswer, renderEtherscanError } from '#lib/evm/etherscan/kit/answer.ts'
import { logAnswers } from '#lib/evm/etherscan/logs/answers.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { createEvmCoverage } from '#lib/evm/query/evm-coverage.ts'
import type { Store } from '#lib/store/store.ts'

const answers: Record<
  string,
  Record<string, (input: never, call: ActionCall) => Promise<EtherscanAnswer | ProxyAnswer>>
> = {
  account: accountAnswers,
  block: blockAnswers,
  logs: logAnswers,
}

/** Asks actions over a store without a server, at a time in seconds. */
export const askIndex = (store: Store<EvmTables>, nowSeconds: number) => {
  const served = createServedChains([{ name: 'eth', keepsTraces: true }])
  const now = () => nowSeconds * 1_000
  const context = {
    store,
    served,
    now,
    node: {},
    abis: undefined,
    coverage: createEvmCoverage(store, { now, ageMaxMs: 0 }),
  }
  const modules: Record<string, EtherscanModule> = etherscanModules
  return async (module: string, action: string, given: Record<string, string>): Promise<EtherscanAnswer> => {
    const parameters = Object.entries(modules[module]?.[action]?.parameters ?? {})
    const call = { context: context as unknown as EvmQueryContext, chain: served.resolve('eth') }
    const input = Object.fromEntries(parameters.map(([name, { read }]) => [name, read(given[name], name)]))
    try {
      const answer = answers[module]?.[action]
      return (await answer?.(
        input as never,
        { ...call, signal: new AbortController().signal, given: { get: (name: string) => given[name] } } as never,
      )) as EtherscanAnswer
    } catch (error) {
      if (!isServiceError(error)) throw error
      return renderEtherscanError(error, '') as EtherscanAnswer
    }
  }
}
