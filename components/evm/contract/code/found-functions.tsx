import { FaultState } from '#components/chain/fault-state.tsx'
import { callNameOf } from '#components/evm/parts/function-call.ts'
import { SourceLink } from '#components/source/source-link.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { EvmContractFunction } from '#lib/evm/contract/calls-contract.ts'
import { counted } from '#lib/format/amount.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import type { Answer, Call } from '#lib/pages/question.ts'

/** Functions as a Solidity interface; those without a name are comments. */
export const interfaceText = (functions: readonly EvmContractFunction[]): string => {
  const lines = functions.map((one) => {
    const { selector, signature, mutability, guessed_mutability: guessed } = one
    const known = mutability ?? guessed
    const suffix = known === null || known === 'nonpayable' ? '' : ` ${known}`
    return signature === null
      ? `    // ${callNameOf(one) ?? selector}${suffix}`
      : `    function ${withLocations(signature)} external${suffix}; // ${selector}, ${
          guessed === null ? 'the name is a guess' : 'name and mutability are guesses'
        }`
  })
  return ['interface Unverified {', ...lines, '}', ''].join('\n')
}

/** Parameters of dynamic types need a data location. */
const withLocations = (signature: string): string =>
  signature.includes('((') || signature.includes(',(')
    ? signature
    : signature.replace(/(?<=[(,])(?:string|bytes|[a-z0-9]+(?:\[\d*\])+)(?=[,)])/g, '$& calldata')

const functionsMax = 200
const signatureMax = 300

/** The functions that were found in the bytecode of a contract without an ABI. */
export const FoundFunctions = ({
  answer: { data, fault },
  call,
}: {
  answer: Answer<{ result: readonly EvmContractFunction[] }>
  call: Call
}) =>
  data ? (
    <Found functions={data.result} call={call} />
  ) : (
    <Panel aria-label="Functions">
      <FaultState {...fault} />
    </Panel>
  )

const Found = ({ functions, call }: { functions: readonly EvmContractFunction[]; call: Call }) => (
  <Panel
    title="Functions found in the bytecode"
    aside={
      <>
        {counted(functions.length, 'function')}
        {functions.length > 0 && <CopyButton value={interfaceText(functions)} label="Copy as Solidity interface" />}
        <SourceLink title="Functions" call={call} />
      </>
    }
  >
    <p className="px-4 py-2.5 text-muted text-sm">
      {functions.length === 0
        ? 'No selector was found: its compiler wrote a dispatcher that cannot be read, or it has no functions.'
        : `Selectors that the code compares calldata with. Names are a guess: those of ${
            functions.some(({ source }) => source === 'given') ? 'the ABI that somebody gave, and of ' : ''
          }known functions with the same selector.`}
      {functions.some(({ guessed_mutability }) => guessed_mutability !== null) &&
        ' Whether a function reads only (view, pure) or accepts the native coin (payable), and the arguments of functions without a name, are guessed from the bytecode.'}
    </p>
    <ul className="divide-y divide-line border-line border-t">
      {functions.slice(0, functionsMax).map((one) => (
        <li key={one.selector} className="flex flex-wrap gap-x-4 px-4 py-1.5 font-mono text-xs leading-5">
          <span className="text-muted">{one.selector}</span>
          <Declaration declared={one} />
        </li>
      ))}
    </ul>
    {functions.length > functionsMax && (
      <p className="border-line border-t px-4 py-2.5 text-muted text-sm">
        {counted(functions.length - functionsMax, 'more function')} in the API.
      </p>
    )}
  </Panel>
)

/** `function transfer(address,uint256) nonpayable`. */
const Declaration = ({ declared }: { declared: EvmContractFunction }) => {
  const name = callNameOf(declared)
  const mutability = declared.mutability ?? declared.guessed_mutability
  if (name === undefined) return <span className="text-muted">unknown</span>
  return (
    <span className="wrap-anywhere min-w-0">
      <span className="text-muted">function </span>
      {cutText(name, signatureMax)}
      {mutability !== null && <span className="text-muted"> {mutability}</span>}
    </span>
  )
}
