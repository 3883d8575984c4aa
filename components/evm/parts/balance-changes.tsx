import { ChangedAmount } from '#components/chain/changed-amount.tsx'
import { Hash } from '#components/chain/hash.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Link } from '#components/ui/link.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import type { EvmSimulation } from '#lib/evm/simulation/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { AddressLink } from './address-link.tsx'

const shownMax = 60

type Change = EvmSimulation['balance_changes'][number]

/** What each account would gain and lose. */
export const BalanceChanges = ({
  state,
  simulation: { balance_changes, balance_change_count, has_native_changes, method, from },
}: {
  state: EvmChainState
  simulation: EvmSimulation
}) => {
  const shown = balance_changes.slice(0, shownMax)
  const byAccount = Map.groupBy(shown, ({ address }) => address)
  return (
    <>
      {!has_native_changes && (
        <p className="border-line border-b px-4 py-2.5 text-muted text-sm">
          The node of this chain ran it with <code className="font-mono text-xs">{method}</code>, which reports neither
          logs nor inner transfers: changes are not known.
        </p>
      )}
      {has_native_changes && shown.length === 0 && (
        <p className="px-4 py-3 text-muted text-sm">No balance would change, fees aside.</p>
      )}
      <ul>
        {[...byAccount].map(([address, changes]) => (
          <li
            key={address}
            className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-1 border-line border-b px-4 py-2.5 text-sm last:border-b-0 sm:grid-cols-2"
          >
            <span className="flex min-w-0 items-center gap-2">
              <AddressLink
                chain={state.chain}
                address={address}
                label={changes[0]?.address_label}
                className="min-w-0"
              />
              {address === from && <Badge>sender</Badge>}
            </span>
            <ul className="grid min-w-0 gap-1">
              {changes.map((change) => (
                <ChangeLine key={`${change.token_address} ${change.token_id}`} state={state} change={change} />
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {balance_change_count > shown.length && (
        <p className="border-line border-t px-4 py-2.5 text-muted text-sm">
          {groupedNumber(balance_change_count - shown.length)} more changes are in the API.
        </p>
      )}
    </>
  )
}

const ChangeLine = ({ state, change: one }: { state: EvmChainState; change: Change }) => {
  const { change, standard, token_address, token_id, token_symbol, token_name, token_decimals } = one
  const decimals = standard === 'native' ? state.decimals : standard === 'ERC20' ? token_decimals : 0
  return (
    <li className="flex min-w-0 flex-wrap items-baseline gap-x-1.5">
      <ChangedAmount
        value={change}
        decimals={decimals}
        symbol={standard === 'native' ? state.symbol : undefined}
        className="shrink-0 font-medium"
      />
      {token_address && (
        <Link
          href={
            token_id === null
              ? evmPaths.token({ chain: state.chain, address: token_address })
              : evmPaths.nft({ chain: state.chain, address: token_address, tokenId: token_id })
          }
          title={token_address}
          className="flex min-w-0 gap-1 text-accent hover:underline"
        >
          {token_id !== null && <span className="max-w-24 shrink-0 truncate font-mono">#{token_id}</span>}
          {token_symbol || token_name ? (
            <span className="truncate">{token_symbol || token_name}</span>
          ) : (
            <Hash value={token_address} className="select-auto" />
          )}
        </Link>
      )}
    </li>
  )
}
