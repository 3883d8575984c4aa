import * as z from 'zod'
import * as parameters from '#lib/api/input/parameters.ts'
import { isServiceError, ServiceError } from '#lib/base/errors.ts'
import * as params from '#lib/evm/api/params.ts'
import { valueDecimal } from '#lib/evm/query/value-decimal.ts'
import { known, rowCursor } from '#lib/mcp/arguments.ts'
import { mapPage, type Page, wholeList } from '#lib/mcp/page.ts'
import { type McpTool, mcpTool, type ToolCall } from '#lib/mcp/tool.ts'
import { askIfKnown } from '#lib/mcp/tool-call.ts'
import { type AskedChain, askedChain, type EvmServices, headOf } from './asked-chain.ts'
import { argumentsOf } from './list-tools.ts'

type Target = { services: EvmServices; asked: AskedChain; call: ToolCall; hash: string; cursor: string | undefined }
type Detail = { facts: Record<string, unknown>; list?: { name: string; page: Page<unknown> }; hint?: string }

const rows = async <Row>(
  name: string,
  all: readonly Row[],
  cursor: string | undefined,
  shape: (row: Row) => unknown,
) => ({
  name,
  page: mapPage(await wholeList(all, cursor), shape),
})

/** What a transaction did, in short, and everything that it moved. */
const summary = async (target: Target): Promise<Detail> => {
  const { services, asked, call, hash, cursor } = target
  const { chain } = asked
  const [transaction, moves] = await Promise.all([
    readTransaction(target),
    askIfKnown(call, (context) => services.explorer.evmTransactionMoves({ transaction_hash: hash, chain }, context)),
  ])
  if (transaction === undefined) return await pending(target)
  const { decoded_call, guessed_call } = transaction
  const decoded = decoded_call ?? guessed_call
  const tokens = new Map(moves?.tokens.map((token) => [token.address, token]))
  const labels = new Map(moves?.labels.map(({ address, label }) => [address, label]))
  const fee = String(BigInt(transaction.gas_price ?? 0) * BigInt(transaction.receipt_gas_used ?? 0))
  return {
    facts: known({
      hash,
      status: transaction.receipt_status === '0' ? 'failed' : 'succeeded',
      block_number: transaction.block_number,
      time: transaction.block_timestamp,
      from: transaction.from_address,
      from_label: transaction.from_address_label,
      to: transaction.to_address,
      to_label: transaction.to_address_label,
      created_contract: transaction.receipt_contract_address,
      value: transaction.value,
      value_decimal: asked.coin(transaction.value),
      coin: asked.symbol,
      fee,
      fee_decimal: asked.coin(fee),
      nonce: transaction.nonce,
      call: decoded && {
        signature: decoded.signature,
        is_guess: !decoded_call,
        arguments: argumentsOf(decoded.params),
      },
      calldata: decoded || transaction.input === '0x' ? null : transaction.input,
      ...eventFacts(transaction),
      coin_moved_by_contracts_is_included: moves?.is_coin_traced,
      blob_count: moves?.blob_count,
      ...(moves?.blob_count && { fee_note: 'Without the fee for blobs, which detail=fees has.' }),
    }),
    ...(moves && {
      list: await rows('moves', moves.moves, cursor, (move) => {
        const token = move.token_address === null ? undefined : tokens.get(move.token_address)
        const isCoin = move.token_address === null
        return known({
          standard: move.standard,
          token: move.token_address,
          symbol: isCoin ? asked.symbol : token?.symbol,
          token_id: move.token_id,
          from: move.from_address,
          from_label: labels.get(move.from_address),
          to: move.to_address,
          to_label: labels.get(move.to_address),
          amount: move.amount,
          amount_decimal: isCoin ? asked.coin(move.amount) : valueDecimal(move.amount, token?.decimals ?? null),
          possible_spam: token?.possible_spam ? true : null,
        })
      }),
    }),
    hint: 'detail=logs, calls, state, fees or user_operations has more of this transaction.',
  }
}

