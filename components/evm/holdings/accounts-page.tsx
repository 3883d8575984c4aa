import { ChainListTitle } from '#components/evm/frames/chain-list-title.tsx'
import { chainParams } from '#components/evm/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { ListPanel } from '#components/kit/list-panel.tsx'
import { Link } from '#components/ui/link.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import { evmListPaths } from '#lib/evm/api/list-paths.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import { accountListEndpoints } from '#lib/evm/holdings/contract.ts'
import { counted, groupedNumber } from '#lib/format/amount.ts'
import { callTo } from '#lib/pages/question.ts'
import { accountList } from './account-list.tsx'
import { TopAccounts } from './accounts.tsx'

const pageSize = 50

/** The accounts of a chain by their balance, where all of them are known. */
export const { entry, generateMetadata, Page } = definePage({
  path: evmListPaths.accounts,
  kind: 'Top accounts',
  params: chainParams,
  questions: ({ chain, part }) => ({
    accounts: callTo(accountListEndpoints.evmTopAccounts, { chain, ...part(pageSize) }),
  }),
  list: ['accounts'],
  about: ({ state: { title: place } }) => ({
    title: `on ${place}`,
    place,
    summary: `The accounts with the highest native balances on ${place}, where all accounts are known.`,
  }),
  body: ({ state, chain, questions, answers }) => (
    <>
      <ChainListTitle state={state} kind="Top accounts" />
      <ListPanel
        title="Top accounts"
        notice={({ account_count, block_number }) => (
          <p className="border-line border-b px-4 py-2.5 text-muted text-sm">
            {counted(account_count, 'account')} with {state.symbol} after block {groupedNumber(block_number)}, without
            those that only the genesis block funded.
          </p>
        )}
        question={questions.accounts}
        answer={answers.accounts}
        list={accountList}
        List={TopAccounts}
        view={{ chain, symbol: state.symbol, decimals: state.decimals }}
        nothing={<EmptyState title="No accounts">No account of this chain has a balance.</EmptyState>}
      />
      <p className="mt-4 text-muted text-sm">
        Holders of tokens are ranked on the page of each{' '}
        <Link href={evmPaths.tokens({ chain })} className="text-accent underline">
          token
        </Link>
        .
      </p>
    </>
  ),
})
