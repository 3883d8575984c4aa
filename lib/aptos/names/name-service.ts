import type { Service } from '#lib/api/endpoint.ts'
import { aptosNameText, parseAptosName } from '#lib/aptos/api/format/aptos-name.ts'
import { type AptosNetwork, type NetworkNodes, nodeOf } from '#lib/aptos/query/network-nodes.ts'
import { badParameter, ServiceError } from '#lib/base/errors.ts'
import type { AptosNameApi } from './contract.ts'
import { createNameReader, type NameReader } from './name-reader.ts'

/** Names of the Aptos Names Service, from full nodes. */
export const createAptosNameService = (
  nodes: NetworkNodes,
  defaultNetwork: AptosNetwork,
  now: () => number,
): Service<AptosNameApi> => {
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
