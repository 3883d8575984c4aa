import type { Client, Requester } from '#lib/api/endpoint.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import type { EtherscanAnswer, ProxyAnswer } from './answer.ts'
import type { GivenParameters } from './given-parameters.ts'
import type { ActionParameter } from './parameter-forms.ts'

export type ActionParameters = Readonly<Record<string, ActionParameter>>

/** An action of Etherscan's API, as data: the door, its reference page and the sweeps of the tests are derived from it. */
export type EtherscanAction<Parameters extends ActionParameters = ActionParameters> = {
  summary: string
  description?: string
  parameters: Parameters
  /** What `result` is. */
  result: string
  /** What answers it: the index, the node, or both. */
  source: 'index' | 'node' | 'index and node' | 'server'
  /** Build tools send no key of this server. */
  isOpen?: true
  /** It changes something, so it is only sent as a form. */
  isPosted?: true
}

export const action = <const Parameters extends ActionParameters>(
  declared: EtherscanAction<Parameters>,
): EtherscanAction<Parameters> => declared

/** The actions of one module, by their names. */
export type EtherscanModule = Readonly<Record<string, EtherscanAction>>

export type ActionInput<A extends EtherscanAction> = {
  [Name in keyof A['parameters']]: ReturnType<A['parameters'][Name]['read']>
}

/** The request around an action. */
export type ActionCall = {
  chain: ServedChain
  /** The index of the chain. */
  context: EvmQueryContext
  /** The explorer's own endpoints, whose searches and caches are shared. */
  explorer: Client<EvmExplorerApi>
  /** A question to the node of the chain. @throws ServiceError, a `NodeRefusal` for an error of the node */
  askNode: (method: string, parameters: readonly unknown[]) => Promise<unknown>
  requester: Requester | undefined
  signal: AbortSignal
  /** All that was sent, for parameters whose names are numbered. */
  given: GivenParameters
}

export type ModuleAnswers<M extends EtherscanModule> = {
  [Name in keyof M]: (input: ActionInput<M[Name]>, call: ActionCall) => Promise<EtherscanAnswer | ProxyAnswer>
}
