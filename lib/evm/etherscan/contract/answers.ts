import { toHex } from '#lib/base/bytes.ts'
import { isServiceError, ServiceError } from '#lib/base/errors.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { ActionCall, ModuleAnswers } from '#lib/evm/etherscan/kit/action.ts'
import { type EtherscanAnswer, listed, notOk, ok } from '#lib/evm/etherscan/kit/answer.ts'
import { type ListWindow, windowOf } from '#lib/evm/etherscan/kit/list-parameters.ts'
import { newestBlock } from '#lib/evm/query/newest-block.ts'
import type { VerifyDesk } from '#lib/evm/verification/verify-desk.ts'
import { type contractActions, listedMax } from './actions.ts'
import { sourceRecord, unverifiedAbi } from './source-record.ts'
import { readSource } from './verify-source.ts'

export const contractAnswers = (desk: VerifyDesk): ModuleAnswers<typeof contractActions> => ({
  getabi: async ({ address }, { chain }) => {
    const contract = await desk.verified(chain.id, address)
    return contract ? ok(JSON.stringify(contract.abi)) : notOk(unverifiedAbi)
  },
  getsourcecode: async ({ address }, call) => {
    const { id } = call.chain
    const contract = await desk.verified(id, address)
    if (!contract) return ok([sourceRecord(undefined, {})])
    const [sources, proxy] = await Promise.all([desk.sources(id, address), proxyFields(address, call)])
    return ok([{ ...sourceRecord(contract, sources), ...proxy }])
  },
  getcontractcreation: async ({ contractaddresses }, call) => {
    const found = await Promise.all(contractaddresses.map((address) => creationOf(address, call)))
    const rows = found.filter((row) => row !== undefined)
    return rows.length > 0 ? ok(rows) : { status: '0', message: 'No data found', result: null }
  },
  verifysourcecode: async ({ contractaddress }, { chain, requester, given }) => {
    const request = { address: contractaddress, ...readSource(given), by: 'etherscan' } as const
    return ok((await desk.submit(chain.id, request, requester)).id)
  },
  listcontracts: async (input, call) => {
    const addresses = await verifiedAddresses(windowOf(input, listedMax), call)
    const { id } = call.chain
    const rows = await Promise.all(
      addresses.map(async (address) => {
        const [contract, sources] = await Promise.all([desk.verified(id, address), desk.sources(id, address)])
        return { Address: address, ...sourceRecord(contract, contract ? sources : {}) }
      }),
    )
    return listed(rows, 'No contracts found')
  },
  verifyproxycontract: async ({ address, expectedimplementation }) => ok(proxyGuid(address, expectedimplementation)),
  checkproxyverification: async ({ guid }, call) => await proxyAnswer(guid, call),
  checkverifystatus: async ({ guid }) => statusAnswer(await desk.find(guid)),
})

/** The contract that a proxy forwards to now. Also the first question about it waits for the node: clients ask once. */
const proxyFields = async (address: Hex, call: ActionCall) => {
  const [implementation] = await implementationsOf(address, call)
  return implementation ? { Proxy: '1', Implementation: implementation } : {}
}

const verifiedAddresses = async ({ skip, rows: count }: ListWindow, { chain, context }: ActionCall): Promise<Hex[]> => {
  const rows = await context.store.db
    .selectFrom('evm_verified_contracts')
    .select('address')
    .where('chain', '=', chain.id)
    .orderBy('verified_at', 'desc')
    .orderBy('address', 'desc')
    .offset(skip)
    .limit(count)
    .execute()
  return rows.map(({ address }) => toHex(address))
}

const implementationsOf = async (address: Hex, { chain, context }: ActionCall): Promise<readonly string[]> => {
  const newest = await newestBlock(context.store.db, chain.id)
  const described = newest && (await context.abis?.describe(chain, { address, block: newest.number }))
  return described?.proxy?.implementations ?? []
}

/** What is asked, in place of a number that would have to be stored: the proxy and the expected implementation. */
const proxyGuid = (address: Hex, expected: Hex | undefined): string => address.slice(2) + (expected?.slice(2) ?? '')

const proxyGuidForm = /^([0-9a-f]{40})([0-9a-f]{40})?$/

const proxyAnswer = async (guid: string, call: ActionCall): Promise<EtherscanAnswer> => {
  const [, address, expected] = proxyGuidForm.exec(guid) ?? []
  if (address === undefined) return notOk('Unknown UID')
  const implementations = await implementationsOf(`0x${address}`, call)
  const found = implementations.find((one) => expected === undefined || one === `0x${expected}`)
  return found === undefined
    ? notOk('A corresponding implementation contract was unfortunately not detected for the proxy address.')
    : ok(`The proxy's (0x${address}) implementation contract is found at ${found} and is successfully updated.`)
}

/** Undefined for an address without code. @throws not_available if its creation cannot be found here */
const creationOf = async (address: Hex, { chain, explorer, signal }: ActionCall) => {
  const asked = { address, chain: chain.name }
  const creation = await explorer.evmContractCreation(asked, { signal }).catch((error: unknown) => {
    if (isServiceError(error, 'not_found')) return undefined
    throw error
  })
  if (!creation) return undefined
  const { creator_address, transaction_hash, block_number, block_timestamp, factory_address, note } = creation
  if (block_number === null || (transaction_hash === null && creation.source !== 'genesis'))
    throw new ServiceError('not_available', note ?? `The creation of ${address} is not known here.`)
  const code = transaction_hash === null ? undefined : await explorer.evmContractCreationCode(asked, { signal })
  return {
    contractAddress: address,
    contractCreator: creator_address ?? 'GENESIS',
    txHash: transaction_hash ?? `GENESIS_${address}`,
    blockNumber: block_number,
    timestamp: block_timestamp === null ? '0' : String(Date.parse(block_timestamp) / 1_000),
    contractFactory: factory_address ?? '',
    creationBytecode: code?.code ?? '',
  }
}

/** Clients compare these results exactly; the place in the queue and the reason of a failure are in `message`. */
const statusAnswer = (verification: Awaited<ReturnType<VerifyDesk['find']>>): EtherscanAnswer => {
  if (verification === undefined) return notOk('Unknown UID')
  const { place, finishedAt, fault } = verification
  if (finishedAt === undefined)
    return notOk('Pending in queue', place === undefined ? undefined : `NOTOK: number ${place} in the queue`)
  return fault ? notOk('Fail - Unable to verify', fault.message) : ok('Pass - Verified')
}
