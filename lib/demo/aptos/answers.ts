import { z } from 'zod'
import {
  type AccountState,
  type AptosBlockHeader,
  type RecordedLedger,
  type Resource,
  shortAddress,
} from './recorded-ledger.ts'

/** A full node's refusal: its status and the code of its error body. */
export class RecordedRefusal extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** Transactions in one page, and in the answer of one block; a real node puts up to 14,000 in a block's. */
const transactionsMax = 100
const transactionsDefault = 25

type Answer = (ledger: RecordedLedger, part: string, query: URLSearchParams, rest: string) => unknown
type PostAnswer = (ledger: RecordedLedger, part: string, query: URLSearchParams, body: unknown) => unknown

const info: Answer = (ledger) => ledger.info

const blockByHeight: Answer = (ledger, part, query) => {
  const height = wholeNumber(part, 'block_height')
  const block = ledger.blocks[height]
  if (!block) throw new RecordedRefusal(404, 'block_not_found', `Block not found by Block height(${height})`)
  return withTransactions(ledger, block, query)
}

const blockByVersion: Answer = (ledger, part, query) => {
  const version = wholeNumber(part, 'version')
  const block = ledger.blocks.find((b) => version >= Number(b.first_version) && version <= Number(b.last_version))
  if (!block)
    throw new RecordedRefusal(404, 'version_not_found', `Ledger version not found by Ledger version(${version})`)
  return withTransactions(ledger, block, query)
}

function withTransactions(ledger: RecordedLedger, block: AptosBlockHeader, query: URLSearchParams) {
  const flag = query.get('with_transactions') ?? 'false'
  if (flag !== 'true' && flag !== 'false') {
    const why = 'failed to parse "boolean": provided string was not `true` or `false`'
    throw new RecordedRefusal(400, 'web_framework_error', `failed to parse param \`with_transactions\`: ${why}`)
  }
  if (flag === 'false') return { ...block, transactions: null }
  const first = Number(block.first_version)
  const end = Math.min(Number(block.last_version) + 1, first + transactionsMax)
  return { ...block, transactions: ledger.transactions.slice(first, end) }
}

const transactions: Answer = (ledger, _part, query) => {
  const limit = pageSize(query)
  const asked = query.get('start')
  if (asked === null) return ledger.transactions.slice(-limit)
  const start = wholeNumber(asked, 'start')
  const { ledger_version } = ledger.info
  if (start > Number(ledger_version)) {
    const why = `is higher than the current ledger version, it must be < ${ledger_version}`
    throw new RecordedRefusal(400, 'invalid_input', `Given start value (${start}) ${why}`)
  }
  return ledger.transactions.slice(start, start + limit)
}

function pageSize(query: URLSearchParams): number {
  const limit = Math.min(wholeNumber(query.get('limit') ?? String(transactionsDefault), 'limit'), transactionsMax)
  if (limit === 0) throw new RecordedRefusal(400, 'invalid_input', 'Given limit value (0) must not be zero')
  return limit
}

const transactionByVersion: Answer = (ledger, part) => {
  const version = wholeNumber(part, 'txn_version')
  const found = ledger.transactions[version]
  if (found) return found
  throw new RecordedRefusal(404, 'transaction_not_found', `Transaction not found by Ledger version(${version})`)
}

const transactionByHash: Answer = (ledger, part) => {
  const found = ledger.byHash.get(part.toLowerCase())
  if (found) return found
  throw new RecordedRefusal(404, 'transaction_not_found', `Transaction not found by Transaction hash(${part})`)
}

const account: Answer = (ledger, part) => {
  const data = resourcesOf(ledger, part).get('0x1::account::Account')?.data
  if (!data) throw accountMissing(ledger, part)
  return { sequence_number: data.sequence_number, authentication_key: data.authentication_key }
}

/** Places are sequence numbers; without a start these are the newest. */
const accountTransactions: Answer = (ledger, part, query) => {
  const limit = pageSize(query)
  resourcesOf(ledger, part)
  const sent = ledger.bySender.get(shortAddress(part.toLowerCase())) ?? []
  const asked = query.get('start')
  const start = asked === null ? Math.max(0, sent.length - limit) : wholeNumber(asked, 'start')
  return sent.slice(start, start + limit)
}

const resources: Answer = (ledger, part, query) => [...stateOf(ledger, part, query).resources.values()]

