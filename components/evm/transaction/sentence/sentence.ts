import { isUnlimited, zeroAddress } from '#components/evm/parts/transfers/transfer-line.ts'
import { isTextInput } from '#components/evm/parts/values/text-input.ts'
import { addressIn, eventTopic, numberAt, topicsOf } from '#components/evm/transaction/moves/log-data.ts'
import type { TokenMove } from '#components/evm/transaction/moves/token-moves.ts'
import { entryPointVersion, executedTopic } from '#lib/evm/contract/entry-points.ts'
import type { DecodedTransaction, TransactionLog } from '#lib/evm/contract/records/transactions.ts'
import { counted } from '#lib/format/amount.ts'
import { methodOf, statusOf } from '#lib/format/transaction.ts'

/** A part of a sentence, shown by its own component and linked to its page. */
export type Part =
  | { kind: 'text'; text: string }
  | { kind: 'address'; address: string }
  | { kind: 'native'; amount: string }
  | { kind: 'token'; token: string; amount: string }
  /** `amount` is null for an NFT that cannot be divided. */
  | { kind: 'nft'; token: string; id: string; amount: string | null }
  | { kind: 'contract'; token: string }
  /** `isGuess`: by a known signature, not by the verified ABI. */
  | { kind: 'method'; name: string; isGuess?: true }

/** The evidence of a clause: a log by its index, the movements, or the call itself. */
export type Proof = { kind: 'log'; index: string } | { kind: 'transfers' } | { kind: 'call' }

/** One action: the verb `sent` (linked to its evidence), then what and to whom. */
type Clause = { verb: string; proof: Proof; parts: Part[] }

/** `subject` is the subject of every clause. */
export type Sentence = { subject: string; clauses: Clause[] }

const text = (words: string): Part => ({ kind: 'text', text: words })
const address = (of: string): Part => ({ kind: 'address', address: of })
const native = (amount: string): Part => ({ kind: 'native', amount })

/** Summarises a transaction by rules on its call, its logs and its movements: it only states what they prove. */
export const transactionSentence = (transaction: DecodedTransaction, moves: readonly TokenMove[]): Sentence => {
  const subject = transaction.from_address
  if (statusOf(transaction) === 'failed') return { subject, clauses: [failedClause(transaction)] }
  if (transaction.to_address === null) return { subject, clauses: [createdClause(transaction)] }
  const bundled = bundledClause(transaction)
  if (bundled) return { subject, clauses: [bundled] }
  const moved = moves.length > 0 ? movedClauses(transaction, moves) : approvedClauses(transaction)
  return { subject, clauses: moved.length > 0 ? moved : [callClause(transaction, moves.length)] }
}

/** A bundle of ERC-4337: what moves is up to the accounts of its operations. Only known EntryPoints are believed. */
const bundledClause = ({ to_address, logs }: DecodedTransaction): Clause | undefined => {
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
      text(`${counted(executed.length, 'user operation')} of`),
      accounts.length === 1 && only !== undefined ? address(only) : text(`${accounts.length} accounts`),
    ],
  }
}

const method = (transaction: DecodedTransaction): Part => {
  const { decoded_call, guessed_call } = transaction
  if (!decoded_call && guessed_call) return { kind: 'method', name: guessed_call.label, isGuess: true }
  return { kind: 'method', name: decoded_call?.label ?? methodOf(transaction) }
}

const isText = ({ decoded_call, guessed_call, input }: DecodedTransaction): boolean =>
  !decoded_call && !guessed_call && isTextInput(input)

const isCall = (transaction: DecodedTransaction): boolean => transaction.input.length >= 10 && !isText(transaction)

/** What a transaction sends that calls nothing: coins, text or both. */
const sentParts = (transaction: DecodedTransaction): Part[] => {
  const coins = transaction.value === '0' ? [] : [native(transaction.value)]
  if (isText(transaction)) return [...coins, text(coins.length > 0 ? 'and text' : 'text')]
  return coins.length > 0 ? coins : [text('nothing')]
}

const target = ({ from_address, to_address }: DecodedTransaction): Part =>
  to_address === from_address ? text('itself') : address(to_address ?? from_address)

const failedClause = (transaction: DecodedTransaction): Clause => {
  const proof: Proof = { kind: 'call' }
  const end = text('; it failed, and only the fee was paid')
  if (transaction.to_address === null) return { verb: 'tried to create', proof, parts: [text('a contract'), end] }
  if (!isCall(transaction))
    return { verb: 'tried to send', proof, parts: [...sentParts(transaction), text('to'), target(transaction), end] }
  return { verb: 'tried to call', proof, parts: [method(transaction), text('on'), target(transaction), end] }
}

