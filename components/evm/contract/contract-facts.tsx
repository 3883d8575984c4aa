import { ArrowDown, ArrowRight } from 'lucide'
import type { ReactNode } from 'react'
import { AddressMark } from '#components/chain/address-mark.tsx'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { zeroAddress } from '#lib/base/zero-address.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { EvmContract } from '#lib/evm/contract/contract.ts'
import { counted, groupedNumber } from '#lib/format/amount.ts'
import type { Call } from '#lib/pages/question.ts'

/** Implementations in the picture; the facts below it list more. */
const implementationsMax = 3
/** Who may change what a proxy runs. */
const powers: readonly string[] = ['proxy admin', 'beacon', 'beacon owner', 'proxy admin owner']

const shortAddress = (address: string): string => `${address.slice(0, 8)}…${address.slice(-6)}`

const Box = ({
  chain,
  title,
  address,
  label,
  isThis = false,
}: {
  chain: string
  title: string
  address: string
  label: string | null
  isThis?: boolean
}) => (
  <div
    className={`flex min-w-0 items-center gap-2.5 rounded-lg border px-3 py-2 ${isThis ? 'border-chart' : 'border-line'} bg-sunken`}
  >
    <AddressMark address={address} />
    <div className="min-w-0">
      <p className="text-label text-muted">{title}</p>
      {isThis ? (
        <p className="truncate font-medium text-sm">This contract</p>
      ) : (
        <Link
          href={evmPaths.wallet({ chain, address })}
          title={address}
          className={`block truncate text-accent text-sm hover:underline ${label ? '' : 'font-mono'}`}
        >
          {label ?? shortAddress(address)}
        </Link>
      )}
    </div>
  </div>
)

const Step = ({ children }: { children: ReactNode }) => (
  <span className="flex items-center gap-1.5 self-center text-label text-muted md:flex-col md:gap-0">
    {children}
    <Icon of={ArrowRight} size={16} className="max-md:hidden" aria-hidden />
    <Icon of={ArrowDown} size={16} className="md:hidden" aria-hidden />
  </span>
)

/** A proxy as boxes: who can change it, the proxy, and what it runs. Nothing for other contracts. */
const ProxyBoxes = ({
  chain,
  contract: { address, codes, roles, proxy },
}: {
  chain: string
  contract: EvmContract
}) => {
  const implementations = codes.filter(({ role }) => role === 'implementation').slice(0, implementationsMax)
  if (implementations.length === 0) return null
  const holders = roles.filter(({ role, address }) => powers.includes(role) && address !== zeroAddress)
  return (
    <figure
      aria-label="Proxy and implementation"
      className="flex flex-col items-stretch justify-center gap-3 border-line border-b px-4 py-4 md:flex-row"
    >
      {holders.length > 0 && (
        <>
          <div className="grid min-w-0 content-center gap-2">
            {holders.map((holder) => (
              <Box
                key={`${holder.role} ${holder.address}`}
                chain={chain}
                title={`${holder.role.charAt(0).toUpperCase()}${holder.role.slice(1)}`}
                address={holder.address}
                label={holder.label}
              />
            ))}
          </div>
          <Step>can upgrade</Step>
        </>
      )}
      <div className="grid min-w-0 content-center">
        <Box chain={chain} title={proxy === 'eip7702' ? 'Account' : 'Proxy'} address={address} label={null} isThis />
      </div>
      <Step>runs</Step>
      <div className="grid min-w-0 content-center gap-2">
        {implementations.map((code) => (
          <Box key={code.address} chain={chain} title="Implementation" address={code.address} label={code.label} />
        ))}
      </div>
    </figure>
  )
}

const titles: Readonly<Record<string, string>> = {
  eip1967: 'Proxy (EIP-1967)',
  eip1967_beacon: 'Beacon proxy (EIP-1967)',
  eip1822: 'Proxy (EIP-1822)',
  eip1167: 'Clone (EIP-1167)',
  eip2535: 'Diamond (EIP-2535)',
  eip897: 'Proxy (EIP-897)',
  eip7702: 'Delegating account (EIP-7702)',
  safe: 'Safe',
  clone: 'Clone',
  zeppelinos: 'Proxy (ZeppelinOS)',
  comptroller: 'Proxy (Compound)',
}

