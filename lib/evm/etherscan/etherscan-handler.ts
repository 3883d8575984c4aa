import type { Client, Requester } from '#lib/api/endpoint.ts'
import { type Admit, type Exchange, type ExchangeOptions, enter, exchange, jsonBytes } from '#lib/api/serve/exchange.ts'
import { isServiceError, ServiceError } from '#lib/base/errors.ts'
import type { ServedChain, ServedChains } from '#lib/evm/chain/served/served.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { chainListAnswer } from './chain-list.ts'
import { etherscanModules } from './etherscan-actions.ts'
import type { EtherscanAnswers } from './etherscan-answers.ts'
import type { ActionCall, EtherscanAction } from './kit/action.ts'
import { type EtherscanAnswer, type ProxyAnswer, renderEtherscanError } from './kit/answer.ts'
import { type GivenParameters, queryParameters, readParameters } from './kit/given-parameters.ts'
import { etherscanFault } from './kit/parameter-forms.ts'
import { unansweredActions } from './unanswered-actions.ts'

export const etherscanPath = '/api/etherscan'

/** Clients read a body only with this status: to them, any other one is a broken server. */
export const etherscanErrorStatus = 200

/** Where tools expect it. */
export const etherscanShortPaths = [
  { from: '/api', to: `${etherscanPath}/api` },
  { from: '/v2/api', to: `${etherscanPath}/v2/api` },
  { from: '/v2/chainlist', to: `${etherscanPath}/v2/chainlist` },
  { from: '/etherscan/api', to: `${etherscanPath}/api` },
  { from: '/etherscan/', to: `${etherscanPath}/` },
  { from: '/:chain/api', to: `${etherscanPath}/:chain/api` },
]

type Options = Pick<ExchangeOptions, 'observe' | 'compressed'> & {
  admit: Admit
  scope: string
  /** Whether actions that read data require a key of this server. */
  needsKey: boolean
  /** The limits of a caller without a key. */
  visitorOf: (request: Request) => string
  siteUrl: string
  served: ServedChains
  contextOf: (chain: ServedChain) => EvmQueryContext
  explorer: Client<EvmExplorerApi>
  /** @throws chain_not_served without a node */
  askNode: (chain: ServedChain, method: string, parameters: readonly unknown[], signal: AbortSignal) => Promise<unknown>
  answers: EtherscanAnswers
}

type AnyAnswer = (input: never, call: ActionCall) => Promise<EtherscanAnswer | ProxyAnswer>
type FoundAction = { name: string; action: EtherscanAction; answer: AnyAnswer }

/** A form of this size is read before its caller is known: it may have the key. */
const smallFormBytes = 64 * 1_024

/**
 * Etherscan's API, V1 and V2. Every answer has status 200, errors too; names of parameters are read in any case. A question that
 * reaches outside the indexed blocks is an error, never a shorter list.
 */
export const createEtherscanHandler = (options: Options): ((request: Request) => Promise<Response>) => {
  const { observe, compressed, siteUrl, served } = options
  const base = { renderError: renderEtherscanError, errorStatus: etherscanErrorStatus, observe }
  return exchange({ ...base, ...(compressed !== undefined && { compressed }) }, async (seen) => {
    const { request } = seen
    const { pathname } = new URL(request.url)
    const door = pathname.slice(etherscanPath.length + 1).replace(/\/$/, '')
    if (!['GET', 'HEAD', 'POST'].includes(request.method))
      throw new ServiceError('method_not_allowed', 'Error! This endpoint accepts GET, HEAD, POST, OPTIONS.')
    if (door === 'v2/chainlist') {
      seen.endpoint = 'chainlist'
      return { body: jsonBytes(chainListAnswer(served, siteUrl)) }
    }
    const { given, requester } = await admitted(seen, options)
    const { name, action, answer } = findAction(given, options.answers)
    seen.endpoint = name
    if (action.isPosted && request.method !== 'POST') throw etherscanFault('This action is sent as a form, with POST')
    const chain = chainOf(door, given, options)
    const call = {
      chain,
      context: options.contextOf(chain),
      explorer: options.explorer,
      askNode: (method: string, parameters: readonly unknown[]) =>
        options.askNode(chain, method, parameters, request.signal),
      requester,
      signal: request.signal,
      given,
    }
    const input = Object.entries(action.parameters).map(([key, { read }]) => [key, read(given.get(key), key)])
    return { body: jsonBytes(await answer(Object.fromEntries(input) as never, call)) }
  })
}

