import { Amount } from '#components/chain/amount.tsx'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { RecordAside } from '#components/source/record-aside.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { WideTable } from '#components/ui/wide-table.tsx'
import { executedTopic } from '#lib/evm/api/entry-points.ts'
import type { DecodedTransaction } from '#lib/evm/api/records/transactions.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import type { EvmUserOperations } from '#lib/evm/user-operation/contract.ts'
import { userOperationEndpoints } from '#lib/evm/user-operation/contract.ts'
import { counted, groupedNumber } from '#lib/format/amount.ts'
import { type Ask, callTo } from '#lib/pages/question.ts'

const listedMax = 100

type Operation = EvmUserOperations['result'][number]

/** Whether a transaction may be an ERC-4337 bundle. */
export const mayBundle = ({ logs }: DecodedTransaction): boolean => logs.some(({ topic0 }) => topic0 === executedTopic)

export const userOperationsCall = (chain: string, hash: string) =>
  callTo(userOperationEndpoints.evmUserOperations, { chain, transaction_hash: hash })

/** The operations of an ERC-4337 bundle: whose they are, what they call and who paid. */
export const UserOperations = async ({ ask, state, hash }: { ask: Ask; state: EvmChainState; hash: string }) => {
  const { chain, symbol, decimals } = state
  const call = userOperationsCall(chain, hash)
  const { data, fault } = await ask(call)
  if (fault || data.result.length === 0) return null
  const shown = data.result.slice(0, listedMax)
  const unknown = new Set(shown.flatMap((one) => (one.entry_point_version === null ? one.entry_point : [])))
  return (
    <Panel title="User operations" aside={<RecordAside title="User operations" call={call} />}>
      <p className="border-line border-b px-4 py-2.5 text-muted text-sm">
        {counted(data.total, 'operation')} of smart accounts
        {data.total > shown.length && `, of which the first ${groupedNumber(shown.length)} are shown`}. Bundled by{' '}
        <AddressLink chain={chain} address={data.bundler} label={data.bundler_label} className="max-w-52" />
        {unknown.size > 0 && (
          <>
            {' '}
            <Badge tone="warn">Unknown EntryPoint</Badge> What a contract other than the known EntryPoints reports may
            be invented.
          </>
        )}
      </p>
      <WideTable
        label="User operations of this transaction"
        titles={['#', 'Result', 'Account', 'Call', 'Paid by', 'Fee', 'EntryPoint']}
        rows={shown.map((one, index) => [
          String(index + 1),
          one.success ? (
            <Badge key="result" tone="good">
              Success
            </Badge>
          ) : (
            <Badge key="result" tone="bad" title={one.reason?.signature}>
              Failed{one.reason && `: ${one.reason.label}`}
            </Badge>
          ),
          <span key="account" className="flex items-center gap-2">
            <AddressLink chain={chain} address={one.sender} label={one.sender_label} className="max-w-48" />
            {one.factory && <Badge title={`Created by the factory ${one.factory}`}>created</Badge>}
          </span>,
          <Called key="call" one={one} />,
          one.paymaster ? (
            <AddressLink
              key="payer"
              chain={chain}
              address={one.paymaster}
              label={one.paymaster_label}
              className="max-w-48"
            />
          ) : (
            'the account'
          ),
          <Amount key="fee" value={one.gas_cost} decimals={decimals} symbol={symbol} />,
          <AddressLink
            key="entry"
            chain={chain}
            address={one.entry_point}
            label={one.entry_point_version}
            className="max-w-40"
          />,
        ])}
      />
    </Panel>
  )
}

const Called = ({ one: { call, selector } }: { one: Operation }) => {
  if (call)
    return (
      <span
        title={call.signature}
        className={call.source === 'signatures' ? 'guess font-mono text-xs' : 'font-mono text-xs'}
      >
        {call.label}
      </span>
    )
  return <span className="font-mono text-muted text-xs">{selector ?? 'not known'}</span>
}
