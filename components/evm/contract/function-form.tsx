import type { ComponentProps, ReactNode } from 'react'
import { FaultState } from '#components/chain/fault-state.tsx'
import { NoContract } from '#components/evm/frames/wallet/no-contract.tsx'
import { ArgumentFields } from '#components/evm/parts/argument-fields.tsx'
import { callNameOf } from '#components/evm/parts/function-call.ts'
import { Button } from '#components/ui/button.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { EvmContractFunction } from '#lib/evm/contract/calls-contract.ts'
import { cutText } from '#lib/format/cut-texts.ts'

/** How many functions a page leaves out. */
export const MoreFunctions = ({ count }: { count: number }) =>
  count > 0 && (
    <p className="border-line border-t px-4 py-2.5 text-muted text-sm">{count} more functions are in the API.</p>
  )

/** Says once for a list of functions that they are not taken from an ABI. */
export const GuessedFunctions = ({ functions }: { functions: readonly EvmContractFunction[] }) =>
  functions.some(({ source }) => source === 'guess') && (
    <p className="border-line border-b px-4 py-2.5 text-muted text-sm">
      The source code of this contract is not verified. The names, the arguments, and whether a function only reads are
      guesses, by known functions with the same selector and by the bytecode.
    </p>
  )

/** Shown in place of a contract's functions: why they could not be read, or that no node is asked. */
export const NoFunctions = ({ on, fault }: { on: string; fault: ComponentProps<typeof FaultState> | undefined }) =>
  fault ? (
    <Panel aria-label="Functions">
      <FaultState {...fault} />
    </Panel>
  ) : (
    <NoContract>This needs an RPC node for {on}, and none is configured.</NoContract>
  )

const nameMax = 80
const typeMax = 200
const docMax = 600
const seems = {
  view: 'seems to change nothing (view)',
  pure: 'seems to neither change nor read the state (pure)',
  nonpayable: 'may change the state and accepts no native coin (nonpayable)',
  payable: 'may change the state and accepts the native coin (payable)',
} as const

/** What its author says of it, and how much of that is proven. */
const FunctionNotes = ({ called }: { called: EvmContractFunction }) => {
  const { selector, outputs, source, notice, details, inputs_from, guessed_mutability } = called
  return (
    <>
      {notice && <p className="wrap-anywhere text-sm">{cutText(notice, docMax)}</p>}
      {details && <p className="wrap-anywhere text-muted text-xs">{cutText(details, docMax)}</p>}
      {outputs.map(
        ({ name, type, description }, index) =>
          description && (
            // biome-ignore lint/suspicious/noArrayIndexKey: outputs have places, and names may repeat
            <p key={index} className="wrap-anywhere text-muted text-xs">
              Returns {cutText(name === '' ? type : name, nameMax)}: {cutText(description, docMax)}
            </p>
          ),
      )}
      {source === 'given' && (
        <p className="text-muted text-xs">
          From a user-submitted ABI. The bytecode has the selector {selector}; names and results are not proven.
        </p>
      )}
      {source === 'guess' && (
        <p className="text-muted text-xs">
          {inputs_from === 'bytecode'
            ? `No known function has the selector ${selector}. Its arguments are guessed from the bytecode.`
            : `Named after a known function with the same selector, ${selector}.`}
          {guessed_mutability !== null && ` It ${seems[guessed_mutability]}.`}
        </p>
      )}
    </>
  )
}

/**
 * A function with a field for each argument. A plain GET form: its URL carries the function and the arguments, and it works
 * without JavaScript.
 */
export const FunctionForm = ({
  called,
  action,
  values,
  isOpen,
  hasForm,
  button,
  fields,
  furtherButton,
  children,
}: {
  called: EvmContractFunction
  action: string
  values: readonly string[]
  isOpen: boolean
  /** False where the result is shown without asking. */
  hasForm: boolean
  /** The label of the button. */
  button: string
  /** Further fields, below those of the arguments. */
  fields?: ReactNode
  /** Another way to submit. */
  furtherButton?: ReactNode
  /** The result. */
  children?: ReactNode
}) => {
  const { selector, name, inputs, outputs, source } = called
  const returns = outputs.map(({ name, type }) => cutText(name === '' ? type : `${type} ${name}`, typeMax)).join(', ')
  const id = `f-${selector}`
  return (
    <li className="[contain-intrinsic-size:auto_2.75rem] [content-visibility:auto]">
      <details open={isOpen} id={id}>
        <summary className="flex min-h-11 flex-wrap items-center gap-x-3 px-4 py-2 text-sm hover:text-accent">
          <span className="wrap-anywhere font-mono">{cutText(name ?? selector, nameMax)}</span>
          {source === 'given' && <span className="badge warn">not proven</span>}
          <span className="wrap-anywhere text-muted text-xs">
            {inputs.length > 0 &&
              cutText(inputs.map(({ name, type }) => (name === '' ? type : name)).join(', '), typeMax)}
            {returns !== '' && ` → ${returns}`}
          </span>
        </summary>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3 px-4 pb-4">
          <FunctionNotes called={called} />
          {hasForm && (
            <form action={`${action}#${id}`} className="grid gap-3">
              <input type="hidden" name="function" value={callNameOf(called)} />
              <ArgumentFields id={id} inputs={inputs} values={isOpen ? values : []} />
              {fields}
              <div className="flex flex-wrap gap-2">
                <Button type="submit" look="primary">
                  {button}
                </Button>
                {furtherButton}
              </div>
            </form>
          )}
          {children}
        </div>
      </details>
    </li>
  )
}
