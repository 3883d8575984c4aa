import type { ReactNode } from 'react'
import { calledUrl } from '#components/source/called-endpoint.ts'
import { LongText } from '#components/source/long-text.tsx'
import { TextTools } from '#components/source/text-tools.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { EvmContractCode } from '#lib/evm/contract/code-contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import type { Call } from '#lib/pages/question.ts'

const shownMax = 2_000

/** The deployed bytecode of a contract, and what the compiler appended to it. */
export const BytecodePanel = ({
  code,
  call,
  links,
}: {
  code: EvmContractCode
  call: Call
  /** To other forms of it. */
  links: ReactNode
}) => (
  <Panel
    title="Deployed bytecode"
    aside={
      <>
        {links}
        <TextTools
          address={calledUrl(call) ?? ''}
          path={['code']}
          name={`${code.address}.hex`}
          noun="deployed bytecode"
        />
      </>
    }
  >
    <Facts>
      <Fact label="Size">{groupedNumber(code.code_bytes)} bytes</Fact>
      <Fact label="Compiler">
        {code.metadata?.solc ? (
          `Solidity ${cutText(code.metadata.solc, 60)}`
        ) : (
          <span className="text-muted">Not named</span>
        )}
      </Fact>
      <Fact label="Code hash" wide long>
        <Copied value={code.code_hash} label="Copy code hash" />
      </Fact>
      <Fact label="Metadata" wide long>
        {code.metadata?.hash ? (
          <Copied
            value={
              code.metadata.hash_kind === 'ipfs'
                ? `ipfs://${code.metadata.hash}`
                : `bzz-raw://${code.metadata.hash.slice(2)}`
            }
            label="Copy metadata address"
          />
        ) : (
          <span className="text-muted">The bytecode names no metadata</span>
        )}
      </Fact>
    </Facts>
    <LongText
      value={code.code}
      label="Copy bytecode"
      wrap
      call={call}
      path={['code']}
      shown={shownMax}
      className="m-4"
    />
  </Panel>
)

const Copied = ({ value, label }: { value: string; label: string }) => (
  <span className="flex min-w-0 items-center gap-1 font-mono text-xs leading-6">
    <span className="break-all">{value}</span>
    <CopyButton value={value} label={label} />
  </span>
)