/** A transaction with thousands of events has those that fit into an answer. */
const eventFacts = ({ logs, block_number: block, shortened }: ReadTransaction) =>
  shortened === undefined
    ? { event_count: logs.length }
    : {
        events_note: `At least ${logs.length} events; where there are more, get_logs with from_block and to_block ${block} lists those of its block.`,
      }

type ReadTransaction = NonNullable<Awaited<ReturnType<typeof readTransaction>>>

/** Undefined if it is in no indexed block, and no node knows it. */
const readTransaction = async ({ services, asked, call, hash }: Target) => {
  const given = { transaction_hash: hash, chain: asked.chain, names: true }
  try {
    const { answer, shortened } = await call.ask((context) => services.client.transactionVerbose(given, context))
    return { ...answer, shortened }
  } catch (error) {
    if (isServiceError(error, 'not_found')) return undefined
    throw error
  }
}

/** @throws not_found if no node knows it either */
const pending = async ({ services, asked, call, hash }: Target): Promise<Detail> => {
  const waiting = await askIfKnown(call, (context) =>
    services.explorer.evmPendingTransaction({ transaction_hash: hash, chain: asked.chain }, context),
  )
  if (!waiting) throw new ServiceError('not_found', `No transaction ${hash} is known on ${asked.chain}.`)
  return { facts: known({ ...waiting, status: waiting.state }) }
}

const logs = async (target: Target): Promise<Detail> => {
  const transaction = await readTransaction(target)
  if (transaction === undefined) return await pending(target)
  return {
    facts: { hash: target.hash, ...eventFacts(transaction) },
    list: await rows('logs', transaction.logs, target.cursor, (log) => {
      const event = log.decoded_event ?? log.guessed_event
      const topics = [log.topic0, log.topic1, log.topic2, log.topic3].filter((topic) => topic !== null)
      return known({
        log_index: log.log_index,
        contract: log.address,
        event_signature: event?.signature,
        is_guess: log.decoded_event || !event ? null : true,
        arguments: event && argumentsOf(event.params),
        ...(!event && { topics, data: log.data }),
      })
    }),
  }
}

const calls = async ({ services, asked, call, hash, cursor }: Target): Promise<Detail> => {
  const given = { transaction_hash: hash, chain: asked.chain }
  const { answer } = await call.ask((context) => services.explorer.evmCallTree(given, context))
  return {
    facts: { hash, call_count: answer.frame_count },
    list: await rows('calls', answer.frames, cursor, (frame) =>
      known({
        frame: frame.frame,
        type: frame.type,
        from: frame.from,
        to: frame.to,
        to_label: frame.to_label,
        value: frame.value === '0' ? null : frame.value,
        value_decimal: frame.value === null || frame.value === '0' ? null : asked.coin(frame.value),
        signature: frame.call?.signature ?? frame.selector,
        arguments: frame.call && argumentsOf(frame.call.arguments),
        gas_used: frame.gas_used,
        error: frame.error,
        reason: frame.reason && { signature: frame.reason.signature, arguments: argumentsOf(frame.reason.arguments) },
        is_undone: frame.is_undone ? true : null,
      }),
    ),
  }
}

const state = async ({ services, asked, call, hash, cursor }: Target): Promise<Detail> => {
  const given = { transaction_hash: hash, chain: asked.chain }
  const { answer } = await call.ask((context) => services.explorer.evmStateChanges(given, context))
  return {
    facts: { hash, account_count: answer.account_count },
    list: await rows(
      'accounts',
      answer.accounts,
      cursor,
      ({ address, address_label, fate, balance, nonce, storage, storage_count }) =>
        known({
          address,
          address_label,
          fate,
          balance_before: balance?.before,
          balance_after: balance?.after,
          nonce_after: nonce?.after,
          storage: storage
            .slice(0, slotsMax)
            .map(({ slot, before, after, name }) => ({ slot: name ?? slot, before, after })),
          slots_left_out: storage_count > slotsMax ? storage_count - slotsMax : null,
        }),
    ),
  }
}

