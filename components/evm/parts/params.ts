import { ServiceError } from '#lib/base/errors.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { walletAddress } from '#lib/format/wallet-address.ts'
import type { PageAt } from '#lib/pages/page-definition.ts'
import { chainOf } from './chain-of.ts'

/*
 * Parse the path segments of EVM pages into canonical form. Each throws ServiceError `not_found` for a segment that
 * cannot be valid.
 */

type OnChain = { state: EvmChainState; chain: string }

/** `form` says what is accepted, as a sentence. */
const readPart = (part: string | undefined, pattern: RegExp, what: string, form: string): string => {
  if (part === undefined || !pattern.test(part)) throw notA(what, form, part)
  return part.toLowerCase()
}

const notA = (what: string, form: string, part = ''): ServiceError => {
  const digits = /^0x([0-9a-f]{0,200})$/i.exec(part)?.[1]?.length
  return new ServiceError(
    'not_found',
    `This is not ${what}. ${form}${digits === undefined ? '.' : `; this has ${digits}.`}`,
  )
}

const addressForm = 'An address of an EVM chain is 0x and 40 hexadecimal digits'
const hashForm = 'A transaction hash is 0x and 64 hexadecimal digits'
const blockForm = 'A block is named by its number, or by its hash: 0x and 64 hexadecimal digits'
const tokenIdForm = 'A token id is a whole number, or 0x and up to 64 hexadecimal digits'

export const chainParams = async ({ parameters, ask }: PageAt): Promise<OnChain> => {
  const state = await chainOf(ask, parameters.chain ?? '')
  return { state, chain: state.chain }
}

export const addressPart = ({ parameters }: Pick<PageAt, 'parameters'>): string => {
  const address = walletAddress(parameters.address ?? '')
  if (address === undefined) throw notA('an address', addressForm, parameters.address)
  return address
}

export const addressParams = async (at: PageAt): Promise<OnChain & { address: string }> => {
  const address = addressPart(at)
  return { ...(await chainParams(at)), address }
}

export const transactionParams = async (at: PageAt): Promise<OnChain & { hash: string }> => {
  const hash = readPart(at.parameters.hash, /^0x[0-9a-f]{64}$/i, 'a transaction hash', hashForm)
  return { ...(await chainParams(at)), hash }
}

export const blockParams = async (at: PageAt): Promise<OnChain & { block: string }> => {
  const block = readPart(at.parameters.block, /^(\d{1,15}|0x[0-9a-f]{64})$/i, 'a block', blockForm)
  return { ...(await chainParams(at)), block }
}

export const nftParams = async (at: PageAt): Promise<OnChain & { address: string; tokenId: string }> => {
  const tokenId = readPart(at.parameters.tokenId, /^(\d{1,78}|0x[0-9a-f]{1,64})$/i, 'a token id', tokenIdForm)
  return { ...(await addressParams(at)), tokenId }
}
