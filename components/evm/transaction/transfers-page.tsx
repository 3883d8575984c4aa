import { FaultState } from '#components/chain/fault-state.tsx'
import { listPart, PartLinks } from '#components/chain/part-links.tsx'
import type { Movement } from '#components/evm/frames/transaction/movement-of.ts'
import { aboutTransaction, movementOf } from '#components/evm/frames/transaction/movement-of.ts'
import { TransactionNotFound } from '#components/evm/frames/transaction/transaction-not-found.tsx'
import { transactionQuestion } from '#components/evm/frames/transaction/transaction-question.ts'
import { transactionParams } from '#components/evm/parts/params.ts'
import type { TransferLine } from '#components/evm/parts/transfers/transfer-line.ts'
import { transferKindOf } from '#components/evm/parts/transfers/transfer-line.ts'
import { TransactionTransfers } from '#components/evm/parts/transfers/transfer-pages.tsx'
import { definePage } from '#components/kit/define-page.tsx'
import { rowsOf } from '#components/kit/rows/rows-of.ts'
import { SourceFoot, SourceLink } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { DecodedTransaction } from '#lib/evm/api/records/transactions.ts'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import { tokenMoveCount, tokenMoves } from '#lib/evm/summary/moves.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { ChangeTable, changesNote } from './change-table.tsx'

/** The movements of one transaction as rows of the list that shows token events everywhere. */
const moveLines = (
  { hash, block_number, block_timestamp }: DecodedTransaction,
  { moves, tokens, labels }: Movement,
  /** The transaction's own page. */
  path: string,
): TransferLine[] =>
  tokenMoves(moves).map((move, index) => {
    const { token, tokenId, from, to, amount, standard, logIndex } = move
    const words = tokens.get(token)
    const side = (address: string) => ({ address, label: labels.get(address) ?? undefined })
    return {
      key: `${logIndex}-${index}`,
      transactionHash: hash,
      blockNumber: block_number,
      timestamp: block_timestamp,
      kind: transferKindOf(from, to),
      from: side(from),
      to: side(to),
      token: { address: token, name: words?.name ?? null, symbol: words?.symbol ?? null, id: tokenId },
      amount: standard === 'ERC721' ? null : amount.toString(),
      decimals: tokenId === null ? (words?.decimals ?? null) : 0,
      isSpam: words?.isSpam ?? false,
      isVerified: words?.isVerified ?? false,
      log: { index: logIndex, href: `${path}/logs?log=${logIndex}#log-${logIndex}` },
    }
  })

const movesOnPage = 20

export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.transactionTransfers,
  kind: 'Transfers',
  of: 'Transaction',
  params: transactionParams,
  NotFound: TransactionNotFound,
  questions: async ({ ask, chain, hash }) => ({ transaction: await transactionQuestion(ask, chain, hash) }),
  rows: async ({ ask, state }, { transaction }) => {
    const { data } = await transaction
    const movement = data && (await movementOf(ask, state, data))
    const fields = ['logIndex', 'standard', 'token', 'from', 'to', 'tokenId', 'amount'] as const
    return rowsOf('transactionVerbose', tokenMoves(movement?.moves ?? []), fields)
  },
  about: (page, { transaction }) => aboutTransaction(page, transaction),
  body: async ({ ask, state, chain, hash, query, path, questions, answers }) => {
    const { data, fault } = await answers.transaction
    if (fault) return <FaultState {...fault} />
    const movement = await movementOf(ask, state, data)
    const call = questions.transaction
    const tokens = tokenMoves(movement.moves)
    const part = listPart(tokens, query.from, movesOnPage)
    if (tokens.length === 0)
      return (
        <Panel aria-label="Token transfers">
          <EmptyState title="No token transfers">This transaction emitted no token transfer events.</EmptyState>
          <SourceFoot title="Token transfers" call={call} />
        </Panel>
      )
    const all = tokenMoveCount(movement)
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {all === tokens.length && (
          <Panel
            title="Net changes"
            aside={
              <>
                {changesNote(movement, state)}
                <SourceLink title="Net changes" call={call} />
              </>
            }
          >
            <ChangeTable state={state} movement={movement} />
          </Panel>
        )}
        <Panel
          title="Token transfers"
          aside={
            <>
              {tokens.length < all && `The first ${groupedNumber(tokens.length)} of `}
              {groupedNumber(all)} in log order
              <SourceLink title="Token transfers" call={call} />
            </>
          }
        >
          <TransactionTransfers
            rows={moveLines(data, { ...movement, moves: part.items }, evmPaths.transaction({ chain, hash }))}
            view={{ chain }}
          />
          <PartLinks part={part} noun="transfers" href={(from) => `${path}?from=${from}`} />
        </Panel>
      </div>
    )
  },
})
