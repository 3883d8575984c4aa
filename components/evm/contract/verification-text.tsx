import { Badge } from '#components/ui/badge.tsx'
import type { EvmContract } from '#lib/evm/contract/contract.ts'

type Code = EvmContract['codes'][number]

/** Who compared source code with the bytecode. */
const verifiers: Partial<Record<NonNullable<Code['abi_source']>, string>> = {
  sourcify: 'by Sourcify',
  server: 'by this server',
  artifacts: 'with local build artifacts',
}

/** Whether the source code of a contract is verified, and by whom. */
export const VerificationText = ({ code }: { code: Code }) => {
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
        <Badge tone="warn">Not verified</Badge> somebody gave its ABI, which is not proven
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