const createdClause = ({ receipt_contract_address, value }: DecodedTransaction): Clause => ({
  verb: 'created',
  proof: { kind: 'call' },
  parts: [
    text('the contract'),
    ...(receipt_contract_address ? [address(receipt_contract_address)] : []),
    ...(value === '0' ? [] : [text('with'), native(value)]),
  ],
})

const callClause = (transaction: DecodedTransaction, moves: number): Clause => {
  const { value } = transaction
  if (!isCall(transaction))
    return {
      verb: 'sent',
      proof: { kind: 'call' },
      parts: [...sentParts(transaction), text('to'), target(transaction)],
    }
  return {
    verb: 'called',
    proof: { kind: 'call' },
    parts: [
      method(transaction),
      text('on'),
      target(transaction),
      ...(value === '0' ? [] : [text('with'), native(value)]),
      ...(moves === 0 ? [] : [text(`, which moved tokens ${moves === 1 ? 'once' : `${moves} times`}`)]),
    ],
  }
}

/** The subject of a movement: all movements of one ERC20 token together, each NFT separately. */
const sameThing = (a: TokenMove, b: TokenMove): boolean => a.token === b.token && a.tokenId === b.tokenId

const thing = (moves: readonly TokenMove[]): Part => {
  const [first] = moves
  if (!first) return text('nothing')
  const amount = moves.reduce((sum, one) => sum + one.amount, 0n).toString()
  if (first.tokenId === null) return { kind: 'token', token: first.token, amount }
  return {
    kind: 'nft',
    token: first.token,
    id: first.tokenId,
    amount: first.standard === 'ERC1155' ? amount : null,
  }
}

/** The parts that movements of one thing name; NFTs of one collection are counted. */
const things = (moves: readonly TokenMove[]): Part[] | undefined => {
  const [first] = moves
  if (!first) return undefined
  if (moves.every((one) => sameThing(one, first))) return [thing(moves)]
  if (!moves.every(({ token }) => token === first.token)) return undefined
  const tokens = new Set(moves.map(({ tokenId }) => tokenId)).size
  return [text(`${tokens} tokens of`), { kind: 'contract', token: first.token }]
}

const proofOf = (moves: readonly TokenMove[]): Proof => {
  const [first] = moves
  return first && moves.every(({ logIndex }) => logIndex === first.logIndex)
    ? { kind: 'log', index: first.logIndex }
    : { kind: 'transfers' }
}

const receivers = (moves: readonly TokenMove[], side: 'from' | 'to'): Part => {
  const all = [...new Set(moves.map((move) => move[side]))]
  const [only] = all
  return all.length === 1 && only !== undefined ? address(only) : text(`${all.length} addresses`)
}

type Sides = { sender: string; value: string; out: TokenMove[]; in: TokenMove[]; transaction: DecodedTransaction }

/** Movements as seen from the sender, without zero amounts and without what is sent and received back in full. */
const movedClauses = (transaction: DecodedTransaction, moves: readonly TokenMove[]): Clause[] => {
  const { from_address: sender, value } = transaction
  const real = moves.filter(({ amount, from, to }) => amount > 0n && from !== to)
  const sides: Sides = {
    sender,
    value,
    transaction,
    out: real.filter(({ from }) => from === sender),
    in: real.filter(({ to }) => to === sender),
  }
  const clause = wrappedClause(sides) ?? exchangedClause(sides)
  if (clause) return [clause]
  if (sides.out.length > 0 || sides.in.length > 0) return [...outClauses(sides), ...inClauses(sides)]
  return othersClauses(real)
}

const wrappedClause = ({ value, out, in: received }: Sides): Clause | undefined => {
  const [move, ...more] = [...out, ...received]
  if (!move?.isWrapping || more.length > 0) return undefined
  const isWrap = out.length === 0
  if (isWrap && BigInt(value) !== move.amount) return undefined
  const coins = native(move.amount.toString())
  return {
    verb: isWrap ? 'wrapped' : 'unwrapped',
    proof: proofOf([move]),
    parts: isWrap ? [coins, text('as'), thing([move])] : [thing([move]), text('into'), coins],
  }
}

