import { zeroAddress } from '#lib/base/zero-address.ts'
import { entryPointVersion, executedTopic } from '#lib/evm/api/entry-points.ts'
import { isUnlimited } from '#lib/evm/api/format/unlimited.ts'
import type { TransactionLog } from '#lib/evm/api/records/transactions.ts'
import { counted } from '#lib/format/amount.ts'
import { statusOf } from '#lib/format/transaction.ts'
import { type Account, countedParts, countsOf, deedsOf, othersClauses } from './deeds.ts'
import { addressIn, eventTopic, numberAt, topicsOf } from './log-data.ts'
import {
  type Clause,
  coin,
  isCall,
  isText,
  joinedParts,
  type Move,
  type MoveCounts,
  method,
  methodWithin,
  native,
  type Proof,
  type SentencePart,
  type SummarisedTransaction,
  target,
  wordsPart,
  writtenAddress,
} from './moves.ts'

/** `subject` is the subject of every clause. */
export type Sentence = { subject: string; clauses: Clause[] }

/** What is known of a transaction besides its own record. */
export type Known = Account & { blobs?: number | 'uncounted' }

/** Summarises a transaction by rules on its call, its logs and its movements: it only states what they prove. */
export const transactionSentence = (transaction: SummarisedTransaction, known: Known): Sentence => ({
  subject: transaction.from_address,
  clauses: clausesOf(transaction, known),
})

const clausesOf = (transaction: SummarisedTransaction, known: Known): Clause[] => {
  if (statusOf(transaction) === 'failed') return [failedClause(transaction)]
  const real = known.moves.filter(({ amount, from, to }) => amount > 0n && from !== to)
  const account = { ...known, moves: real }
  const tokens = real.filter(({ token }) => token !== coin)
  const counts = known.counts ?? countsOf(tokens)
  if (transaction.to_address === null) return [createdClause(transaction, tokens, counts)]
  const bundled = bundledClause(transaction)
  if (bundled) return [bundled]
  if (known.counts) return [callClause(transaction, counts)]
  const { from_address, to_address, value } = transaction
  const own = deedsOf(from_address, transaction, account)
  const hasFlows = tokens.length > 0 || real.length > Number(value !== '0')
  if (!hasFlows) {
    const approved = approvedClauses(transaction)
    if (approved.length > 0) return approved
    const safe = safeClause(transaction, [])
    if (safe) return [safe]
    return isCall(transaction) && own.some(isNamedByFunction) ? own : [callClause(transaction, counts, known.blobs)]
  }
  const isOnlyOwnValue = own.length === 1 && !own.some(isNamedByFunction) && onlyOwnValue(transaction, real)
  if (own.length > 0 && !isOnlyOwnValue) return own
  const onBehalf = deedsOf(to_address, transaction, account)
  if (onBehalf.length > 0 && isActing(to_address, real) && !isOnlyOwnValue)
    return [safeClause(transaction, onBehalf) ?? actedClause(transaction, onBehalf)]
  const others = isOnlyOwnValue ? [] : othersClauses(tokens)
  return others.length > 0 ? others : [callClause(transaction, counts)]
}

/** `bridged`, `staked` and others say more than that coin was sent with a call. */
const isNamedByFunction = ({ verb }: Clause): boolean => verb !== 'sent' && verb !== 'gave'

/** Whether the sender lost nothing but the value that the transaction itself carried. */
const onlyOwnValue = ({ from_address, value }: SummarisedTransaction, moves: readonly Move[]): boolean =>
  value !== '0' &&
  moves.every(({ from, to, token }) => (from !== from_address && to !== from_address) || token === coin) &&
  moves.filter(({ from, to }) => from === from_address || to === from_address).length === 1

/** A contract that gives and gets, such as a Safe or a trader's own: what it did is what its caller did by it. */
const isActing = (contract: string, moves: readonly Move[]): boolean =>
  moves.some(({ from, token }) => from === contract && token !== contract) ||
  moves.some(({ to, from }) => to === contract && from !== zeroAddress)

const actedClause = (transaction: SummarisedTransaction, deeds: readonly Clause[]): Clause => ({
  verb: 'called',
  proof: { kind: 'call' },
  parts: [method(transaction), wordsPart('on'), target(transaction), wordsPart(', which'), ...inOneClause(deeds)],
})

const inOneClause = (deeds: readonly Clause[]): SentencePart[] =>
  deeds.flatMap(({ verb, parts }, index) => [wordsPart(index === 0 ? verb : `and ${verb}`), ...parts])

