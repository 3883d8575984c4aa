import { nameQuestion } from '#components/evm/parts/ens-name.tsx'
import { tokenOf } from '#components/evm/parts/token-of.ts'
import { inTime } from '#components/kit/in-time.ts'
import { shortText } from '#components/kit/short-text.ts'
import type { NativeTransaction } from '#lib/evm/api/records/transactions.ts'
import { contractCallEndpoints } from '#lib/evm/contract/calls-contract.ts'
import { activityEndpoints, type EvmChainState } from '#lib/evm/network/contract.ts'
import { transactionEndpoints } from '#lib/evm/transaction/contract.ts'
import { addressEndpoints, type EvmAddress } from '#lib/evm/wallet/contract.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import type { PageSummary } from '#lib/pages/page-definition.ts'
import { type Ask, callTo } from '#lib/pages/question.ts'

export const activityQuestion = (chain: string, address: string) =>
  callTo(activityEndpoints.evmActivity, { chain, address, whole: true })

/** The number of transactions of an address, and the newest of them. */
export const countQuestion = (chain: string, address: string) => ({
  ...callTo(transactionEndpoints.walletTransactions, { chain, address, limit: 1, disable_total: false }),
  part: 'count',
})

/** The kind of an address. */
export const addressQuestion = (chain: string, address: string) =>
  callTo(addressEndpoints.evmAddress, { chain, address })

/** The oldest transaction: who funded or created the address, where no earlier block is missing. */
export const oldestQuestion = (chain: string, address: string) => ({
  ...callTo(transactionEndpoints.walletTransactions, { chain, address, order: 'ASC', limit: 1 }),
  part: 'oldest',
})

/** The questions of every page of a wallet, besides its own list. */
export const frameQuestions = ({ chain, source }: EvmChainState, address: string) => ({
  kind: addressQuestion(chain, address),
  count: countQuestion(chain, address),
  name: source === 'demo' ? undefined : nameQuestion(address),
  oldest: source === 'hosted' ? undefined : oldestQuestion(chain, address),
  activity: source === 'hosted' ? undefined : activityQuestion(chain, address),
})

/** The questions of the pages with a contract's functions: only our own sources know them. */
export const functionsQuestions = (state: EvmChainState, address: string) => ({
  functions:
    state.source === 'hosted'
      ? undefined
      : callTo(contractCallEndpoints.evmContractFunctions, { chain: state.chain, address }),
  ...frameQuestions(state, address),
})

/** The number of transactions of an address, and the newest of them. */
type AddressCount = {
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

/** How long metadata waits for a node to report what the address is, and its name. */
const knownWithinMs = 250

const detailLengthMax = 80

/** Metadata of a tab of an address. `detail` is what the tab shows of it: a function, an event. */
export const aboutTab = async (
  kind: string,
  { ask, state, address }: { ask: Ask; state: EvmChainState; address: string },
  detail?: string,
): Promise<PageSummary> => {
  const [name, found] = await Promise.all([
    nameOf(ask, state, address, knownWithinMs),
    inTime(walletKindOf(ask, state, address), knownWithinMs),
  ])
  const title = name ?? address
  return {
    title: detail ? `${title}: ${cutText(detail, detailLengthMax)}` : title,
    isNamed: name !== null,
    subjectKind: kindWord(found),
    place: state.title,
    summary: `${kind} of ${name ? `${name}, ` : 'the address '}${shortText(address)} on ${state.title}.`,
  }
}
