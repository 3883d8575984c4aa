import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import type { Service } from '#lib/api/endpoint.ts'
import type { AptosNetwork } from '#lib/aptos/api/chain-names.ts'
import { aptosAddress } from '#lib/aptos/api/format/aptos-address.ts'
import { type AptosName, aptosNameText, parseAptosName } from '#lib/aptos/api/format/aptos-name.ts'
import { nameServices } from '#lib/aptos/api/format/name-services.ts'
import type { AptosNode } from '#lib/aptos/chain/rpc/node.ts'
import { hash } from '#lib/aptos/chain/rpc/node-answers.ts'
import { CallFailed } from '#lib/aptos/chain/rpc/request-node.ts'
import { type AptosNodeContext, nodeOf } from '#lib/aptos/query/node-context.ts'
import { badParameter, ServiceError } from '#lib/base/errors.ts'
import type { AptosNameApi } from './contract.ts'

const keptMax = 1_000
const ageMaxMs = 5 * 60_000

const optionalText = z.object({ vec: z.array(z.string().max(200)).max(1) })
const primaryName = z.tuple([optionalText, optionalText])
const targetAddress = z.tuple([z.object({ vec: z.array(hash).max(1) })])

/** Reads names of a network. Both return `undefined` on a network without the names service. */
type NameReader = {
  /** The address that a name points to; null without one, or once the name has expired. */
  address(name: AptosName, signal?: AbortSignal): Promise<string | null | undefined>
  /** The name that an account chose, if it points back to the account; null otherwise. */
  name(address: string, signal?: AbortSignal): Promise<string | null | undefined>
}

const createNameReader = (node: AptosNode, now: () => number): NameReader => {
  const kept = new LRUCache<string, { at: number; answer: Promise<string | null | undefined> }>({ max: keptMax })

  const cached = (key: string, read: () => Promise<string | null | undefined>) => {
    const known = kept.get(key)
    if (known && now() - known.at < ageMaxMs) return known.answer
    const asked = { at: now(), answer: read() }
    kept.set(key, asked)
    asked.answer.catch(() => kept.delete(key))
    return asked.answer
  }

  /** A failed call has no name: the router aborts for names that nobody registered. */
  const view = async (name: string, args: readonly unknown[]): Promise<unknown[] | null | undefined> => {
    const router = nameServices.get(await node.chainId())
    if (router === undefined) return undefined
    const version = await node.state.version(undefined)
    const call = { function: `${router}::router::${name}`, type_arguments: [], arguments: args }
    return node.state.view(call, version).catch((error: unknown) => {
      if (error instanceof CallFailed) return null
      throw error
    })
  }

  const readAddress = async (name: AptosName) => {
    const subdomain = { vec: name.subdomain === undefined ? [] : [name.subdomain] }
    const returned = await view('get_target_addr', [name.domain, subdomain])
    if (returned === undefined) return undefined
    const target = targetAddress.safeParse(returned).data?.[0].vec[0]
    return target === undefined ? null : (aptosAddress(target) ?? null)
  }
  const address = (name: AptosName) => cached(aptosNameText(name), () => readAddress(name))

  const readName = async (account: string) => {
    const returned = await view('get_primary_name', [account])
    if (returned === undefined) return undefined
    const [subdomain, domain] = primaryName.safeParse(returned).data ?? []
    const chosen = domain?.vec[0]
    const name = chosen && parseAptosName(`${subdomain?.vec[0] ? `${subdomain.vec[0]}.` : ''}${chosen}.apt`)
    if (!name) return null
    return (await address(name)) === account ? aptosNameText(name) : null
  }

  return { address, name: (account) => cached(account, () => readName(account)) }
}

/** Names of the Aptos Names Service, from full nodes. */
export const createAptosNameService = ({ nodes, defaultNetwork, now }: AptosNodeContext): Service<AptosNameApi> => {
  const readers = new Map<AptosNetwork, NameReader>()
  const readerOf = (network: AptosNetwork): NameReader => {
    const reader = readers.get(network) ?? createNameReader(nodeOf(nodes, network), now)
    readers.set(network, reader)
    return reader
  }
  return {
    aptosName: async ({ network = defaultNetwork, name: text }) => {
      const name = parseAptosName(text)
      if (name === undefined) throw badParameter('name', 'is not a name: expected one such as alice.apt')
      const address = await readerOf(network).address(name)
      if (address === undefined) throw noService()
      if (address === null) throw new ServiceError('not_found', `${aptosNameText(name)} points to no address.`)
      return { name: aptosNameText(name), address }
    },
    aptosAccountName: async ({ network = defaultNetwork, address }) => {
      const name = await readerOf(network).name(address)
      if (name === undefined) throw noService()
      return { address, name }
    },
  }
}

const noService = (): ServiceError =>
  new ServiceError('not_available', 'This network has no Aptos Names Service that is known here.')