/** `execTransaction` of a Safe, and `ExecutionSuccess(bytes32,uint256)`: the inner call did not fail. */
const safeExecution = '0x6a761202'
const safeSuccess = '0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e'

/** Inner calls that owners of Safes make, by selector. */
const innerMethods: Readonly<Record<string, string>> = {
  '095ea7b3': 'approve',
  a9059cbb: 'transfer',
  '23b872dd': 'transferFrom',
  a22cb465: 'setApprovalForAll',
  '8d80ff0a': 'multiSend',
  '0d582f13': 'addOwnerWithThreshold',
  f8dc5dd9: 'removeOwner',
  e318b52b: 'swapOwner',
  '694e80c3': 'changeThreshold',
  '610b5925': 'enableModule',
  e009cfde: 'disableModule',
  e19a9dd9: 'setGuard',
}

/** A Safe's transaction, which anybody may send for its owners: what the Safe did, or whom it called. */
const safeClause = (transaction: SummarisedTransaction, deeds: readonly Clause[]): Clause | undefined => {
  const { input, logs, to_address } = transaction
  const success = logs.find(({ address: by, topic0 }) => by === to_address && topic0 === safeSuccess)
  if (!success || !input.startsWith(safeExecution)) return undefined
  return {
    verb: 'executed',
    proof: { kind: 'log', index: success.log_index },
    parts: [
      wordsPart('a transaction of the Safe'),
      target(transaction),
      wordsPart(', which'),
      ...(deeds.length > 0 ? inOneClause(deeds) : innerCall(transaction)),
    ],
  }
}

/** `execTransaction(address to, uint256 value, bytes data, …)`: by its decoded arguments, or by the ABI specification. */
const innerCall = ({ input, nested_calls = [] }: SummarisedTransaction): SentencePart[] => {
  const decoded = nested_calls.find(({ parent, call, to }) => parent === null && call !== null && to !== null)
  if (decoded?.call && decoded.to) {
    const within = nested_calls.filter(({ parent }) => parent !== null && nested_calls[parent] === decoded)
    const names = within.flatMap(({ call }): SentencePart[][] => (call ? [[{ kind: 'method', name: call.label }]] : []))
    if (decoded.call.signature === 'multiSend(bytes)' && names.length === within.length && names.length > 0)
      return [wordsPart('called'), ...joinedParts(names, 'call')]
    return [
      wordsPart('called'),
      { kind: 'method', name: decoded.call.label },
      wordsPart('on'),
      writtenAddress(decoded.to),
    ]
  }
  const words = `0x${input.slice(safeExecution.length)}`
  const to = addressIn(`0x${words.slice(2, 66)}`)
  const offset = numberAt(words, 2)
  const start = offset === undefined || offset > BigInt(words.length) ? words.length : 2 + 2 * (Number(offset) + 32)
  const selector = words.slice(start, start + 8)
  const name = innerMethods[selector] ?? (selector.length === 8 ? `0x${selector}` : undefined)
  const called: SentencePart[] =
    name === undefined ? [wordsPart('called')] : [wordsPart('called'), { kind: 'method', name }, wordsPart('on')]
  return to === undefined ? called : [...called, writtenAddress(to)]
}

/** A bundle of ERC-4337: what moves is up to the accounts of its operations. Only known EntryPoints are believed. */
const bundledClause = ({ to_address, logs }: SummarisedTransaction): Clause | undefined => {
  if (to_address === null || entryPointVersion(to_address) === null) return undefined
  const executed = logs.filter((log) => log.address === to_address && log.topic0 === executedTopic)
  const [first] = executed
  if (!first) return undefined
  const accounts = [...new Set(executed.flatMap((log) => addressIn(topicsOf(log)[2]) ?? []))]
  const [only] = accounts
  return {
    verb: 'bundled',
    proof: { kind: 'log', index: first.log_index },
    parts: [
      wordsPart(`${counted(executed.length, 'user operation')} of`),
      accounts.length === 1 && only !== undefined ? writtenAddress(only) : wordsPart(`${accounts.length} accounts`),
    ],
  }
}

/** What a transaction sends that calls nothing: coins, text or both. */
const sentParts = (transaction: SummarisedTransaction): SentencePart[] => {
  const coins = transaction.value === '0' ? [] : [native(transaction.value)]
  if (isText(transaction)) return [...coins, wordsPart(coins.length > 0 ? 'and text' : 'text')]
  return coins.length > 0 ? coins : [wordsPart('nothing')]
}