/** The kind of a proxy, for people. */
export const proxyTitle = (kind: string): string => titles[kind] ?? 'Proxy'

type Code = EvmContract['codes'][number]

/** Who compared source code with the bytecode. */
const verifiers: Partial<Record<NonNullable<Code['abi_source']>, string>> = {
  sourcify: 'by Sourcify',
  server: 'by this server',
  artifacts: 'with local build artifacts',
}

/** Whether the source code of a contract is verified, and by whom. */
const VerificationText = ({ code }: { code: Code }) => {
  const { abi_source, match, function_count } = code
  const verifier = abi_source === null ? undefined : verifiers[abi_source]
  if (verifier)
    return (
      <>
        <Badge tone="good">Verified</Badge> {match === 'exact_match' ? 'exact match' : 'match'} {verifier}
      </>
    )
  if (abi_source === 'operator') return <>Not verified; the operator of this site gives its ABI</>
  if (abi_source === 'given')
    return (
      <>
        <Badge tone="warn">Not verified</Badge> a visitor gave its ABI, not proven
      </>
    )
  if (abi_source === 'bundled') return <>Not verified; its ABI is part of the demo ledger</>
  return (
    <>
      <Badge tone="warn">Not verified</Badge>
      {function_count !== null && ` ${function_count} functions found in its bytecode`}
    </>
  )
}

/** The kind, code and standards of a contract. */
export const ContractFacts = ({
  chain,
  contract,
  call,
  children,
}: {
  chain: string
  contract: EvmContract
  call: Call
  /** Further facts, which may come later. */
  children?: ReactNode
}) => {
  const [own] = contract.codes
  return (
    <Panel title="Contract" aside={<SourceLink title="Contract" call={call} />}>
      <ProxyBoxes chain={chain} contract={contract} />
      <Facts>
        <Fact label="Kind">{contract.proxy ? proxyTitle(contract.proxy) : 'Contract'}</Fact>
        <Fact label="Source code">{own && <VerificationText code={own} />}</Fact>
        {children}
        <Fact label="Standards" wide>
          {contract.standards.length === 0 ? (
            <span className="text-muted">No known standard was found</span>
          ) : (
            <ul className="flex flex-wrap gap-1.5">
              {contract.standards.map(({ name, title, source }) => (
                <li key={name}>
                  <Badge
                    title={`${title}. ${source === 'erc165' ? 'The contract reports it by ERC-165.' : 'It has all functions of the standard.'}`}
                  >
                    {name}
                  </Badge>
                </li>
              ))}
            </ul>
          )}
        </Fact>
        {own && (
          <>
            <Fact label="Bytecode">
              {own.code_bytes === null ? 'not read' : `${groupedNumber(own.code_bytes)} bytes`}
            </Fact>
            <Fact label="Code hash" long>
              {own.code_hash && (
                <span className="flex min-w-0 items-center gap-1 font-mono text-xs leading-6">
                  <span className="truncate" title={own.code_hash}>
                    {own.code_hash}
                  </span>
                  <CopyButton value={own.code_hash} label="Copy code hash" />
                </span>
              )}
            </Fact>
          </>
        )}
        {contract.implementation_count > 0 && <Implementations chain={chain} contract={contract} />}
      </Facts>
    </Panel>
  )
}

const Implementations = ({ chain, contract }: { chain: string; contract: EvmContract }) => {
  const shown = contract.codes.filter(({ role }) => role === 'implementation')
  const more = contract.implementation_count - shown.length
  return (
    <Fact label="Runs the code of" wide long>
      <ul className="grid gap-1">
        {shown.map((code) => (
          <li key={code.address} className="flex min-w-0 flex-wrap items-center gap-x-2">
            <AddressLink chain={chain} address={code.address} label={code.label} className="min-w-0" />
            <CopyButton value={code.address} label="Copy address of the implementation" />
            <span className="text-muted text-xs">
              <VerificationText code={code} />
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="text-muted text-xs">and {counted(more, 'more contract')}</p>}
    </Fact>
  )
}