const resource: Answer = (ledger, part, query, type) => {
  const found = stateOf(ledger, part, query).resources.get(type.replaceAll(' ', ''))
  if (found) return found
  const { ledger_version } = ledger.info
  const at = `Address(${shortAddress(part)}), Struct tag(${type}) and Ledger version(${ledger_version})`
  throw new RecordedRefusal(404, 'resource_not_found', `Resource not found by ${at}`)
}

const modules: Answer = (ledger, part, query) => [...stateOf(ledger, part, query).modules.values()]

const module: Answer = (ledger, part, query, name) => {
  const found = stateOf(ledger, part, query).modules.get(name)
  if (found) return found
  throw new RecordedRefusal(
    404,
    'module_not_found',
    `Module not found by Address(${shortAddress(part)}), Module name(${name})`,
  )
}

const tableKey = z.object({ key_type: z.string(), key: z.unknown() })

const tableItem: PostAnswer = (ledger, handle, query, body) => {
  const asked = tableKey.safeParse(body).data
  if (!asked)
    throw new RecordedRefusal(400, 'web_framework_error', 'parse request payload error: expected a table item')
  const found = ledger.tableItemAt(versionOf(ledger, query), handle, asked.key, asked.key_type)
  if (found !== undefined) return found
  throw new RecordedRefusal(404, 'table_item_not_found', `Table Item not found by Table handle(${handle})`)
}

/** The state of an account at the version that is asked for, or the newest. */
function stateOf(ledger: RecordedLedger, part: string, query: URLSearchParams): AccountState {
  resourcesOf(ledger, part)
  const version = versionOf(ledger, query)
  return ledger.stateAt(version).get(shortAddress(part.toLowerCase())) ?? { resources: new Map(), modules: new Map() }
}

function versionOf(ledger: RecordedLedger, query: URLSearchParams): number {
  const newest = Number(ledger.info.ledger_version)
  const version = wholeNumber(query.get('ledger_version') ?? String(newest), 'ledger_version')
  if (version <= newest) return version
  throw new RecordedRefusal(404, 'version_not_found', `Ledger version not found by Ledger version(${version})`)
}

function resourcesOf(ledger: RecordedLedger, part: string): Map<string, Resource> {
  if (!/^0x[0-9a-f]{1,64}$/i.test(part)) {
    const why = `failed to parse "string(Address)": Invalid account address ${JSON.stringify(part)}`
    throw new RecordedRefusal(400, 'web_framework_error', `failed to parse path \`address\`: ${why}`)
  }
  const found = ledger.resources.get(shortAddress(part.toLowerCase()))
  if (!found) throw accountMissing(ledger, part)
  return found
}

function accountMissing(ledger: RecordedLedger, part: string): RecordedRefusal {
  const at = `Address(${shortAddress(part)}) and Ledger version(${ledger.info.ledger_version})`
  return new RecordedRefusal(404, 'account_not_found', `Account not found by ${at}`)
}

function wholeNumber(text: string, name: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  const why = 'failed to parse "string(uint64)": invalid digit found in string'
  throw new RecordedRefusal(400, 'web_framework_error', `failed to parse path \`${name}\`: ${why}`)
}

/** The first pattern that fits the path below `/v1` answers. */
export const answers: readonly (readonly [RegExp, Answer])[] = [
  [/^\/?$/, info],
  [/^\/-\/healthy$/, () => ({ message: 'aptos-node:ok' })],
  [/^\/blocks\/by_height\/([^/]+)$/, blockByHeight],
  [/^\/blocks\/by_version\/([^/]+)$/, blockByVersion],
  [/^\/transactions$/, transactions],
  [/^\/transactions\/by_version\/([^/]+)$/, transactionByVersion],
  [/^\/transactions\/by_hash\/([^/]+)$/, transactionByHash],
  [/^\/accounts\/([^/]+)$/, account],
  [/^\/accounts\/([^/]+)\/transactions$/, accountTransactions],
  [/^\/accounts\/([^/]+)\/resources$/, resources],
  [/^\/accounts\/([^/]+)\/resource\/(.+)$/, resource],
  [/^\/accounts\/([^/]+)\/modules$/, modules],
  [/^\/accounts\/([^/]+)\/module\/(.+)$/, module],
]

/** The same for requests by POST. */
export const postAnswers: readonly (readonly [RegExp, PostAnswer])[] = [[/^\/tables\/([^/]+)\/item$/, tableItem]]
