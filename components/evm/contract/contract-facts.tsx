import type { ReactNode } from 'react'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { EvmContract } from '#lib/evm/contract/contract.ts'
import { counted, groupedNumber } from '#lib/format/amount.ts'
import type { Call } from '#lib/pages/question.ts'
import { ProxyBoxes } from './proxy-boxes.tsx'
import { proxyTitle } from './proxy-title.ts'

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
