import { FaultState } from '#components/chain/fault-state.tsx'
import { NoContract } from '#components/evm/frames/wallet/no-contract.tsx'
import { aboutTab, frameQuestions } from '#components/evm/frames/wallet/wallet-questions.ts'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { addressParams } from '#components/evm/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { shortText } from '#components/kit/short-text.ts'
import { SourceLink } from '#components/source/source-link.tsx'
import { Button } from '#components/ui/button.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { WideTable } from '#components/ui/wide-table.tsx'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import type { EvmContractStorage } from '#lib/evm/contract/calls-contract.ts'
import { storageEndpoints } from '#lib/evm/contract/calls-contract.ts'
import { counted, groupedNumber } from '#lib/format/amount.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import type { Filters } from '#lib/format/filters.ts'
import { callTo } from '#lib/pages/question.ts'
import { ContractTabs } from './contract-tabs.tsx'

const optionMax = 100
const inputClasses = 'field'

/** Asks for the entry of a mapping or a list, and for a block. A plain GET form, which works without JavaScript. */
const StorageForm = ({
  action,
  values,
  variables,
}: {
  action: string
  values: Filters
  /** Mappings and lists. */
  variables: NonNullable<EvmContractStorage['result']>
}) => (
  <form
    action={action}
    className="grid gap-3 border-line border-b px-4 py-3 sm:grid-cols-2 lg:grid-cols-[2fr_2fr_1fr_auto]"
  >
    {variables.length > 0 && (
      <>
        <label htmlFor="storage-variable" className="block min-w-0 text-sm">
          <span className="text-muted text-xs">Mapping or list</span>
          <select id="storage-variable" name="variable" defaultValue={values.variable ?? ''} className={inputClasses}>
            <option value="">None</option>
            {variables.map(({ name, type }) => (
              <option key={name} value={name}>
                {cutText(`${name}: ${type}`, optionMax)}
              </option>
            ))}
          </select>
        </label>
        <label htmlFor="storage-keys" className="block min-w-0 text-sm">
          <span className="text-muted text-xs">Keys, separated by commas</span>
          <input
            id="storage-keys"
            name="keys"
            defaultValue={values.keys}
            placeholder="0x… or 1"
            autoComplete="off"
            spellCheck={false}
            className={inputClasses}
          />
        </label>
      </>
    )}
    <label htmlFor="storage-block" className="block min-w-0 text-sm">
      <span className="text-muted text-xs">After block</span>
      <input
        id="storage-block"
        name="block"
        inputMode="numeric"
        defaultValue={values.block}
        placeholder="newest"
        autoComplete="off"
        className={inputClasses}
      />
    </label>
    <div className="self-end">
      <Button type="submit" className="h-9">
        Read
      </Button>
    </div>
  </form>
)

type Variable = NonNullable<EvmContractStorage['result']>[number]

const nameMax = 120
const valueMax = 300

/** Variables of a contract with their slots and values. */
const StorageTable = ({ chain, label, variables }: { chain: string; label: string; variables: readonly Variable[] }) =>
  variables.length === 0 ? (
    <p className="px-4 py-3 text-muted text-sm">It has no state variables.</p>
  ) : (
    <WideTable
      label={label}
      titles={['Variable', 'Value', 'Type', 'Slot']}
      rows={variables.map((one) => [
        shortName(one.name),
        <Value key="value" chain={chain} variable={one} />,
        <span key="type" className="font-mono text-muted text-xs">
          {cutText(one.type, nameMax)}
        </span>,
        <span key="slot" className="font-mono text-muted text-xs" title={one.slot}>
          {slotText(one)}
        </span>,
      ])}
    />
  )

const Value = ({ chain, variable: { kind, type, value } }: { chain: string; variable: Variable }) => {
  if (kind === 'mapping') return <span className="text-muted">by key</span>
  if (value === null) return <span className="text-muted">not read</span>
  if (kind === 'list') return counted(Number(value), 'element')
  if (/^(address|contract )/.test(type) && !/^0x0{40}$/.test(value))
    return <AddressLink chain={chain} address={value} />
  return <span className="font-mono text-xs">{value === '' ? '(empty)' : cutText(value, valueMax)}</span>
}

/** Keys that are addresses are shortened: on a phone, the value must be in sight. */
const shortName = (name: string): string => cutText(name.replace(/0x[0-9a-f]{40}/gi, shortText), nameMax)

/** Slots of mappings are hashes. */
const slotText = ({ slot, offset }: Variable): string => {
  const number = BigInt(slot)
  const text = number < 1_000_000n ? String(number) : `${slot.slice(0, 10)}…`
  return offset === 0 ? text : `${text}, byte ${offset}`
}

type ContractParams = { chain: string; address: string }

const storageQuestion = (
  params: ContractParams,
  { block }: Filters,
  entry: { variable?: string; keys?: string } = {},
) =>
  callTo(storageEndpoints.evmContractStorage, {
    ...params,
    ...entry,
    ...(block !== undefined && { block_number: block }),
  })

/** The state variables of a verified contract, private ones too, and entries of mappings by key. */
export const { entry, generateMetadata, Page } = definePage({
  path: evmTabPaths.walletStorage,
  kind: 'Storage',
  of: 'Contract',
  filters: ['variable', 'keys', 'block'],
  isListed: false,
  params: addressParams,
  Frame: ContractTabs,
  questions: ({ state, chain, address, filters }) => {
    const isOwn = state.source !== 'hosted'
    const { variable, keys } = filters
    const entry = variable !== undefined && keys !== undefined && { variable, keys }
    return {
      storage: isOwn ? storageQuestion({ chain, address }, filters) : undefined,
      entry: isOwn && entry ? storageQuestion({ chain, address }, filters, entry) : undefined,
      ...frameQuestions(state, address),
    }
  },
  about: (page) => aboutTab('Storage', page, page.filters.variable),
  body: async ({ chain, path, state, filters, questions, answers }) => {
    const [answer, entry] = await Promise.all([answers.storage, answers.entry])
    if (!answer || !questions.storage)
      return <NoContract>This needs an RPC node for {state.title}, and none is configured.</NoContract>
    if (answer.fault)
      return (
        <Panel aria-label="Storage">
          <FaultState {...answer.fault} />
        </Panel>
      )
    const { result, block_number } = answer.data
    if (result === null)
      return (
        <NoContract>
          Variables are shown for contracts that were verified with a storage layout; this server has none for this
          address.
        </NoContract>
      )
    const keyed = result.filter(({ kind }) => kind === 'mapping' || kind === 'list')
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {entry && questions.entry && (
          <Panel title="Entry" aside={<SourceLink title="Entry" call={questions.entry} />}>
            {entry.fault ? (
              <p role="alert" className="px-4 py-3 text-bad text-sm">
                {entry.fault.message}
              </p>
            ) : (
              <StorageTable chain={chain} label="Entry" variables={entry.data.result ?? []} />
            )}
          </Panel>
        )}
        <Panel
          title="Storage"
          aside={
            <>
              After block {groupedNumber(block_number)}
              <SourceLink title="Storage" call={questions.storage} />
            </>
          }
        >
          <StorageForm action={path} values={filters} variables={keyed} />
          <StorageTable chain={chain} label="Variables" variables={result} />
        </Panel>
      </div>
    )
  },
})
