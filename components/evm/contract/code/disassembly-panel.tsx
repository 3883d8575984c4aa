import { FaultState } from '#components/chain/fault-state.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RawText } from '#components/ui/raw-text.tsx'
import type { EvmContractInstructions } from '#lib/evm/contract/code-contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import type { Answer, Call } from '#lib/pages/question.ts'

const offsetWidth = 6
const nameWidth = 16

/** Instructions of a contract, a few hundred at a time. */
export const DisassemblyPanel = ({
  answer: { data, fault },
  call,
  hrefOf,
}: {
  answer: Answer<EvmContractInstructions>
  call: Call
  hrefOf: (offset: number) => string
}) => (
  <Panel id="disassembly" title="Disassembly" aside={<SourceLink title="Disassembly" call={call} />}>
    {data ? (
      <>
        <p className="flex flex-wrap gap-x-3 px-4 pt-3 text-sm">
          <span className="text-muted">
            Instructions {groupedNumber(Math.min(data.first_index + 1, data.instruction_count))} to{' '}
            {groupedNumber(data.first_index + data.result.length)} of {groupedNumber(data.instruction_count)}. Constants
            and metadata at the end of the code are shown as instructions too.
          </span>
          {data.first_index > 0 && (
            <Link href={hrefOf(0)} keepScroll className="text-accent hover:underline">
              First part
            </Link>
          )}
          {data.next_offset !== null && (
            <Link href={hrefOf(data.next_offset)} keepScroll className="text-accent hover:underline">
              Next part
            </Link>
          )}
        </p>
        <RawText
          value={data.result
            .map(
              ({ offset, name, value }) =>
                `${offset.toString(16).padStart(offsetWidth, '0')}  ${value === null ? name : name.padEnd(nameWidth) + value}`,
            )
            .join('\n')}
          label="Copy visible part"
          className="m-4 [&>pre]:max-h-[40rem]"
        />
      </>
    ) : (
      <FaultState {...fault} />
    )}
  </Panel>
)
