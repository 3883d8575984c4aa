import { FaultState } from '#components/chain/fault-state.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { RecordAside } from '#components/source/record-aside.tsx'
import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { WideTable } from '#components/ui/wide-table.tsx'
import type { Output } from '#lib/api/endpoint.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import { logEndpoints } from '#lib/evm/events/contract.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { withFilters } from '#lib/format/filters.ts'
import { type Ask, callTo } from '#lib/pages/question.ts'

/** The event with which each kind of proxy reports a new implementation. */
const events = new Map([
  ['eip1967', 'Upgraded(address)'],
  ['eip1967_beacon', 'BeaconUpgraded(address)'],
  ['eip1822', 'Upgraded(address)'],
  ['zeppelinos', 'Upgraded(address)'],
  ['eip2535', 'DiamondCut((address,uint8,bytes4[])[],address,bytes)'],
  ['comptroller', 'NewImplementation(address,address)'],
])

const listedMax = 25

/** The question for the upgrades of a proxy; undefined for kinds that report none. */
export const upgradesCall = (chain: string, address: string, proxy: string | null) => {
  const event = events.get(proxy ?? '')
  return event === undefined ? undefined : callTo(logEndpoints.evmLogs, { chain, address, event, limit: listedMax })
}

/** When a proxy began to run which code, newest first. */
export const UpgradeHistory = async ({
  ask,
  chain,
  address,
  call,
}: {
  ask: Ask
  chain: string
  address: string
  call: NonNullable<ReturnType<typeof upgradesCall>>
}) => {
  const { data, fault } = await ask(call)
  const all = withFilters(evmTabPaths.walletEvents({ chain, address }), { event: call.input.event })
  return (
    <Panel title="Upgrades" aside={<RecordAside title="Upgrades" call={call} />}>
      {fault ? (
        <FaultState {...fault} />
      ) : (
        <>
          <p className="border-line border-b px-4 py-2.5 text-muted text-sm last:border-b-0">
            {data.result.length === 0 ? 'No upgrade was found' : 'By its events'}
            {data.searched &&
              ` in ${data.blocks === 'indexed' ? 'the indexed blocks of ' : ''}blocks ${groupedNumber(data.searched.from_block)} to ${groupedNumber(data.searched.to_block)}`}
            .
            {data.cursor !== null && (
              <>
                {' '}
                <Link href={all} className="text-accent underline">
                  Search older blocks
                </Link>
              </>
            )}
          </p>
          {data.result.length > 0 && (
            <WideTable
              label="Upgrades of this proxy"
              titles={['Block', 'Time', 'New implementation', 'Transaction']}
              rows={data.result.map((log) => [
                groupedNumber(log.block_number),
                log.block_timestamp === null ? 'not known' : <Timestamp key="time" iso={log.block_timestamp} />,
                <NewCode key="code" chain={chain} log={log} event={call.input.event ?? ''} />,
                <Link
                  key="transaction"
                  href={evmPaths.transaction({ chain, hash: log.transaction_hash })}
                  className="font-mono text-accent text-xs hover:underline"
                >
                  {log.transaction_hash.slice(0, 14)}…
                </Link>,
              ])}
            />
          )}
        </>
      )}
    </Panel>
  )
}

type Log = Output<EvmExplorerApi['evmLogs']>['result'][number]

const addressWord = /^0{24}([0-9a-f]{40})$/

const NewCode = ({ chain, log: { topic1, data }, event }: { chain: string; log: Log; event: string }) => {
  // A diamond lists functions. Compound reports the old implementation first.
  const word = event.startsWith('DiamondCut') ? '' : (topic1 ?? data).slice(-64)
  const [, digits] = addressWord.exec(word) ?? []
  return digits === undefined ? (
    <span className="text-muted">see the transaction</span>
  ) : (
    <AddressLink chain={chain} address={`0x${digits}`} className="max-w-56" />
  )
}