/** An exchange of one thing for another: bought, sold, or swapped. */
const exchangedClause = ({ value, out, in: received }: Sides): Clause | undefined => {
  const given = out.length > 0 ? things(out) : value === '0' ? undefined : [native(value)]
  const got = things(received)
  const isMixed = out.length > 0 && value !== '0'
  const [firstOut] = out
  const [firstIn] = received
  if (!given || !got || isMixed || !firstIn || (firstOut && firstOut.token === firstIn.token)) return undefined
  const proof = proofOf([...out, ...received])
  if (received.every(({ from }) => from === zeroAddress) && firstIn.tokenId !== null)
    return { verb: 'minted', proof, parts: [...got, text('for'), ...given] }
  if (firstIn.tokenId !== null) return { verb: 'bought', proof, parts: [...got, text('for'), ...given] }
  if (firstOut && firstOut.tokenId !== null) return { verb: 'sold', proof, parts: [...given, text('for'), ...got] }
  return { verb: 'swapped', proof, parts: [...given, text('for'), ...got] }
}

const outClauses = ({ out, value, in: received, transaction }: Sides): Clause[] => {
  const burned = out.filter(({ to }) => to === zeroAddress)
  const sent = out.filter(({ to }) => to !== zeroAddress)
  const clauses = [
    ...collections(burned).map(
      (moves): Clause => ({ verb: 'burned', proof: proofOf(moves), parts: things(moves) ?? [] }),
    ),
    ...collections(sent).map(
      (moves): Clause => ({
        verb: 'sent',
        proof: proofOf(moves),
        parts: [...(things(moves) ?? []), text('to'), receivers(moves, 'to')],
      }),
    ),
  ]
  if (value !== '0' && (out.length > 0 || received.length > 0))
    clauses.push({
      verb: 'sent',
      proof: { kind: 'call' },
      parts: [native(value), text('to'), target(transaction)],
    })
  return clauses
}

const inClauses = ({ in: received }: Sides): Clause[] =>
  collections(received).map((moves) => {
    const isMint = moves.every(({ from }) => from === zeroAddress)
    return {
      verb: isMint ? 'minted' : 'received',
      proof: proofOf(moves),
      parts: [...(things(moves) ?? []), ...(isMint ? [] : [text('from'), receivers(moves, 'from')])],
    }
  })

const clausesMax = 3

/** Movements between others, such as through an allowance; if there are many, the call itself is more informative. */
const othersClauses = (moves: readonly TokenMove[]): Clause[] => {
  const groups = collections(moves)
  if (groups.length > clausesMax) return []
  return groups.map((group) => {
    const isMint = group.every(({ from }) => from === zeroAddress)
    const isBurn = group.every(({ to }) => to === zeroAddress)
    const what = things(group) ?? []
    const proof = proofOf(group)
    if (isMint) return { verb: 'minted', proof, parts: [...what, text('to'), receivers(group, 'to')] }
    const from = [text('from'), receivers(group, 'from')]
    if (isBurn) return { verb: 'burned', proof, parts: [...what, ...from] }
    return { verb: 'moved', proof, parts: [...what, ...from, text('to'), receivers(group, 'to')] }
  })
}

/** Movements by contract, in order of appearance. */
const collections = (moves: readonly TokenMove[]): TokenMove[][] => [
  ...Map.groupBy(moves, ({ token }) => token).values(),
]

/** Permissions granted by the sender: only its own approvals. */
const approvedClauses = ({ logs, from_address }: DecodedTransaction): Clause[] =>
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
  const contract: Part = { kind: 'contract', token: log.address }
  if (amount === '0') return { verb: 'no longer allows', proof, parts: [address(spender), text('to spend'), contract] }
  const what: Part[] = isUnlimited(amount)
    ? [text('any amount of'), contract]
    : [{ kind: 'token', token: log.address, amount }]
  return { verb: 'allowed', proof, parts: [address(spender), text('to spend'), ...what] }
}

const allowedToken = (log: TransactionLog, spender: string, id: string): Clause => {
  const proof: Proof = { kind: 'log', index: log.log_index }
  const nft: Part = { kind: 'nft', token: log.address, id: BigInt(id).toString(), amount: null }
  if (spender === zeroAddress) return { verb: 'no longer allows anyone', proof, parts: [text('to move'), nft] }
  return { verb: 'allowed', proof, parts: [address(spender), text('to move'), nft] }
}

const allowedAll = (log: TransactionLog, operator: string): Clause => ({
  verb: numberAt(log.data, 0) === 0n ? 'no longer allows' : 'allowed',
  proof: { kind: 'log', index: log.log_index },
  parts: [address(operator), text('to move every token of'), { kind: 'contract', token: log.address }],
})
