import { isServiceError, ServiceError } from '#lib/base/errors.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { ActionCall, ModuleAnswers } from '#lib/evm/etherscan/kit/action.ts'
import { type EtherscanAnswer, notOk, ok } from '#lib/evm/etherscan/kit/answer.ts'
import { newestBlock } from '#lib/evm/query/newest-block.ts'
import type { VerifyDesk } from '#lib/evm/verification/verify-desk.ts'
import type { contractActions } from './actions.ts'
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
  checkverifystatus: async ({ guid }) => statusAnswer(await desk.find(guid)),
})

/** The contract that a proxy forwards to now. */
const proxyFields = async (address: Hex, { chain, context }: ActionCall) => {
  const newest = await newestBlock(context.store.db, chain.id)
  const described = newest && (await context.abis?.describe(chain, { address, block: newest.number }, 0))
  const [implementation] = described?.proxy?.implementations ?? []
  return implementation ? { Proxy: '1', Implementation: implementation } : {}
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
