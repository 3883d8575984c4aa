import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import type { AptosValidatorPools, AptosValidators } from '#lib/aptos/validators/contract.ts'
import { counted } from '#lib/format/amount.ts'
import type { Answer } from '#lib/pages/question.ts'
import { ValidatorTable } from './validator-table.tsx'

/** The validators with what could be read of their stake pools. */
export const ReadValidators = async ({
  found,
  answer,
  network,
}: {
  found: AptosValidators
  answer: Promise<Answer<AptosValidatorPools>>
  network: AptosNetwork
}) => {
  const { data, fault } = await answer
  const note = fault
    ? `Operators and commissions could not be read: ${fault.message}`
    : data.unknown > 0 && `${counted(data.unknown, 'stake pool')} could not be read: ${data.note}`
  return (
    <>
      {note && <p className="wrap-anywhere border-line border-b px-4 py-2 text-muted text-xs">{note}</p>}
      <ValidatorTable
        found={found}
        pools={new Map(data?.result.map((pool) => [pool.pool_address, pool]))}
        network={network}
      />
    </>
  )
}