const failedClause = (transaction: SummarisedTransaction): Clause => {
  const proof: Proof = { kind: 'call' }
  const end = wordsPart('; it failed, and only the fee was paid')
  if (transaction.to_address === null) return { verb: 'tried to create', proof, parts: [wordsPart('a contract'), end] }
  if (!isCall(transaction))
    return {
      verb: 'tried to send',
      proof,
      parts: [...sentParts(transaction), wordsPart('to'), target(transaction), end],
    }
  return { verb: 'tried to call', proof, parts: [method(transaction), wordsPart('on'), target(transaction), end] }
}

const createdClause = (
  { receipt_contract_address, value }: SummarisedTransaction,
  tokens: readonly Move[],
  counts: MoveCounts,
): Clause => {
  const [first] = tokens
  const isOne = tokens.every(({ token }) => token === first?.token)
  return {
    verb: 'created',
    proof: { kind: 'call' },
    parts: [
      wordsPart('the contract'),
      ...(receipt_contract_address ? [writtenAddress(receipt_contract_address)] : []),
      ...(value === '0' ? [] : [wordsPart('with'), native(value)]),
      ...(first ? [wordsPart('with'), ...countedParts(counts)] : []),
      ...(first && isOne && first.token !== receipt_contract_address
        ? [wordsPart('of'), { kind: 'contract', token: first.token } as const]
        : []),
    ],
  }
}

const callClause = (transaction: SummarisedTransaction, counts: MoveCounts, blobs: Known['blobs'] = 0): Clause => {
  const { value } = transaction
  const moved = countedParts(counts)
  if (blobs !== 0)
    return {
      verb: 'posted',
      proof: { kind: 'call' },
      parts: [
        wordsPart(`${blobs === 'uncounted' ? 'blobs' : counted(blobs, 'blob')} to`),
        target(transaction),
        ...(value === '0' ? [] : [wordsPart('with'), native(value)]),
      ],
    }
  if (!isCall(transaction))
    return {
      verb: 'sent',
      proof: { kind: 'call' },
      parts: [...sentParts(transaction), wordsPart('to'), target(transaction)],
    }
  return {
    verb: 'called',
    proof: { kind: 'call' },
    parts: [
      ...methodWithin(transaction),
      wordsPart('on'),
      target(transaction),
      ...(value === '0' ? [] : [wordsPart('with'), native(value)]),
      ...(moved.length === 0 ? [] : [wordsPart(', with'), ...moved]),
    ],
  }
}

/** Permissions granted by the sender: only its own approvals. */
const approvedClauses = ({ logs, from_address }: SummarisedTransaction): Clause[] =>
  logs.flatMap((log) => {
    const [topic, owner, spender, id] = topicsOf(log)
    const by = addressIn(owner)
    const to = addressIn(spender)
    if (by !== from_address || to === undefined) return []
    const clause =
      topic === eventTopic.approval
        ? id === undefined
          ? allowedAmount(log, to)
          : allowedToken(log, to, id)
        : topic === eventTopic.approvalForAll
          ? allowedAll(log, to)
          : undefined
    return clause ? [clause] : []
  })

const allowedAmount = (log: TransactionLog, spender: string): Clause | undefined => {
  const amount = numberAt(log.data, 0)?.toString()
  if (amount === undefined) return undefined
  const proof: Proof = { kind: 'log', index: log.log_index }
  const contract: SentencePart = { kind: 'contract', token: log.address }
  if (amount === '0')
    return { verb: 'no longer allows', proof, parts: [writtenAddress(spender), wordsPart('to spend'), contract] }
  const what: SentencePart[] = isUnlimited(amount)
    ? [wordsPart('any amount of'), contract]
    : [{ kind: 'token', token: log.address, amount }]
  return { verb: 'allowed', proof, parts: [writtenAddress(spender), wordsPart('to spend'), ...what] }
}

const allowedToken = (log: TransactionLog, spender: string, id: string): Clause => {
  const proof: Proof = { kind: 'log', index: log.log_index }
  const nft: SentencePart = { kind: 'nft', token: log.address, id: BigInt(id).toString(), amount: null }
  if (spender === zeroAddress) return { verb: 'no longer allows anyone', proof, parts: [wordsPart('to move'), nft] }
  return { verb: 'allowed', proof, parts: [writtenAddress(spender), wordsPart('to move'), nft] }
}

const allowedAll = (log: TransactionLog, operator: string): Clause => ({
  verb: numberAt(log.data, 0) === 0n ? 'no longer allows' : 'allowed',
  proof: { kind: 'log', index: log.log_index },
  parts: [writtenAddress(operator), wordsPart('to move every token of'), { kind: 'contract', token: log.address }],
})
