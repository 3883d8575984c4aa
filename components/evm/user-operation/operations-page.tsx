import { blockFields, type FilterField } from '#components/chain/filter-form.tsx'
import { NoContract } from '#components/evm/frames/wallet/no-contract.tsx'
import { aboutTab, addressQuestion, frameQuestions } from '#components/evm/frames/wallet/wallet-questions.ts'
import { SearchedNote } from '#components/evm/parts/events/searched-note.tsx'
import { EvmListPanel } from '#components/evm/parts/lists/evm-list-panel.tsx'
import { addressParams } from '#components/evm/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import { userOperationEndpoints } from '#lib/evm/user-operation/contract.ts'
import { callTo } from '#lib/pages/question.ts'
import { operationList } from './operation-list.tsx'
import { UserOperationRows } from './operations.tsx'

const pageSize = 25
const roles = ['account', 'paymaster', 'factory'] as const

const fields: readonly FilterField[] = [
  {
    name: 'role',
    title: 'As',
    choices: [
      ['', 'Detected'],
      ['account', 'Account'],
      ['paymaster', 'Paymaster'],
      ['factory', 'Factory'],
    ],
  },
  ...blockFields,
]

const without = {
  account: 'No EntryPoint executed an operation of this address.',
  paymaster: 'This address paid for no operation.',
  factory: 'This address created no account in an operation.',
} as const

const listed = {
  account: 'Operations of this smart account, by the events of EntryPoints (ERC-4337).',
  paymaster: 'Operations that this address paid for, by the events of EntryPoints (ERC-4337).',
  factory: 'Accounts that this address created in operations, by the events of EntryPoints (ERC-4337).',
} as const

/** The ERC-4337 operations of an account, a paymaster or a factory. */
export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.walletUserOperations,
  kind: 'User operations',
  of: 'Address',
  filters: ['role', 'from_block', 'to_block'],
  isListed: false,
  params: addressParams,
  questions: async ({ ask, state, chain, address, filters, part }) => {
    const isOwn = state.source !== 'hosted'
    const asked = roles.find((role) => role === filters.role)
    const found = isOwn && !asked ? (await ask(addressQuestion(chain, address))).data : undefined
    const role = asked ?? found?.user_operation_role ?? 'account'
    return {
      operations: isOwn
        ? callTo(userOperationEndpoints.evmAddressUserOperations, {
            chain,
            address,
            ...filters,
            role,
            ...part(pageSize),
          })
        : undefined,
      ...frameQuestions(state, address),
    }
  },
  list: ['operations'],
  about: (page) => aboutTab('User operations', page),
  body: async (page) => {
    const { state, chain, address, questions, answers } = page
    if (!questions.operations || !answers.operations)
      return <NoContract>This needs an index of {state.title}, and this server has none.</NoContract>
    const { data } = await answers.operations
    const role = data?.role ?? 'account'
    return (
      <EvmListPanel
        page={page}
        title="User operations"
        noun="user operations"
        certain={without[role]}
        isWhole={data?.blocks === 'all'}
        fields={fields}
        filterTitle="Filter by part or block"
        question={questions.operations}
        answer={answers.operations}
        list={operationList}
        List={UserOperationRows}
        view={{ chain, wallet: address, symbol: state.symbol, decimals: state.decimals }}
        notice={(found) => (
          <>
            <p className="border-line border-b px-4 py-2.5 text-muted text-sm">{listed[role]}</p>
            <SearchedNote found={found} state={state} />
          </>
        )}
      />
    )
  },
})
