import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { EvmContract } from '#lib/evm/contract/contract.ts'
import { CodeText } from './code-text.tsx'

const zeroAddress = /^0x0{40}$/

/** Who controls a contract, according to standard functions and storage slots. */
export const ContractRoles = ({
  chain,
  contract: { roles, has_unlisted_roles },
}: {
  chain: string
  contract: EvmContract
}) => (
  <Panel title="Who controls it">
    {roles.length === 0 && !has_unlisted_roles && (
      <p className="px-4 py-3 text-muted text-sm">It names no owner and no roles by the standard functions.</p>
    )}
    <ul className="divide-y divide-line">
      {roles.map(({ role, address, label, source }) => (
        <li
          key={`${role} ${address} ${source}`}
          className="grid gap-x-4 gap-y-0.5 px-4 py-2.5 text-sm sm:grid-cols-[12rem_minmax(0,1fr)]"
        >
          <span className="wrap-anywhere leading-6">{`${role.charAt(0).toUpperCase()}${role.slice(1)}`}</span>
          <span className="flex min-w-0 flex-wrap items-center gap-x-2 leading-6">
            {zeroAddress.test(address) ? (
              <span>Renounced: it is the zero address</span>
            ) : (
              <span className="flex min-w-0 items-center gap-1">
                <AddressLink chain={chain} address={address} label={label} className="min-w-0" />
                <CopyButton value={address} label={`Copy address of the ${role}`} />
              </span>
            )}
            <span className="wrap-anywhere min-w-0 text-muted text-xs">
              <CodeText text={`by \`${source}\``} />
            </span>
          </span>
        </li>
      ))}
    </ul>
    {has_unlisted_roles && (
      <p className="border-line border-t px-4 py-2.5 text-muted text-sm first:border-t-0">
        It has roles (<code className="font-mono text-xs">hasRole</code>) whose members it does not list. They are in
        its <code className="font-mono text-xs">RoleGranted</code> events.
      </p>
    )}
  </Panel>
)