/** Of one account: others have changes too. */
const slotsMax = 20

const fees = async ({ services, asked, call, hash }: Target): Promise<Detail> => {
  const given = { transaction_hash: hash, chain: asked.chain }
  const [sent, gas] = await Promise.all([
    call.ask((context) => services.explorer.evmSentTransaction(given, context)),
    askIfKnown(call, (context) => services.explorer.evmTransactionGas(given, context)),
  ])
  const { access_list, ...facts } = sent.answer
  return { facts: known({ ...facts, access_list_length: access_list.length, gas }) }
}

const userOperations = async ({ services, asked, call, hash, cursor }: Target): Promise<Detail> => {
  const given = { transaction_hash: hash, chain: asked.chain }
  const { answer } = await call.ask((context) => services.explorer.evmUserOperations(given, context))
  const { result, ...facts } = answer
  return { facts, list: await rows('user_operations', result, cursor, (operation) => operation) }
}

const details = { summary, logs, calls, state, fees, user_operations: userOperations } as const
const detailNames = Object.keys(details) as (keyof typeof details)[]

const getTransaction = (services: EvmServices): McpTool =>
  mcpTool({
    name: 'get_transaction',
    title: 'Transaction',
    description:
      'What a transaction did: status, sender, call with decoded arguments, value, fee, and everything that it moved. detail=logs lists its events, ' +
      'calls the call tree with reasons of failures, state what changed, fees the fees, authorisations and blobs, user_operations those of ERC-4337.',
    input: z.object({
      hash: params.transactionHash().describe('The transaction.'),
      chain: params.chain(),
      detail: parameters.oneOf(detailNames).default('summary').describe('What to show.'),
      cursor: rowCursor(),
    }),
    answer: async ({ hash, chain, detail, cursor }, call) => {
      const asked = await askedChain(services, chain, call)
      return { ...headOf(asked), ...(await details[detail]({ services, asked: asked, call, hash, cursor })) }
    },
  })

const getBlock = (services: EvmServices): McpTool =>
  mcpTool({
    name: 'get_block',
    title: 'Block',
    description:
      'A block by number, hash or time: when, by whom, gas, fees and number of transactions. Without an argument, the newest indexed one.',
    input: z.object({
      block: params.blockNumberOrHash().optional(),
      time: parameters.date().optional().describe('The last block before this time, where `block` is left out.'),
      chain: params.chain(),
    }),
    answer: async ({ block, time, chain: wanted }, call) => {
      const asked = await askedChain(services, wanted, call)
      const { chain } = asked
      const dated =
        block === undefined && time !== undefined
          ? String(
              (await call.ask((context) => services.client.dateToBlock({ date: time, chain }, context))).answer.block,
            )
          : undefined
      const number = block ?? dated ?? asked.block
      if (number === null) throw new ServiceError('not_available', 'No newest block is known of this chain: name one.')
      const given = { block_number_or_hash: number, chain }
      const [{ answer }, rewards] = await Promise.all([
        call.ask((context) => services.explorer.evmBlock(given, context)),
        askIfKnown(call, (context) => services.explorer.evmBlockRewards(given, context)),
      ])
      return {
        ...headOf(asked),
        facts: {
          ...known(answer),
          coin: asked.symbol,
          ...(rewards &&
            known({
              transaction_fees: rewards.transaction_fees,
              transaction_fees_decimal: asked.coin(rewards.transaction_fees),
              burnt: rewards.burnt,
              burnt_decimal: rewards.burnt === null ? null : asked.coin(rewards.burnt),
              withdrawal_count: rewards.withdrawals?.length,
              uncle_count: rewards.uncle_count,
              extra_data: rewards.header?.extra_data,
            })),
        },
        hint: `list_transactions with from_block and to_block ${answer.block_number} has its transactions.`,
      }
    },
  })

export const transactionTools = (services: EvmServices) => ({
  getTransaction: getTransaction(services),
  getBlock: getBlock(services),
})