/** The parameters, and who asks. A large form is read after its caller is admitted, and its key counts for nothing. */
const admitted = async (
  seen: Exchange,
  { admit, scope, needsKey, visitorOf }: Options,
): Promise<{ given: GivenParameters; requester: Requester | undefined }> => {
  const { request } = seen
  const isLarge =
    request.method === 'POST' && !(Number(request.headers.get('content-length') ?? 'NaN') <= smallFormBytes)
  const early = isLarge ? queryParameters(request) : await readParameters(request)
  const isOpen = !needsKey || isLarge || isOpenAction(early)
  const admission = await enter(seen, withoutKey(admit, { isOpen, visitorOf, key: early.get('apikey') }), {
    name: 'etherscan',
    scopes: [scope],
  })
  const given = isLarge ? await readParameters(request) : early
  if (isLarge && needsKey && !admission.requester?.hasKey && !isOpenAction(given))
    throw new ServiceError('key_required', 'Send it as apikey.')
  return { given, requester: admission.requester }
}

/** Admits a key that is sent as a parameter, and, where no key is needed, everyone as a visitor. */
const withoutKey =
  (
    admit: Admit,
    { isOpen, visitorOf, key }: Pick<Options, 'visitorOf'> & { isOpen: boolean; key: string | undefined },
  ): Admit =>
  async (request, endpoint) => {
    const headers = new Headers(request.headers)
    if (key !== undefined && !headers.has('x-api-key') && !headers.has('authorization')) headers.set('x-api-key', key)
    const admission = await admit(new Request(request.url, { headers }), endpoint)
    const isUnknown =
      isServiceError(admission.refused, 'key_required') || isServiceError(admission.refused, 'key_unknown')
    if (!isOpen || !isUnknown) return admission
    const requester = { id: visitorOf(request), hasKey: false }
    return { headers: admission.headers, caller: 'anonymous', requester }
  }

const modules: Readonly<Record<string, Readonly<Record<string, EtherscanAction>>>> = etherscanModules

const own = <Value>(values: Readonly<Record<string, Value>>, wanted: string | undefined): [string, Value] | undefined =>
  Object.entries(values).find(([name]) => name.toLowerCase() === wanted?.toLowerCase())

/** An unknown action is open too: its caller learns that it is unknown. */
const isOpenAction = (given: GivenParameters): boolean => {
  const found = own(own(modules, given.get('module'))?.[1] ?? {}, given.get('action'))
  return found === undefined || found[1].isOpen === true
}

/** @throws invalid_request with Etherscan's texts for unknown names */
const findAction = (given: GivenParameters, answers: EtherscanAnswers): FoundAction => {
  const [unanswered, reason] = own(own(unansweredActions, given.get('module'))?.[1] ?? {}, given.get('action')) ?? []
  if (reason !== undefined)
    throw new ServiceError('not_available', `Error! ${unanswered} is not answered here: ${reason}`)
  const [moduleName, actions] = own(modules, given.get('module')) ?? []
  if (moduleName === undefined || actions === undefined) throw etherscanFault('Missing Or invalid Module name')
  const [name, action] = own(actions, given.get('action')) ?? []
  const ofModule: Readonly<Record<string, AnyAnswer>> | undefined = own<Readonly<Record<string, AnyAnswer>>>(
    answers,
    moduleName,
  )?.[1]
  const answer = name === undefined ? undefined : ofModule?.[name]
  if (name === undefined || action === undefined || answer === undefined)
    throw etherscanFault('Missing Or invalid Action name')
  return { name: `${moduleName}.${name}`, action, answer }
}

/** The chain of the path, of `chainid`, or in V1 the default one. @throws chain_not_served with Etherscan's text */
const chainOf = (door: string, given: GivenParameters, { served, siteUrl }: Options): ServedChain => {
  const [first = '', ...rest] = door.split('/')
  const ofPath = rest.length > 0 && first !== 'v2' ? first.toLowerCase() : undefined
  const asked = given.get('chainid')
  const isNamed = (one: ServedChain, text: string): boolean =>
    one.name === text || String(one.id) === text || one.aliases?.includes(text) === true
  const unsupported = new ServiceError(
    'chain_not_served',
    `Missing or unsupported chainid parameter (required for v2 api), please see ${siteUrl}/v2/chainlist for the list of supported chainids`,
  )
  if (ofPath === undefined && asked === undefined) {
    if (first === 'v2') throw unsupported
    return served.resolve(undefined)
  }
  const found = served.all.find((one) => isNamed(one, ofPath ?? asked ?? ''))
  if (found === undefined || (asked !== undefined && String(found.id) !== asked)) throw unsupported
  return found
}
