import { nameQuestion } from '#components/evm/parts/names/name-question.ts'
import { tokenOf } from '#components/evm/parts/token-of.ts'
import { inTime } from '#components/kit/in-time.ts'
import type { NativeTransaction } from '#lib/evm/api/records/transactions.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import type { EvmAddress } from '#lib/evm/wallet/contract.ts'
import type { Ask } from '#lib/pages/question.ts'
import { addressQuestion, countQuestion } from './wallet-questions.ts'

/** The number of transactions of an address, and the newest of them. */
export type AddressCount = {
  /** Its label, if a transaction of it has one. */
  label: string | null
  /** Null if it was not counted. */
  transactions: number | null
  newest: string | undefined
}

export const countOf = async (ask: Ask, { chain }: EvmChainState, address: string): Promise<AddressCount> => {
  const { data } = await ask(countQuestion(chain, address))
  const [newest] = data?.result ?? []
  return {
    label: newest ? labelIn(newest, address) : null,
    transactions: data?.total ?? null,
    newest: newest?.block_timestamp,
  }
}

/** More than nodes that answer take. */
const nameWithinMs = 10_000

const labelIn = (row: NativeTransaction, address: string): string | null => {
  if (row.from_address === address) return row.from_address_label
  return row.to_address === address ? row.to_address_label : null
}

/**
 * The name to show: a label, the token contract's own name, or a current ENS name that does not deceive; of what is known within
 * that time.
 */
export const nameOf = async (
  ask: Ask,
  state: EvmChainState,
  address: string,
  withinMs = nameWithinMs,
): Promise<string | null> => {
  const [found, count, token, ens] = await Promise.all([
    inTime(walletKindOf(ask, state, address), withinMs),
    inTime(countOf(ask, state, address), withinMs),
    inTime(tokenOf(ask, state, address), withinMs),
    // The people of the demo ledger have labels.
    state.source === 'demo' ? undefined : inTime(ask(nameQuestion(address)), withinMs),
  ])
  const name = ens?.data?.name
  return found?.label ?? count?.label ?? token?.name ?? (name && !name.is_expired && !name.warning ? name.name : null)
}

/** What an address is; undefined where the question failed. */
export const walletKindOf = async (
  ask: Ask,
  { chain }: EvmChainState,
  address: string,
): Promise<EvmAddress | undefined> => (await ask(addressQuestion(chain, address))).data

export const unknownKind = 'Address'

const kindWords = {
  wallet: 'Wallet',
  contract: 'Contract',
  token: 'Token',
  smart_account: 'Smart account',
} as const satisfies Record<NonNullable<EvmAddress['kind']>, string>

/** Whether it has code, its own or delegated: then it has contract pages. */
export const isContract = (found: EvmAddress | undefined): boolean => (found?.code_bytes ?? 0) > 0

/** The heading of its page. */
export const kindWord = (found: EvmAddress | undefined): string => (found?.kind ? kindWords[found.kind] : unknownKind)
